"""The numbers with which the reference computes.

They are float64 for all floating-point types, and wrapping integers for integer types.
"""

from math import prod
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    IntegerType,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects.tensor_types import RankedTensor
from ttmlir_py.ir.elements import SparseElementsAttr, element_size
from ttmlir_py.ir.narrowing import (
    is_array,
    is_dense_array,
    is_float_attr,
    is_integer_attr,
    is_integer_type,
)
from ttmlir_py.ir.resources import ResourceError, dense_elements

Array = NDArray[Any]


class MeaningError(ValueError):
    """An error for an op whose semantics are undefined.

    Examples are an index out of range, or a type without numbers.
    """


def number_type(element: Attribute) -> np.dtype[Any]:
    """Return numpy's type for elements of type `element`.

    It is float64, bool for `i1`, uint64 for `ui64`, and int64 for other integers.
    """
    if isinstance(element, AnyFloat):
        return np.dtype(np.float64)
    if not is_integer_type(element) or element.bitwidth > 64:
        raise MeaningError(f"elements of type {element} are not numbers")
    if element.bitwidth == 1:
        return np.dtype(np.bool_)
    return np.dtype(np.uint64 if element.bitwidth == 64 and not is_signed(element) else np.int64)


def is_signed(element: IntegerType) -> bool:
    """Whether the integer type has negative numbers: `si32`, and `i32`, as in StableHLO and
    PyTorch.
    """
    return element.signedness.data is not Signedness.UNSIGNED


def limits(element: Attribute) -> tuple[Any, Any]:
    """Return the least and the largest number of type `element`."""
    if not is_integer_type(element):
        return -np.inf, np.inf
    bits = element.bitwidth
    if bits == 1:
        return False, True
    return (
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if is_signed(element) else (0, (1 << bits) - 1)
    )


@np.errstate(invalid="ignore", over="ignore")
def converted(values: Array, element: Attribute) -> Array:
    """Return `values` converted to the type `element`.

    Floating point is not rounded. Numbers other than 0 are true. Integers wrap around (two's
    complement). Floats that become integers lose their fraction. Those beyond the type's range
    become its limit, and NaN becomes 0. XLA does so; StableHLO leaves both open.
    """
    type_ = number_type(element)
    if type_.kind in "fb":
        return values.astype(type_, copy=False)
    assert is_integer_type(element)
    bits, (least, most) = element.bitwidth, limits(element)
    if values.dtype.kind == "f":
        whole = np.trunc(np.nan_to_num(values, nan=0.0, posinf=np.inf, neginf=-np.inf))
        inside = np.where((whole > least) & (whole < most), whole, 0).astype(type_)
        return np.where(whole >= most, most, np.where(whole <= least, least, inside)).astype(type_)
    wide = values.astype(type_, copy=False)
    if bits == 64:
        return wide
    low = wide & ((1 << bits) - 1)
    return np.where(low > most, low - (1 << bits), low) if is_signed(element) else low


def undefined(shape: tuple[int, ...], element: Attribute) -> Array:
    """Return an array of elements that nothing has written: NaN if the type has it.

    All elements share one number in memory, so the array is read-only.
    """
    type_ = number_type(element)
    return np.broadcast_to(np.array(np.nan if type_.kind == "f" else 0, type_), shape)


def plain(attribute: Attribute, op: Operation) -> Any:
    """Return an attribute of `op` as a number, string, list, or array; return other objects
    unchanged.
    """
    if is_integer_attr(attribute) or is_float_attr(attribute):
        return attribute.value.data
    if isinstance(attribute, StringAttr):
        return attribute.data
    if isinstance(attribute, SymbolRefAttr):
        return attribute.root_reference.data
    if isinstance(attribute, UnitAttr):
        return True
    if is_array(attribute):
        return [plain(item, op) for item in attribute]
    if is_dense_array(attribute):
        return list(attribute.get_values())
    if isinstance(attribute, DenseIntOrFPElementsAttr | DenseResourceAttr | SparseElementsAttr):
        return elements(cast(Attribute, attribute), op)
    return getattr(attribute, "value", attribute)


def elements(attribute: Attribute, op: Operation) -> Array:
    """Return the elements of a constant attribute of `op`."""
    if isinstance(attribute, SparseElementsAttr):
        type_ = cast(RankedTensor, attribute.type)
        result = np.zeros(type_.get_shape(), number_type(type_.element_type))
        indices = elements(attribute.indices, op).reshape(-1, result.ndim)
        result[tuple(indices.T)] = elements(attribute.values, op)
        return result
    try:
        dense = dense_elements(op, attribute)
    except ResourceError as error:
        raise MeaningError(str(error)) from None
    if dense is None:
        raise MeaningError(f"{attribute} gives no elements")
    return _dense(dense)


def _dense(attribute: DenseIntOrFPElementsAttr[Any]) -> Array:
    """Return the elements of a dense constant, which may store equal elements once."""
    shape, element = attribute.get_shape(), cast(Attribute, attribute.get_element_type())
    type_ = number_type(element)
    if prod(shape) == 0:
        return np.zeros(shape, type_)
    size, data = element_size(attribute), attribute.data.data
    if isinstance(element, BFloat16Type):
        upper_half = np.frombuffer(data, "<u2").astype(np.uint32) << 16
        held = upper_half.view(np.float32)
    elif type_.kind == "f" and size in (2, 4, 8):
        held = np.frombuffer(data, f"<f{size}")
    elif type_.kind == "f":
        raise MeaningError(f"constants of {element} are not read")
    elif type_.kind == "b":
        held = np.frombuffer(data, f"<u{size}") & 1
    else:
        held = np.frombuffer(
            data, f"<{'i' if is_signed(cast(IntegerType, element)) else 'u'}{size}"
        )
    values = held.astype(type_)
    return np.broadcast_to(values.reshape(()), shape) if values.size == 1 else values.reshape(shape)
