"""Rules that form attention, heads and rotary embeddings, for programs compiled for a later
revision.
"""

from __future__ import annotations

from math import isinf, prod
from typing import NamedTuple

from xdsl.dialects.builtin import bf16
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import later, ttir
from ttmlir_py.dialects.tensor_types import (
    TILE_HEIGHT,
    TILE_WIDTH,
    integers,
    ranked_tensor,
    shape_of,
)
from ttmlir_py.passes.ttir.constants import array_of, splat_number
from ttmlir_py.passes.ttir.rules import (
    RuleBuilder,
    Rules,
    element_of,
    inputs_of,
    is_used_once,
    made_by,
    with_shape,
)
from ttmlir_py.rewriting.attributes import bool_attr, f32_attr

_EXCLUDED = -1e8
"""Numbers up to this one exclude a position, because exponentials of scores plus this are 0."""
_LOWEST = -(2.0 - 2.0**-7) * 2.0**127
"""The lowest bf16 number. Its sum with a score is the number itself, so that a row without any
position has equal weights.
"""
_HEADS_FIRST = (0, 2, 1, 3)
"""The permutation between [batch, sequence, heads, size] and [batch, heads, sequence, size]."""


class Factor(NamedTuple):
    """A query, key or value: `scale` times a bf16 tensor after some moves, the last one first."""

    source: SSAValue
    moves: list[Operation]
    scale: float

    def build(self, builder: RuleBuilder) -> SSAValue:
        """Return the moved tensor in bf16, without its scale."""
        value = self.source
        for move in reversed(self.moves):
            value = builder.into(
                type(move), [value], with_shape(value, shape_of(move.results[0])), **move.properties
            )
        return value


class Mask(NamedTuple):
    """The scores to which a mask is applied, and the mask: none, a causal one, a tensor that is
    added, or a condition with the number of excluded positions.
    """

    scores: SSAValue
    is_causal: bool = False
    tensor: SSAValue | None = None
    number: float | None = None

    def build(self, builder: RuleBuilder) -> list[SSAValue]:
        """Return the tensor in bf16 that attention adds, if any."""
        if self.tensor is None or self.number is None:
            return [] if self.tensor is None else [self.tensor]
        one = ranked_tensor(bf16, (1,) * len(shape_of(self.tensor)))
        kept, lost = (builder.constant(one, [each]) for each in (0.0, self.number))
        type_ = ranked_tensor(bf16, shape_of(self.tensor))
        return [builder.into(ttir.WhereOp, [self.tensor, kept, lost], type_)]


def _scaled(op: Operation | None) -> tuple[SSAValue, float] | None:
    """Return the tensor and the number of a product with a number, or of a division by one."""
    if isinstance(op, ttir.MultiplyOp):
        for value, constant in (op.operands[:2], op.operands[1::-1]):
            if (number := splat_number(constant)) is not None and _keeps_shape(op, value):
                return value, number
    if isinstance(op, ttir.DivOp) and (number := splat_number(op.operands[1])):
        return (op.operands[0], 1 / number) if _keeps_shape(op, op.operands[0]) else None
    return None


def _keeps_shape(op: Operation, value: SSAValue) -> bool:
    return shape_of(value) == shape_of(op.results[0])


def _owner(value: SSAValue) -> Operation | None:
    return value.owner if isinstance(value.owner, Operation) else None


def _widened(value: SSAValue) -> SSAValue | None:
    """Return the bf16 tensor whose elements `value` has in a wider type, or None."""
    cast = made_by(value, ttir.TypecastOp)
    source = cast.operands[0] if cast else value
    return source if element_of(source) == bf16 else None


def _factor(value: SSAValue) -> Factor | None:
    """Return a query, key or value that has a bf16 tensor's elements, or None."""
    scale, moves = 1.0, list[Operation]()
    while (source := _widened(value)) is None:
        owner = _owner(value)
        if (found := _scaled(owner)) is not None:
            value, scale = found[0], scale * found[1]
        elif isinstance(owner, ttir.PermuteOp | ttir.ReshapeOp | ttir.TransposeOp):
            moves.append(owner)
            value = owner.operands[0]
        else:
            return None
    return Factor(source, moves, scale)


def _unguarded(value: SSAValue) -> tuple[SSAValue, bool]:
    """Return the softmax without a choice of 0 for rows of minus infinity, and whether there was
    such a choice.
    """
    choice = made_by(value, ttir.WhereOp)
    if choice is None or splat_number(choice.operands[1]) != 0:
        return value, False
    compared, inner = made_by(choice.operands[0], ttir.EqualOp), choice.operands[2]
    largest = made_by(compared.operands[0], ttir.MaxOp) if compared else None
    softmax = made_by(inner, ttir.SoftmaxOp)
    if compared is None or largest is None or softmax is None:
        return value, False
    is_of_rows = largest.dim_arg is not None and integers(largest.dim_arg)[0] == _last(softmax)
    if splat_number(compared.operands[1]) != float("-inf") or largest.input is not softmax.input:
        return value, False
    return (inner, True) if is_of_rows else (value, False)


def _last(softmax: ttir.SoftmaxOp) -> int:
    return int(softmax.dimension.value.data) % len(shape_of(softmax.input))


def _masked(value: SSAValue, *, is_guarded: bool) -> Mask | None:
    """Return what masks the scores `value`, or None for a mask that attention does not have."""
    choice, total = made_by(value, ttir.WhereOp), made_by(value, ttir.AddOp)
    if choice is not None:
        condition, scores, excluded = inputs_of(choice)
        if not _keeps_shape(choice, scores):
            return None
        return _excluding(scores, condition, splat_number(excluded), is_guarded=is_guarded)
    if total is None:
        return Mask(value)
    for scores, mask in (total.operands[:2], total.operands[1::-1]):
        if not _is_scores(scores) or not _keeps_shape(total, scores):
            continue
        choice = made_by(_unbroadcast(mask), ttir.WhereOp)
        if choice is not None and splat_number(choice.operands[1]) == 0:
            number = splat_number(choice.operands[2])
            return _excluding(scores, choice.operands[0], number, is_guarded=is_guarded)
        narrow = None if is_guarded else _widened(mask)
        if narrow is not None and _is_mask_shape(shape_of(mask), shape_of(scores)):
            return Mask(scores, tensor=narrow)
    return None


def _unbroadcast(value: SSAValue) -> SSAValue:
    while (wide := made_by(value, ttir.BroadcastOp)) is not None:
        value = wide.input
    return value


def _excluding(
    scores: SSAValue, condition: SSAValue, number: float | None, *, is_guarded: bool
) -> Mask | None:
    """Return the mask that excludes positions where `condition` does not hold, by `number`."""
    condition = _unbroadcast(condition)
    if number is None or number > _EXCLUDED:
        return None
    if _is_causal(condition, shape_of(scores)):
        return Mask(scores, is_causal=True)
    if is_guarded and number == float("-inf"):
        return None
    if not _is_mask_shape(shape_of(condition), shape_of(scores)):
        return None
    return Mask(scores, tensor=condition, number=number if isinf(number) else _LOWEST)


def _is_scores(value: SSAValue) -> bool:
    found = _scaled(_owner(value))
    return made_by(found[0] if found else value, ttir.MatmulOp) is not None


def _is_mask_shape(mask: tuple[int, ...], scores: tuple[int, ...]) -> bool:
    """Whether a mask has all rows and columns of the scores, and batches and heads or one."""
    leading = zip(mask[:-2], scores[:-2], strict=False)
    return (
        len(mask) == len(scores)
        and mask[-2:] == scores[-2:]
        and all(size in (1, other) for size, other in leading)
    )


def _is_causal(condition: SSAValue, shape: tuple[int, ...]) -> bool:
    """Whether `condition` holds for the positions up to each one: row >= column."""
    if shape[-1] != shape[-2]:
        return False
    while (owner := _owner(condition)) is not None:
        if isinstance(owner, ttir.ConstantOp):
            return _is_triangle(condition, shape[-1])
        if isinstance(owner, ttir.WhereOp):
            chosen = [splat_number(each) for each in owner.operands[1:3]]
            if chosen != [1, 0]:
                return False
            condition = owner.operands[0]
        elif isinstance(owner, ttir.ReshapeOp | ttir.BroadcastOp | ttir.TypecastOp):
            condition = owner.operands[0]
        else:
            break
        if shape_of(condition)[-2:] != shape[-2:]:
            return False
    if not isinstance(owner, ttir.GreaterEqualOp):
        return False
    return [_counted_dim(each) for each in owner.operands[:2]] == [-2, -1]


def _is_triangle(value: SSAValue, size: int) -> bool:
    """Whether a constant is not 0 up to each position, and 0 after it."""
    import numpy as np

    elements = array_of(value)
    return elements is not None and bool(np.all((elements != 0) == np.tri(size)))


def _counted_dim(value: SSAValue) -> int | None:
    """Return the dimension, from the end, along which `value` counts 0, 1, 2, ..., or None."""
    value = _unbroadcast(value)
    shape, owner = shape_of(value), _owner(value)
    while isinstance(owner, ttir.ReshapeOp | ttir.BroadcastOp | ttir.TransposeOp | ttir.PermuteOp):
        owner = _owner(owner.operands[0])
    if not isinstance(owner, ttir.ArangeOp):
        return None
    if (owner.start.value.data, owner.step.value.data) != (0, 1):
        return None
    count = shape_of(owner.results[0])[owner.arange_dimension.value.data]
    if owner.results[0] is value:
        return int(owner.arange_dimension.value.data) - len(shape)
    long = [dim for dim, size in enumerate(shape) if size != 1]
    return long[0] - len(shape) if len(long) == 1 and shape[long[0]] == count else None


def attention_of_products(op: Operation, builder: RuleBuilder) -> SSAValue | None:
    """Return the attention. The device computes it for bf16 only, with f32 inside.

    Law: `matmul(softmax(add(matmul(multiply(q, s), k), m)), v) == attention(q, k, v, m, s)`, except
    for the rounding between them, and for rows whose scores are all minus infinity.

    Ends: a softmax less, and no rule makes one.
    """
    product = made_by(op.operands[0], ttir.MatmulOp) if isinstance(op, ttir.TypecastOp) else op
    if not isinstance(product, ttir.MatmulOp) or element_of(op.results[0]) != bf16:
        return None
    if product is not op and not is_used_once(product.results[0]):
        return None
    weights = product.a
    if (cast := made_by(weights, ttir.TypecastOp)) is not None:
        weights = cast.operands[0]
    weights, is_guarded = _unguarded(weights)
    softmax = made_by(weights, ttir.SoftmaxOp)
    rank = len(shape_of(product.results[0]))
    if softmax is None or not 3 <= rank <= 4 or _last(softmax) != rank - 1:
        return None
    if shape_of(weights) != shape_of(product.a):
        return None
    scores = softmax.input
    if (cast := made_by(scores, ttir.TypecastOp)) is not None:
        scores = cast.operands[0]
    mask = _masked(scores, is_guarded=is_guarded)
    if mask is None:
        return None
    found = _scaled(_owner(mask.scores)) or (mask.scores, 1.0)
    first = made_by(found[0], ttir.MatmulOp)
    if first is None or len(shape_of(first.results[0])) != rank:
        return None
    return _attention(op, first, product, mask, found[1], builder)


def _attention(
    op: Operation,
    first: ttir.MatmulOp,
    second: ttir.MatmulOp,
    mask: Mask,
    scale: float,
    builder: RuleBuilder,
) -> SSAValue | None:
    rank = len(shape_of(second.results[0]))
    order = [*range(rank - 2), rank - 1, rank - 2]
    operands = (first.a, first.b, second.b)
    queries, keys, values = map(shape_of, operands)
    transposed = (*keys[:-2], keys[-1], keys[-2])
    query, key, value = map(_factor, operands)
    if query is None or key is None or value is None or value.scale != 1:
        return None
    if transposed != values or queries[:-2] != values[:-2]:
        return None
    keys_in_rows = builder.permute(key.build(builder), order)
    parts = [query.build(builder), keys_in_rows, value.build(builder), *mask.build(builder)]
    whole = [builder.reshaped(each, (1,) * (4 - rank) + shape_of(each)) for each in parts]
    properties = {
        "scale": f32_attr(scale * query.scale * key.scale),
        "is_causal": bool_attr(mask.is_causal),
    }
    type_ = with_shape(whole[0], shape_of(whole[0]))
    made = builder.value(later.ScaledDotProductAttentionOp, whole, type_, **properties)
    return builder.reshaped(made, shape_of(op.results[0]))


def concatenated_heads(op: ttir.ReshapeOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the heads next to each other, if each one has whole tiles.

    Law: `reshape(permute(x, [0, 2, 1, 3])) == concatenate_heads(x)`, reshaped.

    Ends: a permutation less, and no rule makes one of this form.
    """
    permute = made_by(op.input, ttir.PermuteOp)
    if permute is None or not is_used_once(op.input):
        return None
    order, shape = integers(permute.permutation), shape_of(permute.input)
    is_heads = order == (1, 0, 2) or order == _HEADS_FIRST
    batch, heads, length, size = (
        (1,) * (4 - len(shape)) + shape if len(shape) in (3, 4) else [0] * 4
    )
    if not is_heads or size % TILE_WIDTH or shape_of(op.result)[-1:] != (heads * size,):
        return None
    source = builder.reshaped(permute.input, (batch, heads, length, size))
    type_ = with_shape(source, (batch, length, heads * size))
    made = builder.value(later.ConcatenateHeadsOp, (source,), type_)
    return builder.reshaped(made, shape_of(op.result))


def rotary_embedding_of_sum(op: ttir.AddOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the rotary embedding, if halves and positions are whole tiles.

    Law: `add(multiply(x, c), multiply(concat(neg(b), a), s)) == rotary_embedding(x, c, s)`, where
    a and b are the halves of x.

    Ends: a sum less, and no rule makes one.
    """
    for left, right in (op.operands[:2], op.operands[1::-1]):
        straight, turned = made_by(left, ttir.MultiplyOp), made_by(right, ttir.MultiplyOp)
        if straight is None or turned is None:
            return None
        for rotated, sines in (turned.operands[:2], turned.operands[1::-1]):
            for value, cosines in (straight.operands[:2], straight.operands[1::-1]):
                if value.type != op.results[0].type or not _is_rotated(rotated, value):
                    continue
                if tables := _tables(value, (cosines, sines), builder):
                    operands = (value, *tables)
                    return builder.value(later.RotaryEmbeddingOp, operands, value.type)
    return None


def _is_rotated(value: SSAValue, source: SSAValue) -> bool:
    """Whether `value` is concat(-b, a) for the halves (a, b) of the last dimension of `source`."""
    joined, shape = made_by(value, ttir.ConcatOp), shape_of(source)
    if joined is None or len(inputs_of(joined)) != 2 or len(shape) != 4:
        return False
    negated, size = made_by(joined.operands[0], ttir.NegOp), shape[-1]
    if negated is None or int(joined.dim.value.data) % 4 != 3 or size % (2 * TILE_WIDTH):
        return False
    return (
        shape_of(value) == shape
        and _is_half(negated.operands[0], source, size // 2)
        and _is_half(joined.operands[1], source, 0)
    )


def _is_half(value: SSAValue, source: SSAValue, begin: int) -> bool:
    """Whether `value` is the half from `begin` on of the last dimension of `source`, perhaps taken
    before both are permuted.
    """
    whole, dim = source, 3
    outer, permute = made_by(value, ttir.PermuteOp), made_by(source, ttir.PermuteOp)
    if outer is not None and permute is not None:
        if outer.permutation != permute.permutation:
            return False
        value, whole, dim = outer.input, permute.input, integers(permute.permutation)[3]
    half = made_by(value, ttir.SliceOp)
    if half is None or half.input is not whole or {*integers(half.step)} != {1}:
        return False
    shape, begins = list(shape_of(whole)), [0] * 4
    shape[dim] //= 2
    begins[dim] = begin
    return list(shape_of(half.result)) == shape and list(integers(half.begins)) == begins


def _tables(
    value: SSAValue, given: tuple[SSAValue, SSAValue], builder: RuleBuilder
) -> list[SSAValue] | None:
    """Return cosines and sines as [1, 1, sequence, size], or None if they depend on more."""
    shape = (1, 1, *shape_of(value)[-2:])
    if shape[2] % TILE_HEIGHT:
        return None
    found: list[SSAValue] = []
    for each in given:
        each = _unbroadcast(each)
        if element_of(each) != element_of(value) or prod(shape_of(each)) != prod(shape):
            return None
        if shape_of(each)[-2:] != shape[-2:]:
            return None
        found.append(each)
    return [builder.reshaped(each, shape) for each in found]


RULES: Rules = {
    ttir.AddOp: (rotary_embedding_of_sum,),
    ttir.MatmulOp: (attention_of_products,),
    ttir.ReshapeOp: (concatenated_heads,),
    ttir.TypecastOp: (attention_of_products,),
}
