"""Devices, tensors and programs that a script controls, named as in upstream's module
`ttrt.runtime`.

The simulator runs submitted programs: `ttmlir_py.runtime` for TTNN, `ttmlir_py.tensix` for TTMetal.
Addresses are those of this process, as `torch.Tensor.data_ptr` and `numpy.ndarray.ctypes.data` give
them. The caller keeps the memory at these addresses alive.
"""

import ctypes
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import numpy as np

from ttmlir_py import runtime, tensix
from ttmlir_py.runtime.arrays import bind_array
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.runtime.formats import FORMATS, Array, DataFormat, to_external
from ttmlir_py.runtime.memory import DeviceMemory, MemoryView
from ttmlir_py.runtime.tensor import ROW_MAJOR, TILE, Layout, TensorDesc, host_layout
from ttmlir_py.ttrt.binary import Binary, SystemDesc
from ttmlir_py.ttrt.callbacks import CallbackError, registered_hooks
from ttmlir_py.ttrt.enums import DataType, DeviceRuntime, DispatchCoreType, MemoryBufferType
from ttmlir_py.ttrt.flatbuffers import Flatbuffer
from ttmlir_py.ttrt.system import board

_SYSTEM = "n150"
"""The simulated board."""
_IDENTIFIERS = {"TTNN": "TTNN", "TTM0": "TTMetal"}
"""Runtimes by the identifiers of their binaries."""


class Event:
    """A submitted TTMetal program. It has run when `submit` returns."""


class Device:
    """An opened mesh of devices. The first binary that runs on it gives the system that models its
    memory.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._own = runtime.open_device((1, count))
        self._system: Mapping[str, Any] | None = None

    @property
    def simulated(self) -> runtime.Device:
        """Return the simulator's device."""
        return self._own

    def require_system(self, system: Mapping[str, Any]) -> None:
        """Model the memory of a system, unless a memory is modelled already."""
        if self._system is None:
            self._system = system
            self._own.memory = DeviceMemory(system)

    def get_memory_view(self, device_id: int = 0) -> dict[MemoryBufferType, MemoryView]:
        """Return the state of each memory of a device. All devices of a mesh are alike."""
        if not 0 <= device_id < self._count:
            raise RuntimeError(f"no device {device_id}: {self._count} are open")
        self.require_system(board(_SYSTEM).system_desc())
        views = self._own.memory_views()
        return {each: views[each.name] for each in MemoryBufferType}

    def dump_memory_report(self) -> None:
        """Write the state of each memory to standard error."""
        for memory, view in self.get_memory_view().items():
            print(
                f"{memory.name}: {view.num_banks} banks of {view.total_bytes_per_bank} bytes, "
                f"{view.total_bytes_allocated_per_bank} allocated, "
                f"{view.total_bytes_free_per_bank} free per bank",
                file=sys.stderr,
            )

    def deallocate_buffers(self) -> None:
        """Free the memory of all tensors on the device, which cannot be used any more."""
        self._own.close()
        self._own = runtime.open_device((1, self._count), system_desc=self._system)


class Tensor:
    """A tensor on the host or on a device.

    `borrowed` is the caller's memory, which is read when the tensor is used.
    """

    def __init__(
        self,
        held: runtime.Tensor | None = None,
        borrowed: Array | None = None,
        format_: DataFormat | None = None,
    ) -> None:
        self._held, self._borrowed, self._format = held, borrowed, format_

    def held(self) -> runtime.Tensor:
        """Return the simulator's tensor. For borrowed memory it is a copy of the current
        contents.
        """
        if self._held is not None:
            return self._held
        assert self._borrowed is not None
        assert self._format is not None
        shape = self._borrowed.shape
        values = bind_array("the tensor", self._borrowed, shape, self._format).copy()
        return runtime.Tensor(TensorDesc(shape, host_layout(self._format)), values)

    def write(self, values: Array) -> None:
        """Overwrite the elements.

        Raises RuntimeError for a tensor on a device, and for another number of bytes.
        """
        if self._borrowed is not None:
            own = self._borrowed
        elif self._held is not None and self._held.desc.on_host:
            own = to_external(self._held.values, self._held.desc.data_type)
        else:
            raise RuntimeError("memcpy: the destination is not on the host")
        if own.nbytes != values.nbytes:
            raise RuntimeError(
                f"memcpy: the source has {values.nbytes} bytes, the destination {own.nbytes}"
            )
        own[...] = values.reshape(-1).view(own.dtype).reshape(own.shape)
        if self._held is not None:
            format_ = self._held.desc.data_type
            stored = bind_array("the tensor", own, own.shape, format_).copy()
            self._held = runtime.Tensor(self._held.desc, stored, per_device=self._held.per_device)


class _State:
    """The state of this process."""

    runtime: ClassVar[DeviceRuntime] = DeviceRuntime.TTNN


# ---- runtimes and systems ----


def get_current_runtime() -> DeviceRuntime:
    """Return the runtime chosen by `set_current_runtime` or `set_compatible_runtime`; TTNN by
    default.
    """
    return _State.runtime


def get_available_runtimes() -> list[DeviceRuntime]:
    """Return the runtimes that the simulator has."""
    return [DeviceRuntime.TTNN, DeviceRuntime.TTMetal]


def set_current_runtime(runtime: DeviceRuntime) -> None:
    """Choose a runtime."""
    if runtime not in get_available_runtimes():
        raise RuntimeError(f"runtime {runtime.name} is not available")
    _State.runtime = runtime


def set_compatible_runtime(binary: Binary) -> None:
    """Choose the runtime of a binary."""
    set_current_runtime(_runtime_of(binary))


def _runtime_of(binary: Binary) -> DeviceRuntime:
    identifier = binary.file_identifier
    if identifier not in _IDENTIFIERS:
        raise RuntimeError(f"a file with the identifier '{identifier}' has no programs")
    return DeviceRuntime[_IDENTIFIERS[identifier]]


def get_current_system_desc() -> tuple[SystemDesc, list[int]]:
    """Return the simulated system, an n150, and the numbers of its devices."""
    return SystemDesc(board(_SYSTEM)), [0]


def get_num_available_devices() -> int:
    """Return the number of devices of the simulated system, an n150. Larger meshes can be opened,
    too.
    """
    return 1


# ---- devices ----


def open_device(
    device_ids: Sequence[int],
    num_hw_cqs: int = 1,
    l1_small_size: int | None = None,
    dispatch_core_type: DispatchCoreType | None = None,
    enable_async_ttnn: bool | None = None,
) -> Device:
    """Open a mesh of one row, with one device for each number.

    The other arguments have no effect in the simulator.
    """
    if not device_ids:
        raise RuntimeError("No devices specified")
    return Device(len(device_ids))


def close_device(device: Device) -> None:
    """Close a device. Its tensors cannot be used any more."""
    device.simulated.close()


# ---- tensors ----


def _format_of(data_type: DataType) -> DataFormat:
    return FORMATS[data_type.name]


def _memory_at(
    ptr: int, shape: Sequence[int], stride: Sequence[int], itemsize: int, format_: DataFormat
) -> Array:
    """Return the elements at an address. Raise ValueError for arguments that do not describe a
    tensor.
    """
    dtype = np.dtype(format_.external)
    if format_.kind == "block":
        raise ValueError("create_tensor: tensors of block formats are made by to_layout")
    if itemsize != dtype.itemsize:
        raise ValueError(f"create_tensor: itemsize is {itemsize}, expected {dtype.itemsize}")
    if len(shape) != len(stride) or min((*shape, *stride), default=0) < 0:
        raise ValueError(f"create_tensor: strides {list(stride)} do not fit shape {list(shape)}")
    if 0 in shape:
        return np.zeros(tuple(shape), dtype)
    if not ptr:
        raise ValueError("create_tensor: the address is 0")
    count = 1 + sum((n - 1) * step for n, step in zip(shape, stride, strict=True))
    buffer = (ctypes.c_char * (count * itemsize)).from_address(ptr)
    flat: Array = np.frombuffer(cast("Any", buffer), dtype)
    steps = [each * itemsize for each in stride]
    return np.lib.stride_tricks.as_strided(flat, tuple(shape), steps)


def create_tensor(
    ptr: int,
    shape: Sequence[int],
    stride: Sequence[int],
    itemsize: int,
    data_type: DataType,
) -> Tensor:
    """Make a host tensor of memory at an address, which the caller keeps alive. Strides count
    elements.
    """
    format_ = _format_of(data_type)
    return Tensor(borrowed=_memory_at(ptr, shape, stride, itemsize, format_), format_=format_)


def create_empty_tensor(
    device: Device, layout: Layout, shape: Sequence[int], stride: Sequence[int], itemsize: int
) -> Tensor:
    """Make a tensor of zeros in a layout."""
    desc = TensorDesc(tuple(shape), layout)
    made = runtime.Tensor(desc, np.zeros(tuple(shape), layout.data_type.values))
    return Tensor(made if layout.on_host else device.simulated.place(made))


def create_multi_device_tensor(
    ptrs: Sequence[int],
    shape: Sequence[int],
    stride: Sequence[int],
    itemsize: int,
    data_type: DataType,
    strategy: Mapping[str, str],
) -> Tensor:
    """Make a host tensor with one part of this shape for each device, copied from memory at
    addresses.
    """
    if strategy.get("strategy", "") not in ("shard", "shard_2d", "replicate"):
        raise RuntimeError("create_multi_device_tensor: strategy is shard, shard_2d or replicate")
    format_ = _format_of(data_type)
    parts = [_memory_at(ptr, shape, stride, itemsize, format_) for ptr in ptrs]
    values = np.stack([bind_array("the tensor", p, p.shape, format_) for p in parts])
    desc = TensorDesc(tuple(shape), host_layout(format_))
    return Tensor(runtime.Tensor(desc, values, per_device=True))


def get_layout(executable: Binary, program_index: int, input_index: int) -> Layout:
    """Return the layout that a program expects for an input."""
    return runtime.get_layout(_program(executable), program_index, input_index)


def to_layout(tensor: Tensor, device: Device, layout: Layout) -> Tensor:
    """Return a copy of a tensor in a layout, on the device or on the host."""
    return Tensor(runtime.to_layout(tensor.held(), device.simulated, layout))


def to_host(tensor: Tensor, untilize: bool = False) -> Tensor:
    """Return a copy of a tensor on the host. It is row-major there, with or without `untilize`."""
    return Tensor(runtime.to_host(tensor.held()))


def memcpy(dst: int | Tensor, src: Tensor) -> None:
    """Copy the elements of a host tensor to an address or into another host tensor."""
    held = src.held()
    if not held.desc.on_host:
        raise RuntimeError("memcpy: the source is not on the host: bring it there with to_host")
    values = np.ascontiguousarray(held.numpy())
    if isinstance(dst, Tensor):
        dst.write(values)
    elif not dst:
        raise ValueError("memcpy: the address is 0")
    else:
        ctypes.memmove(dst, values.ctypes.data, values.nbytes)


def deallocate_tensor(tensor: Tensor, force: bool = False) -> None:
    """Free the memory of a device tensor. It cannot be used any more."""
    runtime.deallocate_tensor(tensor.held())


def wait(event: Event | Tensor | Sequence[Tensor]) -> None:
    """Wait until a program has run. This returns at once: the simulator computes before `submit`
    returns.
    """
    if isinstance(event, Event):
        return
    tensors = [event] if isinstance(event, Tensor) else event
    runtime.wait([each.held() for each in tensors])


# ---- programs ----


def _flatbuffer(executable: Binary) -> Flatbuffer:
    return executable._flatbuffer  # pyright: ignore[reportPrivateUsage]


def _program(executable: Binary) -> runtime.TTNNBinary:
    if _runtime_of(executable) is not DeviceRuntime.TTNN:
        raise RuntimeError("Unsupported binary format: expected a TTNN binary")
    return executable._program  # pyright: ignore[reportPrivateUsage]


def submit(
    device: Device,
    executable: Binary,
    program_index: int,
    inputs: Sequence[Tensor],
    outputs: Sequence[Tensor] | None = None,
) -> Any:
    """Run a program, calling the callback of `DebugHooks` after every operation.

    A TTNN program returns its output tensors. A TTMetal program writes them into `outputs` and
    returns an event. Raises RuntimeError and `InputError` for inputs that do not fit,
    `SimulationError` for a program that cannot run, and the exceptions of the callback.
    """
    device.simulated.require_open()
    if _runtime_of(executable) is DeviceRuntime.TTMetal:
        return _submit_metal(executable, program_index, inputs, outputs)
    if outputs is not None:
        raise RuntimeError("submit: a program of TTNN returns its outputs: leave 'outputs' out")
    flatbuffer, binary = _flatbuffer(executable), _program(executable)
    device.require_system(flatbuffer.system_desc())
    chosen = binary.program(program_index)
    try:
        made = runtime.submit(
            device.simulated,
            binary,
            program_index,
            [each.held() for each in inputs],
            hooks=registered_hooks(flatbuffer, chosen),
        )
    except CallbackError as error:
        raise cast(BaseException, error.__cause__) from None
    return [Tensor(each) for each in made]


def _submit_metal(
    executable: Binary, index: int, inputs: Sequence[Tensor], outputs: Sequence[Tensor] | None
) -> Event:
    if outputs is None:
        raise RuntimeError("submit: a program of TTMetal needs 'outputs' to write to")
    binary = tensix.load(_flatbuffer(executable).data)
    made = binary.run([each.held().numpy() for each in inputs], index)
    if len(made) != len(outputs):
        raise InputError(f"the program has {len(made)} outputs, {len(outputs)} tensors were given")
    for values, target in zip(made, outputs, strict=True):
        target.write(np.ascontiguousarray(values))
    return Event()


# ---- environments ----


class DebugEnv:
    """Switches for debugging."""

    _load_kernels_from_disk = False

    @staticmethod
    def get(load_kernels_from_disk: bool = False) -> "DebugEnv":
        """Return the switches.

        Raises RuntimeError for kernels from disk, because the simulator runs those in the binary.
        """
        if load_kernels_from_disk:
            raise RuntimeError(
                "DebugEnv: the simulator runs the kernels in the binary, not those on disk"
            )
        return DebugEnv()

    def __str__(self) -> str:
        return "debug::Env{\n\tloadKernelsFromDisk: 0\n}"


@dataclass(frozen=True)
class WorkaroundEnv:
    """Workarounds of TTNN's kernels. The simulator's results do not depend on them."""

    maxpool2d_preshard: bool = True
    swap_binary_operands: bool = True
    read_update_index_from_device_for_kv_cache: bool = True
    to_layout_api_assume_single_chip: bool = True
    use_padding_pair_signature_with_queue_id: bool = True

    @staticmethod
    def get(*switches: bool) -> "WorkaroundEnv":
        """Return the switches, in the order of the fields."""
        return WorkaroundEnv(*switches)

    def __str__(self) -> str:
        names = (
            *("maxpool2dPreshard", "swapBinaryOperands", "readUpdateIndexFromDeviceForKVCache"),
            *("toLayoutAPIAssumeSingleChip", "usePaddingPairSignatureWithQueueId"),
        )
        ends = (",", ",", "", "", "")
        values = vars(self).values()
        lines = (
            f"\t{name}: {int(value)}{end}\n"
            for name, value, end in zip(names, values, ends, strict=True)
        )
        return f"workaround::Env{{\n{''.join(lines)}}}"


class testing:
    """Functions that upstream's runtime tests use."""

    @staticmethod
    def get_dram_interleaved_tile_layout(dtype: DataType) -> Layout:
        """Return the layout of tiles in DRAM."""
        return Layout(_format_of(dtype), TILE, "DeviceDRAM", "Interleaved")

    @staticmethod
    def get_dram_interleaved_row_major_layout(dtype: DataType) -> Layout:
        """Return the layout of rows in DRAM."""
        return Layout(_format_of(dtype), ROW_MAJOR, "DeviceDRAM", "Interleaved")

    @staticmethod
    def get_host_row_major_layout(dtype: DataType) -> Layout:
        """Return the layout of rows on the host."""
        return host_layout(_format_of(dtype))

    @staticmethod
    def open_so(path: str | os.PathLike[str]) -> None:
        """Raise RuntimeError, because shared objects are run by `ttnn-standalone run`."""
        raise RuntimeError(f"open_so: {path}: run emitted C++ with ttnn-standalone run")

    run_so_program = open_so

    @staticmethod
    def compare_outs(lhs: Sequence[Tensor], rhs: Sequence[Tensor]) -> bool:
        """Whether two lists of tensors have the same formats, shapes and elements."""
        pairs = [(a.held(), b.held()) for a, b in zip(lhs, rhs, strict=False)]
        return len(lhs) == len(rhs) and all(
            a.desc.agrees_with(b.desc) and np.array_equal(a.values, b.values) for a, b in pairs
        )
