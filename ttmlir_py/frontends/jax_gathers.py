"""Lowering of JAX gathers that select single positions, such as the logits of labels.

The device selects rows of a table in bf16. Elements are selected exactly by comparing the positions
along a dimension with the indices.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from ttmlir_py.frontends.libraries import library

MOST_COMPARED = 1 << 20
"""The largest number of comparisons of positions with indices."""
_MOST_FOR_ONE = 1 << 16
"""The largest number of elements among which a single position is selected."""


def lower_gather(context: Any, operand: Any, indices: Any, **parameters: Any) -> Any:
    """Lower a gather as comparisons if it selects single positions, otherwise as JAX does."""
    shape, index_shape = (tuple[int, ...](each.shape) for each in context.avals_in)
    numbers, sizes = parameters["dimension_numbers"], parameters["slice_sizes"]
    is_clamped = parameters["mode"] != library("jax.lax").GatherScatterMode.FILL_OR_DROP
    is_selection = is_clamped and _is_selection(shape, index_shape, numbers, sizes)
    if is_selection and np.issubdtype(context.avals_in[0].dtype, np.floating):
        lower = library("jax.interpreters.mlir").lower_fun(_selected, multiple_results=False)
    else:
        lower = library("jax._src.lax.slicing")._gather_lower
    return lower(context, operand, indices, **parameters)


def _is_selection(
    shape: tuple[int, ...], index_shape: tuple[int, ...], numbers: Any, sizes: tuple[int, ...]
) -> bool:
    """Whether a gather selects one position along some dimensions, with few comparisons.

    Rows of a table are not selected by comparisons if there are several for each batch.
    """
    batching = _batching(numbers)
    named: list[int] = [dim for dim in numbers.start_index_map if sizes[dim] < shape[dim]]
    others = [dim for dim in range(len(shape)) if dim not in named and dim not in batching]
    if any(sizes[dim] != 1 for dim in named) or any(sizes[dim] != shape[dim] for dim in others):
        return False
    positions = prod(index_shape[:-1]) // prod(shape[dim] for dim in batching)
    is_row = len(named) == 1 and any(shape[dim] > 1 for dim in others)
    is_of_rows = is_row and not batching and positions > 1
    is_small = prod(shape) * positions <= (MOST_COMPARED if positions > 1 else _MOST_FOR_ONE)
    return not named or (is_small and not is_of_rows)


def _batching(numbers: Any) -> dict[int, int]:
    """Map the batch dimensions of the operand to the batch dimensions of the indices."""
    operands: tuple[int, ...] = getattr(numbers, "operand_batching_dims", ())  # new in JAX 0.4.32
    return dict(zip(operands, getattr(numbers, "start_indices_batching_dims", ()), strict=True))


def _selected(
    operand: Any, indices: Any, *, dimension_numbers: Any, slice_sizes: tuple[int, ...], **_: Any
) -> Any:
    """Return the selected elements: sums over the elements whose positions equal the indices."""
    numpy = library("jax.numpy")
    numbers, batching = dimension_numbers, _batching(dimension_numbers)
    places = {dim: place for place, dim in enumerate(numbers.start_index_map)}
    named = [dim for dim in places if slice_sizes[dim] < operand.shape[dim]]
    whole = [dim for dim in range(operand.ndim) if dim not in named and dim not in batching]
    positions = indices.shape[:-1]
    by_position = sorted(batching, key=batching.__getitem__)
    sizes = [1] * len(positions)
    for dim, place in batching.items():
        sizes[place] = operand.shape[dim]
    rest = [operand.shape[dim] for dim in (*named, *whole)]
    elements = operand.transpose((*by_position, *named, *whole)).reshape((*sizes, *rest))
    for number, dim in enumerate(named):
        index = indices[..., places[dim]]
        index = numpy.clip(index, 0, operand.shape[dim] - 1)
        index = index.reshape((*positions, *[1] * len(rest)))
        row = np.arange(operand.shape[dim], dtype=indices.dtype)
        shape = [1] * elements.ndim
        shape[len(positions) + number] = operand.shape[dim]
        elements = numpy.where(index == row.reshape(shape), elements, 0)
    summed = tuple(range(len(positions), len(positions) + len(named)))
    found = elements.sum(summed)
    kept = [
        1 if dim in named else size
        for dim, size in enumerate(operand.shape)
        if dim not in numbers.collapsed_slice_dims and dim not in batching
    ]
    found = found.reshape((*positions, *kept)).astype(operand.dtype)
    return numpy.moveaxis(found, range(len(positions), found.ndim), numbers.offset_dims)
