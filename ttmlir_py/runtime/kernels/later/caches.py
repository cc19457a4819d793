"""Writes into caches that consist of blocks.

A cache has the shape `[blocks, heads, positions of a block, width]`. Each row of a page table lists
the blocks of a user. Without a page table, block `i` is the cache of user `i`.
"""

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.later.table import LATER_KERNELS
from ttmlir_py.runtime.kernels.registry import Kernel, kernel, shape_text


def _block(table: Array, user: int, page: int, blocks: int) -> int:
    if page >= table.shape[1]:
        raise KernelError(f"page {page} of user {user} is beyond a page table of {table.shape[1]}")
    block = int(table[user, page])
    if not 0 <= block < blocks:
        raise KernelError(f"the page table names block {block} of {blocks}")
    return block


def _require_caches(cache: Array, update: Array, table: Array | None) -> None:
    if cache.ndim != 4 or update.ndim != 4 or (table is not None and table.ndim != 2):
        raise KernelError("cache and input must have 4 dimensions, and a page table 2")
    if update.shape[0] != 1 or update.shape[3] != cache.shape[3]:
        raise KernelError(
            f"an input of {shape_text(update.shape)} does not fit a cache of "
            f"{shape_text(cache.shape)}"
        )


def _filled_shape(cache: Array, update: Array, table: Array, user: Array | None) -> tuple[int, ...]:
    _require_caches(cache, update, table)
    if update.shape[1] != cache.shape[1]:
        raise KernelError(f"{update.shape[1]} heads do not fit a cache of {cache.shape[1]}")
    return cache.shape


@kernel(
    *("PagedFillCacheOp", "cache", "input", "page_table", "batch_idx_tensor?"),
    columns=Kernel(result="cache"),
    infer_shape=_filled_shape,
    table=LATER_KERNELS,
)
def paged_fill_cache(cache: Array, update: Array, table: Array, user: Array | None) -> Array:
    """Return the cache with the first positions of a user replaced by `update`."""
    result = cache.copy()
    number = 0 if user is None else int(user.reshape(-1)[0])
    if not 0 <= number < table.shape[0]:
        raise KernelError(f"user {number} is beyond a page table of {table.shape[0]}")
    size = cache.shape[2]
    for page, begin in enumerate(range(0, update.shape[2], size)):
        part = update[0, :, begin : begin + size]
        result[_block(table, number, page, cache.shape[0]), :, : part.shape[1]] = part
    return result


def _updated_shape(
    cache: Array, update: Array, index: Array, table: Array | None
) -> tuple[int, ...]:
    _require_caches(cache, update, table)
    users = index.size
    known = cache.shape[0] if table is None else table.shape[0]
    if update.shape[1] != users or users > known or update.shape[2] < cache.shape[1]:
        raise KernelError(
            f"{users} positions do not fit an input of {shape_text(update.shape)} and a cache of "
            f"{shape_text(cache.shape)}"
        )
    return cache.shape


@kernel(
    *("PagedUpdateCacheOp", "cache", "input", "update_index", "page_table?"),
    columns=Kernel(result="cache"),
    infer_shape=_updated_shape,
    table=LATER_KERNELS,
)
def paged_update_cache(cache: Array, update: Array, index: Array, table: Array | None) -> Array:
    """Return the cache with one position of each user replaced. A negative position is skipped."""
    result = cache.copy()
    _, heads, size, _ = cache.shape
    for user, position in enumerate(index.reshape(-1).astype(np.int64).tolist()):
        if position < 0:
            continue
        if table is None:
            block, place = user, position
            if place >= size:
                raise KernelError(f"position {place} is beyond a cache of {size}")
        else:
            block = _block(table, user, position // size, cache.shape[0])
            place = position % size
        result[block, :, place] = update[0, user, :heads]
    return result
