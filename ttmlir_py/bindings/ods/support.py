"""Functions that the generated classes of operations call."""

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from xdsl.irdl import IRDLOperation

from ttmlir_py.bindings.ir.attributes import UnitAttr
from ttmlir_py.bindings.ir.builders import AttrBuilder
from ttmlir_py.bindings.ir.core import Attribute, Type, to_attribute
from ttmlir_py.bindings.ir.links import raw_operation
from ttmlir_py.bindings.ir.locations import raw_location
from ttmlir_py.bindings.ir.operations import Operation, OpView
from ttmlir_py.bindings.ir.state import current_location
from ttmlir_py.bindings.ir.values import OpResultList, Value


def get_default_loc_context(location: Any = None) -> Any:
    """Return the context of a location or of the one in effect, or None."""
    if location is None:
        location = current_location()
    if location is None:
        return None
    raw_location(location)
    return location.context


def get_op_result_or_value(argument: Any) -> Any:
    """Return a value, or the only result of an operation."""
    if isinstance(argument, Value):
        return argument
    if isinstance(argument, OpView | Operation):
        return argument.operation.result
    if isinstance(argument, OpResultList):
        return argument[0]
    return argument


def get_op_results_or_values(argument: Any) -> Any:
    """Return a sequence of values, or the results of an operation."""
    if isinstance(argument, OpView | Operation):
        return argument.operation.results
    return argument


def get_op_result_or_op_results(op: Any) -> Any:
    """Return the only result of an operation, the list of its results, or the operation."""
    count = len(raw_operation(op).results)
    operation = op.operation
    if count == 1:
        return operation.result
    return list(operation.results) if count else operation


def segmented(elements: Sequence[Any], sizes: Any, index: int) -> Any:
    """Return a group of operands or results. The attribute `sizes` holds the sizes of all
    groups.
    """
    counts = list(sizes)
    start = sum(counts[:index])
    return elements[start : start + counts[index]]


def equally_sized(
    elements: Sequence[Any], simple: int, lists: int, simple_before: int, lists_before: int
) -> Any:
    """Return a group of operands or results of an operation whose lists all have the same length.

    The operation has `simple` single values and `lists` lists, of which `simple_before` and
    `lists_before` come before the group.
    """
    length = (len(elements) - simple) // lists
    start = simple_before + lists_before * length
    return elements[start : start + length]


def attribute(view: type[OpView], name: str, kind: str, value: Any, context: Any) -> Any:
    """Return the attribute that represents a Python value for an attribute of an operation."""
    if isinstance(value, Attribute | Type):
        return value
    if kind == "UnitAttr":
        return UnitAttr.get(context) if value else None
    if kind and AttrBuilder.contains(kind):
        return AttrBuilder.get(kind)(value, context=context)
    converted = _converted(view, name, value, context)
    return value if converted is None else converted


def _converted(view: type[OpView], name: str, value: Any, context: Any) -> Any:
    """Return the attribute that the operation's definition makes from a Python value."""
    from ttmlir_py.building.attributes import Conversion

    constraint = None if context is None else _constraint(view.OPERATION_NAME, name, context)
    if constraint is None:
        return None
    try:
        return to_attribute(Conversion.to(constraint).convert(value, name), context)
    except TypeError:
        return None  # the caller reports the invalid value


def _constraint(operation: str, name: str, context: Any) -> Any:
    return constraints_of(context.xdsl.get_operation_class(operation)).get(name)


@cache
def constraints_of(op_class: type[Any]) -> dict[str, Any]:
    from ttmlir_py.ir.definition.constraints import Described, unwrapped

    if not issubclass(op_class, IRDLOperation):
        return {}
    definition = op_class.get_irdl_definition()
    found: dict[str, Any] = {}
    for name, each in {**definition.properties, **definition.attributes}.items():
        constraint = unwrapped(cast(Any, each).constr)
        if isinstance(constraint, Described):
            found[name] = constraint
    return found


__all__ = [
    "Value",
    "attribute",
    "equally_sized",
    "get_default_loc_context",
    "get_op_result_or_op_results",
    "get_op_result_or_value",
    "get_op_results_or_values",
    "segmented",
]
