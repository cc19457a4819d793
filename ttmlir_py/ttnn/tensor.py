"""Tensors of the simulated TTNN library, and the functions with which operations create them."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from inspect import signature
from types import MappingProxyType
from typing import Any, ParamSpec, Protocol, TypeVar, cast
from weakref import WeakSet

import numpy as np

from ttmlir_py.runtime.calls import Composition, Era, composition
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.evaluation import Finish
from ttmlir_py.runtime.events import watching
from ttmlir_py.runtime.formats import Array, round_to, to_external
from ttmlir_py.runtime.kernels import KERNELS, Kernel
from ttmlir_py.runtime.kernels.registry import UNDECLARED, placeholder, require_shape, shape_text
from ttmlir_py.runtime.memory import Allocation, DeviceMemory, is_view
from ttmlir_py.runtime.tensor import ROW_MAJOR, TILE, TensorDesc
from ttmlir_py.runtime.tensor import Layout as Placement
from ttmlir_py.runtime.time_outs import VARIABLE
from ttmlir_py.ttnn.deadlines import HangError, TtnnError, bounded, in_time
from ttmlir_py.ttnn.exchange import DLPACK_HOST, array_text, dlpack_capsule
from ttmlir_py.ttnn.observers import CallRecorder, CallWatcher
from ttmlir_py.ttnn.operators import FUNCTIONS, Operators
from ttmlir_py.ttnn.spreading import Spread, call_each, devices_among
from ttmlir_py.ttnn.types import (
    DRAM_MEMORY_CONFIG,
    DataType,
    Device,
    Layout,
    MemoryConfig,
    Shape,
    StorageType,
)


@dataclass(slots=True, weakref_slot=True, eq=False)
class Buffer:
    """The memory of a tensor, which its views share."""

    values: Array | None
    """The simulator's values (see `runtime.formats`), or None after deallocation."""
    place: Allocation | None = None
    """The allocation in device memory, or None for a host tensor or an unknown device."""
    views: WeakSet[Tensor] | None = None
    """All views of the buffer, or None if `reshape` never made one."""
    composition: Composition | None = None
    """The nested calls of the composite function that created the buffer, or None."""
    places: Sequence[Allocation | None] = ()
    """Allocations of the results of the nested calls, in order."""

    @property
    def address(self) -> int:
        """The address of the buffer in each bank, or 0 on the host."""
        return self.place.address if self.place else 0

    def free(self) -> None:
        """Release the values and the device memory."""
        self.values = None
        if self.place is not None:
            self.place.release()

    def __del__(self) -> None:
        if self.place is not None:
            self.place.release()


class _Constructor(type):
    """A metaclass that lets `Tensor(...)` create tensors from elements, like TTNN's constructor."""

    def __call__(cls, buffer: Any, *described: Any, **named: Any) -> Any:
        if isinstance(buffer, Buffer):
            return super().__call__(buffer, *described, **named)
        return _constant(buffer, *described, **named)


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Tensor(Operators, metaclass=_Constructor):
    """A tensor: its shape, format and layout, and memory that it may share with views.

    `Tensor(elements, shape, dtype, layout, device, memory_config=...)` creates a tensor of these
    elements in row-major order, and `Tensor(array, dtype, device, layout, memory_config)` one of an
    array. Without a device it is on the host.
    """

    buffer: Buffer = field(repr=False)
    shape: Shape
    dtype: DataType
    layout: Layout
    on_device: Device | None = None
    config: MemoryConfig | None = None

    @property
    def values(self) -> Array:
        """The simulator's values, in this tensor's shape. Raises TtnnError after deallocation."""
        if self.buffer.values is None:
            raise TtnnError(f"a tensor {self.type_text} is used after it was deallocated")
        return self.buffer.values.reshape(self.shape)

    @property
    def desc(self) -> TensorDesc:
        """The shape and layout, as a binary describes them."""
        tile = TILE if self.layout is Layout.TILE else ROW_MAJOR
        if self.config is None or self.on_device is None:
            return TensorDesc(self.shape, Placement(self.dtype.format, tile, "System", "None"))
        space = f"Device{self.config.buffer_type.name}"
        distribution = self.config.distribution(tile)
        return TensorDesc(self.shape, Placement(self.dtype.format, tile, space, *distribution))

    @property
    def type_text(self) -> str:
        """Shape and format as in an MLIR tensor type, such as `64x128xbf16`."""
        return "x".join([*map(str, self.shape), str(self.dtype.format)])

    def device(self) -> Device | None:
        """Return the device that holds the tensor, or None for a host tensor."""
        return self.on_device

    def memory_config(self) -> MemoryConfig | None:
        """Return the memory configuration on the device, or None for a host tensor."""
        return self.config

    def is_allocated(self) -> bool:
        """Whether the tensor is still allocated."""
        return self.buffer.values is not None

    def to_numpy(self) -> Array:
        """Return a copy of the values as a numpy array; block formats become float32."""
        return to_external(self.values, self.dtype.format)

    def to(self, place: Device | Layout, memory_config: MemoryConfig | None = None) -> Tensor:
        """Return the tensor on a device, by default in DRAM, or in another layout on the same
        device.
        """
        device, layout = self.on_device, self.layout
        if isinstance(place, Device):
            device = place
        else:
            layout = place
        config = memory_config or self.config
        run = partial(make, self.values, self.dtype, layout, device, config)
        given = {"place": place, "memory_config": memory_config}
        return told("Tensor::to", (self,), given, run)

    def cpu(self) -> Tensor:
        """Return a copy of the tensor on the host."""
        return told("Tensor::cpu", (self,), {}, partial(make, self.values, self.dtype, self.layout))

    def cpu_sharded(self) -> Tensor:
        """Return a copy of the tensor on the host, like `cpu`. The device would copy it shard by
        shard.

        Raises TtnnError if the tensor is not on a device.
        """
        if self.on_device is None:
            raise TtnnError("ttnn.Tensor.cpu_sharded: the tensor is already on the host")
        run = partial(make, self.values, self.dtype, self.layout)
        return told("Tensor::cpu_sharded", (self,), {}, run)

    def reshape(self, *sizes: int | Sequence[int]) -> Tensor:
        """Return the tensor with another shape, sharing memory where possible.

        The sizes are separate or one sequence. One size may be -1, and is then inferred.
        """
        shape = sizes[0] if len(sizes) == 1 and isinstance(sizes[0], Sequence) else sizes
        with refusals("Tensor.reshape"):
            values = self.values.reshape(cast(Sequence[int], shape))
        placed = (self.dtype, self.layout, self.on_device, self.config)
        return told(
            "Tensor::reshape",
            (self,),
            {"shape": shape},
            lambda: view(self, values.shape, self.config) or make(values, *placed),
        )

    def pad(self, output_shape: Sequence[int], input_start: Sequence[int], value: float) -> Tensor:
        """Return a host tensor of `output_shape`, filled with `value` around the elements.

        The first element is at `input_start`.
        """

        def padded() -> Tensor:
            sizes = zip(self.shape, input_start, output_shape, strict=True)
            around = tuple(each for n, at, all_ in sizes for each in (at, all_ - at - n))
            chosen = {"padding": around, "value": value}
            with refusals("Tensor.pad"):
                values = result(KERNELS["PadOp"], (self,), chosen, UNDECLARED)
            return make(values, self.dtype, self.layout)

        return told(
            "Tensor::pad",
            (self,),
            {"shape": tuple(output_shape), "start": tuple(input_start), "value": value},
            padded,
        )

    def unpad(self, start: Sequence[int], end: Sequence[int]) -> Tensor:
        """Return a host tensor with the elements from `start` up to and excluding `end`."""

        def inner() -> Tensor:
            chosen = {"begins": tuple(start), "ends": tuple(end), "steps": (1,) * len(self.shape)}
            with refusals("Tensor.unpad"):
                return make(
                    result(KERNELS["SliceOp"], (self,), chosen, UNDECLARED), self.dtype, self.layout
                )

        return told("Tensor::unpad", (self,), {"start": tuple(start), "end": tuple(end)}, inner)

    @property
    def padded_shape(self) -> Shape:
        """The shape with the last two dimensions rounded up to whole tiles, if it has tiles."""
        return Shape(self.desc.padded_shape)

    def get_dtype(self) -> DataType:
        """Return the format of the elements."""
        return self.dtype

    def get_layout(self) -> Layout:
        """Return the order of the elements in memory."""
        return self.layout

    def storage_type(self) -> StorageType:
        """Return where the tensor is."""
        return StorageType.OWNED if self.on_device is None else StorageType.DEVICE

    def is_sharded(self) -> bool:
        """Whether each core holds a part of the tensor."""
        return self.config is not None and self.config.is_sharded()

    def volume(self) -> int:
        """Return the number of elements, with those of padding."""
        return math.prod(self.padded_shape)

    def logical_volume(self) -> int:
        """Return the number of elements, without those of padding."""
        return math.prod(self.shape)

    def element_size(self) -> int:
        """Return the bytes of an element; block formats have no whole number of them."""
        return max(1, self.dtype.format.bits // 8)

    def buffer_address(self) -> int:
        """Return the address of the tensor in each memory bank, or 0 on the host."""
        return self.buffer.address

    def item(self) -> Any:
        """Return the only element as a number. Raises TtnnError if there are several."""
        if self.logical_volume() != 1:
            raise TtnnError(f"ttnn.Tensor.item: {self.type_text} has not exactly one element")
        return self.to_numpy().item()

    def tolist(self) -> Any:
        """Return the elements as nested lists."""
        return self.to_numpy().tolist()

    def to_torch(self) -> Any:
        """Return the values as a PyTorch tensor, like `ttnn.to_torch`."""
        return FUNCTIONS["to_torch"](self)

    def deallocate(self, force: bool = False) -> None:
        """Free the memory of the tensor, like `ttnn.deallocate`."""
        FUNCTIONS["deallocate"](self, force)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        if copy is False:
            raise ValueError("ttnn.Tensor: an array of a tensor is always a copy")
        array = self.to_numpy()
        return array if dtype is None else array.astype(dtype)

    def __dlpack__(
        self,
        *,
        stream: object = None,
        max_version: object = None,
        dl_device: object = None,
        copy: bool | None = None,
    ) -> Any:
        if copy is False:
            raise BufferError("ttnn.Tensor: an array of a tensor is always a copy")
        if dl_device not in (None, DLPACK_HOST):
            raise BufferError("ttnn.Tensor: DLPack arrays of tensors are in the host's memory")
        return dlpack_capsule(self.to_numpy())

    def __dlpack_device__(self) -> tuple[int, int]:
        return DLPACK_HOST

    def print(self) -> None:
        """Print the tensor to standard output. A device tensor is copied to the host first."""
        told("Tensor::print", (self,), {}, lambda: print(self.cpu() if self.on_device else self))

    def __repr__(self) -> str:
        text = array_text(self.to_numpy(), len("ttnn.Tensor("))
        return (
            f"ttnn.Tensor({text}, shape={self.shape}, dtype=DataType::{self.dtype.name},"
            f" layout=Layout::{self.layout.name})"
        )


def elements_of(
    function: str, buffer: Sequence[float], shape: Sequence[int], dtype: DataType
) -> Array:
    """Return the numbers in `buffer` as an unrounded array of `shape`.

    Raises TtnnError, which names `function`, if the number of elements differs.
    """
    require_kind(function.removeprefix("ttnn."), "dtype", dtype, DataType, may_be_none=False)
    sizes, count = shape_of(shape), len(buffer)
    if count != math.prod(sizes):
        raise TtnnError(f"{function}: a buffer of {count} elements for {shape_text(sizes)}")
    held = np.int64 if dtype.format.is_integer else np.float32
    values = np.asarray(buffer, held).reshape(sizes)
    return values.astype(dtype.format.values) if dtype.format.is_integer else values


def _constant(buffer: Any, *described: Any, **named: Any) -> Tensor:
    """Return the tensor of TTNN's constructor, which takes elements and a shape, or an array."""
    if hasattr(buffer, "shape"):
        return FUNCTIONS["tensor_of_array"](buffer, *described, **named)
    return _of_elements(buffer, *described, **named)


def _of_elements(
    buffer: Sequence[float],
    shape: Sequence[int],
    dtype: DataType,
    layout: Layout = Layout.ROW_MAJOR,
    device: Device | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    values = elements_of("ttnn.Tensor", buffer, shape, dtype)
    return make(values, dtype, layout, device, memory_config)


def computes() -> bool:
    """Whether functions of `ttnn` compute values. If not, their results are zeros, which take no
    memory on the device.
    """
    return watcher is None or watcher.computes


_finish: Finish = round_to


@contextmanager
def finished_by(finish: Finish) -> Generator[None]:
    """Within the block, round results with `finish(values, format)` instead of the usual
    rounding.
    """
    global _finish
    before, _finish = _finish, finish
    try:
        yield
    finally:
        _finish = before


def make(
    values: Array,
    dtype: DataType,
    layout: Layout,
    device: Device | None = None,
    memory_config: MemoryConfig | None = None,
    composed: Callable[[TensorDesc], Composition | None] | None = None,
) -> Tensor:
    """Return a new tensor with `values`, rounded to the format `dtype`.

    Raises TtnnError if it does not fit on its device. `composed` returns the nested calls of the
    composite function that creates the tensor, which also need memory.
    """
    for value, kind in zip((dtype, layout, device, memory_config), _KINDS, strict=True):
        require_kind("Tensor", "an argument", value, kind)
    if isinstance(device, Spread):
        placed = (values, dtype, layout, device, memory_config, composed)
        return on_each_device("Tensor", make, placed)
    config = memory_config or (DRAM_MEMORY_CONFIG if device is not None else None)
    held = Buffer(None)
    tensor = Tensor(held, Shape(values.shape), dtype, layout, device, config)
    if composed is not None:
        held.composition = composed(tensor.desc)
    if not computes():
        held.values = placeholder(values.shape, dtype.format.values)
        return tensor
    held.values = bounded(lambda: _finish(values, dtype.format))
    if device is not None and device.memory is not None:
        held.place = _placed(tensor, device, device.memory)
    return tensor


def _placed(tensor: Tensor, device: Device, memory: DeviceMemory) -> Allocation | None:
    """Allocate the tensor in `memory`. Return None if it does not fit, and the device has no system
    descriptor.

    Raises TtnnError if it does not fit on a device with a system descriptor.
    """
    held = tensor.buffer
    allocate = partial(memory.allocate, name="a tensor")
    try:
        if held.composition is None:
            return allocate(tensor.desc)
        held.places = held.composition.place(allocate)
        return held.composition.result_of(held.places)
    except SimulationError as error:
        if device.is_described:
            raise TtnnError(str(error)) from None
        return None


def view(tensor: Tensor, shape: tuple[int, ...], config: MemoryConfig | None) -> Tensor | None:
    """Return a view of the tensor with another shape, or None if that needs other memory."""
    other = replace(tensor, shape=Shape(shape), config=config)
    if not is_view(tensor.desc, other.desc):
        return None
    if tensor.buffer.views is None:
        tensor.buffer.views = WeakSet((tensor,))
    tensor.buffer.views.add(other)
    return other


def free(buffer: Buffer) -> None:
    """Release a buffer. While functions only check their operands, `watcher.hold` releases the
    buffer temporarily instead.
    """
    if watcher is None or watcher.computes:
        buffer.free()
    else:
        watcher.hold(buffer)


def write(output: Tensor, values: Array) -> Tensor:
    """Replace the elements of `output`, and return a new tensor object for it.

    Raises KernelError for values of another shape.
    """
    require_kind("Tensor", "output_tensor", output, Tensor, may_be_none=False)
    if isinstance(output, Spread):
        raise TtnnError("ttnn.Tensor: the output is on several devices, the operands are not")
    require_shape(values.shape, output.shape)
    if computes():
        output.buffer.values = bounded(lambda: _finish(values, output.dtype.format))
    return replace(output)


Operand = Tensor | Sequence[Tensor] | None


def operand_tensors(values: Sequence[object]) -> list[Tensor]:
    """Return the tensors among the operands of a call, in order, including those in lists."""
    found: list[Tensor] = []
    for value in values:
        if isinstance(value, Tensor):
            found.append(value)
        elif isinstance(value, list | tuple):
            found += [e for e in cast(Sequence[object], value) if isinstance(e, Tensor)]
    return found


class GraphWatcher(CallWatcher, Protocol):
    """An interface for observers of API calls that decide whether functions of `ttnn` compute
    values.
    """

    @property
    def computes(self) -> bool:
        """Whether functions of `ttnn` compute values. Otherwise they only check their operands, and
        return zeros.
        """
        ...

    @property
    def era(self) -> Era:
        """The version of the TT-NN library that determines the nested calls of composite
        functions.
        """
        ...

    def hold(self, buffer: Buffer) -> None:
        """Observe that a buffer is freed while nothing computes.

        Its tensors are unusable until functions compute again.
        """
        ...


Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


recorder: CallRecorder | None = None
"""The recorder of a device trace, or None if no capture is open."""


watcher: GraphWatcher | None = None
"""The observer for graph traces, or None if no capture is open."""


operation_watcher: Callable[[], CallWatcher] | None = None
"""Returns the observer for op-execution traces. It is set by the package that records them."""


observers: list[CallWatcher] = []
"""The observers of API calls other than `watcher` and `operation_watcher`, for example the recorder
of tensor-access traces.
"""


@contextmanager
def observed_by(observer: CallWatcher) -> Generator[None]:
    """Within the block, let `observer` observe the API calls of all threads."""
    observers.append(observer)
    try:
        yield
    finally:
        observers.remove(observer)


def _watchers() -> list[CallWatcher]:
    """Return all observers. The one for op-execution traces is first, because it may refuse a
    call.
    """
    found: list[CallWatcher] = [e for e in (watcher, *observers) if e is not None]
    if watching.watcher is not None and operation_watcher is not None:
        return [operation_watcher(), *found]
    return found


def _is_unwatched() -> bool:
    """Whether API calls need no wrapper, because there is no observer and no time-out."""
    return (
        watcher is None
        and recorder is None
        and not observers
        and watching.watcher is None
        and VARIABLE not in os.environ
    )


def told(
    name: str,
    operands: Sequence[object],
    attributes: Mapping[str, object],
    call: Callable[[], Result],
) -> Result:
    """Return the result of `call`, and notify the observers before and after it.

    Raises HangError after the time-out. `name` is a function of `ttnn`, or a full name with its C++
    scope (`Tensor::cpu`).
    """
    call = partial(in_time, name, call)
    watchers = _watchers()
    for each in watchers:
        each.begin(name, operands, attributes)
    try:
        result = call() if recorder is None else recorder.run(name, operands, call)
    except Exception as error:
        for each in watchers:
            each.fail(error)
        raise
    for each in watchers:
        each.end(name, operands, result)
    return result


def watched(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Wrap an API function so that observers see its calls. Its tensors are its first
    parameters.
    """

    @wraps(function)
    def call(*arguments: Parameters.args, **keywords: Parameters.kwargs) -> Result:
        if devices_among((*arguments, *keywords.values())):
            return on_each_device(function.__name__, call, arguments, keywords)
        if _is_unwatched():
            return function(*arguments, **keywords)
        run = partial(function, *arguments, **keywords)
        try:
            given = signature(function).bind(*arguments, **keywords).arguments
        except TypeError:  # the call itself raises TypeError, with its own message
            return run()
        operands = [each for each in given.values() if isinstance(each, Tensor)]
        others = {name: each for name, each in given.items() if not isinstance(each, Tensor)}
        return told(function.__name__, operands, others, run)

    return call


def on_each_device(
    name: str,
    call: Callable[..., Any],
    arguments: Sequence[Any],
    keywords: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Return the results of a call on each device of the mesh of its arguments."""
    require_untraced(name)
    return call_each(name, call, arguments, keywords)


def require_untraced(name: str) -> None:
    """Raise TtnnError while a trace is recorded, which would contain a call for each device."""
    if observers or any((watcher, recorder, watching.watcher)):
        raise TtnnError(
            f"ttnn.{name}: calls on several devices are not traced: open a mesh with one device"
        )


def compute(
    name: str,
    kernel: Kernel,
    operands: Sequence[Operand],
    attributes: dict[str, Any],
    **placement: Any,
) -> Tensor:
    """Run a kernel as the API function `name`, and notify observers.

    `placement` holds the keyword arguments of `_compute`. Raises TypeError for operands that are
    not tensors.
    """
    require_tensor(name, placement["like"])
    _require_operands(name, kernel, operands)
    for key, kind in _PLACEMENT.items():
        require_kind(name, key, placement.get(key), kind)
    if devices_among((*operands, *placement.values())):
        return on_each_device(name, compute, (name, kernel, operands, attributes), placement)
    if _is_unwatched():
        return _compute(name, kernel, operands, attributes, **placement)
    run = partial(_compute, name, kernel, operands, attributes, **placement)
    return told(name, operands, attributes, run)


_KINDS = (DataType, Layout, Device, MemoryConfig)
_PLACEMENT = {"dtype": DataType, "memory_config": MemoryConfig, "output": Tensor}


def _require_operands(name: str, kernel: Kernel, operands: Sequence[object]) -> None:
    """Raise TypeError for operands that are neither tensors nor lists that the kernel takes."""
    for index, each in enumerate(operands):
        takes_list = index < len(kernel.operands) and kernel.operands[index].endswith("*")
        if takes_list and isinstance(each, list | tuple):
            for part in cast(Sequence[object], each):
                require_tensor(name, part)
        elif each is not None or (
            index < len(kernel.operands) and not kernel.operands[index].endswith("?")
        ):
            require_tensor(name, each)


def require_kind(
    name: str, key: str, value: object, kind: type, *, may_be_none: bool = True
) -> None:
    """Raise TypeError if an argument of the API function `name` is not of a type."""
    if not isinstance(value, kind) and not (may_be_none and value is None):
        raise TypeError(
            f"ttnn.{name}: {key} is {type(value).__name__}, expected ttnn.{kind.__name__}"
        )


def require_tensor(name: str, value: object) -> None:
    """Raise TypeError if an argument of the API function `name` is not a tensor."""
    if not isinstance(value, Tensor):
        raise TypeError(f"ttnn.{name}: an operand is {type(value).__name__}, expected ttnn.Tensor")


def _compute(
    name: str,
    kernel: Kernel,
    operands: Sequence[Operand],
    attributes: dict[str, Any],
    *,
    like: Tensor,
    dtype: DataType | None = None,
    memory_config: MemoryConfig | None = None,
    output: Tensor | None = None,
) -> Tensor:
    """Run a kernel as the executor of binaries does: compute, check the shape, round once.

    The result is written into `output` if given. Otherwise it is a new tensor with the placement of
    `like`, its format unless `dtype` is given, and the shape that the kernel computes. Raises
    TtnnError if the kernel rejects its operands.
    """
    config = memory_config or like.config
    with refusals(name):
        values = result(
            kernel, operands, attributes, UNDECLARED if output is None else output.shape
        )
        if output is not None:
            return write(output, values)
        if kernel.device.may_be_view and (same := view(like, values.shape, config)) is not None:
            return same
        place = dtype or like.dtype, like.layout, like.on_device, config
        return make(values, *place, _composed(kernel, operands, attributes))


def _composed(
    kernel: Kernel, operands: Sequence[Operand], attributes: Mapping[str, Any]
) -> Callable[[TensorDesc], Composition | None] | None:
    era = Era.BINARY_NG if watcher is None else watcher.era
    if not kernel.device.is_reduction and era is Era.BINARY_NG:
        return None
    descs = [each.desc for each in operand_tensors(operands)]
    return lambda result: composition(kernel, descs, attributes, result, era)


@contextmanager
def refusals(name: str) -> Generator[None]:
    """Within the block, convert errors of kernels to TtnnError that names the API function."""
    try:
        yield
    except HangError:
        raise
    except MemoryError:
        raise TtnnError(f"ttnn.{name}: out of memory") from None
    except (SimulationError, ValueError, TypeError, IndexError, ArithmeticError) as error:
        raise TtnnError(f"ttnn.{name}: {' '.join(str(error).split())}") from None


def result(
    kernel: Kernel,
    operands: Sequence[Operand],
    attributes: dict[str, Any],
    declared: tuple[int, ...],
) -> Array:
    """Return a kernel's result before rounding. While nothing computes, return zeros of its
    shape.
    """
    values = map(_values, operands)
    if kernel.takes_shape:
        attributes = {**attributes, "result_shape": declared}
    if not computes():
        assert kernel.infer_shape is not None
        return placeholder(kernel.infer_shape(*values, **attributes), np.float32)
    assert kernel.compute is not None
    compute = partial(kernel.compute, *values, **attributes)
    with np.errstate(all="ignore"):
        return np.asarray(bounded(compute))


def _values(operand: Operand) -> Any:
    if operand is None:
        return None
    if isinstance(operand, Tensor):
        return operand.values
    return [each.values for each in operand]


def shape_of(sizes: Sequence[int]) -> tuple[int, ...]:
    """Return `sizes` as a tuple of ints. Raises TtnnError for negative sizes."""
    shape = tuple(int(size) for size in sizes)
    if any(size < 0 for size in shape):
        raise TtnnError(f"invalid shape {shape_text(shape)}")
    return shape
