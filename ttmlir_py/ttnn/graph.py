"""`ttnn.graph`: graph traces of API calls and of the programs of binaries.

    graph.begin_graph_capture(graph.RunMode.NORMAL)
    ttnn.add(a, b)
    trace = graph.end_graph_capture()

Captures nest. Each records everything from its start to its end. Calls are observed while one is
open.
"""
# ruff: noqa: F401
# pyright: reportUnusedImport=false

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from math import prod
from typing import Any, cast

from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.calls import Era
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.formats import Array
from ttmlir_py.traces.graph.arguments import Text, extract_arguments
from ttmlir_py.traces.graph.constraints import (
    ConstraintQueryResponse,
    ExecutionStatus,
    ResourceUsage,
    buffer_per_core,
    lack_of_room,
    resource_usage,
)
from ttmlir_py.traces.graph.files import dump
from ttmlir_py.traces.graph.functions import Work, library_parameters, record_work
from ttmlir_py.traces.graph.levelized import LevelizedGraph, extract_levelized_graph
from ttmlir_py.traces.graph.node import Node, Trace
from ttmlir_py.traces.graph.operations import (
    Allocated,
    Cores,
    buffer_info,
    tensor_info,
)
from ttmlir_py.traces.graph.pictures import visualize
from ttmlir_py.traces.graph.program_tracer import ProgramTracer, next_tensor_id
from ttmlir_py.traces.graph.queries import (
    count_intermediate_and_output_tensors,
    extract_calltrace,
    extract_circular_buffers_peak_size_per_core,
    extract_l1_buffer_allocation_peak_size_per_core,
    extract_l1_output_buffer_allocation_size_per_core,
    extract_output_info,
    extract_output_tensors,
    extract_peak_L1_memory_usage,
    worst_case_per_core,
)
from ttmlir_py.traces.graph.recorder import BufferInfo, GraphEvents, GraphRecorder, RecorderGroup
from ttmlir_py.traces.graph.tables import pretty_print, process_allocations
from ttmlir_py.ttnn import tensor as tensors
from ttmlir_py.ttnn.core import open_device
from ttmlir_py.ttnn.numbers import ROWS
from ttmlir_py.ttnn.tensor import Buffer, Tensor, operand_tensors
from ttmlir_py.ttnn.types import Device


class RunMode(Enum):
    """Whether the functions of `ttnn` compute values during a capture. The outermost capture
    decides.
    """

    NORMAL = auto()
    """The functions compute values."""
    NO_DISPATCH = auto()
    """The functions only check their operands, and determine shapes and memory. Results are zeros
    without memory, and addresses are 0.
    """


def begin_graph_capture(run_mode: RunMode = RunMode.NORMAL, *, era: Era = Era.BINARY_NG) -> None:
    """Start a capture, possibly inside an open one.

    `era` selects the version of the TT-NN library whose nested calls the trace shows.
    """
    _watcher.open(run_mode is RunMode.NORMAL, era)


def end_graph_capture() -> list[Node]:
    """End the innermost capture and return its nodes. Raises RuntimeError if no capture is open."""
    return _watcher.close()


class ScopedGraphCapture:
    """A capture for a `with` block. Its trace is discarded unless `end_graph_capture` is called."""

    def __init__(self, run_mode: RunMode = RunMode.NORMAL, *, era: Era = Era.BINARY_NG) -> None:
        self._run_mode, self._era = run_mode, era
        self._is_open = False

    def __enter__(self) -> ScopedGraphCapture:
        begin_graph_capture(self._run_mode, era=self._era)
        self._is_open = True
        return self

    def end_graph_capture(self) -> list[Node]:
        """End this capture and return its nodes. Raises RuntimeError if it has already ended."""
        if not self._is_open:
            raise RuntimeError("the graph capture has ended")
        self._is_open = False
        return end_graph_capture()

    def __exit__(self, *_: object) -> None:
        if self._is_open:
            self.end_graph_capture()


def query_trace(function: Callable[[], object]) -> list[Node]:
    """Return the trace of calling `function`.

    The TT-NN functions that `function` calls are recorded but not executed, unless an enclosing
    capture executes them.
    """
    with ScopedGraphCapture(RunMode.NO_DISPATCH) as capture:
        function()
        return capture.end_graph_capture()


def query_peak_L1_memory_usage(function: Callable[[], object]) -> int:
    """Return the peak L1 use of calling `function`, in bytes."""
    return extract_peak_L1_memory_usage(query_trace(function))


def query_output_info(function: Callable[[], object]) -> list[dict[str, Any]]:
    """Return the shape, size and memory of the results of calling `function`, one entry per
    tensor.
    """
    return extract_output_info(query_trace(function))


def query_op_constraints(
    function: Callable[..., object], *arguments: Any, **keywords: Any
) -> ConstraintQueryResponse:
    """Return the L1 per core that a call needs and its results, or why it cannot run.

    Nothing is computed or allocated. The call cannot run if it raises, or if its inputs in L1,
    results and circular buffers exceed the L1 of a core.
    """
    returned: list[object] = []
    given = {id(t.buffer): t for t in operand_tensors([*arguments, *keywords.values()])}.values()
    on = next((each.on_device for each in given if each.on_device), None) or open_device()
    try:
        trace = query_trace(lambda: returned.append(function(*arguments, **keywords)))
    except SimulationError as error:
        return ConstraintQueryResponse(ExecutionStatus.Error, error_message=str(error))
    own = {id(each.buffer) for each in given}
    results, cores = operand_tensors(returned), prod(on.cores)
    outputs = [buffer_info(each, each.desc) for each in results if id(each.buffer) not in own]
    usage = resource_usage(trace, outputs, cores)
    inputs = sum(buffer_per_core(buffer_info(each, each.desc), cores) for each in given)
    why = None
    if on.memory is not None:
        why = lack_of_room(usage, inputs, on.memory.memories["L1"].size)
    status = ExecutionStatus.Error if why else ExecutionStatus.Success
    return ConstraintQueryResponse(status, usage, tuple(each.desc for each in results), why)


def run_events(binary: TTNNBinary) -> RunEvents:
    """Return run events for `binary.run(inputs, hooks=...)`, with which open captures record the
    run.

    The outermost capture also decides whether the program computes.
    """
    return _watcher.run_events(binary)


class _Thread(threading.local):
    """The API calls that a thread is executing."""

    def __init__(self) -> None:
        self.error: int | None = None
        """`id` of the exception that the innermost call raised, or None."""
        self.keywords: list[Mapping[str, object]] = []
        """Keyword arguments of the functions that the thread is executing, outermost first."""


class _Watcher:
    """Forwards API calls to all open captures. Implements `tensor.GraphWatcher`."""

    def __init__(self) -> None:
        self.computes = True
        self.era = Era.BINARY_NG
        self._recorders: list[GraphRecorder] = []
        self._told: GraphEvents = RecorderGroup(())
        self._known: dict[int, dict[tuple[int, ...], Allocated]] = {}
        self._thread = _Thread()
        self._held: list[tuple[Buffer, Array]] = []

    def open(self, computes: bool, era: Era) -> None:
        """Start a capture. If it is the outermost one, set whether functions of `ttnn` compute
        values, and the era.
        """
        if not self._recorders:
            self.computes, self.era = computes, era
        self._set([*self._recorders, GraphRecorder()])

    def close(self) -> list[Node]:
        """End the innermost capture, and return its nodes.

        At the end of the outermost one, restore buffers that were freed while nothing computed.
        """
        if not self._recorders:
            raise RuntimeError("there is no graph capture to end")
        *outer, innermost = self._recorders
        self._set(outer)
        if not outer:
            for buffer, values in self._held:
                buffer.values = values
            self._held.clear()
        return innermost.finish()

    def _set(self, recorders: list[GraphRecorder]) -> None:
        self._recorders = recorders
        self._told = RecorderGroup(recorders)
        tensors.watcher = self if recorders else None

    def run_events(self, binary: TTNNBinary) -> RunEvents:
        """Return the run events that `graph.run_events` describes."""
        if not self._recorders:
            return RunEvents()
        tracer = ProgramTracer(
            binary.system_desc, self._recorders, dispatches=self.computes, era=self.era
        )
        return tracer.hooks

    def begin(
        self, name: str, operands: Sequence[object], attributes: Mapping[str, object]
    ) -> None:
        """Record the start of an API function in all open captures."""
        self._thread.error = None
        flat = operand_tensors(operands) if _arity_of(name) else operands
        full = name if "::" in name else f"ttnn::{name.replace('.', '::')}"
        parameters = [self._parameter(each) for each in (*flat, *attributes.values())]
        if "::" not in name:
            parameters = library_parameters(name, _arity_of(name), parameters)
        self._thread.keywords.append(attributes)
        self._told.begin_function(full, parameters)

    def end(self, name: str, operands: Sequence[object], result: object) -> None:
        """Record the return of an API function in all open captures."""
        keywords = self._thread.keywords.pop()
        if isinstance(result, Tensor):
            is_new = id(result.buffer) not in self._known
            made = self._allocated(result)
            given = [self._allocated(each) for each in operand_tensors(operands)]
            if "::" not in name:
                work = Work(
                    name.rpartition(".")[2],
                    given,
                    made,
                    self._cores(result),
                    arity=_arity_of(name),
                    is_new=is_new,
                    keywords=keywords,
                    era=self.era,
                    composition=result.buffer.composition,
                    places=result.buffer.places,
                )
                record_work(self._told, work, next_tensor_id)
            elif is_new and made.tensor.buffer is not None:
                self._told.allocate(made.tensor.buffer, made.address)
            self._told.end_function([made.tensor])
            return
        if name == "deallocate":
            for each in operand_tensors(operands):
                if not each.is_allocated():
                    self._forget(id(each.buffer))
        self._told.end_function()

    def fail(self, error: BaseException) -> None:
        """Record the exception of an API function in all open captures."""
        self._thread.keywords.pop()
        is_new = self._thread.error != id(error)
        self._told.fail_function(error, is_new=is_new)
        self._thread.error = id(error)  # `error` itself would keep its frames' tensors alive

    def hold(self, buffer: Buffer) -> None:
        """Remove a buffer's values, as if the buffer were freed, until the outermost capture
        ends.
        """
        if buffer.values is not None:
            self._held.append((buffer, buffer.values))
            buffer.values = None

    def _cores(self, tensor: Tensor) -> Cores:
        device = tensor.on_device or Device()
        return Cores(*device.cores, device.l1_base if self.computes else None)

    def _parameter(self, value: object) -> object:
        if isinstance(value, Tensor):
            return self._allocated(value).tensor
        if isinstance(value, list | tuple):
            return [self._parameter(each) for each in cast(Sequence[object], value)]
        return Text(value) if isinstance(value, str) else value

    def _allocated(self, tensor: Tensor) -> Allocated:
        """Return the tensor's identity in traces, which all views of the same shape share."""
        key = id(tensor.buffer)
        if key not in self._known:
            self._known[key] = {}
            weakref.finalize(tensor.buffer, self._forget, key).atexit = False
        shapes = self._known[key]
        known = shapes.get(tensor.shape)
        if known is None:
            number, desc = next_tensor_id(), tensor.desc
            buffer = next(iter(shapes.values())).tensor.buffer if shapes else self._buffer(tensor)
            known = Allocated(tensor_info(number, desc, buffer), desc, tensor.buffer.address)
            shapes[tensor.shape] = known
        return known

    def _buffer(self, tensor: Tensor) -> BufferInfo | None:
        device = tensor.on_device.device_id if tensor.on_device else 0
        return buffer_info(next(_buffer_ids), tensor.desc, device)

    def _forget(self, key: int) -> None:
        """Record that the memory of the tensor with this key was released."""
        for known in self._known.pop(key, {}).values():
            if known.tensor.buffer is not None:
                self._told.deallocate(known.tensor.buffer)
                return


def _arity_of(name: str) -> int:
    """Return the number of operands of an element-wise function, or 0 for other functions."""
    row = ROWS.get(name)
    return 0 if row is None else row.kernel.arity


_buffer_ids = itertools.count()
_watcher = _Watcher()
