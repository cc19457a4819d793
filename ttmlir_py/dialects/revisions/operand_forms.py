"""The operands and properties of an operation in each revision, used to detect the revision of a
text.
"""

from functools import cache
from typing import Any

from xdsl.irdl import OptionalDef, VariadicDef

from ttmlir_py.dialects.revisions import IN_PLACE
from ttmlir_py.dialects.revisions.definitions import (
    operation_class,
    pinned_operations,
    suffix_of,
)
from ttmlir_py.dialects.revisions.destinations import destination_class
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.revisions import BETWEEN, CURRENT, LATE, PINNED


def _class_in(revision: str, name: str) -> Any:
    """Return the class of an operation in a revision, or None if the name is unknown."""
    if revision == CURRENT:
        return operation_class(name)
    if revision in BETWEEN and name.startswith("ttir."):
        return destination_class(revision, name)
    if revision == LATE:
        return operation_class(name)
    return pinned_operations(name.partition(".")[0]).get(name)


@cache
def operand_counts(revision: str, name: str) -> range | None:
    """Return the possible numbers of operands of an operation in a revision, or None if the name is
    unknown.
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
    """Whether an operation has its destination as last operand in a revision."""
    found = _class_in(revision, name)
    if found is None:
        return False
    operands = [field for field, _ in found.get_irdl_definition().operands]
    if issubclass(found, DestinationStyle):
        return operands[-1] == found.DPS_INITS
    return hasattr(found, "destinations") or "output" in operands


@cache
def may_lack_destination(name: str, count: int) -> bool:
    """Whether a number of operands is valid in both revisions, in 2025-02 including a
    destination.
    """
    pinned = pinned_operations(name.partition(".")[0]).get(name)
    if pinned is None or not issubclass(pinned, DestinationStyle) or name in IN_PLACE:
        return False
    if has_destination(CURRENT, name):
        return False
    return all(count in (operand_counts(each, name) or ()) for each in (PINNED, CURRENT))


@cache
def takes_any_number(name: str) -> bool:
    """Whether an operation of both revisions is variadic, and has a destination in 2025-02."""
    pinned = pinned_operations(name.partition(".")[0]).get(name)
    if pinned is None or operation_class(name) is None or not issubclass(pinned, DestinationStyle):
        return False
    fields = pinned.get_irdl_definition().operands
    return not hasattr(pinned, "INPUTS") and any(suffix_of(field) == "*" for _, field in fields)


@cache
def property_names(revision: str, name: str) -> frozenset[str]:
    """Return the inherent attributes of an operation in a revision."""
    return frozenset(_class_in(revision, name).get_irdl_definition().properties)


@cache
def required_properties(name: str) -> frozenset[str]:
    """Return the inherent attributes that the later revision requires."""
    found: Any = operation_class(name)
    return frozenset(
        key
        for key, field in found.get_irdl_definition().properties.items()
        if not isinstance(field, OptionalDef)
        and field.default_value is None
        and key != "operandSegmentSizes"
    )
