"""Shape rules of StableHLO's ops that move, concatenate, slice and pad."""

from collections.abc import Sequence
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects.stablehlo.attributes import TypeExtensionsAttr
from ttmlir_py.dialects.stablehlo.rules.collectives import (
    channel_id,
    check_positive_channel,
    check_replica_groups,
)
from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    bounds_encoding,
    bounds_of,
    compatible_sizes,
    constant_integers,
    element_type,
    is_dynamic,
    is_unique,
    most_specific_size,
    numbers_text,
    size_text,
    sizes_text,
    tensor,
)
from ttmlir_py.dialects.stablehlo.rules.reducers import accumulator_types, bits
from ttmlir_py.dialects.tensor_types import RankedTensor, Shape, shape_of
from ttmlir_py.ir.narrowing import is_complex_type
from ttmlir_py.ir.writing.attributes import quoted


def check_element_counts(operand: RankedTensor, result: RankedTensor) -> None:
    """Check that two shapes have the same number of elements, as far as known."""
    if DYNAMIC_INDEX in (*operand.get_shape(), *result.get_shape()):
        return
    count, expected = prod(result.get_shape()), prod(operand.get_shape())
    if count != expected:
        raise Violation(
            f"number of output elements ({count}) doesn't match expected number of elements "
            f"({expected})"
        )


def check_bitcast(operand: Attribute, result: Attribute) -> None:
    """Check that the innermost dimension makes up for the different widths of the elements."""
    both = f"{quoted(operand)} and {quoted(result)}"
    elements = element_type(operand), element_type(result)
    if is_complex_type(elements[0]) != is_complex_type(elements[1]):
        raise Violation(f"cannot convert between real and complex types, but got: {both}")
    sides = [
        (bits(element_type(type_)), cast(RankedTensor, type_).get_shape())
        for type_ in (result, operand)
    ]
    if sides[0][0] > sides[1][0]:
        sides.reverse()
    (few, small), (many, big) = sides
    if few != many:
        if len(small) != len(big) + 1:
            raise Violation(
                f"rank of smaller element type ({len(small)}) should be 1 more than rank of larger "
                f"element type ({len(big)}), but {len(small)} != {len(big)} + 1."
            )
        if not is_dynamic(small[-1]) and small[-1] * few != many:
            raise Violation(
                f"requires compatible bit widths. Got: {both}, but {few} * {small[-1]} != {many}."
            )
        small = small[:-1]
    if not all(map(compatible_sizes, small, big)):
        raise Violation(
            "operand and result shapes must match except for the innermost dimension of the shape "
            f"with the smaller element type. Got: {both}."
        )


def check_broadcast_dimensions(dimensions: Sequence[int], rank: int) -> None:
    """Check that `dimensions` assigns a dimension of the result to each dimension of the
    operand.
    """
    if len(dimensions) != rank:
        raise Violation(
            f"broadcast_dimensions size ({len(dimensions)}) does not match operand rank ({rank})"
        )


def check_broadcast_in_dim(operand: Shape, result: Shape, dimensions: Sequence[int]) -> None:
    """Check that each dimension of the operand has the result's size or size 1."""
    check_broadcast_dimensions(dimensions, len(operand))
    if not is_unique(dimensions):
        raise Violation("broadcast_dimensions should not have duplicates")
    for index, dimension in enumerate(dimensions):
        if not 0 <= dimension < len(result):
            raise Violation(
                f"broadcast_dimensions contains invalid value {dimension} for result with rank "
                f"{len(result)}"
            )
        size = operand[index]
        if size not in (DYNAMIC_INDEX, 1, result[dimension]):
            raise Violation(
                f"size of operand dimension {index} ({size}) is not equal to 1 or size of result "
                f"dimension {dimension} ({result[dimension]})"
            )


def concatenated_type(types: Sequence[RankedTensor], dimension: int) -> Attribute:
    """Return the type of the tensors `types`, concatenated along `dimension`."""
    first = types[0].get_shape()
    if not first:
        raise Violation("rank-0 values cannot be concatenated")
    if dimension >= len(first):
        raise Violation(f"dimension {dimension} is out-of-bounds for input rank {len(first)}")
    for index, type_ in enumerate(types):
        shape = type_.get_shape()
        if len(shape) != len(first):
            raise Violation(f"operands (0) and ({index}) do not match rank")
        for place, (a, b) in enumerate(zip(first, shape, strict=True)):
            if place != dimension and not compatible_sizes(a, b):
                raise Violation(
                    f"shapes of operand (0) and ({index}) are not compatible at non-concat index "
                    f"{place}: ({sizes_text(first)}) != ({sizes_text(shape)})"
                )
    sizes = [DYNAMIC_INDEX] * len(first)
    bounds = [DYNAMIC_INDEX] * len(first)
    sizes[dimension] = 0
    for type_ in types:
        limits = bounds_of(type_) or (DYNAMIC_INDEX,) * len(first)
        for place, size in enumerate(type_.get_shape()):
            pair, limit_pair = (sizes[place], size), (bounds[place], limits[place])
            if place == dimension:
                sizes[place], bounds[place] = _sum(pair, limit_pair)
            else:
                sizes[place], bounds[place] = most_specific_size(place, pair, limit_pair)
    any_bounds = any(bounds_of(type_) for type_ in types)
    encoding = bounds_encoding(types[0].encoding, bounds if any_bounds else ())
    return tensor(sizes, types[0].element_type, encoding)


def _sum(sizes: tuple[int, int], bounds: tuple[int, int]) -> tuple[int, int]:
    """Return the size and the bound of the concatenation of two dimensions."""
    if DYNAMIC_INDEX not in sizes:
        return sum(sizes), DYNAMIC_INDEX
    limits = [b if is_dynamic(s) else s for s, b in zip(sizes, bounds, strict=True)]
    return DYNAMIC_INDEX, DYNAMIC_INDEX if DYNAMIC_INDEX in limits else sum(limits)


def _check_same_elements(starts: Sequence[Attribute]) -> None:
    if len({element_type(type_) for type_ in starts}) > 1:
        raise Violation("start indices must have same element type")


def check_dynamic_slice(shape: Shape, starts: Sequence[Attribute], sizes: Sequence[int]) -> None:
    """Check that each dimension has a start, and that the slice fits."""
    if len(starts) != len(sizes):
        raise Violation(
            f"has mismatched number of slice sizes ({len(sizes)}) and number of start indices "
            f"({len(starts)})"
        )
    if len(shape) != len(starts):
        raise Violation(
            f"has mismatched number of start indices ({len(starts)}) and the rank of operand "
            f"({len(shape)})"
        )
    _check_same_elements(starts)
    for index, (size, whole) in enumerate(zip(sizes, shape, strict=True)):
        if size < 0:
            raise Violation(f"has negative size index to dynamic slice: {size}")
        if not is_dynamic(whole) and size > whole:
            raise Violation(
                f"has slice size {size} greater than dimension size {whole} in dimension {index} "
                "of operand"
            )


def check_dynamic_update_slice(operand: Shape, update: Shape, starts: Sequence[Attribute]) -> None:
    """Check that each dimension has a start, and that the update fits."""
    if len(update) != len(operand):
        raise Violation(
            f"update rank does not match operand rank: {len(update)} vs {len(operand)}."
        )
    if len(starts) != len(operand):
        raise Violation(
            f"expects number of start_indices to match operand rank: {len(starts)} vs "
            f"{len(operand)}."
        )
    _check_same_elements(starts)
    for index, (whole, size) in enumerate(zip(operand, update, strict=True)):
        if not is_dynamic(size) and not is_dynamic(whole) and size > whole:
            raise Violation(
                f"expects size at dimension {index} of update to be in range [0, {whole}]. Got: "
                f"{size}."
            )


def check_dimension(shape: Shape, dimension: int) -> None:
    """Check that `shape` has the dimension `dimension`."""
    if dimension >= len(shape):
        raise Violation(
            f"requires dimension attribute in range [0, {len(shape)}); found ({dimension})"
        )


def resized_type(operand: RankedTensor, size: SSAValue, dimension: int) -> Attribute:
    """Return the type with `dimension` made dynamic and bounded by its former size."""
    if shape_of(size):
        raise Violation("size operand should be of rank-0")
    shape = list(operand.get_shape())
    check_dimension(operand.get_shape(), dimension)
    bounds = list(bounds_of(operand)) or [DYNAMIC_INDEX] * len(shape)
    if not is_dynamic(shape[dimension]):
        bounds[dimension] = shape[dimension]
    shape[dimension] = DYNAMIC_INDEX
    constant = constant_integers(size)
    if constant is not None and constant[0] == bounds[dimension]:
        shape[dimension], bounds[dimension] = constant[0], DYNAMIC_INDEX
    encoding = None if all(map(is_dynamic, bounds)) else TypeExtensionsAttr(tuple(bounds))
    return tensor(shape, operand.element_type, encoding)


def padded_type(
    operand: RankedTensor, low: Sequence[int], high: Sequence[int], interior: Sequence[int]
) -> Attribute:
    """Return the type of `operand` with padding around and between elements."""
    shape, bounds = operand.get_shape(), bounds_of(operand)
    if len(low) != len(shape):
        raise Violation(
            f"edge_padding_low length ({len(low)}) must match operand rank ({len(shape)})"
        )
    sizes = [DYNAMIC_INDEX] * len(shape)
    limits = [DYNAMIC_INDEX] * len(bounds)
    for index, size in enumerate(shape):
        if interior[index] < 0:
            raise Violation(f"Interior padding cannot be negative: {interior[index]}")
        known = bounds[index] if is_dynamic(size) and bounds else size
        if is_dynamic(known):
            continue
        padded = known + low[index] + high[index] + max(known - 1, 0) * interior[index]
        what, found = ("bound", limits) if is_dynamic(size) else ("size", sizes)
        if padded < 0:
            raise Violation(f"Padding result in negative {what} for dimension {index}")
        found[index] = padded
    return tensor(sizes, operand.element_type, bounds_encoding(operand.encoding, limits))


def check_reversed(rank: int, dimensions: Sequence[int]) -> None:
    """Check that each of `dimensions` exists and occurs once."""
    if not is_unique(dimensions):
        raise Violation(f"dimensions should be unique. Got: {numbers_text(dimensions)}")
    for dimension in dimensions:
        if dimension < 0:
            raise Violation(f"all dimensions should be non-negative. Got dimension: {dimension}.")
        if dimension >= rank:
            raise Violation(
                f"all dimensions should be between [0, {rank}). Got dimension: {dimension}."
            )


def sliced_type(
    operand: RankedTensor, starts: Sequence[int], limits: Sequence[int], strides: Sequence[int]
) -> Attribute:
    """Return the type of a slice of `operand`."""
    shape, bounds = operand.get_shape(), bounds_of(operand)
    if len(starts) != len(shape):
        raise Violation(
            f"the number of elements in start_indices ({len(starts)}) does not match the rank of "
            f"the operand ({len(shape)})"
        )
    sizes: list[int] = []
    for index, (start, limit, stride) in enumerate(zip(starts, limits, strides, strict=True)):
        if start < 0:
            raise Violation(f"negative start index {start} in dimension {index}")
        what = "bound" if is_dynamic(shape[index]) else "size"
        known = bounds[index] if is_dynamic(shape[index]) and bounds else shape[index]
        if not is_dynamic(known) and limit > known:
            raise Violation(
                f"limit index {limit} is larger than dimension {what} {known} in dimension {index}"
            )
        if start > limit:
            raise Violation(
                f"start index {start} is larger than limit index {limit} in dimension {index}"
            )
        if stride <= 0:
            raise Violation(f"stride must be positive but got {stride} in dimension {index}")
        sizes.append(-((start - limit) // stride))
    encoding = bounds_encoding(operand.encoding, [DYNAMIC_INDEX] * len(bounds))
    return tensor(sizes, operand.element_type, encoding)


def transposed_type(operand: RankedTensor, permutation: Sequence[int]) -> Attribute:
    """Return the type of `operand` with permuted dimensions."""
    shape, bounds = operand.get_shape(), bounds_of(operand)
    if len(permutation) != len(shape):
        raise Violation(
            f"TransposeOp operand rank {len(shape)} does not match permutation size "
            f"{len(permutation)}"
        )
    every = range(len(shape))
    if sorted(permutation) != list(every):
        raise Violation(
            f"attribute permutation must be a permutation of [{numbers_text(every)}] but got "
            f"{numbers_text(permutation)}"
        )
    limits = [bounds[dimension] for dimension in permutation] if bounds else ()
    sizes = [shape[dimension] for dimension in permutation]
    return tensor(sizes, operand.element_type, bounds_encoding(operand.encoding, limits))


def check_gathered(op: Any, operand: Shape, result: Shape) -> None:
    """Check that a result of `all_gather` has the operand's shape, but a multiple of one size."""
    dimension: int = op.all_gather_dim.value.data
    global_ids = op.use_global_device_ids is not None
    if dimension >= len(operand):
        raise Violation("all_gather_dim must be a valid index of operand")
    if operand[dimension] == 0:
        raise Violation("dimension size of operand at 'all_gather_dim' cannot be zero")
    check_replica_groups(op.replica_groups, global_ids=global_ids)
    if global_ids and channel_id(op) < 0:
        raise Violation("channel_id cannot be negative when useGlobalDeviceIds is set")
    if len(operand) != len(result):
        raise Violation("operand and result must have the same rank")
    for index, (a, b) in enumerate(zip(operand, result, strict=True)):
        if index != dimension and not compatible_sizes(a, b):
            raise Violation(
                "operand and result should have the same shape except for the dimension size at "
                "'all_gather_dim'"
            )
    part, whole = operand[dimension], result[dimension]
    if not is_dynamic(part) and not is_dynamic(whole) and whole % part:
        raise Violation(
            f"result gather dimension has size {whole}, expected to be a multiple of operand "
            f"gather dimension size {part}"
        )


def exchanged_type(operand: RankedTensor, split: int, concat: int, count: int) -> Attribute:
    """Return the type after `all_to_all` splits along dimension `split` and concatenates along
    `concat`.
    """
    rank = len(operand.get_shape())
    for name, dimension in (("split_dimension", split), ("concat_dimension", concat)):
        if dimension >= rank:
            raise Violation(f"AllToAll {name} {dimension} is out-of-bounds for input rank {rank}")
    shape, bounds = list(operand.get_shape()), list(bounds_of(operand))
    if not is_dynamic(shape[split]) and shape[split] % count:
        raise Violation(
            f"split dimension has size {shape[split]}, expected to be a multiple of split_count "
            f"{count}"
        )
    for sizes in (shape, bounds):
        if sizes and not is_dynamic(sizes[split]):
            sizes[split] //= count
        if sizes and not is_dynamic(sizes[concat]):
            sizes[concat] *= count
    return tensor(shape, operand.element_type, bounds_encoding(operand.encoding, bounds))


def check_scattered(op: Any) -> None:
    """Check that the result of `reduce_scatter` has the operand's shape, but a part of one size."""
    operand, result = shape_of(op.operand), shape_of(op.result)
    dimension: int = op.scatter_dimension.value.data
    if len(operand) != len(result):
        raise Violation("operand and result should have same rank")
    if dimension >= len(operand):
        raise Violation("scatter dim should be less than operand/result rank")
    check_positive_channel(op)
    whole, part = operand[dimension], result[dimension]
    if is_dynamic(whole) or is_dynamic(part):
        return
    for size, name in ((part, "result"), (whole, "operand")):
        if size == 0:
            raise Violation(f"{name} dimension size at scatter_dimension cannot be zero")
    if whole % part:
        raise Violation(
            f"operand scatter dimension has size {whole}, expected to be a multiple of result "
            f"scatter dimension size {part}"
        )
    for index, (a, b) in enumerate(zip(operand, result, strict=True)):
        if index != dimension and not compatible_sizes(a, b):
            raise Violation(
                f"non scatter dimensions should be same for operand ({size_text(a)}) and result "
                f"({size_text(b)})"
            )
    expected = element_type(accumulator_types(op.computation)[0])
    if element_type(op.result.type) != expected:
        raise Violation(
            f"result element-type is expected to be {quoted(expected)}, but got "
            f"{quoted(element_type(op.result.type))}"
        )
