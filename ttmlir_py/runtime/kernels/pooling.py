"""Pooling and resizing of channels-last images."""

from typing import cast

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.convolution import (
    WINDOW,
    Pair,
    Window,
    as_image,
    result_image_shape,
)
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    as_real,
    is_integer,
    kernel,
    nth,
    require_shape,
)


def _pooled_shape(
    x: Array,
    *,
    image: tuple[int, int, int, int],
    ceil_mode: bool,
    result_shape: tuple[int, ...],
    **window: Pair,
) -> tuple[int, ...]:
    batch, height, width, channels = image
    output = Window(**window).output_size((height, width), ceil_mode=ceil_mode)
    shape = result_image_shape((batch, *output, channels), result_shape)
    as_image(x, image)
    return shape


@kernel(
    "MaxPool2dOp",
    "in",
    cost=Cost(work="max pooling"),
    image=("batch_size", "input_height", "input_width", "channels"),
    shared=WINDOW,
    ceil_mode="ceil_mode",
    takes_shape=True,
    infer_shape=_pooled_shape,
)
def max_pool2d(
    x: Array,
    *,
    image: tuple[int, int, int, int],
    kernel: Pair,
    stride: Pair,
    padding: Pair,
    dilation: Pair,
    ceil_mode: bool,
    result_shape: tuple[int, ...],
) -> Array:
    """Return the maximum over windows. Padding counts as the smallest value, and NaN propagates."""
    batch, height, width, channels = image
    window = Window(kernel, stride, padding, dilation)
    output = window.output_size((height, width), ceil_mode=ceil_mode)
    pixels = as_image(x, image)
    smallest = x.dtype.type(np.iinfo(x.dtype).min if is_integer(x) else -np.inf)
    result = np.full((batch, *output, channels), smallest)
    for _, places, sources in window.taps((height, width), output):
        met = result[:, *places]
        np.maximum(met, pixels[:, *sources], out=met)
    return result.reshape(result_shape)


def _factors(scale: int | tuple[int, ...]) -> Pair:
    return (scale, scale) if isinstance(scale, int) else cast(Pair, nth(scale, 2, "scale"))


def _enlarged_shape(
    x: Array, *, scale: int | tuple[int, ...], mode: str, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    factors = _factors(scale)
    if x.ndim != 4 or min(factors) < 1:
        raise KernelError("needs an N x H x W x C image and factors of at least 1")
    batch, height, width, channels = x.shape
    shape = (batch, height * factors[0], width * factors[1], channels)
    require_shape(shape, result_shape)
    if mode not in ("nearest", "bilinear"):
        raise KernelError(f"unknown mode {str(mode)[:20]!r}")
    return shape


@kernel(
    "UpsampleOp",
    "in",
    scale="scale_factor.scale",
    mode="mode",
    takes_shape=True,
    infer_shape=_enlarged_shape,
)
def upsample(x: Array, *, scale: int | tuple[int, ...], mode: str) -> Array:
    """Enlarge an N x H x W x C image by whole factors.

    `mode` is `nearest`, or `bilinear` with aligned pixel centres.
    """
    factors = _factors(scale)
    if mode == "nearest":
        return x.repeat(factors[0], axis=1).repeat(factors[1], axis=2)
    return _interpolate(_interpolate(as_real(x), 1, factors[0]), 2, factors[1])


def _interpolate(x: Array, axis: int, factor: int) -> Array:
    """Interpolate linearly along `axis` at positions (i + 0.5) / factor - 0.5, clamped to the
    image.
    """
    size = x.shape[axis]
    centres = (np.arange(size * factor, dtype=np.float64) + 0.5) / factor - 0.5
    positions = np.clip(centres, 0.0, size - 1.0)
    below = np.floor(positions).astype(np.intp)
    above = np.minimum(below + 1, size - 1)
    weight = (positions - below).astype(x.dtype)
    weight = weight.reshape([-1 if a == axis else 1 for a in range(x.ndim)])
    low, high = x.take(below, axis=axis), x.take(above, axis=axis)
    return low + (high - low) * weight
