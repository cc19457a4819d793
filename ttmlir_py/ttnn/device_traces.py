"""Traces of a device: calls that are captured once and replayed with the tensors' current values.

A device stores its commands and the addresses of tensors. Here a trace stores calls and tensors. A
replay runs the calls again and stores each result in the tensor of the capture.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ttmlir_py.ttnn import tensor as library
from ttmlir_py.ttnn.core import empty
from ttmlir_py.ttnn.tensor import Buffer, Tensor, TtnnError, operand_tensors, require_kind
from ttmlir_py.ttnn.types import DataType, Device, Layout, MemoryConfig

Result = TypeVar("Result")


@dataclass(slots=True)
class _Call:
    """A captured call of an API function, and the buffers of its results."""

    run: Callable[[], object]
    results: Sequence[Buffer]

    def replay(self) -> None:
        """Run the call again, and store its results in the buffers of the capture."""
        for found, held in zip(_buffers(self.run()), self.results, strict=True):
            if found is not held:
                held.values = found.values


@dataclass(slots=True)
class DeviceTrace:
    """The calls of a capture. Implements `observers.CallRecorder`."""

    device: Device
    calls: list[_Call] = field(default_factory=list[_Call])
    is_nested: bool = False
    """Whether a call is being recorded. The calls that it makes are parts of it, and are not
    recorded separately.
    """

    def run(self, name: str, operands: Sequence[object], call: Callable[[], Result]) -> Result:
        """Return the result of a call, and record the call if it runs on the device.

        Raises TtnnError if the call copies a tensor to the device or from it.
        """
        if self.is_nested:
            return call()
        reads = any(each.on_device is not None for each in operand_tensors(operands))
        self.is_nested = True
        try:
            result = call()
        finally:
            self.is_nested = False
        writes = any(each.on_device is not None for each in operand_tensors([result]))
        if reads and not writes and name != "deallocate":
            raise TtnnError(f"ttnn: {name} reads a device tensor during trace capture")
        if writes and not reads:
            raise TtnnError(f"ttnn: {name} writes a device tensor during trace capture")
        if reads:
            self.calls.append(_Call(call, _buffers(result)))
        return result


_captures: dict[int, DeviceTrace] = {}
"""Finished captures by identifier."""
_next: list[int] = [0]


def _buffers(result: object) -> list[Buffer]:
    return [each.buffer for each in operand_tensors([result])]


def begin_trace_capture(device: Device, cq_id: int = 0) -> int:
    """Start to capture the calls on a device, and return the identifier of the trace.

    The captured calls also compute their results. Raises TtnnError if a capture is open.
    """
    require_kind("begin_trace_capture", "device", device, Device, may_be_none=False)
    if library.recorder is not None:
        raise TtnnError("ttnn.begin_trace_capture: a trace capture is already open")
    library.recorder = DeviceTrace(device)
    return _next[0]


def end_trace_capture(device: Device, trace_id: int, cq_id: int = 0) -> None:
    """End the capture that `begin_trace_capture` started. Raises TtnnError if it is not open."""
    capture = library.recorder
    if not isinstance(capture, DeviceTrace) or trace_id != _next[0]:
        raise TtnnError(f"ttnn.end_trace_capture: the capture of trace {trace_id} is not open")
    library.recorder = None
    _captures[trace_id] = capture
    _next[0] += 1


def execute_trace(device: Device, trace_id: int, cq_id: int = 0, blocking: bool = True) -> None:
    """Run the captured calls again, on the current values of their operands.

    The tensors of the capture receive the results. Raises TtnnError for an unknown trace.
    """
    for each in _trace("execute_trace", device, trace_id).calls:
        each.replay()


def release_trace(device: Device, trace_id: int) -> None:
    """Delete a trace. Raises TtnnError for an unknown one."""
    _trace("release_trace", device, trace_id)
    del _captures[trace_id]


def _trace(function: str, device: Device, trace_id: int) -> DeviceTrace:
    found = _captures.get(trace_id)
    if found is None or found.device is not device:
        raise TtnnError(f"ttnn.{function}: trace {trace_id} does not exist on the device")
    return found


def copy_host_to_device_tensor(host_tensor: Tensor, device_tensor: Tensor, cq_id: int = 0) -> None:
    """Replace the elements of a device tensor by those of a host tensor of the same type."""
    _copy("copy_host_to_device_tensor", host_tensor, device_tensor, to_device=True)


def copy_device_to_host_tensor(
    device_tensor: Tensor, host_tensor: Tensor, blocking: bool = True, cq_id: int = 0
) -> None:
    """Replace the elements of a host tensor by those of a device tensor of the same type."""
    _copy("copy_device_to_host_tensor", device_tensor, host_tensor, to_device=False)


def _copy(function: str, source: Tensor, target: Tensor, *, to_device: bool) -> None:
    for each in (source, target):
        library.require_tensor(function, each)
    if (source.on_device is None) != to_device or (target.on_device is None) == to_device:
        raise TtnnError(f"ttnn.{function}: expected one tensor on the host and one on a device")
    if (source.shape, source.dtype, source.layout) != (target.shape, target.dtype, target.layout):
        raise TtnnError(
            f"ttnn.{function}: {source.type_text} in {source.layout.name} is copied to "
            f"{target.type_text} in {target.layout.name}, expected the same shape, format and "
            "layout"
        )
    if library.recorder is not None:
        raise TtnnError(f"ttnn.{function}: copies are not supported during trace capture")
    library.write(target, source.values.copy())


def allocate_tensor_on_device(
    shape: Sequence[int],
    dtype: DataType,
    layout: Layout,
    device: Device,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Return a tensor on a device without initialized elements. The simulator sets them to 0."""
    return empty(shape, dtype, layout, device, memory_config)


@dataclass(frozen=True, slots=True)
class Event:
    """A point in a command queue. It is already reached, because calls complete at once."""

    device: Device
    cq_id: int = 0


def record_event(device: Device, cq_id: int = 0) -> Event:
    """Return an event for the commands so far."""
    require_kind("record_event", "device", device, Device, may_be_none=False)
    return Event(device, cq_id)


def wait_for_event(cq_id: int, event: Event) -> None:
    """Return at once, because the event is reached."""
    require_kind("wait_for_event", "event", event, Event, may_be_none=False)


def event_synchronize(event: Event) -> None:
    """Return at once, because the event is reached."""
    require_kind("event_synchronize", "event", event, Event, may_be_none=False)
