"""`isinstance` checks for xDSL's generic attribute classes, as type guards.

A plain `isinstance` narrows to a class with unknown type parameters, which a strict type checker
rejects in every use.
"""

from typing import Any, TypeGuard

from xdsl.dialects.builtin import (
    ArrayAttr,
    ComplexType,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedTensorType,
    VectorType,
)
from xdsl.ir import Attribute


def is_integer_type(attribute: object) -> TypeGuard[IntegerType]:
    """Whether the attribute is `i32`, `si32`, `ui32`, ..."""
    return isinstance(attribute, IntegerType)


def is_integer_attr(attribute: object) -> TypeGuard[IntegerAttr]:
    """Whether the attribute is an integer, boolean or index attribute."""
    return isinstance(attribute, IntegerAttr)


def is_float_attr(attribute: object) -> TypeGuard[FloatAttr]:
    """Whether the attribute is a float attribute."""
    return isinstance(attribute, FloatAttr)


def is_complex_type(attribute: object) -> TypeGuard[ComplexType[Any]]:
    """Whether the attribute is `complex<...>`."""
    return isinstance(attribute, ComplexType)


def is_tensor_type(attribute: object) -> TypeGuard[TensorType[Attribute]]:
    """Whether the attribute is a ranked tensor type."""
    return isinstance(attribute, TensorType)


def is_any_tensor_type(
    attribute: object,
) -> TypeGuard[TensorType[Attribute] | UnrankedTensorType[Attribute]]:
    """Whether the attribute is a tensor type, ranked or not."""
    return isinstance(attribute, TensorType | UnrankedTensorType)


def is_memref_type(attribute: object) -> TypeGuard[MemRefType[Attribute]]:
    """Whether the attribute is a ranked memref type."""
    return isinstance(attribute, MemRefType)


def is_array(attribute: object) -> TypeGuard[ArrayAttr[Attribute]]:
    """Whether the attribute is an array."""
    return isinstance(attribute, ArrayAttr)


def is_dense_array(attribute: object) -> TypeGuard[DenseArrayBase[Any]]:
    """Whether the attribute is `array<i32: ...>` or similar."""
    return isinstance(attribute, DenseArrayBase)


def is_dictionary_array(attribute: object) -> TypeGuard[ArrayAttr[DictionaryAttr]]:
    """Whether the attribute is an array whose elements are all dictionaries."""
    return is_array(attribute) and all(isinstance(item, DictionaryAttr) for item in attribute)


def is_vector_type(attribute: object) -> TypeGuard[VectorType[Attribute]]:
    """Whether the attribute is a vector type."""
    return isinstance(attribute, VectorType)
