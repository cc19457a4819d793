"""Sliding windows that TTIR has no op for, computed from slices.

Dimension by dimension, one slice for each position in the window is taken, and the slices are
combined.
"""

from collections.abc import Sequence
from math import prod

from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.passes.ttir.builder import TTIRBuilder

MOST_SLICES = 256
"""The maximum number of slices for the windows of one op."""


def combine_windows(
    builder: TTIRBuilder,
    value: SSAValue,
    combine: type[Operation],
    neutral: float,
    window: Sequence[tuple[int, int, int]],
    padding: Sequence[int],
) -> SSAValue | None:
    """Return the elements of each window, combined by the element-wise op `combine`.

    `window` has size, stride and dilation for each dimension. `padding` has low and high padding
    for each, filled with `neutral`. Return None for more than `MOST_SLICES` slices, or a tensor
    without elements.
    """
    shape = shape_of(value)
    if sum(size for size, _, _ in window if size > 1) > MOST_SLICES or not prod(shape):
        return None
    value = builder.padded(value, padding, neutral)
    for dim, (size, stride, dilation) in enumerate(window):
        if size > 1 or stride > 1:
            places = [offset * dilation for offset in range(size)]
            count = (shape_of(value)[dim] - places[-1] - 1) // stride + 1
            parts = elements_at(builder, value, dim, places, count, stride, neutral)
            value = parts[0]
            for part in parts[1:]:
                value = builder.into(combine, (value, part), tensor_type(value))
    return value


def elements_at(
    builder: TTIRBuilder,
    value: SSAValue,
    dim: int,
    places: Sequence[int],
    count: int,
    stride: int,
    neutral: float = 0,
) -> list[SSAValue]:
    """Return one tensor per start index in `places`: `count` elements along `dim`, `stride` apart.

    Elements past the end are `neutral`. The slices have no steps, because TTNN rounds to bf16 in
    slices with steps. Instead one element is taken from each block of `stride` elements.
    """
    if stride == 1:
        return [builder.part(value, dim, place, place + count) for place in places]
    whole = list(shape_of(value))
    before, (width, *behind) = whole[:dim], whole[dim + 1 :] or [1]
    blocks = max(places) // stride + count
    value = _of_length(builder, value, dim, blocks * stride, neutral)
    rows = builder.reshape(value, [*before, blocks, stride * width, *behind])
    parts: list[SSAValue] = []
    for place in places:
        block, offset = divmod(place, stride)
        begins = [*[0] * dim, block, offset * width, *[0] * len(behind)]
        ends = [*before, block + count, (offset + 1) * width, *behind]
        part = builder.slice(rows, begins, ends)
        parts.append(builder.reshaped(part, [*before, count, *whole[dim + 1 :]]))
    return parts


def _of_length(
    builder: TTIRBuilder, value: SSAValue, dim: int, length: int, neutral: float
) -> SSAValue:
    """Return `value` cut or padded with `neutral` to `length` elements along `dim`."""
    missing = length - shape_of(value)[dim]
    if missing < 0:
        return builder.part(value, dim, 0, length)
    edges = [0] * (2 * len(shape_of(value)))
    edges[2 * dim + 1] = missing
    return builder.padded(value, edges, neutral)
