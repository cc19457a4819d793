"""The text of floating-point numbers, identical to MLIR's in every digit.

MLIR asks LLVM's APFloat for six digits after the point and keeps that text if it reads back as the
same value. Otherwise it asks for as many digits as the format can hold. If these do not read back
either, it writes the bits in hexadecimal. APFloat drops excess *binary* precision by truncation
before it rounds in decimal, so its last digit is not always correctly rounded: `0.01 : f32` is
`0.00999999977`, where a correctly rounded nine-digit text would be `0.00999999978`.
"""

from __future__ import annotations

import math
import struct
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from typing_extensions import TypeIs
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    Float80Type,
    Float128Type,
    FloatAttr,
    FloatData,
    FloatNanEncoding,
    FloatNonfiniteBehavior,
    ReducedPrecisionFloatType,
)
from xdsl.ir import Attribute

if TYPE_CHECKING:
    from fractions import Fraction

# Bits of the significand, the hidden one included (LLVM's `fltSemantics::precision`).
_PRECISION: dict[type[AnyFloat], int] = {
    BFloat16Type: 8,
    Float16Type: 11,
    Float32Type: 24,
    Float64Type: 53,
    Float80Type: 64,
    Float128Type: 113,
}

_MAX_EXPONENT = (1 << 15) - 1  # the exponent bits of infinity in f80 and f128

# APFloat's rational approximation of log2(10) = 3.3219: 196/59 bits per decimal digit.
_BITS_NUMERATOR, _BITS_DENOMINATOR = 196, 59

# Largest number of zeros between the point and the first digit before APFloat switches to
# scientific notation.
_MAX_PADDING = 3


def float_text(value: float, type: AnyFloat) -> str:
    """Return MLIR's text of `value` without type suffix. `value` must be representable in `type`.

    >>> from xdsl.dialects.builtin import f32
    >>> float_text(0.10000000149011612, f32)
    '1.000000e-01'
    """
    return float_bits_text(float_bits(value, type), type)


def is_wide(type: Attribute) -> TypeIs[Float80Type | Float128Type]:
    """Whether `type` is f80 or f128, whose elements xDSL cannot pack into bytes."""
    return isinstance(type, Float80Type | Float128Type)


def float_size(type: AnyFloat) -> int:
    """Return the number of bytes of an element of format `type`."""
    return type.bitwidth // 8 if is_wide(type) else type.compile_time_size


def float_bits(value: float, type: AnyFloat) -> int:
    """Return the bits of the number of `type` nearest to `value`; infinity if `value` is too large.

    A NaN keeps its sign and payload, which xDSL's `pack` would replace.
    """
    if is_wide(type):
        return _wide_bits(value, type)
    if value != value and _has_payloads(type):
        from ttmlir_py.common.data_formats import nan_bits

        return nan_bits(value, *_field_widths(type))
    try:
        data = type.pack((value,))
    except OverflowError:
        data = type.pack((math.copysign(math.inf, value),))
    return int.from_bytes(data, "little")


def float_of_bits(bits: int, type: AnyFloat) -> float:
    """Return the number that `type` encodes as `bits`. A NaN keeps its sign and payload.

    Raise ValueError if `type` is wider than binary64 and the number is not one of binary64.
    """
    if is_wide(type):
        return _wide_float(bits, type)
    (value,) = type.unpack(bits.to_bytes(type.compile_time_size, "little"), 1)
    if value == value:
        return value
    if _has_payloads(type):
        from ttmlir_py.common.data_formats import nan_of_bits

        return nan_of_bits(bits, *_field_widths(type))
    return -value if bits >> (type.bitwidth - 1) and float_bits(-value, type) == bits else value


def pack_floats(values: Sequence[float], type: AnyFloat) -> bytes:
    """Return the little-endian bytes of `values` in format `type`. A NaN keeps its sign and
    payload.

    A number of f80 or f128 may be given by its bits, as an `int`.
    """
    if not is_wide(type) and all(value == value for value in values):
        try:
            return type.pack(values)
        except OverflowError:
            pass
    size = float_size(type)
    bits = [value if isinstance(value, int) else float_bits(value, type) for value in values]
    return b"".join([each.to_bytes(size, "little") for each in bits])


def float_attribute(value: float, type: AnyFloat) -> FloatAttr:
    """Return `value : type`, rounded to the nearest number of `type`; infinity if `value` is too
    large.

    A NaN keeps its payload, which xDSL's constructor would replace.
    """
    if is_wide(type):
        return FloatAttr(value, type)
    number = float_of_bits(float_bits(value, type), type)
    return FloatAttr.new((FloatData(number), type))


def _has_payloads(type: AnyFloat) -> bool:
    """Whether NaNs of `type` have payloads as in IEEE 754: all exponent bits set and a nonzero
    fraction.
    """
    if isinstance(type, ReducedPrecisionFloatType):
        semantics = type.SEMANTICS
        return (
            semantics.nonfinite is FloatNonfiniteBehavior.IEEE
            and semantics.nan_encoding is FloatNanEncoding.IEEE
        )
    return isinstance(type, BFloat16Type | Float16Type | Float32Type | Float64Type)


def _field_widths(type: AnyFloat) -> tuple[int, int]:
    """Return the numbers of exponent bits and fraction bits of `type`."""
    fraction = _precision(type) - 1
    return type.bitwidth - 1 - fraction, fraction


def float_bits_text(bits: int, type: AnyFloat) -> str:
    """Return MLIR's text of the number that `type` encodes as `bits`, including the payload of a
    NaN.
    """
    return _bits_text(bits, type.name, type)


def _bits_text(bits: int, name: str, type: AnyFloat) -> str:
    # The keys are names, because hashing a type attribute costs more than the lookup saves.
    key = (bits, name)
    text = _memo.get(key)
    if text is None:
        if len(_memo) > 1 << 16:
            _memo.clear()
        text = _memo[key] = _compute_bits_text(bits, type)
    return text


_memo: dict[tuple[int, str], str] = {}


def _compute_bits_text(bits: int, type: AnyFloat) -> str:
    if is_wide(type):
        return _wide_bits_text(bits, type)
    (value,) = type.unpack(bits.to_bytes(type.compile_time_size, "little"), 1)
    if math.isfinite(value):
        precision = _precision(type)
        text = _six_digits(value)
        if _reads_back(text, value, bits, type):
            return text
        text = _all_digits(value, precision)
        if "." in text:
            return text
    return f"0x{bits:X}"


def _precision(type: AnyFloat) -> int:
    if isinstance(type, ReducedPrecisionFloatType):
        return type.SEMANTICS.mantissa_bits + 1
    return _PRECISION[type.__class__]


def _reads_back(text: str, value: float, bits: int, type: AnyFloat) -> bool:
    """Whether `text`, rounded once from decimal to `type`, gives `bits`.

    Rounding first to binary64 and then to `type` is wrong only where the binary64 number is
    half-way between two numbers of `type`. In that case the neighbours of the binary64 number round
    differently, and the exact value of the text decides.
    """
    read = float(text)
    if isinstance(type, Float64Type) or read == value:
        return read == value

    def encode(number: float) -> int:
        return int.from_bytes(type.pack((number,)), "little")

    below, above = encode(math.nextafter(read, -math.inf)), encode(math.nextafter(read, math.inf))
    if below == above:
        return below == bits
    from fractions import Fraction  # imported here because it loads slowly and few numbers need it

    exact, half = Fraction(text), Fraction(read)
    return (above if exact > half else below if exact < half else encode(read)) == bits


class _WideNumber(NamedTuple):
    """The fields of a number of f80 or f128. Its value is `significand * 2 ** scale`."""

    is_negative: bool
    is_finite: bool
    significand: int
    """The bits of the significand, the leading bit included."""
    scale: int

    @property
    def magnitude(self) -> Fraction:
        """The absolute value of a finite number."""
        from fractions import Fraction  # imported here because it loads slowly

        return Fraction(self.significand) * Fraction(2) ** self.scale


def _wide_number(bits: int, type: Float80Type | Float128Type) -> _WideNumber:
    """Return the number that `bits` encode.

    The leading bit of f80 is stored. As in LLVM, f80 encodings without it are NaNs, unless their
    exponent is zero.
    """
    fraction_width = _precision(type) - 1
    stores_leading_bit = isinstance(type, Float80Type)
    top = bits >> (fraction_width + stores_leading_bit)
    exponent = top & _MAX_EXPONENT
    significand = bits & ((1 << fraction_width) - 1)
    leading = bits >> fraction_width & 1 if stores_leading_bit else int(exponent != 0)
    is_finite = exponent != _MAX_EXPONENT and (bool(leading) or exponent == 0)
    scale = max(exponent, 1) - (_MAX_EXPONENT >> 1) - fraction_width
    return _WideNumber(bool(top >> 15), is_finite, significand | leading << fraction_width, scale)


def _wide_float(bits: int, type: Float80Type | Float128Type) -> float:
    """Return the number that `bits` encode in a format wider than binary64.

    Raise ValueError if binary64, in which xDSL holds all floats, cannot represent the number.
    """
    number = _wide_number(bits, type)
    value = math.inf
    if number.is_finite:
        if number.magnitude <= sys.float_info.max:
            value = float(number.magnitude)
    else:
        fraction = number.significand & ((1 << (_precision(type) - 1)) - 1)
        data = 0x7FF << 52 | fraction >> (_precision(type) - 1 - 52)
        (value,) = struct.unpack("<d", data.to_bytes(8, "little"))
    value = math.copysign(value, -1 if number.is_negative else 1)
    if _wide_bits(value, type) != bits:
        raise ValueError(f"{type.name} value 0x{bits:X} is not supported: it is not an f64 value")
    return value


def _wide_bits(value: float, type: Float80Type | Float128Type) -> int:
    """Return the bits of a binary64 number in a format wider than binary64, which can hold it."""
    fraction_width = _precision(type) - 1
    bits = int.from_bytes(struct.pack("<d", value), "little")
    significand = (bits & ((1 << 52) - 1)) << (fraction_width - 52)
    exponent = _MAX_EXPONENT
    if math.isfinite(value):
        mantissa, power = math.frexp(abs(value))
        significand = int(mantissa * (1 << 53)) << (fraction_width - 52)
        exponent = power - 1 + (_MAX_EXPONENT >> 1) if value else 0
    if isinstance(type, Float80Type):
        leading = int(exponent != 0) << fraction_width
        significand = significand & ((1 << fraction_width) - 1) | leading
        return ((bits >> 63) << 15 | exponent) << (fraction_width + 1) | significand
    significand &= (1 << fraction_width) - 1
    return ((bits >> 63) << 15 | exponent) << fraction_width | significand


def _wide_bits_text(bits: int, type: Float80Type | Float128Type) -> str:
    """Return MLIR's text of the number that `bits` encode in a format wider than binary64."""
    number, precision = _wide_number(bits, type), _precision(type)
    if not number.is_finite:
        return f"0x{bits | _MAX_EXPONENT << (type.bitwidth - 16):X}"
    text = _six_digits(number.magnitude)
    if not _reads_back_wide(text, number, precision):
        text = _all_digits(number.magnitude, precision)
    if "." not in text:
        return f"0x{bits:X}"
    return f"-{text}" if number.is_negative else text


def _reads_back_wide(text: str, number: _WideNumber, precision: int) -> bool:
    """Whether `text`, rounded to `precision` bits, gives the magnitude of `number`."""
    from fractions import Fraction

    magnitude = number.magnitude
    difference = Fraction(text) - magnitude
    half = Fraction(2) ** (number.scale - 1)
    # Numbers just below a power of two are only half as far apart as those above it.
    if difference < 0 and number.significand == 1 << (precision - 1):
        half /= 2
    return abs(difference) < half or (abs(difference) == half and not number.significand & 1)


def _six_digits(value: float | Fraction) -> str:
    """Return APFloat's text of `value` with six digits and no zero padding: always
    `d.dddddde+XX`.
    """
    if value == 0:
        return "-0.000000e+00" if math.copysign(1.0, value) < 0 else "0.000000e+00"
    sign = "-" if value < 0 else ""
    digits, exponent = _decimal_digits(value, 6)
    exponent += len(digits) - 1
    return f"{sign}{digits[0]}.{digits[1:]:0<6}e{exponent:+03d}"


def _all_digits(value: float | Fraction, precision: int) -> str:
    """Return APFloat's shortest text of `value` with all digits that `precision` bits can
    represent.
    """
    wanted = 2 + precision * _BITS_DENOMINATOR // _BITS_NUMERATOR
    sign = "-" if value < 0 else ""
    digits, exponent = _decimal_digits(value, wanted)
    count = len(digits)
    leading = exponent + count - 1
    if exponent >= 0:
        plain = exponent <= _MAX_PADDING and count + exponent <= wanted
    else:
        plain = leading >= -_MAX_PADDING
    if not plain:
        return f"{sign}{digits[0]}.{digits[1:] or '0'}E{leading:+d}"
    if exponent >= 0:
        return sign + digits + "0" * exponent
    point = count + exponent
    if point > 0:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    return f"{sign}0.{'0' * -point}{digits}"


def padded_text(value: float, type: AnyFloat) -> str:
    """Return APFloat's scientific notation of `value` with all digits of `type`, including final
    zeros.

    `value` must be finite.

    >>> from xdsl.dialects.builtin import f32
    >>> padded_text(1.5, f32)
    '1.500000000e+00'
    """
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    if value == 0:
        return f"{sign}0.0e+00"
    wanted = 2 + _precision(type) * _BITS_DENOMINATOR // _BITS_NUMERATOR
    digits, exponent = _decimal_digits(value, wanted)
    exponent += len(digits) - 1
    return f"{sign}{digits[0]}.{digits[1:]:0<{wanted}}e{exponent:+03d}"


@lru_cache(maxsize=512)
def _power_of_ten(exponent: int) -> int:
    return 10**exponent


def _decimal_digits(value: float | Fraction, wanted: int) -> tuple[str, int]:
    """Return at most `wanted` significant decimal digits of `|value|`, and the last digit's power
    of ten.

    `|value|` is an odd integer times a power of two. Multiplied by a power of five, it becomes an
    integer times a power of ten. APFloat first truncates the bits of that integer that cannot
    matter, then rounds half up.
    """
    numerator, denominator = abs(value).as_integer_ratio()
    significand, exponent = numerator, 0
    if denominator != 1:
        exponent = 1 - denominator.bit_length()
        significand = numerator * 5**-exponent
    required = (wanted * _BITS_NUMERATOR + _BITS_DENOMINATOR - 1) // _BITS_DENOMINATOR
    excess = significand.bit_length() - required
    if excess > 0:
        dropped = excess * _BITS_DENOMINATOR // _BITS_NUMERATOR
        exponent += dropped
        significand //= _power_of_ten(dropped)
    digits, exponent = _strip_zeros(str(significand), exponent)
    if len(digits) > wanted:
        exponent += len(digits) - wanted
        rounded = int(digits[:wanted]) + (digits[wanted] >= "5")
        digits, exponent = _strip_zeros(str(rounded), exponent)
    return digits, exponent


def _strip_zeros(digits: str, exponent: int) -> tuple[str, int]:
    stripped = digits.rstrip("0")
    return stripped, exponent + len(digits) - len(stripped)
