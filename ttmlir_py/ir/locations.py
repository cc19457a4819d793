"""Source locations: fast construction, search, and lookup in a text.

MLIR gives every operation and block argument a location. The parser creates one `FileLineColLoc`
per operation. They are built here without xDSL's per-instance verification, because their fields
are valid by construction.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Self, cast

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
_set = object.__setattr__  # sets fields of frozen objects
_CHECKPOINT_DISTANCE = 1 << 14


def file_location(
    filename: StringAttr, line: IntAttr | int, column: IntAttr | int
) -> FileLineColLoc:
    """Return the location `loc("filename":line:column)`."""
    location = _new(FileLineColLoc)
    _set(location, "filename", filename)
    _set(location, "line", _number(line) if isinstance(line, int) else line)
    _set(location, "column", _number(column) if isinstance(column, int) else column)
    return location


def _number(value: int) -> IntAttr:
    number = _new(IntAttr)
    _set(number, "data", value)
    return number


class RangeColumn(int):
    """The first column of a range in a file, `loc("file":3:20 to :35)`, with the range's end.

    MLIR reads ranges since LLVM 20, and JAX writes them. xDSL has no such location, and its nested
    locations accept no class of ours. So a range is a `FileLineColLoc` with such a column.
    """

    end_line: int | None
    """The line in which the range ends; None if the text does not name it. MLIR distinguishes
    `3:20 to :35` from `3:20 to 3:35`.
    """
    end_column: int

    def __new__(cls, column: int, end_line: int | None, end_column: int) -> Self:
        """Return the column of a range that ends in `end_line`, or in the line where it starts."""
        made = super().__new__(cls, column)
        made.end_line, made.end_column = end_line, end_column
        return made

    def _key(self) -> tuple[int, int | None, int]:
        return int(self), self.end_line, self.end_column

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RangeColumn) and self._key() == other._key()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._key())


def file_range(start: FileLineColLoc, end_line: int | None, end_column: int) -> FileLineColLoc:
    """Return the range from `start` to an end, in the same line if `end_line` is None."""
    column = RangeColumn(start.column.data, end_line, end_column)
    return file_location(start.filename, start.line, column)


def position_text(location: FileLineColLoc) -> str:
    """Return `3:20`, or `3:20 to :35` and `3:20 to 4:1` for a range that is not empty."""
    line, column = location.line.data, location.column.data
    start = f"{line}:{int(column)}"
    if not isinstance(column, RangeColumn):
        return start
    if column.end_line not in (None, line):
        return f"{start} to {column.end_line}:{column.end_column}"
    return start if column.end_column == int(column) else f"{start} to :{column.end_column}"


class ForwardLocation(BuiltinAttribute):
    """A placeholder for `loc(#alias)`, replaced at the end of the file, where the alias is
    defined.
    """

    def __init__(self, alias: str, position: int):
        object.__setattr__(self, "alias", alias)
        object.__setattr__(self, "position", position)

    alias: str
    position: int

    def print_builtin(self, printer: Printer) -> None:
        """Print the name of the alias."""
        printer.print_string(self.alias)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


def nested_locations(location: Attribute) -> Iterator[Attribute]:
    """Yield `location` and all locations inside of it, outer before inner."""
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
    """Return the first file location in `location`, or None."""
    return next((x for x in nested_locations(location) if isinstance(x, FileLineColLoc)), None)


def location_name(location: Attribute) -> str | None:
    """Return the name `x` of a location `loc("x")`.

    Returns None if `location` is of another kind or the name is empty.
    """
    return location.desc.data or None if isinstance(location, NameLoc) else None


def find_call_site(location: Attribute) -> CallSiteLoc | None:
    """Return the first call site location in `location`, or None."""
    return next((x for x in nested_locations(location) if isinstance(x, CallSiteLoc)), None)


def fuse(locations: Sequence[LocationAttr], metadata: Attribute | None = None) -> LocationAttr:
    """Return the fusion of `locations` as in MLIR: flattened, without duplicates and unknown
    locations.

    Fused locations with the same metadata are flattened. A single location without metadata is
    returned as is.
    """
    meta = NoneAttr() if metadata is None else metadata
    parts: dict[Attribute, None] = {}
    for location in locations:
        add_fused_part(parts, location, meta)
    return fused_location(parts, meta)


def add_fused_part(
    parts: dict[Attribute, None], location: LocationAttr, metadata: Attribute
) -> None:
    """Add to the keys of `parts` the locations that `location` contributes to a fused location.

    `metadata` is that of the fused location (NoneAttr if absent).
    """
    if isinstance(location, FusedLoc) and location.metadata == metadata:
        parts.update(dict.fromkeys(_fused_parts(location)))
    elif not isinstance(location, UnknownLoc):
        parts[location] = None


def fused_location(parts: dict[Attribute, None], metadata: Attribute) -> LocationAttr:
    """Return the fused location of the locations that `add_fused_part` has collected in `parts`."""
    if isinstance(metadata, NoneAttr) and len(parts) <= 1:
        return next((part for part in parts if isinstance(part, LocationAttr)), UNKNOWN_LOC)
    return FusedLoc(tuple(parts) or (UNKNOWN_LOC,), metadata)


def fused_parts(location: LocationAttr) -> Sequence[LocationAttr]:
    """Return the locations that are fused in `location`, or `location` itself."""
    return (
        cast("Sequence[LocationAttr]", _fused_parts(location))
        if (isinstance(location, FusedLoc))
        else (location,)
    )


def _fused_parts(location: FusedLoc) -> tuple[Attribute, ...]:
    locations: Any = location.locations
    return locations.data


class SourceMap:
    """A converter of positions in a text to locations with MLIR's line and column, counted from 1.

    Columns count UTF-8 bytes. A lookup counts onward from the last position, or from the last
    checkpoint before the position. So it costs no more than the text between, and a text of only
    line ends takes no memory.
    """

    def __init__(self, text: str, name: str):
        self._text = text
        self._is_ascii = text.isascii()
        self._name = StringAttr(name)
        self._columns: dict[int, IntAttr] = {}
        self._position, self._line, self._column = 0, 1, 1
        self._checkpoints = [(1, 1)]
        """Line and column at each multiple of `_CHECKPOINT_DISTANCE` characters, as far as the text
        was read.
        """
        self._following = _CHECKPOINT_DISTANCE

    def location(self, position: int) -> FileLineColLoc:
        """Return the location of the character at `position`, which may be the end of the text."""
        start = self._position
        if not start <= position < self._following:
            self._go_to(position)
        elif position != start:
            self._go_on(position)
        number = self._column
        column = self._columns.get(number)
        if column is None:
            column = self._columns[number] = IntAttr(number)
        # `file_location` is inlined, because this code runs once per operation.
        line = _new(IntAttr)
        _set(line, "data", self._line)
        location = _new(FileLineColLoc)
        _set(location, "filename", self._name)
        _set(location, "line", line)
        _set(location, "column", column)
        return location

    def _go_to(self, position: int) -> None:
        """Move the current position close to `position`: to an earlier checkpoint if it is before
        the current position, or to a later checkpoint.
        """
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
        """Count lines and columns from the current position up to `position`, which must not be
        before it.
        """
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
        """Return the location of the whole text, with line and column 0."""
        return file_location(self._name, 0, 0)
