"""Table look-up, its gradient, and key-value caches."""

import math

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.registry import (
    UNDECLARED,
    Cost,
    Kernel,
    as_real,
    kernel,
    require_shape,
    shape_text,
)


def _indices(index: Array, limit: int) -> Array:
    """Return `index` as integers. Raise `KernelError` unless they are whole numbers below `limit`.

    TTNN also accepts indices in a floating-point format.
    """
    rows = index.astype(np.int64)
    if rows.size and (not np.array_equal(rows, index) or rows.min() < 0 or rows.max() >= limit):
        raise KernelError(f"an index is outside 0 to {limit - 1}")
    return rows


def _table_shape(shape: tuple[int, ...]) -> tuple[int, int]:
    """Return the numbers of rows and columns of a table, whose leading dimensions must be 1."""
    if len(shape) < 2 or math.prod(shape[:-2]) != 1:
        raise KernelError(f"a weight of {shape_text(shape)} is not a table of rows")
    return shape[-2], shape[-1]


_INDEXED = ("input", "weight")


def _looked_up_shape(
    index: Array, weight: Array, *, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    return require_shape((*index.shape, _table_shape(weight.shape)[1]), result_shape)


@kernel(
    "EmbeddingOp",
    *_INDEXED,
    columns=Kernel(rows_of=_INDEXED),
    cost=Cost(reads_in_part=True),
    takes_shape=True,
    infer_shape=_looked_up_shape,
)
def embedding(index: Array, weight: Array) -> Array:
    """Return the table rows whose numbers are in `index`. The shape is that of `index` plus
    (columns,).
    """
    rows, columns = _table_shape(weight.shape)
    return weight.reshape(rows, columns)[_indices(index, rows)]


def _gradient_shape(
    index: Array, weight: Array, gradient: Array, *, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    rows, columns = _table_shape(weight.shape)
    if gradient.size != index.size * columns:
        raise KernelError(
            f"the gradient has shape {shape_text(gradient.shape)}, expected {index.size} rows "
            f"of {columns} elements"
        )
    if result_shape == UNDECLARED:
        return (1, 1, rows, columns)
    if math.prod(result_shape) != rows * columns or result_shape[-2:] != (rows, columns):
        require_shape(weight.shape, result_shape)
    return result_shape


@kernel(
    "EmbeddingBackwardOp",
    *(*_INDEXED, "in_grad"),
    columns=Kernel(rows_of=_INDEXED),
    takes_shape=True,
    infer_shape=_gradient_shape,
)
def embedding_backward(
    index: Array, weight: Array, gradient: Array, *, result_shape: tuple[int, ...]
) -> Array:
    """Return the gradient of the table: each row is the sum of the gradients of its uses."""
    rows, columns = _table_shape(weight.shape)
    gradient = as_real(gradient)
    total = np.zeros((rows, columns), gradient.dtype)
    np.add.at(total, _indices(index, rows).reshape(-1), gradient.reshape(-1, columns))
    return total.reshape(result_shape)


def _filled_shape(cache: Array, update: Array, *, batch_offset: int) -> tuple[int, ...]:
    """Return the shape of the cache (batch, heads, positions, width), after checking that `update`
    fits.
    """
    if cache.ndim != 4 or update.ndim != 4:
        raise KernelError("cache and input must have 4 dimensions")
    last = cache.shape[0] - update.shape[0]
    fits = 0 <= batch_offset <= last and update.shape[2] <= cache.shape[2]
    if not fits or (update.shape[1], update.shape[3]) != (cache.shape[1], cache.shape[3]):
        raise KernelError(
            f"an input of {shape_text(update.shape)} does not fit a cache of "
            f"{shape_text(cache.shape)} at batch {batch_offset}"
        )
    return cache.shape


@kernel(
    *("FillCacheOp", "cache", "input"),
    columns=Kernel(result="cache"),
    batch_offset="batch_offset",
    infer_shape=_filled_shape,
)
def fill_cache(cache: Array, update: Array, *, batch_offset: int) -> Array:
    """Return the cache with its first positions replaced by `update`."""
    result = cache.copy()
    batches = slice(batch_offset, batch_offset + update.shape[0])
    result[batches, :, : update.shape[2]] = update
    return result


def _updated_shape(
    cache: Array, update: Array, index: Array, *, batch_offset: int
) -> tuple[int, ...]:
    shape = _filled_shape(cache, update, batch_offset=batch_offset)
    if index.size == 0 or update.shape[2] != 1:
        raise KernelError("needs an index and an input of one position")
    return shape


@kernel(
    "UpdateCacheOp",
    *("cache", "input", "update_index"),
    columns=Kernel(result="cache", rows_of=("update_index", "cache")),
    batch_offset="batch_offset",
    infer_shape=_updated_shape,
)
def update_cache(cache: Array, update: Array, index: Array, *, batch_offset: int) -> Array:
    """Return the cache with the position `index[0]` replaced by `update`."""
    result = cache.copy()
    (position,) = _indices(index.reshape(-1)[:1], cache.shape[2])
    batches = slice(batch_offset, batch_offset + update.shape[0])
    result[batches, :, position] = update[:, :, 0]
    return result
