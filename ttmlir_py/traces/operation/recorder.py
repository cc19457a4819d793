"""A recorder of operations as they start and finish. Open operations determine the nesting."""

import itertools
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.traces.operation.record import Record, Value

_identities = itertools.count(1)


def next_identity() -> int:
    """Return an unused identity for a tensor."""
    return next(_identities)


@dataclass(slots=True)
class Run:
    """A run of a program, which contains the operations between its start and end."""

    started: int
    name: str
    inputs: Sequence[Value]
    outputs: Sequence[Value] | None = None
    """The outputs, or None while the program runs or if it failed."""
    finished: int = -1


@dataclass(slots=True)
class _Open:
    record: Record
    nested: list[Record] = field(default_factory=list[Record])
    """Finished operations directly inside this one, and inside failed ones in it."""


class OperationRecorder:
    """The finished operations of one thread at a time, in the order of their ends (see `watch`)."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.runs: list[Run] = []
        self._open: list[_Open] = []
        self._ticks = 0
        self._owner: int | None = None
        self._lock = threading.Lock()
        self._depth = 0

    @contextmanager
    def watch(self) -> Generator[None]:
        """Record the runs and calls in the block, which belong together.

        Blocks of the same thread can be nested. Raises `SimulationError` if another thread is
        recording, because records would be mixed.
        """
        self.enter()
        try:
            yield
        finally:
            self.leave()

    def enter(self) -> None:
        """Begin a block in which runs and calls are recorded; see `watch`."""
        thread = threading.get_ident()
        with self._lock:
            if self._owner not in (None, thread):
                raise SimulationError(
                    "another thread's operations are being recorded: trace one run at a time"
                )
            self._owner = thread
            self._depth += 1

    def leave(self) -> None:
        """End a block in which runs and calls are recorded; see `watch`."""
        with self._lock:
            self._depth -= 1
            if not self._depth:
                self._owner = None

    @property
    def innermost(self) -> Record:
        """Return the record of the operation that started last and has not finished."""
        return self._open[-1].record

    def start(self, record: Record) -> None:
        """Start an operation, inside those that are open."""
        record.started, record.depth = self._tick(), len(self._open)
        self._open.append(_Open(record))

    def finish(self, outputs: Sequence[Value] = ()) -> None:
        """Finish the innermost open operation. `outputs` are its results."""
        opened = self._open.pop()
        record = opened.record
        record.outputs = outputs or record.outputs
        record.finished, record.seq = self._tick(), len(self.records)
        for each in opened.nested:
            each.parent = record.seq
        self.records.append(record)
        if self._open:
            self._open[-1].nested.append(record)

    def fail(self) -> None:
        """Discard the innermost open operation after an error. Finished operations inside it are
        kept.
        """
        opened = self._open.pop()
        if self._open:
            self._open[-1].nested += opened.nested

    @contextmanager
    def scope(
        self, name: str, inputs: Sequence[Value] = (), outputs: Sequence[Value] = ()
    ) -> Generator[Record]:
        """Record the operations of the block as parts of one operation.

        The record's `outputs` may be set before the block ends.
        """
        with self.watch():
            record = Record(op_name=name, inputs=inputs, outputs=outputs)
            self.start(record)
            try:
                yield record
            except BaseException:
                self.fail()
                raise
            self.finish()

    @contextmanager
    def run(self, name: str, inputs: Sequence[Value]) -> Generator[Run]:
        """Record the run of a program in the block. Operations that do not finish in it have
        failed.
        """
        with self.watch():
            run, opened = Run(self._tick(), name, inputs), len(self._open)
            self.runs.append(run)
            try:
                yield run
            finally:
                while len(self._open) > opened:
                    self.fail()
                run.finished = self._tick()

    def purge(self) -> None:
        """Delete all records. Raises `SimulationError` while an operation is open."""
        with self.watch():
            if self._open or any(each.finished < 0 for each in self.runs):
                raise SimulationError("the trace cannot be purged while operations are recorded")
            self.records, self.runs, self._ticks = [], [], 0

    def _tick(self) -> int:
        self._ticks += 1
        return self._ticks
