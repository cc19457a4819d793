"""Enumerations of the ttnn dialect. Error messages use each docstring as the name of its enum."""

from ttmlir_py.ir.definition.enums import MlirEnum


class Layout(MlirEnum):
    """TTNN Layout"""

    RowMajor = 0, "row_major"
    Tile = 1, "tile"
    Invalid = 2, "invalid"


class TensorMemoryLayout(MlirEnum):
    """TTNN Tensor Memory Layout"""

    Interleaved = 1, "interleaved"
    SingleBank = 2, "single_bank"
    HeightSharded = 3, "height_sharded"
    WidthSharded = 4, "width_sharded"
    BlockSharded = 5, "block_sharded"


class BufferType(MlirEnum):
    """TTNN Buffer Type"""

    DRAM = 0, "dram"
    L1 = 1, "l1"
    SystemMemory = 2, "system_memory"
    L1Small = 3, "l1_small"
    Trace = 4, "trace"


class ReduceType(MlirEnum):
    """TTNN Reduce Operation Type"""

    Sum = 0, "sum"
    Mean = 1, "mean"
    Max = 2, "max"
    Min = 3, "min"
    Std = 4, "std"
    Var = 5, "var"
