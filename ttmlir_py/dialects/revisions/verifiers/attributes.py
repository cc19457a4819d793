"""Verifiers of the attributes of 2026-08, with upstream's messages."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.tensor_types import joined
from ttmlir_py.dialects.ttnn.attributes import MemoryConfigAttr

_SHARDED = ("height_sharded", "width_sharded", "block_sharded")


def _core_range(self: Any) -> None:
    """Check `ttnn.core_range`: the first core is not after the last."""
    start, end = self.start_coord, self.end_coord
    if start.x > end.x or start.y > end.y:
        raise VerifyException(
            f"Start coordinates {start} must be less than or equal to end coordinates {end}"
        )


def _logical_core_range(self: Any) -> None:
    """Check `ttcore.core_range`: coordinates are not negative and the first core is not after the
    last.
    """
    for name, core in (("start", self.start_coord), ("end", self.end_coord)):
        if core.x < 0 or core.y < 0:
            raise VerifyException(f"{name} coordinates {core} must be non-negative")
    _core_range(self)


def _tile(self: Any) -> None:
    """Check `ttcore.tile`: tiles have two dimensions."""
    if len(self.shape) != 2:
        raise VerifyException("expected 2D shape")


def _core_range_set(self: Any) -> None:
    """Check `ttnn.core_range_set`: no core is in two ranges."""
    for one, other in combinations(self.core_ranges, 2):
        if all(
            getattr(one.start_coord, axis) <= getattr(other.end_coord, axis)
            and getattr(other.start_coord, axis) <= getattr(one.end_coord, axis)
            for axis in ("x", "y")
        ):
            raise VerifyException(f"Core ranges overlap: {one} and {other}")


def _buffer_and_layout(buffer: str, layout: str | None) -> None:
    """Check that tensors on the device have a memory layout, and tensors on the host do not."""
    if layout is None:
        if buffer != "system_memory":
            raise VerifyException("Memory layout is required for non-SystemMemory buffer type.")
    elif buffer == "system_memory":
        raise VerifyException("Memory layout is not allowed for SystemMemory buffer type.")
    elif buffer == "dram" and layout == "block_sharded":
        raise VerifyException(
            "BlockSharded layout is not supported for DRAM buffer type; use WidthSharded, "
            "HeightSharded or Interleaved"
        )


def _memory_config(self: Any) -> None:
    """Check `ttnn.memory_config`: buffer, layout and shards are consistent."""
    if self.shardSpec is not None and self.ndShardSpec is not None:
        raise VerifyException("Setting both NDShardSpecAttr and ShardSpecAttr is not supported.")
    buffer = self.bufferType.value.keyword
    layout = None if self.tensorMemoryLayout is None else self.tensorMemoryLayout.value.keyword
    _buffer_and_layout(buffer, layout)
    if self.shardSpec is None:
        return
    if buffer not in ("l1", "dram"):
        raise VerifyException("Sharding is only valid for L1 or DRAM buffer type")
    if layout not in _SHARDED:
        raise VerifyException(
            "Sharding is only valid for block sharded, height sharded, or width sharded tensor "
            "memory layout"
        )


def _grid(shape: Sequence[int], buffer: str, sharded: bool) -> None:
    """Check that a grid is given for tensors in L1 or sharded tensors in DRAM only."""
    if buffer.startswith("l1") or (buffer == "dram" and sharded) or tuple(shape) == (1, 1):
        return
    kind = " with interleaved memory layout" if buffer == "dram" else ""
    raise VerifyException(
        f"expected (1, 1) grid shape for {buffer} buffer type{kind}, got ({joined(shape, ', ')})"
    )


def _ttnn_layout(self: Any) -> None:
    """Check `ttnn.ttnn_layout`: grid, buffer and memory layout are consistent. A sharded layout
    names its cores, and no other layout does.

    In 2025, the grid determines the cores, and may divide any tensor until 2025-07-08.
    """
    space = self.memref.memory_space
    layout = None if self.mem_layout is None else self.mem_layout.value.keyword
    sharded = layout in _SHARDED
    names_cores = hasattr(self, "core_range_set")
    if space.name == "ttnn.buffer_type":
        if names_cores:
            _grid(self.grid_shape, space.value.keyword, sharded)
        _buffer_and_layout(space.value.keyword, layout)
    if not names_cores:
        return
    if sharded and self.core_range_set is None and not self.ignorePhysicalLayout:
        raise VerifyException(f"sharded TTNN layout ({layout}) must carry a core_range_set")
    if not sharded and self.core_range_set is not None:
        raise VerifyException(
            "non-sharded TTNN layout must not carry a core_range_set (got "
            f"{layout or 'no memory layout'})"
        )


def _metal_layout(self: Any) -> None:
    """Check `ttcore.metal_layout`: each dimension has an alignment and the collapse intervals are
    pairs within the shape.
    """
    rank = len(self.logical_shape)
    if len(self.dim_alignments) != rank:
        raise VerifyException(
            f"dim_alignments size ({len(self.dim_alignments)}) must match logical_shape rank "
            f"({rank})"
        )
    for index, alignment in enumerate(self.dim_alignments):
        if alignment <= 0:
            raise VerifyException(f"dim_alignments[{index}] must be positive, got {alignment}")
    shape = self.collapsed_intervals.get_shape()
    if len(shape) != 2:
        raise VerifyException(f"collapsed_intervals must be a 2D array, got rank {len(shape)}")
    if shape[1] != 2:
        raise VerifyException(
            f"collapsed_intervals must have pairs (second dim size 2), got {shape[1]}"
        )
    numbers = [int(each) for each in self.collapsed_intervals.get_values()]
    for start, end in zip(numbers[::2], numbers[1::2], strict=True):
        _interval(start, end, rank)


def _interval(start: int, end: int, rank: int) -> None:
    first, last = (each + rank if each < 0 else each for each in (start, end))
    for name, given, number, limit in (("start", start, first, rank), ("end", end, last, rank + 1)):
        if not 0 <= number < limit:
            raise VerifyException(
                f"collapsed_intervals {name} index {given} (normalized: {number}) is out of bounds "
                f"for logical_shape rank {rank}"
            )
    if first > last:
        raise VerifyException(f"collapsed_intervals start ({start}) must not exceed end ({end})")


def _device(self: Any) -> None:
    """Check `ttcore.device`: the chips fill the mesh and grids have cores."""
    _chips(self)
    if len(self.dramGrid.shape) != 2:
        raise VerifyException(f"expected 2D dram grid, got {len(self.dramGrid.shape)}D")
    if any(size <= 0 for size in self.dramGrid.shape):
        raise VerifyException("expected positive dram grid dimensions")
    _maps(self, self.workerGrid.virtToPhysicalMap)
    if self.meshTopology and len(self.meshTopology) != len(self.meshShape):
        raise VerifyException("expected meshTopology size to match meshShape rank")


def _device_of_2025(self: Any) -> None:
    """Check `ttcore.device` of 2025, which has no grid of DRAM banks."""
    _chips(self)
    _maps(self, self.workerGrid.mapping)


def _chips(self: Any) -> None:
    if not self.chipIds:
        raise VerifyException("expected at least one chip")
    volume = 1
    for size in self.meshShape:
        volume *= size
    if len(self.chipIds) != volume:
        raise VerifyException("expected chipIds size to match the volume of meshShape")
    if any(size <= 0 for size in self.workerGrid.shape):
        raise VerifyException("expected positive worker grid dimensions")


def _maps(self: Any, mapping: Any) -> None:
    for name, found, wanted, words in (
        ("physical grid mapping", mapping, 3, "PhysGridResultIdx"),
        ("l1Map", self.l1Map, 4, "MemoryMapResultIdx"),
        ("dramMap", self.dramMap, 4, "MemoryMapResultIdx"),
    ):
        if len(found.results) != wanted:
            raise VerifyException(f"expected {name} to have {words}::NumIndices results")


ATTRIBUTES: Mapping[str, Verifier] = {
    "ttcore.core_range": _logical_core_range,
    "ttcore.device": _device,
    "ttcore.metal_layout": _metal_layout,
    "ttcore.tile": _tile,
    "ttnn.core_range": _core_range,
    "ttnn.core_range_set": _core_range_set,
    "ttnn.memory_config": _memory_config,
    "ttnn.ttnn_layout": _ttnn_layout,
}
"""Maps attribute names to verifiers."""
ATTRIBUTES_2025: Mapping[str, Verifier] = {"ttcore.device": _device_of_2025}
"""Maps names of attributes of 2025-11 that differ from 2026-08 to verifiers."""
ATTRIBUTES_2025_06: Mapping[str, Verifier] = {"ttnn.memory_config": MemoryConfigAttr.verify}
"""Maps names of attributes of 2025-06 that differ from 2025-11 to verifiers."""
