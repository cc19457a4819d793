"""TTNN: convolutions."""

from typing import Any, ClassVar

from xdsl.dialects.builtin import DenseArrayBase
from xdsl.irdl import operand_def, opt_operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TT_Device
from ttmlir_py.dialects.shape_rules.common import integer_pair, verify_4d
from ttmlir_py.dialects.shape_rules.images import (
    is_static,
    verify_images,
    verify_kernels,
    verify_windows,
    windowed_size,
)
from ttmlir_py.dialects.shape_rules.windows import (
    Window,
    transposed_output_size,
    verify_biased_convolution_ranks,
    verify_transposed_channels,
    window_of,
)
from ttmlir_py.dialects.tensor_types import Shape, integers, joined, shape_of
from ttmlir_py.dialects.ttnn.interfaces import ResultOp
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, DenseI32ArrayAttr, I32Attr
from ttmlir_py.ir.definition.operations import DestinationStyle, local_verifier, op_definition


def _bounded_pair(attribute: DenseArrayBase[Any], name: str, least: int) -> tuple[int, int]:
    """Return the two numbers in `attribute`, which must be at least `least`."""
    if any(value < least for value in integers(attribute)):
        raise VerifyException(f"Attribute '{name}' contains a value less than: {least}")
    return integer_pair(attribute)


@op_definition
class Conv2dOp(DestinationStyle, ResultOp):
    """2D convolution of an input flattened to (1, 1, N*H*W, C)."""

    name = "ttnn.conv2d"
    DPS_INITS: ClassVar[str] = "output"
    input = operand_def(AnyRankedTensor)
    weight = operand_def(AnyRankedTensor)
    bias = opt_operand_def(AnyRankedTensor)
    output = operand_def(AnyRankedTensor)
    device = operand_def(TT_Device)
    in_channels = prop_def(I32Attr)
    out_channels = prop_def(I32Attr)
    batch_size = prop_def(I32Attr)
    input_height = prop_def(I32Attr)
    input_width = prop_def(I32Attr)
    kernel_height = prop_def(I32Attr)
    kernel_width = prop_def(I32Attr)
    stride_height = prop_def(I32Attr)
    stride_width = prop_def(I32Attr)
    padding_height = prop_def(I32Attr)
    padding_width = prop_def(I32Attr)
    dilation_height = prop_def(I32Attr)
    dilation_width = prop_def(I32Attr)
    groups = prop_def(I32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.conv2d`: the ranks, and that the bias varies only along the last
        dimension.
        """
        bias = None if self.bias is None else shape_of(self.bias)
        verify_biased_convolution_ranks(shape_of(self.input), shape_of(self.weight), bias)
        if bias is not None and bias[:3] != (1, 1, 1):
            raise VerifyException("Bias must only have data on the final dimenstion")
        self._verify_images()

    def _verify_images(self) -> None:
        """Check that the attributes match the shapes of input, weight and output. Upstream does not
        check this.
        """
        source, weight, output = (shape_of(v) for v in (self.input, self.weight, self.output))
        window = window_of(self)
        verify_windows(window)
        if not is_static(source, weight, output):
            return
        batch, size = (
            self.batch_size.value.data,
            (self.input_height.value.data, self.input_width.value.data),
        )
        channels_in, channels_out = self.in_channels.value.data, self.out_channels.value.data
        verify_images("Input", source, (batch, *size, channels_in))
        groups, kernel = (
            self.groups.value.data,
            (self.kernel_height.value.data, self.kernel_width.value.data),
        )
        verify_kernels(channels_in, channels_out, weight[1], groups)
        expected = (channels_out, weight[1], *kernel)
        if weight != expected:
            raise VerifyException(
                f"Weight tensor shape ({joined(weight, ', ')}) must match the attributes: "
                f"({joined(expected, ', ')})"
            )
        windows = windowed_size(size, kernel, window)
        verify_images("Output", output, (batch, *windows, channels_out))


@op_definition
class ConvTranspose2dOp(DestinationStyle, ResultOp):
    """Transposed 2D convolution of an NHWC input."""

    name = "ttnn.conv_transpose2d"
    DPS_INITS: ClassVar[str] = "output"
    input = operand_def(AnyRankedTensor)
    weight = operand_def(AnyRankedTensor)
    bias = opt_operand_def(AnyRankedTensor)
    output = operand_def(AnyRankedTensor)
    device = operand_def(TT_Device)
    in_channels = prop_def(I32Attr)
    out_channels = prop_def(I32Attr)
    batch_size = prop_def(I32Attr)
    input_height = prop_def(I32Attr)
    input_width = prop_def(I32Attr)
    kernel_size = prop_def(DenseI32ArrayAttr)
    stride = prop_def(DenseI32ArrayAttr)
    padding = prop_def(DenseI32ArrayAttr)
    output_padding = prop_def(DenseI32ArrayAttr)
    dilation = prop_def(DenseI32ArrayAttr)
    groups = prop_def(I32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.conv_transpose2d`: ranks, attributes against types, ranges, channels, then
        the size of the output.
        """
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
        self._verify_sizes(source, output)
        stride = _bounded_pair(self.stride, "stride", 1)
        above, beside = _bounded_pair(self.padding, "padding", 0)
        output_padding = _bounded_pair(self.output_padding, "output padding", 0)
        dilation = _bounded_pair(self.dilation, "dilation", 1)
        verify_transposed_channels(source, weight, bias, output, self.groups.value.data)
        window = Window(stride, dilation, (above, above, beside, beside))
        size = transposed_output_size(source, weight, window, output_padding)
        if is_static(source, weight, output):
            verify_images("Output", output, (source[0], *size, output[3]))

    def _verify_sizes(self, source: Shape, output: Shape) -> None:
        """Check that the attributes match the sizes in the types."""
        for attribute, size, message in (
            (
                self.in_channels,
                source[3],
                "Input channels attribute must match the last dimension of the input tensor",
            ),
            (
                self.out_channels,
                output[3],
                "Output channels attribute match the last dimension of the output tensor",
            ),
            (
                self.batch_size,
                source[0],
                "Batch size attribute must match the first dimension of the input tensor",
            ),
            (
                self.input_height,
                source[1],
                "Input height attribute must match the third dimension of the input tensor",
            ),
            (
                self.input_width,
                source[2],
                "Input width attribute must match the second dimension of the input tensor",
            ),
        ):
            if attribute.value.data != size:
                raise VerifyException(message)
