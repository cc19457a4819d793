"""Helpers of builders of operations (`ttmlir.dialects._ods_common`)."""

from types import SimpleNamespace
from typing import Any

from ttmlir_py.bindings import ir
from ttmlir_py.bindings.ir import registration
from ttmlir_py.bindings.ir.dense_arrays import DenseI32ArrayAttr
from ttmlir_py.bindings.ods.support import (
    get_default_loc_context,
    get_op_result_or_op_results,
    get_op_result_or_value,
    get_op_results_or_values,
    segmented,
)

__all__ = [
    "equally_sized_accessor",
    "get_default_loc_context",
    "get_op_result_or_op_results",
    "get_op_result_or_value",
    "get_op_results_or_values",
    "segmented_accessor",
]

_cext = SimpleNamespace(  # pyright: ignore[reportUnusedVariable]
    ir=ir,
    globals=registration.globals,
    register_dialect=registration.register_dialect,
    register_operation=registration.register_operation,
    register_type_caster=registration.register_type_caster,
    register_value_caster=registration.register_value_caster,
)


def segmented_accessor(elements: Any, raw_segments: Any, idx: int) -> Any:
    """Return a segment of operands or results; `raw_segments` holds the sizes of segments."""
    return segmented(elements, DenseI32ArrayAttr(raw_segments), idx)


def equally_sized_accessor(
    elements: Any, n_variadic: int, n_preceding_simple: int, n_preceding_variadic: int
) -> tuple[int, int]:
    """Return the start and the length of a group, if all groups have the same length."""
    length, rest = divmod(len(elements) - n_variadic + 1, n_variadic)
    if rest:
        raise ValueError(f"{len(elements)} elements do not form {n_variadic} equal groups")
    return n_preceding_simple + n_preceding_variadic * length, length
