"""Enumerations of the tt dialect. Error messages use each docstring as the name of its enum."""

from typing import Any, ClassVar, Self

from ttmlir_py.ir.definition.attribute_format import EnumAttr
from ttmlir_py.ir.definition.enums import MlirEnum, MlirFlag


class TTEnumAttr(EnumAttr):
    """Base class of the enum attributes of Tenstorrent's dialects; their C++ namespaces are inside
    that of `tt`.
    """

    _shared: ClassVar[dict[Any, Any]]

    def __init_subclass__(cls) -> None:
        """Give each class its own table of shared attributes."""
        super().__init_subclass__()
        cls._shared = {}

    @classmethod
    def get(cls, value: MlirEnum) -> Self:
        """Return the shared attribute of the member `value`; the constructor would create a new
        one.

        Ops with the same attribute object are of the same kind (`op_kind`).
        """
        shared = cls._shared.get(value)
        if shared is None:
            shared = cls._shared[value] = cls(value)
        return shared

    @classmethod
    def cpp_namespace(cls) -> str:
        """Return the C++ namespace of the enum: `::mlir::tt`, or a namespace in it."""
        dialect = cls.name.partition(".")[0]
        return "::mlir::tt" if dialect == "tt" else f"::mlir::tt::{dialect}"


class DataType(MlirEnum):
    """TT DataTypes"""

    Float32 = 0, "f32"
    Float16 = 1, "f16"
    BFloat16 = 2, "bf16"
    BFP_Float8 = 3, "bfp_f8"
    BFP_BFloat8 = 4, "bfp_bf8"
    BFP_Float4 = 5, "bfp_f4"
    BFP_BFloat4 = 6, "bfp_bf4"
    BFP_Float2 = 7, "bfp_f2"
    BFP_BFloat2 = 8, "bfp_bf2"
    UInt32 = 9, "u32"
    UInt16 = 10, "u16"
    UInt8 = 11, "u8"
    Int32 = 12, "si32"


class Arch(MlirEnum):
    """TT Arch"""

    Grayskull = 0, "grayskull"
    WormholeB0 = 1, "wormhole_b0"
    Blackhole = 2, "blackhole"


class MemorySpace(MlirEnum):
    """TT MemorySpace"""

    System = 0, "system"
    SystemMMIO = 1, "mmio"
    DeviceDRAM = 2, "dram"
    DeviceL1 = 3, "l1"


class TensorMemoryLayout(MlirEnum):
    """TT TensorMemoryLayout"""

    None_ = 0, "none"
    Interleaved = 1, "interleaved"
    SingleBank = 2, "single_bank"
    HeightSharded = 3, "height_sharded"
    WidthSharded = 4, "width_sharded"
    BlockSharded = 5, "block_sharded"


def is_sharded(layout: MlirEnum) -> bool:
    """Whether a tensor is sharded in `layout`, so that each core holds a rectangle of the tensor.

    `layout` is a member of tt's or ttnn's `TensorMemoryLayout`.
    """
    return layout.keyword.endswith("_sharded")


class IteratorType(MlirEnum):
    """TT IteratorType"""

    Parallel = 0, "parallel"
    Systolic = 1, "systolic"
    Broadcast = 2, "broadcast"
    Reduction = 3, "reduction"


class OOBVal(MlirEnum):
    """TT OOBVal"""

    Undef = 0, "undef"
    Zero = 1, "zero"
    One = 2, "one"
    Inf = 3, "inf"
    NegInf = 4, "neginf"


class ChipCapability(MlirFlag):
    """TT Chip Capabilities"""

    PCIE = 1, "pcie"
    HostMMIO = 2, "host_mmio"

    @classmethod
    def is_integer_attribute(cls) -> bool:
        """Return True, because chip capabilities are written as an integer attribute such as
        `3 : i32`.
        """
        return True


class StreamMode(MlirFlag):
    """TT Stream Mode"""

    Alias = 1, "alias"
    Stream = 2, "stream"


class BufferAccess(MlirFlag):
    """TT Buffer Access"""

    Alias = 1, "alias"
    Stream = 2, "stream"


class ReduceType(MlirEnum):
    """TT Reduce Type"""

    Sum = 0, "sum"
    Mean = 1, "mean"
    Max = 2, "max"
    Min = 3, "min"
    Std = 4, "std"
    Var = 5, "var"


class MeshShardDirection(MlirEnum):
    """TT MeshShardDirection"""

    FullToShard = 0, "full_to_shard"
    ShardToFull = 1, "shard_to_full"


class MeshShardType(MlirEnum):
    """TT MeshShardType"""

    Manual = 0, "manual"
    Replicate = 1, "replicate"
    Maximal = 2, "maximal"
    Devices = 3, "devices"


class CPURole(MlirEnum):
    """TT CPU Role"""

    Host = 0, "host"
    Device = 1, "device"
