"""Lowering to operations that TT-NN has in later revisions only."""

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import (
    AnyFloat,
    IntegerType,
    Signedness,
    StringAttr,
    bf16,
    f32,
)
from xdsl.dialects.builtin import (
    i32 as word,
)
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import later, stablehlo, ttir
from ttmlir_py.dialects.tensor_types import ranked_tensor, shape_of, tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import ConversionBuilder
from ttmlir_py.rewriting.attributes import bool_attr, dense_i64_array, i32

_PLACE = IntegerType(16, Signedness.UNSIGNED)
"""The type of places in a dimension."""
_LONG_PLACE = IntegerType(32, Signedness.UNSIGNED)
MOST_PLACES = 1 << 16


def is_sortable(value: SSAValue, dim: int) -> bool:
    """Whether devices sort the elements of `value` along `dim`: floats with places in 16 bits."""
    shape = shape_of(value)
    return tensor_type(value).element_type in (f32, bf16) and 0 < shape[dim] <= MOST_PLACES


def sorted_together(
    builder: ConversionBuilder,
    values: Sequence[SSAValue],
    key: int,
    dim: int,
    *,
    descending: bool,
) -> list[SSAValue]:
    """Return the tensors `values` in the order of the elements of the one with index `key`."""
    source = values[key]
    type_ = tensor_type(source)
    places = ranked_tensor(_PLACE, type_.get_shape())
    properties = {"dim": i32(dim), "descending": bool_attr(descending)}
    made = builder.op(later.SortOp, (source,), (type_, places), **properties)
    return [
        made.results[0]
        if index == key
        else builder.typecast(made.results[1], tensor_type(each).element_type)
        if _counts(each, dim)
        else gathered(builder, each, made.results[1], dim)
        for index, each in enumerate(values)
    ]


def _counts(value: SSAValue, dim: int) -> bool:
    """Whether the elements of `value` along `dim` are 0, 1, 2 and so on."""
    owner = value.owner
    if isinstance(owner, ttir.BroadcastOp | ttir.TypecastOp):
        return _counts(owner.operands[0], dim)
    return (
        isinstance(owner, ttir.ArangeOp)
        and owner.start.value.data == 0
        and owner.step.value.data == 1
        and owner.arange_dimension.value.data == dim
    )


def gathered(builder: ConversionBuilder, value: SSAValue, places: SSAValue, dim: int) -> SSAValue:
    """Return the elements of `value` at `places` along `dim`."""
    type_ = ranked_tensor(tensor_type(value).element_type, shape_of(places))
    return builder.value(later.GatherOp, (value, places), type_, dim=i32(dim))


def first_elements(
    builder: ConversionBuilder, value: SSAValue, count: int
) -> tuple[SSAValue, SSAValue]:
    """Return the `count` largest elements of the last dimension, and their places.

    The library gives the places of f32 as si32, and those of bf16 in 16 bits.
    """
    shape, element = (*shape_of(value)[:-1], count), tensor_type(value).element_type
    places = IntegerType(32) if element == f32 else _PLACE
    types = ranked_tensor(element, shape), ranked_tensor(places, shape)
    properties = {"k": i32(count), "dim": i32(len(shape) - 1)}
    made = builder.op(later.TopKOp, (value,), types, **properties)
    return made.results[0], made.results[1]


_RUNNING = {stablehlo.MaxOp: "Max", stablehlo.MinOp: "Min"}


def running(
    builder: ConversionBuilder,
    cls: type[Operation],
    value: SSAValue,
    dim: int,
    *,
    reverse: bool,
) -> SSAValue | None:
    """Return the combination by `cls` of all elements up to each one along `dim`, or None.

    With `reverse`, it is that of all elements from each one on.
    """
    type_ = tensor_type(value)
    if not isinstance(type_.element_type, AnyFloat):
        return None
    if cls is stablehlo.MulOp and not reverse:
        return builder.value(later.CumProdOp, (value,), type_, dim=i32(dim))
    if cls not in _RUNNING:
        return None
    properties = {"reduction": StringAttr(_RUNNING[cls]), "reverse": bool_attr(reverse)}
    return builder.value(later.CumulativeOp, (value,), type_, dim=i32(dim), **properties)


def extreme_and_place(
    builder: ConversionBuilder, value: SSAValue, dim: int, sign: int
) -> tuple[SSAValue, SSAValue]:
    """Return the largest element along `dim` (`sign` 1), or the smallest one (-1), and its first
    place. The dimension of the element keeps size 1. NaN counts as the most extreme element.

    Law: `argmin(x) == argmax(-x)`.
    """
    shape = shape_of(value)
    kept = [1 if i == dim else size for i, size in enumerate(shape)]
    source = value if sign == 1 else builder.unary(ttir.NegOp, value)
    type_ = ranked_tensor(_LONG_PLACE, (*shape[:dim], *shape[dim + 1 :]) or (1,))
    place = builder.value(later.ArgMaxOp, (source,), type_, dim=i32(dim))
    return gathered(builder, value, builder.reshape(place, kept), dim), place


def outer_dims(indexed: Sequence[int]) -> range:
    """Return the dimensions before those that number rows, if these are next to each other.

    The rows of each position along them are a table of their own.
    """
    first = indexed[0]
    is_together = [*indexed] == [*range(first, first + len(indexed))]
    return range(first if is_together else 0)


def row_order(rank: int, indexed: Sequence[int]) -> list[int]:
    """Return all dimensions in the order of tables: outer ones, then `indexed`, then those of a
    row.
    """
    outer = outer_dims(indexed)
    return [*outer, *indexed, *(d for d in range(rank) if d not in (*outer, *indexed))]


def rows_gathered(
    builder: ConversionBuilder,
    value: SSAValue,
    indices: SSAValue,
    indexed: Sequence[int],
    windows: Sequence[int],
) -> SSAValue:
    """Return the rows in windows of `value`: outer x rows, and the dimensions of a row.

    `indices` [count, dimensions] has the first place of each window along the dimensions `indexed`.
    The other dimensions are outer ones and those of a row, see `row_order`.
    """
    shape = shape_of(value)
    table = row_table(builder, value, indexed)
    count = shape_of(indices)[0] * prod(windows)
    result = _rows_shape(shape, indexed, count)
    type_ = ranked_tensor(tensor_type(value).element_type, result)
    properties = {
        "sizes": dense_i64_array([shape[dim] for dim in indexed]),
        "windows": dense_i64_array(windows),
    }
    operands = (table, _as_places(builder, indices))
    return builder.value(later.RowsGatherOp, operands, type_, **properties)


def _rows_shape(shape: Sequence[int], indexed: Sequence[int], count: int) -> tuple[int, ...]:
    """Return the shape of `count` rows of a tensor of `shape`."""
    outer = outer_dims(indexed)
    row = [size for dim, size in enumerate(shape) if dim not in (*outer, *indexed)]
    return (prod(shape[dim] for dim in outer), count, *row)


def row_table(builder: ConversionBuilder, value: SSAValue, indexed: Sequence[int]) -> SSAValue:
    """Return `value` as tables: outer x rows, and the dimensions of a row.

    The dimensions `indexed` number rows. If a row is one element, they are columns: the last
    dimension.
    """
    shape = shape_of(value)
    order = row_order(len(shape), indexed)
    if order != sorted(order):
        value = builder.permute(value, order)
    sizes = [shape[dim] for dim in indexed]
    table = _rows_shape(shape, indexed, prod(sizes))
    if len(table) == 2:
        table = (table[0], *([1] if len(sizes) == 1 else []), *sizes)
    return builder.reshaped(value, table)


def from_row_table(
    builder: ConversionBuilder, table: SSAValue, shape: Sequence[int], indexed: Sequence[int]
) -> SSAValue:
    """Return the inverse of `row_table`: a tensor of `shape`."""
    order = row_order(len(shape), indexed)
    value = builder.reshaped(table, [shape[dim] for dim in order])
    if order == sorted(order):
        return value
    return builder.permute(value, [order.index(dim) for dim in range(len(order))])


def rows_scattered(
    builder: ConversionBuilder,
    value: SSAValue,
    indices: SSAValue,
    updates: SSAValue,
    indexed: Sequence[int],
    windows: Sequence[int],
    reduce: str = "Invalid",
) -> SSAValue:
    """Return `value` with rows of windows replaced by `updates`, or combined with them (`reduce`).

    The operands are those of `rows_gathered`. `updates` are outer x rows, and the dimensions of a
    row.
    """
    shape = shape_of(value)
    table = row_table(builder, value, indexed)
    properties = {
        "sizes": dense_i64_array([shape[dim] for dim in indexed]),
        "windows": dense_i64_array(windows),
        "reduce": StringAttr(reduce),
    }
    operands = (table, _as_places(builder, indices), updates)
    found = builder.value(later.RowsScatterOp, operands, tensor_type(table), **properties)
    return from_row_table(builder, found, shape, indexed)


def _as_places(builder: ConversionBuilder, indices: SSAValue) -> SSAValue:
    """Return `indices` [count, dimensions] as si32 of shape 1 x dimensions x count."""
    count, length = shape_of(indices)
    if count > 1 and length > 1:
        indices = builder.permute(indices, (1, 0))
    return builder.reshape(builder.typecast(indices, word), (1, length, count))


def pooled_sum(
    builder: ConversionBuilder,
    value: SSAValue,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
) -> SSAValue:
    """Return the sums of windows of an image [batch, height, width, channels].

    `padding` is that at the top, left, bottom and right.
    """
    batch, height, width, channels = shape = shape_of(value)
    rows = (height + padding[0] + padding[2] - kernel[0]) // stride[0] + 1
    columns = (width + padding[1] + padding[3] - kernel[1]) // stride[1] + 1
    flat = builder.reshaped(value, (1, 1, batch * height * width, channels))
    element = tensor_type(value).element_type
    type_ = ranked_tensor(element, (1, 1, batch * rows * columns, channels))
    properties = {
        "shape": dense_i64_array(shape),
        "kernel": dense_i64_array(kernel),
        "stride": dense_i64_array(stride),
        "padding": dense_i64_array(padding),
        "divisor": i32(1),
    }
    found = builder.value(later.AvgPool2dOp, (flat,), type_, **properties)
    return builder.reshaped(found, (batch, rows, columns, channels))


def are_places(indices: SSAValue) -> bool:
    """Whether si32 holds all indices of this type."""
    element = tensor_type(indices).element_type
    if not is_integer_type(element):
        return False
    return element.bitwidth < 32 or element.signedness.data is not Signedness.UNSIGNED
