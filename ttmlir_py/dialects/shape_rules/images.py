"""Rules of ops that slide windows over images: the shape of the result, and verifier checks.

As in `shape_rules`, a `*_shape` function returns a meaningless result, or raises, for arguments
that the verifier rejects. Pairs are (vertical, horizontal), padding is (top, bottom, left, right).
"""

from collections.abc import Iterable, Sequence
from math import prod

from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.windows import Pair, Window, verify_groups
from ttmlir_py.dialects.tensor_types import Shape, joined


def window_count(
    size: int, kernel: int, stride: int, dilation: int, padding: int, *, leading: int | None = None
) -> int:
    """Return the number of windows along a dimension; `padding` is the sum of both sides.

    With `leading`, the padding before the dimension, a last window may extend beyond the end if it
    starts before the end: PyTorch's `ceil_mode`.
    """
    span = size + padding - dilation * (kernel - 1) - 1
    if span < 0:
        raise VerifyException(f"a window of {kernel} does not fit into a dimension of size {size}")
    if leading is None:
        return span // stride + 1
    count = -(-span // stride) + 1
    return count - ((count - 1) * stride >= size + leading)


def windowed_size(
    size: Sequence[int], kernel: Sequence[int], window: Window, *, ceil_mode: bool = False
) -> Pair:
    """Return the numbers of windows, vertical and horizontal, in an image of height and width
    `size`.
    """
    top, bottom, left, right = window.padding
    height, width = (
        window_count(
            size[i],
            kernel[i],
            window.stride[i],
            window.dilation[i],
            low + high,
            leading=low if ceil_mode else None,
        )
        for i, (low, high) in enumerate(((top, bottom), (left, right)))
    )
    return height, width


def verify_conv2d(
    source: Shape,
    weight: Shape,
    bias: Shape | None,
    result: Shape,
    window: Window,
    groups: int,
) -> None:
    """Check a `conv2d` of an image of rank 3 or 4, channels last; the weight is (O, I / groups, KH,
    KW).
    """
    verify_windows(window)
    if not is_static(source, weight, result):
        return
    verify_kernels(source[-1], weight[0], weight[1], groups)
    *batch, height, width, _ = source
    size = windowed_size((height, width), weight[2:], window)
    verify_result(result, (*batch, *size, weight[0]))
    if bias is not None and bias[-1] != weight[0]:
        raise VerifyException(
            f"Mismatch in bias tensor dimensions. Bias tensor has {bias[-1]} channels, "
            f"but the output tensor has {weight[0]} channels."
        )


def verify_kernels(
    channels_in: int, channels_out: int, channels_of_kernel: int, groups: int
) -> None:
    """Check that each kernel has as many channels as each of the `groups` groups."""
    verify_groups("input", channels_in, groups)
    verify_groups("output", channels_out, groups)
    if channels_in != channels_of_kernel * groups:
        raise VerifyException(
            "Number of input channels per group must match that of the weight tensor. Got "
            f"{channels_in // groups} input channels per group and {channels_of_kernel} in the "
            "weight tensor."
        )


def verify_pool2d(
    source: Shape, result: Shape, kernel: Pair, window: Window, *, ceil_mode: bool
) -> None:
    """Check a pooling of an image of rank 4, channels last."""
    verify_positive("Kernel", kernel)
    verify_windows(window)
    if not is_static(source, result):
        return
    batch, height, width, channels = source
    size = windowed_size((height, width), kernel, window, ceil_mode=ceil_mode)
    verify_result(result, (batch, *size, channels))


def verify_images(name: str, shape: Shape, images: Shape) -> None:
    """Check that `shape` is that of the N x H x W x C `images`, flattened or not."""
    if prod(shape[:-1]) != prod(images[:-1]) or shape[-1] != images[-1]:
        raise VerifyException(
            f"{name} tensor shape ({joined(shape, ', ')}) must be that of N x H x W x C = "
            f"{joined(images, ' x ')} or its flattened form ({joined(flattened(images), ', ')})"
        )


def verify_windows(window: Window) -> None:
    """Check that strides and dilations are positive and that padding is not negative."""
    verify_positive("Stride", window.stride)
    verify_positive("Dilation", window.dilation)
    if min(window.padding) < 0:
        raise VerifyException(
            f"Padding values must be greater or equal than 0, got ({joined(window.padding, ', ')})"
        )


def is_static(*shapes: Shape) -> bool:
    """Whether all sizes are static."""
    return all(size >= 0 for shape in shapes for size in shape)


def verify_positive(name: str, values: Iterable[int]) -> None:
    """Check that all numbers in the attribute `name` are positive."""
    values = tuple(values)
    if any(value < 1 for value in values):
        raise VerifyException(f"{name} values must be greater than 0, got ({joined(values, ', ')})")


def verify_result(result: Shape, expected: Shape) -> None:
    """Check that the shape `result` of an op's result is `expected`."""
    if result != expected:
        raise VerifyException(
            f"Output tensor shape ({joined(result, ', ')}) must match the inferred shape: "
            f"({joined(expected, ', ')})"
        )


def flattened(image: Shape) -> Shape:
    """Return the shape N x H x W x C flattened as in TTNN: 1 x 1 x (N * H * W) x C."""
    return (1, 1, prod(image[:-1]), image[-1])
