"""xDSL's `vector` dialect: syntax of transfers, and verifier rules."""

from typing import Any, cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import IndexType, MemRefType, TensorType
from xdsl.ir import Attribute, Operation
from xdsl.parser import Parser
from xdsl.traits import EffectInstance, MemoryEffectKind

from ttmlir_py.ir.external_models import ExternalModels
from ttmlir_py.ir.narrowing import is_tensor_type, is_vector_type


def _parse_transfer(parser: Parser, first: Any, is_read: bool) -> tuple[Any, ...]:
    """Parse `[%i, ...], %padding, %mask {...} : type, type` after the first operands."""
    indices = parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: parser.parse_operand(IndexType())
    )
    padding: Any = None
    if is_read:
        parser.parse_punctuation(",")
        padding = parser.parse_unresolved_operand()
    mask, start, end = None, None, None
    if parser.parse_optional_punctuation(",") is not None:
        start = parser.pos
        mask = parser.parse_unresolved_operand()
        end = parser.pos
    attributes = dict(parser.parse_optional_attr_dict())
    position = parser.pos
    parser.parse_punctuation(":")
    types: list[Any] = [parser.parse_type()]
    parser.parse_punctuation(",")
    types.append(parser.parse_type())
    shaped, transferred = types if is_read else reversed(types)
    if not isinstance(shaped, MemRefType | TensorType):
        parser.raise_error("requires memref or ranked tensor type", position)
    if not is_vector_type(transferred):
        parser.raise_error("requires vector type", position)
    resolved, map_, in_bounds = vector.VectorTransferOperation.resolve_attrs(
        parser, attributes, cast(Any, shaped), transferred, start, end, mask, position
    )
    others: dict[str, Attribute] = {
        name: value
        for name, value in attributes.items()
        if name not in ("permutation_map", "in_bounds")
    }
    values = [parser.resolve_operand(*pair) for pair in zip(first, types, strict=False)]
    parts: tuple[Any, ...] = (values, indices, padding, resolved, map_, in_bounds)
    return *parts, cast(Any, shaped), transferred, others


def _parse_transfer_read(parser: Parser) -> Operation:
    source = parser.parse_unresolved_operand()
    values, indices, padding, mask, map_, in_bounds, shaped, type_, others = _parse_transfer(
        parser, [source], is_read=True
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
        parser, first, is_read=False
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


MODELS = ExternalModels(
    effects=_effects,
    parsers={
        "vector.transfer_read": _parse_transfer_read,
        "vector.transfer_write": _parse_transfer_write,
    },
    checks="ttmlir_py.dialects.upstream.checks.vector",
    verifiers_are_local=True,
)
