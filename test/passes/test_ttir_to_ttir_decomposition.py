"""Tests that decomposed ops compute the result of the composite ops, by running both on numpy."""

import string
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.ir import Operation

import ttmlir_py
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tensor_types import integers, shape_of

Array = np.ndarray[Any, np.dtype[Any]]


def value(op: Operation, name: str) -> Any:
    return op.properties[name].value.data  # type: ignore[attr-defined]


def slice_of(op: Operation, x: Array) -> Array:
    bounds = [integers(op.properties[name]) for name in ("begins", "ends", "step")]
    return x[tuple(slice(*each) for each in zip(*bounds, strict=True))]


def arange(op: Operation) -> Array:
    numbers = np.arange(value(op, "start"), value(op, "end"), value(op, "step"))
    shape = [1] * len(shape_of(op.results[0]))
    shape[value(op, "arange_dimension")] = -1
    return np.broadcast_to(numbers.reshape(shape), shape_of(op.results[0]))


KERNELS: dict[str, Any] = {
    "tensor.empty": lambda op: np.zeros(shape_of(op.results[0])),
    "ttir.arange": arange,
    "ttir.permute": lambda op, x, _: x.transpose(integers(op.properties["permutation"])),
    "ttir.reshape": lambda op, x, _: x.reshape(integers(op.properties["shape"])),
    "ttir.matmul": lambda op, a, b, _: a @ b,
    "ttir.slice": lambda op, x, _: slice_of(op, x),
    "ttir.concat": lambda op, *xs: np.concatenate(xs[:-1], value(op, "dim")),
    "ttir.transpose": lambda op, x, _: x.swapaxes(value(op, "dim0"), value(op, "dim1")),
    "ttir.broadcast": lambda op, x, _: np.tile(x, integers(op.properties["broadcast_dimensions"])),
}


def run_decomposed(text: str, *inputs: Array) -> Array:
    """Decompose the only function of a module and run it."""
    module = ttmlir_py.parse(text)
    ttmlir_py.PassManager("builtin.module(ttir-to-ttir-decomposition)").run(module)
    function = next(op for op in module.walk() if isinstance(op, FuncOp))
    values: dict[Any, Array] = dict(zip(function.args, inputs, strict=True))
    for op in function.body.block.ops:
        operands = [values[operand] for operand in op.operands]
        if isinstance(op, ReturnOp):
            return operands[0]
        result = KERNELS[op.name](op, *operands)
        assert result.shape == shape_of(op.results[0])
        values[op.results[0]] = result
    raise AssertionError("no return")


def tensor(shape: Sequence[int]) -> str:
    return f"tensor<{'x'.join([*map(str, shape), 'f32'])}>"


def numbers(shape: Sequence[int]) -> Array:
    return np.arange(np.prod(shape, dtype=int), dtype=float).reshape(shape)


@st.composite
def contractions(draw: st.DrawFn) -> tuple[list[str], list[str], str, str]:
    """Return labels of the dimensions of both operands, with the batch and the contracted
    dimensions.
    """
    labels = string.ascii_letters
    batch, contracted, left, right = (
        labels[i * 4 : i * 4 + draw(st.integers(0 if i != 1 else 1, 2))] for i in range(4)
    )
    left = left if batch + left + right else "z"  # the reshape at the end makes no scalars
    lhs = draw(st.permutations(batch + contracted + left))
    rhs = draw(st.permutations(batch + contracted + right))
    return list(lhs), list(rhs), batch, contracted


@given(contractions())
def test_decomposed_dot_general_matches_einsum(example: tuple[list[str], list[str], str, str]):
    lhs, rhs, batch, contracted = example
    sizes = {label: 2 + index % 3 for index, label in enumerate(sorted({*lhs, *rhs}))}
    result = [
        *batch,
        *(label for label in lhs if label not in rhs),
        *(label for label in rhs if label not in lhs),
    ]
    shapes = [[sizes[label] for label in labels] for labels in (lhs, rhs, result)]

    def dims(labels: str, side: list[str]) -> str:
        found = ", ".join(str(side.index(label)) for label in labels)
        return f"array<i64: {found}>" if found else "array<i64>"

    a, b, c = map(tensor, shapes)
    text = f"""func.func @f(%a: {a}, %b: {b}) -> {c} {{
      %0 = "ttir.dot_general"(%a, %b) <{{
        batch_dims_lhs = {dims(batch, lhs)}, batch_dims_rhs = {dims(batch, rhs)},
        contract_dims_lhs = {dims(contracted, lhs)}, contract_dims_rhs = {dims(contracted, rhs)}
      }}> : ({a}, {b}) -> {c}
      return %0 : {c}
    }}"""
    x, y = numbers(shapes[0]), numbers(shapes[1])
    subscripts = f"{''.join(lhs)},{''.join(rhs)}->{''.join(result)}"
    assert np.array_equal(run_decomposed(text, x, y), np.einsum(subscripts, x, y))


@given(st.data())
def test_decomposed_select_matches_numpy(data: st.DataObject):
    shape = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=3))
    dim = data.draw(st.integers(-len(shape), len(shape) - 1))
    size = shape[dim]
    stride = data.draw(st.integers(0, size))
    begin = data.draw(st.integers(0, size - 1))
    length = data.draw(st.integers(1, min(stride or size, size - begin)))
    x = numbers(shape)
    kept = [
        i
        for start in range(begin, size, stride or size)
        for i in range(start, min(start + length, size))
    ]
    expected = x.take(kept, axis=dim)
    source, result = tensor(shape), tensor(expected.shape)
    text = f"""func.func @f(%a: {source}) -> {result} {{
      %0 = tensor.empty() : {result}
      %1 = "ttir.select"(%a, %0) <{{dim = {dim} : si32, begin = {begin} : si32, length = {length} : si32,
        stride = {stride} : si32}}> : ({source}, {result}) -> {result}
      return %1 : {result}
    }}"""
    assert np.array_equal(run_decomposed(text, x), expected)


@given(st.data())
def test_decomposed_arange_matches_numpy(data: st.DataObject):
    shape = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    dim = data.draw(st.integers(0, len(shape) - 1))
    start, step = data.draw(st.integers(0, 5)), data.draw(st.integers(1, 3))
    end = start + step * shape[dim]
    result = tensor(shape)
    text = f"""func.func @f() -> {result} {{
      %0 = "ttir.arange"() <{{start = {start} : si64, end = {end} : si64, step = {step} : si64,
        arange_dimension = {dim} : i64}}> : () -> {result}
      return %0 : {result}
    }}"""
    column = np.arange(start, end, step).reshape([-1 if i == dim else 1 for i in range(len(shape))])
    assert np.array_equal(run_decomposed(text), np.broadcast_to(column, shape))


@given(st.lists(st.integers(1, 9), min_size=1, max_size=4), st.data())
def test_decomposed_reverse_matches_numpy(shape: list[int], data: st.DataObject):
    dims = data.draw(st.lists(st.integers(0, len(shape) - 1), unique=True))
    a, listed = tensor(shape), ", ".join(map(str, dims))
    text = f"""func.func @f(%a: {a}, %b: {a}) -> {a} {{
      %0 = "ttir.reverse"(%a, %b) <{{dimensions = array<i64{": " * bool(dims)}{listed}>}}> : ({a}, {a}) -> {a}
      return %0 : {a}
    }}"""
    x = numbers(shape)
    assert np.array_equal(run_decomposed(text, x, x), np.flip(x, dims))


@pytest.mark.parametrize(("size", "slices"), [(1, 0), (2, 2), (3, 4), (1024, 20), (1023, 36)])
def test_decomposed_reverse_uses_slices_logarithmic_in_size(size: int, slices: int):
    a = tensor([size, 4])
    module = ttmlir_py.parse(f"""func.func @f(%a: {a}, %b: {a}) -> {a} {{
      %0 = "ttir.reverse"(%a, %b) <{{dimensions = array<i64: 0>}}> : ({a}, {a}) -> {a}
      return %0 : {a}
    }}""")
    ttmlir_py.PassManager("builtin.module(ttir-to-ttir-decomposition)").run(module)
    assert sum(op.name == "ttir.slice" for op in module.walk()) == slices


@pytest.mark.parametrize("element", ["f32", "bf16", "i32"])
def test_decomposed_reverse_runs_on_simulator(element: str):
    a = f"tensor<5x40x{element}>"
    binary = ttmlir_py.compile(f"""func.func @f(%a: {a}, %b: {a}) -> {a} {{
      %0 = "ttir.reverse"(%a, %b) <{{dimensions = array<i64: 1, 0>}}> : ({a}, {a}) -> {a}
      return %0 : {a}
    }}""")
    x = np.arange(200).reshape(5, 40)
    given_ = x.astype(np.uint32 if element == "i32" else np.float32)
    (found,) = ttmlir_py.runtime.load(binary).run([given_, given_])
    assert np.array_equal(found.astype(int), x[::-1, ::-1])


def test_convolution_whose_output_layout_differs_permutes_result():
    """The kernel is the identity, so that the result is the input with permuted dimensions."""
    text = """func.func @f(%x: tensor<1x32x32x4xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x32x32xf32> {
      %0 = tensor.empty() : tensor<1x4x32x32xf32>
      %1 = "ttir.convolution"(%x, %w, %0) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64,
        convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 3,
          input_spatial_dimensions = 1x2, kernel_output_feature = 0, kernel_input_feature = 1,
          kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1,
          output_spatial_dimensions = 2x3>, input_dilation = array<i64: 1, 1>,
        padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>,
        window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}>
        : (tensor<1x32x32x4xf32>, tensor<4x4x1x1xf32>, tensor<1x4x32x32xf32>) -> tensor<1x4x32x32xf32>
      return %1 : tensor<1x4x32x32xf32>
    }"""
    x = np.arange(4096, dtype=np.float32).reshape(1, 32, 32, 4)
    kernel = np.eye(4, dtype=np.float32)[..., None, None]
    (result,) = ttmlir_py.runtime.load(ttmlir_py.compile(text)).run([x, kernel])
    assert np.array_equal(result, x.transpose(0, 3, 1, 2))
