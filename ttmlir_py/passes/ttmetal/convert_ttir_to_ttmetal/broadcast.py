"""Lowering of broadcasts.

Data movement threads copy elements to other positions, and compute threads repeat columns.
"""

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.ttkernel.attributes import BcastTypeAttr
from ttmlir_py.dialects.ttkernel.compute import UnaryBcastInitOp, UnaryBcastTileOp
from ttmlir_py.dialects.ttkernel.enums import BcastType
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import ComputeBuilder
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.compute import packed
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.elementwise import replace_by_kernel
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.loops import Tile, loop_over_tiles
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.to_layout import move_chunks
from ttmlir_py.passes.ttmetal.moves import MOVES, chunk_of, moves_rows, origins
from ttmlir_py.rewriting.conversion import Lowerings, UnsupportedError

_COLUMN = BcastTypeAttr(BcastType.Col)


def _lower_move(op: DestinationStyle, state: None) -> None:
    if not moves_rows(op):
        raise UnsupportedError(
            "it moves parts of rows that are not multiples of 32 bytes, which is supported "
            "only for tensors without layouts (see --ttir-decompose-for-kernels)"
        )
    size = chunk_of(op)
    move_chunks(op, op.dps_inputs, op.dps_inits[0], size, origins(op, size))


def _lower_broadcast(op: ttir.BroadcastOp, state: None) -> None:
    if shape_of(op.input)[-1:] == shape_of(op.output)[-1:]:
        _lower_move(op, state)
    else:
        if shape_of(op.input)[:-1] != shape_of(op.output)[:-1]:
            raise UnsupportedError(
                "the last dimension is stretched after the others (see --ttir-broadcast-operands)"
            )
        replace_by_kernel(op, _repeat_columns)


def _repeat_columns(kernel: ComputeBuilder, buffers: Sequence[SSAValue]) -> None:
    """Insert code that repeats the first column of each row of tiles in all tiles of that row."""
    source, target = buffers
    kernel.call(UnaryBcastInitOp, source, target, bcast_type=_COLUMN)

    def body(tile: Tile) -> None:
        target_number, number = tile.numbers
        register = tile.kernel.i32(0)
        with packed(tile.kernel, register, target, target_number):
            tile.kernel.call(UnaryBcastTileOp, source, number, register, bcast_type=_COLUMN)

    loop_over_tiles(kernel, (target, source), body, repeated=(1,))


LOWERINGS: Lowerings[None] = {
    **dict.fromkeys(MOVES, _lower_move),
    ttir.BroadcastOp: _lower_broadcast,
}
