"""Cores, ranges of cores, and the shards that they hold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import cast


@dataclass(frozen=True, slots=True, order=True)
class CoreCoord:
    """A core, by its column `x` and row `y`."""

    x: int
    y: int

    def __repr__(self) -> str:
        return f"(x={self.x},y={self.y})"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreGrid:
    """A grid of cores that begins with the first core: `CoreGrid(y=rows, x=columns)`."""

    y: int
    x: int

    @property
    def num_cores(self) -> int:
        """The number of cores."""
        return self.x * self.y

    def __repr__(self) -> str:
        return f"ttnn.CoreGrid(x={self.x}, y={self.y})"


@dataclass(frozen=True, slots=True)
class CoreRange:
    """A rectangle of cores, from `start` up to and including `end`."""

    start: CoreCoord
    end: CoreCoord

    def __post_init__(self) -> None:
        if self.end.x < self.start.x or self.end.y < self.start.y:
            raise RuntimeError(f"ttnn.CoreRange: end {self.end} is before start {self.start}")

    def grid_size(self) -> CoreCoord:
        """Return the number of columns and rows."""
        return CoreCoord(self.end.x - self.start.x + 1, self.end.y - self.start.y + 1)

    def size(self) -> int:
        """Return the number of cores."""
        columns_and_rows = self.grid_size()
        return columns_and_rows.x * columns_and_rows.y

    def contains(self, core: CoreCoord) -> bool:
        """Whether a core is in the rectangle."""
        return self.start.x <= core.x <= self.end.x and self.start.y <= core.y <= self.end.y

    def __iter__(self) -> Iterator[CoreCoord]:
        for y in range(self.start.y, self.end.y + 1):
            for x in range(self.start.x, self.end.x + 1):
                yield CoreCoord(x, y)

    def __repr__(self) -> str:
        return f"[{self.start} - {self.end}]"


@dataclass(frozen=True, slots=True, init=False)
class CoreRangeSet:
    """A set of rectangles of cores that do not overlap. Raises RuntimeError if they do."""

    parts: tuple[CoreRange, ...]

    def __init__(self, core_ranges: Iterable[CoreRange] | CoreRange) -> None:
        listed = [core_ranges] if isinstance(core_ranges, CoreRange) else list(core_ranges)
        parts = tuple(sorted(listed, key=lambda each: (each.start, each.end)))
        cores = [core for part in parts for core in part]
        if len(set(cores)) != len(cores):
            raise RuntimeError("ttnn.CoreRangeSet: ranges of cores overlap")
        object.__setattr__(self, "parts", parts)

    def ranges(self) -> list[CoreRange]:
        """Return the rectangles."""
        return list(self.parts)

    def num_cores(self) -> int:
        """Return the number of cores."""
        return sum(part.size() for part in self.parts)

    def contains(self, core: CoreCoord) -> bool:
        """Whether a core is in one of the rectangles."""
        return any(part.contains(core) for part in self.parts)

    def bounding_box(self) -> CoreRange:
        """Return the smallest rectangle that includes all cores."""
        if not self.parts:
            raise RuntimeError("ttnn.CoreRangeSet.bounding_box: the set is empty")
        return CoreRange(
            CoreCoord(
                min(part.start.x for part in self.parts), min(part.start.y for part in self.parts)
            ),
            CoreCoord(
                max(part.end.x for part in self.parts), max(part.end.y for part in self.parts)
            ),
        )

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self.parts))}}}"


class ShardStrategy(Enum):
    """How a tensor is divided into shards."""

    HEIGHT = 1
    WIDTH = 2
    BLOCK = 3


class ShardOrientation(Enum):
    """The order of the cores that hold consecutive shards."""

    ROW_MAJOR = 0
    COL_MAJOR = 1


class ShardMode(Enum):
    """Whether the size of a shard includes padding."""

    PHYSICAL = 0
    LOGICAL = 1


@dataclass(frozen=True, slots=True, init=False)
class ShardSpec:
    """The cores that hold a tensor, and the height and width of the shard of each."""

    grid: CoreRangeSet
    shape: tuple[int, int]
    orientation: ShardOrientation = ShardOrientation.ROW_MAJOR
    mode: ShardMode = ShardMode.PHYSICAL

    def __init__(
        self,
        grid: CoreRangeSet,
        shard_shape: Sequence[int],
        shard_orientation: ShardOrientation = ShardOrientation.ROW_MAJOR,
        shard_mode: ShardMode = ShardMode.PHYSICAL,
    ) -> None:
        if len(shard_shape) != 2 or any(size < 1 for size in shard_shape):
            raise RuntimeError(f"ttnn.ShardSpec: invalid shard shape {list(shard_shape)}")
        values = (grid, (shard_shape[0], shard_shape[1]), shard_orientation, shard_mode)
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    def num_cores(self) -> int:
        """Return the number of cores."""
        return self.grid.num_cores()


def num_cores_to_corerangeset(
    target_num_cores: int, grid_size: CoreCoord, row_wise: bool = False
) -> CoreRangeSet:
    """Return the first cores of a grid, by columns, or by rows if `row_wise`.

    Raises RuntimeError if the grid has fewer.
    """
    place = cast(object, grid_size)
    if not isinstance(place, CoreCoord):
        raise TypeError(f"grid_size is {type(place).__name__}, expected ttnn.CoreCoord")
    if not 0 < target_num_cores <= grid_size.x * grid_size.y:
        raise RuntimeError(
            f"ttnn.num_cores_to_corerangeset: {target_num_cores} cores of a grid of"
            f" {grid_size.x * grid_size.y}"
        )
    length = grid_size.x if row_wise else grid_size.y
    whole, rest = divmod(target_num_cores, length)

    def rectangle(first: int, last: int, size: int) -> CoreRange:
        corners = ((0, first), (size - 1, last)) if row_wise else ((first, 0), (last, size - 1))
        return CoreRange(CoreCoord(*corners[0]), CoreCoord(*corners[1]))

    ranges = [rectangle(0, whole - 1, length)] if whole else []
    return CoreRangeSet([*ranges, rectangle(whole, whole, rest)] if rest else ranges)


def shard_shape_of(
    shape: Sequence[int],
    grid: CoreCoord,
    strategy: ShardStrategy,
    orientation: ShardOrientation,
) -> tuple[int, int]:
    """Return the height and width of a shard of a tensor of this shape, on all cores of a grid.

    Raises RuntimeError if the cores do not divide the tensor.
    """
    height, width = math.prod(shape[:-1]), shape[-1]
    across, down = grid.x, grid.y
    if strategy is not ShardStrategy.BLOCK:
        count = grid.x * grid.y
        across, down = (1, count) if strategy is ShardStrategy.HEIGHT else (count, 1)
    elif orientation is ShardOrientation.COL_MAJOR:
        across, down = down, across
    if height % down or width % across:
        raise RuntimeError(
            "Invalid sharding core_grid: "
            f"{down}x{across} cores do not divide a tensor of {height}x{width}"
        )
    return height // down, width // across
