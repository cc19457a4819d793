# Generated: run `make generated`.

from enum import IntEnum

from ._ttnn_ops_gen import *
from ttmlir_py.bindings.dialects.ttnn import register_dialect as register_dialect
from ttmlir_py.bindings.dialects import ttnn_ir

ir = ttnn_ir
class BufferType(IntEnum):
    DRAM = 0
    L1 = 1
    SystemMemory = 2
    L1Small = 3
    Trace = 4
class Layout(IntEnum):
    RowMajor = 0
    Tile = 1
    Invalid = 2
class TensorMemoryLayout(IntEnum):
    Interleaved = 1
    SingleBank = 2
    HeightSharded = 3
    WidthSharded = 4
    BlockSharded = 5
