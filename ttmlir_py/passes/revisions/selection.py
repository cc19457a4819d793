"""Lowering of 2026-08's sort, top-k and scatter.

Positions are compared, because operations of 2025-02 cannot use a tensor as index.
"""

from collections.abc import Sequence
from math import prod
from typing import Any

from xdsl.dialects.builtin import Signedness, TensorType, bf16, f32
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse, result_type
from ttmlir_py.rewriting.attributes import si32

MOST_COMPARED = 1 << 26
"""The maximum number of pairs of positions that are compared."""
_MOST_PARTS = 16
"""The maximum number of parts of an index that are compared one after the other."""
_MOST_STEPS = 64
"""The maximum number of elements that are selected one after the other. This is done where all
pairs of elements would be too many to compare.
"""
EXTREMES: dict[str, tuple[type[Operation], type[Operation], float]] = {
    "max": (ttir.MaxOp, ttir.MaximumOp, float("-inf")),
    "min": (ttir.MinOp, ttir.MinimumOp, float("inf")),
}
"""Maps each extreme to the reduction, the op on two tensors, and the neutral element."""


def neutral(kind: str, element: Attribute) -> float:
    """Return the neutral element of `max` or `min`, given as `kind`, for elements of type
    `element`.
    """
    if not is_integer_type(element):
        return EXTREMES[kind][2]
    width, is_signed = element.width.data, element.signedness.data is not Signedness.UNSIGNED
    high = (1 << (width - is_signed)) - 1
    return high if kind == "min" else -high - 1 if is_signed else 0


def _lines(builder: RevisionBuilder, value: SSAValue, dim: int) -> SSAValue:
    """Return a matrix whose rows are the lines of `value` along dimension `dim`. A line has one
    element for each index along `dim`.
    """
    shape = shape_of(value)
    order = [*(i for i in range(len(shape)) if i != dim), dim]
    rows = prod(shape) // shape[dim]
    return builder.reshaped(builder.permute(value, order), (rows, shape[dim]))


def _from_lines(
    builder: RevisionBuilder, rows: SSAValue, dim: int, shape: Sequence[int]
) -> SSAValue:
    """Return the tensor of the given shape whose lines along dimension `dim` are the rows of a
    matrix.
    """
    order = [*(i for i in range(len(shape)) if i != dim), dim]
    value = builder.reshaped(rows, [shape[each] for each in order])
    return builder.permute(value, [order.index(each) for each in range(len(shape))])


def compared(
    builder: RevisionBuilder, cls: type[Operation], lhs: SSAValue, rhs: SSAValue
) -> SSAValue:
    """Return the comparison of `lhs` and `rhs` by the op `cls` as a bf16 mask."""
    return builder.into(cls, (lhs, rhs), TensorType(bf16, shape_of(lhs)))


def where(builder: RevisionBuilder, mask: SSAValue, values: SSAValue, other: float = 0) -> SSAValue:
    """Return `values` where `mask` is true, and the number `other` elsewhere."""
    type_ = tensor_type(values)
    return builder.into(ttir.WhereOp, (mask, values, builder.splat(other, type_)), type_)


def _ranks(builder: RevisionBuilder, rows: SSAValue, *, descending: bool) -> SSAValue:
    """Return the position of each element in its sorted row. Equal elements keep their order."""
    count, size = shape_of(rows)
    wide = (count, size, size)
    own = builder.stretched(builder.reshape(rows, (count, size, 1)), wide)
    other = builder.stretched(builder.reshape(rows, (count, 1, size)), wide)
    places = TensorType(f32, wide)
    before = compared(builder, ttir.GreaterThanOp if descending else ttir.LessThanOp, other, own)
    same = compared(builder, ttir.EqualOp, other, own)
    earlier = compared(
        builder, ttir.LessThanOp, builder.arange(places, 2), builder.arange(places, 1)
    )
    truth = TensorType(bf16, wide)
    tied = builder.into(ttir.LogicalAndOp, (same, earlier), truth)
    ahead = builder.f32(builder.into(ttir.LogicalOrOp, (before, tied), truth))
    return builder.reduce(ttir.SumOp, ahead, [2], keep=False)


def _in_order(
    builder: RevisionBuilder, op: Any, source: SSAValue, dim: int, count: int, *, descending: bool
) -> list[SSAValue]:
    """Return the first `count` elements of the sorted dimension `dim`, and their positions.

    NaNs have no defined position.
    """
    shape = list(shape_of(source))
    dim %= len(shape)
    size = shape[dim]
    if prod(shape) * size > MOST_COMPARED:
        raise refuse(op, "it needs too many comparisons")
    rows = _lines(builder, source, dim)
    lines = shape_of(rows)[0]
    wide = (lines, count, size)
    ranks = _ranks(builder, rows, descending=descending)
    ranks = builder.stretched(builder.reshape(ranks, (lines, 1, size)), wide)
    places = TensorType(f32, wide)
    mask = compared(builder, ttir.EqualOp, ranks, builder.arange(places, 1))
    shape[dim] = count
    elements = builder.stretched(builder.reshape(rows, (lines, 1, size)), wide)
    return [
        _from_lines(
            builder,
            builder.reduce(ttir.SumOp, where(builder, mask, each), [2], keep=False),
            dim,
            shape,
        )
        for each in (elements, builder.arange(places, 2))
    ]


def _with_types(builder: RevisionBuilder, op: Any, values: Sequence[SSAValue]) -> list[SSAValue]:
    return [
        builder.typecast(value, result_type(op, i).element_type) for i, value in enumerate(values)
    ]


def _sort(builder: RevisionBuilder, op: Any) -> list[SSAValue]:
    dim: int = op.dim.value.data
    size = shape_of(op.input)[dim]
    descending = bool(op.descending.value.data)
    found = _in_order(builder, op, op.input, dim, size, descending=descending)
    return _with_types(builder, op, found)


def _topk(builder: RevisionBuilder, op: Any) -> list[SSAValue]:
    count, largest = op.k.value.data, bool(op.largest.value.data)
    shape, dim = shape_of(op.input_tensor), op.dim.value.data
    if prod(shape) * shape[dim] > MOST_COMPARED and count <= _MOST_STEPS:
        return _with_types(builder, op, _one_by_one(builder, op, count, largest=largest))
    return _with_types(
        builder, op, _in_order(builder, op, op.input_tensor, dim, count, descending=largest)
    )


def _router(builder: RevisionBuilder, op: Any) -> list[SSAValue]:
    """Return the selected experts and their weights for each token.

    The experts with the largest `input * weight + bias` are selected. Their weights are the
    softmax.
    """
    count: int = op.k.value.data
    if result_type(op).get_shape()[-1] != count:
        raise refuse(op, "results wider than the number of experts")
    token, weight, bias = (builder.f32(each) for each in (op.input, op.weight, op.bias))
    logits_type = TensorType(f32, (shape_of(token)[0], shape_of(weight)[1]))
    logits = builder.into(ttir.MatmulOp, (token, weight), logits_type)
    logits = builder.into(ttir.AddOp, (logits, bias), logits_type)
    largest, places = _in_order(builder, op, logits, 1, count, descending=True)
    shares = builder.into(ttir.SoftmaxOp, (largest,), tensor_type(largest), dimension=si32(1))
    return _with_types(builder, op, [places, shares])


def _one_by_one(builder: RevisionBuilder, op: Any, count: int, *, largest: bool) -> list[SSAValue]:
    """Return the first `count` elements in order and their positions.

    Each step takes the largest or smallest remaining element.
    """
    shape = list(shape_of(op.input_tensor))
    dim: int = op.dim.value.data % len(shape)
    rows = _lines(builder, op.input_tensor, dim)
    lines, size = shape_of(rows)
    kind = "max" if largest else "min"
    reduction, other = EXTREMES[kind][0], neutral(kind, tensor_type(rows).element_type)
    truth, places = (
        TensorType(bf16, (lines, size)),
        builder.arange(TensorType(f32, (lines, size)), 1),
    )
    free = builder.splat(1, truth)
    found: list[tuple[SSAValue, SSAValue]] = []
    for _ in range(count):
        extreme = builder.reduce(reduction, where(builder, free, rows, other), [1])
        same = compared(builder, ttir.EqualOp, rows, builder.stretched(extreme, (lines, size)))
        same = builder.into(ttir.LogicalAndOp, (same, free), truth)
        place = builder.reduce(ttir.MinOp, where(builder, same, places, size), [1])
        found.append((extreme, place))
        taken = compared(builder, ttir.NotEqualOp, places, builder.stretched(place, (lines, size)))
        free = builder.into(ttir.LogicalAndOp, (free, taken), truth)
    shape[dim] = count
    return [
        _from_lines(builder, builder.concat(list(each), 1, (lines, count)), dim, shape)
        for each in zip(*found, strict=True)
    ]


def _scatter(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the result of PyTorch's scatter.

    Each element of the source is written, or added, to the position in its line that the index
    gives.
    """
    shape, kind = shape_of(op.input), op.scatter_reduce_type.value.keyword
    dim: int = op.dim.value.data % len(shape)
    count = shape_of(op.index)[dim]
    if kind not in ("sum", "prod", "invalid", *EXTREMES):
        raise refuse(op, f"the reduction {kind}")
    step = max(MOST_COMPARED // max(prod(shape), 1), 1)
    if count > step * _MOST_PARTS:
        raise refuse(op, "it needs too many comparisons")
    element: Attribute = tensor_type(op.input).element_type
    # `index` may be smaller than the input. It is padded with -1, an index out of range, so that
    # the padding selects nothing.
    edges = [0] * (2 * len(shape))
    for axis, (have, want) in enumerate(zip(shape_of(op.index), shape, strict=True)):
        edges[2 * axis + 1] = 0 if axis == dim else want - have
    index, source = builder.f32(op.index), builder.typecast(op.source, element)
    if any(edges):
        index, source = builder.pad(index, edges, -1.0), builder.pad(source, edges, 0.0)
    rows, index, source = (_lines(builder, each, dim) for each in (op.input, index, source))
    for begin in range(0, count, step):
        end = min(begin + step, count)
        parts = [index, source]
        if count > step:
            parts = [builder.part(each, 1, begin, end) for each in parts]
        rows = _written(builder, rows, parts[0], parts[1], kind)
    return _from_lines(builder, rows, dim, shape)


def _written(
    builder: RevisionBuilder, rows: SSAValue, index: SSAValue, source: SSAValue, kind: str
) -> SSAValue:
    """Return lines after numbers were written to the positions in an index, or combined with the
    numbers there.
    """
    (lines, size), count = shape_of(rows), shape_of(index)[1]
    element = tensor_type(rows).element_type
    wide = (lines, size, count)
    places = TensorType(f32, wide)
    wanted = builder.stretched(builder.reshape(index, (lines, 1, count)), wide)
    mask = compared(builder, ttir.EqualOp, wanted, builder.arange(places, 1))
    given = builder.stretched(builder.reshape(source, (lines, 1, count)), wide)
    if kind in EXTREMES:
        reduction, extreme, _ = EXTREMES[kind]
        other = neutral(kind, element)
        found = builder.reduce(reduction, where(builder, mask, given, other), [2], keep=False)
        return builder.into(extreme, (rows, found), tensor_type(rows))
    if kind == "prod":
        found = folded(builder, ttir.MultiplyOp, where(builder, mask, given, 1), 2)
        return builder.binary(ttir.MultiplyOp, rows, builder.reshaped(found, shape_of(rows)))
    if kind == "sum":
        found = builder.reduce(ttir.SumOp, where(builder, mask, given), [2], keep=False)
        return builder.into(ttir.AddOp, (rows, found), tensor_type(rows))
    return overwritten(builder, rows, mask, given)


def folded(builder: RevisionBuilder, cls: type[Operation], value: SSAValue, dim: int) -> SSAValue:
    """Return the combination of all elements along a dimension, which gets the size 1. The two
    halves of the dimension are combined until one element is left.
    """
    while (size := int(shape_of(value)[dim])) > 1:
        half = size // 2
        low = builder.part(value, dim, 0, half)
        joined = builder.binary(cls, low, builder.part(value, dim, half, 2 * half))
        if size % 2:
            shape = [*shape_of(value)]
            shape[dim] = half + 1
            last = builder.part(value, dim, size - 1, size)
            joined = builder.concat([joined, last], dim, shape)
        value = joined
    return value


def overwritten(
    builder: RevisionBuilder, rows: SSAValue, mask: SSAValue, given: SSAValue
) -> SSAValue:
    """Return `rows` with the elements `given` written where `mask` is true.

    If several elements are written to one position, the last one wins.
    """
    wide = shape_of(given)
    order = builder.arange(TensorType(f32, wide), 2)
    last = builder.reduce(ttir.MaxOp, where(builder, mask, order, -1), [2])
    chosen = compared(builder, ttir.EqualOp, order, builder.stretched(last, wide))
    found = builder.reduce(ttir.SumOp, where(builder, chosen, given), [2], keep=False)
    last = builder.reshape(last, shape_of(rows))
    hit = compared(
        builder, ttir.GreaterThanOp, last, builder.splat(-0.5, TensorType(f32, shape_of(rows)))
    )
    return builder.into(ttir.WhereOp, (hit, found, rows), tensor_type(rows))


SELECTION: Table = {
    "ttir.scatter": _scatter,
    "ttir.sort": _sort,
    "ttir.topk": _topk,
    "ttir.topk_router_gpt": _router,
}
