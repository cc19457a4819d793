"""The functions and classes of upstream's module `ttrt.runtime`: devices, tensors, programs.

The simulator runs submitted programs: `ttmlir_py.runtime` for TTNN, `ttmlir_py.tensix` for TTMetal.
Addresses are those of this process, as `torch.Tensor.data_ptr` and `numpy.ndarray.ctypes.data` give
them. The caller keeps the memory at these addresses alive.
"""

from __future__ import annotations

import ctypes
import math
import operator
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast
from weakref import ref

import numpy as np

from ttmlir_py import runtime, tensix
from ttmlir_py.runtime.arrays import bind_array
from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.runtime.errors import InputError, MemoryLimitError
from ttmlir_py.runtime.formats import FORMATS, Array, DataFormat, to_external
from ttmlir_py.runtime.memory import DeviceMemory, MemoryView
from ttmlir_py.runtime.tensor import ROW_MAJOR, TILE, Layout, TensorDesc, host_layout
from ttmlir_py.ttrt.binary import Binary, SystemDesc
from ttmlir_py.ttrt.callbacks import CallbackError, registered_hooks
from ttmlir_py.ttrt.enums import DataType, DeviceRuntime, DispatchCoreType, MemoryBufferType
from ttmlir_py.ttrt.system import board

_SYSTEM = "n150"
"""Name of the simulated board."""
_IDENTIFIERS = {"TTNN": "TTNN", "TTM0": "TTMetal"}
"""Runtime for each file identifier of a binary."""


class Event:
    """The completion of a submitted TTMetal program. The program has already run when `submit`
    returns.
    """


class Device:
    """An opened mesh of devices. The first binary that runs on it determines the modelled
    memory.
    """

    def __init__(self, mesh_shape: tuple[int, int]) -> None:
        self._mesh_shape = mesh_shape
        self._own = runtime.open_device(mesh_shape)
        self._system: Mapping[str, Any] | None = None
        self._unmodelled: list[ref[Tensor]] = []
        """Tensors that came to the device before its memory was modelled."""

    def get_mesh_shape(self) -> list[int]:
        """Return the rows and columns of the mesh."""
        return list(self._mesh_shape)

    def get_device_ids(self) -> list[int]:
        """Return the numbers of the devices."""
        return list(range(math.prod(self._mesh_shape)))

    @property
    def simulated(self) -> runtime.Device:
        """Return the device of the simulator."""
        return self._own

    def require_system(self, system: Mapping[str, Any]) -> None:
        """Model the device memory of `system`, with the tensors that are there already.

        Does nothing if memory is modelled already.
        """
        if self._system is None:
            self._system = system
            self._own.memory = DeviceMemory(system)
            for each in self._unmodelled:
                tensor = each()
                if tensor is not None and tensor.is_allocated():
                    self._own.place(tensor.held())
            self._unmodelled.clear()

    def keep(self, tensor: runtime.Tensor) -> Tensor:
        """Return a tensor for the user, and count its memory once memory is modelled."""
        made = Tensor(tensor)
        if self._system is None and not tensor.desc.on_host:
            self._unmodelled.append(ref(made))
        return made

    def get_memory_view(self, device_id: int = 0) -> dict[MemoryBufferType, MemoryView]:
        """Return usage figures for each memory of a device. They are equal for all devices of a
        mesh.
        """
        self._own.require_open()
        count = math.prod(self._mesh_shape)
        if not 0 <= device_id < count:
            raise RuntimeError(f"no device {device_id}: {count} are open")
        self.require_system(board(_SYSTEM).system_desc())
        views = self._own.memory_views()
        return {each: views[each.name] for each in MemoryBufferType}

    def dump_memory_report(self) -> None:
        """Write usage figures for each memory to standard error."""
        for memory, view in self.get_memory_view().items():
            print(
                f"{memory.name}: {view.num_banks} banks of {view.total_bytes_per_bank} bytes, "
                f"{view.total_bytes_allocated_per_bank} allocated, "
                f"{view.total_bytes_free_per_bank} free per bank",
                file=sys.stderr,
            )

    def deallocate_buffers(self) -> None:
        """Free all tensors on the device. They cannot be used afterwards."""
        self._own.require_open()
        self._own.close()
        self._own = runtime.open_device(self._mesh_shape, system_desc=self._system)


class Tensor:
    """A tensor on the host or on a device.

    `borrowed` is an array over memory of the caller, which is read at each use of the tensor.
    """

    def __init__(
        self,
        held: runtime.Tensor | None = None,
        borrowed: Array | None = None,
        format_: DataFormat | None = None,
    ) -> None:
        self._held, self._borrowed, self._format = held, borrowed, format_

    def held(self) -> runtime.Tensor:
        """Return the simulator's tensor. Borrowed memory is copied with its current contents."""
        if self._held is not None:
            return self._held
        assert self._borrowed is not None
        assert self._format is not None
        shape = self._borrowed.shape
        values = bind_array("the tensor", self._borrowed, shape, self._format).copy()
        return runtime.Tensor(TensorDesc(shape, host_layout(self._format)), values)

    def get_shape(self) -> list[int]:
        """Return the shape."""
        return list(self.held().desc.shape)

    def get_stride(self) -> list[int]:
        """Return the distance of neighbors in each dimension, in elements of row-major order."""
        shape = self.get_shape()
        return [math.prod(shape[index + 1 :]) for index in range(len(shape))]

    def get_volume(self) -> int:
        """Return the number of elements."""
        return math.prod(self.get_shape())

    def get_dtype(self) -> DataType:
        """Return the format of the elements."""
        return DataType[self.held().desc.data_type.name]

    def get_element_size(self) -> int:
        """Return the size of an element on the host, in bytes."""
        return np.dtype(self.held().desc.data_type.external).itemsize

    def get_data_buffer(self) -> bytearray:
        """Return the bytes of the elements, in row-major order. Raise RuntimeError for a device
        tensor.
        """
        held = self.held()
        if not held.desc.on_host:
            raise RuntimeError("get_data_buffer: the tensor is not on the host: use to_host")
        return bytearray(np.ascontiguousarray(held.numpy()).tobytes())

    def is_allocated(self) -> bool:
        """Whether the tensor was not deallocated."""
        return self._held is None or self._held.is_live

    def write(self, values: Array) -> None:
        """Overwrite the elements with `values`.

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


def _expect(function: str, argument: str, value: object, kind: type) -> None:
    """Raise TypeError, like upstream's bindings, for an argument of another type."""
    if not isinstance(value, kind):
        found = type(value).__name__
        raise TypeError(f"{function}: '{argument}' has type {found}, expected {kind.__name__}")


def _expect_tensors(function: str, argument: str, values: object) -> None:
    if not isinstance(values, Sequence):
        found = type(values).__name__
        raise TypeError(f"{function}: '{argument}' has type {found}, expected a list of Tensor")
    for index, value in enumerate(cast("Sequence[object]", values)):
        _expect(function, f"{argument}[{index}]", value, Tensor)


class _State:
    """The runtime that this process has chosen."""

    runtime: ClassVar[DeviceRuntime] = DeviceRuntime.TTNN


# ---- runtimes and systems ----


def get_current_runtime() -> DeviceRuntime:
    """Return the runtime chosen by `set_current_runtime` or `set_compatible_runtime`; TTNN by
    default.
    """
    return _State.runtime


def get_available_runtimes() -> list[DeviceRuntime]:
    """Return the runtimes that the simulator supports."""
    return [DeviceRuntime.TTNN, DeviceRuntime.TTMetal]


def set_current_runtime(runtime: DeviceRuntime) -> None:
    """Select the runtime for this process."""
    _expect("set_current_runtime", "runtime", runtime, DeviceRuntime)
    if runtime not in get_available_runtimes():
        raise RuntimeError(f"runtime {runtime.name} is not available")
    _State.runtime = runtime


def set_compatible_runtime(binary: Binary) -> None:
    """Select the runtime that can run `binary`."""
    _expect("set_compatible_runtime", "binary", binary, Binary)
    set_current_runtime(_runtime_of(binary))


def _runtime_of(binary: Binary) -> DeviceRuntime:
    identifier = binary.file_identifier
    if identifier not in _IDENTIFIERS:
        raise RuntimeError(f"a file with the identifier '{identifier}' has no programs")
    return DeviceRuntime[_IDENTIFIERS[identifier]]


def get_current_system_desc(
    dispatch_core_type: DispatchCoreType | None = None,
) -> tuple[SystemDesc, list[int]]:
    """Return the system descriptor of the simulated n150, and the list of its device numbers.

    The descriptor is the same for both types of cores, because an n150 is on PCIe.
    """
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
    """Open a mesh with one row, and one device for each number in `device_ids`.

    The simulator ignores the other arguments.
    """
    if isinstance(device_ids, str) or not isinstance(device_ids, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
        found = type(device_ids).__name__
        raise TypeError(f"open_device: 'device_ids' has type {found}, expected a list of numbers")
    if not device_ids:
        raise RuntimeError("open_device: No devices specified: give a list such as [0]")
    for number in device_ids:
        _expect("open_device", "device_ids[...]", number, int)
        if number < 0:
            raise RuntimeError(f"open_device: there is no device {number}")
    return Device((1, len(device_ids)))


def close_device(device: Device) -> None:
    """Close a device. Its tensors cannot be used afterwards."""
    _expect("close_device", "device", device, Device)
    device.simulated.close()


# ---- tensors ----


def _format_of(data_type: DataType) -> DataFormat:
    return FORMATS[data_type.name]


def _shape(function: str, shape: Sequence[int], format_: DataFormat) -> tuple[int, ...]:
    """Return a shape as a tuple of integers.

    Raises TypeError for other numbers, RuntimeError for negative ones, and MemoryLimitError for a
    tensor that exceeds the simulator's memory limit.
    """
    try:
        sizes = tuple(map(operator.index, shape))
    except TypeError:
        raise TypeError(f"{function}: shape {shape!r:.60}: expected a list of integers") from None
    if min(sizes, default=0) < 0:
        raise RuntimeError(f"{function}: shape {list(sizes)} has a negative dimension")
    if TensorDesc(sizes, host_layout(format_)).value_bytes > MEMORY_LIMIT:
        limit = MEMORY_LIMIT >> 30
        raise MemoryLimitError(f"{function}: shape {list(sizes)} takes more than {limit} GiB")
    return sizes


def _memory_at(
    ptr: int, shape: Sequence[int], stride: Sequence[int], itemsize: int, format_: DataFormat
) -> Array:
    """Return an array over the memory at `ptr`. Raise ValueError if the arguments describe no
    tensor.
    """
    dtype = np.dtype(format_.external)
    try:
        ptr = operator.index(ptr)
        shape, stride = [*map(operator.index, shape)], [*map(operator.index, stride)]
    except TypeError:
        raise TypeError(
            "create_tensor: the address, shape and strides are integers, not "
            f"{ptr!r:.40}, {shape!r:.40}, {stride!r:.40}"
        ) from None
    if format_.kind == "block":
        raise ValueError("create_tensor: create tensors of block formats with to_layout")
    if itemsize != dtype.itemsize:
        raise ValueError(f"create_tensor: itemsize is {itemsize}, expected {dtype.itemsize}")
    if len(shape) != len(stride) or min((*shape, *stride), default=0) < 0:
        raise ValueError(f"create_tensor: strides {list(stride)} do not fit shape {list(shape)}")
    if 0 in shape:
        return np.zeros(_shape("create_tensor", shape, format_), dtype)
    if not ptr:
        raise RuntimeError("create_tensor: the address is 0")
    count = 1 + sum((n - 1) * step for n, step in zip(shape, stride, strict=True))
    if max(count, math.prod(shape)) * itemsize > sys.maxsize:
        raise ValueError(f"create_tensor: shape {shape} with strides {stride} is too large")
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
    """Return a host tensor over the memory at `ptr`, which the caller keeps alive.

    Strides are in elements, `itemsize` is in bytes.
    """
    _expect("create_tensor", "data_type", data_type, DataType)
    format_ = _format_of(data_type)
    return Tensor(borrowed=_memory_at(ptr, shape, stride, itemsize, format_), format_=format_)


def create_empty_tensor(
    device: Device, layout: Layout, shape: Sequence[int], stride: Sequence[int], itemsize: int
) -> Tensor:
    """Return a tensor of zeros in `layout`, on the device or on the host."""
    _expect("create_empty_tensor", "device", device, Device)
    _expect("create_empty_tensor", "layout", layout, Layout)
    device.simulated.require_open()
    desc = TensorDesc(_shape("create_empty_tensor", shape, layout.data_type), layout)
    made = runtime.Tensor(desc, np.zeros(desc.shape, layout.data_type.values))
    return device.keep(made if layout.on_host else device.simulated.place(made))


def create_multi_device_tensor(
    ptrs: Sequence[int],
    shape: Sequence[int],
    stride: Sequence[int],
    itemsize: int,
    data_type: DataType,
    strategy: Mapping[str, str],
) -> Tensor:
    """Return a host tensor with one shard of `shape` for each device.

    The elements are copied from the addresses in `ptrs`.
    """
    _expect("create_multi_device_tensor", "data_type", data_type, DataType)
    if not ptrs:
        raise RuntimeError("create_multi_device_tensor: no addresses: give one for each device")
    if strategy.get("strategy", "") not in ("shard", "shard_2d", "replicate"):
        raise RuntimeError(
            "create_multi_device_tensor: strategy: expected shard, shard_2d or replicate"
        )
    format_ = _format_of(data_type)
    parts = [_memory_at(ptr, shape, stride, itemsize, format_) for ptr in ptrs]
    values = np.stack([bind_array("the tensor", p, p.shape, format_) for p in parts])
    desc = TensorDesc(tuple(shape), host_layout(format_))
    return Tensor(runtime.Tensor(desc, values, per_device=True))


def get_layout(executable: Binary, program_index: int, input_index: int) -> Layout:
    """Return the layout that a program expects for the input `input_index`."""
    _expect("get_layout", "executable", executable, Binary)
    return runtime.get_layout(_program(executable), program_index, input_index)


def to_layout(tensor: Tensor, device: Device, layout: Layout) -> Tensor:
    """Return a copy of a tensor in `layout`, on the device or on the host."""
    for name, value, kind in (
        ("tensor", tensor, Tensor),
        ("device", device, Device),
        ("layout", layout, Layout),
    ):
        _expect("to_layout", name, value, kind)
    return device.keep(runtime.to_layout(tensor.held(), device.simulated, layout))


def to_host(tensor: Tensor, untilize: bool = False) -> Tensor:
    """Return a copy of a tensor on the host. It is always row-major, whatever `untilize` is."""
    _expect("to_host", "tensor", tensor, Tensor)
    return Tensor(runtime.to_host(tensor.held()))


def memcpy(dst: int | Tensor, src: Tensor) -> None:
    """Copy the elements of a host tensor to an address, or into another host tensor."""
    _expect("memcpy", "src", src, Tensor)
    if not isinstance(dst, Tensor):
        _expect("memcpy", "dst", dst, int)
    held = src.held()
    runtime.wait([held])
    if not held.desc.on_host:
        raise RuntimeError("memcpy: the source is not on the host: bring it there with to_host")
    values = np.ascontiguousarray(held.numpy())
    if isinstance(dst, Tensor):
        dst.write(values)
    elif not dst:
        raise RuntimeError("memcpy: the address is 0")
    else:
        ctypes.memmove(dst, values.ctypes.data, values.nbytes)


def deallocate_tensor(tensor: Tensor, force: bool = False) -> None:
    """Free the memory of a device tensor. The tensor cannot be used afterwards."""
    _expect("deallocate_tensor", "tensor", tensor, Tensor)
    runtime.deallocate_tensor(tensor.held())


def wait(
    event: Event | Tensor | Sequence[Tensor] | None = None,
    *,
    tensor: Tensor | None = None,
    tensors: Sequence[Tensor] | None = None,
) -> None:
    """Return at once, because the simulator computes before `submit` returns.

    Upstream's function has three overloads, with one parameter each. Raise InputError for a tensor
    that was freed.
    """
    given = [each for each in (event, tensor, tensors) if each is not None]
    if len(given) != 1:
        raise TypeError("wait: expected one of event, tensor and tensors")
    [found] = given
    if isinstance(found, Event):
        return
    waited = [found] if isinstance(found, Tensor) else found
    _expect_tensors("wait", "tensors", waited)
    runtime.wait([each.held() for each in waited])


# ---- programs ----


def _program(executable: Binary) -> runtime.TTNNBinary:
    if _runtime_of(executable) is not DeviceRuntime.TTNN:
        raise RuntimeError("Unsupported binary format: expected a TTNN binary")
    return executable.program


def submit(
    device: Device,
    executable: Binary,
    program_index: int,
    inputs: Sequence[Tensor],
    outputs: Sequence[Tensor] | None = None,
) -> Any:
    """Run a program, and call the callback of `DebugHooks` after every operation.

    A TTNN program returns its output tensors. A TTMetal program writes them into `outputs` and
    returns an event. Raises RuntimeError and `InputError` for inputs that do not fit,
    `SimulationError` for a program that cannot run, and the exceptions of the callback.
    """
    _expect("submit", "device", device, Device)
    _expect("submit", "executable", executable, Binary)
    _expect("submit", "program_index", program_index, int)
    _expect_tensors("submit", "inputs", inputs)
    device.simulated.require_open()
    if _runtime_of(executable) is DeviceRuntime.TTMetal:
        return _submit_metal(executable, program_index, inputs, outputs)
    if outputs is not None:
        raise RuntimeError("submit: a TTNN program returns its outputs: omit 'outputs'")
    flatbuffer, binary = executable.flatbuffer, _program(executable)
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
    executable: Binary,
    program_index: int,
    inputs: Sequence[Tensor],
    outputs: Sequence[Tensor] | None,
) -> Event:
    if outputs is None:
        raise RuntimeError("submit: a program of TTMetal needs 'outputs' to write to")
    _expect_tensors("submit", "outputs", outputs)
    binary = tensix.load(executable.flatbuffer.data)
    made = binary.run([each.held().numpy() for each in inputs], program_index)
    if len(made) != len(outputs):
        raise InputError(f"the program has {len(made)} outputs, {len(outputs)} tensors were given")
    for values, target in zip(made, outputs, strict=True):
        target.write(np.ascontiguousarray(values))
    return Event()


# ---- environments ----


class DebugEnv:
    """Upstream's debugging switches, of which the simulator supports only the defaults."""

    _load_kernels_from_disk = False

    @staticmethod
    def get(load_kernels_from_disk: bool = False) -> DebugEnv:
        """Return the switches.

        Raises RuntimeError for kernels from disk, because the simulator runs the kernels in the
        binary.
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
    """Upstream's switches for workarounds in TTNN's kernels. They do not affect the simulator."""

    maxpool2d_preshard: bool = True
    swap_binary_operands: bool = True
    read_update_index_from_device_for_kv_cache: bool = True
    to_layout_api_assume_single_chip: bool = True
    use_padding_pair_signature_with_queue_id: bool = True

    @staticmethod
    def get(
        maxpool2d_preshard: bool = True,
        swap_binary_operands: bool = True,
        read_update_index_from_device_for_kv_cache: bool = True,
        to_layout_api_assume_single_chip: bool = True,
        use_padding_pair_signature_with_queue_id: bool = True,
    ) -> WorkaroundEnv:
        """Return an instance with these switches."""
        return WorkaroundEnv(
            maxpool2d_preshard,
            swap_binary_operands,
            read_update_index_from_device_for_kv_cache,
            to_layout_api_assume_single_chip,
            use_padding_pair_signature_with_queue_id,
        )

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
        """Return the layout of an interleaved tensor of tiles in DRAM."""
        return Layout(_format_of(dtype), TILE, "DeviceDRAM", "Interleaved")

    @staticmethod
    def get_dram_interleaved_row_major_layout(dtype: DataType) -> Layout:
        """Return the layout of an interleaved row-major tensor in DRAM."""
        return Layout(_format_of(dtype), ROW_MAJOR, "DeviceDRAM", "Interleaved")

    @staticmethod
    def get_host_row_major_layout(dtype: DataType) -> Layout:
        """Return the layout of a row-major tensor on the host."""
        return host_layout(_format_of(dtype))

    @staticmethod
    def open_so(path: str | os.PathLike[str]) -> None:
        """Raise RuntimeError: `ttnn-standalone run` runs emitted C++ instead."""
        raise RuntimeError(f"open_so: {path}: run emitted C++ with ttnn-standalone run")

    @staticmethod
    def run_so_program(
        so: object, func_name: str, inputs: Sequence[Tensor], device: Device
    ) -> list[Tensor]:
        """Raise RuntimeError, as `open_so`."""
        raise RuntimeError(f"run_so_program: {func_name}: run emitted C++ with ttnn-standalone run")

    @staticmethod
    def compare_outs(lhs: Sequence[Tensor], rhs: Sequence[Tensor]) -> bool:
        """Whether two lists of tensors have equal formats, shapes and elements."""
        pairs = [(a.held(), b.held()) for a, b in zip(lhs, rhs, strict=False)]
        return len(lhs) == len(rhs) and all(
            a.desc.agrees_with(b.desc) and np.array_equal(a.values, b.values) for a, b in pairs
        )
