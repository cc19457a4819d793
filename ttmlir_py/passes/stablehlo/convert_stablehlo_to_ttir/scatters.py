"""Lowering of `scatter`: updates that overwrite, or are combined with, the elements at given
indices.
"""

from collections.abc import Sequence
from functools import cached_property
from math import inf, prod
from typing import NamedTuple

from xdsl.dialects.builtin import AnyFloat, TensorType, bf16, f32
from xdsl.ir import Block, Operation, Region, SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.attributes import ScatterDimensionNumbersAttr
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.tensor_types import Shape, shape_of, tensor_type
from ttmlir_py.dialects.ttir.generic import YieldOp
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.combiners import (
    Reduction,
    combiner,
    neutral_element,
    reduction_by,
    selection_by,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.data_movement import (
    require_static,
    written,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.known_elements import known_elements
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.later_operations import (
    are_places,
    outer_dims,
    row_order,
    rows_scattered,
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
    row_stride,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import convert_type, is_boolean
from ttmlir_py.rewriting.attributes import (
    ALL_EXACT_IN_F32,
    bool_attr,
    dense_i32_array,
    i32,
)
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import UnsupportedError

MOST_PAIRS = 1 << 26
"""The maximum number of pairs of an element and an update that are compared."""


def lower_scatter(op: stablehlo.ScatterOp, conversion: Conversion) -> None:
    """Lower `scatter`. A window that is not completely inside of the tensor is ignored, as in
    XLA.
    """
    if len(op.inputs) != 1:
        raise UnsupportedError("it has several inputs")
    values = (op.inputs[0], op.scatter_indices, op.updates[0])
    shape, index_shape, update_shape = (conversion.types.of(each).get_shape() for each in values)
    scatter = Scatter(shape, index_shape, update_shape, op.scatter_dimension_numbers)
    require_static(scatter.shape, scatter.index_shape, scatter.update_shape)
    block = op.update_computation.block
    element = tensor_type(op.results[0]).element_type
    cls = combiner(block)
    is_overwriting = returned_argument(block) == 1
    reduction = reduction_by(cls, element)
    if not is_overwriting and reduction is None:
        raise UnsupportedError(
            "its region must return the update, or apply one of add, maximum, minimum and "
            "multiply, and of booleans also and, or"
        )
    if not prod(scatter.shape) or not prod(scatter.update_shape):
        conversion.replace(op, op.inputs[0])
        return
    if is_overwriting and scatter.is_for_leading_corner and _writes_leading_corner(op, conversion):
        conversion.replace(op, _plain_scatter(op))
        return
    value = None
    if conversion.is_for_later:
        value = _by_rows(op, scatter, cls, is_overwriting=is_overwriting)
    if value is None:
        value = _at_known_place(op, scatter, reduction)
    if value is None:
        held = element if is_boolean(element) else result_type(op).element_type
        if is_overwriting or reduction is None:
            reduction, neutral = selection_by(held)
        else:
            neutral = neutral_element(cls, held)
            assert neutral is not None
        value = _Scattering(op, scatter, reduction).lower(neutral, is_overwriting=is_overwriting)
    conversion.replace(op, value)


def _writes_leading_corner(op: stablehlo.ScatterOp, conversion: Conversion) -> bool:
    """Whether the only window that fits is at index 0, and the update is written there.

    Unknown indices are assumed to be 0, unless exact scatters are required.
    """
    known = known_elements(op.scatter_indices)
    return not conversion.has_exact_scatters if known is None else not any(known.elements)


def returned_argument(block: Block) -> int | None:
    """Return the index of the block argument that `block` returns, if it does nothing else, or
    None.
    """
    terminator = block.first_op
    if not isinstance(terminator, stablehlo.ReturnOp) or len(terminator.operands) != 1:
        return None
    arguments: Sequence[object] = block.args
    return next((i for i, each in enumerate(arguments) if each is terminator.operands[0]), None)


class Scatter(NamedTuple):
    """The shapes and dimension numbers of a scatter."""

    shape: Shape
    index_shape: Shape
    update_shape: Shape
    numbers: ScatterDimensionNumbersAttr

    @property
    def batch(self) -> tuple[int, ...]:
        """The sizes of the index dimensions that number windows."""
        return batch_shape(self.index_shape, self.numbers.indexVectorDim)

    @property
    def dropped(self) -> tuple[int, ...]:
        """The dimensions of the tensor that are missing in the updates. Windows have size 1 along
        them.
        """
        return (*self.numbers.insertedWindowDims, *self.numbers.inputBatchingDims)

    @property
    def window(self) -> tuple[int, ...]:
        """The size of a window along each dimension of the tensor."""
        sizes = iter(self.update_shape[dim] for dim in self.numbers.updateWindowDims)
        return tuple(1 if dim in self.dropped else next(sizes) for dim in range(len(self.shape)))

    @property
    def window_dims(self) -> dict[int, int]:
        """Maps each dimension of the tensor along which windows extend to the corresponding
        dimension of the updates.
        """
        kept = [dim for dim in range(len(self.shape)) if dim not in self.dropped]
        return dict(zip(kept, self.numbers.updateWindowDims, strict=True))

    @property
    def is_for_leading_corner(self) -> bool:
        """Whether TTNN's scatter can compute this scatter: it has one update, of the tensor's rank,
        whose only valid index is 0.
        """
        numbers = self.numbers
        return (
            not numbers.inputBatchingDims
            and all(self.shape[dim] == 1 for dim in numbers.insertedWindowDims)
            and self.window == self.update_shape
            and all(self.shape[dim] == self.window[dim] for dim in numbers.scatterDimsToOperandDims)
        )


def _plain_scatter(op: stablehlo.ScatterOp) -> SSAValue:
    numbers: ScatterDimensionNumbersAttr = op.scatter_dimension_numbers
    builder, type_ = ConversionBuilder(op), result_type(op)
    output = builder.value(EmptyOp, (), type_)
    scatter = builder.op(
        ttir.ScatterOp,
        (*op.operands, output),
        (type_,),
        update_window_dims=dense_i32_array(numbers.updateWindowDims),
        inserted_window_dims=dense_i32_array(numbers.insertedWindowDims),
        input_batching_dims=dense_i32_array(numbers.inputBatchingDims),
        scatter_indices_batching_dims=dense_i32_array(numbers.scatterIndicesBatchingDims),
        scatter_dims_to_operand_dims=dense_i32_array(numbers.scatterDimsToOperandDims),
        index_vector_dim=i32(numbers.indexVectorDim),
        indices_are_sorted=op.indices_are_sorted or bool_attr(False),
        unique_indices=op.unique_indices or bool_attr(False),
    )
    scatter.add_region(_region_that_gives_updates(op.update_computation.block))
    return scatter.results[0]


def _region_that_gives_updates(source: Block) -> Region:
    types = [convert_type(tensor_type(each)) for each in source.args]
    block = Block(arg_types=types)
    for argument, old in zip(block.args, source.args, strict=True):
        argument.location = old.location
    terminator = source.first_op
    assert terminator is not None
    Builder.at_end(block, terminator.location).op(YieldOp, (block.args[1],))
    return Region(block)


_REDUCTIONS: dict[type[Operation], str] = {
    stablehlo.AddOp: "Sum",
    stablehlo.MaxOp: "Max",
    stablehlo.MinOp: "Min",
    stablehlo.MulOp: "Prod",
}


def _by_rows(
    op: stablehlo.ScatterOp,
    scatter: Scatter,
    cls: type[Operation] | None,
    *,
    is_overwriting: bool,
) -> SSAValue | None:
    """Return the scatter of whole rows, or None if no op of later revisions computes it."""
    numbers = scatter.numbers
    named = [*numbers.scatterDimsToOperandDims]
    cut = [d for d, size in enumerate(scatter.shape) if scatter.window[d] != size]
    element = tensor_type(op.inputs[0]).element_type
    reduce = "Invalid" if is_overwriting else _REDUCTIONS.get(cls) if cls else None
    if reduce is None or numbers.inputBatchingDims or not named or element not in (f32, bf16):
        return None
    if set(scatter.dropped) - {*named}:
        return None
    if any(dim not in named for dim in cut) or not are_places(op.scatter_indices):
        return None
    builder, dims = ConversionBuilder(op), scatter.window_dims
    indices = index_table(
        builder,
        widened(builder, op.scatter_indices),
        scatter.index_shape,
        numbers.indexVectorDim,
        len(named),
    )
    windows = [scatter.window[dim] for dim in named]
    dims_in_order = row_order(len(scatter.shape), named)
    before = len(outer_dims(named))
    order = [dims[dim] for dim in dims_in_order[:before]]
    order += [d for d in range(len(scatter.update_shape)) if d not in dims.values()]
    order += [dims[dim] for dim in dims_in_order[before:] if dim in dims]
    updates = op.updates[0]
    if order != sorted(order):
        updates = builder.permute(updates, order)
    outer = prod(scatter.shape[dim] for dim in dims_in_order[:before])
    rows = shape_of(indices)[0] * prod(windows)
    row = [scatter.shape[dim] for dim in dims_in_order[before + len(named) :]]
    updates = builder.reshaped(updates, (outer, rows, *row))
    return rows_scattered(builder, op.inputs[0], indices, updates, named, windows, reduce)


def _at_known_place(
    op: stablehlo.ScatterOp, scatter: Scatter, reduction: Reduction | None
) -> SSAValue | None:
    """Return the tensor with one window updated at a known index, or None for other scatters."""
    if prod(scatter.batch) != 1 or scatter.numbers.inputBatchingDims:
        return None
    known = known_elements(op.scatter_indices)
    if known is None:
        return None
    starts = dict(zip(scatter.numbers.scatterDimsToOperandDims, known.elements, strict=True))
    sizes = list(zip(scatter.shape, scatter.window, strict=True))
    begins = [starts.get(dim, 0) for dim in range(len(sizes))]
    ends = [begin + part for begin, (_, part) in zip(begins, sizes, strict=True)]
    if min(begins, default=0) < 0 or any(
        end > whole for end, (whole, _) in zip(ends, sizes, strict=True)
    ):
        return op.inputs[0]
    builder, old = ConversionBuilder(op), op.inputs[0]
    update = builder.reshaped(_ordered(builder, op.updates[0], scatter), scatter.window or (1,))
    if reduction is not None:
        part = old if scatter.window == scatter.shape else builder.slice(old, begins, ends)
        update = builder.binary(reduction.combine, part, update)
    return written(builder, old, update, begins) if begins else update


def _ordered(builder: ConversionBuilder, updates: SSAValue, scatter: Scatter) -> SSAValue:
    """Return the updates, permuted so that the dimensions that number windows come first."""
    dims = scatter.numbers.updateWindowDims
    order = [dim for dim in range(len(scatter.update_shape)) if dim not in dims]
    order += dims
    return updates if order == sorted(order) else builder.permute(updates, order)


class _Scattering:
    """A builder of the ops that compute a scatter.

    The tensor is treated as a table. Its rows are numbered by the dimensions of which windows cover
    only a part.
    """

    def __init__(self, op: stablehlo.ScatterOp, scatter: Scatter, reduction: Reduction):
        self._op = op
        self._scatter = scatter
        self._reduction = reduction
        self._builder = ConversionBuilder(op)
        sizes = list(enumerate(zip(scatter.shape, scatter.window, strict=True)))
        dropped = scatter.dropped
        self._whole = [dim for dim, (size, part) in sizes if size == part and dim not in dropped]
        self._indexed = [dim for dim, _ in sizes if dim not in self._whole]
        self._rows = prod(scatter.shape[dim] for dim in self._indexed)
        self._width = prod(scatter.shape[dim] for dim in self._whole)
        self._parts = prod(scatter.window[dim] for dim in self._indexed)
        self._count = prod(scatter.batch) * self._parts

    def lower(self, neutral: float, *, is_overwriting: bool) -> SSAValue:
        """Return the tensor with the updates combined into it.

        `neutral` is the neutral element of the combination. With `is_overwriting`, the last update
        of an element replaces it.
        """
        element = tensor_type(self._op.results[0]).element_type
        is_sum = self._reduction.reduce is ttir.SumOp and isinstance(element, AnyFloat)
        pairs = self._rows * self._count * (1 if is_sum else self._width)
        if max(pairs, 0) > MOST_PAIRS or max(self._rows, self._count) > ALL_EXACT_IN_F32:
            raise UnsupportedError(
                f"{self._rows} rows and {self._count} updates are more than {MOST_PAIRS} pairs of "
                "elements"
            )
        builder, table = self._builder, self._table
        is_hit = self._hits()
        if is_sum:
            total = builder.binary(ttir.AddOp, table, self._sums(is_hit))
        else:
            if is_overwriting:
                is_hit = self._last(is_hit)
            total = self._combined(is_hit, neutral)
            if is_overwriting:
                is_written = builder.reduced(ttir.MaxOp, is_hit, 1)
                total = builder.where(is_written, total, table)
            else:
                total = builder.binary(self._reduction.combine, table, total)
        order = [*self._indexed, *self._whole]
        shape = [self._scatter.shape[dim] for dim in order] or [1]
        value = builder.reshaped(total, shape)
        if order == sorted(order):
            return value
        return builder.permute(value, [order.index(dim) for dim in range(len(order))])

    @cached_property
    def _table(self) -> SSAValue:
        """The tensor as a table, of shape rows x width."""
        order = [*self._indexed, *self._whole]
        value, builder = self._op.inputs[0], self._builder
        if order != sorted(order):
            value = builder.permute(value, order)
        return builder.reshaped(value, (self._rows, self._width))

    @cached_property
    def _updates(self) -> SSAValue:
        """The updates as a table, of shape updates x width."""
        scatter, builder = self._scatter, self._builder
        dims = scatter.window_dims
        order = [d for d in range(len(scatter.update_shape)) if d not in dims.values()]
        order += [dims[dim] for dim in (*self._indexed, *self._whole) if dim in dims]
        value = self._op.updates[0]
        if order != sorted(order):
            value = builder.permute(value, order)
        return builder.reshaped(value, (self._count, self._width))

    def _hits(self) -> SSAValue:
        """Return a mask of shape rows x updates. It is true where the update belongs to the row."""
        builder = self._builder
        rows = builder.arange(TensorType(f32, (self._rows, 1)), 0)
        return builder.truth(ttir.EqualOp, rows, self._row_numbers())

    def _row_numbers(self) -> SSAValue:
        """Return the row number of each update, of shape 1 x updates.

        It is negative for windows that are not completely inside of the tensor.
        """
        builder, batch = self._builder, prod(self._scatter.batch)
        first: SSAValue | None = None
        is_inside: SSAValue | None = None
        for dim in range(len(self._scatter.shape)):
            start = self._starts(dim)
            if start is None:
                continue
            for test in self._is_within(start, dim):
                is_inside = test if is_inside is None else self._both(is_inside, test)
            if dim in self._indexed:
                rows = self._scaled(start, row_stride(self._scatter.shape, self._indexed, dim))
                first = rows if first is None else builder.binary(ttir.AddOp, first, rows)
        if first is None:
            first = builder.splat(0, TensorType(f32, (batch, 1)))
        if is_inside is not None:
            first = builder.where(is_inside, first, builder.scalar(-self._rows, f32))
        if self._parts > 1:
            parts = row_offsets(self._scatter.shape, self._scatter.window, self._indexed)
            offsets = builder.constant(TensorType(f32, (1, self._parts)), parts)
            first = builder.into(
                ttir.AddOp, (first, offsets), TensorType(f32, (batch, self._parts))
            )
        return builder.reshaped(first, (1, self._count))

    def _is_within(self, start: SSAValue, dim: int) -> tuple[SSAValue, SSAValue]:
        """Return two masks for windows along `dim`: whether the start is inside of the tensor, and
        whether the end is.
        """
        builder, last = self._builder, self._scatter.shape[dim] - self._scatter.window[dim]
        return (
            builder.truth(ttir.GreaterEqualOp, start, builder.scalar(0, f32)),
            builder.truth(ttir.LessEqualOp, start, builder.scalar(last, f32)),
        )

    def _both(self, one: SSAValue, other: SSAValue) -> SSAValue:
        return self._builder.truth(ttir.LogicalAndOp, one, other)

    def _scaled(self, value: SSAValue, factor: int) -> SSAValue:
        if factor == 1:
            return value
        builder = self._builder
        return builder.binary(ttir.MultiplyOp, value, builder.scalar(factor, f32))

    def _starts(self, dim: int) -> SSAValue | None:
        """Return the start of each window along `dim`, of shape windows x 1, as f32; None if all
        are 0.
        """
        builder, numbers = self._builder, self._scatter.numbers
        if dim in numbers.inputBatchingDims:
            which = numbers.scatterIndicesBatchingDims[numbers.inputBatchingDims.index(dim)]
            return batch_numbers(builder, f32, self._scatter.batch, which, numbers.indexVectorDim)
        if dim not in numbers.scatterDimsToOperandDims:
            return None
        position = numbers.scatterDimsToOperandDims.index(dim)
        if len(numbers.scatterDimsToOperandDims) == 1:
            return self._indices
        return builder.part(self._indices, 1, position, position + 1)

    @cached_property
    def _indices(self) -> SSAValue:
        """The indices as f32, of shape windows x dimensions.

        Integers that f32 would round are too large for the tensor anyway.
        """
        builder, numbers = self._builder, self._scatter.numbers
        shape, length = self._scatter.index_shape, len(numbers.scatterDimsToOperandDims)
        given, vector = widened(builder, self._op.scatter_indices), numbers.indexVectorDim
        return builder.typecast(index_table(builder, given, shape, vector, length), f32)

    def _sums(self, is_hit: SSAValue) -> SSAValue:
        """Return the sum of the updates of each row, computed by a matrix product.

        Infinities and NaN are counted separately, because 0 times these is NaN. `is_hit` is the
        mask of `_hits`.
        """
        builder, updates = self._builder, self._updates
        element = tensor_type(updates).element_type
        zero, one = (builder.scalar(number, element) for number in (0, 1))
        numbers = [
            builder.where(builder.truth(ttir.IsFiniteOp, updates), updates, zero),
            *(
                builder.where(self._is_no_less(updates, number), one, zero)
                for number in (inf, -inf)
            ),
        ]
        columns = builder.concat(numbers, 1, (self._count, 3 * self._width))
        type_ = TensorType(element, (self._rows, 3 * self._width))
        summed = builder.into(ttir.MatmulOp, (builder.typecast(is_hit, element), columns), type_)
        total, *counts = (
            builder.part(summed, 1, begin * self._width, (begin + 1) * self._width)
            for begin in range(3)
        )
        for count, number in zip(counts, (inf, -inf), strict=True):
            is_there = builder.truth(ttir.GreaterThanOp, count, zero)
            special = builder.where(is_there, builder.scalar(number, element), zero)
            total = builder.binary(ttir.AddOp, total, special)
        return total

    def _is_no_less(self, value: SSAValue, infinity: float) -> SSAValue:
        """Return a mask of elements that equal `infinity`, or that are NaN, which is the sum of
        both infinities.
        """
        builder = self._builder
        number = builder.scalar(infinity, tensor_type(value).element_type)
        is_nan = builder.truth(ttir.NotEqualOp, value, value)
        return builder.truth(ttir.LogicalOrOp, builder.truth(ttir.EqualOp, value, number), is_nan)

    def _last(self, is_hit: SSAValue) -> SSAValue:
        """Return the mask `is_hit` with only the last update of each row."""
        if self._count == 1:
            return is_hit
        builder = self._builder
        places = builder.arange(TensorType(f32, (1, self._count)), 1)
        found = builder.where(is_hit, places, builder.scalar(-1, f32))
        last = builder.reduced(ttir.MaxOp, found, 1)
        return builder.truth(ttir.EqualOp, places, last)

    def _combined(self, is_hit: SSAValue, neutral: float) -> SSAValue:
        """Return the combination of the updates of each row, of shape rows x width.

        `is_hit` is the mask of `_hits`, and `neutral` the neutral element of the combination.
        """
        builder = self._builder
        element = tensor_type(self._updates).element_type
        updates = builder.reshaped(self._updates, (1, self._count, self._width))
        mask = builder.reshaped(is_hit, (self._rows, self._count, 1))
        masked = builder.where(mask, updates, builder.scalar(neutral, element))
        combined = builder.reduced(self._reduction.reduce, masked, 1)
        return builder.reshaped(combined, (self._rows, self._width))


LOWERINGS: Lowerings = {stablehlo.ScatterOp: lower_scatter}
