"""Types that describe tensors: formats, layouts, memories and devices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, NamedTuple, SupportsIndex

from ttmlir_py.common import data_formats
from ttmlir_py.runtime.formats import FORMATS, DataFormat
from ttmlir_py.runtime.memory import DeviceMemory
from ttmlir_py.ttnn.cores import CoreCoord, CoreGrid, ShardSpec

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


class Shape(tuple[int, ...]):
    """The sizes of a tensor's dimensions: `Shape([2, 3])`, or `Shape(2, 3)`."""

    def __new__(cls, *sizes: int | Sequence[int]) -> Shape:
        """Return the shape of these sizes, given as separate numbers or as one sequence."""
        found: list[int] = []
        for each in sizes:
            found += [int(each)] if isinstance(each, SupportsIndex) else map(int, each)
        return super().__new__(cls, found)

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self)

    def to_rank(self, rank: int) -> Shape:
        """Return the shape with this number of dimensions, by adding or removing dimensions of size
        1 at the front.

        Raises RuntimeError if a dimension that would be removed is larger.
        """
        surplus = len(self) - rank
        if surplus > 0 and any(size != 1 for size in self[:surplus]):
            raise RuntimeError(f"ttnn.Shape.to_rank: {self} does not fit into rank {rank}")
        return Shape((1,) * -surplus + self[max(surplus, 0) :])

    def __repr__(self) -> str:
        return f"Shape([{', '.join(map(str, self))}])"

    __str__ = __repr__


class StorageType(Enum):
    """Where a tensor is: on the host, or on a device."""

    OWNED = 0
    DEVICE = 1


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
    shard_spec: ShardSpec | None = None
    """The shards. Without it, the simulator stores a sharded tensor as an interleaved one."""

    def is_sharded(self) -> bool:
        """Whether each core holds a part of the tensor."""
        return self.memory_layout.name.endswith("SHARDED")

    def distribution(self, tile: tuple[int, int]) -> tuple[Any, ...]:
        """Return the distribution's name in binaries and, if there are shards, their size in tiles,
        and the number and grid of their cores.
        """
        if self.shard_spec is None or not self.is_sharded():
            return ("Interleaved",)
        pairs = zip(self.shard_spec.shape, tile, strict=True)
        sizes = tuple(-(-size // part) for size, part in pairs)
        end = self.shard_spec.grid.bounding_box().end
        name = self.memory_layout.name.title().replace("_", "")
        return name, sizes, self.shard_spec.num_cores(), (end.y + 1, end.x + 1)

    def is_interleaved(self) -> bool:
        """Whether the pages of the tensor are spread over all memory banks."""
        return self.memory_layout is TensorMemoryLayout.INTERLEAVED


class SigmoidMode(Enum):
    """The computation mode of `sigmoid`. Only the accurate mode is simulated."""

    Accurate = 0


@dataclass(frozen=True, slots=True)
class Conv2dConfig:
    """The configuration of a convolution.

    The format of the result and the activation change results. The other fields do not.
    """

    dtype: DataType = DataType.BFLOAT16
    weights_dtype: DataType = DataType.BFLOAT16
    activation: object = None
    """A function of one operand, which is applied before the result is rounded."""
    input_channels_alignment: int = 32
    deallocate_activation: bool = False
    reallocate_halo_output: bool = True
    act_block_h_override: int = 0
    act_block_w_div: int = 1
    reshard_if_not_optimal: bool = False
    override_sharding_config: bool = False
    shard_layout: TensorMemoryLayout | None = None
    core_grid: object = None
    transpose_shards: bool = True
    output_layout: Layout = Layout.TILE
    enable_act_double_buffer: bool = False
    enable_weights_double_buffer: bool = False
    enable_split_reader: bool = False
    enable_subblock_padding: bool = False


class Arch(Enum):
    """An architecture of devices."""

    GRAYSKULL = 1
    WORMHOLE_B0 = 2
    BLACKHOLE = 3


class MeshShape(tuple[int, ...]):
    """The number of rows and columns of a mesh, as separate arguments or as one sequence."""

    __slots__ = ()

    def __new__(
        cls, num_rows: int | Sequence[int], num_cols: int | None = None, *more: int
    ) -> MeshShape:
        """Return the shape with these sizes."""
        first = [num_rows] if isinstance(num_rows, int) else num_rows
        rest = [] if num_cols is None else [num_cols, *more]
        return super().__new__(cls, [*first, *rest])

    @property
    def num_rows(self) -> int:
        """Return the number of rows."""
        return self[0]

    @property
    def num_cols(self) -> int:
        """Return the number of columns."""
        return self[1]

    def __repr__(self) -> str:
        return f"MeshShape({[*self]})"


class MeshOffset(NamedTuple):
    """A place in a mesh: a row and a column."""

    row: int
    col: int


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
    arch_name: str = "WORMHOLE_B0"

    @property
    def core_grid(self) -> CoreGrid:
        """The grid of the cores that run programs."""
        rows, columns = self.cores
        return CoreGrid(y=rows, x=columns)

    def compute_with_storage_grid_size(self) -> CoreCoord:
        """Return the number of columns and rows of the cores that run programs."""
        rows, columns = self.cores
        return CoreCoord(columns, rows)

    def id(self) -> int:
        """Return the number of the device."""
        return self.device_id

    def arch(self) -> Arch:
        """Return the architecture of the device."""
        return Arch[self.arch_name]

    @property
    def shape(self) -> MeshShape:
        """Return 1 x 1, the shape of a mesh of this device."""
        return MeshShape(1, 1)

    def get_num_devices(self) -> int:
        """Return 1, the size of a mesh of this device."""
        return 1

    def get_device_ids(self) -> list[int]:
        """Return the number of the device, as a list."""
        return [self.device_id]

    def get_devices(self) -> list[Device]:
        """Return the devices of a mesh of this device."""
        return [self]

    def num_program_cache_entries(self) -> int:
        """Return 0, because the simulator compiles no programs."""
        return 0

    def enable_program_cache(self) -> None:
        """Do nothing, because the simulator compiles no programs."""

    disable_and_clear_program_cache = enable_program_cache


DRAM_MEMORY_CONFIG = MemoryConfig()
L1_MEMORY_CONFIG = MemoryConfig(buffer_type=BufferType.L1)
L1_BLOCK_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.BLOCK_SHARDED, BufferType.L1)
L1_HEIGHT_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1)
L1_WIDTH_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.WIDTH_SHARDED, BufferType.L1)
DEVICE_STORAGE_TYPE = StorageType.DEVICE
TILE_SIZE = 32
ROW_MAJOR_LAYOUT, TILE_LAYOUT = Layout.ROW_MAJOR, Layout.TILE
bfloat16, float32 = DataType.BFLOAT16, DataType.FLOAT32
bfloat8_b, bfloat4_b = DataType.BFLOAT8_B, DataType.BFLOAT4_B
uint32, uint16, uint8, int32 = DataType.UINT32, DataType.UINT16, DataType.UINT8, DataType.INT32
