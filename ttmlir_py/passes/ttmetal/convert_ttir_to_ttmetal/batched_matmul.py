"""Lowering of `ttir.matmul` of several pairs of matrices, or with operands on other cores.

Each core reads the tiles that it needs.
"""

from collections.abc import Iterator, Sequence
from math import prod

from xdsl.ir import SSAValue

from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.ttir import MatmulOp
from ttmlir_py.dialects.ttkernel.circular_buffers import (
    CBPopFrontOp,
    CBPushBackOp,
    CBReserveBackOp,
    CBWaitFrontOp,
)
from ttmlir_py.dialects.ttkernel.matrix_unit import MatmulInitOp, MatmulInitShortOp, MatmulTilesOp
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import ComputeBuilder
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.memory import Operand
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.streams import (
    Buffers,
    Constant,
    Stream,
    StreamProgram,
    TileIndex,
    acquire,
    choose,
    next_tile,
    pack,
)
from ttmlir_py.passes.ttmetal.layouts import TILE_SIZE
from ttmlir_py.passes.ttmetal.matrices import Matrices


class _Products:
    """The program for a product of several pairs of matrices."""

    def __init__(self, op: MatmulOp):
        self._op = op
        self._is_batched = prod(shape_of(op.b)[:-2]) > 1
        self._left, self._right = Matrices.of(op.a), Matrices.of(op.b)
        self._result = Matrices.of(op.output)
        self._inner = self._right.rows
        self._rest = shape_of(op.a)[-1] % TILE_SIZE

    def replace(self) -> None:
        """Replace the op by a program."""
        operands = [Operand.of(value) for value in (self._op.a, self._op.b)]
        sequences = (self._left_tiles, self._right_tiles)
        constants: list[Constant] = []
        if self._rest:
            masks = (TILE_SIZE, self._rest), (self._rest, TILE_SIZE)
            constants = [*(Constant.mask(*mask) for mask in masks), Constant.splat(0.0)]
        program = StreamProgram(
            self._op,
            [Stream(*each) for each in zip(operands, sequences, strict=True)],
            constants,
            [each.tile for each in operands] if self._rest else (),
        )
        program.replace(self._init, self._tile)

    def _order(self) -> Sequence[int]:
        """Return the order in which the tiles along the inner dimension are multiplied.

        The last one, which has the padding, comes first.
        """
        return (self._inner - 1, *range(self._inner - 1))

    def _left_tiles(self, row: int, column: int) -> Iterator[TileIndex]:
        for inner in self._order():
            if not self._is_batched:
                yield self._left.clamped(row, inner)
                continue
            matrix, inside = self._result.matrix_of(row)
            yield self._left.tile(self._operand_matrix(self._left, matrix), inside, inner)

    def _right_tiles(self, row: int, column: int) -> Iterator[TileIndex]:
        matrix, _ = self._result.matrix_of(row)
        matrix = self._operand_matrix(self._right, matrix) if self._is_batched else 0
        for inner in self._order():
            yield self._right.tile(matrix, inner, column)

    def _operand_matrix(self, operand: Matrices, matrix: int) -> int:
        """Return the matrix of `operand` that matrix `matrix` of the result is computed from.

        The outer dimensions of the operand may be 1 or missing.
        """
        number, stride = 0, 1
        outer = operand.shape[:-2]
        for size in reversed(self._result.shape[:-2]):
            matrix, index = divmod(matrix, size)
            if not outer:
                break
            *outer, own = outer
            number += stride * (index if own > 1 else 0)
            stride *= own
        return number

    def _init(self, kernel: ComputeBuilder, buffers: Buffers) -> None:
        kernel.call(MatmulInitOp, *buffers.sources, buffers.target, kernel.i32(0))

    def _tile(self, kernel: ComputeBuilder, buffers: Buffers) -> None:
        one = kernel.i32(1)
        if self._rest:
            zero = buffers.constants[-1]
            for source, mask, masked in zip(
                buffers.sources, buffers.constants, buffers.intermediates, strict=False
            ):
                kernel.call(CBReserveBackOp, masked, one)
                acquire(kernel)
                next_tile(kernel, source, 0)
                choose(kernel, mask, zero, 0)
                pack(kernel, masked)
                kernel.call(CBPushBackOp, masked, one)
            acquire(kernel)
            _multiply(kernel, buffers.intermediates)
        else:
            acquire(kernel)
            _multiply(kernel, buffers.sources)
        if self._inner > 1:
            _, body = kernel.count(self._inner - 1)
            _multiply(body, buffers.sources)
            body.end_loop()
        pack(kernel, buffers.target)


def _multiply(kernel: ComputeBuilder, operands: Sequence[SSAValue]) -> None:
    """Insert the product of the next tile of each of two buffers."""
    zero, one = kernel.i32(0), kernel.i32(1)
    kernel.call(MatmulInitShortOp, *operands, zero)
    for operand in operands:
        kernel.call(CBWaitFrontOp, operand, one)
    kernel.call(MatmulTilesOp, *operands, zero, zero, zero)
    for operand in operands:
        kernel.call(CBPopFrontOp, operand, one)


def lower(op: MatmulOp) -> None:
    """Replace the product `op` by a program."""
    _Products(op).replace()
