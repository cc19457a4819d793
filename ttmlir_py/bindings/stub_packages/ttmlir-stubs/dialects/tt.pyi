# Generated: run `make generated`.

from enum import IntEnum, IntFlag

from ._tt_ops_gen import *
from ttmlir_py.bindings.dialects.tt import register_dialect as register_dialect
from ttmlir_py.bindings.dialects import tt_ir

ir = tt_ir
class Arch(IntEnum):
    Grayskull = 0
    WormholeB0 = 1
    Blackhole = 2
class BufferAccess(IntFlag):
    Alias = 1
    Stream = 2
class CPURole(IntEnum):
    Host = 0
    Device = 1
class ChipCapability(IntFlag):
    PCIE = 1
    HostMMIO = 2
class DataType(IntEnum):
    Float32 = 0
    Float16 = 1
    BFloat16 = 2
    BFP_Float8 = 3
    BFP_BFloat8 = 4
    BFP_Float4 = 5
    BFP_BFloat4 = 6
    BFP_Float2 = 7
    BFP_BFloat2 = 8
    UInt32 = 9
    UInt16 = 10
    UInt8 = 11
    Int32 = 12
class IteratorType(IntEnum):
    Parallel = 0
    Systolic = 1
    Broadcast = 2
    Reduction = 3
class MemorySpace(IntEnum):
    System = 0
    SystemMMIO = 1
    DeviceDRAM = 2
    DeviceL1 = 3
class MeshShardDirection(IntEnum):
    FullToShard = 0
    ShardToFull = 1
class MeshShardType(IntEnum):
    Manual = 0
    Replicate = 1
    Maximal = 2
    Devices = 3
class OOBVal(IntEnum):
    Undef = 0
    Zero = 1
    One = 2
    Inf = 3
    NegInf = 4
class ReduceType(IntEnum):
    Sum = 0
    Mean = 1
    Max = 2
    Min = 3
    Std = 4
    Var = 5
class StreamMode(IntFlag):
    Alias = 1
    Stream = 2
class TensorMemoryLayout(IntEnum):
    None_ = 0
    Interleaved = 1
    SingleBank = 2
    HeightSharded = 3
    WidthSharded = 4
    BlockSharded = 5
