"""`gather`."""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from xdsl.dialects.builtin import AnyFloat, Signedness, TensorType
from xdsl.ir import SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.attributes import (
    GatherDimensionNumbersAttr,
)
from ttmlir_py.dialects.tensor_types import RankedTensor, Shape, integers, shape_of, tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.data_movement import require_static
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.known_elements import known_elements
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.rewriting.attributes import (
    bool_attr,
    dense_i64_array,
    f32_attr,
    si64,
)
from ttmlir_py.rewriting.conversion import UnsupportedError


def lower_gather(op: stablehlo.GatherOp, conversion: Conversion) -> None:
    """`gather`; whether the indices are sorted changes nothing. Of other parts than rows of a matrix it becomes an `embedding`."""
    numbers: GatherDimensionNumbersAttr = op.dimension_numbers
    index_shape = conversion.types.of(op.start_indices).get_shape()
    gather = Gather(shape_of(op.operand), index_shape, integers(op.slice_sizes), numbers)
    if (taken := _known_elements(op, gather)) is not None:
        conversion.replace(op, taken)
        return
    if not gather.is_of_rows and gather.is_of_whole_slices:
        conversion.replace(op, _embedded(op, gather))
        return
    value = ConversionBuilder(op).into(
        ttir.GatherOp,
        (op.operand, op.start_indices),
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
    """What a gather takes from where."""

    shape: Shape
    index_shape: Shape
    slice_sizes: Shape
    numbers: GatherDimensionNumbersAttr

    @property
    def is_of_rows(self) -> bool:
        """Whether it takes rows of a matrix in the form that TTIR's backends know."""
        numbers = self.numbers
        return (
            len(self.shape) == 2
            and self.slice_sizes == (1, self.shape[1])
            and (numbers.offsetDims, numbers.collapsedSliceDims) == ((2,), (0,))
            and numbers.startIndexMap == (0,)
        )

    @property
    def is_of_whole_slices(self) -> bool:
        """Whether it takes, along each dimension, one element at an index or all that there are."""
        return all(
            size == (1 if dim in self.indexed else self.shape[dim])
            for dim, size in enumerate(self.slice_sizes)
        )

    @property
    def indexed(self) -> tuple[int, ...]:
        """The dimensions of the operand that have an index: those of batches their own, then those that the indices name."""
        return (*self.numbers.operandBatchingDims, *self.numbers.startIndexMap)


def _known_elements(op: stablehlo.GatherOp, gather: Gather) -> SSAValue | None:
    """The elements of a known vector at a known place, as JAX asks for sizes."""
    if gather.shape != (gather.shape[0],) or gather.slice_sizes != (1,):
        return None
    elements, indices = known_elements(op.operand), known_elements(op.start_indices)
    type_ = result_type(op)
    if elements is None or indices is None or not is_integer_type(type_.element_type):
        return None
    last = len(elements.elements) - 1
    taken = [elements.elements[max(0, min(index, last))] for index in indices.elements]
    return ConversionBuilder(op).constant(type_, taken)


def _embedded(op: stablehlo.GatherOp, gather: Gather) -> SSAValue:
    """Rows of a table, whose rows are named by the dimensions with an index, in the order of the result."""
    element = tensor_type(op.operand).element_type
    if not isinstance(element, AnyFloat):
        raise UnsupportedError(
            "it takes elements that are no floats, which an embedding does not hold"
        )
    require_static(gather.shape, gather.index_shape)
    builder, numbers = ConversionBuilder(op), gather.numbers
    indexed = gather.indexed
    whole = [dim for dim in range(len(gather.shape)) if dim not in indexed]
    rows, width = (prod(gather.shape[dim] for dim in dims) for dims in (indexed, whole))
    order = [*indexed, *whole]
    value = op.operand if order == sorted(order) else builder.permute(op.operand, order)
    table = builder.reshaped(value, (rows, width))
    ids, batch = _row_numbers(builder, op.start_indices, gather)
    taken = builder.dps(ttir.EmbeddingOp, (ids, table), tensor_type(table), (1, prod(batch), width))
    dropped = (*numbers.collapsedSliceDims, *numbers.operandBatchingDims)
    offsets = [size for dim, size in enumerate(gather.slice_sizes) if dim not in dropped]
    result = result_type(op).get_shape()
    if not batch and not offsets:
        return builder.reshape(taken, result)
    taken = builder.reshape(taken, [*batch, *offsets])
    batches, slices = iter(range(len(batch))), iter(range(len(batch), len(batch) + len(offsets)))
    places = [
        next(slices if dim in numbers.offsetDims else batches)
        for dim in range(len(batch) + len(offsets))
    ]
    return taken if places == sorted(places) else builder.permute(taken, places)


def _row_numbers(
    builder: ConversionBuilder, indices: SSAValue, gather: Gather
) -> tuple[SSAValue, Sequence[int]]:
    """The numbers of rows, of shape 1 x N, and the shape of what they number. Each index is clamped to what there is."""
    numbers, shape = gather.numbers, gather.index_shape
    last = prod(gather.shape[dim] for dim in gather.indexed) - 1
    element = tensor_type(indices).element_type
    is_signed = is_integer_type(element) and element.signedness.data is not Signedness.UNSIGNED
    if is_integer_type(element) and last >> (element.bitwidth - is_signed):
        raise UnsupportedError(f"its indices, of '{element}', do not hold the numbers of all rows")
    vector = numbers.indexVectorDim
    batch = [size for dim, size in enumerate(shape) if dim != vector]
    count = prod(batch)
    if vector < len(shape) - 1:
        order = [*(dim for dim in range(len(shape)) if dim != vector), vector]
        indices = builder.permute(indices, order)
    width = len(numbers.startIndexMap)
    indices = builder.reshaped(indices, (count, width))
    total: SSAValue | None = None
    for position, dim in enumerate(gather.indexed, -len(numbers.operandBatchingDims)):
        size = gather.shape[dim]
        if position < 0:
            which = numbers.startIndicesBatchingDims[numbers.operandBatchingDims.index(dim)]
            index = _batch_numbers(builder, tensor_type(indices), batch, which - (which > vector))
        else:
            index = indices if width == 1 else builder.part(indices, 1, position, position + 1)
            bounds = {"min": f32_attr(0), "max": f32_attr(size - 1)}
            index = builder.into(ttir.ClampOp, (index,), tensor_type(index), **bounds)
        if total is not None:
            scale = builder.scalar(size, tensor_type(index).element_type)
            index = builder.binary(ttir.AddOp, builder.binary(ttir.MultiplyOp, total, scale), index)
        total = index
    assert total is not None
    return builder.reshape(total, (1, count)), batch


def _batch_numbers(
    builder: ConversionBuilder, like: RankedTensor, batch: Sequence[int], dim: int
) -> SSAValue:
    """For each place of the indices the number of its batch, of shape N x 1."""
    numbers = builder.arange(TensorType(like.element_type, batch), dim)
    return builder.reshaped(numbers, (prod(batch), 1))


LOWERINGS: Lowerings = {stablehlo.GatherOp: lower_gather}
