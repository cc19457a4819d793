"""Lowering of the attention ops of revision 2026-08 to matrix products and softmax, in f32."""

from math import prod, sqrt
from typing import Any

from xdsl.dialects.builtin import TensorType, bf16, f32
from xdsl.ir import SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse, result_type
from ttmlir_py.rewriting.attributes import si32


def _refuse_extras(op: Any) -> None:
    if getattr(op, "attention_sink", None) is not None:
        raise refuse(op, "an attention sink")
    if getattr(op, "sliding_window_size", None) is not None:
        raise refuse(op, "a sliding window")


def _scores(
    builder: RevisionBuilder,
    op: Any,
    query: SSAValue,
    key: SSAValue,
    *,
    mask: SSAValue | None = None,
    hidden: SSAValue | None = None,
) -> SSAValue:
    """Return the attention scores `query * key^T * scale + mask` in f32.

    Each key head is repeated for its group of query heads. Scores where the mask `hidden` is true
    are -inf.
    """
    query, key = builder.f32(query), builder.f32(key)
    batch, heads, length, size = shape_of(query)
    groups, steps = shape_of(key)[1:3]
    turned = builder.permute(_repeat_heads(builder, key, heads // groups), (0, 1, 3, 2))
    type_ = TensorType(f32, (batch, heads, length, steps))
    scores = builder.into(ttir.MatmulOp, (query, turned), type_)
    given = getattr(op, "scale", None)
    scores = builder.scaled(scores, 1 / sqrt(size) if given is None else given.value.data)
    if mask is not None:
        scores = builder.binary(ttir.AddOp, scores, builder.f32(mask))
    if hidden is not None:
        low = builder.splat(float("-inf"), TensorType(f32, (1,)))
        scores = builder.into(ttir.WhereOp, (hidden, low, scores), type_)
    return scores


def _attend(
    builder: RevisionBuilder,
    op: Any,
    query: SSAValue,
    key: SSAValue,
    value: SSAValue,
    *,
    sink: SSAValue | None = None,
    **masks: SSAValue | None,
) -> SSAValue:
    """Return `softmax(scores) * value`.

    Value heads are repeated for groups of query heads. `masks` are the keywords `mask` and `hidden`
    of `_scores`. `sink` has one score per head that takes part in the softmax without a value.
    """
    scores = _scores(builder, op, query, key, **masks)
    batch, heads, length, steps = shape_of(scores)
    if sink is not None:
        wide = builder.stretched(builder.f32(sink), (batch, heads, length, 1))
        scores = builder.concat([scores, wide], 3, (batch, heads, length, steps + 1))
    weights = builder.into(ttir.SoftmaxOp, (scores,), tensor_type(scores), dimension=si32(3))
    if sink is not None:
        weights = builder.part(weights, 3, 0, steps)
    value = _repeat_heads(builder, builder.f32(value), heads // shape_of(key)[1])
    out = TensorType(f32, (batch, heads, length, shape_of(value)[-1]))
    return builder.into(ttir.MatmulOp, (weights, value), out)


def _log_sums(builder: RevisionBuilder, op: Any, scores: SSAValue) -> SSAValue:
    """Return the logarithm of the sum of exponentials of each row of `scores`.

    The result has as many equal columns as a tile, because the device stores it like that.
    """
    largest = builder.reduce(ttir.MaxOp, scores, [3])
    below = builder.binary(ttir.SubtractOp, scores, builder.stretched(largest, shape_of(scores)))
    sums = builder.reduce(ttir.SumOp, builder.into(ttir.ExpOp, (below,), tensor_type(below)), [3])
    logarithm = builder.into(ttir.LogOp, (sums,), tensor_type(sums))
    rows = builder.binary(ttir.AddOp, largest, logarithm)
    type_ = result_type(op, 1)
    rows = builder.stretched(rows, (*shape_of(rows)[:3], type_.get_shape()[-1]))
    return builder.typecast(builder.reshaped(rows, type_.get_shape()), type_.element_type)


def _finish(builder: RevisionBuilder, op: Any, value: SSAValue) -> SSAValue:
    type_ = result_type(op)
    return builder.typecast(builder.reshaped(value, type_.get_shape()), type_.element_type)


def _repeat_heads(builder: RevisionBuilder, value: SSAValue, times: int) -> SSAValue:
    if times == 1:
        return value
    batch, heads, steps, size = shape_of(value)
    wide = builder.reshape(value, (batch, heads, 1, steps, size))
    wide = builder.broadcast(wide, (batch, heads, times, steps, size))
    return builder.reshape(wide, (batch, heads * times, steps, size))


def _later(builder: RevisionBuilder, places: SSAValue, steps: int) -> SSAValue:
    """Return a bf16 mask that is true for keys after the query, for `steps` keys.

    Each row of `places` holds the position of one query.
    """
    shape = (*shape_of(places)[:-1], steps)
    own = builder.stretched(places, shape)
    keys = builder.arange(TensorType(f32, shape), len(shape) - 1)
    return builder.into(ttir.GreaterThanOp, (keys, own), TensorType(bf16, shape))


def _too_early(builder: RevisionBuilder, length: int, steps: int, window: int) -> SSAValue:
    """Return a mask that is true for keys `window` or more tokens before the query.

    It is a matrix of `length` queries by `steps` keys.
    """
    type_: Any = TensorType(f32, (1, 1, length, steps))
    first = builder.shifted(builder.arange(type_, 2), -window)
    return builder.truth(ttir.LessEqualOp, builder.arange(type_, 3), first)


def _causal(
    builder: RevisionBuilder, length: int, steps: int, start: SSAValue | None = None
) -> SSAValue:
    """Return a mask that is true for keys after the query, as `length` queries by `steps` keys.

    The first query is at position `start`, by default 0.
    """
    places = builder.arange(TensorType(f32, (1, 1, length, 1)), 2)
    if start is not None:
        start = builder.reshaped(builder.f32(start), (1, 1, 1, 1))
        places = builder.binary(ttir.AddOp, places, start)
    return _later(builder, places, steps)


def _attention(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the lowered attention between all tokens of a sequence, or within a sliding window."""
    length, steps = shape_of(op.query)[2], shape_of(op.key)[2]
    hidden = _causal(builder, length, steps) if op.is_causal.value.data else None
    if op.sliding_window_size is not None:
        if hidden is None:
            raise refuse(op, "a sliding window around each token")
        early = _too_early(builder, length, steps, op.sliding_window_size.value.data)
        hidden = builder.truth(ttir.LogicalOrOp, hidden, early)
    extras = {"mask": op.attention_mask, "hidden": hidden, "sink": op.attention_sink}
    found = _attend(builder, op, op.query, op.key, op.value, **extras)
    return _finish(builder, op, found)


def _decode(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the lowered attention of one token per user to that user's cache.

    Only positions up to the token's are visible.
    """
    return _of_one_token(builder, op, op.key, op.value)


def _of_one_token(builder: RevisionBuilder, op: Any, key: SSAValue, value: SSAValue) -> SSAValue:
    _refuse_extras(op)
    _, users, heads, size = shape_of(op.query)
    query = builder.reshaped(op.query, (users, heads, 1, size))
    mask, hidden = op.attention_mask, None
    if mask is not None:
        mask = builder.permute(mask, (0, 2, 1, 3))
    if op.is_causal.value.data:
        if op.cur_pos_tensor is None:
            raise refuse(op, "a causal mask without cur_pos_tensor")
        places = builder.reshaped(builder.f32(op.cur_pos_tensor), (users, 1, 1, 1))
        hidden = _later(builder, places, shape_of(key)[2])
    found = _attend(builder, op, query, key, value, mask=mask, hidden=hidden)
    return _finish(builder, op, found)


def _from_pages(builder: RevisionBuilder, cache: SSAValue, table: SSAValue) -> SSAValue:
    """Return the cache of each user, gathered from blocks, as users x heads x steps x head size.

    Row `i` of the page table `table` lists the blocks of user `i`.
    """
    blocks, heads, length, size = shape_of(cache)
    users, pages = shape_of(table)
    rows = builder.reshape(cache, (blocks, prod((heads, length, size))))
    element = tensor_type(cache).element_type
    found = builder.into(
        ttir.EmbeddingOp,
        (table, rows),
        TensorType(element, (users, pages, heads * length * size)),
    )
    split = builder.reshape(found, (users, pages, heads, length, size))
    split = builder.permute(split, (0, 2, 1, 3, 4))
    return builder.reshape(split, (users, heads, pages * length, size))


def _paged_decode(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the lowered attention of one token per user to that user's cache, stored in blocks."""
    key, value = (_from_pages(builder, each, op.page_table) for each in (op.key, op.value))
    return _of_one_token(builder, op, key, value)


def _chunked(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the lowered attention of a chunk of a prompt to the user's cache, stored in blocks.

    Each token sees the positions up to its own.
    """
    key, value = (_from_pages(builder, each, op.page_table) for each in (op.key, op.value))
    length, steps = shape_of(op.query)[2], shape_of(key)[2]
    hidden = _causal(builder, length, steps, op.chunk_start_idx)
    return _finish(builder, op, _attend(builder, op, op.query, key, value, hidden=hidden))


def _forward(builder: RevisionBuilder, op: Any) -> list[SSAValue]:
    """Return the lowered attention for training.

    The second result has the logarithms of sums that the gradient needs.
    """
    if op.dropout_probability.value.data:
        raise refuse(op, "dropout")
    query, key, value = (_in_4d(builder, each) for each in (op.query, op.key, op.value))
    mask = None if op.attention_mask is None else _in_4d(builder, op.attention_mask)
    is_causal = op.mask_type.value.keyword == "causal"
    length = shape_of(query)[2]
    hidden = _causal(builder, length, length) if is_causal else None
    masks = {"mask": mask, "hidden": hidden}
    found = [_finish(builder, op, _attend(builder, op, query, key, value, **masks))]
    if op.return_intermediates.value.data:
        found.append(_log_sums(builder, op, _scores(builder, op, query, key, **masks)))
    return found


def _in_4d(builder: RevisionBuilder, value: SSAValue) -> SSAValue:
    shape = shape_of(value)
    wanted = shape if len(shape) == 4 else (1, prod(shape[:-2]), *shape[-2:])
    return builder.reshaped(value, wanted)


def _rotary_embedding(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return `x * cos + rotate_half(x) * sin`, where the halves of the last dimension are swapped
    and the second one is negated.
    """
    shape = shape_of(op.input)
    if shape[3] % 2:
        raise refuse(op, f"a last dimension of odd size, {shape[3]}")
    x, half = builder.f32(op.input), shape[3] // 2
    first, second = builder.part(x, 3, 0, half), builder.part(x, 3, half, shape[3])
    turned = builder.concat([builder.unary(ttir.NegOp, second), first], 3, shape)
    cos, sin = (builder.f32(each) for each in (op.cos_cache, op.sin_cache))
    products = (
        builder.combine(ttir.MultiplyOp, value, factors)
        for value, factors in ((x, cos), (turned, sin))
    )
    return _finish(builder, op, builder.binary(ttir.AddOp, *products))


ATTENTION: Table = {
    "ttir.chunked_scaled_dot_product_attention": _chunked,
    "ttir.paged_scaled_dot_product_attention_decode": _paged_decode,
    "ttir.rotary_embedding": _rotary_embedding,
    "ttir.scaled_dot_product_attention": _attention,
    "ttir.scaled_dot_product_attention_decode": _decode,
    "ttir.sdpa_fw": _forward,
}
