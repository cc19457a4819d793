"""Strides and offsets of memref layouts."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects import builtin
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
)

from ttmlir_py.bindings.ir.types import DYNAMIC
from ttmlir_py.ir.affine import add, constant, dim, make_map, mul, symbol

_FAILED = "Failed to extract strides and offset from memref."


def _numbers(layout: Any) -> tuple[list[int | None], int | None]:
    strides = [None if isinstance(each, builtin.NoneAttr) else each.data for each in layout.strides]
    offset = None if isinstance(layout.offset, builtin.NoneAttr) else layout.offset.data
    return strides, offset


def strided_map(layout: Any) -> AffineMap:
    """Return the affine map of a strided layout. Each unknown number becomes a symbol."""
    strides, offset = _numbers(layout)
    symbols = 0

    def term(number: int | None) -> AffineExpr:
        nonlocal symbols
        if number is not None:
            return constant(number)
        symbols += 1
        return symbol(symbols - 1)

    offset_term = term(offset)
    result: AffineExpr = constant(0)
    for index, stride in enumerate(strides):
        result = add(result, mul(dim(index), term(stride)))
    return make_map(len(strides), add(result, offset_term), num_symbols=symbols)


def strides_and_offset(layout: Any, shape: Sequence[int]) -> tuple[list[int], int]:
    """Return the strides and the offset of a layout. Raise RuntimeError if it is not strided."""
    if isinstance(layout, builtin.StridedLayoutAttr):
        strides, offset = _numbers(layout)
        return [DYNAMIC if each is None else each for each in strides], (
            DYNAMIC if offset is None else offset
        )
    map: AffineMap = layout.data
    if map == AffineMap.identity(map.num_dims):
        return contiguous(shape), 0
    if len(map.results) != 1:
        raise RuntimeError(_FAILED)
    found = [0] * map.num_dims
    offset = 0
    for factor, position in _terms(map.results[0]):
        if position is None:
            offset = _plus(offset, factor)
        else:
            found[position] = _plus(found[position], factor)
    return found, offset


def _plus(left: int, right: int) -> int:
    return DYNAMIC if DYNAMIC in (left, right) else left + right


def contiguous(shape: Sequence[int]) -> list[int]:
    """Return the strides of elements without gaps, the last dimension innermost."""
    strides: list[int] = []
    step = 1
    for size in reversed(shape):
        strides.append(step)
        step = DYNAMIC if DYNAMIC in (step, size) else step * size
    return strides[::-1]


def _terms(expr: AffineExpr) -> list[tuple[int, int | None]]:
    """Return the summands of an expression, each as a factor and a dimension, or None for a
    constant.
    """
    if isinstance(expr, AffineDimExpr):
        return [(1, expr.position)]
    if isinstance(expr, AffineConstantExpr):
        return [(expr.value, None)]
    if isinstance(expr, AffineBinaryOpExpr):
        if expr.kind is AffineBinaryOpKind.Add:
            return _terms(expr.lhs) + _terms(expr.rhs)
        if expr.kind is AffineBinaryOpKind.Mul and isinstance(expr.lhs, AffineDimExpr):
            rhs = expr.rhs
            return [
                (rhs.value if isinstance(rhs, AffineConstantExpr) else DYNAMIC, expr.lhs.position)
            ]
        raise RuntimeError(_FAILED)
    return [(DYNAMIC, None)]
