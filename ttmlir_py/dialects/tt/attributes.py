"""The attributes of the tt dialect, collected in one module; the small ones are defined here."""

from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.dialects.tt.enums import (
    IteratorType,
    MemorySpace,
    MeshShardDirection,
    MeshShardType,
    ReduceType,
    TTEnumAttr,
)
from ttmlir_py.dialects.tt.layout import (
    BufferAttr,
    GridAttr,
    MemorySpaceAttr,
    MetalLayoutAttr,
    OOBValAttr,
    StreamLayoutAttr,
    StreamModeAttr,
    TensorMemoryLayoutAttr,
)
from ttmlir_py.dialects.tt.system import (
    ArchAttr,
    ChipChannelAttr,
    ChipCoordAttr,
    ChipDescAttr,
    ChipPhysicalCoresAttr,
    CoreCoordAttr,
    CPUDescAttr,
    CPURoleAttr,
    DataTypeAttr,
    SystemDescAttr,
    TileSizeAttr,
)
from ttmlir_py.ir.definition.attribute_format import FormatAttribute, UInt64

__all__ = [
    "ArchAttr",
    "ArgumentAllocationAttr",
    "BufferAttr",
    "CPUDescAttr",
    "CPURoleAttr",
    "ChipChannelAttr",
    "ChipCoordAttr",
    "ChipDescAttr",
    "ChipPhysicalCoresAttr",
    "CoreCoordAttr",
    "DataTypeAttr",
    "DeviceAttr",
    "GridAttr",
    "IteratorTypeAttr",
    "MemorySpaceAttr",
    "MeshShardDirectionAttr",
    "MeshShardTypeAttr",
    "MetalLayoutAttr",
    "OOBValAttr",
    "ReduceTypeAttr",
    "StreamLayoutAttr",
    "StreamModeAttr",
    "SystemDescAttr",
    "TensorMemoryLayoutAttr",
    "TileSizeAttr",
]


class IteratorTypeAttr(TTEnumAttr):
    """The kind of one loop of a generic op."""

    name = "tt.iterator_type"
    value: IteratorType

    def alias_name(self) -> str:
        """Return the keyword of the attribute as the name of aliases: `#parallel`, `#systolic`,
        ...
        """
        return self.value.keyword


class ArgumentAllocationAttr(FormatAttribute):
    """The allocation of a function argument: address and size in bytes."""

    name = "tt.arg_alloc"
    assembly_format = "`<` $address `,` $size `,` $memorySpace `>`"
    address: UInt64
    size: UInt64
    memorySpace: MemorySpace


class ReduceTypeAttr(TTEnumAttr):
    """The operation of a reduction."""

    name = "tt.reduce_type"
    value: ReduceType


class MeshShardDirectionAttr(TTEnumAttr):
    """Whether a mesh shard op splits a full tensor or assembles its shards."""

    name = "tt.shard_direction"
    value: MeshShardDirection


class MeshShardTypeAttr(TTEnumAttr):
    """The distribution of a tensor over the devices of a mesh."""

    name = "tt.shard_type"
    value: MeshShardType
