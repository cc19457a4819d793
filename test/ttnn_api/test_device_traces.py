"""Traces of TT-NN calls on a device, and functions of programs in TT-NN's tutorials."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ttmlir_py import ttnn


@pytest.fixture
def device() -> Any:
    opened = ttnn.open_device(device_id=7)
    yield opened
    ttnn.close_device(opened)


def tensor(values: Any, device: Any = None) -> ttnn.Tensor:
    return ttnn.from_torch(values, ttnn.float32, layout=ttnn.TILE_LAYOUT, device=device)


def model(x: ttnn.Tensor, weight: ttnn.Tensor) -> ttnn.Tensor:
    """Apply calls that free a tensor, share memory, return lists, and write in place."""
    product = ttnn.matmul(x, weight)
    positive = ttnn.relu(product)
    ttnn.deallocate(product)
    parts = ttnn.split(ttnn.reshape(positive, (1, 4, 8)), 4, 2)
    return ttnn.add_(ttnn.concat(parts[::-1], 2), 1.0)


def test_execute_trace_recomputes_results_from_current_operands(device: Any):
    rng = np.random.default_rng(0)
    weights = rng.standard_normal((8, 8)).astype(np.float32)
    x, weight = tensor(np.ones((4, 8), np.float32), device), tensor(weights, device)
    trace = ttnn.begin_trace_capture(device, cq_id=0)
    output = model(x, weight)
    ttnn.end_trace_capture(device, trace, cq_id=0)
    for _ in range(3):
        given = rng.standard_normal((4, 8)).astype(np.float32)
        ttnn.copy_host_to_device_tensor(tensor(given), x)
        ttnn.execute_trace(device, trace, cq_id=0, blocking=False)
        product = np.maximum(given @ weights, 0).reshape(1, 4, 8)
        expected = np.concatenate([product[..., 4:], product[..., :4]], 2) + 1
        np.testing.assert_allclose(np.asarray(output), expected, rtol=1e-5, atol=1e-5)
    ttnn.release_trace(device, trace)
    with pytest.raises(ttnn.TtnnError, match="does not exist on the device"):
        ttnn.execute_trace(device, trace)


def test_trace_capture_refuses_transfers_and_nested_captures(device: Any):
    x = tensor(np.ones((4, 8), np.float32), device)
    trace = ttnn.begin_trace_capture(device)
    calls: list[tuple[Callable[[], object], str]] = [
        (x.cpu, "Tensor::cpu reads a device tensor during trace capture"),
        (lambda: ttnn.from_device(x), "from_device reads"),
        (lambda: tensor(np.ones(4), device), "from_torch writes a device tensor"),
        (lambda: ttnn.zeros((4,), device=device), "zeros writes a device tensor"),
        (lambda: ttnn.copy_host_to_device_tensor(x.cpu(), x), "reads"),
        (lambda: ttnn.begin_trace_capture(device), "a trace capture is already open"),
        (lambda: ttnn.end_trace_capture(device, trace + 1), "is not open"),
    ]
    try:
        for call, message in calls:
            with pytest.raises(ttnn.TtnnError, match=message):
                call()
    finally:
        ttnn.end_trace_capture(device, trace)


def test_copies_between_host_and_device_require_same_type(device: Any):
    on_host, on_device = tensor(np.arange(4.0)), tensor(np.zeros(4), device)
    ttnn.copy_host_to_device_tensor(on_host, on_device)
    back = tensor(np.zeros(4))
    ttnn.copy_device_to_host_tensor(on_device, back)
    assert np.asarray(back).tolist() == [0.0, 1.0, 2.0, 3.0]
    with pytest.raises(ttnn.TtnnError, match="expected the same shape, format and layout"):
        ttnn.copy_host_to_device_tensor(tensor(np.zeros(5)), on_device)
    with pytest.raises(ttnn.TtnnError, match="one tensor on the host and one on a device"):
        ttnn.copy_host_to_device_tensor(on_device, on_device)


def test_conv2d_applies_configured_activation_and_returns_requested_values(device: Any):
    rng = np.random.default_rng(1)
    image = tensor(rng.standard_normal((1, 1, 7 * 9, 2)).astype(np.float32), device)
    weight = ttnn.from_torch(rng.standard_normal((3, 2, 3, 2)).astype(np.float32), ttnn.float32)
    window: dict[str, Any] = {
        **{"in_channels": 2, "out_channels": 3, "batch_size": 1, "input_height": 7},
        **{"input_width": 9, "kernel_size": (3, 2), "stride": (2, 1), "padding": (1, 0)},
        **{"dilation": (1, 2), "input_tensor": image, "weight_tensor": weight},
    }
    plain = ttnn.conv2d(**window, dtype=ttnn.float32)
    config = ttnn.Conv2dConfig(activation=ttnn.UnaryWithParam(ttnn.UnaryOpType.RELU))
    found, size, [returned, bias] = ttnn.conv2d(
        **window,
        dtype=ttnn.float32,
        conv_config=config,
        return_output_dim=True,
        return_weights_and_bias=True,
    )
    assert np.array_equal(np.asarray(found), np.maximum(np.asarray(plain), 0))
    assert size == [4, 7]
    assert found.shape[2] == 4 * 7
    assert returned is ttnn.prepare_conv_weights(weight_tensor=weight)
    assert bias is None


def test_tensor_reshape_takes_shape_as_sequence():
    assert ttnn.ones((4, 6)).reshape((2, -1)).shape == (2, 12)


@pytest.mark.parametrize("order", [0.0, 1.0, 2.0, 3.0, float("inf"), float("-inf")])
@pytest.mark.parametrize(("dim", "keep"), [(1, True), (None, False)])
def test_moreh_norm_equals_numpy_norm(order: float, dim: int | None, keep: bool):
    values = np.array([[1.0, -2.0, 0.0], [3.0, 0.5, -4.0]], np.float32)
    found = ttnn.operations.moreh.norm(tensor(values), order, dim, keep)
    flat = values if dim is not None else values.reshape(-1)
    expected = np.linalg.norm(flat.astype(np.float64), order, axis=dim or 0, keepdims=keep)
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-6)
