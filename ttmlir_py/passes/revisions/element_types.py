"""The element types of devices, as upstream's `ttir-element-type-normalization` chooses them.

Constants are converted accordingly.
"""

from math import isnan
from typing import Any, cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float64Type,
    FunctionType,
    IndexType,
    IntegerType,
    Signedness,
    TensorType,
    bf16,
    f32,
)
from xdsl.ir import Attribute

from ttmlir_py.dialects.tensor_types import RankedTensor, is_splat, ranked_tensor
from ttmlir_py.ir.narrowing import is_integer_type

RESHAPE = "ttir.reshape"
_SI32 = IntegerType(32, Signedness.SIGNED)
_UI32 = IntegerType(32, Signedness.UNSIGNED)


def is_truth(element: Attribute) -> bool:
    """Whether `element` is the boolean type i1, which devices store as bf16."""
    return is_integer_type(element) and element.width.data == 1


def normalized_element(element: Attribute) -> Attribute:
    """Return the normalized element type: si32 for i64 and i32, f32 for f64, bf16 for f16 and i1,
    ...
    """
    if isinstance(element, Float64Type):
        return f32
    if isinstance(element, Float16Type):
        return bf16
    if isinstance(element, IndexType):
        return _UI32
    if not is_integer_type(element):
        return element
    width, is_unsigned = element.width.data, element.signedness.data is Signedness.UNSIGNED
    if width == 1:
        return bf16
    if width in (8, 16):
        return IntegerType(width, Signedness.UNSIGNED)
    return _UI32 if is_unsigned else _SI32


def scalar_of(type_: Attribute) -> Attribute:
    """Return the tensor type of rank 0 with the element type of `type_`."""
    return ranked_tensor(cast(RankedTensor, type_).element_type, ())


def is_scalar(type_: Attribute) -> bool:
    """Whether the tensor type `type_` has rank 0."""
    return isinstance(type_, TensorType) and not cast(RankedTensor, type_).get_shape()


def one_element_of(type_: Attribute) -> Attribute:
    """Return the type of a one-element tensor with the element type of `type_`."""
    return ranked_tensor(cast(RankedTensor, type_).element_type, (1,))


def normalized(type_: Attribute) -> Attribute:
    """Return `type_` with normalized element types; a tensor of rank 0 gets the shape of one
    element.

    Function types are converted as well.
    """
    if isinstance(type_, TensorType):
        ranked = cast(RankedTensor, type_)
        element = normalized_element(ranked.element_type)
        return ranked_tensor(element, ranked.get_shape() or (1,), ranked.encoding)
    if isinstance(type_, FunctionType):
        return FunctionType.from_lists(
            [normalized(each) for each in type_.inputs],
            [normalized(each) for each in type_.outputs],
        )
    return type_


def normalized_elements(value: Any) -> Any:
    """Return the constant `value` with a normalized element type.

    Integers that are too large become the nearest representable integer, and booleans become 0 and
    1. Other constants are unchanged.
    """
    if not isinstance(value, DenseIntOrFPElementsAttr):
        return value
    dense = cast(Any, value)
    target: Any = normalized(dense.type)
    if target == dense.type:
        return dense
    element = target.element_type
    numbers = [dense.get_values()[0]] if is_splat(dense) else list(dense.get_values())
    if is_truth(dense.get_element_type()):
        numbers = [float(bool(each)) for each in numbers]
    elif is_integer_type(element):
        numbers = [_saturated(int(each), element) for each in numbers]
    elif isinstance(element, BFloat16Type):
        numbers = [each if isnan(each) else float(each) for each in numbers]
    return DenseIntOrFPElementsAttr.from_list(target, numbers)


def _saturated(number: int, type_: IntegerType) -> int:
    width = type_.width.data
    if type_.signedness.data is Signedness.UNSIGNED:
        if width < 32:
            return number % (1 << width)
        return min(max(number, 0), (1 << width) - 1)
    limit = 1 << (width - 1)
    return min(max(number, -limit), limit - 1)
