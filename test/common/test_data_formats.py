"""The table of data formats agrees with the enums that list the same formats."""

import re
from pathlib import Path

from ttmlir_py import standalone, ttnn
from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.schemas import load_schema

TYPES = Path(standalone.__file__).parent / "include/ttnn_host/types.hpp"


def test_data_type_enum_of_ir_has_all_formats():
    assert [(each.name, each.keyword) for each in FORMATS.values()] == [
        (each.name, each.keyword) for each in DataType
    ]


def test_binary_schema_enum_has_all_data_formats():
    schema = load_schema("TTNN/binary.fbs")
    assert list(FORMATS) == list(schema.types["tt.target.DataType"].values)


def test_host_library_enum_has_all_data_formats():
    library = {each.library_name for each in FORMATS.values() if each.in_library}
    assert {each.name for each in ttnn.DataType} == library
    members = re.search(r"enum class DataType[^{]*\{([^}]*)\}", TYPES.read_text())
    names = re.findall(r"\b[A-Z][A-Z0-9_]+\b", members[1])
    assert names == [*(each.name for each in ttnn.DataType), "INVALID"]


def test_data_format_sizes_match_tile_sizes():
    sizes = {name: (each.bits, each.tile_bytes) for name, each in FORMATS.items()}
    assert sizes["Float32"] == sizes["UInt32"] == (32, 4096)
    assert sizes["BFloat16"] == (16, 2048)
    assert sizes["BFP_BFloat8"] == (8, 1088)
    assert sizes["BFP_Float4"] == (4, 576)
    assert sizes["BFP_BFloat2"] == (2, 320)
