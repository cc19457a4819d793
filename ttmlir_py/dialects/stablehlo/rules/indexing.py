"""Rules of StableHLO's gather and scatter."""

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute

from ttmlir_py.dialects.stablehlo.attributes import (
    GatherDimensionNumbersAttr,
    ScatterDimensionNumbersAttr,
)
from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    bounds_encoding,
    bounds_of,
    check_distinct,
    check_each_in_bounds,
    check_index_vector_dim,
    compatible_shapes,
    compatible_sizes,
    is_dynamic,
    is_sorted,
    is_unique,
    numbers_text,
    size_text,
    tensor,
)
from ttmlir_py.dialects.stablehlo.rules.reducers import check_reducer
from ttmlir_py.dialects.tensor_types import RankedTensor, Shape


def check_gather(
    operand: Shape, indices: Shape, slices: int, numbers: GatherDimensionNumbersAttr
) -> None:
    """Check the dimension numbers of `gather`; `slices` is the length of `slice_sizes`."""
    rank = len(operand)
    offsets, collapsed = numbers.offsetDims, numbers.collapsedSliceDims
    batching = numbers.operandBatchingDims
    if rank != len(offsets) + len(collapsed) + len(batching):
        raise Violation(
            f"offset_dims size ({len(offsets)}) plus collapse_slice_dims size ({len(collapsed)}) "
            f"plus operand_batching_dims size ({len(batching)}) is not equal to operand rank "
            f"({rank})"
        )
    _check_start_index_map(indices, numbers)
    _check_order("offset_dims", offsets, unique=True)
    check_distinct(collapsed, batching, ("collapsed_slice_dims", "operand_batching_dims"))
    _check_order("collapsed_slice_dims", collapsed)
    check_each_in_bounds(collapsed, rank, "collapsed_slice_dims", "rank-of('operand')")
    _check_order("operand_batching_dims", batching)
    check_each_in_bounds(batching, rank, "operand_batching_dims", "rank-of('operand')")
    _check_gather_batching(operand, indices, numbers)
    start_map = numbers.startIndexMap
    check_distinct(start_map, batching, ("start_index_map", "operand_batching_dims"))
    check_each_in_bounds(start_map, rank, "start_index_map", "rank-of('operand')")
    if slices != rank:
        raise Violation(f"slice_sizes size ({slices}) not equal to operand rank ({rank})")


def _check_start_index_map(indices: Shape, numbers: GatherDimensionNumbersAttr) -> None:
    """Check that each index vector has one number per entry of `start_index_map`."""
    place, mapped = numbers.indexVectorDim, len(numbers.startIndexMap)
    check_index_vector_dim(place, len(indices), "rank-of('start_indices')")
    size = 1 if place == len(indices) else indices[place]
    if not is_dynamic(size) and size != mapped:
        raise Violation(
            f"start_index_map size ({mapped}) is not equal to size of index dimension ({place}) of "
            f"start_indices ({size})"
        )


def _check_order(name: str, numbers: Sequence[int], *, unique: bool = False) -> None:
    if not is_sorted(numbers):
        raise Violation(f"expects {name} to be sorted, got: [{numbers_text(numbers)}]")
    if unique and not is_unique(numbers):
        raise Violation(f"expects {name} to not repeat, got: [{numbers_text(numbers)}]")


def _check_gather_batching(
    operand: Shape, indices: Shape, numbers: GatherDimensionNumbersAttr
) -> None:
    batching, starts = numbers.operandBatchingDims, numbers.startIndicesBatchingDims
    if not is_unique(starts):
        raise Violation(
            f"expects start_indices_batching_dims to not repeat, got: [{numbers_text(starts)}]"
        )
    name = "start_indices_batching_dims"
    check_each_in_bounds(starts, len(indices), name, "rank-of('start_indices')")
    if numbers.indexVectorDim in starts:
        raise Violation(f"expects {name} not to include index_vector_dim {numbers.indexVectorDim}")
    if len(batching) != len(starts):
        raise Violation(f"operand_batching_dims and {name} should have the same size")
    for index, (a, b) in enumerate(zip(batching, starts, strict=True)):
        if not compatible_sizes(operand[a], indices[b]):
            raise Violation(
                f"operand_batching_dims[{index}] and {name}[{index}] must have compatible sizes, "
                f"but got {operand[a]} and {indices[b]}"
            )


def check_slice_sizes(
    operand: Shape, sizes: Sequence[int], numbers: GatherDimensionNumbersAttr
) -> None:
    """Check that slices are in bounds and have at most size 1 along collapsed and batching
    dimensions.
    """
    groups = (
        (numbers.collapsedSliceDims, "collapsed_slice_dims"),
        (numbers.operandBatchingDims, "operand_batching_dims"),
    )
    for dimensions, name in groups:
        for dimension in dimensions:
            if sizes[dimension] > 1:
                raise Violation(
                    f"Expects that for each dim in {name}, slice_sizes[dim] should be <= 1, but "
                    f"got {sizes[dimension]}"
                )
    for index, size in enumerate(sizes):
        if size < 0 or (not is_dynamic(operand[index]) and size > operand[index]):
            raise Violation(
                f"slice size ({size}) is out of bounds for operand dimension "
                f"({size_text(operand[index])}) at index {index}"
            )


def gather_type(
    operand: RankedTensor,
    indices: RankedTensor,
    size_of: Callable[[int], int],
    numbers: GatherDimensionNumbersAttr,
) -> Attribute:
    """Return the result type of a gather.

    `size_of` returns the slice size along a dimension of the operand.
    """
    starts, offsets = list(indices.get_shape()), numbers.offsetDims
    place = numbers.indexVectorDim
    if place < len(starts):
        del starts[place]
    rank = len(offsets) + len(starts)
    check_each_in_bounds(offsets, rank, "offset_dims", "implied-result-rank")
    left_out = {*numbers.collapsedSliceDims, *numbers.operandBatchingDims}
    kept = [size_of(d) for d in range(len(operand.get_shape())) if d not in left_out]
    batch, slices = iter(starts), dict(zip(offsets, kept, strict=False))
    shape = [slices[d] if d in slices else next(batch) for d in range(rank)]
    bounds = list(bounds_of(indices))
    if bounds and place < len(bounds):
        del bounds[place]
    limits = iter(bounds)
    inferred = [next(limits) if bounds and d not in slices else DYNAMIC_INDEX for d in range(rank)]
    return tensor(shape, operand.element_type, bounds_encoding(indices.encoding, inferred))


def check_scatter(op: Any) -> None:
    """Check all rules of `scatter`, including those of its region."""
    numbers: ScatterDimensionNumbersAttr = op.scatter_dimension_numbers
    inputs = [value.type for value in op.inputs]
    updates = [value.type for value in op.updates]
    for types, what in ((inputs, "inputs"), (updates, "updates")):
        for type_ in types:
            if not compatible_shapes(types[0].get_shape(), type_.get_shape()):
                raise Violation(f"Not all {what} have compatible shapes.")
    indices = list(op.scatter_indices.type.get_shape())
    check_index_vector_dim(numbers.indexVectorDim, len(indices), "rank-of('scatter_indices')")
    scalars: list[Attribute] = [tensor((), type_.element_type) for type_ in updates]
    check_reducer(op.update_computation.block, inputs, scalars)
    if numbers.indexVectorDim == len(indices):
        indices.append(1)
    expected = len(indices) - 1 + len(numbers.updateWindowDims)
    for type_ in updates:
        if len(type_.get_shape()) != expected:
            raise Violation(
                f"expects updates tensor must be of rank {expected} ( == "
                "rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where "
                "'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == "
                f"rank-of('scatter_indices')), but got {len(type_.get_shape())}."
            )
    for input_type, update in zip(inputs, updates, strict=True):
        shapes = input_type.get_shape(), tuple(indices), update.get_shape()
        _check_scatter_numbers(*shapes, numbers)
    for input_type, update in zip(inputs, updates, strict=True):
        _check_update_shape(input_type.get_shape(), indices, update.get_shape(), numbers)


def _check_scatter_order(name: str, numbers: Sequence[int]) -> None:
    if not is_sorted(numbers):
        raise Violation(f"Expects {name} to be sorted; got: [{numbers_text(numbers)}].")


def _check_scatter_unique(name: str, numbers: Sequence[int]) -> None:
    if not is_unique(numbers):
        raise Violation(f"Expects {name} to not repeat; got: [{numbers_text(numbers)}].")


def _check_scatter_numbers(
    operand: Shape, indices: Shape, update: Shape, numbers: ScatterDimensionNumbersAttr
) -> None:
    windows, inserted = numbers.updateWindowDims, numbers.insertedWindowDims
    batching, rank = numbers.inputBatchingDims, len(operand)
    total = len(windows) + len(inserted) + len(batching)
    if rank != total:
        raise Violation(
            "Expects rank-of operand to match size-of('update_window_dims') + "
            "size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. "
            f"{total} but got {rank}."
        )
    _check_scatter_order("update_window_dims", windows)
    _check_scatter_unique("update_window_dims", windows)
    check_each_in_bounds(windows, len(update), "update_window_dims", "rank-of('updates')")
    check_distinct(inserted, batching, ("inserted_window_dims", "input_batching_dims"))
    _check_scatter_order("inserted_window_dims", inserted)
    check_each_in_bounds(inserted, rank, "inserted_window_dims", "rank-of('operand')")
    _check_scatter_order("input_batching_dims", batching)
    check_each_in_bounds(batching, rank, "input_batching_dims", "rank-of('operand')")
    _check_scatter_batching(operand, indices, numbers)
    _check_scattered_dimensions(indices, numbers)
    mapped = numbers.scatterDimsToOperandDims
    check_distinct(mapped, batching, ("scatter_dims_to_operand_dims", "input_batching_dims"))
    check_each_in_bounds(mapped, rank, "scatter_dims_to_operand_dims", "rank-of('operand')")


def _check_scatter_batching(
    operand: Shape, indices: Shape, numbers: ScatterDimensionNumbersAttr
) -> None:
    batching, scattered = numbers.inputBatchingDims, numbers.scatterIndicesBatchingDims
    name = "scatter_indices_batching_dims"
    _check_scatter_unique(name, scattered)
    check_each_in_bounds(scattered, len(indices), name, "rank-of('scatter_indices')")
    if numbers.indexVectorDim in scattered:
        raise Violation(f"expects {name} not to include index_vector_dim {numbers.indexVectorDim}.")
    if len(batching) != len(scattered):
        raise Violation(f"input_batching_dims and {name} should have the same size.")
    for index, (a, b) in enumerate(zip(batching, scattered, strict=True)):
        if not compatible_sizes(operand[a], indices[b]):
            raise Violation(
                f"input_batching_dims[{index}] and {name}[{index}] must have compatible sizes, but "
                f"got {operand[a]} and {indices[b]}."
            )


def _check_scattered_dimensions(indices: Shape, numbers: ScatterDimensionNumbersAttr) -> None:
    """Check that each index vector has one number per entry of `scatter_dims_to_operand_dims`."""
    place, mapped = numbers.indexVectorDim, len(numbers.scatterDimsToOperandDims)
    size = indices[place]
    if not is_dynamic(size) and mapped != size:
        raise Violation(
            f"Scatter op has {mapped} elements in scatter_dims_to_operand_dims and the bound of "
            f"dimension index_vector_dim={place} of scatter_indices is {size}. These two numbers "
            "must be equal."
        )


def _check_update_shape(
    operand: Shape, indices: Sequence[int], update: Shape, numbers: ScatterDimensionNumbersAttr
) -> None:
    """Check that windows fit into the operand, and that there is one window per index."""
    left_out = {*numbers.insertedWindowDims, *numbers.inputBatchingDims}
    limits = [size for dimension, size in enumerate(operand) if dimension not in left_out]
    for dimension, limit in zip(numbers.updateWindowDims, limits, strict=False):
        size = update[dimension]
        if not is_dynamic(size) and not is_dynamic(limit) and size > limit:
            raise Violation(
                "expects bounds of the window dimensions of updates to not exceed the bounds of "
                f"the corresponding dimensions of operand. For dimension {dimension}, updates "
                f"bound is {size}, operand bound is {limit}."
            )
    scattered = [size for d, size in enumerate(indices) if d != numbers.indexVectorDim]
    windows = set(numbers.updateWindowDims)
    places = [dimension for dimension in range(len(update)) if dimension not in windows]
    for dimension, size in zip(places, scattered, strict=True):
        if not compatible_sizes(update[dimension], size):
            raise Violation(
                "expects bounds of the scatter dimensions of updates to be same as the bounds of "
                "the corresponding dimensions of scatter indices. For scatter dimension "
                f"{dimension}, updates bound is {size_text(update[dimension])} , scatter_indices "
                f"bound is {size_text(size)}."
            )
