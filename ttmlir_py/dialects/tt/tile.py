"""The tile type of the tt dialect, and conversions between element types and data types."""

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float16Type,
    Float32Type,
    IntegerType,
    Signedness,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.ir.definition.attribute_format import FormatType

_SCALAR_TYPES: dict[DataType, Attribute] = {
    DataType.Float32: Float32Type(),
    DataType.Float16: Float16Type(),
    DataType.BFloat16: BFloat16Type(),
    DataType.BFP_Float8: Float16Type(),
    DataType.BFP_BFloat8: BFloat16Type(),
    DataType.BFP_Float4: Float16Type(),
    DataType.BFP_BFloat4: BFloat16Type(),
    DataType.BFP_Float2: Float16Type(),
    DataType.BFP_BFloat2: BFloat16Type(),
    DataType.UInt32: IntegerType(32, Signedness.UNSIGNED),
    DataType.UInt16: IntegerType(16, Signedness.UNSIGNED),
    DataType.UInt8: IntegerType(8, Signedness.UNSIGNED),
}

_BITS: dict[DataType, int] = {
    DataType.Float32: 32,
    DataType.Float16: 16,
    DataType.BFloat16: 16,
    DataType.BFP_Float8: 8,
    DataType.BFP_BFloat8: 8,
    DataType.BFP_Float4: 4,
    DataType.BFP_BFloat4: 4,
    DataType.BFP_Float2: 2,
    DataType.BFP_BFloat2: 2,
    DataType.UInt32: 32,
    DataType.UInt16: 16,
    DataType.UInt8: 8,
}
"""Bits of one element. The block formats' shared exponents are not counted, as upstream does not count them."""


def element_type_to_data_type(element_type: Attribute) -> DataType:
    """The data type that holds elements of a builtin type.

    Signed and signless integers are held as unsigned of their width, and types that are neither float nor integer as
    f32. Raises ValueError for widths that the device has no data type for.
    """
    if isinstance(element_type, Float32Type):
        return DataType.Float32
    if isinstance(element_type, Float16Type):
        return DataType.Float16
    if isinstance(element_type, BFloat16Type):
        return DataType.BFloat16
    if isinstance(element_type, AnyFloat):
        raise ValueError(f"unsupported float type {element_type}")
    if isinstance(element_type, IntegerType):
        unsigned = IntegerType(element_type.bitwidth, Signedness.UNSIGNED)
        for data_type, scalar in _SCALAR_TYPES.items():
            if scalar == unsigned:
                return data_type
        raise ValueError(f"unsupported integer type {element_type}")
    return DataType.Float32


def data_type_to_element_type(data_type: DataType) -> Attribute:
    """The builtin type of the elements of a data type; of f16 or bf16 kind for the block formats."""
    return _SCALAR_TYPES[data_type]


class TileType(FormatType):
    """A tile of scalars, the element that device tensors in tile layout are made of."""

    name = "tt.tile"
    assembly_format = "`<` custom<DimensionList>($shape) `,` $dataType `>`"
    shape: tuple[int, ...]
    dataType: DataType

    def verify(self) -> None:
        """Tiles have a height and a width."""
        if len(self.shape) != 2:
            raise VerifyException("expected 2D shape")

    @classmethod
    def get(cls, element_type: Attribute, shape: tuple[int, ...] = (32, 32)) -> "TileType":
        """The tile that holds elements of a builtin type."""
        return cls(shape, element_type_to_data_type(element_type))

    def get_height(self) -> int:
        """Rows of scalars."""
        return self.shape[0]

    def get_width(self) -> int:
        """Columns of scalars."""
        return self.shape[1]

    def get_element_type(self) -> Attribute:
        """The builtin type of the tile's scalars, uncompressed: bf16 for bfp_bf8."""
        return data_type_to_element_type(self.dataType)

    def get_size_bytes(self) -> int:
        """Bytes of one tile: `height * width * bits / 8`.

        Source: `TileType::getSizeBytes` of tt-mlir. The shared exponents of block formats (64 bytes of a 32x32 tile on
        the device) are not part of it.
        """
        return self.shape[0] * self.shape[1] * _BITS[self.dataType] // 8

    def get_scalar_shape(self, tiled_shape: Sequence[int]) -> tuple[int, ...]:
        """The shape in scalars of a shape in tiles; the tile covers the last two dimensions."""
        *outer, height, width = tiled_shape
        return (*outer, height * self.shape[0], width * self.shape[1])

    def get_tiled_shape(self, scalar_shape: Sequence[int]) -> tuple[int, ...]:
        """The shape in tiles that covers a shape in scalars: the last two dimensions, rounded up."""
        *outer, height, width = scalar_shape
        return (*outer, -(-height // self.shape[0]), -(-width // self.shape[1]))
