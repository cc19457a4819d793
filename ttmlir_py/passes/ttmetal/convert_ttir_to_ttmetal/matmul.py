"""Lowering of `ttir.matmul` of two matrices of tiles, on one core or a grid.

On a grid, both operands are multicast. Each core computes its shard of the product. A *subblock* of
the shard, as many tiles as DST holds, is accumulated over the whole inner dimension. The inner
dimension is read in *steps*: some columns of tiles of the left operand, and as many rows of tiles
of the right one. On one core both operands are read in place, in one step. On a grid, steps arrive
in circular buffers (`multicast`).
"""

from collections.abc import Sequence
from math import gcd, prod

from xdsl.ir import SSAValue

from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.ttir import MatmulOp
from ttmlir_py.dialects.ttkernel.circular_buffers import CBPopFrontOp, CBWaitFrontOp
from ttmlir_py.dialects.ttkernel.compute import (
    PackTileOp,
    TileRegsAcquireOp,
    TileRegsCommitOp,
    TileRegsReleaseOp,
    TileRegsWaitOp,
)
from ttmlir_py.dialects.ttkernel.enums import CBPort
from ttmlir_py.dialects.ttkernel.matrix_unit import MatmulInitOp
from ttmlir_py.dialects.ttkernel.types import CBType
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal import batched_matmul, matmul_from_rows
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import (
    ComputeBuilder,
    Kernel,
    core_range,
    end_kernel,
    new_block,
    replace_by_program,
    tensix_config,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.matmul_blocks import (
    BUFFERS,
    Blocks,
    build_step,
    largest_divisor,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.memory import FreeL1, Operand
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.multicast import Feed, feed_kernels
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.padding import clear_padding
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.streams import require_floats
from ttmlir_py.passes.ttmetal.grids import is_multiplied_from_rows
from ttmlir_py.rewriting.conversion import Lowerings, UnsupportedError

MOST_STEP = 8
"""The maximum number of tile columns of the left operand in a step."""


def _build_compute(
    kernel: ComputeBuilder, buffers: Sequence[SSAValue], blocks: Blocks, *, streamed: bool
) -> None:
    """Insert the products of all subblocks. `buffers` are those of the operands and the result."""
    left, right, target = buffers
    steps = blocks.steps
    kernel.call(MatmulInitOp, left, right, target, kernel.i32(0))
    row, rows = kernel.count(steps.rows)
    column, columns = rows.count(steps.columns)
    columns.call(TileRegsAcquireOp)
    if streamed:
        _, step = columns.count(steps.inner)
        pages = [step.i32(count) for count in blocks.pages]
        for buffer, count in zip((left, right), pages, strict=True):
            step.call(CBWaitFrontOp, buffer, count)
        build_step(step, (left, right), blocks, (0, 0), (blocks.step, blocks.width))
        for buffer, count in zip((left, right), pages, strict=True):
            step.call(CBPopFrontOp, buffer, count)
        step.end_loop()
    else:
        first = columns.linear((row, blocks.height * blocks.inner))
        starts = first, columns.linear((column, blocks.width))
        build_step(columns, (left, right), blocks, starts, (blocks.inner, blocks.columns))
    columns.call(TileRegsCommitOp)
    columns.call(TileRegsWaitOp)
    start = columns.linear((row, blocks.height * blocks.columns), (column, blocks.width))
    number, packer = columns.count(blocks.height * blocks.width)
    packer.call(PackTileOp, number, target, packer.add(start, number))
    packer.end_loop()
    columns.call(TileRegsReleaseOp)
    columns.end_loop()
    rows.end_loop()


class _Program:
    """The program for one product of two matrices."""

    def __init__(self, op: MatmulOp):
        self._op = op
        self._left, self._right = Operand.of(op.a), Operand.of(op.b)
        self._result = Operand.of(op.output)
        self._cores = core_range(self._result.layout.grid, scope_device(op).workerGrid)
        rows, columns = self._result.shard
        left_inner, right_inner = self._left.shard[1], self._right.shard[0]
        inner = self._inner()
        self._is_local = self._result.layout.grid.get_grid_volume() == 1
        most = inner if self._is_local else MOST_STEP
        divided = gcd(left_inner, right_inner, inner)
        self._blocks = Blocks.of(rows, columns, inner, largest_divisor(divided, most))
        while not (self._is_local or self._fits()) and most > 1:
            most -= 1
            self._blocks = Blocks.of(rows, columns, inner, largest_divisor(divided, most))

    def _fits(self) -> bool:
        """Whether the circular buffers fit in L1 after the tensors."""
        tiles = (self._left.tile, self._right.tile)
        sizes = (tile.get_size_bytes() for tile in tiles)
        pages = zip(self._blocks.pages, sizes, strict=True)
        return sum(count * size * BUFFERS for count, size in pages) <= FreeL1(self._op).size

    def _inner(self) -> int:
        """Return the inner dimension in tiles, including the padding of the shards."""
        left = self._left.layout.get_padded_shape()[1]
        right = self._right.layout.get_padded_shape()[0]
        return min(left, right) // self._left.tile.get_width()

    def replace(self) -> None:
        """Replace the op by the program, which first clears the padding of the inner dimension."""
        op, blocks = self._op, self._blocks
        size = shape_of(op.a)[-1]
        left_value = clear_padding(op, op.a, 1, size)
        right_value = clear_padding(op, op.b, 0, size)
        target = self._result.buffer(CBPort.Out0)
        operands = (self._left, self._right)
        ports = (CBPort.In0, CBPort.In1)
        if self._is_local:
            buffers = [each.buffer(port) for each, port in zip(operands, ports, strict=True)]
            kernels = [self._compute_kernel((*buffers, target), 2)]
            replace_by_program(op, kernels, (left_value, right_value), (op.output,))
            return
        free = FreeL1(op)
        left, right = (
            free.buffer(port, operand.tile, pages * BUFFERS)
            for port, operand, pages in zip(ports, operands, blocks.pages, strict=True)
        )
        kernels = [self._compute_kernel((target, left, right), 0)]
        kernels += feed_kernels(op, self._feeds(), (target, left, right))
        replace_by_program(op, kernels, (), (op.output,))

    def _compute_kernel(self, types: Sequence[CBType], target: int) -> Kernel:
        """Return the compute kernel.

        The result's buffer is argument `target`, and the operands' buffers are the other arguments.
        """
        block = new_block(self._op, types)
        operands = [each for each in block.args if each.index != target]
        _build_compute(
            ComputeBuilder.at_end(block, self._op.location),
            (*operands, block.args[target]),
            self._blocks,
            streamed=not self._is_local,
        )
        end_kernel(block, self._op)
        return Kernel(tensix_config(self._op), self._cores, block)

    def _feeds(self) -> tuple[Feed, Feed]:
        """Return how the left and the right operand are brought to the cores."""
        blocks, grid = self._blocks, self._result.layout.grid.shape
        left_bytes, right_bytes = (each.tile.get_size_bytes() for each in (self._left, self._right))
        left_inner, right_inner = self._left.shard[1], self._right.shard[0]
        places = [divmod(step * blocks.step, left_inner) for step in range(blocks.steps.inner)]
        left = Feed(
            steps=blocks.steps,
            pages=blocks.pages[0],
            along_rows=True,
            cores=(grid[0], grid[1]),
            holders=[core for core, _ in places],
            addresses=[self._left.address + first * left_bytes for _, first in places],
            subblock_bytes=blocks.height * left_inner * left_bytes,
            runs=blocks.height,
            run_bytes=blocks.step * left_bytes,
            stride_bytes=left_inner * left_bytes,
        )
        row_bytes = blocks.columns * right_bytes
        places = [divmod(step * blocks.step, right_inner) for step in range(blocks.steps.inner)]
        right = Feed(
            steps=blocks.steps,
            pages=blocks.pages[1],
            along_rows=False,
            cores=(grid[1], grid[0]),
            holders=[core for core, _ in places],
            addresses=[self._right.address + first * row_bytes for _, first in places],
            subblock_bytes=blocks.width * right_bytes,
            runs=blocks.step,
            run_bytes=blocks.width * right_bytes,
            stride_bytes=row_bytes,
        )
        return left, right


def _lower_matmul(op: MatmulOp, state: None) -> None:
    if is_multiplied_from_rows(op):
        matmul_from_rows.lower(op)
        return
    operands = Operand.of(op.a), Operand.of(op.b), Operand.of(op.output)
    require_floats(op, *operands)
    if len(shape_of(op.b)) == 1:
        raise UnsupportedError("the right operand of a product must be a matrix")
    is_batched = prod(shape_of(op.b)[:-2]) > 1
    if is_batched and len(shape_of(op.a)) == 1:
        raise UnsupportedError("a vector is multiplied with one matrix only")
    if is_batched or not _shares_lines(*operands):
        batched_matmul.lower(op)
    else:
        _Program(op).replace()


def _shares_lines(left: Operand, right: Operand, result: Operand) -> bool:
    """Whether the operands are sharded like the result, on the same rows and columns of cores."""
    rows, columns = result.layout.grid.shape
    return (
        (left.layout.grid.shape[0], right.layout.grid.shape[1]) == (rows, columns)
        and (left.shard[0], right.shard[1]) == result.shard
        and (rows * columns > 1 or left.layout.grid == right.layout.grid)
    )


LOWERINGS: Lowerings[None] = {MatmulOp: _lower_matmul}
