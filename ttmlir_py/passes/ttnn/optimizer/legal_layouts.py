"""The legal layouts of an op's result: the candidates of the optimizer.

On a device of R x C cores, these are: interleaved in DRAM, interleaved in L1, and sharded in L1.
Blocks are sharded over every grid up to RxC. Rows and columns are sharded over every number of
cores up to R*C. Each core must get a tile. Of the sharded layouts, those on most cores are kept.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeVar

from xdsl.ir import Attribute, Operation
from xdsl.ir.affine import AffineMap

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.layout import GridAttr
from ttmlir_py.dialects.tt.types import TileType, data_type_to_element_type
from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr
from ttmlir_py.dialects.ttnn.enums import BufferType, Layout, TensorMemoryLayout
from ttmlir_py.ir import affine
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.ttnn.optimizer.overrides import (
    OutputLayoutOverride,
    OutputLayoutOverrides,
    name_of,
)

ItemT = TypeVar("ItemT")
_SORT_THRESHOLD = 16


@dataclass(frozen=True)
class Refusal:
    """The text of a layout that was rejected, and the reason."""

    layout: str
    reason: str


@dataclass(frozen=True)
class LegalLayouts:
    """The legal layouts of a result, best first, and, on request, the rejected ones."""

    shape: tuple[int, ...]
    layouts: tuple[TTNNLayoutAttr, ...]
    refused: tuple[Refusal, ...] = ()
    reason: str = ""
    """The reason why there is only one layout; empty if there is a choice."""


def describe_layout(layout: TTNNLayoutAttr) -> str:
    """Return `layout` in the syntax of an override: `8x8:l1:block_sharded:tile:bf16`."""
    grid = "x".join(map(str, layout.grid.shape))
    spread = layout.get_mem_layout_opt()
    parts = (layout.get_buffer_type(), spread, layout.get_layout(), layout.get_data_type())
    return ":".join((grid, *(str(part) for part in parts if part is not None)))


def virtual_to_physical_map(spread: TensorMemoryLayout, cores: Sequence[int]) -> AffineMap:
    """Return the map from a core of a sharded grid to (device, row, column).

    `cores` are the numbers of rows and columns of the device. A grid of one row or column is laid
    out row by row, `(d0, d1) -> (0, d0 floordiv C, d0 mod C)`. For block sharding, the map keeps
    rows and columns.
    """
    rows, columns = affine.dim(0), affine.dim(1)
    if spread in (TensorMemoryLayout.HeightSharded, TensorMemoryLayout.WidthSharded):
        number = rows if spread is TensorMemoryLayout.HeightSharded else columns
        width = affine.constant(cores[1])
        rows, columns = affine.floordiv(number, width), affine.mod(number, width)
    return affine.make_map(2, affine.constant(0), rows, columns)


@dataclass(frozen=True)
class _Shape:
    """A sharding that is not converted to a layout yet."""

    element_type: Attribute
    spread: TensorMemoryLayout
    grid: tuple[int, int]

    def __str__(self) -> str:
        layout = Layout.Tile if isinstance(self.element_type, TileType) else Layout.RowMajor
        return f"{self.grid[0]}x{self.grid[1]}:l1:{self.spread}:{layout}"


@dataclass(frozen=True)
class LegalLayoutAnalysis:
    """The analysis of legal layouts, which depends on the device's grid of cores and the pass's
    options.
    """

    grid: GridAttr
    max_legal_layouts: int
    row_major_enabled: bool
    overrides: OutputLayoutOverrides
    explain: bool = False
    _known: dict[object, LegalLayouts] = field(
        default_factory=dict[object, LegalLayouts], init=False, compare=False, repr=False
    )

    def analyze(self, op: Operation) -> LegalLayouts | None:
        """Return the legal layouts of the first result of `op`, or None if the optimizer must not
        change it.

        Raises OperationError if no layout is legal.
        """
        if not op.results or isinstance(op, ttnn.EmptyOp):
            return None
        layout = getattr(op.results[0].type, "encoding", None)
        if not isinstance(layout, TTNNLayoutAttr):
            return None
        override = self.overrides.get(name_of(op) or "")
        shape, scalar = tensor_type(op.results[0]).get_shape(), layout.get_scalar_element_type()
        fixed = why_fixed(op, layout, override is not None and override.is_full)
        if fixed is not None:
            return LegalLayouts(shape, (layout,), reason=fixed)
        key = (shape, scalar, override)
        found = self._known.get(key)
        if found is None:
            try:
                found = self._known[key] = self._find(shape, scalar, override)
            except ValueError as error:
                raise OperationError(op, str(error)) from error
        if not found.layouts:
            raise OperationError(op, "No legal layout found for the operation.", op_prefix=False)
        return found

    def _find(
        self, shape: tuple[int, ...], scalar: Attribute, override: OutputLayoutOverride | None
    ) -> LegalLayouts:
        if override is None:
            return self._all(shape, scalar, self.row_major_enabled)
        if override.data_type is not None:
            scalar = data_type_to_element_type(override.data_type)
        if override.is_full:
            assert override.grid is not None
            assert override.buffer_type is not None
            element = TileType.get(scalar) if override.memory_layout is Layout.Tile else scalar
            memory = override.buffer_type, GridAttr(override.grid), override.tensor_memory_layout
            layout = TTNNLayoutAttr.get(shape, element, *memory)
            return LegalLayouts(shape, (layout,), reason="overridden")
        rows = self.row_major_enabled or override.memory_layout is Layout.RowMajor
        found = self._all(shape, scalar, rows)
        kept = tuple(each for each in found.layouts if _agrees(each, override))
        refused = found.refused
        if self.explain:
            reason = f"not as the override says: {override}"
            dropped = (each for each in found.layouts if not _agrees(each, override))
            refused += tuple(Refusal(describe_layout(each), reason) for each in dropped)
        return LegalLayouts(shape, kept, refused)

    def _all(self, shape: tuple[int, ...], scalar: Attribute, rows: bool) -> LegalLayouts:
        tile = TileType.get(scalar)
        interleaved: list[TTNNLayoutAttr] = []
        sharded: list[_Shape] = []
        for element_type in (scalar, tile) if rows else (tile,):
            buffers = (BufferType.DRAM, BufferType.L1)[: 1 + (element_type is tile)]
            memory = self.grid, TensorMemoryLayout.Interleaved
            interleaved += [
                TTNNLayoutAttr.get(shape, element_type, buffer, *memory) for buffer in buffers
            ]
            sharded += self._sharded(element_type)
        tiles = interleaved[-1].get_tiled_shape(shape)
        fitting = [each for each in sharded if _has_tile_for_each_core(each, tiles)]
        ordered = sort_as_libstdcxx(fitting, lambda each: each.grid[0] * each.grid[1])
        count = max(0, self.max_legal_layouts)
        kept = tuple(self._layout(shape, each) for each in ordered[:count])
        refused: tuple[Refusal, ...] = ()
        if self.explain:
            reason = f"only {tiles[0]}x{tiles[1]} tiles"
            refused = (
                *(Refusal(str(each), reason) for each in sharded if each not in fitting),
                *(Refusal(str(each), f"beyond {count} layouts") for each in ordered[count:]),
            )
        return LegalLayouts(shape, (*interleaved, *kept), refused)

    def _sharded(self, element_type: Attribute) -> list[_Shape]:
        rows, columns = self.grid.shape
        counts = range(1, rows * columns + 1)
        grids = {
            TensorMemoryLayout.BlockSharded: product(range(1, rows + 1), range(1, columns + 1)),
            TensorMemoryLayout.HeightSharded: product(counts, (1,)),
            TensorMemoryLayout.WidthSharded: product((1,), counts),
        }
        return [_Shape(element_type, spread, grid) for spread in grids for grid in grids[spread]]

    def _layout(self, shape: tuple[int, ...], sharded: _Shape) -> TTNNLayoutAttr:
        mapping = virtual_to_physical_map(sharded.spread, self.grid.shape)
        grid = GridAttr(sharded.grid, mapping)
        return TTNNLayoutAttr.get(shape, sharded.element_type, BufferType.L1, grid, sharded.spread)


def why_fixed(op: Operation, layout: TTNNLayoutAttr, overridden: bool) -> str | None:
    """Return the reason why the layout of the result of `op` is fixed, or None if it may change.

    `overridden` says that the user fixes the layout.
    """
    if not op.name.startswith("ttnn."):
        return "not a TTNN op"
    if isinstance(op, DestinationStyle) and not isinstance(op.dps_inits[-1].owner, ttnn.EmptyOp):
        return "written into a tensor that others own"
    if isinstance(op, ttnn.ToLayoutOp) and not overridden:
        return "a layout that was asked for"
    if layout.is_system_buffer_type() and not overridden:
        return "on the host"
    return None


def _has_tile_for_each_core(sharded: _Shape, tiles: Sequence[int]) -> bool:
    if not isinstance(sharded.element_type, TileType):
        return True
    return all(count >= cores for count, cores in zip(tiles, sharded.grid, strict=True))


def _agrees(layout: TTNNLayoutAttr, override: OutputLayoutOverride) -> bool:
    wanted = (
        (override.grid, layout.grid.shape),
        (override.buffer_type, layout.get_buffer_type()),
        (override.tensor_memory_layout, layout.get_mem_layout_opt()),
        (override.memory_layout, layout.get_layout()),
    )
    return all(value is None or value == actual for value, actual in wanted)


def sort_as_libstdcxx(items: Sequence[ItemT], key: Callable[[ItemT], int]) -> list[ItemT]:
    """Return `items` sorted by `key`, largest first, in the order of libstdc++'s `std::sort`.

    This is upstream's order of layouts on equally many cores. It is a quicksort around the median
    of three down to parts of 16 items, then a stable insertion sort.
    """
    ranked = [(key(item), item) for item in items]
    parts = [(0, len(ranked))]
    while parts:
        first, last = parts.pop()
        while last - first > _SORT_THRESHOLD:
            cut = _partition(ranked, first, last)
            parts.append((cut, last))
            last = cut
    return [item for _, item in sorted(ranked, key=lambda each: -each[0])]


def _partition(ranked: list[tuple[int, ItemT]], first: int, last: int) -> int:
    """Move larger items of `ranked[first:last]` before smaller ones, and return the index between.

    The pivot is the median of the second, middle and last item. It is first swapped with the first
    item.
    """
    low, middle, high = first + 1, first + (last - first) // 2, last - 1
    if ranked[low][0] <= ranked[middle][0]:
        low, middle = middle, low
    if ranked[middle][0] <= ranked[high][0]:
        middle = high if ranked[low][0] > ranked[high][0] else low
    ranked[first], ranked[middle] = ranked[middle], ranked[first]
    pivot, low, high = ranked[first][0], first + 1, last
    while True:
        while ranked[low][0] > pivot:
            low += 1
        high -= 1
        while pivot > ranked[high][0]:
            high -= 1
        if low >= high:
            return low
        ranked[low], ranked[high] = ranked[high], ranked[low]
        low += 1
