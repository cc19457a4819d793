"""The operands and properties of an operation in each revision, used to detect the revision of a
text.
"""

from functools import cache
from typing import Any

from xdsl.irdl import OptionalDef, VariadicDef

from ttmlir_py.dialects.revisions import IN_PLACE
from ttmlir_py.dialects.revisions.definitions import (
    first_operations,
    operation_class,
    suffix_of,
)
from ttmlir_py.dialects.revisions.destinations import destination_class
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.revisions import REGISTRY, without_destinations

_FIRST = "2025-02"


def _class_in(revision: str, name: str) -> Any:
    """Return the class of the operation `name` in `revision`, or None if the revision lacks it."""
    found = REGISTRY[revision]
    dialect = name.partition(".")[0]
    if found.base and found.has_destinations and dialect == "ttir":
        return destination_class(revision, name)
    if found.base:
        return operation_class(revision, name)
    return first_operations(dialect).get(name)


@cache
def operand_counts(revision: str, name: str) -> range | None:
    """Return the numbers of operands that the operation `name` can have in `revision`.

    Return None if the name is unknown.
    """
    found = _class_in(revision, name)
    if found is None:
        return None
    inputs: tuple[str, ...] | None = getattr(found, "INPUTS", None)
    if inputs is not None:
        return range(len(inputs) + 1, len(inputs) + 2)
    fields = [field for _, field in found.get_irdl_definition().operands]
    least = sum(not isinstance(field, VariadicDef) for field in fields)
    several = any(suffix_of(field) == "*" for field in fields)
    return range(least, 1 << 20 if several else len(fields) + 1)


@cache
def has_destination(revision: str, name: str) -> bool:
    """Whether the last operand of the operation `name` is a destination in `revision`."""
    found = _class_in(revision, name)
    if found is None:
        return False
    operands = [field for field, _ in found.get_irdl_definition().operands]
    if issubclass(found, DestinationStyle):
        return operands[-1] == found.DPS_INITS
    return hasattr(found, "destinations") or "output" in operands


def may_lack_destination(name: str, count: int) -> bool:
    """Whether `count` operands are valid for the operation `name` with a destination, and also
    without.
    """
    first = first_operations(name.partition(".")[0]).get(name)
    if first is None or not issubclass(first, DestinationStyle) or name in IN_PLACE:
        return False
    later = without_destinations()
    if any(has_destination(each, name) for each in later):
        return False
    counts = [operand_counts(_FIRST, name), *(operand_counts(each, name) for each in later)]
    return any(count in (each or ()) for each in counts[1:]) and count in (counts[0] or ())


def takes_any_number(name: str) -> bool:
    """Whether the operation `name` takes any number of operands, which in 2025-02 a destination
    follows.
    """
    first = first_operations(name.partition(".")[0]).get(name)
    later = (operation_class(each, name) for each in without_destinations())
    if first is None or not any(later) or not issubclass(first, DestinationStyle):
        return False
    fields = first.get_irdl_definition().operands
    return not hasattr(first, "INPUTS") and any(suffix_of(field) == "*" for _, field in fields)


@cache
def property_names(revision: str, name: str) -> frozenset[str]:
    """Return the names of the inherent attributes of the operation `name` in `revision`."""
    return frozenset(_class_in(revision, name).get_irdl_definition().properties)


@cache
def required_properties(revision: str, name: str) -> frozenset[str]:
    """Return the names of the inherent attributes that the operation `name` must have in
    `revision`.
    """
    found: Any = operation_class(revision, name)
    return frozenset(
        key
        for key, field in found.get_irdl_definition().properties.items()
        if not isinstance(field, OptionalDef)
        and field.default_value is None
        and key != "operandSegmentSizes"
    )
