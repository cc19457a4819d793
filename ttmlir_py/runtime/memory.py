"""The memory of a device: the distribution of tensors over banks of DRAM and L1, and addresses.

The model is tt-metal's. A memory consists of equal banks. A DRAM bank is a DRAM channel; an L1 bank
is the memory of a worker core. A tensor consists of pages: tiles, or rows of a row-major tensor,
each padded to the alignment. Interleaved tensors put their pages on the banks in turn. Sharded
tensors put a rectangle of pages on each of their cores. Banks are allocated in lockstep: every bank
reserves at one address what the fullest bank needs. The first block that fits is used: in DRAM the
lowest one, in L1 the highest one.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from threading import RLock
from typing import Any

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.tensor import ROW_MAJOR, TensorDesc
from ttmlir_py.schemas import BinaryError

L1_SMALL_SIZE = 1 << 15
"""Bytes at the end of each L1 bank that the device reserves for small buffers, as upstream does."""

MEMORY_OF_SPACE = {"DeviceDRAM": "DRAM", "DeviceL1": "L1"}
"""Maps members of the FlatBuffer enum `MemorySpace` to memories."""
MEMORIES = ("DRAM", "L1", "L1_SMALL", "TRACE")
"""The memories whose usage is reported."""


@dataclass(frozen=True, slots=True)
class MemoryView:
    """Usage figures of a memory, in bytes per bank. All banks are alike."""

    num_banks: int
    total_bytes_per_bank: int
    total_bytes_allocated_per_bank: int
    total_bytes_free_per_bank: int
    largest_contiguous_bytes_free_per_bank: int
    block_table: list[dict[str, str]]
    """Blocks of a bank by address.

    Keys are blockID, address, size, prevID, nextID (-1: no block) and allocated (yes, no).
    """

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as plain Python objects, for JSON."""
        return asdict(self)


Blocks = tuple[tuple[int, int], ...]
"""Allocated blocks: pairs of the address in the bank and the size in bytes."""


class BankedMemory:
    """A memory of a device (DRAM, L1, ...), whose banks are allocated in lockstep."""

    def __init__(
        self, name: str, banks: int, size: int, alignment: int, *, bottom_up: bool
    ) -> None:
        self.name = name
        self.banks = banks
        self.size = size
        self.alignment = alignment
        self._bottom_up = bottom_up
        self._allocated: dict[int, int] = {}
        """Maps addresses of allocated blocks to their sizes in bytes."""
        self._free = [(0, size)] if size else []
        self.allocated_bytes = 0
        """Bytes in use in each bank."""
        self._lock = RLock()
        self._is_changing = False
        self._given_back: list[int] = []

    @property
    def blocks(self) -> Blocks:
        """Return the allocated blocks, sorted by address."""
        with self._lock:
            # Copy first: garbage collection during sorting may free tensors and change the
            # original.
            return tuple(sorted(self._allocated.copy().items()))

    def allocate(self, size: int) -> int | None:
        """Reserve `size` bytes in every bank. Return the address, or None if no free block is large
        enough.
        """
        needed = _round_up(size or 1, self.alignment)
        with self._lock:
            self._is_changing = True
            try:
                return self._take(needed)
            finally:
                self._is_changing = False
                if self._given_back:
                    self._settle()

    def _take(self, needed: int) -> int | None:
        blocks = self._free
        numbers = range(len(blocks))
        for index in numbers if self._bottom_up else reversed(numbers):
            address, free = blocks[index]
            if free >= needed:
                start = address if self._bottom_up else address + free - needed
                if free == needed:
                    del blocks[index]
                else:
                    rest = address + needed if self._bottom_up else address
                    blocks[index] = (rest, free - needed)
                self._allocated[start] = needed
                self.allocated_bytes += needed
                return start
        return None

    def free(self, address: int) -> None:
        """Free the block at `address`. This may run during an allocation, because tensors can die
        anytime.
        """
        self._given_back.append(address)
        with self._lock:
            self._settle()

    def _settle(self) -> None:
        while self._given_back and not self._is_changing:
            self._is_changing = True
            self._merge(self._given_back.pop())
            self._is_changing = False

    def _merge(self, address: int) -> None:
        """Mark a block as free, and merge it with free neighbours."""
        size = self._allocated.pop(address)
        self.allocated_bytes -= size
        free = self._free
        after = bisect(free, (address,))
        if after < len(free) and free[after][0] == address + size:
            size += free.pop(after)[1]
        if after:
            before, length = free[after - 1]
            if before + length == address:
                free[after - 1] = (before, length + size)
                return
        free.insert(after, (address, size))

    def view(self, blocks: Blocks | None = None) -> MemoryView:
        """Return usage figures of the current state, or of a state in which `blocks` are
        allocated.
        """
        allocated = self.blocks if blocks is None else blocks
        gaps = list(_gaps(allocated, self.size))
        in_use = sum(size for _, size in allocated)
        table = sorted([(*block, "yes") for block in allocated] + [(*gap, "no") for gap in gaps])
        return MemoryView(
            self.banks,
            self.size,
            in_use,
            self.size - in_use,
            max((size for _, size in gaps), default=0),
            [
                {
                    "blockID": str(index),
                    "address": str(address),
                    "size": str(size),
                    "prevID": str(index - 1),
                    "nextID": str(index + 1 if index + 1 < len(table) else -1),
                    "allocated": state,
                }
                for index, (address, size, state) in enumerate(table)
            ],
        )


def _gaps(allocated: Blocks | list[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Yield the free blocks between the allocated ones, as address and size."""
    position = 0
    for address, taken in (*allocated, (size, 0)):
        if address > position:
            yield position, address - position
        position = address + taken


def _round_up(count: int, multiple: int) -> int:
    return -(-count // multiple) * multiple


def page_bytes(desc: TensorDesc) -> int:
    """Return the size of a page in bytes: a tile, or a row of a row-major tensor or of its
    shard.
    """
    if desc.tile != ROW_MAJOR:
        return desc.data_type.tile_bytes
    row = desc.layout.shard_shape or desc.shape or (1,)
    return row[-1] * desc.data_type.bits // 8


def pages_per_bank(desc: TensorDesc, banks: int) -> int:
    """Return the number of the tensor's pages on the bank that holds the most pages of it."""
    layout = desc.layout
    if layout.is_sharded:
        shard = layout.shard_shape if layout.tile != ROW_MAJOR else layout.shard_shape[:-1]
        return math.prod(shard)
    if layout.tile == ROW_MAJOR:
        pages = math.prod(desc.shape[:-1])
    else:
        *outer, rows, columns = (1, 1, *desc.shape)  # a vector counts as one row of tiles
        height, width = layout.tile
        pages = math.prod(outer) * -(-rows // height) * -(-columns // width)
    return pages if layout.memory_layout == "SingleBank" else -(-pages // banks)


def is_view(source: TensorDesc, result: TensorDesc) -> bool:
    """Whether a reshaped tensor can share the pages of the operand, by the rules of TT-NN's
    `reshape`.

    Row-major tensors must keep the length of rows. Tiled tensors must also keep the number of rows,
    unless neither shape has padding there.
    """
    if source.on_host or source.layout != result.layout or source.layout.is_sharded:
        return False
    (*_, rows, columns), (*_, other_rows, other_columns) = (
        (1, 1, *source.shape),
        (1, 1, *result.shape),
    )
    if columns != other_columns:
        return False
    height = source.tile[0]
    return rows == other_rows or rows % height == other_rows % height == 0


@dataclass(slots=True)
class Allocation:
    """The memory block of a tensor, at one address in every bank of a memory."""

    memory: BankedMemory
    address: int
    bytes_per_bank: int
    is_live: bool = True
    _holders: list[int] | None = None
    """A counter of the tensors that share the block, in a list that they share; None for one
    tensor.
    """

    def share(self) -> Allocation:
        """Return an allocation of the same block for another tensor, which is a view."""
        if self._holders is None:
            self._holders = [int(self.is_live)]
        self._holders[0] += 1
        return Allocation(self.memory, self.address, self.bytes_per_bank, _holders=self._holders)

    def release(self) -> None:
        """Release the block. It becomes free when no tensor uses it. Further calls have no
        effect.
        """
        if self.is_live:
            self.is_live = False
            if self._holders is not None:
                self._holders[0] -= 1
            if self._holders is None or self._holders[0] == 0:
                self.memory.free(self.address)


class DeviceMemory:
    """The memories of a device, or of all devices of a mesh, which are allocated in lockstep."""

    def __init__(
        self,
        system_desc: Mapping[str, Any],
        *,
        l1_small_size: int = L1_SMALL_SIZE,
        trace_size: int = 0,
    ) -> None:
        chip = _first_chip(system_desc)
        # Equal alignment of DRAM and L1 keeps both ends of transfers aligned.
        alignment = max(chip["noc_dram_address_align_bytes"], 1)
        grid = chip["grid_size"] or {"y": 0, "x": 0}
        self._grid = (grid["y"], grid["x"])
        cores, channels = grid["y"] * grid["x"], chip["num_dram_channels"]
        dram = chip["dram_unreserved_end"] - chip["dram_unreserved_base"] - trace_size
        l1 = chip["l1_size"] - chip["l1_unreserved_base"] - l1_small_size
        for what, size, banks in (("DRAM", dram, channels), ("L1", l1, cores)):
            if size <= 0 or banks <= 0:
                raise BinaryError(
                    f"the system descriptor leaves no {what}: {banks} banks of {size} bytes"
                )
        self.memories = {
            name: BankedMemory(name, banks, size // alignment * alignment, alignment, bottom_up=up)
            for name, banks, size, up in (
                ("DRAM", channels, dram, True),
                ("L1", cores, l1, False),
                ("L1_SMALL", cores, l1_small_size, False),
                ("TRACE", channels, trace_size, True),
            )
        }
        self._last: tuple[TensorDesc, BankedMemory | None, int] | None = None
        """The last descriptor with its memory and size. Similar tensors of a binary share a
        descriptor.
        """

    def memory_of(self, desc: TensorDesc) -> BankedMemory | None:
        """Return the memory that holds a tensor, or None for a host tensor."""
        name = MEMORY_OF_SPACE.get(desc.memory_space)
        return None if name is None else self.memories[name]

    def allocate(self, desc: TensorDesc, name: str) -> Allocation | None:
        """Allocate a block for a tensor. Return None for a host tensor.

        `name` names the tensor in the message of `SimulationError`.
        """
        last = self._last
        if last is None or last[0] is not desc:
            last = self._last = (desc, *self._needed(desc, name))
        _, memory, size = last
        if memory is None:
            return None
        address = memory.allocate(size)
        if address is None:
            view = memory.view()
            raise SimulationError(
                f"out of {memory.name}: {name} ({desc.type_text}, {desc.memory_layout.lower()}) "
                "needs "
                f"{size:,} bytes in each of {memory.banks} banks; "
                f"{view.total_bytes_free_per_bank:,} of "
                f"{memory.size:,} are free, {view.largest_contiguous_bytes_free_per_bank:,} in "
                "one block"
            )
        return Allocation(memory, address, size)

    def _needed(self, desc: TensorDesc, name: str) -> tuple[BankedMemory | None, int]:
        """Return the memory that holds a tensor, and its bytes per bank; None and 0 for a host
        tensor.
        """
        memory = self.memory_of(desc)
        if memory is None:
            return None, 0
        if memory.name == "L1" and any(
            reached > there for reached, there in zip(desc.layout.grid, self._grid, strict=True)
        ):
            reached, there = (
                f"{rows}x{columns}" for rows, columns in (desc.layout.grid, self._grid)
            )
            raise SimulationError(
                f"{name} ({desc.type_text}, {desc.memory_layout.lower()}) is on a grid of "
                f"{reached} cores, "
                f"the device has {there}"
            )
        page = _round_up(page_bytes(desc), memory.alignment)
        return memory, pages_per_bank(desc, memory.banks) * page

    def views(self) -> dict[str, MemoryView]:
        """Return the usage figures of each memory in `MEMORIES`."""
        return {name: memory.view() for name, memory in self.memories.items()}


def _first_chip(system_desc: Mapping[str, Any]) -> Mapping[str, Any]:
    chips: list[Mapping[str, Any]] = system_desc.get("chip_descs") or []
    if not chips:
        raise BinaryError("the system descriptor has no chip")
    needed = (
        "grid_size",
        "l1_size",
        "l1_unreserved_base",
        "num_dram_channels",
        "dram_unreserved_base",
        "dram_unreserved_end",
        "noc_dram_address_align_bytes",
    )
    return {name: chips[0].get(name) or 0 for name in needed}
