"""The bytes that each core moves in a layout change, and the kernels that move them.

Both layouts give the position of each element: its core or DRAM channel, and its offset. Elements
are visited in row-major order. Elements of a core that are consecutive at both ends are moved at
once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineMap

from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.dialects.ttkernel.circular_buffers import CBPushBackOp, CBReserveBackOp
from ttmlir_py.dialects.ttkernel.data_movement import (
    GetNocAddrXYOp,
    NocAsyncReadBarrierOp,
    NocAsyncReadOp,
    NocAsyncWriteBarrierOp,
    NocAsyncWriteOp,
    NocTransactionsTableOp,
)
from ttmlir_py.dialects.ttkernel.types import NocAddrType
from ttmlir_py.ir import affine
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import I32, KernelBuilder
from ttmlir_py.rewriting.attributes import dense_i32_array
from ttmlir_py.rewriting.conversion import UnsupportedError

_CHUNK = 1 << 18
"""The number of elements that are processed at once, which limits memory use."""
_COORDINATE_BITS = 16
"""The number of bits for each of x and y in a table entry."""
_COLUMNS = 32
"""The number of columns of a tile. The number of columns of a shard is a multiple."""
_LARGEST = 2**31 - 1
"""The largest number in a table."""
_Numbers = NDArray[np.int64]


class Core(NamedTuple):
    """A core by its logical coordinates, or a DRAM channel, whose number is `x`."""

    device: int
    y: int
    x: int


@dataclass
class Transfer:
    """Bytes that a core reads from, or writes to, another core. Offsets are in bytes."""

    remote: Core
    source: int
    target: int
    elements: int
    element_bytes: int

    @property
    def size(self) -> int:
        """The size in bytes."""
        return self.elements * self.element_bytes

    def continues(self, other: Transfer) -> bool:
        """Whether this transfer starts where `other` ends."""
        return (
            self.remote == other.remote
            and self.source == other.source + other.size
            and self.target == other.target + other.size
        )

    def pieces(self, most: int) -> Iterator[Transfer]:
        """Yield parts of the transfer with at most `most` elements each."""
        for start in range(0, self.elements, most):
            offset, elements = start * self.element_bytes, min(most, self.elements - start)
            source, target = self.source + offset, self.target + offset
            yield Transfer(self.remote, source, target, elements, self.element_bytes)


Movement = dict[Core, list[Transfer]]
"""Maps each core to its transfers. Cores are in the order in which they first occur."""


@dataclass(frozen=True)
class Route:
    """The source and the target of each element.

    Positions are (device, y, x, offset in elements).
    """

    source: AffineMap
    target: AffineMap
    reads: bool
    """Whether the receiving core moves the elements; otherwise the sending core does."""
    element_bytes: int
    capacity: int
    """The maximum size of a transfer in bytes."""

    def movement(self, shape: Sequence[int]) -> Movement:
        """Return the transfers of each core for a tensor of this shape."""
        found: Movement = {}
        for start in range(0, count := prod(shape), _CHUNK):
            indices = np.unravel_index(np.arange(start, min(start + _CHUNK, count)), shape)
            for core, transfer in self._runs(indices):
                transfers = found.setdefault(core, [])
                if transfers and transfer.continues(transfers[-1]):
                    transfers[-1].elements += transfer.elements
                else:
                    transfers.append(transfer)
        most = max(self.capacity // self.element_bytes, 1)
        return {
            core: [piece for transfer in transfers for piece in transfer.pieces(most)]
            for core, transfers in found.items()
        }

    def _runs(self, indices: Sequence[_Numbers]) -> Iterator[tuple[Core, Transfer]]:
        """Yield runs of consecutive elements, each with the core that moves them.

        Cores are in the order in which they first occur.
        """
        source, target = _places(self.source, indices), _places(self.target, indices)
        mover, remote = (target, source) if self.reads else (source, target)
        _, first, inverse = np.unique(_numbered(mover), return_index=True, return_inverse=True)
        order = np.argsort(first[inverse], kind="stable")
        mover, remote = mover[:, order], remote[:, order]
        steps = np.diff(np.stack([source[3, order], target[3, order]]))
        breaks = (
            (steps != 1).any(axis=0)
            | (np.diff(mover[:3]) != 0).any(axis=0)
            | (np.diff(remote[:3]) != 0).any(axis=0)
        )
        starts = np.concatenate([[0], np.flatnonzero(breaks) + 1])
        lengths = np.diff(np.append(starts, order.size))
        size = self.element_bytes
        for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
            at, to = int(source[3, order[start]]) * size, int(target[3, order[start]]) * size
            yield (
                Core(*mover[:3, start].tolist()),
                Transfer(Core(*remote[:3, start].tolist()), at, to, length, size),
            )


class Rows(NamedTuple):
    """A row-major tensor in L1."""

    shape: Sequence[int]
    layout: MetalLayoutAttr

    @property
    def places(self) -> _Numbers:
        """The position of each row, in order, among the rows of all cores."""
        shape = self.shape
        if not shape:
            return np.zeros(1, np.int64)
        count = prod(shape[:-1])
        indices = np.unravel_index(np.arange(count), shape[:-1]) if len(shape) > 1 else ()
        places = affine.evaluate(
            self.layout.linear, cast(Any, [*indices, np.zeros(count, np.int64)])
        )
        return np.broadcast_to(np.asarray(places[0]), (count,))


class Chunks:
    """The chunks of a tensor. Each chunk is a part of a row, copied from another tensor.

    Padding must be written, but its values do not matter. Padding rows are copies of other rows,
    and padding columns are copies of the first columns.
    """

    def __init__(self, sources: Sequence[Rows], target: Rows, size: int, origins: _Numbers):
        """Create the chunks, of `size` elements each.

        `origins` has a row for each row of the target, with numbers among all chunks of the
        sources.
        """
        self._sources, self._target, self._size = sources, target, size
        counts = [prod(each.shape) // size for each in sources]
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
        self._source = np.searchsorted(starts, origins, "right") - 1
        inside = origins - starts[self._source]
        in_row = np.array([(each.shape or (1,))[-1] // size for each in sources])[self._source]
        places = [each.places for each in sources]
        bases = np.concatenate([[0], np.cumsum([each.size for each in places])[:-1]])
        rows = np.concatenate(places)
        self._row = rows[bases[self._source].astype(np.int64) + inside // in_row]
        self._column = inside % in_row * size
        self._is_whole = set(in_row.reshape(-1).tolist()) == {1} and origins.shape[1] == 1

    def movements(self) -> list[Movement]:
        """Return the reads of each core of the target, for each source."""
        found: list[Movement] = [{} for _ in self._sources]
        rows, width = self._target.layout.get_padded_shape()
        written = self._target.places
        origin = np.zeros(rows, np.int64)
        origin[written] = np.arange(len(written))
        for row, like in enumerate(np.maximum.accumulate(origin).tolist()):
            for number, at, to, size in self._pieces(like, width):
                self._move(found[number], number, at, (row, to), size)
        return found

    def _pieces(self, like: int, width: int) -> Iterator[tuple[int, tuple[int, int], int, int]]:
        """Yield the pieces that a target row is copied from.

        A piece is the number of a source, the row and column there, the column in the target, and
        the number of elements.
        """
        size = -(-self._size // _COLUMNS) * _COLUMNS if self._is_whole else self._size
        columns = [each[like].tolist() for each in (self._source, self._row, self._column)]
        column = 0
        for number, row, at in zip(*columns, strict=True):
            yield number, (row, at), column, size
            column += size
        number, row, at = (each[0] for each in columns)
        while column < width:
            step = min(size, width - column)
            yield number, (row, at), column, step
            column += step

    def _move(
        self,
        found: Movement,
        number: int,
        source: tuple[int, int],
        target: tuple[int, int],
        count: int,
    ) -> None:
        """Add the transfers of `count` consecutive elements of a row, split where shards end."""
        layouts = self._sources[number].layout, self._target.layout
        (height, width), (to_height, to_width) = (each.get_shard_shape() for each in layouts)
        size = layouts[0].get_element_size_bytes()
        (row, column), (to_row, to_column) = source, target
        (y, inner), (to_y, to_inner) = divmod(row, height), divmod(to_row, to_height)
        while count:
            (x, at), (to_x, to) = divmod(column, width), divmod(to_column, to_width)
            step = min(count, width - at, to_width - to)
            places = (inner * width + at) * size, (to_inner * to_width + to) * size
            each = Transfer(Core(0, y, x), *places, step, size)
            transfers = found.setdefault(Core(0, to_y, to_x), [])
            if transfers and each.continues(transfers[-1]):
                transfers[-1].elements += step
            else:
                transfers.append(each)
            column, to_column, count = column + step, to_column + step, count - step


def _places(placement: AffineMap, indices: Sequence[_Numbers]) -> _Numbers:
    """Return the device, y, x and offset of elements, as four rows."""
    results = affine.evaluate(placement, cast(Any, indices))
    return np.stack([np.broadcast_to(np.asarray(each), indices[0].shape) for each in results])


def _numbered(places: _Numbers) -> _Numbers:
    """Return for each position a number that identifies its core."""
    device, y, x, _ = places
    return (device * (y.max() + 1) + y) * (x.max() + 1) + x


class PhysicalCores:
    """The network coordinates of the cores or DRAM channels of a device's chips."""

    def __init__(self, device: DeviceAttr, system_desc: SystemDescAttr, space: MemorySpace):
        self._chips = [system_desc.get_chip_desc(chip_id) for chip_id in device.chipIds]
        self._space = space

    def position(self, core: Core) -> tuple[int, int]:
        """Return the network coordinates (y, x) of `core`.

        Raises UnsupportedError if it does not exist, or its chip is not the first one.
        """
        if core.device:
            raise UnsupportedError(
                f"data on chip {core.device} cannot be reached from the first one"
            )
        chip = self._chips[0]
        channels = chip.chipPhysicalCores.dram
        is_dram = self._space is MemorySpace.DeviceDRAM
        cores = channels if is_dram else chip.chipPhysicalCores.worker
        height, width = (1, len(channels)) if is_dram else chip.grid
        index = core.y * width + core.x
        if not (0 <= core.y < height and 0 <= core.x < width and index < len(cores)):
            raise UnsupportedError(f"the chip has no core {core.y}x{core.x}")
        return cores[index].y, cores[index].x


@dataclass(frozen=True)
class DataMovement:
    """The parameters that all kernels which move a tensor share. Addresses are in bytes."""

    source_address: int
    target_address: int
    alignment: int
    remote_cores: PhysicalCores
    reads: bool

    def build(
        self, kernel: KernelBuilder, transfers: Sequence[Transfer], buffer: SSAValue | None = None
    ) -> None:
        """Insert a table of the transfers, and a loop that performs them.

        With a circular buffer, each transfer is pushed there when it is complete. Raises
        UnsupportedError for transfers that the network does not support.
        """
        rows = [self._row(transfer, streamed=buffer is not None) for transfer in transfers]
        columns = len(rows[0])
        table = kernel.value(
            NocTransactionsTableOp,
            (),
            MemRefType(I32, (len(rows), columns)),
            entries=dense_i32_array([number for row in rows for number in row]),
        )
        width, mask = kernel.i32(_COORDINATE_BITS), kernel.i32((1 << _COORDINATE_BITS) - 1)
        loop, body = kernel.loop(kernel.i32(0), kernel.i32(len(rows)), kernel.i32(1))
        row = body.as_index(loop.body.block.args[0])

        def column(number: int) -> SSAValue:
            return body.value(memref.LoadOp, (table, row, body.index(number)), I32)

        target, source, size, position = map(column, range(4))
        x = body.value(arith.AndIOp, (position, mask), I32)
        y = body.value(arith.ShRUIOp, (position, width), I32)
        if buffer is not None:
            pages = column(4)
            body.call(CBReserveBackOp, buffer, pages)
            self._move(body, (x, y), source, target, size)
            body.call(NocAsyncReadBarrierOp)
            body.call(CBPushBackOp, buffer, pages)
        else:
            self._move(body, (x, y), source, target, size)
            kernel.call(NocAsyncReadBarrierOp if self.reads else NocAsyncWriteBarrierOp)
        body.end_loop()

    def _move(
        self,
        body: KernelBuilder,
        remote: tuple[SSAValue, SSAValue],
        source: SSAValue,
        target: SSAValue,
        size: SSAValue,
    ) -> None:
        there = source if self.reads else target
        address = body.value(GetNocAddrXYOp, (*remote, there), NocAddrType())
        if self.reads:
            body.call(NocAsyncReadOp, address, target, size)
        else:
            body.call(NocAsyncWriteOp, source, address, size)

    def _row(self, transfer: Transfer, *, streamed: bool) -> list[int]:
        """Return the table entry of `transfer`.

        It has the target, the source, the size, the coordinates of the remote core, and if
        `streamed` the pages for a circular buffer.
        """
        source = self.source_address + transfer.source
        target = self.target_address + transfer.target
        numbers = (source, target, transfer.size)
        if any(number % self.alignment for number in numbers):
            reason = (
                f"{transfer.size} bytes from address {source} to {target} are not aligned to "
                f"{self.alignment} bytes"
            )
            raise UnsupportedError(reason)
        if max(numbers) > _LARGEST:
            raise UnsupportedError(f"address {max(source, target)} does not fit in 32 bits")
        y, x = self.remote_cores.position(transfer.remote)
        row = [target, source, transfer.size, (y << _COORDINATE_BITS) | x]
        return [*row, transfer.elements] if streamed else row
