"""The three threads of a compute kernel: unpack, math and pack.

Each thread executes the whole kernel and performs its own part of each call. Unpack reads operands
from L1 into source registers. Math computes with them and writes the destination register. Pack
reads the destination register and writes L1. Intermediate numbers are float32 or the formats' own
integers; packing rounds. The arithmetic functions are the simulator's kernels. Blocks that are
tilized or untilized without a format change are moved unchanged.
"""

from collections.abc import Callable, Container
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.runtime.formats import FORMATS, Array, round_to
from ttmlir_py.runtime.kernels.elementwise import ELEMENTWISE
from ttmlir_py.runtime.kernels.registry import UNDECLARED
from ttmlir_py.tensix import tiles
from ttmlir_py.tensix.buffers import HeldTiles
from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.machine import CircularBuffer
from ttmlir_py.tensix.memory import Bytes
from ttmlir_py.tensix.operations import (
    BINARY,
    BINARY_INTEGER,
    BINARY_SFPU,
    BINARY_SIGNED,
    BINARY_UNSIGNED,
    UNARY,
    UNARY_INTEGER,
)
from ttmlir_py.tensix.registers import SECTIONS, SOURCES, Meeting, Registers, Section
from ttmlir_py.tensix.threads import Thread, Wait, returns
from ttmlir_py.tensix.tile_loops import Plan, TileLoop

Indices = NDArray[np.int_]
"""Tile indices, one for each of several DST sections that are processed together."""


class ComputeThread(Thread):
    """The base class of the three threads of a compute kernel."""

    @property
    def registers(self) -> Registers:
        """Return the registers that the threads of this kernel share on its cores."""
        assert self.unit.registers is not None
        return self.unit.registers

    def start(self) -> None:
        """Reset the count of tile loops."""
        self.loops = 0

    def take_over(self, other: Any) -> None:
        """Copy state from another thread, including the count of tile loops."""
        self.loops = other.loops

    def run_tiles(self, loop: TileLoop, *values: int) -> Wait | tuple[Any, ...]:
        """Perform a nest of tile loops together with the unit's other threads.

        Returns True plus the final values of the changed variables, or () to run call by call.
        """
        registers, number = self.registers, self.loops
        self.loops += 1
        plan = None if self.unit.is_stepwise else loop.plan(self.tables, values)
        if plan is None:
            return ()
        meeting = registers.meetings.setdefault(number, Meeting(plan))
        if meeting.outcome is None:
            meeting.arrived |= {self.role}
            if meeting.plan is plan and len(meeting.arrived) == len(self.unit.threads):
                meeting.outcome = self._perform(plan) or None
            if meeting.outcome is None:
                self.loops = number
                return self.wait_for("loop", "wants the kernel's other threads at its loop")
            self.notify("loop")
        meeting.left += 1
        if meeting.left == len(self.unit.threads):
            del registers.meetings[number]
        return meeting.outcome

    def _perform(self, plan: Plan) -> tuple[Any, ...]:
        """Perform a loop nest for all threads of the kernel. Leave the state unchanged if
        impossible.

        Returns what `run_tiles` returns.
        """
        registers, (unpack, math, pack) = self.registers, self.unit.threads
        assert isinstance(pack, PackThread)
        if not registers.is_idle:
            return ()
        packed, tokens = dict(pack.packed), registers.copy_tokens()
        outcome = plan.perform((unpack, math, pack))
        if not outcome:
            registers.clear()
            pack.packed, registers.tokens = packed, tokens
        return outcome

    def changed(self, kind: str) -> None:
        """Record an event of this kind with this thread's clock, and wake the unit's other
        threads.
        """
        if self.clock is not None:
            self.registers.tokens[kind].append(self.clock.token())
        self.notify(kind)

    def notify(self, kind: str) -> None:
        """Wake the unit's threads that wait for `kind`."""
        self.unit.notify((kind, self.unit.number), self.unit.cores[-1:])

    def see(self, kind: str) -> None:
        """Merge the clock of the thread that recorded an event of this kind."""
        if self.clock is not None and (token := self.registers.tokens[kind].popleft()) is not None:
            self.clock.merge(token)

    def wait_for(self, kind: str, text: str) -> Wait:
        """Return a wait for an event of another thread of the unit. `text` describes it in
        reports.
        """
        return Wait((kind, self.unit.number), self.unit.cores, lambda _: text)


class UnpackThread(ComputeThread):
    """TRISC0, the thread that unpacks tiles from L1."""

    role = "unpack"

    def agent(self) -> int:
        """Return 2, this thread's index among the agents of a core."""
        return 2

    cb_wait_front, cb_pop_front = Thread.wait_front, Thread.pop_front

    def start(self) -> None:
        """Clear the held tiles."""
        super().start()
        self.held: dict[int, Array] = {}
        """Maps ports to values of shape (cores, n). A loop unpacks these values instead of the
        port's tiles.
        """

    def _tile(self, port: int, index: int | Indices) -> Array:
        """Return a tile as an array of shape (cores, 1024). If `index` has several indices, return
        their tiles side by side. The array may be a view of L1.
        """
        buffer = self.buffer(port)
        if not isinstance(index, np.ndarray):
            values = tiles.decode(self._bytes(buffer, index, 1), buffer.data_format)
            return self.registers.unpacked(values, buffer.data_format)
        first, count = int(index[0]), len(index)
        if port in self.held:
            self._note(*self._span(buffer, first, count))
            own = self.held[port][:, first * tiles.ELEMENTS : (first + count) * tiles.ELEMENTS]
            return own.astype(buffer.data_format.values, copy=False)
        if count == 1 or (np.diff(index) == 1).all():
            data = self._bytes(buffer, first, count)
        else:
            data = np.concatenate([self._bytes(buffer, int(i), 1) for i in index], axis=1)
        tiles.require_plain(buffer.data_format)
        own = data.view(buffer.data_format.external)
        return own.astype(buffer.data_format.values, copy=False)

    def find_held(self, port: int, count: int) -> HeldTiles | None:
        """Return `count` tiles after the read pointer if L1 holds them as host rows, else None.
        Raises Fault if this thread may not read them.
        """
        buffer = self.buffer(port)
        held = self.machine.l1.find_held(self.banks, *self._span(buffer, 0, count))
        if not isinstance(held, HeldTiles) or held.rows.dtype != buffer.data_format.external:
            return None
        return held

    def unpacked_span(self, port: int, indices: Indices) -> tuple[int, int]:
        """Return the address range (start, end) of the tiles that a loop unpacks. The end is
        exclusive. Raises Fault if this thread may not read them.
        """
        buffer = self.buffer(port)
        _require_dense(buffer)
        start = self.read_pointer(buffer)
        first, last = int(indices.min()), int(indices.max())
        return start + first * buffer.page_size, start + (last + 1) * buffer.page_size

    def _bytes(self, buffer: CircularBuffer, index: int, count: int) -> Bytes:
        """Return the bytes of `count` pages as an array of shape (cores, n). The first page is
        `index` pages after the read pointer.
        """
        address, size = self._span(buffer, index, count)
        self._note(address, size)
        return self.machine.l1.read(self.banks, address, size)

    def _note(self, address: int, size: int) -> None:
        """Report a read to the race detector. Raises Fault if it is a race."""
        if self.races is not None:
            self.races.read_own(self, address, size)

    def _span(self, buffer: CircularBuffer, index: int, count: int) -> tuple[int, int]:
        """Return the address and the size of pages after the read pointer. Raises Fault if this
        thread may not read them.
        """
        allowed = self.awaited_pages(buffer)
        is_checked = self.is_bounded if allowed == buffer.pages else self.is_synchronized
        if is_checked and not 0 <= index <= index + count <= allowed:
            raise Fault(
                f"reads page {index + count - 1} of {buffer.name}, "
                + (
                    f"which has {allowed}"
                    if allowed == buffer.pages
                    else f"where {allowed} were waited for"
                )
            )
        size = buffer.data_format.tile_bytes
        if self.is_bounded and buffer.page_size != size:
            raise Fault(f"pages of {buffer.name} have {buffer.page_size} bytes, a tile has {size}")
        address = self.read_pointer(buffer) + index * buffer.page_size
        if address + size * count > buffer.end and self.is_bounded:
            raise Fault(f"reads over the end of {buffer.name}")
        return address, size * count

    def _hand_on(self, *sources: tuple[int, int | Indices]) -> Wait | None:
        """Unpack tiles, given as (port, index), into source registers for one call of the math
        thread.
        """
        registers = self.registers
        if len(registers.sources) >= SOURCES:
            return self.wait_for("taken", "wants a free source register, math has used none")
        self.see("taken")
        values = tuple(self._tile(*each) for each in sources)
        registers.hand_on(values, self.buffer(sources[-1][0]).data_format)
        self.changed("unpacked")
        return None

    def copy_tile(self, port: int, index: int, destination: int) -> Wait | None:
        """Unpack the tile that math copies to DST."""
        return self._hand_on((port, index))

    def transpose_wh_tile(self, port: int, index: int, destination: int) -> Wait | None:
        """Unpack the tile that math transposes."""
        return self._hand_on((port, index))

    def unary_bcast(
        self, template: tuple[str, ...], port: int, index: int, destination: int
    ) -> Wait | None:
        """Unpack the tile of which math broadcasts an element, a row or a column."""
        return self._hand_on((port, index))

    def tiles_of_two(
        self, port0: int, port1: int, index0: int, index1: int, *_: int
    ) -> Wait | None:
        """Unpack two tiles, one from each operand's buffer."""
        return self._hand_on((port0, index0), (port1, index1))

    matmul_tiles = tiles_of_two
    add_tiles = sub_tiles = mul_tiles = tiles_of_two

    def reduce_tile(
        self,
        template: tuple[str, ...],
        port: int,
        scaler: int,
        index: int,
        scaler_index: int,
        _: int,
    ) -> Wait | None:
        """Unpack the tile to reduce, and the scaler tile."""
        return self._hand_on((port, index), (scaler, scaler_index))

    def tilize_block(self, source: int, count: int, target: int) -> Wait | None:
        """Unpack 32 rows of `count` * 32 scalars as tiles."""
        return self._block(source, count, to_tiles=True)

    def untilize_block(self, source: int, count: int, target: int) -> Wait | None:
        """Unpack `count` tiles as 32 rows of scalars."""
        return self._block(source, count, to_tiles=False)

    def _block(self, port: int, count: int, *, to_tiles: bool) -> Wait | None:
        registers = self.registers
        if len(registers.sources) >= SOURCES:
            return self.wait_for("taken", "wants a free source register, math has used none")
        if count <= 0:
            raise Fault(f"a block of {count} tiles: expected at least 1")
        self.see("taken")
        buffer = self.buffer(port)
        values = tiles.elements(self._bytes(buffer, 0, count), buffer.data_format)
        values = registers.unpacked(values, buffer.data_format)
        cores, side = len(values), tiles.SIDE
        if to_tiles:
            values = tiles.tilize(values.reshape(cores, side, count * side))
        else:
            values = tiles.untilize(values.reshape(cores, 1, count, tiles.ELEMENTS))
        registers.hand_on((values.reshape(cores, -1),), buffer.data_format)
        self.changed("unpacked")
        return None


class MathThread(ComputeThread):
    """TRISC1, the thread that computes with tiles."""

    role = "math"

    # ---- sections of a kernel in which a thread owns the destination registers

    def tile_regs_acquire(self) -> Wait | None:
        """Wait for a DST section that the packer has released."""
        registers = self.registers
        if registers.math is not None and self.is_synchronized:
            raise Fault("a section of DST is acquired already, and was not committed")
        if not registers.free:
            return self.wait_for(
                "released", f"wants a section of DST, the packer has {SECTIONS} of {SECTIONS}"
            )
        self.see("released")
        registers.free -= 1
        registers.math = {}
        return None

    def tile_regs_commit(self) -> None:
        """Pass the DST section to the packer."""
        registers = self.registers
        if registers.math is None:
            raise Fault("no section of DST is acquired")
        registers.committed.append(registers.math)
        registers.math = None
        self.changed("committed")

    def _section(self) -> Section:
        registers = self.registers
        if registers.math is None:
            if self.is_synchronized:
                raise Fault("DST is used outside of tile_regs_acquire and tile_regs_commit")
            registers.math = {}
        return registers.math

    def get(self, index: int) -> Array:
        """Return a tile of the acquired DST section, as an array of shape (cores, 1024). For n
        sections that are processed together, their tiles are side by side.
        """
        section = self._section()
        self.registers.require_index(index)
        if index not in section:
            if self.is_initialized:
                raise Fault(f"uses DST[{index}], which nothing has written")
            section[index] = np.zeros((len(self.unit.cores), tiles.ELEMENTS), np.float32)
        return _flat(section[index]).reshape(len(self.unit.cores), -1)

    def set(self, index: int, values: Array) -> None:
        """Write a tile of the acquired DST section."""
        section = self._section()
        self.registers.require_index(index)
        section[index] = self.registers.stored(values)

    def take(self) -> tuple[Array, ...] | Wait:
        """Return the operands that unpack has put into source registers for this call. If there are
        no operands yet, return a `Wait`.
        """
        registers = self.registers
        if not registers.sources:
            return self.wait_for(
                "unpacked", "wants operands from the unpacker, which has unpacked none"
            )
        self.see("unpacked")
        self.changed("taken")
        return registers.take()

    # ---- the matrix unit

    def copy_tile(self, port: int, index: int, destination: int) -> Wait | None:
        """Copy the operand tile: DST[destination] = tile."""
        taken = self.take()
        if isinstance(taken, Wait):
            return taken
        self.set(destination, taken[0])
        return None

    def transpose_wh_tile(self, port: int, index: int, destination: int) -> Wait | None:
        """Copy the operand tile transposed: DST[destination] = tile^T."""
        taken = self.take()
        if isinstance(taken, Wait):
            return taken
        self.set(destination, np.swapaxes(tiles.to_matrices(taken[0]), -1, -2))
        return None

    def unary_bcast(
        self, template: tuple[str, ...], port: int, index: int, destination: int
    ) -> Wait | None:
        """Broadcast the tile's first column, row or element into DST[destination]."""
        taken = self.take()
        if isinstance(taken, Wait):
            return taken
        values = tiles.to_matrices(taken[0])
        kind = template[0].removeprefix("BroadcastType::")
        rows = slice(1) if kind in ("ROW", "SCALAR") else slice(None)
        columns = slice(1) if kind in ("COL", "SCALAR") else slice(None)
        self.set(destination, np.broadcast_to(values[:, rows, columns], values.shape))
        return None

    def matmul_tiles(
        self, port0: int, port1: int, index0: int, index1: int, destination: int, transpose: int = 0
    ) -> Wait | None:
        """Multiply and add: DST[destination] += A @ B, or A @ B^T with `transpose`."""
        taken = self.take()
        if isinstance(taken, Wait):
            return taken
        lhs, rhs = map(tiles.to_matrices, taken)
        product = np.matmul(lhs, np.swapaxes(rhs, -1, -2) if transpose else rhs)
        self._accumulate(destination, product)
        return None

    def _accumulate(self, destination: int, values: Array) -> None:
        before = self._section().get(destination)
        if before is not None:
            values = (before if before.ndim == values.ndim else tiles.to_matrices(before)) + values
        self.set(destination, values)

    def reduce_tile(
        self,
        template: tuple[str, ...],
        port: int,
        scaler: int,
        index: int,
        scaler_index: int,
        destination: int,
    ) -> Wait | None:
        """Reduce rows, columns or all of a tile into DST[destination]. Other elements become 0."""
        taken = self.take()
        if isinstance(taken, Wait):
            return taken
        pool, _, dimension = (
            template[0].removeprefix("PoolType::"),
            *template[1].partition("REDUCE_")[1:],
        )
        weights = _weights(taken[1], dimension)
        values = tiles.to_matrices(taken[0])
        if pool == "MAX":
            values = _maximum(values * _power_of_two(weights), dimension)
            before = self._section().get(destination)
            if before is not None:
                values = np.maximum(_matrices(before), values)
            self.set(destination, values)
        else:
            self._accumulate(destination, _sum(values, weights, dimension))
        return None

    def tilize_block(self, source: int, count: int, target: int) -> Wait | None:
        """Move a block of rows through a DST section that belongs to this call alone."""
        return self._move_block()

    untilize_block = tilize_block

    def _move_block(self) -> Wait | None:
        registers = self.registers
        if not registers.free:
            return self.wait_for(
                "released", f"wants a section of DST, the packer has {SECTIONS} of {SECTIONS}"
            )
        taken = self.take()
        if isinstance(taken, Wait):
            return taken
        self.see("released")
        registers.free -= 1
        registers.committed.append({0: taken[0]})
        self.changed("committed")
        return None

    # ---- the vector unit

    def max_tile(self, first: int, second: int) -> None:
        """Compute DST[first] = max(DST[first], DST[second])."""
        self.set(first, _compute("Maximum", self.get(first), self.get(second)))

    def nez_tile(self, index: int) -> None:
        """Compute DST[index] = DST[index] != 0."""
        values = self.get(index)
        self.set(index, _compute("NotEqual", values, np.zeros_like(values)))

    def nez_tile_int32(self, index: int) -> None:
        """Compute DST[index] = DST[index] != 0 for integers. Raises Fault for other types."""
        self.integers(index)
        self.nez_tile(index)

    def clamp_tile(self, index: int, low: int, high: int) -> None:
        """Clamp DST[index] to limits that are given as f32 bits."""
        limits = dict(zip(("min", "max"), _floats(low, high), strict=True))
        self.set(index, _compute("Clamp", self.get(index), **limits))

    def leaky_relu_tile(self, index: int, slope: int) -> None:
        """Multiply negative values of DST[index] by a slope that is given as f32 bits."""
        (parameter,) = _floats(slope)
        self.set(index, _compute("LeakyRelu", self.get(index), parameter=parameter))

    def where_tile(self, condition: int, chosen: int, other: int, destination: int) -> None:
        """Compute DST[destination] = DST[chosen] where DST[condition] is not 0, else DST[other]."""
        operands = map(self.get, (condition, chosen, other))
        self.set(destination, _compute("Where", *operands))

    def integers(self, index: int, sizes: Container[int] = (4,)) -> Array:
        """Return a DST tile of integers. Raises Fault for floats, and for sizes (in bytes) not in
        `sizes`.
        """
        values = self.get(index)
        if values.dtype.kind == "f" or values.itemsize not in sizes:
            raise Fault(f"wants integers in DST[{index}], which has {values.dtype}")
        return values

    def typecast_tile(self, template: tuple[str, ...], index: int) -> None:
        """Convert DST[index] between the formats that `template` names."""
        name = template[1].removeprefix("DataFormat::")
        known = {"Float16_b": "BFloat16"}.get(name, name)
        if known not in FORMATS:
            raise Fault(f"there is no format {name}")
        self.set(index, round_to(self.get(index), FORMATS[known]))


class PackThread(ComputeThread):
    """TRISC2, the thread that packs tiles into L1."""

    role = "pack"

    def agent(self) -> int:
        """Return 3, this thread's index among the agents of a core."""
        return 3

    cb_reserve_back = Thread.reserve_back

    def start(self) -> None:
        """Reset the counts of packed pages, and the held tiles."""
        super().start()
        self.packed: dict[int, int] = {}
        self.held: dict[int, Array] = {}
        """Maps ports to arrays of shape (cores, n). A loop packs into these arrays instead of L1.
        """

    def take_over(self, other: Any) -> None:
        """Copy state from another thread, including the counts of packed pages."""
        super().take_over(other)
        self.packed = dict(other.packed)

    def cb_push_back(self, port: int, count: int) -> None:
        """Pass pages to the reader, and reset the pack position."""
        self.push_back(port, count)
        self.packed.pop(port, None)

    def tile_regs_wait(self) -> Wait | None:
        """Wait for a DST section that math has committed."""
        registers = self.registers
        if registers.pack is not None and self.is_synchronized:
            raise Fault("a section of DST was waited for already, and not released")
        if not registers.committed:
            return self.wait_for("committed", "wants a section of DST, math has committed none")
        self.see("committed")
        registers.pack = registers.committed.popleft()
        return None

    def tile_regs_release(self) -> None:
        """Release the DST section to math."""
        registers = self.registers
        if registers.pack is None:
            raise Fault("no section of DST was waited for")
        registers.pack = None
        registers.free += 1
        self.changed("released")

    def pack_tile(self, source: int, port: int, index: int = 0) -> None:
        """Append DST[source] to the tiles packed since the buffer's last cb_push_back.

        `index` has no effect.
        """
        registers, buffer = self.registers, self.buffer(port)
        if registers.pack is None and self.is_synchronized:
            raise Fault("DST is packed outside of tile_regs_wait and tile_regs_release")
        registers.require_index(source)
        values = (registers.pack or {}).get(source)
        if values is None:
            if self.is_initialized:
                raise Fault(f"packs DST[{source}], which nothing has written")
            values = np.zeros((len(self.unit.cores), tiles.ELEMENTS), np.float32)
        self._write(buffer, self.packed.get(port, 0), _flat(values))
        count = values.size // (len(self.unit.cores) * tiles.ELEMENTS)
        self.packed[port] = self.packed.get(port, 0) + count

    def room_for(self, port: int, count: int) -> Array:
        """Return an array of shape (cores, n) for `count` tiles that a loop packs. Raises Fault if
        the port's buffer has no space for them or must not be written.
        """
        buffer = self.buffer(port)
        self._target(buffer, 0, count * buffer.page_size)
        tiles.require_plain(buffer.data_format)
        shape = len(self.unit.cores), count * tiles.ELEMENTS
        return np.empty(shape, buffer.data_format.external)

    def hold_packed(self, like: HeldTiles) -> None:
        """Store the tiles that a loop packed as held tiles in L1, in the order of `like`. Raises
        Fault if L1 must not be written there.
        """
        for port, values in self.held.items():
            buffer = self.buffer(port)
            self.machine.l1.hold(like.like(self.write_pointer(buffer), buffer.data_format, values))

    def packed_span(self, port: int, count: int) -> tuple[int, int]:
        """Return the address range (start, end) of the tiles that a loop packs. The end is
        exclusive. Raises Fault if there are gaps between the tiles.
        """
        buffer = self.buffer(port)
        start = self.write_pointer(buffer) + self.packed.get(port, 0) * buffer.page_size
        _require_dense(buffer)
        return start, start + count * buffer.page_size

    def tilize_block(self, source: int, count: int, target: int) -> Wait | None:
        """Write a block of tiles at the write pointer."""
        return self._pack_block(target, 0)

    def untilize_block(self, source: int, count: int, target: int) -> Wait | None:
        """Append a block of rows to the tiles packed since the last cb_push_back."""
        waits = self._pack_block(target, self.packed.get(target, 0))
        if waits is None:
            self.packed[target] = self.packed.get(target, 0) + count
        return waits

    def _pack_block(self, port: int, page: int) -> Wait | None:
        registers = self.registers
        if not registers.committed:
            return self.wait_for("committed", "wants a section of DST, math has committed none")
        self.see("committed")
        self._write(self.buffer(port), page, registers.committed.popleft()[0])
        registers.free += 1
        self.changed("released")
        return None

    def _write(self, buffer: CircularBuffer, page: int, values: Array) -> None:
        """Pack (cores, n) values into the buffer, starting at a page."""
        own = tiles.numbers(values, buffer.data_format).reshape(len(self.unit.cores), -1)
        address = self._target(buffer, page, own.shape[1] * own.itemsize)
        if self.races is not None:
            self.races.write_own(self, address, own.shape[1] * own.itemsize)
        if buffer.port in self.held:
            start = page * tiles.ELEMENTS
            self.held[buffer.port][:, start : start + own.shape[1]] = own
            return
        data = np.ascontiguousarray(own).view(np.uint8)
        self.machine.l1.write(self.banks, address, data)

    def _target(self, buffer: CircularBuffer, page: int, size: int) -> int:
        """Return the address of a page after checking that `size` bytes fit. Raises Fault."""
        pages, reserved = page + -(-size // buffer.page_size), self.reserved_pages(buffer)
        is_checked = self.is_bounded if reserved == buffer.pages else self.is_synchronized
        if is_checked and pages > reserved:
            which = "has" if reserved == buffer.pages else "has reserved"
            raise Fault(f"packs page {pages - 1} of {buffer.name}, which {which} {reserved}")
        address = self.write_pointer(buffer) + page * buffer.page_size
        if address + size > buffer.end and self.is_bounded:
            raise Fault(f"packs over the end of {buffer.name}")
        return address


def _flat(values: Array) -> Array:
    return tiles.to_faces(values) if values.ndim == 3 else values


def _matrices(values: Array) -> Array:
    return values if values.ndim == 3 else tiles.to_matrices(values)


def _weights(scaler: Array, dimension: str) -> Array:
    """Return the weight of each element of a tile.

    It is the number at the element's position along the axis, in the first row of the scaler's face
    of the same index.
    """
    faces = scaler.reshape(-1, 2, 2, tiles.FACE, tiles.FACE)[:, :, :, :1, :]
    if dimension == "COL":
        faces = np.swapaxes(faces, -1, -2)
    spread = np.broadcast_to(faces, (*faces.shape[:3], tiles.FACE, tiles.FACE))
    return tiles.to_matrices(spread.reshape(-1, tiles.ELEMENTS))


def _sum(values: Array, weights: Array, dimension: str) -> Array:
    """Return weighted sums. A reduction of both dimensions applies the weights twice."""
    result = np.zeros_like(values)
    products = values * weights
    match dimension:
        case "ROW":
            result[:, :, 0] = products.sum(axis=2)
        case "COL":
            result[:, 0, :] = products.sum(axis=1)
        case _:
            result[:, 0, 0] = (products.sum(axis=1) * weights[:, 0, :]).sum(axis=1)
    return result


def _power_of_two(weights: Array) -> Array:
    """Return each weight rounded down to a power of two, because max pooling ignores the mantissa
    of the scaler.
    """
    _, exponents = np.frexp(weights)
    return np.where(weights == 0, 0, np.ldexp(np.float32(1), exponents - 1)).astype(np.float32)


def _maximum(values: Array, dimension: str) -> Array:
    result = np.zeros_like(values)
    match dimension:
        case "ROW":
            result[:, :, 0] = values.max(axis=2)
        case "COL":
            result[:, 0, :] = values.max(axis=1)
        case _:
            result[:, 0, 0] = values.max(axis=(1, 2))
    return result


def _require_dense(buffer: CircularBuffer) -> None:
    """Raise Fault if there are gaps between the tiles of a buffer."""
    if buffer.page_size != buffer.data_format.tile_bytes:
        raise Fault(f"tiles do not follow each other in {buffer.name}")


def _compute(case: str, *operands: Array, **parameters: float) -> Array:
    """Apply an element-wise function of the simulator's TTNN kernels. Booleans become 0 or 1 in the
    operands' type.
    """
    compute = ELEMENTWISE[case].compute
    assert compute is not None
    result = np.asarray(compute(operands, result_shape=UNDECLARED, **parameters))
    return result.astype(operands[0].dtype) if result.dtype == np.bool_ else result


def _floats(*bits: int) -> list[float]:
    """Return the f32 numbers with these bits."""
    return np.array(bits, np.int64).astype(np.uint32).view(np.float32).tolist()


def _binary(case: str) -> Any:
    def on_tiles(
        self: MathThread, port0: int, port1: int, index0: int, index1: int, destination: int
    ) -> Wait | None:
        taken = self.take()
        if isinstance(taken, Wait):
            return taken
        self.set(destination, _compute(case, *taken))
        return None

    return on_tiles


Read = Callable[[MathThread, int], Array]
"""Reads a DST tile in the type that an operation takes."""


def _integers(thread: MathThread, index: int) -> Array:
    return thread.integers(index, (2, 4))


def _signed(thread: MathThread, index: int) -> Array:
    return thread.integers(index).view(np.int32)


def _unsigned(thread: MathThread, index: int) -> Array:
    return thread.integers(index).view(np.uint32)


def _unary(case: str, read: Read = MathThread.get) -> Any:
    def on_register(self: MathThread, index: int) -> None:
        self.set(index, _compute(case, read(self, index)))

    return on_register


def _binary_on_registers(case: str, read: Read = MathThread.get) -> Any:
    def on_registers(self: MathThread, first: int, second: int, destination: int) -> None:
        self.set(destination, _compute(case, read(self, first), read(self, second)))

    return on_registers


for _name, _case in BINARY.items():
    setattr(MathThread, f"{_name}_tiles", _binary(_case))
for _name, _case in UNARY.items():
    setattr(MathThread, f"{_name}_tile", _unary(_case))
for _name, _case in BINARY_SFPU.items():
    setattr(MathThread, f"{_name}_tile", _binary_on_registers(_case))
for _name, _case in UNARY_INTEGER.items():
    setattr(MathThread, f"{_name}_tile_int32", _unary(_case, MathThread.integers))
for _name, _case in BINARY_INTEGER.items():
    setattr(MathThread, f"{_name}_tile", _binary_on_registers(_case, _integers))
for _name, _case in BINARY_SIGNED.items():
    setattr(MathThread, f"{_name}_tile", _binary_on_registers(_case, _signed))
for _name, _case in BINARY_UNSIGNED.items():
    setattr(MathThread, f"{_name}_tile", _binary_on_registers(_case, _unsigned))

returns(ComputeThread.run_tiles)
COMPUTE_THREADS = (UnpackThread, MathThread, PackThread)
