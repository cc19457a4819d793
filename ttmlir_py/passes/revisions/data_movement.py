"""Lowering of 2026-08's operations that create, move or multiply tensors, or update caches in
place.
"""

from collections.abc import Sequence
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import TensorType, bf16, f32
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.tensor_types import (
    TILE_WIDTH,
    integers,
    ranked_tensor,
    shape_of,
    tensor_type,
)
from ttmlir_py.passes.revisions.element_types import normalized_elements
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse, result_type
from ttmlir_py.rewriting.attributes import dense_i32_array, i32

_MOST_SELECTED = 1 << 26
"""The maximum number of comparisons of a gather that compares positions."""


def _empty(builder: RevisionBuilder, op: Any) -> SSAValue:
    return builder.value(EmptyOp, (), result_type(op))


def _full(builder: RevisionBuilder, op: Any) -> SSAValue:
    return builder.splat(op.fill_value.value.data, result_type(op))


def _constant(builder: RevisionBuilder, op: Any) -> SSAValue:
    value = normalized_elements(op.properties["value"])
    if value.get_type() != result_type(op):
        raise refuse(op, f"elements that are not a list of numbers, as {result_type(op)}")
    return builder.value(ttir.ConstantOp, (), result_type(op), value=value)


def _slice(builder: RevisionBuilder, op: Any) -> SSAValue:
    properties = {name: op.properties[name] for name in ("begins", "ends", "step")}
    return builder.into(ttir.SliceOp, (op.input,), result_type(op), **properties)


def _index_select(builder: RevisionBuilder, op: Any) -> SSAValue:
    return builder.into(ttir.SelectOp, (op.input,), result_type(op), **op.properties)


def _pow(builder: RevisionBuilder, op: Any) -> SSAValue:
    return builder.into(ttir.PowerOp, (op.lhs, op.rhs), result_type(op))


def _transposed(builder: RevisionBuilder, value: SSAValue, flag: Any) -> SSAValue:
    """Return `value` with its last two dimensions swapped if the attribute `flag` is true."""
    rank = len(shape_of(value))
    if not flag.value.data or rank < 2:
        return value
    return builder.permute(value, (*range(rank - 2), rank - 1, rank - 2))


def _matmul(builder: RevisionBuilder, op: Any) -> SSAValue:
    a = _transposed(builder, op.a, op.transpose_a)
    b = _transposed(builder, op.b, op.transpose_b)
    bias = getattr(op, "bias", None)
    cls: type[Operation] = ttir.LinearOp if op.name == "ttir.linear" else ttir.MatmulOp
    return builder.into(cls, (a, b) if bias is None else (a, b, bias), result_type(op))


def _reshape(builder: RevisionBuilder, op: Any) -> SSAValue:
    return builder.reshaped(op.input, shape_of(op.results[0]))


def _broadcast(builder: RevisionBuilder, op: Any) -> SSAValue:
    return builder.stretched(op.input, shape_of(op.results[0]))


def _identity(builder: RevisionBuilder, op: Any) -> Sequence[SSAValue]:
    return tuple(op.operands)


def _update_cache(builder: RevisionBuilder, op: Any) -> Sequence[SSAValue]:
    """Return the cache after writing one position per user.

    Users are dimension 2 of the input. There is one position for all users, or one for each user.
    """
    rows = builder.permute(op.input, (2, 1, 0, 3)) if shape_of(op.input)[2] > 1 else op.input
    if shape_of(op.update_index) in ((1,), (1, 1)):
        zero = i32(0)
        value = builder.value(
            ttir.UpdateCacheOp,
            (op.cache, rows, op.update_index),
            op.cache.type,
            batch_offset=zero,
        )
        return written(op, value)
    users, _, length, _ = shape_of(op.cache)
    index = builder.reshaped(builder.f32(op.update_index), (users, 1, 1, 1))
    places = builder.arange(TensorType(f32, (1, 1, length, 1)), 2)
    mask = builder.into(ttir.EqualOp, (index, places), TensorType(bf16, (users, 1, length, 1)))
    return written(op, builder.into(ttir.WhereOp, (mask, rows, op.cache), op.cache.type))


def _fill_cache(builder: RevisionBuilder, op: Any) -> Sequence[SSAValue]:
    """Return the cache after writing the first positions of one batch, or of all batches."""
    offset, batch, count = op.batch_offset.value.data, shape_of(op.cache)[0], shape_of(op.input)[0]
    part = op.cache if batch == count else builder.part(op.cache, 0, offset, offset + count)
    value = builder.value(ttir.FillCacheOp, (part, op.input), part.type, batch_offset=i32(0))
    if batch != count:
        around = ((0, offset), (offset + count, batch))
        before, behind = (
            [builder.part(op.cache, 0, low, high)] if low < high else [] for low, high in around
        )
        value = builder.concat([*before, value, *behind], 0, shape_of(op.cache))
    return written(op, value)


def written(op: Any, value: SSAValue) -> Sequence[SSAValue]:
    """Make later readers of the cache of `op` read `value`, the updated cache. Return ()."""
    later, cache = readers(op), cast(SSAValue, op.cache)
    cache.replace_uses_with_if(value, lambda use: use.operation in later)
    return ()


def readers(op: Any) -> set[Operation]:
    """Return the later operations that read the cache which `op` updates in place."""
    cache: SSAValue = op.cache
    return {use.operation for use in cache.uses if _comes_after(use.operation, op)}


def _comes_after(user: Operation, op: Operation) -> bool:
    """Whether `user`, or an operation that contains it, comes after `op` in the same block."""
    around: Operation | None = user
    while around is not None and around.parent is not op.parent:
        around = around.parent_op()
    return around is not None and around is not op and op.is_before_in_block(around)


def _gather(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the result of PyTorch's gather: elements selected along `dim` by comparing
    positions.
    """
    dim: int = op.dim.value.data % len(shape_of(op.input))
    shape, chosen = shape_of(op.input), shape_of(op.index)
    size: int = shape[dim]
    if prod(chosen) * size > _MOST_SELECTED:
        raise refuse(op, "it needs too many comparisons")
    for axis, (have, want) in enumerate(zip(shape, chosen, strict=True)):
        if axis != dim and have != want:
            raise refuse(op, "an index that is shorter than the input in other dimensions")
    rank = len(shape)
    order = [*(i for i in range(rank) if i != dim), dim]
    lines = builder.permute(op.input, order)
    index = builder.f32(builder.permute(op.index, order))
    outer, count = shape_of(lines)[:-1], shape_of(index)[-1]
    wide = (*outer, count, size)
    values = builder.stretched(builder.reshape(lines, (*outer, 1, size)), wide)
    places = builder.arange(TensorType(f32, wide), rank)
    wanted = builder.stretched(builder.reshape(index, (*outer, count, 1)), wide)
    mask = builder.into(ttir.EqualOp, (wanted, places), TensorType(bf16, wide))
    element = tensor_type(values).element_type
    zero = builder.splat(0, ranked_tensor(element, wide))
    found = builder.into(ttir.WhereOp, (mask, values, zero), ranked_tensor(element, wide))
    picked = builder.reshape(builder.reduce(ttir.SumOp, found, [rank]), (*outer, count))
    return builder.permute(picked, [order.index(each) for each in range(rank)])


def _embedding_backward(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the gradient of an embedding's weight.

    Rows of indices are padded to whole tiles, with zero gradients for row 0.
    """
    indices, gradient = op.input, op.in_gradient
    count, width = prod(shape_of(indices)), shape_of(op.weight)[-1]
    missing = -count % TILE_WIDTH
    if shape_of(indices)[-1] % TILE_WIDTH:
        indices = builder.pad(builder.reshaped(indices, (1, count)), [0, 0, 0, missing], 0)
        gradient = builder.reshaped(gradient, (1, count, width))
        gradient = builder.pad(gradient, [0, 0, 0, missing, 0, 0], 0)
    return builder.into(ttir.EmbeddingBackwardOp, (indices, op.weight, gradient), result_type(op))


def _concatenate_heads(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the input reordered from [batch, heads, sequence, head size] to joined heads.

    The result is [batch, sequence, heads * head size].
    """
    value = builder.permute(op.input, (0, 2, 1, 3))
    return builder.reshape(value, shape_of(op.results[0]))


def _split_heads(builder: RevisionBuilder, op: Any) -> list[SSAValue]:
    """Return queries, keys and values from [batch, sequence, (heads + 2 * key heads) * head size].

    Each result has a dimension for heads. Keys are transposed if an attribute of the op says so.
    """
    heads = op.num_heads.value.data
    key_heads = heads if op.num_kv_heads is None else op.num_kv_heads.value.data
    query_type = result_type(op)
    size = query_type.get_shape()[-1]
    batch, sequence = shape_of(op.input_tensor)[0], shape_of(op.input_tensor)[-2]
    rest, start = op.input_tensor, heads * size
    if op.kv_input_tensor is not None:
        rest, start = op.kv_input_tensor, 0
    parts = (
        (op.input_tensor, 0, heads),
        (rest, start, key_heads),
        (rest, start + key_heads * size, key_heads),
    )
    results: list[SSAValue] = []
    for index, (source, begin, count) in enumerate(parts):
        last = len(shape_of(source)) - 1
        part = builder.part(source, last, begin, begin + count * size)
        split = builder.reshape(part, (batch, sequence, count, size))
        transposed = index == 1 and bool(op.transpose_key.value.data)
        results.append(builder.permute(split, (0, 2, 3, 1) if transposed else (0, 2, 1, 3)))
    return results


def _update(builder: RevisionBuilder, *, rate: float, old: SSAValue, new: SSAValue) -> SSAValue:
    return builder.binary(ttir.AddOp, builder.scaled(old, rate), builder.scaled(new, 1 - rate))


def _adamw(builder: RevisionBuilder, op: Any) -> list[SSAValue]:
    """Return the parameters and moments after one step of AdamW.

    The parameters are `p * (1 - lr * decay) - lr * m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) +
    epsilon)`.
    """
    if op.stochastic_rounding.value.data:
        raise refuse(op, "stochastic rounding")
    number = {
        name: value.value.data for name, value in op.properties.items() if hasattr(value, "value")
    }
    param, gradient = builder.f32(op.param), builder.f32(op.grad)
    square = builder.binary(ttir.MultiplyOp, gradient, gradient)
    mean = _update(builder, rate=number["beta1"], old=builder.f32(op.exp_avg), new=gradient)
    variance = _update(builder, rate=number["beta2"], old=builder.f32(op.exp_avg_sq), new=square)
    largest = variance
    extra: list[SSAValue] = []
    if op.max_exp_avg_sq is not None:
        largest = builder.binary(ttir.MaximumOp, builder.f32(op.max_exp_avg_sq), variance)
        extra = [largest]
    deviation = builder.unary(ttir.SqrtOp, builder.scaled(largest, 1 / (1 - number["beta2_pow"])))
    step = builder.binary(ttir.DivOp, mean, builder.shifted(deviation, number["epsilon"]))
    kept = builder.scaled(param, 1 - number["lr"] * number["weight_decay"])
    moved = builder.scaled(step, number["lr"] / (1 - number["beta1_pow"]))
    values = [builder.binary(ttir.SubtractOp, kept, moved), mean, variance, *extra]
    return [
        builder.typecast(value, result_type(op, i).element_type) for i, value in enumerate(values)
    ]


def _pad(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the padded tensor. Negative padding, which 2025-02 lacks, cuts elements off."""
    padding = integers(op.padding)
    value = op.input
    if min(padding, default=0) < 0:
        cut = [max(0, -each) for each in padding]
        pairs = list(zip(shape_of(value), cut[::2], cut[1::2], strict=True))
        value = builder.slice(
            value, [low for _, low, _ in pairs], [size - high for size, _, high in pairs]
        )
        padding = [max(0, each) for each in padding]
    properties = {"padding": dense_i32_array(padding), "value": op.properties["value"]}
    return builder.op(ttir.PadOp, (value,), [op.results[0].type], **properties).results[0]


DATA_MOVEMENT: Table = {
    "ttir.pad": _pad,
    "ttcore.optimization_barrier": _identity,
    "ttir.adamw": _adamw,
    "ttir.broadcast": _broadcast,
    "ttir.concatenate_heads": _concatenate_heads,
    "ttir.constant": _constant,
    "ttir.embedding_backward": _embedding_backward,
    "ttir.empty": _empty,
    "ttir.fill_cache": _fill_cache,
    "ttir.full": _full,
    "ttir.gather": _gather,
    "ttir.index_select": _index_select,
    "ttir.linear": _matmul,
    "ttir.matmul": _matmul,
    "ttir.pow": _pow,
    "ttir.reshape": _reshape,
    "ttir.slice_static": _slice,
    "ttir.split_query_key_value_and_split_heads": _split_heads,
    "ttir.update_cache": _update_cache,
}
