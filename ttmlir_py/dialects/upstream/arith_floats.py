"""Folders of floating-point operations of `arith`, and of casts from and to integers: MLIR's
folders for scalars.

Numbers are computed in binary64 and rounded once to their type, to nearest and ties to even. For
sums, differences, products and quotients of narrower formats this is IEEE's result, because
binary64 has more than twice their bits.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    FloatData,
    IntegerAttr,
)
from xdsl.ir import Attribute, Operation

from ttmlir_py.common.data_formats import nan_bits, nan_of_bits
from ttmlir_py.dialects.upstream.operations.arith import TruncFOp
from ttmlir_py.ir.external_models import FoldResult
from ttmlir_py.ir.floats import float_attribute

Constants = Sequence[Attribute | None]
"""For each operand of an operation, its constant value, or None if the value is unknown."""

_TYPES = (BFloat16Type, Float16Type, Float32Type, Float64Type)
_EXACT_INTEGERS = 1 << 53
"""Integers up to this number are exact in binary64."""


def _value_of(constant: Attribute | None) -> float | None:
    return cast("FloatAttr[Any]", constant).value.data if isinstance(constant, FloatAttr) else None


def _divided(a: float, b: float) -> float:
    if b != 0:
        return a / b
    if a == 0:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1, b)


def _greatest(a: float, b: float) -> float:
    """Return the greater number; of two zeros, the positive one."""
    return max(a, b, key=lambda x: (x, math.copysign(1, x)))


def _least(a: float, b: float) -> float:
    return -_greatest(-a, -b)


_COMPUTED: dict[type[Operation], Callable[[float, float], float]] = {
    arith.AddfOp: lambda a, b: a + b,
    arith.SubfOp: lambda a, b: a - b,
    arith.MulfOp: lambda a, b: a * b,
    arith.DivfOp: _divided,
    arith.MaximumfOp: _greatest,
    arith.MaxnumfOp: _greatest,
    arith.MinimumfOp: _least,
    arith.MinnumfOp: _least,
}
_RIGHT_UNIT: dict[type[Operation], float] = {
    arith.AddfOp: -0.0,
    arith.SubfOp: 0.0,
    arith.MulfOp: 1.0,
    arith.DivfOp: 1.0,
    **dict.fromkeys((arith.MaximumfOp, arith.MaxnumfOp), -math.inf),
    **dict.fromkeys((arith.MinimumfOp, arith.MinnumfOp), math.inf),
}
"""Maps operations to a number `unit` for which `op(x, unit)` is `x`."""
_EXTREMES = (arith.MaximumfOp, arith.MaxnumfOp, arith.MinimumfOp, arith.MinnumfOp)


def _fold_binary(op: Operation, constants: Constants) -> FoldResult | None:
    lhs, rhs = op.operands
    if not isinstance(lhs.type, _TYPES):
        return None
    if lhs is rhs and isinstance(op, _EXTREMES):
        return [rhs]
    a, b = map(_value_of, constants)
    unit = _RIGHT_UNIT[op.__class__]
    if b is not None and b == unit and math.copysign(1, b) == math.copysign(1, unit):
        return [lhs]
    if a is None or b is None:
        return None
    if math.isnan(a) or math.isnan(b):
        return _fold_nan(op, constants, math.isnan(a), math.isnan(b))
    try:
        result = _COMPUTED[op.__class__](a, b)
    except OverflowError:
        return None
    if math.isnan(result):
        result = math.nan  # Some processors give the NaN of `inf - inf` a sign.
    return [float_attribute(result, cast(AnyFloat, lhs.type))]


_ARITHMETIC = (arith.AddfOp, arith.SubfOp, arith.MulfOp, arith.DivfOp)


def _fold_nan(op: Operation, constants: Constants, first: bool, second: bool) -> FoldResult | None:
    """Return the first NaN among the operands, or None.

    `maxnumf` and `minnumf` prefer a number, and `minnumf` prefers the second NaN.
    """
    if isinstance(op, arith.MaxnumfOp | arith.MinnumfOp) and first != second:
        first = not first
    elif isinstance(op, arith.MinnumfOp):
        first = False
    constant = constants[0 if first else 1]
    if isinstance(op, _ARITHMETIC) and (value := _value_of(constant)) is not None:
        return [float_attribute(_quiet(value), cast(AnyFloat, op.results[0].type))]
    return None if constant is None else [constant]


def _quiet(nan: float) -> float:
    """Return the NaN `nan` as a quiet NaN: with the highest bit of its mantissa set."""
    return nan_of_bits(nan_bits(nan, 11, 52) | 1 << 51, 11, 52)


def _fold_negation(op: Operation, constants: Constants) -> FoldResult | None:
    inner = op.operands[0].owner
    if isinstance(inner, arith.NegfOp):
        return [inner.operand]
    value, type_ = _value_of(constants[0]), op.results[0].type
    if value is None or not isinstance(type_, _TYPES):
        return None
    return [float_attribute(-value, type_)]


_EQUAL, _GREATER, _LESS, _UNORDERED = 1, 2, 4, 8
_HOLDS_FOR = (*range(8), *range(9, 15), _UNORDERED, 15)
"""For each predicate of `arith.cmpf`, a bit mask of the relations for which it is true."""


def _fold_comparison(op: arith.CmpfOp, constants: Constants) -> FoldResult | None:
    """Return the result of comparing two constants; a single NaN operand is enough."""
    a, b = map(_value_of, constants)
    if any(value is not None and math.isnan(value) for value in (a, b)):
        relation = _UNORDERED
    elif a is None or b is None:
        return None
    else:
        relation = _EQUAL if a == b else _GREATER if a > b else _LESS
    return [IntegerAttr.from_bool(bool(_HOLDS_FOR[op.predicate.value.data] & relation))]


def _fold_conversion(op: Operation, constants: Constants) -> FoldResult | None:
    """Return the constant converted to another format, or None.

    Both formats must represent it, and it must not be a signaling NaN.
    """
    value, type_ = _value_of(constants[0]), op.results[0].type
    if value is None or not isinstance(type_, _TYPES):
        return None
    if math.isnan(value) and not nan_bits(value, 11, 52) >> 51 & 1:
        return None
    converted = float_attribute(value, cast(AnyFloat, type_))
    return [converted] if converted.value == FloatData(value) else None


def to_float(value: int, type_: Attribute) -> FoldResult | None:
    """Return the floating-point constant of type `type_` nearest to the integer `value`."""
    if not isinstance(type_, _TYPES) or abs(value) > _EXACT_INTEGERS:
        return None
    return [float_attribute(float(value), cast(AnyFloat, type_))]


def to_integer(constant: Attribute | None, width: int, *, signed: bool) -> int | None:
    """Return the integer part of a constant, or None if an integer of `width` bits cannot hold
    it.
    """
    value = _value_of(constant)
    if value is None or not math.isfinite(value):
        return None
    truncated = math.trunc(value)
    lowest = -(1 << (width - 1)) if signed else 0
    return truncated if lowest <= truncated < lowest + (1 << width) else None


FLOAT_FOLDERS: dict[type[Operation], Callable[[Any, Constants], FoldResult | None]] = {
    **dict.fromkeys(_COMPUTED, _fold_binary),
    **dict.fromkeys((arith.ExtFOp, arith.TruncFOp, TruncFOp), _fold_conversion),
    arith.NegfOp: _fold_negation,
    arith.CmpfOp: _fold_comparison,
}
"""Maps operations on floats to folders; see `arith_folding.FOLDERS`."""
