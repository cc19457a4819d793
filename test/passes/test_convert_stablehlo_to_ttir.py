"""Compare StableHLO programs on the simulator with numpy and Python, including special values and
limits.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.compiler import PassManager, create_context, parse
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir import LOWERINGS
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.refusals import REFUSALS

pytestmark = pytest.mark.slow

PIPELINE = "builtin.module(stablehlo-to-ttir-pipeline{exact-gather=true},ttir-to-ttnn-backend-pipeline{signed-integers=true})"
Array = np.ndarray[Any, Any]
FLOATS = np.array(
    [
        *(0.0, -0.0, 1e-8, 1e-4, 0.3, 0.41, 0.42, 0.5, -0.5, 0.9, 0.99, 1.0, -1.0, 1.0001, 1.5),
        *(2.0, 2.4, 2.5, 3.0, 3.5, 5.0, 9.0, 10.0, 11.0, 20.0, 88.0, 89.0, 1e10, 3e38, math.inf),
        *(math.nan, -1.2, -2.5, -3.0, -9.3, -50.0, -89.0, -3e38, -math.inf),
        *(8388609.0, 0.49999997, -0.49999997),
    ],
    np.float32,
)


def run(text: str, *inputs: Array) -> list[Array]:
    """Run a StableHLO program on the simulator and return its results."""
    binary = ttmlir_py.compile(text, PIPELINE, warnings=["-w"])
    return [np.asarray(each) for each in runtime.load(binary).run(list(inputs))]


def unary(op: str, type_: str, result: str = "") -> str:
    """Return a program of one op with one operand."""
    signature = type_
    if op.startswith("chlo.") or result:
        signature = (
            f"({type_}) -> {result}"
            if op == "stablehlo.is_finite"
            else f"{type_} -> {result or type_}"
        )
    return (
        f"func.func @f(%a: {type_}) -> {result or type_} {{\n  %0 = {op} %a : {signature}\n"
        f"  return %0 : {result or type_}\n}}"
    )


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "chlo.erf": np.vectorize(math.erf),
    "chlo.erfc": np.vectorize(math.erfc),
    "chlo.sinh": np.sinh,
    "chlo.cosh": np.cosh,
    "chlo.asinh": np.arcsinh,
    "chlo.acosh": np.arccosh,
    "chlo.atanh": np.arctanh,
    "chlo.asin": np.arcsin,
    "chlo.acos": np.arccos,
    "chlo.atan": np.arctan,
    "stablehlo.round_nearest_even": np.rint,
    "stablehlo.round_nearest_afz": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x),
    "stablehlo.abs": np.abs,
    "stablehlo.cbrt": np.cbrt,
    "stablehlo.ceil": np.ceil,
    "stablehlo.exponential": np.exp,
    "stablehlo.exponential_minus_one": np.expm1,
    "stablehlo.floor": np.floor,
    "stablehlo.log": np.log,
    "stablehlo.log_plus_one": np.log1p,
    "stablehlo.logistic": lambda x: 1 / (1 + np.exp(-x)),
    "stablehlo.negate": np.negative,
    "stablehlo.rsqrt": lambda x: 1 / np.sqrt(x),
    "stablehlo.sign": np.sign,
    "stablehlo.sqrt": np.sqrt,
    "stablehlo.tanh": np.tanh,
}


@pytest.mark.parametrize("op", FUNCTIONS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_unary_function_of_floats_matches_numpy(op: str):
    """The reference computes in f64. Results may differ from its rounded value by a few bits."""
    (result,) = run(unary(op, f"tensor<{len(FLOATS)}xf32>"), FLOATS)
    expected = FUNCTIONS[op](FLOATS.astype(np.float64)).astype(np.float32)
    np.testing.assert_allclose(result, expected, rtol=3e-6, atol=1e-37)


def test_atan2_in_all_quadrants_matches_numpy():
    """Values include signed zeros, infinities and NaN."""
    values = np.array(
        [0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 2, 1e-3, -3, 3e38], dtype=np.float32
    )
    y, x = (each.ravel() for each in np.meshgrid(values, values))
    type_ = f"tensor<{len(y)}xf32>"
    text = (
        f"func.func @f(%y: {type_}, %x: {type_}) -> {type_} {{\n"
        f"  %0 = stablehlo.atan2 %y, %x : {type_}\n  return %0 : {type_}\n}}"
    )
    (result,) = run(text, y, x)
    np.testing.assert_allclose(result, np.arctan2(y, x), atol=1e-6)


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        ("chlo.is_inf", np.isinf),
        ("chlo.is_pos_inf", np.isposinf),
        ("chlo.is_neg_inf", np.isneginf),
        ("stablehlo.is_finite", np.isfinite),
    ],
)
def test_float_predicate_matches_numpy(op: str, expected: Callable[[Any], Any]):
    """Booleans are represented as bf16."""
    count = len(FLOATS)
    text = unary(op, f"tensor<{count}xf32>", f"tensor<{count}xi1>")
    (result,) = run(text, FLOATS)
    np.testing.assert_array_equal(result.astype(bool), expected(FLOATS))


GELU_BY_ERFC = """
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %root = stablehlo.constant dense<0.707106769> : tensor<8xf32>
  %0 = stablehlo.multiply %half, %x : tensor<8xf32>
  %1 = stablehlo.negate %x : tensor<8xf32>
  %2 = stablehlo.multiply %1, %root : tensor<8xf32>
  %3 = chlo.erfc %2 : tensor<8xf32> -> tensor<8xf32>
  %4 = stablehlo.multiply %0, %3 : tensor<8xf32>
  return %4 : tensor<8xf32>
}
"""
GELU_BY_ERF = """
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %root = stablehlo.constant dense<1.41421354> : tensor<8xf32>
  %0 = stablehlo.divide %x, %root : tensor<8xf32>
  %1 = chlo.erf %0 : tensor<8xf32> -> tensor<8xf32>
  %2 = stablehlo.add %1, %one : tensor<8xf32>
  %3 = stablehlo.multiply %x, %2 : tensor<8xf32>
  %4 = stablehlo.multiply %3, %half : tensor<8xf32>
  return %4 : tensor<8xf32>
}
"""


@pytest.mark.parametrize("text", [GELU_BY_ERFC, GELU_BY_ERF])
def test_gelu_pattern_of_several_ops_becomes_one_op(text: str):
    """The pattern becomes one op with the same values."""
    context = create_context()
    module = parse(text, context=context)
    PassManager("builtin.module(stablehlo-to-ttir-pipeline)", context=context).run(module)
    assert "ttir.gelu" in str(module)
    assert "ttir.multiply" not in str(module)
    x = np.linspace(-4, 4, 8, dtype=np.float32)
    expected = [0.5 * v * (1 + math.erf(v / math.sqrt(2))) for v in x.astype(np.float64)]
    np.testing.assert_allclose(run(text, x)[0], expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("old", "new", "numbers"),
    [
        ("dense<0.5>", "dense<0.6>", (0.6, math.sqrt(2), 1.0)),
        ("dense<1.41421354>", "dense<1.3>", (0.5, 1.3, 1.0)),
        ("dense<1.0>", "dense<1.5>", (0.5, math.sqrt(2), 1.5)),
    ],
)
def test_gelu_pattern_with_constants_not_of_gelu_is_not_matched(
    old: str, new: str, numbers: Sequence[float]
):
    """With other constants, the function is computed as written."""
    half, root, one = numbers
    x = np.linspace(-4, 4, 8, dtype=np.float32)
    expected = [half * v * (one + math.erf(v / root)) for v in x.astype(np.float64)]
    (result,) = run(GELU_BY_ERF.replace(old, new), x)
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)


LOOP = """
func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %sum = %zero, %a = %x) : tensor<i32>, tensor<i32>, tensor<4xf32>
   cond {
    %end = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %step = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.add %i, %step : tensor<i32>
    %2 = stablehlo.add %sum, %i : tensor<i32>
    %3 = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %5 = stablehlo.multiply %a, %4 : tensor<4xf32>
    %6 = stablehlo.add %5, %x : tensor<4xf32>
    stablehlo.return %1, %2, %6 : tensor<i32>, tensor<i32>, tensor<4xf32>
  }
  return %0#2, %0#1 : tensor<4xf32>, tensor<i32>
}
"""


def test_stablehlo_while_with_counter_is_unrolled():
    """The counter takes the values 0, 2, 4. The loop body may use values defined outside the
    loop.
    """
    x = np.array([1, -2, 0.5, 3], np.float32)
    expected, total = x, 0
    for i in (0, 2, 4):
        expected, total = expected * np.float32(i) + x, total + i
    result, sum_ = run(LOOP, x)
    np.testing.assert_allclose(result, expected)
    assert sum_.tolist() == [total]


CASE = """
func.func @f(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }, {
    %1 = stablehlo.add %x, %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


@pytest.mark.parametrize(("index", "factor"), [(0, -1), (1, 1), (2, 2), (7, 2), (-1, 2)])
def test_stablehlo_case_selects_branch_by_index(index: int, factor: int):
    """An index without a branch selects the last branch."""
    x = np.array([1, -2, 0.5, 3], np.float32)
    (result,) = run(CASE, np.array([index], np.int32), x)
    np.testing.assert_array_equal(result, x * factor)


BOOLEAN_CASE = """
func.func @f(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %i = stablehlo.convert %p : (tensor<i1>) -> tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


@pytest.mark.parametrize("is_true", [False, True])
def test_stablehlo_case_of_boolean_selects_without_comparison(is_true: bool):
    x = np.array([1, -2, 0.5, 3], np.float32)
    (result,) = run(BOOLEAN_CASE, np.array([is_true]), x)
    np.testing.assert_array_equal(result, x if is_true else -x)
    module = parse(BOOLEAN_CASE)
    PassManager("builtin.module(convert-stablehlo-to-ttir)").run(module)
    assert "ttir.where" in str(module)
    assert "ttir.eq" not in str(module)


DYNAMIC = """
func.func @f(%x: tensor<8x3xf32>, %u: tensor<2x3xf32>, %i: tensor<i32>) -> (tensor<2x3xf32>, tensor<8x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, %zero, sizes = [2, 3] : (tensor<8x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_update_slice %x, %u, %i, %zero : (tensor<8x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<8x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<8x3xf32>
}
"""


@pytest.mark.parametrize("start", [-3, 0, 3, 6, 7, 2**31 - 1])
@pytest.mark.parametrize("is_known", [False, True])
def test_stablehlo_dynamic_slice_clamps_start(start: int, is_known: bool):
    """Start indices are clamped. Elements outside the slice may be infinite or NaN."""
    x = np.arange(24, dtype=np.float32).reshape(8, 3)
    begin = max(0, min(start, 6))
    special = [row for row in (0, 5, 7) if not begin <= row < begin + 2]
    x[special] = [math.inf, math.nan, -math.inf]
    update = -np.ones((2, 3), np.float32)
    text = DYNAMIC
    if is_known:
        text = text.replace(
            "%zero = ", f"%k = stablehlo.constant dense<{start}> : tensor<i32>\n  %zero = "
        )
        text = text.replace(", %i, %zero", ", %k, %zero")
    picked, written = run(text, x, update, np.array([start], np.int32))
    np.testing.assert_array_equal(picked, x[begin : begin + 2])
    x[begin : begin + 2] = update
    np.testing.assert_array_equal(written, x)


def window_program(op: str, init: str, shape: str, result: str, attributes: str) -> str:
    """Return a program of one `reduce_window` of f32."""
    return f"""
func.func @f(%a: tensor<{shape}xf32>) -> tensor<{result}xf32> {{
  %z = stablehlo.constant dense<{init}> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %z) <{{{attributes}}}> ({{
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.{op} %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }}) : (tensor<{shape}xf32>, tensor<f32>) -> tensor<{result}xf32>
  return %0 : tensor<{result}xf32>
}}
"""


@pytest.mark.parametrize(
    ("op", "init", "function"),
    [
        ("add", "0.0", np.sum),
        ("multiply", "1.0", np.prod),
        ("minimum", "0x7F800000", np.min),
        ("maximum", "0xFF800000", np.max),
    ],
)
def test_reduce_window_matches_reference_loops(op: str, init: str, function: Callable[[Any], Any]):
    """The windows have size 3 and stride 1, with one element of padding before. The reference
    computes each window separately.
    """
    x = np.array([[1, -2, 3, 0.5, -1], [2, 2, -4, 1, 8]], np.float32)
    attributes = (
        "window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>"
    )
    expected = [[function(row[max(0, i - 1) : i + 2]) for i in range(4)] for row in x]
    (result,) = run(window_program(op, init, "2x5", "2x4", attributes), x)
    np.testing.assert_allclose(result, expected, rtol=1e-6)


Axis = tuple[int, int, int, int, tuple[int, int]]
"""Number of elements, and the size, stride, dilation and padding of windows along a dimension."""


def has_windows(axis: Axis) -> bool:
    return axis[0] + sum(axis[4]) > (axis[1] - 1) * axis[3]


AXES = st.tuples(
    st.integers(1, 9),
    *(st.integers(1, high) for high in (3, 4, 2)),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
).filter(has_windows)


@settings(max_examples=example_count(13))
@given(st.lists(AXES, min_size=1, max_size=4), st.integers(0, 2**32 - 1))
def test_reduce_window_max_of_integers_keeps_all_bits(axes: list[Axis], seed: int):
    shape, sizes, strides, dilations, padding = map(list, zip(*axes, strict=True))
    x = np.random.default_rng(seed).standard_normal(shape).astype(np.float32)
    whole = np.pad(x, padding, constant_values=-math.inf)
    counts = [
        (size - (window - 1) * dilation - 1) // stride + 1
        for size, window, stride, dilation in zip(
            whole.shape, sizes, strides, dilations, strict=True
        )
    ]
    expected = np.empty(counts, np.float32)
    for place in np.ndindex(*counts):
        window = tuple(
            slice(i * stride, i * stride + (size - 1) * dilation + 1, dilation)
            for i, size, stride, dilation in zip(place, sizes, strides, dilations, strict=True)
        )
        expected[place] = whole[window].max()
    attributes = ", ".join(
        f"{name} = array<i64: {', '.join(map(str, numbers))}>"
        for name, numbers in (
            ("window_dimensions", sizes),
            ("window_strides", strides),
            ("window_dilations", dilations),
        )
    )
    rows = ", ".join(str(list(each)) for each in padding)
    attributes += f", padding = dense<[{rows}]> : tensor<{len(shape)}x2xi64>"
    text = ["x".join(map(str, each)) for each in (shape, counts)]
    program = window_program("maximum", "0xFF800000", *text, attributes)
    (result,) = run(program, x)
    np.testing.assert_array_equal(result, expected)


def test_reduce_window_with_padding_behind_gives_reverse_running_sum():
    """All padding is behind the elements, so that the result is a running sum from the end."""
    x = np.array([[1, -2, 3], [2, 2, -4]], np.float32)
    attributes = (
        "window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [0, 2]]> : tensor<2x2xi64>"
    )
    (result,) = run(window_program("add", "0.0", "2x3", "2x3", attributes), x)
    np.testing.assert_allclose(result, [[sum(row[i:]) for i in range(3)] for row in x])


ARGUMENT = """
func.func @f(%a: tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %p = stablehlo.iota dim = 1 : tensor<3x4xi32>
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %z), (%p init: %zero) across dimensions = [1] : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>)  {
    %1 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.compare NE, %x, %x, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.or %1, %2 : tensor<i1>
    %4 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %4, %5 : tensor<i1>
    %7 = stablehlo.or %3, %6 : tensor<i1>
    %8 = stablehlo.select %3, %x, %y : tensor<i1>, tensor<f32>
    %9 = stablehlo.select %7, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %8, %9 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}
"""


def test_argmax_reduction_returns_index_of_first_largest():
    """The first of equal elements is returned. NaN counts as the largest. All elements may be minus
    infinity.
    """
    x = np.array(
        [[1, 5, 5, -2], [math.inf, math.nan, 3, math.nan], [-math.inf] * 4], dtype=np.float32
    )
    largest, places = run(ARGUMENT, x)
    np.testing.assert_array_equal(largest, [5, math.nan, -math.inf])
    np.testing.assert_array_equal(places, [1, 1, 0])


def gather_program(operand: str, indices: str, result: str, numbers: str, sizes: str) -> str:
    """Return a program of one `gather`."""
    return (
        f"func.func @f(%a: tensor<{operand}xf32>, %i: tensor<{indices}xi32>) -> tensor<{result}xf32> {{\n"
        f'  %0 = "stablehlo.gather"(%a, %i) <{{dimension_numbers = #stablehlo.gather<{numbers}>, '
        f"slice_sizes = array<i64: {sizes}>}}> : (tensor<{operand}xf32>, tensor<{indices}xi32>) -> tensor<{result}xf32>\n"
        f"  return %0 : tensor<{result}xf32>\n}}"
    )


def test_gather_of_rows_and_elements_clamps_indices():
    """Rows, columns, single elements and batches are gathered at clamped indices. The elements are
    small enough for bf16.
    """
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    ids = np.array([2, 0, -5, 9], np.int32)
    rows = (
        "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1"
    )
    (result,) = run(gather_program("3x4", "4", "4x4", rows, "1, 4"), x, ids)
    np.testing.assert_array_equal(result, x[[2, 0, 0, 2]])
    columns = (
        "offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1"
    )
    (result,) = run(gather_program("3x4", "4", "3x4", columns, "3, 1"), x, ids)
    np.testing.assert_array_equal(result, x[:, [2, 0, 0, 3]])
    pairs = np.array([[0, 1, 9], [3, 2, 9]], np.int32)
    elements = "collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0"
    (result,) = run(gather_program("3x4", "2x3", "3", elements, "1, 1"), x, pairs)
    np.testing.assert_array_equal(result, x[[0, 1, 2], [3, 2, 3]])
    batches = (
        "collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
        "start_index_map = [1], index_vector_dim = 2"
    )
    along = np.array([[[0], [3]], [[1], [1]], [[2], [0]]], np.int32)
    (result,) = run(gather_program("3x4", "3x2x1", "3x2", batches, "1, 1"), x, along)
    np.testing.assert_array_equal(result, np.take_along_axis(x, along[..., 0], 1))


GATHERS = {
    "rows": (
        *("4", "4x4", "1, 4"),
        "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1",
    ),
    "windows": (
        *("4x2", "4x2x3", "2, 3"),
        "offset_dims = [1, 2], start_index_map = [1, 0], index_vector_dim = 1",
    ),
    "windows in front": (
        *("1x4", "2x1x4", "2, 1"),
        "offset_dims = [0, 1], start_index_map = [0], index_vector_dim = 0",
    ),
    "whole columns, cut": (
        *("4x1", "4x3x2", "3, 2"),
        "offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1",
    ),
}


@pytest.mark.parametrize("element", ["f32", "i32"])
@pytest.mark.parametrize("name", GATHERS)
def test_gather_of_windows_and_integers_clamps_starts(name: str, element: str):
    """Starts are clamped so that each window is inside the tensor. The reference takes slices."""
    indices, result, sizes, numbers = GATHERS[name]
    x = np.arange(12, dtype=np.int32).reshape(3, 4)
    if element == "i32":
        x += 16777217
        x.flat[:2] = [-(2**31), 2**31 - 1]
    shape = tuple(map(int, indices.split("x")))
    ids = np.array([2, 0, -5, 9, 1, 1, 0, 3][: math.prod(shape)], np.int32).reshape(shape)
    wide, high = 4, 3
    height, width = map(int, sizes.split(", "))
    text = gather_program("3x4", indices, result, numbers, sizes).replace("f32", element)
    (found,) = run(text, x.astype(np.float32 if element == "f32" else np.int32), ids)
    starts = ids.reshape(4, -1) if "index_vector_dim = 1" in numbers else ids.reshape(1, 4).T
    places = [(int(s[1]), int(s[0])) if len(s) == 2 else (int(s[0]), 0) for s in starts]
    taken = [
        x[r : r + height, c : c + width]
        for r, c in (
            (max(0, min(r, high - height)), max(0, min(c, wide - width))) for r, c in places
        )
    ]
    stacked = np.stack(taken, 2 if name == "windows in front" else 0)
    np.testing.assert_array_equal(found, stacked.reshape(found.shape))


def test_convolution_and_pooling_with_uneven_padding_match_reference_loops():
    """The padding is that of `SAME` for a stride of 2: one more at the end. The reference computes
    each window separately.
    """
    text = """
func.func @f(%a: tensor<1x4x6x2xf32>, %w: tensor<3x3x2x3xf32>) -> (tensor<1x2x3x3xf32>, tensor<1x2x3x2xf32>) {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x6x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x3x3xf32>
  %1 = "stablehlo.reduce_window"(%a, %z) <{padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %2 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<1x4x6x2xf32>, tensor<f32>) -> tensor<1x2x3x2xf32>
  return %0, %1 : tensor<1x2x3x3xf32>, tensor<1x2x3x2xf32>
}
"""
    x = np.arange(48, dtype=np.float32).reshape(1, 4, 6, 2) - 60
    w = np.arange(54, dtype=np.float32).reshape(3, 3, 2, 3) / 8 - 3
    convolved, largest = run(text, x, w)
    for row in range(2):
        for column in range(3):
            window = x[0, 2 * row : 2 * row + 3, 2 * column : 2 * column + 3]
            kernel = w[: window.shape[0], : window.shape[1]]
            expected = np.einsum("hwi,hwio->o", window, kernel)
            np.testing.assert_allclose(convolved[0, row, column], expected, rtol=1e-5)
            np.testing.assert_array_equal(largest[0, row, column], window.max((0, 1)))


def test_every_stablehlo_op_is_either_lowered_or_refused():
    assert not LOWERINGS.keys() & REFUSALS.keys()
