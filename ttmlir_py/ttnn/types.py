"""Types that describe tensors: formats, layouts, memories and devices."""

from dataclasses import dataclass, field
from enum import Enum, auto

from ttmlir_py.common import data_formats
from ttmlir_py.runtime.formats import FORMATS, DataFormat
from ttmlir_py.runtime.memory import DeviceMemory

_NAMES = {each.library_name: each.name for each in data_formats.FORMATS.values()}


class DataType(Enum):
    """Format of a tensor's elements. The value of a member is its name in the FlatBuffer schema.

    Members are in the order of the C++ enumeration, whose numbers emitted programs pass.
    """

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[str]) -> str:
        return _NAMES[name]

    BFLOAT16 = auto()
    FLOAT32 = auto()
    UINT32 = auto()
    BFLOAT8_B = auto()
    BFLOAT4_B = auto()
    UINT8 = auto()
    UINT16 = auto()
    INT32 = auto()

    @property
    def format(self) -> DataFormat:
        """The simulator's format, which holds and rounds values of this type."""
        return FORMATS[self.value]


class Layout(Enum):
    """Order of a tensor's elements in memory."""

    ROW_MAJOR = 0
    TILE = 1
    INVALID = 2


class BufferType(Enum):
    """The memory that holds a buffer."""

    DRAM = 0
    L1 = 1
    SYSTEM_MEMORY = 2
    L1_SMALL = 3
    TRACE = 4


class TensorMemoryLayout(Enum):
    """The distribution of a tensor over memory banks or cores."""

    INTERLEAVED = 0
    SINGLE_BANK = 1
    HEIGHT_SHARDED = 2
    WIDTH_SHARDED = 3
    BLOCK_SHARDED = 4


@dataclass(frozen=True, slots=True)
class MemoryConfig:
    """The memory that holds a tensor on a device, and the tensor's distribution."""

    memory_layout: TensorMemoryLayout = TensorMemoryLayout.INTERLEAVED
    buffer_type: BufferType = BufferType.DRAM
    shard_spec: None = field(default=None, compare=False, repr=False)
    """Must be None: the simulator chooses the shards itself."""

    def __post_init__(self) -> None:
        if self.shard_spec is not None:
            raise ValueError("ttnn.MemoryConfig: shard specifications are not simulated")


class SigmoidMode(Enum):
    """The computation mode of `sigmoid`. Only the accurate mode is simulated."""

    Accurate = 0


@dataclass(frozen=True, slots=True)
class Conv2dConfig:
    """Formats of the result and of the weights of a convolution."""

    dtype: DataType = DataType.BFLOAT16
    weights_dtype: DataType = DataType.BFLOAT16


@dataclass(frozen=True, slots=True)
class Device:
    """A simulated device. All devices compute the same results."""

    device_id: int = 0
    memory: DeviceMemory | None = field(default=None, compare=False, repr=False)
    """The model of the device memory, or None."""
    cores: tuple[int, int] = (8, 8)
    """Number of rows and columns of the cores that run programs."""
    l1_base: int = 0
    """Address of the circular buffers in each core's L1."""
    is_described: bool = False
    """Whether `memory` models the user's device, so that a tensor that does not fit is an error."""


DRAM_MEMORY_CONFIG = MemoryConfig()
L1_MEMORY_CONFIG = MemoryConfig(buffer_type=BufferType.L1)
ROW_MAJOR_LAYOUT, TILE_LAYOUT = Layout.ROW_MAJOR, Layout.TILE
bfloat16, float32 = DataType.BFLOAT16, DataType.FLOAT32
bfloat8_b, bfloat4_b = DataType.BFLOAT8_B, DataType.BFLOAT4_B
uint32, uint16, uint8, int32 = DataType.UINT32, DataType.UINT16, DataType.UINT8, DataType.INT32
