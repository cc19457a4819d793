"""Source locations: building them cheaply, searching them, and finding them in a text.

MLIR gives every operation and block argument a location. The parser makes one `FileLineColLoc` per operation, so they
are built here without xDSL's per-instance verification (their fields are right by construction).
"""

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
_CHECKPOINT_DISTANCE = 1 << 14


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


def location_name(location: Attribute) -> str | None:
    """Return the name that a location consists of, `x` of `loc("x")`; None if it is none, or empty."""
    return location.desc.data or None if isinstance(location, NameLoc) else None


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
    """Makes locations of positions in a text: MLIR's 1-based line and column, which counts UTF-8 bytes.

    It counts on from the last position, or from the last checkpoint before it, so that a position costs no more than the text between, and
    a text of nothing but line ends takes no memory.
    """

    def __init__(self, text: str, name: str):
        self._text = text
        self._is_ascii = text.isascii()
        self._name = StringAttr(name)
        self._columns: dict[int, IntAttr] = {}
        self._position, self._line, self._column = 0, 1, 1
        self._checkpoints = [(1, 1)]
        """Line and column of each position that is a multiple of `_CHECKPOINT_DISTANCE`, as far as the text was read."""
        self._following = _CHECKPOINT_DISTANCE

    def location(self, position: int) -> FileLineColLoc:
        """The location of a position (the end of the text is one too)."""
        start = self._position
        if not start <= position < self._following:
            self._go_to(position)
        elif position != start:
            self._go_on(position)
        number = self._column
        column = self._columns.get(number)
        if column is None:
            column = self._columns[number] = IntAttr(number)
        # As `file_location` does, but there is one of these for each operation.
        line = _new(IntAttr)
        _set(line, "data", self._line)
        location = _new(FileLineColLoc)
        _set(location, "filename", self._name)
        _set(location, "line", line)
        _set(location, "column", column)
        return location

    def _go_to(self, position: int) -> None:
        """Count to a position that is before the last one, or not before the next checkpoint."""
        if position < self._position:
            index = position // _CHECKPOINT_DISTANCE
            self._position = index * _CHECKPOINT_DISTANCE
            self._line, self._column = self._checkpoints[index]
        while position >= self._following:
            self._go_on(self._following)
            self._checkpoints.append((self._line, self._column))
            self._following += _CHECKPOINT_DISTANCE
        self._go_on(position)

    def _go_on(self, position: int) -> None:
        """Count from the last position to this one, which is not before it."""
        text, start = self._text, self._position
        lines = text.count("\n", start, position)
        if lines:
            start = text.rfind("\n", start, position) + 1
            self._line += lines
            self._column = 1
        if self._is_ascii:
            self._column += position - start
        else:
            self._column += len(to_bytes(text[start:position]))
        self._position = position

    def origin(self) -> FileLineColLoc:
        """The location of the text as a whole: line and column 0."""
        return file_location(self._name, 0, 0)
