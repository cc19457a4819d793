"""Layouts of tensors on a grid of cores: their algebra, and the layout attribute of the TTMetal
path.

A layout maps logical tensor indices by its `linear` map to a *physical* space with one dimension
per dimension of the core `grid`. Each core holds one *shard*, a box of that space. The layout's
`memref` has the shape of the shard, in scalars or in tiles, and names its memory. See
docs/layouts.md.
"""

from collections.abc import Sequence
from functools import lru_cache

from xdsl.dialects.builtin import (
    FixedBitwidthType,
    MemRefLayoutAttr,
    MemRefType,
    NoneAttr,
)
from xdsl.ir import Attribute, OpaqueSyntaxAttribute
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tt.enums import (
    BufferAccess,
    DataType,
    MemorySpace,
    OOBVal,
    StreamMode,
    TensorMemoryLayout,
    TTEnumAttr,
    is_sharded,
)
from ttmlir_py.dialects.tt.tile import TileType, element_type_to_data_type
from ttmlir_py.ir import affine
from ttmlir_py.ir.definition.attribute_format import EMPTY_MAP, FormatAttribute, UInt32


class GridAttr(FormatAttribute):
    """A grid of cores; the optional `mapping` takes logical grid coordinates to (device, core y,
    core x).
    """

    name = "tt.grid"
    assembly_format = "`<` custom<DimensionList>($shape) (`,` $mapping^)? `>`"
    shape: tuple[int, ...]
    mapping: AffineMap = EMPTY_MAP

    @classmethod
    def of_rank(cls, rank: int) -> "GridAttr":
        """Return the grid of a single core with `rank` dimensions."""
        return cls((1,) * rank)

    def get_grid_volume(self) -> int:
        """Return the number of cores in the grid."""
        volume = 1
        for size in self.shape:
            volume *= size
        return volume


class MemorySpaceAttr(TTEnumAttr):
    """A memory space of the system."""

    name = "tt.memory_space"
    value: MemorySpace

    def alias_name(self) -> str:
        """Return the keyword of the memory space as the name of aliases: `#dram`, `#l1_`, ..."""
        return self.value.keyword


class TensorMemoryLayoutAttr(TTEnumAttr):
    """The distribution of a tensor's pages or shards over memory banks."""

    name = "tt.tensor_memory_layout"
    value: TensorMemoryLayout


class OOBValAttr(TTEnumAttr):
    """The value that fills the padding of a tensor."""

    name = "tt.oob_val"
    value: OOBVal


class StreamModeAttr(TTEnumAttr, OpaqueSyntaxAttribute):
    """Whether a kernel reads data in place in L1 (alias) or through local buffers (stream)."""

    name = "tt.stream_mode"
    assembly_format = "$value"
    value: StreamMode


class StreamLayoutAttr(FormatAttribute, MemRefLayoutAttr):
    """The layout of a memref that is read through a stream with `numBuffers` local buffers."""

    name = "tt.stream"
    assembly_format = "`<` $affineMap`,` $streamMode(`,` $numBuffers^)? `>`"
    affineMap: AffineMap
    streamMode: StreamMode
    numBuffers: UInt32 = 1

    def verify(self) -> None:
        """Check `tt.stream`: an aliased buffer has a single buffer."""
        if self.streamMode == StreamMode.Alias and self.numBuffers != 1:
            raise VerifyException(
                f"'Alias' mode must imply no buffering: numBuffers = {self.numBuffers}"
            )

    @staticmethod
    def default_mode(memory_space: MemorySpace) -> StreamMode:
        """Return the default stream mode for data in `memory_space`: in place in L1, otherwise a
        stream.

        The mode is for a single buffer.
        """
        return StreamMode.Alias if memory_space is MemorySpace.DeviceL1 else StreamMode.Stream

    def get_affine_map(self) -> AffineMap:
        """Return the map from indices of an element to its position in the stream."""
        return self.affineMap


CollapseIntervals = Sequence[tuple[int, int]]
"""Half-open ranges of dimensions that are merged into one; negative numbers count from the rank."""

DEFAULT_COLLAPSE: CollapseIntervals = ((0, -1),)
"""The default: all dimensions except the last one become the rows."""


def volume(shape: Sequence[int]) -> int:
    """Return the number of elements of a tensor with the given shape."""
    result = 1
    for size in shape:
        result *= size
    return result


def eval_shape(map: AffineMap, shape: Sequence[int]) -> tuple[int, ...]:
    """Return the shape of the smallest box at the origin that contains `map` of the last index of
    `shape`.
    """
    last = affine.evaluate(map, [size - 1 for size in shape])
    box = tuple(index + 1 for index in last)
    if 0 not in shape:
        return box
    empty = {dim for dim, size in enumerate(shape) if size == 0}
    is_empty = [bool(empty & affine.dims_used(result)) for result in map.results]
    return tuple(0 if nothing else size for nothing, size in zip(is_empty, box, strict=True))


def collapsed_linear_affine_map(
    shape: Sequence[int],
    grid_shape: Sequence[int],
    collapse_intervals: CollapseIntervals = DEFAULT_COLLAPSE,
) -> AffineMap:
    """Return the map that merges the dimensions of a tensor into those of a grid.

    The dimensions of each interval become one, row-major. A tensor of lower rank than the grid gets
    leading zeros. `[2, 3, 64, 128]` on a 2D grid gives
    `(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3)`, `[128]` gives `(d0) -> (0, d0)`. Raises
    ValueError if a dimension of the tensor would be lost, or if an interval is out of range.
    """
    rank = len(shape)
    results = [affine.dim(d) for d in range(rank - min(rank, len(grid_shape)), rank)]
    intervals = _absolute_intervals(rank, collapse_intervals)
    joined = {begin: _row_major(shape, begin, end) for begin, end in intervals}
    if all(begin < len(results) for begin in joined):
        for begin, collapsed in joined.items():
            results[begin] = collapsed
        kept = min(min(joined, default=rank), len(results))
        results[:kept] = [affine.dim(d) for d in range(kept)]
    # An interval begins beyond the last result, where upstream writes out of bounds. Start from all
    # dimensions of the tensor instead.
    else:
        inner = {d for begin, end in intervals for d in range(begin + 1, end)}
        results = [joined.get(d, affine.dim(d)) for d in range(rank) if d not in inner]
    used = frozenset[int]().union(*(affine.dims_used(result) for result in results))
    if len(used) != rank or len(results) > len(grid_shape):
        raise ValueError(f"a {rank}D tensor does not collapse onto a grid {list(grid_shape)}")
    padding = [affine.constant(0)] * (len(grid_shape) - len(results))
    return AffineMap(rank, 0, (*padding, *results))


def _absolute_intervals(rank: int, intervals: CollapseIntervals) -> list[tuple[int, int]]:
    """Return the non-empty intervals, counted from the first dimension.

    Raises ValueError for an interval that is out of range.
    """
    found: list[tuple[int, int]] = []
    for interval in intervals if rank else ():
        begin, end = (each + rank if each < 0 else each for each in interval)
        if not 0 <= begin <= end <= rank:
            raise ValueError(f"a {rank}D tensor has no dimensions {interval} to collapse")
        if begin < end:
            found.append((begin, end))
    return found


def _row_major(shape: Sequence[int], begin: int, end: int) -> AffineExpr:
    """Return the expression that merges dimensions `begin` to `end` (exclusive) of `shape`,
    row-major.

    A dimension of size 0 counts as 1 in the strides of the dimensions before it, which would
    otherwise vanish from the map.
    """
    collapsed, stride = affine.constant(0), 1
    for d in range(end - 1, begin - 1, -1):
        collapsed = affine.add(affine.mul(affine.dim(d), affine.constant(stride)), collapsed)
        stride *= shape[d] or 1
    return collapsed


def logical_shard_shape(
    tensor_shape: Sequence[int], linear: AffineMap, grid: GridAttr
) -> tuple[int, ...]:
    """Return the shape of a shard in scalars: the physical shape divided by the grid, rounded
    up.
    """
    physical_shape = eval_shape(linear, tensor_shape)
    return tuple(-(-size // cores) for size, cores in zip(physical_shape, grid.shape, strict=True))


def build_memref(
    scalar_shape: Sequence[int],
    element_type: Attribute,
    memory_space: Attribute,
    layout: MemRefLayoutAttr | NoneAttr | None = None,
) -> MemRefType:
    """Return the memref type of a shard of shape `scalar_shape`.

    The memref's shape is in tiles if the element type is a tile.
    """
    shape = tuple(scalar_shape)
    if isinstance(element_type, TileType):
        shape = element_type.get_tiled_shape(shape)
    return _memref(element_type, shape, layout or NoneAttr(), memory_space)


@lru_cache(4096)
def _memref(
    element_type: Attribute,
    shape: tuple[int, ...],
    layout: MemRefLayoutAttr | NoneAttr,
    memory_space: Attribute,
) -> MemRefType:
    """Return a memref type.

    Equal types are the same object, because xDSL's checks of new types are slow.
    """
    return MemRefType(element_type, shape, layout, memory_space)


class TensorLayout:
    """Base class of the layouts of TTNN and TTMetal."""

    linear: AffineMap
    grid: GridAttr
    memref: MemRefType

    def get_element_type(self) -> Attribute:
        """Return the element type of the shard: a tile type or a scalar type."""
        return self.memref.element_type

    def get_scalar_element_type(self) -> Attribute:
        """Return the scalar type of the elements; for tiles, of the elements of the tile."""
        element_type = self.get_element_type()
        return (
            element_type.get_element_type() if isinstance(element_type, TileType) else element_type
        )

    def get_data_type(self) -> DataType:
        """Return the data type of the elements."""
        element_type = self.get_element_type()
        if isinstance(element_type, TileType):
            return element_type.dataType
        return element_type_to_data_type(element_type)

    def is_tiled(self) -> bool:
        """Whether the shard consists of tiles."""
        return isinstance(self.get_element_type(), TileType)

    def get_element_size_bytes(self) -> int:
        """Return the bytes of one element of the shard, which is a tile or a scalar."""
        element_type = self.get_element_type()
        if isinstance(element_type, TileType):
            return element_type.get_size_bytes()
        assert isinstance(element_type, FixedBitwidthType), f"{element_type} has no size"
        return element_type.bitwidth // 8

    def get_shard_shape(self) -> tuple[int, ...]:
        """Return the shape of the shard in its elements: tiles or scalars."""
        return self.memref.get_shape()

    def get_scalar_shard_shape(self) -> tuple[int, ...]:
        """Return the shape of the shard in scalars."""
        element_type, shape = self.get_element_type(), self.get_shard_shape()
        return element_type.get_scalar_shape(shape) if isinstance(element_type, TileType) else shape

    def get_shard_size_in_bytes(self) -> int:
        """Return the bytes of a shard, that is, of one core's part of the tensor."""
        return volume(self.get_shard_shape()) * self.get_element_size_bytes()

    def get_physical_shape(self, tensor_shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of the tensor after its dimensions are merged to those of the grid."""
        return eval_shape(self.linear, tensor_shape)

    def get_stride(self, tensor_shape: Sequence[int]) -> tuple[int, ...]:
        """Return, for each tensor dimension, how many physical elements one step along it moves."""
        physical_shape = self.get_physical_shape(tensor_shape)
        stride = [0] * len(tensor_shape)
        origin = [0] * len(tensor_shape)
        inner_elements = 1
        for result, size in zip(
            reversed(self.linear.results), reversed(physical_shape), strict=True
        ):
            at_origin = affine.evaluate_expr(result, origin)
            for d in affine.dims_used(result):
                step = [int(j == d) for j in range(len(tensor_shape))]
                stride[d] = inner_elements * (affine.evaluate_expr(result, step) - at_origin)
            inner_elements *= size
        return tuple(stride)

    def get_tiled_shape(self, tensor_shape: Sequence[int]) -> tuple[int, ...]:
        """Return the physical shape of the tensor in tiles; the layout must be tiled."""
        tile = self.get_element_type()
        assert isinstance(tile, TileType), "expected a tiled layout"
        sizes = (*(1 for _ in self.linear.results[:-2]), tile.get_height(), tile.get_width())
        tiled = tuple(
            affine.floordiv(result, affine.constant(size))
            for result, size in zip(self.linear.results, sizes, strict=True)
        )
        return eval_shape(AffineMap(self.linear.num_dims, 0, tiled), tensor_shape)

    def get_identity_tile_linear_map(self) -> AffineMap:
        """Return the identity map of the physical space."""
        return affine.identity(len(self.linear.results))

    def replace_memory_map_symbols_with_shard_shape(self, memory_map: AffineMap) -> AffineMap:
        """Return a device's memory map with its symbols replaced by the sizes of this layout's
        shard.

        `(d0)[s0] -> (0, d0 floordiv s0, d0 mod s0)` with a shard of 2 becomes
        `(d0) -> (0, d0 floordiv 2, d0 mod 2)`.
        """
        shard_shape: list[AffineExpr] = [affine.constant(s) for s in self.get_shard_shape()]
        results = tuple(affine.replace(r, (), shard_shape) for r in memory_map.results)
        return AffineMap(memory_map.num_dims, 0, results)

    def project_onto(self, linear: AffineMap, memory_map: AffineMap) -> AffineMap:
        """Return the map from tensor indices to positions in memory.

        `linear` maps tensor indices to the physical space, and `memory_map` is the device's map.
        """
        return affine.compose(self.replace_memory_map_symbols_with_shard_shape(memory_map), linear)

    def get_size_in_memory(self, tensor_shape: Sequence[int], memory_map: AffineMap) -> int:
        """Return the bytes per bank that the tensor takes in a memory, whose map is `memory_map`.

        This is the address after the last element: the shard in L1, about `tensor / banks` in DRAM.
        """
        shape, linear = tuple(tensor_shape), self.linear
        if self.is_tiled():
            shape, linear = self.get_tiled_shape(shape), self.get_identity_tile_linear_map()
        placed = self.replace_memory_map_symbols_with_shard_shape(memory_map)
        *_, size = eval_shape(placed, eval_shape(linear, shape))
        return size * self.get_element_size_bytes()


class MetalLayoutAttr(FormatAttribute, TensorLayout):
    """The layout of a tensor on the TTMetal path, the encoding of its tensor type."""

    name = "tt.metal_layout"
    assembly_format = "`<` $linear`,` $oob_val`,` $grid`,` $memref (`,` $mem_layout^)? `>`"
    linear: AffineMap  # pyrefly: ignore[bad-override]
    oob_val: OOBVal
    grid: GridAttr  # pyrefly: ignore[bad-override]
    memref: MemRefType  # pyrefly: ignore[bad-override]
    mem_layout: TensorMemoryLayout = TensorMemoryLayout.None_

    def alias_name(self) -> str:
        """Return the name of aliases, `layout`."""
        return "layout"

    @classmethod
    def get(
        cls,
        tensor_shape: Sequence[int],
        element_type: Attribute,
        memory_space: MemorySpace = MemorySpace.System,
        grid: GridAttr | None = None,
        collapse_intervals: CollapseIntervals = DEFAULT_COLLAPSE,
        oob_val: OOBVal = OOBVal.Undef,
        mem_layout: TensorMemoryLayout = TensorMemoryLayout.None_,
    ) -> "MetalLayoutAttr":
        """Return the layout of a tensor that is split evenly over `grid`.

        The default grid is one core, with the rank of the tensor.
        """
        grid = grid or GridAttr.of_rank(len(tensor_shape))
        linear = collapsed_linear_affine_map(tensor_shape, grid.shape, collapse_intervals)
        shard_shape = logical_shard_shape(tensor_shape, linear, grid)
        memref = build_memref(shard_shape, element_type, MemorySpaceAttr(memory_space))
        return cls(linear, oob_val, grid, memref, mem_layout)

    def get_memory_space(self) -> MemorySpace:
        """Return the memory of the shards.

        Raises VerifyException if the memref names no memory of this dialect.
        """
        space = self.memref.memory_space
        if not isinstance(space, MemorySpaceAttr):
            raise VerifyException(f"expected a memory space of the tt dialect in {self.memref}")
        return space.value

    def get_padded_shape(self) -> tuple[int, ...]:
        """Return the shape of all shards together in scalars, padding included."""
        shard = self.get_scalar_shard_shape()
        return tuple(cores * size for cores, size in zip(self.grid.shape, shard, strict=True))

    def get_padding(self, tensor_shape: Sequence[int], core: Sequence[int]) -> tuple[int, ...]:
        """Return the number of padding scalars at the end of each dimension of the shard on `core`.

        The grid divides the tensor first, then tiles round up. Gaps that `linear` leaves between
        dimensions are not counted. Raises ValueError for a core outside the grid.
        """
        if len(core) != len(self.grid.shape) or not all(
            0 <= index < cores for index, cores in zip(core, self.grid.shape, strict=True)
        ):
            raise ValueError(f"a grid of {list(self.grid.shape)} has no core {list(core)}")
        sizes = zip(
            core,
            self.get_physical_shape(tensor_shape),
            logical_shard_shape(tensor_shape, self.linear, self.grid),
            self.get_scalar_shard_shape(),
            strict=True,
        )
        return tuple(
            allocated - min(max(size - index * shard, 0), shard)
            for index, size, shard, allocated in sizes
        )

    def is_system_memory_space(self) -> bool:
        """Whether the tensor is on the host."""
        return self.get_memory_space() in (MemorySpace.System, MemorySpace.SystemMMIO)

    def is_device_memory_space(self) -> bool:
        """Whether the tensor is on the device."""
        return not self.is_system_memory_space()

    def has_sharded_tensor_memory_layout(self) -> bool:
        """Whether the memory layout is sharded."""
        return is_sharded(self.mem_layout)

    def has_interleaved_tensor_memory_layout(self) -> bool:
        """Whether the memory layout is interleaved."""
        return self.mem_layout == TensorMemoryLayout.Interleaved

    def has_sharded_l1_tensor_memory_layout(self) -> bool:
        """Whether the tensor is sharded in L1."""
        return self._is_l1() and self.has_sharded_tensor_memory_layout()

    def has_interleaved_l1_tensor_memory_layout(self) -> bool:
        """Whether the tensor is interleaved in L1."""
        return self._is_l1() and self.has_interleaved_tensor_memory_layout()

    def _is_l1(self) -> bool:
        return self.get_memory_space() == MemorySpace.DeviceL1

    def _with_memref(
        self,
        *,
        scalar_shape: Sequence[int] | None = None,
        element_type: Attribute | None = None,
        memory_space: Attribute | None = None,
        layout: StreamLayoutAttr | None = None,
    ) -> "MetalLayoutAttr":
        """Return the layout with the given changes to its memref, without the memref's own
        layout.
        """
        return self.replace(
            memref=build_memref(
                self.get_scalar_shard_shape() if scalar_shape is None else scalar_shape,
                element_type or self.get_element_type(),
                memory_space or self.memref.memory_space,
                layout,
            )
        )

    def with_grid(
        self,
        tensor_shape: Sequence[int],
        grid: GridAttr,
        collapse_intervals: CollapseIntervals = DEFAULT_COLLAPSE,
    ) -> "MetalLayoutAttr":
        """Return the layout of a tensor of shape `tensor_shape` over another grid."""
        return MetalLayoutAttr.get(
            tensor_shape,
            self.get_element_type(),
            self.get_memory_space(),
            grid,
            collapse_intervals,
            self.oob_val,
            self.mem_layout,
        )

    def with_element_type(self, element_type: Attribute) -> "MetalLayoutAttr":
        """Return the layout with another element type, and the same shard shape in scalars."""
        return self._with_memref(element_type=element_type)

    def with_memory_space(self, memory_space: MemorySpace) -> "MetalLayoutAttr":
        """Return the layout in another memory."""
        return self._with_memref(memory_space=MemorySpaceAttr(memory_space))

    def with_memory_layout(self, mem_layout: TensorMemoryLayout) -> "MetalLayoutAttr":
        """Return the layout with another memory layout."""
        return self._with_memref().replace(mem_layout=mem_layout)

    def with_shard_shape(self, scalar_shape: Sequence[int]) -> "MetalLayoutAttr":
        """Return the layout with shards of the given shape in scalars."""
        return self._with_memref(scalar_shape=scalar_shape)

    def with_outer_scale(self, stream_mode: StreamMode, num_buffers: int = 1) -> "MetalLayoutAttr":
        """Return the layout with a streamed memref of twice the rank; its new leading sizes are
        1.
        """
        shard_shape = self.get_scalar_shard_shape()
        stream = StreamLayoutAttr(affine.identity(2 * len(shard_shape)), stream_mode, num_buffers)
        return self._with_memref(
            scalar_shape=(*(1 for _ in shard_shape), *shard_shape), layout=stream
        )


class BufferAttr(FormatAttribute):
    """The size of a buffer in L1, and whether it aliases a tensor or copies a part of it."""

    name = "tt.buffer"
    assembly_format = "`<` $memref `,` $buffer_access `>`"
    memref: MemRefType
    buffer_access: BufferAccess

    def get_element_type(self) -> Attribute:
        """Return the element type of the buffer: a tile type or a scalar type."""
        return self.memref.element_type

    def get_shape(self) -> tuple[int, ...]:
        """Return the shape of the buffer in scalars."""
        element_type, shape = self.get_element_type(), self.memref.get_shape()
        return element_type.get_scalar_shape(shape) if isinstance(element_type, TileType) else shape
