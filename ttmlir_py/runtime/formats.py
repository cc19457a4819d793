"""The hardware's data formats and the rounding into them.

The simulator keeps the *values* of a tensor, not its bytes: float32 for every floating-point format
(each value exactly representable in the format), an unsigned integer array for every integer format.
`round_to` is the only place where precision is lost.

Block floating point (bfp): 16 neighbouring values of a tile's face row share the largest of their
exponents; each keeps a sign and 7, 3 or 1 magnitude bits, hidden one included. `BFP_BFloat*`
(exponent B) has float32's 8-bit exponent, `BFP_Float*` (exponent A) float16's 5-bit one. Layout and
rounding follow tt-metal's host packer (`blockfloat_common`): magnitudes round half up and saturate.
"""

from dataclasses import dataclass
from typing import Any, Literal

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_CHUNK = 1 << 10
"""Blocks that are rounded at a time."""

BLOCK = 16
"""Values that share an exponent: one row of a 16x16 face, hence 16 neighbours of the last dimension."""


@dataclass(frozen=True, slots=True)
class DataFormat:
    """One case of the FlatBuffer enum `DataType`."""

    name: str
    """The case's name in the FlatBuffer schema."""
    mnemonic: str
    """MLIR's spelling, for people."""
    kind: Literal["float", "block", "integer"]
    values: type[np.generic]
    """Type of the arrays that kernels see."""
    external: Any
    """Type of the arrays that callers get: the format's own where numpy has one."""
    exponent_bits: int = 8
    magnitude_bits: int = 0

    def __str__(self) -> str:
        return self.mnemonic

    @property
    def value_size(self) -> int:
        """Bytes of one value in the simulator."""
        return np.dtype(self.values).itemsize

    @property
    def largest(self) -> int:
        """Largest value of an integer format."""
        return (1 << (8 * self.value_size)) - 1

    @property
    def is_integer(self) -> bool:
        """Whether the values are unsigned integers."""
        return self.kind == "integer"


def _float(name: str, mnemonic: str, external: Any) -> DataFormat:
    return DataFormat(name, mnemonic, "float", np.float32, external)


def _block(name: str, mnemonic: str, exponent_bits: int, magnitude_bits: int) -> DataFormat:
    return DataFormat(
        name, mnemonic, "block", np.float32, np.float32, exponent_bits, magnitude_bits
    )


def _integer(name: str, mnemonic: str, values: type[np.generic]) -> DataFormat:
    return DataFormat(name, mnemonic, "integer", values, values)


FORMATS: dict[str, DataFormat] = {
    format_.name: format_
    for format_ in (
        _float("Float32", "f32", np.float32),
        _float("Float16", "f16", np.float16),
        _float("BFloat16", "bf16", ml_dtypes.bfloat16),
        _block("BFP_Float8", "bfp_f8", 5, 7),
        _block("BFP_BFloat8", "bfp_bf8", 8, 7),
        _block("BFP_Float4", "bfp_f4", 5, 3),
        _block("BFP_BFloat4", "bfp_bf4", 8, 3),
        _block("BFP_Float2", "bfp_f2", 5, 1),
        _block("BFP_BFloat2", "bfp_bf2", 8, 1),
        _integer("UInt32", "u32", np.uint32),
        _integer("UInt16", "u16", np.uint16),
        _integer("UInt8", "u8", np.uint8),
    )
}
"""All formats by FlatBuffer name. MLIR's si32 and i32 tensors are stored as `UInt32`, two's complement."""


@np.errstate(over="ignore", invalid="ignore")
def round_to(values: Array, format_: DataFormat) -> Array:
    """Bring values of any numeric type into a format; returns them as the format's value type.

    Floating point rounds to nearest even. Float to integer follows the SFPU's typecast kernels:
    truncation for u32, nearest even for u16 and u8, negative values to 0, saturation at the largest
    value (NaN counts as too large). Between integer widths a conversion saturates.
    The argument itself is returned when nothing changes; a broadcast scalar stays a broadcast scalar.
    """
    if values.size > 1 and not any(values.strides):
        splat = round_to(values[(slice(0, 1),) * values.ndim], format_)
        return np.broadcast_to(splat, values.shape)
    if format_.is_integer:
        return _to_integer(values, format_)
    as_float32 = values.astype(np.float32, copy=False)
    if format_.kind == "block":
        return _round_blocks(as_float32, format_)
    if format_.external is np.float32:
        return as_float32
    return as_float32.astype(format_.external).astype(np.float32)


def _round_blocks(values: Array, format_: DataFormat) -> Array:
    """Encode and decode, a part at a time so that temporaries stay in the cache."""
    padded = _as_blocks(values)
    blocks = padded.reshape(-1, BLOCK)
    rounded = np.empty_like(blocks)
    for start in range(0, len(blocks), _CHUNK):
        part = blocks[start : start + _CHUNK]
        encoded = encode_block(part, format_)
        rounded[start : start + _CHUNK] = decode_block(*encoded, format_, part.shape)
    return _without_padding(rounded.reshape(padded.shape), values.shape)


def to_external(values: Array, format_: DataFormat) -> Array:
    """Copy values into an array of the type that callers get."""
    return np.array(values, dtype=format_.external)


def _to_integer(values: Array, format_: DataFormat) -> Array:
    target = np.dtype(format_.values)
    if values.dtype == target:
        return values
    largest = format_.largest
    if values.dtype.kind == "f" or values.dtype == ml_dtypes.bfloat16:
        whole = np.trunc(values) if target.itemsize == 4 else np.rint(values)
        whole = np.nan_to_num(whole.astype(np.float64), nan=largest)
        return np.clip(whole, 0, largest).astype(target)
    if values.dtype == np.bool_ or values.dtype.itemsize < target.itemsize:
        return values.astype(target)
    return np.minimum(values, largest).astype(target)


def _exponent_range(format_: DataFormat) -> tuple[int, int]:
    """Bias and largest stored exponent."""
    return (1 << (format_.exponent_bits - 1)) - 1, (1 << format_.exponent_bits) - 1


def encode_block(values: Array, format_: DataFormat) -> tuple[Array, Array]:
    """Split float32 values into shared exponents and signed magnitudes, both uint8.

    The last dimension (a scalar counts as one value) is padded with zeros to whole blocks, as a tile is.
    Shapes: exponents (..., blocks), magnitudes (..., blocks, 16) with the sign above the magnitude bits.
    Exponent A has no infinity: infinities and NaN saturate. Values below the smallest normal number
    count as zero. With 1 magnitude bit a NaN becomes an infinity.
    """
    blocks = _as_blocks(values)
    bias, largest_exponent = _exponent_range(format_)
    width = format_.magnitude_bits
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
    """Join what `encode_block` split; `shape` is the unpadded shape. Returns float32."""
    bias, _ = _exponent_range(format_)
    width = format_.magnitude_bits
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
    """Group the last dimension into zero-padded blocks of 16: (..., blocks, 16)."""
    rows = values.reshape(1) if values.ndim == 0 else values
    padding = -rows.shape[-1] % BLOCK
    if padding:
        rows = np.pad(rows, [(0, 0)] * (rows.ndim - 1) + [(0, padding)])
    rows = np.ascontiguousarray(rows, dtype=np.float32)
    return rows.reshape(*rows.shape[:-1], rows.shape[-1] // BLOCK, BLOCK)


def _without_padding(blocks: Array, shape: tuple[int, ...]) -> Array:
    """Undo `_as_blocks`, for the shape that it was given."""
    *rows, count, _ = blocks.shape
    joined = blocks.reshape(*rows, count * BLOCK)
    return joined[..., : shape[-1] if shape else 1].reshape(shape)
