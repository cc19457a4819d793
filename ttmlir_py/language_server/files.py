"""The open files of an editor: their text, its structure, and what the analysis found."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_right
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ttmlir_py.editing.analysis import Lines, Part, Problem, read_parts
from ttmlir_py.editing.costs import Report
from ttmlir_py.ir.diagnostics import Severity
from ttmlir_py.language_server.analyst import (
    Analyst,
    AnalystEndedError,
    AnalystError,
    OutdatedError,
    answer,
)

DELAY = 0.1
"""Seconds without an edit before a text is analysed."""
WAIT = 0.05
"""Seconds that a request waits for an analysis."""
LONG = 0.5
"""Seconds of an analysis for whose successor no request waits, because it would wait in vain."""
LINES_PER_SECOND = 10_000
"""An estimate for the first analysis of a text: the lines that are analysed in a second."""
PATIENCE = 5.0
"""Seconds that a request waits for an answer while no text is being analysed."""
MAX_LINES = 40_000
"""Texts with more lines are not read, because that needs too much memory."""
MAX_CHARACTERS = 8_000_000
MAX_PARSED_LINES = 24_000
"""Texts with more lines are not parsed: their operations would need more than 200 MB."""
NEAR = 200
"""Lines before and after a position that are read at once, while a file is being opened."""
_NO_PARTS = read_parts(Lines().read(""))


@dataclass(eq=False)
class OpenFile:
    """An open file: its text, and what is known about it."""

    uri: str
    text: str
    """The text, whose lines end with `\\n`."""
    version: int = 0
    requested: str | None = None
    """The revision of the text; by default it is detected."""
    report: Report | None = None
    """The result of compiling the text as it was saved."""
    report_version: int = -1
    failure: str = ""
    """Why the text could not be analysed; empty if it could."""
    _lines: Lines = field(default_factory=Lines)
    _parts: list[Part] = field(default_factory=list[Part])
    _read: int = -1
    """The version of the text whose structure is in `_parts`."""
    _found: list[tuple[str, list[Problem]]] = field(default_factory=list[Any])
    """The revision and the problems of each part, when the text was last analysed."""
    _analysed: int = -1
    """The version of the text that `_found` and `failure` are about."""
    lacks_hints: bool = False
    """Whether the editor asked for hints before the text was analysed."""
    _seconds: float = field(init=False)
    """How long the last analysis took, or an estimate for the first one."""
    _finished: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None
    _reading: asyncio.Task[None] | None = None
    rows: list[str] = field(init=False)
    """The lines of the text, without their ends."""

    def __post_init__(self) -> None:
        self._set_text(self.text)
        self._seconds = len(self.rows) / LINES_PER_SECOND

    def _set_text(self, text: str) -> None:
        """Set the text. Only the protocol's line ends end a line: Python knows others."""
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.rows = self.text.split("\n")

    @property
    def is_too_long(self) -> bool:
        """Whether the text is neither read nor parsed."""
        return len(self.text) > MAX_CHARACTERS or len(self.rows) > MAX_LINES

    @property
    def is_parsed(self) -> bool:
        """Whether the text is parsed, for errors and what needs operations."""
        return len(self.rows) <= MAX_PARSED_LINES and not self.is_too_long

    @property
    def is_analysed(self) -> bool:
        """Whether the analysis of the text as it is has finished without a failure."""
        return self._analysed == self.version and not self.failure and self.is_parsed

    @property
    def problems(self) -> list[Problem]:
        """The problems of the text as it is; empty if its analysis has not finished."""
        if not self.is_parsed:
            return [self._why_not_parsed()]
        if self._analysed != self.version:
            return []
        if self.failure:
            return [Problem(0, 0, 1, Severity.ERROR, self.failure)]
        return [problem for _, problems in self._found for problem in problems]

    def _why_not_parsed(self) -> Problem:
        size = f"the file has {len(self.rows):,} lines and {len(self.text):,} characters."
        if self.is_too_long:
            message = (
                f"{size} Above {MAX_LINES:,} lines or {MAX_CHARACTERS:,} characters it is not "
                "analysed. Use ttopt instead."
            )
        else:
            message = (
                f"{size} Above {MAX_PARSED_LINES:,} lines only names, regions and colors are "
                "known. ttopt reports errors."
            )
        return Problem(0, 0, 1, Severity.REMARK, message)

    def parts(self) -> list[Part]:
        """Return the parts of the text with their structure, but without operations."""
        if self.is_too_long:
            return _NO_PARTS
        if self._read != self.version:
            for part in self._parts:
                part.structure.clear()
            self._parts = read_parts(self._lines.read(self.text))
            self._read = self.version
        return self._parts

    @property
    def _is_reading(self) -> bool:
        """Whether the lines of a text that was opened are being read."""
        return self._reading is not None and not self._reading.done() and not self.is_too_long

    async def parts_until(self, line: int) -> list[Part]:
        """Return the parts of the text, at least up to a line, once the text is read.

        While the lines of the text are being read, these are the parts of the lines up to this one.
        What follows them does not change their operations.
        """
        if not self._is_reading:
            await self.read()
            return self.parts()
        return read_parts(self._lines.read_first(self.rows[: line + 1]))

    async def read(self) -> None:
        """Wait until the lines of a text that was opened are read. Other requests go on.

        Raises OutdatedError if the text is edited meanwhile.
        """
        version = self.version
        if self._reading is not None:
            await asyncio.wait([self._reading])
        if self.version != version:
            raise OutdatedError

    def part_at(self, line: int) -> tuple[int, Part]:
        """Return the number of the part that contains a line, and the part.

        While the lines of the text are being read, the part has only those near this one, and its
        number is -1.
        """
        first, text = 0, self.text
        if self._is_reading:
            first = max(line - NEAR, 0)
            text = "\n".join(self.rows[first : line + NEAR])
            parts = read_parts(Lines().read(text))
        else:
            parts = self.parts()
        starts = [each.first_line for each in parts]
        number = max(bisect_right(starts, line - first) - 1, 0)
        part = parts[number]
        if parts is self._parts:
            return number, part
        part.first_line += first
        return -1, part

    async def ask(
        self,
        analyst: Analyst,
        number: int,
        part: Part,
        function: Callable[..., Any],
        *arguments: Any,
    ) -> Any:
        """Return `function(part, *arguments)` for a part, which has the number `number`.

        The process that has the part's operations answers, unless that takes too long. Then the
        answer follows from the structure of the text alone. Iterators become lists. Raises
        OutdatedError if the text is edited meanwhile.
        """
        version = self.version
        if number >= 0 and await self.wait_for_analysis():
            with suppress(OutdatedError, TimeoutError, AnalystEndedError):
                call = analyst.ask(self.uri, self.version, number, function, *arguments)
                limit = WAIT if analyst.is_analysing else PATIENCE
                return await asyncio.wait_for(call, limit)
        if self.version != version:
            raise OutdatedError
        revision = self._found[min(number, len(self._found) - 1)][0] if self._found else ""
        part.set_revision(revision)
        return answer(part, function, arguments)

    async def wait_for_analysis(self) -> bool:
        """Wait until the text is analysed, unless that takes long. Return whether it is."""
        if not self.is_analysed and self._seconds < LONG:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._finished.wait(), WAIT)
        return self.is_analysed

    def edit(self, text: str, version: int) -> None:
        """Replace the text."""
        self._set_text(text)
        self.version = version
        self._finished.clear()

    def start(self, analyst: Analyst, publish: Callable[[OpenFile], Awaitable[None]]) -> None:
        """Let the text be analysed after a delay, then call `publish`."""
        if self._task is not None:
            self._task.cancel()
        analyst.cancel()
        if self._analysed < 0 and not self.is_too_long:
            self._reading = asyncio.ensure_future(self._read_lines())
        self._task = asyncio.ensure_future(self._run(analyst, publish))

    async def _read_lines(self) -> None:
        """Read the lines of a text that was opened, and answer requests in between."""
        for _ in self._lines.read_some(self.text):
            await asyncio.sleep(0)

    async def _run(self, analyst: Analyst, publish: Callable[[OpenFile], Awaitable[None]]) -> None:
        if self._analysed >= 0:
            await asyncio.sleep(DELAY)
        version, failure, start = self.version, "", time.perf_counter()
        found: list[tuple[str, list[Problem]]] | None = None
        while found is None and not failure and self.is_parsed:
            try:
                found = await analyst.analyse(self.uri, version, self.text, self.requested)
            except OutdatedError:
                if self.version != version:
                    return
                # Another file was edited: its edit ends every analysis.
            except AnalystError as error:
                failure = f"internal error, please report it: {error}"
        if self.version == version:
            self._found = found or []
            self._analysed, self.failure = version, failure
            self._seconds = time.perf_counter() - start
            self._finished.set()
            await publish(self)

    def close(self) -> None:
        """Stop the analysis, and free what was read."""
        self.version = -1
        for part in self._parts:
            part.structure.clear()
        if self._task is not None:
            self._task.cancel()
