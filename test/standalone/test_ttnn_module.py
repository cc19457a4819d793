"""Tests of the `ttnn` API on the simulator: formats, placement, and refused calls."""

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from ttmlir_py import ttnn
from ttmlir_py.runtime.formats import round_to, to_external
from ttmlir_py.ttnn.tensor import TtnnError

FORMATS = st.sampled_from(list(ttnn.DataType))
VALUES = arrays.arrays(
    np.float32,
    arrays.array_shapes(max_dims=3, max_side=20),
    elements=st.floats(0, 2.0**16, width=32),
)


@given(VALUES, FORMATS)
def test_ttnn_tensor_rounds_values_to_its_format(values, dtype):
    tensor = ttnn.from_torch(values, dtype)
    expected = to_external(round_to(values, dtype.format), dtype.format)
    if dtype is ttnn.int32:
        expected = expected.view(np.int32)
    assert tensor.to_numpy().dtype == expected.dtype
    assert tensor.to_numpy().tobytes() == expected.tobytes()
    again = ttnn.from_torch(tensor.to_numpy(), dtype)
    assert again.to_numpy().tobytes() == expected.tobytes()


@given(VALUES, FORMATS, FORMATS)
def test_ttnn_result_has_format_of_first_operand_or_output_tensor(values, first, second):
    x, y = ttnn.from_torch(values, first), ttnn.from_torch(values, second)
    assert ttnn.maximum(x, y).dtype is first
    assert ttnn.maximum(x, y, dtype=second).dtype is second
    output = ttnn.zeros(values.shape, second)
    result = ttnn.relu(x, output_tensor=output)
    assert result.dtype is second
    assert result.to_numpy().tobytes() == output.to_numpy().tobytes()
    assert result.to_numpy().tobytes() == ttnn.typecast(x, second).to_numpy().tobytes()


@given(arrays.arrays(np.int32, 7))
def test_ttnn_signed_integer_operations_keep_sign(values):
    assert (ttnn.from_torch(values).to_numpy() == values).all()
    assert ttnn.from_torch(values).dtype is ttnn.int32


def test_ttnn_from_torch_without_dtype_takes_format_of_array():
    for dtype, wanted in (
        (np.float32, ttnn.float32),
        (np.float64, ttnn.float32),
        (ml_dtypes.bfloat16, ttnn.bfloat16),
        (np.uint16, ttnn.uint16),
        (np.uint8, ttnn.uint8),
    ):
        assert ttnn.from_torch(np.zeros(3, dtype)).dtype is wanted
    with pytest.raises(TtnnError, match="no format holds complex64"):
        ttnn.from_torch(np.zeros(3, np.complex64))


def test_torch_tensor_round_trips_through_ttnn_tensor():
    torch = pytest.importorskip("torch")
    for dtype in (torch.float32, torch.bfloat16, torch.int32):
        values = torch.arange(6).reshape(2, 3).to(dtype)
        back = ttnn.to_torch(ttnn.from_torch(values))
        assert back.dtype == dtype
        assert torch.equal(back, values)


def test_ttnn_result_has_placement_of_first_operand():
    device = ttnn.open_device(device_id=0)
    host = ttnn.ones([2, 2])
    assert host.device() is None
    assert host.memory_config() is None
    moved = ttnn.to_device(host, device, ttnn.L1_MEMORY_CONFIG)
    tiled = ttnn.to_layout(moved, ttnn.TILE_LAYOUT)
    result = ttnn.add(tiled, tiled)
    assert result.layout is ttnn.TILE_LAYOUT
    assert result.device() == device
    assert result.memory_config() == ttnn.L1_MEMORY_CONFIG
    assert ttnn.to_memory_config(result, ttnn.DRAM_MEMORY_CONFIG).memory_config() == (
        ttnn.DRAM_MEMORY_CONFIG
    )
    assert ttnn.from_device(result).device() is None
    assert ttnn.to_layout(host, ttnn.TILE_LAYOUT, device=device).device() is None
    placed = ttnn.to_layout(host, ttnn.TILE_LAYOUT, None, ttnn.L1_MEMORY_CONFIG, device)
    assert placed.device() == device
    ttnn.close_device(device)


def test_ttnn_output_tensor_is_overwritten():
    x, output = ttnn.full([2, 2], 3.0), ttnn.empty([2, 2])
    result = ttnn.multiply(x, x, output_tensor=output)
    assert (output.to_numpy() == 9).all()
    ttnn.deallocate(output)
    assert not result.is_allocated()
    with pytest.raises(TtnnError, match="2x2xbf16 is used after it was deallocated"):
        ttnn.deallocate(result)


def test_ttnn_cache_functions_change_cache_in_place():
    cache = ttnn.zeros([1, 1, 4, 2], ttnn.float32)
    ttnn.fill_cache(cache, ttnn.ones([1, 1, 2, 2]))
    index = ttnn.from_torch(np.array([3], np.uint32))
    ttnn.update_cache(cache, ttnn.full([1, 1, 1, 2], 5.0), index)
    assert cache.to_numpy()[0, 0, :, 0].tolist() == [1, 1, 0, 5]


def test_ttnn_matmul_with_transpose_options_transposes_operands():
    x = ttnn.from_torch(np.arange(6, dtype=np.float32).reshape(2, 3))
    product = ttnn.matmul(x, x, transpose_b=True).to_numpy()
    assert product.tolist() == [[5, 14], [14, 50]]
    assert (ttnn.linear(x, x, transpose_a=True).to_numpy() == x.to_numpy().T @ x.to_numpy()).all()


def test_ttnn_convolution_and_pooling_return_flattened_images():
    image = ttnn.ones([1, 1, 16, 3])
    sizes = {"in_channels": 3, "batch_size": 1, "input_height": 4, "input_width": 4}
    weight = ttnn.ones([5, 3, 3, 3])
    result = ttnn.conv2d(
        input_tensor=image, weight_tensor=weight, out_channels=5, kernel_size=[3, 3], **sizes
    )
    assert result.shape == (1, 1, 4, 5)
    assert (result.to_numpy() == 27).all()
    config = ttnn.Conv2dConfig(dtype=ttnn.float32)
    wide = ttnn.conv_transpose2d(
        input_tensor=image,
        weight_tensor=ttnn.ones([3, 5, 2, 2]),
        out_channels=5,
        kernel_size=[2, 2],
        stride=[2, 2],
        conv_config=config,
        **sizes,
    )
    assert (wide.shape, wide.dtype) == ((1, 1, 64, 5), ttnn.float32)
    assert ttnn.upsample(ttnn.ones([1, 2, 2, 1]), 2).shape == (1, 4, 4, 1)


def test_ttnn_result_shapes_follow_operand_shapes():
    assert ttnn.arange(0, 5).shape == (1, 1, 1, 5)
    assert ttnn.sum(ttnn.ones([2, 3]), dim=-1).to_numpy().tolist() == [3, 3]
    assert ttnn.mean(ttnn.ones([2, 3])).shape == ()
    assert ttnn.prod(ttnn.ones([2, 3]), dim=0, keepdim=True).shape == (1, 3)
    assert ttnn.pad(ttnn.ones([2, 3]), [(0, 1), (2, 0)], 0.0).shape == (3, 5)
    assert ttnn.repeat(ttnn.ones([2, 3]), [2, 1]).shape == (4, 3)
    index, table = ttnn.from_torch(np.array([[1, 0]], np.uint32)), ttnn.ones([4, 8], ttnn.float32)
    assert ttnn.embedding(index, table).shape == (1, 2, 8)
    assert ttnn.embedding(index, table).dtype is ttnn.float32
    gradient = ttnn.ones([1, 1, 2, 8])
    assert ttnn.embedding_bw(index, table, gradient).shape == (1, 1, 4, 8)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: ttnn.to_device(ttnn.to_device(x, None), None), "already on a device"),
        (ttnn.from_device, "already on the host"),
        (lambda x: ttnn.concat([]), "needs at least one operand"),
        (lambda x: ttnn.zeros([-1]), "invalid shape -1"),
        (lambda x: ttnn.arange(0, 1, 0), "ttnn.arange: invalid range"),
        (lambda x: ttnn.transpose(x, 0, 5), "ttnn.transpose: dimension 5 is out of range"),
        (lambda x: ttnn.add(x, x, output_tensor=ttnn.zeros([3])), "ttnn.add: the result is 2x2"),
        (lambda x: ttnn.exp(x, fast_and_approximate_mode=True), "approximate mode"),
        (lambda x: ttnn.bitwise_and(x, x), "needs integer operands"),
    ],
)
def test_ttnn_call_that_is_not_supported_is_refused(call, message):
    with pytest.raises(TtnnError, match=message):
        call(ttnn.ones([2, 2]))
