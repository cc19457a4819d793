"""Folders of TOSA's ops as in LLVM 19.

Constants are folded only if all their elements are equal, so one result is computed, with Python's
numbers.
"""

import math
from collections.abc import Callable
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerType,
    Signedness,
    TensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import ConstantLike

from ttmlir_py.ir.elements import element_size, splat_data
from ttmlir_py.ir.external_models import FoldResult
from ttmlir_py.ir.narrowing import is_integer_type, is_tensor_type

Elements = DenseIntOrFPElementsAttr[Any]
Number = int | float
_FLOATS = (BFloat16Type, Float16Type, Float32Type, Float64Type)
_MANTISSA_BITS = {BFloat16Type: 7, Float16Type: 10, Float32Type: 23, Float64Type: 52}
_FORMATS = {BFloat16Type: (16, 0x7F80), Float16Type: (16, 0x7C00)} | {
    Float32Type: (32, 0xFF << 23),
    Float64Type: (64, 0x7FF << 52),
}
"""Maps float types to their width in bits, and the bits of infinity."""


def constant_elements(value: SSAValue) -> Elements | None:
    """Return the elements of `value` if it is a constant with elements in the text, otherwise
    None.
    """
    producer = value.owner
    if not isinstance(producer, Operation) or not producer.has_trait(
        ConstantLike, value_if_unregistered=False
    ):
        return None
    elements = producer.properties.get("value")
    return cast(Elements, elements) if isinstance(elements, DenseIntOrFPElementsAttr) else None


def splat_elements(value: SSAValue) -> Elements | None:
    """Return the elements of `value` if it is a constant whose elements are equal, otherwise
    None.
    """
    elements = constant_elements(value)
    return None if elements is None or splat_data(elements) is None else elements


def repeated(elements: Elements, type: TensorType[Attribute]) -> Elements:
    """Return a constant of type `type` whose elements all equal the first element of `elements`."""
    return _of_data(elements.data.data[: element_size(elements)], type)


def _of_data(data: bytes, type: TensorType[Attribute]) -> Elements:
    """Return a constant of type `type` whose elements all have the bytes `data`."""
    return DenseIntOrFPElementsAttr(cast(Any, type), BytesAttr(data * prod(type.get_shape())))


def the_input(op: Operation, index: int = 0) -> FoldResult | None:
    """Return operand `index`, as the folded value, if its type is that of the result; otherwise
    return None.
    """
    value = op.operands[index]
    return [value] if value.type == op.results[0].type else None


def inner_input(op: Operation, inner: type[Operation]) -> FoldResult | None:
    """If `op` is `f(g(x))`, where `inner` is the class of `g`, return `x`, otherwise None."""
    producer = op.operands[0].owner
    if not isinstance(producer, inner) or producer.operands[0].type != op.results[0].type:
        return None
    return [producer.operands[0]]


def static_type(value: SSAValue) -> TensorType[Attribute] | None:
    """Return the type of `value` if it is a ranked tensor of static shape, otherwise None."""
    type = value.type
    return type if is_tensor_type(type) and type.has_static_shape() else None


def _ranked_types(op: Operation) -> list[TensorType[Attribute]] | None:
    """Return the types of operands and result if all are ranked tensors of integers or floats.

    Otherwise return None.
    """
    types: list[TensorType[Attribute]] = []
    for value in (*op.operands, *op.results):
        type = value.type
        if not is_tensor_type(type) or not (
            is_integer_type(type.element_type) or isinstance(type.element_type, _FLOATS)
        ):
            return None
        types.append(type)
    return types


def splat_number(elements: Elements | None) -> Number | None:
    """Return the number that all elements equal (integers as signed), or None if they differ."""
    data = None if elements is None else splat_data(elements)
    if elements is None or data is None:
        return None
    type: Attribute = elements.get_element_type()
    if is_integer_type(type):
        return signed(int.from_bytes(data, "little"), type.width.data)
    return elements.get_values()[0] if isinstance(type, _FLOATS) else None


def signed(value: int, width: int) -> int:
    """Return the lowest `width` bits of `value` as a signed integer."""
    half = 1 << (width - 1)
    return ((value + half) & ((1 << width) - 1)) - half


def splat_of(number: Number, type: TensorType[Attribute]) -> Elements:
    """Return a constant of type `type` whose elements all are `number`.

    The number is rounded or wraps around as the element type requires.
    """
    element = type.element_type
    if is_integer_type(element):
        width = element.width.data
        stored = int(number) & ((1 << width) - 1)
        if width > 1 and element.signedness.data is not Signedness.UNSIGNED:
            stored = signed(stored, width)
        return DenseIntOrFPElementsAttr.from_list(cast(Any, type), [stored])
    return DenseIntOrFPElementsAttr.from_list(cast(Any, type), [_rounded(float(number), element)])


def _rounded(value: float, type: Attribute) -> float:
    try:
        return FloatAttr(value, cast(Any, type)).value.data
    except OverflowError:
        return math.copysign(math.inf, value)


def _is_zero(elements: Elements | None) -> bool:
    return splat_number(elements) == 0


def _quiet_nan(elements: Elements, type: TensorType[Attribute]) -> Elements:
    """Return the NaN in `elements` converted to the element type of `type`.

    The result is quiet. It has the same sign, and the leading bits of the payload.
    """
    source = elements.get_element_type().__class__
    target = cast(Any, type.element_type.__class__)
    bits = int.from_bytes(elements.data.data[: element_size(elements)], "little")
    before, after = _MANTISSA_BITS[source], _MANTISSA_BITS[target]
    payload = (bits & ((1 << before) - 1)) << after >> before
    width, infinity = _FORMATS[target]
    sign = bits >> (_FORMATS[source][0] - 1) << (width - 1)
    quiet = sign | infinity | payload | 1 << (after - 1)
    return _of_data(quiet.to_bytes(width // 8, "little"), type)


def _computed(
    op: Operation, types: list[TensorType[Attribute]], compute: Callable[[Any, Any], Number]
) -> FoldResult | None:
    """Return the result of `compute` for two constants of the same element type, or None.

    If one operand is NaN, the result is that NaN.
    """
    lhs, rhs = map(splat_elements, op.operands)
    if lhs is None or rhs is None or len({type.element_type for type in types}) > 1:
        return None
    a, b = splat_number(lhs), splat_number(rhs)
    if a is None or b is None:
        return None
    for elements, number in ((lhs, a), (rhs, b)):
        if math.isnan(number):
            return [_quiet_nan(elements, types[-1])]
    return [splat_of(compute(a, b), types[-1])]


def _added(a: Number, b: Number) -> Number:
    result = a + b
    # The processor may set the sign of a NaN that it computes, so the NaN is replaced.
    return math.nan if math.isnan(result) else result


def _subtracted(a: Number, b: Number) -> Number:
    return _added(a, -b)


def _multiplied(a: Number, b: Number) -> Number:
    result = a * b
    return math.nan if math.isnan(result) else result


def fold_add(op: Operation) -> FoldResult | None:
    """Fold a sum: return `x` for `x + 0`, the sum of two constants, or None if nothing folds."""
    if (types := _ranked_types(op)) is None:
        return None
    lhs, rhs = map(splat_elements, op.operands)
    if types[0] == types[2] and _is_zero(rhs):
        return [op.operands[0]]
    if types[1] == types[2] and _is_zero(lhs):
        return [op.operands[1]]
    return _computed(op, types, _added)


def fold_sub(op: Operation) -> FoldResult | None:
    """Fold a difference: return `x` for `x - 0`, the difference of two constants, or None if
    nothing folds.
    """
    if (types := _ranked_types(op)) is None:
        return None
    if types[0] == types[2] and _is_zero(splat_elements(op.operands[1])):
        return [op.operands[0]]
    return _computed(op, types, _subtracted)


def fold_mul(op: Operation, shift: int) -> FoldResult | None:
    """Fold a product: return 0 for `x * 0`, `x` for `x * 1`, the product of two constants, or None
    if nothing folds.

    For integers, 1 includes the shift of the product.
    """
    if (types := _ranked_types(op)) is None:
        return None
    is_integer = is_integer_type(types[2].element_type)
    shift = shift if is_integer else 0
    constants = [splat_elements(value) for value in op.operands]
    for index, elements in enumerate(constants):
        if types[1 - index] != types[2] or elements is None:
            continue
        if _is_zero(elements):
            return [repeated(elements, types[2])]
        if splat_number(elements) == 1 << shift:
            return [op.operands[1 - index]]
    if not is_integer:
        return _computed(op, types, _multiplied)
    width = cast(IntegerType, types[0].element_type).width.data
    return _computed(op, types, lambda a, b: ((a * b) & ((1 << 2 * width) - 1)) >> shift)


def fold_int_div(op: Operation) -> FoldResult | None:
    """Fold a quotient: return 0 for `0 / x`, `x` for `x / 1`, the quotient of two constants, or
    None if nothing folds.

    A division by 0 is not folded.
    """
    types = _ranked_types(op)
    if types is None or types[0] != types[1] or types[0] != types[2]:
        return None
    lhs, rhs = map(splat_elements, op.operands)
    a, b = splat_number(lhs), splat_number(rhs)
    if lhs is not None and a == 0:
        return [lhs]
    if b == 1:
        return [op.operands[0]]
    if a is None or b is None or b == 0:
        return None
    magnitude = abs(cast(int, a)) // abs(cast(int, b))
    return [splat_of(magnitude if (a < 0) == (b < 0) else -magnitude, types[2])]


def fold_reciprocal(op: Operation) -> FoldResult | None:
    """Return the reciprocal of a constant, or None."""
    elements, result = splat_elements(op.operands[0]), static_type(op.results[0])
    number = splat_number(elements)
    if elements is None or result is None or not isinstance(number, float):
        return None
    if math.isnan(number):
        return [_quiet_nan(elements, result)]
    return [splat_of(1 / number if number else math.copysign(math.inf, number), result)]


def fold_comparison(op: Operation, compare: Callable[[Any, Any], bool]) -> FoldResult | None:
    """Return the result of comparing two constants, or None; integers are compared as signed."""
    lhs, rhs = map(splat_elements, op.operands)
    result = static_type(op.results[0])
    if lhs is None or rhs is None or result is None:
        return None
    if lhs.get_element_type() != rhs.get_element_type():
        return None
    a, b = splat_number(lhs), splat_number(rhs)
    return None if a is None or b is None else [splat_of(int(compare(a, b)), result)]


def fold_equal(op: Operation) -> FoldResult | None:
    """Fold an equality: return true for `x == x`, the comparison of two constants, or None if
    nothing folds.

    `x == x` is folded for integers only, because a float may be NaN.
    """
    lhs, rhs = op.operands
    result, element = static_type(op.results[0]), cast(Any, lhs.type).element_type
    if lhs is rhs and is_integer_type(element) and result is not None:
        return [splat_of(1, result)]
    return fold_comparison(op, lambda a, b: a == b)


def fold_cast(op: Operation) -> FoldResult | None:
    """Fold a cast: return the input of a cast to the same type, the cast of a constant, or None if
    nothing folds.

    Booleans become 0 and 1. LLVM 19 has -1 for true, but no pass of upstream lets it reach that
    folder.
    """
    if (same := the_input(op)) is not None:
        return same
    elements, result = splat_elements(op.operands[0]), static_type(op.results[0])
    number = splat_number(elements)
    if elements is None or result is None or number is None:
        return None
    source, target = elements.get_element_type(), result.element_type
    if is_integer_type(source):
        if source.signedness.data is Signedness.UNSIGNED or source.width.data == 1:
            number = int(number) & ((1 << source.width.data) - 1)
        return [splat_of(number, result)] if _is_number_type(target) else None
    if is_integer_type(target):
        return [splat_of(_to_integer(number, target), result)]
    if not isinstance(target, _FLOATS):
        return None
    return [_quiet_nan(elements, result) if math.isnan(number) else splat_of(number, result)]


def _is_number_type(type: Attribute) -> bool:
    return is_integer_type(type) or isinstance(type, _FLOATS)


def _to_integer(number: float, type: IntegerType) -> int:
    """Return the integer nearest to `number` in the range of `type`, ties to even; 0 for NaN."""
    is_unsigned = type.signedness.data is Signedness.UNSIGNED
    width = type.width.data
    lowest = 0 if is_unsigned else -(1 << (width - 1))
    highest = lowest + (1 << width) - 1
    if math.isnan(number):
        return 0
    if math.isinf(number):
        return highest if number > 0 else lowest
    return min(max(round(number), lowest), highest)


def fold_reduction(op: Operation, axis: int) -> FoldResult | None:
    """Return the input of a reduction of a dimension of size 1, otherwise None."""
    type = op.operands[0].type
    if not is_tensor_type(type):
        return None
    shape = type.get_shape()
    return the_input(op) if not shape or shape[axis] == 1 else None


def fold_splat(op: Operation) -> FoldResult | None:
    """Fold an op that only moves elements: if all elements of its constant operand are equal,
    return a constant of the result's type with these elements, otherwise None.
    """
    elements, result = splat_elements(op.operands[0]), static_type(op.results[0])
    if elements is None or result is None or elements.get_element_type() != result.element_type:
        return None
    return [repeated(elements, result)]
