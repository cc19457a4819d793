"""A cache file shared by successive processes of a tool: an index, and entries read on demand.

A file is for one Python version and is written atomically. This module imports only modules that
Python has already loaded or frozen; `importlib.util` would load eight others before the cache is
available.
"""

import _frozen_importlib_external
import marshal
import os
import sys
from importlib.machinery import SourceFileLoader

_NUMBER = 8
"""Number of bytes of a stored number."""
VERSION = _frozen_importlib_external.MAGIC_NUMBER + sys.hexversion.to_bytes(_NUMBER, "big")
"""Prefix of the file, and of each entry, that identifies the Python version."""
_HEAD = len(VERSION) + _NUMBER

Place = tuple[int, int]
"""Offset and length of an entry in the file."""


class IndexedFile:
    """An open cache file. The index is None if the file is missing, damaged or for another
    version.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.index = None
        self._file, self._start, self._length = -1, 0, 0
        try:
            self._file = os.open(path, os.O_RDONLY)
            head = os.read(self._file, _HEAD + _NUMBER)
            length = int.from_bytes(head[len(VERSION) : _HEAD], "big")
            of_parts = int.from_bytes(head[_HEAD:], "big")
            start = len(head) + length
            if head.startswith(VERSION) and os.fstat(self._file).st_size == start + of_parts:
                self.index = marshal.loads(os.read(self._file, length))
                self._start, self._length = start, of_parts
        except (OSError, EOFError, ValueError, TypeError):
            pass  # the file is missing or invalid

    def part(self, place: Place) -> memoryview | None:
        """Return the bytes of an entry, or None if it cannot be read.

        The header is checked again because our descriptor may have been closed and its number
        reused.
        """
        start, length = place
        if not 0 <= start <= start + length <= self._length:
            return None
        try:
            data = os.pread(self._file, _HEAD + length, self._start + start)
        except OSError:
            return None
        if data[:_HEAD] != _head(start) or len(data) != _HEAD + length:
            return None
        return memoryview(data)[_HEAD:]


class Parts:
    """The entries of a file that is to be written."""

    def __init__(self) -> None:
        self._data = bytearray()

    def add(self, part: bytes | memoryview) -> Place:
        """Add an entry, and return its place in the file."""
        start = len(self._data)
        self._data += _head(start)
        self._data += part
        return start, len(part)

    def write(self, path: str, index: object) -> None:
        """Write the file as Python writes bytecode, where bytecode may be written."""
        words = marshal.dumps(index)  # pyright: ignore[reportArgumentType]
        head = _head(len(words)) + len(self._data).to_bytes(_NUMBER, "big")
        SourceFileLoader(__name__, __file__).set_data(path, head + words + self._data)


def _head(number: int) -> bytes:
    return VERSION + number.to_bytes(_NUMBER, "big")


def kept_file(name: str) -> str:
    """Return the path of a file next to this package's bytecode."""
    folder = os.path.dirname(__file__)
    return _frozen_importlib_external.cache_from_source(os.path.join(folder, f"{name}.py"))
