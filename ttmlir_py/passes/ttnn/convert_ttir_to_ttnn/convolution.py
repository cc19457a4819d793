"""Lowering of convolutions and pooling.

TTNN takes and returns images flattened to 1 x 1 x (N * H * W) x C.
"""

from collections.abc import Sequence
from math import inf

from xdsl.dialects.builtin import AnyFloat, DenseArrayBase
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor, ranked_tensor, tensor_type
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.one_to_one import Lowering
from ttmlir_py.passes.ttnn.layouts import layout_of, with_shape
from ttmlir_py.rewriting.attributes import (
    bool_attr,
    dense_i32_array,
    f32_attr,
    i32,
    int_value,
    si32,
)
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import defining_op, erase, replace


def _flat(shape: Sequence[int]) -> tuple[int, int, int, int]:
    """Return TTNN's flattened shape 1 x 1 x (N * H * W) x C of an N x H x W x C image."""
    return 1, 1, shape[0] * shape[1] * shape[2], shape[3]


def _flat_type(tensor: RankedTensor) -> RankedTensor:
    """Return the flattened tensor type. As in upstream, it keeps the layout for the original
    shape.
    """
    return ranked_tensor(tensor.element_type, _flat(tensor.get_shape()), layout_of(tensor))


def _insert_flat(
    op: Operation,
    cls: type[Operation],
    operands: Sequence[SSAValue],
    result: RankedTensor,
    properties: dict[str, Attribute],
    builder: TTNNBuilder,
) -> None:
    """Replace `op` by an op `cls` with a flattened result, and a reshape to the type `result`."""
    flat = Builder(op).value(cls, operands, _flat_type(result), **properties)
    replace(op, (builder.reshape(flat, result.get_shape(), op),))


def _is_image(value: SSAValue) -> bool:
    """Whether `value` has rank 4, like a batch of images."""
    return len(tensor_type(value).get_shape()) == 4


def _padding(op: Operation) -> tuple[int, ...]:
    """Return the padding of `op`: left, right, top, bottom."""
    return tuple(
        int_value(op.properties[f"padding_{side}"]) for side in ("left", "right", "top", "bottom")
    )


def _evenly_padded(
    op: Operation, number: float, builder: TTNNBuilder
) -> tuple[SSAValue, tuple[int, int]]:
    """Return the source of `op`, and the remaining padding of height and width.

    TTNN cannot pad opposite sides differently. In that case the source is padded with `number`, and
    no padding remains.
    """
    source = op.operands[0]
    left, right, top, bottom = _padding(op)
    if (left, top) == (right, bottom):
        return source, (top, right)
    batch, height, width, channels = tensor_type(source).get_shape()
    shape = (batch, height + top + bottom, width + left + right, channels)
    padded = with_shape(tensor_type(source), shape)
    value = Builder(op).value(
        ttnn.PadOp,
        (source,),
        padded,
        padding=dense_i32_array((0, 0, top, bottom, left, right, 0, 0)),
        value=f32_attr(number),
        use_multicore=bool_attr(True),
        memory_config=builder.memory_config(layout_of(padded)),
    )
    return value, (0, 0)


def lower_conv2d(op: ttir.Conv2dOp, builder: TTNNBuilder) -> bool:
    """Lower `ttir.conv2d` to `ttnn.conv2d`."""
    if not _is_image(op.operands[0]):
        return False
    device = builder.device(op)
    _, weight, *bias, output = op.operands
    source, padding = _evenly_padded(op, 0, builder)
    batch, height, width, channels = tensor_type(source).get_shape()
    kernel_height, kernel_width = tensor_type(weight).get_shape()[-2:]
    result = tensor_type(output)
    same = ("stride_height", "stride_width", "dilation_height", "dilation_width", "groups")
    values = {name: int_value(op.properties[name]) for name in same} | {
        "in_channels": channels,
        "out_channels": result.get_shape()[-1],
        "batch_size": batch,
        "input_height": height,
        "input_width": width,
        "kernel_height": kernel_height,
        "kernel_width": kernel_width,
        "padding_height": padding[0],
        "padding_width": padding[1],
    }
    flat = builder.reshape(source, _flat(tensor_type(source).get_shape()), op)
    empty = builder.empty(_flat_type(result), op)
    properties: dict[str, Attribute] = {name: i32(value) for name, value in values.items()}
    operands = (flat, weight, *bias, empty, device)
    _insert_flat(op, ttnn.Conv2dOp, operands, result, properties, builder)
    return True


def lower_conv_transpose2d(op: ttir.ConvTranspose2dOp, builder: TTNNBuilder) -> bool:
    """Lower `ttir.conv_transpose2d` to `ttnn.conv_transpose2d`, which takes an image that is not
    flattened.
    """
    strides = {
        name: _per_dimension(op.properties[name], 2)
        for name in ("stride", "output_padding", "dilation")
    }
    padding = _per_dimension(op.properties["padding"], 4)
    source, weight, *bias, output = op.operands
    old_empty = defining_op(output, ttnn.EmptyOp)
    if None in strides.values() or padding is None or old_empty is None:
        return False
    if padding[0] != padding[1] or padding[2] != padding[3] or not _is_image(source):
        return False
    device = builder.device(op)
    batch, height, width, channels = tensor_type(source).get_shape()
    result = tensor_type(output)
    properties: dict[str, Attribute] = {
        "in_channels": i32(channels),
        "out_channels": i32(result.get_shape()[3]),
        "batch_size": i32(batch),
        "input_height": i32(height),
        "input_width": i32(width),
        "kernel_size": dense_i32_array(tensor_type(weight).get_shape()[2:4]),
        "padding": dense_i32_array(padding[:2]),
        "groups": i32(int_value(op.properties["groups"])),
        **{name: dense_i32_array(pair) for name, pair in strides.items() if pair is not None},
    }
    flat_type = _flat_type(result)
    empty = Builder(op, old_empty.location).value(
        ttnn.EmptyOp, (device,), flat_type, **builder.empty_properties(flat_type)
    )
    operands = (source, weight, *bias, empty, device)
    _insert_flat(op, ttnn.ConvTranspose2dOp, operands, result, properties, builder)
    if output.first_use is None:
        erase(old_empty)
    return True


def _per_dimension(attribute: Attribute, count: int) -> tuple[int, ...] | None:
    """Return `count` numbers from an attribute that has one number, or one for each dimension.

    Where four numbers are needed, a pair is repeated. Return None for other counts.
    """
    if not isinstance(attribute, DenseArrayBase):
        return (int_value(attribute),) * count
    values: tuple[int, ...] = tuple(attribute.get_values())
    if count == 4 and len(values) == 2:
        return values * 2
    return values if len(values) == count else None


def lower_max_pool2d(op: ttir.MaxPool2dOp, builder: TTNNBuilder) -> bool:
    """Lower `ttir.max_pool2d` to `ttnn.max_pool2d`."""
    left, right, top, bottom = _padding(op)
    is_even = (left, top) == (right, bottom)
    is_float = isinstance(tensor_type(op.operands[0]).element_type, AnyFloat)
    if not _is_image(op.operands[0]) or not (is_even or is_float):
        return False
    device = builder.device(op)
    output = op.operands[1]
    source, padding = _evenly_padded(op, -inf, builder)
    batch, height, width, channels = tensor_type(source).get_shape()
    result = tensor_type(output)
    flat = builder.reshape(source, _flat(tensor_type(source).get_shape()), op)
    empty = builder.empty(_flat_type(result), op)
    same = ("kernel", "stride", "dilation")
    properties: dict[str, Attribute] = {
        **{
            f"{name}_{side}": op.properties[f"{name}_{side}"]
            for name in same
            for side in ("height", "width")
        },
        "batch_size": si32(batch),
        "input_height": si32(height),
        "input_width": si32(width),
        "channels": si32(channels),
        "ceil_mode": op.properties["ceil_mode"],
        "padding_height": si32(padding[0]),
        "padding_width": si32(padding[1]),
    }
    _insert_flat(op, ttnn.MaxPool2dOp, (flat, empty, device), result, properties, builder)
    return True


WITHOUT_OUTPUT = {ttir.Upsample2dOp: ttnn.UpsampleOp}
LOWERINGS: dict[type[Operation], Lowering] = {
    ttir.Conv2dOp: lower_conv2d,
    ttir.ConvTranspose2dOp: lower_conv_transpose2d,
    ttir.MaxPool2dOp: lower_max_pool2d,
}
