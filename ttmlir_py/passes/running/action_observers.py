"""Observers of actions, as in MLIR's tools: a log, a profile, and counters that skip actions."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ttmlir_py.ir.actions import Action

Write = Callable[[str], object]

_PLACE = re.compile(r"(.+?)(?::(\d{1,9}))?(?::(\d{1,9}))?", re.ASCII | re.DOTALL)


class Place(NamedTuple):
    """A place in a file: the whole file, a line, or a position on a line. None as line or column
    matches any number.
    """

    file: str
    line: int | None = None
    column: int | None = None

    @classmethod
    def parse(cls, text: str) -> Place:
        """Return the place that `file`, `file:line` or `file:line:column` denotes.

        Raises ValueError if no file is named.
        """
        match = _PLACE.fullmatch(text)
        if match is None:
            raise ValueError("initializing FileLineColLocBreakpoint with empty file name")
        return cls(match[1], *(int(each) for each in match.groups()[1:] if each))

    def holds(self, action: Action) -> bool:
        """Whether `action` works on an operation from this place."""
        return any(
            each.filename.data == self.file
            and self.line in (None, each.line.data)
            and self.column in (None, each.column.data)
            for each in action.locations()
        )


@dataclass
class ActionLogger:
    """An observer that logs when an action begins and ends.

    If `places` is given, only actions on operations from these places are logged.
    """

    write: Write
    thread: str
    places: Sequence[Place] = ()

    def before(self, action: Action) -> None:
        """Log that `action` begins."""
        if self._is_logged(action):
            text = f"begins (no breakpoint) Action {action.text} ({action.units_text()})`"
            self.write(f"[thread {self.thread}] {text}\n")

    def after(self, action: Action) -> None:
        """Log that `action` has ended."""
        if self._is_logged(action):
            self.write(f"[thread {self.thread}] completed `{action.tag}`\n")

    def _is_logged(self, action: Action) -> bool:
        return not self.places or any(place.holds(action) for place in self.places)


@dataclass
class ActionProfiler:
    """An observer that writes the begin and end of actions as a trace for Chrome and Perfetto.

    `finish` completes the trace.
    """

    write: Write
    clock: Callable[[], int] = time.perf_counter_ns
    _start: int | None = None

    def before(self, action: Action) -> None:
        """Record the begin of `action`."""
        self._event(action, "B", {"args": {"desc": action.text}})

    def after(self, action: Action) -> None:
        """Record the end of `action`."""
        self._event(action, "E", {})

    def finish(self) -> None:
        """Complete the trace by closing its list of events."""
        self.write("[]\n" if self._start is None else "]\n")

    def _event(self, action: Action, phase: str, rest: dict[str, object]) -> None:
        now = self.clock()
        if self._start is None:
            self.write("[")
            self._start = now
        else:
            self.write(",\n")
        microseconds = (now - self._start) // 1000
        event = {"name": action.tag, "cat": "PERF", "ph": phase, "pid": 0, "tid": 0}
        self.write(json.dumps({**event, "ts": microseconds, **rest}))


@dataclass
class _Count:
    seen: int = 0
    skip: int = 0
    limit: int = -1


@dataclass
class DebugCounters:
    """Counters of actions per tag, which skip the first actions and those after a limit.

    They help to find the action that breaks a program.
    """

    counts: dict[str, _Count] = field(default_factory=dict[str, _Count])

    @classmethod
    def parse(cls, arguments: Iterable[str]) -> DebugCounters:
        """Return the counters for texts such as `apply-pattern-skip=10` and
        `apply-pattern-count=1`.

        Raises ValueError for other texts.
        """
        counters = cls()
        for argument in arguments:
            name, equals, text = argument.partition("=")
            if not equals:
                raise ValueError(
                    "expected DebugCounter argument to have an `=` separating the counter name and "
                    f"value, but the provided argument was: `{argument}`"
                )
            if not text.isdecimal():
                raise ValueError(
                    f"expected DebugCounter counter value to be numeric, but got `{text}`"
                )
            tag, _, kind = name.rpartition("-")
            count = counters.counts.setdefault(tag, _Count())
            if kind == "skip":
                count.skip = int(text)
            elif kind == "count":
                count.limit = int(text)
            else:
                raise ValueError(
                    "expected DebugCounter counter name to end with either `-skip` or `-count`, "
                    "but "
                    f"got`{name}`"
                )
        return counters

    def allows(self, action: Action) -> bool:
        """Count `action`, and return whether it may run."""
        count = self.counts.get(action.tag)
        if count is None:
            return True
        count.seen += 1
        wanted = count.seen > count.skip
        return wanted and (count.limit < 0 or count.seen <= count.skip + count.limit)

    def report(self) -> str:
        """Return a line per counter: `tag : {seen,skip,limit}`."""
        lines = [
            f"{tag:<32}: {{{count.seen},{count.skip},{count.limit}}}\n"
            for tag, count in sorted(self.counts.items())
        ]
        return "".join(["DebugCounter counters:\n", *lines])
