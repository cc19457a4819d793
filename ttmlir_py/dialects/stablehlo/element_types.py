"""The floating-point types that StableHLO supports."""

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type, Float64Type
from xdsl.ir import Attribute

SMALL_FLOATS = (
    "f8E3M4",
    "f8E4M3",
    "f8E4M3FN",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E5M2",
    "f8E5M2FNUZ",
)
"""The names of the 8-bit floating-point types."""


def is_small_float(type_: Attribute) -> bool:
    """Whether a type is one of the 8-bit floating-point types."""
    return type_.name in SMALL_FLOATS


def is_float(type_: Attribute) -> bool:
    """Whether a type is one of StableHLO's floating-point types."""
    return isinstance(
        type_, Float32Type | BFloat16Type | Float16Type | Float64Type
    ) or is_small_float(type_)
