"""Memref types: the types that tensors become, and queries about their layouts."""

from collections.abc import Sequence
from math import prod
from typing import Any

from xdsl.dialects.builtin import MemRefType, NoneAttr, StridedLayoutAttr, TensorType
from xdsl.ir import SSAValue

from ttmlir_py.ir.narrowing import is_memref_type

AnyMemRef = MemRefType[Any]


def memref_type(value: SSAValue) -> AnyMemRef:
    """Return the type of `value`, which must be a memref."""
    type_ = value.type
    assert is_memref_type(type_)
    return type_


def identity_memref(type_: Any) -> AnyMemRef:
    """Return a memref type without layout, with the shape and element type of `type_`.

    `type_` is a tensor or memref type.
    """
    return MemRefType(type_.element_type, type_.get_shape())


def dynamic_memref(type_: TensorType[Any]) -> AnyMemRef:
    """Return the memref type of a tensor that a caller passes: its strides and offset are
    dynamic.
    """
    layout = StridedLayoutAttr([None] * type_.get_num_dims(), None)
    return MemRefType(type_.element_type, type_.get_shape(), layout)


def _identity_strides(shape: Sequence[int]) -> list[int | None]:
    """Return the row-major strides of `shape`. Strides to the left of a dynamic size are None."""
    trailing = [shape[i + 1 :] for i in range(len(shape))]
    return [None if any(size < 0 for size in sizes) else prod(sizes) for sizes in trailing]


def has_identity_layout(type_: AnyMemRef) -> bool:
    """Whether elements of `type_` are contiguous in row-major order from the start of the
    buffer.
    """
    return isinstance(type_.layout, NoneAttr)


def is_strided(type_: AnyMemRef) -> bool:
    """Whether the layout of `type_` is given by strides, and its memory space is the default."""
    layout = isinstance(type_.layout, NoneAttr | StridedLayoutAttr)
    return layout and isinstance(type_.memory_space, NoneAttr)


def strides_and_offset(type_: AnyMemRef) -> tuple[list[int | None], int | None]:
    """Return the strides and the offset of `type_`, counted in elements. Dynamic ones are None."""
    if has_identity_layout(type_):
        return _identity_strides(type_.get_shape()), 0
    layout = type_.layout
    assert isinstance(layout, StridedLayoutAttr)
    offset = layout.get_offset()
    return list(layout.get_strides()), offset


def is_contiguous(type_: AnyMemRef) -> bool:
    """Whether elements of `type_` are known to be contiguous in row-major order, at any offset."""
    strides, _ = strides_and_offset(type_)
    shape = type_.get_shape()
    outer = len(shape)
    if any(size <= 0 for size in shape):
        return has_identity_layout(type_)
    while outer and strides[outer - 1] == prod(shape[outer:]):
        outer -= 1
    return all(size == 1 for size in shape[:outer])
