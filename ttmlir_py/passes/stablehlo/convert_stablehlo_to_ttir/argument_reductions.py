"""Lowering of `reduce` over elements and their positions, which computes argmax or argmin."""

from collections.abc import Sequence
from math import inf, nan
from typing import NamedTuple

from xdsl.dialects.builtin import AnyFloat, TensorType, bf16, f32
from xdsl.ir import Block, Operation, SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection, ComparisonType
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.combiners import neutral_element
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.constants import known_number
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.later_operations import (
    extreme_and_place,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    result_type,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import takes_other_sign
from ttmlir_py.rewriting.attributes import (
    ALL_EXACT_IN_F32,
    int_value,
)
from ttmlir_py.rewriting.control_flow import ops_of
from ttmlir_py.rewriting.conversion import UnsupportedError

_COMPARED = {
    ComparisonDirection.EQ: float.__eq__,
    ComparisonDirection.NE: float.__ne__,
    ComparisonDirection.GE: float.__ge__,
    ComparisonDirection.GT: float.__gt__,
    ComparisonDirection.LE: float.__le__,
    ComparisonDirection.LT: float.__lt__,
}


class _Pair(NamedTuple):
    """An element and its position, the two values that the reduction compares."""

    element: float
    place: float


_BEFORE, _BEHIND = 0.0, 1.0
_SMALL, _LARGE = 2.0, 3.0


def lower_argument_reduction(op: stablehlo.ReduceOp, conversion: Conversion) -> bool:
    """Lower a `reduce` of a tensor and the positions of its elements. Return False for other
    reductions.

    The results are the extreme elements and their first positions. The region may contain only
    comparisons and selections. Its result then depends only on the order of its arguments, so it is
    evaluated for each order. NaN comes before all numbers.
    """
    if len(op.operands) != 4:
        return False
    value, places, init, _ = op.operands
    dims = integers(op.dimensions)
    sign = _direction(op.body.block)
    if sign is None or len(dims) != 1 or not _are_places(places, dims[0]):
        raise UnsupportedError(
            "a reduction of two operands must return the first largest or smallest element, "
            "and its position"
        )
    if shape_of(value)[dims[0]] > ALL_EXACT_IN_F32:
        raise UnsupportedError("f32 cannot represent all positions along its dimension")
    element = conversion.types.of(value).element_type
    is_float = isinstance(element, AnyFloat)
    extreme = stablehlo.MaxOp if sign == 1 else stablehlo.MinOp
    worst = -sign * inf if is_float else neutral_element(extreme, element)
    if known_number(init, conversion) != worst or known_number(op.operands[3], conversion) != 0:
        raise UnsupportedError(
            "its initial values must be position 0, and an element that every other element "
            "replaces"
        )
    _lower(op, conversion, dims[0], sign, has_nan=is_float)
    return True


def _direction(block: Block) -> int | None:
    """Return 1 if the region selects the larger element, -1 for the smaller one, otherwise None.

    Of equal elements the region must select the first.
    """
    if len(block.args) != 4:
        return None
    before, behind = _Pair(_SMALL, _BEFORE), _Pair(_LARGE, _BEHIND)
    chosen = _chosen(block, before, behind)
    sign = {before: -1, behind: 1}.get(chosen) if chosen is not None else None
    if sign is None:
        return None
    swapped = _chosen(block, _Pair(_LARGE, _BEFORE), _Pair(_SMALL, _BEHIND))
    wanted = _Pair(_LARGE, _BEFORE) if sign == 1 else _Pair(_SMALL, _BEHIND)
    is_first = _chosen(block, _Pair(_SMALL, _BEFORE), _Pair(_SMALL, _BEHIND))
    if swapped != wanted or is_first != _Pair(_SMALL, _BEFORE):
        return None
    return sign


def _chosen(block: Block, left: _Pair, right: _Pair) -> _Pair | None:
    """Return the pair that the region selects, or None if the region is not understood.

    It is understood if it has only comparisons, selections and logic.
    """
    numbers: dict[SSAValue, float | bool] = dict(
        zip(block.args, (left.element, left.place, right.element, right.place), strict=True)
    )
    for op in ops_of(block):
        operands = [numbers[each] for each in op.operands if each in numbers]
        if len(operands) != len(op.operands):
            return None
        if isinstance(op, stablehlo.ReturnOp):
            return _Pair(*map(float, operands)) if len(operands) == 2 else None
        result = _evaluated(op, operands)
        if result is None:
            return None
        numbers[op.results[0]] = result
    return None


def _evaluated(op: Operation, operands: Sequence[float | bool]) -> float | bool | None:
    match op:
        case stablehlo.CompareOp():
            kind = op.compare_type
            is_total = kind is not None and kind.value is ComparisonType.TOTALORDER
            if is_total or takes_other_sign(op):
                return None
            compare = _COMPARED[op.comparison_direction.value]
            return compare(float(operands[0]), float(operands[1]))
        case stablehlo.SelectOp():
            return operands[1] if operands[0] else operands[2]
        case stablehlo.MaxOp():
            return max(operands)
        case stablehlo.MinOp():
            return min(operands)
        case stablehlo.AndOp():
            return bool(operands[0] and operands[1])
        case stablehlo.OrOp():
            return bool(operands[0] or operands[1])
        case stablehlo.NotOp():
            return not operands[0]
        case _:
            return None


def _are_places(value: SSAValue, dim: int) -> bool:
    """Whether the elements of `value` along dimension `dim` are 0, 1, 2 and so on."""
    owner = value.owner
    while isinstance(owner, ttir.BroadcastOp | ttir.TypecastOp):
        owner = owner.operands[0].owner
    if isinstance(owner, ttir.ReshapeOp):
        source = owner.operands[0]
        target = [size if i == dim else 1 for i, size in enumerate(shape_of(owner.results[0]))]
        return list(shape_of(owner.results[0])) == target and _are_places(source, 0)
    return (
        isinstance(owner, ttir.ArangeOp)
        and int_value(owner.start) == 0
        and int_value(owner.step) == 1
        and int_value(owner.arange_dimension) == dim
    )


def _lower(
    op: stablehlo.ReduceOp, conversion: Conversion, dim: int, sign: int, *, has_nan: bool
) -> None:
    """Replace `op` by ops that compute the extreme element and its first position.

    `sign` is 1 for the largest element and -1 for the smallest. With `has_nan`, NaN counts as most
    extreme; otherwise the extreme is taken over the numbers only.
    """
    builder, value = ConversionBuilder(op), op.operands[0]
    if conversion.is_for_later and has_nan:
        element, place = extreme_and_place(builder, value, dim, sign)
        place = builder.typecast(place, result_type(op, 1).element_type)
        conversion.replace(
            op,
            builder.reshape(element, result_type(op).get_shape()),
            builder.reshape(place, result_type(op, 1).get_shape()),
        )
        return
    shape, type_ = shape_of(value), tensor_type(value)
    count = shape[dim]
    extreme_op = ttir.MaxOp if sign == 1 else ttir.MinOp
    truth = TensorType(bf16, shape)
    line = [size if i == dim else 1 for i, size in enumerate(shape)]
    places = builder.broadcast(_counted(builder, line, dim), shape)
    numbers = value
    is_nan = builder.into(ttir.NotEqualOp, (value, value), truth) if has_nan else None
    if is_nan is not None:
        worst = builder.scalar(-sign * inf, type_.element_type)
        numbers = builder.into(ttir.WhereOp, (is_nan, worst, value), type_)
    element = builder.reduced(extreme_op, numbers, dim)
    is_extreme = builder.into(ttir.EqualOp, (numbers, element), truth)
    place = _first_place(builder, places, is_extreme, dim, count)
    if is_nan is not None:
        first_nan = _first_place(builder, places, is_nan, dim, count)
        there_is = builder.truth(ttir.LessThanOp, first_nan, builder.scalar(count, f32))
        place = builder.where(there_is, first_nan, place)
        element = builder.where(there_is, builder.scalar(nan, type_.element_type), element)
    element_type, place_type = result_type(op), result_type(op, 1)
    place = builder.reshape(place, place_type.get_shape())
    conversion.replace(
        op,
        builder.reshape(element, element_type.get_shape()),
        builder.typecast(place, place_type.element_type),
    )


def _counted(builder: ConversionBuilder, shape: Sequence[int], dim: int) -> SSAValue:
    """Return an f32 tensor of shape `shape` that counts 0, 1, ... along dimension `dim`."""
    return builder.arange(TensorType(f32, shape), dim)


def _first_place(
    builder: ConversionBuilder, places: SSAValue, mask: SSAValue, dim: int, count: int
) -> SSAValue:
    """Return the first position along `dim` where `mask` is true, or `count` if it is nowhere
    true.
    """
    nowhere = builder.scalar(count, f32)
    masked = builder.into(ttir.WhereOp, (mask, places, nowhere), tensor_type(places))
    return builder.reduced(ttir.MinOp, masked, dim)
