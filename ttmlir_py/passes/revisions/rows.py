"""Lowering of 2026-10's reads and writes of rows by index, and of 2026-08's dynamic slices.

An operand of `rows_gather` and `rows_scatter` has a batch dimension, then the indexed dimensions
(`sizes`), then the dimensions of a row. With `column`, a row is one element, and dimensions of size
1 may follow the batch dimension. The index is a tensor `[batch, len(sizes), count]` of start
positions: a window of `windows` rows is read or written at each. 2025-02 has no operation that
reads by index exactly, so positions are compared.
"""

from itertools import product
from math import prod
from typing import Any

from xdsl.dialects.builtin import TensorType, f32
from xdsl.ir import SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.revisions.selection import (
    EXTREMES,
    compared,
    folded,
    neutral,
    overwritten,
    where,
)
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse

_MOST_COMPARED = 1 << 26
"""The maximum number of elements that are compared with an index."""
_MOST_ROWS = 1 << 24
"""The number of rows up to which f32 represents each position exactly."""


def _positions(builder: RevisionBuilder, op: Any, *, clamps: bool) -> SSAValue:
    """Return the f32 row number of each row of each window: `[batch, count * rows of a window]`.

    A window that does not fit is moved if `clamps`. Otherwise its rows have the number -1.
    """
    sizes, windows = integers(op.sizes), integers(op.windows)
    starts = builder.f32(op.indices)
    batch, rank, count = shape_of(starts)
    line = (batch, count)
    if rank != len(sizes) or prod(sizes) > _MOST_ROWS:
        raise refuse(op, f"an index of {rank} dimensions of sizes {sizes}")
    total: SSAValue | None = None
    fits: SSAValue | None = None
    for dim, (size, window) in enumerate(zip(sizes, windows, strict=True)):
        start = builder.reshaped(builder.part(starts, 1, dim, dim + 1), line)
        low = builder.splat(0, TensorType(f32, line))
        high = builder.splat(size - window, TensorType(f32, line))
        inside = builder.binary(ttir.MaximumOp, start, low)
        inside = builder.binary(ttir.MinimumOp, inside, high)
        if not clamps:
            same = compared(builder, ttir.EqualOp, inside, start)
            fits = same if fits is None else builder.binary(ttir.LogicalAndOp, fits, same)
        step = builder.scaled(inside, prod(sizes[dim + 1 :]))
        total = step if total is None else builder.binary(ttir.AddOp, total, step)
    if total is None:
        raise refuse(op, "an index without dimensions")
    offsets = [
        sum(place * prod(sizes[dim + 1 :]) for dim, place in enumerate(places))
        for places in product(*(range(window) for window in windows))
    ]
    wide = (batch, count, len(offsets))
    added = builder.constant(TensorType(f32, (1, 1, len(offsets))), offsets)
    found = builder.stretched(builder.reshape(total, (batch, count, 1)), wide)
    found = builder.binary(ttir.AddOp, found, builder.stretched(added, wide))
    if fits is not None:
        fits = builder.stretched(builder.reshape(fits, (batch, count, 1)), wide)
        found = where(builder, fits, found, -1)
    return builder.reshape(found, (batch, count * len(offsets)))


def _rows(builder: RevisionBuilder, op: Any, value: SSAValue, count: int) -> SSAValue:
    """Return a tensor reshaped to `[batch, count, elements of a row]`."""
    shape = shape_of(value)
    row = prod(shape) // (shape[0] * count) if shape[0] * count else 0
    if prod(shape) != shape[0] * count * row:
        raise refuse(op, f"rows of {count} positions in {value.type}")
    return builder.reshaped(value, (shape[0], count, row))


def _hits(
    builder: RevisionBuilder, op: Any, index: SSAValue, rows: SSAValue, count: int
) -> tuple[SSAValue, tuple[int, ...]]:
    """Return a mask `[batch, positions, count, row]`. It is true where an index equals the number
    of a row.
    """
    batch, size, row = shape_of(rows)
    wide = (batch, size, count, row)
    if prod(wide) > _MOST_COMPARED:
        raise refuse(op, "it would compare too many places")
    index = builder.reshape(index, (shape_of(index)[0], 1, count, 1))
    places = builder.arange(TensorType(f32, wide), 1)
    return compared(builder, ttir.EqualOp, builder.stretched(index, wide), places), wide


def _rows_gather(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the rows that the index selects. A window that extends beyond the tensor is moved
    inside, as in StableHLO.
    """
    if op.fill_out_of_bounds.value.data:
        raise refuse(op, "values for positions out of bounds")
    index = _positions(builder, op, clamps=True)
    rows = _rows(builder, op, op.input, prod(integers(op.sizes)))
    hit, wide = _hits(builder, op, index, rows, shape_of(index)[1])
    batch, size, _, row = wide
    values = builder.stretched(builder.reshape(rows, (batch, size, 1, row)), wide)
    found = builder.reduce(ttir.SumOp, where(builder, hit, values), [1], keep=False)
    return builder.reshaped(found, shape_of(op.results[0]))


def _rows_scatter(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the tensor after rows are written, or combined with existing rows. A window that
    extends beyond the tensor is ignored, as in StableHLO.
    """
    kind = op.reduce.value.keyword
    if kind not in ("sum", "prod", "invalid", *EXTREMES):
        raise refuse(op, f"the reduction {kind}")
    index = _positions(builder, op, clamps=False)
    rows = _rows(builder, op, op.input, prod(integers(op.sizes)))
    count = shape_of(index)[1]
    element = tensor_type(op.input).element_type
    updates = _rows(builder, op, builder.typecast(op.updates, element), count)
    hit, wide = _hits(builder, op, index, rows, count)
    batch, _, _, row = wide
    given = builder.stretched(builder.reshape(updates, (batch, 1, count, row)), wide)
    if kind in EXTREMES:
        reduction, extreme, _ = EXTREMES[kind]
        other = neutral(kind, element)
        found = builder.reduce(reduction, where(builder, hit, given, other), [2], keep=False)
        written = builder.binary(extreme, rows, found)
    elif kind == "prod":
        found = folded(builder, ttir.MultiplyOp, where(builder, hit, given, 1), 2)
        written = builder.binary(ttir.MultiplyOp, rows, builder.reshaped(found, shape_of(rows)))
    elif kind == "sum":
        found = builder.reduce(ttir.SumOp, where(builder, hit, given), [2], keep=False)
        written = builder.binary(ttir.AddOp, rows, found)
    else:
        written = overwritten(builder, rows, hit, given)
    return builder.reshaped(written, shape_of(op.results[0]))


def _slice_dynamic(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Read a slice that begins at given positions, one dimension at a time.

    The shape of the result gives the sizes, so the ends are not read.
    """
    value, begins = op.input, builder.f32(op.begins)
    steps = [1] * len(shape_of(value)) if op.step is None else _numbers(op.step)
    for dim, (size, step) in enumerate(zip(shape_of(op.results[0]), steps, strict=True)):
        if shape_of(value)[dim] == size and step == 1:
            continue  # this slice covers the whole dimension
        value = _slice_of(
            builder, op, value, dim, builder.part(begins, 0, dim, dim + 1), size, step
        )
    return value


def _numbers(attribute: Any) -> list[int]:
    return [each.value.data for each in attribute.data]


def _slice_of(
    builder: RevisionBuilder,
    op: Any,
    value: SSAValue,
    dim: int,
    begin: SSAValue,
    size: int,
    step: int,
) -> SSAValue:
    """Return `size` elements of one dimension, from `begin`, a tensor of one element."""
    shape = shape_of(value)
    outer, own, inner = prod(shape[:dim]), shape[dim], prod(shape[dim + 1 :])
    wide = (outer, own, size, inner)
    if prod(wide) > _MOST_COMPARED:
        raise refuse(op, "it would compare too many places")
    offsets = builder.constant(
        TensorType(f32, (1, 1, size, 1)), [step * place for place in range(size)]
    )
    wanted = builder.stretched(builder.reshape(begin, (1, 1, 1, 1)), (1, 1, size, 1))
    wanted = builder.binary(ttir.AddOp, wanted, offsets)
    places = builder.arange(TensorType(f32, wide), 1)
    hit = compared(builder, ttir.EqualOp, builder.stretched(wanted, wide), places)
    values = builder.stretched(builder.reshape(value, (outer, own, 1, inner)), wide)
    found = builder.reduce(ttir.SumOp, where(builder, hit, values), [1], keep=False)
    return builder.reshaped(found, (*shape[:dim], size, *shape[dim + 1 :]))


def _cumulative(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the combination of each element with all elements before it, in `log2(size)` steps.
    The distance between combined elements doubles from step to step.
    """
    kind: str = op.reduction.value.keyword
    dim: int = op.dim.value.data % len(shape_of(op.input))
    element = tensor_type(op.input).element_type
    if kind in EXTREMES:
        combine, other = EXTREMES[kind][1], neutral(kind, element)
    elif kind == "logsumexp" and not is_integer_type(element):
        combine, other = None, _LOWEST
    else:
        raise refuse(op, f"the reduction {kind} of {element}")
    value = op.input
    shape = shape_of(value)
    size: int = shape[dim]
    distance = 1
    while distance < size:
        edge = [*shape]
        edge[dim] = distance
        filler = builder.splat(other, TensorType(tensor_type(value).element_type, edge))
        low, high = (distance, size) if op.reverse.value.data else (0, size - distance)
        kept = builder.part(value, dim, low, high)
        parts = [kept, filler] if op.reverse.value.data else [filler, kept]
        moved = builder.concat(parts, dim, shape)
        if combine is None:
            value = _log_of_sum(builder, value, moved)
        else:
            value = builder.binary(combine, value, moved)
        distance *= 2
    return value


_LOWEST = -3e38
"""A number whose exponential is 0. The difference of two of them is not NaN, unlike infinities."""


def _log_of_sum(builder: RevisionBuilder, one: SSAValue, other: SSAValue) -> SSAValue:
    """Return `log(exp(one) + exp(other))`, without overflow."""
    larger = builder.binary(ttir.MaximumOp, one, other)
    gap = builder.unary(ttir.AbsOp, builder.binary(ttir.SubtractOp, one, other))
    small = builder.unary(ttir.ExpOp, builder.unary(ttir.NegOp, gap))
    return builder.binary(ttir.AddOp, larger, builder.unary(ttir.Log1pOp, small))


_BITWISE = {
    "ttir.reduce_bitwise_and": ttir.BitwiseAndOp,
    "ttir.reduce_bitwise_or": ttir.BitwiseOrOp,
    "ttir.reduce_bitwise_xor": ttir.BitwiseXorOp,
}


def _reduce_bitwise(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the reduction along each dimension."""
    cls, value = _BITWISE[op.name], op.input
    rank = len(shape_of(value))
    dims = range(rank) if op.dim_arg is None else [dim % rank for dim in _numbers(op.dim_arg)]
    for dim in dims:
        value = folded(builder, cls, value, dim)
    return builder.reshaped(value, shape_of(op.results[0]))


ROWS: Table = {
    **dict.fromkeys(_BITWISE, _reduce_bitwise),
    "ttir.cumulative": _cumulative,
    "ttir.rows_gather": _rows_gather,
    "ttir.rows_scatter": _rows_scatter,
    "ttir.slice_dynamic": _slice_dynamic,
}
