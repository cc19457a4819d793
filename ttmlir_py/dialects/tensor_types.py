"""Helpers for tensors in ops, verifiers and passes: types, shapes, and the integers in
attributes.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    NoneAttr,
    TensorType,
)
from xdsl.ir import Attribute, SSAValue

Shape = tuple[int, ...]
RankedTensor = TensorType[Attribute]

_NO_ENCODING = NoneAttr()

_COMPARED = 1024
"""Number of elements that `is_splat` compares at once."""

TILE_HEIGHT = TILE_WIDTH = 32
"""The number of rows and of columns of a hardware tile."""


def tensor_type(value: SSAValue) -> RankedTensor:
    """Return the type of `value`, which must be a ranked tensor."""
    return cast(RankedTensor, value.type)


@lru_cache(4096)
def ranked_tensor(
    element: Attribute, shape: Shape, encoding: Attribute = _NO_ENCODING
) -> RankedTensor:
    """Return a ranked tensor type.

    Equal types are the same object, which makes comparison, verification and printing faster.
    """
    return TensorType(element, shape, encoding)


def without_encoding(type_: Attribute) -> RankedTensor | None:
    """Return `type_` if it is a ranked tensor type without encoding, otherwise None.

    Raises ValueError for a dynamic shape, because no layout fits it.
    """
    if not isinstance(type_, TensorType):
        return None
    ranked = cast(RankedTensor, type_)
    if not isinstance(ranked.encoding, NoneAttr):
        return None
    if any(size < 0 for size in ranked.get_shape()):
        raise ValueError(f"tensor of dynamic shape {ranked} has no layout: dimensions need numbers")
    return ranked


def shape_of(value: SSAValue) -> Shape:
    """Return the shape of `value`, which must be a ranked tensor."""
    return tensor_type(value).get_shape()


def integers(attribute: DenseArrayBase[Any] | ArrayAttr[IntegerAttr]) -> tuple[int, ...]:
    """Return the numbers of a dense array or of an array of integer attributes."""
    if isinstance(attribute, DenseArrayBase):
        return tuple(cast(Iterable[int], attribute.get_values()))
    return tuple(element.value.data for element in attribute)


def joined(numbers: Iterable[int], separator: str = ",") -> str:
    """Return `numbers` as text with separators, as messages show shapes."""
    return separator.join(map(str, numbers))


def is_splat(elements: Any) -> bool:
    """Whether the constant `elements` is not empty and all of its elements are equal.

    xDSL's method fails for constants without elements. It also makes Python numbers of all
    elements, which take eight times the memory of a constant in f32.
    """
    if not isinstance(elements, DenseIntOrFPElementsAttr):
        return False
    dense = cast("DenseIntOrFPElementsAttr[Any]", elements)
    if 0 in dense.get_shape():
        return False
    element, data = dense.get_element_type(), memoryview(dense.data.data)
    size = element.compile_time_size
    (first,) = element.unpack(data[:size], 1)
    for start in range(0, len(data), size * _COMPARED):
        part = data[start : start + size * _COMPARED]
        numbers = element.unpack(part, len(part) // size)
        if numbers.count(first if start else numbers[0]) != len(numbers):
            return False
    return True
