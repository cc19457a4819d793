"""Windows that move over a tensor: `unfold`, max pooling with indices, and their gradients.

The elements at one position of all windows are a slice with a step, see `torch_traced.strided`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from ttmlir_py.frontends.torch_tensors import torch
from ttmlir_py.frontends.torch_traced import (
    is_as_is,
    is_training,
    placed,
    spread,
    strided,
    taken_as_is,
)

_MOST_SLICES = 64
"""Largest number of slices from which windows are joined. More windows are gathered by indices."""


def windows() -> dict[Any, Any]:
    """Return the decompositions of operators on windows."""
    aten = torch().ops.aten
    return {
        aten.unfold.default: _unfold,
        aten.unfold_backward.default: _unfold_gradient,
        aten.col2im.default: _fold,
        aten.max_pool2d_with_indices.default: _max_pool_2d,
        aten.max_pool3d_with_indices.default: _max_pool_3d,
        aten.adaptive_max_pool2d.default: _adaptive_max_pool,
        aten.adaptive_max_pool2d_backward.default: _adaptive_max_pool_gradient,
        aten.max_pool2d_with_indices_backward.default: _max_pool_gradient,
        aten.max_pool3d_with_indices_backward.default: _max_pool_gradient,
    }


def _unfold(x: Any, dim: int, size: int, step: int) -> Any:
    """Return windows of `size` along `dim`, every `step` elements, as a new last dimension."""
    if not x.dim():
        return x.reshape(1).narrow(0, 0, size)
    dim %= x.dim()
    count = (x.shape[dim] - size) // step + 1
    if min(count, size) > _MOST_SLICES:
        places = torch().arange(count).unsqueeze(1) * step + torch().arange(size)
        found = x.index_select(dim, places.reshape(-1))
        shape = list(x.shape)
        return found.reshape([*shape[:dim], count, size, *shape[dim + 1 :]]).movedim(dim + 1, -1)
    if count <= size:
        return torch().stack(
            [x.narrow(dim, each * step, size).movedim(dim, -1) for each in range(count)], dim
        )
    return torch().stack([strided(x, dim, each, step, count) for each in range(size)], -1)


def _unfold_gradient(gradient: Any, sizes: Sequence[int], dim: int, size: int, step: int) -> Any:
    """Return the gradient of `_unfold`: each element is the sum of the windows that have it."""
    if not sizes:
        return gradient.reshape(())
    dim %= len(sizes)
    total: Any = None
    for each in range(size):
        column = spread(gradient.select(-1, each), dim, step)
        column = placed(column, dim, each, sizes[dim])
        total = column if total is None else total + column
    return total


def _fold(
    x: Any,
    output_size: Sequence[int],
    size: Sequence[int],
    dilation: Sequence[int],
    padding: Sequence[int],
    stride: Sequence[int],
) -> Any:
    """Return the sums of overlapping windows of an image. `x` has a row for each element of the
    windows, and a column for each window.
    """
    if prod(size) > _MOST_SLICES:
        return NotImplemented
    padded = [old + 2 * pad for old, pad in zip(output_size, padding, strict=True)]
    pairs = zip(padded, dilation, size, stride, strict=True)
    counts = [(old - gap * (each - 1) - 1) // step + 1 for old, gap, each, step in pairs]
    *batch, rows, _ = x.shape
    parts = x.reshape([*batch, rows // prod(size), prod(size), *counts])
    total: Any = None
    for number, position in enumerate(product(*map(range, size))):
        part = parts.select(-3, number)
        for dim, each in zip((-2, -1), position, strict=True):
            part = spread(part, dim, stride[dim])
            part = placed(part, dim, each * dilation[dim], padded[dim])
        total = part if total is None else total + part
    for dim in (-2, -1):
        total = total.narrow(dim, padding[dim], output_size[dim])
    return total


@dataclass(frozen=True)
class Window:
    """A pooling window that moves over an image, with padding that keeps all positions inside."""

    size: list[int]
    stride: list[int]
    dilation: list[int]
    padding: list[int]
    """Padding before and after each dimension, from the last dimension to the first, in
    elements.
    """
    counts: list[int]
    """Number of positions along each dimension."""

    @classmethod
    def of(
        cls,
        x: Any,
        rank: int,
        size: int | Sequence[int],
        stride: int | Sequence[int],
        padding: int | Sequence[int],
        dilation: int | Sequence[int],
        *,
        ceil_mode: bool = True,
    ) -> Window:
        """Return the window as PyTorch places it: the last position starts inside the image or its
        padding.

        A single number in `size`, `stride`, `padding` or `dilation` applies to all dimensions.
        """
        sizes, dilations = _each(size, rank), _each(dilation, rank)
        strides = sizes if not isinstance(stride, int) and not len(stride) else _each(stride, rank)
        sides, counts = list[int](), list[int]()
        for length, each, step, pad, gap in zip(
            x.shape[-rank:], sizes, strides, _each(padding, rank), dilations, strict=True
        ):
            reach = gap * (each - 1) + 1
            steps, rest = divmod(length + 2 * pad - reach, step)
            if ceil_mode and rest and (steps + 1) * step < length + pad:
                steps += 1
            end = max(steps * step + reach - length - pad, 0)
            sides = [pad, end, *sides]
            counts.append(steps + 1)
        return cls(sizes, strides, dilations, sides, counts)

    def positions(self) -> Iterator[list[int]]:
        """Yield the offsets in the padded image of each position of the window, in row-major
        order.
        """
        for position in product(*map(range, self.size)):
            yield [each * gap for each, gap in zip(position, self.dilation, strict=True)]

    def elements(self, x: Any, offsets: Sequence[int]) -> Any:
        """Return the elements at one position of all windows over a padded image."""
        rank = len(self.size)
        for index, offset in enumerate(offsets):
            x = strided(x, index - rank, offset, self.stride[index], self.counts[index])
        return x


def _each(numbers: int | Sequence[int], rank: int) -> list[int]:
    """Return a number for each dimension."""
    given = [numbers] if isinstance(numbers, int) else list(numbers)
    return given * rank if len(given) == 1 else given


def _max_pool_2d(x: Any, *settings: Any) -> Any:
    return _max_pool(torch().ops.aten.max_pool2d_with_indices.default, x, 2, *settings)


def _max_pool_3d(x: Any, *settings: Any) -> Any:
    return _max_pool(torch().ops.aten.max_pool3d_with_indices.default, x, 3, *settings)


def _max_pool(
    operator: Any,
    x: Any,
    rank: int,
    size: Sequence[int],
    stride: Sequence[int] = (),
    padding: Sequence[int] = (0,),
    dilation: Sequence[int] = (1,),
    ceil_mode: bool = False,
) -> Any:
    """Return max pooling, and the indices of the largest elements, computed from the windows.

    torch-mlir has no pooling with indices that the device computes, and the device pools in bf16.
    Training computes the values from the windows as well, so that they fit the gradients. With
    `ceil_mode`, windows may end outside the image. torch-mlir pads both sides equally, so the image
    is padded here.
    """
    if is_as_is() or 0 in x.shape:
        return NotImplemented
    window = Window.of(x, rank, size, stride, padding, dilation, ceil_mode=ceil_mode)
    padded = torch().constant_pad_nd(x, window.padding, _lowest(x))
    elements = [window.elements(padded, each) for each in window.positions()]
    places = [window.elements(each, at) for each, at in _numbered(x, window)]
    largest = elements[0]
    for each in elements[1:]:
        largest = torch().maximum(largest, each)
    found = torch().zeros_like(largest, dtype=torch().int64) + places[-1]
    for each, place in zip(reversed(elements[:-1]), reversed(places[:-1]), strict=True):
        found = torch().where(each == largest, place, found)
    if is_training():
        return largest, found
    with taken_as_is():
        if ceil_mode:
            values = operator(padded, window.size, window.stride, 0, window.dilation)[0]
        else:
            values = operator(x, window.size, window.stride, padding, window.dilation)[0]
    return values, found


def _adaptive_max_pool(x: Any, output_size: Sequence[int]) -> Any:
    """Return max pooling with windows of equal size, if the output's sizes are divisors."""
    size = [old // new for old, new in zip(x.shape[-2:], output_size, strict=True)]
    if any(old % new for old, new in zip(x.shape[-2:], output_size, strict=True)):
        return NotImplemented
    return torch().ops.aten.max_pool2d_with_indices(x, size, size)


def _adaptive_max_pool_gradient(gradient: Any, x: Any, indices: Any) -> Any:
    size = [old // new for old, new in zip(x.shape[-2:], gradient.shape[-2:], strict=True)]
    if any(old % new for old, new in zip(x.shape[-2:], gradient.shape[-2:], strict=True)):
        return NotImplemented
    return _max_pool_gradient(gradient, x, size, size, [0], [1], False, indices)


def _lowest(x: Any) -> Any:
    return float("-inf") if x.dtype.is_floating_point else torch().iinfo(x.dtype).min


def _numbered(x: Any, window: Window) -> Iterator[tuple[Any, list[int]]]:
    """Yield for each position of the window the padded numbers of the image's elements, and the
    position's offsets.
    """
    shape = x.shape[-len(window.size) :]
    numbers = torch().arange(prod(shape)).reshape(list(shape))
    padded = torch().constant_pad_nd(numbers, window.padding, -1)
    for offsets in window.positions():
        yield padded, offsets


def _max_pool_gradient(
    gradient: Any,
    x: Any,
    size: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    ceil_mode: bool,
    indices: Any,
) -> Any:
    """Return the gradient of max pooling: each window adds its gradient to its largest element."""
    rank = len(size) if len(size) > 1 else 2
    window = Window.of(x, rank, size, stride, padding, dilation, ceil_mode=ceil_mode)
    shape = [
        length + before + after
        for length, before, after in zip(
            x.shape[-rank:], window.padding[-2::-2], window.padding[::-2], strict=True
        )
    ]
    total: Any = None
    for numbers, offsets in _numbered(x, window):
        is_found = indices == window.elements(numbers, offsets)
        part = torch().where(is_found, gradient, 0.0)
        for index, offset in enumerate(offsets):
            part = spread(part, index - rank, window.stride[index])
            part = placed(part, index - rank, offset, shape[index])
        total = part if total is None else total + part
    for index, before in enumerate(window.padding[-2::-2]):
        total = total.narrow(index - rank, before, x.shape[index - rank])
    return total
