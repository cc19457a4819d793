"""Programs that compute the result tile by tile from streams of operand tiles.

A thread of each core reads the tiles, from any core, in the order of use. The result's cores
compute. Their second data movement thread makes constant tiles, or reads a second operand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, SSAValue

from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.tt.enums import DataType, MemorySpace
from ttmlir_py.dialects.tt.system import DataTypeAttr
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttir.interfaces import DestinationStyleOp
from ttmlir_py.dialects.ttkernel.attributes import TensixConfigAttr
from ttmlir_py.dialects.ttkernel.circular_buffers import (
    CBPopFrontOp,
    CBPushBackOp,
    CBReserveBackOp,
    CBWaitFrontOp,
    GetWritePtrOp,
)
from ttmlir_py.dialects.ttkernel.compute import (
    CopyTileInitOp,
    CopyTileOp,
    PackTileOp,
    TileRegsAcquireOp,
    TileRegsCommitOp,
    TileRegsReleaseOp,
    TileRegsWaitOp,
)
from ttmlir_py.dialects.ttkernel.control import CastToL1PtrOp, StoreToL1Op
from ttmlir_py.dialects.ttkernel.data_movement import NocTransactionsTableOp
from ttmlir_py.dialects.ttkernel.enums import CBPort
from ttmlir_py.dialects.ttkernel.types import CBType, L1AddrPtrType
from ttmlir_py.dialects.ttkernel.vector_unit import TILE_FUNCTIONS
from ttmlir_py.dialects.ttmetal.attributes import CoreRangeAttr
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import (
    I32,
    NOC1_CONFIG,
    NOC_CONFIG,
    ComputeBuilder,
    Kernel,
    KernelBuilder,
    core_range,
    end_kernel,
    new_block,
    replace_by_program,
    system_desc_of,
    tensix_config,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.elementwise import FLOATS, WIDE, Step, fields
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.fill import in_tiles
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.memory import FreeL1, Operand
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.transfers import (
    Core,
    DataMovement,
    PhysicalCores,
    Transfer,
)
from ttmlir_py.rewriting.attributes import dense_i32_array
from ttmlir_py.rewriting.conversion import UnsupportedError

TileIndex = tuple[int, int]
"""The row and column of a tile in a tensor."""
Sequences = Callable[[int, int], Iterator[TileIndex]]
"""A function that yields the operand tiles for a tile of the result, in order.

Its arguments are the row and column of the result tile.
"""
_BURST = 4
"""The maximum number of tiles that one read request covers."""


class Constant(NamedTuple):
    """A constant tile that is made in L1 from its words. A single word is repeated."""

    tile: TileType
    words: Sequence[int]

    @classmethod
    def splat(cls, value: float) -> Constant:
        """Return an f32 tile whose elements all are `value`."""
        word = int(np.array([value], np.float32).view(np.int32)[0])
        return cls(TileType((32, 32), DataType.Float32), (word,))

    @classmethod
    def mask(cls, rows: int, columns: int) -> Constant:
        """Return a bf16 tile with ones in its first `rows` and `columns`, and zeros elsewhere."""
        tile = TileType((32, 32), DataType.BFloat16)
        ones: NDArray[Any] = np.zeros(tile.shape, "<u2")
        ones[:rows, :columns] = 0x3F80
        return cls(tile, in_tiles(ones, tile).view("<i4").tolist())

    def build(self, kernel: KernelBuilder, buffer: SSAValue) -> None:
        """Insert code that writes the tile to `buffer` and pushes it."""
        one = kernel.i32(1)
        kernel.call(CBReserveBackOp, buffer, one)
        start = kernel.value(GetWritePtrOp, (buffer,), I32)
        pointer = kernel.value(CastToL1PtrOp, (start,), L1AddrPtrType())
        if len(self.words) == 1:
            word = kernel.i32(self.words[0])
            number, body = kernel.count(self.tile.get_size_bytes() // 4)
        else:
            type_, entries = MemRefType(I32, (len(self.words), 1)), dense_i32_array(self.words)
            table = kernel.value(NocTransactionsTableOp, (), type_, entries=entries)
            number, body = kernel.count(len(self.words))
            index = body.as_index(number)
            word = body.value(memref.LoadOp, (table, index, body.index(0)), I32)
        body.call(StoreToL1Op, word, pointer, number)
        body.end_loop()
        kernel.call(CBPushBackOp, buffer, one)


class Buffers(NamedTuple):
    """The circular buffers of a compute kernel."""

    target: SSAValue
    sources: Sequence[SSAValue]
    constants: Sequence[SSAValue]
    intermediates: Sequence[SSAValue]


Compute = Callable[[ComputeBuilder, Buffers], None]
"""A function that builds the code which computes and packs one tile of the result."""


class Stream(NamedTuple):
    """An operand that is read tile by tile."""

    operand: Operand
    sequences: Sequences


class StreamProgram:
    """The program that replaces an op, and computes its tiles one by one from streams of
    operands.
    """

    def __init__(
        self,
        op: DestinationStyleOp,
        streams: Sequence[Stream],
        constants: Sequence[Constant] = (),
        intermediates: Sequence[TileType] = (),
        *,
        is_wide: bool = False,
    ):
        """Create the program.

        `is_wide` selects 32-bit destination registers even if no operand has 32-bit integers.
        """
        self._op, self._streams, self._constants = op, streams, constants
        self._is_wide = is_wide
        self._result = Operand.of(op.dps_inits[0])
        self._grid = self._result.layout.grid
        self._cores = core_range(self._grid, scope_device(op).workerGrid)
        free = FreeL1(op)
        tiles = [
            *((CBPort.In0, each.operand.tile, 2 * _BURST) for each in streams),
            *((CBPort.DataFlow0, each.tile, 1) for each in constants),
            *((CBPort.Intermed0, each, 1) for each in intermediates),
        ]
        numbers: dict[CBPort, int] = {}
        self._types = [self._result.buffer(CBPort.Out0)]
        for first, tile, pages in tiles:
            number = numbers[first] = numbers.get(first, -1) + 1
            self._types.append(free.buffer(CBPort(first.value + number), tile, pages))

    def replace(self, init: Compute, compute: Compute) -> None:
        """Replace the op by the program.

        `init` is built once, and `compute` in a loop over the result's tiles.
        """
        op = self._op
        block = new_block(op, self._types)
        kernel = ComputeBuilder.at_end(block, op.location)
        buffers = self._buffers(block.args)
        init(kernel, buffers)
        for each in buffers.constants:
            kernel.call(CBWaitFrontOp, each, kernel.i32(1))
        rows, columns = self._result.shard
        _, tile = kernel.count(rows * columns)
        compute(tile, buffers)
        tile.end_loop()
        end_kernel(block, op)
        kernels = [Kernel(self._config(), self._cores, block), *self._noc_kernels()]
        replace_by_program(op, kernels, (), op.dps_inits)

    def _config(self) -> TensixConfigAttr:
        """Return the configuration. 32-bit integers are unpacked to the destination registers
        unchanged.
        """
        wide = [each.operand.tile.dataType in WIDE for each in self._streams]
        ports = [CBPort(CBPort.In0.value + number) for number, each in enumerate(wide) if each]
        return tensix_config(self._op, is_wide=self._is_wide or any(wide), wide_ports=ports)

    def _buffers(self, arguments: Sequence[SSAValue]) -> Buffers:
        ends = [1, 1 + len(self._streams), 1 + len(self._streams) + len(self._constants)]
        return Buffers(
            arguments[0],
            arguments[ends[0] : ends[1]],
            arguments[ends[1] : ends[2]],
            arguments[ends[2] :],
        )

    def _noc_kernels(self) -> Iterator[Kernel]:
        if self._constants and len(self._streams) == 1:
            block = new_block(self._op, self._types)
            self._make_constants(KernelBuilder.at_end(block, self._op.location))
            end_kernel(block, self._op)
            yield Kernel(NOC1_CONFIG, self._cores, block)
        for number, config in enumerate((NOC_CONFIG, NOC1_CONFIG)[: len(self._streams)]):
            for core in product(*map(range, self._grid.shape)):
                yield Kernel(config, CoreRangeAttr(core, (1, 1)), self._reading_block(number, core))

    def _reading_block(self, number: int, core: tuple[int, ...]) -> Block:
        """Return the kernel that reads operand `number` for one core.

        The kernel for the second operand also makes the constants.
        """
        stream = self._streams[number]
        block = new_block(self._op, self._types)
        kernel = KernelBuilder.at_end(block, self._op.location)
        if number == 1:
            self._make_constants(kernel)
        transfers = _transfers(stream.operand, self._sequence(stream, *core))
        movement = self._movement(stream.operand, self._types[1 + number])
        movement.build(kernel, transfers, block.args[1 + number])
        end_kernel(block, self._op)
        return block

    def _make_constants(self, kernel: KernelBuilder) -> None:
        buffers = self._buffers(kernel.block.args).constants
        for constant, buffer in zip(self._constants, buffers, strict=True):
            constant.build(kernel, buffer)

    def _movement(self, operand: Operand, buffer: CBType) -> DataMovement:
        device, system_desc = scope_device(self._op), system_desc_of(self._op)
        return DataMovement(
            operand.address,
            buffer.address,
            system_desc.get_address_align_bytes(),
            PhysicalCores(device, system_desc, MemorySpace.DeviceL1),
            reads=True,
        )

    def _sequence(self, stream: Stream, y: int, x: int) -> Iterator[TileIndex]:
        """Yield the tiles of the stream that core (y, x) reads, in order."""
        rows, columns = self._result.shard
        for row, column in product(range(rows), range(columns)):
            yield from stream.sequences(y * rows + row, x * columns + column)


def _transfers(operand: Operand, sequence: Iterator[TileIndex]) -> list[Transfer]:
    """Return the reads of the tiles in `sequence`, into a ring of twice the largest burst.

    No read crosses the middle of the ring.
    """
    rows, columns = operand.shard
    size = operand.tile.get_size_bytes()
    found: list[Transfer] = []
    for position, (row, column) in enumerate(sequence):
        core = Core(0, row // rows, column // columns)
        source = (row % rows * columns + column % columns) * size
        each = Transfer(core, source, position % (2 * _BURST) * size, 1, size)
        if position % _BURST and each.continues(found[-1]):
            found[-1].elements += 1
        else:
            found.append(each)
    return found


def next_tile(kernel: ComputeBuilder, buffer: SSAValue, register: int) -> None:
    """Insert the copy of the next tile of a stream to `register`, and remove the tile from the
    stream.
    """
    one = kernel.i32(1)
    kernel.call(CBWaitFrontOp, buffer, one)
    kernel.call(CopyTileInitOp, buffer)
    kernel.call(CopyTileOp, buffer, kernel.i32(0), kernel.i32(register))
    kernel.call(CBPopFrontOp, buffer, one)


def held_tile(kernel: ComputeBuilder, buffer: SSAValue, register: int) -> None:
    """Insert the copy of a buffer's tile to `register`, without removing it."""
    kernel.call(CopyTileInitOp, buffer)
    kernel.call(CopyTileOp, buffer, kernel.i32(0), kernel.i32(register))


def acquire(kernel: ComputeBuilder) -> None:
    """Insert the start of a section of computations in the registers."""
    kernel.call(TileRegsAcquireOp)


def pack(kernel: ComputeBuilder, target: SSAValue) -> None:
    """Insert the end of a section, which packs register 0 into `target`."""
    zero = kernel.i32(0)
    kernel.call(TileRegsCommitOp)
    kernel.call(TileRegsWaitOp)
    kernel.call(PackTileOp, zero, target, zero)
    kernel.call(TileRegsReleaseOp)


def apply(
    kernel: ComputeBuilder, step: Step, computed: DataType = DataType.Float32, register: int = 0
) -> None:
    """Insert the initialization and the call of a vector unit function on elements of type
    `computed`.

    `register` is added to the registers of `step`.
    """
    function = TILE_FUNCTIONS[step.function]
    types = {"dtype": DataTypeAttr(computed), **step.types}
    kernel.call(function.init, **fields(function.init, types))
    registers = [kernel.i32(register + each) for each in step.registers]
    kernel.call(function.op, *registers, **fields(function.op, types))


def choose(kernel: ComputeBuilder, mask: SSAValue, other: SSAValue, register: int) -> None:
    """Insert a selection: `register` gets the tile of `other` where the tile of `mask` is 0.

    Registers 2 and 3 are overwritten.
    """
    held_tile(kernel, mask, 2)
    held_tile(kernel, other, 3)
    apply(kernel, Step("where_tile", (2, register, 3, register)))


def require_floats(op: Operation, *operands: Operand) -> None:
    """Raise UnsupportedError unless all elements of `op` are floats with their own tile type."""
    for each in operands:
        if each.tile.dataType not in FLOATS:
            name = each.tile.dataType.keyword
            raise UnsupportedError(f"no kernel computes '{op.name}' of elements of type '{name}'")
