"""Sliding windows without an op for them: dimension after dimension, slices of each place in the window are combined."""

from collections.abc import Sequence
from math import prod

from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.passes.ttir.builder import TTIRBuilder

MOST_SLICES = 256
"""How many slices the windows of an op may become."""


def combine_windows(
    builder: TTIRBuilder,
    value: SSAValue,
    combine: type[Operation],
    neutral: float,
    window: Sequence[tuple[int, int, int]],
    padding: Sequence[int],
) -> SSAValue | None:
    """The elements of each window combined by an element-wise op; None if there would be too many slices, or none at all.

    `window` has size, stride and dilation for each dimension, `padding` low and high for each, of `neutral` elements.
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
    """For each place, every so many elements along a dimension from there on, `count` of them; behind the end all are `neutral`.

    Slices without steps take them, as TTNN rounds to bf16 where there are steps: of a block of `stride` elements they take one.
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
    """The first elements along a dimension, so many; `neutral` ones where there are not."""
    missing = length - shape_of(value)[dim]
    if missing < 0:
        return builder.part(value, dim, 0, length)
    edges = [0] * (2 * len(shape_of(value)))
    edges[2 * dim + 1] = missing
    return builder.padded(value, edges, neutral)
