"""Tiles in memory: 32x32 values, as four faces of 16x16 one after the other, each in row-major order."""

from functools import lru_cache

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from ttmlir_py.runtime.formats import Array, DataFormat, round_to, to_external
from ttmlir_py.tensix.errors import Fault

SIDE, FACE = 32, 16
ELEMENTS = SIDE * SIDE


def to_matrices(tiles: Array) -> Array:
    """(..., 1024n) values in memory's order as matrices (..., 32, 32), of which there are n times as many."""
    faces = tiles.reshape(-1, 2, 2, FACE, FACE)
    return np.swapaxes(faces, -3, -2).reshape(-1, SIDE, SIDE)


def to_faces(matrices: Array) -> Array:
    """(n, 32, 32) matrices as (n, 1024) values in memory's order."""
    parts = matrices.reshape(-1, 2, FACE, 2, FACE)
    return np.swapaxes(parts, -3, -2).reshape(-1, ELEMENTS)


@lru_cache(maxsize=64)
def _face_order(height: int, width: int) -> NDArray[np.intp]:
    """Where each row of a face, in memory's order, stands among the rows of 16 of an array."""
    positions = np.arange(height * width // FACE)
    split = positions.reshape(height // SIDE, 2, FACE, width // SIDE, 2)
    return split.transpose(0, 3, 1, 4, 2).reshape(-1)


@lru_cache(maxsize=64)
def _row_order(height: int, width: int) -> NDArray[np.intp]:
    """Where each row of 16 of an array stands among the rows of its tiles' faces."""
    return np.argsort(_face_order(height, width))


def _reorder(values: Array, order: NDArray[np.intp], out: Array) -> None:
    """Write rows of 16 of (n, m) contiguous values into others in another order; numpy copies each as one item."""
    item = np.dtype((np.void, FACE * values.itemsize))
    values.view(item).take(order, axis=1, out=out.view(item), mode="clip")


def tilize(rows: Array, out: Array | None = None) -> Array:
    """(n, 32r, 32c) contiguous values as (n, r, c, 1024) tiles, in `out` (n, 1024rc) if that is given."""
    count, height, width = rows.shape
    out = np.empty((count, height * width), rows.dtype) if out is None else out
    _reorder(rows.reshape(count, -1), _face_order(height, width), out)
    return out.reshape(count, height // SIDE, width // SIDE, ELEMENTS)


def untilize(tiles: Array, out: Array | None = None) -> Array:
    """(n, r, c, 1024) contiguous tiles as (n, 32r, 32c) values, in `out` (n, 1024rc) if that is given."""
    count, height, width = len(tiles), tiles.shape[1] * SIDE, tiles.shape[2] * SIDE
    out = np.empty((count, height * width), tiles.dtype) if out is None else out
    _reorder(tiles.reshape(count, -1), _row_order(height, width), out)
    return out.reshape(count, height, width)


def elements(data: Array, format_: DataFormat) -> Array:
    """A copy of bytes (..., n) as the format's own numbers."""
    require_plain(format_)
    return np.array(data, order="C").view(format_.external)


def decode(data: Array, format_: DataFormat) -> Array:
    """A copy of bytes (..., n) as values: float32 for floating point, else the format's integers."""
    return elements(data, format_).astype(format_.values, copy=False)


def encode(values: Array, format_: DataFormat) -> Array:
    """Numbers of any type as bytes of a format, rounded as `round_to` does; the format's own stay as they are."""
    return np.ascontiguousarray(numbers(values, format_)).view(np.uint8)


@np.errstate(over="ignore", invalid="ignore")
def numbers(values: Array, format_: DataFormat) -> Array:
    """Numbers of any type as the format's own; the array itself if they are that already."""
    require_plain(format_)
    if values.dtype == format_.external:
        return values
    return round_to(values, format_) if format_.is_integer else to_external(values, format_)


def require_plain(format_: DataFormat) -> None:
    """Fault for formats that tiles of kernels cannot have: this compiler leaves no room for their exponents."""
    if format_.kind == "block" or format_.external not in (*_PLAIN, ml_dtypes.bfloat16):
        raise Fault(f"circular buffers cannot hold {format_}")


_PLAIN = (np.float32, np.float16, np.uint32, np.uint16, np.uint8, np.int32)
