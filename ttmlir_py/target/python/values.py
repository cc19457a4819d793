"""Attribute values as Python text: data types, layouts, memory configurations, numbers."""

from xdsl.ir import Operation

from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.ttnn.attributes import (
    MemoryConfigAttr,
)
from ttmlir_py.dialects.ttnn.enums import Layout, TensorMemoryLayout
from ttmlir_py.ir.diagnostics import OperationError

LAYOUTS = {Layout.Tile: "ttnn.TILE_LAYOUT", Layout.RowMajor: "ttnn.ROW_MAJOR_LAYOUT"}
_NAMED_CONFIGS = {
    f"ttnn.MemoryConfig(ttnn.TensorMemoryLayout.INTERLEAVED, ttnn.BufferType.{memory})": (
        f"ttnn.{memory}_MEMORY_CONFIG"
    )
    for memory in ("DRAM", "L1")
}


def data_type_text(op: Operation, data_type: DataType) -> str:
    """Return a data type as Python text. Raise OperationError for data types that TTNN lacks."""
    format_ = FORMATS[data_type.name]
    if not format_.in_library:
        raise OperationError(op, f"cannot be translated: TTNN has no data type {data_type}")
    return f"ttnn.{format_.library_name.lower()}"


def float_text(value: float) -> str:
    """Return a number as Python text. Infinities and NaN have no literals, and become
    `float(...)`.
    """
    text = repr(value)
    return text if text[-1].isdigit() else f'float("{text}")'


def memory_config_text(config: MemoryConfigAttr, *, by_name: bool = True) -> str:
    """Return a memory configuration as Python text.

    With `by_name`, well-known configurations become names. The shape of shards is left to TTNN.
    """
    buffer = f"ttnn.BufferType.{config.bufferType.value.keyword.upper()}"
    layout = config.tensorMemoryLayout
    spread = TensorMemoryLayout.Interleaved if layout is None else layout.value
    text = f"ttnn.MemoryConfig(ttnn.TensorMemoryLayout.{spread.keyword.upper()}, {buffer})"
    return _NAMED_CONFIGS.get(text, text) if by_name else f"{text[:-1]}, None)"
