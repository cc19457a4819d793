# Generated: run `make generated`.

from enum import IntEnum, IntFlag
from typing import Any

from ttmlir_py.bindings.dialects.own_attributes import EnumAttribute, OwnAttribute, OwnType
from ttmlir_py.bindings.ir import Context, RankedTensorType

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
class GridAttr(OwnAttribute):
    @property
    def shape(self) -> list[int]: ...
    @property
    def virtToPhysicalMap(self) -> Any: ...
    @property
    def physicalToVirtMap(self) -> Any: ...
class ArchAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> ArchAttr: ...
class DataTypeAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> DataTypeAttr: ...
    @property
    def data_type_as_int(self) -> int: ...
class CoreCoordAttr(OwnAttribute):
    @property
    def y(self) -> int: ...
    @property
    def x(self) -> int: ...
class TileSizeAttr(OwnAttribute):
    @property
    def y(self) -> int: ...
    @property
    def x(self) -> int: ...
class ChipDescAttr(OwnAttribute):
    @property
    def arch(self) -> ArchAttr: ...
    @property
    def grid(self) -> list[int]: ...
    @property
    def coordTranslationOffsets(self) -> list[int]: ...
    @property
    def l1Size(self) -> int: ...
    @property
    def numDramChannels(self) -> int: ...
    @property
    def dramChannelSize(self) -> int: ...
    @property
    def nocL1AddressAlignBytes(self) -> int: ...
    @property
    def pcieAddressAlignBytes(self) -> int: ...
    @property
    def nocDRAMAddressAlignBytes(self) -> int: ...
    @property
    def l1UnreservedBase(self) -> int: ...
    @property
    def eriscL1UnreservedBase(self) -> int: ...
    @property
    def dramUnreservedBase(self) -> int: ...
    @property
    def dramUnreservedEnd(self) -> int: ...
    @property
    def supportedDataTypes(self) -> list[DataTypeAttr]: ...
    @property
    def supportedTileSizes(self) -> list[TileSizeAttr]: ...
    @property
    def dstPhysicalSizeTiles(self) -> int: ...
    @property
    def numCBs(self) -> int: ...
    @property
    def numComputeThreads(self) -> int: ...
    @property
    def numDatamovementThreads(self) -> int: ...
    @property
    def dramGrid(self) -> list[int]: ...
    @property
    def dramBankToLogicalWorkerNoc0(self) -> list[CoreCoordAttr]: ...
    @property
    def dramBankToLogicalWorkerNoc1(self) -> list[CoreCoordAttr]: ...
class CPURoleAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> CPURoleAttr: ...
class CPUDescAttr(OwnAttribute):
    @property
    def role(self) -> CPURole: ...
    @property
    def target_triple(self) -> str: ...
class TensorMeshAttr(OwnAttribute):
    @property
    def mesh(self) -> str: ...
class ChipCoordAttr(OwnAttribute):
    @property
    def rack(self) -> int: ...
    @property
    def shelf(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def x(self) -> int: ...
class ChipChannelAttr(OwnAttribute):
    @property
    def deviceId0(self) -> int: ...
    @property
    def ethernetCoreCoord0(self) -> list[int]: ...
    @property
    def deviceId1(self) -> int: ...
    @property
    def ethernetCoreCoord1(self) -> list[int]: ...
class SystemDescAttr(OwnAttribute):
    @property
    def cpuDescs(self) -> list[CPUDescAttr]: ...
    @property
    def chipDescs(self) -> list[ChipDescAttr]: ...
    @property
    def chipDescIndices(self) -> list[int]: ...
    @property
    def chipCapabilities(self) -> list[ChipCapability]: ...
    @property
    def chipCoords(self) -> list[ChipCoordAttr]: ...
    @property
    def chipChannels(self) -> list[ChipChannelAttr] | None: ...
class MetalLayoutAttr(OwnAttribute):
    @property
    def logical_shape(self) -> list[int]: ...
    @property
    def dim_alignments(self) -> list[int]: ...
    @property
    def collapsed_intervals(self) -> Any: ...
    @property
    def memory_space(self) -> MemorySpace: ...
    @property
    def memory_layout(self) -> TensorMemoryLayout: ...
class DeviceAttr(OwnAttribute):
    @property
    def workerGrid(self) -> GridAttr: ...
    @property
    def dramGrid(self) -> GridAttr: ...
    @property
    def l1Map(self) -> Any: ...
    @property
    def dramMap(self) -> Any: ...
    @property
    def meshShape(self) -> list[int]: ...
    @property
    def chipIds(self) -> list[int]: ...
    @property
    def meshTopology(self) -> list[Topology] | None: ...
class MemorySpaceAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> MemorySpaceAttr: ...
class OOBValAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> OOBValAttr: ...
class TensorMemoryLayoutAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> TensorMemoryLayoutAttr: ...
class IteratorTypeAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> IteratorTypeAttr: ...
class ArgumentAllocationAttr(OwnAttribute):
    @property
    def address(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def memorySpace(self) -> MemorySpace: ...
class ReduceTypeAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> ReduceTypeAttr: ...
class MeshShardDirectionAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> MeshShardDirectionAttr: ...
class ShardStatusAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> ShardStatusAttr: ...
class MeshShardTypeAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> MeshShardTypeAttr: ...
class MeshAttr(OwnAttribute):
    @property
    def mesh(self) -> str: ...
    @property
    def shape(self) -> list[int]: ...
    @property
    def name(self) -> str: ...
class MeshTopologyAttr(OwnAttribute):
    @property
    def topologies(self) -> list[Topology]: ...
class MeshesAttr(OwnAttribute):
    @property
    def meshes(self) -> list[MeshAttr]: ...
class LocalShapeAttr(OwnAttribute):
    @property
    def localShape(self) -> RankedTensorType: ...
class FabricConnectionConfigAttr(OwnAttribute):
    @property
    def noc_index(self) -> NocIndex: ...
    @property
    def topology(self) -> Topology: ...
    @property
    def cluster_axis(self) -> int: ...
    @property
    def routing_mode(self) -> RoutingMode: ...
    @property
    def num_links(self) -> int: ...
class ArgumentTypeAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> ArgumentTypeAttr: ...
class TopologyAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> TopologyAttr: ...
class MoEActivationFunctionAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> MoEActivationFunctionAttr: ...
class AttentionMaskTypeAttr(EnumAttribute):
    @classmethod
    def get(cls, ctx: Context, value: Any) -> AttentionMaskTypeAttr: ...
class CoreRangeAttr(OwnAttribute):
    @property
    def start_coord(self) -> CoreCoordAttr: ...
    @property
    def end_coord(self) -> CoreCoordAttr: ...
class TileType(OwnType):
    @property
    def shape(self) -> list[int]: ...
    @property
    def dataType(self) -> DataType: ...
    @property
    def data_type(self) -> DataType: ...
    @property
    def data_type_as_int(self) -> int: ...
class DictType(OwnType):
    ...
