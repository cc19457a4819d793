"""Lowering of constants to TTIR's types, and search for values that are known numbers."""

from math import isfinite, isinf, isnan, prod
from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    Float64Type,
    Signedness,
)
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from ttmlir_py.dialects import chlo, stablehlo, ttir
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.elements import splat_data
from ttmlir_py.ir.narrowing import is_complex_type, is_integer_type
from ttmlir_py.ir.resources import ResourceError, dense_elements
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Elements,
    Lowerings,
    result_type,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import (
    NO_COMPLEX_NUMBERS,
    is_boolean,
)
from ttmlir_py.rewriting.conversion import UnsupportedError
from ttmlir_py.rewriting.mutation import erase

_LONGEST_CHAIN = 64
"""The maximum number of ops between a value and its constant, which bounds the time of a search."""


def lower_constant(op: stablehlo.ConstantOp | chlo.ConstantOp, conversion: Conversion) -> None:
    """Lower `stablehlo.constant` to a constant of TTIR's types.

    Elements that do not fit are an error at the end of the conversion, if the constant is used.
    """
    converted = result_type(op)
    value = op.properties["value"]
    if is_complex_type(converted.element_type):
        raise UnsupportedError(NO_COMPLEX_NUMBERS)
    if converted != tensor_type(op.output) or op.value.get_type() != converted:
        value = _given_elements(op, value)
        if unheld_element(value) is not None:
            conversion.kept_constants.append(op)
            return
        value = _convert_elements(value, converted)
    conversion.replace(op, ConversionBuilder(op).value(ttir.ConstantOp, (), converted, value=value))


def _given_elements(op: Operation, value: Attribute) -> Elements:
    """Return the elements of `value`, the value of the constant `op`, for its conversion to another
    type. Raises UnsupportedError if the MLIR text elided them.
    """
    try:
        elements = dense_elements(op, value)
    except ResourceError as error:
        raise UnsupportedError(str(error)) from None
    if elements is None:
        raise UnsupportedError(
            "its elements are of a kind that cannot be converted to another type"
        )
    return elements


def refuse_kept_constants(conversion: Conversion) -> None:
    """Erase the constants that could not be converted.

    Raises OperationError for the first of them that is used.
    """
    for op in conversion.kept_constants:
        if op.output.first_use is not None:
            value = _given_elements(op, op.value)
            raise OperationError(
                op,
                f"element {unheld_element(value)} does not fit into "
                f"'{result_type(op).element_type}', the type that it has in TTIR",
            )
        erase(op)


def unheld_element(value: Elements) -> float | None:
    """Return the first element of `value` that does not fit in 32 bits, or None."""
    element = cast(Attribute, value.get_element_type())
    if is_integer_type(element) and element.width.data == 64:
        is_unsigned = element.signedness.data is Signedness.UNSIGNED
        low, high = (0, 2**32) if is_unsigned else (-(2**31), 2**31)
        numbers = _elements(value)
        if not numbers or low <= min(numbers) <= max(numbers) < high:
            return None
        return next(each for each in numbers if not low <= each < high)
    if isinstance(element, Float64Type):
        return next((x for x in _elements(value) if isfinite(x) and abs(x) >= _F32_OVERFLOW), None)
    return None


_F32_OVERFLOW = 2.0**128 - 2.0**103
"""The smallest number that f32 rounds to infinity."""


def _elements(value: Elements) -> tuple[Any, ...]:
    """Return all elements of `value`, or a single element if all are equal."""
    repeated = splat_data(value)
    if repeated is None:
        return cast("tuple[Any, ...]", value.get_values())
    return cast("tuple[Any, ...]", value.get_element_type().unpack(repeated, 1))


def _convert_elements(value: Elements, type_: RankedTensor) -> Elements:
    """Return the elements of `value` converted to the element type and shape of `type_`."""
    element = cast(Attribute, value.get_element_type())
    if is_integer_type(element) and element.width.data in (2, 4):
        raise UnsupportedError(f"TTIR has no constants of '{element}'")
    if element == type_.element_type:
        return DenseIntOrFPElementsAttr(cast(Any, type_), value.data)
    if not prod(type_.get_shape()):
        return DenseIntOrFPElementsAttr.from_list(cast(Any, type_), [])
    if is_boolean(element):
        data = _truth_values(value, type_.element_type)
    elif is_integer_type(element) and element.width.data == 64:
        # The elements are little-endian: take the low words.
        data = memoryview(value.data.data).cast("I")[::2].tobytes()
    else:
        return DenseIntOrFPElementsAttr.from_list(cast(Any, type_), _elements(value))
    return DenseIntOrFPElementsAttr(cast(Any, type_), BytesAttr(data))


def _truth_values(value: Elements, element: Any) -> bytes:
    """Return the booleans in `value` as 0 and 1 of type `element`, encoded byte by byte.

    A loop over elements would be slow, because masks are large.
    """
    held, ones = bytes(value.data.data), element.pack([1])
    data = bytearray(len(held) * len(ones))
    for place, byte in enumerate(ones):
        data[place :: len(ones)] = held.translate(bytes([0]) + bytes([byte]) * 255)
    return bytes(data)


def known_number(value: SSAValue, conversion: Conversion) -> float | None:
    """Return the number that all elements of the tensor `value` equal, or None if it is unknown.

    The search follows ops that change only shapes and types, and calls of private functions. Each
    typecast on the way is applied to the number. A 64-bit constant that does not fit in TTIR's
    types keeps its original value.
    """
    return _known_number(value, conversion, _LONGEST_CHAIN)


def _known_number(value: SSAValue, conversion: Conversion, left: int) -> float | None:
    if not left:
        return None
    owner = value.owner
    if isinstance(owner, ttir.ConstantOp | stablehlo.ConstantOp):
        elements = owner.properties["value"]
        if not isinstance(elements, DenseIntOrFPElementsAttr):
            return None
        return _splat_number(cast(Elements, elements))
    if isinstance(owner, _SHAPING):
        return _known_number(owner.operands[0], conversion, left - 1)
    if isinstance(owner, _CASTING):
        number = _known_number(owner.operands[0], conversion, left - 1)
        return None if number is None else _cast(number, tensor_type(value).element_type)
    if isinstance(value, BlockArgument):
        return _number_of_argument(value, conversion, left - 1)
    return None


_SHAPING = (ttir.ReshapeOp, ttir.BroadcastOp, stablehlo.ReshapeOp, stablehlo.BroadcastInDimOp)
_CASTING = (ttir.TypecastOp, stablehlo.ConvertOp)


def _splat_number(value: Elements) -> float | None:
    element = cast(Attribute, value.get_element_type())
    repeated = splat_data(value)
    if repeated is None or is_complex_type(element):
        return None
    (number,) = cast("tuple[float]", value.get_element_type().unpack(repeated, 1))
    return abs(number) if is_boolean(element) else number


def _cast(number: float, element: Attribute) -> float | None:
    """Return `number` cast to the type `element`, or None where implementations may differ."""
    if is_boolean(element):
        return float(number != 0)
    if is_integer_type(element):
        if isnan(number) or isinf(number):
            return None
        low, high = element.value_range()
        return int(number) if low <= int(number) < high else None
    packed = cast(AnyFloat, element).pack([number])
    return cast(AnyFloat, element).unpack(packed, 1)[0]


def _number_of_argument(value: BlockArgument, conversion: Conversion, left: int) -> float | None:
    """Return the number that all calls of a private function pass for its argument `value`, or
    None.

    `left` is the number of ops that the search may still follow.
    """
    function = value.block.parent_op()
    if not isinstance(function, FuncOp) or not function.is_private:
        return None
    calls = conversion.calls.get(function.sym_name.data, ())
    numbers = [_known_number(call.operands[value.index], conversion, left) for call in calls]
    is_one = len({str(number) for number in numbers}) == 1
    return numbers[0] if is_one else None


def flat_padding(padding: Attribute | None, rank: int) -> list[int]:
    """Return the low and high padding of each of `rank` dimensions, in one list; zeros for None."""
    if padding is None or not rank:
        return [0] * (2 * rank)
    if not isinstance(padding, DenseIntOrFPElementsAttr):
        raise UnsupportedError("its padding must be a dense<...> attribute")
    numbers = list(_elements(cast(Elements, padding)))
    return numbers * (2 * rank) if len(numbers) == 1 else numbers


LOWERINGS: Lowerings = {stablehlo.ConstantOp: lower_constant, chlo.ConstantOp: lower_constant}
