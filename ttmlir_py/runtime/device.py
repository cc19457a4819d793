"""Opened devices, on which programs run one after another.

Tensors stay on a device between programs. The descriptors of a compiled program state where it
expects its inputs. `submit` moves an input only if it is elsewhere, so the outputs of one program
can be the inputs of the next without a copy through the host.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from typing_extensions import override

from ttmlir_py.runtime.arrays import bind_array
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.runtime.errors import InputError, SimulationError, shape_text
from ttmlir_py.runtime.events import RunEvents, combine_hooks
from ttmlir_py.runtime.executor import Executor
from ttmlir_py.runtime.formats import round_to
from ttmlir_py.runtime.inputs import input_place, ordered_inputs
from ttmlir_py.runtime.memory import Allocation, DeviceMemory, MemoryView
from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker
from ttmlir_py.runtime.program import Program
from ttmlir_py.runtime.tensor import ROW_MAJOR, Layout, Tensor, TensorDesc, host_layout
from ttmlir_py.runtime.ttnn_program import TTNNProgram


@dataclass(eq=False, repr=False)
class Device(AbstractContextManager["Device"]):
    """A simulated device, or a mesh of devices. Create one with `open_device`.

    With a system descriptor, the device's memory is modelled: for the tensors that are on it, and
    for all intermediate results while a program runs.
    """

    mesh_shape: tuple[int, int]
    memory: DeviceMemory | None
    parent: Device | None = None
    """The mesh that contains this sub-mesh, or None."""
    _is_closed: bool = field(default=False, init=False)

    @property
    def is_open(self) -> bool:
        """Whether this device, and the mesh that contains it, are open."""
        return not self._is_closed and (self.parent is None or self.parent.is_open)

    @override
    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        rows, columns = self.mesh_shape
        return f"Device({rows}x{columns}, {'open' if self.is_open else 'closed'})"

    def close(self) -> None:
        """Close the device. Its tensors cannot be used afterwards."""
        self._is_closed = True

    def sub_mesh(self, mesh_shape: tuple[int, int], offset: tuple[int, int] = (0, 0)) -> Device:
        """Return a sub-mesh with `mesh_shape` rows and columns, starting at row and column
        `offset`.

        The sub-mesh is a separate device until it or the mesh is closed. All devices of a mesh are
        allocated in lockstep, so the sub-mesh uses memory of the whole mesh. Raises
        `SimulationError` for a sub-mesh that is empty or reaches outside the mesh.
        """
        self.require_open()
        axes = zip(mesh_shape, offset, self.mesh_shape, strict=True)
        if not all(0 <= start < start + size <= whole for size, start, whole in axes):
            raise SimulationError(
                f"a mesh of {shape_text(self.mesh_shape)} has no part of {shape_text(mesh_shape)} "
                f"at {offset}"
            )
        return Device(mesh_shape, self.memory, self)

    def require_open(self) -> None:
        """Raise `SimulationError` if the device is closed."""
        if not self.is_open:
            raise SimulationError("the device is closed: open it with open_device")

    def memory_views(self) -> dict[str, MemoryView]:
        """Return usage figures of DRAM, L1, L1_SMALL and TRACE, per device of the mesh.

        Raises `SimulationError` for a device that was opened without a system descriptor.
        """
        if self.memory is None:
            raise SimulationError("the device was opened without a system descriptor")
        return self.memory.views()

    def place(
        self, tensor: Tensor, allocation: Allocation | None = None, name: str = "the tensor"
    ) -> Tensor:
        """Record that a tensor is on this device, allocate memory for it, and return it.

        `allocation` is given if memory was allocated already. `name` is used in errors.
        """
        if allocation is None and self.memory is not None:
            allocation = self.memory.allocate(tensor.desc, name)
        tensor.residence = Stay(self, allocation)
        return tensor


class Stay:
    """The presence of a tensor on a device. Its memory is freed when nothing refers to this
    object.
    """

    __slots__ = ("_allocation", "_is_live", "device")

    def __init__(self, device: Device, allocation: Allocation | None) -> None:
        self.device = device
        self._allocation = allocation
        self._is_live = True

    @property
    def is_live(self) -> bool:
        """Whether the tensor is still on the device."""
        return self._is_live and self.device.is_open

    def end(self) -> None:
        """Free the tensor's memory on the device."""
        self._is_live = False
        if self._allocation is not None:
            self._allocation.release()

    def __del__(self) -> None:
        self.end()


def open_device(
    mesh_shape: tuple[int, int] = (1, 1), *, system_desc: Mapping[str, Any] | None = None
) -> Device:
    """Open a device, or a mesh of rows x columns. Use it in a `with` statement, or close it.

    `system_desc` is `Binary.system_desc` of a program to run. With it, the device's memory is
    modelled.
    """
    rows, columns = mesh_shape
    if min(rows, columns) < 1:
        raise SimulationError(f"a mesh of {rows}x{columns} has no device")
    return Device((rows, columns), None if system_desc is None else DeviceMemory(system_desc))


def close_device(device: Device) -> None:
    """Close a device, like `Device.close`."""
    device.close()


def get_layout(binary: TTNNBinary, program: int | str, input_index: int) -> Layout:
    """Return the layout that a compiled program expects for the input `input_index`."""
    chosen = binary.program(program)
    if not 0 <= input_index < len(chosen.inputs):
        raise InputError(f"{chosen} has no input {input_index}: it takes {len(chosen.inputs)}")
    return chosen.inputs[input_index].desc.layout


def to_layout(tensor: Tensor, device: Device, layout: Layout) -> Tensor:
    """Return the tensor in `layout`: converted, and moved to the device or to the host if needed.

    A tensor that has the layout already is returned itself. Raises `InputError` for a deallocated
    tensor.
    """
    device.require_open()
    _require_live("the tensor", tensor, device)
    return _converted("the tensor", tensor, device, layout)


def _converted(name: str, tensor: Tensor, device: Device, layout: Layout) -> Tensor:
    if tensor.desc.layout == layout and (layout.on_host or tensor.device is device):
        return tensor
    values = round_to(tensor.values, layout.data_type)
    moved = Tensor(TensorDesc(tensor.shape, layout), values, per_device=tensor.per_device)
    return moved if layout.on_host else device.place(moved, name=name)


def to_host(tensor: Tensor) -> Tensor:
    """Return a row-major copy of the tensor on the host, in the same format."""
    if not tensor.is_live:
        raise InputError("the tensor was deallocated, or its device closed")
    if tensor.desc.on_host and tensor.desc.tile == ROW_MAJOR:
        return tensor
    desc = TensorDesc(tensor.shape, host_layout(tensor.desc.data_type))
    return Tensor(desc, tensor.values, per_device=tensor.per_device)


def deallocate_tensor(tensor: Tensor) -> None:
    """Free a tensor on a device. It cannot be used afterwards. A host tensor is not affected."""
    if isinstance(tensor.residence, Stay):
        tensor.residence.end()


def wait(tensors: Tensor | Iterable[Tensor]) -> None:
    """Return at once, because the simulator computes before `submit` returns.

    Raises `InputError` for a tensor that is no longer live.
    """
    for tensor in (tensors,) if isinstance(tensors, Tensor) else tensors:
        if not tensor.is_live:
            raise InputError("the tensor was deallocated, or its device closed")


def submit(
    device: Device,
    binary: TTNNBinary,
    program: int | str,
    inputs: Sequence[Any] | Mapping[str, Any],
    *,
    hooks: RunEvents | None = None,
    convert_layouts: bool = True,
    memory_limit: int = MEMORY_LIMIT,
) -> list[Tensor]:
    """Run a program on a device, and return its outputs where the program leaves them.

    Inputs are tensors, on the device or on the host, or arrays. A mapping's keys are `arg0`, ... or
    the arguments' own names. Inputs are converted to the compiled layout. Without
    `convert_layouts`, an input with another layout is an error. Raises `InputError`, which names
    the input, and `SimulationError`.
    """
    device.require_open()
    chosen = binary.program(program)
    _require_mesh(device, chosen)
    bound = [
        _bound(device, chosen, index, given, convert_layouts)
        for index, given in enumerate(ordered_inputs(chosen, inputs))
    ]
    memory = device.memory
    tracker = None if memory is None else MemoryTracker(memory, keeps_rows=False)
    try:
        watching = combine_hooks(tracker.hooks if tracker else None, hooks)
        outputs = Executor(chosen, watching, memory_limit).run(bound)
        for ref, tensor in zip(chosen.outputs, outputs, strict=True):
            if not tensor.desc.on_host and tensor.residence is None:
                place = tracker.allocations.pop(ref.global_id, None) if tracker else None
                device.place(tensor, place)
    finally:
        if tracker:
            tracker.release()
    return outputs


def _require_mesh(device: Device, program: TTNNProgram) -> None:
    available = math.prod(device.mesh_shape)
    for operation in program.operations:
        mesh = operation.mesh
        if mesh is not None and mesh.devices > available:
            raise SimulationError(
                f"{program} needs a mesh of {mesh}, the opened one is "
                f"{shape_text(device.mesh_shape)}"
            )


def _require_live(place: str, tensor: Tensor, device: Device) -> None:
    if not tensor.is_live:
        raise InputError(f"{place} was deallocated, or its device closed")
    if tensor.device not in (None, device):
        raise InputError(f"{place} is on another device")


def _bound(device: Device, program: Program, index: int, given: Any, convert: bool) -> Tensor:
    """Return an input in the layout that the program expects, converted and moved if necessary."""
    place, desc = input_place(program, index), program.inputs[index].desc
    if not isinstance(given, Tensor):
        return _converted(place, _from_array(place, given, desc), device, desc.layout)
    _require_live(place, given, device)
    if given.shape != desc.shape:
        raise InputError(
            f"{place} has shape {shape_text(given.shape)}, expected {shape_text(desc.shape)}"
        )
    if given.desc.data_type.is_integer != desc.data_type.is_integer:
        raise InputError(f"{place} has type {given.desc.data_type}, expected {desc.data_type}")
    if not convert and given.layout != desc.layout:
        raise InputError(f"{place} is {given.desc}, expected {desc}: bring it there with to_layout")
    return _converted(place, given, device, desc.layout)


def _from_array(place: str, given: Any, desc: TensorDesc) -> Tensor:
    """Return a new host tensor with the elements of an array, in the program's format."""
    host = TensorDesc(desc.shape, host_layout(desc.data_type))
    return Tensor(host, bind_array(place, given, desc.shape, desc.data_type).copy())
