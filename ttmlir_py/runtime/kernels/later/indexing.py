"""Reads and writes by index, and elements whose bits are read in another format.

An index beyond its dimension is handled as StableHLO defines it: a read moves the window inside,
and a write is left out.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from types import MappingProxyType

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.later.table import LATER_KERNELS
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    Kernel,
    kernel,
    normalized_dim,
    nth,
    promote,
    require_shape,
    shape_text,
)

_MOVED = Kernel(keeps_values=True)
_PART = Cost(reads_in_part=True)
_COMBINE: Mapping[str, Callable[[Array, tuple[Array, ...], Array], None]] = MappingProxyType(
    {"Sum": np.add.at, "Max": np.maximum.at, "Min": np.minimum.at, "Prod": np.multiply.at}
)
"""Maps members of the enum `ScatterReduceType` to functions that combine in place."""


def _write(target: Array, places: tuple[Array, ...], values: Array, reduction: str) -> None:
    """Write values to the elements at some places, one after the other. A `reduction` other than
    `Invalid` combines each value with the element at its place.
    """
    if reduction == "Invalid":
        target[places] = (
            values  # if an element is written several times, numpy keeps the last value
        )
    elif reduction in _COMBINE:
        _COMBINE[reduction](target, places, values)
    else:
        raise KernelError(f"unknown reduction {reduction}")


def _whole(index: Array) -> Array:
    """Return an index as integers. Raise `KernelError` unless it has whole numbers."""
    numbers = index.astype(np.int64)
    if not np.array_equal(numbers, index):
        raise KernelError("an index is not a whole number")
    return numbers


def _gathered_shape(
    x: Array, index: Array, *, dim: int, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    axis = normalized_dim(dim, x.ndim)
    pairs = enumerate(zip(x.shape, index.shape, strict=False))
    if index.ndim != x.ndim or any(i > n for at, (n, i) in pairs if at != axis):
        raise KernelError(
            f"an index of shape {shape_text(index.shape)} does not fit a tensor of shape "
            f"{shape_text(x.shape)}"
        )
    return require_shape(index.shape, result_shape)


def _line_places(index: Array, axis: int) -> list[Array]:
    """Return the index of each element in all dimensions, given its index along one dimension."""
    ranges: list[Array] = [np.arange(size) for size in index.shape]
    ranges[axis] = np.zeros(1, np.int64)
    places: list[Array] = [*np.ix_(*ranges)]
    places[axis] = index
    return places


@kernel(
    "GatherOp",
    *("input", "index"),
    columns=_MOVED,
    cost=_PART,
    dim="dim",
    takes_shape=True,
    infer_shape=_gathered_shape,
    table=LATER_KERNELS,
)
def gather(x: Array, index: Array, *, dim: int) -> Array:
    """Return the elements whose places along `dim` are in `index`, as PyTorch's `gather`."""
    axis = normalized_dim(dim, x.ndim)
    places = np.clip(_whole(index), 0, x.shape[axis] - 1)
    return x[tuple(_line_places(places, axis))]


def _scattered_shape(
    x: Array,
    index: Array,
    source: Array,
    *,
    dim: int,
    scatter_reduce_type: str,
    result_shape: tuple[int, ...],
) -> tuple[int, ...]:
    _gathered_shape(x, index, dim=dim, result_shape=index.shape)
    require_shape(source.shape, index.shape)
    return require_shape(x.shape, result_shape)


@kernel(
    "ScatterOp",
    *("input", "index", "source"),
    dim="dim",
    scatter_reduce_type="scatter_reduce_type",
    takes_shape=True,
    infer_shape=_scattered_shape,
    table=LATER_KERNELS,
)
def scatter(x: Array, index: Array, source: Array, *, dim: int, scatter_reduce_type: str) -> Array:
    """Return `x` with elements of `source` written or combined at the places in `index`."""
    x, source = promote(x, source)
    result, axis = x.copy(), normalized_dim(dim, x.ndim)
    places = _whole(index)
    inside = np.nonzero((places >= 0) & (places < x.shape[axis]))
    at = list(inside)
    at[axis] = places[inside]
    _write(result, tuple(at), source[inside], str(scatter_reduce_type))
    return result


def _rows(x: Array, count: int) -> Array:
    """Return a tensor as [batch, count, elements of a row]."""
    batch = x.shape[0] if x.ndim else 0
    if batch * count == 0 or x.size % (batch * count):
        raise KernelError(
            f"a tensor of shape {shape_text(x.shape)} cannot be divided into {count} rows"
        )
    return x.reshape(batch, count, -1)


def _positions(
    indices: Array, sizes: Sequence[int], windows: Sequence[int], *, clamps: bool
) -> Array:
    """Return the row number of each row of each window: [batch, count * rows of a window].

    A window that does not fit is moved if `clamps`. Otherwise its rows have the number -1.
    """
    starts = _whole(indices)
    highest = np.array([s - w for s, w in zip(sizes, windows, strict=True)])[:, None]
    inside = np.clip(starts, 0, highest)
    strides = [math.prod(sizes[dim + 1 :]) for dim in range(len(sizes))]
    first = np.einsum("bdn,d->bn", inside, np.array(strides, np.int64))
    offsets = [
        sum(place * stride for place, stride in zip(places, strides, strict=True))
        for places in product(*map(range, windows))
    ]
    rows = first[:, :, None] + np.array(offsets, np.int64)
    if not clamps:
        fits = (inside == starts).all(axis=1)
        rows = np.where(fits[:, :, None], rows, -1)
    return rows.reshape(len(rows), -1)


def _check_rows(
    x: Array, indices: Array, sizes: Sequence[int], windows: Sequence[int]
) -> tuple[int, int, int]:
    """Return three sizes: the batch, the number of rows that are read or written, and the number of
    elements of a row.
    """
    pairs = zip(sizes, windows, strict=False)
    if indices.ndim != 3 or not indices.shape[1] == len(sizes) == len(windows):
        raise KernelError(
            f"the indices have shape {shape_text(indices.shape)}, expected 3 dimensions, the "
            f"second of size {len(sizes)}"
        )
    if any(not 1 <= window <= size for size, window in pairs):
        raise KernelError(f"windows {list(windows)} do not fit into {list(sizes)}")
    rows = _rows(x, math.prod(sizes))
    if indices.shape[0] not in (1, len(rows)):
        raise KernelError(
            f"the indices have batch size {indices.shape[0]}, expected 1 or {len(rows)}"
        )
    return len(rows), indices.shape[2] * math.prod(windows), rows.shape[2]


def _read_rows_shape(
    x: Array,
    indices: Array,
    *,
    sizes: Sequence[int],
    windows: Sequence[int],
    fills: bool,
    result_shape: tuple[int, ...],
) -> tuple[int, ...]:
    if fills:
        raise KernelError("fills positions out of bounds, but the value is unknown")
    shape = _check_rows(x, indices, sizes, windows)
    if math.prod(shape) != math.prod(result_shape):
        require_shape(shape, result_shape)
    return result_shape


@kernel(
    "RowsGatherOp",
    *("input", "indices"),
    columns=_MOVED,
    cost=_PART,
    sizes="sizes",
    windows="windows",
    fills="fill_out_of_bounds",
    takes_shape=True,
    infer_shape=_read_rows_shape,
    table=LATER_KERNELS,
)
def rows_gather(
    x: Array,
    indices: Array,
    *,
    sizes: Sequence[int],
    windows: Sequence[int],
    fills: bool,
    result_shape: tuple[int, ...],
) -> Array:
    """Return the rows in the windows that start at `indices` [batch, dimensions, count].

    `x` has a batch dimension, then the dimensions of `sizes`, then those of a row.
    """
    rows = _rows(x, math.prod(sizes))
    places = _positions(indices, sizes, windows, clamps=True)
    batch = np.arange(len(rows))[:, None]
    return rows[batch, places].reshape(result_shape)


def _written_rows_shape(
    x: Array,
    indices: Array,
    updates: Array,
    *,
    sizes: Sequence[int],
    windows: Sequence[int],
    reduction: str,
    result_shape: tuple[int, ...],
) -> tuple[int, ...]:
    shape = _check_rows(x, indices, sizes, windows)
    if updates.size != math.prod(shape):
        require_shape(shape, updates.shape)
    return require_shape(x.shape, result_shape)


@kernel(
    "RowsScatterOp",
    *("input", "indices", "updates"),
    sizes="sizes",
    windows="windows",
    reduction="reduce",
    takes_shape=True,
    infer_shape=_written_rows_shape,
    table=LATER_KERNELS,
)
def rows_scatter(
    x: Array,
    indices: Array,
    updates: Array,
    *,
    sizes: Sequence[int],
    windows: Sequence[int],
    reduction: str,
    result_shape: tuple[int, ...],
) -> Array:
    """Return `x` with rows of `updates` written or combined in the windows that `indices` gives."""
    x, updates = promote(x, updates)
    rows = _rows(x.copy(), math.prod(sizes))
    places = _positions(indices, sizes, windows, clamps=False)
    places = np.broadcast_to(places, (len(rows), places.shape[1]))
    given = updates.reshape(*places.shape, -1)
    inside = np.nonzero(places >= 0)
    _write(rows, (inside[0], places[inside]), given[inside], str(reduction))
    return rows.reshape(result_shape)


def _dynamic_shape(
    x: Array,
    begins: Array,
    ends: Array,
    *,
    step: Sequence[int] | None,
    result_shape: tuple[int, ...],
) -> tuple[int, ...]:
    if begins.size != x.ndim or len(result_shape) != x.ndim:
        raise KernelError(
            f"{begins.size} start indices do not match a tensor of shape {shape_text(x.shape)}"
        )
    for size, count, each in zip(x.shape, result_shape, _steps(step, x.ndim), strict=True):
        if each < 1 or count < 0 or (count - 1) * each >= size > 0:
            raise KernelError(f"{shape_text(result_shape)} is not part of {shape_text(x.shape)}")
    return result_shape


def _steps(step: Sequence[int] | None, rank: int) -> tuple[int, ...]:
    return nth(step, rank, "step") if step else (1,) * rank


@kernel(
    "SliceDynamicOp",
    *("in", "begins", "ends"),
    columns=_MOVED,
    cost=_PART,
    step="step",
    takes_shape=True,
    infer_shape=_dynamic_shape,
    table=LATER_KERNELS,
)
def slice_dynamic(
    x: Array,
    begins: Array,
    ends: Array,
    *,
    step: Sequence[int] | None,
    result_shape: tuple[int, ...],
) -> Array:
    """Return the elements from `begins` on, as many as the result's shape has.

    A slice that does not fit is moved inside.
    """
    bounds: list[slice] = []
    steps = _steps(step, x.ndim)
    for size, start, each, count in zip(
        x.shape, _whole(begins).reshape(-1).tolist(), steps, result_shape, strict=True
    ):
        span = max(count - 1, 0) * each + 1
        first = min(max(start, 0), max(size - span, 0))
        bounds.append(slice(first, first + span if count else first, each))
    return x[tuple(bounds)]


_FORMATS = MappingProxyType({"Float32": "f4", "Int32": "i4", "UInt32": "u4"})


@kernel("BitcastConvertOp", "in", columns=_MOVED, dtype="dtype", table=LATER_KERNELS)
def bitcast(x: Array, *, dtype: str) -> Array:
    """Return the elements with their bits read in another format, from 32 to 32 bits, or between
    bfloat16 and 16-bit integers.

    In exact arithmetic, floats are rounded to f32 first.
    """
    if x.dtype == np.float64:
        x = x.astype(np.float32)
    if dtype == "UInt16" and x.dtype == np.float32:  # bfloat16 tensors are stored as float32
        return x.view(np.uint32) >> 16
    if dtype == "BFloat16" and x.dtype.kind in "iu":
        return (x.astype(np.uint32) << 16).view(np.float32)
    kind = _FORMATS.get(str(dtype))
    if kind is None or x.dtype.itemsize != 4:
        raise KernelError(f"cannot read the bits of {x.dtype} as {dtype}")
    return np.asarray(x, order="C").view(kind)
