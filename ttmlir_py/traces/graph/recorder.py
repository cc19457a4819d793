"""A recorder that makes graph traces from events of functions, buffers and programs.

It does not depend on the source of events. It works exactly like TT-NN's recorder, with two
differences in `docs/graph_trace.md`: a function that raises is closed, and its error is a node.
"""

import gc
import threading
from array import array
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, cast

from ttmlir_py.traces.graph.arguments import Struct, argument_text
from ttmlir_py.traces.graph.node import Node, NodeType, make_node


@dataclass(frozen=True, slots=True)
class BufferInfo:
    """A buffer in device memory, which holds one or more tensors."""

    identity: Hashable
    size: int
    """Number of bytes on the whole device."""
    type: str
    """Memory: DRAM or L1."""
    layout: str = "INTERLEAVED"
    """Layout: INTERLEAVED, SINGLE_BANK, HEIGHT_SHARDED, WIDTH_SHARDED, BLOCK_SHARDED or UNKNOWN."""
    device_id: int = 0
    page_size: int = 0
    """Number of bytes of a page."""
    num_cores: int = 0
    """Number of cores that hold a sharded buffer, or 0 for an interleaved one."""

    def params(self) -> dict[str, str]:
        """Return the parameters of the buffer's node."""
        return {
            "size": str(self.size),
            "type": self.type,
            "layout": self.layout,
            "device_id": str(self.device_id),
        }

    def event_params(self) -> dict[str, str]:
        """Return the parameters of the buffer's allocation and deallocation nodes."""
        pages = {"page_size": str(self.page_size), "num_cores": str(self.num_cores)}
        return self.params() | pages


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """A tensor that is a parameter or result of a function."""

    tensor_id: int
    shape: tuple[int, ...]
    buffer: BufferInfo | None = None
    """The buffer of the tensor, or None for a host tensor."""
    spec: Struct | None = None
    """The structure for the tensor's text; see `arguments.tensor_struct`."""


@dataclass(frozen=True, slots=True)
class CircularBuffer:
    """A circular buffer of a program, in the L1 of some cores."""

    size: int
    """Number of bytes on each core."""
    core_range_set: str
    """Text of the cores, such as `{[(x=0,y=0) - (x=7,y=7)]}`."""
    address: int = 0
    globally_allocated: bool = False
    """Whether the circular buffer uses a tensor's memory."""
    device_id: int = 0


class GraphEvents(Protocol):
    """An interface for receivers of events. Each function belongs to the thread that calls it."""

    def begin_function(self, name: str, parameters: Sequence[object] = ()) -> None:
        """Begin a function call. Tensors among the parameters, also in lists, are its inputs."""
        ...

    def end_function(self, outputs: Sequence[object] = ()) -> None:
        """End the innermost open function. `outputs` are its results.

        Results that are None get no edge. Does nothing if no function is open.
        """
        ...

    def fail_function(self, error: BaseException, *, is_new: bool = True) -> None:
        """Close the innermost open function because of an error.

        `is_new` is False if a function that it called has already reported the error.
        """
        ...

    def allocate(self, buffer: BufferInfo, address: int = 0) -> None:
        """Record the allocation of a buffer."""
        ...

    def deallocate(self, buffer: BufferInfo) -> None:
        """Record the deallocation of a buffer."""
        ...

    def run_program(
        self, circular_buffers: Sequence[CircularBuffer] = (), device_id: int = 0
    ) -> None:
        """Record the launch of a program. Its circular buffers replace those of the previous
        program.
        """
        ...


class RecorderGroup:
    """A group of captures that receive the same events, each with its own node counters."""

    def __init__(self, recorders: Sequence[GraphEvents]) -> None:
        self._recorders: tuple[GraphEvents, ...] = tuple(recorders)

    def begin_function(self, name: str, parameters: Sequence[object] = ()) -> None:
        """Begin a function call."""
        for each in self._recorders:
            each.begin_function(name, parameters)

    def end_function(self, outputs: Sequence[object] = ()) -> None:
        """End the innermost open function."""
        for each in self._recorders:
            each.end_function(outputs)

    def fail_function(self, error: BaseException, *, is_new: bool = True) -> None:
        """Close the innermost open function after an error."""
        for each in self._recorders:
            each.fail_function(error, is_new=is_new)

    def allocate(self, buffer: BufferInfo, address: int = 0) -> None:
        """Record the allocation of a buffer."""
        for each in self._recorders:
            each.allocate(buffer, address)

    def deallocate(self, buffer: BufferInfo) -> None:
        """Record the deallocation of a buffer."""
        for each in self._recorders:
            each.deallocate(buffer)

    def run_program(
        self, circular_buffers: Sequence[CircularBuffer] = (), device_id: int = 0
    ) -> None:
        """Record the launch of a program."""
        for each in self._recorders:
            each.run_program(circular_buffers, device_id)


class _Thread:
    """The events of a thread since it was last outside of all functions."""

    __slots__ = ("depth", "events")

    def __init__(self) -> None:
        self.depth = 0
        self.events: list[tuple[Callable[..., None], tuple[Any, ...]]] = []


_Row = tuple[str, int, tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""A future node: its type, level, keys and values of its parameters, and its arguments.

Python's garbage collector does not track plain tuples of texts and numbers. It would scan the four
objects of each node again and again while a capture grows.
"""


class GraphRecorder:
    """A capture of events from any number of threads.

    The events of an outermost function are contiguous in the trace. Outermost functions are in the
    order in which they end.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._rows: list[_Row] = []
        self._edges = array("q"), array("q")
        """Sources and targets of edges, in the order of their creation."""
        self._inputs = array("q"), array("q")
        """Counters of functions, and counters of the tensors that they take."""
        self._open = [(self._append(NodeType.CAPTURE_START, 0, {}), "")]
        """The nodes that are open: the capture's start, then functions. Each is given by counter
        and name.
        """
        self._last_end: int | None = None
        self._tensors: dict[int, int] = {}
        self._texts: dict[int, str] = {}
        self._buffers: dict[Hashable, int] = {}
        self._threads: dict[int, _Thread] = {}

    def begin_function(self, name: str, parameters: Sequence[object] = ()) -> None:
        """Record the start of a function; see `GraphEvents`."""
        self._tell(1, self._begin, name, parameters)

    def end_function(self, outputs: Sequence[object] = ()) -> None:
        """Record the end of a function; see `GraphEvents`."""
        self._tell(-1, self._end, outputs)

    def fail_function(self, error: BaseException, *, is_new: bool = True) -> None:
        """Record that a function raised an exception; see `GraphEvents`."""
        said = {"error_type": type(error).__name__, "error_message": str(error)}
        self._tell(-1, self._fail, said if is_new else None)

    def allocate(self, buffer: BufferInfo, address: int = 0) -> None:
        """Record the allocation of a buffer; see `GraphEvents`."""
        params = buffer.event_params() | {"address": str(address)}
        self._tell(0, self._buffer_event, NodeType.BUFFER_ALLOCATE, buffer, params)

    def deallocate(self, buffer: BufferInfo) -> None:
        """Record the deallocation of a buffer; see `GraphEvents`."""
        params = buffer.event_params() | {"size": "0"}  # TT-NN's recorder also writes 0
        self._tell(0, self._buffer_event, NodeType.BUFFER_DEALLOCATE, buffer, params)

    def run_program(
        self, circular_buffers: Sequence[CircularBuffer] = (), device_id: int = 0
    ) -> None:
        """Record the launch of a program; see `GraphEvents`."""
        self._tell(0, self._run, circular_buffers, device_id)

    def finish(self) -> list[Node]:
        """End the capture and return the trace. Functions that are still open have no end node."""
        with self._lock:
            for each in self._threads.values():
                self._write(each)
                del self._open[1:]
            node = self._append(NodeType.CAPTURE_END, 0, {})
            if not self._follow(node):
                self._connect(0, node)
            with _uncollected():
                return self._nodes()

    def _nodes(self) -> list[Node]:
        nodes: list[Node] = []
        for index, (kind, level, keys, values, arguments) in enumerate(self._rows):
            node = make_node(index, kind, level, dict(zip(keys, values, strict=True)))
            node.arguments.extend(arguments)
            nodes.append(node)
        for source, target in zip(*self._edges, strict=True):
            nodes[source].connections.append(target)
        for function, tensor in zip(*self._inputs, strict=True):
            nodes[function].input_tensors.append(tensor)
        return nodes

    def _tell(self, change: int, event: Callable[..., None], *arguments: Any) -> None:
        """Store an event until its thread is outside of all functions.

        `change` is the change of the nesting depth.
        """
        thread = self._threads.get(threading.get_ident()) or self._new_thread()
        if thread.depth + change < 0:
            return
        thread.depth += change
        thread.events.append((event, arguments))
        if thread.depth == 0:
            with self._lock:
                self._write(thread)

    def _new_thread(self) -> _Thread:
        with self._lock:
            return self._threads.setdefault(threading.get_ident(), _Thread())

    def _write(self, thread: _Thread) -> None:
        events, thread.events = thread.events, []
        for event, arguments in events:
            event(*arguments)

    def _begin(self, name: str, parameters: Sequence[object]) -> None:
        params = {"name": name, "inputs": str(len(parameters))}
        arguments = [
            self._tensor_text(each) if isinstance(each, TensorInfo) else argument_text(each)
            for each in parameters
        ]
        node = self._append(NodeType.FUNCTION_START, len(self._open), params, arguments)
        self._follow(node)
        self._link(node)
        self._open.append((node, name))
        functions, tensors = self._inputs
        for tensor in tensors_in(parameters):
            known = self._tensor(tensor)
            self._connect(known, node)
            functions.append(node)
            tensors.append(known)

    def _end(self, outputs: Sequence[object]) -> None:
        node = self._event(NodeType.FUNCTION_END, {"name": self._open[-1][1]})
        self._last_end = node
        for tensor in tensors_in(outputs):
            self._connect(node, self._tensor(tensor))
        self._open.pop()

    def _fail(self, said: dict[str, str] | None) -> None:
        if said is not None:
            self._event(NodeType.ERROR, said | {"error_operation": self._open[-1][1]})
        self._open.pop()

    def _run(self, circular_buffers: Sequence[CircularBuffer], device_id: int) -> None:
        device = {"device_id": str(device_id)}
        gone = self._event(NodeType.CIRCULAR_BUFFER_DEALLOCATE_ALL, device)
        self._connect(gone, self._open[-1][0])
        for each in circular_buffers:
            params = {
                "size": str(each.size),
                "address": str(each.address),
                "core_range_set": each.core_range_set,
                "globally_allocated": str(each.globally_allocated).lower(),
                "device_id": str(each.device_id),
            }
            self._event(NodeType.CIRCULAR_BUFFER_ALLOCATE, params)

    def _append(
        self,
        kind: NodeType,
        level: int,
        params: Mapping[str, str],
        arguments: Sequence[str] = (),
    ) -> int:
        """Add a node, and return its counter."""
        self._rows.append((kind.value, level, (*params,), (*params.values(),), (*arguments,)))
        return len(self._rows) - 1

    def _connect(self, source: int, target: int) -> None:
        sources, targets = self._edges
        sources.append(source)
        targets.append(target)

    def _link(self, node: int) -> None:
        self._connect(self._open[-1][0], node)

    def _follow(self, node: int) -> bool:
        """If a function's end is waiting for the node that follows it, connect it to `node`. Return
        whether there was such an end.
        """
        last, self._last_end = self._last_end, None
        if last is not None:
            self._connect(last, node)
        return last is not None

    def _event(self, kind: NodeType, params: Mapping[str, str]) -> int:
        """Add a node for an event in the innermost open function, and return its counter."""
        node = self._append(kind, len(self._open) - 1, params)
        self._link(node)
        return node

    def _tensor_text(self, tensor: TensorInfo) -> str:
        """Return the text of a tensor parameter, cached by the tensor's id."""
        text = self._texts.get(tensor.tensor_id)
        if text is None:
            text = self._texts[tensor.tensor_id] = argument_text(tensor.spec)
        return text

    def _tensor(self, tensor: TensorInfo) -> int:
        node = self._tensors.get(tensor.tensor_id)
        if node is None:
            sizes = ", ".join(map(str, tensor.shape))
            params = {"tensor_id": str(tensor.tensor_id), "shape": f"Shape([{sizes}])"}
            node = self._append(NodeType.TENSOR, len(self._open) - 1, params)
            self._tensors[tensor.tensor_id] = node
        if tensor.buffer is not None:
            self._connect(self._buffer(tensor.buffer), node)
        return node

    def _buffer(self, buffer: BufferInfo) -> int:
        node = self._buffers.get(buffer.identity)
        if node is None:
            node = self._event(NodeType.BUFFER, buffer.params())
            self._buffers[buffer.identity] = node
        return node

    def _buffer_event(self, kind: NodeType, buffer: BufferInfo, params: dict[str, str]) -> None:
        known = self._buffer(buffer)
        self._connect(self._event(kind, params), known)


@contextmanager
def _uncollected() -> Generator[None]:
    """Disable garbage collection while many long-lived objects without cycles are created."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def tensors_in(values: Sequence[object]) -> Iterator[TensorInfo]:
    """Yield the tensors among `values`, including those in lists but not in other structures."""
    for value in values:
        if isinstance(value, TensorInfo):
            yield value
        elif isinstance(value, list | tuple):
            for each in cast(Sequence[Any], value):
                if isinstance(each, TensorInfo):
                    yield each
