"""Tiles in memory: 32x32 values as four consecutive faces of 16x16, each in row-major order."""

import math
from functools import lru_cache

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from ttmlir_py.runtime.formats import Array, DataFormat, round_to, to_external
from ttmlir_py.tensix.errors import Fault

SIDE, FACE = 32, 16
ELEMENTS = SIDE * SIDE
_MOST_BYTES = 32


def to_matrices(tiles: Array) -> Array:
    """Return (..., 1024n) values in memory order as matrices (m, 32, 32)."""
    faces = tiles.reshape(-1, 2, 2, FACE, FACE)
    return np.swapaxes(faces, -3, -2).reshape(-1, SIDE, SIDE)


def to_faces(matrices: Array) -> Array:
    """Return (n, 32, 32) matrices as (n, 1024) values in memory order."""
    parts = matrices.reshape(-1, 2, FACE, 2, FACE)
    return np.swapaxes(parts, -3, -2).reshape(-1, ELEMENTS)


@lru_cache(maxsize=64)
def _face_order(height: int, width: int, pitch: int, parts: int) -> NDArray[np.intp]:
    """Return the row-major index of each piece of each face row, in memory order.

    A face row consists of `parts` pieces. The rows of the source array are `pitch` pieces apart.
    """
    positions = np.arange(height)[:, None] * pitch + np.arange(width // FACE * parts)
    split = positions.reshape(height // SIDE, 2, FACE, width // SIDE, 2, parts)
    return split.transpose(0, 3, 1, 4, 2, 5).reshape(-1)


@lru_cache(maxsize=64)
def _row_order(height: int, width: int, count: int, pitch: int, parts: int) -> NDArray[np.intp]:
    """Return, for each piece of each row of `count` arrays joined along columns, its index in
    memory.

    The tiles of adjacent arrays are `pitch` pieces apart.
    """
    inside = np.argsort(_face_order(height, width, width // FACE * parts, parts))
    return (inside.reshape(height, 1, -1) + np.arange(count)[:, None] * pitch).reshape(-1)


@lru_cache(maxsize=64)
def _part(size: int, distance: int) -> tuple[np.dtype[np.void], int]:
    """Return the item type with which face rows are copied, and the number of items per face row.

    Items have 32 bytes, the best size for numpy, if row size and distance are multiples of that.
    """
    item = np.dtype((np.void, math.gcd(_MOST_BYTES, FACE * size, distance * size)))
    return item, FACE * size // item.itemsize


def _reorder(values: Array, order: NDArray[np.intp], out: Array) -> None:
    """Write (n, m) contiguous items into `out` in the order `order`."""
    values.take(order, axis=1, out=out.view(values.dtype), mode="clip")


def tilize(rows: Array) -> Array:
    """Return (n, 32r, 32c) contiguous values as (n, r, c, 1024) tiles."""
    count, height, width = rows.shape
    out = np.empty((count, height * width), rows.dtype)
    item, parts = _part(rows.itemsize, 0)
    order = _face_order(height, width, width // FACE * parts, parts)
    _reorder(rows.reshape(count, -1).view(item), order, out)
    return out.reshape(count, height // SIDE, width // SIDE, ELEMENTS)


def tilize_part(values: Array, height: int, width: int, pitch: int, out: Array) -> None:
    """Write (32r, 32c) values as tiles into `out`, of shape (1024rc).

    `values` starts with the first row. Rows are `pitch` values apart, a multiple of 16.
    """
    item, parts = _part(values.itemsize, pitch)
    order = _face_order(height, width, pitch // FACE * parts, parts)
    span = (height - 1) * pitch + width
    _reorder(values[None, :span].view(item), order, out[None])


def untilize(tiles: Array) -> Array:
    """Return (n, r, c, 1024) contiguous tiles as (n, 32r, 32c) values."""
    count, height, width = len(tiles), tiles.shape[1] * SIDE, tiles.shape[2] * SIDE
    out = np.empty((count, height * width), tiles.dtype)
    item, parts = _part(tiles.itemsize, 0)
    order = _row_order(height, width, 1, 0, parts)
    _reorder(tiles.reshape(count, -1).view(item), order, out)
    return out.reshape(count, height, width)


def untilize_beside(values: Array, count: int, pitch: int, out: Array) -> None:
    """Write `count` arrays of tiles side by side into contiguous rows (32r, 32 * count * c).

    `values` starts with the first array (1024rc). Arrays are `pitch` values apart, a multiple of 16
    bytes.
    """
    height, width = len(out), out.shape[1] // count
    item, parts = _part(values.itemsize, pitch)
    order = _row_order(height, width, count, pitch * values.itemsize // item.itemsize, parts)
    span = (count - 1) * pitch + height * width
    _reorder(values[None, :span].view(item), order, out.reshape(1, -1))


def elements(data: Array, format_: DataFormat) -> Array:
    """Return a copy of bytes (..., n) as numbers of the format's own type."""
    require_plain(format_)
    return np.array(data, order="C").view(format_.external)


def decode(data: Array, format_: DataFormat) -> Array:
    """Return a copy of bytes (..., n) as float32, or as integers of the format's own type."""
    return elements(data, format_).astype(format_.values, copy=False)


@np.errstate(over="ignore", invalid="ignore")
def numbers(values: Array, format_: DataFormat) -> Array:
    """Return numbers converted to the format's own type, or `values` itself if it has that type."""
    require_plain(format_)
    if values.dtype == format_.external:
        return values
    return round_to(values, format_) if format_.is_integer else to_external(values, format_)


def require_plain(format_: DataFormat) -> None:
    """Raise Fault for block formats, because circular buffers have no room for their exponents."""
    if format_.kind == "block" or format_.external not in (*_PLAIN, ml_dtypes.bfloat16):
        raise Fault(f"circular buffers cannot hold {format_}")


_PLAIN = (np.float32, np.float16, np.uint32, np.uint16, np.uint8, np.int32)
