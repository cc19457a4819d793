"""Rules that use operations of later revisions, for programs compiled for one of these."""

from __future__ import annotations

from math import prod

from xdsl.dialects.builtin import AnyFloat, StringAttr, f32
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects import later, ttir
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.passes.ttir.constants import splat_number
from ttmlir_py.passes.ttir.rules import (
    RuleBuilder,
    Rules,
    element_of,
    inputs_of,
    is_used_once,
    made_by,
)
from ttmlir_py.rewriting.attributes import f32_attr, segments


def silu_of_product(op: ttir.MultiplyOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the SiLU.

    Law: `multiply(x, sigmoid(x)) == silu(x)`, except for minus infinity, where silu is 0.

    Ends: a product less, and no rule makes one.
    """
    for value, other in (op.operands[:2], op.operands[1::-1]):
        sigmoid = made_by(other, ttir.SigmoidOp)
        if sigmoid is None or sigmoid.operands[0] is not value:
            continue
        if value.type == op.results[0].type and is_used_once(other):
            properties = {"function": StringAttr("Silu")}
            return builder.value(later.UnaryOp, (value,), op.results[0].type, **properties)
    return None


def rms_norm_of_product(op: ttir.MultiplyOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the RMS normalization of the last dimension.

    Law: `multiply(x, rsqrt(add(mean(multiply(x, x), -1), epsilon))) == rms_norm(x, epsilon)`.

    Ends: a product less, and no rule makes one.
    """
    for value, other in (op.operands[:2], op.operands[1::-1]):
        root = made_by(_reduced(other), ttir.RsqrtOp)
        total = made_by(root.operands[0], ttir.AddOp) if root else None
        if total is None or shape_of(_unbroadcast(other)) != (*shape_of(value)[:-1], 1):
            continue
        for mean_value, constant in (total.operands[:2], total.operands[1::-1]):
            mean, epsilon = made_by(mean_value, ttir.MeanOp), splat_number(constant)
            if mean is None or epsilon is None or not _squares(mean, value):
                continue
            type_ = op.results[0].type
            if value.type == type_ and tensor_type(value).element_type == f32:
                properties = {"epsilon": f32_attr(epsilon)}
                return builder.value(later.RMSNormOp, (value,), type_, **properties)
    return None


def layer_norm_of_product(
    op: ttir.MultiplyOp | ttir.DivOp, builder: RuleBuilder
) -> SSAValue | None:
    """Return the normalization of the last dimension.

    Law: `f(c, g(add(mean(multiply(c, c), -1), epsilon))) == layer_norm(x, epsilon)`, where c is
    `subtract(x, mean(x, -1))`, and f and g multiply by `rsqrt` or divide by `sqrt`.

    Ends: a mean less, and no rule makes one.
    """
    orders = (op.operands[:2], op.operands[1::-1])
    root_class = ttir.SqrtOp if isinstance(op, ttir.DivOp) else ttir.RsqrtOp
    for value, other in orders[:1] if isinstance(op, ttir.DivOp) else orders:
        centered, root = made_by(value, ttir.SubtractOp), made_by(_reduced(other), root_class)
        total = made_by(root.operands[0], ttir.AddOp) if root else None
        if centered is None or total is None or value.type != op.results[0].type:
            continue
        if shape_of(_unbroadcast(other)) != (*shape_of(value)[:-1], 1):
            continue
        source, subtracted = inputs_of(centered)
        if source.type != value.type or not _is_mean(subtracted, source):
            continue
        for mean_value, constant in (total.operands[:2], total.operands[1::-1]):
            mean, epsilon = made_by(mean_value, ttir.MeanOp), splat_number(constant)
            if mean is None or epsilon is None or not _squares(mean, value):
                continue
            if element_of(value) == f32:
                return _layer_norm(builder, source, None, None, f32_attr(epsilon))
    return None


def _layer_norm(
    builder: RuleBuilder,
    source: SSAValue,
    weight: SSAValue | None,
    bias: SSAValue | None,
    epsilon: Attribute,
) -> SSAValue:
    operands = [each for each in (source, weight, bias) if each is not None]
    sizes = segments(1, int(weight is not None), int(bias is not None))
    properties = {"epsilon": epsilon, "operandSegmentSizes": sizes}
    return builder.value(later.LayerNormOp, operands, source.type, **properties)


def _is_mean(value: SSAValue, source: SSAValue) -> bool:
    """Whether `value` repeats the mean of `source` along its last dimension."""
    mean = made_by(_reduced(value), ttir.MeanOp)
    if mean is None or mean.input is not source or mean.dim_arg is None:
        return False
    rank = len(shape_of(source))
    dims = [dim % rank for dim in integers(mean.dim_arg)]
    return dims == [rank - 1] and shape_of(_unbroadcast(value)) == (*shape_of(source)[:-1], 1)


def scaled_layer_norm(op: ttir.MultiplyOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the normalization with a weight.

    Law: `multiply(layer_norm(x), w) == layer_norm(x, w)`, if `w` is one row.

    Ends: a product less, and no rule makes one.
    """
    return _with_row(op, builder, is_bias=False)


def biased_layer_norm(op: ttir.AddOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the normalization with a bias.

    Law: `add(layer_norm(x, w), b) == layer_norm(x, w, b)`, if `b` is one row.

    Ends: a sum less, and no rule makes one.
    """
    return _with_row(op, builder, is_bias=True)


def _with_row(
    op: ttir.MultiplyOp | ttir.AddOp, builder: RuleBuilder, *, is_bias: bool
) -> SSAValue | None:
    for value, row in (op.operands[:2], op.operands[1::-1]):
        norm = made_by(value, later.LayerNormOp)
        if norm is None or norm.bias is not None or not is_used_once(value):
            continue
        row, width = _unbroadcast(row), shape_of(value)[-1]
        if shape_of(row)[-1:] != (width,) or prod(shape_of(row)) != width:
            continue
        is_placed = is_bias or norm.weight is None
        if value.type != op.results[0].type or element_of(row) != f32 or not is_placed:
            continue
        given = builder.reshaped(row, (width,))
        weight, bias = (norm.weight, given) if is_bias else (given, None)
        return _layer_norm(builder, norm.input, weight, bias, norm.epsilon)
    return None


def _unbroadcast(value: SSAValue) -> SSAValue:
    inner = made_by(value, ttir.BroadcastOp)
    return value if inner is None else inner.input


def _reduced(value: SSAValue) -> SSAValue:
    """Return the value of a reduction that `value` repeats along the last dimension."""
    value = _unbroadcast(value)
    inner = made_by(value, ttir.ReshapeOp)
    if inner is None or (*shape_of(inner.input), 1) != shape_of(value):
        return value
    return inner.input


def _squares(mean: ttir.MeanOp, value: SSAValue) -> bool:
    """Whether `mean` is that of the squares of `value` along its last dimension."""
    square = made_by(mean.input, ttir.MultiplyOp)
    if square is None or mean.dim_arg is None:
        return False
    rank = len(shape_of(mean.input))
    dims = [dim % rank for dim in integers(mean.dim_arg)]
    return dims == [rank - 1] and all(each is value for each in inputs_of(square))


def scaled_rms_norm(op: ttir.MultiplyOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the RMS normalization with a weight. It is rounded once, to the type of the weight.

    Law: `multiply(rms_norm(x), w) == rms_norm(x, w)`, except for the rounding between them.

    Ends: a product less, and no rule makes one.
    """
    for value, weight in (op.operands[:2], op.operands[1::-1]):
        norm = made_by(value, later.RMSNormOp)
        if norm is None or norm.weight is not None or not is_used_once(value):
            continue
        shape, width = shape_of(weight), shape_of(value)[-1]
        if shape[-1] != width or any(each != 1 for each in shape[:-1]):
            continue
        if value.type != op.results[0].type or element_of(weight) != element_of(value):
            continue
        operands = (norm.input, builder.reshaped(weight, (width,)))
        return builder.value(later.RMSNormOp, operands, value.type, **norm.properties)
    return None


def narrow_norm(op: ttir.TypecastOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the normalization in the narrow type of its operand. It computes in f32.

    Law: `typecast(norm(typecast(x)), t) == norm(x)`, if `x` has the type `t`.

    Ends: a cast less, and no rule makes one.
    """
    norm = op.operands[0].owner
    if not isinstance(norm, later.RMSNormOp | later.LayerNormOp) or len(norm.operands) != 1:
        return None
    cast = made_by(norm.input, ttir.TypecastOp)
    if cast is None:
        return None
    (source,) = inputs_of(cast)
    if source.type != op.results[0].type or not is_used_once(op.operands[0]):
        return None
    if not isinstance(element_of(source), AnyFloat):
        return None
    return builder.value(type(norm), (source,), source.type, **norm.properties)


def softmax_without_maximum(op: ttir.SoftmaxOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the softmax of the numbers themselves. It subtracts the maximum in later revisions.

    Law: `softmax(subtract(x, max(x, d)), d) == softmax(x, d)`.

    Ends: a difference less, and no rule makes one.
    """
    value, dim = op.input, int(op.dimension.value.data)
    rank = len(shape_of(value))
    difference = made_by(value, ttir.SubtractOp)
    if difference is not None:
        source, subtracted = inputs_of(difference)
        largest = made_by(_unbroadcast(subtracted), ttir.MaxOp)
    else:
        return None
    if largest is None or largest.input is not source or largest.dim_arg is None:
        return None
    dims = [each % rank for each in integers(largest.dim_arg)]
    if dims != [dim % rank] or not largest.keep_dim.value.data or source.type != value.type:
        return None
    return builder.into(ttir.SoftmaxOp, [source], op.results[0].type, **op.properties)


RULES: Rules = {
    ttir.AddOp: (biased_layer_norm,),
    ttir.DivOp: (layer_norm_of_product,),
    ttir.MultiplyOp: (
        silu_of_product,
        layer_norm_of_product,
        rms_norm_of_product,
        scaled_rms_norm,
        scaled_layer_norm,
    ),
    ttir.SoftmaxOp: (softmax_without_maximum,),
    ttir.TypecastOp: (narrow_norm,),
}
