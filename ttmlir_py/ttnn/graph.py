"""`ttnn.graph`: captures what calls of the Python API, and programs of binaries, do.

    graph.begin_graph_capture(graph.RunMode.NORMAL)
    ttnn.add(a, b)
    trace = graph.end_graph_capture()

Captures nest: each records everything from its beginning to its end. Calls are watched while one is open.
"""
# ruff: noqa: F401
# pyright: reportUnusedImport=false

import weakref
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any, cast

from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.events import RunEvents, combine_hooks
from ttmlir_py.runtime.kernels import ELEMENTWISE
from ttmlir_py.runtime.tensor import ROW_MAJOR, TILE, TensorDesc
from ttmlir_py.runtime.tensor import Layout as TensorLayout
from ttmlir_py.traces.graph.arguments import Text, extract_arguments
from ttmlir_py.traces.graph.files import dump
from ttmlir_py.traces.graph.levelized import LevelizedGraph, extract_levelized_graph
from ttmlir_py.traces.graph.node import Node, Trace
from ttmlir_py.traces.graph.operations import (
    Allocated,
    Cores,
    buffer_info,
    record_work,
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
from ttmlir_py.traces.graph.recorder import BufferInfo, GraphRecorder
from ttmlir_py.traces.graph.tables import pretty_print, process_allocations
from ttmlir_py.ttnn import tensor as tensors
from ttmlir_py.ttnn.tensor import Buffer, Tensor
from ttmlir_py.ttnn.types import Layout, MemoryConfig


class RunMode(Enum):
    """Whether functions that are captured compute."""

    NORMAL = auto()
    """They do."""
    NO_DISPATCH = auto()
    """Only shapes and memory are found: not there yet, begin_graph_capture refuses it."""


def begin_graph_capture(run_mode: RunMode = RunMode.NORMAL) -> None:
    """Start a capture inside of those that are open. Raises NotImplementedError for NO_DISPATCH."""
    if run_mode is not RunMode.NORMAL:
        raise NotImplementedError("the simulator captures in RunMode.NORMAL only")
    _watcher.recorders.append(GraphRecorder())
    tensors.watcher = _watcher


def end_graph_capture() -> list[Node]:
    """End the innermost capture; its nodes. Raises RuntimeError if none is open."""
    if not _watcher.recorders:
        raise RuntimeError("there is no graph capture to end")
    trace = _watcher.recorders.pop().finish()
    if not _watcher.recorders:
        tensors.watcher = None
    return trace


class ScopedGraphCapture:
    """A capture for a `with` block, which is dropped unless `end_graph_capture` takes it."""

    def __init__(self, run_mode: RunMode = RunMode.NORMAL) -> None:
        self._run_mode = run_mode
        self._is_open = False

    def __enter__(self) -> "ScopedGraphCapture":
        begin_graph_capture(self._run_mode)
        self._is_open = True
        return self

    def end_graph_capture(self) -> list[Node]:
        """End this capture; its nodes. Raises RuntimeError if it has ended."""
        if not self._is_open:
            raise RuntimeError("the graph capture has ended")
        self._is_open = False
        return end_graph_capture()

    def __exit__(self, *_: object) -> None:
        if self._is_open:
            self.end_graph_capture()


def query_trace(function: Callable[[], object]) -> list[Node]:
    """The trace of a call. It computes: see `RunMode`."""
    with ScopedGraphCapture() as capture:
        function()
        return capture.end_graph_capture()


def query_peak_L1_memory_usage(function: Callable[[], object]) -> int:
    """Most bytes of L1 that a call takes."""
    return extract_peak_L1_memory_usage(query_trace(function))


def query_output_info(function: Callable[[], object]) -> list[dict[str, Any]]:
    """Shape, size and memory of what a call returns."""
    return extract_output_info(query_trace(function))


def run_events(binary: TTNNBinary) -> RunEvents:
    """Hooks for `binary.run(inputs, hooks=...)`, with which the open captures record the program."""
    hooks = (ProgramTracer(binary.system_desc, each).hooks for each in _watcher.recorders)
    return combine_hooks(*hooks)


class _Watcher:
    """Tells all open captures of calls of the API; see `tensor.CallWatcher`."""

    def __init__(self) -> None:
        self.recorders: list[GraphRecorder] = []
        self._known: dict[int, Allocated] = {}
        self._failed: BaseException | None = None

    def begin(self, name: str, operands: Sequence[object], attributes: Sequence[object]) -> None:
        """A function is called."""
        self._failed = None
        flat = _tensors(operands) if name in _ARITIES else operands
        parameters = [self._parameter(each) for each in (*flat, *attributes)]
        for recorder in self.recorders:
            recorder.begin_function(f"ttnn::{name}", parameters)

    def end(self, name: str, operands: Sequence[object], result: object) -> None:
        """It returns."""
        if isinstance(result, Tensor):
            is_new = id(result.buffer) not in self._known
            made = self._allocated(result)
            given = [self._allocated(each) for each in _tensors(operands)]
            arity = _ARITIES.get(name, 0)
            for recorder in self.recorders:
                record_work(recorder, name, given, made, Cores(), arity=arity, is_new=is_new)
                recorder.end_function([made.tensor])
            return
        if name == "deallocate":
            for each in _tensors(operands):
                self._forget(id(each.buffer))
        for recorder in self.recorders:
            recorder.end_function()

    def fail(self, error: BaseException) -> None:
        """It raises."""
        for recorder in self.recorders:
            recorder.fail_function(error, is_new=error is not self._failed)
        self._failed = error

    def _parameter(self, value: object) -> object:
        if isinstance(value, Tensor):
            return self._allocated(value).tensor
        if isinstance(value, list | tuple):
            return [self._parameter(each) for each in cast(Sequence[object], value)]
        return Text(value) if isinstance(value, str) else value

    def _allocated(self, tensor: Tensor) -> Allocated:
        """The tensor as traces know it; the same one for all names of its memory."""
        known = self._known.get(id(tensor.buffer))
        if known is None:
            number, desc = next_tensor_id(), _desc(tensor)
            device = tensor.on_device.device_id if tensor.on_device else 0
            known = Allocated(tensor_info(number, desc, buffer_info(number, desc, device)), desc)
            self._known[id(tensor.buffer)] = known
            weakref.finalize(tensor.buffer, self._forget, id(tensor.buffer)).atexit = False
        return known

    def _forget(self, key: int) -> None:
        """The memory of a tensor is given back."""
        known = self._known.pop(key, None)
        if known is not None and known.tensor.buffer is not None:
            for recorder in self.recorders:
                recorder.deallocate(known.tensor.buffer)


def _tensors(values: Sequence[object]) -> list[Tensor]:
    found: list[Tensor] = []
    for value in values:
        if isinstance(value, Tensor):
            found.append(value)
        elif isinstance(value, list | tuple):
            found += [e for e in cast(Sequence[object], value) if isinstance(e, Tensor)]
    return found


def _desc(tensor: Tensor) -> TensorDesc:
    config = tensor.config
    memory = (
        "System"
        if config is None or tensor.on_device is None
        else f"Device{config.buffer_type.name}"
    )
    layout = "Interleaved"
    tile = TILE if tensor.layout is Layout.TILE else ROW_MAJOR
    return TensorDesc(tensor.shape, TensorLayout(tensor.dtype.format, tile, memory, layout))


_ARITIES = {row.library_name: row.arity for row in ELEMENTWISE.values()}
_watcher = _Watcher()
