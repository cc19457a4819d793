"""The process that parses and verifies texts, and answers what needs their operations.

Requests never wait for it longer than they say, so neither a long parse nor a collection of garbage
keeps the editor waiting. If the process ends, the next call starts another one.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from ctypes import c_longlong
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any, cast

from ttmlir_py.editing import actions, completion, hover, outline
from ttmlir_py.editing.analysis import Analysis, Lines, Part, Problem, analyse, read_parts
from ttmlir_py.editing.recovery import CancelledError

_ASKED = (actions, completion, hover, outline)
"""The modules with the functions of calls. Loading them later would delay the first answer."""
_LOG = logging.getLogger(__name__)
_SPAWN = multiprocessing.get_context("spawn")


class OutdatedError(Exception):
    """The error for a call about a text that was edited in the meantime."""


class AnalystError(Exception):
    """The failure of a call, with the text of the exception."""


class AnalystEndedError(AnalystError):
    """The end of the process during a call. What it knew about texts is lost."""


class Analyst:
    """The process, seen from the server."""

    def __init__(self) -> None:
        self._edits: Any = _SPAWN.RawValue(c_longlong, 0)
        self._analyses = 0
        """The number of analyses that were asked for and have not ended."""
        self._thread = ThreadPoolExecutor(1, "analyst")
        self._process: Any = None
        self._connection: Any = None
        # It loads the dialects while the editor opens its first file.
        self._thread.submit(self._start)

    @property
    def is_analysing(self) -> bool:
        """Whether a text is being analysed: other calls wait for that."""
        return self._analyses > 0

    def cancel(self) -> None:
        """End an analysis that is running, because a text was edited."""
        self._edits.value += 1

    async def analyse(
        self, uri: str, version: int, text: str, requested: str | None
    ) -> list[tuple[str, list[Problem]]]:
        """Return the revision and the problems of each part of a text.

        `requested` is the revision of the text; if it is None, the revision is detected.
        Raises OutdatedError after `cancel`, and AnalystError if the analysis fails.
        """
        self._analyses += 1
        try:
            return await self._call(_analyse, uri, version, text, requested, self._edits.value)
        finally:
            self._analyses -= 1

    async def ask(
        self, uri: str, version: int, part: int, function: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Return `function(part, *arguments)` for a part of a text that was analysed.

        The items of an iterator are returned as a list. Raises OutdatedError if another version of
        the text was analysed, and AnalystError if the function raises an exception.
        """
        return await self._call(_answer, uri, version, part, function, arguments)

    async def forget(self, uri: str) -> None:
        """Free the analysis of a file that was closed."""
        await self._call(_forget, uri)

    async def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        loop = asyncio.get_running_loop()
        error, result = await loop.run_in_executor(self._thread, self._send, function, arguments)
        if error is not None:
            raise error
        return result

    def _start(self) -> None:
        self._connection, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(
            target=_serve, args=(theirs, self._edits), name="analyst", daemon=True
        )
        main = sys.modules["__main__"]
        # Otherwise the process would run the script of `ttmlir-lsp` again, and be a second server.
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            self._process.start()
        finally:
            sys.modules["__main__"] = main
        theirs.close()

    def _send(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if self._process is None or not self._process.is_alive():
            self._start()
        process: Any = self._process
        try:
            self._connection.send((function, arguments))
            return self._connection.recv()
        except (EOFError, OSError):
            process.join()
            code = process.exitcode
            message = f"the process that analyses texts ended with code {code}"
            return AnalystEndedError(message), None


def _serve(connection: Connection, edits: Any) -> None:
    """Answer calls until the server ends. This is the process."""
    global _edits
    _edits = edits
    sys.stdout = sys.stderr  # stdout belongs to the protocol
    if hasattr(os, "nice"):
        os.nice(5)  # the server, which the editor waits for, comes first
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends, and then the connection
    gc.collect()
    gc.freeze()
    gc.disable()
    while True:
        try:
            function, arguments = connection.recv()
        except EOFError:
            return
        try:
            reply = None, function(*arguments)
        except (CancelledError, OutdatedError):
            reply = OutdatedError(), None
        except Exception as error:
            # A defect here must not end the session: the editor shows it, and goes on.
            _LOG.exception("call of %s", function.__name__)
            reply = AnalystError(repr(error)), None
        connection.send(reply)


_edits: Any = None
_analyses: dict[str, tuple[int, Analysis]] = {}
_lines: dict[str, Lines] = {}


def _analyse(
    uri: str, version: int, text: str, requested: str | None, edits: int
) -> list[tuple[str, list[Problem]]]:
    if _analyses.pop(uri, None) is not None:
        gc.collect()
    parts = read_parts(_lines.setdefault(uri, Lines()).read(text))
    found = analyse(parts, revision=requested, is_outdated=lambda: _edits.value != edits)
    for part in found.parts:
        part.find_operations()
    _analyses[uri] = version, found
    return [(part.revision, part.problems) for part in found.parts]


def _answer(
    uri: str, version: int, part: int, function: Callable[..., Any], arguments: tuple[Any, ...]
) -> Any:
    known = _analyses.get(uri)
    if known is None or known[0] != version:
        raise OutdatedError
    return answer(known[1].parts[part], function, arguments)


def answer(part: Part, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Return `function(part, *arguments)`; the items of an iterator as a list."""
    found = function(part, *arguments)
    return list(cast("Iterator[Any]", found)) if isinstance(found, Iterator) else found


def _forget(uri: str) -> None:
    _lines.pop(uri, None)
    if _analyses.pop(uri, None) is not None:
        gc.collect()
