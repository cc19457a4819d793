"""`ttir-simplify-movement`: merge and remove ops that only move elements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

from typing_extensions import override
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import TILE_HEIGHT, Shape, integers, shape_of, tensor_type
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.dialects.ttir.reduction import ReductionOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttir.constants import splat_attribute, splat_number
from ttmlir_py.passes.ttir.rules import (
    RuleBuilder,
    Rules,
    apply_rules,
    inputs_of,
    is_as_dense,
    is_elementwise,
    is_used_once,
    made_by,
    small_shape,
    unit_map,
    with_shape,
)
from ttmlir_py.rewriting.attributes import bool_attr, dense_i64_array

_RESHAPES = (ttir.ReshapeOp, ttir.SqueezeOp, ttir.UnsqueezeOp)
_SECOND = (ttir.SubtractOp, ttir.DivOp)
_BOTH = (ttir.AddOp, ttir.MultiplyOp)
_COMPARISONS = (
    *(ttir.EqualOp, ttir.NotEqualOp, ttir.GreaterEqualOp),
    *(ttir.GreaterThanOp, ttir.LessEqualOp, ttir.LessThanOp),
)


@cache
def broadcast_operands(cls: type[Operation]) -> tuple[int, ...]:
    """Return the positions of the operands that TTNN's op for ops of class `cls` broadcasts, one of
    them at a time.
    """
    if issubclass(cls, _BOTH):
        return (0, 1)
    if issubclass(cls, _SECOND + _COMPARISONS):
        return (1,)
    if issubclass(cls, ttir.WhereOp):
        return (0, 1, 2)
    return (0,) if issubclass(cls, ttir.MinimumOp) else ()


def squeeze_as_reshape(op: Operation, builder: RuleBuilder) -> SSAValue | None:
    """Return a reshape for an op that adds or removes a dimension.

    Law: `f(x) == reshape(x)`, if `f` is squeeze or unsqueeze.

    Ends: a squeeze less, and no rule makes one.
    """
    return builder.reshape(op.operands[0], shape_of(op.results[0]))


def reshape_of_reshape(op: ttir.ReshapeOp, builder: RuleBuilder) -> SSAValue | None:
    """Return one reshape, or no reshape if the shape is the first one.

    Law: `reshape(reshape(x, s), t) == reshape(x, t)`.

    Ends: a reshape is one reshape nearer to the arguments, or a reshape less.
    """
    inner = made_by(op.input, ttir.ReshapeOp)
    return None if inner is None else builder.reshaped(inner.input, shape_of(op.result))


def reshape_of_reduction(op: ttir.ReshapeOp, builder: RuleBuilder) -> SSAValue | None:
    """Return a reduction that keeps its dimensions, if the reshape adds them again.

    Law: `reshape(f(x, dims, false), shape) == f(x, dims, true)`, if `f` is a reduction.

    Ends: a reshape less.
    """
    reduction = op.input.owner
    if not isinstance(reduction, ReductionOp) or reduction.dim_arg is None:
        return None
    shape = list(shape_of(reduction.input))
    for dim in integers(reduction.dim_arg):
        shape[dim] = 1
    if tuple(shape) != shape_of(op.result) or bool(reduction.keep_dim.value.data):
        return None
    properties = reduction.properties | {"keep_dim": bool_attr(True)}
    like = tensor_type(reduction.results[0])
    return builder.dps(reduction.__class__, [reduction.input], like, shape, **properties)


def reshape_of_product(op: ttir.ReshapeOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the product of a reshaped matrix of rows, if its operand is reshaped anyway.

    The outer reshape must keep the columns.

    Law: `reshape(f(reshape(x), w)) == f(reshape(x), w)`, if `f` is a product with a matrix `w`.

    Ends: a reshape less.
    """
    product = op.input.owner
    if not isinstance(product, ttir.MatmulOp | ttir.LinearOp) or not is_used_once(op.input):
        return None
    rows, *others = inputs_of(product)
    inner, shape = made_by(rows, ttir.ReshapeOp), shape_of(op.result)
    if inner is None or not is_used_once(rows) or len(shape_of(others[0])) != 2:
        return None
    if len(shape) < 2 or shape[-1] != shape_of(op.input)[-1]:
        return None
    if not is_as_dense(shape, shape_of(op.input)):
        return None
    wanted = builder.reshaped(inner.input, (*shape[:-1], shape_of(rows)[-1]))
    return builder.again(product, [wanted, *others], shape)


def broadcast_of_broadcast(op: ttir.BroadcastOp, builder: RuleBuilder) -> SSAValue | None:
    """Return one broadcast.

    Law: `broadcast(broadcast(x, m), n) == broadcast(x, m * n)`.

    Ends: a broadcast is one broadcast nearer to the arguments.
    """
    inner = made_by(op.input, ttir.BroadcastOp)
    if inner is None:
        return None
    pairs = zip(
        integers(inner.broadcast_dimensions), integers(op.broadcast_dimensions), strict=True
    )
    factors = dense_i64_array([first * second for first, second in pairs])
    return builder.into(
        ttir.BroadcastOp, [inner.input], op.result.type, broadcast_dimensions=factors
    )


def dropped_broadcast(op: ElementwiseOp, builder: RuleBuilder) -> SSAValue | None:
    """Return `op` on the input of a broadcast, if the op broadcasts that operand and no other
    operand is smaller than the result.

    Law: `f(x, broadcast(y)) == f(x, y)`, if `f` broadcasts its operands.

    Ends: a broadcast operand less, and no rule makes one.
    """
    inputs, shape = list(inputs_of(op)), shape_of(op.results[0])
    if any(shape_of(each) != shape for each in inputs):
        return None
    for index in broadcast_operands(op.__class__):
        if (inner := made_by(inputs[index], ttir.BroadcastOp)) is not None:
            inputs[index] = inner.input
            return builder.again(op, inputs, shape)
    return None


def small_constant(op: ElementwiseOp, builder: RuleBuilder) -> SSAValue | None:
    """Return `op` on one element instead of a constant that repeats it, if the op broadcasts that
    operand and no other operand is smaller than the result.

    Law: `f(x, constant([c, c, ...])) == f(x, constant([c]))`, if `f` broadcasts its operands.

    Ends: a constant operand of full size less, and no rule makes one.
    """
    inputs, shape = list(inputs_of(op)), shape_of(op.results[0])
    if any(shape_of(each) != shape for each in inputs) or set(shape) <= {1}:
        return None
    for index in broadcast_operands(op.__class__):
        number = splat_number(inputs[index])
        if number is None:
            continue
        small = with_shape(inputs[index], small_shape(inputs[index]))
        if (value := splat_attribute(small, number)) is None:
            return None
        inputs[index] = builder.value(ttir.ConstantOp, (), small, value=value)
        return builder.again(op, inputs, shape)
    return None


def transpose_as_permute(op: ttir.TransposeOp, builder: RuleBuilder) -> SSAValue | None:
    """Return a permutation for a transposition next to a permutation or another transposition.

    Law: `transpose(x, a, b) == permute(x, p)`, where `p` exchanges `a` and `b`.

    Ends: a transposition less, and no rule makes one.
    """
    users = [use.operation for use in op.result.uses]
    neighbours = (*users, op.input.owner)
    if not any(isinstance(each, ttir.PermuteOp | ttir.TransposeOp) for each in neighbours):
        return None
    rank = len(shape_of(op.input))
    order = list(range(rank))
    first, second = op.dim0.value.data % rank, op.dim1.value.data % rank
    order[first], order[second] = second, first
    return builder.permute(op.input, order)


def permute_as_reshape(op: ttir.PermuteOp, builder: RuleBuilder) -> SSAValue | None:
    """Return a reshape for a permutation that keeps the order of dimensions longer than 1.

    Law: `permute(x, p) == reshape(x)`, if `p` only moves dimensions of size 1.

    Ends: a permutation less.
    """
    shape = shape_of(op.input)
    long = [dim for dim in integers(op.permutation) if shape[dim] != 1]
    return builder.reshape(op.input, shape_of(op.result)) if long == sorted(long) else None


def permute_of_reshape(op: ttir.PermuteOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the reshape of a permutation, if the reshape only adds or removes dimensions of
    size 1.

    Law: `permute(reshape(x), p) == reshape(permute(x, q))`.

    Ends: a reshape is one op nearer to the results.
    """
    inner = made_by(op.input, ttir.ReshapeOp)
    if inner is None:
        return None
    source, shape = shape_of(inner.input), shape_of(op.input)
    places = unit_map(source, shape)
    if places is None:
        return None
    units = [dim for dim, size in enumerate(source) if size == 1]
    moved = [places[dim] for dim in integers(op.permutation) if dim in places]
    return builder.reshape(builder.permute(inner.input, units + moved), shape_of(op.result))


def permute_of_permuted(op: ttir.PermuteOp, builder: RuleBuilder) -> SSAValue | None:
    """Return a function of two permutations, which become one.

    Law: `permute(f(permute(x, p), c), q) == f(permute(permute(x, p), q), c)`, if `c` is one number.

    Ends: two permutations become one.
    """
    inner = op.input.owner
    if not isinstance(inner, Operation) or not is_elementwise(inner) or not is_used_once(op.input):
        return None
    inputs, order = list(inputs_of(inner)), integers(op.permutation)
    places = [i for i, each in enumerate(inputs) if made_by(each, ttir.PermuteOp) is not None]
    if len(places) != 1 or not is_used_once(inputs[places[0]]):
        return None
    if shape_of(inputs[places[0]]) != shape_of(op.input):
        return None
    for index, value in enumerate(inputs):
        if index != places[0] and (splat_number(value) is None or set(shape_of(value)) != {1}):
            return None
    inputs[places[0]] = builder.permute(inputs[places[0]], order)
    return builder.again(inner, inputs, shape_of(op.result))


def permute_of_product(op: ttir.PermuteOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the product of exchanged operands, if one of them is transposed anyway.

    The permutations `p` exchange the last two dimensions. Either operand may be the transposed one.
    Another permutation of the product takes the place of `p` after it, if both operands are
    permuted, so that no operand needs a new one.

    Law: `permute(matmul(permute(x, p), y), p) == matmul(permute(y, p), x)`.

    Ends: a permutation less.
    """
    product = made_by(op.input, ttir.MatmulOp)
    if product is None or not is_used_once(op.input):
        return None
    inputs = inputs_of(product)
    sources = [_transposed(each) for each in inputs]
    if all(each is None for each in sources) or any(len(shape_of(each)) < 2 for each in inputs):
        return None
    are_permuted = all(made_by(each, ttir.PermuteOp) and is_used_once(each) for each in inputs)
    if not _transposes(op) and not are_permuted:
        return None
    right, left = (
        builder.permute(each, _transposition(len(shape_of(each)))) if source is None else source
        for each, source in zip(inputs, sources, strict=True)
    )
    exchange = _transposition(len(shape_of(op.input)))
    shape = [shape_of(op.input)[dim] for dim in exchange]
    made = builder.again(product, [left, right], shape)
    order = [exchange[dim] for dim in integers(op.permutation)]
    return made if order == sorted(order) else builder.permute(made, order)


def _transposition(rank: int) -> list[int]:
    return [*range(rank - 2), rank - 1, rank - 2]


def _transposes(op: ttir.PermuteOp) -> bool:
    order = list(integers(op.permutation))
    return len(order) > 1 and order == _transposition(len(order))


def _transposed(value: SSAValue) -> SSAValue | None:
    """Return the matrices that are transposed to `value` and for nothing else, or None."""
    inner = made_by(value, ttir.PermuteOp)
    is_it = inner is not None and is_used_once(value) and _transposes(inner)
    return inner.input if inner is not None and is_it else None


def slice_of_everything(op: ttir.SliceOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the input of a slice that takes all elements.

    Law: `slice(x, [0, 0, ...], shape(x)) == x`.

    Ends: an op less.
    """
    is_whole = op.input.type == op.result.type and not any(integers(op.begins))
    return op.input if is_whole and set(integers(op.step)) == {1} else None


def slice_of_permute(op: ttir.SliceOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the permutation of a slice, which moves fewer elements.

    Law: `slice(permute(x, p), bounds) == permute(slice(x, bounds'), p)`.

    Ends: a slice is one op nearer to the arguments, and no rule moves one back.
    """
    inner = made_by(op.input, ttir.PermuteOp)
    if inner is None:
        return None
    order = integers(inner.permutation)
    bounds = [
        [integers(each)[order.index(dim)] for dim in range(len(order))]
        for each in (op.begins, op.ends, op.step)
    ]
    if _starts_in_tile(bounds[0]) and not _starts_in_tile(integers(op.begins)):
        # The moved slice would start within a tile. Accept it only if the slice can also move
        # before a reshape, where it starts at the border of a tile.
        reshape = made_by(inner.input, ttir.ReshapeOp)
        earlier = None if reshape is None else _bounds_before(reshape, bounds[0], bounds[1])
        if earlier is None or _starts_in_tile(earlier[0]) or set(bounds[2]) != {1}:
            return None
    return builder.permute(builder.slice(inner.input, *bounds), order)


def slice_of_reshape(op: ttir.SliceOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the reshape of a slice of `x`, if the elements that `op` takes also form one.

    Law: `slice(reshape(x), bounds) == reshape(slice(x, bounds'))`.

    Ends: a slice is one op nearer to the arguments, and no rule moves one back.
    """
    inner = made_by(op.input, ttir.ReshapeOp)
    if inner is None or any(step != 1 for step in integers(op.step)):
        return None
    found = _bounds_before(inner, integers(op.begins), integers(op.ends))
    if found is None or (_starts_in_tile(found[0]) and not _starts_in_tile(integers(op.begins))):
        return None
    return builder.reshape(builder.slice(inner.input, *found), shape_of(op.result))


def _bounds_before(
    reshape: ttir.ReshapeOp, begins: Sequence[int], ends: Sequence[int]
) -> tuple[list[int], list[int]] | None:
    """Return the bounds of the slice of the input of `reshape` that has the same elements as the
    slice of its result from `begins` to `ends`. Return None if those elements do not form a slice
    of the input.
    """
    source, shape = shape_of(reshape.input), shape_of(reshape.result)
    first, last = [0] * len(source), list(source)
    taken = list(zip(begins, ends, strict=True))
    for dims, parts in _groups(source, shape):
        bounds = _merged([taken[part] for part in parts], [shape[part] for part in parts])
        long = [dim for dim in dims if source[dim] != 1]
        if len(long) == 1 and bounds is not None:
            first[long[0]], last[long[0]] = bounds
        elif bounds != (0, prod(source[dim] for dim in dims)):
            return None
    return first, last


def _starts_in_tile(begins: Sequence[int]) -> bool:
    """Whether a slice begins within a tile, which the device cannot copy as a whole."""
    return any(begin % TILE_HEIGHT for begin in begins[-2:])


def _groups(source: Shape, target: Shape) -> list[tuple[list[int], list[int]]]:
    """Return the smallest groups of dimensions of `source` that become groups of dimensions of
    `target` in a reshape.
    """
    groups: list[tuple[list[int], list[int]]] = []
    i = j = 0
    while i < len(source) or j < len(target):
        dims, parts = [i] if i < len(source) else [], [j] if j < len(target) else []
        i, j = i + len(dims), j + len(parts)
        while (left := prod(source[dim] for dim in dims)) != (
            right := prod(target[part] for part in parts)
        ):
            if left < right:
                dims.append(i)
                i += 1
            else:
                parts.append(j)
                j += 1
        groups.append((dims, parts))
    return groups


def _merged(bounds: Sequence[tuple[int, int]], sizes: Sequence[int]) -> tuple[int, int] | None:
    """Return the range of the merged dimension that slices of its parts take, or None.

    Parts before the sliced one must have one index, and parts after it must be complete.
    """
    begin, count, stride, is_complete = 0, 1, 1, True
    for (first, last), size in zip(reversed(bounds), reversed(sizes), strict=True):
        if not is_complete and last - first != 1:
            return None
        is_complete = is_complete and (first, last) == (0, size)
        begin, count, stride = begin + first * stride, count * (last - first), stride * size
    return begin, begin + count


RULES: Rules = {
    ttir.SqueezeOp: (squeeze_as_reshape,),
    ttir.UnsqueezeOp: (squeeze_as_reshape,),
    ttir.ReshapeOp: (reshape_of_reshape, reshape_of_reduction, reshape_of_product),
    ttir.BroadcastOp: (broadcast_of_broadcast,),
    ttir.TransposeOp: (transpose_as_permute,),
    ttir.PermuteOp: (
        permute_as_reshape,
        permute_of_reshape,
        permute_of_permuted,
        permute_of_product,
    ),
    ttir.SliceOp: (slice_of_everything, slice_of_permute, slice_of_reshape),
    ElementwiseOp: (dropped_broadcast, small_constant),
}


class TTIRSimplifyMovementPass(Pass):
    """Merge and remove operations that only move elements

    Chains of reshapes, permutations or broadcasts become one op. Slices are taken before reshapes
    and permutations, and reductions keep their dimensions where a reshape adds them again.
    Element-wise ops read the input of a broadcast if TTNN's op broadcasts that operand.
    """

    name = "ttir-simplify-movement"
    cpp_name = "TTIRSimplifyMovement"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        return apply_rules(op, context, (RULES,))
