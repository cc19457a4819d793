"""The tile type of the tt dialect, and conversions between element types and data types."""

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float16Type,
    Float32Type,
    IntegerType,
    Signedness,
    i32,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.ir.definition.attribute_format import FormatType

SI32 = IntegerType(32, Signedness.SIGNED)
_SCALARS: dict[str, Attribute] = {
    "f32": Float32Type(),
    "f16": Float16Type(),
    "bf16": BFloat16Type(),
    **{f"u{bits}": IntegerType(bits, Signedness.UNSIGNED) for bits in (32, 16, 8)},
    "si32": SI32,
}
_SCALAR_TYPES = {data_type: _SCALARS[FORMATS[data_type.name].scalar] for data_type in DataType}


def element_type_to_data_type(element_type: Attribute) -> DataType:
    """Return the data type in which devices store elements of the builtin type `element_type`.

    Integers become unsigned types of their width, except si32. Raises ValueError for widths without
    a device data type, and for types that are neither float nor integer. Upstream treats complex
    numbers and indices as f32.
    """
    if isinstance(element_type, Float32Type):
        return DataType.Float32
    if isinstance(element_type, Float16Type):
        return DataType.Float16
    if isinstance(element_type, BFloat16Type):
        return DataType.BFloat16
    if isinstance(element_type, AnyFloat):
        raise ValueError(f"unsupported float type {element_type}: devices have f32, f16 and bf16")
    if element_type == SI32:
        return DataType.Int32
    if isinstance(element_type, IntegerType):
        unsigned = IntegerType(element_type.bitwidth, Signedness.UNSIGNED)
        for data_type, scalar in _SCALAR_TYPES.items():
            if scalar == unsigned:
                return data_type
        raise ValueError(f"unsupported integer type {element_type}")
    raise ValueError(f"unsupported element type {element_type}")


def without_sign(element_type: Attribute) -> Attribute:
    """Return i32 for si32, which upstream does not distinguish; return any other type unchanged."""
    return i32 if element_type == SI32 else element_type


def data_type_to_element_type(data_type: DataType) -> Attribute:
    """Return the builtin element type for `data_type`; it is f16 or bf16 for block formats."""
    return _SCALAR_TYPES[data_type]


class TileType(FormatType):
    """A tile of scalars, the element type of device tensors in tile layout."""

    name = "tt.tile"
    ods_name = "TT_Tile"
    assembly_format = "`<` custom<DimensionList>($shape) `,` $dataType `>`"
    shape: tuple[int, ...]
    dataType: DataType

    def verify(self) -> None:
        """Check `tt.tile`: the tile has a height and a width."""
        if len(self.shape) != 2:
            raise VerifyException("expected 2D shape")

    @classmethod
    def get(cls, element_type: Attribute, shape: tuple[int, ...] = (32, 32)) -> "TileType":
        """Return the tile type of the given shape whose data type stores elements of
        `element_type`.
        """
        return cls(shape, element_type_to_data_type(element_type))

    def get_height(self) -> int:
        """Return the number of rows of the tile."""
        return self.shape[0]

    def get_width(self) -> int:
        """Return the number of columns of the tile."""
        return self.shape[1]

    def get_element_type(self) -> Attribute:
        """Return the builtin type of the tile's elements, uncompressed: bf16 for bfp_bf8."""
        return data_type_to_element_type(self.dataType)

    def get_size_bytes(self) -> int:
        """Return the bytes of one tile: `height * width * bits / 8`.

        Source: `TileType::getSizeBytes` of tt-mlir. The shared exponents of block formats (64 bytes
        per 32x32 tile on the device) are not included.
        """
        return self.shape[0] * self.shape[1] * FORMATS[self.dataType.name].bits // 8

    def get_scalar_shape(self, tiled_shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape in scalars of a shape in tiles; a tile covers the last two
        dimensions.
        """
        *outer, height, width = tiled_shape
        return (*outer, height * self.shape[0], width * self.shape[1])

    def get_tiled_shape(self, scalar_shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape in tiles of a shape in scalars: the last two sizes are divided and
        rounded up.
        """
        *outer, height, width = scalar_shape
        return (*outer, -(-height // self.shape[0]), -(-width // self.shape[1]))
