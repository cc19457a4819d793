"""TOSA ops on the simulator, compiled through TTIR, TTNN and a binary, compared with numpy."""

from collections.abc import Callable

import numpy as np
import pytest

from ttmlir_py import runtime
from ttmlir_py.compiler import compile

pytestmark = pytest.mark.slow

Array = np.ndarray
RANDOM = np.random.default_rng(11)
PIPELINE = (
    "convert-tosa-to-ttir{i1-as-bf16=true},ttir-to-ttnn-backend-pipeline{signed-integers=true}"
)
NAMES = {"f32": "float32", "i32": "int32", "i1": "bool"}


def tensor(array: Array) -> str:
    element = {"float32": "f32", "int32": "i32", "bool": "i1"}[array.dtype.name]
    return f"tensor<{''.join(f'{size}x' for size in array.shape)}{element}>"


def literal(array: Array) -> str:
    return f"dense<{array.tolist()}> : {tensor(array)}".replace("True", "true").replace(
        "False", "false"
    )


def simulate(op: str, result: str, inputs: list[Array], constants: list[Array]) -> Array:
    """Return the result of one op whose operands are the inputs, then the constants."""
    values = [*(f"%a{i}" for i in range(len(inputs))), *(f"%c{i}" for i in range(len(constants)))]
    types = [tensor(each) for each in (*inputs, *constants)]
    name, _, attributes = op.partition(" ")
    arguments = ", ".join(f"%a{i}: {tensor(each)}" for i, each in enumerate(inputs))
    lines = [
        f'%c{i} = "tosa.const"() {{value = {literal(each)}}} : () -> {tensor(each)}'
        for i, each in enumerate(constants)
    ]
    lines.append(
        f'%r = "tosa.{name}"({", ".join(values)}) {attributes} : ({", ".join(types)}) -> {result}'
    )
    body = "\n  ".join([*lines, f"return %r : {result}"])
    text = f"func.func @f({arguments}) -> {result} {{\n  {body}\n}}"
    (output,) = runtime.load(compile(text, PIPELINE, warnings=["-w"])).run(inputs)
    return np.asarray(output)


def floats(*shape: int, low: float = -2, high: float = 2) -> Array:
    return RANDOM.uniform(low, high, shape).astype(np.float32)


def bfloats(*shape: int) -> Array:
    """Return numbers that bf16 represents exactly."""
    return RANDOM.integers(-8, 9, shape).astype(np.float32) / 4


def ints(*shape: int, low: int = -100, high: int = 100) -> Array:
    return RANDOM.integers(low, high, shape).astype(np.int32)


X, Y, ROW = floats(4, 40), floats(4, 40), floats(1, 40)
POSITIVE = floats(4, 40, low=0.1, high=3)
M, N = ints(4, 40), ints(4, 40)
P, Q = X > 0, Y > 0
SPECIAL = np.array([[-1.5, -0.0, 0.0, 1.5, np.inf, -np.inf, np.nan, 3e38]], np.float32)

UNARY: list[tuple[str, Array, Callable[[Array], Array]]] = [
    ("abs", X, np.abs),
    ("abs", SPECIAL, np.abs),
    ("ceil", X, np.ceil),
    ("cos", X, np.cos),
    ("exp", X, np.exp),
    ("floor", X, np.floor),
    ("identity", X, np.array),
    ("log", POSITIVE, np.log),
    ("negate", X, np.negative),
    ("negate", SPECIAL, np.negative),
    ("reciprocal", POSITIVE, np.reciprocal),
    ("rsqrt", POSITIVE, lambda x: 1 / np.sqrt(x)),
    ("sigmoid", X, lambda x: 1 / (1 + np.exp(-x))),
    ("sin", X, np.sin),
    ("tanh", X, np.tanh),
    ("bitwise_not", M, np.invert),
    ("abs", M, np.abs),
    ("negate {quantization_info = #tosa.unary_quant<input_zp = 0, output_zp = 0>}", M, np.negative),
    (
        "clamp {min_int = 0 : i64, max_int = 0 : i64, min_fp = -0.5 : f32, max_fp = 1.25 : f32}",
        X,
        lambda x: np.clip(x, -0.5, 1.25),
    ),
    (
        "clamp {min_int = -20 : i64, max_int = 30 : i64, min_fp = 0.0 : f32, max_fp = 0.0 : f32}",
        M,
        lambda x: np.clip(x, -20, 30),
    ),
    (
        "clamp {min_int = -16777217 : i64, max_int = 2147483647 : i64, min_fp = 0.0 : f32, max_fp = 0.0 : f32}",
        np.array(
            [[-(2**31), -16777219, -16777218, -16777217, -16777216, 5, 2**31 - 1, 0]], np.int32
        ),
        lambda x: np.clip(x, -16777217, 2147483647),
    ),
    (
        "clamp {min_int = -9223372036854775808 : i64, max_int = 33554433 : i64, min_fp = 0.0 : f32, max_fp = 0.0 : f32}",
        np.array([[-(2**31), 33554432, 33554433, 33554434, 2**31 - 1, 0, -1, 1]], np.int32),
        lambda x: np.minimum(x, 33554433),
    ),
]


def check(output: Array, expected: Array) -> None:
    assert output.shape == expected.shape
    if expected.dtype.kind in "ib":
        np.testing.assert_array_equal(output.astype(np.int64), expected.astype(np.int64))
    else:
        np.testing.assert_allclose(output, expected, rtol=2e-6, atol=1e-6)


@pytest.mark.parametrize(("op", "x", "reference"), UNARY)
def test_tosa_unary_op_matches_numpy(op: str, x: Array, reference: Callable[[Array], Array]):
    check(simulate(op, tensor(x), [x], []), reference(x))


BINARY: list[tuple[str, Array, Array, Callable[[Array, Array], Array]]] = [
    ("add", X, ROW, np.add),
    ("add", M, N, np.add),
    ("sub", M, N, np.subtract),
    ("sub", X, Y, np.subtract),
    ("mul {shift = 0 : i8}", X, ROW, np.multiply),
    ("mul {shift = 0 : i8}", M, N, np.multiply),
    ("maximum", X, ROW, np.maximum),
    ("minimum", M, N, np.minimum),
    ("pow", POSITIVE, Y, np.power),
    ("bitwise_and", M, N, np.bitwise_and),
    ("bitwise_or", M, N, np.bitwise_or),
    ("bitwise_xor", M, N, np.bitwise_xor),
    ("equal", M, np.where(P, M, N).astype(np.int32), np.equal),
    ("greater", X, ROW, np.greater),
    ("greater", M, N, np.greater),
    ("greater_equal", X, Y, np.greater_equal),
    ("logical_and", P, Q, np.logical_and),
    ("logical_or", P, Q, np.logical_or),
    ("logical_xor", P, Q, np.logical_xor),
]


@pytest.mark.parametrize(("op", "x", "y", "reference"), BINARY)
def test_tosa_binary_op_matches_numpy(
    op: str, x: Array, y: Array, reference: Callable[[Array, Array], Array]
):
    expected = reference(x, y)
    check(simulate(op, tensor(expected), [x, y], []), expected)


def test_tosa_logical_not_and_select_match_numpy():
    check(simulate("logical_not", tensor(P), [P], []), ~P)
    check(simulate("select", tensor(X), [P, X, Y], []), np.where(P, X, Y))


CASTS = [
    (X, X, X),
    (np.trunc(X * 30), M, np.trunc(X * 30).astype(np.int32)),
    (M, X, M.astype(np.float32)),
    (X * P, P, (X * P) != 0),
    (M * P, P, (M * P) != 0),
    (P, X, P.astype(np.float32)),
]


@pytest.mark.parametrize(("x", "like", "expected"), CASTS)
def test_tosa_cast_matches_numpy(x: Array, like: Array, expected: Array):
    check(simulate("cast", tensor(like), [x], []), expected)


REDUCTIONS: list[tuple[str, Array, Callable[..., Array]]] = [
    ("reduce_all", RANDOM.random((4, 5)) < 0.8, np.all),
    ("reduce_any", RANDOM.random((4, 5)) < 0.2, np.any),
    ("reduce_max", X, np.max),
    ("reduce_min", X, np.min),
    ("reduce_prod", POSITIVE[:, :8], np.prod),
    ("reduce_sum", X, np.sum),
]


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize(("op", "x", "reference"), REDUCTIONS)
def test_tosa_reduction_matches_numpy(
    op: str, x: Array, reference: Callable[..., Array], axis: int
):
    expected = reference(x, axis=axis, keepdims=True)
    check(simulate(f"{op} {{axis = {axis} : i32}}", tensor(expected), [x], []), expected)


def int64s(numbers: list[int]) -> str:
    return f"array<i64: {', '.join(map(str, numbers))}>"


def test_tosa_data_movement_matches_numpy():
    cube = floats(2, 3, 8)
    moved = cube.transpose(2, 0, 1)
    order = np.array([2, 0, 1], np.int32)
    check(simulate("transpose", tensor(moved), [cube], [order]), moved)
    check(simulate(f"reshape {{new_shape = {int64s([6, -1])}}}", "tensor<6x8xf32>", [cube], []),
          cube.reshape(6, 8))  # fmt: skip
    check(simulate("reverse {axis = 1 : i32}", tensor(cube), [cube], []), cube[:, ::-1])
    part = cube[1:2, 0:2, 3:7]
    attributes = f"{{start = {int64s([1, 0, 3])}, size = {int64s([1, 2, 4])}}}"
    check(simulate(f"slice {attributes}", tensor(part), [cube], []), part)
    tiled = np.tile(cube, (1, 2, 3))
    check(simulate(f"tile {{multiples = {int64s([1, 2, 3])}}}", tensor(tiled), [cube], []), tiled)
    joined = np.concatenate([cube, cube[:, :1]], 1)
    operands = [cube, cube[:, :1].copy()]
    check(simulate("concat {axis = 1 : i32}", tensor(joined), operands, []), joined)


@pytest.mark.parametrize("number", [None, 0.75])
def test_tosa_pad_matches_numpy(number: float | None):
    x = bfloats(3, 5)
    sizes = np.array([[1, 2], [0, 3]], np.int32)
    value = 0 if number is None else number
    expected = np.pad(x, sizes.tolist(), constant_values=value)
    constants = (
        [sizes] if number in (None, float("-inf")) else [sizes, np.array(number, np.float32)]
    )
    if number == float("-inf"):
        pytest.skip("tolist() does not write infinities as MLIR does")
    check(simulate("pad", tensor(expected), [x], constants), expected)


def test_lowered_tosa_constants_match_numpy():
    x, number = floats(3, 4), np.full((3, 4), 0.25, np.float32)
    check(simulate("add", tensor(x), [x], [number]), x + number)
    check(simulate("select", tensor(x), [], [np.full((3, 4), True), number, -number]), number)


def test_tosa_gather_matches_numpy():
    values, indices = bfloats(2, 8, 32), ints(2, 5, low=0, high=8)
    expected = np.stack([values[n][indices[n]] for n in range(2)])
    check(simulate("gather", tensor(expected), [values, indices], []), expected)
    check(simulate("gather", tensor(expected[:1]), [values[:1], indices[:1]], []), expected[:1])


def test_tosa_matmul_and_fully_connected_match_numpy():
    a, b = floats(2, 4, 8), floats(2, 8, 3)
    check(simulate("matmul", "tensor<2x4x3xf32>", [a, b], []), a @ b)
    x, weight, bias = floats(4, 8), floats(3, 8), floats(3)
    check(
        simulate("fully_connected", "tensor<4x3xf32>", [x, weight, bias], []), x @ weight.T + bias
    )


def convolve(
    x: Array, weight: Array, pad: list[int], stride: list[int], dilation: list[int]
) -> Array:
    """Return the sums of products for each image (NHWC) and filter (OHWI), by definition."""
    top, bottom, left, right = pad
    x = np.pad(x, [(0, 0), (top, bottom), (left, right), (0, 0)]).astype(np.float64)
    out, height, width, _ = weight.shape
    rows = (x.shape[1] - dilation[0] * (height - 1) - 1) // stride[0] + 1
    columns = (x.shape[2] - dilation[1] * (width - 1) - 1) // stride[1] + 1
    result = np.zeros((x.shape[0], rows, columns, out))
    for i in range(rows):
        for j in range(columns):
            for k in range(height):
                for m in range(width):
                    pixel = x[:, i * stride[0] + k * dilation[0], j * stride[1] + m * dilation[1]]
                    result[:, i, j] += pixel @ weight[:, k, m].T
    return result.astype(np.float32)


@pytest.mark.parametrize(
    ("pad", "stride", "dilation"),
    [
        ([0, 0, 0, 0], [1, 1], [1, 1]),
        ([1, 1, 2, 2], [2, 1], [1, 1]),
        ([0, 1, 2, 0], [1, 2], [1, 1]),
        ([1, 1, 1, 1], [1, 1], [2, 1]),
    ],
)
def test_tosa_convolution_matches_reference_loops(
    pad: list[int], stride: list[int], dilation: list[int]
):
    x, weight, bias = bfloats(2, 7, 8, 4), bfloats(6, 3, 2, 4), bfloats(6)
    attributes = (
        f"{{pad = {int64s(pad)}, stride = {int64s(stride)}, dilation = {int64s(dilation)}}}"
    )
    expected = convolve(x, weight, pad, stride, dilation) + bias
    output = simulate(f"conv2d {attributes}", tensor(expected), [x, weight, bias], [])
    np.testing.assert_allclose(output, expected, rtol=1e-2, atol=1e-2)
    own, bias = bfloats(3, 2, 4, 2), bfloats(8)
    expected = (
        np.concatenate(
            [
                convolve(
                    x[..., c : c + 1],
                    own[:, :, c, :, None].transpose(2, 0, 1, 3),
                    pad,
                    stride,
                    dilation,
                )
                for c in range(4)
            ],
            -1,
        )
        + bias
    )
    output = simulate(f"depthwise_conv2d {attributes}", tensor(expected), [x, own, bias], [])
    np.testing.assert_allclose(output, expected, rtol=1e-2, atol=1e-2)


def test_tosa_pooling_matches_numpy():
    x = bfloats(2, 8, 6, 32)
    attributes = (
        f"{{kernel = {int64s([2, 2])}, stride = {int64s([2, 2])}, pad = {int64s([0, 0, 0, 0])}}}"
    )
    expected = x.reshape(2, 4, 2, 3, 2, 32).max((2, 4))
    check(simulate(f"max_pool2d {attributes}", tensor(expected), [x], []), expected)
    attributes = f"{{kernel = {int64s([8, 6])}, stride = {int64s([1, 1])}, pad = {int64s([0, 0, 0, 0])}, acc_type = f32}}"
    expected = x.mean((1, 2), keepdims=True)
    check(simulate(f"avg_pool2d {attributes}", tensor(expected), [x], []), expected)
