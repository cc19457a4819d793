"""Conversion of matrix products, convolutions and pooling."""

from collections.abc import Callable, Mapping
from typing import Any

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import tosa, ttir
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.passes.tosa.convert_tosa_to_ttir.builder import TosaBuilder
from ttmlir_py.rewriting.attributes import bool_attr, i32_array, si32
from ttmlir_py.rewriting.conversion import UnsupportedError


def _matmul(op: tosa.MatMulOp, builder: TosaBuilder) -> SSAValue:
    if op.quantization_info is not None:
        raise UnsupportedError("TTIR's matmul has no zero points")
    return builder.into(ttir.MatmulOp, op.operands, op.c.type)


def _fully_connected(op: tosa.FullyConnectedOp, builder: TosaBuilder) -> SSAValue:
    """Return the product of the input and the transposed weight, plus the bias in each row."""
    _require_floats(op)
    weight = builder.permute(op.weight, [1, 0])
    product = builder.into(ttir.MatmulOp, (op.input, weight), op.output.type)
    bias = builder.reshaped(op.bias, [1, *shape_of(op.bias)])
    return builder.into(ttir.AddOp, (product, bias), op.output.type)


def _require_floats(op: Operation) -> None:
    types = {tensor_type(value).element_type for value in (*op.operands, *op.results)}
    if len(types) > 1 or not all(isinstance(type, AnyFloat) for type in types):
        raise UnsupportedError("quantized and mixed types are not supported")


def _conv2d(op: tosa.Conv2DOp, builder: TosaBuilder) -> SSAValue:
    """Return a convolution with one group; the filters are transposed to O x C x KH x KW."""
    weight = builder.permute(op.weight, [0, 3, 1, 2])
    return _convolution(op, builder, weight, 1)


def _depthwise_conv2d(op: tosa.DepthwiseConv2DOp, builder: TosaBuilder) -> SSAValue:
    """Return a convolution with one group per channel. The filters of a channel are consecutive."""
    height, width, channels, multiplier = shape_of(op.weight)
    weight = builder.permute(op.weight, [2, 3, 0, 1])
    weight = builder.reshape(weight, [channels * multiplier, 1, height, width])
    return _convolution(op, builder, weight, channels)


def _convolution(
    op: tosa.Conv2DOp | tosa.DepthwiseConv2DOp, builder: TosaBuilder, weight: SSAValue, groups: int
) -> SSAValue:
    """Return a convolution with `groups` groups.

    If the padding differs between opposite sides, it becomes a separate pad.
    """
    _require_floats(op)
    top, bottom, left, right = integers(op.pad)
    source = op.input
    if top != bottom or left != right:
        source = builder.pad(source, [0, 0, top, bottom, left, right, 0, 0], 0)
        top = bottom = left = right = 0
    strides, dilations = integers(op.stride), integers(op.dilation)
    properties = {
        "stride_height": strides[0],
        "stride_width": strides[1],
        "dilation_height": dilations[0],
        "dilation_width": dilations[1],
        "groups": groups,
        "padding_left": left,
        "padding_right": right,
        "padding_top": top,
        "padding_bottom": bottom,
    }
    if shape_of(op.bias) != shape_of(op.output)[-1:]:
        raise UnsupportedError("the bias is not one number for each channel")
    bias = builder.reshape(op.bias, [1, 1, 1, *shape_of(op.bias)])
    attributes = {name: si32(value) for name, value in properties.items()}
    return builder.into(ttir.Conv2dOp, (source, weight, bias), op.output.type, **attributes)


def _max_pool2d(op: tosa.MaxPool2dOp, builder: TosaBuilder) -> SSAValue:
    kernel, stride = integers(op.kernel), integers(op.stride)
    top, bottom, left, right = integers(op.pad)
    properties = {
        "kernel_height": kernel[0],
        "kernel_width": kernel[1],
        "stride_height": stride[0],
        "stride_width": stride[1],
        "dilation_height": 1,
        "dilation_width": 1,
        "padding_left": left,
        "padding_right": right,
        "padding_top": top,
        "padding_bottom": bottom,
    }
    attributes = {name: si32(value) for name, value in properties.items()}
    attributes["ceil_mode"] = bool_attr(False)
    return builder.into(ttir.MaxPool2dOp, (op.input,), op.output.type, **attributes)


def _avg_pool2d(op: tosa.AvgPool2dOp, builder: TosaBuilder) -> SSAValue:
    """Return a mean over the whole image. TTIR has no averages of smaller windows."""
    _require_floats(op)
    _, height, width, _ = shape_of(op.input)
    if integers(op.kernel) != (height, width) or any(integers(op.pad)):
        raise UnsupportedError("TTIR averages only whole images, without padding")
    properties = {"dim_arg": i32_array([1, 2]), "keep_dim": bool_attr(True)}
    return builder.into(ttir.MeanOp, (op.input,), op.output.type, **properties)


CONVERSIONS: Mapping[type[Operation], Callable[[Any, TosaBuilder], SSAValue]] = {
    tosa.AvgPool2dOp: _avg_pool2d,
    tosa.Conv2DOp: _conv2d,
    tosa.DepthwiseConv2DOp: _depthwise_conv2d,
    tosa.FullyConnectedOp: _fully_connected,
    tosa.MatMulOp: _matmul,
    tosa.MaxPool2dOp: _max_pool2d,
}
