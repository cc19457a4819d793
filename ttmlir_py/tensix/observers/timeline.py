"""The timeline of a time estimate, in Perfetto's format.

Each core is a process and each processor a thread. Calls and waits are slices, pages in circular
buffers are counters.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from ttmlir_py.runtime.architectures import ESTIMATE
from ttmlir_py.runtime.observers.trace_events import (
    Event,
    counter_event,
    file_lines,
    name_event,
    slice_event,
)
from ttmlir_py.tensix.machine import ChipDesc, CircularBuffer
from ttmlir_py.tensix.observers.clocks import PROCESSORS, Call, Span
from ttmlir_py.tensix.observers.lanes import Times
from ttmlir_py.tensix.observers.timing import CommandTime
from ttmlir_py.tensix.steps import Place

MOST_SLICES = 1_000_000
"""Largest number of slices. Later ones are omitted, and the file says so."""


@dataclass
class Timeline:
    """A recorder of the spans and page counts that `Timing` reports. `lines` returns the file."""

    chip: ChipDesc
    clock_ghz: float
    most: int = MOST_SLICES
    left_out: int = 0
    """Number of omitted slices."""
    _count: int = 0
    _spans: list[tuple[Span, Place]] = field(default_factory=list[tuple[Span, Place]])
    _pages: list[tuple[str, Call, int, Times]] = field(
        default_factory=list[tuple[str, Call, int, Times]]
    )

    def span(self, span: Span) -> None:
        """Record a call, or a wait within it."""
        size = len(span.starts)
        if self._count + size > self.most:
            self.left_out += size
            return
        self._count += size
        self._spans.append((span, span.call.thread.call()[1]))

    def pages(self, call: Call, buffer: CircularBuffer, count: int, times: Times) -> None:
        """Record pages that are pushed to or popped from a circular buffer."""
        if not self.left_out:
            self._pages.append((buffer.name, call, count, times))

    def lines(self, commands: Sequence[CommandTime], program: str) -> Iterator[str]:
        """Return the lines of the file, including the commands."""
        about = {"source": ESTIMATE, "program": program}
        if self.left_out:
            about["left out"] = f"the last {self.left_out} slices"
        events = chain(self._names(), self._commands(commands), self._slices(), self._counters())
        return file_lines(events, about=about)

    def _names(self) -> Iterator[Event]:
        yield name_event("process", "commands", 0)
        calls = [span.call for span, _ in self._spans] + [call for _, call, _, _ in self._pages]
        tracks = {
            (core, call.processor): f"{PROCESSORS[call.processor]} {_title(call)}"
            for call in calls
            for core in call.cores.tolist()
        }
        for core in sorted({core for core, _ in tracks}):
            name = "{}x{}".format(*divmod(core, self.chip.grid[1]))
            yield name_event("process", f"core {name}", core + 1)
        for (core, processor), name in sorted(tracks.items()):
            yield name_event("thread", name, core + 1, processor)

    def _commands(self, commands: Sequence[CommandTime]) -> Iterator[Event]:
        for each in commands:
            details = {"bound": each.bound, "NoC bytes": each.traffic.bytes}
            times = self._microseconds(each.start), self._microseconds(each.cycles)
            yield slice_event(each.command.label, "command", *times, details)

    def _slices(self) -> Iterator[Event]:
        for span, place in self._spans:
            call = span.call
            details = {"kernel": call.thread.unit.name, "place": str(place)}
            pairs = zip(call.cores.tolist(), span.starts, span.ends, strict=True)
            for core, start, end in pairs:
                if end > start:
                    times = self._microseconds(start), self._microseconds(end - start)
                    track = {"pid": core + 1, "tid": call.processor}
                    yield slice_event(call.function, span.kind, *times, details, **track)

    def _counters(self) -> Iterator[Event]:
        """Yield page counts by core and port in the order of time, with pushes before pops."""
        changes = sorted(
            (core, name, time, -count)
            for name, call, count, times in self._pages
            for core, time in zip(call.cores.tolist(), times.tolist(), strict=True)
        )
        before, pages = (-1, ""), 0
        for core, name, time, count in changes:
            pages = (pages if (core, name) == before else 0) - count
            before = core, name
            values = {"pages": max(pages, 0)}  # pages of an input tensor are popped without a push
            yield counter_event(name, self._microseconds(time), values, core + 1)

    def _microseconds(self, cycles: float) -> float:
        return round(float(cycles) / self.clock_ghz / 1000, 6)


def _title(call: Call) -> str:
    """Return the role of the call's thread, or its network for data movement threads."""
    return call.thread.role or f"noc{call.noc}"
