"""Lowering of transpositions of the last two dimensions, which move and transpose tiles."""

from ttmlir_py.dialects.ttir import TransposeOp
from ttmlir_py.dialects.ttkernel.circular_buffers import CBPopFrontOp, CBWaitFrontOp
from ttmlir_py.dialects.ttkernel.compute import UnaryOpInitCommonOp
from ttmlir_py.dialects.ttkernel.matrix_unit import TransposeInitOp, TransposeTileOp
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
from ttmlir_py.passes.ttmetal.matrices import Matrices
from ttmlir_py.rewriting.conversion import Lowerings, UnsupportedError


def _lower_transpose(op: TransposeOp, state: None) -> None:
    source, result = Matrices.of(op.input), Matrices.of(op.output)
    rank = len(source.shape)
    dims = {dim % rank for dim in (op.dim0.value.data, op.dim1.value.data)}
    if rank < 2 or not dims <= {rank - 2, rank - 1}:
        raise UnsupportedError(
            "only the last two dimensions of tensors with layouts are transposed"
        )

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


def _init_copy(kernel: ComputeBuilder, buffers: Buffers) -> None:
    kernel.call(UnaryOpInitCommonOp, buffers.sources[0], buffers.target)


def _copy(kernel: ComputeBuilder, buffers: Buffers) -> None:
    acquire(kernel)
    next_tile(kernel, buffers.sources[0], 0)
    pack(kernel, buffers.target)


LOWERINGS: Lowerings[None] = {TransposeOp: _lower_transpose}
