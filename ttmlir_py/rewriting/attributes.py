"""Attributes of numbers, as lowerings build and read them."""

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
    """`value : i32`."""
    return IntegerAttr(value, IntegerType(32))


@cache
def si32(value: int) -> IntegerAttr[IntegerType]:
    """`value : si32`."""
    return IntegerAttr(value, IntegerType(32, Signedness.SIGNED))


@cache
def si64(value: int) -> IntegerAttr[IntegerType]:
    """`value : si64`."""
    return IntegerAttr(value, IntegerType(64, Signedness.SIGNED))


@cache
def i64(value: int) -> IntegerAttr[IntegerType]:
    """`value : i64`."""
    return IntegerAttr(value, IntegerType(64))


@cache
def bool_attr(value: bool) -> IntegerAttr[IntegerType]:
    """`true` or `false`."""
    return IntegerAttr(int(value), IntegerType(1))


def round_to_f32(number: float) -> float:
    """The number nearest to it that f32 holds. Raises OverflowError beyond the largest."""
    return struct.unpack("<f", struct.pack("<f", number))[0]


ALL_EXACT_IN_F32 = 1 << 24
"""Up to here, of either sign, f32 holds all integers."""


def is_exact_in_f32(number: float) -> bool:
    """Whether f32 holds a number; it does NaN and infinities."""
    if not isfinite(number):
        return True
    try:
        return round_to_f32(number) == number
    except OverflowError:
        return False


def f32_attr(value: float) -> FloatAttr[Float32Type]:
    """Return `value : f32`. Raises OverflowError beyond the largest number of f32."""
    if value != value:
        return cast("FloatAttr[Float32Type]", float_attribute(value, f32))
    return FloatAttr(value, f32)


_MOST_ARRAYS = 4096
"""How many arrays of each kind are made once only: those that are equal and one object are compared, verified and printed faster."""


def i32_array(values: Sequence[int]) -> ArrayAttr[Attribute]:
    """`[1 : i32, 2 : i32]`."""
    return _i32_array(tuple(values))


@lru_cache(_MOST_ARRAYS)
def _i32_array(values: tuple[int, ...]) -> ArrayAttr[Attribute]:
    return ArrayAttr([i32(value) for value in values])


def dense_i32_array(values: Sequence[int]) -> DenseArrayBase[IntegerType]:
    """`array<i32: 1, 2>`."""
    return _dense_array(32, tuple(values))


def dense_i64_array(values: Sequence[int]) -> DenseArrayBase[IntegerType]:
    """`array<i64: 1, 2>`."""
    return _dense_array(64, tuple(values))


@lru_cache(_MOST_ARRAYS)
def _dense_array(width: int, values: tuple[int, ...]) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(IntegerType(width), values)


def segments(*sizes: int) -> DenseArrayBase[IntegerType]:
    """The value of `operandSegmentSizes`."""
    return _dense_array(32, sizes)


def int_value(attribute: Attribute) -> int:
    """The value of an integer attribute."""
    return cast(IntegerAttr[IntegerType], attribute).value.data


def int_values(attribute: Attribute | None) -> list[int]:
    """The values of an array of integer attributes; empty if there is none."""
    if attribute is None:
        return []
    return [int_value(each) for each in cast(ArrayAttr[Attribute], attribute).data]
