"""The device's data formats, and rounding to them.

The simulator stores the *values* of a tensor, not its bytes. Floating-point formats are stored as
float32 numbers that the format can represent exactly. Integer formats are stored as integers of the
same width and sign. `round_to` is the only place where precision is lost.

Block floating point (bfp): 16 neighbouring values of a tile's face row share the largest of their
exponents. Each value has a sign and 7, 3 or 1 magnitude bits, including the hidden one.
`BFP_BFloat*` (exponent B) has float32's 8-bit exponent, `BFP_Float*` (exponent A) float16's 5-bit
one. The layout is that of tt-metal's host packer (`blockfloat_common`). Magnitudes saturate and
round half up, as in the packers of Wormhole and Blackhole (tt-metal issue 17237). The host packer
rounds ties to even since its pull request 16997.
"""

from dataclasses import asdict, dataclass
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from ttmlir_py.common import data_formats
from ttmlir_py.common.data_formats import BLOCK

Array = NDArray[Any]

_CHUNK = 1 << 10
"""Number of blocks that are rounded at once, so that temporaries stay in the cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFormat(data_formats.Format):
    """A data format, with the numpy types in which the simulator stores and returns it."""

    values: type[np.generic]
    """Type of the arrays that kernels receive and return."""
    external: Any
    """Type of the arrays that callers receive: the format's own type where numpy has one."""

    def __str__(self) -> str:
        return self.keyword

    @property
    def value_size(self) -> int:
        """Return the size of one stored value, in bytes."""
        return np.dtype(self.values).itemsize

    @property
    def smallest(self) -> int:
        """Return the smallest value of an integer format."""
        return -(1 << (self.bits - 1)) if self.is_signed_integer else 0

    @property
    def largest(self) -> int:
        """Return the largest value of an integer format."""
        return self.smallest + (1 << self.bits) - 1

    @property
    def is_integer(self) -> bool:
        """Whether the format is an integer format."""
        return self.kind == "integer"


_NUMPY_TYPES: dict[str, Any] = {
    **{"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16},
    **{"u32": np.uint32, "u16": np.uint16, "u8": np.uint8, "si32": np.int32},
}
"""Maps scalar types of formats to numpy types."""


def _data_format(format_: data_formats.Format) -> DataFormat:
    own = _NUMPY_TYPES[format_.scalar]
    return DataFormat(
        **asdict(format_),
        values=own if format_.kind == "integer" else np.float32,
        external=np.float32 if format_.kind == "block" else own,
    )


FORMATS = {name: _data_format(format_) for name, format_ in data_formats.FORMATS.items()}
"""Maps FlatBuffer names to formats."""


@np.errstate(over="ignore", invalid="ignore")
def round_to(values: Array, format_: DataFormat) -> Array:
    """Convert values of any numeric type to `format_`, and return them in its `values` type.

    Floating point rounds to nearest even. Conversions to integers are those of the SFPU's typecast
    kernels. Float to u32 truncates. Float to u16 rounds to nearest with ties up (tt-metal issue
    51655). Both of these saturate: negative values give 0, NaN the largest value. Float to u8
    truncates and keeps only the lowest 8 bits (issue 55325); infinities and NaN give 0. u32 to u16
    saturates. Float to si32 truncates and saturates at both ends. Between si32 and u32 the bits
    stay. si32 to u16 saturates.

    The argument itself is returned if nothing changes. A broadcast scalar stays a broadcast scalar.
    """
    if values.size > 1 and not any(values.strides):
        splat = round_to(values[(slice(0, 1),) * values.ndim], format_)
        return np.broadcast_to(splat, values.shape)
    if format_.is_integer:
        return _to_integer(values, format_)
    as_float32 = values.astype(np.float32, copy=False)
    if format_.kind == "float" and values.dtype in (format_.external, np.bool_):
        # values in this format, and booleans, need no rounding
        return as_float32
    if format_.kind == "block":
        return _round_blocks(as_float32, format_)
    return as_float32.astype(format_.external).astype(np.float32)


def _round_blocks(values: Array, format_: DataFormat) -> Array:
    """Round values to a block format. A limited number of blocks is rounded at a time."""
    padded = _as_blocks(values)
    blocks = padded.reshape(-1, BLOCK)
    rounded = np.empty_like(blocks)
    for start in range(0, len(blocks), _CHUNK):
        part = slice(start, start + _CHUNK)
        rounded[part] = _round_part(blocks[part], format_)
    return _without_padding(rounded.reshape(padded.shape), values.shape)


def _round_part(blocks: Array, format_: DataFormat) -> Array:
    """Return the rounded values of some blocks. They are computed by float32 arithmetic, and equal
    those of `encode_block` and `decode_block`.

    Blocks with infinities, NaN or numbers near the smallest ones cannot be scaled. They are encoded
    and decoded.
    """
    bias, largest_exponent = _exponent_range(format_)
    width = format_.precision
    bits = blocks.view(np.uint32) & np.uint32(0x7FFFFFFF)
    if format_.exponent_bits < 8:
        np.minimum(bits, np.uint32((largest_exponent + 128 - bias << 23) - 1), out=bits)
    bits *= bits >= np.uint32(max(127 - bias, 1) << 23)
    shared = bits.max(axis=-1, keepdims=True) >> np.uint32(23)
    scalable = np.clip(shared, 8, 254)
    step = (scalable - np.uint32(width - 1) << np.uint32(23)).view(np.float32)
    halves = (np.uint32(254 + width) - scalable << np.uint32(23)).view(np.float32)
    values = bits.view(np.float32) * halves
    np.floor(values, out=values)
    values += 1
    values *= 0.5
    np.floor(values, out=values)
    np.minimum(values, (1 << width) - 1, out=values)
    values *= step
    np.copysign(values, blocks, out=values)
    values += 0.0  # negative zero becomes zero, because the format has no negative zero
    others = np.flatnonzero((shared != scalable) & (shared != 0))
    if others.size:
        chosen = blocks[others]
        values[others] = decode_block(*encode_block(chosen, format_), format_, chosen.shape)
    return values


def to_external(values: Array, format_: DataFormat) -> Array:
    """Return a copy of `values` in the type that callers receive."""
    return np.array(values, dtype=format_.external)


def _to_integer(values: Array, format_: DataFormat) -> Array:
    target = np.dtype(format_.values)
    if values.dtype == target:
        return values
    if values.dtype.kind == "f" or values.dtype == ml_dtypes.bfloat16:
        flat, result = values.reshape(-1), np.empty(values.size, target)
        for start in range(0, values.size, _CHUNK * BLOCK):
            part = slice(start, start + _CHUNK * BLOCK)
            result[part] = _float_to_integer(flat[part].astype(np.float64), format_)
        return result.reshape(values.shape)
    if values.dtype == np.bool_ or values.dtype.itemsize <= target.itemsize or target.itemsize == 1:
        return values.astype(target)
    return np.clip(values, format_.smallest, format_.largest).astype(target)


def _float_to_integer(values: Array, format_: DataFormat) -> Array:
    """Return whole numbers in the range of the integer format `format_`, before the cast to its
    type.
    """
    match format_.name:
        case "UInt8":
            limit = 2.0**40  # larger float32 numbers are multiples of 256
            return np.clip(np.nan_to_num(values, nan=0.0), -limit, limit).astype(np.int64) & 0xFF
        case "UInt16":
            whole = np.floor(values + 0.5)
        case _:
            whole = np.trunc(values)
    largest = format_.largest
    return np.clip(np.nan_to_num(whole, nan=largest), format_.smallest, largest)


def _exponent_range(format_: DataFormat) -> tuple[int, int]:
    """Return the exponent bias of a format, and its largest stored exponent."""
    return (1 << (format_.exponent_bits - 1)) - 1, (1 << format_.exponent_bits) - 1


def encode_block(values: Array, format_: DataFormat) -> tuple[Array, Array]:
    """Split float32 values into shared exponents and signed magnitudes, both as uint8.

    The last dimension (a scalar counts as one value) is padded with zeros to whole blocks, as a
    tile is. Shapes: exponents (..., blocks), magnitudes (..., blocks, 16) with the sign above the
    magnitude bits. Exponent A has no infinity: infinities and NaN saturate. Values below the
    smallest normal number count as zero. With 1 magnitude bit a NaN becomes an infinity.
    """
    blocks = _as_blocks(values)
    bias, largest_exponent = _exponent_range(format_)
    width = format_.precision
    bits = blocks.view(np.uint32)
    stored = ((bits >> 23) & 0xFF).astype(np.int32)
    mantissa = (bits & 0x7FFFFF) | 0x800000
    rebased = stored - 127 + bias
    if format_.exponent_bits < 8:
        mantissa = np.where(rebased > largest_exponent, 0xFFFFFF, mantissa)
    mantissa = np.where((rebased < 0) | (stored == 0), 0, mantissa)
    exponents = np.clip(np.where(mantissa != 0, rebased, 0), 0, largest_exponent)
    shared = exponents.max(axis=-1)
    shift = np.minimum(shared[..., None] - exponents, 31).astype(np.uint32)
    half = np.uint32(1 << (23 - width))
    magnitude = ((mantissa >> shift) + half) >> np.uint32(24 - width)
    magnitude = np.minimum(magnitude, (1 << width) - 1)
    sign = np.where(magnitude != 0, bits >> 31, 0)
    return shared.astype(np.uint8), (magnitude | (sign << width)).astype(np.uint8)


def decode_block(
    exponents: Array, magnitudes: Array, format_: DataFormat, shape: tuple[int, ...]
) -> Array:
    """Return the float32 values of exponents and magnitudes from `encode_block`.

    `shape` is the shape without padding.
    """
    bias, _ = _exponent_range(format_)
    width = format_.precision
    magnitude = magnitudes & np.uint8((1 << width) - 1)
    shared = exponents.astype(np.int32)[..., None]
    values = np.ldexp(magnitude.astype(np.float64), shared - bias - (width - 1))
    if format_.exponent_bits == 8:
        top = 1 << (width - 1)
        special = (shared == 0xFF) & (magnitude >= top)
        values = np.where(special, np.where(magnitude == top, np.inf, np.nan), values)
    values = np.copysign(values, np.where(magnitudes >> np.uint8(width), -1.0, 1.0))
    return _without_padding(values.astype(np.float32), shape)


def _as_blocks(values: Array) -> Array:
    """Return the elements in blocks of 16 along the last dimension, padded with zeros: (...,
    blocks, 16).
    """
    rows = values.reshape(1) if values.ndim == 0 else values
    padding = -rows.shape[-1] % BLOCK
    if padding:
        rows = np.pad(rows, [(0, 0)] * (rows.ndim - 1) + [(0, padding)])
    rows = np.ascontiguousarray(rows, dtype=np.float32)
    return rows.reshape(*rows.shape[:-1], rows.shape[-1] // BLOCK, BLOCK)


def truncate_blocks(values: Array, format_: DataFormat) -> Array:
    """Truncate values to the magnitude bits of a block format.

    The values must be in a format with the same exponents.
    """
    blocks = _as_blocks(values)
    _, exponent = np.frexp(np.abs(blocks).max(axis=-1, keepdims=True))
    step = np.ldexp(1.0, exponent - format_.precision)
    finite = np.isfinite(blocks)
    whole = np.trunc(np.where(finite, blocks, 0.0) / step) * step + 0.0
    return _without_padding(np.where(finite, whole, blocks).astype(np.float32), values.shape)


def _without_padding(blocks: Array, shape: tuple[int, ...]) -> Array:
    """Return the values of blocks without padding: the inverse of `_as_blocks`."""
    *rows, count, _ = blocks.shape
    joined = blocks.reshape(*rows, count * BLOCK)
    return joined[..., : shape[-1] if shape else 1].reshape(shape)
