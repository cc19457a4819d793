"""Inherent attributes in the text of an operation, and MLIR's errors for invalid ones."""

from collections.abc import Mapping
from typing import Any, cast

from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation

from ttmlir_py.ir.definition.constraints import DenseI32ArrayAttr
from ttmlir_py.ir.definition.imported import imported_invariants
from ttmlir_py.ir.definition.invariants import Invariants, constraint_failure
from ttmlir_py.ir.definition.operations import OdsOperation, invariants_of
from ttmlir_py.ir.writing.attributes import quoted


def _invariants(cls: type[IRDLOperation]) -> Invariants:
    return invariants_of(cls) if issubclass(cls, OdsOperation) else imported_invariants(cls)


def segment_counts(cls: type[IRDLOperation]) -> dict[str, int]:
    """Map each attribute that holds segment sizes to the number of segments."""
    return {s.name: len(s.groups) for s in _invariants(cls).segments}


def property_conversion_error(
    cls: type[IRDLOperation], properties: Mapping[str, Attribute]
) -> str | None:
    """If `<{...}>` holds an attribute that a property cannot store, return the error of MLIR's
    parser, otherwise None.

    The text follows `invalid properties {...} for op x.y: `.
    """
    invariants = _invariants(cls)
    if issubclass(cls, OdsOperation) and not (invariants.attributes or invariants.segments):
        return "this operation does not support properties"
    for name, constraint in sorted(invariants.attributes, key=lambda item: item[0]):
        attribute = properties.get(name)
        if attribute is None or constraint is None or constraint.can_store(attribute):
            continue
        text = quoted(attribute)[1:-1]
        return f"Invalid attribute `{name}` in property conversion: {text}"
    for segments in invariants.segments:
        attribute = properties.get(segments.name)
        if attribute is None:
            continue
        if not DenseI32ArrayAttr.predicate(attribute):
            return "expected DenseI32ArrayAttr for key `value`"
        count = len(cast(DenseArrayBase[Any], attribute).get_values())
        if count != len(segments.groups):
            return f"size mismatch in attribute conversion: {count} vs {len(segments.groups)}"
    return None


def inherent_attribute_error(
    cls: type[IRDLOperation], attributes: Mapping[str, Attribute]
) -> str | None:
    """If `{...}` holds an inherent attribute that violates its declaration, return the error of
    MLIR's parser, otherwise None.

    The text follows `'x.y' op `.
    """
    for name, constraint in sorted(_invariants(cls).attributes, key=lambda item: item[0]):
        attribute = attributes.get(name)
        if attribute is not None and constraint and not constraint.predicate(attribute):
            return constraint_failure(name, constraint)
    return None
