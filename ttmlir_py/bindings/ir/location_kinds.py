"""The kinds of locations, as subclasses of `Location`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from xdsl.dialects import builtin

from ttmlir_py.bindings.ir.core import Attribute, StaticTypeID, to_attribute
from ttmlir_py.bindings.ir.locations import LOCATION_CLASSES, Location, raw_location

__all__ = ["CallSiteLoc", "FileLineColLoc", "FusedLoc", "NameLoc", "UnknownLoc"]


class _Kind(Location):
    """The base of the kinds of locations. The constructor casts a location."""

    XDSL: ClassVar[type[builtin.LocationAttr]]
    HAS_OWN_TYPEID: ClassVar[bool] = False
    static_typeid: Any = StaticTypeID()

    def __init__(self, cast_from_loc: Location):
        raw = raw_location(cast_from_loc)
        if not isinstance(raw, self.XDSL):
            raise ValueError(
                f"Cannot cast location to {type(self).__name__} (from {cast_from_loc})"
            )
        self.xdsl = raw
        self.context = cast_from_loc.context

    def __init_subclass__(cls) -> None:
        LOCATION_CLASSES[cls.XDSL] = cls


class UnknownLoc(_Kind):
    """The unknown location."""

    XDSL = builtin.UnknownLoc

    @staticmethod
    def get(context: Any = None) -> Any:
        """Return the unknown location."""
        return Location.unknown(context)


class FileLineColLoc(_Kind):
    """A location in a file: a line and a column, or a range."""

    XDSL = builtin.FileLineColLoc

    @staticmethod
    def get(*arguments: Any, **keywords: Any) -> Any:
        """Return a location in a file, with the arguments of `Location.file`."""
        return Location.file(*arguments, **keywords)


class NameLoc(_Kind):
    """A location with a name."""

    XDSL = builtin.NameLoc

    @staticmethod
    def get(name: str, child_loc: Location | None = None, context: Any = None) -> Any:
        """Return a location with a name. The nested location is unknown by default."""
        return Location.name(name, child_loc, context)


class CallSiteLoc(_Kind):
    """A location of code that was inlined."""

    XDSL = builtin.CallSiteLoc

    @staticmethod
    def get(callee: Location, frames: Sequence[Location], context: Any = None) -> Any:
        """Return the location of inlined code. The calls around it are innermost first."""
        return Location.callsite(callee, frames, context)


class FusedLoc(_Kind):
    """A location that combines several others."""

    XDSL = builtin.FusedLoc

    @staticmethod
    def get(
        locations: Sequence[Location], metadata: Attribute | None = None, context: Any = None
    ) -> Any:
        """Return the combination of locations. Raise ValueError if it is only one of them."""
        found = Location.fused(locations, metadata, context)
        if not isinstance(found, FusedLoc):
            raise ValueError(
                "FusedLoc.get would collapse to a non-fused location; use Location.fused(...) for "
                "the permissive variant."
            )
        return found

    @property
    def metadata(self) -> Any:
        """The attribute that describes the combination, or None."""
        fused: Any = raw_location(self)
        raw: Any = fused.metadata
        return None if isinstance(raw, builtin.NoneAttr) else to_attribute(raw, self.context)
