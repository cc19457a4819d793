"""TTIR: convolutions."""

from collections.abc import Callable
from typing import TypeVar

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TTIR_ConvolutionLayoutAttr
from ttmlir_py.dialects.shape_rules.common import integer_pair, integer_quadruple, verify_4d
from ttmlir_py.dialects.shape_rules.windows import (
    transposed_output_size,
    verify_biased_convolution_ranks,
    verify_transposed_channels,
)
from ttmlir_py.dialects.tensor_types import integers, shape_of
from ttmlir_py.dialects.ttir.interfaces import DestinationStyleOp
from ttmlir_py.ir.definition.constraints import (
    AnyRankedTensor,
    DenseBoolArrayAttr,
    DenseI32ArrayAttr,
    DenseI64ArrayAttr,
    I32Attr,
    PositiveI64Attr,
    SI32Attr,
    any_of,
)
from ttmlir_py.ir.definition.operations import op_definition

_BoundedT = TypeVar("_BoundedT", bound=tuple[int, ...])


def _bounded(
    read: Callable[[Attribute], _BoundedT], attribute: Attribute, name: str, least: int
) -> _BoundedT:
    """Read a pair or quadruple of numbers, none of which may be under `least`."""
    try:
        values = read(attribute)
    except VerifyException as error:
        raise VerifyException(f"{error} for {name}") from error
    if any(value < least for value in values):
        relation = "greater than 0" if least == 1 else "greater or equal than 0"
        raise VerifyException(f"{name.capitalize()} values must be {relation}")
    return values


@op_definition
class Conv2dOp(DestinationStyleOp):
    """2D convolution of an NHWC input with an (O, I/groups, KH, KW) weight."""

    name = "ttir.conv2d"
    input = operand_def(AnyRankedTensor)
    weight = operand_def(AnyRankedTensor)
    bias = opt_operand_def(AnyRankedTensor)
    stride_height = prop_def(SI32Attr)
    stride_width = prop_def(SI32Attr)
    dilation_height = prop_def(SI32Attr)
    dilation_width = prop_def(SI32Attr)
    groups = prop_def(SI32Attr)
    padding_left = prop_def(SI32Attr)
    padding_right = prop_def(SI32Attr)
    padding_top = prop_def(SI32Attr)
    padding_bottom = prop_def(SI32Attr)

    def verify_op(self) -> None:
        """Check by `verify_biased_convolution_ranks`."""
        bias = None if self.bias is None else shape_of(self.bias)
        verify_biased_convolution_ranks(shape_of(self.input), shape_of(self.weight), bias)


@op_definition
class ConvTranspose2dOp(DestinationStyleOp):
    """Transposed 2D convolution of an NHWC input with an (I, O/groups, KH, KW) weight."""

    name = "ttir.conv_transpose2d"
    input = operand_def(AnyRankedTensor)
    weight = operand_def(AnyRankedTensor)
    bias = opt_operand_def(AnyRankedTensor)
    stride = prop_def(any_of(I32Attr, DenseI32ArrayAttr))
    padding = prop_def(any_of(I32Attr, DenseI32ArrayAttr))
    output_padding = prop_def(any_of(I32Attr, DenseI32ArrayAttr))
    dilation = prop_def(any_of(I32Attr, DenseI32ArrayAttr))
    groups = prop_def(I32Attr)

    def verify_op(self) -> None:
        """Ranks, ranges of attributes, channels, then the size of the output."""
        source, weight, output = (shape_of(v) for v in (self.input, self.weight, self.output))
        bias = None if self.bias is None else shape_of(self.bias)
        for name, shape in (
            ("Input", source),
            ("Output", output),
            ("Weight", weight),
            ("Bias", bias),
        ):
            if shape is not None:
                verify_4d(shape, name)
        if source[0] != output[0]:
            raise VerifyException("Batch size of input and output tensors must match")
        stride = _bounded(integer_pair, self.stride, "stride", 1)
        top, left, bottom, right = _bounded(integer_quadruple, self.padding, "padding", 0)
        output_padding = _bounded(integer_pair, self.output_padding, "output padding", 0)
        dilation = _bounded(integer_pair, self.dilation, "dilation", 1)
        verify_transposed_channels(source, weight, bias, output, self.groups.value.data)
        height, width = transposed_output_size(
            source, weight, stride, (top + bottom, left + right), output_padding, dilation
        )
        if output[1:3] != (height, width):
            raise VerifyException(
                "Mismatch between expected output size per channel and got output tensor dimensions. "
                f"Expected: ({height} x {width}), got: ({output[1]} x {output[2]})."
            )


@op_definition
class ConvolutionOp(DestinationStyleOp):
    """Convolution with any dimension order (StableHLO's convolution)."""

    name = "ttir.convolution"
    input = operand_def(AnyRankedTensor)
    weight = operand_def(AnyRankedTensor)
    bias = opt_operand_def(AnyRankedTensor)
    window_strides = prop_def(DenseI64ArrayAttr)
    padding = prop_def(DenseI64ArrayAttr)
    input_dilation = prop_def(DenseI64ArrayAttr)
    weight_dilation = prop_def(DenseI64ArrayAttr)
    window_reversal = prop_def(DenseBoolArrayAttr)
    convolution_layout = prop_def(TTIR_ConvolutionLayoutAttr)
    feature_group_count = prop_def(PositiveI64Attr)
    batch_group_count = prop_def(PositiveI64Attr)

    def verify_op(self) -> None:
        """Ranks and attributes agree on the number of spatial dimensions."""
        layout = self.convolution_layout
        spatial = len(layout.inputSpatialDimensions)
        if (
            not spatial
            == len(layout.outputSpatialDimensions)
            == len(layout.kernelSpatialDimensions)
        ):
            raise VerifyException(
                "Convolution input, output, and kernel must have the same number of spatial dimensions"
            )
        for name, value in (("Input", self.input), ("Weight", self.weight)):
            if len(shape_of(value)) - 2 != spatial:
                raise VerifyException(
                    f"{name} tensor must have the same number of spatial dimensions as specified in the "
                    "ConvolutionLayout"
                )
        if self.bias is not None:
            verify_4d(shape_of(self.bias), "Bias")
        if len(integers(self.window_strides)) != spatial:
            raise VerifyException(
                "Window strides must have the same number of elements as the spatial dimensions of the "
                "input tensor"
            )
