"""Verifier rules of `arith`: the types of operands and results."""

from collections.abc import Callable
from typing import Any, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    TensorType,
    UnrankedTensorType,
    VectorType,
    i1,
)
from xdsl.ir import Attribute, Operation, TypedAttribute
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.shapes import (
    bit_width,
    element_of,
    have_compatible_shapes,
    is_container,
    is_signless,
    require_compatible_shapes,
    shape_of,
    type_text,
)
from ttmlir_py.dialects.upstream.operations.arith import IndexCastUIOp, RemFOp
from ttmlir_py.ir.definition.inference import wrong_result_types
from ttmlir_py.ir.narrowing import is_integer_type, is_tensor_type


def _types(op: Operation) -> list[Attribute]:
    return [value.type for value in (*op.operands, *op.results)]


def check_same_type(op: Operation) -> None:
    """Check that all operands and results have the same type, up to unknown sizes."""
    types = _types(op)
    if all(type_ == types[0] for type_ in types):
        return
    elements = {element_of(type_) for type_ in types}
    encodings = {type_.encoding for type_ in types if isinstance(type_, TensorType)}
    is_same = len(elements) == 1 and len(encodings) < 2
    if not is_same or not have_compatible_shapes(types):
        raise VerifyException("requires the same type for all operands and results")
    check_mappable(op)
    _require_inferred(op, types[0])


def _require_inferred(op: Operation, type_: Attribute) -> None:
    """Check that the only result of `op` has the type `type_`, which is inferred from the
    operands.
    """
    if op.results[0].type != type_:
        raise wrong_result_types(op, [type_])


def _check_tensor_sizes(op: Operation) -> None:
    """Check that the sizes of a tensor do not change; dynamic sizes stay dynamic."""
    source, result = op.operands[0].type, op.results[0].type
    sizes = [shape_of(t) if is_tensor_type(t) else () for t in (source, result)]
    is_unranked = any(is_container(t) and shape_of(t) is None for t in (source, result))
    if is_unranked or sizes[0] != sizes[1]:
        raise VerifyException(
            "failed to verify that input and output have the same tensor dimensions"
        )


def check_mappable(op: Operation) -> None:
    """Check MLIR's trait Elementwise."""
    operands = [v.type for v in op.operands if is_container(v.type)]
    results = [v.type for v in op.results if is_container(v.type)]
    if not operands and results:
        raise VerifyException(
            "if a result is non-scalar, then at least one operand must be non-scalar"
        )
    if operands and not results:
        raise VerifyException(
            "if an operand is non-scalar, then there must be at least one non-scalar result"
        )
    if operands and len(results) != len(op.results):
        raise VerifyException("if an operand is non-scalar, then all results must be non-scalar")
    types = [*operands, *results]
    kinds = {type(t) for t in types} | {t.scalable_dims for t in types if isinstance(t, VectorType)}
    if len(kinds) > (
        2 if any(isinstance(t, VectorType) for t in types) else 1
    ) or not have_compatible_shapes(types):
        raise VerifyException(
            "all non-scalar operands/results must have the same shape and base type"
        )


Compatible = Callable[[Attribute, Attribute], bool]


def _cast_check(is_valid: Compatible) -> Callable[[Operation], None]:
    def check_cast(op: Operation) -> None:
        source, result = op.operands[0].type, op.results[0].type
        _check_tensor_sizes(op)
        require_compatible_shapes(op)
        if not is_valid(source, result):
            raise VerifyException(
                f"operand type {type_text([source])} and result type {type_text([result])}"
                " are cast incompatible"
            )
        check_mappable(op)

    return check_cast


def _of_kinds(source_kind: Any, result_kind: Any) -> Compatible:
    def is_valid(source: Attribute, result: Attribute) -> bool:
        return source_kind(element_of(source)) and result_kind(element_of(result))

    return is_valid


def _widths(kind: Any, *, grows: bool) -> Compatible:
    def is_valid(source: Attribute, result: Attribute) -> bool:
        first, second = element_of(source), element_of(result)
        if not kind(first) or not kind(second):
            return False
        widths = bit_width(first), bit_width(second)
        if None in widths:
            return False
        return widths[0] < widths[1] if grows else widths[0] > widths[1]  # type: ignore[operator]

    return is_valid


def _is_float(type_: Attribute) -> bool:
    return isinstance(type_, AnyFloat)


def _is_index_cast(source: Attribute, result: Attribute) -> bool:
    first, second = element_of(source), element_of(result)
    return (isinstance(first, IndexType) and is_signless(second)) or (
        isinstance(second, IndexType) and is_signless(first)
    )


def _is_bitcast(source: Attribute, result: Attribute) -> bool:
    widths = bit_width(element_of(source)), bit_width(element_of(result))
    return None not in widths and widths[0] == widths[1]


def _check_comparison(op: Operation) -> None:
    first, second, result = _types(op)
    if not _is_truth_of(result, first):
        raise VerifyException(
            "failed to verify that result type has i1 element type and same shape as operands"
        )
    if first != second:
        raise VerifyException("requires all operands to have the same type")
    check_mappable(op)


def _is_truth_of(type_: Attribute, compared: Attribute) -> bool:
    """Whether `type_` is `i1` with the shape of the type `compared`."""
    return type_ == _with_element(compared)


def _check_extended(op: Operation) -> None:
    """Check an integer sum or product with an overflow result, which is `i1`."""
    lhs, rhs, first, second = _types(op)
    names = "sum" if op.name == "arith.addui_extended" else "low, high"
    same = [rhs, first] if names == "sum" else [rhs, first, second]
    if any(type_ != lhs for type_ in same):
        raise VerifyException(f"failed to verify that all of {{lhs, rhs, {names}}} have same type")
    if names != "sum":
        check_mappable(op)
        return
    if element_of(second) != i1:
        raise VerifyException(f"result #1 must be bool-like, but got {type_text([second])}")
    check_mappable(op)


def _check_select(op: Operation) -> None:
    condition, true_value, false_value, result = _types(op)
    if not true_value == false_value == result:
        raise VerifyException(
            "failed to verify that all of {true_value, false_value, result} have same type"
        )
    if condition == i1:
        return
    if not is_container(condition) or shape_of(condition) != shape_of(result):
        raise VerifyException(
            "failed to verify that condition is signless i1 or has matching shape"
        )
    check_mappable(op)


def _with_element(type_: Any) -> Attribute:
    """Return the type `type_` with `i1` elements."""
    if isinstance(type_, TensorType):
        return TensorType(i1, type_.get_shape(), type_.encoding)
    if isinstance(type_, VectorType):
        return VectorType(i1, type_.get_shape(), type_.scalable_dims)
    return UnrankedTensorType(i1) if isinstance(type_, UnrankedTensorType) else i1


def _check_constant(op: Operation) -> None:
    """Check the value against the type of the result. xDSL accepts fewer kinds of values."""
    value, type_ = cast(TypedAttribute, op.properties["value"]), op.results[0].type
    if value.get_type() != type_:
        raise VerifyException("failed to verify that all of {value, result} have same type")
    if is_integer_type(type_) and not is_signless(type_):
        raise VerifyException("integer return type must be signless")


_CASTS: dict[type[Operation], Compatible] = {
    arith.ExtFOp: _widths(_is_float, grows=True),
    arith.TruncFOp: _widths(_is_float, grows=False),
    arith.ExtSIOp: _widths(is_integer_type, grows=True),
    arith.ExtUIOp: _widths(is_integer_type, grows=True),
    arith.TruncIOp: _widths(is_integer_type, grows=False),
    arith.SIToFPOp: _of_kinds(is_integer_type, _is_float),
    arith.UIToFPOp: _of_kinds(is_integer_type, _is_float),
    arith.FPToSIOp: _of_kinds(_is_float, is_integer_type),
    arith.FPToUIOp: _of_kinds(_is_float, is_integer_type),
    arith.IndexCastOp: _is_index_cast,
    IndexCastUIOp: _is_index_cast,
    arith.BitcastOp: _is_bitcast,
}
_OTHERS: dict[str, Callable[[Operation], None]] = {
    **dict.fromkeys(("arith.cmpi", "arith.cmpf"), _check_comparison),
    **dict.fromkeys(
        ("arith.addui_extended", "arith.mulsi_extended", "arith.mului_extended"), _check_extended
    ),
    "arith.constant": _check_constant,
    "arith.select": _check_select,
}

CHECKS: dict[str, Callable[[Any], None]] = {
    **{cls.name: check_same_type for cls in (*arith.Arith.operations, RemFOp)},
    **{cls.name: _cast_check(is_valid) for cls, is_valid in _CASTS.items()},
    **_OTHERS,
}
"""Maps operation names to checks that run after those of the declaration."""
REPLACED = frozenset(CHECKS)
"""Names of the operations whose checks in `CHECKS` replace xDSL's verifier.

xDSL's verifiers reject types that MLIR accepts.
"""
