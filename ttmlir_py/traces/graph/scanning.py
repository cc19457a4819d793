"""Reads the nodes of a graph trace from a file one after the other, in the memory of one."""

import codecs
import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from ttmlir_py.traces.errors import TraceError

CHUNK = 1 << 18
"""Bytes that are read at once."""
_LONGEST = 1 << 26
"""Characters that a node has at most."""
_TOKEN = 16
"""No word of JSON, nor an escape, is longer: an error farther from the text's end is none of a text that is cut off."""
_BLANKS = " \t\n\r"

Progress = Callable[[int], None]
"""Is told how many bytes were read."""


def no_constant(text: str) -> float:
    """NaN and infinities are no JSON. Raises `TraceError`."""
    raise TraceError(f"{text} is no number of JSON")


DECODER = json.JSONDecoder(parse_constant=no_constant)


class NodeScanner:
    """The values in an array of JSON, or in the array `graph` of an object, as newer writers' reports are.

    Raises `TraceError` with line and column for what is no JSON.
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
        """Where in the file the character at `_at` begins."""
        self._line, self._column = 0, 0
        """Of the text's first character."""

    def records(self) -> Iterator[tuple[int, Any]]:
        """Each value with the byte that it begins at."""
        opening = self._peek()
        if opening == "[":
            yield from self._array()
        elif opening == "{":
            yield from self._report()
        else:
            raise TraceError("expected an array of nodes")
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
                    raise TraceError("expected an array of nodes")
                yield from self._array()
            else:
                self._value()
            if self._peek() != "}":
                self._expect(",")
        self._step()
        if not is_found:
            raise TraceError("expected an array of nodes")

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
        """The next character that is no blank; empty at the end."""
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
                if end < len(self._text) or self._is_last:  # else a number may go on
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
            except ValueError:  # an integer of thousands of digits
                raise TraceError("a number is too long") from None
            self._fill(max(CHUNK, len(self._text) - self._at))

    def _take(self, value: Any, end: int) -> Any:
        passed = self._text[self._at : end]
        self._byte += len(passed) if passed.isascii() else len(passed.encode("utf-8", "replace"))
        self._at = end
        return value

    def _fill(self, count: int) -> None:
        """Read on, and forget what was passed."""
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
