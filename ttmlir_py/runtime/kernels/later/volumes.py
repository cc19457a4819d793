"""Three-dimensional convolutions, and means over the windows of an image."""

import math
from collections.abc import Sequence
from itertools import product

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.arithmetic import IDEAL, Arithmetic
from ttmlir_py.runtime.kernels.convolution import (
    WINDOW,
    Pair,
    Window,
    as_image,
    result_image_shape,
)
from ttmlir_py.runtime.kernels.later.table import LATER_KERNELS
from ttmlir_py.runtime.kernels.registry import Cost, as_real, is_integer, kernel, require_shape

_IMAGE = ("batch_size", "input_height", "input_width", "channels")
_SIDES = ("padding_top", "padding_bottom", "padding_left", "padding_right")


def _mean_output(
    image: tuple[int, int, int, int],
    kernel: Pair,
    stride: Pair,
    sides: tuple[int, int, int, int],
    *,
    ceil_mode: bool,
) -> Pair:
    """Return the number of windows along both axes, by PyTorch's rule."""
    found: list[int] = []
    for axis, size in enumerate(image[1:3]):
        before, after = sides[2 * axis : 2 * axis + 2]
        span = size + before + after - kernel[axis]
        if span < 0 or stride[axis] < 1 or kernel[axis] < 1:
            raise KernelError("the window does not fit into the image")
        count = span // stride[axis] + 1
        if ceil_mode:
            count = -(-span // stride[axis]) + 1
            count -= (count - 1) * stride[axis] >= size + before
        found.append(count)
    return found[0], found[1]


def _mean_shape(
    x: Array,
    *,
    image: tuple[int, int, int, int],
    kernel: Pair,
    stride: Pair,
    sides: tuple[int, int, int, int],
    ceil_mode: bool,
    divisor: int | None,
    result_shape: tuple[int, ...],
    **_: object,
) -> tuple[int, ...]:
    as_image(x, image)
    if divisor == 0:
        raise KernelError("divisor_override is 0")
    output = _mean_output(image, kernel, stride, sides, ceil_mode=ceil_mode)
    return result_image_shape((image[0], *output, image[3]), result_shape)


@kernel(
    "AvgPool2dOp",
    "in",
    cost=Cost(work="max pooling"),
    image=_IMAGE,
    kernel=WINDOW["kernel"],
    stride=WINDOW["stride"],
    sides=_SIDES,
    ceil_mode="ceil_mode",
    counts_padding="count_include_pad",
    divisor="divisor_override",
    takes_shape=True,
    infer_shape=_mean_shape,
    table=LATER_KERNELS,
)
def avg_pool2d(
    x: Array,
    *,
    image: tuple[int, int, int, int],
    kernel: Pair,
    stride: Pair,
    sides: tuple[int, int, int, int],
    ceil_mode: bool,
    counts_padding: bool,
    divisor: int | None,
    result_shape: tuple[int, ...],
) -> Array:
    """Return the sum over each window, divided by `divisor` or the number of its pixels.

    Pixels of the padding count if `counts_padding`.
    """
    pixels = as_real(as_image(x, image))
    rows, columns = _mean_output(image, kernel, stride, sides, ceil_mode=ceil_mode)
    top, bottom, left, right = sides
    batch, height, width, channels = image
    total = np.zeros((batch, rows, columns, channels), pixels.dtype)
    for i, j in np.ndindex(rows, columns):
        y, across = i * stride[0] - top, j * stride[1] - left
        inner = _range(y, kernel[0], 0, height), _range(across, kernel[1], 0, width)
        part = pixels[:, slice(*inner[0]), slice(*inner[1])]
        counted = inner
        if counts_padding:
            counted = (
                _range(y, kernel[0], -top, height + bottom),
                _range(across, kernel[1], -left, width + right),
            )
        count = math.prod(stop - start for start, stop in counted)
        total[:, i, j] = part.sum(axis=(1, 2)) / pixels.dtype.type(
            max(count, 1) if divisor is None else divisor
        )
    return total.reshape(result_shape)


def _range(start: int, size: int, low: int, high: int) -> tuple[int, int]:
    """Return the part of a window that is between two bounds."""
    first = min(max(start, low), high)
    return first, max(min(start + size, high), first)


def _places_shape(
    x: Array,
    *,
    image: tuple[int, int, int, int],
    ceil_mode: bool,
    result_shape: tuple[int, ...],
    **window: Pair,
) -> tuple[int, ...]:
    as_image(x, image)
    output = Window(**window).output_size(image[1:3], ceil_mode=ceil_mode)
    return result_image_shape((image[0], *output, image[3]), result_shape)


@kernel(
    "MaxPool2dIndicesOp",
    "in",
    cost=Cost(work="max pooling"),
    image=_IMAGE,
    shared=WINDOW,
    ceil_mode="ceil_mode",
    takes_shape=True,
    infer_shape=_places_shape,
    table=LATER_KERNELS,
)
def max_pool2d_indices(
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
    """Return the position of the first maximum of each window, as `row * width + column`."""
    batch, height, width, channels = image
    window = Window(kernel, stride, padding, dilation)
    output = window.output_size((height, width), ceil_mode=ceil_mode)
    pixels = as_image(x, image)
    smallest = x.dtype.type(np.iinfo(x.dtype).min if is_integer(x) else -np.inf)
    largest = np.full((batch, *output, channels), smallest)
    found = np.full(largest.shape, -1, np.int32)
    numbers = np.arange(height * width, dtype=np.int32).reshape(1, height, width, 1)
    for _, places, sources in window.taps((height, width), output):
        met, at = largest[:, *places], found[:, *places]
        given = pixels[:, *sources]
        wins = (given > met) | (at < 0) | (np.isnan(given) & ~np.isnan(met))
        np.copyto(met, given, where=wins)
        np.copyto(at, np.broadcast_to(numbers[:, *sources], given.shape), where=wins)
    return found.reshape(result_shape)


Triple = tuple[int, int, int]


def _volume_output(
    size: Triple, kernel: Triple, stride: Triple, padding: Triple, dilation: Triple
) -> Triple:
    found: list[int] = []
    for n, k, s, p, d in zip(size, kernel, stride, padding, dilation, strict=True):
        span = n + 2 * p - d * (k - 1) - 1
        if span < 0 or min(s, d, k) < 1 or p < 0:
            raise KernelError("the kernel does not fit into the volume")
        found.append(span // s + 1)
    return found[0], found[1], found[2]


def _triples(*values: Sequence[int] | None) -> list[Triple]:
    found: list[Triple] = []
    for each in values:
        if each is None or len(each) != 3:
            raise KernelError(f"needs 3 values, got {each}")
        found.append((each[0], each[1], each[2]))
    return found


def _volume_shape(
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int] | None,
    mode: str | None,
    groups: int,
    result_shape: tuple[int, ...],
) -> tuple[int, ...]:
    window = _triples(kernel, stride, padding, dilation or (1, 1, 1))
    if x.ndim != 5 or weight.ndim not in (2, 5) or groups < 1 or x.shape[4] % groups:
        raise KernelError("needs a volume N x D x H x W x C and a weight")
    if mode not in (None, "zeros", "replicate"):
        raise KernelError(f"unknown padding mode {str(mode)[:20]!r}")
    outputs = weight.shape[0] if weight.ndim == 5 else weight.shape[1]
    if weight.size != outputs * math.prod(window[0]) * x.shape[4] // groups or outputs % groups:
        raise KernelError("the size of the weight does not match the attributes")
    if bias is not None and bias.size != outputs:
        raise KernelError(
            f"the bias has {bias.size} elements, expected one for each of {outputs} channels"
        )
    output = _volume_output((x.shape[1], x.shape[2], x.shape[3]), *window)
    return require_shape((x.shape[0], *output, outputs), result_shape)


def _taps_first(weight: Array, kernel: Triple, groups: int, outputs: int) -> Array:
    """Return a weight as [groups, taps, channels of a group, outputs of a group]."""
    taps = math.prod(kernel)
    if weight.ndim == 5:
        by_group = weight.reshape(groups, outputs // groups, -1, taps)
        return by_group.transpose(0, 3, 2, 1)
    by_tap = weight.reshape(taps, -1, groups, outputs // groups)
    return by_tap.transpose(2, 0, 1, 3)


@kernel(
    "Conv3dOp",
    *("input", "weight", "bias?"),
    cost=Cost(work="convolution"),
    kernel="kernel_size",
    stride="stride",
    padding="padding",
    dilation="dilation",
    mode="padding_mode",
    groups="groups",
    takes_shape=True,
    infer_shape=_volume_shape,
    table=LATER_KERNELS,
)
def conv3d(
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int] | None,
    mode: str | None,
    groups: int,
    result_shape: tuple[int, ...],
    arithmetic: Arithmetic = IDEAL,
) -> Array:
    """Return the convolution of a volume N x D x H x W x C, as one product of matrices.

    The weight is O x C / groups x D x H x W, or a matrix whose rows are taps times channels.
    """
    sizes, steps, edges, spread = _triples(kernel, stride, padding, dilation or (1, 1, 1))
    batch, *output, outputs = result_shape
    how = "edge" if mode == "replicate" else "constant"
    padded = np.pad(as_real(x), ((0, 0), *((p, p) for p in edges), (0, 0)), mode=how)
    windows = [
        padded[
            :,
            *(
                slice(tap * d, tap * d + (n - 1) * s + 1, s)
                for tap, d, n, s in zip(taps, spread, output, steps, strict=True)
            ),
        ]
        for taps in product(*map(range, sizes))
    ]
    matrix = _taps_first(as_real(weight), sizes, groups, outputs)
    columns = np.stack(windows, axis=-2).reshape(
        batch * math.prod(output), len(windows), groups, -1
    )
    parts = [
        arithmetic.product(
            np.ascontiguousarray(columns[:, :, group]).reshape(len(columns), -1),
            matrix[group].reshape(-1, outputs // groups),
        )
        for group in range(groups)
    ]
    found = np.concatenate(parts, axis=1)
    return (found if bias is None else found + as_real(bias).reshape(-1)).reshape(result_shape)


def _aligned(channels: int, alignment: int) -> int:
    """Return a number of channels, rounded up to a multiple of `alignment`."""
    return -(-channels // max(alignment, 1)) * max(alignment, 1)


def _matrix_shape(
    weight: Array, *, block: int, alignment: int, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    channels = _aligned(weight.shape[1], alignment) if weight.ndim == 5 else 0
    if block not in (0, channels):
        raise KernelError("splits the channels of a weight into blocks, which is not simulated")
    taps = math.prod(weight.shape[2:])
    return require_shape((taps * channels, weight.shape[0]), result_shape)


@kernel(
    "PrepareConv3dWeightsOp",
    "weight_tensor",
    block="c_in_block",
    alignment="alignment",
    takes_shape=True,
    infer_shape=_matrix_shape,
    table=LATER_KERNELS,
)
def prepare_conv3d_weights(weight: Array, *, block: int, alignment: int) -> Array:
    """Return a weight as the matrix that `conv3d` takes: taps times channels by outputs.

    Zeros fill the channels up to a multiple of `alignment`. All channels are in one `block`.
    """
    outputs, channels = weight.shape[:2]
    missing = _aligned(channels, alignment) - channels
    filled = np.pad(weight, ((0, 0), (0, missing), (0, 0), (0, 0), (0, 0)))
    return filled.transpose(2, 3, 4, 1, 0).reshape(-1, outputs)
