"""Attributes of the ttnn dialect: tensor layouts, memory configurations and their parts."""

from collections.abc import Sequence
from functools import lru_cache

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, OpaqueSyntaxAttribute
from xdsl.ir.affine import AffineMap
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.dialects.tt.enums import MemorySpace, TTEnumAttr, is_sharded
from ttmlir_py.dialects.tt.layout import (
    DEFAULT_COLLAPSE,
    CollapseIntervals,
    GridAttr,
    TensorLayout,
    build_memref,
    collapsed_linear_affine_map,
    eval_shape,
    logical_shard_shape,
    volume,
)
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttnn.enums import BufferType, Layout, TensorMemoryLayout
from ttmlir_py.ir.definition.attribute_format import FormatAttribute


class CoreRangeAttr(FormatAttribute):
    """A rectangle of cores."""

    name = "ttnn.core_range"
    assembly_format = "`<` custom<DimensionList>($offset) `,` custom<DimensionList>($size) `>`"
    offset: tuple[int, ...]
    size: tuple[int, ...]


class LayoutAttr(TTEnumAttr):
    """Whether a tensor is stored in rows or in tiles."""

    name = "ttnn.layout"
    value: Layout


class TensorMemoryLayoutAttr(TTEnumAttr):
    """The distribution of a tensor's pages or shards over memory banks."""

    name = "ttnn.tensor_memory_layout"
    value: TensorMemoryLayout


class BufferTypeAttr(TTEnumAttr):
    """The memory of a tensor."""

    name = "ttnn.buffer_type"
    value: BufferType

    def alias_name(self) -> str:
        """Return the keyword of the buffer type as the name of aliases: `#dram`, `#l1_`, ..."""
        return self.value.keyword


class ShapeAttr(FormatAttribute):
    """The shape of a tensor or shard."""

    name = "ttnn.shape"
    assembly_format = "`<` custom<DimensionList>($shape) `>`"
    shape: tuple[int, ...]


class ShardSpecAttr(FormatAttribute):
    """The partition of a tensor into shards."""

    name = "ttnn.shard_spec"
    assembly_format = "`<` params `>`"
    shardShape: ShapeAttr


class MemoryConfigAttr(FormatAttribute):
    """The memory, shard shape and memory layout of an op's result."""

    name = "ttnn.memory_config"
    assembly_format = "`<` params `>`"
    bufferType: BufferTypeAttr
    shardSpec: ShardSpecAttr
    tensorMemoryLayout: TensorMemoryLayoutAttr | None = None

    def verify(self) -> None:
        """Check `ttnn.memory_config`: tensors on the host have no memory layout."""
        on_host = self.bufferType.value == BufferType.SystemMemory
        if on_host and self.tensorMemoryLayout is not None:
            raise VerifyException(
                "MemoryConfig with SystemMemory buffer type cannot have tensor memory layout."
            )

    @classmethod
    def get(
        cls,
        buffer_type: BufferType,
        shard_shape: tuple[int, ...],
        mem_layout: TensorMemoryLayoutAttr | None,
    ) -> "MemoryConfigAttr":
        """Return the configuration for shards of shape `shard_shape`.

        Raises VerifyException like the constructor.
        """
        return _cached_memory_config(buffer_type, shard_shape, mem_layout)

    def with_buffer_type(self, buffer_type: BufferType) -> "MemoryConfigAttr":
        """Return the configuration with another buffer type."""
        shape = self.shardSpec.shardShape.shape
        return MemoryConfigAttr.get(buffer_type, shape, self.tensorMemoryLayout)

    def with_memory_layout(self, mem_layout: TensorMemoryLayout) -> "MemoryConfigAttr":
        """Return the configuration with another memory layout."""
        layout = TensorMemoryLayoutAttr.get(mem_layout)
        shape = self.shardSpec.shardShape.shape
        return MemoryConfigAttr.get(self.bufferType.value, shape, layout)


class MeshShapeAttr(FormatAttribute, OpaqueSyntaxAttribute):
    """The shape of a mesh of chips."""

    name = "ttnn.mesh_shape"
    assembly_format = "custom<VargDimensionList>($y, $x)"
    y: int
    x: int


_MEMORY_SPACES = {
    BufferType.SystemMemory: MemorySpace.System,
    BufferType.DRAM: MemorySpace.DeviceDRAM,
    BufferType.L1: MemorySpace.DeviceL1,
}


def to_tt_memory_space(buffer_type: BufferType) -> MemorySpace:
    """Return the memory space of `buffer_type`. Raises ValueError for types without a memory
    space.
    """
    if buffer_type not in _MEMORY_SPACES:
        raise ValueError(f"buffer type '{buffer_type}' is not supported")
    return _MEMORY_SPACES[buffer_type]


class TTNNLayoutAttr(FormatAttribute, TensorLayout):
    """The layout of a tensor on the TTNN path, the encoding of its tensor type.

    `mem_layout` is absent on the host.
    """

    name = "ttnn.ttnn_layout"
    assembly_format = "`<` $linear`,` $grid`,` $memref (`,` $mem_layout^)? `>`"
    linear: AffineMap  # pyrefly: ignore[bad-override]
    grid: GridAttr  # pyrefly: ignore[bad-override]
    memref: MemRefType  # pyrefly: ignore[bad-override]
    mem_layout: TensorMemoryLayoutAttr | None = None

    def alias_name(self) -> str:
        """Return the name of aliases, `ttnn_layout`."""
        return "ttnn_layout"

    @classmethod
    def get(
        cls,
        tensor_shape: Sequence[int],
        element_type: Attribute,
        buffer_type: BufferType,
        grid: GridAttr,
        mem_layout: TensorMemoryLayout | TensorMemoryLayoutAttr | None = None,
        collapse_intervals: CollapseIntervals = DEFAULT_COLLAPSE,
    ) -> "TTNNLayoutAttr":
        """Return the layout of a tensor that is split over `grid`.

        Shards are boxes of the physical space. Interleaved in L1, they are runs of tiles. Raises
        ValueError if the tensor cannot be collapsed onto the grid, or if a tensor interleaved in L1
        is not tiled.
        """
        if isinstance(mem_layout, TensorMemoryLayout):
            mem_layout = TensorMemoryLayoutAttr.get(mem_layout)
        if buffer_type is BufferType.SystemMemory:
            mem_layout = None
        return _cached_layout(
            tuple(tensor_shape),
            element_type,
            buffer_type,
            grid,
            mem_layout,
            tuple(collapse_intervals),
        )

    def get_buffer_type(self) -> BufferType:
        """Return the memory in which the shards are stored."""
        buffer_type = self.memref.memory_space
        assert isinstance(buffer_type, BufferTypeAttr)
        return buffer_type.value

    def get_layout(self) -> Layout:
        """Return whether the tensor is stored row-major or in tiles."""
        return Layout.Tile if self.is_tiled() else Layout.RowMajor

    def get_mem_layout_opt(self) -> TensorMemoryLayout | None:
        """Return the memory layout of a device tensor, or None for a host tensor."""
        return None if self.mem_layout is None else self.mem_layout.value

    def get_memory_config(self) -> MemoryConfigAttr:
        """Return the `memory_config` of an op whose result has this layout."""
        return MemoryConfigAttr.get(self.get_buffer_type(), self.get_shard_shape(), self.mem_layout)

    def is_system_buffer_type(self) -> bool:
        """Whether the tensor is on the host."""
        return self.get_buffer_type() == BufferType.SystemMemory

    def is_device_buffer_type(self) -> bool:
        """Whether the tensor is on the device."""
        return not self.is_system_buffer_type()

    def has_l1_buffer_type(self) -> bool:
        """Whether the tensor is in L1."""
        return self.get_buffer_type() == BufferType.L1

    def has_dram_buffer_type(self) -> bool:
        """Whether the tensor is in DRAM."""
        return self.get_buffer_type() == BufferType.DRAM

    def has_sharded_tensor_memory_layout(self) -> bool:
        """Whether the tensor is sharded on the device."""
        return self.is_device_buffer_type() and self._is_sharded()

    def has_sharded_l1_tensor_memory_layout(self) -> bool:
        """Whether the tensor is sharded in L1."""
        return self.has_l1_buffer_type() and self._is_sharded()

    def has_interleaved_l1_tensor_memory_layout(self) -> bool:
        """Whether the tensor is interleaved in L1."""
        return self.has_l1_buffer_type() and self._is_interleaved()

    def has_interleaved_dram_tensor_memory_layout(self) -> bool:
        """Whether the tensor is interleaved in DRAM."""
        return self.has_dram_buffer_type() and self._is_interleaved()

    def _is_interleaved(self) -> bool:
        return self.get_mem_layout_opt() == TensorMemoryLayout.Interleaved

    def _is_sharded(self) -> bool:
        layout = self.get_mem_layout_opt()
        return layout is not None and is_sharded(layout)

    def get_tensor_size_in_bytes(self, tensor_shape: Sequence[int], device: DeviceAttr) -> int:
        """Return the bytes per bank that the tensor takes in its memory. Raises ValueError on the
        host.
        """
        memory_space = to_tt_memory_space(self.get_buffer_type())
        return self.get_size_in_memory(tensor_shape, device.get_map_for_memory_space(memory_space))

    def with_grid(
        self,
        tensor_shape: Sequence[int],
        grid: GridAttr,
        collapse_intervals: CollapseIntervals = DEFAULT_COLLAPSE,
    ) -> "TTNNLayoutAttr":
        """Return the layout of a tensor of shape `tensor_shape` over another grid."""
        return TTNNLayoutAttr.get(
            tensor_shape,
            self.get_element_type(),
            self.get_buffer_type(),
            grid,
            self.mem_layout,
            collapse_intervals,
        )

    def with_element_type(
        self,
        element_type: Attribute,
        tensor_shape: Sequence[int],
        collapse_intervals: CollapseIntervals = DEFAULT_COLLAPSE,
    ) -> "TTNNLayoutAttr":
        """Return the layout of a tensor of shape `tensor_shape` with another element type."""
        return TTNNLayoutAttr.get(
            tensor_shape,
            element_type,
            self.get_buffer_type(),
            self.grid,
            self.mem_layout,
            collapse_intervals,
        )

    def with_buffer_type(self, buffer_type: BufferType) -> "TTNNLayoutAttr":
        """Return the layout with the same shards in another memory.

        The host has one core and no memory layout.
        """
        if buffer_type is BufferType.SystemMemory:
            grid, mem_layout = GridAttr.of_rank(len(self.grid.shape)), None
        else:
            grid, mem_layout = self.grid, self.mem_layout
        return _with_shards(self, self.get_scalar_shard_shape(), buffer_type, grid, mem_layout)

    def with_memory_layout(
        self, mem_layout: TensorMemoryLayout | TensorMemoryLayoutAttr | None
    ) -> "TTNNLayoutAttr":
        """Return the layout with the same shards and another memory layout."""
        if isinstance(mem_layout, TensorMemoryLayout):
            mem_layout = TensorMemoryLayoutAttr.get(mem_layout)
        shape, buffer_type = self.get_scalar_shard_shape(), self.get_buffer_type()
        return _with_shards(self, shape, buffer_type, self.grid, mem_layout)

    def with_shard_shape(self, scalar_shape: Sequence[int]) -> "TTNNLayoutAttr":
        """Return the layout with shards of the given shape in scalars."""
        shape, buffer_type = tuple(scalar_shape), self.get_buffer_type()
        return _with_shards(self, shape, buffer_type, self.grid, self.mem_layout)

    def with_tensor_shape(self, tensor_shape: Sequence[int]) -> "TTNNLayoutAttr":
        """Return the layout of a tensor of shape `tensor_shape`, with the default collapse
        intervals.
        """
        return self.with_grid(tensor_shape, self.grid)


# Programs have few layouts and many tensors. Therefore equal layouts and memory configurations are
# the same object, which is faster to compare, verify and print.


@lru_cache(4096)
def _cached_memory_config(
    buffer_type: BufferType,
    shard_shape: tuple[int, ...],
    mem_layout: TensorMemoryLayoutAttr | None,
) -> MemoryConfigAttr:
    """Return the result of `MemoryConfigAttr.get`, with a cache."""
    shards = ShardSpecAttr(ShapeAttr(shard_shape))
    return MemoryConfigAttr(BufferTypeAttr.get(buffer_type), shards, mem_layout)


@lru_cache(4096)
def _cached_layout(
    tensor_shape: tuple[int, ...],
    element_type: Attribute,
    buffer_type: BufferType,
    grid: GridAttr,
    mem_layout: TensorMemoryLayoutAttr | None,
    collapse_intervals: tuple[tuple[int, int], ...],
) -> TTNNLayoutAttr:
    """Return the result of `TTNNLayoutAttr.get`, with a cache."""
    linear = collapsed_linear_affine_map(tensor_shape, grid.shape, collapse_intervals)
    interleaved = mem_layout is not None and mem_layout.value is TensorMemoryLayout.Interleaved
    if buffer_type is BufferType.L1 and interleaved:
        shard_shape = l1_interleaved_shard_shape(tensor_shape, element_type, linear, grid)
    else:
        shard_shape = logical_shard_shape(tensor_shape, linear, grid)
    memref = build_memref(shard_shape, element_type, BufferTypeAttr.get(buffer_type))
    return TTNNLayoutAttr(linear, grid, memref, mem_layout)


@lru_cache(4096)
def _with_shards(
    layout: TTNNLayoutAttr,
    scalar_shape: tuple[int, ...],
    buffer_type: BufferType,
    grid: GridAttr,
    mem_layout: TensorMemoryLayoutAttr | None,
) -> TTNNLayoutAttr:
    """Return `layout` for a tensor in another memory, in shards of shape `scalar_shape` that are
    distributed over `grid`.
    """
    memref = build_memref(scalar_shape, layout.get_element_type(), BufferTypeAttr.get(buffer_type))
    return TTNNLayoutAttr(layout.linear, grid, memref, mem_layout)


def l1_interleaved_shard_shape(
    tensor_shape: Sequence[int], element_type: Attribute, linear: AffineMap, grid: GridAttr
) -> tuple[int, ...]:
    """Return the shape of a shard, in scalars, of a tensor interleaved in L1: a row of tiles.

    For `[512, 512]` in 32x32 tiles on an 8x8 grid, 256 tiles are 4 per core, so the shape is
    `(32, 128)`.
    """
    if not isinstance(element_type, TileType):
        raise ValueError("a tensor that is interleaved in L1 must have tiles as elements")
    tiles = volume(element_type.get_tiled_shape(eval_shape(linear, tensor_shape)))
    share = -(-tiles // grid.get_grid_volume())
    return element_type.get_scalar_shape((*(1 for _ in grid.shape[1:]), share))
