# Generated: run `make generated`.

from enum import IntEnum, IntFlag
from typing import Any

from . import _ttcore_ir
from ._ttcore_ops_gen import *

ir = _ttcore_ir

def register_dialect(context: Any, load: bool = ...) -> None: ...
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
    Bool = 13
class Arch(IntEnum):
    WormholeB0 = 1
    Blackhole = 2
    Quasar = 3
class MemorySpace(IntEnum):
    System = 0
    SystemMMIO = 1
    DeviceDRAM = 2
    DeviceL1 = 3
    RegisterDst = 4
class IteratorType(IntEnum):
    Parallel = 0
    Reduction = 1
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
    Prod = 6
    Invalid = 7
class MeshShardDirection(IntEnum):
    FullToShard = 0
    ShardToFull = 1
class MeshShardType(IntEnum):
    Replicate = 1
    Maximal = 2
    Devices = 3
class CPURole(IntEnum):
    Host = 0
    Device = 1
class ArgumentType(IntEnum):
    Input = 0
    Parameter = 1
    Constant = 2
    Default = 3
class TensorMemoryLayout(IntEnum):
    Interleaved = 0
    Sharded = 1
class ShardStatus(IntEnum):
    Presharded = 0
    Unsharded = 1
class NocIndex(IntEnum):
    Noc0 = 0
    Noc1 = 1
class Topology(IntEnum):
    Ring = 0
    Linear = 1
    Mesh = 2
    Torus = 3
    Disabled = 4
class MoEActivationFunction(IntEnum):
    Silu = 0
    SwiGLU = 1
class RoutingMode(IntEnum):
    BidirLineMesh = 0
    UnidirRingTorus = 1
class AttentionMaskType(IntEnum):
    None_ = 0
    Causal = 1
    Arbitrary = 2
class ChipCapability(IntFlag):
    HostMMIO = 1
