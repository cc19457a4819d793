"""Every library function that has no operation in binaries, compared with PyTorch in float64.

Operands are bfloat16 and results float32, so that the functions' own errors are visible.
"""

import math
import operator
from itertools import product

import numpy as np
import pytest

from ttmlir_py import ttnn
from ttmlir_py.runtime.kernels.library.elementwise import LIBRARY_ELEMENTWISE
from ttmlir_py.runtime.kernels.library.table import LIBRARY_KERNELS
from ttmlir_py.ttnn.numbers import ROWS

torch = pytest.importorskip("torch")
functional = torch.nn.functional

RELATIVE, ABSOLUTE = 2.0**-22, 1e-30
"""The error that the format of the results allows: float32 rounds to 2 ** -24."""
SAMPLES = np.concatenate(
    (
        np.linspace(-9, 9, 61),
        [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1e-3, -1e-3, 30.0, -30.0, np.inf, -np.inf, np.nan],
    )
)


def rounded(values):
    return torch.from_numpy(np.asarray(values, np.float32)).bfloat16().double()


def tensor(values, dtype=ttnn.float32):
    return ttnn.from_torch(values.float() if values.is_floating_point() else values, dtype)


def assert_close(got, expected, relative=RELATIVE, absolute=ABSOLUTE):
    got = torch.from_numpy(np.asarray(got, np.float64))
    expected = torch.as_tensor(expected).to(torch.float32).to(torch.float64)
    assert got.shape == expected.shape
    torch.testing.assert_close(got, expected, rtol=relative, atol=absolute, equal_nan=True)


UNARY = {
    "acos": torch.acos,
    "acosh": torch.acosh,
    "asin": torch.asin,
    "asinh": torch.asinh,
    "atan": torch.atan,
    "atanh": torch.atanh,
    "cosh": torch.cosh,
    "deg2rad": torch.deg2rad,
    "digamma": torch.digamma,
    "eqz": lambda x: x == 0,
    "erf": torch.erf,
    "erfc": torch.erfc,
    "erfinv": torch.erfinv,
    "exp2": torch.exp2,
    "frac": torch.frac,
    "gez": lambda x: x >= 0,
    "gtz": lambda x: x > 0,
    "i0": torch.i0,
    "identity": torch.clone,
    "isinf": torch.isinf,
    "isnan": torch.isnan,
    "isneginf": torch.isneginf,
    "isposinf": torch.isposinf,
    "lez": lambda x: x <= 0,
    "lgamma": torch.lgamma,
    "log10": torch.log10,
    "log2": torch.log2,
    "log_sigmoid": functional.logsigmoid,
    "ltz": lambda x: x < 0,
    "mish": functional.mish,
    "multigammaln": lambda x: (
        3 * math.log(math.pi) + sum(torch.lgamma(x - half / 2) for half in range(4))
    ),
    "nez": lambda x: x != 0,
    "rad2deg": torch.rad2deg,
    "relu6": functional.relu6,
    "sigmoid_accurate": torch.sigmoid,
    "signbit": torch.signbit,
    "silu": functional.silu,
    "sinh": torch.sinh,
    "softsign": functional.softsign,
    "square": torch.square,
    "swish": functional.silu,
    "tanhshrink": functional.tanhshrink,
    "trunc": torch.trunc,
}
AT_INFINITY = {"frac", "mish", "multigammaln", "silu", "softsign", "swish", "tanhshrink"}
"""Functions that PyTorch computes by a formula that gives NaN for infinities, or ours does."""
SINGLE = {"acos", "asin", "asinh", "atan", "erfc", "exp2", "mish", "silu", "sigmoid_accurate"}
"""Functions that are computed in float32."""

WITH_PARAMETERS = [
    ("celu", (1.5,), lambda x: functional.celu(x, 1.5)),
    ("clip", (-1.0, 2.0), lambda x: torch.clip(x, -1.0, 2.0)),
    ("elu", (0.75,), lambda x: functional.elu(x, 0.75)),
    ("fill", (2.5,), lambda x: torch.full_like(x, 2.5)),
    ("hardshrink", (0.75,), lambda x: functional.hardshrink(x, 0.75)),
    ("hardsigmoid", (), functional.hardsigmoid),
    ("hardswish", (), functional.hardswish),
    ("hardtanh", (), functional.hardtanh),
    ("heaviside", (0.25,), lambda x: torch.heaviside(x, torch.full_like(x, 0.25))),
    ("logit", (0.125,), lambda x: torch.logit(x, eps=0.125)),
    ("rdiv", (3.0,), lambda x: 3.0 / x),
    ("rdiv", (3.0, "floor"), lambda x: torch.floor(3.0 / x)),
    ("rdiv", (3.0, "trunc"), lambda x: torch.trunc(3.0 / x)),
    ("relu_max", (4.0,), lambda x: torch.clip(x, 0, 4.0)),
    ("relu_min", (-0.5,), lambda x: torch.clip(x, min=-0.5)),
    ("round", (), torch.round),
    ("round", (1,), lambda x: torch.round(x * 10) / 10),
    ("rpow", (2.5,), lambda x: torch.pow(2.5, x)),
    ("selu", (), lambda x: 1.0507 * functional.elu(x, 1.67326)),
    ("softplus", (2.0, 20.0), lambda x: functional.softplus(x, 2.0, 20.0)),
    ("softshrink", (0.75,), lambda x: functional.softshrink(x, 0.75)),
    ("threshold", (0.5, -3.0), lambda x: functional.threshold(x, 0.5, -3.0)),
]

BINARY = [
    ("addalpha", (0.5,), lambda a, b: a + 0.5 * b),
    ("atan2", (), torch.atan2),
    ("bias_gelu", (), lambda a, b: functional.gelu(a + b)),
    ("div", (), torch.div),
    ("div", (False, "floor"), lambda a, b: torch.floor(a / b)),
    ("div_no_nan", (), lambda a, b: torch.where(b == 0, 0.0, a / b)),
    ("floor_div", (), lambda a, b: torch.floor(a / b)),
    ("fmod", (), torch.fmod),
    ("hypot", (), torch.hypot),
    ("isclose", (0.5, 0.25), lambda a, b: torch.isclose(a, b, 0.5, 0.25)),
    ("ldexp", (), lambda a, b: a * torch.exp2(b)),
    ("logaddexp", (), torch.logaddexp),
    ("logaddexp2", (), torch.logaddexp2),
    ("prelu", (), lambda a, b: torch.where(a > 0, a, a * b)),
    ("rsub", (), lambda a, b: b - a),
    ("squared_difference", (), lambda a, b: (a - b) ** 2),
    ("subalpha", (0.5,), lambda a, b: a - 0.5 * b),
    ("xlogy", (), torch.xlogy),
]

INTEGER = {
    "bitwise_left_shift": torch.bitwise_left_shift,
    "bitwise_right_shift": torch.bitwise_right_shift,
    "gcd": torch.gcd,
    "lcm": torch.lcm,
}

TERNARY = [
    ("addcdiv", (0.5,), lambda x, a, b: x + 0.5 * a / b),
    ("addcmul", (0.5,), lambda x, a, b: x + 0.5 * a * b),
    ("lerp", (), lambda x, a, b: x + b * (a - x)),
    ("mac", (), lambda x, a, b: x * a + b),
]
OTHERS = {"nextafter", "polygamma"}


def test_every_ttnn_function_has_torch_reference():
    tested = {*UNARY, *INTEGER, *OTHERS}
    tested |= {name for name, *_ in (*WITH_PARAMETERS, *BINARY, *TERNARY)}
    assert {*LIBRARY_ELEMENTWISE} <= tested
    assert tested <= {*ROWS}


def test_ttnn_unary_functions_agree_with_torch():
    for name, reference in UNARY.items():
        values = SAMPLES[:-3] if name in AT_INFINITY else SAMPLES
        x = rounded(values)
        error = 16 * RELATIVE if name in SINGLE else RELATIVE
        got = getattr(ttnn, name)(tensor(x)).to_numpy()
        assert_close(got, reference(x), error, 1e-9)


@pytest.mark.parametrize("order", range(1, 11))
def test_ttnn_polygamma_of_every_order_agrees_with_torch(order):
    x = rounded(np.linspace(0.25, 9, 50))
    assert_close(ttnn.polygamma(tensor(x), order).to_numpy(), torch.polygamma(order, x))


def test_ttnn_functions_with_parameters_agree_with_torch():
    for name, parameters, reference in WITH_PARAMETERS:
        x = rounded(SAMPLES[:-3])
        assert_close(getattr(ttnn, name)(tensor(x), *parameters).to_numpy(), reference(x))


def grid():
    values = rounded([-7.5, -2.0, -0.5, 0.0, 0.25, 1.0, 3.0, 11.0])
    return values.repeat_interleave(len(values)), values.repeat(len(values))


def test_ttnn_binary_functions_agree_with_torch():
    for name, parameters, reference in BINARY:
        a, b = grid()
        error = 16 * RELATIVE if name == "atan2" else RELATIVE
        tail = 1e-15 if name == "bias_gelu" else ABSOLUTE  # PyTorch cancels digits there
        got = getattr(ttnn, name)(tensor(a), tensor(b), *parameters).to_numpy()
        assert_close(got, reference(a, b), error, tail)


def test_ttnn_integer_functions_agree_with_torch():
    values = torch.tensor([0, 1, 5, 12, 30], dtype=torch.int32)
    a, b = values.repeat_interleave(5), values.repeat(5)
    for name, reference in INTEGER.items():
        got = getattr(ttnn, name)(tensor(a, ttnn.int32), tensor(b, ttnn.int32))
        assert got.to_numpy().tolist() == reference(a, b).tolist(), name


def test_ttnn_ternary_functions_agree_with_torch():
    for name, parameters, reference in TERNARY:
        operands = [rounded(np.linspace(low, 5, 12)) for low in (-4, -3, 1)]
        got = getattr(ttnn, name)(*map(tensor, operands), *parameters).to_numpy()
        assert_close(got, reference(*operands))


def test_ttnn_nextafter_moves_float32_by_one_step():
    a = torch.tensor([0.0, 1.0, -1.0, 1.0])
    b = torch.tensor([1.0, 2.0, 2.0, 1.0])
    got = ttnn.nextafter(ttnn.from_torch(a), ttnn.from_torch(b)).to_torch()
    assert torch.equal(got, torch.nextafter(a, b))


@pytest.mark.parametrize("name", ["add", "multiply", "subtract", "divide", "pow", "maximum", "gt"])
@pytest.mark.parametrize("number", [2, 0.5, True, np.float32(1.5)])
def test_ttnn_binary_function_of_number_equals_function_of_splat_tensor(name, number):
    x = tensor(rounded(np.linspace(0.25, 3, 7)), ttnn.bfloat16)
    same = ttnn.full_like(x, float(number), dtype=ttnn.float32)
    function = getattr(ttnn, name)
    assert function(x, number).to_numpy().tolist() == function(x, same).to_numpy().tolist()


# ---- reductions, normalizations ------------------------------------------------------------------


def random(*shape, seed=0):
    values = np.random.default_rng(seed).normal(size=shape)
    return rounded(values)


def test_ttnn_variances_agree_with_torch():
    x = random(2, 3, 5, 4)
    for dim, keepdim in product((None, 1, -1, (1, 3)), (False, True)):
        dims = tuple(range(4)) if dim is None else dim
        reference = {"dim": dims, "correction": 0, "keepdim": keepdim}
        assert_close(ttnn.var(tensor(x), dim, keepdim).to_numpy(), torch.var(x, **reference))
        assert_close(ttnn.std(tensor(x), dim, keepdim).to_numpy(), torch.std(x, **reference))
    matrix = {"dim": (-2, -1), "correction": 0, "keepdim": True}
    assert_close(ttnn.var_hw(tensor(x)).to_numpy(), torch.var(x, **matrix))
    assert_close(ttnn.std_hw(tensor(x)).to_numpy(), torch.std(x, **matrix))
    centered = x - x.mean(dim=(-2, -1), keepdim=True)
    assert_close(ttnn.normalize_hw(tensor(x)).to_numpy(), centered / torch.std(x, **matrix), 1e-6)
    whole = (x - x.mean()) / torch.std(x, correction=0)
    assert_close(ttnn.normalize_global(tensor(x)).to_numpy(), whole, 1e-6)


def test_ttnn_normalizations_agree_with_torch():
    x, residual = random(2, 7, 64), random(2, 7, 64, seed=1)
    weight, bias = random(64, seed=2), random(64, seed=3)
    rows = {"weight": tensor(weight.reshape(1, 2, 32)), "bias": tensor(bias)}
    got = ttnn.layer_norm(tensor(x), epsilon=1e-5, residual_input_tensor=tensor(residual), **rows)
    expected = functional.layer_norm(x + residual, (64,), weight, bias, 1e-5)
    assert_close(got.to_numpy(), expected, 1e-5, 1e-5)
    got = ttnn.rms_norm(tensor(x), epsilon=1e-5, **rows)
    expected = functional.rms_norm(x, (64,), weight, 1e-5) + bias
    assert_close(got.to_numpy(), expected, 1e-5, 1e-5)
    image = random(2, 1, 12, 64)
    got = ttnn.group_norm(tensor(image), num_groups=4, epsilon=1e-5, **rows)
    channels_first = image.permute(0, 3, 1, 2)
    expected = functional.group_norm(channels_first, 4, weight, bias, 1e-5).permute(0, 2, 3, 1)
    assert_close(got.to_numpy(), expected, 1e-5, 1e-5)
    padded = functional.pad(weight.reshape(4, 16), (0, 16))
    got = ttnn.group_norm(tensor(image), num_groups=4, weight=tensor(padded), epsilon=1e-5)
    expected = functional.group_norm(channels_first, 4, weight, None, 1e-5).permute(0, 2, 3, 1)
    assert_close(got.to_numpy(), expected, 1e-5, 1e-5)


def test_ttnn_batch_norm_agrees_with_torch():
    x = random(2, 5, 3, 4)
    mean, var, weight, bias = (random(5, seed=seed) for seed in range(4))
    var = var.abs() + 0.5
    got = ttnn.batch_norm(
        tensor(x),
        running_mean=tensor(mean.reshape(1, 5, 1, 1)),
        running_var=tensor(var.reshape(1, 5, 1, 1)),
        weight=tensor(weight),
        bias=tensor(bias),
    )
    assert_close(got.to_numpy(), functional.batch_norm(x, mean, var, weight, bias), 1e-5, 1e-6)
    got = ttnn.batch_norm(tensor(x), training=True)
    assert_close(got.to_numpy(), functional.batch_norm(x, None, None, training=True), 1e-5, 1e-6)


def test_ttnn_argmax_topk_and_sort_agree_with_torch():
    x = random(3, 4, 9)
    assert ttnn.argmax(tensor(x), dim=-1).to_numpy().tolist() == torch.argmax(x, -1).tolist()
    assert ttnn.argmax(tensor(x)).item() == torch.argmax(x).item()
    assert ttnn.argmax(tensor(x), dim=1, keepdim=True).shape == (3, 1, 9)
    for largest in (True, False):
        values, places = ttnn.topk(tensor(x), 5, -1, largest, True)
        expected = torch.topk(x, 5, -1, largest, True)
        assert_close(values.to_numpy(), expected.values)
        assert places.to_numpy().tolist() == expected.indices.tolist()
        assert places.dtype is ttnn.uint16


def test_ttnn_losses_agree_with_torch():
    a, b = random(3, 4), random(3, 4, seed=1)
    for name, reference in (("l1_loss", functional.l1_loss), ("mse_loss", functional.mse_loss)):
        for mode in ttnn.LossReductionMode:
            got = getattr(ttnn, name)(tensor(a), tensor(b), reduction=mode)
            assert_close(got.to_numpy(), reference(a, b, reduction=mode.name.lower()), 1e-6)


def test_ttnn_gated_activations_agree_with_torch():
    x = random(2, 6, 8)
    gates = {
        "glu": torch.sigmoid,
        "reglu": torch.relu,
        "geglu": functional.gelu,
        "swiglu": functional.silu,
    }
    for (name, gate), dim in product(gates.items(), (-1, 1)):
        first, second = x.chunk(2, dim)
        assert_close(getattr(ttnn, name)(tensor(x), dim).to_numpy(), first * gate(second), 1e-5)


# ---- attention -----------------------------------------------------------------------------------


def test_ttnn_split_and_concatenate_heads_agree_with_torch():
    x = random(2, 5, 6 * 8)
    for heads, kv_heads, transposed in ((2, 2, True), (4, 1, False)):
        size = 48 // (heads + 2 * kv_heads)
        got = ttnn.transformer.split_query_key_value_and_split_heads(
            tensor(x), num_heads=heads, num_kv_heads=kv_heads, transpose_key=transposed
        )
        parts = x.split([heads * size, kv_heads * size, kv_heads * size], -1)
        expected = [each.unflatten(-1, (-1, size)).transpose(1, 2) for each in parts]
        if transposed:
            expected[1] = expected[1].transpose(2, 3)
        for one, other in zip(got, expected, strict=True):
            assert_close(one.to_numpy(), other)
        joined = ttnn.transformer.concatenate_heads(got[0])
        assert_close(joined.to_numpy(), parts[0])
    query, pair = x[..., :16], x[..., 16:]
    got = ttnn.transformer.split_query_key_value_and_split_heads(
        tensor(query), tensor(pair), num_heads=2
    )
    assert_close(got[2].to_numpy(), pair[..., 16:].unflatten(-1, (2, 8)).transpose(1, 2))


def test_ttnn_attention_agrees_with_torch():
    query, mask = random(2, 4, 5, 8), random(2, 1, 5, 6, seed=5)
    key, value = random(2, 2, 6, 8, seed=1), random(2, 2, 6, 8, seed=2)
    attention = functional.scaled_dot_product_attention
    operands = [tensor(each) for each in (query, key, value)]
    run = ttnn.transformer.scaled_dot_product_attention
    wide = (query, key.repeat_interleave(2, 1), value.repeat_interleave(2, 1))
    got = run(*operands, attn_mask=tensor(mask), is_causal=False, scale=0.25)
    assert_close(got.to_numpy(), attention(*wide, mask, scale=0.25), 1e-4, 1e-5)
    got = run(*operands)
    assert_close(got.to_numpy(), attention(*wide, is_causal=True), 1e-4, 1e-5)
    scores = random(2, 4, 5, 6)
    expected = torch.softmax(scores / 8**0.5 + mask, -1)
    softmax = ttnn.transformer.attention_softmax
    got = softmax(tensor(scores), head_size=8, attention_mask=tensor(mask))
    assert_close(got.to_numpy(), expected, 1e-5)
    changed = tensor(scores)
    ttnn.transformer.attention_softmax_(changed, head_size=8, attention_mask=tensor(mask))
    assert_close(changed.to_numpy(), expected, 1e-5)


def test_ttnn_attention_of_one_token_reads_cache_up_to_its_position():
    query = random(1, 2, 4, 8)
    key, value = random(2, 2, 6, 8, seed=1), random(2, 2, 6, 8, seed=2)
    run = ttnn.transformer.scaled_dot_product_attention_decode
    got = run(tensor(query), tensor(key), tensor(value), cur_pos=[2, 5]).to_numpy()
    for user, position in enumerate((2, 5)):
        seen = slice(0, position + 1)
        wide = [each[user, :, seen].repeat_interleave(2, 0) for each in (key, value)]
        expected = functional.scaled_dot_product_attention(query[0, user][:, None], *wide)
        assert_close(got[0, user], expected[:, 0], 1e-4, 1e-5)


def test_ttnn_rotary_embedding_agrees_with_torch():
    x, cosines, sines = random(1, 2, 5, 8), random(1, 1, 9, 8, seed=1), random(1, 1, 9, 8, seed=2)
    half = torch.cat((-x[..., 4:], x[..., :4]), -1)
    run = ttnn.experimental.rotary_embedding
    got = run(tensor(x), tensor(cosines), tensor(sines))
    assert_close(got.to_numpy(), x * cosines[:, :, :5] + half * sines[:, :, :5], 1e-5, 1e-6)
    got = run(tensor(x), tensor(cosines), tensor(sines), 7)
    assert_close(got.to_numpy(), x * cosines[:, :, 7:8] + half * sines[:, :, 7:8], 1e-5, 1e-6)
    assert_close(ttnn.experimental.rotate_half(tensor(x)).to_numpy(), half)


# ---- data movement -------------------------------------------------------------------------------


def test_ttnn_data_movement_functions_agree_with_torch():
    x = random(2, 6, 5)
    whole = tensor(x)
    assert_close(ttnn.tril(whole, 1).to_numpy(), torch.tril(x, 1))
    assert_close(ttnn.triu(whole, -1).to_numpy(), torch.triu(x, -1))
    assert_close(ttnn.expand(whole, (3, -1, 6, 5)).to_numpy(), x.expand(3, -1, 6, 5))
    assert_close(ttnn.stack([whole, whole], 1).to_numpy(), torch.stack([x, x], 1))
    assert_close(ttnn.squeeze(ttnn.unsqueeze(whole, -1), -1).to_numpy(), x)
    assert_close(ttnn.unsqueeze_to_4D(whole).to_numpy(), x[None])
    for one, other in zip(ttnn.split(whole, 4, 1), x.split(4, 1), strict=True):
        assert_close(one.to_numpy(), other)
    for one, other in zip(ttnn.chunk(whole, 4, 1), x.chunk(4, 1), strict=True):
        assert_close(one.to_numpy(), other)
    a, b = x[0, 0], x[0, 1]
    assert_close(ttnn.outer(tensor(a), tensor(b)).to_numpy(), torch.outer(a, b)[None, None])
    polynomial = 2 * x**2 - 3 * x + 1
    assert_close(ttnn.polyval(whole, [2.0, -3.0, 1.0]).to_numpy(), polynomial, 1e-5, 1e-6)
    image = random(2, 3, 4, 5)
    mean = image.mean((1, 2), keepdim=True)
    assert_close(ttnn.global_avg_pool2d(tensor(image)).to_numpy(), mean, 1e-5, 1e-7)


@pytest.mark.parametrize(
    "places",
    [
        0,
        -1,
        (0, 1, 2),
        slice(1, None),
        (..., 2),
        (slice(None), slice(1, 6, 2), slice(-3, None)),
        (1, ..., slice(0, 2)),
    ],
)
def test_ttnn_tensor_indexing_selects_same_elements_as_torch(places):
    x = random(2, 6, 5)
    assert_close(tensor(x)[places].to_numpy(), x[places])


def test_every_ttnn_library_kernel_has_public_function():
    names = {"loss", "variance"}
    assert names.isdisjoint(LIBRARY_KERNELS)
    for name in LIBRARY_KERNELS:
        assert callable(operator.attrgetter(name)(ttnn))


# ---- gradients -----------------------------------------------------------------------------------

FUNCTIONS_OF_GRADIENTS = {
    "add_bw": (2, {}, torch.add),
    "addalpha_bw": (2, {"alpha": 0.5}, lambda a, b: a + 0.5 * b),
    "addcdiv_bw": (3, {"value": 0.5}, lambda x, a, b: torch.addcdiv(x, a, b, value=0.5)),
    "addcmul_bw": (3, {"value": 0.5}, lambda x, a, b: torch.addcmul(x, a, b, value=0.5)),
    "assign_bw": (1, {}, torch.clone),
    "atan2_bw": (2, {}, torch.atan2),
    "bias_gelu_bw": (2, {}, lambda a, b: functional.gelu(a + b)),
    "clamp_bw": (1, {"min": -0.5, "max": 1.0}, lambda x: torch.clamp(x, -0.5, 1.0)),
    "clamp_min_bw": (1, {"min": -0.5}, lambda x: torch.clamp(x, min=-0.5)),
    "div_bw": (2, {}, torch.div),
    "hypot_bw": (2, {}, torch.hypot),
    "ldexp_bw": (2, {}, lambda a, b: a * torch.exp2(b)),
    "lerp_bw": (3, {}, torch.lerp),
    "lgamma_bw": (1, {}, torch.lgamma),
    "logaddexp_bw": (2, {}, torch.logaddexp),
    "logaddexp2_bw": (2, {}, torch.logaddexp2),
    "max_bw": (2, {}, torch.maximum),
    "min_bw": (2, {}, torch.minimum),
    "mul_bw": (2, {}, torch.mul),
    "multigammaln_bw": (1, {}, lambda x: sum(torch.lgamma(x - half / 2) for half in range(4))),
    "rsub_bw": (2, {}, torch.rsub),
    "squared_difference_bw": (2, {}, lambda a, b: (a - b) ** 2),
    "sub_bw": (2, {}, torch.sub),
    "subalpha_bw": (2, {"alpha": 0.5}, lambda a, b: a - 0.5 * b),
    "unary_sub_bw": (1, {}, torch.clone),
    "xlogy_bw": (2, {}, lambda a, b: torch.xlogy(a, b.abs())),
}


def test_ttnn_backward_functions_agree_with_autograd():
    for name, (arity, parameters, function) in FUNCTIONS_OF_GRADIENTS.items():
        operands = [random(3, 5, seed=seed).requires_grad_() for seed in range(arity)]
        if name in ("xlogy_bw", "multigammaln_bw", "lgamma_bw"):
            operands = [(each.detach().abs() + 2).requires_grad_() for each in operands]
        gradient = random(3, 5, seed=9)
        expected = torch.autograd.grad(function(*operands), operands, gradient)
        got = getattr(ttnn, name)(
            tensor(gradient), *(tensor(each.detach()) for each in operands), **parameters
        )
        for one, other in zip(got, expected, strict=True):
            assert_close(one.to_numpy(), other, 1e-5, 1e-6)


def test_ttnn_backward_of_where_routes_gradient_and_of_comparison_is_zero():
    gradient, a, b = (tensor(random(4, 6, seed=seed)) for seed in range(3))
    condition = tensor(rounded(np.arange(24).reshape(4, 6) % 2))
    first, second = ttnn.where_bw(gradient, condition, a, b)
    chosen = condition.to_numpy() != 0
    assert first.tolist() == np.where(chosen, gradient.to_numpy(), 0).tolist()
    assert second.tolist() == np.where(chosen, 0, gradient.to_numpy()).tolist()
    for name in ("eq", "binary_ge", "binary_gt", "binary_le", "binary_lt", "binary_ne"):
        results = getattr(ttnn, f"{name}_bw")(gradient, a, b)
        assert [each.to_numpy().any() for each in results] == [False, False]
    left, right = ttnn.concat_bw(gradient, tensor(random(1, 6)), tensor(random(3, 6)), 0)
    assert (left.shape, right.shape) == ((1, 6), (3, 6))


def test_ttnn_backward_with_number_operand_returns_gradient_of_tensor_only():
    gradient, a = (tensor(random(3, 5, seed=seed)) for seed in range(2))
    (found,) = ttnn.mul_bw(gradient, a, 2.0)
    assert found.tolist() == (gradient.to_numpy() * 2).tolist()
    with pytest.raises(RuntimeError, match=r"ttnn\.mul_bw: an operand is 5x3, the gradient 3x5"):
        ttnn.mul_bw(gradient, a, tensor(random(5, 3)))
    with pytest.raises(TypeError, match="grad_tensor is int"):
        ttnn.mul_bw(1, a, 2.0)
