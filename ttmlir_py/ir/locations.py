"""Source locations: building them cheaply, searching them, and finding them in a text.

MLIR gives every operation and block argument a location. The parser makes one `FileLineColLoc` per operation, so they
are built here without xDSL's per-instance verification (their fields are right by construction).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute, BuiltinAttribute
from xdsl.printer import Printer

from ttmlir_py.ir.literals import to_bytes

_new = object.__new__
_set = object.__setattr__  # on frozen objects; `vars` would give each of them a dictionary
_NEWLINE = re.compile("\n")


def file_location(
    filename: StringAttr, line: IntAttr | int, column: IntAttr | int
) -> FileLineColLoc:
    """The location `loc("filename":line:column)`."""
    location = _new(FileLineColLoc)
    _set(location, "filename", filename)
    _set(location, "line", _number(line) if isinstance(line, int) else line)
    _set(location, "column", _number(column) if isinstance(column, int) else column)
    return location


def _number(value: int) -> IntAttr:
    number = _new(IntAttr)
    _set(number, "data", value)
    return number


class ForwardLocation(BuiltinAttribute):
    """Stands for `loc(#alias)` until the end of the file, where the alias is defined."""

    def __init__(self, alias: str, position: int):
        object.__setattr__(self, "alias", alias)
        object.__setattr__(self, "position", position)

    alias: str
    position: int

    def print_builtin(self, printer: Printer) -> None:
        """Print the alias."""
        printer.print_string(self.alias)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


def nested_locations(location: Attribute) -> Iterator[Attribute]:
    """The location itself and all locations within it, outer before inner."""
    yield location
    match location:
        case CallSiteLoc():
            yield from nested_locations(location.callee)
            yield from nested_locations(location.caller)
        case NameLoc():
            yield from nested_locations(location.location)
        case FusedLoc():
            for part in _fused_parts(location):
                yield from nested_locations(part)
        case _:
            pass


def find_file_location(location: Attribute) -> FileLineColLoc | None:
    """The first file location within `location`."""
    return next((x for x in nested_locations(location) if isinstance(x, FileLineColLoc)), None)


def find_call_site(location: Attribute) -> CallSiteLoc | None:
    """The first call site within `location`."""
    return next((x for x in nested_locations(location) if isinstance(x, CallSiteLoc)), None)


def fuse(locations: Sequence[LocationAttr], metadata: Attribute | None = None) -> LocationAttr:
    """Fuse locations as MLIR does: flattened, without duplicates and unknown ones.

    Fused locations with the same metadata are taken apart; one location without metadata is not wrapped.
    """
    meta = NoneAttr() if metadata is None else metadata
    parts: dict[Attribute, None] = {}
    for location in locations:
        if isinstance(location, FusedLoc) and location.metadata == meta:
            parts.update(dict.fromkeys(_fused_parts(location)))
        elif not isinstance(location, UnknownLoc):
            parts[location] = None
    if metadata is None and len(parts) <= 1:
        return next((part for part in parts if isinstance(part, LocationAttr)), UNKNOWN_LOC)
    return FusedLoc(tuple(parts) or (UNKNOWN_LOC,), meta)


def _fused_parts(location: FusedLoc) -> tuple[Attribute, ...]:
    locations: Any = location.locations
    return locations.data


class SourceMap:
    """Makes locations of positions in a text: MLIR's 1-based line and column, which counts UTF-8 bytes."""

    def __init__(self, text: str, name: str):
        self._text = text
        self._is_ascii = text.isascii()
        self._line_starts = [0, *(match.end() for match in _NEWLINE.finditer(text))]
        self._name = StringAttr(name)
        self._columns: dict[int, IntAttr] = {}

    def location(self, position: int) -> FileLineColLoc:
        """The location of a position (the end of the text is one too)."""
        line = bisect_right(self._line_starts, position)
        start = self._line_starts[line - 1]
        if self._is_ascii:
            number = position - start + 1
        else:
            number = len(to_bytes(self._text[start:position])) + 1
        column = self._columns.get(number)
        if column is None:
            column = self._columns[number] = IntAttr(number)
        return file_location(self._name, line, column)

    def origin(self) -> FileLineColLoc:
        """The location of the text as a whole: line and column 0."""
        return file_location(self._name, 0, 0)
