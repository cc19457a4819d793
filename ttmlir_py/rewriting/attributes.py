"""Functions that create and read number attributes, used by lowerings."""

import struct
from collections.abc import Sequence
from functools import cache, lru_cache
from math import isfinite
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    Float32Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Signedness,
    f32,
)
from xdsl.ir import Attribute

from ttmlir_py.ir.floats import float_attribute


@cache
def i32(value: int) -> IntegerAttr[IntegerType]:
    """Return the attribute `value : i32`."""
    return IntegerAttr(value, IntegerType(32))


@cache
def si32(value: int) -> IntegerAttr[IntegerType]:
    """Return the attribute `value : si32`."""
    return IntegerAttr(value, IntegerType(32, Signedness.SIGNED))


@cache
def si64(value: int) -> IntegerAttr[IntegerType]:
    """Return the attribute `value : si64`."""
    return IntegerAttr(value, IntegerType(64, Signedness.SIGNED))


@cache
def i64(value: int) -> IntegerAttr[IntegerType]:
    """Return the attribute `value : i64`."""
    return IntegerAttr(value, IntegerType(64))


@cache
def bool_attr(value: bool) -> IntegerAttr[IntegerType]:
    """Return the attribute `true` or `false`."""
    return IntegerAttr(int(value), IntegerType(1))


def round_to_f32(number: float) -> float:
    """Return the f32 number nearest to `number`. Raises OverflowError beyond the largest f32
    number.
    """
    return struct.unpack("<f", struct.pack("<f", number))[0]


ALL_EXACT_IN_F32 = 1 << 24
"""The largest integer such that f32 represents it and all smaller positive integers exactly."""


def is_exact_in_f32(number: float) -> bool:
    """Whether f32 represents `number` exactly. NaN and infinities count as exact."""
    if not isfinite(number):
        return True
    try:
        return round_to_f32(number) == number
    except OverflowError:
        return False


def f32_attr(value: float) -> FloatAttr[Float32Type]:
    """Return the attribute `value : f32`. Raises OverflowError beyond the largest f32 number."""
    if value != value:
        return cast("FloatAttr[Float32Type]", float_attribute(value, f32))
    return FloatAttr(value, f32)


_MOST_ARRAYS = 4096
"""The maximum number of cached arrays of each type.

Identical objects are compared, verified and printed faster than equal ones.
"""


def i32_array(values: Sequence[int]) -> ArrayAttr[Attribute]:
    """Return the array attribute `[1 : i32, 2 : i32]` of `values`."""
    return _i32_array(tuple(values))


@lru_cache(_MOST_ARRAYS)
def _i32_array(values: tuple[int, ...]) -> ArrayAttr[Attribute]:
    return ArrayAttr([i32(value) for value in values])


def dense_i32_array(values: Sequence[int]) -> DenseArrayBase[IntegerType]:
    """Return the dense array `array<i32: 1, 2>` of `values`."""
    return _dense_array(32, tuple(values))


def dense_i64_array(values: Sequence[int]) -> DenseArrayBase[IntegerType]:
    """Return the dense array `array<i64: 1, 2>` of `values`."""
    return _dense_array(64, tuple(values))


@lru_cache(_MOST_ARRAYS)
def _dense_array(width: int, values: tuple[int, ...]) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(IntegerType(width), values)


def segments(*sizes: int) -> DenseArrayBase[IntegerType]:
    """Return the value of `operandSegmentSizes` for operand groups of these sizes."""
    return _dense_array(32, sizes)


def int_value(attribute: Attribute) -> int:
    """Return the value of an integer attribute."""
    return cast(IntegerAttr[IntegerType], attribute).value.data


def int_values(attribute: Attribute | None) -> list[int]:
    """Return the values of an array of integer attributes; an empty list for None."""
    if attribute is None:
        return []
    return [int_value(each) for each in cast(ArrayAttr[Attribute], attribute).data]
