"""Semantics of operations on the bits of numbers: bit casts, and rounding to fewer bits."""

from typing import Any

import numpy as np
from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type, Float64Type
from xdsl.ir import Attribute

from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.reference.meanings import Numbers, op
from ttmlir_py.reference.numbers import Array, MeaningError


@op("stablehlo.bitcast_convert")
def bitcast_convert(
    operand: Array, *, elements: tuple[Attribute, Attribute], result_shape: Numbers
) -> Array:
    """Return numbers whose bits are read as those of another type of the same width.

    Floats are first rounded to their own type, because exact arithmetic does not round.
    """
    if list(operand.shape) != list(result_shape):
        raise MeaningError("a bit cast to a type of another width is not supported")
    old, new = elements
    held = operand if is_integer_type(old) else _bits_of_float(operand, old)
    return held if is_integer_type(new) else _float_of_bits(held, new)


@op("stablehlo.reduce_precision")
def reduce_precision(
    operand: Array,
    *,
    exponent_bits: int,
    mantissa_bits: int,
    elements: tuple[Attribute, Attribute],
) -> Array:
    """Return numbers rounded to a float format with these bits: to nearest, ties to even.

    Numbers that are too large become infinite. Those below the smallest normal number become 0.
    The operand is first rounded to its own type.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        held = operand.astype(_numpy_float(elements[0])).astype(np.float64)
        fraction, exponent = np.frexp(held)
        digits = mantissa_bits + 1
        rounded = np.ldexp(np.rint(np.ldexp(fraction, digits)), exponent - digits)
    bias = 2 ** (exponent_bits - 1) - 1
    size = np.abs(rounded)
    rounded = np.where(size >= 2.0 ** (bias + 1), np.copysign(np.inf, held), rounded)
    rounded = np.where(size < 2.0 ** (1 - bias), np.copysign(0.0, held), rounded)
    return np.where(np.isfinite(held), rounded, held)


_FLOATS: dict[type[Attribute], type[np.floating[Any]]] = {
    **{BFloat16Type: np.float32, Float16Type: np.float16},
    **{Float32Type: np.float32, Float64Type: np.float64},
}
"""Maps float types to numpy's types. bf16 is the upper half of f32."""


def _bits_of_float(values: Array, element: Attribute) -> Array:
    """Return the bits of the numbers of type `element` that are nearest to `values`."""
    kind = _numpy_float(element)
    with np.errstate(over="ignore"):
        held = values.astype(kind)
    bits = held.view(f"u{held.itemsize}").astype(np.uint64)
    if isinstance(element, BFloat16Type):
        rounded = (bits + np.uint64(0x7FFF) + ((bits >> np.uint64(16)) & np.uint64(1))) >> 16
        bits = np.where(np.isnan(held), (bits >> np.uint64(16)) | np.uint64(0x40), rounded)
    return bits.astype(np.int64)


def _float_of_bits(values: Array, element: Attribute) -> Array:
    """Return the numbers of type `element` whose bits are `values`."""
    kind = np.dtype(_numpy_float(element))
    bits = values.astype(np.int64)
    if isinstance(element, BFloat16Type):
        bits = bits << 16
    return bits.astype(f"u{kind.itemsize}").view(kind).astype(np.float64)


def _numpy_float(element: Attribute) -> type[np.floating[Any]]:
    kind = _FLOATS.get(type(element))
    if kind is None:
        raise MeaningError(f"bit casts of type {element} are not supported")
    return kind
