"""Tensors of TTMetal programs: how a shard of each core lies in L1 or DRAM, and how the host's arrays get there and back.

A tensor is cut into one rectangle a core, in two dimensions: all but the last are one. In L1 each core holds its own. In DRAM shards
lie one after the other, in the order of the chip's cores, and pages of 8192 elements (of tiles, if it has tiles) go round
the channels, as the compiler's tables say.
"""

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
"""Elements that lie together in a channel of DRAM."""
_ALIGNMENT = 16
_BAND = 1 << 18
"""Bytes of rows that are copied at a time."""
_ROW_MAJOR, _TILE = (1, 1), (32, 32)


@dataclass(frozen=True, slots=True)
class Buffer:
    """A tensor of the program: where it is, and of what shape."""

    number: int
    """Its `global_id`."""
    address: int
    shape: tuple[int, ...]
    data_format: DataFormat
    tile: tuple[int, int]
    shard: tuple[int, int]
    """Rows and columns of one core's part, in elements."""
    grid: tuple[int, int]
    cores: tuple[int, ...]
    """Row-major numbers of the cores that hold it."""
    in_dram: bool

    @property
    def unit_bytes(self) -> int:
        """Bytes of an element, or of a tile."""
        return prod(self.tile) * self.data_format.bits // 8

    @property
    def units(self) -> int:
        """Elements or tiles of a shard."""
        return prod(self.shard) // prod(self.tile)

    @property
    def shard_bytes(self) -> int:
        """Bytes of one core's part."""
        return self.units * self.unit_bytes

    @property
    def order(self) -> Hashable:
        """Equal for tensors with the same places for their values, but for where they start and how many bytes a value has."""
        return self.cores, self.grid, self.shard, self.tile

    def dram_span(self, channels: int) -> int:
        """Bytes from its address on that it takes of each of so many channels, at most."""
        return max(map(partial(self._shard_end, channels), self.cores)) * self.unit_bytes

    def _shard_end(self, channels: int, core: int) -> int:
        """Where a shard ends in DRAM, in units: with its last page, or the one before it, which is whole."""
        last = (core + 1) * self.units - 1
        page = last // DRAM_PAGE
        before = page * DRAM_PAGE - 1
        end = page // channels * DRAM_PAGE + last % DRAM_PAGE + 1
        if before < core * self.units:
            return end
        return max(end, ((page - 1) // channels + 1) * DRAM_PAGE)

    def overlap(self, other: "Buffer", channels: int) -> tuple[int, int] | None:
        """A core or DRAM channel where both have bytes in the same place, and the first of them there."""
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
        """Bytes from its address on that it takes of each core or of each of so many channels, at most."""
        return self.dram_span(channels) if self.in_dram else self.shard_bytes

    def _ranges(self, channels: int) -> dict[int, list[tuple[int, int]]]:
        """By core or channel, where its bytes are."""
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
        """Write the host's values, in the format's own or its value type and the tensor's shape.

        With `holds`, those of tiles stay where they are until somebody asks for them there.
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
        """Write all rows to the cores' memories, given views of their parts."""
        for index, window in enumerate(windows):
            self.write_shard(whole, index, window)

    def write_shard(self, whole: Array, index: int, window: Bytes) -> None:
        """Write one core's part of all rows."""
        data = window.view(whole.dtype)
        for rows, units in self._bands(self._band_height(self.shard[1])):
            self._order(whole, index, rows, data[self._elements(units)])

    @property
    def _only_page(self) -> int | None:
        """The number of the page of DRAM in which its shards lie one behind the other, if all do."""
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
        """Write one word of 32 bits all over; `holds` as in `to_device`."""
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
        """The values in the format's own type. Raises Fault for parts that nothing has written."""
        whole = self._held_rows(machine)
        if whole is None:
            whole = np.empty(self.whole_shape, self.data_format.external)
            bands = self._dram_bands if self.in_dram else self._l1_bands
            for rows, data, pitch in bands(machine, self._band_height(whole.shape[1])):
                self._order_back(data, pitch, whole[rows])
        return whole[: prod(self.shape[:-1]), : (self.shape or (1,))[-1]].reshape(self.shape)

    def _held_rows(self, machine: Machine) -> Array | None:
        """All rows, if they are held as such."""
        if self.in_dram:
            return None
        held = machine.l1.find_held(Banks(self.cores), self.address, self.shard_bytes)
        return held.rows_for(self) if isinstance(held, HeldTiles) else None

    def _l1_bands(self, machine: Machine, height: int) -> Iterator[tuple[slice, Array, int]]:
        """Bands of rows through all shards: which these are, memory from the first one's first value on,
        and how far from it the next shard's is.
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
        """The same, of what was read from DRAM for it."""
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
        """Rows and columns of all shards together."""
        return self.grid[0] * self.shard[0], self.grid[1] * self.shard[1]

    def _padded(self, rows: Array) -> Array:
        """Rows that all shards together hold: zeros behind what there is."""
        if rows.shape == self.whole_shape:
            return np.ascontiguousarray(rows)
        whole = np.zeros(self.whole_shape, rows.dtype)
        whole[: rows.shape[0], : rows.shape[1]] = rows
        return whole

    def _bands(self, height: int) -> Iterator[tuple[range, range]]:
        """Parts of a shard that are copied one after the other: rows, and the elements or tiles that these are."""
        across = self.shard[1] // self.tile[1]
        for start in range(0, self.shard[0], height):
            rows = range(start, min(start + height, self.shard[0]))
            first, last = (row // self.tile[0] * across for row in (rows.start, rows.stop))
            yield rows, range(first, last)

    def _band_height(self, width: int) -> int:
        """Rows of a band, if that many columns are copied at a time."""
        row_bytes = width * self.data_format.bits // 8
        return min(self.shard[0], max(1, _BAND // row_bytes // self.tile[0]) * self.tile[0])

    def _slices(self, index: int, rows: range) -> tuple[slice, slice]:
        """Where some rows of a shard are among all rows."""
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
        """Order some rows of a shard as its core's memory holds them."""
        chosen = self._slices(index, rows)
        if self.tile == _TILE:
            width = whole.shape[1]
            start = chosen[0].start * width + chosen[1].start
            tiles.tilize_part(whole.reshape(-1)[start:], len(rows), self.shard[1], width, data)
        else:
            data.reshape(len(rows), -1)[:] = whole[chosen]

    def _order_back(self, data: Array, pitch: int, rows: Array) -> None:
        """Order what cores' memories hold as rows that go through all shards; `pitch` is how far from one to the next."""
        width = self.shard[1]
        if self.tile == _TILE:
            tiles.untilize_beside(data, self.grid[1], pitch, rows)
            return
        for index in range(self.grid[1]):
            part = data[index * pitch : index * pitch + len(rows) * width]
            rows[:, index * width : (index + 1) * width] = part.reshape(len(rows), width)

    def _write_pages(self, machine: Machine, core: int, data: Array, units: range) -> None:
        """Write some elements or tiles of a core's part to DRAM."""
        for channel, address, start, size in self._pages(len(machine.chip.dram), core, units):
            machine.dram.write(
                Banks((channel,)), address, data[None, start : start + size], WRITTEN
            )

    def _read_pages(self, machine: Machine, core: int, data: Array, units: range) -> None:
        """Read some elements or tiles of a core's part from DRAM."""
        for channel, address, start, size in self._pages(len(machine.chip.dram), core, units):
            data[start : start + size] = machine.dram.read(Banks((channel,)), address, size)[0]

    def _pages(self, channels: int, core: int, units: range) -> Iterator[tuple[int, int, int, int]]:
        """Pieces in DRAM of a core's elements or tiles: channel, address there, first byte among them, bytes."""
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
    """Tiles of a tensor in L1 that are rows of the host's until somebody asks for them there: `memory.Held`.

    What is done with each value by itself can be done with them in this order.
    """

    buffer: Buffer
    """Where they belong, and in which order."""
    rows: Array
    """Those of all shards, contiguous."""
    is_own: bool = False
    """Whether nobody else has the array."""

    @property
    def banks(self) -> Banks:
        """Of its cores."""
        return Banks(self.buffer.cores)

    @property
    def address(self) -> int:
        """Of the first byte on each core."""
        return self.buffer.address

    @property
    def size(self) -> int:
        """Bytes on each core."""
        return self.buffer.shard_bytes

    def write_out(self, windows: Iterable[Bytes]) -> None:
        """Write them where they belong."""
        self.buffer.write_rows(self.rows, windows)

    def part(self, offset: int, size: int) -> Bytes | None:
        """None: whoever reads a part of L1 reads the others, too."""
        return None

    def by_core(self) -> Array:
        """A view with as many values for each core as it has: (cores, n). They may be those of another core."""
        view = self.rows.reshape(len(self.buffer.cores), -1)
        view.flags.writeable = False
        return view

    def like(self, address: int, data_format: DataFormat, values: Array) -> "HeldTiles":
        """Others at another address, with values as `by_core` orders them."""
        buffer = replace(self.buffer, address=address, data_format=data_format)
        return HeldTiles(buffer, values.reshape(self.rows.shape), is_own=True)

    def rows_for(self, buffer: Buffer) -> Array | None:
        """The rows for whoever keeps them, if they are those of a tensor; nobody gets the same ones twice."""
        if self.buffer.order != buffer.order or self.rows.dtype != buffer.data_format.external:
            return None
        rows = self.rows if self.is_own else self.rows.copy()
        self.is_own = False
        return rows


@dataclass(eq=False, kw_only=True)
class HeldInDram(HeldTiles):
    """The same of a tensor that lies in one page of DRAM."""

    page: int
    chip: ChipDesc

    @property
    def banks(self) -> Banks:
        """Its channel."""
        return Banks((self.page % len(self.chip.dram),))

    @property
    def address(self) -> int:
        """Of the first byte there."""
        buffer = self.buffer
        before = self.page // len(self.chip.dram) * DRAM_PAGE
        unit = before + buffer.cores[0] * buffer.units % DRAM_PAGE
        return buffer.address + unit * buffer.unit_bytes

    @property
    def size(self) -> int:
        """Bytes of all shards."""
        return len(self.buffer.cores) * self.buffer.shard_bytes

    def write_out(self, windows: Iterable[Bytes]) -> None:
        """Write them where they belong."""
        (window,) = windows
        self.buffer.write_rows(self.rows, window.reshape(len(self.buffer.cores), -1))

    def part(self, offset: int, size: int) -> Bytes | None:
        """A shard, which most readers want as a whole and once."""
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
    # The size that the compiler writes is where the last element ends, which is enough for one round of the channels.
    one_round = DRAM_PAGE * buffer.unit_bytes
    message = f"has {view.size} bytes of each DRAM channel and needs {span}: it overlaps itself"
    require(span <= max(one_round, view.size), message)
    require(len(cores) == prod(grid), f"{len(cores)} cores are no grid of {shape_text(grid)}")
    covered = grid[0] * shard[0] >= prod(shape[:-1]) and grid[1] * shard[1] >= (shape or (1,))[-1]
    require(
        covered,
        f"shards of {shape_text(shard)} on {shape_text(grid)} cores do not cover {shape_text(shape)}",
    )
    return buffer


def read_cores(ranges: Any, chip: ChipDesc, what: str) -> tuple[tuple[int, int], tuple[int, ...]]:
    """Rectangles of cores, as their joint rows and columns and their row-major numbers. Raises `BinaryError`."""
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
