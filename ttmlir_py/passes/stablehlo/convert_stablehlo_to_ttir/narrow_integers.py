"""Conversion of signed integers of 8 and 16 bits, which TTNN stores as unsigned integers."""

from typing import TypeGuard

from xdsl.dialects.builtin import IntegerType, Signedness, i32
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import ConversionBuilder


def widened(builder: ConversionBuilder, value: SSAValue) -> SSAValue:
    """Return signed integers of 8 or 16 bits as i32. Other values are returned unchanged.

    The bits `b` of an integer with `n` bits are those of `(b xor 2^(n-1)) - 2^(n-1)`.
    """
    element = tensor_type(value).element_type
    if not is_narrow_signed(element):
        return value
    width = element.bitwidth
    bits = builder.typecast(value, IntegerType(width, Signedness.UNSIGNED))
    sign = builder.scalar(1 << (width - 1), i32)
    flipped = builder.binary(ttir.BitwiseXorOp, builder.typecast(bits, i32), sign)
    return builder.binary(ttir.SubtractOp, flipped, sign)


def narrowed(builder: ConversionBuilder, value: SSAValue, element: IntegerType) -> SSAValue:
    """Return the low bits of the i32 integers `value` with the signed type `element`."""
    width = element.bitwidth
    low = builder.binary(ttir.BitwiseAndOp, value, builder.scalar((1 << width) - 1, i32))
    bits = builder.typecast(low, IntegerType(width, Signedness.UNSIGNED))
    return builder.typecast(bits, element)


def is_narrow_signed(element: Attribute) -> TypeGuard[IntegerType]:
    """Whether a type is that of signed integers of 8 or 16 bits. Signless integers are signed."""
    return (
        is_integer_type(element)
        and element.bitwidth in (8, 16)
        and element.signedness.data is not Signedness.UNSIGNED
    )
