"""Tensors whose rows are repeated, which data movement threads do, and those whose columns are, which the compute threads do."""

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr
from ttmlir_py.dialects.ttkernel.attributes import BcastTypeAttr
from ttmlir_py.dialects.ttkernel.compute import UnaryBcastInitOp, UnaryBcastTileOp
from ttmlir_py.dialects.ttkernel.enums import BcastType
from ttmlir_py.ir import affine
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import ComputeBuilder
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.compute import packed
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.elementwise import replace_by_kernel
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.loops import Tile, loop_over_tiles
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.to_layout import replace_by_movement
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.transfers import Movement, Route
from ttmlir_py.passes.ttmetal.layouts import metal_layout_of
from ttmlir_py.rewriting.conversion import Lowerings, UnsupportedError

_COLUMN = BcastTypeAttr(BcastType.Col)


def _lower_broadcast(op: ttir.BroadcastOp, state: None) -> None:
    if shape_of(op.input)[-1] == shape_of(op.output)[-1]:
        _copy_rows(op)
    else:
        if shape_of(op.input)[:-1] != shape_of(op.output)[:-1]:
            raise UnsupportedError(
                "the last dimension is stretched after the others (see --ttir-broadcast-operands)"
            )
        replace_by_kernel(op, _repeat_columns)


def lower_reshape(op: ttir.ReshapeOp) -> None:
    """Copy rows where only leading dimensions of 1 come or go, whatever the grids."""
    shorter, longer = sorted((shape_of(op.input), shape_of(op.output)), key=len)
    if longer != (1,) * (len(longer) - len(shorter)) + shorter:
        raise UnsupportedError("only leading dimensions of 1 are added or removed")
    _copy_rows(op)


def _copy_rows(op: ttir.BroadcastOp | ttir.ReshapeOp) -> None:
    """Copy whole rows, with their padding. Where there is only one column, each core of a row of the grid gets it."""
    source, target = metal_layout_of(op.input.type), metal_layout_of(op.output.type)
    if source.is_tiled() or target.is_tiled():
        raise UnsupportedError("rows are copied, not tiles (see --ttir-layout)")
    shape, sizes = shape_of(op.output) or (1,), shape_of(op.input) or (1,)
    copies, width = 1, min(each.get_padded_shape()[-1] for each in (source, target))
    if shape[-1] == 1:
        copies, width = target.grid.shape[-1], target.get_shard_shape()[-1]
    copy, *outer, column = affine.identity(len(shape) + 1).results
    aligned = (*[1] * (len(shape) - len(sizes)), *sizes)[-len(shape) :]
    zero = AffineConstantExpr(0)
    read = [zero if size == 1 else row for size, row in zip(aligned[:-1], outer, strict=True)]
    index = [*[zero] * (len(sizes) - len(shape)), *read, column][-len(sizes) :]
    loops = len(shape) + 1
    moved = _movement(
        op,
        _rows_at(op, source, index, loops),
        _rows_at(op, target, [*outer, copy * width + column], loops),
        (copies, *shape[:-1], width),
    )
    # Padding is read when rows become tiles.
    (filled, _), (rows, _) = (
        target.get_physical_shape(shape_of(op.output)),
        target.get_padded_shape(),
    )
    copy, row, column = affine.identity(3).results
    padding = _movement(
        op,
        _rows_at(op, source, [*[zero] * (len(sizes) - 1), column], 3),
        _at(op, target, affine.identity(2), [row + filled, copy * width + column], 3),
        (copies, rows - filled, width),
    )
    for core, transfers in padding.items():
        moved.setdefault(core, []).extend(transfers)
    replace_by_movement(op, moved, source, reads=True)


def _movement(
    op: ttir.BroadcastOp | ttir.ReshapeOp,
    source: AffineMap,
    target: AffineMap,
    shape: Sequence[int],
) -> Movement:
    """What each core reads of elements whose places loops over a shape give."""
    layout = metal_layout_of(op.output.type)
    size, most = layout.get_element_size_bytes(), layout.get_shard_size_in_bytes()
    route = Route(source, target, reads=True, element_bytes=size, capacity=most)
    return route.movement(shape)


def _rows_at(
    op: Operation, layout: MetalLayoutAttr, index: Sequence[AffineExpr], loops: int
) -> AffineMap:
    """Where elements lie whose indices are given by the numbers of loops. A tensor of no dimensions is a row."""
    linear = layout.linear
    if not linear.num_dims:
        linear = affine.make_map(1, AffineConstantExpr(0), *affine.identity(1).results)
    return _at(op, layout, linear, index, loops)


def _at(
    op: Operation,
    layout: MetalLayoutAttr,
    linear: AffineMap,
    index: Sequence[AffineExpr],
    loops: int,
) -> AffineMap:
    """Where elements lie of a layout, if it has such a map of its elements to rows and columns."""
    device_map = scope_device(op).get_map_for_memory_space(layout.get_memory_space())
    return affine.compose(layout.project_onto(linear, device_map), affine.make_map(loops, *index))


def _repeat_columns(kernel: ComputeBuilder, buffers: Sequence[SSAValue]) -> None:
    """Repeat the first column of each row of tiles all over the row of tiles of the output."""
    source, target = buffers
    kernel.call(UnaryBcastInitOp, source, target, bcast_type=_COLUMN)

    def body(tile: Tile) -> None:
        target_number, number = tile.numbers
        register = tile.kernel.i32(0)
        with packed(tile.kernel, register, target, target_number):
            tile.kernel.call(UnaryBcastTileOp, source, number, register, bcast_type=_COLUMN)

    loop_over_tiles(kernel, (target, source), body, repeated=(1,))


LOWERINGS: Lowerings[None] = {
    ttir.BroadcastOp: _lower_broadcast,
}
