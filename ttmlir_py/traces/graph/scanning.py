"""A streaming reader of the nodes in a graph trace file, which holds one node in memory."""

import codecs
import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from ttmlir_py.traces.errors import NO_NODES, TraceError

CHUNK = 1 << 18
"""Number of bytes that are read at once."""
_LONGEST = 1 << 26
"""Largest number of characters of a node."""
_TOKEN = 16
"""Largest length of JSON words and escapes.

Only an error within this distance of the text's end can come from a truncated piece.
"""
_BLANKS = " \t\n\r"

Progress = Callable[[int], None]
"""Called with the number of bytes read so far."""


def no_constant(text: str) -> float:
    """Reject NaN and infinities, which JSON does not have. Raises `TraceError`."""
    raise TraceError(f"{text} is not a JSON number")


DECODER = json.JSONDecoder(parse_constant=no_constant)


class NodeScanner:
    """A scanner of the values in a JSON array, which reads the file in pieces.

    The array may also be the member `graph` of an object, as in reports of newer writers. Raises
    `TraceError` with line and column for invalid JSON.
    """

    def __init__(self, file: BinaryIO, progress: Progress | None = None) -> None:
        self._file = file
        self._progress = progress
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._text = ""
        self._at = 0
        self._is_last = False
        self._read = 0
        self._byte = 0
        """Offset in the file, in bytes, of the character at `_at`."""
        self._line, self._column = 0, 0
        """Line and column in the file of the first character of `_text`."""

    def records(self) -> Iterator[tuple[int, Any]]:
        """Yield each value with its byte offset."""
        opening = self._peek()
        if opening == "[":
            yield from self._array()
        elif opening == "{":
            yield from self._report()
        else:
            raise TraceError(NO_NODES)
        if self._peek():
            raise self._error("Extra data")

    def _report(self) -> Iterator[tuple[int, Any]]:
        self._step()
        is_found = False
        while self._peek() != "}":
            key = self._value()
            if not isinstance(key, str):
                raise self._error("Expecting property name enclosed in double quotes")
            self._expect(":")
            if key == "graph" and not is_found:
                is_found = True
                if self._peek() != "[":
                    raise TraceError(NO_NODES)
                yield from self._array()
            else:
                self._value()
            if self._peek() != "}":
                self._expect(",")
        self._step()
        if not is_found:
            raise TraceError(NO_NODES)

    def _array(self) -> Iterator[tuple[int, Any]]:
        self._step()
        if self._peek() == "]":
            self._step()
            return
        while True:
            self._peek()
            start = self._byte
            yield start, self._value()
            if self._peek() == "]":
                self._step()
                return
            self._expect(",")

    def _peek(self) -> str:
        """Return the next non-blank character; empty at the end of the file."""
        while True:
            text, at = self._text, self._at
            while at < len(text) and text[at] in _BLANKS:
                at += 1
            self._byte += at - self._at
            self._at = at
            if at < len(text):
                return text[at]
            if self._is_last:
                return ""
            self._fill(CHUNK)

    def _step(self) -> None:
        self._at += 1
        self._byte += 1

    def _expect(self, character: str) -> None:
        if self._peek() != character:
            raise self._error(f"Expecting '{character}' delimiter")
        self._step()

    def _value(self) -> Any:
        self._peek()
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._at)
                # a number at the end of the piece may continue in the next one
                if end < len(self._text) or self._is_last:
                    return self._take(value, end)
            except json.JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated string")
                cut |= error.pos >= len(self._text) - _TOKEN
                if self._is_last or not cut:
                    raise self._located(error) from None
            except RecursionError:
                raise TraceError("nested too deeply") from None
            except TraceError:
                raise
            except ValueError:  # an integer with thousands of digits raises an error
                raise TraceError("a number is too long") from None
            self._fill(max(CHUNK, len(self._text) - self._at))

    def _take(self, value: Any, end: int) -> Any:
        passed = self._text[self._at : end]
        self._byte += len(passed) if passed.isascii() else len(passed.encode("utf-8", "replace"))
        self._at = end
        return value

    def _fill(self, count: int) -> None:
        """Read the next piece, and drop the text that was consumed."""
        if len(self._text) - self._at > _LONGEST:
            raise TraceError(f"a node has more than {_LONGEST:,} characters")
        data = self._file.read(count)
        self._is_last = not data
        try:
            more = self._decoder.decode(data, final=self._is_last)
        except UnicodeDecodeError as error:
            pending = len(error.object) - len(data)
            raise TraceError(f"byte {self._read - pending + error.start}: not UTF-8") from None
        passed = self._text[: self._at]
        if newlines := passed.count("\n"):
            self._line += newlines
            self._column = len(passed) - passed.rindex("\n") - 1
        else:
            self._column += len(passed)
        self._text, self._at = self._text[self._at :] + more, 0
        self._read += len(data)
        if self._progress:
            self._progress(self._read)

    def _error(self, message: str) -> TraceError:
        return self._located(json.JSONDecodeError(message, self._text, self._at))

    def _located(self, error: json.JSONDecodeError) -> TraceError:
        column = error.colno + (self._column if error.lineno == 1 else 0)
        return TraceError(f"line {self._line + error.lineno}, column {column}: {error.msg}")
