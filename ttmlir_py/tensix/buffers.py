"""Tensors of TTMetal programs: their layout in L1 or DRAM, and copies to and from host arrays.

A tensor is treated as two-dimensional: all dimensions but the last are flattened into one. It is
cut into one rectangle per core. In L1 each core holds its own shard. In DRAM the shards follow each
other in the order of the chip's cores, and pages of 8192 elements (of tiles, for tiled tensors) are
distributed round-robin over the channels, as the compiler's tables specify.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from ttmlir_py.runtime.errors import shape_text
from ttmlir_py.runtime.formats import FORMATS, Array, DataFormat
from ttmlir_py.runtime.limits import MAX_RANK
from ttmlir_py.schemas import BinaryError, TableView
from ttmlir_py.tensix import tiles
from ttmlir_py.tensix.machine import ChipDesc, Machine
from ttmlir_py.tensix.memory import WRITTEN, Banks, Bytes

DRAM_PAGE = 8192
"""Number of consecutive elements, or tiles for tiled tensors, in one DRAM channel."""
_ALIGNMENT = 16
_BAND = 1 << 18
"""Largest number of bytes of rows that are copied at once."""
_ROW_MAJOR, _TILE = (1, 1), (32, 32)


@dataclass(frozen=True, slots=True)
class Buffer:
    """A tensor in device memory: its location, shape and layout."""

    number: int
    """The tensor's `global_id` in the binary."""
    address: int
    shape: tuple[int, ...]
    data_format: DataFormat
    tile: tuple[int, int]
    shard: tuple[int, int]
    """Rows and columns of one core's shard, in elements."""
    grid: tuple[int, int]
    cores: tuple[int, ...]
    """Row-major indices of the cores that hold the tensor."""
    in_dram: bool

    @property
    def unit_bytes(self) -> int:
        """Return the size in bytes of a unit: a tile of a tiled tensor, or else an element."""
        return prod(self.tile) * self.data_format.bits // 8

    @property
    def units(self) -> int:
        """Return the number of units (tiles or elements) in a shard."""
        return prod(self.shard) // prod(self.tile)

    @property
    def shard_bytes(self) -> int:
        """Return the size in bytes of one core's shard."""
        return self.units * self.unit_bytes

    @property
    def order(self) -> Hashable:
        """Return a key that is equal for tensors with the same layout.

        They may differ in address and element size.
        """
        return self.cores, self.grid, self.shard, self.tile

    def dram_span(self, channels: int) -> int:
        """Return the number of bytes per channel that the tensor occupies in DRAM, from its address
        on.
        """
        return max(map(partial(self._shard_end, channels), self.cores)) * self.unit_bytes

    def _shard_end(self, channels: int, core: int) -> int:
        """Return the end offset of a shard within a DRAM channel, in units.

        The shard's last page and the full page before it may be in different channels. The result
        is the larger of their ends.
        """
        last = (core + 1) * self.units - 1
        page = last // DRAM_PAGE
        before = page * DRAM_PAGE - 1
        end = page // channels * DRAM_PAGE + last % DRAM_PAGE + 1
        if before < core * self.units:
            return end
        return max(end, ((page - 1) // channels + 1) * DRAM_PAGE)

    def overlap(self, other: Buffer, channels: int) -> tuple[int, int] | None:
        """Return a place where both tensors overlap, or None: a core or channel, and an address
        there.
        """
        if self.in_dram is not other.in_dram:
            return None
        ends = [each.address + each.extent(channels) for each in (self, other)]
        if self.address >= ends[1] or other.address >= ends[0]:
            return None
        own, others = self._ranges(channels), other._ranges(channels)
        for bank in sorted(own.keys() & others.keys()):
            for start, end in own[bank]:
                for first, last in others[bank]:
                    if start < last and first < end:
                        return bank, max(start, first)
        return None

    def extent(self, channels: int) -> int:
        """Return the number of bytes per core or channel that the tensor occupies, from its address
        on.
        """
        return self.dram_span(channels) if self.in_dram else self.shard_bytes

    def _ranges(self, channels: int) -> dict[int, list[tuple[int, int]]]:
        """Map each core or channel to its address range (start, end)."""
        if not self.in_dram:
            return {core: [(self.address, self.address + self.shard_bytes)] for core in self.cores}
        found: dict[int, list[tuple[int, int]]] = {}
        for core in self.cores:
            for channel, start, _, size in self._pages(channels, core, range(self.units)):
                ranges = found.setdefault(channel, [])
                if ranges and ranges[-1][1] == start:
                    ranges[-1] = ranges[-1][0], start + size
                else:
                    ranges.append((start, start + size))
        return found

    def to_device(self, machine: Machine, values: Array, *, holds: bool = False) -> None:
        """Write the tensor's values from the host to the device.

        `values` have the format's own type or its value type. With `holds`, values of tiled tensors
        stay in host order until device memory is read.
        """
        rows = tiles.numbers(values, self.data_format)
        whole = self._padded(rows.reshape(prod(self.shape[:-1]), (self.shape or (1,))[-1]))
        holds = holds and self.tile == _TILE
        page = self._only_page if self.in_dram and holds else None
        if page is not None:
            machine.dram.hold(HeldInDram(self, whole, page=page, chip=machine.chip))
        elif self.in_dram:
            self._write_dram(machine, whole)
        elif holds:
            machine.l1.hold(HeldTiles(self, whole))
        else:
            banks = Banks(self.cores)
            self.write_rows(whole, machine.l1.windows(banks, self.address, self.shard_bytes))

    def write_rows(self, whole: Array, windows: Iterable[Bytes]) -> None:
        """Write the rows of the tensor to device memory. `windows` has one view of memory per
        shard.
        """
        for index, window in enumerate(windows):
            self.write_shard(whole, index, window)

    def write_shard(self, whole: Array, index: int, window: Bytes) -> None:
        """Write one core's shard, the one with the number `index`, to `window`. `whole` has the
        rows of the tensor, and `window` is a view of device memory.
        """
        data = window.view(whole.dtype)
        for rows, units in self._bands(self._band_height(self.shard[1])):
            self._order(whole, index, rows, data[self._elements(units)])

    @property
    def _only_page(self) -> int | None:
        """Return the number of the DRAM page that holds all shards contiguously, or None."""
        first, last = self.cores[0], self.cores[-1]
        page = first * self.units // DRAM_PAGE
        is_one = page == ((last + 1) * self.units - 1) // DRAM_PAGE
        return page if is_one and last - first + 1 == len(self.cores) else None

    def _write_dram(self, machine: Machine, whole: Array) -> None:
        height = self._band_height(self.shard[1])
        scratch = np.empty(height * self.shard[1], whole.dtype)
        for index, core in enumerate(self.cores):
            for rows, units in self._bands(height):
                data = scratch[: len(rows) * self.shard[1]]
                self._order(whole, index, rows, data)
                self._write_pages(machine, core, data.view(np.uint8), units)

    def fill(self, machine: Machine, word: int, *, holds: bool = False) -> None:
        """Fill the tensor with one 32-bit word. With `holds`, tiles stay in host order until device
        memory is read.
        """
        if holds and self.tile == _TILE and not self.in_dram:
            words = np.full(prod(self.whole_shape) * self.data_format.bits // 32, word, "<u4")
            own = words.view(self.data_format.external).reshape(self.whole_shape)
            machine.l1.hold(HeldTiles(self, own, is_own=True))
            return
        size = -(-self.shard_bytes // 4)
        data = np.full(size, word, "<u4").view(np.uint8)[: self.shard_bytes]
        if not self.in_dram:
            machine.l1.write(Banks(self.cores), self.address, data[None])
            return
        for core in self.cores:
            self._write_pages(machine, core, data, range(self.units))

    def to_host(self, machine: Machine) -> Array:
        """Read the tensor from the device, and return its values in the format's own type. Raises
        Fault if some values were never written.
        """
        whole = self._held_rows(machine)
        if whole is None:
            whole = np.empty(self.whole_shape, self.data_format.external)
            bands = self._dram_bands if self.in_dram else self._l1_bands
            for rows, data, pitch in bands(machine, self._band_height(whole.shape[1])):
                self._order_back(data, pitch, whole[rows])
        return whole[: prod(self.shape[:-1]), : (self.shape or (1,))[-1]].reshape(self.shape)

    def _held_rows(self, machine: Machine) -> Array | None:
        """Return the rows of all shards if they are still held in host order, else None."""
        if self.in_dram:
            return None
        held = machine.l1.find_held(Banks(self.cores), self.address, self.shard_bytes)
        return held.rows_for(self) if isinstance(held, HeldTiles) else None

    def _l1_bands(self, machine: Machine, height: int) -> Iterator[tuple[slice, Array, int]]:
        """Yield bands of `height` rows that run through all shards of a row of the grid.

        Each is the row slice, the memory from the first shard's first value on, and the distance in
        elements to the next shard.
        """
        read = machine.l1.read(Banks(self.cores), self.address, self.shard_bytes)
        data = read.view(self.data_format.external)
        pitch = data.strides[0] // data.itemsize
        span = (len(data) - 1) * pitch + data.shape[1]
        flat = as_strided(data, (span,), (data.itemsize,))
        for row in range(self.grid[0]):
            first = row * self.grid[1]
            for rows, units in self._bands(height):
                yield (
                    self._slices(first, rows)[0],
                    flat[first * pitch + self._elements(units).start :],
                    pitch,
                )

    def _dram_bands(self, machine: Machine, height: int) -> Iterator[tuple[slice, Array, int]]:
        """Yield bands like `_l1_bands`, from a copy of the data in DRAM."""
        pitch, across = height * self.shard[1], self.grid[1]
        parts = np.empty((across, pitch), self.data_format.external)
        for first in range(0, len(self.cores), across):
            for rows, units in self._bands(height):
                for core, part in zip(self.cores[first : first + across], parts, strict=True):
                    data = part[: len(rows) * self.shard[1]].view(np.uint8)
                    self._read_pages(machine, core, data, units)
                yield self._slices(first, rows)[0], parts.reshape(-1), pitch

    @property
    def whole_shape(self) -> tuple[int, int]:
        """Return the numbers of rows and columns of all shards together, in elements."""
        return self.grid[0] * self.shard[0], self.grid[1] * self.shard[1]

    def _padded(self, rows: Array) -> Array:
        """Return `rows` padded with zeros to `whole_shape`, the shape of all shards together."""
        if rows.shape == self.whole_shape:
            return np.ascontiguousarray(rows)
        whole = np.zeros(self.whole_shape, rows.dtype)
        whole[: rows.shape[0], : rows.shape[1]] = rows
        return whole

    def _bands(self, height: int) -> Iterator[tuple[range, range]]:
        """Yield the bands in which a shard is copied, each with at most `height` rows. A band is
        given as a range of rows, and the range of units in these rows.
        """
        across = self.shard[1] // self.tile[1]
        for start in range(0, self.shard[0], height):
            rows = range(start, min(start + height, self.shard[0]))
            first, last = (row // self.tile[0] * across for row in (rows.start, rows.stop))
            yield rows, range(first, last)

    def _band_height(self, width: int) -> int:
        """Return the number of rows in a band of `width` columns."""
        row_bytes = width * self.data_format.bits // 8
        return min(self.shard[0], max(1, _BAND // row_bytes // self.tile[0]) * self.tile[0])

    def _slices(self, index: int, rows: range) -> tuple[slice, slice]:
        """Return where rows `rows` of shard `index` are in the whole tensor: a slice of its rows
        and one of its columns.
        """
        row, column = divmod(index, self.grid[1])
        height, width = self.shard
        return (
            slice(row * height + rows.start, row * height + rows.stop),
            slice(column * width, (column + 1) * width),
        )

    def _elements(self, units: range) -> slice:
        size = prod(self.tile)
        return slice(units.start * size, units.stop * size)

    def _order(self, whole: Array, index: int, rows: range, data: Array) -> None:
        """Copy some rows of the shard `index` of `whole` to `data` in device order."""
        chosen = self._slices(index, rows)
        if self.tile == _TILE:
            width = whole.shape[1]
            start = chosen[0].start * width + chosen[1].start
            tiles.tilize_part(whole.reshape(-1)[start:], len(rows), self.shard[1], width, data)
        else:
            data.reshape(len(rows), -1)[:] = whole[chosen]

    def _order_back(self, data: Array, pitch: int, rows: Array) -> None:
        """Copy device data to rows that run through all shards. The shards are `pitch` elements
        apart.
        """
        width = self.shard[1]
        if self.tile == _TILE:
            tiles.untilize_beside(data, self.grid[1], pitch, rows)
            return
        for index in range(self.grid[1]):
            part = data[index * pitch : index * pitch + len(rows) * width]
            rows[:, index * width : (index + 1) * width] = part.reshape(len(rows), width)

    def _write_pages(self, machine: Machine, core: int, data: Array, units: range) -> None:
        """Write a range of a core's units to DRAM."""
        for channel, address, start, size in self._pages(len(machine.chip.dram), core, units):
            machine.dram.write(
                Banks((channel,)), address, data[None, start : start + size], WRITTEN
            )

    def _read_pages(self, machine: Machine, core: int, data: Array, units: range) -> None:
        """Read a range of a core's units from DRAM into `data`."""
        for channel, address, start, size in self._pages(len(machine.chip.dram), core, units):
            data[start : start + size] = machine.dram.read(Banks((channel,)), address, size)[0]

    def _pages(self, channels: int, core: int, units: range) -> Iterator[tuple[int, int, int, int]]:
        """Yield a core's pieces in DRAM: channel, address, offset in `units` and size, both in
        bytes.
        """
        first = core * self.units + units.start
        element = first
        while element < first + len(units):
            page, offset = divmod(element, DRAM_PAGE)
            count = min(DRAM_PAGE - offset, first + len(units) - element)
            local = page // channels * DRAM_PAGE + offset
            yield (
                page % channels,
                self.address + local * self.unit_bytes,
                (element - first) * self.unit_bytes,
                count * self.unit_bytes,
            )
            element += count


@dataclass(eq=False)
class HeldTiles:
    """A tiled tensor in L1 whose values stay in host row order until device memory is read.

    It implements `memory.Held`. Element-wise operations can work on the rows directly.
    """

    buffer: Buffer
    """The tensor's location and layout."""
    rows: Array
    """The rows of all shards, contiguous."""
    is_own: bool = False
    """Whether `rows` is used by this object only."""

    @property
    def banks(self) -> Banks:
        """Return the L1 banks of the tensor's cores."""
        return Banks(self.buffer.cores)

    @property
    def address(self) -> int:
        """Return the address of the first byte on each core."""
        return self.buffer.address

    @property
    def size(self) -> int:
        """Return the size in bytes on each core."""
        return self.buffer.shard_bytes

    def write_out(self, windows: Iterable[Bytes]) -> None:
        """Write the tiles to device memory. `windows` has one view of memory per core."""
        self.buffer.write_rows(self.rows, windows)

    def part(self, offset: int, size: int) -> Bytes | None:
        """Return None: the held tiles must be written out before a part of them is read. A reader
        of one part of L1 usually reads the other parts as well.
        """
        return None

    def by_core(self) -> Array:
        """Return a read-only view of shape (cores, n). Values are in host order, so a row may hold
        values that belong to another core.
        """
        view = self.rows.reshape(len(self.buffer.cores), -1)
        view.flags.writeable = False
        return view

    def like(self, address: int, data_format: DataFormat, values: Array) -> HeldTiles:
        """Return a held tensor at another address, with `values` in the order of `by_core`."""
        buffer = replace(self.buffer, address=address, data_format=data_format)
        return HeldTiles(buffer, values.reshape(self.rows.shape), is_own=True)

    def rows_for(self, buffer: Buffer) -> Array | None:
        """Return the rows if `buffer` has the same layout and number type, else None.

        Each caller gets an array of its own, which it may change.
        """
        if self.buffer.order != buffer.order or self.rows.dtype != buffer.data_format.external:
            return None
        rows = self.rows if self.is_own else self.rows.copy()
        self.is_own = False
        return rows


@dataclass(eq=False, kw_only=True)
class HeldInDram(HeldTiles):
    """A held tensor that fits into one page of DRAM."""

    page: int
    chip: ChipDesc

    @property
    def banks(self) -> Banks:
        """Return the bank of the page's channel."""
        return Banks((self.page % len(self.chip.dram),))

    @property
    def address(self) -> int:
        """Return the address of the first byte in the channel."""
        buffer = self.buffer
        before = self.page // len(self.chip.dram) * DRAM_PAGE
        unit = before + buffer.cores[0] * buffer.units % DRAM_PAGE
        return buffer.address + unit * buffer.unit_bytes

    @property
    def size(self) -> int:
        """Return the size in bytes of all shards."""
        return len(self.buffer.cores) * self.buffer.shard_bytes

    def write_out(self, windows: Iterable[Bytes]) -> None:
        """Write the tiles to device memory. `windows` has one view, that of the page's channel."""
        (window,) = windows
        self.buffer.write_rows(self.rows, window.reshape(len(self.buffer.cores), -1))

    def part(self, offset: int, size: int) -> Bytes | None:
        """Return `size` bytes if they are one whole shard, which most readers need; otherwise
        return None.
        """
        index, rest = divmod(offset, self.buffer.shard_bytes)
        if rest or size != self.buffer.shard_bytes:
            return None
        shard = np.empty(size, np.uint8)
        self.buffer.write_shard(self.rows, index, shard)
        return shard[None]


def read_buffer(view: TableView, chip: ChipDesc) -> Buffer:
    """Decode and check a `TensorRef`. Raises `BinaryError`."""
    desc, number = view.require("desc"), view.global_id
    layout = desc.require("layout")
    memory = layout.require("memory_desc")
    shape = tuple(map(int, desc.require("shape").tolist()))
    data_format = FORMATS.get(str(memory.data_type))
    tile = (memory.tile_shape.y, memory.tile_shape.x) if memory.tile_shape else _ROW_MAJOR
    units = tuple(map(int, memory.require("shape").tolist()))
    space = str(memory.memory_space)

    def require(condition: object, message: str) -> None:
        if not condition:
            raise BinaryError(f"tensor {number}: {message}")

    require(
        len(shape) <= MAX_RANK and all(size > 0 for size in shape),
        f"invalid shape {shape_text(shape)}",
    )
    require(data_format is not None and data_format.kind != "block", f"format {memory.data_type}")
    require(tile in (_ROW_MAJOR, _TILE), f"tiles of {shape_text(tile)}")
    require(units and all(size > 0 for size in units), f"invalid shard {shape_text(units)}")
    require(space in ("DeviceL1", "DeviceDRAM"), f"memory space {space}")
    assert data_format is not None
    grid, cores = read_cores(layout.core_range_set, chip, f"tensor {number}")
    shard = (prod(units[:-1]) * tile[0], units[-1] * tile[1])
    buffer = Buffer(
        number, view.address, shape, data_format, tile, shard, grid, cores, space == "DeviceDRAM"
    )
    require(view.address > 0 and view.address % _ALIGNMENT == 0, f"address {view.address}")
    require(not buffer.in_dram or chip.dram, "there is no DRAM")
    room = chip.dram_size if buffer.in_dram else chip.l1_size
    end = view.address + buffer.units * buffer.unit_bytes
    require(end <= room, f"ends at {end}, its memory has {room} bytes")
    span = buffer.dram_span(len(chip.dram)) if buffer.in_dram else 0
    require(view.address + span <= chip.dram_size, f"takes {span} bytes of each DRAM channel")
    # The compiler stores the end of the tensor's last element as the size per channel. It is the
    # true size only if the tensor has at most one page per channel.
    one_round = DRAM_PAGE * buffer.unit_bytes
    message = f"has {view.size} bytes of each DRAM channel and needs {span}: it overlaps itself"
    require(span <= max(one_round, view.size), message)
    require(len(cores) == prod(grid), f"{len(cores)} cores are not a grid of {shape_text(grid)}")
    covered = grid[0] * shard[0] >= prod(shape[:-1]) and grid[1] * shard[1] >= (shape or (1,))[-1]
    require(
        covered,
        (
            f"shards of {shape_text(shard)} on {shape_text(grid)} cores do not cover "
            f"{shape_text(shape)}"
        ),
    )
    return buffer


def read_cores(ranges: Any, chip: ChipDesc, what: str) -> tuple[tuple[int, int], tuple[int, ...]]:
    """Return the grid shape and the row-major indices of cores in rectangles. Raises
    `BinaryError`.
    """
    rows, columns = chip.grid
    chosen: set[tuple[int, int]] = set()
    for each in ranges or ():
        y, x, height, width = each.loc.y, each.loc.x, each.size.y, each.size.x
        if not (0 <= y < y + height <= rows and 0 <= x < x + width <= columns):
            raise BinaryError(
                f"{what}: cores {y}x{x}, {height}x{width} on a grid of {rows}x{columns}"
            )
        chosen |= {(y + i, x + j) for i in range(height) for j in range(width)}
    if not chosen:
        raise BinaryError(f"{what} is on no core")
    grid = len({row for row, _ in chosen}), len({column for _, column in chosen})
    return grid, tuple(row * columns + column for row, column in sorted(chosen))
