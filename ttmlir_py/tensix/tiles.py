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


def tilize(rows: Array) -> Array:
    """(..., 32r, 32c) values as (..., r, c, 1024) tiles."""
    *outer, height, width = rows.shape
    shape = (*outer, height // SIDE, SIDE, width // SIDE, SIDE)
    return to_faces(np.swapaxes(rows.reshape(shape), -3, -2))


def untilize(tiles: Array) -> Array:
    """(..., r, c, 1024) tiles as (..., 32r, 32c) values."""
    *outer, rows, columns, _ = tiles.shape
    return np.swapaxes(to_matrices(tiles), -3, -2).reshape(*outer, rows * SIDE, columns * SIDE)


def elements(data: Array, format_: DataFormat) -> Array:
    """A copy of bytes (..., n) as the format's own numbers."""
    require_plain(format_)
    return np.array(data, order="C").view(format_.external)


def decode(data: Array, format_: DataFormat) -> Array:
    """A copy of bytes (..., n) as values: float32 for floating point, else the format's integers."""
    return elements(data, format_).astype(format_.values, copy=False)


@np.errstate(over="ignore", invalid="ignore")
def encode(values: Array, format_: DataFormat) -> Array:
    """Numbers of any type as bytes of a format, rounded as `round_to` does; the format's own stay as they are."""
    require_plain(format_)
    if values.dtype != format_.external:
        values = round_to(values, format_) if format_.is_integer else to_external(values, format_)
    return np.ascontiguousarray(values).view(np.uint8)


def require_plain(format_: DataFormat) -> None:
    """Fault for formats that tiles of kernels cannot have: this compiler leaves no room for their exponents."""
    if format_.kind == "block" or format_.external not in (*_PLAIN, ml_dtypes.bfloat16):
        raise Fault(f"circular buffers cannot hold {format_}")


_PLAIN = (np.float32, np.float16, np.uint32, np.uint16, np.uint8, np.int32)
