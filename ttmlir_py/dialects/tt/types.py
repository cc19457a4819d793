"""The types of the tt dialect, and conversions between element types and data types."""

from ttmlir_py.dialects.tt.device import DeviceType
from ttmlir_py.dialects.tt.tile import (
    TileType,
    data_type_to_element_type,
    element_type_to_data_type,
    without_sign,
)

__all__ = [
    "DeviceType",
    "TileType",
    "data_type_to_element_type",
    "element_type_to_data_type",
    "without_sign",
]
