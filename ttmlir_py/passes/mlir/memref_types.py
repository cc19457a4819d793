"""Types of buffers: the memrefs that tensors become, and how these are laid out."""

from collections.abc import Sequence
from math import prod
from typing import Any

from xdsl.dialects.builtin import MemRefType, NoneAttr, StridedLayoutAttr, TensorType
from xdsl.ir import SSAValue

from ttmlir_py.ir.narrowing import is_memref_type

AnyMemRef = MemRefType[Any]


def memref_type(value: SSAValue) -> AnyMemRef:
    """The type of a value that is a memref."""
    type_ = value.type
    assert is_memref_type(type_)
    return type_


def identity_memref(type_: Any) -> AnyMemRef:
    """A memref of the shape and elements of a tensor or memref, without a layout."""
    return MemRefType(type_.element_type, type_.get_shape())


def dynamic_memref(type_: TensorType[Any]) -> AnyMemRef:
    """The memref for a tensor that comes from elsewhere: nobody knows its strides and offset."""
    layout = StridedLayoutAttr([None] * type_.get_num_dims(), None)
    return MemRefType(type_.element_type, type_.get_shape(), layout)


def _identity_strides(shape: Sequence[int]) -> list[int | None]:
    """The strides of elements that follow each other in row-major order; None left of an unknown size."""
    trailing = [shape[i + 1 :] for i in range(len(shape))]
    return [None if any(size < 0 for size in sizes) else prod(sizes) for sizes in trailing]


def has_identity_layout(type_: AnyMemRef) -> bool:
    """Whether the elements follow each other in row-major order from the start of the buffer."""
    return isinstance(type_.layout, NoneAttr)


def is_strided(type_: AnyMemRef) -> bool:
    """Whether strides say where the elements are, in the memory that needs no name."""
    layout = isinstance(type_.layout, NoneAttr | StridedLayoutAttr)
    return layout and isinstance(type_.memory_space, NoneAttr)


def strides_and_offset(type_: AnyMemRef) -> tuple[list[int | None], int | None]:
    """Strides and offset in elements; None where only the program that runs will know."""
    if has_identity_layout(type_):
        return _identity_strides(type_.get_shape()), 0
    layout = type_.layout
    assert isinstance(layout, StridedLayoutAttr)
    offset = layout.get_offset()
    return list(layout.get_strides()), offset


def is_contiguous(type_: AnyMemRef) -> bool:
    """Whether the elements are known to follow each other in row-major order, from anywhere in the buffer."""
    strides, _ = strides_and_offset(type_)
    shape = type_.get_shape()
    outer = len(shape)
    if any(size <= 0 for size in shape):
        return has_identity_layout(type_)
    while outer and strides[outer - 1] == prod(shape[outer:]):
        outer -= 1
    return all(size == 1 for size in shape[:outer])
