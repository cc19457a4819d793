"""Element types and tensor types from Python, NumPy and xDSL names."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from typing_extensions import TypeAliasType
from xdsl.dialects.builtin import (
    AnyFloat,
    IntegerType,
    Signedness,
    TensorType,
    bf16,
    f16,
    f32,
    f64,
)
from xdsl.ir import Attribute, TypeAttribute

from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.tile import data_type_to_element_type

DType = TypeAliasType("DType", Attribute | DataType | str | np.dtype[Any] | type[Any])
"""Anything that names an element type: `f32`, `DataType.Float32`, `"f32"`, `np.float32`, `float`,
...
"""

_FLOATS: dict[str, AnyFloat] = {"bf16": bf16, "f16": f16, "f32": f32, "f64": f64}
_NUMPY_FLOATS = {"bfloat16": bf16, "float16": f16, "float32": f32, "float64": f64}
_PYTHON: dict[Any, Attribute] = {bool: IntegerType(1), int: IntegerType(32), float: f32}
_SIGNEDNESS = {"": Signedness.SIGNLESS, "s": Signedness.SIGNED, "u": Signedness.UNSIGNED}
_INTEGER = re.compile(r"([su]?)i([1-9][0-9]{0,3})")


def element_type(dtype: DType) -> Attribute:
    """Return the builtin type of a tensor's elements.

    NumPy's signed integers become MLIR's signless ones (`np.int32` is `i32`). Python's `int` is
    `i32` and `float` is `f32`. Raises TypeError for values that name no type.
    """
    if isinstance(dtype, TypeAttribute):
        return dtype
    if isinstance(dtype, DataTypeAttr):
        dtype = dtype.value
    if isinstance(dtype, DataType):
        return data_type_to_element_type(dtype)
    found = _named_type(dtype) if isinstance(dtype, str) else _PYTHON.get(dtype)
    found = found or _numpy_type(dtype)
    if found is None:
        raise TypeError(f"no element type: {dtype!r}; expected 'f32', np.float32 or the like")
    return found


def _named_type(name: str) -> Attribute | None:
    """Return the type called `name` (`bf16`, `i32`, `ui8`, ..., or a `DataType` keyword), or
    None.
    """
    if (integer := _INTEGER.fullmatch(name)) is not None:
        return IntegerType(int(integer[2]), _SIGNEDNESS[integer[1]])
    if name in _FLOATS:
        return _FLOATS[name]
    data_type = DataType.from_keyword(name)
    return None if data_type is None else data_type_to_element_type(data_type)


def _numpy_type(dtype: Any) -> Attribute | None:
    """Return the element type for `dtype`, if NumPy can convert it to a dtype; otherwise None."""
    if dtype is None:
        return None
    try:
        known = np.dtype(dtype)
    except TypeError:
        return None
    match known.kind:
        case "b":
            return IntegerType(1)
        case "i":
            return IntegerType(8 * known.itemsize)
        case "u":
            return IntegerType(8 * known.itemsize, Signedness.UNSIGNED)
        case _:
            return _NUMPY_FLOATS.get(known.name)


def tensor(
    shape: Sequence[int], dtype: DType, encoding: Attribute | None = None
) -> TensorType[Attribute]:
    """Return a ranked tensor type.

    >>> print(tensor((8, 64), np.float32))
    tensor<8x64xf32>
    """
    sizes = [int(size) for size in shape]
    element = element_type(dtype)
    return TensorType(element, sizes) if encoding is None else TensorType(element, sizes, encoding)
