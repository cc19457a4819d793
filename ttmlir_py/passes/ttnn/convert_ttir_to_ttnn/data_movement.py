"""Lowering of ops that rearrange the elements of tensors."""

from math import isfinite

from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.tensor_types import integers, tensor_type
from ttmlir_py.dialects.ttnn.enums import BufferType
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.exact_integers import held, is_exact
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.one_to_one import Lowering
from ttmlir_py.passes.ttnn.layouts import layout_of
from ttmlir_py.rewriting.attributes import (
    bool_attr,
    f32_attr,
    i32_array,
    int_value,
    is_exact_in_f32,
    segments,
    si32,
)
from ttmlir_py.rewriting.conversion import UnsupportedError
from ttmlir_py.rewriting.mutation import supersede


def lower_repeat(op: ttir.RepeatOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.repeat` to `ttnn.repeat`."""
    dims = builder.shape(op.repeat_dimensions)
    supersede(op, ttnn.RepeatOp, {"repeat_dims": dims}, op.operands[:1])


def lower_broadcast(op: ttir.BroadcastOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.broadcast` to `ttnn.repeat`, or to `ttnn.empty` for a result of no elements."""
    if 0 in integers(op.broadcast_dimensions):
        result = tensor_type(op.results[0])
        supersede(op, ttnn.EmptyOp, builder.empty_properties(result), (builder.device(op),))
        return
    dims = builder.shape(op.broadcast_dimensions)
    supersede(op, ttnn.RepeatOp, {"repeat_dims": dims}, op.operands[:1])


def lower_squeeze(op: ttir.SqueezeOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.squeeze` to a `ttnn.reshape` that drops the dimension."""
    shape = list(tensor_type(op.operands[0]).get_shape())
    dim = int_value(op.properties["dim"])
    del shape[dim]
    supersede(op, ttnn.ReshapeOp, {"shape": i32_array(shape)}, op.operands[:1])


def lower_unsqueeze(op: ttir.UnsqueezeOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.unsqueeze` to a `ttnn.reshape` that adds the dimension.

    A negative `dim` counts from the end of the new shape.
    """
    shape = list(tensor_type(op.operands[0]).get_shape())
    dim = int_value(op.properties["dim"])
    shape.insert(dim if dim >= 0 else dim + len(shape) + 1, 1)
    supersede(op, ttnn.ReshapeOp, {"shape": i32_array(shape)}, op.operands[:1])


def lower_concat(op: ttir.ConcatOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.concat` to `ttnn.concat`, whose `dim` must not be negative."""
    dim = int_value(op.properties["dim"])
    if dim < 0:
        dim += len(tensor_type(op.operands[0]).get_shape())
    supersede(op, ttnn.ConcatOp, {"dim": si32(dim)})


def lower_pad(op: ttir.PadOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.pad` to `ttnn.pad`, with a memory configuration if the tensor is on the
    device.
    """
    properties: dict[str, Attribute] = {
        "padding": op.properties["padding"],
        "value": _held_value(op, builder),
        "use_multicore": bool_attr(True),
    }
    layout = layout_of(tensor_type(op.results[0]))
    if layout.get_buffer_type() is not BufferType.SystemMemory:
        properties["memory_config"] = builder.memory_config(layout)
    supersede(op, ttnn.PadOp, properties)


def _held_value(op: ttir.PadOp, builder: TTNNBuilder) -> Attribute:
    """Return the padding value as stored.

    For exact integers that lose their sign, it is the unsigned number with the same bits.
    """
    result, number = tensor_type(op.results[0]), op.value.value.data
    if number >= 0 or not is_exact(result, builder) or not isfinite(number):
        return op.properties["value"]
    pads = held(result, int(number))
    if not is_exact_in_f32(pads):
        raise UnsupportedError(f"it pads with {number:.0f}, which f32 cannot represent modulo 2^32")
    return f32_attr(float(pads))


def lower_scatter(op: ttir.ScatterOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.scatter` to `ttnn.scatter`, whose operands are the update and then the tensor."""
    operands = (op.update, op.input, op.output)
    supersede(op, ttnn.ScatterOp, {"operandSegmentSizes": segments(2, 1)}, operands)


RENAMED = {ttir.SliceOp: ttnn.SliceOp}
WITHOUT_OUTPUT = {
    ttir.TransposeOp: ttnn.TransposeOp,
    ttir.PermuteOp: ttnn.PermuteOp,
    ttir.ReshapeOp: ttnn.ReshapeOp,
    ttir.RepeatInterleaveOp: ttnn.RepeatInterleaveOp,
}
LOWERINGS: dict[type[Operation], Lowering] = {
    ttir.RepeatOp: lower_repeat,
    ttir.BroadcastOp: lower_broadcast,
    ttir.SqueezeOp: lower_squeeze,
    ttir.UnsqueezeOp: lower_unsqueeze,
    ttir.ConcatOp: lower_concat,
    ttir.PadOp: lower_pad,
    ttir.ScatterOp: lower_scatter,
}
