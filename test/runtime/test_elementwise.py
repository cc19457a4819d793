import math

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from ttnn_builders import SCHEMA, ProgramBuilder, run_one, unary_program

from ttmlir_py import runtime
from ttmlir_py.runtime.formats import FORMATS, round_to
from ttmlir_py.runtime.kernels import ELEMENTWISE, KERNELS
from ttmlir_py.runtime.kernels.elementwise import power
from ttmlir_py.runtime.kernels.special import erfc

pytestmark = pytest.mark.slow


def sign(x):
    return (x > 0) - (x < 0)


def ieee_divide(a, b):
    if b:
        return a / b
    return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)


# Independent definitions of functions of one Python float, in double precision.
UNARY = {
    "Abs": abs,
    "Cbrt": math.cbrt,
    "Ceil": math.ceil,
    "Cos": math.cos,
    "Exp": math.exp,
    "Expm1": math.expm1,
    "Floor": math.floor,
    "Gelu": lambda x: x * math.erfc(-x / math.sqrt(2)) / 2,
    "IsFinite": lambda x: float(math.isfinite(x)),
    "LogicalNot": lambda x: float(x == 0),
    "Neg": lambda x: -x,
    "Reciprocal": lambda x: ieee_divide(1.0, x),
    "Relu": lambda x: max(x, 0.0),
    "Sigmoid": lambda x: 1 / (1 + math.exp(-x)),
    "Sign": sign,
    "Sin": math.sin,
    "Tan": math.tan,
    "Tanh": math.tanh,
    "Typecast": lambda x: x,
}
UNARY_POSITIVE = {
    "Log": math.log,
    "Log1p": math.log1p,
    "Rsqrt": lambda x: 1 / math.sqrt(x),
    "Sqrt": math.sqrt,
}
BINARY = {
    "Add": lambda a, b: a + b,
    "Div": ieee_divide,
    "Equal": lambda a, b: float(a == b),
    "GreaterEqual": lambda a, b: float(a >= b),
    "GreaterThan": lambda a, b: float(a > b),
    "LessEqual": lambda a, b: float(a <= b),
    "LessThan": lambda a, b: float(a < b),
    "LogicalAnd": lambda a, b: float(bool(a) and bool(b)),
    "LogicalOr": lambda a, b: float(bool(a) or bool(b)),
    "LogicalXor": lambda a, b: float(bool(a) != bool(b)),
    "Maximum": max,
    "Minimum": min,
    "Multiply": lambda a, b: a * b,
    "NotEqual": lambda a, b: float(a != b),
    "Remainder": lambda a, b: a - b * math.floor(a / b) if b else math.nan,
    "Subtract": lambda a, b: a - b,
}
# Functions with tests of their own, because their operands or parameters differ.
ELSEWHERE = {
    *("BitwiseAnd", "BitwiseOr", "BitwiseXor", "BitwiseNot"),
    *("Clamp", "LeakyRelu", "Power", "Scatter", "Where"),
}

GRID = np.concatenate(
    [np.linspace(-8, 8, 257), [0.0, -0.0, 1e-6, -1e-6, 1e-3, 20.0, -20.0, 60.0, -60.0]]
).astype(np.float32)


def run_eltwise(name, *arrays, params=None, dtype="Float32", in_dtype=None):
    program = ProgramBuilder()
    ins = [program.input(a.shape, in_dtype or dtype) for a in arrays]
    shape = np.broadcast_shapes(*(a.shape for a in arrays))
    out = program.eltwise(name, ins, program.ref(shape, dtype), params)
    return run_one(program.output(out), list(arrays))[0]


def test_kernel_table_covers_every_op_type_of_schema():
    ops = set(SCHEMA.types["tt.target.ttnn.OpType"].tag.values) - {"NONE"}
    covered = [set(KERNELS), {"EltwiseOp"}]
    assert set.union(*covered) == ops
    assert sum(map(len, covered)) == len(ops)


WITHOUT_WORK = {
    "device and memory": {"GetDeviceOp", "DeallocateOp"},
    "creation": {"ArangeOp", "ConstantOp", "EmptyOp", "FullOp", "OnesOp", "ZerosOp"},
    "layout": {"FromDeviceOp", "ToDeviceOp", "ToLayoutOp", "ToMemoryConfigOp"},
    "formats, on the way through the packer": {"ToDTypeOp", "TypecastOp"},
    "movement": {
        *("ConcatOp", "PadOp", "PermuteOp", "RepeatInterleaveOp", "RepeatOp", "ReshapeOp"),
        *("SliceOp", "TransposeOp", "UpsampleOp"),
    },
    "rows by index": {"EmbeddingBackwardOp", "EmbeddingOp", "FillCacheOp", "UpdateCacheOp"},
    "between devices, where the links are the bound": {
        *("AllGatherOp", "MeshShardOp", "ReduceScatterOp")
    },
}
"""Maps a reason to the ops whose time is only that of moving bytes."""


def test_kernel_declares_cost_or_is_listed_as_data_movement():
    silent = {name for name, row in KERNELS.items() if row.cost.work == "none"}
    listed = set.union(*WITHOUT_WORK.values())
    assert not silent - listed, (
        f"{silent - listed}: give `work` in the kernel row, or list the op in WITHOUT_WORK"
    )
    assert not listed - silent, f"{listed - silent} have work"


def test_every_elementwise_type_has_kernel_and_test():
    assert list(ELEMENTWISE) == list(SCHEMA.types["tt.target.ttnn.EltwiseOpType"].values)
    assert set(UNARY) | set(UNARY_POSITIVE) | set(BINARY) | ELSEWHERE == set(ELEMENTWISE)


@pytest.mark.parametrize("name", [*UNARY, *UNARY_POSITIVE])
def test_unary_kernel_matches_python(name):
    function = UNARY.get(name) or UNARY_POSITIVE[name]
    values = GRID if name in UNARY else np.abs(GRID[GRID != 0])
    expected = np.array([function(float(x)) for x in values])
    np.testing.assert_allclose(run_eltwise(name, values), expected, rtol=1e-6, atol=1e-37)


@pytest.mark.parametrize("name", BINARY)
def test_binary_kernel_matches_python(name):
    a, b = np.meshgrid(GRID[::9], GRID[::7])
    expected = np.vectorize(lambda x, y: float(BINARY[name](float(x), float(y))))(a, b)
    got = run_eltwise(name, a, b)
    scale = np.maximum(np.abs(a), np.abs(b)) if name == "Remainder" else 0
    np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-6 * np.max(scale) + 1e-37)


@pytest.mark.parametrize("name", [*UNARY, *UNARY_POSITIVE])
@pytest.mark.parametrize("dtype", ["BFloat16", "Float16", "BFP_BFloat8"])
def test_low_precision_unary_is_float32_result_rounded_once(name, dtype):
    values = round_to(np.abs(GRID) + 1, FORMATS[dtype])
    expected = round_to(run_eltwise(name, values), FORMATS[dtype])
    np.testing.assert_array_equal(
        run_eltwise(name, values, dtype=dtype).astype(np.float32), expected
    )


@pytest.mark.parametrize("name", ["Add", "Multiply", "Div", "Power"])
def test_low_precision_binary_is_rounded_once(name):
    rng = np.random.default_rng(1)
    a, b = (rng.random((17, 33)).astype(ml_dtypes.bfloat16) for _ in range(2))
    exact = run_eltwise(name, a.astype(np.float32), b.astype(np.float32))
    got = run_eltwise(name, a, b, dtype="BFloat16")
    assert got.dtype == ml_dtypes.bfloat16
    np.testing.assert_array_equal(got, exact.astype(ml_dtypes.bfloat16))


def test_elementwise_kernels_propagate_nan_and_infinities():
    special = np.float32([np.nan, np.inf, -np.inf])
    for name in ("Abs", "Relu", "Neg", "Sign", "Exp", "Tanh", "Gelu", "Sigmoid", "Floor", "Sqrt"):
        assert np.isnan(run_eltwise(name, special)[0]), name
    assert run_eltwise("Exp", special)[1:].tolist() == [np.inf, 0]
    assert run_eltwise("Gelu", special)[1:].tolist() == [np.inf, 0]
    assert run_eltwise("Sigmoid", special)[1:].tolist() == [1, 0]
    assert run_eltwise("IsFinite", special).tolist() == [0, 0, 0]
    ones = np.ones(3, np.float32)
    for name in ("Maximum", "Minimum", "Add", "Power"):
        assert np.isnan(run_eltwise(name, special, ones + 1)[0]), name
    assert run_eltwise("Equal", special, special).tolist() == [0, 1, 1]
    zero = np.zeros(3, np.float32)
    assert run_eltwise("Div", np.float32([1, -1, 0]), zero)[:2].tolist() == [np.inf, -np.inf]


def test_power_kernel_matches_python():
    base = np.float32([2, 0.5, -3, 0, 9, 2])
    exponent = np.float32([10, -2, 3, 0, 0.5, -1])
    np.testing.assert_allclose(
        run_eltwise("Power", base, exponent), [1024, 4, -27, 1, 3, 0.5], rtol=1e-6
    )


@pytest.mark.parametrize("exponent", [2, 0.5, -1, 3])
def test_power_kernel_with_scalar_exponent_equals_power_with_tensor(exponent):
    a = np.linspace(0.1, 9, 999, dtype=np.float32)
    one, many = np.full(1, exponent, np.float32), np.full_like(a, exponent)
    assert power(a, one).tobytes() == power(a, many).tobytes()


def test_where_kernel_treats_nonzero_condition_as_true():
    condition = np.float32([0, 1, -0.0, 0.001, np.nan, -2])
    a, b = np.float32([1, 2, 3, 4, 5, 6]), np.float32([-1, -2, -3, -4, -5, -6])
    assert run_eltwise("Where", condition, a, b).tolist() == [-1, 2, -3, 4, 5, 6]


def test_clamp_and_leaky_relu_kernels_match_definitions():
    x = np.float32([-3, -1, 0, 2, 5, np.nan])
    got = run_eltwise("Clamp", x, params=("ClampOpParams", {"min": -1.5, "max": 2.5}))
    np.testing.assert_array_equal(got, np.float32([-1.5, -1, 0, 2, 2.5, np.nan]))
    slope = ("EltwiseOpWithFloatParams", {"parameter": 0.25})
    got = run_eltwise("LeakyRelu", x, params=slope)
    np.testing.assert_array_equal(got, np.float32([-0.75, -0.25, 0, 2, 5, np.nan]))


def test_kernel_with_missing_parameter_reports_parameter():
    with pytest.raises(
        runtime.SimulationError, match=r"EltwiseOp\(Clamp\)\): parameter 'min' is missing"
    ):
        run_one(unary_program("Clamp", (4,)), [np.zeros(4, np.float32)])


def test_scatter_kernel_replaces_leading_corner():
    update = np.full((1, 2), 7, np.float32)
    target = np.arange(6, dtype=np.float32).reshape(2, 3)
    program = ProgramBuilder()
    ins = [program.input((1, 2)), program.input((2, 3))]
    program.output(program.eltwise("Scatter", ins, program.ref((2, 3))))
    assert run_one(program, [update, target])[0].tolist() == [[7, 7, 2], [3, 4, 5]]


@given(
    hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=4, max_side=5),
    st.sampled_from(list(BINARY)),
)
def test_binary_kernel_broadcasts_operands_in_order(shapes, name):
    a, b = (
        np.random.default_rng(seed).random(shape, dtype=np.float32) + 1
        for seed, shape in enumerate(shapes.input_shapes)
    )
    result_shape = shapes.result_shape
    got = ELEMENTWISE[name].compute([a, b], result_shape=result_shape)
    wide_a, wide_b = np.broadcast_to(a, result_shape), np.broadcast_to(b, result_shape)
    expected = ELEMENTWISE[name].compute([wide_a.copy(), wide_b.copy()], result_shape=result_shape)
    np.testing.assert_array_equal(got, expected)


def test_binary_kernel_does_not_swap_smaller_first_operand():
    a, b = np.float32([[10]]), np.float32([[1, 2], [3, 4]])
    assert run_eltwise("Subtract", a, b).tolist() == [[9, 8], [7, 6]]


INTEGER_OPS = {
    "Add": lambda a, b: a + b,
    "Subtract": lambda a, b: a - b,
    "Multiply": lambda a, b: a * b,
    "BitwiseAnd": lambda a, b: a & b,
    "BitwiseOr": lambda a, b: a | b,
    "BitwiseXor": lambda a, b: a ^ b,
    "Maximum": max,
    "Minimum": min,
    "Div": lambda a, b: a // b if b else -1,
    "Remainder": lambda a, b: a % b if b else a,
    "LessThan": lambda a, b: a < b,
    "Equal": lambda a, b: a == b,
    "LogicalAnd": lambda a, b: bool(a and b),
}


@pytest.mark.parametrize("name", INTEGER_OPS)
@pytest.mark.parametrize("dtype", ["UInt32", "UInt16", "UInt8"])
@given(data=st.data())
def test_integer_kernel_results_are_exact_and_wrap_around(name, dtype, data):
    values = FORMATS[dtype].values
    a = data.draw(hnp.arrays(values, 6))
    b = data.draw(hnp.arrays(values, 6) | st.just(np.zeros(6, values)))
    modulus = FORMATS[dtype].largest + 1
    expected = [INTEGER_OPS[name](int(x), int(y)) % modulus for x, y in zip(a, b, strict=True)]
    with np.errstate(all="ignore"):
        got = ELEMENTWISE[name].compute([a, b], result_shape=(6,))
    assert round_to(got, FORMATS[dtype]).tolist() == expected


def test_integer_unary_kernel_wraps_around():
    x = np.array([0, 1, 7, 2**32 - 1], np.uint32)
    run = lambda name: run_eltwise(name, x, dtype="UInt32").tolist()  # noqa: E731
    assert run("Neg") == [0, 2**32 - 1, 2**32 - 7, 1]
    assert run("BitwiseNot") == [2**32 - 1, 2**32 - 2, 2**32 - 8, 0]
    assert run("Abs") == run("Relu") == run("Floor") == run("Ceil") == run("Typecast") == x.tolist()
    assert run("LogicalNot") == [1, 0, 0, 0]


def test_signed_integer_kernels_use_twos_complement():
    a, b = np.array([-5, 3, -1], np.int32), np.array([7, -3, -1], np.int32)
    got = run_eltwise("Add", a, b, dtype="UInt32")
    assert got.view(np.int32).tolist() == [2, 0, -2]


def test_bitwise_kernel_on_floats_is_refused():
    with pytest.raises(runtime.SimulationError, match="BitwiseNot needs integer operands"):
        run_one(unary_program("BitwiseNot", (4,)), [np.zeros(4, np.float32)])


@given(st.floats(-30, 30))
def test_erfc_kernel_matches_library(x):
    expected = math.erfc(x) if x <= 12 else 0.0
    assert erfc(np.array([x]))[0] == pytest.approx(expected, rel=1e-10, abs=0)


def test_erfc_kernel_of_special_values_is_exact():
    got = erfc(np.array([np.inf, -np.inf, np.nan, 0.0]))
    np.testing.assert_allclose(got, [0, 2, np.nan, 1], rtol=1e-10, atol=0)


# All bit patterns of a 16-bit format, with NaN and infinities. The order is scrambled, so that
# operands next to each other differ in kind.
BITS = (np.arange(1 << 16, dtype=np.uint32) * 40503 % (1 << 16)).astype(np.uint16)


@pytest.mark.parametrize("data_type", ["BFloat16", "Float16"])
@pytest.mark.parametrize("name", [name for name, row in ELEMENTWISE.items() if row.keeps_values])
def test_value_preserving_kernels_return_representable_values(name, data_type):
    row, format_ = ELEMENTWISE[name], FORMATS[data_type]
    numbers = BITS.view(format_.external).astype(np.float32)
    operands = [np.roll(numbers, shift) for shift in range(row.arity)]
    with np.errstate(invalid="ignore"):  # of signalling NaNs
        result = np.asarray(row.compute(operands, result_shape=numbers.shape))
        kept = result.astype(np.float32)
        rounded = kept.astype(format_.external).astype(np.float32)
        np.testing.assert_array_equal(kept, rounded)
        np.testing.assert_array_equal(round_to(result, format_), kept)


def test_rounding_is_skipped_only_for_operands_in_result_format():
    values = np.array([1.0, 1 + 2**-9, 3.4e38, -1e-45], np.float32)
    rounded = values.astype(ml_dtypes.bfloat16).astype(np.float32)
    for name in ("Typecast", "Neg", "Abs", "Relu"):
        given = run_eltwise(name, values, dtype="BFloat16", in_dtype="Float32")
        expected = run_eltwise(name, rounded, dtype="BFloat16")
        np.testing.assert_array_equal(given, expected)
