"""The data formats of Tenstorrent's hardware, in one table for IR, binaries, simulator and TTNN.

This module imports nothing from the project, so any package can use it. Packages add their own
properties, such as the xDSL type or the numpy type.
"""

import struct
from dataclasses import dataclass
from typing import Final, Literal

TILE_ELEMENTS: Final = 32 * 32
BLOCK: Final = 16
"""Number of values of a block format that share an exponent.

These are a row of a 16x16 face: 16 neighbours in the last dimension.
"""


@dataclass(frozen=True, eq=False, repr=False)
class Format:
    """A data format: a member of the enum `DataType`, which is the same in the IR and in
    binaries.
    """

    name: str
    """Name of the enum member."""
    keyword: str
    """The format's name in MLIR."""
    library_name: str
    """The format's name in TTNN."""
    kind: Literal["float", "block", "integer"]
    scalar: Literal["f32", "f16", "bf16", "u32", "u16", "u8", "si32"]
    """The scalar type of uncompressed elements."""
    bits: int
    """Number of bits of an element, without the shared exponents of block formats."""
    precision: int = 0
    """Number of bits of a floating-point format's significand, including the hidden bit."""
    exponent_bits: int = 0
    in_library: bool = True
    """Whether TTNN has the format."""

    @property
    def is_signed_integer(self) -> bool:
        """Whether the format holds signed integers."""
        return self.scalar == "si32"

    @property
    def significant_bits(self) -> int:
        """Return the number of significant binary digits of a value."""
        return self.bits if self.kind == "integer" else self.precision

    @property
    def exponent_bytes(self) -> int:
        """Return the number of bytes for the shared exponents of a tile."""
        return TILE_ELEMENTS // BLOCK if self.kind == "block" else 0

    @property
    def tile_bytes(self) -> int:
        """Return the number of bytes of a tile on the device."""
        return TILE_ELEMENTS * self.bits // 8 + self.exponent_bytes


FORMATS: Final = {
    each.name: each
    for each in (
        Format("Float32", "f32", "FLOAT32", "float", "f32", 32, 24, 8),
        Format("Float16", "f16", "FLOAT16", "float", "f16", 16, 11, 5, in_library=False),
        Format("BFloat16", "bf16", "BFLOAT16", "float", "bf16", 16, 8, 8),
        Format("BFP_Float8", "bfp_f8", "BFP_FLOAT8", "block", "f16", 8, 7, 5, in_library=False),
        Format("BFP_BFloat8", "bfp_bf8", "BFLOAT8_B", "block", "bf16", 8, 7, 8),
        Format("BFP_Float4", "bfp_f4", "BFP_FLOAT4", "block", "f16", 4, 3, 5, in_library=False),
        Format("BFP_BFloat4", "bfp_bf4", "BFLOAT4_B", "block", "bf16", 4, 3, 8),
        Format("BFP_Float2", "bfp_f2", "BFP_FLOAT2", "block", "f16", 2, 1, 5, in_library=False),
        Format("BFP_BFloat2", "bfp_bf2", "BFLOAT2_B", "block", "bf16", 2, 1, 8, in_library=False),
        Format("UInt32", "u32", "UINT32", "integer", "u32", 32),
        Format("UInt16", "u16", "UINT16", "integer", "u16", 16),
        Format("UInt8", "u8", "UINT8", "integer", "u8", 8),
        Format("Int32", "si32", "INT32", "integer", "si32", 32),
    )
}
"""Maps names to formats, in the order of the enum.

MLIR's si32 and i32 tensors are stored as `UInt32` in two's complement. With `signed-integers=true`
they are stored as `Int32`. The reference revision lacks that format; name and number are those of
later revisions.
"""


def nan_bits(value: float, exponent_bits: int, fraction_bits: int) -> int:
    """Return the bits of a NaN in an IEEE format, with its sign and leading payload bits.

    `struct.pack` makes a signalling NaN quiet, and drops all payloads of two-byte formats.
    """
    bits = int.from_bytes(struct.pack("<d", value), "little")
    fraction = bits >> (52 - fraction_bits) & ((1 << fraction_bits) - 1)
    exponent = (1 << exponent_bits) - 1
    sign = bits >> 63 << (exponent_bits + fraction_bits)
    return sign | exponent << fraction_bits | (fraction or 1 << (fraction_bits - 1))


def nan_of_bits(bits: int, exponent_bits: int, fraction_bits: int) -> float:
    """Return the binary64 NaN with the sign and payload of a NaN in an IEEE format.

    `nan_bits` is the inverse.
    """
    sign = bits >> (exponent_bits + fraction_bits) & 1
    fraction = bits & ((1 << fraction_bits) - 1)
    wide = sign << 63 | 0x7FF << 52 | fraction << (52 - fraction_bits)
    return struct.unpack("<d", wide.to_bytes(8, "little"))[0]
