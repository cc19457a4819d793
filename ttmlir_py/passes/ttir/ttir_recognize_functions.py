"""`ttir-recognize-functions`: use one op for a function that several ops compute."""

from __future__ import annotations

from math import inf, prod

from typing_extensions import override
from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttir.constants import splat_attribute, splat_number
from ttmlir_py.passes.ttir.polynomials import erf_argument
from ttmlir_py.passes.ttir.rules import (
    RuleBuilder,
    Rules,
    apply_rules,
    element_of,
    inputs_of,
    is_used_once,
    made_by,
    users_of,
    with_shape,
)
from ttmlir_py.rewriting.attributes import bool_attr, si32


def _number_and_value(op: Operation) -> tuple[float, SSAValue] | None:
    """Return the number and the other operand of a commutative op with a constant operand."""
    for value, constant in (op.operands[:2], op.operands[1::-1]):
        if (number := splat_number(constant)) is not None:
            return number, value
    return None


def _unbroadcast(value: SSAValue) -> SSAValue:
    inner = made_by(value, ttir.BroadcastOp)
    return value if inner is None else inner.input


def _uncast(value: SSAValue) -> SSAValue:
    inner = made_by(value, ttir.TypecastOp)
    return value if inner is None else inner.operands[0]


def softmax_of_exponentials(op: ttir.DivOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the softmax for exponentials that are divided by their sum.

    The maximum that programs subtract first stays, because TTNN's softmax of 2025-02 does not
    subtract it.

    Law: `div(exp(x), sum(exp(x), d)) == softmax(x, d)`, also if the sum has a wider type.

    Ends: a division less, and no rule makes one.
    """
    top, bottom = op.operands[0], _uncast(_unbroadcast(op.operands[1]))
    exponential, total = made_by(top, ttir.ExpOp), made_by(bottom, ttir.SumOp)
    if exponential is None or total is None or total.dim_arg is None:
        return None
    dims, rank, summed = integers(total.dim_arg), len(shape_of(top)), _uncast(total.input)
    if len(dims) != 1 or not total.keep_dim.value.data or top.type != op.results[0].type:
        return None
    if summed is not top or not isinstance(element_of(total.input), AnyFloat):
        return None
    if any(user not in (op, total, total.input.owner) for user in users_of(top)):
        return None
    (source,) = inputs_of(exponential)
    if source.type != top.type:
        return None
    return builder.into(ttir.SoftmaxOp, [source], top.type, dimension=si32(dims[0] % rank))


def mean_of_sum(op: ttir.DivOp | ttir.MultiplyOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the mean for a sum of floats that is divided by the number of summands, or multiplied
    by its reciprocal.

    Law: `f(sum(x, d), n) == mean(x, d)`, if `f` divides by the number of summands.

    Ends: a sum less, and no rule makes a reduction of another kind.
    """
    if isinstance(op, ttir.DivOp):
        value, number = op.operands[0], splat_number(op.operands[1])
    elif (found := _number_and_value(op)) is not None:
        number, value = found
        number = 1 / number if number else None
    else:
        return None
    total = made_by(value, ttir.SumOp)
    if total is None or number is None or total.dim_arg is None or not is_used_once(value):
        return None
    shape = shape_of(total.input)
    count = prod(shape[dim] for dim in integers(total.dim_arg))
    if number != count or value.type != op.results[0].type:
        return None
    if not isinstance(element_of(value), AnyFloat):
        return None
    return builder.into(ttir.MeanOp, [total.input], value.type, **total.properties)


def all_infinite(op: ttir.ProdOp, builder: RuleBuilder) -> SSAValue | None:
    """Return a comparison of the maximum for a product of comparisons with minus infinity.

    Law: `prod(eq(x, -inf), d) == eq(max(x, d), -inf)`.

    Ends: a product of elements less, and no rule makes one.
    """
    compared = made_by(op.input, ttir.EqualOp)
    if compared is None or op.dim_arg is None or not is_used_once(op.input):
        return None
    value, constant = inputs_of(compared)
    if splat_number(constant) != -inf or shape_of(value) != shape_of(op.input):
        return None
    shape = list(shape_of(value))
    for dim in integers(op.dim_arg):
        shape[dim] = 1
    properties = {"dim_arg": op.dim_arg, "keep_dim": bool_attr(True)}
    like = tensor_type(value)
    largest = builder.dps(ttir.MaxOp, [value], like, shape, **properties)
    small = with_shape(constant, shape)
    if (elements := splat_attribute(small, -inf)) is None:
        return None
    infinity = builder.value(ttir.ConstantOp, (), small, value=elements)
    found = builder.dps(ttir.EqualOp, [largest, infinity], tensor_type(op.input), shape)
    return builder.reshaped(found, shape_of(op.results[0]))


def sigmoid_of_exponential(op: ttir.DivOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the sigmoid.

    Law: `div(1, add(exp(neg(x)), 1)) == sigmoid(x)`.

    Ends: a division less, and no rule makes one.
    """
    if splat_number(op.operands[0]) != 1:
        return None
    total = made_by(op.operands[1], ttir.AddOp)
    found = _number_and_value(total) if total else None
    if not found or found[0] != 1:
        return None
    exponential = made_by(found[1], ttir.ExpOp)
    negated = made_by(exponential.operands[0], ttir.NegOp) if exponential else None
    if negated is None or negated.operands[0].type != op.results[0].type:
        return None
    return builder.into(ttir.SigmoidOp, [negated.operands[0]], op.results[0].type)


def gelu_of_erf(op: ttir.MultiplyOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the gelu for a product with the polynomials that PyTorch's importer makes of erf.

    Law: `multiply(add(erf(x / sqrt(2)), 1), x / 2) == gelu(x)`.

    Ends: a polynomial less, and no rule makes one.
    """
    for half, other in (op.operands[:2], op.operands[1::-1]):
        scaled, total = made_by(half, ttir.MultiplyOp), made_by(other, ttir.AddOp)
        halved = _number_and_value(scaled) if scaled else None
        found = _number_and_value(total) if total else None
        if not halved or not found or halved[0] != 0.5 or found[0] != 1:
            continue
        argument = erf_argument(found[1])
        rooted = made_by(argument, ttir.MultiplyOp) if argument is not None else None
        factor = _number_and_value(rooted) if rooted else None
        if not factor or factor[1] is not halved[1] or abs(factor[0] - 0.5**0.5) > 1e-7:
            continue
        if halved[1].type == op.results[0].type:
            return builder.into(ttir.GeluOp, [halved[1]], op.results[0].type)
    return None


RULES: Rules = {
    ttir.DivOp: (softmax_of_exponentials, mean_of_sum, sigmoid_of_exponential),
    ttir.MultiplyOp: (mean_of_sum, gelu_of_erf),
    ttir.ProdOp: (all_infinite,),
}


class TTIRRecognizeFunctionsPass(Pass):
    """Use one operation for a function that several compute

    Recognizes softmax, mean, sigmoid, and GELU by erf. TTIR of 2025-02 has no op for layer
    normalization, RMS normalization, SiLU and attention, which are left alone.
    """

    name = "ttir-recognize-functions"
    cpp_name = "TTIRRecognizeFunctions"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        return apply_rules(op, context, (RULES,))
