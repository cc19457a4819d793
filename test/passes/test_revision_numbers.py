"""Compare operations of tt-mlir 2026-08, lowered with those of 2025-02, with formulas in numpy."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from passes.destination_texts import with_destinations

import ttmlir_py
from ttmlir_py.dialects.revisions.detection import find_revision
from ttmlir_py.passes.revisions import selection

pytestmark = pytest.mark.slow

Array = np.ndarray[Any, Any]
RANDOM = np.random.default_rng(7)


def numbers(*shape: int, low: float = -2, high: float = 2) -> Array:
    return RANDOM.uniform(low, high, shape).astype(np.float32)


_ELEMENTS = {
    np.dtype("float32"): "f32",
    np.dtype("int32"): "i32",
    np.dtype("uint32"): "ui32",
    np.dtype("uint16"): "ui16",
}


def type_of(array: Array) -> str:
    return f"tensor<{''.join(f'{size}x' for size in array.shape)}{_ELEMENTS[array.dtype]}>"


def run(op: str, inputs: list[Array], results: list[Array], properties: str = "") -> list[Array]:
    """Compile and run one operation, whose results have the types of `results`."""
    arguments = ", ".join(f"%a{i}: {type_of(each)}" for i, each in enumerate(inputs))
    names = ", ".join(f"%a{i}" for i in range(len(inputs)))
    types, outs = (", ".join(map(type_of, arrays)) for arrays in (inputs, results))
    values = ", ".join(f"%r#{i}" for i in range(len(results)))
    text = f"""
func.func @f({arguments}) -> ({outs}) {{
  %r:{len(results)} = "ttir.{op}"({names}) {properties} : ({types}) -> ({outs})
  return {values} : {outs}
}}"""
    module = ttmlir_py.parse(
        text, context=ttmlir_py.create_context(revision="2026-08"), file_name="test.mlir"
    )
    check_with_destinations(text)
    data = ttmlir_py.compile(module)
    return ttmlir_py.runtime.load(data).run([each.copy() for each in inputs])


def check_with_destinations(text: str) -> None:
    """Check that the same program in text of 2025-11 is recognised and lowers to the same
    module.
    """
    older = with_destinations(text)
    if older is None:
        return
    assert find_revision(older) == "2025-11"
    lowered = [
        ttmlir_py.parse(text, context=ttmlir_py.create_context(revision=revision))
        for text, revision in ((text, "2026-08"), (older, None))
    ]
    for module in lowered:
        ttmlir_py.PassManager("builtin.module(canonicalize)").run(module)
    assert str(lowered[0]) == str(lowered[1])


def check(
    op: str,
    inputs: list[Array],
    expected: Array | list[Array],
    properties: str = "",
    tolerance: float = 2e-3,
) -> None:
    wanted = expected if isinstance(expected, list) else [expected]
    wanted = [each.astype(np.float32) if each.dtype == np.float64 else each for each in wanted]
    found = run(op, inputs, wanted, properties)
    for one, other in zip(found, wanted, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


erf = np.vectorize(math.erf, otypes=[np.float64])
WIDE = numbers(3, 40, low=-6, high=6)
UNARY: dict[str, tuple[Callable[[Array], Array], Array]] = {
    "acos": (np.arccos, numbers(5, 7, low=-1, high=1)),
    "asin": (np.arcsin, numbers(5, 7, low=-1, high=1)),
    "asinh": (np.arcsinh, WIDE),
    "atan": (np.arctan, WIDE),
    "erf": (erf, WIDE),
    "erfc": (lambda x: 1 - erf(x), WIDE),
    "exp2": (np.exp2, WIDE),
    "frac": (lambda x: x - np.trunc(x), WIDE),
    "hardsigmoid": (lambda x: np.clip(x / 6 + 0.5, 0, 1), WIDE),
    "mish": (lambda x: x * np.tanh(np.log1p(np.exp(x))), WIDE),
    "relu6": (lambda x: np.clip(x, 0, 6), WIDE * 2),
    "signbit": (np.signbit, np.array([[-1.5, -0.0, 0.0, 2.0]], np.float32)),
    "silu": (lambda x: x * sigmoid(x), WIDE),
    "softsign": (lambda x: x / (1 + np.abs(x)), WIDE),
    "square": (np.square, WIDE),
    "trunc": (np.trunc, WIDE),
}


@pytest.mark.parametrize("op", UNARY)
def test_unary_op_of_2026_08_matches_numpy(op: str):
    function, x = UNARY[op]
    check(op, [x], function(x).astype(np.float32))


def test_selu_of_2026_08_matches_numpy():
    scale, alpha = 1.0507009873390197, 1.6732635498046875
    expected = scale * np.where(WIDE > 0, WIDE, alpha * np.expm1(WIDE))
    check("selu", [WIDE], expected)


def test_binary_ops_of_2026_08_match_numpy():
    x, y = numbers(4, 9, low=0.5, high=3), numbers(4, 9)
    check("pow", [x, y], x**y)
    check("atan2", [y, x - 1.5], np.arctan2(y, x - 1.5))


@pytest.mark.parametrize("approximate", ["none", "tanh"])
def test_gelu_backward_of_2026_08_matches_numeric_derivative(approximate: str):
    def gelu(x: Array) -> Array:
        if approximate == "tanh":
            return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
        return x / 2 * (1 + erf(x / np.sqrt(2)))

    gradient, x, step = numbers(3, 20), numbers(3, 20, low=-3, high=3), 1e-5
    wide = x.astype(np.float64)
    slope = (gelu(wide + step) - gelu(wide - step)) / (2 * step)
    check("gelu_bw", [gradient, x], gradient * slope, f'<{{approximate = "{approximate}"}}>')


def test_clamps_of_2026_08_match_numpy():
    x, low = numbers(4, 8), numbers(4, 8, low=-1, high=0)
    high = low + 1
    check("clamp_tensor", [x, low, high], np.clip(x, low, high))
    bounds = "<{min = -5.0e-01 : f32, max = 5.0e-01 : f32}>"
    check("clamp_scalar", [x], np.clip(x, -0.5, 0.5), bounds)


def test_normalizations_of_2026_08_match_numpy():
    x, weight, bias = numbers(2, 5, 32), numbers(32), numbers(32)
    rms = x / np.sqrt(np.mean(x**2, -1, keepdims=True) + 1e-5)
    three = "normalized_shape = array<i64: 32>, operandSegmentSizes = array<i32: 1, 1, 1>"
    check("rms_norm", [x, weight, bias], rms * weight + bias, f"<{{{three}}}>")
    check(
        "rms_norm",
        [x, weight],
        rms * weight,
        "<{normalized_shape = array<i64: 32>, operandSegmentSizes = array<i32: 1, 1, 0>}>",
    )
    centered = x - x.mean(-1, keepdims=True)
    layer = centered / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    check("layer_norm", [x, weight, bias], layer * weight + bias, f"<{{{three}}}>")
    residual = numbers(2, 5, 32)
    both = x + residual
    rms = both / np.sqrt(np.mean(both**2, -1, keepdims=True) + 1e-5)
    check(
        "distributed_rms_norm",
        [x, weight, residual],
        rms * weight,
        "<{cluster_axis = 1 : ui32, operandSegmentSizes = array<i32: 1, 1, 1>}>",
    )


def test_group_norm_of_2026_08_matches_numpy():
    x, weight, bias = numbers(2, 3, 4, 6), numbers(6), numbers(6)
    groups = x.reshape(2, 12, 3, 2)
    centered = groups - groups.mean((1, 3), keepdims=True)
    value = centered / np.sqrt(groups.var((1, 3), keepdims=True) + 1e-12)
    expected = value.reshape(x.shape) * weight + bias
    sizes = "operandSegmentSizes = array<i32: 1, 0, 1, 1>"
    check("group_norm", [x, weight, bias], expected, f"<{{num_groups = 3 : i64, {sizes}}}>")


def test_batch_norms_of_2026_08_match_numpy():
    x = numbers(4, 6, 5)
    scale, offset, mean, variance = (numbers(6, low=0.5, high=2) for _ in range(4))

    def along(vector: Array) -> Array:
        return vector[None, :, None]

    def normalized(m: Array, v: Array) -> Array:
        return (x - along(m)) / np.sqrt(along(v) + 1e-3) * along(scale) + along(offset)

    inputs = [x, scale, offset, mean, variance]
    both = "epsilon = 1.0e-03 : f32, dimension = 1 : i32"
    check("batch_norm_inference", inputs, normalized(mean, variance), f"<{{{both}}}>")
    own, spread = x.mean((0, 2)), x.var((0, 2))
    expected = [normalized(own, spread), mean * 0.9 + own * 0.1, variance * 0.9 + spread * 0.1]
    check("batch_norm_training", inputs, expected, f"<{{{both}, momentum = 1.0e-01 : f32}}>")


def test_reductions_of_2026_08_match_numpy():
    x = numbers(4, 6, 5)
    x[np.abs(x) < 1] = 0
    keep = "<{dim_arg = [1 : i32], keep_dim = true}>"
    check("reduce_or", [x], np.any(x != 0, 1, keepdims=True).astype(np.float32), keep)
    drop = "<{dim_arg = [2 : i32], keep_dim = false}>"
    check("argmax", [x], np.argmax(x, 2).astype(np.int32), drop)
    check("argmax", [x], np.argmax(x, 1, keepdims=True).astype(np.int32), keep)
    y = numbers(3, 7, low=0.5, high=1.5)
    check("cumprod", [y], np.cumprod(y, 1), "<{dim = 1 : i64}>")


def convolved(x: Array, w: Array, stride: int, padding: int, dilation: int = 1) -> Array:
    """Return the convolution of an NHWC image with an OIHW kernel."""
    x = np.pad(x, ((0, 0), (padding, padding), (padding, padding), (0, 0)))
    height, width = ((n - 1) * dilation + 1 for n in w.shape[2:])
    windows = np.lib.stride_tricks.sliding_window_view(x, (height, width), (1, 2))
    windows = windows[:, ::stride, ::stride, :, ::dilation, ::dilation]
    return np.einsum("nyxchw,ochw->nyxo", windows, w)


def test_conv2d_of_2026_08_matches_numpy():
    x, w, bias = numbers(2, 8, 7, 3), numbers(4, 3, 3, 3), numbers(1, 1, 1, 4)
    plain = "stride = 2 : i32, padding = 1 : i32, dilation = 1 : i32, groups = 1 : i32"
    expected = convolved(x, w, 2, 1) + bias
    check("conv2d", [x, w, bias], expected, f"<{{{plain}}}>", 1e-2)
    places = "batch_dim = 0 : i64, channel_dim = 1 : i64, height_dim = 2 : i64, width_dim = 3 : i64"
    turned = np.ascontiguousarray(x.transpose(0, 3, 1, 2))
    want = convolved(x, w, 2, 1).transpose(0, 3, 1, 2)
    check("conv2d", [turned, w], want, f"<{{{plain}, {places}}}>", 1e-2)
    info = "flattened_compat_info = #ttir<flattened_compat batch_size = 2, input_height = 8, input_width = 7>"
    flat, want = x.reshape(1, 1, 112, 3), convolved(x, w, 2, 1).reshape(1, 1, -1, 4)
    check("conv2d", [flat, w], want, f"<{{{plain}, {info}}}>", 1e-2)


def test_conv1d_and_conv3d_of_2026_08_match_numpy():
    x, w = numbers(2, 9, 3), numbers(4, 3, 3)
    want = convolved(x[:, None], w[:, :, None], 1, 0)[:, 0]
    one = "stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32"
    check("conv1d", [x, w], want, f"<{{{one}}}>", 1e-2)
    x, w = numbers(1, 5, 6, 6, 2), numbers(3, 2, 2, 3, 3)
    windows = np.lib.stride_tricks.sliding_window_view(x, (2, 3, 3), (1, 2, 3))
    want = np.einsum("nzyxcdhw,ocdhw->nzyxo", windows, w)
    three = "stride = 1 : i32, padding = 0 : i32, groups = 1 : i32"
    check("conv3d", [x, w], want, f"<{{{three}}}>", 1e-2)
    wide = np.pad(x, ((0, 0), (1, 1), (2, 2), (0, 0), (0, 0)), "edge")
    windows = np.lib.stride_tricks.sliding_window_view(wide, (2, 3, 3), (1, 2, 3))
    want = np.einsum("nzyxcdhw,ocdhw->nzyxo", windows, w)
    edges = 'stride = 1 : i32, padding = array<i32: 1, 2, 0>, groups = 1 : i32, padding_mode = "replicate"'
    check("conv3d", [x, w], want, f"<{{{edges}}}>", 1e-2)


def pooled(x: Array, kernel: int, stride: int, padding: int, fill: float) -> Array:
    around = ((0, 0), (padding, padding), (padding, padding), (0, 0))
    x = np.pad(x, around, constant_values=fill)
    view = np.lib.stride_tricks.sliding_window_view(x, (kernel, kernel), (1, 2))
    return view[:, ::stride, ::stride]


def test_poolings_of_2026_08_match_numpy():
    x = numbers(1, 8, 8, 4)
    window = (
        "kernel = array<i32: 3, 3>, stride = array<i32: 2, 2>, dilation = 1 : i32, "
        "padding = array<i32: 1, 1>, ceil_mode = false"
    )
    sums = pooled(x, 3, 2, 1, 0).sum((4, 5))
    check("avg_pool2d", [x], sums / 9, f"<{{{window}}}>")
    counts = pooled(np.ones_like(x), 3, 2, 1, 0).sum((4, 5))
    check("avg_pool2d", [x], sums / counts, f"<{{{window}, count_include_pad = false}}>")
    most = pooled(x, 3, 2, 1, -np.inf).max((4, 5))
    check("max_pool2d", [x], most, f"<{{{window}}}>", 1e-2)
    check("global_avg_pool2d", [x], x.mean((1, 2), keepdims=True))


def test_max_pool2d_of_2026_08_in_ceil_mode_with_unequal_sides_matches_numpy():
    x = numbers(2, 6, 7, 2)
    # The last row of windows would start in the padding below. The last column goes beyond it.
    padded = np.pad(x, ((0, 0), (0, 1), (0, 2), (0, 0)), constant_values=-np.inf)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (2, 3), (1, 2))
    window = (
        "kernel = array<i32: 2, 3>, stride = array<i32: 2, 3>, dilation = 1 : i32, "
        "padding = array<i32: 0, 0, 2, 1>, ceil_mode = true"
    )
    check("max_pool2d", [x], windows[:, ::2, ::3].max((4, 5)), f"<{{{window}}}>", 1e-2)


@pytest.mark.parametrize(
    ("kernel", "stride", "padding", "dilation"), [(2, 2, 0, 1), (3, 2, 1, 1), (2, 1, 1, 2)]
)
def test_max_pool2d_with_indices_returns_positions_of_maxima(
    kernel: int, stride: int, padding: int, dilation: int
):
    x = RANDOM.integers(-4, 4, (2, 7, 8, 3)).astype(np.float32)
    x[0, :3, :3] = -np.inf
    batch, height, width, channels = x.shape
    rows, columns = (
        (size + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1 for size in (height, width)
    )
    most = np.zeros((batch, rows, columns, channels), np.float32)
    places = np.zeros(most.shape, np.int32)
    for n, i, j, c in np.ndindex(*most.shape):
        window = [
            (y, z)
            for y in range(i * stride - padding, i * stride - padding + dilation * kernel, dilation)
            for z in range(j * stride - padding, j * stride - padding + dilation * kernel, dilation)
            if 0 <= y < height and 0 <= z < width
        ]
        first = max(window, key=lambda place: x[n, place[0], place[1], c])
        most[n, i, j, c], places[n, i, j, c] = (
            x[n, first[0], first[1], c],
            first[0] * width + first[1],
        )
    properties = (
        f"<{{kernel = {kernel} : i32, stride = {stride} : i32, dilation = {dilation} : i32, padding = {padding} : i32, "
        "ceil_mode = false}>"
    )
    check("max_pool2d_with_indices", [x], [most, places], properties, 0)


SHIFTS: dict[str, Callable[[Array, Array], Array]] = {
    "logical_left_shift": lambda x, y: np.where(y < 32, x << np.minimum(y, 31), 0),
    "logical_right_shift": lambda x, y: np.where(y < 32, x >> np.minimum(y, 31), 0),
    "right_shift": lambda x, y: (x.view(np.int32) >> np.minimum(y, 31).astype(np.int32)).view(
        np.uint32
    ),
}


@pytest.mark.parametrize("op", SHIFTS)
def test_shift_of_all_bits_matches_numpy(op: str):
    x = RANDOM.integers(0, 1 << 32, (4, 20), np.uint32)
    x[0, :4] = 0, 1, 1 << 31, (1 << 32) - 1
    amounts = RANDOM.integers(0, 40, x.shape, np.uint32)
    amounts[0, :4] = 31
    expected = SHIFTS[op](x, amounts)
    check(op, [x.view(np.int32), amounts.view(np.int32)], expected.view(np.int32), tolerance=0)
    if op == "right_shift":
        expected = SHIFTS["logical_right_shift"](x, amounts)
    check(op, [x, amounts], expected, tolerance=0)
    short, few = (x >> 16).astype(np.uint16), (amounts % 16).astype(np.uint16)
    check(op, [short, few], short << few if "left" in op else short >> few, tolerance=0)


def test_right_shift_by_constant_and_bitcast_to_unsigned_match_numpy():
    text = """
    func.func @f(%a: tensor<3x4xi32>) -> (tensor<3x4xi32>, tensor<3x4xui32>) {
      %by = "ttir.full"() <{shape = array<i32: 3, 4>, fill_value = 5 : i32}> : () -> tensor<3x4xi32>
      %0 = "ttir.right_shift"(%a, %by) : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi32>
      %1 = "ttir.bitcast_convert"(%a) : (tensor<3x4xi32>) -> tensor<3x4xui32>
      return %0, %1 : tensor<3x4xi32>, tensor<3x4xui32>
    }"""
    x = RANDOM.integers(-(1 << 31), 1 << 31, (3, 4), np.int32)
    shifted, bits = ttmlir_py.runtime.load(ttmlir_py.compile(text)).run([x.copy()])
    np.testing.assert_array_equal(shifted, x >> 5)
    np.testing.assert_array_equal(bits, x.view(np.uint32))


def test_matmul_with_transposed_operands_matches_numpy():
    a, b, bias = numbers(5, 3), numbers(4, 5), numbers(4)
    flags = "<{transpose_a = true, transpose_b = true}>"
    check("matmul", [a, b], a.T @ b.T, flags, 1e-2)
    check("linear", [a, b, bias], a.T @ b.T + bias, flags, 1e-2)


def attention(q: Array, k: Array, v: Array, mask: Array | float, scale: float) -> Array:
    k, v = (np.repeat(each, q.shape[1] // each.shape[1], 1) for each in (k, v))
    scores = q @ k.swapaxes(2, 3) * scale + mask
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v


def test_attention_of_2026_08_matches_numpy():
    q, k, v = numbers(2, 4, 6, 8), numbers(2, 2, 6, 8), numbers(2, 2, 6, 8)
    causal = np.where(np.tri(6, dtype=bool), 0.0, -np.inf)
    expected = attention(q, k, v, causal, 8**-0.5)
    sizes = "operandSegmentSizes = array<i32: 1, 1, 1, {}, 0>"
    check("scaled_dot_product_attention", [q, k, v], expected, f"<{{{sizes.format(0)}}}>", 1e-2)
    mask = numbers(1, 1, 6, 6)
    properties = f"<{{is_causal = false, scale = 5.0e-01 : f32, {sizes.format(1)}}}>"
    expected = attention(q, k, v, mask, 0.5)
    check("scaled_dot_product_attention", [q, k, v, mask], expected, properties, 1e-2)


def test_rotary_embedding_of_2026_08_matches_numpy():
    x, cosines, sines = numbers(1, 2, 3, 8), numbers(1, 1, 3, 8), numbers(1, 1, 3, 8)
    turned = np.concatenate([-x[..., 4:], x[..., :4]], -1)
    check("rotary_embedding", [x, cosines, sines], x * cosines + turned * sines)


def test_attention_with_window_and_sink_matches_numpy():
    q, k, v = numbers(2, 4, 6, 8), numbers(2, 2, 6, 8), numbers(2, 2, 6, 8)
    sink = numbers(1, 4, 1, 1)
    behind = np.arange(6)[:, None] - np.arange(6)[None]
    hidden = np.where((behind < 0) | (behind >= 3), -np.inf, 0)
    key = np.repeat(k, 2, 1)
    scores = np.exp(q @ key.swapaxes(2, 3) * 8**-0.5 + hidden)
    weights = scores / (scores.sum(-1, keepdims=True) + np.exp(sink))
    sizes = "operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>, sliding_window_size = 3 : ui32"
    expected = weights @ np.repeat(v, 2, 1)
    check("scaled_dot_product_attention", [q, k, v, sink], expected, f"<{{{sizes}}}>", 1e-2)


def test_attention_head_reshapes_match_numpy():
    x = numbers(2, 4, 6, 8)
    check("concatenate_heads", [x], x.transpose(0, 2, 1, 3).reshape(2, 6, 32))
    x = numbers(2, 6, 64)
    q, k, v = (part.reshape(2, 6, -1, 8).transpose(0, 2, 1, 3) for part in np.split(x, [32, 48], 2))
    check(
        "split_query_key_value_and_split_heads",
        [x],
        [q, np.ascontiguousarray(k.swapaxes(2, 3)), v],
        "<{num_heads = 4 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}>",
    )


def test_gather_of_2026_08_matches_numpy():
    x, index = numbers(3, 9), RANDOM.integers(0, 9, (3, 4)).astype(np.int32)
    check("gather", [x, index], np.take_along_axis(x, index, 1), "<{dim = 1 : i32}>")


def test_adamw_matches_formula():
    p, g, m = numbers(4, 8), numbers(4, 8), numbers(4, 8)
    v = numbers(4, 8, low=0, high=1)
    lr, b1, b2, eps, decay = 0.1, 0.9, 0.99, 1e-6, 0.01
    mean, square = b1 * m + (1 - b1) * g, b2 * v + (1 - b2) * g * g
    step = mean / (1 - b1**3) / (np.sqrt(square / (1 - b2**3)) + eps)
    properties = (
        f"<{{lr = {lr} : f32, beta1 = {b1} : f32, beta2 = {b2} : f32, beta1_pow = {b1**3} : f32, "
        f"beta2_pow = {b2**3} : f32, epsilon = 1.0e-06 : f32, weight_decay = {decay} : f32}}>"
    )
    expected = [p * (1 - lr * decay) - lr * step, mean, square]
    check("adamw", [p, g, m, v], expected, properties, 1e-2)


PROGRAM = """
func.func @f(%cache: tensor<4x2x8x16xf32>, %new: tensor<1x2x4x16xf32>, %at: tensor<{count}xi64>)
    -> tensor<4x2x8x16xf32> {{
  "ttir.update_cache"(%cache, %new, %at) <{{batch_offset = 0 : i32}}>
    : (tensor<4x2x8x16xf32>, tensor<1x2x4x16xf32>, tensor<{count}xi64>) -> ()
  return %cache : tensor<4x2x8x16xf32>
}}"""


@pytest.mark.parametrize("places", [[3], [0, 3, 7, 2]])
def test_cache_update_of_2026_08_writes_in_place(places: list[int]):
    cache, new = numbers(4, 2, 8, 16), numbers(1, 2, 4, 16)
    expected = cache.copy()
    for user in range(4):
        expected[user, :, places[user % len(places)]] = new[0, :, user]
    data = ttmlir_py.compile(PROGRAM.format(count=len(places)))
    inputs = [cache.copy(), new, np.array(places, np.int32)]
    (found,) = ttmlir_py.runtime.load(data).run(inputs)
    np.testing.assert_array_equal(found, expected)


TYPES = """
func.func @f(%a: tensor<4xi64>, %b: tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi1>, tensor<i1>) {
  %low = "ttir.full"() <{shape = array<i32: 4>, fill_value = -3 : i32}> : () -> tensor<4xi64>
  %sum = "ttir.add"(%a, %low) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %less = "ttir.lt"(%sum, %b) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  %seen = "ttir.typecast"(%a) : (tensor<4xi64>) -> tensor<4xi1>
  %both = "ttir.bitwise_and"(%less, %seen) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %any = "ttir.reduce_or"(%both) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4xi1>) -> tensor<i1>
  return %sum, %both, %any : tensor<4xi64>, tensor<4xi1>, tensor<i1>
}"""


def test_i64_and_i1_values_get_types_of_device():
    a, b = np.array([0, 5, -7, 2], np.int32), np.array([9, 2, -20, -1], np.int32)
    total, both, any_ = ttmlir_py.runtime.load(ttmlir_py.compile(TYPES)).run([a, b])
    np.testing.assert_array_equal(total, a - 3)
    expected = (a - 3 < b) & (a != 0)
    np.testing.assert_array_equal(np.asarray(both, np.float32) != 0, expected)
    assert float(np.asarray(any_, np.float32).item()) == float(expected.any())


def visible(query: Array, key: Array, value: Array, hidden: Array) -> Array:
    """Return the attention to positions that are not hidden."""
    mask = np.where(hidden, -np.inf, 0)
    return attention(query, key, value, mask, 1 / math.sqrt(query.shape[-1]))


@pytest.mark.parametrize(("dim", "descending"), [(0, False), (1, True), (-1, False)])
def test_stable_sort_keeps_order_of_equal_elements(dim: int, descending: bool) -> None:
    x = RANDOM.integers(-3, 3, (4, 6)).astype(np.float32)
    places = np.argsort(-x if descending else x, dim, kind="stable")
    properties = f"<{{dim = {dim} : si32, descending = {str(descending).lower()}, stable = true}}>"
    check("sort", [x], [np.take_along_axis(x, places, dim), places.astype(np.int32)], properties)


@pytest.mark.parametrize("largest", [True, False])
def test_topk_of_2026_08_matches_numpy(largest: bool) -> None:
    x = numbers(3, 8, 2)
    places = np.argsort(-x if largest else x, 1, kind="stable")[:, :3]
    properties = f"<{{k = 3 : i32, dim = 1 : i32, largest = {str(largest).lower()}}}>"
    check("topk", [x], [np.take_along_axis(x, places, 1), places.astype(np.int32)], properties)


def scattered(x: Array, index: Array, source: Array, kind: str) -> Array:
    """Return the tensor with updates scattered along dimension 1, line by line."""
    found = x.copy()
    join = {"sum": np.add, "prod": np.multiply, "max": np.maximum, "min": np.minimum}.get(kind)
    for (line, column), place in np.ndenumerate(index):
        new = source[line, column]
        found[line, place] = new if join is None else join(found[line, place], new)
    return found


@pytest.mark.parametrize("kind", ["sum", "prod", "max", "min", "invalid"])
@pytest.mark.parametrize(("lines", "limit"), [(2, selection.MOST_COMPARED), (3, 36)])
def test_scatter_of_2026_08_matches_numpy(
    monkeypatch: pytest.MonkeyPatch, kind: str, lines: int, limit: int
) -> None:
    monkeypatch.setattr(selection, "MOST_COMPARED", limit)  # an index in two parts
    x, source = numbers(3, 6), numbers(lines, 4)
    index = RANDOM.integers(0, 6, (lines, 4)).astype(np.int32)
    properties = f"<{{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<{kind}>}}>"
    check("scatter", [x, index, source], scattered(x, index, source, kind), properties)


def test_attention_decode_of_one_token_matches_numpy() -> None:
    query, key, value = numbers(1, 3, 4, 8), numbers(3, 2, 32, 8), numbers(3, 2, 32, 8)
    places = np.array([0, 5, 31], np.int32)
    hidden = np.arange(32)[None, None, None] > places[:, None, None, None]
    found = visible(query.reshape(3, 4, 1, 8), key, value, hidden).reshape(1, 3, 4, 8)
    sizes = "<{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}>"
    check("scaled_dot_product_attention_decode", [query, key, value, places], found, sizes)


BLOCKS = tuple(RANDOM.integers(-64, 64, (6, 2, 32, 8)).astype(np.float32) / 32 for _ in "kv")
"""Keys and values that bf16 represents exactly, for caches that are read by row."""
PAGES = np.array([[4, 0], [5, 2], [1, 3]], np.int32)


def from_pages(cache: Array) -> Array:
    return cache[PAGES].transpose(0, 2, 1, 3, 4).reshape(3, 2, 64, 8)


def test_paged_attention_decode_matches_numpy() -> None:
    query, places = numbers(1, 3, 4, 8), np.array([0, 40, 63], np.int32)
    hidden = np.arange(64)[None, None, None] > places[:, None, None, None]
    key, value = map(from_pages, BLOCKS)
    found = visible(query.reshape(3, 4, 1, 8), key, value, hidden).reshape(1, 3, 4, 8)
    sizes = "<{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}>"
    operands = [query, *BLOCKS, PAGES, query, places]
    check("paged_scaled_dot_product_attention_decode", operands, found, sizes)


def test_chunked_attention_matches_numpy() -> None:
    query, start = numbers(3, 4, 8, 8), np.array([20], np.int32)
    hidden = np.arange(64)[None] > np.arange(8)[:, None] + 20
    key, value = map(from_pages, BLOCKS)
    found = visible(query, key, value, hidden)
    operands = [query, *BLOCKS, PAGES, start, query]
    check("chunked_scaled_dot_product_attention", operands, found)


def test_sdpa_forward_for_training_matches_numpy() -> None:
    query, key, value = numbers(2, 4, 8, 8), numbers(2, 2, 8, 8), numbers(2, 2, 8, 8)
    found = visible(query, key, value, np.arange(8)[None] > np.arange(8)[:, None])
    check("sdpa_fw", [query, key, value], found)


@pytest.mark.parametrize("kind", ["none", "causal", "arbitrary"])
def test_sdpa_forward_for_training_returns_logsumexp_for_gradient(kind: str) -> None:
    query, key, value, mask = (
        numbers(*shape) for shape in ((2, 4, 8, 8), (2, 2, 8, 8), (2, 2, 8, 8), (1, 1, 8, 8))
    )
    scores = query @ np.repeat(key, 2, 1).swapaxes(2, 3).astype(np.float64) / np.sqrt(8)
    if kind == "causal":
        scores = np.where(np.arange(8)[None] > np.arange(8)[:, None], -np.inf, scores)
    inputs = [query, key, value]
    if kind == "arbitrary":
        scores, inputs = scores + mask, [*inputs, mask]
    sums = np.exp(scores).sum(-1, keepdims=True)
    found = (np.exp(scores) / sums) @ np.repeat(value, 2, 1)
    logarithms = np.broadcast_to(np.log(sums), (2, 4, 8, 32)).astype(np.float32)
    properties = (
        f"<{{mask_type = #ttcore.attention_mask_type<{kind}>, return_intermediates = true}}>"
    )
    check("sdpa_fw", inputs, [found.astype(np.float32), logarithms], properties)


def test_topk_of_many_elements_matches_numpy() -> None:
    x = numbers(2, 9000)
    x[0, :8990] = -np.inf
    places = np.argsort(-x, 1, kind="stable")[:, :12]
    properties = "<{k = 12 : i32, dim = 1 : i32}>"
    check("topk", [x], [np.take_along_axis(x, places, 1), places.astype(np.int32)], properties)


def test_expert_router_matches_numpy() -> None:
    token, weight, bias = numbers(5, 16), numbers(16, 12), numbers(5, 12)
    logits = token.astype(np.float64) @ weight + bias
    places = np.argsort(-logits, 1, kind="stable")[:, :3]
    largest = np.exp(np.take_along_axis(logits, places, 1))
    shares = largest / largest.sum(1, keepdims=True)
    found = [places.astype(np.int32), shares.astype(np.float32)]
    check(
        "topk_router_gpt", [token, weight, bias], found, "<{k = 3 : i32, num_experts = 12 : i32}>"
    )


@pytest.mark.parametrize(
    ("shape", "result", "mask", "flags"),
    [
        ((2, 3, 4, 8), (2, 3, 1, 5, 4, 6), (2, 3, 1, 5), "is_input_a_sparse = false"),
        ((2, 5, 4, 8), (2, 5, 4, 6), (1, 1, 2, 5), "is_input_a_sparse = true"),
    ],
)
def test_expert_matmuls_match_numpy(
    shape: tuple[int, ...], result: tuple[int, ...], mask: tuple[int, ...], flags: str
) -> None:
    a, b = numbers(*shape), numbers(1, 5, 8, 6)
    wanted = RANDOM.integers(0, 2, mask).astype(np.float32)
    if len(result) == 6:
        found = np.einsum("abmk,xekn->abxemn", a, b)
        kept = wanted[..., None, None]
    else:
        found = a @ b
        kept = wanted.reshape(2, 5, 1, 1)
    other = "true" if len(result) == 6 else "false"
    properties = f"<{{{flags}, is_input_b_sparse = {other}}}>"
    assert 0 < wanted.sum() < wanted.size
    check("sparse_matmul", [a, b, wanted], (found * kept).reshape(result), properties)


def test_embedding_backward_of_partial_tiles_matches_numpy() -> None:
    indices = RANDOM.integers(0, 6, (2, 5)).astype(np.int32)
    weight, gradient = numbers(6, 32), RANDOM.integers(-8, 8, (2, 5, 32)).astype(np.float32)
    found = np.zeros_like(weight)
    np.add.at(found, indices, gradient)
    check("embedding_backward", [indices, weight, gradient], found)


def test_reductions_of_2025_02_and_2026_08_match_numpy():
    x = numbers(3, 4, 5, low=0.5, high=1.5)
    x[0, 1] = 0
    along = "<{dim_arg = [1 : i32], keep_dim = true}>"
    check("mean", [x], x.mean(1, keepdims=True), along)
    check("prod", [x], x.prod(2), "<{dim_arg = [2 : i32], keep_dim = false}>")
    truth = (x > 0.7).astype(np.float32)
    check("reduce_and", [truth], truth.min(1, keepdims=True), along)
    for op, function in (("sum", np.sum), ("max", np.max), ("min", np.min)):
        check(op, [x], function(x, 1, keepdims=True), along)
        check(op, [x[0, 0]], np.array([function(x[0, 0])]), "<{keep_dim = true}>")


def test_softmax_of_2026_08_matches_numpy():
    x = numbers(3, 40, low=-9, high=9)
    e = np.exp(x - x.max(1, keepdims=True))
    check(
        "softmax",
        [x],
        e / e.sum(1, keepdims=True),
        "<{dimension = 1 : si32, numericStable = true}>",
    )


def test_data_movement_ops_of_2026_08_match_numpy():
    x = RANDOM.integers(-90, 90, (4, 6)).astype(np.float32)
    check("reshape", [x], x.reshape(3, 8), "<{shape = [3 : i32, 8 : i32]}>", 0)
    times = "<{broadcast_dimensions = array<i64: 3, 1>}>"
    check("broadcast", [x[:1]], np.repeat(x[:1], 3, 0), times, 0)
    bounds = "<{begins = [1 : i32, 0 : i32], ends = [4 : i32, 5 : i32], step = [1 : i32, 2 : i32]}>"
    check("slice_static", [x], x[1:4, 0:5:2], bounds, 0)
    places = "<{dim = 1 : si32, begin = 1 : si32, length = 2 : si32, stride = 3 : si32}>"
    check("index_select", [x], x[:, [1, 2, 4, 5]], places, 0)


def test_conv_transpose2d_and_upsample_match_numpy():
    x, w, bias = numbers(2, 4, 5, 3), numbers(3, 4, 3, 3), numbers(1, 1, 1, 4)
    full = np.zeros((2, 9, 11, 4), np.float32)
    for i, j in np.ndindex(4, 5):
        full[:, 2 * i : 2 * i + 3, 2 * j : 2 * j + 3] += np.einsum("nc,cohw->nhwo", x[:, i, j], w)
    window = "stride = 2 : i32, padding = 1 : i32, dilation = 1 : i32, output_padding = 0 : i32, groups = 1 : i32"
    expected = full[:, 1:-1, 1:-1] + bias
    check("conv_transpose2d", [x, w, bias], expected, f"<{{{window}}}>", 2e-2)


def test_fill_cache_for_one_user_writes_first_positions():
    text = """
    func.func @f(%cache: tensor<3x2x64x32xf32>, %new: tensor<1x2x32x32xf32>) -> (tensor<3x2x64x32xf32>, tensor<2xf32>) {
      "ttir.fill_cache"(%cache, %new) <{batch_offset = 1 : i32}>
        : (tensor<3x2x64x32xf32>, tensor<1x2x32x32xf32>) -> ()
      %same = "ttcore.optimization_barrier"(%cache) : (tensor<3x2x64x32xf32>) -> tensor<3x2x64x32xf32>
      %two = "ttir.constant"() <{value = dense<[1.5, -2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
      return %same, %two : tensor<3x2x64x32xf32>, tensor<2xf32>
    }"""
    cache, new = numbers(3, 2, 64, 32), numbers(1, 2, 32, 32)
    expected = cache.copy()
    expected[1, :, :32] = new[0]
    found, two = ttmlir_py.runtime.load(ttmlir_py.compile(text)).run([cache.copy(), new])
    np.testing.assert_allclose(found, expected, atol=1e-2)
    np.testing.assert_array_equal(two, np.array([1.5, -2], np.float32))
