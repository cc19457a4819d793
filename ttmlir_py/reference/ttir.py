"""Semantics of TTIR: each op as one function of numpy arrays.

This is an executable definition of the dialect, written to be read. It is independent of layouts,
devices' memories, data formats, and compilation. Floating point is float64 and never rounded.
Integers wrap around in their type.

`meanings` has the rules for calling these functions. `images` has the ops that slide windows. Where
TTIR's documentation is silent, an op has the semantics of the StableHLO op that becomes it, or else
of PyTorch's function.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ttmlir_py.dialects.tt.enums import MeshShardDirection, MeshShardType, ReduceType
from ttmlir_py.reference import special_functions
from ttmlir_py.reference.meanings import MEANINGS, Devices, Mesh, Numbers, op
from ttmlir_py.reference.numbers import Array, MeaningError

# Inputs of element-wise ops broadcast as in numpy. Comparisons and logical functions give 1 or 0.
# NaN propagates through `minimum` and `maximum`.


def _is_float(x: Array) -> bool:
    return x.dtype.kind == "f"


def divide(lhs: Array, rhs: Array) -> Array:
    """Return `lhs / rhs`. Integers truncate towards zero; an integer divided by zero has all bits
    set.
    """
    if _is_float(lhs):
        return lhs / rhs
    by_zero, rhs = rhs == 0, np.where(rhs == 0, 1, rhs)
    inexact = (lhs % rhs != 0) & ((lhs < 0) != (rhs < 0))
    return np.where(by_zero, ~np.zeros_like(lhs), lhs // rhs + inexact)


def remainder(lhs: Array, rhs: Array) -> Array:
    """Return the remainder of division towards zero, with the sign of `lhs`.

    For integers, the remainder of a division by 0 is `lhs`.
    """
    return np.fmod(lhs, rhs) if _is_float(lhs) else np.where(rhs == 0, lhs, np.fmod(lhs, rhs))


def power(lhs: Array, rhs: Array) -> Array:
    """Return `lhs ** rhs`.

    For integers and negative `rhs` it is 0 unless `lhs` is 1 or -1, because 1 / lhs ** -rhs
    truncates.
    """
    if _is_float(lhs):
        return np.power(lhs, rhs)
    fraction = np.where(np.abs(lhs) == 1, np.where(rhs % 2 == 0, 1, lhs), 0)
    return np.where(rhs < 0, fraction, np.power(lhs, np.maximum(rhs, 0)))


def sigmoid(x: Array) -> Array:
    """Return 1 / (1 + exp(-x)), computed as exp(x) / (1 + exp(x)) where exp(-x) would overflow."""
    small = np.exp(-np.abs(x))
    return np.where(x < 0, small, 1.0) / (1 + small)


UNARY: dict[str, Callable[[Array], Array]] = {
    "abs": np.abs,
    "bitwise_not": np.invert,
    "cbrt": np.cbrt,
    "ceil": lambda x: np.ceil(x) if _is_float(x) else x,
    "cos": np.cos,
    "exp": np.exp,
    "expm1": np.expm1,
    "floor": lambda x: np.floor(x) if _is_float(x) else x,
    "gelu": special_functions.gelu,
    "isfinite": np.isfinite,
    "log": np.log,
    "log1p": np.log1p,
    "logical_not": lambda x: x == 0,
    "neg": np.negative,
    "reciprocal": lambda x: 1 / x,
    "relu": lambda x: np.maximum(x, 0),
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sigmoid": sigmoid,
    "sign": np.sign,
    "sin": np.sin,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
    # The result is converted to the type of the op; see `numbers.converted`.
    "typecast": lambda x: x,
}
BINARY: dict[str, Callable[[Array, Array], Array]] = {
    "add": np.add,
    "bitwise_and": np.bitwise_and,
    "bitwise_or": np.bitwise_or,
    "bitwise_xor": np.bitwise_xor,
    "div": divide,
    "eq": np.equal,
    "ge": np.greater_equal,
    "gt": np.greater,
    "le": np.less_equal,
    "logical_and": lambda lhs, rhs: (lhs != 0) & (rhs != 0),
    "logical_or": lambda lhs, rhs: (lhs != 0) | (rhs != 0),
    "logical_xor": lambda lhs, rhs: (lhs != 0) ^ (rhs != 0),
    "lt": np.less,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "multiply": np.multiply,
    "ne": np.not_equal,
    "power": power,
    "remainder": remainder,
    "subtract": np.subtract,
}
TERNARY: dict[str, Callable[[Array, Array, Array], Array]] = {
    "where": lambda first, second, third: np.where(first != 0, second, third),
}
ELEMENTWISE: Mapping[str, Callable[..., Array]] = {**UNARY, **BINARY, **TERNARY}
"""Maps element-wise ops to functions of one number from each input."""


@op("ttir.leaky_relu")
def leaky_relu(inputs: Sequence[Array], *, parameter: float) -> Array:
    """Return `x` where it is positive, otherwise `parameter * x`."""
    (x,) = inputs
    return np.where(x > 0, x, x * parameter)


@op("ttir.clamp")
def clamp(input: Array, *, min: float, max: float) -> Array:
    """Return the input limited to the range from `min` to `max`. If `min` exceeds `max`, the result
    is `max`.
    """
    return np.minimum(np.maximum(input, min), max)


@op("ttir.arange")
def arange(*, start: int, step: int, arange_dimension: int, result_shape: Numbers) -> Array:
    """Return `start`, `start + step`, ... along one dimension, repeated along the others.

    The shape gives the number of elements, as `end` does.
    """
    place = np.indices(tuple(result_shape))[arange_dimension]
    return start + step * place


@op("ttir.constant")
@op("ttir.fill")
def constant(*, value: Array) -> Array:
    """Return the elements of the constant."""
    return value


@op("ttir.get_dimension_size")
def get_dimension_size(operand: Array, *, dimension: int, result_shape: Numbers) -> Array:
    """Return the size of the operand's dimension `dimension`."""
    return np.full(result_shape, operand.shape[dimension])


@op("ttir.ones")
def ones(*, result_shape: Numbers) -> Array:
    """Return a tensor of ones."""
    return np.ones(result_shape)


@op("ttir.zeros")
def zeros(*, result_shape: Numbers) -> Array:
    """Return a tensor of zeros."""
    return np.zeros(result_shape)


@op("ttir.broadcast")
@op("ttir.repeat")
def repeat(
    input: Array, *, repeat_dimensions: Numbers = (), broadcast_dimensions: Numbers = ()
) -> Array:
    """Return the input repeated as a whole along each dimension."""
    return np.tile(input, repeat_dimensions or broadcast_dimensions)


@op("ttir.concat")
def concat(inputs: Sequence[Array], *, dim: int) -> Array:
    """Return the inputs, joined along the dimension `dim`."""
    return np.concatenate(inputs, axis=dim)


@op("ttir.index")
def index(input: Array, *, dim: int, begin: int, end: int, step: int) -> Array:
    """Return elements `begin`, `begin + step`, ... before `end` of one dimension."""
    return input[(slice(None),) * dim + (slice(begin, end, step),)]


@op("ttir.pad")
def pad(input: Array, *, padding: Numbers, value: float) -> Array:
    """Return the input with `value` around it.

    `padding` has the amounts before and after, for each dimension.
    """
    low_high = list(zip(padding[::2], padding[1::2], strict=True))
    return np.pad(input, low_high, constant_values=value) if low_high else input


@op("ttir.permute")
def permute(input: Array, *, permutation: Numbers) -> Array:
    """Return the input with its dimensions permuted: dimension `i` was dimension
    `permutation[i]`.
    """
    return input.transpose(permutation)


@op("ttir.repeat_interleave")
def repeat_interleave(input: Array, *, repeats: int, dim: int) -> Array:
    """Return the input with each slice along `dim` repeated before the next one."""
    return np.repeat(input, repeats, axis=dim)


@op("ttir.reshape")
@op("ttir.squeeze")
@op("ttir.unsqueeze")
def reshape(input: Array, *, result_shape: Numbers) -> Array:
    """Return the elements in row-major order, under the shape of the result."""
    return input.reshape(result_shape)


@op("ttir.reverse")
def reverse(input: Array, *, dimensions: Numbers) -> Array:
    """Return the input with the elements reversed along the dimensions."""
    return np.flip(input, tuple(dimensions))


@op("ttir.select")
def select(input: Array, *, dim: int, begin: int, length: int, stride: int = 0) -> Array:
    """Return `length` elements of every `stride` along `dim`, from `begin` on.

    Without a stride, `length` elements are returned once.
    """
    size = input.shape[dim]
    starts = range(begin, size, stride or size)
    chosen = [i for start in starts for i in range(start, min(start + length, size))]
    return np.take(input, chosen, axis=dim)


@op("ttir.slice")
def slice_(input: Array, *, begins: Numbers, ends: Numbers, step: Numbers) -> Array:
    """Return elements `begins`, `begins + step`, ... before `ends` of each dimension."""
    return input[tuple(slice(*bounds) for bounds in zip(begins, ends, step, strict=True))]


@op("ttir.to_layout")
def to_layout(input: Array) -> Array:
    """Return the elements unchanged."""
    return input


@op("ttir.transpose")
def transpose(input: Array, *, dim0: int, dim1: int) -> Array:
    """Return the input with two dimensions exchanged."""
    return np.swapaxes(input, dim0, dim1)


def positions(
    starts: Array,
    place: Array,
    *,
    batch_dims: Numbers,
    index_vector_dim: int,
    start_map: Numbers,
    batching: Mapping[int, int],
    window: Mapping[int, int],
    room: Numbers,
    clip: bool,
) -> list[Array]:
    """Return the positions in a tensor of the elements of slices.

    This is the index space of StableHLO's `gather` and `scatter`. `place` has the positions of the
    elements among the slices. `room` has the last possible start of a slice along each dimension.
    Dimension `d` of the tensor starts at the number in `starts` that `start_map` names. It moves
    with dimension `batching[d]` of `starts`, and within a slice with its dimension `window[d]`.
    """
    whole = starts if index_vector_dim < starts.ndim else starts[..., None]
    vectors = np.moveaxis(whole.astype(np.int64), index_vector_dim, 0)
    batch = [place[dim] for dim in batch_dims]
    found: list[Array] = [np.zeros(place.shape[1:], np.int64) for _ in room]
    for vector, dim in zip(vectors, start_map, strict=True):
        found[dim] = (np.clip(vector, 0, room[dim]) if clip else vector)[tuple(batch)]
    for dim, source in batching.items():
        found[dim] = batch[source - (source > index_vector_dim)]
    return [at + place[window[dim]] if dim in window else at for dim, at in enumerate(found)]


@op("ttir.gather")
def gather(
    input: Array,
    start_indices: Array,
    *,
    offset_dims: Numbers,
    collapsed_slice_dims: Numbers,
    operand_batching_dims: Numbers,
    start_indices_batching_dims: Numbers,
    start_index_map: Numbers,
    index_vector_dim: int,
    slice_sizes: Numbers,
    result_shape: Numbers,
) -> Array:
    """Return slices as StableHLO's `gather`.

    Slices that would reach outside the tensor are moved back into it.
    """
    gone = (*collapsed_slice_dims, *operand_batching_dims)
    kept = [dim for dim in range(input.ndim) if dim not in gone]
    at = positions(
        start_indices,
        np.indices(tuple(result_shape)),
        batch_dims=[dim for dim in range(len(result_shape)) if dim not in offset_dims],
        index_vector_dim=index_vector_dim,
        start_map=start_index_map,
        batching=dict(zip(operand_batching_dims, start_indices_batching_dims, strict=True)),
        window=dict(zip(kept, offset_dims, strict=True)),
        room=[n - m for n, m in zip(input.shape, slice_sizes, strict=True)],
        clip=True,
    )
    return input[tuple(at)]


@op("ttir.scatter")
def scatter(
    input: Array,
    scatter_indices: Array,
    update: Array,
    *,
    update_window_dims: Numbers,
    inserted_window_dims: Numbers,
    input_batching_dims: Numbers,
    scatter_indices_batching_dims: Numbers,
    scatter_dims_to_operand_dims: Numbers,
    index_vector_dim: int,
) -> Array:
    """Return the input after StableHLO's `scatter` with a region that yields the update.

    Elements outside the tensor are dropped. If one element is written several times, the last one
    counts.
    """
    gone = (*inserted_window_dims, *input_batching_dims)
    kept = [dim for dim in range(input.ndim) if dim not in gone]
    at = positions(
        scatter_indices,
        np.indices(update.shape),
        batch_dims=[dim for dim in range(update.ndim) if dim not in update_window_dims],
        index_vector_dim=index_vector_dim,
        start_map=scatter_dims_to_operand_dims,
        batching=dict(zip(input_batching_dims, scatter_indices_batching_dims, strict=True)),
        window=dict(zip(kept, update_window_dims, strict=True)),
        room=input.shape,
        clip=False,
    )
    inside = np.ones(update.shape, bool)
    for i, size in zip(at, input.shape, strict=True):
        inside &= (i >= 0) & (i < size)
    result = input.copy()
    result[tuple(i[inside] for i in at)] = update[inside]
    return result


def rows(numbers: Array, count: int) -> Array:
    """Return `numbers` as row numbers of a table with `count` rows. Raises MeaningError for numbers
    that name no row.
    """
    whole = numbers.astype(np.int64)
    if ((whole < 0) | (whole >= count)).any():
        raise MeaningError(f"an index is not one of 0 to {count - 1}")
    return whole


@op("ttir.embedding")
def embedding(input: Array, weight: Array) -> Array:
    """Return the row of the table `weight` for each number in `input`."""
    table = weight.reshape(-1, weight.shape[-1])
    return table[rows(input, len(table))]


@op("ttir.embedding_backward")
def embedding_backward(
    input: Array, weight: Array, in_gradient: Array, *, result_shape: Numbers
) -> Array:
    """Return the gradient of each row of the table: the sum over all uses of the row."""
    total = np.zeros(weight.reshape(-1, weight.shape[-1]).shape, in_gradient.dtype)
    places = rows(input, len(total)).reshape(-1)
    np.add.at(total, places, in_gradient.reshape(-1, weight.shape[-1]))
    return total.reshape(result_shape)


@op("ttir.update_cache")
def update_cache(cache: Array, input: Array, update_index: Array, *, batch_offset: int) -> Array:
    """Return the cache, N x heads x positions x width, with one position overwritten.

    Its index is the first number in `update_index`.
    """
    result = cache.copy()
    (position,) = rows(update_index.reshape(-1)[:1], cache.shape[2])
    result[batch_offset : batch_offset + len(input), :, position] = input[:, :, 0]
    return result


@op("ttir.fill_cache")
def fill_cache(cache: Array, input: Array, *, batch_offset: int) -> Array:
    """Return the cache with its first positions overwritten."""
    result = cache.copy()
    result[batch_offset : batch_offset + len(input), :, : input.shape[2]] = input
    return result


IN_PLACE = {"update_cache": "cache", "fill_cache": "cache"}
"""Maps an op to the operand that it overwrites in memory. Later readers of the operand see the
result.
"""


Axes = tuple[int, ...] | None
REDUCTIONS: Mapping[str, Callable[[Array, Axes], Any]] = {
    "max": lambda x, axes: np.max(x, axes),
    "mean": lambda x, axes: np.mean(x, axes),
    "min": lambda x, axes: np.min(x, axes),
    "prod": lambda x, axes: np.prod(x, axes),
    "reduce_and": lambda x, axes: np.all(x != 0, axes),
    "sum": lambda x, axes: np.sum(x, axes),
}
"""Maps reductions to functions of `input` and of the dimensions in `dim_arg`.

Without dimensions, all are reduced. In the result they have size 1, or are removed.
"""


def _reduction(reduce: Callable[[Array, Axes], Any]) -> Callable[..., Array]:
    def meaning(input: Array, *, dim_arg: Numbers = (), result_shape: tuple[int, ...]) -> Array:
        return np.reshape(reduce(input, tuple(dim_arg) or None), result_shape)

    return meaning


MEANINGS.update({f"ttir.{name}": _reduction(reduce) for name, reduce in REDUCTIONS.items()})


@op("ttir.cumsum")
def cumsum(input: Array, *, dim: int) -> Array:
    """Return the running sum along a dimension."""
    return np.cumsum(input, axis=dim)


@op("ttir.softmax")
def softmax(input: Array, *, dimension: int) -> Array:
    """Return exp(x) divided by the sum of exp(x) along a dimension.

    The largest x is subtracted first, so that nothing overflows.
    """
    powers = np.exp(input - input.max(axis=dimension, keepdims=True))
    return powers / powers.sum(axis=dimension, keepdims=True)


@op("ttir.kernel")
def kernel(inputs: Sequence[Array], *, op: str, kind: str, result_shape: Numbers) -> Array:
    """Return the result of the kernel `reduce` of `ttir.generic`.

    It reduces the dimensions that have size 1 in the result.
    """
    (x,) = inputs
    if op != "reduce" or kind not in REDUCTIONS or x.ndim != len(result_shape):
        raise MeaningError(f"there is no kernel {op} of kind {kind}")
    dims = [i for i, size in enumerate(result_shape) if size != x.shape[i]]
    return REDUCTIONS[kind](x, tuple(dims)).reshape(result_shape) if dims else x


@op("ttir.matmul")
def matmul(a: Array, b: Array) -> Array:
    """Return the matrix product over the last two dimensions. The dimensions before them
    broadcast.
    """
    return np.matmul(a, b)


@op("ttir.linear")
def linear(a: Array, b: Array, bias: Array | None) -> Array:
    """Return the matrix product plus the bias, which broadcasts."""
    return np.matmul(a, b) + (0 if bias is None else bias)


def sums_of_products(
    lhs: Array,
    rhs: Array,
    *,
    batch_dims_lhs: Numbers,
    batch_dims_rhs: Numbers,
    contract_dims_lhs: Numbers,
    contract_dims_rhs: Numbers,
) -> Array:
    """Return the sums of products.

    The result has the batch dimensions, then the rest of `lhs`, then the rest of `rhs`.
    """
    left, right = list(range(lhs.ndim)), list(range(lhs.ndim, lhs.ndim + rhs.ndim))
    for i, j in zip(
        (*batch_dims_lhs, *contract_dims_lhs), (*batch_dims_rhs, *contract_dims_rhs), strict=True
    ):
        right[j] = left[i]
    batch, shared = [left[i] for i in batch_dims_lhs], [left[i] for i in contract_dims_lhs]
    rest = [i for i in (*left, *right) if i not in batch and i not in shared]
    return np.einsum(lhs, left, rhs, right, [*batch, *rest], optimize=True)


@op("ttir.dot_general")
def dot_general(
    lhs: Array,
    rhs: Array,
    *,
    batch_dims_lhs: Numbers,
    batch_dims_rhs: Numbers,
    contract_dims_lhs: Numbers,
    contract_dims_rhs: Numbers,
    result_shape: tuple[int, ...],
) -> Array:
    """Return the sums of products in the shape of the result.

    The shape may have other sizes of 1, because a scalar is [] or [1].
    """
    product = sums_of_products(
        lhs,
        rhs,
        batch_dims_lhs=batch_dims_lhs,
        batch_dims_rhs=batch_dims_rhs,
        contract_dims_lhs=contract_dims_lhs,
        contract_dims_rhs=contract_dims_rhs,
    )
    sizes = [size for size in product.shape if size != 1]
    if sizes != [size for size in result_shape if size != 1]:
        raise MeaningError(f"products have shape {list(product.shape)}, not {list(result_shape)}")
    return np.reshape(product, result_shape)


@op("ttir.all_gather")
def all_gather(input: Devices, *, dim: int, mesh: Mesh) -> Devices:
    """Return on every device the values of its row of the mesh, joined in the order of the
    devices.
    """
    in_rows = [input[start : start + mesh[1]] for start in range(0, len(input), mesh[1])]
    return [np.concatenate(row, axis=dim) for row in in_rows for _ in row]


@op("ttir.all_reduce")
def all_reduce(
    inputs: Sequence[Devices], *, replica_groups: Array, reduce_type: ReduceType
) -> list[Devices]:
    """Return on every device the sum, or another combination, of the values of its group."""
    if reduce_type.keyword not in REDUCTIONS:
        raise MeaningError(f"a reduction by {reduce_type.keyword} over devices is not defined")
    reduce = REDUCTIONS[reduce_type.keyword]
    results = [list(devices) for devices in inputs]
    groups: list[list[int]] = replica_groups.tolist()
    for devices, result in zip(inputs, results, strict=True):
        for group in groups:
            combined = reduce(np.stack([devices[number] for number in group]), (0,))
            for number in group:
                result[number] = combined
    return results


@op("ttir.mesh_shard")
def mesh_shard(
    input: Devices,
    *,
    shard_type: MeshShardType,
    shard_direction: MeshShardDirection,
    shard_dims: Numbers,
    mesh: Mesh,
) -> Devices:
    """Return the host's value cut into a part for each device, or joined from the parts.

    `shard_dims` has the tensor dimensions that the rows and the columns of the mesh cut. Where it
    is negative, all devices have the same.
    """
    if shard_type is MeshShardType.Replicate:
        return [input[0]] * len(input)
    if shard_direction is MeshShardDirection.FullToShard:
        parts = [input[0]]
        for dim, count in zip(shard_dims, mesh, strict=True):
            cut = (np.split(part, count, dim) if dim >= 0 else [part] * count for part in parts)
            parts = [piece for pieces in cut for piece in pieces]
        return parts
    parts = input
    for dim, count in reversed(list(zip(shard_dims, mesh, strict=True))):
        groups = [parts[start : start + count] for start in range(0, len(parts), count)]
        parts = [np.concatenate(group, axis=dim) if dim >= 0 else group[0] for group in groups]
    return parts * len(input)


WITHOUT_FUNCTION: Mapping[str, str] = {
    "alloc": "a tensor whose elements nobody has written yet",
    "dealloc": "nothing",
    "generic": "its region, run on its operands: the grid and the maps say who computes what, "
    "not what is computed",
    "yield": "the results of the region that it ends",
}
"""Maps the ops without a function to their semantics as text."""
