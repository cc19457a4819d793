"""The pass `ttnn-dense-transfers`: move permuted tensors to the host in fewer tiles."""

from __future__ import annotations

from math import prod

from typing_extensions import override
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor, integers, shape_of, tensor_type
from ttmlir_py.dialects.tt.target import is_for_later
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import TTNN_WITH_LAYOUTS
from ttmlir_py.passes.ttir.rules import is_used_once, tiles_of, users_of
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.layouts import layout_of, with_shape
from ttmlir_py.rewriting.attributes import dense_i64_array
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.mutation import erase, replace


class TTNNDenseTransfersPass(Pass):
    """Move permuted tensors to the host in fewer tiles

    Convolutions take their weights in rows on the host. A permuted weight has the small dimensions
    of the window last, so that each of its tiles holds few elements. This pass permutes it with
    these dimensions merged, and splits them on the host, where a reshape of rows moves no data.

    In programs for later revisions, a reshape next to a layout change is done in rows, too.
    """

    name = "ttnn-dense-transfers"
    cpp_name = "TTNNDenseTransfers"
    requires = (TTNN_WITH_LAYOUTS,)

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        builder = TTNNBuilder()
        moves = [each for each in ops_in(op.regions) if isinstance(each, ttnn.ToLayoutOp)]
        changes = sum(_merge_dims(each, builder) for each in moves)
        if is_for_later(op):
            moves = [each for each in ops_in(op.regions) if isinstance(each, ttnn.ToLayoutOp)]
            changes += sum(_reshape_in_rows(each, builder) for each in moves)
            moves = [each for each in ops_in(op.regions) if isinstance(each, ttnn.ToLayoutOp)]
            changes += sum(_cancel(each) for each in moves)
        return changes > 0


def _cancel(move: ttnn.ToLayoutOp) -> bool:
    """Replace a layout change by the tensor from which its operand was changed, if its layout is
    the wanted one.

    Law: `to_layout(to_layout(x)) == x`, if the type of the result is that of `x`, and neither
    changes the format.
    """
    before = move.operands[0].owner
    if not isinstance(before, ttnn.ToLayoutOp) or before.operands[0].type != move.result.type:
        return False
    formats = {layout_of(tensor_type(each.result)).get_data_type() for each in (before, move)}
    if len(formats) > 1:
        return False
    replace(move, (before.operands[0],))
    if before.result.first_use is None:
        erase(before)
    return True


def _reshape_in_rows(move: ttnn.ToLayoutOp, builder: TTNNBuilder) -> bool:
    """Reshape before or behind `move` in rows instead of in tiles, where it moves no data if the
    last dimension stays.

    Law: `to_layout(reshape(x)) == reshape(to_layout(x))`.
    """
    source, target = layout_of(tensor_type(move.operands[0])), layout_of(tensor_type(move.result))
    if source.is_system_buffer_type() or target.is_system_buffer_type():
        return False
    if source.is_tiled() and not target.is_tiled():
        before = move.operands[0].owner
        if not isinstance(before, ttnn.ReshapeOp) or not is_used_once(before.results[0]):
            return False
        value = _moved(move, before.input, builder, move, tensor_type(move.result))
        replace(move, (builder.reshape(value, shape_of(move.result), move),))
        erase(before)
        return True
    users = list(users_of(move.result))
    if source.is_tiled() or not target.is_tiled() or len(users) != 1:
        return False
    (after,) = users
    if not isinstance(after, ttnn.ReshapeOp):
        return False
    value = builder.reshape(move.operands[0], shape_of(after.results[0]), after)
    replace(after, (_moved(move, value, builder, after, tensor_type(after.results[0])),))
    erase(move)
    return True


def _moved(
    move: ttnn.ToLayoutOp,
    value: SSAValue,
    builder: TTNNBuilder,
    before: Operation,
    like: RankedTensor,
) -> SSAValue:
    """Insert the layout change `move` for another value. `like` has the layout of its result."""
    type_ = with_shape(like, shape_of(value))
    config = {"memory_config": builder.memory_config(layout_of(type_))}
    operands = (value, *move.operands[1:])
    at = Builder(before, move.location)
    return at.value(ttnn.ToLayoutOp, operands, type_, **{**move.properties, **config})


def _merge_dims(move: ttnn.ToLayoutOp, builder: TTNNBuilder) -> bool:
    """Permute with merged dimensions before `move`, if that needs fewer tiles.

    A reshape may follow the permutation: it keeps the order of the elements, so that the reshape on
    the host does its work.

    Law: `to_host(reshape(permute(x))) == reshape(to_host(permute(reshape(x))))`, if the dimensions
    that the inner reshape merges stay next to each other.
    """
    source, target = layout_of(tensor_type(move.operands[0])), layout_of(tensor_type(move.result))
    if not is_used_once(move.operands[0]):
        return False
    permuted = between = move.operands[0].owner
    if isinstance(between, ttnn.ReshapeOp) and is_used_once(between.input):
        permuted = between.input.owner
    if not isinstance(permuted, ttnn.PermuteOp):
        return False
    if permuted.memory_config is not None:
        return False
    leaves = source.is_tiled() and not source.is_system_buffer_type()
    if not leaves or target.is_tiled() or not target.is_system_buffer_type():
        return False
    shape, merged, order = shape_of(permuted.input), *_merged(permuted)
    result = shape_of(move.result)
    dense = [merged[dim] for dim in order]
    if len(merged) < 2 or tiles_of(dense) + tiles_of(merged) >= tiles_of(result) + tiles_of(shape):
        return False
    value: SSAValue = builder.reshape(permuted.input, merged, permuted)
    on_device = with_shape(tensor_type(permuted.result), dense)
    on_host = with_shape(tensor_type(move.result), dense)
    again = Builder(permuted, permuted.location)
    properties = {**permuted.properties, "permutation": dense_i64_array(order)}
    value = again.value(ttnn.PermuteOp, (value,), on_device, **properties)
    out = Builder(move, move.location)
    operands = (value, *move.operands[1:])
    value = out.value(ttnn.ToLayoutOp, operands, on_host, **move.properties)
    replace(move, (builder.reshape(value, result, move),))
    if isinstance(between, ttnn.ReshapeOp):
        erase(between)
    erase(permuted)
    return True


def _merged(op: ttnn.PermuteOp) -> tuple[list[int], list[int]]:
    """Return the shape of the operand of `op` with merged dimensions, and the permutation of these.

    Dimensions that are next to each other before and after are merged. Those of size 1 are left
    out.
    """
    shape = shape_of(op.input)
    long = [dim for dim in integers(op.permutation) if shape[dim] != 1]
    places = sorted(long)
    groups: list[list[int]] = []
    for dim in long:
        follows = bool(groups) and places.index(dim) == places.index(groups[-1][-1]) + 1
        if follows:
            groups[-1].append(dim)
        else:
            groups.append([dim])
    ordered = sorted(groups)
    sizes = [prod(shape[dim] for dim in group) for group in ordered]
    return sizes, [ordered.index(group) for group in groups]
