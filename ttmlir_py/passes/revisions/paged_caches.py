"""Lowering of writes into caches that consist of blocks, by comparing positions.

A cache has the shape `[blocks, heads, positions of a block, width]`. Each row of a page table lists
the blocks of a user. 2025-02 has no such write, so each user or page is selected after the other.
"""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import TensorType, f32
from xdsl.ir import SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.passes.revisions.data_movement import written
from ttmlir_py.passes.revisions.selection import compared, where
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse

_MOST_WRITES = 256
"""The maximum number of users or pages that are written one after the other."""


def _is(builder: RevisionBuilder, number: SSAValue, count: int, dim: int) -> SSAValue:
    """Return a mask with `count` elements along `dim`, true at the position `number`."""
    shape = [1] * 4
    shape[dim] = count
    places = builder.arange(TensorType(f32, shape), dim)
    number = builder.reshaped(number, (1, 1, 1, 1))
    return compared(builder, ttir.EqualOp, builder.stretched(number, shape), places)


def _both(builder: RevisionBuilder, blocks: SSAValue, places: SSAValue) -> SSAValue:
    """Return the mask of the places in the blocks, `[blocks, 1, places, 1]`."""
    shape = (shape_of(blocks)[0], 1, shape_of(places)[2], 1)
    return builder.binary(
        ttir.LogicalAndOp, builder.stretched(blocks, shape), builder.stretched(places, shape)
    )


def _selected(builder: RevisionBuilder, row: SSAValue, place: SSAValue) -> SSAValue:
    """Return the number at a place of a row `[1, count]`, as a tensor of four dimensions."""
    count = shape_of(row)[1]
    hit = _is(builder, place, count, 3)
    values = where(builder, hit, builder.reshape(row, (1, 1, 1, count)))
    return builder.reduce(ttir.SumOp, values, [3])


def _update(builder: RevisionBuilder, op: Any) -> Sequence[SSAValue]:
    """Return the cache after writing one position of each user. A negative position is skipped."""
    if op.share_cache.value.data:
        raise refuse(op, "a cache that users share")
    blocks, heads, size, width = shape_of(op.cache)
    (users,) = shape_of(op.update_index)
    if users > _MOST_WRITES:
        raise refuse(op, f"a write for {users} users")
    table = None if op.page_table is None else builder.f32(op.page_table)
    cache, rows, index = op.cache, op.input, builder.f32(op.update_index)
    for user in range(users):
        position = builder.reshaped(builder.part(index, 0, user, user + 1), (1, 1, 1, 1))
        if table is None:
            block, place = builder.splat(user, TensorType(f32, (1, 1, 1, 1))), position
        else:
            # The quotient is never close to a whole number, so that rounding does not change it.
            middle = builder.shifted(position, 0.5)
            page = builder.unary(ttir.FloorOp, builder.scaled(middle, 1 / size))
            place = builder.binary(ttir.SubtractOp, position, builder.scaled(page, size))
            block = _selected(builder, builder.part(table, 0, user, user + 1), page)
            is_read = compared(
                builder, ttir.GreaterEqualOp, position, builder.splat(0, TensorType(f32, (1,) * 4))
            )
            block = where(builder, is_read, block, -1)
        row = builder.part(builder.part(rows, 1, user, user + 1), 2, 0, heads)
        row = builder.reshape(row, (1, heads, 1, width))
        mask = _both(builder, _is(builder, block, blocks, 0), _is(builder, place, size, 2))
        cache = builder.into(ttir.WhereOp, (mask, row, cache), op.cache.type)
    return written(op, cache)


def _fill(builder: RevisionBuilder, op: Any) -> Sequence[SSAValue]:
    """Return the cache after writing the first positions of one user."""
    blocks, _, size, _ = shape_of(op.cache)
    length = shape_of(op.input)[2]
    users, pages = shape_of(op.page_table)
    count = -(-length // size)
    if not count <= min(pages, _MOST_WRITES):
        raise refuse(op, f"a write of {count} pages")
    table, cache = builder.f32(op.page_table), op.cache
    for page in range(count):
        column = builder.reshape(builder.part(table, 1, page, page + 1), (1, users))
        if op.batch_idx_tensor is None:
            block = builder.part(column, 1, 0, 1)
        else:
            block = _selected(builder, column, builder.f32(op.batch_idx_tensor))
        part = builder.part(op.input, 2, page * size, min((page + 1) * size, length))
        filled = shape_of(part)[2]
        mask = _is(builder, block, blocks, 0)
        if filled < size:
            part = builder.pad(part, [0, 0, 0, 0, 0, size - filled, 0, 0], 0)
            places = builder.arange(TensorType(f32, (1, 1, size, 1)), 2)
            end = builder.splat(filled, TensorType(f32, (1, 1, size, 1)))
            mask = _both(builder, mask, compared(builder, ttir.LessThanOp, places, end))
        cache = builder.into(ttir.WhereOp, (mask, part, cache), op.cache.type)
    return written(op, cache)


PAGED_CACHES: Table = {
    "ttir.paged_fill_cache": _fill,
    "ttir.paged_update_cache": _update,
}
