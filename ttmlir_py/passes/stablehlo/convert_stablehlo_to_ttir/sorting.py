"""Lowering of `sort` and `top_k`.

The new position of an element is the number of elements that come before it.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import islice
from math import copysign, isnan, prod
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import AnyFloat, DictionaryAttr, IntegerAttr, TensorType, f32
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from ttmlir_py.dialects import chlo, stablehlo, ttir
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection, ComparisonType
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.ir.narrowing import is_integer_attr
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.combiners import (
    neutral_element,
    selection_by,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.constants import known_number
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.data_movement import require_static
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.empty_tensors import (
    becomes_empty,
    unless_empty,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.later_operations import (
    first_elements,
    is_sortable,
    sorted_together,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.total_order import (
    keys_of_floats,
    precedes,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import takes_other_sign
from ttmlir_py.rewriting.attributes import ALL_EXACT_IN_F32, i64
from ttmlir_py.rewriting.control_flow import ops_of
from ttmlir_py.rewriting.conversion import UnsupportedError

MOST_COMPARISONS = 1 << 24
"""The maximum number of pairs of elements that are compared."""
MOST_PICKED = 64
"""The maximum number of elements that are picked one by one if there are too many pairs to
compare.
"""

_LONGEST_REGION = 256
"""The maximum number of ops of a comparison region that is analyzed."""


class Key(NamedTuple):
    """A sort key: the index of an operand, the direction, and whether -0 comes before 0.

    NaN comes after all numbers.
    """

    operand: int
    is_descending: bool
    tells_zeros: bool


class _Numbers(NamedTuple):
    """A tensor of shape rows x elements by which each row is sorted. It contains no NaN."""

    value: SSAValue
    is_descending: bool


def lower_sort(op: stablehlo.SortOp, conversion: Conversion) -> None:
    """Lower a `sort` along one dimension whose region compares one or more keys lexicographically.

    Equal elements keep their order.
    """
    keys = _keys(op.comparator.block, conversion)
    if keys is None:
        raise UnsupportedError(
            "its region must compare elements by LT or GT, and equal elements by those of the "
            "next operand"
        )
    shape = shape_of(op.inputs[0])
    require_static(shape)
    if not conversion.types.of(op.inputs[0]).get_shape():
        conversion.replace(op, *op.inputs)
        return
    dim = op.dimension.value.data % len(shape)
    order = [*(each for each in range(len(shape)) if each != dim), dim]
    builder = ConversionBuilder(op)
    (key, *others) = keys
    is_plain = not others and not key.tells_zeros
    if conversion.is_for_later and is_plain and is_sortable(op.inputs[key.operand], dim):
        values = sorted_together(
            builder, [*op.inputs], key.operand, dim, descending=key.is_descending
        )
        conversion.replace(op, *values)
        return
    rows, size = prod(shape) // shape[dim], shape[dim]
    moved = [shape[each] for each in order]
    tables = [builder.reshaped(_permuted(builder, each, order), (rows, size)) for each in op.inputs]
    elements = [conversion.types.of(each).element_type for each in op.inputs]
    numbers = [
        each
        for key in keys
        for each in _numbers(builder, tables[key.operand], elements[key.operand], key)
    ]
    _require_few(rows, size)
    places = _places(builder, numbers)
    results = [_put(builder, table, places, size) for table in tables]
    back = [order.index(each) for each in range(len(order))]
    conversion.replace(
        op, *(_permuted(builder, builder.reshaped(each, moved), back) for each in results)
    )


def _permuted(builder: ConversionBuilder, value: SSAValue, order: Sequence[int]) -> SSAValue:
    return value if list(order) == sorted(order) else builder.permute(value, order)


def _require_few(rows: int, size: int) -> None:
    if rows * size * size > MOST_COMPARISONS:
        raise UnsupportedError(
            f"sorting {rows} x {size} elements needs more than {MOST_COMPARISONS} comparisons"
        )


def _keys(block: Block, conversion: Conversion) -> list[Key] | None:
    """Return the sort keys that the comparison region compares, or None if it is not recognized."""
    terminator = block.last_op
    if not isinstance(terminator, stablehlo.ReturnOp) or len(terminator.operands) != 1:
        return None
    if any(islice(ops_of(block), _LONGEST_REGION, None)):
        return None
    return _order(terminator.operands[0], conversion)


def _order(value: SSAValue, conversion: Conversion) -> list[Key] | None:
    """Return the sort keys of the order `value`, or None.

    It is `a < b`, or `a < b or (a = b and ...)`, where `...` is an order again.
    """
    owner = value.owner
    if isinstance(owner, stablehlo.CompareOp):
        key = _key(owner, conversion)
        is_strict = owner.comparison_direction.value in _DESCENDING
        return [key] if key is not None and is_strict else None
    if isinstance(owner, stablehlo.SelectOp):
        return _then(owner.operands[2], owner.operands[0], owner.operands[1], conversion)
    if not isinstance(owner, stablehlo.OrOp):
        return None
    for first, rest in (owner.operands, owner.operands[::-1]):
        if isinstance(rest.owner, stablehlo.AndOp):
            for equal, order in (rest.owner.operands, rest.owner.operands[::-1]):
                if (found := _then(first, equal, order, conversion)) is not None:
                    return found
    return None


def _then(
    first: SSAValue, equal: SSAValue, order: SSAValue, conversion: Conversion
) -> list[Key] | None:
    """Return the sort keys of an order that compares by `first`, and orders equal elements by
    `order`.
    """
    if not isinstance(first.owner, stablehlo.CompareOp) or not isinstance(
        equal.owner, stablehlo.CompareOp
    ):
        return None
    head, rest = _order(first, conversion), _order(order, conversion)
    same = _key(equal.owner, conversion)
    is_equality = equal.owner.comparison_direction.value is ComparisonDirection.EQ
    if head is None or rest is None or same is None or not is_equality:
        return None
    is_of_one = (same.operand, same.tells_zeros) == (head[0].operand, head[0].tells_zeros)
    return [*head, *rest] if is_of_one else None


_DESCENDING = {ComparisonDirection.LT: False, ComparisonDirection.GT: True}


def _key(op: stablehlo.CompareOp, conversion: Conversion) -> Key | None:
    """Return the sort key of a comparison of two elements of the same operand, or None."""
    (left, is_left_plain), (right, is_right_plain) = (
        _argument(each, conversion) for each in op.operands
    )
    if left is None or right is None or left // 2 != right // 2 or left == right:
        return None
    if is_left_plain != is_right_plain or takes_other_sign(op):
        return None
    kind = op.compare_type
    is_total = kind is not None and kind.value is ComparisonType.TOTALORDER
    is_descending = _DESCENDING.get(op.comparison_direction.value, False) != (left > right)
    return Key(left // 2, is_descending, is_total and is_left_plain)


def _argument(value: SSAValue, conversion: Conversion) -> tuple[int | None, bool]:
    """Return the index of the region's argument that `value` equals. Also return whether the signs
    of NaN and zeros are the same; otherwise `value` may differ from the argument in them.
    """
    keeps_zeros = True
    compared: list[SSAValue] = []
    while isinstance(value.owner, stablehlo.SelectOp):
        condition, constant, rest = value.owner.operands
        compare, number = condition.owner, known_number(constant, conversion)
        if not isinstance(compare, stablehlo.CompareOp) or number is None:
            return None, False
        direction = compare.comparison_direction.value
        if direction is ComparisonDirection.EQ:
            keeps_zeros = False
            is_sign = number == 0 and known_number(compare.rhs, conversion) == 0
        else:
            is_sign = isnan(number) and copysign(1, number) > 0 and compare.lhs is compare.rhs
            is_sign = is_sign and direction is ComparisonDirection.NE
        if not is_sign:
            return None, False
        compared.append(compare.lhs)
        value = rest
    if not isinstance(value, BlockArgument) or any(each is not value for each in compared):
        return None, False
    return value.index, keeps_zeros


def _numbers(
    builder: ConversionBuilder, value: SSAValue, element: Attribute, key: Key
) -> list[_Numbers]:
    """Return the tensors that must be compared for the sort key `key` of `value`."""
    if not isinstance(element, AnyFloat):
        return [_Numbers(value, key.is_descending)]
    keys = keys_of_floats(builder, value, tells_zeros=key.tells_zeros)
    return [_Numbers(each, key.is_descending) for each in keys]


def _places(builder: ConversionBuilder, numbers: Sequence[_Numbers]) -> SSAValue:
    """Return the number of elements of the row that come before each element.

    The shape is rows x 1 x elements, in f32.
    """
    rows, size = shape_of(numbers[0].value)
    line = TensorType(f32, (size,))
    one, other = (
        builder.reshape(builder.arange(line, 0), shape) for shape in ((1, size, 1), (1, 1, size))
    )
    is_before = builder.truth(ttir.LessThanOp, one, other)
    terms = (
        (
            ttir.GreaterThanOp if is_descending else ttir.LessThanOp,
            builder.reshape(value, (rows, size, 1)),
            builder.reshape(value, (rows, 1, size)),
        )
        for value, is_descending in reversed(numbers)
    )
    is_before = precedes(builder, terms, is_before)
    return builder.reduced(ttir.SumOp, builder.typecast(is_before, f32), 1)


def _put(builder: ConversionBuilder, table: SSAValue, places: SSAValue, count: int) -> SSAValue:
    """Return the elements of `table` at their sorted positions `places`, for positions below
    `count`. The shape is rows x count.
    """
    rows, size = shape_of(table)
    targets = builder.reshape(builder.arange(TensorType(f32, (count,)), 0), (1, count, 1))
    is_there = builder.truth(ttir.EqualOp, targets, places)
    value = _selected(builder, builder.reshape(table, (rows, 1, size)), is_there)
    return builder.reshape(value, (rows, count))


def _selected(builder: ConversionBuilder, value: SSAValue, mask: SSAValue) -> SSAValue:
    """Return the element of `value` along the last dimension where `mask` is true."""
    element = tensor_type(value).element_type
    selection, neutral = selection_by(element)
    masked = builder.where(mask, value, builder.scalar(neutral, element))
    return builder.reduced(selection.reduce, masked, len(shape_of(masked)) - 1)


def lower_top_k(op: chlo.TopKOp, conversion: Conversion) -> None:
    """Lower `top_k` to the first elements in descending order."""
    conversion.replace(op, *_first_elements(op, conversion))


def _first_elements(
    op: chlo.TopKOp, conversion: Conversion, turn: type[Operation] | None = None
) -> tuple[SSAValue, SSAValue]:
    """Return the first `k` elements in descending order, and their positions.

    If there are too many elements to compare all pairs, the elements are picked one by one. `turn`
    is an op that reverses the order of numbers and is its own inverse, such as a negation. With
    `turn`, the first elements in ascending order are returned.
    """
    count, shape = op.k.value.data, shape_of(op.operand)
    require_static(shape)
    size = shape[-1]
    rows = prod(shape[:-1])
    if size > ALL_EXACT_IN_F32:
        raise UnsupportedError("f32 cannot represent all positions along its last dimension")
    builder = ConversionBuilder(op)
    element = conversion.types.of(op.operand).element_type
    table = builder.reshaped(op.operand, (rows, size))
    if turn is not None:
        table = builder.unary(turn, table)
    types = (result_type(op), result_type(op, 1))
    if conversion.is_for_later and is_sortable(table, 1):
        values, places = first_elements(builder, table, count)
        places = builder.typecast(places, types[1].element_type)
        if turn is not None:
            values = builder.unary(turn, values)
        shapes = (each.get_shape() for each in types)
        return (
            builder.reshaped(values, next(shapes)),
            builder.reshaped(places, next(shapes)),
        )
    numbers = _numbers(builder, table, element, Key(0, True, True))
    if count <= MOST_PICKED and rows * size * size > MOST_COMPARISONS:
        values, places = _picked(builder, table, numbers, count)
    else:
        _require_few(rows, size)
        ranks = _places(builder, numbers)
        counted = builder.broadcast(builder.arange(TensorType(f32, (1, size)), 1), (rows, size))
        values = _put(builder, table, ranks, count)
        places = _put(builder, counted, ranks, count)
    places = builder.typecast(builder.reshaped(places, types[1].get_shape()), types[1].element_type)
    if turn is not None:
        values = builder.unary(turn, values)
    return builder.reshaped(values, types[0].get_shape()), places


TOP_K_TARGET = "mhlo.topk"
"""The custom call that front ends emitted before CHLO had `top_k`."""


def lower_top_k_call(op: stablehlo.CustomCallOp, conversion: Conversion) -> None:
    """Lower the custom call `mhlo.topk` like `chlo.top_k`.

    The smallest elements are the largest ones of negated floats, or of complements of integers.
    """
    options = op.attributes.get("mhlo.attributes")
    data: Mapping[str, Any] = cast(Any, options).data if isinstance(options, DictionaryAttr) else {}
    count, largest = data.get("k"), data.get("largest")
    if not is_integer_attr(count) or not 0 <= count.value.data < 1 << 31:
        raise UnsupportedError("its mhlo.attributes have no number k")
    if len(op.operands) != 1:
        raise UnsupportedError("it has several operands")
    turn = None
    if largest == IntegerAttr.from_bool(False):
        is_float = isinstance(tensor_type(op.operands[0]).element_type, AnyFloat)
        turn = ttir.NegOp if is_float else ttir.BitwiseNotOp
    elif largest is not None and largest != IntegerAttr.from_bool(True):
        raise UnsupportedError("largest in its mhlo.attributes is neither true nor false")
    shape = conversion.types.of(op.operands[0]).get_shape()
    wanted = (*shape[:-1], count.value.data)
    types = [tensor_type(each) for each in op.results]
    if len(types) != 2 or not shape or any(each.get_shape() != wanted for each in types):
        raise UnsupportedError(f"its results must be two tensors of shape {[*wanted]}")
    if count.value.data > shape[-1]:
        raise UnsupportedError(f"it selects {count.value.data} elements, but there are {shape[-1]}")
    top_k = ConversionBuilder(op).op(chlo.TopKOp, op.operands, types, k=i64(count.value.data))
    conversion.replace(op, *top_k.results)
    if not becomes_empty(top_k, conversion):
        conversion.replace(top_k, *_first_elements(top_k, conversion, turn))


def _picked(
    builder: ConversionBuilder,
    table: SSAValue,
    numbers: Sequence[_Numbers],
    count: int,
) -> tuple[SSAValue, SSAValue]:
    """Return the largest elements and their positions, picked one after the other.

    A picked element is excluded from the following steps.
    """
    rows, size = shape_of(table)
    line = builder.arange(TensorType(f32, (1, size)), 1)
    zero, behind = builder.scalar(0, f32), builder.scalar(size, f32)
    left = builder.truth(ttir.GreaterEqualOp, builder.broadcast(line, (rows, size)), zero)
    values: list[SSAValue] = []
    places: list[SSAValue] = []
    for _ in range(count):
        candidates = reduce(lambda mask, each: _largest(builder, mask, each.value), numbers, left)
        place = builder.reduced(ttir.MinOp, builder.where(candidates, line, behind), 1)
        is_there = builder.truth(ttir.EqualOp, line, place)
        values.append(_selected(builder, table, is_there))
        places.append(place)
        left = builder.truth(ttir.LogicalAndOp, left, builder.truth(ttir.NotEqualOp, line, place))
    if count == 1:
        return values[0], places[0]
    shape = (rows, count)
    return builder.concat(values, 1, shape), builder.concat(places, 1, shape)


def _largest(builder: ConversionBuilder, mask: SSAValue, value: SSAValue) -> SSAValue:
    """Return a mask of the largest among the elements of `value` where `mask` is true."""
    element = tensor_type(value).element_type
    lowest = neutral_element(stablehlo.MaxOp, element)
    assert lowest is not None
    masked = builder.where(mask, value, builder.scalar(lowest, element))
    extreme = builder.reduced(ttir.MaxOp, masked, len(shape_of(masked)) - 1)
    is_extreme = builder.truth(ttir.EqualOp, value, extreme)
    return builder.truth(ttir.LogicalAndOp, mask, is_extreme)


LOWERINGS: Lowerings = unless_empty({stablehlo.SortOp: lower_sort, chlo.TopKOp: lower_top_k})
