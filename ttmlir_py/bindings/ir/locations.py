"""Source locations of operations and block arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    LocationAttr,
    NameLoc,
    StringAttr,
)

from ttmlir_py.bindings.ir.capsules import HasCapsule
from ttmlir_py.bindings.ir.core import Attribute, raw_attribute, to_attribute
from ttmlir_py.bindings.ir.kinds import expect
from ttmlir_py.bindings.ir.links import Links
from ttmlir_py.bindings.ir.state import (
    ClassProperty,
    current_location,
    pop,
    push,
    required,
    resolve_context,
)
from ttmlir_py.ir.diagnostics import Severity
from ttmlir_py.ir.locations import RangeColumn, file_location, fuse
from ttmlir_py.ir.writing.attributes import attribute_text

__all__ = ["Location"]

LOCATION_CLASSES: dict[type[LocationAttr], type[Location]] = {}
"""Maps classes of xDSL to the subclasses of `Location`."""


def raw_location(location: Any) -> Any:
    """Return the location of xDSL. Raise TypeError for an object that is not a `Location`."""
    return expect(location, Location).xdsl


class Location(HasCapsule):
    """The source location of an operation or a block argument."""

    current: Any = ClassProperty(required(current_location, "Location"))
    _CAPI_NAME = "ir.Location"
    xdsl: Any
    context: Any
    """The context that the location belongs to."""

    def __init__(self) -> None:
        raise TypeError("Location: No constructor defined!")

    @staticmethod
    def wrap(raw: LocationAttr, context: Any) -> Any:
        """Return the Python object for a location of xDSL."""
        location = object.__new__(LOCATION_CLASSES.get(type(raw), Location))
        location.xdsl = raw
        location.context = context
        return location

    def __enter__(self) -> Location:
        push("Location", self.context, None, self)
        return self

    def __exit__(self, *_: object) -> None:
        pop("Location", self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Location):
            return False
        return self.context is other.context and self.xdsl == other.xdsl

    def __hash__(self) -> int:
        return hash(self.xdsl)

    @staticmethod
    def unknown(context: Any = None) -> Location:
        """Return the unknown location."""
        return Location.wrap(UNKNOWN_LOC, resolve_context(context))

    @staticmethod
    def file(
        filename: str,
        line: int,
        col: int,
        end_line: int | Any = None,
        end_col: int | None = None,
        context: Any = None,
    ) -> Any:
        """Return a location in a file, or a range with `end_line` and `end_col`. Without them, the
        context may be the fourth argument.
        """
        if end_col is None and not isinstance(end_line, int):
            numbers, context = (line, col), end_line or context
        else:
            numbers = line, col, end_line, end_col
        if not all(isinstance(each, int) for each in numbers):
            raise TypeError("expected line and column as int")
        name = StringAttr(expect(filename, str))
        column = col if end_col is None else RangeColumn(col, end_line, end_col)
        return Location.wrap(file_location(name, line, column), resolve_context(context))

    @staticmethod
    def name(name: str, childLoc: Location | None = None, context: Any = None) -> Location:
        """Return a location with a name. The nested location is unknown by default."""
        child = UNKNOWN_LOC if childLoc is None else raw_location(childLoc)
        return Location.wrap(
            NameLoc(StringAttr(expect(name, str)), child), resolve_context(context)
        )

    @staticmethod
    def callsite(callee: Location, frames: Sequence[Location], context: Any = None) -> Location:
        """Return the location of code that was inlined: the callee's location, and the calls around
        it, innermost first.
        """
        if not frames:
            raise ValueError("No caller frames provided")
        callers = [raw_location(frame) for frame in frames]
        caller = callers.pop()
        for frame in reversed(callers):
            caller = CallSiteLoc(frame, caller)
        raw = CallSiteLoc(raw_location(callee), caller)
        return Location.wrap(raw, resolve_context(context))

    @staticmethod
    def fused(
        locations: Sequence[Location], metadata: Attribute | None = None, context: Any = None
    ) -> Location:
        """Return the location that combines `locations`, for an object that was made from several
        others.
        """
        meta = None if metadata is None else raw_attribute(metadata)
        raw = fuse([raw_location(location) for location in locations], meta)
        return Location.wrap(raw, resolve_context(context))

    @staticmethod
    def from_attr(attribute: Attribute, context: Any = None) -> Location:
        """Return the location that an attribute holds."""
        raw = raw_attribute(attribute)
        if not isinstance(raw, LocationAttr):
            raise ValueError(f"expected a location attribute, found {attribute}")
        return Location.wrap(raw, resolve_context(context))

    @property
    def attr(self) -> Any:
        """The location as an attribute."""
        return to_attribute(self.xdsl, self.context)

    def emit_error(self, message: str) -> None:
        """Emit an error at the location."""
        self.context.xdsl.diagnostics.report(Severity.ERROR, self.xdsl, message)

    # Parts of a location. Later versions of MLIR have them as members of subclasses.

    @property
    def filename(self) -> str:
        """The name of the file. Raise AttributeError for a location that is not in a file."""
        return self._part(FileLineColLoc, "filename").filename.data

    @property
    def start_line(self) -> int:
        """The line in the file."""
        return self._part(FileLineColLoc, "start_line").line.data

    @property
    def start_col(self) -> int:
        """The column in the file, or the first one of a range."""
        return int(self._part(FileLineColLoc, "start_col").column.data)

    @property
    def name_str(self) -> str:
        """The name of a named location."""
        return self._part(NameLoc, "name_str").desc.data

    @property
    def child_loc(self) -> Location:
        """The location that is nested in a named location."""
        return Location.wrap(self._part(NameLoc, "child_loc").location, self.context)

    @property
    def end_line(self) -> int:
        """The line in which a range ends, or the only line."""
        raw = self._part(FileLineColLoc, "end_line")
        end = raw.column.data.end_line if isinstance(raw.column.data, RangeColumn) else None
        return raw.line.data if end is None else end

    @property
    def end_col(self) -> int:
        """The column in which a range ends, or the only column."""
        column = self._part(FileLineColLoc, "end_col").column.data
        return column.end_column if isinstance(column, RangeColumn) else column

    @property
    def callee(self) -> Location:
        """The location of the code that was inlined."""
        return Location.wrap(self._part(CallSiteLoc, "callee").callee, self.context)

    @property
    def caller(self) -> Location:
        """The location of the call."""
        return Location.wrap(self._part(CallSiteLoc, "caller").caller, self.context)

    @property
    def locations(self) -> list[Location]:
        """The parts of a fused location."""
        parts = self._part(FusedLoc, "locations").locations
        return [Location.wrap(each, self.context) for each in parts]

    def is_a_file(self) -> bool:
        """Whether this is a location in a file."""
        return isinstance(self.xdsl, FileLineColLoc)

    def is_a_name(self) -> bool:
        """Whether this is a named location."""
        return isinstance(self.xdsl, NameLoc)

    def is_a_callsite(self) -> bool:
        """Whether this is a location of inlined code."""
        return isinstance(self.xdsl, CallSiteLoc)

    def is_a_fused(self) -> bool:
        """Whether this is a fused location."""
        return isinstance(self.xdsl, FusedLoc)

    def _part(self, kind: type, member: str) -> Any:
        if not isinstance(self.xdsl, kind):
            raise AttributeError(f"{self} has no member '{member}'")
        return self.xdsl

    def __str__(self) -> str:
        return attribute_text(self.xdsl)

    def __repr__(self) -> str:
        return attribute_text(self.xdsl)


Links.location = Location.wrap
