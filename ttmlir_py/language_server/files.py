"""The open files of an editor, and their analyses, which a thread makes after each edit."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from ttmlir_py.editing.analysis import Analysis, Lines, Part, Problem, analyse, read_parts
from ttmlir_py.editing.lowering import Report
from ttmlir_py.editing.recovery import CancelledError
from ttmlir_py.ir.diagnostics import Severity

_LOG = logging.getLogger(__name__)
DELAY = 0.1
"""Seconds without an edit before a text is analysed."""
WAIT = 0.05
"""Seconds that a request waits for the analysis of the text as it is."""
MAX_LINES = 40_000
"""Texts with more lines are not analysed, because that needs too much memory."""
MAX_CHARACTERS = 8_000_000
_NO_PARTS = [Part(0, Lines().read(""), read_parts(Lines().read(""))[0].structure)]


@dataclass(eq=False)
class OpenFile:
    """An open file: its text, and what is known about it."""

    uri: str
    text: str
    version: int = 0
    report: Report | None = None
    """The result of compiling the text as it was saved."""
    report_version: int = -1
    failure: str = ""
    """Why the text could not be analysed; empty if it could."""
    _lines: Lines = field(default_factory=Lines)
    _analysis: Analysis | None = None
    _analysed: int = -1
    _read: int = -1
    """The version of the text whose structure is in `_parts`."""
    _parts: list[Part] = field(default_factory=list[Part])
    _finished: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    @property
    def is_too_long(self) -> bool:
        """Whether the text is not analysed."""
        return len(self.text) > MAX_CHARACTERS or self.text.count("\n") > MAX_LINES

    def why_too_long(self) -> Problem:
        """Return a remark that says why the text is not analysed."""
        count = self.text.count("\n") + 1
        message = (
            f"the file has {count:,} lines and {len(self.text):,} characters. Above {MAX_LINES:,} "
            f"lines or {MAX_CHARACTERS:,} characters it is not analysed. Use ttopt instead."
        )
        return Problem(0, 0, 1, Severity.REMARK, message)

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the text as it is, or None if it is not finished."""
        return self._analysis if self.is_current else None

    @property
    def is_current(self) -> bool:
        """Whether the analysis of the text as it is has finished."""
        return self._analysed == self.version

    def edit(self, text: str, version: int) -> None:
        """Replace the text."""
        self.text, self.version = text, version
        self._finished.clear()

    async def parts(self) -> list[Part]:
        """Return the parts of the text, with operations if these are found soon enough.

        Without them, the parts have the structure of the text, and the context of the text before.
        """
        if self.is_too_long:
            return _NO_PARTS
        if not self.is_current:
            try:
                await asyncio.wait_for(self._finished.wait(), WAIT)
            except TimeoutError:
                return self._parts_without_operations()
        return self._analysis.parts if self._analysis is not None else _NO_PARTS

    def _parts_without_operations(self) -> list[Part]:
        if self._analysis is None and len(self.text) > MAX_CHARACTERS // 10:
            # A large text is first read by the analysis thread; it has no parts until then.
            return _NO_PARTS
        if self._read == self.version:
            return self._parts
        parts = read_parts(self._lines.read(self.text))
        before = self._analysis.parts if self._analysis is not None else []
        for part in parts:
            if before:
                part.context, part.revision = before[0].context, before[0].revision
        self._read, self._parts = self.version, parts
        return parts

    def start(
        self, executor: ThreadPoolExecutor, publish: Callable[[OpenFile], Awaitable[None]]
    ) -> None:
        """Analyse the text in the thread of `executor` after a delay, then call `publish`."""
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.ensure_future(self._run(executor, publish))

    async def _run(
        self, executor: ThreadPoolExecutor, publish: Callable[[OpenFile], Awaitable[None]]
    ) -> None:
        if self._analysed >= 0:
            await asyncio.sleep(DELAY)
        version, text = self.version, self.text
        if self.is_too_long:
            self._analysis = None
        else:
            self.failure = ""

            def work() -> Analysis:
                parts = read_parts(self._lines.read(text))
                return analyse(parts, is_outdated=lambda: self.version != version)

            try:
                loop = asyncio.get_running_loop()
                self._analysis = await loop.run_in_executor(executor, work)
            except CancelledError:
                return
            except Exception as error:
                # A defect in the analysis must not end the session: the editor shows the message,
                # and the server continues.
                self._analysis = None
                self.failure = f"internal error, please report it: {error!r}"
                _LOG.exception("analysis of %s", self.uri)
        if self.version == version:
            self._analysed = version
            self._read, self._parts = -1, []
            self._finished.set()
            await publish(self)

    def close(self) -> None:
        """Stop the analysis."""
        self.version = -1
        if self._task is not None:
            self._task.cancel()


def create_executor() -> ThreadPoolExecutor:
    """Return the executor with the thread that analyses texts. The thread often lets requests run
    in between.
    """
    sys.setswitchinterval(0.001)
    return ThreadPoolExecutor(1, "analysis")
