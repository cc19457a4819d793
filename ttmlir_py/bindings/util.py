"""Functions that return texts of modules and locations (`ttmlir.util`)."""

from typing import Any

from ttmlir_py.bindings.ir.links import raw_operation
from ttmlir_py.bindings.ir.locations import raw_location
from ttmlir_py.ir.locations import location_name

__all__ = [
    "debug_print_module",
    "get_loc_full",
    "get_loc_name",
    "get_write_effect_operand_indices",
    "is_name_loc",
]

_WRITTEN = {
    "ttnn.adamw": ("param", "exp_avg", "exp_avg_sq", "max_exp_avg_sq"),
    "ttnn.batch_norm_training": ("running_mean", "running_var"),
    "ttnn.copy": ("dst",),
    "ttnn.fill_cache": ("cache",),
    "ttnn.paged_fill_cache": ("cache",),
    "ttnn.paged_update_cache": ("cache",),
    "ttnn.point_to_point": ("optional_output_tensor",),
    "ttnn.update_cache": ("cache",),
    "ttnn.write_tensor": ("device_tensor",),
}
"""Maps operations of 2026-08 to the operands that they write to."""


def get_write_effect_operand_indices(op: Any) -> list[int]:
    """Return the indices of the operands that an operation writes to, in ascending order."""
    raw = op.operation.xdsl
    written: list[Any] = []
    for name in _WRITTEN.get(raw.name, ()):
        operand = getattr(raw, name, None)
        if operand is not None:
            written.append(operand)
    return [index for index, each in enumerate(raw.operands) if each in written]


def is_name_loc(location: Any) -> bool:
    """Whether a location is a named location."""
    return get_loc_name(location) is not None


def debug_print_module(module: Any) -> str:
    """Return the text of a module with locations."""
    raw_operation(module)
    return module.operation.get_asm(enable_debug_info=True)


def get_loc_name(location: Any) -> str | None:
    """Return the name of a named location, or None."""
    return location_name(raw_location(location))


def get_loc_full(location: Any) -> str:
    """Return the text of a location."""
    raw_location(location)
    return str(location)
