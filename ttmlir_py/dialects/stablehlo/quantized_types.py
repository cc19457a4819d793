"""Quantized element types: which ones StableHLO accepts, and when two are compatible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, Signedness
from xdsl.ir import Attribute

from ttmlir_py.ir.narrowing import is_tensor_type

if TYPE_CHECKING:
    from ttmlir_py.dialects.quant.types import UniformQuantizedType

_WIDTHS = (2, 4, 8, 16, 32)


def as_quantized(type_: Attribute) -> UniformQuantizedType | None:
    """Return `type_` if it is uniformly quantized, otherwise None."""
    return cast(Any, type_) if type_.name == "quant.uniform" else None


def expressed_type(type_: Attribute) -> Attribute:
    """Return the float type that the quantized type `type_` represents; return any other type
    unchanged.
    """
    quantized = as_quantized(type_)
    return type_ if quantized is None else quantized.expressed_type


def _is_valid(type_: UniformQuantizedType) -> bool:
    """Whether the storage type has a supported width and contains the zero points."""
    storage = type_.storage_type
    has_sign = storage.signedness.data is Signedness.SIGNED
    low, high = type_.storage_min, type_.storage_max
    return (
        storage.width.data in _WIDTHS
        and not has_sign
        and all(low <= zero <= high for zero in type_.zero_points)
    )


def is_quantized(type_: Attribute) -> bool:
    """Whether StableHLO supports the quantized type `type_`, and it has a single scale."""
    quantized = as_quantized(type_)
    return quantized is not None and not quantized.is_per_axis and _is_valid(quantized)


def is_quantized_per_axis(type_: Attribute) -> bool:
    """Whether StableHLO supports the quantized type `type_`, and it has one scale per slice."""
    quantized = as_quantized(type_)
    return quantized is not None and quantized.is_per_axis and _is_valid(quantized)


def has_scale_for_each_slice(type_: Attribute) -> bool:
    """Whether the quantization dimension of the tensor type `type_` exists and has one scale per
    slice.
    """
    quantized = as_quantized(type_.element_type) if is_tensor_type(type_) else None
    if quantized is None or quantized.dimension is None or not is_tensor_type(type_):
        return True
    shape = type_.get_shape()
    if quantized.dimension >= len(shape):
        return False
    size = shape[quantized.dimension]
    return size != DYNAMIC_INDEX and size == len(quantized.scales)


def are_compatible_elements(a: Attribute, b: Attribute) -> bool:
    """Whether element types `a` and `b` are equal, or quantized types that differ only in their
    scales.
    """
    if a == b:
        return True
    first, second = as_quantized(a), as_quantized(b)
    return (
        first is not None
        and second is not None
        and first.is_per_axis == second.is_per_axis
        and _storage(first) == _storage(second)
    )


def _storage(type_: UniformQuantizedType) -> tuple[object, ...]:
    return type_.storage_type, type_.storage_min, type_.storage_max, type_.expressed_type
