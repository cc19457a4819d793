"""Where an op that Python code builds comes from."""

import os
import sys

from typing_extensions import TypeAliasType
from xdsl.dialects.builtin import LocationAttr, NameLoc, NoneAttr, StringAttr

from ttmlir_py.ir.locations import file_location

Location = TypeAliasType("Location", LocationAttr | str | None)
"""A location, the name of one, or None: the line of Python that is being executed."""


def as_location(location: Location) -> LocationAttr:
    """A location as it is, `loc("name")` of a name, or, of None, the line of Python that called into this package."""
    if isinstance(location, LocationAttr):
        return location
    if location is None:
        return caller_location()
    if not isinstance(location, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"location must be a location or a name, not {location!r}")
    return NameLoc(StringAttr(location), NoneAttr())


def caller_location() -> LocationAttr:
    """The innermost line of Python outside this package that is being executed."""
    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    package = __name__.rpartition(".")[0]
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(package):
        frame = frame.f_back
    return line_location(frame.f_code.co_filename, frame.f_lineno)


def line_location(file_name: str, line: int) -> LocationAttr:
    """The start of a line; a file under the current directory is named as seen from there."""
    name = file_name.removeprefix(os.path.join(os.getcwd(), ""))
    return file_location(StringAttr(name), line, 1)
