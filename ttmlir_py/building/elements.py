"""`dense<...>` attributes from numbers, lists and NumPy arrays."""

from collections.abc import Sequence
from math import prod
from typing import Any, cast

import ml_dtypes
import numpy as np
from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    IntegerType,
    Signedness,
    TensorType,
)
from xdsl.ir import Attribute

from ttmlir_py.building.types import DType, element_type
from ttmlir_py.ir.narrowing import is_integer_type

_PYTHON_TYPES = {"b": bool, "i": int, "u": int, "f": float}
"""Maps NumPy's kind letter of an array (`dtype.kind`) to the Python type of the elements."""

_BYTES = (8, 16, 32, 64)
"""Widths in bits of the integers that NumPy supports."""


def dense(
    value: Any, dtype: DType | None = None, shape: Sequence[int] | None = None
) -> DenseIntOrFPElementsAttr[Any]:
    """Return `dense<...>` with the elements of a number, a (nested) list of numbers or a NumPy
    array.

    Without `dtype`, an array keeps its element type; Python floats become f32, ints i32 and bools
    i1. A single number fills `shape`. Raises TypeError for values that are not numbers. Raises
    ValueError for a shape that does not fit and for numbers that the element type cannot represent
    (fractions and infinities as integers, numbers out of range).
    """
    array = np.asarray(value)
    if array.dtype.kind not in "biuf" and array.dtype != ml_dtypes.bfloat16:
        raise TypeError(f"expected numbers, not {value!r}")
    typed = isinstance(value, np.ndarray | np.generic)
    element = element_type(dtype or (array.dtype if typed else _PYTHON_TYPES[array.dtype.kind]))
    sizes = tuple(array.shape if shape is None else shape)
    if array.size != 1 and array.shape != sizes:
        raise ValueError(f"an array of shape {array.shape} does not fill a tensor of shape {sizes}")
    filled = array if array.shape == sizes else array.reshape(-1)
    data = _packed(filled, element)
    data = data if filled is array else data * prod(sizes)
    tensor_type = TensorType(cast(Any, element), sizes)
    return DenseIntOrFPElementsAttr(tensor_type, BytesAttr(data))


def _packed(array: Any, element: Attribute) -> bytes:
    """Return the elements of `array` as little-endian bytes of type `element`, in the parser's
    packing.
    """
    if isinstance(element, AnyFloat):
        formats = {"bf16": ml_dtypes.bfloat16, "f16": "<f2", "f32": "<f4", "f64": "<f8"}
        if str(element) not in formats:
            raise TypeError(f"no elements of type {element} can be made of numbers")
        with np.errstate(over="ignore"):
            return array.astype(formats[str(element)]).tobytes()
    if not is_integer_type(element):
        raise TypeError(f"no elements of type {element} can be made of numbers")
    integers = _as_integers(array, element)
    if element.bitwidth in _BYTES:
        kind = "u" if element.signedness.data is Signedness.UNSIGNED else "i"
        return integers.astype(f"<{kind}{element.bitwidth // 8}").tobytes()
    normalized = [element.get_normalized_value(int(n)) for n in integers.reshape(-1)]
    return element.pack(normalized)


def _as_integers(array: Any, element: IntegerType[Any, Any]) -> Any:
    """Return `array` with integers as elements. Raises ValueError for a number that `element`
    cannot hold.
    """
    if array.dtype.kind not in "biu":
        array = array.astype(np.float64)
        if not np.all(np.isfinite(array) & (array == np.rint(array))):
            raise ValueError(f"{element} cannot hold numbers that are not whole")
    low, high = element.value_range()
    for number in (array.min(), array.max()) if array.size else ():
        if not low <= int(number) < high:
            raise ValueError(f"{int(number)} is out of range for {element}")
    return array
