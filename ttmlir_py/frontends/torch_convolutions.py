"""Gradients of convolutions as convolutions.

torch-mlir lowers these gradients only for two dimensions without groups and dilation.
"""

from collections.abc import Sequence
from typing import Any

from ttmlir_py.frontends.torch_tensors import torch
from ttmlir_py.frontends.torch_traced import spread


def convolutions() -> dict[Any, Any]:
    """Return the decomposition of the gradients of convolutions."""
    return {torch().ops.aten.convolution_backward.default: _gradients}


def _gradients(
    gradient: Any,
    x: Any,
    weight: Any,
    bias_sizes: Sequence[int] | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    output_mask: Sequence[bool],
) -> Any:
    """Return the gradients of the image, the weight and the bias, None for those that `output_mask`
    excludes.
    """
    rank = x.dim() - 2
    stride, padding, dilation = (
        list(each) * rank if len(each) == 1 else list(each) for each in (stride, padding, dilation)
    )
    of_x = of_weight = of_bias = None
    if output_mask[0] and transposed:
        of_x = _convolution(gradient, weight, stride, padding, dilation, groups)
    elif output_mask[0]:
        of_x = _image_gradient(gradient, x, weight, stride, padding, dilation, groups)
    if output_mask[1]:
        image, result = (gradient, x) if transposed else (x, gradient)
        of_weight = _weight_gradient(result, image, weight, stride, padding, dilation, groups)
    if output_mask[2]:
        of_bias = gradient.sum([0, *range(2, gradient.dim())])
    return of_x, of_weight, of_bias


def _convolution(
    x: Any,
    weight: Any,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    groups: int,
) -> Any:
    zeros = [0] * len(stride)
    return torch().ops.aten.convolution(
        x, weight, None, stride, padding, dilation, False, zeros, groups
    )


def _image_gradient(
    gradient: Any,
    x: Any,
    weight: Any,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    groups: int,
) -> Any:
    """Return the convolution of the spread gradient with the reversed weight."""
    rank = len(stride)
    outputs, inputs, *kernel = weight.shape
    reversed_weight = (
        weight.reshape([groups, outputs // groups, inputs, *kernel])
        .transpose(1, 2)
        .reshape([groups * inputs, outputs // groups, *kernel])
        .flip(list(range(2, rank + 2)))
    )
    sides = list[int]()
    for index, step in enumerate(stride):
        dim = index - rank
        gradient = spread(gradient, dim, step)
        reach = dilation[index] * (kernel[index] - 1)
        before = reach - padding[index]
        sides = [before, x.shape[dim] + reach - before - gradient.shape[dim], *sides]
    gradient = torch().constant_pad_nd(gradient, sides)
    ones, zeros = [1] * rank, [0] * rank
    return _convolution(gradient, reversed_weight, ones, zeros, dilation, groups)


def _weight_gradient(
    gradient: Any,
    x: Any,
    weight: Any,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    groups: int,
) -> Any:
    """Return the convolution of the image with the gradient, in which batch and channels change
    places.
    """
    batch, channels, *size = x.shape
    images = x.reshape([batch, groups, channels // groups, *size]).transpose(0, 2)
    images = images.reshape([channels // groups, groups * batch, *size])
    found = _convolution(images, gradient.transpose(0, 1), dilation, padding, stride, groups)
    for index, each in enumerate(weight.shape[2:]):
        found = found.narrow(index + 2, 0, each)
    return found.transpose(0, 1)
