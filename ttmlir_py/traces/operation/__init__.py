"""The op-execution trace: executed operations with attributes and tensor shapes, as in ND4J.

    toggleTrace(True)
    binary.run(inputs)              # or calls of `ttmlir_py.ttnn`
    graph = collectTrace()
    graph.save("trace.fb")
    purgeTrace()
    toggleTrace(False)

A process has one trace. Names are ND4J's; each has a second one in snake case.
"""

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager

from ttmlir_py.runtime.events import RunEvents, watching
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.traces.operation.collect import Nested
from ttmlir_py.traces.operation.difference import difference_lines, executed
from ttmlir_py.traces.operation.graph import OperationGraph
from ttmlir_py.traces.operation.program_recorder import ProgramRecorder
from ttmlir_py.traces.operation.record import Record, Value
from ttmlir_py.traces.operation.recorder import OperationRecorder

recorder = OperationRecorder()
"""The recorder of this process."""


class _ProcessWatcher:
    """Observes all runs and calls of the process. Implements `events.RunWatcher`."""

    def __init__(self) -> None:
        self.programs = ProgramRecorder(recorder)
        self.recorder = recorder

    def watch_run(self, program: TTNNProgram) -> AbstractContextManager[RunEvents]:
        """Return a context manager for a run, which yields the run's events."""
        return self.programs.watch_run(program)


_watcher = _ProcessWatcher()


def toggle_trace(on: bool) -> None:
    """Start or stop recording. Records are kept until `purge_trace`."""
    watching.watcher = _watcher if on else None


def is_trace_enabled() -> bool:
    """Return whether operations are recorded."""
    return watching.watcher is not None


def list_op_traces() -> list[Record]:
    """Return the records in the order in which operations finished."""
    return list(recorder.records)


def collect_trace(nested: Nested = "all") -> OperationGraph:
    """Return the graph of the records, which are kept.

    `nested` selects operations; see `collect.collect`.
    """
    return OperationGraph.of(recorder, nested)


def purge_trace() -> None:
    """Delete all records. Raises `SimulationError` while operations are being recorded."""
    recorder.purge()
    _watcher.programs.forget()


@contextmanager
def scope(name: str, inputs: Sequence[Value] = ()) -> Generator[Record | None]:
    """Record the operations of a block as parts of one operation; yields None if not recording.

    The scope leaves a record if the block ends without an error. Set the record's `outputs` to
    define its results.
    """
    if not is_trace_enabled():
        yield None
        return
    with recorder.scope(name, inputs) as record:
        yield record


def diff(trace_a: OperationGraph, trace_b: OperationGraph, most: int = 10) -> list[str]:
    """Return at most `most` lines with the differences between two executions.

    The executions are aligned across insertions.
    """
    return list(difference_lines(executed(trace_a.data), executed(trace_b.data), most))


load = OperationGraph.load

toggleTrace = toggle_trace
isTraceEnabled = is_trace_enabled
listOpTraces = list_op_traces
collectTrace = collect_trace
purgeTrace = purge_trace
