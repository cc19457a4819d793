"""The rounding in the device's registers and packers, where it differs from float32.

Facts are from Tenstorrent's ISA documentation of Wormhole (tt-isa-documentation: `SrcASrcB`,
`MVMUL`, `FloatBitPatterns`, `SFPSTORE`, `Packers/FormatConversion`). Arrays are float32 and keep
NaN, which the matrix unit treats as a large number.

Terms: a *source* register holds an operand of the matrix unit, with 10 bits of mantissa (tf32) or 7
(bf16). *Dst*, the destination register, holds results of 32 or 16 bits. A *phase* multiplies some
bits of one operand by some bits of the other.
"""

import numpy as np

from ttmlir_py.runtime.formats import FORMATS, Array, DataFormat, round_to, truncate_blocks

MANTISSA = 23
"""Number of mantissa bits of float32, without the hidden bit."""
TF32, BF16 = 10, 7
"""Number of mantissa bits of the register formats, without the hidden bit."""
_FIRST_A, _FIRST_B = 4, 6
"""Mantissa bits of each operand in the first phase, without the hidden bit."""
_SECOND_A = _FIRST_A + 5
"""Last mantissa bit of `SrcA` that the second phase reads. The last bit of tf32 is not used."""


def cut(values: Array, bits: int) -> Array:
    """Return values truncated to `bits` mantissa bits. Subnormal numbers become zeros."""
    whole = np.asarray(values, order="C")
    mask = np.uint32((0xFFFFFFFF << (MANTISSA - bits)) & 0xFFFFFFFF)
    kept = (whole.view(np.uint32) & mask).view(np.float32)
    return np.where(np.isnan(whole), whole, flushed(kept))


def flushed(values: Array) -> Array:
    """Return values with subnormal numbers replaced by zeros, as all units of the device do."""
    small = np.abs(values) < np.finfo(np.float32).tiny
    return np.where(small, np.copysign(np.float32(0), values), values)


def round_in_place(values: Array, bits: int = BF16) -> None:
    """Round contiguous float32 values to `bits` mantissa bits, with ties away from zero.

    NaNs are preserved if their lower bits are zeros, as in NaNs from arithmetic and from `cut`.
    """
    shift = MANTISSA - bits
    words = values.view(np.uint32)
    words += np.uint32(1 << (shift - 1))
    words &= np.uint32((0xFFFFFFFF << shift) & 0xFFFFFFFF)


def source(values: Array, wide: bool) -> Array:
    """Return operands as source registers hold them: tf32 with a 32-bit Dst, else bf16."""
    return cut(values, TF32 if wide else BF16)


def stored(values: Array, half: DataFormat = FORMATS["BFloat16"]) -> Array:
    """Return results of the matrix unit as a 16-bit Dst holds them, with ties away from zero.

    The direction of ties is inferred: sums of ones end at 8192 on cards, where ties to even would
    end at 4096 (tt-metal issue 8449).
    """
    rounded = np.array(values, np.float32)
    finite = np.isfinite(rounded)
    round_in_place(rounded, half.precision - 1)
    return np.where(finite, round_to(rounded, half), values)


def packed(values: Array, data_type: DataFormat) -> Array:
    """Return Dst values converted by the packer.

    It differs from `round_to`: ties go away from zero, and subnormal numbers become zeros. Block
    formats of fewer than 8 bits are truncated from those of 8, which are rounded.
    """
    if data_type.is_integer or values.dtype != np.float32:
        return round_to(values, data_type)
    if values.size > 1 and not any(values.strides):
        splat = packed(values[(slice(0, 1),) * values.ndim], data_type)
        return np.broadcast_to(splat, values.shape)
    match data_type.kind, data_type.bits:
        case "float", 32:
            return flushed(values)
        case "float", _:
            return stored(flushed(values), data_type)
        case _, 8:
            return round_to(flushed(values), data_type)
        case _:
            wider = FORMATS[f"{data_type.name[:-1]}8"]
            return truncate_blocks(round_to(flushed(values), wider), data_type)


def phases(a: Array, b: Array, count: int) -> list[tuple[Array, Array]]:
    """Return the pair of factors of each of `count` fidelity phases, without pairs that are all
    zero.

    `a` is in `SrcA` and `b` in `SrcB`, as `source` returns them. `SrcA` gives its first 5 bits,
    including the hidden one, or the next 5. `SrcB` gives its first 7 bits, or the rest.
    """
    parts_a, parts_b = _parts(a, _FIRST_A, _SECOND_A), _parts(b, _FIRST_B, TF32)
    order = [(0, 0), (1, 0), (0, 1), (1, 1)][:count]
    taken = [(parts_a[i], parts_b[j]) for i, j in order]
    return [
        pair for index, pair in enumerate(taken) if not index or all(each.any() for each in pair)
    ]


def _parts(values: Array, first: int, last: int) -> tuple[Array, Array]:
    """Split values into two terms: the leading `first` mantissa bits, and the bits after these up
    to `last`.

    Infinities and NaN are entirely in the first term.
    """
    high = cut(values, first)
    low = np.zeros_like(high)
    return high, np.subtract(cut(values, last), high, out=low, where=np.isfinite(values))
