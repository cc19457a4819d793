"""`ttir-simplify-arithmetic`: remove arithmetic that does not change its operand, and use cheaper
ops.
"""

from __future__ import annotations

from math import frexp, inf, isfinite

from typing_extensions import override
from xdsl.dialects.builtin import AnyFloat, BFloat16Type, Float16Type, Float32Type, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttir.constants import splat_attribute, splat_number
from ttmlir_py.passes.ttir.rules import (
    RuleBuilder,
    Rules,
    apply_rules,
    element_of,
    inputs_of,
    is_used_once,
    made_by,
    small_shape,
    with_shape,
)
from ttmlir_py.rewriting.attributes import dense_i64_array, f32_attr, is_exact_in_f32


def _is_negative_zero(number: float) -> bool:
    return number == 0 and str(float(number)).startswith("-")


def _with_number(op: ElementwiseOp) -> tuple[SSAValue, float] | None:
    """Return the other operand of a commutative op that has a constant of one number, and the
    number.
    """
    for value, constant in (op.operands[:2], op.operands[1::-1]):
        if (number := splat_number(constant)) is not None:
            return value, number
    return None


def _as_result(op: Operation, value: SSAValue, builder: RuleBuilder) -> SSAValue | None:
    """Return `value`, repeated as in the result of `op`, or None if it has another element type."""
    if value.type == op.results[0].type:
        return value
    shape, target = shape_of(value), shape_of(op.results[0])
    if element_of(value) != element_of(op.results[0]) or len(shape) != len(target):
        return None
    times = [large // small for small, large in zip(shape, target, strict=True)]
    type_ = op.results[0].type
    factors = dense_i64_array(times)
    return builder.into(ttir.BroadcastOp, [value], type_, broadcast_dimensions=factors)


def multiply_by_one(op: ttir.MultiplyOp, builder: RuleBuilder) -> SSAValue | None:
    """Return `x`, which may be any number, NaN or infinity.

    Law: `multiply(x, 1) == x`.

    Ends: an op less.
    """
    found = _with_number(op)
    return _as_result(op, found[0], builder) if found and found[1] == 1 else None


def multiply_by_minus_one(op: ttir.MultiplyOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the negation of `x`, which also changes the sign of zeros and infinities.

    Law: `multiply(x, -1) == neg(x)`.

    Ends: a multiplication less; no rule multiplies by -1.
    """
    found = _with_number(op)
    if not found or found[1] != -1 or found[0].type != op.results[0].type:
        return None
    return builder.into(ttir.NegOp, [found[0]], op.results[0].type)


def add_zero(op: ttir.AddOp, builder: RuleBuilder) -> SSAValue | None:
    """Return `x`. A float plus 0.0 is kept, because it turns -0.0 into 0.0.

    Law: `add(x, c) == x`, if `c` is the integer 0 or the float -0.0.

    Ends: an op less.
    """
    found = _with_number(op)
    if not found or found[1] != 0:
        return None
    is_integer = isinstance(element_of(op.results[0]), IntegerType)
    return _as_result(op, found[0], builder) if is_integer or _is_negative_zero(found[1]) else None


def subtract_zero(op: ttir.SubtractOp, builder: RuleBuilder) -> SSAValue | None:
    """Return `x`. A float minus -0.0 is kept, because it turns -0.0 into 0.0.

    Law: `subtract(x, 0) == x`, if the 0 is not -0.0.

    Ends: an op less.
    """
    number = splat_number(op.operands[1])
    if number != 0 or _is_negative_zero(number):
        return None
    return _as_result(op, op.operands[0], builder)


def subtract_number(op: ttir.SubtractOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the sum of a float with the negated constant, which needs no negation at run time.

    TTNN of 2025-02 cannot broadcast what it subtracts, and a sum can become a bias.

    Law: `subtract(x, c) == add(x, -c)`, if `c` is a constant of one float.

    Ends: a subtraction less, and no rule makes one.
    """
    value, other = op.operands[:2]
    number, type_ = splat_number(other), tensor_type(other)
    if number is None or not isinstance(type_.element_type, AnyFloat):
        return None
    if value.type != op.results[0].type or (elements := splat_attribute(type_, -number)) is None:
        return None
    constant = builder.value(ttir.ConstantOp, (), type_, value=elements)
    return builder.into(ttir.AddOp, [value, constant], op.results[0].type)


def divide_by_one(op: ttir.DivOp, builder: RuleBuilder) -> SSAValue | None:
    """Return `x`.

    Law: `div(x, 1) == x`.

    Ends: an op less.
    """
    return _as_result(op, op.operands[0], builder) if splat_number(op.operands[1]) == 1 else None


def divide_by_power_of_two(op: ttir.DivOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the product of a float with the reciprocal, which is exact.

    Law: `div(x, c) == multiply(x, 1 / c)`, if `c` is a power of two between 2^-100 and 2^100.

    Ends: a division less, and no rule makes one.
    """
    number, type_ = splat_number(op.operands[1]), tensor_type(op.results[0])
    if not number or not isfinite(number) or abs(frexp(number)[0]) != 0.5:
        return None
    largest = 14 if isinstance(type_.element_type, Float16Type) else 100
    if not isinstance(type_.element_type, AnyFloat) or abs(frexp(number)[1]) > largest:
        return None
    factor = with_shape(op.results[0], small_shape(op.results[0]))
    if op.operands[0].type != type_ or (value := splat_attribute(factor, 1 / number)) is None:
        return None
    constant = builder.value(ttir.ConstantOp, (), factor, value=value)
    return builder.into(ttir.MultiplyOp, [op.operands[0], constant], type_)


def power_of_small_exponent(op: ttir.PowerOp, builder: RuleBuilder) -> SSAValue | None:
    """Return `x` or its square.

    Law: `power(x, 2) == multiply(x, x)`, and `power(x, 1) == x`.

    Ends: a power less, and no rule makes one.
    """
    value, number = op.operands[0], splat_number(op.operands[1])
    if number not in (1, 2) or value.type != op.results[0].type:
        return None
    return value if number == 1 else builder.into(ttir.MultiplyOp, [value, value], value.type)


def maximum_with_zero(op: ttir.MaximumOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the relu of a float.

    Law: `maximum(x, 0) == relu(x)`, if the 0 is not -0.0.

    Ends: a maximum less, and no rule makes one.
    """
    found, type_ = _with_number(op), op.results[0].type
    if not found or found[1] != 0 or _is_negative_zero(found[1]) or found[0].type != type_:
        return None
    is_float = isinstance(element_of(op.results[0]), AnyFloat)
    return builder.into(ttir.ReluOp, [found[0]], type_) if is_float else None


def extreme_with_infinity(
    op: ttir.MaximumOp | ttir.MinimumOp, builder: RuleBuilder
) -> SSAValue | None:
    """Return `x`, which may be NaN.

    Law: `f(x, e) == x`, if `f` is `maximum` and `e` is -inf, or `minimum` and inf.

    Ends: an op less.
    """
    found, infinity = _with_number(op), -inf if isinstance(op, ttir.MaximumOp) else inf
    return _as_result(op, found[0], builder) if found and found[1] == infinity else None


def clamp_of_extremes(op: ttir.MinimumOp, builder: RuleBuilder) -> SSAValue | None:
    """Return one clamp for a maximum and a minimum with numbers that f32 holds.

    Law: `minimum(maximum(x, a), b) == clamp(x, a, b)`, if `a <= b`.

    Ends: a minimum less, and no rule makes one.
    """
    high = _with_number(op)
    inner = made_by(high[0], ttir.MaximumOp) if high else None
    low = _with_number(inner) if inner else None
    if not high or not low or not low[1] <= high[1] or not is_used_once(high[0]):
        return None
    if low[0].type != op.results[0].type or not isinstance(element_of(low[0]), AnyFloat):
        return None
    bounds = low[1], high[1]
    if not all(map(is_exact_in_f32, bounds)):
        return None
    low_attr, high_attr = map(f32_attr, bounds)
    return builder.into(ttir.ClampOp, [low[0]], low[0].type, min=low_attr, max=high_attr)


def clamp_of_relu(op: ttir.MinimumOp, builder: RuleBuilder) -> SSAValue | None:
    """Return one clamp for a relu and a minimum with a number that f32 holds.

    Law: `minimum(relu(x), b) == clamp(x, 0, b)`, if `b >= 0`.

    Ends: a minimum less, and no rule makes one.
    """
    high = _with_number(op)
    inner = made_by(high[0], ttir.ReluOp) if high else None
    if not high or not inner or not high[1] >= 0 or not is_used_once(high[0]):
        return None
    value, bounds = inner.operands[0], (0.0, high[1])
    if value.type != op.results[0].type or not all(map(is_exact_in_f32, bounds)):
        return None
    low_attr, high_attr = map(f32_attr, bounds)
    return builder.into(ttir.ClampOp, [value], value.type, min=low_attr, max=high_attr)


def _holds_all(wide: Attribute, narrow: Attribute) -> bool:
    """Whether the type `wide` holds each number of the type `narrow`."""
    if wide == narrow:
        return True
    if isinstance(wide, Float32Type):
        is_short = isinstance(narrow, IntegerType) and 1 < narrow.bitwidth <= 16
        return is_short or isinstance(narrow, BFloat16Type | Float16Type)
    return False


def cast_of_cast(op: ttir.TypecastOp, builder: RuleBuilder) -> SSAValue | None:
    """Return one cast, or `x` itself if the types are equal. A cast that rounds is kept.

    Law: `typecast(typecast(x, A), B) == typecast(x, B)`, if `A` holds all numbers of `x`'s type.

    Ends: a cast is one cast nearer to the arguments.
    """
    inner = made_by(op.operands[0], ttir.TypecastOp)
    if inner is None:
        return None
    value, target = inner.operands[0], element_of(op.results[0])
    if not _holds_all(element_of(inner.results[0]), element_of(value)):
        return None
    if element_of(value) == target:
        return value
    if not isinstance(element_of(value), AnyFloat) or not isinstance(target, AnyFloat):
        return None
    return builder.into(ttir.TypecastOp, [value], op.results[0].type)


def where_of_equal_values(op: ttir.WhereOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the value if both choices are the same.

    Law: `where(c, x, x) == x`.

    Ends: an op less.
    """
    _, chosen, other = inputs_of(op)
    return _as_result(op, chosen, builder) if chosen is other else None


RULES: Rules = {
    ttir.AddOp: (add_zero,),
    ttir.DivOp: (divide_by_one, divide_by_power_of_two),
    ttir.MaximumOp: (maximum_with_zero, extreme_with_infinity),
    ttir.MinimumOp: (clamp_of_extremes, clamp_of_relu, extreme_with_infinity),
    ttir.MultiplyOp: (multiply_by_one, multiply_by_minus_one),
    ttir.PowerOp: (power_of_small_exponent,),
    ttir.SubtractOp: (subtract_zero, subtract_number),
    ttir.TypecastOp: (cast_of_cast,),
    ttir.WhereOp: (where_of_equal_values,),
}


class TTIRSimplifyArithmeticPass(Pass):
    """Remove arithmetic without effect, and use cheaper operations

    Results stay the same for NaN, infinities and both zeros. Therefore `x * 0` and `x + 0.0` are
    kept.
    """

    name = "ttir-simplify-arithmetic"
    cpp_name = "TTIRSimplifyArithmetic"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        return apply_rules(op, context, (RULES,))
