"""Sliding windows without an op for them: dimension after dimension, slices of each place in the window are combined."""

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.dialects.ttir.data_movement import PadOp, SliceOp
from ttmlir_py.passes.ttir.builder import TTIRBuilder
from ttmlir_py.rewriting.attributes import dense_i32_array, f32_attr, i32_array

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
    if any(padding):
        sizes = [size + sum(padding[2 * i : 2 * i + 2]) for i, size in enumerate(shape)]
        padded = TensorType(tensor_type(value).element_type, sizes)
        edges = dense_i32_array(padding)
        value = builder.value(PadOp, (value,), padded, padding=edges, value=f32_attr(neutral))
    for dim, (size, stride, dilation) in enumerate(window):
        if size > 1 or stride > 1:
            parts = [
                _strided(builder, value, dim, offset * dilation, (size - 1) * dilation, stride)
                for offset in range(size)
            ]
            value = parts[0]
            for part in parts[1:]:
                value = builder.into(combine, (value, part), tensor_type(value))
    return value


def _strided(
    builder: TTIRBuilder, value: SSAValue, dim: int, begin: int, reach: int, stride: int
) -> SSAValue:
    """Of each window the element at one place: `begin`, of windows that reach beyond their first element by `reach`."""
    whole = list(shape_of(value))
    count = (whole[dim] - reach - 1) // stride + 1
    begins, ends, steps = [0] * len(whole), list(whole), [1] * len(whole)
    begins[dim], ends[dim], steps[dim] = begin, begin + (count - 1) * stride + 1, stride
    shape = [*whole[:dim], count, *whole[dim + 1 :]]
    bounds = {"begins": i32_array(begins), "ends": i32_array(ends), "step": i32_array(steps)}
    return builder.dps(SliceOp, (value,), tensor_type(value), shape, **bounds)
