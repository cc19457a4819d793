"""Lowering of `gather`."""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from xdsl.dialects.builtin import AnyFloat, Signedness, TensorType
from xdsl.ir import SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.attributes import (
    GatherDimensionNumbersAttr,
)
from ttmlir_py.dialects.tensor_types import Shape, integers, shape_of, tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.combiners import selection_by
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.data_movement import require_static
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.known_elements import known_elements
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.later_operations import (
    are_places,
    outer_dims,
    row_order,
    rows_gathered,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.narrow_integers import widened
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.table_rows import (
    batch_numbers,
    batch_shape,
    index_table,
    row_offsets,
)
from ttmlir_py.rewriting.attributes import (
    ALL_EXACT_IN_F32,
    bool_attr,
    dense_i64_array,
    f32_attr,
    si64,
)
from ttmlir_py.rewriting.conversion import UnsupportedError


def lower_gather(op: stablehlo.GatherOp, conversion: Conversion) -> None:
    """Lower `gather`. The attribute that says that indices are sorted is ignored.

    A gather of rows of a matrix stays a `ttir.gather`; any other one becomes an `embedding`. With
    exact gathers, a gather of rows becomes an `embedding`, too, if its result does not have rank 3,
    because upstream cannot lower it further.
    """
    numbers: GatherDimensionNumbersAttr = op.dimension_numbers
    index_shape = conversion.types.of(op.start_indices).get_shape()
    gather = Gather(shape_of(op.operand), index_shape, integers(op.slice_sizes), numbers)
    if (taken := _known_elements(op, gather)) is not None:
        conversion.replace(op, taken)
        return
    builder, indices = ConversionBuilder(op), op.start_indices
    if conversion.has_exact_gathers:
        indices = widened(builder, indices)
    is_of_floats = isinstance(result_type(op).element_type, AnyFloat)
    is_of_rows = gather.is_of_rows
    if conversion.is_for_later and are_places(indices):
        is_of_rows = False
    if conversion.has_exact_gathers:
        is_of_rows &= numbers.offsetDims == (2,)
    if not (is_of_rows and is_of_floats):
        taken = _picked(op, indices, gather, is_for_later=conversion.is_for_later)
        conversion.replace(op, taken)
        return
    if conversion.has_exact_gathers:
        indices = _clamped(builder, indices, gather.shape[0] - 1)
    value = builder.into(
        ttir.GatherOp,
        (op.operand, indices),
        result_type(op),
        offset_dims=dense_i64_array(numbers.offsetDims),
        collapsed_slice_dims=dense_i64_array(numbers.collapsedSliceDims),
        operand_batching_dims=dense_i64_array(numbers.operandBatchingDims),
        start_indices_batching_dims=dense_i64_array(numbers.startIndicesBatchingDims),
        start_index_map=dense_i64_array(numbers.startIndexMap),
        index_vector_dim=si64(numbers.indexVectorDim),
        slice_sizes=op.slice_sizes,
        indices_are_sorted=bool_attr(False),
    )
    conversion.replace(op, value)


class Gather(NamedTuple):
    """The shapes and dimension numbers of a gather."""

    shape: Shape
    index_shape: Shape
    slice_sizes: Shape
    numbers: GatherDimensionNumbersAttr

    @property
    def is_of_rows(self) -> bool:
        """Whether the gather takes whole rows of a matrix, which are the last dimension of the
        result.
        """
        numbers, rank = self.numbers, len(self.index_shape)
        has_vectors = numbers.indexVectorDim < rank
        return (
            len(self.shape) == 2
            and self.slice_sizes == (1, self.shape[1])
            and numbers.offsetDims == (rank - has_vectors,)
            and numbers.collapsedSliceDims == (0,)
            and numbers.startIndexMap == (0,)
            and (not has_vectors or numbers.indexVectorDim == rank - 1)
        )

    @property
    def dropped(self) -> tuple[int, ...]:
        """The dimensions of the operand that are missing in the result. Slices have size 1 along
        them.
        """
        return (*self.numbers.collapsedSliceDims, *self.numbers.operandBatchingDims)

    @property
    def indexed(self) -> tuple[int, ...]:
        """The dimensions of the operand whose positions together number the rows of a table.

        These are batch dimensions, dimensions that the indices name, and other dimensions of which
        the slices take only a part.
        """
        batching, named = self.numbers.operandBatchingDims, self.numbers.startIndexMap
        cut = [dim for dim, size in enumerate(self.slice_sizes) if size < self.shape[dim]]
        others = [dim for dim in cut if dim not in (*batching, *named)]
        return (
            *batching,
            *(dim for dim in named if self.slice_sizes[dim] == 1 or dim in cut),
            *others,
        )


def _known_elements(op: stablehlo.GatherOp, gather: Gather) -> SSAValue | None:
    """Return the element of a known vector at a known index, or None. JAX queries sizes in this
    way.
    """
    if gather.shape != (gather.shape[0],) or gather.slice_sizes != (1,):
        return None
    elements, indices = known_elements(op.operand), known_elements(op.start_indices)
    type_ = result_type(op)
    if elements is None or indices is None or not is_integer_type(type_.element_type):
        return None
    last = len(elements.elements) - 1
    taken = [elements.elements[max(0, min(index, last))] for index in indices.elements]
    return ConversionBuilder(op).constant(type_, taken)


def _picked(
    op: stablehlo.GatherOp, indices: SSAValue, gather: Gather, *, is_for_later: bool
) -> SSAValue:
    """Return the gather at `indices`, computed as a selection of rows of a table.

    The dimensions with an index number the rows. The dimensions of the result are in the order of
    `op`.
    """
    require_static(gather.shape, gather.index_shape)
    builder, numbers = ConversionBuilder(op), gather.numbers
    indexed = gather.indexed
    whole = [dim for dim in range(len(gather.shape)) if dim not in indexed]
    rows, width = (prod(gather.shape[dim] for dim in dims) for dims in (indexed, whole))
    order = [*indexed, *whole]
    is_for_later &= are_places(indices)
    starts = _starts(builder, indices, gather) if is_for_later else None
    if starts is not None:
        windows = [gather.slice_sizes[dim] for dim in indexed]
        taken = rows_gathered(builder, op.operand, starts, indexed, windows)
        batch = batch_shape(gather.index_shape, numbers.indexVectorDim)
        before = len(outer_dims(indexed))
        order = row_order(len(gather.shape), indexed)
        return _placed(op, taken, gather, batch, order, before)
    value = op.operand if order == sorted(order) else builder.permute(op.operand, order)
    table = builder.reshaped(value, (rows, width))
    ids, batch = _row_numbers(builder, indices, gather)
    count = shape_of(ids)[1]
    if is_for_later:
        places = builder.reshape(ids, (count, 1))
        taken = rows_gathered(builder, table, places, (0,), (1,))
    elif isinstance(tensor_type(table).element_type, AnyFloat):
        taken = builder.dps(ttir.EmbeddingOp, (ids, table), tensor_type(table), (1, count, width))
    else:
        taken = _compared(builder, ids, table)
    return _placed(op, taken, gather, batch, order)


def _starts(builder: ConversionBuilder, indices: SSAValue, gather: Gather) -> SSAValue | None:
    """Return the first place of each window along the dimensions that number rows: windows x
    dimensions. Return None if they are not those of the indices.
    """
    numbers = gather.numbers
    named = [*numbers.startIndexMap]
    if not gather.indexed or any(dim not in named for dim in gather.indexed):
        return None
    table = index_table(builder, indices, gather.index_shape, numbers.indexVectorDim, len(named))
    places = [named.index(dim) for dim in gather.indexed]
    if places == [*range(len(named))]:
        return table
    parts = [builder.part(table, 1, place, place + 1) for place in places]
    count = shape_of(table)[0]
    return parts[0] if len(parts) == 1 else builder.concat(parts, 1, (count, len(parts)))


def _placed(
    op: stablehlo.GatherOp,
    taken: SSAValue,
    gather: Gather,
    batch: Shape,
    order: Sequence[int],
    outer: int = 0,
) -> SSAValue:
    """Return the rows `taken` with the dimensions of the result of `op`.

    `order` has the dimensions of the operand. The first ones, `outer`, are those before the rows,
    followed by those that number rows, and those of a row.
    """
    builder, numbers = ConversionBuilder(op), gather.numbers
    before, behind = (
        [dim for dim in dims if dim not in gather.dropped]
        for dims in (order[:outer], order[outer:])
    )
    result = result_type(op).get_shape()
    if not batch and not before and not behind:
        return builder.reshape(taken, result)
    slices, vectors = (sorted((*before, *behind)), [-1 - place for place in range(len(batch))])
    names = [*before, *vectors, *behind]
    sizes = [batch[-1 - name] if name < 0 else gather.slice_sizes[name] for name in names]
    taken = builder.reshape(taken, sizes)
    dims, others = iter(slices), iter(vectors)
    places = [
        names.index(next(dims if dim in numbers.offsetDims else others))
        for dim in range(len(names))
    ]
    return taken if places == sorted(places) else builder.permute(taken, places)


MOST_COMPARED = 1 << 24
"""The maximum number of comparisons to select integers in a table.

TTNN's embedding would round them.
"""


def _compared(builder: ConversionBuilder, ids: SSAValue, table: SSAValue) -> SSAValue:
    """Return the rows of the integer table `table` that `ids` name.

    Each element is selected by comparing the row numbers.
    """
    (rows, width), count = shape_of(table), shape_of(ids)[1]
    element = tensor_type(table).element_type
    if rows * width * count > MOST_COMPARED:
        raise UnsupportedError(
            f"gathering {count} of {rows} rows of {width} integers needs more than "
            f"{MOST_COMPARED} comparisons"
        )
    numbers = builder.arange(TensorType(tensor_type(ids).element_type, (1, rows, 1)), 1)
    is_row = builder.truth(ttir.EqualOp, builder.reshape(ids, (count, 1, 1)), numbers)
    selection, mask = selection_by(element)
    whole = builder.reshape(table, (1, rows, width))
    masked = builder.where(is_row, whole, builder.scalar(mask, element))
    return builder.reduced(selection.reduce, masked, 1)


def _row_numbers(
    builder: ConversionBuilder, indices: SSAValue, gather: Gather
) -> tuple[SSAValue, Shape]:
    """Return the row number of each slice, of shape 1 x N, and the shape of the slices.

    Each index is clamped to the valid range.
    """
    numbers, shape = gather.numbers, gather.index_shape
    last = prod(gather.shape[dim] for dim in gather.indexed) - 1
    element = tensor_type(indices).element_type
    is_signed = is_integer_type(element) and element.signedness.data is not Signedness.UNSIGNED
    if is_integer_type(element) and last >> (element.bitwidth - is_signed):
        raise UnsupportedError(
            f"its indices have type '{element}', which cannot represent the numbers of all rows"
        )
    vector = numbers.indexVectorDim
    batch = batch_shape(shape, vector)
    count = prod(batch)
    indices = index_table(builder, indices, shape, vector, len(numbers.startIndexMap))
    total: SSAValue | None = None
    for dim in gather.indexed:
        index = _index(builder, indices, batch, gather, dim)
        if total is not None:
            scale = builder.scalar(gather.shape[dim], element)
            total = builder.binary(ttir.MultiplyOp, total, scale)
        if index is not None:
            total = index if total is None else builder.binary(ttir.AddOp, total, index)
    if total is None:
        total = builder.splat(0, TensorType(element, (count, 1)))
    offsets = row_offsets(gather.shape, gather.slice_sizes, gather.indexed)
    if len(offsets) > 1:
        behind = builder.constant(TensorType(element, (1, len(offsets))), offsets)
        type_ = TensorType(element, (count, len(offsets)))
        total = builder.into(ttir.AddOp, (total, behind), type_)
    return builder.reshape(total, (1, count * len(offsets))), batch


def _index(
    builder: ConversionBuilder,
    indices: SSAValue,
    batch: Shape,
    gather: Gather,
    dim: int,
) -> SSAValue | None:
    """Return the start of each slice along `dim`, of shape slices x 1; None if all are 0."""
    numbers = gather.numbers
    if dim in numbers.operandBatchingDims:
        which = numbers.startIndicesBatchingDims[numbers.operandBatchingDims.index(dim)]
        element = tensor_type(indices).element_type
        return batch_numbers(builder, element, batch, which, numbers.indexVectorDim)
    if dim not in numbers.startIndexMap:
        return None
    position = numbers.startIndexMap.index(dim)
    index = indices
    if len(numbers.startIndexMap) > 1:
        index = builder.part(indices, 1, position, position + 1)
    last = gather.shape[dim] - gather.slice_sizes[dim]
    return _clamped(builder, index, last)


def _clamped(builder: ConversionBuilder, index: SSAValue, last: int) -> SSAValue:
    """Return `index` clamped to 0 and `last`.

    Raises UnsupportedError if f32, the type of `ttir.clamp`'s bounds, cannot represent all integers
    in this range.
    """
    if last > ALL_EXACT_IN_F32:
        raise UnsupportedError(
            f"indices are clamped in f32, which cannot represent all numbers up to {last}"
        )
    bounds = {"min": f32_attr(0), "max": f32_attr(last)}
    return builder.into(ttir.ClampOp, (index,), tensor_type(index), **bounds)


LOWERINGS: Lowerings = {stablehlo.GatherOp: lower_gather}
