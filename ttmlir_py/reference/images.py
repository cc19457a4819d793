"""Semantics of TTIR's ops that slide windows over images: convolutions, pooling, upsampling."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ttmlir_py.dialects.ttir.attributes import ConvolutionLayoutAttr
from ttmlir_py.dialects.ttir.enums import PoolingMethod
from ttmlir_py.reference.meanings import Numbers, op
from ttmlir_py.reference.numbers import Array


def windows(
    x: Array,
    size: Numbers,
    strides: Numbers,
    dilations: Numbers,
    padding: Sequence[Numbers],
    fill: Any,
    gaps: Numbers | None = None,
) -> Array:
    """Return all windows of the tensor `x`: first the dimensions of window positions, then those in
    a window.

    Before the windows slide, `gaps[i] - 1` elements are inserted between neighbours along dimension
    `i`, and `padding[i]` elements around (a negative number removes some). All inserted elements
    are `fill`.
    """
    for dim, (low, high) in enumerate(padding):
        line = np.moveaxis(x, dim, 0)
        gap = 1 if gaps is None else gaps[dim]
        inner = (len(line) - 1) * gap + 1
        whole = np.full((max(low, 0) + inner + max(high, 0), *line.shape[1:]), fill, x.dtype)
        whole[max(low, 0) : max(low, 0) + inner : gap] = line
        x = np.moveaxis(whole[max(-low, 0) : len(whole) - max(-high, 0)], 0, dim)
    extents = [(n - 1) * d + 1 for n, d in zip(size, dilations, strict=True)]
    every = sliding_window_view(x, extents)
    return every[tuple(slice(None, None, step) for step in (*strides, *dilations))]


def convolve(
    x: Array,
    weight: Array,
    strides: Numbers,
    padding: Sequence[Numbers],
    gaps: Numbers,
    dilations: Numbers,
    groups: int,
) -> Array:
    """Return the cross-correlation of `x` (N x C x image) with `weight` (O x C / groups x window).

    Each group of channels is correlated with its own O / groups kernels.
    """
    spatial = x.ndim - 2
    ones, nothing = (1, 1), [(0, 0), (0, 0)]
    parts: list[Array] = []
    for image, kernels in zip(
        np.split(x, groups, axis=1), np.split(weight, groups, axis=0), strict=True
    ):
        slid = windows(
            image,
            (1, 1, *weight.shape[2:]),
            (*ones, *strides),
            (*ones, *dilations),
            [*nothing, *padding],
            0,
            (*ones, *gaps),
        )
        # Multiply N x C x positions x 1 x 1 x window by O x C x window.
        window = list(range(slid.ndim - spatial, slid.ndim))
        summed = np.tensordot(slid, kernels, ((1, *window), tuple(range(1, 2 + spatial))))
        parts.append(np.moveaxis(summed.reshape(*summed.shape[: 1 + spatial], -1), -1, 1))
    return np.concatenate(parts, axis=1)


@op("ttir.convolution")
def convolution(
    input: Array,
    weight: Array,
    bias: Array | None,
    *,
    window_strides: Numbers,
    padding: Numbers,
    input_dilation: Numbers,
    weight_dilation: Numbers,
    window_reversal: Sequence[bool],
    convolution_layout: ConvolutionLayoutAttr,
    feature_group_count: int,
    batch_group_count: int,
) -> Array:
    """Return the convolution as StableHLO defines it.

    `convolution_layout` says which dimension is which. With batch groups, each group of the batch
    uses its own part of the kernels.
    """
    layout, sides = convolution_layout, list(zip(padding[::2], padding[1::2], strict=True))
    image = input.transpose(
        layout.inputBatchDimension, layout.inputFeatureDimension, *layout.inputSpatialDimensions
    )
    kernels = weight.transpose(
        layout.kernelOutputFeatureDimension,
        layout.kernelInputFeatureDimension,
        *layout.kernelSpatialDimensions,
    )
    reversed_ = [2 + i for i, is_reversed in enumerate(window_reversal) if is_reversed]
    kernels = np.flip(kernels, tuple(reversed_))
    pairs = zip(
        np.split(image, batch_group_count, axis=0),
        np.split(kernels, batch_group_count, axis=0),
        strict=True,
    )
    parts = [
        convolve(x, w, window_strides, sides, input_dilation, weight_dilation, feature_group_count)
        for x, w in pairs
    ]
    result = np.concatenate(parts, axis=1)
    if bias is not None:
        result = result + bias.reshape(-1, *[1] * (result.ndim - 2))
    places = (
        layout.outputBatchDimension,
        layout.outputFeatureDimension,
        *layout.outputSpatialDimensions,
    )
    return result.transpose(np.argsort(places))


@op("ttir.conv2d")
def conv2d(
    input: Array,
    weight: Array,
    bias: Array | None,
    *,
    stride_height: int,
    stride_width: int,
    dilation_height: int,
    dilation_width: int,
    groups: int,
    padding_left: int,
    padding_right: int,
    padding_top: int,
    padding_bottom: int,
    result_shape: Numbers,
) -> Array:
    """Return the convolution of images N x H x W x C, or of one image H x W x C.

    The kernels are O x C / groups x H x W; the bias is 1 x 1 x 1 x O.
    """
    images = input.reshape(-1, *input.shape[-3:])
    result = convolve(
        np.moveaxis(images, -1, 1),
        weight,
        (stride_height, stride_width),
        [(padding_top, padding_bottom), (padding_left, padding_right)],
        (1, 1),
        (dilation_height, dilation_width),
        groups,
    )
    total = np.moveaxis(result, 1, -1) + (0 if bias is None else bias)
    return total.reshape(result_shape)


@op("ttir.conv_transpose2d")
def conv_transpose2d(
    input: Array,
    weight: Array,
    bias: Array | None,
    *,
    stride: int | Numbers,
    padding: int | Numbers,
    output_padding: int | Numbers,
    dilation: int | Numbers,
    groups: int,
) -> Array:
    """Return the transposed convolution as PyTorch defines it.

    It is `conv2d` of the image with gaps of `stride`, by reversed kernels of C x O / groups x H x
    W. `padding` is one number, (vertical, horizontal), or (top, left, bottom, right), and is
    removed from the result. `output_padding` adds rows and columns at the end of the result.
    """
    strides, dilations, added = (each(value, 2) for value in (stride, dilation, output_padding))
    top, left, bottom, right = each(padding, 4)
    channels, outputs, *size = weight.shape
    extents = [d * (n - 1) for d, n in zip(dilations, size, strict=True)]
    turned = np.flip(weight, (2, 3)).reshape(groups, channels // groups, outputs, *size)
    result = convolve(
        np.moveaxis(input, -1, 1),
        turned.swapaxes(1, 2).reshape(groups * outputs, channels // groups, *size),
        (1, 1),
        [
            (extents[0] - top, extents[0] - bottom + added[0]),
            (extents[1] - left, extents[1] - right + added[1]),
        ],
        strides,
        dilations,
        groups,
    )
    return np.moveaxis(result, 1, -1) + (0 if bias is None else bias)


def each(value: int | Numbers, count: int) -> Numbers:
    """Return `count` numbers, one for each direction or side.

    `value` may be a single number for all, or two numbers for opposite sides.
    """
    values = [value] if isinstance(value, int) else list(value)
    return values * (count // len(values))


@op("ttir.max_pool2d")
def max_pool2d(
    input: Array,
    *,
    kernel_height: int,
    kernel_width: int,
    stride_height: int,
    stride_width: int,
    dilation_height: int,
    dilation_width: int,
    padding_left: int,
    padding_right: int,
    padding_top: int,
    padding_bottom: int,
    result_shape: Numbers,
    least: Any,
) -> Array:
    """Return the maximum of each window. Padding is never the maximum.

    With `ceil_mode` the last windows may reach beyond the padding. The result's shape gives the
    number of windows.
    """
    sides = [
        (low, max(high, (count - 1) * stride + (size - 1) * dilation + 1 - extent - low))
        for low, high, count, stride, size, dilation, extent in (
            (
                *(padding_top, padding_bottom, result_shape[1], stride_height),
                *(kernel_height, dilation_height, input.shape[1]),
            ),
            (
                *(padding_left, padding_right, result_shape[2], stride_width),
                *(kernel_width, dilation_width, input.shape[2]),
            ),
        )
    ]
    slid = windows(
        input,
        (1, kernel_height, kernel_width, 1),
        (1, stride_height, stride_width, 1),
        (1, dilation_height, dilation_width, 1),
        [(0, 0), *sides, (0, 0)],
        least,
    )
    return slid.max(axis=(4, 5, 6, 7))[:, : result_shape[1], : result_shape[2]]


@op("ttir.pooling")
def pooling(
    inputs: Sequence[Array],
    *,
    pooling_method: PoolingMethod,
    window_dimensions: Numbers,
    window_strides: Numbers,
    base_dilations: Numbers,
    window_dilations: Numbers,
    padding: Numbers,
    least: Any,
) -> list[Array]:
    """Return the maximum, or the mean including padding, of each window of each input.

    This is StableHLO's `reduce_window`.
    """
    sides = list(zip(padding[::2], padding[1::2], strict=True))
    is_max = pooling_method is PoolingMethod.Max
    results: list[Array] = []
    for x in inputs:
        slid = windows(
            x,
            window_dimensions,
            window_strides,
            window_dilations,
            sides,
            least if is_max else 0,
            base_dilations,
        )
        window = tuple(range(x.ndim, 2 * x.ndim))
        results.append(slid.max(axis=window) if is_max else slid.mean(axis=window))
    return results


@op("ttir.upsample2d")
def upsample2d(input: Array, *, scale_factor: int | Numbers, mode: str = "nearest") -> Array:
    """Return images N x H x W x C with height and width multiplied by `scale_factor`.

    `bilinear` interpolates between the centres of pixels, as PyTorch's `align_corners=False`.
    """
    for dim, factor in enumerate(each(scale_factor, 2), start=1):
        if mode == "nearest":
            input = np.repeat(input, factor, axis=dim)
            continue
        size = input.shape[dim]
        at: Array = np.clip((np.arange(float(size * factor)) + 0.5) / factor - 0.5, 0, size - 1)
        low = np.floor(at).astype(np.int64)
        share = np.expand_dims(at - low, tuple(range(1, input.ndim - dim)))
        lower, upper = (np.take(input, np.minimum(i, size - 1), axis=dim) for i in (low, low + 1))
        input = lower * (1 - share) + upper * share
    return input
