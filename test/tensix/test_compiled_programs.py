"""Compare TTIR programs, compiled for the simulated chip and run there, with numpy."""

import ml_dtypes
import numpy as np
import pytest

import ttmlir_py
from ttmlir_py.tensix.binary import MetalBinary

pytestmark = pytest.mark.slow

TYPES = {
    "f32": (np.float32, 1e-6),
    "bf16": (ml_dtypes.bfloat16, 1e-2),
    "f16": (np.float16, 1e-3),
}


def run(text, *arrays):
    data = ttmlir_py.compile(text, "ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
    return MetalBinary.load(data).run(list(arrays))


def text_of(shape):
    return "x".join(map(str, shape))


def one_op(op, shapes, result, attributes, element):
    """Return a function of one op. Without attributes, the op has one segment for inputs and one
    for the result.
    """
    attributes = attributes or f"operandSegmentSizes = array<i32: {len(shapes)}, 1>"
    types = [f"tensor<{text_of(shape)}x{element}>" for shape in shapes]
    target = f"tensor<{text_of(result)}x{element}>"
    arguments = ", ".join(f"%a{number}: {type_}" for number, type_ in enumerate(types))
    operands = ", ".join(f"%a{number}" for number in range(len(types)))
    return f"""
    func.func @f({arguments}) -> {target} {{
      %0 = tensor.empty() : {target}
      %1 = "ttir.{op}"({operands}, %0) <{{{attributes}}}> : ({", ".join(types)}, {target}) -> {target}
      return %1 : {target}
    }}"""


def numbers(shape, element, low=0.5):
    random = np.random.default_rng(len(shape))
    return (random.random(shape) + low).astype(TYPES[element][0])


def check(result, expected, element):
    """Compare with the results in f64, relative to the largest number."""
    assert result.shape == expected.shape
    error = np.abs(result.astype(np.float64) - expected).max()
    assert error <= TYPES[element][1] * np.abs(expected).max()


ELEMENTWISE = {
    "add": np.add,
    "multiply": np.multiply,
    "div": np.divide,
    "maximum": np.maximum,
    "exp": np.exp,
}
SHAPES = [(64, 32), (50,), (2, 3, 20, 33)]


@pytest.mark.parametrize(
    ("op", "shape", "element"),
    [(op, (33, 40), element) for op in ELEMENTWISE for element in TYPES]
    + [("add", shape, "f32") for shape in SHAPES],
)
def test_compiled_elementwise_op_matches_numpy(op, shape, element):
    arrays = [numbers(shape, element), numbers(shape, element)[::-1]][: 1 if op == "exp" else 2]
    (result,) = run(one_op(op, [shape] * len(arrays), shape, "", element), *arrays)
    check(result, ELEMENTWISE[op](*(each.astype(np.float64) for each in arrays)), element)


REDUCTIONS = [
    ((64, 96), (1,), (64, 1)),
    ((33, 64), (1,), (33, 1)),
    ((64, 96), (0,), (1, 96)),
    ((64, 33), (0,), (33,)),
    ((64, 96), (0, 1), (1, 1)),
    ((64,), (0,), (1,)),
    ((2, 20, 64), (2,), (2, 20, 1)),
]


@pytest.mark.parametrize(
    ("op", "shape", "dims", "result", "element"),
    [(op, *case, "f32") for op in ("sum", "max") for case in REDUCTIONS]
    + [("mean", *case, element) for case in REDUCTIONS[::2] for element in TYPES],
)
def test_compiled_reduction_matches_numpy(op, shape, dims, result, element):
    keep = len(shape) == len(result)
    listed = ", ".join(f"{dim} : i32" for dim in dims)
    attributes = f"dim_arg = [{listed}], keep_dim = {str(keep).lower()}"
    array = numbers(shape, element)
    (found,) = run(one_op(op, [shape], result, attributes, element), array)
    expected = getattr(np, op)(array.astype(np.float64), axis=dims, keepdims=keep)
    check(found, expected, element)


@pytest.mark.parametrize(
    ("shape", "dims", "result"), [((1024, 512), (1,), (1024, 1)), ((999, 150), None, None)]
)
def test_compiled_reduction_larger_than_core_memory_matches_numpy(shape, dims, result):
    array = numbers(shape, "f32")
    if dims is None:
        (found,) = run(one_op("add", [shape] * 2, shape, "", "f32"), array, array)
        check(found, 2.0 * array.astype(np.float64), "f32")
        return
    (found,) = run(
        one_op("sum", [shape], result, "dim_arg = [1 : i32], keep_dim = true", "f32"), array
    )
    check(found, array.astype(np.float64).sum(dims, keepdims=True), "f32")


CONSTANTS = {
    "splat": ("dense<2.0>", (32, 64)),
    "padded splat": ("dense<2.0>", (3, 5)),
    "elements": ("dense<[[1.0, 2.0, 3.0], [4.0, 5.0, -6.0]]>", (2, 3)),
}


@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize("case", CONSTANTS)
def test_compiled_program_with_constant_matches_numpy(case, element):
    literal, shape = CONSTANTS[case]
    type_ = f"tensor<{text_of(shape)}x{element}>"
    array = numbers(shape, element)
    (result,) = run(
        f"""
        func.func @f(%a: {type_}) -> {type_} {{
          %0 = "ttir.constant"() <{{value = {literal} : {type_}}}> : () -> {type_}
          %1 = tensor.empty() : {type_}
          %2 = "ttir.add"(%a, %0, %1) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({type_}, {type_}, {type_}) -> {type_}
          return %2 : {type_}
        }}""",
        array,
    )
    constant = np.array(eval(literal.removeprefix("dense<").removesuffix(">")))
    check(result, array.astype(np.float64) + constant, element)


def layout(grid, shard, space="l1"):
    return f"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <{grid}>, memref<{shard}xf32, #tt.memory_space<{space}>>>"


ONE, TWO, FAR = layout("1x1", "64x64"), layout("2x1", "32x64"), layout("1x1", "64x64", "dram")


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [(ONE, TWO, TWO), (TWO, TWO, ONE), (FAR, FAR, FAR), (FAR, TWO, ONE), (TWO, ONE, FAR)],
)
def test_compiled_program_with_operands_on_several_grids_and_in_dram_matches_numpy(
    first, second, result
):
    """Operands are moved between grids, streamed, and read from and written to DRAM."""
    arrays = [numbers((64, 64), "f32"), numbers((64, 64), "f32", -3.0)]
    (found,) = run(
        f"""
        !a = tensor<64x64xf32, {first}>
        !b = tensor<64x64xf32, {second}>
        !r = tensor<64x64xf32, {result}>
        func.func @f(%a: !a, %b: !b) -> !r {{
          %0 = tensor.empty() : !r
          %1 = "ttir.multiply"(%a, %b, %0) <{{operandSegmentSizes = array<i32: 2, 1>}}> : (!a, !b, !r) -> !r
          return %1 : !r
        }}""",
        *arrays,
    )
    check(found, arrays[0].astype(np.float64) * arrays[1], "f32")


def test_compiled_division_leaves_divisor_unchanged_for_later_reads():
    """The program divides b by e^a, divides e^a by itself, and multiplies e^a afterwards."""
    type_ = "tensor<40x40xf32>"
    binary = "<{operandSegmentSizes = array<i32: 2, 1>}>"
    a, b = numbers((40, 40), "f32"), numbers((40, 40), "f32", 1.0)
    (found,) = run(
        f"""
        func.func @f(%a: {type_}, %b: {type_}) -> {type_} {{
          %0 = tensor.empty() : {type_}
          %e = "ttir.exp"(%a, %0) <{{operandSegmentSizes = array<i32: 1, 1>}}> : ({type_}, {type_}) -> {type_}
          %1 = tensor.empty() : {type_}
          %q = "ttir.div"(%b, %e, %1) {binary} : ({type_}, {type_}, {type_}) -> {type_}
          %2 = tensor.empty() : {type_}
          %u = "ttir.div"(%e, %e, %2) {binary} : ({type_}, {type_}, {type_}) -> {type_}
          %3 = tensor.empty() : {type_}
          %s = "ttir.add"(%q, %u, %3) {binary} : ({type_}, {type_}, {type_}) -> {type_}
          %4 = tensor.empty() : {type_}
          %r = "ttir.multiply"(%s, %e, %4) {binary} : ({type_}, {type_}, {type_}) -> {type_}
          return %r : {type_}
        }}""",
        a,
        b,
    )
    check(found, b.astype(np.float64) + np.exp(a.astype(np.float64)), "f32")
