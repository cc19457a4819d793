"""Compare products, transpositions and reductions, compiled for the simulated chip and run there,
with numpy.
"""

from functools import partial

import ml_dtypes
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_compiled_programs import one_op, text_of
from tiers import example_count, share

import ttmlir_py
from ttmlir_py.tensix.binary import MetalBinary
from ttmlir_py.tensix.trials import Noc

pytestmark = pytest.mark.slow

TYPES = {"f32": np.float32, "bf16": ml_dtypes.bfloat16}
ELEMENTS = st.sampled_from(sorted(TYPES))
LAWS = settings(max_examples=example_count(3))
SIZES = st.sampled_from([1, 2, 5, 31, 32, 33, 64, 70])


def compiled(text):
    data = ttmlir_py.compile(text, "ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
    return MetalBinary.load(data)


def run(text, *arrays, **options):
    (result,) = compiled(text).run(list(arrays), **options)
    return result


def op_text(op, shapes, result, attributes, element):
    """Return the text of a function of one op, without attributes by default."""
    text = one_op(op, shapes, result, attributes or "none", element)
    return text if attributes else text.replace("<{none}>", "")


def integers(seed, *shape):
    """Return small integers: sums of their products are exact in f32 in any order."""
    return np.random.default_rng(seed).integers(-8, 8, shape).astype(np.float32)


# ---- products


def product(a, b, element, **options):
    """Return the product on the chip, and the product in f32 by numpy, rounded once."""
    arrays = [each.astype(TYPES[element]) for each in (a, b)]
    expected = np.matmul(*(each.astype(np.float32) for each in arrays)).astype(TYPES[element])
    text = op_text("matmul", [a.shape, b.shape], expected.shape, "", element)
    return run(text, *arrays, **options), expected


@LAWS
@given(rows=SIZES, inner=SIZES, columns=SIZES, element=ELEMENTS, seed=st.integers(0, 99))
def test_compiled_matmul_matches_numpy(rows, inner, columns, element, seed):
    got, expected = product(integers(seed, rows, inner), integers(seed, inner, columns), element)
    assert np.array_equal(got, expected)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((3, 20, 50), (50, 33)),
        ((3, 20, 50), (3, 50, 33)),
        ((2, 1, 20, 64), (1, 3, 64, 33)),
        ((20, 50), (3, 50, 33)),
        ((50,), (50, 33)),
    ],
)
def test_compiled_batched_matmul_matches_numpy(left, right):
    got, expected = product(integers(0, *left), integers(1, *right), "bf16")
    assert np.array_equal(got, expected)


@pytest.mark.parametrize(
    ("rows", "inner", "columns", "element"),
    share(
        [
            (512, 512, 512, "f32"),
            (33, 2048, 700, "f32"),
            (1184, 96, 1184, "f32"),
            (700, 200, 600, "bf16"),
        ],
        1,
    ),
)
def test_compiled_matmul_on_grid_uses_multicast_and_matches_numpy(rows, inner, columns, element):
    """The product is on a grid where both operands are multicast; its size is not a multiple of the
    grid.
    """
    a, b = integers(0, rows, inner), integers(1, inner, columns)
    expected = (a @ b).astype(TYPES[element])
    binary = compiled(op_text("matmul", [a.shape, b.shape], expected.shape, "", element))
    assert any("noc_async_write_multicast" in text for text in kernel_sources(binary))
    (got,) = binary.run([each.astype(TYPES[element]) for each in (a, b)])
    assert np.array_equal(got, expected)


def layout(grid, shape, element="bf16"):
    height, width = (-(-size // cores // 32) * 32 for size, cores in zip(shape, grid, strict=True))
    cores = text_of(grid)
    return f"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <{cores}>, memref<{height}x{width}x{element}, #tt.memory_space<l1>>>"


def product_on(grids, element="bf16"):
    """Return the text of a product of 256x256 on the given grids."""
    kinds = [f"tensor<256x256x{element}, {layout(grid, (256, 256), element)}>" for grid in grids]
    a, b, c = kinds
    return f"""
    func.func @f(%a: {a}, %b: {b}) -> {c} {{
      %0 = tensor.empty() : {c}
      %1 = "ttir.matmul"(%a, %b, %0) : ({a}, {b}, {c}) -> {c}
      return %1 : {c}
    }}"""


GRIDS = {
    "8x8": [(8, 8)] * 3,
    "one column": [(8, 1)] * 3,
    "one row": [(1, 8)] * 3,
    "rows and columns": [(8, 1), (1, 8), (8, 8)],
    "one of several": [(2, 2), (2, 2), (1, 1)],
    "others": [(2, 4), (4, 2), (4, 4)],
}
ALONE = ("one row", "others")
"""Cases where cores also run one at a time: one and both operands are multicast."""


@pytest.mark.parametrize("grids", share([*GRIDS], 3))
def test_compiled_matmul_on_any_grid_matches_numpy(grids):
    a, b = (integers(seed, 256, 256).astype(ml_dtypes.bfloat16) for seed in (0, 1))
    expected = np.matmul(a.astype(np.float32), b.astype(np.float32)).astype(ml_dtypes.bfloat16)
    binary = compiled(product_on(GRIDS[grids]))
    for lockstep in (True, False) if grids in ALONE else (True,):
        assert np.array_equal(binary.run([a, b], lockstep=lockstep)[0], expected)


def exponential_of(op, operands, shape, result, element, attributes=""):
    """Return a function of e^a, whose padding is 1, and becomes infinite in 1 / (e^a - 1)."""
    source, target = (f"tensor<{text_of(each)}x{element}>" for each in (shape, result))
    arguments = ", ".join(operands)
    types = ", ".join([source] * len(operands) + [target])
    return f"""
    func.func @f(%a: {source}) -> {target} {{
      %0 = tensor.empty() : {source}
      %e = "ttir.exp"(%a, %0) <{{operandSegmentSizes = array<i32: 1, 1>}}> : ({source}, {source}) -> {source}
      %1 = tensor.empty() : {source}
      %q = "ttir.div"(%e, %a, %1) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({source}, {source}, {source}) -> {source}
      %2 = tensor.empty() : {target}
      %r = "ttir.{op}"({arguments}, %2) {attributes} : ({types}) -> {target}
      return %r : {target}
    }}"""


def rows_on_cores(grid, shape):
    return f"tensor<{'x'.join(map(str, (*shape, 'f32')))}, {layout(grid, shape, 'f32')}>"


@pytest.mark.parametrize("inner", share([370, 384], 1))
def test_compiled_matmul_without_memory_for_all_tiles_tilizes_in_steps(inner):
    """Another tensor takes most of a core's memory, so that received rows are tilized step by
    step.
    """
    grid, shapes = (2, 2), [(128, inner), (inner, 64), (128, 64)]
    left, right, result = (rows_on_cores(grid, shape) for shape in shapes)
    left, right = (each.replace("185", "192") for each in (left, right))  # of whole tiles
    text = f"""
    func.func @f(%large: {rows_on_cores((1, 1), (10528, 32))}, %a: {left}, %b: {right}) -> {result} {{
      %0 = tensor.empty() : {result}
      %1 = "ttir.matmul"(%a, %b, %0) : ({left}, {right}, {result}) -> {result}
      return %1 : {result}
    }}"""
    binary = compiled(text)
    a, b = integers(1, *shapes[0]), integers(2, *shapes[1])
    arrays = [np.zeros((10528, 32), np.float32), a, b]
    for options in (
        {},
        {"noc": Noc.LATE, "schedule": 3},
        {"lockstep": False},
    ):
        (got,) = binary.run(arrays, **options)
        assert np.array_equal(got, a @ b)
    assert any("matmul_tiles" in text and "tilize_block" in text for text in kernel_sources(binary))


def test_compiled_matmul_ignores_padding_of_rows():
    """The padding of an incomplete tile holds infinite numbers of other rows."""
    grid, shapes = (2, 2), [(128, 400), (376, 192), (128, 376), (128, 192)]
    whole, right, left, result = (rows_on_cores(grid, shape) for shape in shapes)
    whole, left, right = (
        each.replace("64x200", "64x224").replace("188", "192") for each in (whole, left, right)
    )
    text = f"""
    func.func @f(%large: {rows_on_cores((1, 1), (9344, 32))}, %whole: {whole}, %b: {right}) -> {result} {{
      %0 = tensor.empty() : {left}
      %a = "ttir.slice"(%whole, %0) <{{begins = [0 : i32, 16 : i32], ends = [128 : i32, 392 : i32], step = [1 : i32, 1 : i32]}}> : ({whole}, {left}) -> {left}
      %1 = tensor.empty() : {result}
      %2 = "ttir.matmul"(%a, %b, %1) : ({left}, {right}, {result}) -> {result}
      return %2 : {result}
    }}"""
    binary = compiled(text)
    a, b = integers(1, *shapes[0]), integers(2, *shapes[1])
    a[:, 16:24] = np.inf
    b[:8] = 1
    (got,) = binary.run([np.zeros((9344, 32), np.float32), a, b])
    assert any("matmul_tiles" in text and "tilize_block" in text for text in kernel_sources(binary))
    assert np.array_equal(got, a[:, 16:392] @ b)


def kernel_sources(binary):
    """Return the text of all kernels."""
    (program,) = binary.view.programs
    (queue,) = program.device_programs[0].command_queues
    enqueued = [each.type for each in queue.commands if hasattr(each.type, "program")]
    return [kernel.kernel.source for each in enqueued for kernel in each.program.kernels]


def test_compiled_matmul_ignores_infinite_padding():
    """The padding of e^a / a is 1 / 0, in both operands."""
    a = np.random.default_rng(0).random((40, 40)).astype(np.float32) + 1
    got = run(exponential_of("matmul", ["%q", "%q"], a.shape, a.shape, "f32"), a)
    quotient = np.exp(a.astype(np.float64)) / a
    np.testing.assert_allclose(got, quotient @ quotient, rtol=1e-5)


# ---- transpositions


@LAWS
@given(outer=st.sampled_from([(), (3,), (2, 3)]), rows=SIZES, columns=SIZES, element=ELEMENTS)
def test_compiled_transpose_matches_numpy(outer, rows, columns, element):
    a = integers(0, *outer, rows, columns).astype(TYPES[element])
    text = op_text(
        "transpose",
        [a.shape],
        (*outer, columns, rows),
        "dim0 = -1 : si32, dim1 = -2 : si32",
        element,
    )
    assert np.array_equal(run(text, a), np.swapaxes(a, -1, -2))


def test_compiled_transpose_across_cores_matches_numpy():
    a = integers(0, 900, 700)
    text = op_text("transpose", [a.shape], (700, 900), "dim0 = 0 : si32, dim1 = 1 : si32", "f32")
    assert np.array_equal(run(text, a), a.T)


# ---- reductions

REDUCTIONS = {
    "sum": np.sum,
    "mean": np.mean,
    "max": np.max,
    "min": np.min,
    "prod": np.prod,
    "reduce_and": lambda array, axis, keepdims: np.all(array != 0, axis=axis, keepdims=keepdims),
}


def reduction(op, array, dims, keep, element):
    """Return the reduction on the chip, and in f64 by numpy."""
    expected = np.asarray(
        REDUCTIONS[op](array.astype(np.float64), axis=dims, keepdims=keep), np.float64
    )
    shape = expected.shape or (1,)
    listed = "" if dims is None else f", dim_arg = [{', '.join(f'{dim} : i32' for dim in dims)}]"
    text = op_text(op, [array.shape], shape, f"keep_dim = {str(keep).lower()}{listed}", element)
    return run(text, array).astype(np.float64), expected.reshape(shape)


@st.composite
def cases(draw):
    shape = tuple(draw(st.lists(st.sampled_from([1, 2, 3, 5, 33, 40]), min_size=1, max_size=4)))
    while np.prod(shape) > 8000:
        shape = shape[1:]
    dims = draw(st.none() | st.sets(st.sampled_from(range(len(shape))), min_size=1))
    return shape, None if dims is None else tuple(sorted(dims))


@pytest.mark.parametrize("op", REDUCTIONS)
@LAWS
@given(case=cases(), keep=st.booleans(), element=ELEMENTS, seed=st.integers(0, 99))
def test_compiled_reduction_matches_numpy(op, case, keep, element, seed):
    """The numbers have both signs, and magnitudes whose products neither vanish nor overflow."""
    shape, dims = case
    assume(op != "prod" or np.prod(shape) <= 1500)  # nothing is freed between its many steps
    random = np.random.default_rng(seed)
    array = np.exp(random.uniform(-0.2, 0.2, shape)) * random.choice([-1, 1], shape)
    if op == "reduce_and":
        array = random.choice([0, 1, 1, 1, 2], shape)
    array = array.astype(TYPES[element])
    got, expected = reduction(op, array, dims, keep, element)
    assert got.shape == expected.shape
    scale = np.abs(array.astype(np.float64)).sum() if op == "sum" else np.abs(expected).max()
    tolerance = 1e-5 if element == "f32" else 2**-8
    if op in ("max", "min", "reduce_and"):
        tolerance = 0
    np.testing.assert_allclose(got, expected, rtol=tolerance * 4, atol=tolerance * scale / 4)


@pytest.mark.parametrize(
    ("op", "shape", "dims"),
    share(
        [
            ("sum", (1184, 900), (1,)),
            ("mean", (64, 100, 100), (0,)),
            ("min", (900, 1000), (0, 1)),
            ("sum", (2, 40000), (1,)),
            ("max", (1184, 900), (0,)),
        ],
        3,
    ),
)
def test_compiled_large_reduction_across_cores_matches_numpy(op, shape, dims):
    array = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
    got, expected = reduction(op, array, dims, False, "f32")
    np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("shape", "dims"),
    share([((40, 2, 33), (1, 2)), ((40, 1, 33), (2,)), ((40, 33, 1), (1,))], 1),
)
def test_compiled_product_of_many_rows_matches_numpy(shape, dims):
    """A few rows at a time become separate matrices with padding, because one core's memory would
    not hold all.
    """
    array = np.random.default_rng(0).choice([-1, 1, 1.125], shape, p=[0.4, 0.5, 0.1])
    got, expected = reduction("prod", array.astype(np.float32), dims, False, "f32")
    np.testing.assert_allclose(got, expected, rtol=1e-4)


OF_INTEGERS = ("sum", "prod", "max", "min", "reduce_and")


@pytest.mark.parametrize(
    ("element", "type_", "shape", "dims", "ops"),
    [
        ("si32", np.int32, (66, 3), (0,), ("sum", "min")),
        ("ui16", np.uint16, (3, 5), (1,), ("sum", "max")),
        *(
            (element, type_, (3, 4, 2), (0,), OF_INTEGERS)
            for element, type_ in (("si32", np.int32), ("ui32", np.uint32), ("ui8", np.uint8))
        ),
    ],
)
def test_compiled_integer_reduction_matches_numpy(element, type_, shape, dims, ops):
    """Operands have all bit patterns. Sums and products wrap, as in numpy."""
    limits = np.iinfo(type_)
    random = np.random.default_rng(0)
    array = random.integers(limits.min, limits.max, shape, type_, endpoint=True)
    array.flat[:: shape[-1] + 1] = 0
    typed = {"dtype": type_}
    expected = {
        "sum": np.sum(array, dims, **typed),
        "prod": np.prod(array | 1, dims, **typed),
        "max": np.max(array, dims),
        "min": np.min(array, dims),
        "reduce_and": np.all(array, dims).astype(type_),
    }
    listed = ", ".join(f"{dim} : i32" for dim in dims)
    attributes = f"keep_dim = false, dim_arg = [{listed}]"
    for op in ops:
        text = op_text(op, [shape], expected[op].shape, attributes, element)
        got = run(text, array | 1 if op == "prod" else array)
        assert got.dtype == type_
        assert np.array_equal(got, expected[op]), op


@pytest.mark.parametrize("op", ["sum", "max", "min"])
@pytest.mark.parametrize("dims", [(0,), (1,), (0, 1)])
def test_compiled_reduction_propagates_nan_and_infinity(op, dims):
    """Only the results with NaN or infinity among their operands may be NaN or infinite."""
    array = integers(0, 40, 50)
    array[3, 4], array[5, 6], array[7, 45] = np.inf, -np.inf, np.nan
    with np.errstate(invalid="ignore"):
        got, expected = reduction(op, array, dims, True, "f32")
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("op", ["sum", "max", "min", "prod"])
def test_compiled_reduction_ignores_infinite_padding(op):
    a = np.random.default_rng(0).random((40, 33)).astype(np.float32) + 1
    attributes = "<{dim_arg = [1 : i32], keep_dim = true}>"
    got = run(exponential_of(op, ["%q"], a.shape, (40, 1), "f32", attributes), a)
    quotient = np.exp(a.astype(np.float64)) / a
    np.testing.assert_allclose(got, REDUCTIONS[op](quotient, 1, keepdims=True), rtol=1e-5)


def test_compiled_composite_function_matches_numpy():
    """The function is the transposed product of e^a with itself, divided by the largest number of
    each row.
    """
    run_case = partial(run, SEVERAL)
    a = np.random.default_rng(0).random((40, 50)).astype(np.float32)
    e = np.exp(a.astype(np.float64))
    np.testing.assert_allclose(run_case(a), (e @ e.T).max(1), rtol=1e-5)


SEVERAL = """
func.func @f(%a: tensor<40x50xf32>) -> tensor<40xf32> {
  %0 = tensor.empty() : tensor<40x50xf32>
  %e = "ttir.exp"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<40x50xf32>, tensor<40x50xf32>) -> tensor<40x50xf32>
  %1 = tensor.empty() : tensor<50x40xf32>
  %t = "ttir.transpose"(%e, %1) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<40x50xf32>, tensor<50x40xf32>) -> tensor<50x40xf32>
  %2 = tensor.empty() : tensor<40x40xf32>
  %p = "ttir.matmul"(%e, %t, %2) : (tensor<40x50xf32>, tensor<50x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>
  %3 = tensor.empty() : tensor<40xf32>
  %r = "ttir.max"(%p, %3) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<40x40xf32>, tensor<40xf32>) -> tensor<40xf32>
  return %r : tensor<40xf32>
}
"""


# ---- memory


@pytest.mark.parametrize(
    ("shape", "dims"), share([((16, 32, 1, 20), None), ((512, 1, 20), (2,))], 1)
)
def test_compiled_matmul_too_large_for_one_core_matches_numpy(shape, dims):
    """The steps fit into the memory of the cores, because their rows become separate matrices."""
    array = np.where(integers(2, *shape) > 0, -1, 1).astype(np.float32)
    got, expected = reduction("prod", array, dims, False, "f32")
    assert np.array_equal(got, expected)


def test_compiled_program_reuses_freed_memory():
    """A column of tiles is on eight cores. Allocating its 128 KB per core 16 times would exceed
    their memory.
    """
    shape = (8192, 32)
    type_ = f"tensor<{text_of(shape)}xf32>"
    lines = [f"%e{n} = tensor.empty() : {type_}\n" for n in range(16)]
    lines += [
        f'%r{n + 1} = "ttir.add"(%r{n}, %r0, %e{n}) <{{operandSegmentSizes = array<i32: 2, 1>}}>'
        f" : ({type_}, {type_}, {type_}) -> {type_}\n"
        for n in range(16)
    ]
    paired = "".join(a + b for a, b in zip(lines[:16], lines[16:], strict=True))
    array = integers(0, *shape)
    text = f"func.func @f(%r0: {type_}) -> {type_} {{ {paired} return %r16 : {type_} }}"
    assert np.array_equal(run(text, array), 17 * array)


def test_compiled_broadcast_too_large_for_one_core_matches_numpy():
    """The 400 KB of the result exist as rows, as tiles, and as rows again. With the other 600 KB,
    they need a grid.
    """
    text = """func.func @f(%a: tensor<1x1x1x1xf32>, %b: tensor<160x960xf32>) -> (tensor<40x40x2x2xf32>, tensor<160x960xf32>) {
      %e = tensor.empty() : tensor<40x40x2x2xf32>
      %0 = "ttir.broadcast"(%a, %e) <{broadcast_dimensions = array<i64: 40, 40, 2, 2>}>
        : (tensor<1x1x1x1xf32>, tensor<40x40x2x2xf32>) -> tensor<40x40x2x2xf32>
      return %0, %b : tensor<40x40x2x2xf32>, tensor<160x960xf32>
    }"""
    arrays = [integers(0, 1, 1, 1, 1), integers(1, 160, 960)]
    got, _ = compiled(text).run(arrays)
    assert np.array_equal(got, np.broadcast_to(arrays[0], got.shape))
