"""Sliding windows that TTIR has no op for, computed from slices.

Dimension by dimension, one slice for each position in the window is taken, and the slices are
combined. Long windows are combined from windows of half their size. Long maxima and minima of short
rows are reductions of rows of which a mask selects the window.
"""

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import bf16
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import ranked_tensor, shape_of, tensor_type
from ttmlir_py.passes.ttir.builder import TTIRBuilder
from ttmlir_py.rewriting.attributes import bool_attr, dense_i64_array, i32_array

MOST_SLICES = 256
"""The maximum number of slices for the windows of one op."""
_LONG_WINDOW = 6
_LARGEST_MASKED = 1 << 18
"""The maximum number of elements of rows that are selected by a mask."""


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
    if sum(map(_slice_count, window)) > MOST_SLICES or not prod(shape):
        return None
    masked = _masked(builder, value, combine, neutral, window, padding)
    if masked is not None:
        return masked
    value = builder.padded(value, padding, neutral)
    for dim, (size, stride, dilation) in enumerate(window):
        if _is_halved(size, stride):
            value = _combine_halves(builder, value, combine, dim, size, dilation)
        elif size > 1 or stride > 1:
            places = [offset * dilation for offset in range(size)]
            count = (shape_of(value)[dim] - places[-1] - 1) // stride + 1
            parts = elements_at(builder, value, dim, places, count, stride, neutral)
            value = parts[0]
            for part in parts[1:]:
                value = builder.into(combine, (value, part), tensor_type(value))
    return value


def _is_halved(size: int, stride: int) -> bool:
    """Whether windows are combined from windows of half their size, in fewer steps."""
    return stride == 1 and _halvings(size) < size - 1


def _halvings(size: int) -> int:
    """Return the number of combinations that make windows of `size` elements from halves."""
    return size.bit_length() + size.bit_count() - 2


def _slice_count(window: tuple[int, int, int]) -> int:
    """Return the number of slices for windows along one dimension."""
    size, stride, _ = window
    if size == 1:
        return 0
    return 2 * _halvings(size) if _is_halved(size, stride) else size


def _combine_halves(
    builder: TTIRBuilder,
    value: SSAValue,
    combine: type[Operation],
    dim: int,
    size: int,
    dilation: int,
) -> SSAValue:
    """Return the combined elements of each window of `size` elements along `dim`.

    `part` holds windows of 1, 2, 4, ... elements. The whole window is made of those whose sizes add
    up to `size`.
    """
    count = shape_of(value)[dim] - (size - 1) * dilation
    part, whole, width, done = value, None, 1, 0
    while done < size:
        if size & width:
            begin = done * dilation
            last = builder.part(part, dim, begin, begin + count)
            whole = last if whole is None else builder.into(combine, (whole, last), last.type)
            done += width
        if done < size:
            length, shift = shape_of(part)[dim], width * dilation
            first = builder.part(part, dim, 0, length - shift)
            second = builder.part(part, dim, shift, length)
            part = builder.into(combine, (first, second), first.type)
            width *= 2
    assert whole is not None
    return whole


def _masked(
    builder: TTIRBuilder,
    value: SSAValue,
    combine: type[Operation],
    neutral: float,
    window: Sequence[tuple[int, int, int]],
    padding: Sequence[int],
) -> SSAValue | None:
    """Return the extremes of long windows along the last dimension, or None for other windows.

    Each window is a copy of its row in which the elements outside of the window are `neutral`.
    """
    reductions: dict[type[Operation], type[Operation]] = {
        ttir.MaximumOp: ttir.MaxOp,
        ttir.MinimumOp: ttir.MinOp,
    }
    reduction, type_ = reductions.get(combine), tensor_type(value)
    *leading, length = shape_of(value)
    *others, (size, stride, dilation) = window
    if reduction is None or size < _LONG_WINDOW or any(padding[:-2]):
        return None
    if any(each[:2] != (1, 1) for each in others):
        return None
    low, high = padding[-2:]
    count = (length + low + high - (size - 1) * dilation - 1) // stride + 1
    if prod(leading) * count * length > _LARGEST_MASKED:
        return None
    windows = [
        {start * stride - low + dilation * place for place in range(size)} for start in range(count)
    ]
    inside = [float(place in each) for each in windows for place in range(length)]
    ones = [1] * len(leading)
    mask = builder.constant(ranked_tensor(bf16, (*ones, count, length)), inside)
    outside = builder.constant(ranked_tensor(type_.element_type, (*ones, 1, 1)), [neutral])
    shape = (*leading, count, length)
    values = [
        builder.dps(
            ttir.BroadcastOp,
            [each],
            tensor_type(each),
            shape,
            broadcast_dimensions=dense_i64_array(
                [whole // own for whole, own in zip(shape, shape_of(each), strict=True)]
            ),
        )
        for each in (mask, builder.reshape(value, (*leading, 1, length)), outside)
    ]
    chosen = builder.dps(ttir.WhereOp, values, type_, shape)
    dims = {"dim_arg": i32_array([len(leading) + 1]), "keep_dim": bool_attr(False)}
    return builder.dps(reduction, [chosen], type_, (*leading, count), **dims)


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
