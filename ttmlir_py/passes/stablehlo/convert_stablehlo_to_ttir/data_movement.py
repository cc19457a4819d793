"""Lowering of ops that move elements, build ranges, or query sizes."""

from collections.abc import Mapping, Sequence
from functools import partial, reduce
from math import prod
from typing import NamedTuple

from xdsl.dialects.builtin import IntegerType, TensorType, bf16, f32
from xdsl.dialects.builtin import i32 as word
from xdsl.ir import SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.tensor_types import Shape, integers, shape_of, tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.caches import written_cache
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.constants import known_number
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.empty_tensors import (
    becomes_empty,
    unless_empty,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.later_operations import (
    are_places,
    from_row_table,
    outer_dims,
    row_order,
    rows_gathered,
    rows_scattered,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.narrow_integers import widened
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.rewriting.attributes import (
    ALL_EXACT_IN_F32,
    dense_i64_array,
    f32_attr,
    i32,
    i32_array,
    is_exact_in_f32,
    si32,
)
from ttmlir_py.rewriting.conversion import UnsupportedError


def require_static(*shapes: Shape) -> None:
    """Raise UnsupportedError if one of `shapes` has a dynamic size."""
    if any(size < 0 for shape in shapes for size in shape):
        raise UnsupportedError("its tensors have dynamic shapes")


def lower_transpose(op: stablehlo.TransposeOp, conversion: Conversion) -> None:
    """Lower `transpose` to `permute`, or to the operand for a scalar."""
    if not integers(op.permutation):
        conversion.replace(op, op.operand)
        return
    order = dense_i64_array(integers(op.permutation))
    value = ConversionBuilder(op).into(
        ttir.PermuteOp, (op.operand,), result_type(op), permutation=order
    )
    conversion.replace(op, value)


def lower_reshape(op: stablehlo.ReshapeOp, conversion: Conversion) -> None:
    """Lower `reshape`."""
    type_ = result_type(op)
    shape = i32_array(type_.get_shape())
    value = ConversionBuilder(op).into(ttir.ReshapeOp, (op.operand,), type_, shape=shape)
    conversion.replace(op, value)


def lower_broadcast_in_dim(op: stablehlo.BroadcastInDimOp, conversion: Conversion) -> None:
    """Lower `broadcast_in_dim` to a reshape, which adds dimensions, and a broadcast.

    If the dimensions are in another order, they are permuted first.
    """
    value = broadcast_in_dim(
        ConversionBuilder(op),
        op.operand,
        integers(op.broadcast_dimensions),
        result_type(op).get_shape(),
        conversion.types.of(op.operand).get_shape(),
    )
    conversion.replace(op, value)


def broadcast_in_dim(
    builder: ConversionBuilder,
    value: SSAValue,
    dims: Sequence[int],
    shape: Shape,
    original: Shape | None = None,
) -> SSAValue:
    """Return `value` broadcast to `shape`; dimension `i` of `value` becomes dimension `dims[i]`.

    `original` is the shape of `value` before type conversion, where a scalar has rank 0.
    """
    source = shape_of(value)
    require_static(source, shape)
    original = source if original is None else original
    if list(dims) != sorted(dims):
        order = sorted(range(len(dims)), key=dims.__getitem__)
        value = builder.permute(value, order)
        original, dims = shape_of(value), sorted(dims)
    if len(shape_of(value)) != len(shape):
        sizes = [1] * len(shape)
        for size, dim in zip(original, dims, strict=True):
            sizes[dim] = size
        value = builder.reshape(value, sizes)
    return builder.broadcast(value, shape)


def lower_broadcast(op: stablehlo.BroadcastOp, conversion: Conversion) -> None:
    """Lower `broadcast` to a reshape and a broadcast."""
    shape = result_type(op).get_shape()
    original = conversion.types.of(op.operand).get_shape()
    dims = range(len(shape) - len(original), len(shape))
    value = broadcast_in_dim(ConversionBuilder(op), op.operand, dims, shape, original)
    conversion.replace(op, value)


def lower_concatenate(op: stablehlo.ConcatenateOp, conversion: Conversion) -> None:
    """Lower `concatenate`."""
    type_, dim = result_type(op), op.dimension.value.data
    if not op.inputs:
        raise UnsupportedError("it has no inputs")
    if dim >= len(type_.get_shape()):
        raise UnsupportedError(f"dimension {dim} is out of range")
    value = ConversionBuilder(op).into(ttir.ConcatOp, op.inputs, type_, dim=si32(dim))
    conversion.replace(op, value)


def lower_slice(op: stablehlo.SliceOp, conversion: Conversion) -> None:
    """Lower `slice`, for a scalar to the operand."""
    if not integers(op.strides):
        conversion.replace(op, op.operand)
        return
    value = ConversionBuilder(op).into(
        ttir.SliceOp,
        (op.operand,),
        result_type(op),
        begins=i32_array(integers(op.start_indices)),
        ends=i32_array(integers(op.limit_indices)),
        step=i32_array(integers(op.strides)),
    )
    conversion.replace(op, value)


def lower_dynamic_slice(op: stablehlo.DynamicSliceOp, conversion: Conversion) -> None:
    """Lower `dynamic_slice`, one dimension at a time.

    A dimension with a known start index becomes a slice, any other a masked sum.
    """
    shape, sizes = shape_of(op.operand), integers(op.slice_sizes)
    builder, value = ConversionBuilder(op), op.operand
    unknown: list[int] = []
    for dim, start in enumerate(op.start_indices):
        if sizes[dim] == shape[dim]:
            continue
        number = known_number(start, conversion)
        if number is None and conversion.is_for_later and are_places(start):
            unknown.append(dim)
            continue
        if number is not None:
            begin = max(0, min(int(number), shape[dim] - sizes[dim]))
            value = builder.part(value, dim, begin, begin + sizes[dim])
        else:
            value = picked_slice(builder, value, start, dim, sizes[dim])
    if unknown:
        places = starts_of(builder, op.start_indices, unknown)
        taken = rows_gathered(builder, value, places, unknown, [sizes[dim] for dim in unknown])
        value = from_row_table(builder, taken, sizes, unknown)
    conversion.replace(op, value)


def starts_of(
    builder: ConversionBuilder, starts: Sequence[SSAValue], dims: Sequence[int]
) -> SSAValue:
    """Return the start indices along `dims` as a tensor of shape 1 x dimensions, in si32."""
    parts = [
        builder.reshaped(builder.typecast(widened(builder, starts[dim]), word), (1, 1))
        for dim in dims
    ]
    return parts[0] if len(parts) == 1 else builder.concat(parts, 1, (1, len(parts)))


MOST_MASKS = 64
"""The maximum number of elements along a dimension that are picked one by one at an unknown
index.
"""


def _place(
    builder: ConversionBuilder, start: SSAValue, last: int, shape: Sequence[int], dim: int
) -> tuple[SSAValue, SSAValue]:
    """Return the positions along `dim`, and `start` clamped to 0 and `last`.

    Both are f32 and broadcast to `shape`.
    """
    if shape[dim] > ALL_EXACT_IN_F32:
        raise UnsupportedError("f32 cannot represent all positions along its dimension")
    ones = [1] * len(shape)
    line = [*ones[:dim], shape[dim], *ones[dim + 1 :]]
    positions = builder.arange(TensorType(f32, line), dim)
    begin = builder.reshaped(builder.typecast(widened(builder, start), f32), ones)
    type_ = tensor_type(begin)
    begin = builder.into(ttir.ClampOp, (begin,), type_, min=f32_attr(0), max=f32_attr(last))
    return positions, begin


def _is_at(
    builder: ConversionBuilder, positions: SSAValue, begin: SSAValue, offset: int
) -> SSAValue:
    """Return a mask that is true where `positions` equal `begin + offset`."""
    wanted = begin
    if offset:
        wanted = builder.binary(ttir.AddOp, begin, builder.scalar(offset, f32))
    type_ = TensorType(bf16, shape_of(positions))
    return builder.into(ttir.EqualOp, (positions, wanted), type_)


def picked_slice(
    builder: ConversionBuilder, value: SSAValue, start: SSAValue, dim: int, size: int
) -> SSAValue:
    """Return a slice of `size` elements along `dim` from the unknown index `start`.

    For each element, all others are replaced by zero, and the results are summed.
    """
    if size > MOST_MASKS:
        raise UnsupportedError(
            f"it reads more than {MOST_MASKS} elements from an index that is unknown at "
            "compile time"
        )
    type_, shape = tensor_type(value), list(shape_of(value))
    positions, begin = _place(builder, start, shape[dim] - size, shape, dim)
    zero = builder.scalar(0, type_.element_type)
    parts: list[SSAValue] = []
    for offset in range(size):
        mask = builder.broadcast(_is_at(builder, positions, begin, offset), shape)
        masked = builder.into(ttir.WhereOp, (mask, value, zero), type_)
        parts.append(builder.reduced(ttir.SumOp, masked, dim))
    if size == 1:
        return parts[0]
    return builder.concat(parts, dim, [*shape[:dim], size, *shape[dim + 1 :]])


def lower_dynamic_update_slice(op: stablehlo.DynamicUpdateSliceOp, conversion: Conversion) -> None:
    """Lower `dynamic_update_slice`.

    A write into a cache is done in place. Known start indices give concatenations. With unknown
    indices, the update is selected where it covers the operand.
    """
    shape, sizes = shape_of(op.operand), shape_of(op.update)
    if 0 in sizes:
        conversion.replace(op, op.operand)
        return
    narrow = [dim for dim, size in enumerate(sizes) if size != shape[dim]]
    numbers = [known_number(start, conversion) for start in op.start_indices]
    if (cache := written_cache(op, numbers, conversion)) is not None:
        conversion.replace(op, cache)
        return
    unknown = [dim for dim in narrow if numbers[dim] is None]
    builder = ConversionBuilder(op)
    last = max((shape[dim] - sizes[dim] for dim in narrow), default=0)
    is_for_later = conversion.is_for_later and last <= ALL_EXACT_IN_F32
    if unknown and is_for_later and all(map(are_places, op.start_indices)):
        places = [
            _clamped(builder, op.start_indices[dim], shape[dim] - sizes[dim]) for dim in narrow
        ]
        index = places[0]
        if len(places) > 1:
            index = builder.concat(places, 1, (1, len(places)))
        windows = [sizes[dim] for dim in narrow]
        order = row_order(len(shape), narrow)
        updates = op.update
        if order != sorted(order):
            updates = builder.permute(updates, order)
        outer = len(outer_dims(narrow))
        rest = [sizes[dim] for dim in order[outer + len(narrow) :]]
        updates = builder.reshaped(updates, (prod(sizes[:outer]), prod(windows), *rest))
        value = rows_scattered(builder, op.operand, index, updates, narrow, windows)
    elif unknown and len(narrow) > 1:
        starts = {dim: op.start_indices[dim] for dim in narrow}
        value = _written_anywhere(builder, op.operand, op.update, starts)
    elif unknown:
        (dim,) = unknown
        value = _written_at(builder, op.operand, op.update, op.start_indices[dim], dim)
    else:
        places = [
            max(0, min(int(number or 0), size - part))
            for number, size, part in zip(numbers, shape, sizes, strict=True)
        ]
        value = written(builder, op.operand, op.update, places)
    conversion.replace(op, value)


def _clamped(builder: ConversionBuilder, start: SSAValue, last: int) -> SSAValue:
    """Return `start` clamped to 0 and `last`, as si32 of shape 1 x 1."""
    index = starts_of(builder, (start,), (0,))
    bounds = {"min": f32_attr(0), "max": f32_attr(last)}
    return builder.into(ttir.ClampOp, (index,), tensor_type(index), **bounds)


def written(
    builder: ConversionBuilder,
    value: SSAValue,
    update: SSAValue,
    places: Sequence[int],
    dim: int = 0,
) -> SSAValue:
    """Return `value` with `update` written at the known indices `places`.

    Along dimension `dim` the result is a concatenation of three pieces: before the update, at the
    update, and after it. The middle piece is built in the same way along the next dimension.
    """
    if dim == len(places):
        return update
    shape, size = shape_of(value), shape_of(update)[dim]
    begin, end = places[dim], places[dim] + size
    parts: list[SSAValue] = []
    if begin:
        parts.append(builder.part(value, dim, 0, begin))
    is_whole = size == shape[dim]
    middle = value if is_whole else builder.part(value, dim, begin, end)
    parts.append(written(builder, middle, update, places, dim + 1))
    if end < shape[dim]:
        parts.append(builder.part(value, dim, end, shape[dim]))
    return parts[0] if len(parts) == 1 else builder.concat(parts, dim, shape)


def _written_at(
    builder: ConversionBuilder, value: SSAValue, update: SSAValue, start: SSAValue, dim: int
) -> SSAValue:
    """Return `value` with `update` written at the unknown index `start` along `dim`.

    Each row of the update is selected at its position.
    """
    shape, size = shape_of(value), shape_of(update)[dim]
    _require_few(size)
    positions, begin = _place(builder, start, shape[dim] - size, shape, dim)
    for offset in range(size):
        row = update if size == 1 else builder.part(update, dim, offset, offset + 1)
        mask = builder.broadcast(_is_at(builder, positions, begin, offset), shape)
        operands = (mask, builder.broadcast(row, shape), value)
        value = builder.into(ttir.WhereOp, operands, tensor_type(value))
    return value


def _require_few(size: int) -> None:
    if size > MOST_MASKS:
        raise UnsupportedError(
            f"it writes more than {MOST_MASKS} elements at an index that is unknown at compile time"
        )


def _written_anywhere(
    builder: ConversionBuilder, value: SSAValue, update: SSAValue, starts: Mapping[int, SSAValue]
) -> SSAValue:
    """Return `value` with `update` written at the start indices `starts`, by dimension.

    The update is moved to its place along one dimension after the other. Other elements there do
    not matter: a mask, true at the places of the update, selects the result.
    """
    shape = shape_of(value)
    masks: list[SSAValue] = []
    for dim, start in starts.items():
        size = shape_of(update)[dim]
        _require_few(size)
        positions, begin = _place(builder, start, shape[dim] - size, shape, dim)
        there = [_is_at(builder, positions, begin, offset) for offset in range(size)]
        rows = [builder.part(update, dim, each, each + 1) for each in range(size)]
        update = rows[0]
        for mask, row in zip(there[1:], rows[1:], strict=True):
            update = builder.where(mask, row, update)
        masks.append(reduce(partial(builder.truth, ttir.LogicalOrOp), there))
    return builder.where(reduce(partial(builder.truth, ttir.LogicalAndOp), masks), update, value)


def lower_reverse(op: stablehlo.ReverseOp, conversion: Conversion) -> None:
    """Lower `reverse`."""
    dimensions = dense_i64_array(integers(op.dimensions))
    value = ConversionBuilder(op).into(
        ttir.ReverseOp, (op.operand,), result_type(op), dimensions=dimensions
    )
    conversion.replace(op, value)


def lower_get_dimension_size(op: stablehlo.GetDimensionSizeOp, conversion: Conversion) -> None:
    """Lower `get_dimension_size` of a static dimension."""
    dimension = op.dimension.value.data
    if shape_of(op.operand)[dimension] < 0:
        raise UnsupportedError(f"dimension {dimension} is dynamic")
    value = ConversionBuilder(op).value(
        ttir.GetDimensionSizeOp,
        (op.operand,),
        TensorType(IntegerType(32), [1]),
        dimension=i32(dimension),
    )
    conversion.replace(op, value)


def lower_iota(op: stablehlo.IotaOp | stablehlo.DynamicIotaOp, conversion: Conversion) -> None:
    """Lower `iota` and `dynamic_iota` to `arange`."""
    type_, dim = result_type(op), op.iota_dimension.value.data
    require_static(type_.get_shape())
    conversion.replace(op, ConversionBuilder(op).arange(type_, dim))


def lower_pad(op: stablehlo.PadOp, conversion: Conversion) -> None:
    """Lower `pad` by a number that f32 holds.

    Padding that TTIR's `pad` lacks becomes concatenations and slices.
    """
    low, high, interior = map(
        integers, (op.edge_padding_low, op.edge_padding_high, op.interior_padding)
    )
    require_static(shape_of(op.operand))
    if not low:
        conversion.replace(op, op.operand)
        return
    takes_away = min(*low, *high) < 0
    if takes_away and becomes_empty(op, conversion):
        return
    number = known_number(op.padding_value, conversion)
    padding = Padding(low, high, interior)
    conversion.replace(
        op, padded(ConversionBuilder(op), op.operand, op.padding_value, number, padding)
    )


class Padding(NamedTuple):
    """The numbers of elements to insert before, after and between the elements of each dimension.

    Negative numbers remove elements.
    """

    low: Sequence[int]
    high: Sequence[int]
    interior: Sequence[int]


def padded(
    builder: ConversionBuilder,
    value: SSAValue,
    scalar: SSAValue,
    number: float | None,
    padding: Padding,
) -> SSAValue:
    """Return `value` padded with `scalar`, a tensor of shape [1]. `number` is its value, if
    known.
    """
    if number is not None and not is_exact_in_f32(number):
        number = None
    operand = value
    for dim, gap in enumerate(padding.interior):
        if gap:
            value = _spread(builder, value, scalar, dim, gap)
    value = _cropped(builder, value, padding.low, padding.high)
    edges = [max(0, size) for pair in zip(padding.low, padding.high, strict=True) for size in pair]
    is_plain = value is operand
    if number is not None and (is_plain or any(edges)):
        return builder.pad(value, edges, number)
    if any(edges):
        for dim in range(len(padding.low)):
            value = _surrounded(builder, value, scalar, dim, edges[2 * dim : 2 * dim + 2])
    return value


def _filled(builder: ConversionBuilder, scalar: SSAValue, shape: Sequence[int]) -> SSAValue:
    """Return `scalar`, a tensor of shape [1], broadcast to `shape`."""
    return builder.broadcast(builder.reshaped(scalar, [1] * len(shape)), shape)


def _spread(
    builder: ConversionBuilder, value: SSAValue, padding: SSAValue, dim: int, gap: int
) -> SSAValue:
    """Return `value` with `gap` elements of `padding` inserted between neighbours along `dim`.

    They are inserted after each element; those after the last element are then cut off.
    """
    shape = shape_of(value)
    size, inner = shape[dim], prod(shape[dim + 1 :])
    if size < 2:
        return value
    rows = (prod(shape[: dim + 1]), 1, inner)
    between = _filled(builder, padding, (rows[0], gap, inner))
    spread = builder.concat([builder.reshape(value, rows), between], 1, (rows[0], 1 + gap, inner))
    longer = [*shape[:dim], size * (1 + gap), *shape[dim + 1 :]]
    return builder.part(builder.reshape(spread, longer), dim, 0, size + (size - 1) * gap)


def _cropped(
    builder: ConversionBuilder, value: SSAValue, low: Sequence[int], high: Sequence[int]
) -> SSAValue:
    """Return `value` without the elements that negative padding removes at the low and high
    ends.
    """
    if min((*low, *high)) >= 0:
        return value
    sizes = shape_of(value)
    begins = [max(0, -each) for each in low]
    ends = [size + min(0, each) for size, each in zip(sizes, high, strict=True)]
    if any(begin >= end for begin, end in zip(begins, ends, strict=True)):
        raise UnsupportedError("its negative padding removes all elements")
    return builder.slice(value, begins, ends)


def _surrounded(
    builder: ConversionBuilder, value: SSAValue, padding: SSAValue, dim: int, edges: Sequence[int]
) -> SSAValue:
    """Return `value` with copies of the scalar `padding` before and after it along `dim`."""
    shape = list(shape_of(value))
    parts = [value]
    for place, size in ((0, edges[0]), (len(parts) + bool(edges[0]), edges[1])):
        if size:
            filled = _filled(builder, padding, [*shape[:dim], size, *shape[dim + 1 :]])
            parts.insert(place, filled)
    if len(parts) == 1:
        return value
    return builder.concat(parts, dim, [*shape[:dim], shape[dim] + sum(edges), *shape[dim + 1 :]])


def lower_optimization_barrier(op: stablehlo.OptimizationBarrierOp, conversion: Conversion) -> None:
    """Replace the op by its operands, because the order of execution does not affect values."""
    conversion.replace(op, *op.operands)


LOWERINGS: Lowerings = {
    stablehlo.TransposeOp: lower_transpose,
    stablehlo.ReshapeOp: lower_reshape,
    stablehlo.BroadcastInDimOp: lower_broadcast_in_dim,
    stablehlo.BroadcastOp: lower_broadcast,
    stablehlo.ConcatenateOp: lower_concatenate,
    stablehlo.SliceOp: lower_slice,
    stablehlo.ReverseOp: lower_reverse,
    stablehlo.DynamicUpdateSliceOp: lower_dynamic_update_slice,
    stablehlo.GetDimensionSizeOp: lower_get_dimension_size,
    stablehlo.PadOp: lower_pad,
    stablehlo.OptimizationBarrierOp: lower_optimization_barrier,
    **unless_empty(
        {
            stablehlo.DynamicSliceOp: lower_dynamic_slice,
            stablehlo.IotaOp: lower_iota,
            stablehlo.DynamicIotaOp: lower_iota,
        }
    ),
}
