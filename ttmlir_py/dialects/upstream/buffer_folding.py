"""Folders of the ops on buffers and tensors, which xDSL's lack."""

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects.tensor.reshape import CollapseShapeOp


def fold_buffer_op(op: Operation) -> Sequence[SSAValue | Attribute] | None:
    """Use what was cast instead of the cast, in place; a collapsed constant is a constant."""
    if isinstance(op, CollapseShapeOp):
        return _fold_collapse(op)
    operands = [_cast_source(operand) for operand in op.operands]
    if all(new is old for new, old in zip(operands, op.operands, strict=True)):
        return None
    op.operands = operands
    return []


def _cast_source(value: SSAValue) -> SSAValue:
    return value.owner.source if isinstance(value.owner, memref.CastOp) else value


def _fold_collapse(op: CollapseShapeOp) -> Sequence[SSAValue | Attribute] | None:
    source, result_type = op.operands[0].owner, cast("Any", op.results[0].type)
    if not isinstance(source, arith.ConstantOp):
        return None
    value = source.value
    if not isinstance(value, DenseIntOrFPElementsAttr):
        return None
    return [DenseIntOrFPElementsAttr(result_type, value.data)]
