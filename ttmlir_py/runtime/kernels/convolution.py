"""Convolutions.

Images are channels-last and usually flattened to 1 x 1 x (N*H*W) x C. Weights are O x (C/groups) x
KH x KW, for transposed convolutions C x (O/groups) x KH x KW.

A convolution is one matrix product: the pixels under each window times the weights. The windows are
laid out a part at a time, so that they stay in the cache. Each kernel position is a product of its
own in three cases: each channel is convolved alone, padding outweighs the image, or the convolution
is transposed.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.lib.stride_tricks import as_strided

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.arithmetic import IDEAL, Arithmetic
from ttmlir_py.runtime.kernels.registry import (
    AttributePath,
    Cost,
    as_real,
    kernel,
    nth,
    require_shape,
    shape_text,
)

Pair = tuple[int, int]
Slices = tuple[slice, slice]

_WINDOW_VALUES = 1 << 19
"""Number of window values that are laid out at once."""


@dataclass(frozen=True, slots=True)
class Window:
    """A sliding window over the two spatial dimensions (height, width) of an image."""

    kernel: Pair
    stride: Pair
    padding: Pair
    dilation: Pair

    def __post_init__(self) -> None:
        if min(*self.kernel, *self.stride, *self.dilation) < 1 or min(self.padding) < 0:
            raise KernelError("kernel size, stride and dilation must be at least 1")

    def extent(self, axis: int) -> int:
        """Return the size of the dilated kernel along an axis."""
        return self.dilation[axis] * (self.kernel[axis] - 1) + 1

    def output_size(self, size: Pair, *, ceil_mode: bool = False) -> Pair:
        """Return the number of window positions along both axes, by PyTorch's rule.

        `ceil_mode` also counts a last partial position, unless it starts beyond the image and its
        leading padding.
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
        """Yield each kernel position, with the windows in which it meets a pixel, and these pixels.

        Windows and pixels are slices of equal size over the spatial dimensions. Kernel positions
        that only meet padding are omitted.
        """
        columns = list(self._overlaps(1, size[1], output[1]))
        for i, down, rows in self._overlaps(0, size[0], output[0]):
            for j, across, pixels in columns:
                yield (i, j), (down, across), (rows, pixels)

    def _overlaps(self, axis: int, size: int, output: int) -> Iterator[tuple[int, slice, slice]]:
        """Yield each kernel position along one axis, with the windows in which it meets a pixel,
        and these pixels.
        """
        step, stride, padding = self.dilation[axis], self.stride[axis], self.padding[axis]
        taps: Sequence[int] = range(self.kernel[axis])
        if len(taps) > size * output:  # most positions of a huge kernel meet no pixel
            offsets = {y + padding - o * stride for y in range(size) for o in range(output)}
            taps = sorted(at // step for at in offsets if at % step == 0 and at // step in taps)
        for tap in taps:
            offset = tap * step - padding
            first = max(0, -(offset // stride))
            last = min(output - 1, (size - 1 - offset) // stride)
            if first <= last:
                start, stop = first * stride + offset, last * stride + offset + 1
                yield tap, slice(first, last + 1), slice(start, stop, stride)


def as_image(x: Array, size: tuple[int, ...]) -> Array:
    """Return a flattened tensor as an image of shape N x H x W x C."""
    if x.size != np.prod(size, dtype=object):
        raise KernelError(f"an operand of {shape_text(x.shape)} is not a {shape_text(size)} image")
    return x.reshape(size)


def _grouped_product(arithmetic: Arithmetic, pixels: Array, weights: Array) -> Array:
    """Return the grouped product of (M, G*C) and (G, C, O): an array (M, G*O)."""
    groups, channels, outputs = weights.shape
    if groups == 1:
        return arithmetic.product(pixels, weights[0])
    split = pixels.reshape(-1, groups, channels).transpose(1, 0, 2)
    grouped = arithmetic.product(split, weights)
    return grouped.transpose(1, 0, 2).reshape(-1, groups * outputs)


def _check_weight(weight: Array, expected: tuple[int, ...], groups: int, channels: Pair) -> None:
    if groups < 1 or channels[0] % groups or channels[1] % groups:
        raise KernelError(f"{groups} groups do not divide {channels[0]} and {channels[1]} channels")
    if weight.shape != expected:
        raise KernelError(
            f"the weight is {shape_text(weight.shape)}, the attributes say {shape_text(expected)}"
        )


def _check_bias(bias: Array | None, channels: int) -> None:
    if bias is not None and bias.size != channels:
        raise KernelError(
            f"the bias has shape {shape_text(bias.shape)}, expected one element for each of "
            f"{channels} channels"
        )


def _finish(
    arithmetic: Arithmetic, image: Array, bias: Array | None, result_shape: tuple[int, ...]
) -> Array:
    """Add `bias`, one value per channel, to `image`, and return it in the declared shape."""
    if bias is not None:
        arithmetic.add(image, as_real(bias).reshape(-1), image)
    return image.reshape(result_shape)


def result_image_shape(image: tuple[int, ...], declared: tuple[int, ...]) -> tuple[int, ...]:
    """Return the declared shape of a result: the image shape N x H x W x C, or its flattened shape.

    Raises `KernelError` if another shape is declared.
    """
    flat = (1, 1, image[0] * image[1] * image[2], image[3])
    if declared == image:
        return image
    require_shape(flat, declared)
    return flat


WINDOW: dict[str, AttributePath] = {
    "kernel": ("kernel_height", "kernel_width"),
    "stride": ("stride_height", "stride_width"),
    "padding": ("padding_height", "padding_width"),
    "dilation": ("dilation_height", "dilation_width"),
}
"""Paths of the attributes of a window, as pairs (vertical, horizontal)."""
_IMAGE = ("batch_size", "input_height", "input_width", "in_channels")


def _convolved_shape(
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    image: tuple[int, int, int, int],
    out_channels: int,
    groups: int,
    result_shape: tuple[int, ...],
    **window: Pair,
) -> tuple[int, ...]:
    batch, height, width, channels = image
    sliding = Window(**window)
    expected = (out_channels, channels // max(groups, 1), *sliding.kernel)
    _check_weight(weight, expected, groups, (channels, out_channels))
    result_image = (batch, *sliding.output_size((height, width)), out_channels)
    shape = result_image_shape(result_image, result_shape)
    as_image(x, image)
    _check_bias(bias, out_channels)
    return shape


@kernel(
    "Conv2dOp",
    "input",
    "weight",
    "bias?",
    cost=Cost(work="convolution"),
    image=_IMAGE,
    out_channels="out_channels",
    shared=WINDOW,
    groups="groups",
    takes_shape=True,
    infer_shape=_convolved_shape,
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
    arithmetic: Arithmetic = IDEAL,
) -> Array:
    """Return the convolution of a zero-padded image with a kernel, plus a bias per channel."""
    batch, height, width, channels = image
    window = Window(kernel, stride, padding, dilation)
    result_image = (batch, *window.output_size((height, width)), out_channels)
    pixels, taps = as_image(as_real(x), image), as_real(weight)
    padded = (
        math.prod(n + 2 * p for n, p in zip(image[1:3], padding, strict=True)) * batch * channels
    )
    alone = groups == channels == out_channels > 1
    padded_too_far = padded > 4 * (pixels.size + math.prod(result_image))
    compute = _by_positions if alone or padded_too_far else _by_windows
    total = compute(arithmetic, pixels, taps, window, result_image, groups)
    return _finish(arithmetic, total, bias, result_shape)


def _by_windows(
    arithmetic: Arithmetic,
    pixels: Array,
    weight: Array,
    window: Window,
    result_image: tuple[int, ...],
    groups: int,
) -> Array:
    """Compute the convolution as one product: the pixels under each window times the weights."""
    batch, height, width, outputs = result_image
    (rows, columns), channels = window.padding, pixels.shape[-1]
    if rows or columns:
        pixels = np.pad(pixels, ((0, 0), (rows, rows), (columns, columns), (0, 0)))
    per_window = (*window.kernel, channels // groups)
    by_image, by_row, by_column, by_channel = pixels.strides
    strides = (by_row * window.stride[0], by_column * window.stride[1])
    inner = (by_row * window.dilation[0], by_column * window.dilation[1], by_channel)
    view = as_strided(
        pixels,
        (batch, height, width, groups, *per_window),
        (by_image, *strides, by_channel * per_window[2], *inner),
        writeable=False,
    )
    # Transpose O x C/G x KH x KW to G x KH*KW*C/G x O/G, as a view.
    depth = math.prod(per_window)
    taps = weight.transpose(0, 2, 3, 1).reshape(groups, outputs // groups, depth).swapaxes(1, 2)
    result = np.empty(result_image, np.result_type(pixels, weight))
    for part in _parts((batch, height, width), groups * depth):
        _windows_product(arithmetic, view[part], taps, result[part])
    return result


def _parts(counts: tuple[int, int, int], values: int) -> Iterator[tuple[slice, ...]]:
    """Yield slices that cut images, rows and columns into parts whose windows fit into the cache.

    `counts` has the numbers of images, rows and columns. `values` is the number of values per
    window.
    """
    _, rows, columns = counts
    steps = [max(_WINDOW_VALUES // max(n * values, 1), 1) for n in (rows * columns, columns, 1)]
    starts = [range(0, count, step) for count, step in zip(counts, steps, strict=True)]
    for place in itertools.product(*starts):
        yield tuple(slice(at, at + step) for at, step in zip(place, steps, strict=True))


def _windows_product(arithmetic: Arithmetic, windows: Array, taps: Array, out: Array) -> None:
    """Multiply windows (N x H x W x G x KH x KW x C/G) by taps (G, KH*KW*C/G, O/G) into `out`.

    `out` has the shape N x H x W x O.
    """
    groups, depth, _ = taps.shape
    if groups == 1:
        rows = out.reshape(-1, out.shape[-1])
        arithmetic.product(windows.reshape(-1, depth), taps[0], rows)
        return
    split = windows.transpose(3, 0, 1, 2, 4, 5, 6).reshape(groups, -1, depth)
    grouped = arithmetic.product(split, taps)
    out[...] = grouped.transpose(1, 0, 2).reshape(out.shape)


def _by_positions(
    arithmetic: Arithmetic,
    pixels: Array,
    weight: Array,
    window: Window,
    result_image: tuple[int, ...],
    groups: int,
) -> Array:
    """Compute the convolution as a sum over kernel positions, each a product of pixels and weights.

    Unlike `_by_windows`, it stores no padding.
    """
    channels, outputs = pixels.shape[-1], result_image[-1]
    # Transpose O x C/G x KH x KW to KH x KW x G x C/G x O/G.
    taps = weight.reshape(groups, -1, channels // groups, *window.kernel).transpose(3, 4, 0, 2, 1)
    total = np.zeros(result_image, np.result_type(pixels, weight))
    size, output = cast(Pair, pixels.shape[1:3]), cast(Pair, result_image[1:3])
    for (i, j), places, sources in window.taps(size, output):
        met, place = pixels[:, *sources], total[:, *places]
        if groups == channels == outputs:
            arithmetic.add(place, arithmetic.multiply(met, taps[i, j, :, 0, 0]), place)
            continue
        product = _grouped_product(arithmetic, met.reshape(-1, channels), taps[i, j])
        arithmetic.add(place, product.reshape(place.shape), place)
    return total


def _window(kernel: Pair, stride: Pair, padding: Pair, dilation: Pair) -> Window:
    """Return the window with these attributes of the binary, each a pair (vertical, horizontal)."""
    return Window(
        cast(Pair, nth(kernel, 2, "kernel_size")),
        cast(Pair, nth(stride, 2, "stride")),
        cast(Pair, nth(padding, 2, "padding")),
        cast(Pair, nth(dilation, 2, "dilation")),
    )


def _transposed_size(window: Window, size: Pair, output_padding: Pair) -> Pair:
    """Return the output size of a transposed convolution.

    It is (size - 1) * stride - 2 * padding + dilation * (kernel - 1) + output_padding + 1.
    """
    extra = nth(output_padding, 2, "output_padding")
    sides = [
        (n - 1) * window.stride[axis] - 2 * window.padding[axis] + window.extent(axis) + extra[axis]
        for axis, n in enumerate(size)
    ]
    return sides[0], sides[1]


def _transposed_shape(
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    image: tuple[int, int, int, int],
    out_channels: int,
    groups: int,
    output_padding: Pair,
    result_shape: tuple[int, ...],
    **window: Pair,
) -> tuple[int, ...]:
    batch, height, width, channels = image
    sliding = _window(**window)
    size = _transposed_size(sliding, (height, width), output_padding)
    expected = (channels, out_channels // max(groups, 1), *sliding.kernel)
    _check_weight(weight, expected, groups, (channels, out_channels))
    if min(size) < 0:
        raise KernelError(f"the padding leaves no image: {shape_text(size)}")
    shape = result_image_shape((batch, *size, out_channels), result_shape)
    as_image(x, image)
    _check_bias(bias, out_channels)
    return shape


@kernel(
    "ConvTranspose2dOp",
    "input",
    "weight",
    "bias?",
    cost=Cost(work="transposed convolution"),
    image=_IMAGE,
    out_channels="out_channels",
    kernel="kernel_size",
    stride="stride",
    padding="padding",
    output_padding="output_padding",
    dilation="dilation",
    groups="groups",
    takes_shape=True,
    infer_shape=_transposed_shape,
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
    arithmetic: Arithmetic = IDEAL,
) -> Array:
    """Return the transposed convolution of an image with a kernel, plus a bias per channel.

    Each pixel adds its multiple of the kernel at `stride` times its position.
    """
    batch, height, width, channels = image
    window = _window(kernel, stride, padding, dilation)
    size = _transposed_size(window, (height, width), output_padding)
    pixels = as_image(as_real(x), image)
    taps = as_real(weight).reshape(groups, channels // groups, -1, *kernel).transpose(3, 4, 0, 1, 2)
    canvas = np.zeros((batch, *size, out_channels), np.result_type(pixels, taps))
    for (i, j), sources, places in window.taps(size, (height, width)):
        met, place = pixels[:, *sources], canvas[:, *places]
        product = _grouped_product(arithmetic, met.reshape(-1, channels), taps[i, j])
        arithmetic.add(place, product.reshape(place.shape), place)
    return _finish(arithmetic, canvas, bias, result_shape)
