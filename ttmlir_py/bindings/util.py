"""Functions that return texts of modules and locations (`ttmlir.util`)."""

from typing import Any

from ttmlir_py.ir.locations import location_name

__all__ = ["debug_print_module", "get_loc_full", "get_loc_name"]


def debug_print_module(module: Any) -> str:
    """Return the text of a module with locations."""
    return module.operation.get_asm(enable_debug_info=True)


def get_loc_name(location: Any) -> str | None:
    """Return the name of a named location, or None."""
    return location_name(location.xdsl)


def get_loc_full(location: Any) -> str:
    """Return the text of a location."""
    return str(location)
