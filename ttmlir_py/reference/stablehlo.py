"""Semantics of StableHLO's ops by its specification, and of CHLO's ops that become TTIR.

As in `ttir`, numbers are float64 that is never rounded, integers that wrap around in their type,
and truth values whose sum is `or` and whose product is `and`. Where the specification leaves
something open, XLA decides. Regions that combine numbers are functions of arrays, number by number.
`programs` runs control-flow regions.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from ttmlir_py.dialects.stablehlo.attributes import (
    ConvDimensionNumbersAttr,
    DotDimensionNumbersAttr,
    GatherDimensionNumbersAttr,
    ScatterDimensionNumbersAttr,
)
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection, ComparisonType
from ttmlir_py.dialects.ttir.attributes import ConvolutionLayoutAttr
from ttmlir_py.reference import images, special_functions, ttir
from ttmlir_py.reference.images import windows
from ttmlir_py.reference.meanings import Body, Devices, Numbers, op
from ttmlir_py.reference.numbers import Array, MeaningError
from ttmlir_py.reference.shardings import cut, gspmd_tiles, joined


def round_nearest_afz(x: Array) -> Array:
    """Return the nearest integer; ties go away from zero."""
    whole = np.trunc(x)
    return np.where(np.abs(x - whole) >= 0.5, whole + np.sign(x), whole)


def clamp(least: Array, x: Array, most: Array) -> Array:
    """Return `x` limited to the range from `least` to `most`. If `least` exceeds `most`, the result
    is `most`.
    """
    return np.minimum(np.maximum(x, least), most)


def same(x: Array) -> Array:
    """Return the operand, because the distribution over devices does not change a value."""
    return x


SHARED: Mapping[str, str] = {
    **{name: name for name in ("abs", "add", "cbrt", "ceil", "floor", "log", "maximum", "minimum")},
    **{
        name: name
        for name in ("multiply", "power", "remainder", "rsqrt", "sign", "sqrt", "subtract")
    },
    **{name: name for name in ("tan", "tanh")},
    **{name: f"bitwise_{name}" for name in ("and", "not", "or", "xor")},
    **{"convert": "typecast", "cosine": "cos", "divide": "div", "exponential": "exp"},
    **{"exponential_minus_one": "expm1", "is_finite": "isfinite", "log_plus_one": "log1p"},
    **{"logistic": "sigmoid", "negate": "neg", "select": "where", "sine": "sin"},
}
"""Maps ops of StableHLO to TTIR ops with the same semantics."""
ELEMENTWISE: Mapping[str, Callable[..., Any]] = {
    **{f"stablehlo.{name}": ttir.ELEMENTWISE[other] for name, other in SHARED.items()},
    "chlo.acos": np.arccos,
    "chlo.acosh": np.arccosh,
    "chlo.asin": np.arcsin,
    "chlo.asinh": np.arcsinh,
    "chlo.atan": np.arctan,
    "chlo.atanh": np.arctanh,
    "chlo.cosh": np.cosh,
    "chlo.digamma": special_functions.digamma,
    "chlo.erf": special_functions.erf,
    "chlo.erf_inv": special_functions.erf_inv,
    "chlo.erfc": special_functions.erfc,
    "chlo.is_inf": np.isinf,
    "chlo.is_neg_inf": np.isneginf,
    "chlo.is_pos_inf": np.isposinf,
    "chlo.lgamma": special_functions.lgamma,
    "chlo.sinh": np.sinh,
    "chlo.square": np.square,
    "chlo.tan": np.tan,
    "sdy.data_flow_edge": same,
    "sdy.propagation_barrier": same,
    "sdy.reshard": same,
    "sdy.sharding_constraint": same,
    "stablehlo.atan2": np.arctan2,
    "stablehlo.clamp": clamp,
    "stablehlo.round_nearest_afz": round_nearest_afz,
    "stablehlo.round_nearest_even": np.rint,
}
"""Maps element-wise ops to functions of one number from each operand."""


def in_total_order(x: Array) -> Array:
    """Return integers that are ordered like `x` in the total order of IEEE 754.

    This order is -NaN, -inf, ..., -0, 0, ..., inf, NaN.
    """
    if x.dtype.kind != "f":
        return x
    bits = x.astype(np.float64).view(np.int64)
    return np.where(bits < 0, bits ^ np.iinfo(np.int64).max, bits)


_COMPARISONS: Mapping[ComparisonDirection, Callable[[Array, Array], Array]] = {
    ComparisonDirection.EQ: np.equal,
    ComparisonDirection.NE: np.not_equal,
    ComparisonDirection.GE: np.greater_equal,
    ComparisonDirection.GT: np.greater,
    ComparisonDirection.LE: np.less_equal,
    ComparisonDirection.LT: np.less,
}


@op("stablehlo.compare")
def compare(
    lhs: Array,
    rhs: Array,
    *,
    comparison_direction: ComparisonDirection,
    compare_type: ComparisonType | None = None,
) -> Array:
    """Return the comparison by the order of numbers, in which NaN is unordered, or by the total
    order.
    """
    if compare_type is ComparisonType.TOTALORDER:
        lhs, rhs = in_total_order(lhs), in_total_order(rhs)
    return _COMPARISONS[comparison_direction](lhs, rhs)


def bits_of(x: Array, bits: int) -> Array:
    """Return integers of a type of `bits` bits as unsigned integers."""
    return x.astype(np.uint64) & np.uint64((1 << bits) - 1)


@op("stablehlo.shift_left")
def shift_left(lhs: Array, rhs: Array, *, bits: int) -> Array:
    """Return `lhs` shifted to the left, filled with zeros.

    All bits are lost if `rhs` is negative or at least the number of bits.
    """
    places = bits_of(rhs, bits)
    kept = bits_of(lhs, bits) << np.minimum(places, np.uint64(63))
    return np.where(places < bits, kept, np.uint64(0)).astype(lhs.dtype)


@op("stablehlo.shift_right_logical")
def shift_right_logical(lhs: Array, rhs: Array, *, bits: int) -> Array:
    """Return `lhs` shifted to the right, filled with zeros.

    All bits are lost if `rhs` is negative or at least the number of bits.
    """
    places = bits_of(rhs, bits)
    kept = bits_of(lhs, bits) >> np.minimum(places, np.uint64(63))
    return np.where(places < bits, kept, np.uint64(0)).astype(lhs.dtype)


@op("stablehlo.shift_right_arithmetic")
def shift_right_arithmetic(lhs: Array, rhs: Array, *, bits: int) -> Array:
    """Return `lhs` shifted to the right, filled with the sign bit."""
    places = np.minimum(bits_of(rhs, bits), np.uint64(bits - 1)).astype(np.int64)
    return (signed_of(lhs, bits) >> places).astype(lhs.dtype)


def signed_of(x: Array, bits: int) -> Array:
    """Return integers of `bits` bits as signed integers (two's complement)."""
    room = np.uint64(64 - bits)
    return (bits_of(x, bits) << room).view(np.int64) >> room.astype(np.int64)


@op("stablehlo.popcnt")
def popcnt(operand: Array, *, bits: int) -> Array:
    """Return the number of bits that are 1."""
    return np.bitwise_count(bits_of(operand, bits))


@op("stablehlo.count_leading_zeros")
def count_leading_zeros(operand: Array, *, bits: int) -> Array:
    """Return the number of zero bits before the highest bit that is 1."""
    held = bits_of(operand, bits)
    return sum(((held >> np.uint64(i)) == 0).astype(np.int64) for i in range(bits))  # pyright: ignore


@op("arith.constant")
@op("chlo.constant")
@op("sdy.constant")
@op("stablehlo.constant")
def constant(*, value: Any) -> Array:
    """Return the elements of the constant."""
    return np.asarray(value)


@op("stablehlo.iota")
def iota(*, iota_dimension: int, result_shape: Numbers) -> Array:
    """Return 0, 1, ... along the dimension `iota_dimension`."""
    return np.indices(tuple(result_shape))[iota_dimension]


@op("stablehlo.dynamic_iota")
def dynamic_iota(output_shape: Array, *, iota_dimension: int) -> Array:
    """Return 0, 1, ... along a dimension, in a shape that is given by an operand."""
    return iota(iota_dimension=iota_dimension, result_shape=output_shape.tolist())


@op("stablehlo.get_dimension_size")
def get_dimension_size(operand: Array, *, dimension: int) -> Array:
    """Return the size of the operand's dimension `dimension`."""
    return np.asarray(operand.shape[dimension])


@op("stablehlo.broadcast")
def broadcast(operand: Array, *, broadcast_sizes: Numbers) -> Array:
    """Return the operand, repeated along new leading dimensions."""
    return np.broadcast_to(operand, (*broadcast_sizes, *operand.shape))


@op("stablehlo.broadcast_in_dim")
def broadcast_in_dim(
    operand: Array, *, broadcast_dimensions: Numbers, result_shape: Numbers
) -> Array:
    """Return the operand with dimension `i` as dimension `broadcast_dimensions[i]` of the result.

    Dimensions of size 1 are repeated, and so are all other dimensions of the result.
    """
    sizes = [1] * len(result_shape)
    for dim, size in zip(broadcast_dimensions, operand.shape, strict=True):
        sizes[dim] = size
    ordered = operand.transpose(np.argsort(broadcast_dimensions))
    return np.broadcast_to(ordered.reshape(sizes), tuple(result_shape))


@op("stablehlo.concatenate")
def concatenate(inputs: Sequence[Array], *, dimension: int) -> Array:
    """Return the inputs, joined along a dimension."""
    return np.concatenate(inputs, axis=dimension)


@op("stablehlo.reshape")
def reshape(operand: Array, *, result_shape: Numbers) -> Array:
    """Return the elements in row-major order under the shape of the result."""
    return operand.reshape(result_shape)


@op("stablehlo.transpose")
def transpose(operand: Array, *, permutation: Numbers) -> Array:
    """Return the operand with its dimensions permuted: dimension `i` was dimension
    `permutation[i]`.
    """
    return operand.transpose(permutation)


@op("stablehlo.reverse")
def reverse(operand: Array, *, dimensions: Numbers) -> Array:
    """Return the operand with the elements reversed along the dimensions."""
    return np.flip(operand, tuple(dimensions))


@op("stablehlo.slice")
def slice_(
    operand: Array, *, start_indices: Numbers, limit_indices: Numbers, strides: Numbers
) -> Array:
    """Return elements `start`, `start + stride`, ... before `limit` of each dimension."""
    return ttir.slice_(operand, begins=start_indices, ends=limit_indices, step=strides)


@op("stablehlo.pad")
def pad(
    operand: Array,
    padding_value: Array,
    *,
    edge_padding_low: Numbers,
    edge_padding_high: Numbers,
    interior_padding: Numbers,
) -> Array:
    """Return the operand with `padding_value` before, after and between elements.

    Negative amounts remove elements.
    """
    sides = list(zip(edge_padding_low, edge_padding_high, strict=True))
    ones = [1] * operand.ndim
    gaps = [each + 1 for each in interior_padding]
    padded = windows(operand, ones, ones, ones, sides, padding_value, gaps)
    return padded.reshape(padded.shape[: operand.ndim])


def corner(starts: Sequence[Array], shape: Numbers, sizes: Numbers) -> tuple[slice, ...]:
    """Return the slices of a part of the given sizes, moved back into the tensor if it would extend
    beyond.
    """
    return tuple(
        slice(start, start + size)
        for start, size in (
            (min(max(int(start), 0), whole - size), size)
            for start, whole, size in zip(starts, shape, sizes, strict=True)
        )
    )


@op("stablehlo.dynamic_slice")
def dynamic_slice(operand: Array, start_indices: Sequence[Array], *, slice_sizes: Numbers) -> Array:
    """Return a slice whose start is given by operands, moved back into the tensor if necessary."""
    return operand[corner(start_indices, operand.shape, slice_sizes)]


@op("stablehlo.dynamic_update_slice")
def dynamic_update_slice(operand: Array, update: Array, start_indices: Sequence[Array]) -> Array:
    """Return the operand with a slice overwritten. A slice that reaches outside is moved back."""
    result = operand.copy()
    result[corner(start_indices, operand.shape, update.shape)] = update
    return result


@op("stablehlo.optimization_barrier")
def optimization_barrier(operand: Sequence[Array]) -> list[Array]:
    """Return the operands."""
    return list(operand)


@op("stablehlo.gather")
def gather(
    operand: Array,
    start_indices: Array,
    *,
    dimension_numbers: GatherDimensionNumbersAttr,
    slice_sizes: Numbers,
    result_shape: Numbers,
) -> Array:
    """Return slices at the given indices, moved back into the tensor if necessary."""
    numbers = dimension_numbers
    return ttir.gather(
        operand,
        start_indices,
        offset_dims=numbers.offsetDims,
        collapsed_slice_dims=numbers.collapsedSliceDims,
        operand_batching_dims=numbers.operandBatchingDims,
        start_indices_batching_dims=numbers.startIndicesBatchingDims,
        start_index_map=numbers.startIndexMap,
        index_vector_dim=numbers.indexVectorDim,
        slice_sizes=slice_sizes,
        result_shape=result_shape,
    )


def folded(body: Body, lines: Sequence[Array], inits: Sequence[Array]) -> list[Array]:
    """Return the combination of all elements along the first dimension of each tensor.

    Neighbours are combined first, then the initial values with the result. The specification leaves
    the tree of combinations open.
    """
    shape = lines[0].shape[1:]
    if not len(lines[0]):
        return [np.broadcast_to(init, shape) for init in inits]
    while len(lines[0]) > 1:
        pairs = len(lines[0]) // 2 * 2
        made = body(*(x[0:pairs:2] for x in lines), *(x[1:pairs:2] for x in lines))
        whole = (np.broadcast_to(each, (pairs // 2, *shape)) for each in made)
        lines = [np.concatenate([a, x[pairs:]]) for a, x in zip(whole, lines, strict=True)]
    made = body(*inits, *(x[0] for x in lines))
    return [np.broadcast_to(each, shape) for each in made]


def lined_up(x: Array, dims: Numbers) -> Array:
    """Return `x` with the dimensions `dims` merged into one dimension, the first one."""
    rest = [dim for dim in range(x.ndim) if dim not in dims]
    return x.transpose(*dims, *rest).reshape(-1, *(x.shape[dim] for dim in rest))


@op("stablehlo.reduce")
def reduce(
    inputs: Sequence[Array], init_values: Sequence[Array], *, dimensions: Numbers, body: Body
) -> list[Array]:
    """Return the combination of elements along dimensions, and of the initial values."""
    return folded(body, [lined_up(x, list(dimensions)) for x in inputs], init_values)


@op("stablehlo.reduce_window")
def reduce_window(
    inputs: Sequence[Array],
    init_values: Sequence[Array],
    *,
    window_dimensions: Numbers,
    window_strides: Numbers | None = None,
    base_dilations: Numbers | None = None,
    window_dilations: Numbers | None = None,
    padding: Array | None = None,
    body: Body,
) -> list[Array]:
    """Return the combination of the elements of each window, and of the initial values.

    The initial values are also the padding.
    """
    rank = len(window_dimensions)
    ones, sides = [1] * rank, _sides(padding, rank)
    lines: list[Array] = []
    for x, init in zip(inputs, init_values, strict=True):
        slid = windows(
            x,
            window_dimensions,
            window_strides or ones,
            window_dilations or ones,
            sides,
            init,
            base_dilations or ones,
        )
        lines.append(lined_up(slid, range(rank, 2 * rank)))
    return folded(body, lines, init_values)


def _sides(padding: Array | None, rank: int) -> list[Numbers]:
    return [(0, 0)] * rank if padding is None else padding.tolist()


def accumulated(
    results: Sequence[Array], at: Array, updates: Sequence[Array], body: Body
) -> list[Array]:
    """Return `results` with `updates` combined in sequence into the elements at the row-major
    indices `at`.
    """
    flat = [result.copy().reshape(-1) for result in results]
    order = np.argsort(at, kind="stable")
    places = at[order]
    turn = np.arange(len(at)) - np.searchsorted(places, places)
    by_turn = order[np.argsort(turn, kind="stable")]
    for chosen in np.split(by_turn, np.cumsum(np.bincount(turn))[:-1]):
        here = at[chosen]
        made = body(*(x[here] for x in flat), *(update[chosen] for update in updates))
        for x, each in zip(flat, made, strict=True):
            x[here] = each
    return [x.reshape(result.shape) for x, result in zip(flat, results, strict=True)]


@op("stablehlo.scatter")
def scatter(
    inputs: Sequence[Array],
    scatter_indices: Array,
    updates: Sequence[Array],
    *,
    scatter_dimension_numbers: ScatterDimensionNumbersAttr,
    update_computation: Body,
) -> list[Array]:
    """Return the inputs with the updates combined into them, in sequence.

    A window that is partly outside the tensor is dropped, as in XLA. By the specification, the part
    inside would be combined.
    """
    numbers, shape, written = scatter_dimension_numbers, inputs[0].shape, updates[0].shape
    gone = (*numbers.insertedWindowDims, *numbers.inputBatchingDims)
    kept = [dim for dim in range(len(shape)) if dim not in gone]
    window = tuple(numbers.updateWindowDims)
    at = ttir.positions(
        scatter_indices,
        np.indices(written),
        batch_dims=[dim for dim in range(len(written)) if dim not in window],
        index_vector_dim=numbers.indexVectorDim,
        start_map=numbers.scatterDimsToOperandDims,
        batching=dict(
            zip(numbers.inputBatchingDims, numbers.scatterIndicesBatchingDims, strict=True)
        ),
        window=dict(zip(kept, window, strict=True)),
        room=shape,
        clip=False,
    )
    inside = np.ones(written, bool)
    for i, size in zip(at, shape, strict=True):
        inside &= (i >= 0) & (i < size)
    inside &= inside.all(axis=window, keepdims=True)
    places = np.zeros(written, np.int64)
    for i, size in zip(at, shape, strict=True):
        places = places * size + i
    return accumulated(
        inputs, places[inside], [each[inside] for each in updates], update_computation
    )


@op("stablehlo.select_and_scatter")
def select_and_scatter(
    operand: Array,
    source: Array,
    init_value: Array,
    *,
    window_dimensions: Numbers | None = None,
    window_strides: Numbers | None = None,
    padding: Array | None = None,
    select: Body,
    scatter: Body,
) -> Array:
    """Return a tensor into which each element of `source` is combined where `select` chooses in its
    window.

    Padding is not chosen. All elements start at the initial value.
    """
    rank = operand.ndim
    ones, sides = [1] * rank, _sides(padding, rank)
    numbers = np.arange(operand.size).reshape(operand.shape)
    size, strides = window_dimensions or ones, window_strides or ones
    places = lined_up(windows(numbers, size, strides, ones, sides, -1), range(rank, 2 * rank))
    chosen: Array = places[0]
    elements = operand.reshape(-1)
    for each in places[1:]:
        (keeps,) = select(elements[chosen], elements[each])
        chosen = np.where((chosen < 0) | ((each >= 0) & ~keeps), each, chosen)
    start, found = np.full(operand.shape, init_value), chosen >= 0
    return accumulated([start], chosen[found], [source[found]], scatter)[0]


def exchanges(count: int) -> list[tuple[Array, Array]]:
    """Return pairs of indices, Batcher's network for sorting `count` elements: each pair is
    compared and exchanged in turn.
    """
    found: list[tuple[Array, Array]] = []
    top = 1 << max((count - 1).bit_length() - 1, 0)
    p = top
    while p:
        q, r, d = top, 0, p
        while True:
            first = np.arange(max(count - d, 0))
            first = first[first & p == r]
            found.append((first, first + d))
            if q == p:
                break
            d, q, r = q - p, q // 2, p
        p //= 2
    return found


@op("stablehlo.sort")
def sort(inputs: Sequence[Array], *, dimension: int = -1, comparator: Body) -> list[Array]:
    """Return all inputs sorted in the order of `comparator` along a dimension. The sort is
    stable.
    """
    lines = [np.moveaxis(x, dimension, 0).copy() for x in inputs]
    count, rest = len(lines[0]), (1,) * (lines[0].ndim - 1)
    order = np.broadcast_to(np.arange(count).reshape(-1, *rest), lines[0].shape).copy()

    def is_before(i: Array, j: Array) -> Array:
        return comparator(*(x[k] for x in lines for k in (i, j)))[0]

    for i, j in exchanges(count):
        swaps = is_before(j, i) | (~is_before(i, j) & (order[j] < order[i]))
        for x in (*lines, order):
            x[i], x[j] = np.where(swaps, x[j], x[i]), np.where(swaps, x[i], x[j])
    return [np.moveaxis(x, 0, dimension) for x in lines]


@op("chlo.top_k")
def top_k(operand: Array, *, k: int) -> list[Array]:
    """Return the greatest elements of each line in the total order, and their positions.

    Of equal elements, the first ones are chosen.
    """
    places = np.argsort(~in_total_order(operand), axis=-1, kind="stable")[..., :k]
    return [np.take_along_axis(operand, places, -1), places]


@op("stablehlo.dot")
def dot(lhs: Array, rhs: Array) -> Array:
    """Return the sums of products over the last dimension of `lhs` and the first of `rhs`."""
    return np.tensordot(lhs, rhs, 1)


@op("stablehlo.dot_general")
def dot_general(lhs: Array, rhs: Array, *, dot_dimension_numbers: DotDimensionNumbersAttr) -> Array:
    """Return the sums of products.

    The result has the batch dimensions, then the rest of `lhs`, then the rest of `rhs`.
    """
    numbers = dot_dimension_numbers
    return ttir.sums_of_products(
        lhs,
        rhs,
        batch_dims_lhs=numbers.lhsBatchingDimensions,
        batch_dims_rhs=numbers.rhsBatchingDimensions,
        contract_dims_lhs=numbers.lhsContractingDimensions,
        contract_dims_rhs=numbers.rhsContractingDimensions,
    )


@op("stablehlo.convolution")
def convolution(
    lhs: Array,
    rhs: Array,
    *,
    window_strides: Numbers | None = None,
    padding: Array | None = None,
    lhs_dilation: Numbers | None = None,
    rhs_dilation: Numbers | None = None,
    window_reversal: Sequence[bool] | None = None,
    dimension_numbers: ConvDimensionNumbersAttr,
    feature_group_count: int,
    batch_group_count: int,
) -> Array:
    """Return the convolution. `dimension_numbers` says which dimension is which.

    With batch groups, each group of the batch uses its own part of the kernels.
    """
    ones = [1] * (lhs.ndim - 2)
    return images.convolution(
        lhs,
        rhs,
        None,
        window_strides=window_strides or ones,
        padding=[size for side in _sides(padding, len(ones)) for size in side],
        input_dilation=lhs_dilation or ones,
        weight_dilation=rhs_dilation or ones,
        window_reversal=window_reversal or [False] * len(ones),
        # the object has the fields of `ConvolutionLayoutAttr`
        convolution_layout=cast(ConvolutionLayoutAttr, dimension_numbers),
        feature_group_count=feature_group_count,
        batch_group_count=batch_group_count,
    )


def grouped(devices: Devices, groups: Array, function: Callable[[Devices], Devices]) -> Devices:
    """Return the devices' values after applying `function` to those of each group.

    Devices outside all groups keep their value.
    """
    result = list(devices)
    for group in groups.tolist():
        members = [number for number in group if number >= 0]
        if max(members, default=0) >= len(devices):
            raise MeaningError(
                f"a group contains device {max(members)}, but there are {len(devices)} devices"
            )
        made = function([devices[number] for number in members])
        for number, each in zip(members, made, strict=True):
            result[number] = each
    return result


def _all_combined(devices: Devices, body: Body) -> Devices:
    stacked = np.stack(devices)
    first, rest = stacked[0], stacked[1:]
    combined = folded(body, [rest], [first])[0] if len(rest) else first
    return [combined] * len(devices)


@op("stablehlo.all_reduce")
def all_reduce(
    operands_: Sequence[Devices], *, replica_groups: Array, computation: Body
) -> list[Devices]:
    """Return on every device the combination of the values of its group."""
    return [
        grouped(each, replica_groups, lambda members: _all_combined(members, computation))
        for each in operands_
    ]


@op("stablehlo.cross-replica-sum")
def cross_replica_sum(operand: Devices, *, replica_groups: Array) -> Devices:
    """Return on every device the sum of the values of its group."""
    return grouped(operand, replica_groups, lambda members: [np.sum(members, 0)] * len(members))


@op("stablehlo.reduce_scatter")
def reduce_scatter(
    operand: Devices, *, scatter_dimension: int, replica_groups: Array, computation: Body
) -> Devices:
    """Return on each device its part of the combination of the values of its group."""
    return grouped(
        operand,
        replica_groups,
        lambda members: np.split(
            _all_combined(members, computation)[0], len(members), scatter_dimension
        ),
    )


@op("stablehlo.all_gather")
def all_gather(
    operands_: Sequence[Devices], *, all_gather_dim: int, replica_groups: Array
) -> list[Devices]:
    """Return on every device the values of its group, joined in the order of the devices."""

    def joined_along(members: Devices) -> Devices:
        return [np.concatenate(members, axis=all_gather_dim)] * len(members)

    return [grouped(each, replica_groups, joined_along) for each in operands_]


@op("stablehlo.all_to_all")
def all_to_all(
    operands_: Sequence[Devices],
    *,
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
    replica_groups: Array,
) -> list[Devices]:
    """Return on device `i` of a group part `i` of the value of each device in it, joined in their
    order.
    """

    def exchanged(members: Devices) -> Devices:
        parts = [np.split(each, split_count, split_dimension) for each in members]
        return [np.concatenate(mine, axis=concat_dimension) for mine in zip(*parts, strict=True)]

    return [grouped(each, replica_groups, exchanged) for each in operands_]


@op("stablehlo.collective_broadcast")
def collective_broadcast(operand: Devices, *, replica_groups: Array) -> Devices:
    """Return on every device the value of the first device in its group.

    Devices outside all groups get zeros.
    """
    chosen = {number for group in replica_groups.tolist() for number in group}
    sent = grouped(operand, replica_groups, lambda members: [members[0]] * len(members))
    return [each if i in chosen else np.zeros_like(each) for i, each in enumerate(sent)]


@op("stablehlo.collective_permute")
def collective_permute(operand: Devices, *, source_target_pairs: Array) -> Devices:
    """Return on device `target` the value of `source`. Devices that are not targets get zeros."""
    result = [np.zeros_like(each) for each in operand]
    for source, target in source_target_pairs.tolist():
        result[target] = operand[source]
    return result


@op("stablehlo.partition_id")
def partition_id(*, mesh: tuple[int, int]) -> Devices:
    """Return on each device its own number."""
    return [np.asarray(number) for number in range(mesh[0] * mesh[1])]


@op("stablehlo.replica_id")
def replica_id() -> Array:
    """Return 0, because a program is one replica, distributed over devices."""
    return np.asarray(0)


@op("stablehlo.custom_call")
def custom_call(inputs: Sequence[Devices], *, call_target_name: str, sharding: str) -> Devices:
    """Return the value cut into the devices' parts, or joined from them, as GSPMD's custom calls
    do.

    `sharding` describes the parts.
    """
    (devices,) = inputs
    if call_target_name == "Sharding":
        return devices
    tiles = gspmd_tiles(sharding, devices[0].ndim, len(devices))
    if call_target_name == "SPMDFullToShardShape":
        return cut(devices[0], tiles)
    if call_target_name == "SPMDShardToFullShape":
        return [joined(devices, tiles)] * len(devices)
    raise MeaningError(f"it calls {call_target_name}, which is unknown")


WITHOUT_FUNCTION: Mapping[str, str] = {
    "sdy.manual_computation": "its region, run on each device's part of the operands; the "
    "results are joined",
    "sdy.named_computation": "its region",
    "stablehlo.case": "the results of branch number `index`, or of the last one "
    "if that number has no branch",
    "stablehlo.composite": "the results of the function `decomposition`",
    "stablehlo.if": "the results of `true_branch` if `pred` is true, else of `false_branch`",
    "stablehlo.return": "the results of the region that it ends",
    "stablehlo.while": "the results of `body`, run on its own results as long as `cond` gives "
    "true, at first on the operands",
}
"""Maps the ops without a function to their semantics as text."""
