"""Lowering of ops whose results have no elements, because a size in their shapes is 0."""

from collections.abc import Callable
from typing import Any

from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowering,
    Lowerings,
    result_type,
)


def has_elements(value: SSAValue) -> bool:
    """Whether the tensor `value` has elements, that is, no dimension of size 0."""
    return not is_tensor_type(value.type) or 0 not in value.type.get_shape()


def unless_empty(lowerings: Lowerings) -> dict[type[Operation], Lowering]:
    """Return the lowerings, except that an op whose results have no elements becomes empty tensors.

    This is for ops that TTIR does not support on empty tensors, or whose lowerings require
    elements.
    """
    return {cls: _unless_empty(lower) for cls, lower in lowerings.items()}


def _unless_empty(lower: Callable[[Any, Conversion], bool | None]) -> Lowering:
    def lower_elements(op: Operation, conversion: Conversion) -> bool | None:
        return becomes_empty(op, conversion) or lower(op, conversion)

    return lower_elements


def becomes_empty(op: Operation, conversion: Conversion) -> bool:
    """Replace `op` by empty tensors if its results have no elements; return whether it was
    replaced.
    """
    if any(map(has_elements, op.results)):
        return False
    builder = ConversionBuilder(op)
    types = (result_type(op, index) for index in range(len(op.results)))
    conversion.replace(op, *(builder.value(EmptyOp, (), type_) for type_ in types))
    return True
