"""The functions and classes of upstream's module `_ttmlir_runtime.runtime`, as of 2026-08.

This is a facade for compatibility with upstream. It differs from `ttrt.runtime` of 2025-02: devices
are opened by options, `to_host` returns a tensor for each device, and callbacks also run before
operations, and before and after programs. It runs programs of TTNN only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ttmlir_py import runtime
from ttmlir_py.runtime import tensor as tensors
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.tensor import Layout, TensorDesc, host_layout
from ttmlir_py.ttrt import callbacks, driving
from ttmlir_py.ttrt.binary import Binary
from ttmlir_py.ttrt.callbacks import (
    CallbackContext,
    OpContext,
    get_op_debug_str,
    get_op_loc_info,
    unregister_hooks,
)
from ttmlir_py.ttrt.driving import (
    Device,
    Event,
    MemoryView,
    Tensor,
    create_empty_tensor,
    deallocate_tensor,
    get_current_system_desc,
    get_layout,
    get_num_available_devices,
)
from ttmlir_py.ttrt.enums import DataType, DeviceRuntime, DispatchCoreType, MemoryBufferType

__all__ = [
    "CallbackContext",
    "DataType",
    "DebugHooks",
    "Device",
    "DeviceRuntime",
    "DispatchCoreType",
    "Event",
    "Layout",
    "MemoryBufferType",
    "MemoryView",
    "MeshDeviceOptions",
    "OpContext",
    "Tensor",
    "TensorRef",
    "close_mesh_device",
    "create_borrowed_host_tensor",
    "create_empty_tensor",
    "create_multi_device_host_tensor",
    "create_owned_host_tensor",
    "deallocate_tensor",
    "get_available_device_runtimes",
    "get_current_device_runtime",
    "get_current_system_desc",
    "get_layout",
    "get_num_available_devices",
    "get_num_shards",
    "get_op_debug_str",
    "get_op_input_refs",
    "get_op_loc_info",
    "get_op_output_refs",
    "get_op_output_tensor",
    "get_program_index",
    "memcpy",
    "open_mesh_device",
    "retrieve_tensor_from_pool",
    "set_compatible_device_runtime",
    "set_current_device_runtime",
    "submit",
    "to_host",
    "to_layout",
    "unregister_hooks",
    "wait",
]

get_available_device_runtimes = driving.get_available_runtimes
get_current_device_runtime = driving.get_current_runtime
set_current_device_runtime = driving.set_current_runtime
set_compatible_device_runtime = driving.set_compatible_runtime
create_borrowed_host_tensor = driving.create_tensor


@dataclass
class MeshDeviceOptions:
    """The options of `open_mesh_device`. The simulator uses `mesh_shape` and `device_ids`."""

    mesh_shape: Sequence[int] | None = None
    mesh_offset: Sequence[int] = (0, 0)
    device_ids: Sequence[int] = field(default_factory=list[int])
    num_hw_cqs: int = 1
    enable_program_cache: bool = False
    l1_small_size: int | None = None
    trace_region_size: int | None = None
    dispatch_core_type: DispatchCoreType | None = None


def open_mesh_device(options: MeshDeviceOptions | None = None) -> Device:
    """Open a mesh of devices: of the given shape, or with one row for the given devices."""
    options = options or MeshDeviceOptions()
    shape = options.mesh_shape or (1, len(options.device_ids) or 1)
    if len(shape) != 2 or min(shape) < 1:
        raise RuntimeError(f"open_mesh_device: mesh_shape is {list(shape)}, expected two sizes")
    return Device((shape[0], shape[1]))


def close_mesh_device(parent_mesh: Device) -> None:
    """Close a device. Its tensors cannot be used afterwards."""
    driving.close_device(parent_mesh)


def create_owned_host_tensor(
    ptr: int, shape: Sequence[int], stride: Sequence[int], itemsize: int, data_type: DataType
) -> Tensor:
    """Return a host tensor with a copy of the memory at `ptr`."""
    return Tensor(driving.create_tensor(ptr, shape, stride, itemsize, data_type).held())


def create_multi_device_host_tensor(
    ptrs: Sequence[int],
    shape: Sequence[int],
    stride: Sequence[int],
    itemsize: int,
    data_type: DataType,
    strategy: Mapping[str, str],
    mesh_shape: Sequence[int],
) -> Tensor:
    """Return a host tensor with one shard of `shape` for each device of a mesh."""
    if len(ptrs) != math.prod(mesh_shape):
        raise RuntimeError(
            f"create_multi_device_host_tensor: {len(ptrs)} addresses, expected one for each "
            f"device of a mesh of {list(mesh_shape)}"
        )
    return driving.create_multi_device_tensor(ptrs, shape, stride, itemsize, data_type, strategy)


def get_num_shards(tensor: Tensor) -> int:
    """Return the number of devices that have a part of a tensor."""
    held = tensor.held()
    return len(held.values) if held.per_device else 1


def to_host(tensor: Tensor, untilize: bool = False, blocking: bool = True) -> list[Tensor]:
    """Return a copy of a tensor on the host: a tensor for each device."""
    held = driving.to_host(tensor, untilize).held()
    if not held.per_device:
        return [Tensor(held)]
    return [Tensor(runtime.Tensor(held.desc, values)) for values in held.values]


def to_layout(tensor: Tensor, device: Device, layout: Layout, retain: bool | None = None) -> Tensor:
    """Return a copy of a tensor in `layout`, on the device or on the host."""
    return driving.to_layout(tensor, device, layout)


def wait(tensor: Event | Tensor | Sequence[Tensor], cq_id: int | None = None) -> None:
    """Return at once, because the simulator computes before `submit` returns."""
    driving.wait(tensor)


def submit(
    device: Device, executable: Binary, program_index: int, inputs: Sequence[Tensor]
) -> list[Tensor]:
    """Run a program, and call the callbacks of `DebugHooks`."""
    return driving.submit(device, executable, program_index, inputs)


def memcpy(dst: int | Tensor, src: Tensor, dstDataType: DataType | None = None) -> None:
    """Copy the elements of a host tensor to an address, or into another host tensor. With
    `dstDataType`, they are converted to another format.
    """
    if dstDataType is not None and dstDataType is not src.get_dtype():
        held, format_ = src.held(), FORMATS[dstDataType.name]
        layout = host_layout(format_)
        src = Tensor(runtime.to_layout(held, runtime.open_device((1, 1)), layout))
    driving.memcpy(dst, src)


class DebugHooks(callbacks.DebugHooks):
    """The registered callbacks. Like upstream's runtime, a process has at most one of each kind."""

    @staticmethod
    def get(  # pyright: ignore[reportIncompatibleMethodOverride]
        pre_op: Callable[..., object] | None = None,
        post_op: Callable[..., object] | None = None,
        pre_program: Callable[..., object] | None = None,
        post_program: Callable[..., object] | None = None,
    ) -> DebugHooks:
        """Register callbacks, and replace earlier ones of the same kinds.

        Callbacks of operations receive a binary, the context of the program and the context of the
        operation, callbacks of programs only the first two.
        """
        own = callbacks.DebugHooks
        for kind, callback in {
            "before": pre_op,
            "callback": post_op,
            "begin": pre_program,
            "end": post_program,
        }.items():
            if callback is not None and not callable(callback):
                found = type(callback).__name__
                raise TypeError(f"DebugHooks.get: expected a function, got {found}")
            if callback is not None:
                setattr(own, kind, callback)
        return DebugHooks()


class TensorRef:
    """A tensor of a program: an operand or a result of an operation."""

    def __init__(self, ref: tensors.TensorRef) -> None:
        self.ref = ref

    def get_shape(self) -> list[int]:
        """Return the shape."""
        return list(self.ref.desc.shape)

    def get_dtype(self) -> DataType:
        """Return the format of the elements."""
        return DataType[self.ref.desc.data_type.name]


def get_op_input_refs(op_context_handle: OpContext) -> list[TensorRef]:
    """Return the tensor operands of an operation."""
    return [TensorRef(each) for each in op_context_handle.inputs]


def get_op_output_refs(op_context_handle: OpContext) -> list[TensorRef]:
    """Return the results of an operation."""
    return [TensorRef(each) for each in op_context_handle.outputs]


def get_op_output_tensor(op_context: OpContext, program_context: CallbackContext) -> Tensor | None:
    """Return a copy of the result of an operation on the host, or None without a result."""
    refs = get_op_output_refs(op_context)
    return retrieve_tensor_from_pool(program_context, refs[0]) if refs else None


def get_program_index(program_context_handle: CallbackContext) -> int:
    """Return the number of the program in its binary."""
    return program_context_handle.program.index


def retrieve_tensor_from_pool(
    program_context_handle: CallbackContext, tensor_ref: TensorRef, untilize: bool = True
) -> Tensor | None:
    """Return a copy of a live tensor of the program on the host, or None if it is not live."""
    found = program_context_handle.tensors.get(tensor_ref.ref.global_id)
    if found is None:
        return None
    desc = TensorDesc(found.desc.shape, host_layout(found.desc.data_type))
    return Tensor(runtime.Tensor(desc, found.values.copy(), per_device=found.per_device))
