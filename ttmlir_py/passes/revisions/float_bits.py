"""Operations on the bits of floats, which 2025-02 lacks, as exact arithmetic: bit casts between
floats and integers, and rounding to formats with fewer bits.

Each step multiplies by a power of two, adds integers below 2^24, or selects, so that nothing is
rounded. Denormal numbers become 0, as on devices. NaN has the bits 0x7FC00000.
"""

from math import inf, nan

from xdsl.dialects.builtin import BFloat16Type, Float32Type, IntegerType, Signedness, bf16, f32
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.revisions.state import RevisionBuilder

_SI32 = IntegerType(32, Signedness.SIGNED)
_POWERS = (64, 32, 16, 8, 4, 2, 1)
_FRACTION = 23
"""The number of bits of the fraction of f32."""
_BIAS = 127
_LEAST, _LARGEST = 2.0**-126, (2 - 2.0**-_FRACTION) * 2.0**127
"""The smallest and the largest normal number of f32."""
_SIGN, _INFINITY, _NAN = -(2**31), 0x7F800000, 0x7FC00000


def bit_cast(builder: RevisionBuilder, value: SSAValue, new: Attribute) -> SSAValue | None:
    """Return the numbers of type `new` with the bits of `value`, or None if this is not a cast
    between a float type and an integer type of its width.
    """
    old = tensor_type(value).element_type
    if isinstance(old, Float32Type) and _width(new) == 32:
        return builder.typecast(_bits(builder, value), new)
    if isinstance(old, BFloat16Type) and _width(new) == 16:
        word = _bits(builder, builder.f32(value))
        high = _both(builder, word, -(2**16))
        number = builder.binary(ttir.DivOp, high, builder.scalar(2**16, _SI32))
        return builder.typecast(_both(builder, number, 2**16 - 1), new)
    if _width(old) == 32 and isinstance(new, Float32Type):
        return _float(builder, builder.typecast(value, _SI32))
    if _width(old) == 16 and isinstance(new, BFloat16Type):
        word = builder.typecast(value, _SI32)
        high = builder.binary(ttir.MultiplyOp, word, builder.scalar(2**16, _SI32))
        return builder.typecast(_float(builder, high), bf16)
    return None


def _width(element: Attribute) -> int:
    return element.width.data if is_integer_type(element) else 0


def _both(builder: RevisionBuilder, word: SSAValue, mask: int) -> SSAValue:
    return builder.binary(ttir.BitwiseAndOp, word, builder.scalar(mask, _SI32))


def _times(builder: RevisionBuilder, value: SSAValue, factor: float) -> SSAValue:
    return builder.binary(ttir.MultiplyOp, value, builder.scalar(factor, f32))


def _plus(builder: RevisionBuilder, value: SSAValue, summand: float) -> SSAValue:
    return builder.binary(ttir.AddOp, value, builder.scalar(summand, f32))


def reduced_precision(
    builder: RevisionBuilder, value: SSAValue, exponent_bits: int, mantissa_bits: int
) -> SSAValue:
    """Return f32 numbers rounded to a format with these bits: to nearest, ties to even.

    Numbers that are too large become infinite. Those below the smallest normal number become 0.
    """
    fraction, exponent = _split(builder, builder.unary(ttir.AbsOp, value))
    if mantissa_bits < _FRACTION:
        # The sum with this number has as many bits behind the point as the format.
        large = 2.0 ** (_FRACTION - mantissa_bits)
        fraction = _plus(builder, _plus(builder, fraction, large), -large)
    size = _scaled(builder, fraction, exponent)
    bias = 2 ** (exponent_bits - 1) - 1
    if bias < _BIAS:
        is_large = builder.truth(ttir.GreaterEqualOp, size, builder.scalar(2.0 ** (bias + 1), f32))
        size = builder.where(is_large, builder.scalar(inf, f32), size)
    is_small = builder.truth(ttir.LessThanOp, size, builder.scalar(2.0 ** (1 - bias), f32))
    size = builder.where(is_small, builder.scalar(0.0, f32), size)
    return builder.where(_is_negative(builder, value), builder.unary(ttir.NegOp, size), size)


def _split(builder: RevisionBuilder, size: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Return the fraction, from 1 to 2, and the exponent of positive f32 numbers."""
    exponent = builder.splat(0.0, tensor_type(size))
    fraction = size
    for power in _POWERS:
        is_large = builder.truth(ttir.GreaterEqualOp, fraction, builder.scalar(2.0**power, f32))
        fraction = builder.where(is_large, _times(builder, fraction, 2.0**-power), fraction)
        exponent = builder.where(is_large, _plus(builder, exponent, power), exponent)
    for power in _POWERS:
        is_small = builder.truth(ttir.LessThanOp, fraction, builder.scalar(2.0 ** (1 - power), f32))
        fraction = builder.where(is_small, _times(builder, fraction, 2.0**power), fraction)
        exponent = builder.where(is_small, _plus(builder, exponent, -power), exponent)
    return fraction, exponent


def _scaled(builder: RevisionBuilder, value: SSAValue, exponent: SSAValue) -> SSAValue:
    """Return `value` times two to the power of `exponent`, a whole number as f32."""
    for sign in (1, -1):
        left = _times(builder, exponent, sign)
        for power in _POWERS:
            is_set = builder.truth(ttir.GreaterEqualOp, left, builder.scalar(float(power), f32))
            value = builder.where(is_set, _times(builder, value, 2.0 ** (sign * power)), value)
            left = builder.where(is_set, _plus(builder, left, -power), left)
    return value


def _is_negative(builder: RevisionBuilder, value: SSAValue) -> SSAValue:
    """Return whether f32 numbers have a sign. Only the reciprocal tells -0 from 0."""
    zero = builder.scalar(0.0, f32)
    is_zero = builder.truth(ttir.EqualOp, value, zero)
    signed = builder.where(is_zero, builder.unary(ttir.ReciprocalOp, value), value)
    return builder.truth(ttir.LessThanOp, signed, zero)


def _bits(builder: RevisionBuilder, value: SSAValue) -> SSAValue:
    """Return the bits of f32 numbers as si32."""
    size = builder.unary(ttir.AbsOp, value)
    fraction, exponent = _split(builder, size)
    low = builder.typecast(_times(builder, _plus(builder, fraction, -1.0), 2.0**_FRACTION), _SI32)
    high = builder.typecast(_plus(builder, exponent, _BIAS), _SI32)
    high = builder.binary(ttir.MultiplyOp, high, builder.scalar(2**_FRACTION, _SI32))
    word = builder.binary(ttir.AddOp, high, low)
    least, largest = (builder.scalar(each, f32) for each in (_LEAST, _LARGEST))
    for condition, number in (
        (builder.truth(ttir.LessThanOp, size, least), 0),
        (builder.truth(ttir.GreaterThanOp, size, largest), _INFINITY),
        (builder.truth(ttir.NotEqualOp, value, value), _NAN),
    ):
        word = builder.where(condition, builder.scalar(number, _SI32), word)
    negative = builder.binary(ttir.BitwiseOrOp, word, builder.scalar(_SIGN, _SI32))
    return builder.where(_is_negative(builder, value), negative, word)


def _float(builder: RevisionBuilder, word: SSAValue) -> SSAValue:
    """Return the f32 numbers whose bits are given as si32."""
    zero = builder.scalar(0.0, f32)
    fraction = builder.typecast(_both(builder, word, 2**_FRACTION - 1), f32)
    exponent = builder.typecast(_both(builder, word, _INFINITY), f32)
    exponent = _plus(builder, _times(builder, exponent, 2.0**-_FRACTION), -_BIAS)
    value = _plus(builder, _times(builder, fraction, 2.0**-_FRACTION), 1.0)
    value = _scaled(builder, value, exponent)
    has_fraction = builder.truth(ttir.NotEqualOp, fraction, zero)
    special = builder.where(has_fraction, builder.scalar(nan, f32), builder.scalar(inf, f32))
    lowest, highest = (builder.scalar(float(each), f32) for each in (-_BIAS, _BIAS + 1))
    value = builder.where(builder.truth(ttir.EqualOp, exponent, lowest), zero, value)
    value = builder.where(builder.truth(ttir.EqualOp, exponent, highest), special, value)
    is_negative = builder.truth(ttir.LessThanOp, word, builder.scalar(0, _SI32))
    return builder.where(is_negative, builder.unary(ttir.NegOp, value), value)
