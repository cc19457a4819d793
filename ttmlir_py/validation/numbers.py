"""When two results are the same, and what kind of difference it is if they are not."""

from collections.abc import Mapping, Sequence

import numpy as np
from xdsl.dialects.builtin import BFloat16Type, Float16Type, IntegerType
from xdsl.ir import Attribute

from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.reference.numbers import Array, converted, is_signed, limits
from ttmlir_py.reference.programs import Value

EXACT = 1e-9
"""The difference that float64 may make, over the largest number."""
SINGLE = 1e-6
"""The difference that computing in f32, or with a number that is f32, may make: not what another function makes."""
SHOWN = 4
"""How many numbers of a result are shown."""
COARSE: Mapping[type[Attribute], float] = {BFloat16Type: 2.0**-7, Float16Type: 2.0**-9}
FINE = 2.0**-16
"""What rounding into the type of a result, and sums in f32, may make of it. bf16 in a program of f32 makes more."""


def allowed(element: Attribute) -> float:
    """The difference that results of a type may have when every operation is rounded."""
    return COARSE.get(type(element), FINE)


def coarsened(values: Array, element: Attribute) -> Array:
    """Numbers with as many bits as products take of a type: 8 of bf16, 11 of all other floats, TF32's."""
    if values.dtype.kind != "f":
        return values
    bits = 8 if isinstance(element, BFloat16Type) else 11
    fraction, exponent = np.frexp(values)
    return np.ldexp(np.rint(np.ldexp(fraction, bits)), exponent - bits)


def devices(value: Value) -> list[Array]:
    """What each device has, or what all have."""
    return value if isinstance(value, list) else [value]


def places_shown(expected: Value, computed: Value) -> list[int]:
    """Where two results differ most, counted in the order of their elements, of the first device: the numbers to be shown."""
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
    """The numbers at places, of the first device."""
    return [float(each) for each in devices(value)[0].ravel()[list(places)]]


def as_source(value: Value, shape: tuple[int, ...], element: Attribute) -> Value:
    """What ran as numbers of the source's type and shape: integers of the same bits. ValueError if there are not as many.

    Integers of 64 bits are stored in 32.
    """

    def one(each: Array) -> Array:
        held = narrowed(element) if each.dtype.kind != "f" else element
        shaped = each if each.shape == shape else each.reshape(shape)
        return converted(converted(shaped, held), element)

    return [one(each) for each in value] if isinstance(value, list) else one(value)


def has_other_shape(expected: Value, computed: Value) -> bool:
    """Whether what ran has as many numbers as its source in another shape; scalars are tensors of one."""
    wanted = devices(expected)[0]
    shapes = (wanted.shape, wanted.shape or (1,))
    return any(each.size == wanted.size and each.shape not in shapes for each in devices(computed))


def narrowed(element: Attribute) -> Attribute:
    """The type in which a type's integers are stored."""
    if is_integer_type(element) and element.bitwidth == 64:
        return IntegerType(32, element.signedness.data)
    return element


def is_wrapped(expected: Value, computed: Value, element: Attribute) -> bool:
    """Whether integers differ only by what is beyond 32 bits."""
    pairs = zip(devices(expected), devices(computed), strict=True)
    return narrowed(element) is not element and all(
        np.array_equal(converted(a, narrowed(element)), converted(b, narrowed(element)))
        for a, b in pairs
    )


def difference(expected: Value, computed: Value, scale: float = 0.0) -> float:
    """The largest difference over the largest number, or over `scale` if that is larger; infinite where only one is finite."""
    ours, theirs = devices(expected), devices(computed)
    count = max(len(ours), len(theirs))
    pairs = zip(ours * (count // len(ours)), theirs * (count // len(theirs)), strict=True)
    return max((_difference(a, b, scale) for a, b in pairs), default=0.0)


def relative_difference(expected: Value, computed: Value) -> float:
    """Return the largest difference of a number over that number; infinite where only one is finite, or zero."""
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
    """As `difference`, of values that may have other shapes; infinite if there are not as many numbers."""
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
    if error < np.inf:  # then all numbers are finite
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
    """Of integers that wrap at 32 bits: 2147483647 and -2147483648 are neighbours."""
    gap = np.abs(expected.astype(np.float64) - computed.astype(np.float64))
    gap = np.minimum(gap, np.abs(gap - 2.0**32))
    largest = float(np.abs(expected.astype(np.float64)).max(initial=0.0))
    return float(gap.max(initial=0.0)) / max(largest, 1.0)


def unsigned(value: Value, element: Attribute) -> Value:
    """Integers as a format without a sign has them."""
    if not is_integer_type(element) or not is_signed(element) or not 1 < element.bitwidth < 64:
        return value
    mask = (1 << element.bitwidth) - 1
    return [each & mask for each in value] if isinstance(value, list) else value & mask


def is_saturated(expected: Value, computed: Value) -> bool:
    """Whether negative numbers became 0, as a format without a sign makes them."""
    ours, theirs = devices(expected), devices(computed)
    return len(ours) == len(theirs) and all(
        (a < 0).any() and np.array_equal(np.maximum(a, 0), b)
        for a, b in zip(ours, theirs, strict=True)
    )


def is_limited(operand: Value, computed: Value, source: Attribute, element: Attribute) -> bool:
    """Whether integers that a narrower type does not have became its limits, whether they are stored with a sign or without."""
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
    """Whether whole numbers differ by one at most, as by rounding instead of truncating."""
    return all(
        float(np.abs(a.astype(np.float64) - b.astype(np.float64)).max(initial=0.0)) <= 1
        for a, b in zip(devices(expected), devices(computed), strict=True)
    )


def has_other_zero(expected: Value, computed: Value) -> bool:
    """Whether a zero has another sign."""
    return any(
        bool(((a == 0) & (b == 0) & (np.signbit(a) != np.signbit(b))).any())
        for a, b in zip(devices(expected), devices(computed), strict=False)
        if a.dtype.kind == b.dtype.kind == "f"
    )


def largest(value: Value) -> float:
    """The largest finite size of a number."""
    sizes = [np.abs(each.astype(np.float64)) for each in devices(value)]
    return max((float(each[np.isfinite(each)].max(initial=0.0)) for each in sizes), default=0.0)
