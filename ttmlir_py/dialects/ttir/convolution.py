"""TTIR: convolutions."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TTIR_ConvolutionLayoutAttr
from ttmlir_py.dialects.shape_rules.common import integer_pair, integer_quadruple, verify_4d
from ttmlir_py.dialects.shape_rules.images import (
    is_static,
    verify_conv2d,
    verify_kernels,
    verify_positive,
    verify_result,
    window_count,
)
from ttmlir_py.dialects.shape_rules.windows import (
    Window,
    transposed_output_size,
    verify_biased_convolution_ranks,
    verify_transposed_channels,
    window_of,
)
from ttmlir_py.dialects.tensor_types import Shape, integers, joined, shape_of
from ttmlir_py.dialects.ttir.attributes import ConvolutionLayoutAttr
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
from ttmlir_py.ir.definition.operations import local_verifier, op_definition

_BoundedT = TypeVar("_BoundedT", bound=tuple[int, ...])


def _bounded(
    read: Callable[[Attribute], _BoundedT], attribute: Attribute, name: str, least: int
) -> _BoundedT:
    """Return the numbers that `read` extracts from `attribute`. They must be at least `least`."""
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

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.conv2d`: the ranks, then the rules of `verify_conv2d`. Upstream checks only
        the ranks.
        """
        source, weight, result = (shape_of(v) for v in (self.input, self.weight, self.output))
        bias = None if self.bias is None else shape_of(self.bias)
        verify_biased_convolution_ranks(source, weight, bias)
        verify_conv2d(
            source,
            weight,
            bias,
            result,
            window_of(self),
            self.groups.value.data,
        )


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

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.conv_transpose2d`: ranks, ranges of attributes, channels, then the size of
        the output.
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
        if source[0] != output[0]:
            raise VerifyException("Batch size of input and output tensors must match")
        stride = _bounded(integer_pair, self.stride, "stride", 1)
        top, left, bottom, right = _bounded(integer_quadruple, self.padding, "padding", 0)
        output_padding = _bounded(integer_pair, self.output_padding, "output padding", 0)
        dilation = _bounded(integer_pair, self.dilation, "dilation", 1)
        verify_transposed_channels(source, weight, bias, output, self.groups.value.data)
        window = Window(stride, dilation, (top, bottom, left, right))
        height, width = transposed_output_size(source, weight, window, output_padding)
        if output[1:3] != (height, width):
            raise VerifyException(
                "Mismatch between expected output size per channel and got output tensor "
                f"dimensions. Expected: ({height} x {width}), got: ({output[1]} x {output[2]})."
            )


def convolution_shape(
    input: Shape,
    weight: Shape,
    window_strides: Sequence[int],
    padding: Sequence[int],
    input_dilation: Sequence[int],
    weight_dilation: Sequence[int],
    convolution_layout: ConvolutionLayoutAttr,
    batch_group_count: int,
) -> Shape:
    """Return the shape of a convolution's result, with dimensions in the order of the layout.

    It has the batch size, the number of features, and the number of windows along each spatial
    dimension.
    """
    layout = convolution_layout
    sizes = {
        layout.outputBatchDimension: input[layout.inputBatchDimension] // batch_group_count,
        layout.outputFeatureDimension: weight[layout.kernelOutputFeatureDimension],
    }
    for i, place in enumerate(layout.outputSpatialDimensions):
        size = input[layout.inputSpatialDimensions[i]]
        kernel = weight[layout.kernelSpatialDimensions[i]]
        total = padding[2 * i] + padding[2 * i + 1]
        stretched = (size - 1) * input_dilation[i] + 1
        sizes[place] = window_count(stretched, kernel, window_strides[i], weight_dilation[i], total)
    return tuple(sizes[i] for i in range(len(input)))


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

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.convolution`: ranks and attributes agree on the number of spatial
        dimensions.
        """
        layout = self.convolution_layout
        spatial = len(layout.inputSpatialDimensions)
        if (
            not spatial
            == len(layout.outputSpatialDimensions)
            == len(layout.kernelSpatialDimensions)
        ):
            raise VerifyException(
                "Convolution input, output, and kernel must have the same number of spatial "
                "dimensions"
            )
        for name, value in (("Input", self.input), ("Weight", self.weight)):
            if len(shape_of(value)) - 2 != spatial:
                raise VerifyException(
                    f"{name} tensor must have the same number of spatial dimensions as specified "
                    "in the ConvolutionLayout"
                )
        if self.bias is not None:
            verify_4d(shape_of(self.bias), "Bias")
        if len(integers(self.window_strides)) != spatial:
            raise VerifyException(
                "Window strides must have the same number of elements as the spatial dimensions of "
                "the input tensor"
            )
        self._verify_attributes(spatial)
        self._verify_shapes()

    def _verify_attributes(self, spatial: int) -> None:
        """Check rules that upstream does not check: attributes have one number per dimension, and
        each dimension has a role.
        """
        for name, attribute, count in (
            ("Padding", self.padding, 2 * spatial),
            ("Input dilation", self.input_dilation, spatial),
            ("Weight dilation", self.weight_dilation, spatial),
            ("Window reversal", self.window_reversal, spatial),
        ):
            if len(integers(attribute)) != count:
                raise VerifyException(
                    f"{name} must have {count} elements, got {len(integers(attribute))}"
                )
        verify_positive("Window stride", integers(self.window_strides))
        verify_positive("Input dilation", integers(self.input_dilation))
        verify_positive("Weight dilation", integers(self.weight_dilation))
        layout = self.convolution_layout
        for name, *others, spatial_dimensions in (
            (
                "input",
                layout.inputBatchDimension,
                layout.inputFeatureDimension,
                layout.inputSpatialDimensions,
            ),
            (
                "kernel",
                layout.kernelOutputFeatureDimension,
                layout.kernelInputFeatureDimension,
                layout.kernelSpatialDimensions,
            ),
            (
                "output",
                layout.outputBatchDimension,
                layout.outputFeatureDimension,
                layout.outputSpatialDimensions,
            ),
        ):
            dimensions = (*others, *spatial_dimensions)
            if sorted(dimensions) != list(range(spatial + 2)):
                raise VerifyException(
                    f"The {name} dimensions of the ConvolutionLayout must be 0 to {spatial + 1} in "
                    f"any order, got ({joined(dimensions, ', ')})"
                )

    def _verify_shapes(self) -> None:
        source, weight, result = (shape_of(v) for v in (self.input, self.weight, self.output))
        if not is_static(source, weight, result):
            return
        layout, batch_groups = self.convolution_layout, self.batch_group_count.value.data
        verify_kernels(
            source[layout.inputFeatureDimension],
            weight[layout.kernelOutputFeatureDimension],
            weight[layout.kernelInputFeatureDimension],
            self.feature_group_count.value.data,
        )
        batch = source[layout.inputBatchDimension]
        if batch % batch_groups:
            raise VerifyException(
                f"Batch size must be divisible by the number of batch groups. Got {batch} and "
                f"{batch_groups}."
            )
        expected = convolution_shape(
            source,
            weight,
            integers(self.window_strides),
            integers(self.padding),
            integers(self.input_dilation),
            integers(self.weight_dilation),
            layout,
            batch_groups,
        )
        verify_result(result, expected)
