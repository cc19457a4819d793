"""Every op gives what PyTorch gives: exact integers, float32 within the bounds of `accuracy.py`,
other formats rounded once.

PyTorch computes in float64 what is compared with a bound, so its own rounding does not count.
"""

import math

import numpy as np
import pytest
from accuracy import BOUNDS
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tiers import example_count
from ttnn_builders import ProgramBuilder, op_program, run_one

from ttmlir_py.runtime.formats import FORMATS, round_to
from ttmlir_py.runtime.kernels import ELEMENTWISE, KERNELS
from ttmlir_py.runtime.kernels.reduction import REDUCTIONS

pytestmark = pytest.mark.slow

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed (pip install 'ttmlir-py[torch]')"
)
functional = torch.nn.functional

SMALLEST_NORMAL = np.float32(2.0**-126)
FLOAT_FORMATS = [f for f in FORMATS.values() if not f.is_integer]
INTEGER_FORMATS = [f for f in FORMATS.values() if f.is_integer]
COVERED: set[str] = set()


def covers(*ops):
    """Decorate a test to record that it compares `ops` with PyTorch."""
    COVERED.update(ops)
    return lambda test: test


def tensor(array):
    """Return `array` as a PyTorch tensor of the widest type of its kind, such as float64."""
    array = np.asarray(array)
    with np.errstate(invalid="ignore"):  # signalling NaN
        return torch.from_numpy(array.astype(np.float64 if array.dtype.kind == "f" else np.int64))


def wrapped(values, format_):
    """Return integers as `format_` holds them: modulo its size, in two's complement if it is
    signed.
    """
    size = 1 << format_.bits
    return (np.asarray(values).astype(np.int64) - format_.smallest) % size + format_.smallest


def spacing(x):
    """Return the unit in the last place of `x`, and below the normal numbers the smallest number's
    unit.
    """
    return np.spacing(np.maximum(np.abs(x).astype(np.float32), SMALLEST_NORMAL)).astype(np.float64)


def close(op, got, exact, *, terms=1, magnitude=None, largest=None):
    """Check that `got` differs from `exact` by at most the bound of `op`. `magnitude` is the sum of
    the magnitudes of `terms` terms, `largest` the largest operand.
    """
    got, exact = np.asarray(got), np.asarray(exact, dtype=np.float64)
    assert got.shape == exact.shape
    bound = BOUNDS[op]
    with np.errstate(over="ignore"):
        rounded = exact.astype(np.float32)
    special = ~np.isfinite(rounded) | ~np.isfinite(got)
    np.testing.assert_array_equal(got[special], rounded[special])
    if not bound.ulp:
        np.testing.assert_array_equal(got, rounded)
        return
    unit = {
        "result": lambda: spacing(rounded),
        "sum": lambda: terms * spacing(magnitude),
        "product": lambda: terms * spacing(rounded),
        "largest": lambda: spacing(largest),
        "1": lambda: 2.0**-23,
    }[bound.of]()
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.where(special, 0.0, np.abs(got.astype(np.float64) - exact) / unit)
    assert np.max(error, initial=0.0) <= bound.ulp * (1 + 1e-6), f"{np.max(error)} ULP"


def random(*shape, seed=0, scale=1.0):
    return (np.random.default_rng(seed).standard_normal(shape) * scale).astype(np.float32)


def run_op(op_type, operands, result, *, dtype="Float32", in_dtype=None, **fields):
    """Run a binary with one op and return its result. `operands` maps its fields to arrays."""
    shapes = {
        name: [a.shape for a in value] if isinstance(value, list) else value.shape
        for name, value in operands.items()
    }
    arrays = [
        a for value in operands.values() for a in (value if isinstance(value, list) else [value])
    ]
    program = op_program(op_type, shapes, tuple(result), dtype=dtype, in_dtype=in_dtype, **fields)
    return run_one(program, arrays)[0]


def run_eltwise(name, arrays, *, dtype="Float32", in_dtype=None, params=None):
    program = ProgramBuilder()
    ins = [program.input(a.shape, in_dtype or dtype) for a in arrays]
    shape = np.broadcast_shapes(*(a.shape for a in arrays))
    out = program.eltwise(name, ins, program.ref(shape, dtype), params)
    return run_one(program.output(out), list(arrays))[0]


# ---- element-wise --------------------------------------------------------------------------------


def cbrt(x):
    return torch.sign(x) * torch.abs(x) ** (1 / 3)


def gelu(x):
    """Return GELU from `erfc`, because PyTorch's own `gelu` loses the left tail to cancellation,
    even in float64.
    """
    return torch.where(x == -math.inf, 0.0, x * torch.special.erfc(-x / math.sqrt(2)) / 2)


def sign(x):
    """Return the sign of `x`, with NaN for NaN, for which PyTorch's `sign` returns 0."""
    return torch.where(torch.isnan(x), x, torch.sign(x))


UNARY = {
    "Abs": torch.abs,
    "Cbrt": cbrt,
    "Ceil": torch.ceil,
    "Cos": torch.cos,
    "Exp": torch.exp,
    "Expm1": torch.expm1,
    "Floor": torch.floor,
    "Gelu": gelu,
    "IsFinite": torch.isfinite,
    "Log": torch.log,
    "Log1p": torch.log1p,
    "LogicalNot": torch.logical_not,
    "Neg": torch.neg,
    "Reciprocal": torch.reciprocal,
    "Relu": torch.relu,
    "Rsqrt": torch.rsqrt,
    "Sigmoid": torch.sigmoid,
    "Sign": sign,
    "Sin": torch.sin,
    "Sqrt": torch.sqrt,
    "Tan": torch.tan,
    "Tanh": torch.tanh,
    "Typecast": lambda x: x,
}
BINARY = {
    "Add": torch.add,
    "Div": torch.div,
    "Equal": torch.eq,
    "GreaterEqual": torch.ge,
    "GreaterThan": torch.gt,
    "LessEqual": torch.le,
    "LessThan": torch.lt,
    "LogicalAnd": torch.logical_and,
    "LogicalOr": torch.logical_or,
    "LogicalXor": torch.logical_xor,
    "Maximum": torch.maximum,
    "Minimum": torch.minimum,
    "Multiply": torch.mul,
    "NotEqual": torch.ne,
    "Power": torch.pow,
    "Remainder": torch.remainder,
    "Subtract": torch.sub,
}
BITWISE = {
    "BitwiseAnd": torch.bitwise_and,
    "BitwiseOr": torch.bitwise_or,
    "BitwiseXor": torch.bitwise_xor,
}
covers(*UNARY, *BINARY, *BITWISE, "BitwiseNot", "Where", "Clamp", "LeakyRelu", "Scatter")


def samples(seed):
    """Return numbers of every magnitude, infinities, NaN, and normally distributed numbers."""
    rng = np.random.default_rng(seed)
    bits = rng.integers(0, 2**32, 30_000, dtype=np.uint32).view(np.float32)
    ordinary = rng.standard_normal(30_000, np.float32) * 8
    return np.concatenate([bits, ordinary, np.float32([0.0, -0.0, 1.0, np.inf, -np.inf, np.nan])])


@pytest.mark.parametrize("name", UNARY)
def test_simulated_unary_op_matches_torch(name):
    x = samples(0)
    with np.errstate(all="ignore"):
        got = ELEMENTWISE[name].compute([x], result_shape=x.shape)
    close(name, got, UNARY[name](tensor(x)))


@pytest.mark.parametrize("name", BINARY)
def test_simulated_binary_op_matches_torch(name):
    x, y = samples(1), np.random.default_rng(9).permutation(samples(2))
    if name == "Remainder":  # only finite quotients: PyTorch and NumPy differ for infinities
        keep = np.isfinite(x) & np.isfinite(y)
        keep[keep] = (tensor(x[keep]) / tensor(y[keep])).abs().numpy() < 2**20
        x, y = x[keep], y[keep]
    with np.errstate(all="ignore"):
        got = ELEMENTWISE[name].compute([x, y], result_shape=x.shape)
    close(name, got, BINARY[name](tensor(x), tensor(y)))


@settings(max_examples=example_count(9))
@given(
    hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=5, max_side=5),
    st.sampled_from(sorted(BINARY)),
)
def test_simulated_binary_op_with_broadcast_matches_torch(shapes, name):
    a, b = (random(*shape, seed=i) + np.float32(0.5) for i, shape in enumerate(shapes.input_shapes))
    a = np.abs(a) if name == "Power" else a
    close(name, run_eltwise(name, [a, b]), BINARY[name](tensor(a), tensor(b)))


@settings(max_examples=example_count(10))
@given(hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=4, max_side=4))
def test_simulated_where_matches_torch(shapes):
    condition, a, b = (random(*shape, seed=i) for i, shape in enumerate(shapes.input_shapes))
    condition = np.where(condition > 0, condition, np.float32(0))
    exact = torch.where(tensor(condition) != 0, tensor(a), tensor(b))
    close("Where", run_eltwise("Where", [condition, a, b]), exact)


@given(st.floats(-4, 4, width=32), st.floats(-4, 4, width=32))
def test_simulated_clamp_and_leaky_relu_match_torch(low, high):
    x = samples(3)
    got = ELEMENTWISE["Clamp"].compute([x], result_shape=x.shape, min=low, max=high)
    close("Clamp", got, torch.clamp(tensor(x), low, high))
    with np.errstate(all="ignore"):
        got = ELEMENTWISE["LeakyRelu"].compute([x], result_shape=x.shape, parameter=low)
    close("LeakyRelu", got, functional.leaky_relu(tensor(x), low))


@given(hnp.array_shapes(max_dims=4, max_side=5), st.data())
def test_simulated_scatter_matches_torch(shape, data):
    target = random(*shape)
    update = random(*(data.draw(st.integers(1, n)) for n in shape), seed=1)
    exact = tensor(target).clone()
    exact[tuple(map(slice, update.shape))] = tensor(update)
    close("Scatter", ELEMENTWISE["Scatter"].compute([update, target], result_shape=shape), exact)


INTEGER_UNARY = {
    name: UNARY[name] for name in ("Abs", "Ceil", "Floor", "LogicalNot", "Neg", "Relu", "Typecast")
}
INTEGER_BINARY = {
    name: f for name, f in BINARY.items() if name not in ("Div", "Power", "Remainder")
} | BITWISE
INTEGER_BINARY |= {
    "Div": lambda a, b: torch.where(
        b == 0, -1, torch.div(a, torch.where(b == 0, 1, b), rounding_mode="trunc")
    ),
    "Remainder": lambda a, b: torch.where(b == 0, a, a % torch.where(b == 0, 1, b)),
}


@pytest.mark.parametrize("format_", INTEGER_FORMATS, ids=str)
@settings(max_examples=example_count(8))
@given(data=st.data())
def test_simulated_integer_ops_are_exact(format_, data):
    small = st.integers(max(format_.smallest, -3), 3)
    values = hnp.arrays(
        format_.values, 9, elements=st.integers(format_.smallest, format_.largest) | small
    )
    a, b = data.draw(values), data.draw(values)
    x, y = tensor(a), tensor(b)

    def check(name, arrays, exact):
        with np.errstate(all="ignore"):
            got = round_to(ELEMENTWISE[name].compute(arrays, result_shape=(9,)), format_)
        np.testing.assert_array_equal(got, wrapped(exact, format_), name)

    for name, function in INTEGER_UNARY.items():
        check(name, [a], function(x))
    check("BitwiseNot", [a], torch.bitwise_not(x))
    for name, function in INTEGER_BINARY.items():
        check(name, [a, b], function(x, y))


@pytest.mark.parametrize("format_", FLOAT_FORMATS, ids=str)
@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_simulated_op_in_narrow_format_is_float32_result_rounded_once(name, format_):
    arity = ELEMENTWISE[name].arity
    arrays = [round_to(np.abs(random(3, 40, seed=i)) + 1, format_) for i in range(arity)]
    exact = run_eltwise(name, arrays, dtype="Float32", in_dtype=format_.name)
    got = run_eltwise(name, arrays, dtype=format_.name)
    np.testing.assert_array_equal(got.astype(np.float32), round_to(exact, format_))


@pytest.mark.parametrize(("name", "type_"), [("BFloat16", "bfloat16"), ("Float16", "float16")])
def test_simulated_rounding_to_format_matches_torch(name, type_):
    x = samples(4)
    expected = torch.from_numpy(x).to(getattr(torch, type_)).to(torch.float32).numpy()
    np.testing.assert_array_equal(round_to(x, FORMATS[name]), expected)


# ---- reductions and products ---------------------------------------------------------------------

TORCH_REDUCTIONS = {"Sum": torch.sum, "Mean": torch.mean, "Max": torch.amax, "Min": torch.amin}


@covers("ReductionOp", *REDUCTIONS)
@pytest.mark.parametrize("name", REDUCTIONS)
@settings(max_examples=example_count(8))
@given(data=st.data())
def test_simulated_reduction_matches_torch(name, data):
    shape = data.draw(hnp.array_shapes(max_dims=4, max_side=9))
    x = random(*shape, scale=100)
    axes = sorted(data.draw(st.sets(st.integers(0, len(shape) - 1))))
    dims = [axis - len(shape) if data.draw(st.booleans()) else axis for axis in axes]
    keep = data.draw(st.booleans())
    over = axes or list(range(len(shape)))
    exact = TORCH_REDUCTIONS[name](tensor(x), dim=over, keepdim=keep)
    fields = {"type": name, "dim_arg": dims, "keep_dim": keep}
    got = run_op("ReductionOp", {"in": x}, exact.shape, **fields)
    terms = math.prod(shape[axis] for axis in over)
    magnitude = torch.sum(tensor(x).abs(), dim=over, keepdim=keep).numpy()
    divisor = terms if name == "Mean" else 1
    close(name, got, exact, terms=terms, magnitude=magnitude / divisor)
    for format_ in FLOAT_FORMATS:
        rounded = round_to(x, format_)
        wide = run_op("ReductionOp", {"in": rounded}, exact.shape, in_dtype=format_.name, **fields)
        got = run_op("ReductionOp", {"in": rounded}, exact.shape, dtype=format_.name, **fields)
        np.testing.assert_array_equal(got.astype(np.float32), round_to(wide, format_))


@covers("ReductionOp", "ReductionProdOp", "MorehCumSumOp")
@pytest.mark.parametrize("format_", INTEGER_FORMATS, ids=str)
@settings(max_examples=example_count(8))
@given(data=st.data())
def test_simulated_integer_reductions_are_exact(format_, data):
    x = data.draw(hnp.arrays(format_.values, hnp.array_shapes(max_dims=3, max_side=4)))
    dim = data.draw(st.integers(-x.ndim, x.ndim - 1))

    def check(op_type, exact, **fields):
        got = run_op(op_type, {"in": x}, exact.shape, dtype=format_.name, **fields)
        np.testing.assert_array_equal(got, wrapped(exact, format_))

    check("ReductionOp", tensor(x).sum(dim), type="Sum", dim_arg=[dim])
    check("ReductionOp", tensor(x).amax(dim), type="Max", dim_arg=[dim])
    check("ReductionOp", tensor(x).amin(dim), type="Min", dim_arg=[dim])
    check("ReductionProdOp", tensor(x).prod(dim), dim_arg=dim)
    check("MorehCumSumOp", tensor(x).cumsum(dim), dim=dim)


@covers("ReductionProdOp")
@settings(max_examples=example_count(10))
@given(hnp.array_shapes(max_dims=4, max_side=6), st.data(), st.booleans(), st.booleans())
def test_simulated_prod_matches_torch(shape, data, keep, everything):
    x = random(*shape) + np.float32(1)
    dim = data.draw(st.integers(-len(shape), len(shape) - 1))
    exact = tensor(x).prod(dim, keepdim=keep)
    if everything:
        exact = tensor(x).prod().reshape([1] * len(shape) if keep else [])
    fields = {"all_dimensions": everything, "dim_arg": dim, "keep_dim": keep}
    got = run_op("ReductionProdOp", {"in": x}, exact.shape, **fields)
    close("ReductionProdOp", got, exact, terms=x.size if everything else shape[dim])


@covers("MorehCumSumOp", "SoftmaxOp")
@settings(max_examples=example_count(10))
@given(hnp.array_shapes(max_dims=4, max_side=9), st.data())
def test_simulated_cumsum_and_softmax_match_torch(shape, data):
    x = random(*shape, scale=4)
    dim = data.draw(st.integers(-len(shape), len(shape) - 1))
    got = run_op("MorehCumSumOp", {"in": x}, shape, dim=dim)
    magnitude = tensor(x).abs().cumsum(dim).numpy()
    close("MorehCumSumOp", got, tensor(x).cumsum(dim), terms=shape[dim], magnitude=magnitude)
    close("SoftmaxOp", run_op("SoftmaxOp", {"in": x}, shape, dimension=dim), tensor(x).softmax(dim))


@st.composite
def matrices(draw):
    """Draw the shapes of the two operands of a matrix product whose batch dimensions broadcast."""
    batches = draw(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3))
    rows, inner, columns = (draw(st.integers(1, 40)) for _ in range(3))
    first, second = batches.input_shapes
    return (*first, rows, inner), (*second, inner, columns)


@covers("MatmulOp", "LinearOp")
@settings(max_examples=example_count(10))
@given(matrices(), st.sampled_from(["full", "row", "one", None]))
def test_simulated_matmul_and_linear_match_torch(shapes, bias_kind):
    a, b = (random(*shape, seed=i) for i, shape in enumerate(shapes))
    exact, magnitude = tensor(a) @ tensor(b), tensor(a).abs() @ tensor(b).abs()
    inner = a.shape[-1]
    got = run_op("MatmulOp", {"in0": a, "in1": b}, exact.shape)
    close("MatmulOp", got, exact, terms=inner, magnitude=magnitude.numpy())
    bias_shape = {"full": exact.shape, "row": exact.shape[-1:], "one": (1,), None: None}[bias_kind]
    operands = {"in0": a, "in1": b}
    if bias_shape is not None:
        bias = operands["bias"] = random(*bias_shape, seed=2)
        exact, magnitude = exact + tensor(bias), magnitude + tensor(bias).abs()
    got = run_op("LinearOp", operands, exact.shape)
    close("LinearOp", got, exact, terms=inner + 1, magnitude=magnitude.numpy())


@covers("MatmulOp")
@pytest.mark.parametrize("format_", FORMATS.values(), ids=str)
def test_simulated_matmul_and_linear_in_every_format_are_rounded_once(format_):
    a, b = (round_to(random(5, 17, seed=i, scale=20), format_) for i in range(2))
    b = b.T.copy()
    if format_.is_integer:
        exact = wrapped(tensor(a) @ tensor(b), format_)
    else:
        exact = round_to(
            run_op("MatmulOp", {"in0": a, "in1": b}, (5, 5), in_dtype=format_.name), format_
        )
    b = round_to(b, format_)
    got = run_op("MatmulOp", {"in0": a, "in1": b}, (5, 5), dtype=format_.name)
    np.testing.assert_array_equal(got.astype(exact.dtype), exact)


# ---- movement and creation -----------------------------------------------------------------------


@st.composite
def any_array(draw, max_dims=5):
    """Draw an array in a format of any kind, and the name of the format."""
    format_ = draw(
        st.sampled_from([FORMATS[n] for n in ("Float32", "BFloat16", "UInt32", "UInt8")])
    )
    shape = draw(hnp.array_shapes(max_dims=max_dims, max_side=5))
    return round_to(np.abs(random(*shape, scale=50)), format_), format_.name


def moves(op_type, x, exact, dtype, **fields):
    name = "input" if op_type == "RepeatInterleaveOp" else "in"
    got = run_op(op_type, {name: x}, exact.shape, dtype=dtype, **fields)
    np.testing.assert_array_equal(got.astype(np.float64), exact.to(torch.float64))


@covers(
    "PermuteOp",
    "TransposeOp",
    "ReshapeOp",
    "SliceOp",
    "RepeatOp",
    "RepeatInterleaveOp",
    "PadOp",
    "ConcatOp",
)
@settings(max_examples=example_count(13))
@given(any_array(), st.data())
def test_simulated_data_movement_ops_match_torch(array, data):
    x, dtype = array
    t, rank = tensor(x), x.ndim
    dims = st.integers(-rank, rank - 1)
    order = data.draw(st.permutations(range(rank)))
    moves("PermuteOp", x, t.permute(order), dtype, permutation=order)
    first, second = data.draw(dims), data.draw(dims)
    moves("TransposeOp", x, t.transpose(first, second), dtype, dim0=first, dim1=second)
    moves("ReshapeOp", x, t.reshape(-1, x.shape[-1]), dtype, shape=[-1, x.shape[-1]])
    counts = [data.draw(st.integers(1, 3)) for _ in range(rank)]
    moves("RepeatOp", x, t.repeat(counts), dtype, repeat_dims=counts)
    exact = t.repeat_interleave(counts[0], dim=first)
    moves("RepeatInterleaveOp", x, exact, dtype, repeats=counts[0], dim=first)
    begins = [data.draw(st.integers(0, n - 1)) for n in x.shape]
    ends = [data.draw(st.integers(low + 1, n)) for low, n in zip(begins, x.shape, strict=True)]
    bounds = zip(begins, ends, counts, strict=True)
    exact = t[tuple(slice(*bound) for bound in bounds)]
    moves("SliceOp", x, exact, dtype, begins=begins, ends=ends, step=counts)
    padding = [data.draw(st.integers(0, 2)) for _ in range(2 * rank)]
    backwards = [amount for low in range(2 * rank - 2, -1, -2) for amount in padding[low : low + 2]]
    moves("PadOp", x, functional.pad(t, backwards, value=3), dtype, padding=padding, value=3.0)
    parts = [x, *[np.take(x, range(n), axis=second) for n in range(x.shape[second])]]
    joined = run_op(
        "ConcatOp",
        {"inputs": parts},
        torch.cat(list(map(tensor, parts)), second).shape,
        dtype=dtype,
        dim=second,
    )
    np.testing.assert_array_equal(
        joined.astype(np.float64), torch.cat(list(map(tensor, parts)), second)
    )


@covers("ToLayoutOp", "ToDTypeOp", "TypecastOp", "ToDeviceOp", "FromDeviceOp", "ToMemoryConfigOp")
@pytest.mark.parametrize("target", FORMATS.values(), ids=str)
@pytest.mark.parametrize("source", FORMATS.values(), ids=str)
def test_simulated_type_conversions_match_torch(source, target):
    """Conversions to u8 keep the lowest byte; those between u32 and si32 keep the bits; others
    saturate, and from floating point they truncate, or round for u16.
    """
    x = round_to(
        np.concatenate([random(40, scale=300), np.float32([0.5, 1.5, 2.5, 254.5])]), source
    )
    t = tensor(x)
    whole = (t + 0.5).floor() if target.name == "UInt16" and not source.is_integer else t.trunc()
    if target.name == "UInt8":
        exact = torch.remainder(whole, 256).to(torch.int64).numpy()
    elif source.is_integer and target.is_integer and source.bits == target.bits:
        exact = wrapped(whole, target)
    elif target.is_integer:
        exact = whole.clamp(target.smallest, target.largest).to(torch.int64).numpy()
    else:
        exact = round_to(t.to(torch.float32).numpy(), target)
    for op_type in (
        "ToLayoutOp",
        "ToDTypeOp",
        "TypecastOp",
        "ToMemoryConfigOp",
        "ToDeviceOp",
        "FromDeviceOp",
    ):
        program = ProgramBuilder()
        operand = program.input(x.shape, source.name, host=op_type == "ToDeviceOp")
        out = program.ref(x.shape, target.name, host=op_type == "FromDeviceOp")
        fields = {"dtype": target.name} if op_type in ("ToDTypeOp", "TypecastOp") else {}
        name = "in0" if op_type == "ToMemoryConfigOp" else "in"
        got = run_one(
            program.output(program.add(op_type, **{name: operand}, out=out, **fields)), [x]
        )[0]
        np.testing.assert_array_equal(got.astype(np.float64), exact)


@covers("FullOp", "ZerosOp", "OnesOp", "EmptyOp", "ArangeOp")
@settings(max_examples=example_count(10))
@given(
    hnp.array_shapes(max_dims=4, max_side=5),
    st.integers(0, 200),
    st.integers(1, 7),
    st.sampled_from(sorted(FORMATS)),
)
def test_simulated_creation_ops_match_torch(shape, start, step, dtype):
    value = start + step / 4
    exact = round_to(torch.full(shape, value).numpy(), FORMATS[dtype])
    np.testing.assert_array_equal(run_op("FullOp", {}, shape, dtype=dtype, fill_value=value), exact)
    for op_type, made in (
        ("ZerosOp", torch.zeros),
        ("EmptyOp", torch.zeros),
        ("OnesOp", torch.ones),
    ):
        own = {"dtype": dtype, "shape": list(shape)}
        program = ProgramBuilder()
        out = program.add(op_type, **own, out=program.ref(shape, dtype))
        got = run_one(program.output(out), [])[0]
        np.testing.assert_array_equal(got.astype(np.float32), made(shape))
    exact = round_to(torch.arange(start, 255, step).to(torch.float32).numpy(), FORMATS[dtype])
    got = run_op("ArangeOp", {}, (1, len(exact)), dtype=dtype, start=start, end=255, step=step)
    np.testing.assert_array_equal(got.astype(np.float32), exact[None])


# ---- images --------------------------------------------------------------------------------------

pairs = st.tuples(st.integers(1, 3), st.integers(1, 3))


def channels_first(x):
    return tensor(x).permute(0, 3, 1, 2)


def channels_last(t):
    return t.permute(0, 2, 3, 1).contiguous()


def sides(**values):
    """Return the fields `name_height` and `name_width` for each pair in `values`."""
    return {
        f"{name}_{side}": v
        for name, pair in values.items()
        for side, v in zip(("height", "width"), pair, strict=True)
    }


@st.composite
def images(draw, most=lambda kernel: 3):
    """Draw an odd-sized image and the parameters of a window that fits into it. `most` returns the
    largest padding for a kernel size.
    """
    size = draw(st.tuples(st.integers(1, 11), st.integers(1, 11)))
    kernel, stride, dilation = draw(pairs), draw(pairs), draw(pairs)
    padding = draw(st.tuples(*(st.integers(0, most(side)) for side in kernel)))
    for n, k, p, d in zip(size, kernel, padding, dilation, strict=True):
        assume(d * (k - 1) < n + 2 * p)
    return (draw(st.integers(1, 3)), *size), kernel, stride, padding, dilation


@covers("Conv2dOp")
@settings(max_examples=example_count(17))
@given(
    images(),
    st.sampled_from(
        [(1, 1, 1), (1, 3, 5), (2, 4, 6), (3, 3, 3), (4, 4, 8), (1, 40, 33), (6, 6, 6)]
    ),
    st.booleans(),
    st.booleans(),
)
def test_simulated_conv2d_matches_torch(image, channels, with_bias, flat):
    (batch, height, width), kernel, stride, padding, dilation = image
    groups, inputs, outputs = channels
    x = random(batch, height, width, inputs)
    operands = {"input": x, "weight": random(outputs, inputs // groups, *kernel, seed=1)}
    bias = random(1, 1, 1, outputs, seed=2) if with_bias else None
    window = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}

    def conv(x, weight, bias):
        bias = None if bias is None else bias.reshape(-1)
        return channels_last(
            functional.conv2d(x.permute(0, 3, 1, 2), weight, bias, **window)
        ).numpy()

    tensors = [tensor(x), tensor(operands["weight"]), None if bias is None else tensor(bias)]
    exact = conv(*tensors)
    magnitude = conv(*[None if t is None else t.abs() for t in tensors])
    if bias is not None:
        operands["bias"] = bias
    if flat:
        operands["input"] = x.reshape(1, 1, -1, inputs)
    shape = (1, 1, exact.size // outputs, outputs) if flat else exact.shape
    got = run_op(
        "Conv2dOp",
        operands,
        shape,
        in_channels=inputs,
        out_channels=outputs,
        batch_size=batch,
        input_height=height,
        input_width=width,
        groups=groups,
        **sides(kernel=kernel, stride=stride, padding=padding, dilation=dilation),
    )
    terms = operands["weight"][0].size + 1
    close("Conv2dOp", got.reshape(exact.shape), exact, terms=terms, magnitude=magnitude)


@covers("ConvTranspose2dOp")
@settings(max_examples=example_count(13))
@given(
    images(),
    st.sampled_from([(1, 1, 1), (1, 3, 5), (2, 4, 6), (3, 3, 3)]),
    st.booleans(),
    st.data(),
)
def test_simulated_conv_transpose2d_matches_torch(image, channels, with_bias, data):
    (batch, height, width), kernel, stride, padding, dilation = image
    groups, inputs, outputs = channels
    extra = tuple(
        data.draw(st.integers(0, max(s, d) - 1)) for s, d in zip(stride, dilation, strict=True)
    )
    for n, k, s, p, d, e in zip(
        (height, width), kernel, stride, padding, dilation, extra, strict=True
    ):
        assume((n - 1) * s - 2 * p + d * (k - 1) + e + 1 >= 1)
    x = random(batch, height, width, inputs)
    operands = {"input": x, "weight": random(inputs, outputs // groups, *kernel, seed=1)}
    if with_bias:
        operands["bias"] = random(1, 1, 1, outputs, seed=2)

    def conv(x, weight, bias=None):
        bias = None if bias is None else bias.reshape(-1)
        result = functional.conv_transpose2d(
            x.permute(0, 3, 1, 2), weight, bias, stride, padding, extra, groups, dilation
        )
        return channels_last(result).numpy()

    exact = conv(*map(tensor, operands.values()))
    magnitude = conv(*[tensor(each).abs() for each in operands.values()])
    got = run_op(
        "ConvTranspose2dOp",
        operands,
        exact.shape,
        in_channels=inputs,
        out_channels=outputs,
        batch_size=batch,
        input_height=height,
        input_width=width,
        kernel_size=list(kernel),
        stride=list(stride),
        padding=list(padding),
        output_padding=list(extra),
        dilation=list(dilation),
        groups=groups,
    )
    terms = inputs // groups * math.prod(kernel) + 1
    close("ConvTranspose2dOp", got, exact, terms=terms, magnitude=magnitude)


@covers("MaxPool2dOp")
@settings(max_examples=example_count(13))
@given(
    images(most=lambda side: side // 2),  # PyTorch allows at most half of the kernel
    st.booleans(),
    st.sampled_from(["Float32", "BFloat16"]),
)
def test_simulated_max_pool2d_matches_torch(image, ceil_mode, dtype):
    (batch, height, width), kernel, stride, padding, dilation = image
    x = round_to(random(batch, height, width, 3), FORMATS[dtype])
    exact = channels_last(
        functional.max_pool2d(
            channels_first(x), kernel, stride, padding, dilation, ceil_mode=ceil_mode
        )
    )
    got = run_op(
        "MaxPool2dOp",
        {"in": x},
        exact.shape,
        dtype=dtype,
        batch_size=batch,
        input_height=height,
        input_width=width,
        channels=3,
        ceil_mode=ceil_mode,
        **sides(kernel=kernel, stride=stride, padding=padding, dilation=dilation),
    )
    np.testing.assert_array_equal(got.astype(np.float64), exact)


@covers("ConstantOp")
@pytest.mark.parametrize(
    ("name", "type_"),
    [
        *(("Float32", "float32"), ("BFloat16", "bfloat16"), ("Float16", "float16")),
        *(("Int32", "int32"), ("UInt8", "uint8")),
    ],
)
def test_simulated_constant_holds_bytes_of_torch_tensor(name, type_):
    exact = torch.arange(-6, 6).to(getattr(torch, type_)).reshape(3, 4)
    program = ProgramBuilder()
    stored = {"input": exact.view(torch.uint8).flatten().tolist(), "input_dtype": name}
    out = program.add("ConstantOp", **stored, out=program.ref((3, 4), name))
    (got,) = run_one(program.output(out), [])
    np.testing.assert_array_equal(got.astype(np.float64), exact.to(torch.float64).numpy())


@covers("UpsampleOp")
@settings(max_examples=example_count(10))
@given(st.tuples(*[st.integers(1, 6)] * 4), pairs, st.sampled_from(["nearest", "bilinear"]))
def test_simulated_upsample_matches_torch(shape, factors, mode):
    x = random(*shape)
    exact = channels_last(
        functional.interpolate(
            channels_first(x), scale_factor=tuple(map(float, factors)), mode=mode
        )
    )
    scale = ("NonUniformScale2D", {"scale": list(factors)})
    got = run_op("UpsampleOp", {"in": x}, exact.shape, scale_factor=scale, mode=mode)
    if mode == "nearest":
        np.testing.assert_array_equal(got, exact)
    else:
        close("UpsampleOp", got, exact, largest=np.abs(x).max())


IMAGE = {"batch_size": 1, "input_height": 5, "input_width": 4, "in_channels": 2, "out_channels": 3}
ONES = {name: [1, 1] for name in ("stride", "dilation")}
ZEROS = {name: [0, 0] for name in ("padding", "output_padding")}
# Ops with inexact arithmetic: the op, the shapes of its operands, the shape of its result, its
# fields.
ROUNDED_CASES = [
    (
        "Conv2dOp",
        {"input": (1, 5, 4, 2), "weight": (3, 2, 3, 3), "bias": (1, 1, 1, 3)},
        (1, 5, 4, 3),
        {
            **IMAGE,
            "groups": 1,
            **sides(kernel=(3, 3), stride=(1, 1), padding=(1, 1), dilation=(1, 1)),
        },
    ),
    (
        "ConvTranspose2dOp",
        {"input": (1, 5, 4, 2), "weight": (2, 3, 3, 3), "bias": (1, 1, 1, 3)},
        (1, 7, 6, 3),
        {**IMAGE, "groups": 1, "kernel_size": [3, 3], **ONES, **ZEROS},
    ),
    ("LinearOp", {"in0": (9, 33), "in1": (33, 20), "bias": (1, 20)}, (9, 20), {}),
    ("MorehCumSumOp", {"in": (5, 40)}, (5, 40), {"dim": 1}),
    ("ReductionProdOp", {"in": (5, 7)}, (5,), {"dim_arg": 1}),
    ("SoftmaxOp", {"in": (5, 40)}, (5, 40), {"dimension": -1}),
    (
        "UpsampleOp",
        {"in": (1, 4, 5, 3)},
        (1, 12, 15, 3),
        {"scale_factor": ("UniformScale2D", {"scale": 3}), "mode": "bilinear"},
    ),
]


@pytest.mark.parametrize("format_", FLOAT_FORMATS, ids=str)
@pytest.mark.parametrize("case", ROUNDED_CASES, ids=lambda case: case[0])
def test_simulated_op_results_are_rounded_once(case, format_):
    """Covers the ops that the tests of element-wise ops, reductions and products leave out, in
    formats other than float32.
    """
    op_type, shapes, result, fields = case
    operands = {
        name: round_to(random(*shape, seed=i), format_)
        for i, (name, shape) in enumerate(shapes.items())
    }
    exact = run_op(op_type, operands, result, in_dtype=format_.name, **fields)
    got = run_op(op_type, operands, result, dtype=format_.name, **fields)
    np.testing.assert_array_equal(got.astype(np.float32), round_to(exact, format_))


# ---- tables, caches, devices ---------------------------------------------------------------------


@covers("EmbeddingOp", "EmbeddingBackwardOp")
@settings(max_examples=example_count(10))
@given(hnp.array_shapes(max_dims=2, max_side=6), st.integers(1, 9), st.integers(1, 40))
def test_simulated_embedding_and_its_backward_match_torch(shape, rows, columns):
    index = np.random.default_rng(0).integers(0, rows, shape).astype(np.uint32)
    weight, slope = random(rows, columns), random(*shape, columns, seed=1)
    table = tensor(weight).requires_grad_()
    looked_up = functional.embedding(tensor(index), table)
    looked_up.backward(tensor(slope))

    def program(op_type, result, **more):
        made = ProgramBuilder()
        tables = {"input": made.input(shape, "UInt32"), "weight": made.input(weight.shape)}
        tables |= {name: made.input(array.shape) for name, array in more.items()}
        return made.output(made.add(op_type, **tables, out=made.ref(result)))

    got = run_one(program("EmbeddingOp", looked_up.shape), [index, weight])[0]
    np.testing.assert_array_equal(got, looked_up.detach())
    backward = program("EmbeddingBackwardOp", weight.shape, in_grad=slope)
    got = run_one(backward, [index, weight, slope])[0]
    magnitude = np.zeros(weight.shape)
    np.add.at(magnitude, index.reshape(-1), np.abs(slope).reshape(-1, columns))
    close("EmbeddingBackwardOp", got, table.grad, terms=index.size, magnitude=magnitude)


@covers("FillCacheOp", "UpdateCacheOp")
@given(st.integers(1, 8), st.integers(0, 7), st.sampled_from(["Float32", "BFloat16"]))
def test_simulated_fill_cache_and_update_cache_match_torch(filled, position, dtype):
    cache, update, one = (
        round_to(random(2, 3, n, 5, seed=n), FORMATS[dtype]) for n in (8, filled, 1)
    )
    exact = tensor(cache).clone()
    exact[:, :, :filled] = tensor(update)
    exact.index_copy_(2, torch.tensor([position]), tensor(one))
    program = ProgramBuilder()
    table = program.input(cache.shape, dtype)
    program.add("FillCacheOp", cache=table, input=program.input(update.shape, dtype))
    fields = {
        "input": program.input(one.shape, dtype),
        "update_index": program.input((1,), "UInt32"),
    }
    program.add("UpdateCacheOp", cache=table, **fields)
    got = run_one(program.output(table), [cache, update, one, np.uint32([position])])[0]
    np.testing.assert_array_equal(got.astype(np.float64), exact)


@covers("MeshShardOp", "ReduceScatterOp", "AllGatherOp")
@settings(max_examples=example_count(8))
@given(st.integers(1, 4), st.integers(0, 1))
def test_simulated_reductions_over_devices_match_torch(devices, dim):
    x = random(devices * 12, 12)
    parts = tensor(x).chunk(devices)
    exact = sum(parts)
    program = ProgramBuilder()
    device = {"global_id": 0}
    chips = list(range(devices))
    program.add("GetDeviceOp", mesh={"y": 1, "x": devices}, chip_ids=chips, out=device)
    t = program.add(
        "MeshShardOp",
        **{"in": program.input(x.shape, host=True)},
        out=program.ref((12, 12), host=True),
        device=device,
        shard_direction="FullToShardShape",
        shard_type="Devices",
        shard_shape=[devices, 1],
        shard_dims=[-1, 0],
    )
    t = program.add("ToDeviceOp", **{"in": t}, device=device, out=program.ref((12, 12)))
    scattered = program.ref(exact.chunk(devices, dim)[0].shape)
    t = program.add(
        "ReduceScatterOp", **{"in": t}, device=device, out=scattered, scatter_split_dim=dim
    )
    t = program.add("AllGatherOp", **{"in": t}, device=device, out=program.ref((12, 12)), dim=dim)
    got = run_one(program.output(t), [x])[0]
    magnitude = sum(part.abs() for part in parts).numpy()
    close("ReduceScatterOp", got, exact, terms=devices, magnitude=magnitude)


def test_every_simulated_op_is_compared_with_torch_and_has_error_bound():
    ops = {*ELEMENTWISE, *(name for name, kernel in KERNELS.items() if kernel.compute)}
    assert COVERED - set(REDUCTIONS) == ops
    assert set(BOUNDS) == (ops - {"ReductionOp"}) | set(REDUCTIONS)
