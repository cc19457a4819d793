"""Lowering of `ttir.matmul` of row-major operands that have no space in L1 as tiles.

Each step is converted to tiles where it arrives. A step is some columns of the left operand's rows,
and as many rows of the right one. All subblocks of a core's product use it in turn. Their partial
sums move from the result's tiles to DST and back, so the result's circular buffer is a queue that
is always full.
"""

from collections.abc import Sequence
from math import gcd
from typing import NamedTuple

from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import SSAValue

from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr, volume
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttir import MatmulOp
from ttmlir_py.dialects.ttkernel.circular_buffers import (
    CBPopFrontOp,
    CBPushBackOp,
    CBReserveBackOp,
    CBWaitFrontOp,
    TilizeBlockOp,
    TilizeInitOp,
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
from ttmlir_py.dialects.ttkernel.enums import CBPort
from ttmlir_py.dialects.ttkernel.matrix_unit import MatmulInitOp, MatmulInitShortOp
from ttmlir_py.dialects.ttkernel.types import CBType, L1AddrPtrType
from ttmlir_py.dialects.ttmetal.attributes import CoreRangeAttr
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import (
    NOC_CONFIG,
    ComputeBuilder,
    Kernel,
    KernelBuilder,
    core_range,
    end_kernel,
    insert_program,
    new_block,
    replace_by_program,
    tensix_config,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.fill import WORD_BYTES
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.matmul_blocks import (
    BUFFERS,
    Blocks,
    build_step,
    largest_divisor,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.memory import FreeL1, Operand, address_of
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.multicast import Feed, Steps, feed_kernels
from ttmlir_py.passes.ttmetal.layouts import TILE_SIZE, metal_layout_of
from ttmlir_py.passes.ttmetal.matrices import tiles_in
from ttmlir_py.rewriting.conversion import UnsupportedError

_MOST_STEP = 4
"""The maximum number of tiles along the inner dimension in a step."""


class _Rows:
    """A row-major operand in L1."""

    def __init__(self, value: SSAValue):
        self.layout: MetalLayoutAttr = metal_layout_of(value.type)
        self.address = address_of(value)
        self.tile = TileType.get(tensor_type(value).element_type)
        self.height, self.width = self.layout.get_scalar_shard_shape()
        self.row_bytes = self.width * self.layout.get_element_size_bytes()


class _Words(NamedTuple):
    """Words of a shard: runs of `length` words, which start at multiples of `stride`."""

    first: int
    runs: int
    stride: int
    length: int

    def clear(self, kernel: KernelBuilder, address: int) -> None:
        """Insert stores that set these words to 0."""
        zero, start = kernel.i32(0), kernel.i32(address + self.first * WORD_BYTES)
        pointer = kernel.value(CastToL1PtrOp, (start,), L1AddrPtrType())
        run, runs = kernel.count(self.runs)
        word, words = runs.count(self.length)
        words.call(StoreToL1Op, zero, pointer, words.linear((run, self.stride), (word, 1)))
        words.end_loop()
        runs.end_loop()


class _Program:
    """The program for one product of row-major matrices."""

    def __init__(self, op: MatmulOp):
        self._op = op
        self._left, self._right, self._result = _Rows(op.a), _Rows(op.b), Operand.of(op.output)
        self._grid = self._result.layout.grid
        rows, columns = self._result.shard
        inner = tiles_in(shape_of(op.a)[-1])
        divided = gcd(self._left.width // TILE_SIZE, self._right.height // TILE_SIZE, inner)
        step = largest_divisor(divided, _MOST_STEP)
        self._blocks = Blocks.of(rows, columns, inner, step)
        while step > 1 and self._bytes() > FreeL1(op).size:
            step = largest_divisor(divided, step - 1)
            self._blocks = Blocks.of(rows, columns, inner, step)

    @property
    def _pages(self) -> tuple[int, int]:
        """The number of tiles in a step on one core, of each operand."""
        return self._blocks.rows * self._blocks.step, self._blocks.step * self._blocks.columns

    def _bytes(self) -> int:
        """Return the bytes of the circular buffers, which hold rows of two steps and tiles of one
        step.
        """
        sizes = (each.tile.get_size_bytes() for each in (self._left, self._right))
        return sum(
            pages * size * (BUFFERS + 1) for pages, size in zip(self._pages, sizes, strict=True)
        )

    def replace(self) -> None:
        """Replace the op by the program."""
        op, free = self._op, FreeL1(self._op)
        self._clear_padding()
        operands = list(zip((self._left, self._right), self._pages, strict=True))
        tiles = [
            free.buffer(CBPort(CBPort.Intermed0.value + i), each.tile, pages)
            for i, (each, pages) in enumerate(operands)
        ]
        rows = [
            _of_rows(free.buffer(CBPort(CBPort.In0.value + i), each.tile, pages * BUFFERS))
            for i, (each, pages) in enumerate(operands)
        ]
        types = (self._result.buffer(CBPort.Out0), *tiles, *rows)
        kernels = [self._compute_kernel(types), *feed_kernels(op, self._feeds(), types)]
        replace_by_program(op, kernels, (), (op.output,))

    def _feeds(self) -> tuple[Feed, Feed]:
        """Return how the operands are brought to the cores.

        The left operand sends parts of its rows, and the right operand sends whole rows.
        """
        blocks, (rows, columns) = self._blocks, self._grid.shape
        size = blocks.step * TILE_SIZE
        steps = Steps(1, 1, blocks.inner // blocks.step)
        starts = [step * size for step in range(steps.inner)]
        left, right = self._left, self._right
        element = left.row_bytes // left.width
        return (
            Feed(
                steps=steps,
                pages=self._pages[0],
                along_rows=True,
                cores=(rows, columns),
                holders=[start // left.width for start in starts],
                addresses=[left.address + start % left.width * element for start in starts],
                subblock_bytes=0,
                runs=blocks.rows * TILE_SIZE,
                run_bytes=size * element,
                stride_bytes=left.row_bytes,
            ),
            Feed(
                steps=steps,
                pages=self._pages[1],
                along_rows=False,
                cores=(columns, rows),
                holders=[start // right.height for start in starts],
                addresses=[
                    right.address + start % right.height * right.row_bytes for start in starts
                ],
                subblock_bytes=0,
                runs=1,
                run_bytes=size * right.row_bytes,
                stride_bytes=0,
            ),
        )

    def _clear_padding(self) -> None:
        """Insert code that sets the padding after the inner dimension to 0, up to whole tiles."""
        op, size = self._op, shape_of(self._op.a)[-1]
        count = -size % TILE_SIZE
        if not count:
            return
        left, right = self._left, self._right
        rows, columns = self._grid.shape
        (x, column), (y, row) = divmod(size, left.width), divmod(size, right.height)
        first = _Words(column, left.height, left.width, count)
        second = _Words(row * right.width, 1, 0, count * right.width)
        for value, address, cores, words in (
            (op.a, left.address, CoreRangeAttr((0, x), (rows, 1)), first),
            (op.b, right.address, CoreRangeAttr((y, 0), (1, columns)), second),
        ):
            block = new_block(op, ())
            words.clear(KernelBuilder.at_end(block, op.location), address)
            end_kernel(block, op)
            insert_program(op, [Kernel(NOC_CONFIG, cores, block)], (value,), (value,))

    def _compute_kernel(self, types: Sequence[CBType]) -> Kernel:
        op = self._op
        block = new_block(op, types)
        kernel = ComputeBuilder.at_end(block, op.location)
        target, left, right, *_ = block.args
        kernel.call(MatmulInitOp, left, right, target, kernel.i32(0))
        self._step(kernel, block.args, is_first=True)
        steps = self._blocks.inner // self._blocks.step
        if steps > 1:
            _, body = kernel.count(steps - 1)
            self._step(body, block.args, is_first=False)
            body.end_loop()
        end_kernel(block, op)
        cores = core_range(self._grid, scope_device(op).workerGrid)
        return Kernel(tensix_config(op), cores, block)

    def _step(self, kernel: ComputeBuilder, buffers: Sequence[SSAValue], *, is_first: bool) -> None:
        """Insert the products of one step, added to all subblocks."""
        blocks = self._blocks
        target, *tiles = buffers[:3]
        widths = (blocks.step, blocks.columns)
        for tiled, rows, width, pages in zip(tiles, buffers[3:], widths, self._pages, strict=True):
            _tilize(kernel, rows, tiled, width, pages)
        row, rows = kernel.count(blocks.rows // blocks.height)
        column, columns = rows.count(blocks.columns // blocks.width)
        count = columns.i32(blocks.height * blocks.width)
        columns.call(TileRegsAcquireOp)
        if not is_first:
            columns.call(CBWaitFrontOp, target, count)
            columns.call(CopyTileInitOp, target)
            number, copies = columns.count(blocks.height * blocks.width)
            copies.call(CopyTileOp, target, number, number)
            copies.end_loop()
            columns.call(CBPopFrontOp, target, count)
        columns.call(MatmulInitShortOp, *tiles, columns.i32(0))
        starts = (
            columns.linear((row, blocks.height * blocks.step)),
            columns.linear((column, blocks.width)),
        )
        build_step(columns, tiles, blocks, starts, (blocks.step, blocks.columns))
        columns.call(TileRegsCommitOp)
        columns.call(CBReserveBackOp, target, count)
        columns.call(TileRegsWaitOp)
        number, packer = columns.count(blocks.height * blocks.width)
        packer.call(PackTileOp, number, target, number)
        packer.end_loop()
        columns.call(TileRegsReleaseOp)
        columns.call(CBPushBackOp, target, count)
        columns.end_loop()
        rows.end_loop()
        for tiled, pages in zip(tiles, self._pages, strict=True):
            kernel.call(CBPopFrontOp, tiled, kernel.i32(pages))


def _of_rows(buffer: CBType) -> CBType:
    """Return a circular buffer of the same size as `buffer`, for rows instead of tiles."""
    tile = buffer.memref.element_type
    assert isinstance(tile, TileType)
    shape = (volume(buffer.get_shape()) * TILE_SIZE, TILE_SIZE)
    rows = MemRefType(tile.get_element_type(), shape, NoneAttr(), buffer.memref.memory_space)
    return CBType(buffer.port, buffer.address, rows, tile.get_size_bytes(), 1)


def _tilize(
    kernel: ComputeBuilder, rows: SSAValue, tiles: SSAValue, width: int, pages: int
) -> None:
    """Insert the conversion to tiles of the next rows in the buffer `rows`, which are `width` tiles
    wide.

    It waits until `pages` tiles are in the buffer `tiles`.
    """
    count = kernel.i32(width)
    kernel.call(TilizeInitOp, rows, count, tiles)
    _, body = kernel.count(pages // width)
    body.call(CBWaitFrontOp, rows, count)
    body.call(CBReserveBackOp, tiles, count)
    body.call(TilizeBlockOp, rows, count, tiles)
    body.call(CBPopFrontOp, rows, count)
    body.call(CBPushBackOp, tiles, count)
    body.end_loop()
    kernel.call(CBWaitFrontOp, tiles, kernel.i32(pages))


def lower(op: MatmulOp) -> None:
    """Replace the product of two row-major matrices by a program.

    Raises UnsupportedError if the operands do not fit.
    """
    left, right, result = (metal_layout_of(each.type) for each in (op.a, op.b, op.output))
    (rows, _), (_, columns) = left.grid.shape, right.grid.shape
    heights = left.get_scalar_shard_shape()[0], right.get_scalar_shard_shape()[1]
    if (rows, columns) != result.grid.shape or heights != result.get_scalar_shard_shape():
        raise UnsupportedError("the operands are not on the result's rows and columns of cores")
    _Program(op).replace()
