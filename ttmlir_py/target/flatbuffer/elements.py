"""Conversion of the elements of constants to and from bytes in binaries."""

from math import prod
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    Signedness,
    i1,
)
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.types import data_type_to_element_type, element_type_to_data_type
from ttmlir_py.ir.elements import element_size
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.ir.resources import ResourceError, dense_elements
from ttmlir_py.target.flatbuffer.types import UntranslatableError

_FLOATS: dict[type[Attribute], Any] = {
    Float16Type: np.float16,
    BFloat16Type: ml_dtypes.bfloat16,
    Float32Type: np.float32,
    Float64Type: np.float64,
}


def stored_elements(op: Operation, element_type: Attribute) -> tuple[DataType, bytes]:
    """Return the data type for `element_type`, and the elements of a constant's `value` in this
    type.

    The bytes are little-endian and row by row. Integers keep their low bits, and `true` is 1. Raise
    UntranslatableError for constants that are not dense numbers.
    """
    try:
        value = dense_elements(op, op.properties["value"])
    except ResourceError as error:
        raise UntranslatableError(str(error)) from None
    if value is None:
        raise UntranslatableError("the attribute of the constant does not contain all elements")
    try:
        data_type = element_type_to_data_type(element_type)
    except ValueError as error:
        raise UntranslatableError(str(error)) from None
    elements = _array(value)
    target = _dtype(element_type, elements.dtype.itemsize)
    if elements.dtype.kind not in "iu" and target.kind in "iu":
        raise UntranslatableError("floats are not stored as integers")
    with np.errstate(over="ignore"):
        stored = elements.astype(target, copy=False)
    data = value.data.data
    is_same = np.may_share_memory(stored, np.frombuffer(data, np.uint8))
    return data_type, data if is_same and stored.nbytes == len(data) else stored.tobytes()


def read_elements(data_type: DataType, data: bytes) -> NDArray[Any]:
    """Return the elements in `data`, row by row.

    Raise ValueError for a format without a numpy type, and for bytes that are not whole elements.
    """
    try:
        dtype = _dtype(data_type_to_element_type(data_type), 1)
    except UntranslatableError as error:
        raise ValueError(str(error)) from None
    return np.frombuffer(data, dtype)


def _array(value: DenseIntOrFPElementsAttr[Any]) -> NDArray[Any]:
    """Return the elements as an array. If all are equal, the array may have a single element."""
    element_type: Attribute = value.get_element_type()
    count = prod(value.get_shape())
    if not count:
        return np.empty(0, np.uint8)
    dtype = _dtype(element_type, element_size(value))
    elements: NDArray[Any] = np.frombuffer(value.data.data, dtype)
    if element_type == i1:
        elements = np.bitwise_and(elements, 1)
    return np.broadcast_to(elements, (count,)) if elements.size == 1 else elements


def _dtype(element_type: Attribute, held: int) -> Any:
    """Return numpy's type for elements of the given type. Integers of less than a byte are stored
    in `held` bytes.
    """
    if is_integer_type(element_type):
        size = max(element_type.bitwidth // 8, 1) if element_type.bitwidth >= 8 else held
        kind = "u" if element_type.signedness.data is Signedness.UNSIGNED else "i"
        return np.dtype(f"<{kind}{size}")
    if type(element_type) in _FLOATS:
        return np.dtype(_FLOATS[type(element_type)])
    raise UntranslatableError(f"no data type holds constants of {element_type}")
