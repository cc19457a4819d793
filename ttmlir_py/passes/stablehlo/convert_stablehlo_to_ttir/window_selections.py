"""Lowering of `select_and_scatter`, the gradient of max pooling.

In each window one element is selected, and a number is added to it.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from xdsl.dialects.builtin import AnyFloat, TensorType, bf16, f32
from xdsl.ir import Block, Operation, SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection, ComparisonType
from ttmlir_py.dialects.tensor_types import Shape, integers, shape_of, tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.combiners import combiner
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.constants import (
    flat_padding,
    known_number,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.data_movement import require_static
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.elementwise import COMPARISONS
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.empty_tensors import unless_empty
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import is_boolean, takes_other_sign
from ttmlir_py.passes.ttir.windows import MOST_SLICES, elements_at
from ttmlir_py.rewriting.conversion import UnsupportedError


class _Axis(NamedTuple):
    """The tensor's size, and the windows' size, stride, low padding and number, along one
    dimension.
    """

    dim: int
    whole: int
    size: int
    stride: int
    before: int
    windows: int

    @property
    def is_still(self) -> bool:
        """Whether each window along the dimension is a single element, and each element is in one
        window.
        """
        return self.size == self.stride == 1 and self.whole == self.windows and not self.before

    @property
    def reach(self) -> int:
        """The number of elements from the start of the first window to the end of the last one."""
        return self.size - 1 + self.windows * self.stride

    @property
    def is_padded(self) -> bool:
        """Whether a window extends beyond the tensor."""
        end = (self.windows - 1) * self.stride + self.size
        return self.before > 0 or end > self.whole


class _Selection(NamedTuple):
    """The comparison in the region: if it is true, the element selected so far stays selected.

    It compares the selected element with the next one, or the next one with the selected one.
    """

    stays: type[Operation]
    is_swapped: bool


def lower_select_and_scatter(op: stablehlo.SelectAndScatterOp, conversion: Conversion) -> None:
    """Lower a `select_and_scatter` that selects by a comparison and adds.

    The elements of a window are compared one by one with the element selected so far.
    """
    selection = _selection(op.select.block)
    element = conversion.types.of(op.operand).element_type
    if selection is None:
        raise UnsupportedError("its first region must compare its arguments by GE, GT, LE or LT")
    if combiner(op.scatter.block) is not stablehlo.AddOp or is_boolean(element):
        raise UnsupportedError("its second region must add numbers")
    shape, counts = shape_of(op.operand), shape_of(op.source)
    require_static(shape, counts)
    if not prod(shape) or not conversion.types.of(op.operand).get_shape():
        raise UnsupportedError("its operand is a scalar or has no elements")
    axes = _axes(op, shape, counts)
    if prod(axis.size for axis in axes) > MOST_SLICES:
        raise UnsupportedError(f"its windows would become more than {MOST_SLICES} slices")
    builder = ConversionBuilder(op)
    value = op.operand
    if prod(counts):
        chosen = _chosen(builder, op.operand, axes, selection)
        value = _spread(builder, op.source, chosen, axes)
    else:
        value = builder.splat(0, tensor_type(op.operand))
    if known_number(op.init_value, conversion) != 0:
        value = builder.binary(ttir.AddOp, value, op.init_value)
    conversion.replace(op, value)


def _selection(block: Block) -> _Selection | None:
    """Return the comparison in the first region, or None if the region does anything else."""
    compare, terminator = block.first_op, block.last_op
    if not isinstance(compare, stablehlo.CompareOp) or compare.next_op is not terminator:
        return None
    kind, direction = compare.compare_type, compare.comparison_direction.value
    is_total = kind is not None and kind.value is ComparisonType.TOTALORDER
    is_of_floats = isinstance(tensor_type(compare.lhs).element_type, AnyFloat)
    is_order = direction not in (ComparisonDirection.EQ, ComparisonDirection.NE)
    operands, arguments = tuple(compare.operands), tuple(block.args)
    if not is_order or (is_total and is_of_floats) or takes_other_sign(compare):
        return None
    if operands not in (arguments, arguments[::-1]) or terminator is None:
        return None
    if tuple(terminator.operands) != tuple(compare.results):
        return None
    return _Selection(COMPARISONS[direction], operands != arguments)


def _axes(op: stablehlo.SelectAndScatterOp, shape: Shape, counts: Shape) -> list[_Axis]:
    ones = (1,) * len(shape)
    sizes = integers(op.window_dimensions) if op.window_dimensions else ones
    strides = integers(op.window_strides) if op.window_strides else ones
    padding = flat_padding(op.padding, len(shape))
    if min(padding) < 0:
        raise UnsupportedError("its padding is negative")
    numbers = zip(shape, sizes, strides, padding[::2], counts, strict=True)
    return [_Axis(dim, *each) for dim, each in enumerate(numbers)]


def _chosen(
    builder: ConversionBuilder, operand: SSAValue, axes: Sequence[_Axis], selection: _Selection
) -> SSAValue:
    """Return the position in its window of each window's selected element, as f32.

    Padding is selected only in windows that contain nothing else.
    """
    parts = iter(_windows(builder, _within_reach(builder, operand, axes), axes))
    is_padded = any(axis.is_padded for axis in axes)
    shape = [1 if axis.is_still else axis.whole for axis in axes]
    real = builder.splat(1, TensorType(bf16, shape))
    insides = _windows(builder, _within_reach(builder, real, axes), axes) if is_padded else None
    best = next(parts)
    number = builder.splat(0, TensorType(f32, shape_of(best)))
    is_found = next(insides) if insides is not None else None
    for place, part in enumerate(parts, 1):
        operands = (part, best) if selection.is_swapped else (best, part)
        stays = builder.truth(selection.stays, *operands)
        if insides is not None and is_found is not None:
            is_inside = next(insides)
            stays = builder.truth(ttir.LogicalAndOp, stays, is_found)
            is_outside = builder.truth(ttir.LogicalNotOp, is_inside)
            stays = builder.truth(ttir.LogicalOrOp, stays, is_outside)
            is_found = builder.truth(ttir.LogicalOrOp, is_found, is_inside)
        best = builder.where(stays, best, part)
        number = builder.where(stays, number, builder.scalar(place, f32))
    return number


def _within_reach(builder: ConversionBuilder, value: SSAValue, axes: Sequence[_Axis]) -> SSAValue:
    """Return `value` padded with zeros so that all windows are inside of it."""
    edges: list[int] = []
    for axis, size in zip(axes, shape_of(value), strict=True):
        behind = 0 if axis.is_still else max(0, axis.reach - axis.before - size)
        edges += [axis.before, behind]
    return builder.padded(value, edges, 0)


def _windows(
    builder: ConversionBuilder, value: SSAValue, axes: Sequence[_Axis]
) -> Iterator[SSAValue]:
    """Yield, for each position in a window, in order, the elements at that position in all
    windows.
    """
    if not axes:
        yield value
        return
    axis, *others = axes
    parts = [value]
    if not axis.is_still:
        places = range(axis.size)
        parts = elements_at(builder, value, axis.dim, places, axis.windows, axis.stride)
    for part in parts:
        yield from _windows(builder, part, others)


def _spread(
    builder: ConversionBuilder, source: SSAValue, chosen: SSAValue, axes: Sequence[_Axis]
) -> SSAValue:
    """Return a tensor with the numbers in `source` added at the selected positions of their
    windows.

    `chosen` is the position in each window.
    """
    type_ = tensor_type(source)
    zero = builder.scalar(0, type_.element_type)
    parts: list[SSAValue] = []
    for place, _ in enumerate(product(*(range(axis.size) for axis in axes))):
        is_here = builder.truth(ttir.EqualOp, chosen, builder.scalar(place, f32))
        parts.append(builder.where(is_here, source, zero))
    for axis in reversed(axes):
        if axis.is_still:
            continue
        groups = [parts[i : i + axis.size] for i in range(0, len(parts), axis.size)]
        parts = [_joined(builder, group, axis) for group in groups]
    return parts[0]


def _joined(builder: ConversionBuilder, parts: Sequence[SSAValue], axis: _Axis) -> SSAValue:
    """Return the sum of `parts` along one dimension: part `i` has the numbers at window position
    `i`.
    """
    dim, stride = axis.dim, axis.stride
    shape = list(shape_of(parts[0]))
    shifts = (axis.size - 1) // stride
    shape[dim] += shifts
    columns = [
        _shifted_sum(builder, parts[offset::stride], axis, shifts)
        for offset in range(min(stride, axis.size))
    ]
    if stride > axis.size:
        zeros = builder.splat(0, TensorType(tensor_type(parts[0]).element_type, shape))
        columns += [zeros] * (stride - axis.size)
    value = columns[0]
    if stride > 1:
        behind = [*shape[:dim], shape[dim], 1, *shape[dim + 1 :]]
        together = [*shape[:dim], shape[dim], stride, *shape[dim + 1 :]]
        split = [builder.reshape(each, behind) for each in columns]
        value = builder.concat(split, dim + 1, together)
        value = builder.reshape(value, [*shape[:dim], shape[dim] * stride, *shape[dim + 1 :]])
    end = axis.before + axis.whole
    missing = end - shape_of(value)[dim]
    if missing > 0:
        edges = [0] * (2 * len(shape))
        edges[2 * dim + 1] = missing
        value = builder.padded(value, edges, 0)
    if axis.before or shape_of(value)[dim] != end:
        value = builder.part(value, dim, axis.before, end)
    return value


def _shifted_sum(
    builder: ConversionBuilder, parts: Sequence[SSAValue], axis: _Axis, shifts: int
) -> SSAValue:
    """Return the sum of `parts` along a dimension, where each is shifted by one more element than
    the last.
    """
    total: SSAValue | None = None
    for shift, part in enumerate(parts):
        edges = [0] * (2 * len(shape_of(part)))
        edges[2 * axis.dim : 2 * axis.dim + 2] = [shift, shifts - shift]
        moved = builder.padded(part, edges, 0)
        total = moved if total is None else builder.binary(ttir.AddOp, total, moved)
    assert total is not None
    return total


LOWERINGS: Lowerings = unless_empty({stablehlo.SelectAndScatterOp: lower_select_and_scatter})
