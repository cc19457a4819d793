"""Transpositions of the last two dimensions, whose tiles go to other places, and reshapes that keep rows whole, which do."""

from math import prod

from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.ttir import ReshapeOp, TransposeOp
from ttmlir_py.dialects.ttkernel.circular_buffers import CBPopFrontOp, CBWaitFrontOp
from ttmlir_py.dialects.ttkernel.compute import UnaryOpInitCommonOp
from ttmlir_py.dialects.ttkernel.matrix_unit import TransposeInitOp, TransposeTileOp
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal import broadcast
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import ComputeBuilder
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.memory import Operand
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.streams import (
    Buffers,
    Stream,
    StreamProgram,
    acquire,
    next_tile,
    pack,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.to_layout import (
    keeps_columns,
    replace_by_movement,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.transfers import rows_movement
from ttmlir_py.passes.ttmetal.layouts import metal_layout_of
from ttmlir_py.passes.ttmetal.matrices import Matrices
from ttmlir_py.rewriting.conversion import Lowerings, UnsupportedError


def _lower_transpose(op: TransposeOp, state: None) -> None:
    source, result = Matrices.of(op.input), Matrices.of(op.output)
    rank = len(source.shape)
    dims = {dim % rank for dim in (op.dim0.value.data, op.dim1.value.data)}
    if rank < 2 or not dims <= {rank - 2, rank - 1}:
        raise UnsupportedError("only the last two dimensions are transposed")

    def tile(row: int, column: int):
        matrix, inner = result.matrix_of(row)
        if len(dims) == 1:
            yield source.tile(matrix, inner, column)
        else:
            yield source.tile(matrix, column, inner)

    program = StreamProgram(op, [Stream(Operand.of(op.input), tile)])
    if len(dims) == 1:
        program.replace(_init_copy, _copy)
    else:
        program.replace(_init_transpose, _transpose)


def _init_transpose(kernel: ComputeBuilder, buffers: Buffers) -> None:
    kernel.call(TransposeInitOp, buffers.sources[0], buffers.target)


def _transpose(kernel: ComputeBuilder, buffers: Buffers) -> None:
    (source,) = buffers.sources
    zero, one = kernel.i32(0), kernel.i32(1)
    kernel.call(CBWaitFrontOp, source, one)
    acquire(kernel)
    kernel.call(TransposeTileOp, source, zero, zero)
    kernel.call(CBPopFrontOp, source, one)
    pack(kernel, buffers.target)


def _lower_reshape(op: ReshapeOp, state: None) -> None:
    before, after = shape_of(op.input), shape_of(op.output)
    if (before or (1,))[-1] != (after or (1,))[-1] or prod(before) != prod(after):
        raise UnsupportedError("only reshapes are supported that keep the last dimension")
    source, target = metal_layout_of(op.input.type), metal_layout_of(op.output.type)
    if not target.is_tiled() and keeps_columns(source, target):
        moved = rows_movement((before, source), (after, target))
        replace_by_movement(op, moved, source, reads=True)
    else:
        broadcast.lower_reshape(op)


def _init_copy(kernel: ComputeBuilder, buffers: Buffers) -> None:
    kernel.call(UnaryOpInitCommonOp, buffers.sources[0], buffers.target)


def _copy(kernel: ComputeBuilder, buffers: Buffers) -> None:
    acquire(kernel)
    next_tile(kernel, buffers.sources[0], 0)
    pack(kernel, buffers.target)


LOWERINGS: Lowerings[None] = {TransposeOp: _lower_transpose, ReshapeOp: _lower_reshape}
