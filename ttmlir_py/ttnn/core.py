"""Devices, and functions that create, move, convert and free tensors."""

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex, cast

import numpy as np

from ttmlir_py.common.boards import memory_desc
from ttmlir_py.runtime.kernels import KERNELS
from ttmlir_py.runtime.kernels.registry import UNDECLARED
from ttmlir_py.runtime.memory import DeviceMemory
from ttmlir_py.ttnn.deadlines import TtnnError, hang, time_out
from ttmlir_py.ttnn.spreading import Spread
from ttmlir_py.ttnn.tensor import (
    Tensor,
    computes,
    elements_of,
    free,
    make,
    refusals,
    require_kind,
    require_tensor,
    result,
    shape_of,
    watched,
    write,
)
from ttmlir_py.ttnn.types import (
    DRAM_MEMORY_CONFIG,
    BufferType,
    DataType,
    Device,
    Layout,
    MemoryConfig,
)

_DEFAULT_BOARD = "n150"
_opened: dict[int, Device] = {}
_OPTIONS = {"num_command_queues", "num_hw_cqs", "worker_l1_size", "mesh_shape"}
"""The keyword arguments of `open_device` that TT-NN has and the simulator ignores."""


def open_device(
    device_id: int = 0,
    l1_small_size: int | None = None,
    trace_region_size: int = 0,
    dispatch_core_config: object = None,
    *,
    system_desc: Mapping[str, Any] | None = None,
    **options: object,
) -> Device:
    """Return the device with this number. An open device is reused unless `system_desc` is given.

    The two sizes are bytes per bank. `dispatch_core_config` and other options of TT-NN change
    nothing.

    `system_desc` is `Binary.system_desc` of a program for the device. With it, a tensor that does
    not fit is an error. Without it, tensors are placed as on a board with one Wormhole chip, as far
    as they fit.
    """
    given = cast(object, device_id)
    if not isinstance(given, SupportsIndex):
        raise TypeError(f"ttnn.open_device: device_id is {type(given).__name__}, expected int")
    if unknown := options.keys() - _OPTIONS:
        raise TypeError(f"ttnn.open_device: unknown argument '{min(unknown)}'")
    if system_desc is None and device_id in _opened:
        return _opened[device_id]
    desc = system_desc or memory_desc(_DEFAULT_BOARD)
    chip: Mapping[str, Any] = desc["chip_descs"][0]
    cores = chip["grid_size"]["y"], chip["grid_size"]["x"]
    sizes = {"trace_size": trace_region_size}
    if l1_small_size is not None:
        sizes["l1_small_size"] = l1_small_size
    opened = Device(
        device_id,
        DeviceMemory(desc, **sizes),
        cores,
        chip["l1_unreserved_base"],
        system_desc is not None,
    )
    _opened[device_id] = opened
    return opened


def close_device(device: Device) -> None:
    """Close a device. Opening it again starts with empty memory."""
    require_kind("close_device", "device", device, Device, may_be_none=False)
    if isinstance(device, Spread):
        raise TtnnError("ttnn.close_device: a mesh of several devices: call close_mesh_device")
    if _opened.get(device.device_id) is device:
        del _opened[device.device_id]


def synchronize_device(
    device: Device, queue_id: int | None = None, sub_device_ids: Sequence[Any] = ()
) -> None:
    """Return at once, because every function completes its work before returning."""


@watched
def full(
    shape: Sequence[int],
    fill_value: float,
    dtype: DataType | None = None,
    layout: Layout | None = None,
    device: Device | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Return a tensor of `shape` whose elements are all `fill_value`, held as float32.

    The default format is bfloat16, and the default layout is row-major.
    """
    return _full(shape, fill_value, dtype, layout, device, memory_config)


def _full(
    shape: Sequence[int],
    fill_value: float,
    dtype: DataType | None,
    layout: Layout | None,
    device: Device | None,
    memory_config: MemoryConfig | None,
) -> Tensor:
    values = np.broadcast_to(np.float32(fill_value), shape_of(shape))
    dtype, layout = dtype or DataType.BFLOAT16, layout or Layout.ROW_MAJOR
    return make(values, dtype, layout, device, memory_config)


@watched
def from_buffer(
    buffer: Sequence[float],
    shape: Sequence[int],
    dtype: DataType,
    device: Device | None,
    layout: Layout | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Return a tensor of `shape` with the elements of `buffer` in row-major order.

    The default layout is row-major.
    """
    values = elements_of("ttnn.from_buffer", buffer, shape, dtype)
    return make(values, dtype, layout or Layout.ROW_MAJOR, device, memory_config)


# A return annotation would hide the keywords from type checkers.
def _filled_with(name: str, number: float):
    """Return the API function `name`, which creates a tensor whose elements are all `number`."""

    def filled(
        shape: Sequence[int],
        dtype: DataType | None = None,
        layout: Layout | None = None,
        device: Device | None = None,
        memory_config: MemoryConfig | None = None,
    ) -> Tensor:
        return _full(shape, number, dtype, layout, device, memory_config)

    filled.__name__ = filled.__qualname__ = name
    filled.__doc__ = f"A tensor of {name}."
    return watched(filled)


zeros = _filled_with("zeros", 0.0)
ones = _filled_with("ones", 1.0)
empty = _filled_with("empty", 0.0)
"""Create a tensor without initialized elements. The simulator sets them to 0."""


@watched
def arange(
    start: float,
    end: float,
    step: float = 1,
    dtype: DataType | None = None,
    device: Device | None = None,
    layout: Layout | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Return the numbers `start`, `start + step`, ... below `end` as a tensor of shape 1x1x1xN."""
    place = (dtype or DataType.BFLOAT16, layout or Layout.ROW_MAJOR, device, memory_config)
    chosen = {"start": start, "end": end, "step": step}
    with refusals("arange"):
        return make(result(KERNELS["ArangeOp"], (), chosen, UNDECLARED), *place)


@watched
def to_device(
    tensor: Tensor, device: Device | None, memory_config: MemoryConfig | None = None
) -> Tensor:
    """Copy a host tensor to a device, by default into DRAM. `device` None means device 0."""
    require_tensor("to_device", tensor)
    if tensor.on_device is not None:
        raise TtnnError("ttnn.to_device: the tensor is already on a device")
    config = memory_config or DRAM_MEMORY_CONFIG
    return make(tensor.values, tensor.dtype, tensor.layout, device or open_device(), config)


@watched
def from_device(tensor: Tensor) -> Tensor:
    """Copy a device tensor to the host."""
    require_tensor("from_device", tensor)
    if tensor.on_device is None:
        raise TtnnError("ttnn.from_device: the tensor is already on the host")
    return make(tensor.values, tensor.dtype, tensor.layout)


@watched
def to_layout(
    tensor: Tensor,
    layout: Layout,
    dtype: DataType | None = None,
    memory_config: MemoryConfig | None = None,
    device: Device | None = None,
) -> Tensor:
    """Return the tensor in `layout`, and in the format `dtype` if given.

    A host tensor stays on the host, with or without `device`, as in TT-NN. With `memory_config` it
    goes to the device.
    """
    require_tensor("to_layout", tensor)
    return _to_layout(tensor, layout, dtype, memory_config, device)


def _to_layout(
    tensor: Tensor,
    layout: Layout,
    dtype: DataType | None,
    memory_config: MemoryConfig | None,
    device: Device | None = None,
) -> Tensor:
    config = memory_config or tensor.config
    device = (device if memory_config else None) or tensor.on_device
    return make(tensor.values, dtype or tensor.dtype, layout, device, config)


@watched
def to_memory_config(
    tensor: Tensor, memory_config: MemoryConfig, dtype: DataType | None = None
) -> Tensor:
    """Move a tensor to the memory that `memory_config` describes: on the device, or the host."""
    require_tensor("to_memory_config", tensor)
    require_kind(
        "to_memory_config", "memory_config", memory_config, MemoryConfig, may_be_none=False
    )
    on_host = memory_config.buffer_type is BufferType.SYSTEM_MEMORY
    device = None if on_host else tensor.on_device or open_device()
    config = None if on_host else memory_config
    return make(tensor.values, dtype or tensor.dtype, tensor.layout, device, config)


@watched
def typecast(
    tensor: Tensor,
    dtype: DataType,
    memory_config: MemoryConfig | None = None,
    *,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Convert the elements to the format `dtype`."""
    require_tensor("typecast", tensor)
    if output_tensor is None:
        return _to_layout(tensor, tensor.layout, dtype, memory_config)
    with refusals("typecast"):
        return write(output_tensor, tensor.values)


def to_dtype(tensor: Tensor, dtype: DataType) -> Tensor:
    """Convert the elements to the format `dtype`, on the host."""
    return typecast(tensor, dtype)


@watched
def deallocate(tensor: Tensor, force: bool = True) -> None:
    """Free the memory of a tensor and of its views. Using them afterwards is an error.

    Without `force`, the memory is kept while a view made by `reshape` also uses it.
    """
    require_tensor("deallocate", tensor)
    assert tensor.values is not None
    views = tensor.buffer.views
    if force or views is None or len(views) == 1:
        free(tensor.buffer)


@watched
def test_hang_device_operation(tensor: Tensor) -> Tensor:
    """Run an operation that never ends, for tests.

    Raises HangError after the time-out. Without a time-out, the tensor is returned at once.
    """
    return _hang("test_hang_device_operation", tensor)


@watched
def test_hang_operation(tensor: Tensor) -> Tensor:
    """Run an operation that never ends: `test_hang_device_operation` as named in `ttnn.test`."""
    return _hang("test_hang_operation", tensor)


def _hang(name: str, tensor: Tensor) -> Tensor:
    limit = time_out()
    if computes() and math.isfinite(limit):
        time.sleep(limit)
        raise hang(name, limit)
    return tensor
