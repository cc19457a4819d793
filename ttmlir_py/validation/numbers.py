"""Comparison of results, and the kinds of differences."""

from collections.abc import Mapping, Sequence

import numpy as np
from xdsl.dialects.builtin import BFloat16Type, Float16Type, IntegerType
from xdsl.ir import Attribute

from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.reference.numbers import Array, converted, is_signed, limits
from ttmlir_py.reference.programs import Value

EXACT = 1e-9
"""The relative difference that float64 arithmetic can cause."""
SINGLE = 1e-6
"""The relative difference that f32 arithmetic or an f32 constant can cause. If an operation
computes another function, the difference is larger.
"""
SHOWN = 4
"""The number of elements of a result that reports show."""
COARSE: Mapping[type[Attribute], float] = {BFloat16Type: 2.0**-7, Float16Type: 2.0**-9}
FINE = 2.0**-16
"""The relative difference from rounding into the result type, and from sums in f32.

bf16 in an f32 program causes larger differences.
"""


def allowed(element: Attribute) -> float:
    """Return the allowed difference of results of type `element` when every operation is
    rounded.
    """
    return COARSE.get(type(element), FINE)


def coarsened(values: Array, element: Attribute) -> Array:
    """Return `values` with the bits that products use: 8 for bf16, 11 (TF32) for all other
    floats.
    """
    if values.dtype.kind != "f":
        return values
    bits = 8 if isinstance(element, BFloat16Type) else 11
    fraction, exponent = np.frexp(values)
    return np.ldexp(np.rint(np.ldexp(fraction, bits)), exponent - bits)


def devices(value: Value) -> list[Array]:
    """Return a list with the value of each device, or with the single value that all devices
    share.
    """
    return value if isinstance(value, list) else [value]


def places_shown(expected: Value, computed: Value) -> list[int]:
    """Return the indices at which results on the first device differ most. Reports show the numbers
    there.
    """
    ours, theirs = (
        devices(each)[0].ravel().astype(np.float64, copy=False) for each in (expected, computed)
    )
    count = min(SHOWN, ours.size)
    if not count:
        return []
    with np.errstate(all="ignore"):
        gap = np.where(ours == theirs, 0.0, np.abs(ours - theirs))
    gap[np.isnan(gap)] = np.inf
    least = np.partition(gap, gap.size - count)[-count]
    beyond, ties = np.flatnonzero(gap > least), np.flatnonzero(gap == least)
    return sorted(map(int, (*beyond, *ties[: count - beyond.size])))


def numbers_at(value: Value, places: Sequence[int]) -> list[float]:
    """Return the numbers at the indices `places` on the first device."""
    return [float(each) for each in devices(value)[0].ravel()[list(places)]]


def as_source(value: Value, shape: tuple[int, ...], element: Attribute) -> Value:
    """Return numbers of a run in the source's type and shape. Integers keep their bits.

    64-bit integers are stored in 32. Raises ValueError for another number of elements.
    """

    def one(each: Array) -> Array:
        held = narrowed(element) if each.dtype.kind != "f" else element
        shaped = each if each.shape == shape else each.reshape(shape)
        return converted(converted(shaped, held), element)

    return [one(each) for each in value] if isinstance(value, list) else one(value)


def has_other_shape(expected: Value, computed: Value) -> bool:
    """Whether the values have equally many elements in different shapes.

    A scalar equals a tensor of rank 1 with one element, because 2025-02 has no scalars.
    """
    wanted = devices(expected)[0]
    scalars = ((), (1,))
    shapes = scalars if wanted.shape in scalars else (wanted.shape,)
    return any(each.size == wanted.size and each.shape not in shapes for each in devices(computed))


def narrowed(element: Attribute) -> Attribute:
    """Return the type in which integers of type `element` are stored."""
    if is_integer_type(element) and element.bitwidth == 64:
        return IntegerType(32, element.signedness.data)
    return element


def is_wrapped(expected: Value, computed: Value, element: Attribute) -> bool:
    """Whether integers differ only because bits beyond the 32nd were lost."""
    pairs = zip(devices(expected), devices(computed), strict=True)
    return narrowed(element) is not element and all(
        np.array_equal(converted(a, narrowed(element)), converted(b, narrowed(element)))
        for a, b in pairs
    )


def digest(value: Value) -> int:
    """Return a number that equal values have, in any shape."""
    return hash(tuple(each.astype(float).tobytes() for each in devices(value)))


def difference(expected: Value, computed: Value, scale: float = 0.0) -> float:
    """Return the largest difference, relative to the largest number or to `scale` if that is
    larger.

    It is infinite where only one number is finite.
    """
    ours, theirs = devices(expected), devices(computed)
    count = max(len(ours), len(theirs))
    pairs = zip(ours * (count // len(ours)), theirs * (count // len(theirs)), strict=True)
    return max((_difference(a, b, scale) for a, b in pairs), default=0.0)


def relative_difference(expected: Value, computed: Value) -> float:
    """Return the largest relative difference, where each difference is divided by the number
    itself.

    It is infinite where only one number is finite, or zero.
    """
    pairs = zip(devices(expected), devices(computed), strict=False)
    return max((_relative_difference(a, b) for a, b in pairs), default=0.0)


@np.errstate(all="ignore")
def _relative_difference(expected: Array, computed: Array) -> float:
    ours, theirs = (each.astype(np.float64, copy=False) for each in (expected, computed))
    error = np.abs(ours - theirs) / np.abs(ours)
    error[(ours == theirs) | (np.isnan(ours) & np.isnan(theirs))] = 0.0
    error[np.isnan(error)] = np.inf
    return float(error.max(initial=0.0))


def difference_of_shapes(expected: Value, computed: Value) -> float:
    """Return `difference` for values whose shapes may differ; infinite if the numbers of elements
    do.
    """
    ours, theirs = devices(expected), devices(computed)
    if len(ours) != len(theirs) or ours[0].size != theirs[0].size:
        return np.inf
    flat = [[each.astype(np.float64).reshape(-1) for each in side] for side in (ours, theirs)]
    return difference(flat[0], flat[1])


@np.errstate(all="ignore")
def _difference(expected: Array, computed: Array, scale: float) -> float:
    if expected is computed:
        return 0.0
    if expected.dtype.kind != "f":
        return _whole_difference(expected, computed)
    gap = expected - computed
    error = max(float(gap.max(initial=0.0)), -float(gap.min(initial=0.0)))
    if error == 0:
        return 0.0
    if error < np.inf:  # A finite error means that all numbers are finite.
        most = max(float(expected.max()), -float(expected.min()), scale)
        return error / most if most else np.inf
    finite = np.isfinite(expected)
    same = (expected == computed) | (np.isnan(expected) & np.isnan(computed))
    if same.all():
        return 0.0
    if not np.array_equal(finite[~same], np.isfinite(computed)[~same]) or not finite[~same].all():
        return np.inf
    largest = max(float(np.abs(expected[finite]).max(initial=0.0)), scale)
    error = float(np.abs(expected[~same] - computed[~same]).max())
    return error / largest if largest else np.inf


def _whole_difference(expected: Array, computed: Array) -> float:
    """Return the difference of integers that wrap at 32 bits, so that 2147483647 and -2147483648
    are neighbours.
    """
    gap = np.abs(expected.astype(np.float64) - computed.astype(np.float64))
    gap = np.minimum(gap, np.abs(gap - 2.0**32))
    largest = float(np.abs(expected.astype(np.float64)).max(initial=0.0))
    return float(gap.max(initial=0.0)) / max(largest, 1.0)


def unsigned(value: Value, element: Attribute) -> Value:
    """Return integers as an unsigned format of the same width stores them: negative ones become
    large.
    """
    if not is_integer_type(element) or not is_signed(element) or not 1 < element.bitwidth < 64:
        return value
    mask = (1 << element.bitwidth) - 1
    return [each & mask for each in value] if isinstance(value, list) else value & mask


def is_saturated(expected: Value, computed: Value) -> bool:
    """Whether the only differences are negative numbers that became 0, as in an unsigned format."""
    ours, theirs = devices(expected), devices(computed)
    return len(ours) == len(theirs) and all(
        (a < 0).any() and np.array_equal(np.maximum(a, 0), b)
        for a, b in zip(ours, theirs, strict=True)
    )


def is_limited(operand: Value, computed: Value, source: Attribute, element: Attribute) -> bool:
    """Whether the only differences are integers outside of a narrower type's range that became its
    limits, stored signed or unsigned.
    """
    if not (is_integer_type(source) and is_integer_type(element)):
        return False
    least, most = limits(element)
    return source.bitwidth > element.bitwidth and any(
        all(
            np.array_equal(np.clip(a, least, most), b)
            for a, b in zip(devices(taken), devices(computed), strict=True)
        )
        for taken in (operand, unsigned(operand, source))
    )


def is_rounded(expected: Value, computed: Value) -> bool:
    """Whether integers differ by at most one, as from rounding instead of truncating."""
    return all(
        float(np.abs(a.astype(np.float64) - b.astype(np.float64)).max(initial=0.0)) <= 1
        for a, b in zip(devices(expected), devices(computed), strict=True)
    )


def has_other_zero(expected: Value, computed: Value) -> bool:
    """Whether a zero in one of the results has the other sign in the other result."""
    return any(
        bool(((a == 0) & (b == 0) & (np.signbit(a) != np.signbit(b))).any())
        for a, b in zip(devices(expected), devices(computed), strict=False)
        if a.dtype.kind == b.dtype.kind == "f"
    )


def largest(value: Value) -> float:
    """Return the largest finite magnitude in `value`."""
    sizes = [np.abs(each.astype(np.float64)) for each in devices(value)]
    return max((float(each[np.isfinite(each)].max(initial=0.0)) for each in sizes), default=0.0)
