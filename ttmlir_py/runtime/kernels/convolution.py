"""Convolutions.

Images are channels-last and usually flattened to 1 x 1 x (N*H*W) x C; weights are O x (C/groups) x KH x KW,
for transposed convolutions C x (O/groups) x KH x KW. Each kernel position is one matrix product of the
pixels that it meets; padding is never stored.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.registry import as_real, kernel, nth, require_shape, shape_text

Pair = tuple[int, int]
Slices = tuple[slice, slice]


@dataclass(frozen=True, slots=True)
class Window:
    """A sliding window over the two spatial dimensions (height, width)."""

    kernel: Pair
    stride: Pair
    padding: Pair
    dilation: Pair

    def __post_init__(self) -> None:
        if min(*self.kernel, *self.stride, *self.dilation) < 1 or min(self.padding) < 0:
            raise KernelError("kernel size, stride and dilation must be at least 1")

    def extent(self, axis: int) -> int:
        """Size of the dilated kernel."""
        return self.dilation[axis] * (self.kernel[axis] - 1) + 1

    def output_size(self, size: Pair, *, ceil_mode: bool = False) -> Pair:
        """Number of window positions, by PyTorch's rule.

        `ceil_mode` counts a last partial position, but none that starts beyond the image and its leading padding.
        """
        return (self._positions(size, 0, ceil_mode), self._positions(size, 1, ceil_mode))

    def _positions(self, size: Pair, axis: int, ceil_mode: bool) -> int:
        span = size[axis] + 2 * self.padding[axis] - self.extent(axis)
        if span < 0:
            raise KernelError(f"the window does not fit into an image of {shape_text(size)}")
        stride = self.stride[axis]
        if not ceil_mode:
            return span // stride + 1
        count = -(-span // stride) + 1
        return count - ((count - 1) * stride >= size[axis] + self.padding[axis])

    def taps(self, size: Pair, output: Pair) -> Iterator[tuple[Pair, Slices, Slices]]:
        """For each kernel position the window positions at which it meets the image, and the pixels there.

        Both are slices of equal extent over the spatial dimensions; positions that only meet padding are left out.
        """
        for i in range(self.kernel[0]):
            rows = self._overlap(i, 0, size, output)
            for j in range(self.kernel[1]):
                columns = self._overlap(j, 1, size, output)
                if rows and columns:
                    yield (i, j), (rows[0], columns[0]), (rows[1], columns[1])

    def _overlap(self, tap: int, axis: int, size: Pair, output: Pair) -> Slices | None:
        offset, stride = tap * self.dilation[axis] - self.padding[axis], self.stride[axis]
        first = max(0, -(offset // stride))
        last = min(output[axis] - 1, (size[axis] - 1 - offset) // stride)
        if first > last:
            return None
        start, stop = first * stride + offset, last * stride + offset + 1
        return slice(first, last + 1), slice(start, stop, stride)


def as_image(x: Array, size: tuple[int, ...]) -> Array:
    """View a flattened tensor as N x H x W x C."""
    if x.size != np.prod(size, dtype=object):
        raise KernelError(f"an operand of {shape_text(x.shape)} is no {shape_text(size)} image")
    return x.reshape(size)


def _grouped_product(pixels: Array, weights: Array) -> Array:
    """(M, G*C) times (G, C, O) to (M, G*O)."""
    groups, channels, outputs = weights.shape
    if groups == 1:
        return pixels @ weights[0]
    grouped = pixels.reshape(-1, groups, channels).transpose(1, 0, 2) @ weights
    return grouped.transpose(1, 0, 2).reshape(-1, groups * outputs)


def _check_weight(weight: Array, expected: tuple[int, ...], groups: int, channels: Pair) -> None:
    if groups < 1 or channels[0] % groups or channels[1] % groups:
        raise KernelError(f"{groups} groups do not divide {channels[0]} and {channels[1]} channels")
    if weight.shape != expected:
        raise KernelError(
            f"the weight is {shape_text(weight.shape)}, the attributes say {shape_text(expected)}"
        )


def _finish(image: Array, bias: Array | None, result_shape: tuple[int, ...]) -> Array:
    """Add the bias of one value a channel and view the image under the declared shape."""
    if bias is not None:
        if bias.size != image.shape[-1]:
            raise KernelError(f"a bias of {shape_text(bias.shape)} for {image.shape[-1]} channels")
        image = image + as_real(bias).reshape(-1)
    return image.reshape(result_shape)


def _require_image_shape(image: tuple[int, ...], declared: tuple[int, ...]) -> None:
    """The result may be declared as N x H x W x C or flattened; the channels come last."""
    flat = (1, 1, image[0] * image[1] * image[2], image[3])
    if declared not in (image, flat):
        require_shape(flat, declared)


_IMAGE = ("batch_size", "input_height", "input_width", "in_channels")


@kernel(
    "Conv2dOp",
    "input",
    "weight",
    "bias?",
    image=_IMAGE,
    out_channels="out_channels",
    kernel=("kernel_height", "kernel_width"),
    stride=("stride_height", "stride_width"),
    padding=("padding_height", "padding_width"),
    dilation=("dilation_height", "dilation_width"),
    groups="groups",
    takes_shape=True,
)
def conv2d(
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    image: tuple[int, int, int, int],
    out_channels: int,
    kernel: Pair,
    stride: Pair,
    padding: Pair,
    dilation: Pair,
    groups: int,
    result_shape: tuple[int, ...],
) -> Array:
    """Cross-correlation of an image with a kernel, zero padded, plus a bias a channel."""
    batch, height, width, channels = image
    window = Window(kernel, stride, padding, dilation)
    _check_weight(
        weight,
        (out_channels, channels // max(groups, 1), *kernel),
        groups,
        (channels, out_channels),
    )
    output = window.output_size((height, width))
    result_image = (batch, *output, out_channels)
    _require_image_shape(result_image, result_shape)
    pixels = as_image(as_real(x), image)
    # O x C/G x KH x KW to KH x KW x G x C/G x O/G.
    taps = as_real(weight).reshape(groups, -1, channels // groups, *kernel).transpose(3, 4, 0, 2, 1)
    total = np.zeros(result_image, np.float32)
    for (i, j), places, sources in window.taps((height, width), output):
        met = pixels[:, *sources]
        product = _grouped_product(met.reshape(-1, channels), taps[i, j])
        total[:, *places] += product.reshape(*met.shape[:3], out_channels)
    return _finish(total, bias, result_shape)


@kernel(
    "ConvTranspose2dOp",
    "input",
    "weight",
    "bias?",
    image=_IMAGE,
    out_channels="out_channels",
    kernel="kernel_size",
    stride="stride",
    padding="padding",
    output_padding="output_padding",
    dilation="dilation",
    groups="groups",
    takes_shape=True,
)
def conv_transpose2d(
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    image: tuple[int, int, int, int],
    out_channels: int,
    kernel: Pair,
    stride: Pair,
    padding: Pair,
    output_padding: Pair,
    dilation: Pair,
    groups: int,
    result_shape: tuple[int, ...],
) -> Array:
    """Transposed convolution: each pixel adds its multiple of the kernel at stride times its position.

    Size: (in - 1) * stride - 2 * padding + dilation * (kernel - 1) + output_padding + 1.
    """
    batch, height, width, channels = image
    window = Window(
        cast(Pair, nth(kernel, 2, "kernel_size")),
        cast(Pair, nth(stride, 2, "stride")),
        cast(Pair, nth(padding, 2, "padding")),
        cast(Pair, nth(dilation, 2, "dilation")),
    )
    extra = nth(output_padding, 2, "output_padding")
    _check_weight(
        weight,
        (channels, out_channels // max(groups, 1), *kernel),
        groups,
        (channels, out_channels),
    )
    size = cast(
        Pair,
        tuple(
            (n - 1) * window.stride[axis]
            - 2 * window.padding[axis]
            + window.extent(axis)
            + extra[axis]
            for axis, n in enumerate((height, width))
        ),
    )
    _require_image_shape((batch, *size, out_channels), result_shape)
    pixels = as_image(as_real(x), image)
    taps = as_real(weight).reshape(groups, channels // groups, -1, *kernel).transpose(3, 4, 0, 1, 2)
    canvas = np.zeros((batch, *size, out_channels), np.float32)
    for (i, j), sources, places in window.taps(size, (height, width)):
        met = pixels[:, *sources]
        product = _grouped_product(met.reshape(-1, channels), taps[i, j])
        canvas[:, *places] += product.reshape(*met.shape[:3], out_channels)
    return _finish(canvas, bias, result_shape)
