"""Files of what a tool's processes keep for the next: parts, which are read when they are asked for, as a run needs few of them, and an index.

A file is of one version of Python, and it is written whole or not at all. What this module imports Python has loaded already, or has frozen:
`importlib.util` would load eight others before any that is kept can be found.
"""

import _frozen_importlib_external
import marshal
import os
import sys
from importlib.machinery import SourceFileLoader

TYPE_CHECKING = False
"""True to type checkers; not of `typing`, which is one of the modules that are kept."""
if TYPE_CHECKING:
    from typing import Any

_NUMBER = 8
"""Bytes of a number."""
VERSION = _frozen_importlib_external.MAGIC_NUMBER + sys.hexversion.to_bytes(_NUMBER, "big")
"""What a file of this version of Python begins with, and each of its parts."""
_HEAD = len(VERSION) + _NUMBER

Place = tuple[int, int]
"""Where a part is among all parts, and how long."""


class IndexedFile:
    """A file that stays open. One that is none, of another version, or damaged has no index."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.index: Any = None
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
            pass  # there is none

    def part(self, place: Place) -> memoryview | None:
        """A part; None if it cannot be read, or is none: whoever closes all files may have opened another one since."""
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
    """The parts of a file that is to be written."""

    def __init__(self) -> None:
        self._data = bytearray()

    def add(self, part: bytes | memoryview) -> Place:
        """Add a part, and say where it is."""
        start = len(self._data)
        self._data += _head(start)
        self._data += part
        return start, len(part)

    def write(self, path: str, index: "Any") -> None:
        """Write the file, which Python does as it writes compiled modules, and where it may write these."""
        words = marshal.dumps(index)
        head = _head(len(words)) + len(self._data).to_bytes(_NUMBER, "big")
        SourceFileLoader(__name__, __file__).set_data(path, head + words + self._data)


def _head(number: int) -> bytes:
    return VERSION + number.to_bytes(_NUMBER, "big")


def kept_file(name: str) -> str:
    """Where a file of this name is, beside the compiled modules of this package."""
    folder = os.path.dirname(__file__)
    return _frozen_importlib_external.cache_from_source(os.path.join(folder, f"{name}.py"))
