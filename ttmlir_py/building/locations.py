"""Source locations of ops that Python code builds."""

import os
import sys

from typing_extensions import TypeAliasType
from xdsl.dialects.builtin import LocationAttr, NameLoc, NoneAttr, StringAttr

from ttmlir_py.ir.locations import file_location

Location = TypeAliasType("Location", LocationAttr | str | None)
"""A location, the name of a location, or None for the line of Python code that builds the op."""


def as_location(location: Location) -> LocationAttr:
    """Return `location` as an attribute: a string becomes `loc("name")`, and None the calling
    line.
    """
    if isinstance(location, LocationAttr):
        return location
    if location is None:
        return caller_location()
    if not isinstance(location, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"location must be a location or a name, not {location!r}")
    return NameLoc(StringAttr(location), NoneAttr())


def caller_location() -> LocationAttr:
    """Return the file and line of the innermost call from outside this package."""
    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    package = __name__.rpartition(".")[0]
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(package):
        frame = frame.f_back
    return line_location(frame.f_code.co_filename, frame.f_lineno)


def line_location(file_name: str, line: int) -> LocationAttr:
    """Return the location of a line of a file.

    Files below the current directory get a relative path.
    """
    name = file_name.removeprefix(os.path.join(os.getcwd(), ""))
    return file_location(StringAttr(name), line, 1)
