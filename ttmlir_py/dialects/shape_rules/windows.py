"""Shape rules of convolution, pooling and upsampling."""

from typing import Any, NamedTuple

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.common import integer_pair, output_shape, verify_4d
from ttmlir_py.dialects.tensor_types import Shape, shape_of
from ttmlir_py.ir.definition.constraints import (
    AnyRankedTensor,
    DenseI32ArrayAttr,
    SI32Attr,
    StrAttr,
    any_of,
)
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier

Pair = tuple[int, int]
Sides = tuple[int, int, int, int]


class Window(NamedTuple):
    """The parameters of a window that slides over images. Pairs are (vertical, horizontal)."""

    stride: Pair
    dilation: Pair
    padding: Sides
    """The padding at the top, bottom, left and right."""


def window_of(op: Any) -> Window:
    """Return the window of `op`, which has a separate attribute for each number."""

    def numbers(name: str, *directions: str) -> tuple[int, ...]:
        return tuple(getattr(op, f"{name}_{each}").value.data for each in directions)

    vertical, horizontal = numbers("stride", "height", "width")
    height, width = numbers("dilation", "height", "width")
    if hasattr(op, "padding_height"):  # a TTNN op: opposite sides have equal padding
        above, beside = numbers("padding", "height", "width")
        top, bottom, left, right = above, above, beside, beside
    else:
        top, bottom, left, right = numbers("padding", "top", "bottom", "left", "right")
    return Window((vertical, horizontal), (height, width), (top, bottom, left, right))


def upsampled_shape(source: Shape, scale_h: int, scale_w: int) -> Shape:
    """Return an NHWC shape with height and width multiplied by the scale factors."""
    batch, height, width, channels = source
    return (batch, height * scale_h, width * scale_w, channels)


def verify_upsample(source: Shape, result: Shape, scale_factor: Attribute, mode: str) -> None:
    """Check that the result has the shape of `upsampled_shape`."""
    for name, shape in (("input", source), ("output", result)):
        if len(shape) != 4:
            raise VerifyException(f"Expected rank of {name} tensor is 4, got rank {len(shape)}")
    scale_h, scale_w = integer_pair(scale_factor)
    if scale_h <= 0 or scale_w <= 0:
        raise VerifyException(
            f"Scale factors H = {scale_h} and W = {scale_w} must be positive integers"
        )
    expected = upsampled_shape(source, scale_h, scale_w)
    for name, axis in (("H", 1), ("W", 2)):
        if expected[axis] != result[axis]:
            raise VerifyException(
                f"Expected output {name} dimension to be input {name} dimension * scale{name} = "
                f"{expected[axis]}, got {result[axis]}"
            )
    for name, axis in (("N", 0), ("C", 3)):
        if expected[axis] != result[axis]:
            raise VerifyException(
                f"Expected output {name} dimension to be {expected[axis]}, got {result[axis]}"
            )
    if mode not in ("nearest", "bilinear"):
        raise VerifyException(f'Expected modes are (nearest, bilinear), got "{mode}"')


def verify_window(direction: str, kernel: int, size: int) -> None:
    """Check that a pooling window of size `kernel` fits into an input of size `size`.

    `direction` names the dimension in messages.
    """
    if kernel > size:
        raise VerifyException(
            f"Kernel {direction} {kernel} is greater than input {direction} {size}. "
            "This MaxPool2d configuration is invalid."
        )


def verify_biased_convolution_ranks(source: Shape, weight: Shape, bias: Shape | None) -> None:
    """Check the ranks of the operands of a `conv2d`."""
    if len(source) < 3:
        raise VerifyException("Input must be at least a 3D tensor")
    verify_4d(weight, "Weight")
    if bias is not None:
        verify_4d(bias, "Bias")


def verify_groups(name: str, channels: int, groups: int) -> None:
    """Check that `channels` is divisible by `groups`; messages call the tensor `name`."""
    if groups <= 0 or channels % groups:
        raise VerifyException(
            f"Number of {name} channels from {name} tensor must be divisible by the number of "
            f"groups. Got {channels} {name} channels and {groups} groups."
        )


def verify_transposed_channels(
    source: Shape, weight: Shape, bias: Shape | None, output: Shape, groups: int
) -> None:
    """Check the numbers of channels of a transposed convolution.

    Channels are last in input, output and bias; the weight is (I, O / groups, KH, KW).
    """
    channels_in, channels_out = source[-1], output[-1]
    verify_groups("input", channels_in, groups)
    verify_groups("output", channels_out, groups)
    if channels_in != weight[0]:
        raise VerifyException(
            "Number of input channels from input tensor must match the first dimension of the "
            f"weight tensor. Got {channels_in} input channels and {weight[0]} in the weight tensor."
        )
    if channels_out // groups != weight[1]:
        raise VerifyException(
            "Number of output channels per group must match the second dimension of the weight "
            f"tensor. Got {channels_out // groups} output channels per group and {weight[1]} in "
            "the weight tensor."
        )
    if bias is not None and bias[-1] != channels_out:
        raise VerifyException(
            f"Mismatch in bias tensor dimensions. Bias tensor has {bias[-1]} channels, "
            f"but the output tensor has {channels_out} channels."
        )


def transposed_output_size(
    source: Shape, weight: Shape, window: Window, output_padding: Pair
) -> Pair:
    """Return height and width of the result of a transposed convolution of an NHWC input.

    Pairs are (vertical, horizontal).
    `size = (in - 1) * stride - padding + dilation * (kernel - 1) + output_padding + 1`, as in
    PyTorch's ConvTranspose2d.
    """
    input_size, kernel = source[-3:-1], weight[2:4]
    top, bottom, left, right = window.padding
    total_padding = (top + bottom, left + right)
    height, width = (
        (input_size[i] - 1) * window.stride[i]
        - total_padding[i]
        + window.dilation[i] * (kernel[i] - 1)
        + output_padding[i]
        + 1
        for i in (0, 1)
    )
    if height < 0 or width < 0:
        raise VerifyException(
            f"Given input size per channel: ({input_size[0]} x {input_size[1]}). "
            f"Calculated output size per channel: ({height} x {width}). Output size is too small"
        )
    return height, width


class UpsampleBase(OdsOperation):
    """The fields and rules of upsampling in TTIR and TTNN."""

    input = operand_def(AnyRankedTensor)
    scale_factor = prop_def(any_of(SI32Attr, DenseI32ArrayAttr))
    mode = prop_def(StrAttr, StringAttr("nearest"))

    @local_verifier
    def verify_op(self) -> None:
        """Check the op with `verify_upsample`."""
        verify_upsample(shape_of(self.input), output_shape(self), self.scale_factor, self.mode.data)
