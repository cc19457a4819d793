"""Kernels of operations that 2025-02 lacks, compared with PyTorch, Python's math and loops."""

import functools
import math
import operator
from typing import Any

import numpy as np
import pytest

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.kernels import find_kernel
from ttmlir_py.runtime.kernels.later.elementwise import LATER_ELEMENTWISE
from ttmlir_py.runtime.kernels.later.kernels import LATER_KERNELS
from ttmlir_py.schemas.revisions import RUNNABLE
from ttmlir_py.schemas.schema import load_schema

Array = np.ndarray[Any, Any]
RANDOM = np.random.default_rng(11)
SHIFTS = np.array([-1, 0, 1, 7, 31, 32, 40], np.int32)


def numbers(*shape: int, low: float = -3, high: float = 3) -> Array:
    return RANDOM.uniform(low, high, shape).astype(np.float32)


def call(op_type: str, *operands: Array | None, shape: tuple[int, ...], **attributes: Any) -> Array:
    """Run a kernel, and check that the inferred shape is the result's."""
    kernel = find_kernel(op_type, None)
    assert kernel.compute is not None
    assert kernel.infer_shape is not None
    if kernel.takes_shape:
        attributes["result_shape"] = shape
    found = kernel.compute(*operands, **attributes)
    assert kernel.infer_shape(*operands, **attributes) == found.shape == shape
    return found


def apply(case: str, *operands: Array, **attributes: Any) -> Array:
    shape = np.broadcast_shapes(*(each.shape for each in operands))
    compute = find_kernel("EltwiseOp", case).compute
    assert compute is not None
    return compute(list(operands), result_shape=shape, **attributes)


def members(kind: str, name: str, schema: str) -> list[str]:
    found: Any = load_schema(schema).types[f"tt.target.ttnn.{name}"]
    return list((found.tag if kind == "union" else found).values)


@pytest.mark.parametrize(
    ("kind", "name"),
    [("enum", "EltwiseOpType"), ("enum", "ReductionOpType"), ("union", "OpType")],
)
def test_simulator_schema_begins_with_schema_of_2025_02(kind: str, name: str):
    first, all_ = (members(kind, name, each) for each in ("TTNN/binary.fbs", RUNNABLE))
    assert all_[: len(first)] == first
    assert len(all_) > len(first)


def test_each_additional_operation_of_the_schema_has_a_kernel():
    first = members("union", "OpType", "TTNN/binary.fbs")
    added = members("union", "OpType", RUNNABLE)[len(first) :]
    assert sorted(added) == sorted(LATER_KERNELS)
    first = members("enum", "EltwiseOpType", "TTNN/binary.fbs")
    assert members("enum", "EltwiseOpType", RUNNABLE)[len(first) :] == list(LATER_ELEMENTWISE)


MATH = {
    "Acos": (math.acos, 1),
    "Asin": (math.asin, 1),
    "Asinh": (math.asinh, 9),
    "Atan": (math.atan, 9),
    "Erf": (math.erf, 4),
    "Erfc": (math.erfc, 4),
    "Exp2": (lambda x: 2.0**x, 9),
    "Hardsigmoid": (lambda x: min(max(x / 6 + 0.5, 0), 1), 9),
    "Mish": (lambda x: x * math.tanh(math.log1p(math.exp(x))), 9),
    "Relu6": (lambda x: min(max(x, 0), 6), 9),
    "Round": (round, 9),
    "Silu": (lambda x: x / (1 + math.exp(-x)), 9),
    "Square": (lambda x: x * x, 9),
}


@pytest.mark.parametrize("case", MATH)
def test_later_unary_kernel_matches_math(case: str):
    function, limit = MATH[case]
    x = np.concatenate([numbers(400, low=-limit, high=limit), np.float32([0, 0.5, -0.5, 1e-20])])
    expected = np.array([function(float(each)) for each in x])
    np.testing.assert_allclose(apply(case, x), expected, rtol=3e-6, atol=1e-7)


def test_later_binary_kernels_match_python():
    a, b = numbers(50), numbers(50)
    expected = [math.atan2(*pair) for pair in zip(a.tolist(), b.tolist(), strict=True)]
    np.testing.assert_allclose(apply("Atan2", a, b), expected, rtol=1e-6)
    x = np.array([[-(2**31)], [-5], [0], [1], [2**31 - 1]], np.int32)
    pairs = [(int(a), int(b)) for a in x.ravel() for b in SHIFTS]

    def signed(value: int) -> int:
        value &= 2**32 - 1
        return value - 2**32 if value >= 2**31 else value

    valid = {pair: 0 <= pair[1] < 32 for pair in pairs}
    wanted = {
        "BitwiseLeftShift": [signed(a << b) if valid[a, b] else 0 for a, b in pairs],
        "LogicalRightShift": [signed((a & 2**32 - 1) >> b) if valid[a, b] else 0 for a, b in pairs],
        "BitwiseRightShift": [a >> b if valid[a, b] else (-1 if a < 0 else 0) for a, b in pairs],
    }
    for case, expected in wanted.items():
        np.testing.assert_array_equal(apply(case, x, SHIFTS).ravel(), expected)


def test_reduce_precision_rounds_as_narrow_formats():
    x = np.concatenate(
        [
            numbers(2000, low=-70000, high=70000),
            numbers(500, low=-1e-4, high=1e-4),
            np.float32([65504, 65519.99, 65520, -65520, np.inf, -np.inf, np.nan, 0, -0.0]),
            np.float32(1 + 2.0**-11) * np.float32([1, 3, -1]),
        ]
    )
    with np.errstate(over="ignore"):
        half = x.astype(np.float16).astype(np.float32)
    normal = np.where(np.abs(half) < 2.0**-14, np.copysign(0, x), half)
    found = apply("ReducePrecision", x, exponent_bits=5, mantissa_bits=10)
    np.testing.assert_array_equal(found, normal.astype(np.float32))
    np.testing.assert_array_equal(np.signbit(found), np.signbit(normal))
    np.testing.assert_array_equal(apply("ReducePrecision", x, exponent_bits=8, mantissa_bits=23), x)
    with pytest.raises(KernelError, match="9 exponent and 3 mantissa bits"):
        apply("ReducePrecision", x, exponent_bits=9, mantissa_bits=3)


@pytest.mark.parametrize("descending", [False, True])
def test_sort_kernel_is_stable_and_returns_positions(*, descending: bool):
    x = RANDOM.integers(0, 4, (3, 20, 2)).astype(np.float32)
    values, places = (
        call("SortOp", x, shape=x.shape, dim=1, descending=descending, gives_places=each)
        for each in (False, True)
    )
    for i, j in np.ndindex(3, 2):
        sign = -1 if descending else 1
        expected = sorted(range(20), key=lambda at: (sign * x[i, at, j], at))
        assert places[i, :, j].tolist() == expected
        assert values[i, :, j].tolist() == [x[i, at, j] for at in expected]


@pytest.mark.parametrize("largest", [False, True])
def test_topk_kernel_returns_largest_elements_in_order(*, largest: bool):
    x = numbers(4, 9)
    order = np.argsort(-x if largest else x, axis=-1)[:, :3]
    given = {"k": 3, "dim": -1, "largest": largest, "shape": (4, 3)}
    np.testing.assert_array_equal(call("TopKOp", x, gives_places=True, **given), order)
    expected = np.take_along_axis(x, order, 1)
    np.testing.assert_array_equal(call("TopKOp", x, gives_places=False, **given), expected)
    with pytest.raises(KernelError, match="takes 10 of 9 elements"):
        call("TopKOp", x, gives_places=True, **{**given, "k": 10})


def test_argmax_kernel_returns_position_of_first_maximum():
    x = RANDOM.integers(0, 3, (4, 5)).astype(np.float32)
    expected = [row.tolist().index(max(row)) for row in x]
    found = call("ReductionArgMaxOp", x, dim=1, keep_dim=True, shape=(4, 1))
    assert found.ravel().tolist() == expected
    flat = x.ravel().tolist()
    found = call("ReductionArgMaxOp", x, dim=None, keep_dim=False, shape=())
    assert found.item() == flat.index(max(flat))


@pytest.mark.parametrize("reverse", [False, True])
def test_cumulative_reductions_match_loops(*, reverse: bool):
    x = numbers(2, 6)
    for reduction, function in {
        "Max": max,
        "Min": min,
        "LogSumExp": lambda values: math.log(sum(map(math.exp, values))),
    }.items():
        found = call("CumulativeOp", x, dim=1, reduction=reduction, reverse=reverse, shape=x.shape)
        expected = [
            [function(row[at:] if reverse else row[: at + 1]) for at in range(6)]
            for row in x.tolist()
        ]
        np.testing.assert_allclose(found, expected, rtol=1e-5)
    expected = [[math.prod(row[: at + 1]) for at in range(6)] for row in x.tolist()]
    np.testing.assert_allclose(call("CumProdOp", x, dim=1, shape=x.shape), expected, rtol=1e-5)


@pytest.mark.parametrize("name", ["And", "Or", "Xor"])
def test_bitwise_reduction_matches_python(name: str):
    x = RANDOM.integers(-(2**31), 2**31, (3, 5, 2)).astype(np.int32)
    function = {"And": operator.and_, "Or": operator.or_, "Xor": operator.xor}[name]
    given = {"op": f"ReduceBitwise{name}", "keep_dim": False}
    found = call("ReductionOp", x, dims=[1], shape=(3, 2), **given)
    expected = [[functools.reduce(function, x[i, :, j].tolist()) for j in (0, 1)] for i in range(3)]
    np.testing.assert_array_equal(found, expected)
    with pytest.raises(KernelError, match="needs integer operands"):
        call("ReductionOp", x.astype(np.float32), dims=[1], shape=(3, 2), **given)


def test_gather_and_scatter_match_torch():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    x, index = numbers(4, 5, 6), RANDOM.integers(0, 5, (3, 5, 6))
    found = call("GatherOp", x, index, dim=1, shape=index.shape)
    expected = torch.gather(torch.tensor(x), 1, torch.tensor(index)).numpy()
    np.testing.assert_array_equal(found, expected)
    source = numbers(3, 5, 6)
    names = {"Sum": "sum", "Max": "amax", "Min": "amin", "Prod": "prod"}
    for kind, reduce in names.items():
        found = call("ScatterOp", x, index, source, dim=1, scatter_reduce_type=kind, shape=x.shape)
        tensors = (torch.tensor(each) for each in (index, source))
        expected = torch.tensor(x).scatter_reduce(1, *tensors, reduce).numpy()
        np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_scatter_without_reduction_writes_the_last_value():
    x, index = numbers(3, 4), np.array([[0, 1, 1, 9], [3, 3, 0, -1]], np.int32)
    source = numbers(2, 4)
    expected = x.copy()
    for i, j in np.ndindex(2, 4):
        if 0 <= index[i, j] < 4:
            expected[i, index[i, j]] = source[i, j]
    given = {"dim": 1, "scatter_reduce_type": "Invalid", "shape": x.shape}
    np.testing.assert_array_equal(call("ScatterOp", x, index, source, **given), expected)


def test_dynamic_slice_with_start_beyond_tensor_is_clamped():
    x = numbers(6, 8)
    for start in ([0, 0], [2, 5], [9, -4]):
        begins = np.array(start, np.uint32 if min(start) >= 0 else np.int32)
        first = [min(max(start[0], 0), 3), min(max(start[1], 0), 3)]
        expected = x[first[0] : first[0] + 3, first[1] : first[1] + 5 : 2]
        found = call("SliceDynamicOp", x, begins, begins, step=[1, 2], shape=(3, 3))
        np.testing.assert_array_equal(found, expected)
    with pytest.raises(KernelError, match="7x3 is not part of 6x8"):
        call("SliceDynamicOp", x, begins, begins, step=None, shape=(7, 3))


def test_bitcast_kernel_keeps_bits():
    x = np.array([1.0, -0.0, np.inf, 3.5], np.float32)
    found = call("BitcastConvertOp", x, dtype="Int32", shape=(4,))
    assert found.tolist() == [0x3F800000, -(2**31), 0x7F800000, 0x40600000]
    back = call("BitcastConvertOp", found, dtype="Float32", shape=(4,))
    np.testing.assert_array_equal(back.view("u4"), x.view("u4"))
    assert call("BitcastConvertOp", np.float32(1), dtype="Int32", shape=()).shape == ()
    with pytest.raises(KernelError, match="cannot read the bits of float32 as BFloat16"):
        call("BitcastConvertOp", x, dtype="BFloat16", shape=(4,))


def test_normalizations_match_formulas():
    x, weight, bias = numbers(2, 3, 16), numbers(16), numbers(1, 16)
    wide = x.astype(np.float64)
    mean = wide.mean(-1, keepdims=True)
    expected = wide / np.sqrt((wide**2).mean(-1, keepdims=True) + 1e-5)
    found = call("RMSNormOp", x, weight, None, epsilon=1e-5, shape=x.shape)
    np.testing.assert_allclose(found, expected * weight, rtol=2e-5, atol=1e-6)
    expected = (wide - mean) / np.sqrt(wide.var(-1, keepdims=True) + 1e-5) * weight + bias
    found = call("LayerNormOp", x, weight, bias, epsilon=1e-5, shape=x.shape)
    np.testing.assert_allclose(found, expected, rtol=2e-5, atol=2e-6)


def test_batch_norm_uses_given_statistics():
    x, mean, weight, bias = numbers(2, 3, 4, 5), *(numbers(1, 3, 1, 1) for _ in range(3))
    variance = mean * mean
    expected = (x - mean.astype("f8")) / np.sqrt(variance + 1e-5) * weight + bias
    operands = (x, mean, variance, weight, bias)
    found = call("BatchNormInferenceOp", *operands, epsilon=1e-5, shape=x.shape)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("ceil_mode", [False, True])
@pytest.mark.parametrize("counts_padding", [False, True])
@pytest.mark.parametrize("divisor", [None, 3])
def test_average_pool_matches_torch(*, ceil_mode: bool, counts_padding: bool, divisor: int | None):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    x = numbers(2, 7, 8, 3)
    expected = torch.nn.functional.avg_pool2d(
        torch.tensor(x).permute(0, 3, 1, 2),
        (3, 2),
        (2, 2),
        (1, 1),
        ceil_mode=ceil_mode,
        count_include_pad=counts_padding,
        divisor_override=divisor,
    )
    expected = expected.permute(0, 2, 3, 1).numpy()
    found = call(
        "AvgPool2dOp",
        x,
        image=(2, 7, 8, 3),
        kernel=(3, 2),
        stride=(2, 2),
        sides=(1, 1, 1, 1),
        ceil_mode=ceil_mode,
        counts_padding=counts_padding,
        divisor=divisor,
        shape=expected.shape,
    )
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


def test_max_pool_indices_match_torch():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    x = RANDOM.integers(-4, 4, (2, 7, 8, 3)).astype(np.float32)
    _, expected = torch.nn.functional.max_pool2d(
        torch.tensor(x).permute(0, 3, 1, 2), 3, 2, 1, return_indices=True
    )
    expected = expected.permute(0, 2, 3, 1).numpy()
    found = call(
        "MaxPool2dIndicesOp",
        x,
        image=(2, 7, 8, 3),
        kernel=(3, 3),
        stride=(2, 2),
        padding=(1, 1),
        dilation=(1, 1),
        ceil_mode=False,
        shape=expected.shape,
    )
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("groups", "dilation", "prepares"),
    [(1, 1, False), (1, 1, True), (1, 2, True), (2, 1, False), (2, 2, False)],
)
def test_conv3d_matches_torch(groups: int, dilation: int, *, prepares: bool):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    x, bias = numbers(2, 6, 7, 5, 4), numbers(1, 6)
    weight = numbers(6, 4 // groups, 2, 3, 2)
    expected = torch.nn.functional.conv3d(
        torch.tensor(x).permute(0, 4, 1, 2, 3),
        torch.tensor(weight),
        torch.tensor(bias[0]),
        (1, 2, 1),
        (1, 0, 1),
        dilation,
        groups,
    )
    expected = expected.permute(0, 2, 3, 4, 1).numpy()
    if prepares:
        matrix = (weight.size // 6, 6)
        weight = call("PrepareConv3dWeightsOp", weight, block=4, alignment=4, shape=matrix)
    found = call(
        "Conv3dOp",
        x,
        weight,
        bias,
        kernel=(2, 3, 2),
        stride=(1, 2, 1),
        padding=(1, 0, 1),
        dilation=(dilation,) * 3,
        mode="zeros",
        groups=groups,
        shape=expected.shape,
    )
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)
