"""The op-execution trace: what operations were executed, with their attributes and tensors' shapes, as ND4J records it.

    toggleTrace(True)
    binary.run(inputs)              # or calls of `ttmlir_py.ttnn`
    graph = collectTrace()
    graph.save("trace.fb")
    purgeTrace()
    toggleTrace(False)

There is one trace in a process. Names are ND4J's; each has a second one in snake case.
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
"""The trace of this process."""


class _ProcessWatcher:
    """Records all runs of the process; see `events.RunWatcher`."""

    def __init__(self) -> None:
        self.programs = ProgramRecorder(recorder)
        self.recorder = recorder

    def watch_run(self, program: TTNNProgram) -> AbstractContextManager[RunEvents]:
        """Around a run: its events."""
        return self.programs.watch_run(program)


_watcher = _ProcessWatcher()


def toggle_trace(on: bool) -> None:
    """Start or stop to record; records stay until they are purged, and recording goes on after them."""
    watching.watcher = _watcher if on else None


def is_trace_enabled() -> bool:
    """Whether operations are recorded."""
    return watching.watcher is not None


def list_op_traces() -> list[Record]:
    """The records in the order in which operations finished; none if nothing was recorded."""
    return list(recorder.records)


def collect_trace(nested: Nested = "all") -> OperationGraph:
    """The graph of the records; see `collect.collect`. The records stay."""
    return OperationGraph.of(recorder, nested)


def purge_trace() -> None:
    """Forget all records. Raises `SimulationError` while operations are recorded."""
    recorder.purge()
    _watcher.programs.forget()


@contextmanager
def scope(name: str, inputs: Sequence[Value] = ()) -> Generator[Record | None]:
    """An operation of this name that is made of what is executed in a block; None if nothing is recorded.

    It leaves a record if the block ends without an error. What it returns is said by setting the record's `outputs`.
    """
    if not is_trace_enabled():
        yield None
        return
    with recorder.scope(name, inputs) as record:
        yield record


def diff(trace_a: OperationGraph, trace_b: OperationGraph, most: int = 10) -> list[str]:
    """What differs first between two executions, aligned over what was inserted, at most so many lines; none if nothing does."""
    return list(difference_lines(executed(trace_a.data), executed(trace_b.data), most))


load = OperationGraph.load

toggleTrace = toggle_trace
isTraceEnabled = is_trace_enabled
listOpTraces = list_op_traces
collectTrace = collect_trace
purgeTrace = purge_trace
