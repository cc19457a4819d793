"""Lowering to operations that TT-NN has in later revisions only."""

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    AnyFloat,
    IntegerType,
    Signedness,
    StringAttr,
    bf16,
    f32,
)
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import later, stablehlo, ttir
from ttmlir_py.dialects.tensor_types import ranked_tensor, shape_of, tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import ConversionBuilder
from ttmlir_py.rewriting.attributes import bool_attr, i32

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
