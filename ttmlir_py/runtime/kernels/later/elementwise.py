"""Element-wise functions that later revisions have and 2025-02 lacks."""

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.elementwise import (
    FUNCTION,
    LONG_FUNCTION,
    SIMPLE,
    elementwise_kernel,
    sigmoid,
)
from ttmlir_py.runtime.kernels.registry import is_integer
from ttmlir_py.runtime.kernels.special import erfc

_F32_DIGITS = 23
"""The number of stored bits of an f32 mantissa."""


def _erf(x: Array) -> Array:
    """Return the error function. Close to 0 it is computed by its series, because 1 - erfc(x) would
    lose digits.
    """
    wide = x.astype(np.float64)
    square = wide * wide
    series = 2 / np.sqrt(np.pi) * wide * (1 - square / 3 + square**2 / 10 - square**3 / 42)
    return np.where(np.abs(wide) < 0.03, series, 1 - erfc(wide)).astype(x.dtype)


def _hardsigmoid(x: Array) -> Array:
    """Return x / 6 + 1 / 2, limited to the range from 0 to 1."""
    return np.clip(x / x.dtype.type(6) + x.dtype.type(0.5), 0, 1)


def _mish(x: Array) -> Array:
    """Return x * tanh(log(1 + exp(x)))."""
    return x * np.tanh(np.logaddexp(x.dtype.type(0), x))


def _silu(x: Array) -> Array:
    """Return x * sigmoid(x), which is 0 for -inf."""
    return np.where(x == -np.inf, x.dtype.type(0), x * sigmoid(x))


def _shifted(x: Array, count: Array, *, left: bool, logical: bool) -> Array:
    """Return x shifted by `count` bits. If the count is negative or too large, all bits are shifted
    out.
    """
    width = 8 * x.dtype.itemsize
    steps = np.clip(count.astype(np.int64), 0, width - 1)
    valid = (count >= 0) & (count < width)
    if left or logical:
        bits = x.view(np.dtype(f"u{x.dtype.itemsize}"))
        steps = steps.astype(bits.dtype)
        moved = np.left_shift(bits, steps) if left else np.right_shift(bits, steps)
        return np.where(valid, moved, 0).astype(bits.dtype).view(x.dtype)
    steps = np.where(valid, steps, width - 1).astype(x.dtype)
    return np.right_shift(x, steps)


def _left_shift(x: Array, count: Array) -> Array:
    return _shifted(x, count, left=True, logical=True)


def _logical_right_shift(x: Array, count: Array) -> Array:
    return _shifted(x, count, left=False, logical=True)


def _right_shift(x: Array, count: Array) -> Array:
    return _shifted(x, count, left=False, logical=False)


def _reduce_precision(x: Array, *, exponent_bits: int, mantissa_bits: int) -> Array:
    """Return x rounded to a format with these bits: to nearest, ties to even.

    Numbers that are too large become infinite, and those below the smallest normal number become 0,
    as in StableHLO's `reduce_precision`.
    """
    if not (1 <= exponent_bits <= 8 and 0 <= mantissa_bits <= _F32_DIGITS):
        raise KernelError(
            f"no format has {exponent_bits} exponent and {mantissa_bits} mantissa bits"
        )
    x = np.asarray(x, np.float32, order="C")
    bits = x.view(np.uint32)
    dropped = _F32_DIGITS - mantissa_bits
    if dropped:
        last = (bits >> np.uint32(dropped)) & np.uint32(1)
        half = np.uint32((1 << (dropped - 1)) - 1)
        bits = (bits + half + last) & np.uint32(0xFFFFFFFF << dropped & 0xFFFFFFFF)
    rounded = bits.view(np.float32)
    bias = (1 << (exponent_bits - 1)) - 1
    size = np.abs(rounded.astype(np.float64))
    rounded = np.where(size >= 2.0 ** (bias + 1), np.copysign(np.inf, x), rounded)
    rounded = np.where(size < 2.0 ** (1 - bias), np.copysign(0.0, x), rounded)
    return np.where(np.isfinite(x), rounded, x).astype(np.float32)


def _square(x: Array) -> Array:
    return x * x


def _relu6(x: Array) -> Array:
    return np.clip(x, 0, 6)


def _round(x: Array) -> Array:
    """Return the nearest whole number. Ties are rounded to even."""
    return x if is_integer(x) else np.round(x)


_BITS = {name: f"params.{name}" for name in ("exponent_bits", "mantissa_bits")}

LATER_ELEMENTWISE = {
    row.case: row
    for row in (
        elementwise_kernel("Acos", np.arccos, 1, LONG_FUNCTION, "real"),
        elementwise_kernel("Asin", np.arcsin, 1, LONG_FUNCTION, "real"),
        elementwise_kernel("Asinh", np.arcsinh, 1, LONG_FUNCTION, "real"),
        elementwise_kernel("Atan", np.arctan, 1, LONG_FUNCTION, "real"),
        elementwise_kernel("Atan2", np.arctan2, 2, LONG_FUNCTION, "real"),
        elementwise_kernel("BitwiseLeftShift", _left_shift, 2, SIMPLE, "integer"),
        elementwise_kernel("BitwiseRightShift", _right_shift, 2, SIMPLE, "integer"),
        elementwise_kernel("Erf", _erf, 1, LONG_FUNCTION, "real"),
        elementwise_kernel("Erfc", erfc, 1, LONG_FUNCTION, "real"),
        elementwise_kernel("Exp2", np.exp2, 1, FUNCTION, "real"),
        elementwise_kernel("Hardsigmoid", _hardsigmoid, 1, SIMPLE, "real"),
        elementwise_kernel("LogicalRightShift", _logical_right_shift, 2, SIMPLE, "integer"),
        elementwise_kernel("Mish", _mish, 1, LONG_FUNCTION, "real"),
        elementwise_kernel(
            "ReducePrecision", _reduce_precision, 1, SIMPLE, "real", parameters=_BITS
        ),
        elementwise_kernel("Relu6", _relu6, 1, SIMPLE, "real", keeps_values=True),
        elementwise_kernel("Round", _round, 1, SIMPLE),
        elementwise_kernel("Silu", _silu, 1, FUNCTION, "real"),
        elementwise_kernel("Square", _square, 1, SIMPLE),
    )
}
"""Maps members of the enum `EltwiseOpType` that 2025-02 lacks to kernels, in the enum's order."""
