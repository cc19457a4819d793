"""Checks of the traits of StableHLO's ops. They raise VerifyException with the text after
`'x.y' op `.
"""

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.stablehlo.quantized_types import are_compatible_elements
from ttmlir_py.dialects.stablehlo.rules.common import (
    are_compatible,
    element_type,
    have_compatible_shapes,
)
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.ir.diagnostics import OperationError, note

Check = Callable[[Operation], None]


def _types(op: Operation) -> list[Attribute]:
    return [value.type for value in (*op.operands, *op.results)]


def _needs_operands(op: Operation) -> None:
    if not op.operands:
        raise VerifyException("expected 1 or more operands, but found 0")


def same_shape(op: Operation) -> None:
    """Check the trait `SameOperandsAndResultShape`."""
    _needs_operands(op)
    first = op.operands[0].type
    if not all(have_compatible_shapes(type_, first) for type_ in _types(op)):
        raise VerifyException("requires the same shape for all operands and results")


def same_element_type(op: Operation) -> None:
    """Check the trait `SameOperandsAndResultElementType`."""
    _needs_operands(op)
    first = element_type(op.operands[0].type)
    if any(element_type(type_) != first for type_ in _types(op)):
        raise VerifyException("requires the same element type for all operands and results")


def same_operand_element_type(op: Operation) -> None:
    """Check the trait `SameOperandsElementType`."""
    _needs_operands(op)
    first = element_type(op.operands[0].type)
    if any(element_type(operand.type) != first for operand in op.operands):
        raise VerifyException("requires the same element type for all operands")


def compatible_types(op: Operation) -> None:
    """Check the trait `CompatibleOperandsAndResultType`."""
    types = _types(op)
    if not all(are_compatible(type_, types[0]) for type_ in types):
        raise VerifyException("requires compatible types for all operands and results")


def compatible_element_types(op: Operation) -> None:
    """Check the trait `CompatibleOperandsAndResultElementType`."""
    first, *others = map(element_type, _types(op))
    if not all(are_compatible_elements(other, first) for other in others):
        raise VerifyException("requires compatible element types for all operands and results")


def compatible_operand_element_types(op: Operation) -> None:
    """Check the trait `CompatibleOperandsElementType`."""
    first, *others = (element_type(operand.type) for operand in op.operands)
    if not all(are_compatible_elements(other, first) for other in others):
        raise VerifyException("requires compatible element types for all operands")


def elementwise(op: Operation) -> None:
    """Check the trait `Elementwise` for operands and results that are tensors."""
    first = op.operands[0].type
    for type_ in _types(op):
        if type(type_) is not type(first) or not have_compatible_shapes(type_, first):
            raise VerifyException(
                "all non-scalar operands/results must have the same shape and base type"
            )


def _check_pairs(op: Operation, same: Callable[[Attribute, Attribute], bool], what: str) -> None:
    if len(op.operands) != len(op.results):
        raise VerifyException("requires the same number of operands and results")
    for index, (operand, result) in enumerate(zip(op.operands, op.results, strict=True)):
        if not same(operand.type, result.type):
            raise VerifyException(
                f"requires the same {what} for operand and result at index {index}"
            )


def pairwise_same_type(op: Operation) -> None:
    """Check the trait `PairwiseSameOperandAndResultType`."""
    _check_pairs(op, lambda a, b: a == b, "type")


def pairwise_same_element_type(op: Operation) -> None:
    """Check the trait `PairwiseSameOperandAndResultElementType`."""
    _check_pairs(op, lambda a, b: element_type(a) == element_type(b), "element type")


def _all_match(what: str, fields: Sequence[str], key: Callable[[Any], Any]) -> Check:
    names = ", ".join(fields)

    def check(op: Operation) -> None:
        if len({key(getattr(op, field)) for field in fields}) > 1:
            raise VerifyException(f"failed to verify that all of {{{names}}} have same {what}")

    return check


def all_element_types_match(*fields: str) -> Check:
    """Return the check that `fields` have the same element type (`AllElementTypesMatch`)."""
    return _all_match("element type", fields, lambda value: element_type(value.type))


def all_types_match(*fields: str) -> Check:
    """Return the check that `fields` have the same type (`AllTypesMatch`)."""
    return _all_match("type", fields, lambda value: value.type)


def all_ranks_match(*fields: str) -> Check:
    """Return the check that `fields` have the same rank (`AllRanksMatch`)."""
    return _all_match("rank", fields, lambda value: len(shape_of(value)))


def all_sizes_match(*fields: str) -> Check:
    """Return the check that the arrays `fields` have the same length
    (`AllMatchSameOperatorTrait`).
    """
    return _all_match("size", fields, len)


def ends_with_return(op: Operation) -> None:
    """Check that the region ends with a return: `SingleBlockImplicitTerminator<"ReturnOp">`."""
    for region in op.regions:
        last = region.blocks[0].last_op if region.blocks else None
        if last is not None and last.name != "stablehlo.return":
            implied = (
                "in custom textual format, the absence of terminator implies 'stablehlo.return'"
            )
            raise OperationError(
                op,
                f"expects regions to end with 'stablehlo.return', found '{last.name}'",
                [note(op.location, implied)],
            )
