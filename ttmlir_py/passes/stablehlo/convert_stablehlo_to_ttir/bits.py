"""Shifts, bit counts and bit casts of integers, built from 32-bit products, quotients and bitwise
ops.

Everything is computed in i32, whose products wrap around. Casts to and from ui32 keep the bits. A
shift by unknown amounts takes five steps, by 1, 2, 4, 8 and 16. Each step shifts the elements whose
amount has that bit.
"""

from collections.abc import Callable
from functools import partial
from math import inf, nan
from typing import cast

from xdsl.dialects.builtin import Float32Type, IntegerType, Signedness
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.constants import known_number
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.empty_tensors import unless_empty
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.rewriting.conversion import UnsupportedError

WIDTH = 32
_I32 = IntegerType(WIDTH)
_STEPS = (1, 2, 4, 8, 16)

Shift = Callable[["_Bits", SSAValue, int], SSAValue]
"""A function that shifts all elements by a constant number from 1 to 31."""


class _Bits:
    """A builder of ops on one tensor of 32-bit integers, i32 or si32."""

    def __init__(self, builder: ConversionBuilder, word: IntegerType = _I32):
        self._builder = builder
        self._word = word

    def _binary(self, cls: type[Operation], value: SSAValue, other: SSAValue | int) -> SSAValue:
        if isinstance(other, int):
            number = (other + 2 ** (WIDTH - 1)) % 2**WIDTH - 2 ** (WIDTH - 1)
            other = self._builder.scalar(number, self._word)
        return self._builder.binary(cls, value, other)

    def both(self, value: SSAValue, other: int) -> SSAValue:
        """Return `value & other`."""
        return self._binary(ttir.BitwiseAndOp, value, other)

    def either(self, value: SSAValue, other: SSAValue) -> SSAValue:
        """Return `value | other`."""
        return self._binary(ttir.BitwiseOrOp, value, other)

    def add(self, value: SSAValue, other: SSAValue | int) -> SSAValue:
        """Return `value + other`."""
        return self._binary(ttir.AddOp, value, other)

    def subtract(self, value: SSAValue, other: SSAValue) -> SSAValue:
        """Return `value - other`."""
        return self._binary(ttir.SubtractOp, value, other)

    def multiply(self, value: SSAValue, factor: int) -> SSAValue:
        """Return `value * factor`."""
        return self._binary(ttir.MultiplyOp, value, factor)

    def divide(self, value: SSAValue, divisor: int) -> SSAValue:
        """Return `value / divisor`."""
        return self._binary(ttir.DivOp, value, divisor)

    def where(
        self, condition: type[Operation], value: SSAValue, other: int, a: SSAValue, b: SSAValue
    ) -> SSAValue:
        """Return `a` where the comparison `condition` of `value` with `other` holds, otherwise
        `b`.
        """
        builder = self._builder
        return builder.where(
            builder.truth(condition, value, builder.scalar(other, self._word)), a, b
        )

    def number(self, number: int) -> SSAValue:
        """Return a one-element constant that holds `number`."""
        return self._builder.scalar(number, self._word)


def left(f: _Bits, value: SSAValue, amount: int) -> SSAValue:
    """Return `value` shifted to the left by `amount`, filled with zeros."""
    return f.multiply(value, 2**amount)


def right(f: _Bits, value: SSAValue, amount: int) -> SSAValue:
    """Return `value` shifted to the right by `amount`, filled with copies of the sign.

    The low bits are cleared first, so that the division is exact. A shift by 31 takes two steps,
    because 2^31 does not fit in i32.
    """
    if amount == WIDTH - 1:
        return right(f, right(f, value, 1), amount - 1)
    return f.divide(f.both(value, -(2**amount)), 2**amount)


def logical_right(f: _Bits, value: SSAValue, amount: int) -> SSAValue:
    """Return `value` shifted to the right by `amount`, filled with zeros."""
    return f.both(right(f, value, amount), 2 ** (WIDTH - amount) - 1)


def _by_amounts(f: _Bits, value: SSAValue, amounts: SSAValue, shift: Shift) -> SSAValue:
    """Return `value` shifted by `amounts`, which are unknown at compile time.

    If an amount is negative or above 31, the result is 0, or the sign for an arithmetic shift to
    the right.
    """
    is_signed = shift is right
    beyond = f.number(WIDTH - 1 if is_signed else 0)
    for condition, limit in ((ttir.LessThanOp, 0), (ttir.GreaterThanOp, WIDTH - 1)):
        if not is_signed:
            value = f.where(condition, amounts, limit, f.number(0), value)
        amounts = f.where(condition, amounts, limit, beyond, amounts)
    for step in _STEPS:
        value = f.where(ttir.NotEqualOp, f.both(amounts, step), 0, shift(f, value, step), value)
    return value


def _in_i32(
    op: Operation, conversion: Conversion, *, may_be_wide: bool = False
) -> tuple[int, list[SSAValue]]:
    """Return the width in bits of the elements of `op`, and its operands cast to i32.

    Raises UnsupportedError for integers that do not fit in i32; `may_be_wide` accepts 64-bit
    integers.
    """
    element = conversion.types.of(op.operands[0]).element_type
    width = element.width.data if is_integer_type(element) else 0
    is_unsigned = is_integer_type(element) and element.signedness.data is Signedness.UNSIGNED
    is_known = width == WIDTH or (width in (8, 16) and is_unsigned)
    if not is_known and not (may_be_wide and width == 2 * WIDTH):
        raise UnsupportedError(
            f"bit operations on '{element}' are not supported: only on integers of {WIDTH} "
            "bits, and on unsigned ones of 8 or 16"
        )
    builder = ConversionBuilder(op)
    return width, [builder.typecast(each, _I32) for each in op.operands]


_UI64 = IntegerType(64, Signedness.UNSIGNED)


def _lower_shift(op: Operation, conversion: Conversion, shift: Shift) -> None:
    """Lower a shift by a known number, the same for all elements, or by unknown amounts.

    64-bit integers become 32-bit, so only left shifts and arithmetic right shifts of them are
    supported.
    """
    width, (value, amounts) = _in_i32(op, conversion, may_be_wide=shift is not logical_right)
    is_wide_unsigned = conversion.types.of(op.results[0]).element_type == _UI64
    if shift is right and (width < WIDTH or is_wide_unsigned):
        raise UnsupportedError("its elements have no sign")
    known = known_number(op.operands[1], conversion)
    builder = ConversionBuilder(op)
    _replace(op, shifted(builder, shift, value, amounts, known=known, width=width), conversion)


def shifted(
    builder: ConversionBuilder,
    shift: Shift,
    value: SSAValue,
    amounts: SSAValue,
    *,
    known: float | None = None,
    width: int = WIDTH,
) -> SSAValue:
    """Return the 32-bit integers `value` (i32 or si32) shifted by `amounts`, or by the number
    `known`.

    Unsigned elements with fewer than 32 bits are masked to `width` bits.
    """
    f = _Bits(builder, cast(IntegerType, tensor_type(value).element_type))
    if known is None:
        value = _by_amounts(f, value, amounts, shift)
    elif not 0 <= known < WIDTH:
        value = right(f, value, WIDTH - 1) if shift is right else f.both(value, 0)
    elif known:
        value = shift(f, value, int(known))
    return value if width >= WIDTH else f.both(value, 2**width - 1)


def _replace(op: Operation, value: SSAValue, conversion: Conversion) -> None:
    element = result_type(op).element_type
    conversion.replace(op, ConversionBuilder(op).typecast(value, element))


def _count(f: _Bits, value: SSAValue) -> SSAValue:
    """Return the number of set bits of each element.

    Bits are counted in pairs, then in groups of four, then in bytes. A product then adds up the
    counts of all bytes in the highest byte.
    """
    value = f.subtract(value, f.both(logical_right(f, value, 1), 0x55555555))
    fours = f.both(logical_right(f, value, 2), 0x33333333)
    value = f.add(f.both(value, 0x33333333), fours)
    value = f.both(f.add(value, logical_right(f, value, 4)), 0x0F0F0F0F)
    return logical_right(f, f.multiply(value, 0x01010101), 24)


def lower_popcnt(op: stablehlo.PopulationCountOp, conversion: Conversion) -> None:
    """Lower `popcnt`."""
    _, (value,) = _in_i32(op, conversion)
    _replace(op, _count(_Bits(ConversionBuilder(op)), value), conversion)


def lower_count_leading_zeros(op: stablehlo.ClzOp, conversion: Conversion) -> None:
    """Lower `count_leading_zeros`: set all bits below the highest set bit, then count the zeros."""
    width, (value,) = _in_i32(op, conversion)
    f = _Bits(ConversionBuilder(op))
    for step in _STEPS:
        value = f.either(value, logical_right(f, value, step))
    zeros = f.add(f.multiply(_count(f, value), -1), width)
    _replace(op, zeros, conversion)


def lower_bitcast_convert(op: stablehlo.BitcastConvertOp, conversion: Conversion) -> None:
    """Lower `bitcast_convert` to the same type, between signed and unsigned 32-bit integers, or
    between integers and floats of the same width.

    A typecast between 32-bit integers keeps the bits.
    """
    old, new = conversion.types.of(op.operand), tensor_type(op.results[0])
    elements = (old.element_type, new.element_type)
    are_alike = elements[0] == elements[1]
    are_words = all(is_integer_type(each) and each.width.data == WIDTH for each in elements)
    layout = _FLOATS.get(str(new.element_type))
    width = old.element_type.width.data if is_integer_type(old.element_type) else 0
    if layout is not None and sum(layout) + 1 == width:
        _, (bits,) = _in_i32(op, conversion)
        value = _float_of_bits(op, bits, layout, conversion)
        conversion.replace(op, ConversionBuilder(op).typecast(value, new.element_type))
        return
    held, taken = _FLOATS.get(str(old.element_type)), new.element_type
    word = taken.width.data if is_integer_type(taken) else 0
    is_signed = is_integer_type(taken) and taken.signedness.data is not Signedness.UNSIGNED
    has_word = word == WIDTH or not is_signed
    if held is not None and has_word and sum(held) + 1 == word:
        builder = ConversionBuilder(op)
        _replace(op, _bits_of_float(builder, builder.typecast(op.operand, _F32), held), conversion)
        return
    if not (are_alike or are_words):
        raise UnsupportedError(
            "TTIR reinterprets only 32-bit integers, and floats of 16 and 32 bits as such integers "
            "or as unsigned ones"
        )
    _replace(op, op.operand, conversion)


_FLOATS = {"f32": (8, 23), "f16": (5, 10), "bf16": (8, 7)}
"""Maps floats to the widths of exponent and mantissa."""
_F32 = Float32Type()


def _float_of_bits(
    op: stablehlo.BitcastConvertOp, bits: SSAValue, layout: tuple[int, int], conversion: Conversion
) -> SSAValue:
    """Return the f32 value of the float whose bits are the i32 numbers `bits`.

    All steps are exact: the mantissa has at most 24 bits, and the factors are powers of two.
    """
    exponent_width, mantissa_width = layout
    builder = ConversionBuilder(op)
    f = _Bits(builder)

    def number(value: float) -> SSAValue:
        return builder.scalar(value, _F32)

    def times(value: SSAValue, other: SSAValue) -> SSAValue:
        return builder.binary(ttir.MultiplyOp, value, other)

    unit = number(2.0**-mantissa_width)
    if _is_from_one_to_two(op.operand, layout, conversion):
        # the exponent is that of 1.0, as in `jax.random.uniform`, so only the mantissa varies
        mantissa = builder.typecast(f.both(bits, 2**mantissa_width - 1), _F32)
        return builder.binary(ttir.AddOp, times(mantissa, unit), number(1.0))
    bias, highest = 2 ** (exponent_width - 1) - 1, 2 ** (exponent_width - 1)
    rest = f.both(bits, 2**mantissa_width - 1)
    fraction = times(builder.typecast(rest, _F32), unit)
    exponent = f.both(logical_right(f, bits, mantissa_width), 2**exponent_width - 1)
    # 2^(exponent - bias) in steps that neither overflow nor lose bits
    half = highest // 2
    value = times(builder.binary(ttir.AddOp, fraction, number(1.0)), number(2.0**-half))
    for step in range(exponent_width - 1):
        factor = f.where(
            ttir.NotEqualOp, f.both(exponent, 2**step), 0, number(2.0 ** (2**step)), number(1.0)
        )
        value = times(value, factor)
    is_large = f.both(exponent, highest)
    last = f.where(
        ttir.NotEqualOp, is_large, 0, number(2.0 ** (half + 1)), number(2.0 ** (half - bias))
    )
    value = times(value, last)
    small = times(fraction, number(2.0 ** (1 - bias)))
    value = f.where(ttir.EqualOp, exponent, 0, small, value)
    special = f.where(ttir.EqualOp, rest, 0, number(inf), number(nan))
    value = f.where(ttir.EqualOp, exponent, 2**exponent_width - 1, special, value)
    sign = f.both(bits, 2 ** (exponent_width + mantissa_width))
    return f.where(ttir.NotEqualOp, sign, 0, times(value, number(-1.0)), value)


def _bits_of_float(
    builder: ConversionBuilder, value: SSAValue, layout: tuple[int, int]
) -> SSAValue:
    """Return the bits of numbers as i32. `value` has them in f32, and `layout` is their own.

    All steps are exact: the factors are powers of two. NaN has the bits of a positive quiet NaN.
    """
    exponent_width, mantissa_width = layout
    bias, highest = 2 ** (exponent_width - 1) - 1, 2**exponent_width - 1
    f = _Bits(builder)

    def number(value: float) -> SSAValue:
        return builder.scalar(value, _F32)

    def times(value: SSAValue, factor: SSAValue) -> SSAValue:
        return builder.binary(ttir.MultiplyOp, value, factor)

    def integer(value: SSAValue) -> SSAValue:
        return builder.typecast(times(value, number(2.0**mantissa_width)), _I32)

    size = builder.unary(ttir.AbsOp, value)
    is_small = builder.truth(ttir.LessThanOp, size, number(1.0))
    scaled = times(size, builder.where(is_small, number(2.0**127), number(1.0)))
    exponent = builder.where(is_small, f.number(bias - 127), f.number(bias))
    for step in reversed(range(7)):  # divide by powers of two until the number is below two
        power = 2**step
        is_large = builder.truth(ttir.GreaterEqualOp, scaled, number(2.0**power))
        scaled = times(scaled, builder.where(is_large, number(2.0**-power), number(1.0)))
        exponent = f.add(exponent, builder.where(is_large, f.number(power), f.number(0)))
    is_finite = builder.truth(ttir.LessThanOp, size, number(inf))
    fraction = builder.where(
        is_finite, builder.binary(ttir.SubtractOp, scaled, number(1.0)), number(0.0)
    )
    bits = f.add(f.multiply(exponent, 2**mantissa_width), integer(fraction))
    is_subnormal = builder.truth(ttir.LessThanOp, size, number(2.0 ** (1 - bias)))
    below = builder.where(is_subnormal, size, number(0.0))
    bits = builder.where(is_subnormal, integer(times(below, number(2.0 ** (bias - 1)))), bits)
    infinity = highest << mantissa_width
    is_infinite = builder.truth(ttir.EqualOp, size, number(inf))
    not_a_number = f.number(infinity + 2 ** (mantissa_width - 1))
    special = builder.where(is_infinite, f.number(infinity), not_a_number)
    bits = builder.where(is_finite, bits, special)
    # the reciprocal has the sign of a zero
    is_zero = builder.truth(ttir.EqualOp, value, number(0.0))
    signed = builder.where(is_zero, builder.unary(ttir.ReciprocalOp, value), value)
    is_negative = builder.truth(ttir.LessThanOp, signed, number(0.0))
    sign = 2 ** (exponent_width + mantissa_width)
    return builder.where(is_negative, f.add(bits, sign), bits)


def _is_from_one_to_two(value: SSAValue, layout: tuple[int, int], conversion: Conversion) -> bool:
    """Whether `value` has the bits of 1.0, combined with numbers that only have mantissa bits."""
    exponent_width, mantissa_width = layout
    owner = value.owner
    if not isinstance(owner, stablehlo.OrOp):
        return False
    one = (2 ** (exponent_width - 1) - 1) << mantissa_width
    for bits, constant in (owner.operands, reversed(owner.operands)):
        if known_number(constant, conversion) != one:
            continue
        shift = bits.owner
        if isinstance(shift, stablehlo.ShiftRightLogicalOp):
            amount = known_number(shift.operands[1], conversion)
            width = exponent_width + mantissa_width + 1
            return amount is not None and width - mantissa_width <= amount < width
    return False


LOWERINGS: Lowerings = unless_empty(
    {
        stablehlo.ShiftLeftOp: partial(_lower_shift, shift=left),
        stablehlo.ShiftRightArithmeticOp: partial(_lower_shift, shift=right),
        stablehlo.ShiftRightLogicalOp: partial(_lower_shift, shift=logical_right),
        stablehlo.PopulationCountOp: lower_popcnt,
        stablehlo.ClzOp: lower_count_leading_zeros,
        stablehlo.BitcastConvertOp: lower_bitcast_convert,
    }
)
