"""`isinstance` for xDSL's generic attribute classes.

A plain `isinstance` narrows to a class with unknown type parameters, on which a strict type checker allows nothing.
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
    """Whether it is `i32`, `si32`, `ui32`, ..."""
    return isinstance(attribute, IntegerType)


def is_integer_attr(attribute: object) -> TypeGuard[IntegerAttr]:
    """Whether it is an integer, boolean or index attribute."""
    return isinstance(attribute, IntegerAttr)


def is_float_attr(attribute: object) -> TypeGuard[FloatAttr]:
    """Whether it is a float attribute."""
    return isinstance(attribute, FloatAttr)


def is_complex_type(attribute: object) -> TypeGuard[ComplexType[Any]]:
    """Whether it is `complex<...>`."""
    return isinstance(attribute, ComplexType)


def is_tensor_type(attribute: object) -> TypeGuard[TensorType[Attribute]]:
    """Whether it is a ranked tensor type."""
    return isinstance(attribute, TensorType)


def is_any_tensor_type(
    attribute: object,
) -> TypeGuard[TensorType[Attribute] | UnrankedTensorType[Attribute]]:
    """Whether it is a tensor type, ranked or not."""
    return isinstance(attribute, TensorType | UnrankedTensorType)


def is_memref_type(attribute: object) -> TypeGuard[MemRefType[Attribute]]:
    """Whether it is a ranked memref type."""
    return isinstance(attribute, MemRefType)


def is_array(attribute: object) -> TypeGuard[ArrayAttr[Attribute]]:
    """Whether it is an array."""
    return isinstance(attribute, ArrayAttr)


def is_dense_array(attribute: object) -> TypeGuard[DenseArrayBase[Any]]:
    """Whether it is `array<i32: ...>` or the like."""
    return isinstance(attribute, DenseArrayBase)


def is_dictionary_array(attribute: object) -> TypeGuard[ArrayAttr[DictionaryAttr]]:
    """Whether it is an array of dictionaries only."""
    return is_array(attribute) and all(isinstance(item, DictionaryAttr) for item in attribute)


def is_vector_type(attribute: object) -> TypeGuard[VectorType[Attribute]]:
    """Whether it is a vector type."""
    return isinstance(attribute, VectorType)
