"""Tiles in memory: 32x32 values, as four faces of 16x16 one after the other, each in row-major order."""

import ml_dtypes
import numpy as np

from ttmlir_py.runtime.formats import Array, DataFormat, round_to, to_external
from ttmlir_py.tensix.errors import Fault

SIDE, FACE = 32, 16
ELEMENTS = SIDE * SIDE


def to_matrices(tiles: Array) -> Array:
    """(..., 1024) values in memory's order as (..., 32, 32) matrices."""
    faces = tiles.reshape(*tiles.shape[:-1], 2, 2, FACE, FACE)
    return np.swapaxes(faces, -3, -2).reshape(*tiles.shape[:-1], SIDE, SIDE)


def to_faces(matrices: Array) -> Array:
    """(..., 32, 32) matrices as (..., 1024) values in memory's order."""
    parts = matrices.reshape(*matrices.shape[:-2], 2, FACE, 2, FACE)
    return np.swapaxes(parts, -3, -2).reshape(*matrices.shape[:-2], ELEMENTS)


def face_rows(rows: Array) -> Array:
    """A view of (..., 32r, 32c) values as (..., r, c, 2, 2, 16) rows of faces, in the order in which tiles hold them.

    16 numbers are one item, which is copied at once. The last dimension must be contiguous.
    """
    *outer, height, width = rows.shape
    items = rows.view(np.dtype((np.void, FACE * rows.itemsize)))
    split = items.reshape(*outer, height // SIDE, 2, FACE, width // SIDE, 2)
    return np.moveaxis(split, (-2, -1), (-4, -2))


def tile_rows(tiles: Array) -> Array:
    """A view of (..., 1024) values in memory's order as (..., 2, 2, 16) rows of faces, an item each."""
    items = tiles.view(np.dtype((np.void, FACE * tiles.itemsize)))
    return items.reshape(*tiles.shape[:-1], 2, 2, FACE)


def tilize(rows: Array) -> Array:
    """(..., 32r, 32c) values as (..., r, c, 1024) tiles."""
    *outer, height, width = rows.shape
    tiles = np.empty((*outer, height // SIDE, width // SIDE, ELEMENTS), rows.dtype)
    np.copyto(tile_rows(tiles), face_rows(rows))
    return tiles


def untilize(tiles: Array) -> Array:
    """(..., r, c, 1024) tiles as (..., 32r, 32c) values."""
    *outer, height, width, _ = tiles.shape
    rows = np.empty((*outer, height * SIDE, width * SIDE), tiles.dtype)
    np.copyto(face_rows(rows), tile_rows(tiles))
    return rows


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
