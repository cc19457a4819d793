"""`ttir-fold-batch-norm`: multiply the scales of channels into the weights of convolutions."""

from __future__ import annotations

from typing_extensions import override
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttir.constants import is_constant
from ttmlir_py.passes.ttir.rules import (
    RuleBuilder,
    Rules,
    apply_rules,
    is_used_once,
    made_by,
)


def _channels(value: SSAValue, channels: int) -> SSAValue | None:
    """Return the constant of one number per channel that `value` is or repeats, or None."""
    inner = made_by(value, ttir.BroadcastOp)
    value = value if inner is None else inner.input
    shape = shape_of(value)
    is_row = shape[-1:] == (channels,) and set(shape[:-1]) <= {1}
    return value if is_row and is_constant(value) else None


def _convolution(value: SSAValue) -> ttir.Conv2dOp | None:
    """Return the convolution that makes `value`, if it has constant weights and no other use."""
    found = made_by(value, ttir.Conv2dOp)
    if found is None or not is_used_once(value) or not is_constant(found.weight):
        return None
    return found if found.bias is None or is_constant(found.bias) else None


def scaled_convolution(op: ttir.MultiplyOp, builder: RuleBuilder) -> SSAValue | None:
    """Return a convolution with scaled weights and bias for one whose channels are scaled.

    The weights, the bias and the scales must be constants.

    Law: `multiply(conv2d(x, w, b), c) == conv2d(x, w * c, b * c)`, if `c` is one row of channels.

    Ends: a multiplication less, besides those of constants.
    """
    for value, other in (op.operands[:2], op.operands[1::-1]):
        found = _convolution(value)
        if found is None or value.type != op.results[0].type:
            continue
        count = shape_of(value)[-1]
        if (scale := _channels(other, count)) is None:
            continue
        column = builder.reshaped(scale, (count, 1, 1, 1))
        inputs = [
            found.input,
            builder.into(ttir.MultiplyOp, [column, found.weight], found.weight.type),
        ]
        if found.bias is not None:
            row = builder.reshaped(scale, (1, 1, 1, count))
            inputs.append(builder.into(ttir.MultiplyOp, [row, found.bias], found.bias.type))
        return builder.into(ttir.Conv2dOp, inputs, op.results[0].type, **found.properties)
    return None


def shifted_convolution(op: ttir.SubtractOp, builder: RuleBuilder) -> SSAValue | None:
    """Replace the subtraction of a constant from a convolution by the sum with the negated
    constant, which `ttir-form-linear` can make the bias.

    The constant must have one number for each channel.

    Law: `subtract(conv2d(x, w), c) == add(conv2d(x, w), neg(c))`.

    Ends: a subtraction less, and no rule makes one.
    """
    value, other = op.operands[:2]
    if _convolution(value) is None or value.type != op.results[0].type:
        return None
    if (shift := _channels(other, shape_of(value)[-1])) is None:
        return None
    negated = builder.into(ttir.NegOp, [shift], shift.type)
    return builder.into(ttir.AddOp, [value, negated], op.results[0].type)


RULES: Rules = {
    ttir.MultiplyOp: (scaled_convolution,),
    ttir.SubtractOp: (shifted_convolution,),
}


class TTIRFoldBatchNormPass(Pass):
    """Multiply scales of channels into the weights of convolutions

    Batch normalization of inference is a shift, a scale, and another shift of each channel. Scales
    go into constant weights. Shifts become sums, of which `ttir-form-linear` makes a bias.
    """

    name = "ttir-fold-batch-norm"
    cpp_name = "TTIRFoldBatchNorm"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        return apply_rules(op, context, (RULES,))
