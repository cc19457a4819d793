"""xDSL's `vector` dialect: syntax of transfers, and verifier rules."""

from typing import Any, NoReturn, cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    AnyFloat,
    ArrayAttr,
    BoolAttr,
    IndexType,
    MemRefType,
    ShapedType,
    VectorType,
    i1,
)
from xdsl.ir import Attribute, Operation
from xdsl.parser import Parser
from xdsl.traits import EffectInstance, MemoryEffectKind

from ttmlir_py.dialects.upstream.checks import transfers
from ttmlir_py.ir.definition.custom_form import fail, op_position
from ttmlir_py.ir.external_models import ExternalModels, OdsWords
from ttmlir_py.ir.narrowing import is_memref_type, is_tensor_type, is_vector_type


def _parse_transfer(parser: Parser, name: str, first: Any, is_read: bool) -> tuple[Any, ...]:
    """Parse `[%i, ...], %padding, %mask {...} : type, type` after the first operands."""
    parser.parse_punctuation("[", " in operand list")
    indices: list[Any] = []
    if parser.parse_optional_punctuation("]") is None:
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, lambda: parser.parse_operand(IndexType())
        )
        parser.parse_punctuation("]", " in operand list")
    padding: Any = None
    if is_read:
        parser.parse_punctuation(",")
        padding = parser.parse_unresolved_operand()
    mask, start = None, parser.pos
    if parser.parse_optional_punctuation(",") is not None:
        start = parser.pos
        mask = parser.parse_unresolved_operand()
    attributes = dict(parser.parse_optional_attr_dict())
    position = parser.pos
    parser.parse_punctuation(":")
    types: list[Any] = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    if len(types) != 2:
        fail(parser, name, "requires two types", position)
    shaped, transferred = types if is_read else reversed(types)
    if not is_tensor_type(shaped) and not is_memref_type(shaped):
        fail(parser, name, "requires memref or ranked tensor type", position)
    if not is_vector_type(transferred):
        fail(parser, name, "requires vector type", position)
    map_, in_bounds = _map_and_bounds(parser, name, attributes, (shaped, transferred))
    if mask is not None:
        if is_vector_type(shaped.element_type):
            fail(parser, name, "does not support masks with vector element type", start)
        mask_type = transfers.mask_type(transferred, map_.data)
        if mask_type is None:
            message = "expected the same rank for the vector and the results of the permutation map"
            fail(parser, name, message, position)
        mask = parser.resolve_operand(mask, mask_type)
    values = [parser.resolve_operand(*pair) for pair in zip(first, types, strict=False)]
    parts: tuple[Any, ...] = (values, indices, padding, mask, map_, in_bounds)
    return *parts, cast(Any, shaped), transferred, attributes


def _map_and_bounds(
    parser: Parser, name: str, attributes: dict[str, Attribute], types: tuple[Any, Any]
) -> tuple[AffineMapAttr, ArrayAttr[BoolAttr]]:
    """Take the map and the bounds of a transfer from its attributes, or return the defaults."""
    map_ = attributes.pop("permutation_map", None)
    if map_ is None:
        map_ = AffineMapAttr(transfers.default_map(*types))
    if not isinstance(map_, AffineMapAttr):
        _fail_at_op(parser, name, "permutation_map")
    in_bounds = attributes.pop("in_bounds", None)
    if in_bounds is None:
        in_bounds = ArrayAttr([BoolAttr.from_bool(False)] * len(map_.data.results))
    if not isinstance(in_bounds, ArrayAttr):
        _fail_at_op(parser, name, "in_bounds")
    return map_, cast(Any, in_bounds)


def _fail_at_op(parser: Parser, name: str, attribute: str) -> NoReturn:
    """Raise MLIR's error for an attribute of another kind, at the operation."""
    message = f"'{name}' op requires attribute '{attribute}'"
    parser.raise_error(message, op_position(parser))


def _parse_transfer_read(parser: Parser) -> Operation:
    source = parser.parse_unresolved_operand()
    values, indices, padding, mask, map_, in_bounds, shaped, type_, others = _parse_transfer(
        parser, vector.TransferReadOp.name, [source], is_read=True
    )
    op = vector.TransferReadOp(
        values[0],
        indices,
        parser.resolve_operand(padding, shaped.element_type),
        type_,
        in_bounds,
        map_,
        mask,
    )
    op.attributes.update(others)
    return op


def _parse_transfer_write(parser: Parser) -> Operation:
    first = [parser.parse_unresolved_operand()]
    parser.parse_punctuation(",")
    first.append(parser.parse_unresolved_operand())
    values, indices, _, mask, map_, in_bounds, shaped, _, others = _parse_transfer(
        parser, vector.TransferWriteOp.name, first, is_read=False
    )
    value, target = values
    result = shaped if is_tensor_type(shaped) else None
    op = vector.TransferWriteOp(value, target, indices, in_bounds, mask, map_, result)
    op.attributes.update(others)
    return op


_READS = frozenset({"vector.load", "vector.maskedload", "vector.transfer_read"})
_WRITES = frozenset({"vector.maskedstore", "vector.store", "vector.transfer_write"})


def _effects(op: Operation) -> list[EffectInstance]:
    """Return the effects on memrefs. Operations on tensors and vectors have no effects."""
    if not any(isinstance(operand.type, MemRefType) for operand in op.operands):
        return []
    if op.name in _READS:
        return [EffectInstance(MemoryEffectKind.READ)]
    return [EffectInstance(MemoryEffectKind.WRITE)] if op.name in _WRITES else []


def _is_float_vector(type_: Attribute) -> bool:
    return is_vector_type(type_) and isinstance(type_.element_type, AnyFloat)


def _is_mask(type_: Attribute) -> bool:
    return _is_row(type_) and _is_flags(type_)


def _is_flags(type_: Attribute) -> bool:
    return is_vector_type(type_) and type_.element_type == i1


def _is_shaped(type_: Attribute) -> bool:
    return isinstance(type_, ShapedType)


def _is_row(type_: Attribute) -> bool:
    return is_vector_type(type_) and type_.get_num_dims() == 1


_FLOAT_VECTOR = ("vector of floating-point values", _is_float_vector)
_MASK = ("vector of 1-bit signless integer values of ranks 1", _is_mask)
_ROW = (" of ranks 1", _is_row)
_FLAGS = ("vector of 1-bit signless integer values", _is_flags)
_SHAPED = ("shaped of any type values", _is_shaped)
_TENSOR = ("ranked tensor of any type values", is_tensor_type)

MODELS = ExternalModels(
    words=OdsWords(
        field_types={
            ("vector.create_mask", "mask_vector"): _FLAGS,
            ("vector.fma", "lhs"): _FLOAT_VECTOR,
            ("vector.fma", "rhs"): _FLOAT_VECTOR,
            ("vector.fma", "acc"): _FLOAT_VECTOR,
            ("vector.fma", "res"): _FLOAT_VECTOR,
            ("vector.maskedload", "mask"): _MASK,
            ("vector.maskedload", "pass_thru"): _ROW,
            ("vector.maskedload", "result"): _ROW,
            ("vector.maskedstore", "mask"): _MASK,
            ("vector.maskedstore", "value_to_store"): _ROW,
            ("vector.transfer_read", "mask"): _FLAGS,
            ("vector.transfer_read", "source"): _SHAPED,
            ("vector.transfer_write", "mask"): _FLAGS,
            ("vector.transfer_write", "result"): _TENSOR,
            ("vector.transfer_write", "source"): _SHAPED,
        },
        types={
            MemRefType: "memref of any type values",
            VectorType: "vector of any type values",
        },
        same_type_fields={"vector.fma": "lhs, rhs, acc, result"},
    ),
    effects=_effects,
    parsers={
        "vector.transfer_read": _parse_transfer_read,
        "vector.transfer_write": _parse_transfer_write,
    },
    verifiers={
        "vector.load": transfers.check_load,
        "vector.store": transfers.check_store,
        "vector.transfer_read": transfers.check_transfer_read,
        "vector.transfer_write": transfers.check_transfer_write,
    },
    checks="ttmlir_py.dialects.upstream.checks.vector",
    verifiers_are_local=True,
)
