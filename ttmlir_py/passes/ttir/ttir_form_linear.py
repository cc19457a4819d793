"""`ttir-form-linear`: make `linear` of products with a bias, and give convolutions a bias."""

from __future__ import annotations

from typing_extensions import override
from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import ranked_tensor, shape_of
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttir.constants import is_constant, splat_attribute, splat_number
from ttmlir_py.passes.ttir.rules import (
    RuleBuilder,
    Rules,
    apply_rules,
    element_of,
    is_used_once,
    made_by,
)


def _row(value: SSAValue, columns: int) -> SSAValue | None:
    """Return a row of `columns` numbers that `value` is, or that it repeats; None for other
    values.
    """
    while isinstance(value.owner, ttir.BroadcastOp | ttir.ReshapeOp):
        source = value.owner.input
        if shape_of(source)[-1:] != (columns,) or set(shape_of(source)[:-1]) > {1}:
            break
        if isinstance(value.owner, ttir.ReshapeOp) and set(shape_of(value)[:-1]) > {1}:
            break
        value = source
    shape = shape_of(value)
    return value if shape[-1:] == (columns,) and set(shape[:-1]) <= {1} else None


def _bias(value: SSAValue, columns: int, builder: RuleBuilder) -> SSAValue | None:
    """Return the row of `columns` numbers that `value` repeats, or None."""
    if (number := splat_number(value)) is None:
        return _row(value, columns)
    type_ = ranked_tensor(element_of(value), (1, columns))
    elements = splat_attribute(type_, number)
    return None if elements is None else builder.value(ttir.ConstantOp, (), type_, value=elements)


def linear_of_sum(op: ttir.AddOp, builder: RuleBuilder) -> SSAValue | None:
    """Return a `linear` for the sum of a product, which has no other use, and a row of numbers.

    Law: `add(matmul(a, b), bias) == linear(a, b, bias)`, if `bias` is one row.

    Ends: a sum less, besides those of constants.
    """
    if not isinstance(element_of(op.results[0]), AnyFloat):
        return None
    for value, other in (op.operands[:2], op.operands[1::-1]):
        product = made_by(value, ttir.MatmulOp)
        if product is None or not is_used_once(value) or value.type != op.results[0].type:
            continue
        if element_of(other) != element_of(value) or len(shape_of(value)) < 2:
            continue
        if (bias := _bias(other, shape_of(value)[-1], builder)) is not None:
            bias = builder.reshaped(bias, shape_of(bias)[-len(shape_of(value)) :])
            return builder.into(ttir.LinearOp, [product.a, product.b, bias], op.results[0].type)
    return None


def biased_convolution(op: ttir.AddOp, builder: RuleBuilder) -> SSAValue | None:
    """Return a convolution with a bias for the sum of a convolution and a number for each channel.

    Law: `add(conv2d(x, w), bias) == conv2d(x, w, bias)`, if `bias` has one number per channel.

    Ends: a sum less, besides those of constants.
    """
    for value, other in (op.operands[:2], op.operands[1::-1]):
        product = made_by(value, ttir.Conv2dOp)
        if product is None or not is_used_once(value) or value.type != op.results[0].type:
            continue
        row = _bias(other, shape_of(value)[-1], builder)
        if row is None or element_of(row) != element_of(product.weight):
            continue
        bias = builder.reshaped(row, (1, 1, 1, shape_of(value)[-1]))
        if product.bias is not None:
            if not is_constant(product.bias) or not is_constant(row):
                continue
            bias = builder.into(ttir.AddOp, [product.bias, bias], bias.type)
        inputs = [product.input, product.weight, bias]
        return builder.into(ttir.Conv2dOp, inputs, op.results[0].type, **product.properties)
    return None


RULES: Rules = {ttir.AddOp: (linear_of_sum, biased_convolution)}


class TTIRFormLinearPass(Pass):
    """Make `linear` of products with a bias, and give convolutions a bias

    The product or convolution must have no other use, and the bias one number per column or
    channel.
    """

    name = "ttir-form-linear"
    cpp_name = "TTIRFormLinear"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        return apply_rules(op, context, (RULES,))
