"""What ops, verifiers and passes ask of tensors: their types, shapes and the integers in attributes."""

from collections.abc import Iterable
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerAttr, TensorType
from xdsl.ir import Attribute, SSAValue

Shape = tuple[int, ...]
RankedTensor = TensorType[Attribute]

TILE_HEIGHT = TILE_WIDTH = 32
"""The tile that the hardware computes on."""


def tensor_type(value: SSAValue) -> RankedTensor:
    """The type of a value that ODS has checked to be a ranked tensor."""
    return cast(RankedTensor, value.type)


def shape_of(value: SSAValue) -> Shape:
    """The shape of a ranked tensor."""
    return tensor_type(value).get_shape()


def integers(attribute: DenseArrayBase[Any] | ArrayAttr[IntegerAttr]) -> tuple[int, ...]:
    """The numbers of a dense array or of an array of integer attributes."""
    if isinstance(attribute, DenseArrayBase):
        return tuple(cast(Iterable[int], attribute.get_values()))
    return tuple(element.value.data for element in attribute)


def joined(numbers: Iterable[int], separator: str = ",") -> str:
    """Numbers in a row, as messages show shapes."""
    return separator.join(map(str, numbers))
