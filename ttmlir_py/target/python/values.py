"""How a script writes what attributes hold: data types, layouts, memory configurations, numbers."""

from xdsl.ir import Operation

from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.ttnn.attributes import (
    MemoryConfigAttr,
)
from ttmlir_py.dialects.ttnn.enums import BufferType, Layout, TensorMemoryLayout
from ttmlir_py.ir.diagnostics import OperationError

_DATA_TYPES = {
    DataType.Float32: "ttnn.float32",
    DataType.BFloat16: "ttnn.bfloat16",
    DataType.BFP_BFloat8: "ttnn.bfloat8_b",
    DataType.BFP_BFloat4: "ttnn.bfloat4_b",
    DataType.UInt32: "ttnn.uint32",
    DataType.UInt16: "ttnn.uint16",
    DataType.UInt8: "ttnn.uint8",
}
LAYOUTS = {Layout.Tile: "ttnn.TILE_LAYOUT", Layout.RowMajor: "ttnn.ROW_MAJOR_LAYOUT"}
_BUFFERS = {
    BufferType.DRAM: "DRAM",
    BufferType.L1: "L1",
    BufferType.SystemMemory: "SYSTEM_MEMORY",
    BufferType.L1Small: "L1_SMALL",
    BufferType.Trace: "TRACE",
}
_MEMORY_LAYOUTS = {
    TensorMemoryLayout.Interleaved: "INTERLEAVED",
    TensorMemoryLayout.SingleBank: "SINGLE_BANK",
    TensorMemoryLayout.HeightSharded: "HEIGHT_SHARDED",
    TensorMemoryLayout.WidthSharded: "WIDTH_SHARDED",
    TensorMemoryLayout.BlockSharded: "BLOCK_SHARDED",
}

_NAMED_CONFIGS = {
    f"ttnn.MemoryConfig(ttnn.TensorMemoryLayout.INTERLEAVED, ttnn.BufferType.{memory})": (
        f"ttnn.{memory}_MEMORY_CONFIG"
    )
    for memory in ("DRAM", "L1")
}


def data_type_text(op: Operation, data_type: DataType) -> str:
    """A data type; OperationError for those that TTNN does not have."""
    if data_type not in _DATA_TYPES:
        raise OperationError(op, f"cannot be translated: TTNN has no data type {data_type}")
    return _DATA_TYPES[data_type]


def float_text(value: float) -> str:
    """A number; infinities and NaN, for which Python has no literal, as calls."""
    text = repr(value)
    return text if text[-1].isdigit() else f'float("{text}")'


def memory_config_text(config: MemoryConfigAttr) -> str:
    """A memory configuration, by its name if it has one. The shape of shards is left to TTNN."""
    buffer = f"ttnn.BufferType.{_BUFFERS[config.bufferType.value]}"
    layout = config.tensorMemoryLayout
    spread = _MEMORY_LAYOUTS[TensorMemoryLayout.Interleaved if layout is None else layout.value]
    text = f"ttnn.MemoryConfig(ttnn.TensorMemoryLayout.{spread}, {buffer})"
    return _NAMED_CONFIGS.get(text, text)
