"""The reference semantics of TTIR compared with PyTorch's functions in float64 and int64."""

import itertools

import numpy as np
import pytest
from one_op import Array, meaning

pytestmark = pytest.mark.slow

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed (pip install 'ttmlir-py[torch]')"
)
functional = torch.nn.functional

EDGES = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.5, -3.7, 1e-9, -40.0, np.inf, -np.inf, np.nan])
NUMBERS = np.concatenate([EDGES, np.random.default_rng(0).standard_normal(40) * 3])
INTEGERS = np.array(
    [0, 1, -1, 2, -2, 7, -7, 255, -256, 2**31 - 1, -(2**31), 2**31 - 2, 12345, -12345]
)


def wrapped(x: Array, bits: int = 32) -> Array:
    return (x.astype(np.int64) + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


UNARY = {
    "abs": torch.abs,
    "ceil": torch.ceil,
    "cos": torch.cos,
    "exp": torch.exp,
    "expm1": torch.expm1,
    "floor": torch.floor,
    "gelu": functional.gelu,
    "isfinite": torch.isfinite,
    "log": torch.log,
    "log1p": torch.log1p,
    "logical_not": torch.logical_not,
    "neg": torch.neg,
    "reciprocal": torch.reciprocal,
    "relu": torch.relu,
    "rsqrt": torch.rsqrt,
    "sigmoid": torch.sigmoid,
    "sign": torch.sign,
    "sin": torch.sin,
    "sqrt": torch.sqrt,
    "tan": torch.tan,
    "tanh": torch.tanh,
    "typecast": lambda x: x,
}
BINARY = {
    "add": torch.add,
    "div": torch.div,
    "eq": torch.eq,
    "ge": torch.ge,
    "gt": torch.gt,
    "le": torch.le,
    "logical_and": torch.logical_and,
    "logical_or": torch.logical_or,
    "logical_xor": torch.logical_xor,
    "lt": torch.lt,
    "maximum": torch.maximum,
    "minimum": torch.minimum,
    "multiply": torch.multiply,
    "ne": torch.ne,
    "power": torch.pow,
    "remainder": torch.fmod,
    "subtract": torch.subtract,
}
INTEGER_UNARY = ("abs", "ceil", "floor", "logical_not", "neg", "relu", "sign")
INTEGER_BINARY = (
    *("add", "eq", "ge", "gt", "le", "lt", "maximum", "minimum", "multiply", "ne", "subtract"),
    *("bitwise_and", "bitwise_or", "bitwise_xor", "logical_and", "logical_or", "logical_xor"),
)


@pytest.mark.parametrize("name", UNARY)
def test_ttir_unary_semantics_match_torch(name: str):
    values = NUMBERS
    if name == "sign":  # of NaN PyTorch's is 0, StableHLO's NaN
        values = values[~np.isnan(values)]
    if name == "gelu":  # of -inf PyTorch's is NaN; its limit is 0
        values = values[~np.isneginf(values)]
        assert meaning(name, [(np.array([-np.inf]), "f32")], "", ((1,), "f32")) == 0
    got = meaning(name, [(values, "f32")], "", (values.shape, "f32"))
    with np.errstate(all="ignore"):
        expected = UNARY[name](torch.from_numpy(values)).numpy()
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-15)
    assert got.dtype == np.float64


def test_ttir_cube_root_semantics_match_torch():
    got = meaning("cbrt", [(NUMBERS, "f32")], "", (NUMBERS.shape, "f32"))
    np.testing.assert_allclose(got**3, NUMBERS, rtol=1e-14)


@pytest.mark.parametrize("name", BINARY)
def test_ttir_binary_semantics_match_torch(name: str):
    a, b = (x.reshape(-1) for x in np.meshgrid(NUMBERS, NUMBERS))
    got = meaning(name, [(a, "f32"), (b, "bf16")], "", (a.shape, "f32"))
    expected = BINARY[name](torch.from_numpy(a), torch.from_numpy(b)).numpy()
    np.testing.assert_allclose(got, expected, rtol=1e-13, atol=0)


@pytest.mark.parametrize("name", INTEGER_UNARY)
def test_ttir_integer_unary_semantics_match_torch(name: str):
    got = meaning(name, [(INTEGERS, "i32")], "", (INTEGERS.shape, "i32"))
    np.testing.assert_array_equal(got, wrapped(UNARY[name](torch.from_numpy(INTEGERS)).numpy()))


@pytest.mark.parametrize("name", INTEGER_BINARY)
@pytest.mark.parametrize("element", ["i32", "si32", "i16"])
def test_ttir_integer_binary_semantics_match_torch(name: str, element: str):
    bits = int(element.lstrip("si"))
    a, b = (wrapped(x.reshape(-1), bits) for x in np.meshgrid(INTEGERS, INTEGERS))
    got = meaning(name, [(a, element), (b, element)], "", (a.shape, element))
    function = BINARY.get(name) or getattr(torch, name)
    expected = function(torch.from_numpy(a), torch.from_numpy(b)).numpy()
    np.testing.assert_array_equal(got, wrapped(expected, bits))


def test_ttir_integer_division_semantics_match_torch():
    a, b = (x.reshape(-1) for x in np.meshgrid(INTEGERS, INTEGERS))
    a, b = a[b != 0], b[b != 0]
    both = [(a, "i32"), (b, "i32")]
    quotient = torch.div(torch.from_numpy(a), torch.from_numpy(b), rounding_mode="trunc")
    np.testing.assert_array_equal(
        meaning("div", both, "", (a.shape, "i32")), wrapped(quotient.numpy())
    )
    rest = torch.fmod(torch.from_numpy(a), torch.from_numpy(b)).numpy()
    np.testing.assert_array_equal(meaning("remainder", both, "", (a.shape, "i32")), rest)


def test_ttir_bitwise_not_semantics_match_torch():
    got = meaning("bitwise_not", [(INTEGERS, "i32")], "", (INTEGERS.shape, "i32"))
    np.testing.assert_array_equal(got, torch.bitwise_not(torch.from_numpy(INTEGERS)).numpy())


def test_ttir_where_clamp_and_leaky_relu_semantics_match_torch():
    condition = np.array([0.0, 2.5, -1.0, np.nan])
    x, y = np.arange(4.0), -np.arange(4.0)
    got = meaning("where", [(condition, "f32"), (x, "f32"), (y, "f32")], "", ((4,), "f32"))
    tensors = [torch.from_numpy(each) for each in (condition, x, y)]
    np.testing.assert_array_equal(got, torch.where(tensors[0] != 0, *tensors[1:]).numpy())
    got = meaning(
        "clamp", [(NUMBERS, "f32")], "min = -0.5 : f32, max = 2.0 : f32", (NUMBERS.shape, "f32")
    )
    np.testing.assert_array_equal(got, torch.clamp(torch.from_numpy(NUMBERS), -0.5, 2.0).numpy())
    got = meaning(
        "leaky_relu", [(NUMBERS, "f32")], "parameter = 0.25 : f32", (NUMBERS.shape, "f32")
    )
    expected = functional.leaky_relu(torch.from_numpy(NUMBERS), 0.25).numpy()
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("name", ["max", "mean", "min", "prod", "sum", "reduce_and"])
@pytest.mark.parametrize("dims", [(0,), (-1,), (0, 2), (0, 1, 2)])
@pytest.mark.parametrize("keep", [False, True])
def test_ttir_reduction_semantics_match_torch(name: str, dims: tuple[int, ...], keep: bool):
    x = np.random.default_rng(1).standard_normal((3, 4, 5))
    if name == "reduce_and":
        x = (x > -1).astype(np.float64)
    expected = torch.from_numpy(x)
    for dim in sorted((dim % 3 for dim in dims), reverse=True):
        if name in ("max", "min"):
            expected = getattr(expected, f"a{name}")(dim, keepdim=keep)
        elif name == "reduce_and":
            expected = torch.all(expected != 0, dim, keepdim=keep).double()
        else:
            expected = getattr(expected, name)(dim, keepdim=keep)
    expected = expected.numpy()
    listed = ", ".join(f"{dim} : i32" for dim in dims)
    properties = f"dim_arg = [{listed}], keep_dim = {str(keep).lower()}"
    shape = expected.shape or (1,)
    got = meaning(name, [(x, "f32")], properties, (shape, "f32"))
    np.testing.assert_allclose(got, expected.reshape(shape), rtol=1e-12)


def test_ttir_cumsum_and_softmax_semantics_match_torch():
    x = np.random.default_rng(2).standard_normal((3, 4, 5))
    got = meaning("cumsum", [(x, "f32")], "dim = 1 : i64", (x.shape, "f32"))
    np.testing.assert_allclose(got, torch.cumsum(torch.from_numpy(x), 1).numpy(), rtol=1e-13)
    got = meaning("softmax", [(x * 300, "f32")], "dimension = -2 : si32", (x.shape, "f32"))
    expected = torch.softmax(torch.from_numpy(x * 300), -2).numpy()
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-300)


@pytest.mark.parametrize(
    ("a", "b"), [((4, 3), (3, 5)), ((2, 1, 4, 3), (1, 5, 3, 6)), ((3,), (3, 5)), ((2, 4, 3), (3,))]
)
def test_ttir_matmul_and_linear_semantics_match_torch(a: tuple[int, ...], b: tuple[int, ...]):
    rng = np.random.default_rng(3)
    x, y = rng.standard_normal(a), rng.standard_normal(b)
    expected = (torch.from_numpy(x) @ torch.from_numpy(y)).numpy()
    got = meaning("matmul", [(x, "f32"), (y, "f32")], "", (expected.shape, "f32"))
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-14)
    bias = rng.standard_normal(expected.shape[-1:])
    operands = [(x, "f32"), (y, "f32"), (bias, "f32")]
    got = meaning("linear", operands, "", (expected.shape, "f32"))
    np.testing.assert_allclose(got, expected + bias, rtol=1e-12, atol=1e-14)


def numbers(**values: int) -> str:
    return ", ".join(f"{name} = {value} : si32" for name, value in values.items())


CONVOLUTIONS = list(itertools.product([(1, 1), (2, 3)], [(0, 0), (1, 2)], [(1, 1), (2, 1)], [1, 2]))


@pytest.mark.parametrize(("stride", "padding", "dilation", "groups"), CONVOLUTIONS)
def test_ttir_conv2d_semantics_match_torch(stride, padding, dilation, groups: int):
    rng = np.random.default_rng(4)
    x, w, bias = (
        rng.standard_normal(shape) for shape in ((2, 9, 8, 4), (6, 4 // groups, 3, 2), (1, 1, 1, 6))
    )
    image, weight = torch.from_numpy(np.moveaxis(x, -1, 1).copy()), torch.from_numpy(w)
    made = functional.conv2d(
        image, weight, torch.from_numpy(bias.reshape(-1)), stride, padding, dilation, groups
    )
    expected = np.moveaxis(made.numpy(), 1, -1)
    properties = numbers(
        **dict(zip(("stride_height", "stride_width"), stride, strict=True)),
        **dict(zip(("dilation_height", "dilation_width"), dilation, strict=True)),
        **{"padding_top": padding[0], "padding_bottom": padding[0]},
        **{"padding_left": padding[1], "padding_right": padding[1], "groups": groups},
    )
    operands = [(x, "f32"), (w, "f32"), (bias, "f32")]
    got = meaning("conv2d", operands, properties, (expected.shape, "f32"))
    np.testing.assert_allclose(got, expected, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize(("stride", "padding", "dilation", "groups"), CONVOLUTIONS)
@pytest.mark.parametrize("added", [(0, 0), (1, 0)])
def test_ttir_conv_transpose2d_semantics_match_torch(stride, padding, dilation, groups: int, added):
    if any(more >= max(s, d) for more, s, d in zip(added, stride, dilation, strict=True)):
        pytest.skip("PyTorch wants a larger stride or dilation")
    rng = np.random.default_rng(5)
    x, w, bias = (
        rng.standard_normal(shape) for shape in ((2, 5, 6, 4), (4, 6 // groups, 3, 2), (1, 1, 1, 6))
    )
    image, weight = torch.from_numpy(np.moveaxis(x, -1, 1).copy()), torch.from_numpy(w)
    made = functional.conv_transpose2d(
        image, weight, torch.from_numpy(bias.reshape(-1)), stride, padding, added, groups, dilation
    )
    expected = np.moveaxis(made.numpy(), 1, -1)
    pairs = {"stride": stride, "padding": padding, "output_padding": added, "dilation": dilation}
    properties = ", ".join(f"{key} = array<i32: {a}, {b}>" for key, (a, b) in pairs.items())
    operands = [(x, "f32"), (w, "f32"), (bias, "f32")]
    shape = (expected.shape, "f32")
    got = meaning("conv_transpose2d", operands, f"{properties}, groups = {groups} : i32", shape)
    np.testing.assert_allclose(got, expected, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("ceil_mode", [False, True])
@pytest.mark.parametrize(
    ("size", "stride", "padding", "dilation"), [(3, 2, 1, 1), (2, 3, 0, 2), (3, 3, 1, 1)]
)
def test_ttir_max_pool2d_semantics_match_torch(
    size: int, stride: int, padding: int, dilation: int, ceil_mode: bool
):
    x = np.random.default_rng(6).standard_normal((2, 11, 10, 3)) - 5
    image = torch.from_numpy(np.moveaxis(x, -1, 1).copy())
    made = functional.max_pool2d(image, size, stride, padding, dilation, ceil_mode)
    expected = np.moveaxis(made.numpy(), 1, -1)
    both = {"kernel": size, "stride": stride, "dilation": dilation}
    sides = {f"padding_{side}": padding for side in ("left", "right", "top", "bottom")}
    windows = {f"{key}_{way}": n for key, n in both.items() for way in ("height", "width")}
    properties = f"{numbers(**windows, **sides)}, ceil_mode = {str(ceil_mode).lower()}"
    got = meaning("max_pool2d", [(x, "f32")], properties, (expected.shape, "f32"))
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("mode", ["nearest", "bilinear"])
@pytest.mark.parametrize("factors", [(1, 2), (3, 3), (2, 5)])
def test_ttir_upsample2d_semantics_match_torch(mode: str, factors: tuple[int, int]):
    x = np.random.default_rng(7).standard_normal((2, 4, 3, 5))
    image = torch.from_numpy(np.moveaxis(x, -1, 1).copy())
    made = functional.interpolate(image, scale_factor=factors, mode=mode)
    expected = np.moveaxis(made.numpy(), 1, -1)
    properties = f'scale_factor = array<i32: {factors[0]}, {factors[1]}>, mode = "{mode}"'
    got = meaning("upsample2d", [(x, "f32")], properties, (expected.shape, "f32"))
    np.testing.assert_allclose(got, expected, rtol=1e-13, atol=1e-14)


def test_ttir_embedding_and_its_backward_semantics_match_torch():
    rng = np.random.default_rng(8)
    places, table = rng.integers(0, 7, (2, 5)), rng.standard_normal((7, 3))
    weight = torch.from_numpy(table).requires_grad_()
    rows = functional.embedding(torch.from_numpy(places), weight)
    got = meaning("embedding", [(places, "ui32"), (table, "f32")], "", ((2, 5, 3), "f32"))
    np.testing.assert_array_equal(got, rows.detach().numpy())
    incoming = rng.standard_normal((2, 5, 3))
    rows.backward(torch.from_numpy(incoming))
    operands = [(places, "ui32"), (table, "f32"), (incoming.reshape(1, 1, 10, 3), "f32")]
    got = meaning("embedding_backward", operands, "", ((7, 3), "f32"))
    np.testing.assert_allclose(got, weight.grad.numpy(), rtol=1e-13)


def test_ttir_fill_cache_and_update_cache_semantics_match_torch():
    rng = np.random.default_rng(9)
    cache = rng.standard_normal((2, 3, 8, 4))
    one, several = rng.standard_normal((2, 3, 1, 4)), rng.standard_normal((2, 3, 5, 4))
    operands = [(cache, "f32"), (one, "f32"), (np.array([6]), "i32")]
    got = meaning("update_cache", operands, "batch_offset = 0 : i32", (cache.shape, "f32"))
    held = torch.from_numpy(cache.copy())
    expected = held.index_copy(2, torch.tensor([6]), torch.from_numpy(one)).numpy()
    np.testing.assert_array_equal(got, expected)
    operands = [(cache, "f32"), (several, "f32")]
    got = meaning("fill_cache", operands, "batch_offset = 0 : i32", (cache.shape, "f32"))
    expected = torch.slice_scatter(held, torch.from_numpy(several), 2, 0, 5).numpy()
    np.testing.assert_array_equal(got, expected)


def test_ttir_data_movement_semantics_match_torch():
    x = np.random.default_rng(10).standard_normal((2, 3, 4))
    given = torch.from_numpy(x)
    dim = "dim = -1 : si32"
    cases = [
        ("transpose", "dim0 = -1 : si32, dim1 = 0 : si32", given.transpose(-1, 0)),
        ("permute", "permutation = array<i64: 2, 0, 1>", given.permute(2, 0, 1)),
        ("repeat", "repeat_dimensions = array<i64: 3, 1, 2>", given.repeat(3, 1, 2)),
        ("repeat_interleave", f"repeats = 3 : ui32, {dim}", given.repeat_interleave(3, -1)),
        ("reshape", "shape = [4 : i32, 6 : i32]", given.reshape(4, 6)),
        ("unsqueeze", "dim = 1 : si32", given.unsqueeze(1)),
        ("reverse", "dimensions = array<i64: 0, 2>", given.flip(0, 2)),
        ("pad", "padding = array<i32: 1, 0, 0, 2, 3, 1>, value = 0.5 : f32",
         functional.pad(given, (3, 1, 0, 2, 1, 0), value=0.5)),
        ("slice", "begins = [0 : i32, 1 : i32, 0 : i32], ends = [2 : i32, 3 : i32, 4 : i32], step = [1 : i32, 1 : i32, 2 : i32]",
         given[:, 1:3, ::2]),
        ("index", "dim = 2 : i32, begin = 1 : i32, end = 4 : i32, step = 2 : i32", given[:, :, 1:4:2]),
        ("select", "dim = 1 : si32, begin = 1 : si32, length = 2 : si32, stride = 0 : si32",
         given.narrow(1, 1, 2)),
    ]  # fmt: skip
    for name, properties, expected in cases:
        got = meaning(name, [(x, "f32")], properties, (expected.shape, "f32"))
        np.testing.assert_array_equal(got, expected.numpy(), err_msg=name)
    joined = torch.cat([given, given * 2, given], -1).numpy()
    parts = [(x, "f32"), (x * 2, "f32"), (x, "f32")]
    np.testing.assert_array_equal(meaning("concat", parts, dim, (joined.shape, "f32")), joined)
    one = x[:, :1]
    wide = torch.from_numpy(one).expand(2, 5, 4).numpy()
    factors = "broadcast_dimensions = array<i64: 1, 5, 1>"
    np.testing.assert_array_equal(
        meaning("broadcast", [(one, "f32")], factors, (wide.shape, "f32")), wide
    )
    got = meaning("squeeze", [(one, "f32")], "dim = 1 : si32", ((2, 4), "f32"))
    np.testing.assert_array_equal(got, torch.from_numpy(one).squeeze(1).numpy())


@pytest.mark.parametrize("element", ["i32", "ui32", "i16", "ui8"])
def test_ttir_typecast_semantics_of_representable_values_match_torch(element: str):
    values = np.array([0.0, 0.5, 1.5, 2.5, 99.9, 127.2])
    if element[0] == "i":
        values = np.concatenate([values, -values])
    got = meaning("typecast", [(values, "f32")], "", (values.shape, element))
    np.testing.assert_array_equal(got, torch.from_numpy(values).to(torch.int64).numpy())


def test_ttir_arange_semantics_match_torch():
    got = meaning(
        "arange",
        [],
        "start = -3 : si64, end = 9 : si64, step = 4 : si64, arange_dimension = 1 : i64",
        ((2, 3), "i32"),
    )
    np.testing.assert_array_equal(got, torch.arange(-3, 9, 4).expand(2, 3).numpy())
