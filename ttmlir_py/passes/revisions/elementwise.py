"""Lowering of element-wise operations of 2026-08 that 2025-02 lacks, by their ODS definitions."""

from collections.abc import Callable
from math import log, pi, sqrt
from typing import Any, cast

from xdsl.dialects.builtin import IntegerType, Signedness, TensorType
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.stablehlo.data_movement import BitcastConvertOp
from ttmlir_py.dialects.stablehlo.elementwise import ReducePrecisionOp
from ttmlir_py.dialects.tensor_types import is_splat, shape_of, tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.revisions.float_bits import bit_cast, reduced_precision
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse, result_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir import bits, formulas
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.formulas import Formula
from ttmlir_py.rewriting.attributes import f32_attr, i32

_Function = Callable[..., SSAValue]


def _in_f32(function: _Function) -> Callable[[RevisionBuilder, Any], SSAValue]:
    """Return a lowering that computes `function` in f32 and casts operands and result."""

    def lower(builder: RevisionBuilder, op: Any) -> SSAValue:
        shape = shape_of(op.results[0]) or (1,)
        operands = [builder.stretched(builder.f32(each), shape) for each in op.operands]
        value = function(Formula(builder, shape), *operands)
        value = builder.typecast(value, result_type(op).element_type)
        return builder.reshaped(value, shape_of(op.results[0]))

    return lower


def _sigmoid(f: Formula, x: SSAValue) -> SSAValue:
    return f.unary(ttir.SigmoidOp, x)


def _silu(f: Formula, x: SSAValue) -> SSAValue:
    return f.mul(x, _sigmoid(f, x))


def _bounded(f: Formula, x: SSAValue, low: float, high: float) -> SSAValue:
    return f.extreme(ttir.MinimumOp, f.extreme(ttir.MaximumOp, x, low), high)


def _hardsigmoid(f: Formula, x: SSAValue) -> SSAValue:
    return _bounded(f, f.add(f.mul(x, 1 / 6), 0.5), 0, 1)


def _relu6(f: Formula, x: SSAValue) -> SSAValue:
    return _bounded(f, x, 0, 6)


def _exp2(f: Formula, x: SSAValue) -> SSAValue:
    return f.unary(ttir.ExpOp, f.mul(x, log(2)))


def _softsign(f: Formula, x: SSAValue) -> SSAValue:
    return f.div(x, f.add(f.absolute(x), 1.0))


def _mish(f: Formula, x: SSAValue) -> SSAValue:
    """Return `x * tanh(log(1 + e^x))`.

    The softplus is `max(x, 0) + log1p(e^-|x|)`, which does not overflow.
    """
    tail = f.unary(ttir.Log1pOp, f.unary(ttir.ExpOp, f.mul(f.absolute(x), -1.0)))
    softplus = f.add(f.extreme(ttir.MaximumOp, x, 0.0), tail)
    return f.mul(x, f.unary(ttir.TanhOp, softplus))


def _trunc(f: Formula, x: SSAValue) -> SSAValue:
    negative = f.is_less(x, 0.0)
    return f.where(negative, f.unary(ttir.CeilOp, x), f.unary(ttir.FloorOp, x))


def _frac(f: Formula, x: SSAValue) -> SSAValue:
    return f.sub(x, _trunc(f, x))


def _signbit(f: Formula, x: SSAValue) -> SSAValue:
    """Return 1 for negative numbers and for -0, which is recognized by its negative reciprocal."""
    sign = f.where(f.compare(ttir.EqualOp, x, 0.0), f.unary(ttir.ReciprocalOp, x), x)
    return f.where(f.is_less(sign, 0.0), 1.0, 0.0)


def _gelu_gradient(f: Formula, gradient: SSAValue, x: SSAValue) -> SSAValue:
    """Return `gradient * (Phi(x) + x * phi(x))`.

    `Phi` is the normal distribution's cumulative function, and `phi` is its density.
    """
    area = f.mul(f.add(formulas.erf(f, f.mul(x, sqrt(0.5))), 1.0), 0.5)
    density = f.mul(f.unary(ttir.ExpOp, f.mul(f.mul(x, x), -0.5)), 1 / sqrt(2 * pi))
    return f.mul(gradient, f.add(area, f.mul(x, density)))


def _gelu_gradient_by_tanh(f: Formula, gradient: SSAValue, x: SSAValue) -> SSAValue:
    """Return the gradient of `x / 2 * (1 + tanh(c * (x + k * x^3)))`.

    The constants are `c = sqrt(2 / pi)` and `k = 0.044715`.
    """
    c, k = sqrt(2 / pi), 0.044715
    square = f.mul(x, x)
    t = f.unary(ttir.TanhOp, f.mul(f.mul(x, f.add(f.mul(square, k), 1.0)), c))
    slope = f.mul(f.add(f.mul(square, 3 * k), 1.0), c)
    bend = f.mul(f.mul(f.mul(x, 0.5), f.sub(1.0, f.mul(t, t))), slope)
    return f.mul(gradient, f.add(f.mul(f.add(t, 1.0), 0.5), bend))


def _gelu_bw(builder: RevisionBuilder, op: Any) -> SSAValue:
    by_tanh = op.approximate.data == "tanh"
    return _in_f32(_gelu_gradient_by_tanh if by_tanh else _gelu_gradient)(builder, op)


def _selu(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return `scale * (max(x, 0) + min(alpha * (e^x - 1), 0))`."""
    scale, alpha = op.scale.value.data, op.alpha.value.data

    def formula(f: Formula, x: SSAValue) -> SSAValue:
        bent = f.mul(f.unary(ttir.Expm1Op, f.extreme(ttir.MinimumOp, x, 0.0)), alpha)
        return f.mul(f.add(f.extreme(ttir.MaximumOp, x, 0.0), bent), scale)

    return _in_f32(formula)(builder, op)


def _clamp_tensor(builder: RevisionBuilder, op: Any) -> SSAValue:
    type_ = result_type(op)
    low = builder.into(ttir.MaximumOp, (op.input, op.min), type_)
    return builder.into(ttir.MinimumOp, (low, op.max), type_)


def _clamp_scalar(builder: RevisionBuilder, op: Any) -> SSAValue:
    bounds = {name: f32_attr(float(getattr(op, name).value.data)) for name in ("min", "max")}
    return builder.into(ttir.ClampOp, (op.input,), result_type(op), **bounds)


def _typecast(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the cast input of `op`, or the input itself if conversion made the types equal."""
    type_ = result_type(op)
    if builder.normalizes and tensor_type(op.input) == type_:
        return op.input
    return builder.into(ttir.TypecastOp, (op.input,), type_)


def typecast_to_truth(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the result of a cast to i1, a type that the conversion has already replaced by
    bf16.
    """
    return builder.nonzero(op.input)


TRUTH_OPS = {
    "ttir.bitwise_and": ttir.LogicalAndOp,
    "ttir.bitwise_or": ttir.LogicalOrOp,
    "ttir.bitwise_xor": ttir.LogicalXorOp,
    "ttir.bitwise_not": ttir.LogicalNotOp,
}
"""Maps bitwise operations to the logical operations that replace them for booleans."""


def _square(builder: RevisionBuilder, op: Any) -> SSAValue:
    return builder.into(ttir.MultiplyOp, (op.input, op.input), result_type(op))


_SI32 = IntegerType(32, Signedness.SIGNED)


def _shift(shift: bits.Shift) -> Callable[[RevisionBuilder, Any], SSAValue]:
    """Return a lowering of integer shifts to 32-bit products and quotients.

    If the amount is negative or at least the width, the result is 0, or the sign for an arithmetic
    shift to the right.
    """

    def lower(builder: RevisionBuilder, op: Any) -> SSAValue:
        element = result_type(op).element_type
        if not is_integer_type(element):
            raise refuse(op, f"elements of type {element} have no bits to shift")
        shape, is_signed = shape_of(op.results[0]), element.signedness.data is Signedness.SIGNED
        value, amounts = (
            builder.stretched(builder.typecast(each, _SI32), shape) for each in (op.lhs, op.rhs)
        )
        by = bits.logical_right if shift is bits.right and not is_signed else shift
        known, width = _repeated_number(op.rhs), element.width.data
        found = bits.shifted(builder, by, value, amounts, known=known, width=width)
        return builder.typecast(found, element)

    return lower


def _repeated_number(value: SSAValue) -> float | None:
    """Return the number that all elements of the constant `value` equal, or None."""
    elements = (
        value.owner.properties.get("value") if isinstance(value.owner, ttir.ConstantOp) else None
    )
    if not is_splat(elements):
        return None
    return cast(Any, elements).get_values()[0]


def _bitcast(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the lowering of a bit cast. Between integers of the same width it is a typecast, which
    keeps the bits.
    """
    old, new = tensor_type(op.input).element_type, result_type(op).element_type
    widths = [each.width.data if is_integer_type(each) else 0 for each in (old, new)]
    if old != new and not widths[0] == widths[1] > 0:
        if builder.is_for_reference:
            return _bitcast_of_stablehlo(builder, op.input, new)
        if (made := bit_cast(builder, op.input, new)) is not None:
            return made
        raise refuse(op, f"{old} are not taken for {new} of the same bits")
    return builder.typecast(op.input, new)


def _bitcast_of_stablehlo(builder: RevisionBuilder, value: SSAValue, new: Attribute) -> SSAValue:
    """Return the numbers of type `new` with the bits of `value`. StableHLO has no signed type."""

    def plain(element: Attribute) -> Attribute:
        if not is_integer_type(element) or element.signedness.data is not Signedness.SIGNED:
            return element
        return IntegerType(element.bitwidth, Signedness.UNSIGNED)

    held = builder.typecast(value, plain(tensor_type(value).element_type))
    type_ = TensorType(plain(new), shape_of(value))
    made = builder.op(BitcastConvertOp, (held,), [type_])
    return builder.typecast(made.results[0], new)


def _reduce_precision(builder: RevisionBuilder, op: Any) -> SSAValue:
    bits = [int(op.properties[f"{each}_bits"].value.data) for each in ("exponent", "mantissa")]
    if not (1 <= bits[0] <= 8 and 0 <= bits[1] <= 23):
        raise refuse(op, f"{bits[0]} exponent bits and {bits[1]} mantissa bits")
    type_ = result_type(op)
    if builder.is_for_reference:
        numbers = zip(("exponent_bits", "mantissa_bits"), bits, strict=True)
        attributes = {name: i32(number) for name, number in numbers}
        return builder.op(ReducePrecisionOp, (op.input,), [type_], **attributes).results[0]
    rounded = reduced_precision(builder, builder.f32(op.input), *bits)
    return builder.typecast(rounded, type_.element_type)


ELEMENTWISE: Table = {
    "ttir.acos": _in_f32(formulas.acos),
    "ttir.asin": _in_f32(formulas.asin),
    "ttir.asinh": _in_f32(formulas.asinh),
    "ttir.atan": _in_f32(formulas.atan),
    "ttir.atan2": _in_f32(formulas.atan2),
    "ttir.bitcast_convert": _bitcast,
    "ttir.clamp_scalar": _clamp_scalar,
    "ttir.clamp_tensor": _clamp_tensor,
    "ttir.erf": _in_f32(formulas.erf),
    "ttir.erfc": _in_f32(formulas.erfc),
    "ttir.exp2": _in_f32(_exp2),
    "ttir.frac": _in_f32(_frac),
    "ttir.gelu_bw": _gelu_bw,
    "ttir.hardsigmoid": _in_f32(_hardsigmoid),
    "ttir.logical_left_shift": _shift(bits.left),
    "ttir.logical_right_shift": _shift(bits.logical_right),
    "ttir.mish": _in_f32(_mish),
    "ttir.reduce_precision": _reduce_precision,
    "ttir.relu6": _in_f32(_relu6),
    "ttir.right_shift": _shift(bits.right),
    "ttir.round": _in_f32(formulas.round_nearest_even),
    "ttir.selu": _selu,
    "ttir.signbit": _in_f32(_signbit),
    "ttir.silu": _in_f32(_silu),
    "ttir.softsign": _in_f32(_softsign),
    "ttir.square": _square,
    "ttir.trunc": _in_f32(_trunc),
    "ttir.typecast": _typecast,
}
