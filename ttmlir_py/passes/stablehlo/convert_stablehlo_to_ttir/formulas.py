"""Formulas for functions that TTIR lacks. They are computed in f32; other floats are cast."""

from collections.abc import Callable, Sequence
from functools import reduce
from math import inf, log, nan, pi
from typing import NamedTuple

from xdsl.dialects.builtin import TensorType, bf16, f32
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import ConversionBuilder

Number = SSAValue | float


class Formula:
    """A builder of formulas on tensors of one shape.

    Numbers become constants with one element. Equal numbers share a constant.
    """

    def __init__(self, builder: ConversionBuilder, shape: Sequence[int]):
        self._builder = builder
        self._shape = shape
        self._constants: dict[str, SSAValue] = {}

    def value(self, number: Number) -> SSAValue:
        """Return a tensor unchanged, or the constant for a number."""
        if isinstance(number, SSAValue):
            return number
        key = repr(float(number))
        if key not in self._constants:
            self._constants[key] = self._builder.scalar(float(number), f32)
        return self._constants[key]

    def _op(self, cls: type[Operation], *operands: Number, truth: bool = False) -> SSAValue:
        type_ = TensorType(bf16 if truth else f32, self._shape)
        return self._builder.into(cls, [self.value(each) for each in operands], type_)

    def add(self, a: Number, b: Number) -> SSAValue:
        """Return `a + b`."""
        return self._op(ttir.AddOp, a, b)

    def sub(self, a: Number, b: Number) -> SSAValue:
        """Return `a - b`."""
        return self._op(ttir.SubtractOp, a, b)

    def mul(self, a: Number, b: Number) -> SSAValue:
        """Return `a * b`."""
        return self._op(ttir.MultiplyOp, a, b)

    def div(self, a: Number, b: Number) -> SSAValue:
        """Return `a / b`."""
        return self._op(ttir.DivOp, a, b)

    def unary(self, cls: type[Operation], a: Number) -> SSAValue:
        """Return the result of the TTIR op `cls` on `a`."""
        return self._op(cls, a)

    def extreme(self, cls: type[Operation], a: Number, b: Number) -> SSAValue:
        """Return the result of `cls`, TTIR's maximum or minimum, on `a` and `b`."""
        return self._op(cls, a, b)

    def compare(self, cls: type[Operation], a: Number, b: Number) -> SSAValue:
        """Return a mask: the result of the comparison `cls` of `a` and `b`."""
        return self._op(cls, a, b, truth=True)

    def where(self, condition: SSAValue, a: Number, b: Number) -> SSAValue:
        """Return `a` where the condition holds, else `b`."""
        return self._op(ttir.WhereOp, condition, a, b)

    def polynomial(self, x: SSAValue, coefficients: Sequence[float]) -> SSAValue:
        """Return the value at `x` of a polynomial, by Horner's rule.

        The coefficient of the highest power comes first.
        """
        first, second, *rest = coefficients
        start = self.add(self.mul(x, first), second)
        return reduce(lambda value, c: self.add(self.mul(value, x), c), rest, start)

    def is_less(self, a: Number, b: Number) -> SSAValue:
        """Return `a < b`."""
        return self.compare(ttir.LessThanOp, a, b)

    def absolute(self, a: SSAValue) -> SSAValue:
        """Return `|a|`."""
        return self.unary(ttir.AbsOp, a)


Function = Callable[..., SSAValue]


def apply_in_f32(
    builder: ConversionBuilder, function: Function, values: Sequence[SSAValue]
) -> SSAValue:
    """Compute `function` of `values` in f32, and return the result in the type of `values`, floats
    of any width.
    """
    element = tensor_type(values[0]).element_type
    formula = Formula(builder, shape_of(values[0]))
    result = function(formula, *(builder.typecast(each, f32) for each in values))
    return builder.typecast(result, element)


_ERF_LIMIT = 3.7439211627767994
"""The smallest number whose erf is 1 in f32."""
_ERF_NUMERATOR = (
    *(0.00022905065861350646, 0.0034082910107109506, 0.050955695062380861),
    *(0.18520832239976145, 1.128379143519084),
)
_ERF_DENOMINATOR = (
    *(-1.1791602954361697e-7, 0.000023547966471313185, 0.0010179625278914885),
    *(0.014070470171167667, 0.11098505178285362, 0.49746925110067538, 1.0),
)


def erf(f: Formula, x: SSAValue) -> SSAValue:
    """Compute the error function by Eigen's rational approximation, as StableHLO does.

    Beyond `_ERF_LIMIT` it is 1 or -1.

    Law: `erf(x) == x * P(x^2) / Q(x^2)`, up to the error of the approximation.
    """
    low = f.extreme(ttir.MaximumOp, x, -_ERF_LIMIT)
    bounded = f.extreme(ttir.MinimumOp, low, _ERF_LIMIT)
    square_ = f.mul(bounded, bounded)
    numerator = f.mul(bounded, f.polynomial(square_, _ERF_NUMERATOR))
    return f.div(numerator, f.polynomial(square_, _ERF_DENOMINATOR))


_ERFC_NEAR = (
    *(2.326819970068386e-2, -1.387039388740657e-1, 3.687424674597105e-1, -5.824733027278666e-1),
    *(6.210004621745983e-1, -4.944515323274145e-1, 3.404879937665872e-1, -2.741127028184656e-1),
    5.638259427386472e-1,
)
_ERFC_FAR = (
    *(-1.047766399936249e1, 1.297719955372516e1, -7.495518717768503, 2.921019019210786),
    *(-1.015265279202700, 4.218463358204948e-1, -2.820767439740514e-1, 5.641895067754075e-1),
)


def erfc(f: Formula, x: SSAValue) -> SSAValue:
    """Compute `1 - erf(x)` without loss of significance.

    From 1 on it uses Cephes' approximations, as StableHLO does.

    Law: `erfc(x) == 1 - erf(x)`, and `erfc(-x) == 2 - erfc(x)`.
    """
    size = f.absolute(x)
    inverse = f.div(1.0, size)
    square_ = f.mul(inverse, inverse)
    near, far = (f.polynomial(square_, each) for each in (_ERFC_NEAR, _ERFC_FAR))
    factor = f.where(f.is_less(size, 2.0), near, far)
    decay = f.unary(ttir.ExpOp, f.unary(ttir.NegOp, f.mul(x, x)))
    tail = f.mul(f.mul(decay, inverse), factor)
    # From about 10 on, the tail is 0 in f32. At infinity the factor would make it NaN.
    tail = f.where(f.is_less(10.1, size), 0.0, tail)
    whole = f.where(f.is_less(x, 0.0), f.sub(2.0, tail), tail)
    return f.where(f.is_less(size, 1.0), f.sub(1.0, erf(f, x)), whole)


def sinh(f: Formula, x: SSAValue) -> SSAValue:
    """Compute sinh by expm1 below 1 and by scaled exponentials above, to avoid early overflow.

    Law: `sinh(x) == (e + e / (e + 1)) / 2`, where `e = expm1(x)`.
    """
    e = f.unary(ttir.Expm1Op, x)
    small = f.mul(f.add(e, f.div(e, f.add(e, 1.0))), 0.5)
    large = f.sub(*_half_exponentials(f, x))
    return f.where(f.is_less(f.absolute(x), 1.0), small, large)


def cosh(f: Formula, x: SSAValue) -> SSAValue:
    """Compute cosh by scaled exponentials, which do not overflow before the result does.

    Law: `cosh(x) == exp(x - log(2)) + exp(-x - log(2))`.
    """
    return f.add(*_half_exponentials(f, x))


def _half_exponentials(f: Formula, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Return `exp(x) / 2` and `exp(-x) / 2`, without overflow before the result."""
    up = f.unary(ttir.ExpOp, f.add(x, -log(2)))
    return up, f.unary(ttir.ExpOp, f.sub(-log(2), x))


_LARGE = 1e9
"""From this number on, x^2 + 1 equals x^2 in f32. The square may overflow."""


def asinh(f: Formula, x: SSAValue) -> SSAValue:
    """Return `sign(x) log(|x| + sqrt(x^2 + 1))`, by log1p.

    Law: `asinh(x) == sign(x) * log1p(|x| + x^2 / (sqrt(x^2 + 1) + 1))`.
    """
    size = f.absolute(x)
    square_ = f.mul(size, size)
    root = f.unary(ttir.SqrtOp, f.add(square_, 1.0))
    small = f.unary(ttir.Log1pOp, f.add(size, f.div(square_, f.add(root, 1.0))))
    large = f.add(f.unary(ttir.LogOp, size), log(2))
    return f.mul(f.unary(ttir.SignOp, x), f.where(f.is_less(_LARGE, size), large, small))


def acosh(f: Formula, x: SSAValue) -> SSAValue:
    """Return `log(x + sqrt(x^2 - 1))`, by log1p of x - 1. Below 1 it is NaN.

    Law: `acosh(x) == log1p(d + sqrt(d^2 + 2 * d))`, where `d = x - 1`.
    """
    over = f.sub(x, 1.0)
    root = f.unary(ttir.SqrtOp, f.add(f.mul(over, over), f.mul(over, 2.0)))
    small = f.unary(ttir.Log1pOp, f.add(over, root))
    large = f.add(f.unary(ttir.LogOp, x), log(2))
    # Below 1, `over` is negative and its sum with the root may round to 0, so NaN is selected
    # explicitly.
    size = f.where(f.is_less(x, 1.0), nan, small)
    return f.where(f.is_less(_LARGE, x), large, size)


def atanh(f: Formula, x: SSAValue) -> SSAValue:
    """Return `(log1p(x) - log1p(-x)) / 2`. Beyond 1 it is NaN.

    Law: `atanh(x) == (log1p(x) - log1p(-x)) / 2`.
    """
    minus = f.unary(ttir.Log1pOp, f.unary(ttir.NegOp, x))
    return f.mul(f.sub(f.unary(ttir.Log1pOp, x), minus), 0.5)


_ATAN = (8.05374449538e-2, -1.38776856032e-1, 1.99777106478e-1, -3.33329491539e-1)
_TAN_OF_EIGHTH = 0.4142135623730950


def _atan_of_at_most_one(f: Formula, x: SSAValue) -> SSAValue:
    """Return the arc tangent of numbers from 0 to 1 by Cephes' approximation.

    From tan(pi/8) on it is computed from the arc tangent of (x - 1) / (x + 1).
    """
    is_far = f.is_less(_TAN_OF_EIGHTH, x)
    near = f.where(is_far, f.div(f.sub(x, 1.0), f.add(x, 1.0)), x)
    square_ = f.mul(near, near)
    angle = f.add(f.mul(f.mul(f.polynomial(square_, _ATAN), square_), near), near)
    return f.where(is_far, f.add(angle, pi / 4), angle)


def atan2(f: Formula, y: SSAValue, x: SSAValue) -> SSAValue:
    """Return the angle of the point (x, y).

    It is the arc tangent of the smaller coordinate over the larger, moved to the octant. The signs
    of zeros count.

    Law: `atan2(y, x) == pi / 2 - atan2(x, y)`, for positive `x` and `y`.
    """
    height, width = f.absolute(y), f.absolute(x)
    small = f.extreme(ttir.MinimumOp, height, width)
    large = f.extreme(ttir.MaximumOp, height, width)
    is_diagonal = f.compare(ttir.EqualOp, small, large)
    is_zero = f.compare(ttir.EqualOp, large, 0.0)
    ratio = f.where(is_diagonal, f.where(is_zero, 0.0, 1.0), f.div(small, large))
    angle = _atan_of_at_most_one(f, ratio)
    angle = f.where(f.is_less(width, height), f.sub(pi / 2, angle), angle)
    angle = f.where(_is_negative(f, x), f.sub(pi, angle), angle)
    return f.where(_is_negative(f, y), f.unary(ttir.NegOp, angle), angle)


def _is_negative(f: Formula, x: SSAValue) -> SSAValue:
    """Return a mask of negative numbers and -0, which is recognized by its reciprocal."""
    return f.is_less(f.where(f.compare(ttir.EqualOp, x, 0.0), f.div(1.0, x), x), 0.0)


def atan(f: Formula, x: SSAValue) -> SSAValue:
    """Compute the arc tangent. Above 1, it is pi/2 minus the arc tangent of `1 / x`.

    Law: `atan(x) == pi / 2 - atan(1 / x)`, for positive `x`.
    """
    size = f.absolute(x)
    is_large = f.is_less(1.0, size)
    angle = _atan_of_at_most_one(f, f.where(is_large, f.div(1.0, size), size))
    angle = f.where(is_large, f.sub(pi / 2, angle), angle)
    return f.where(_is_negative(f, x), f.unary(ttir.NegOp, angle), angle)


def asin(f: Formula, x: SSAValue) -> SSAValue:
    """Return `2 atan2(x, 1 + sqrt(1 - x^2))`. Beyond 1 it is NaN.

    Law: `asin(x) == 2 * atan(x / (1 + sqrt(1 - x^2)))`.
    """
    return f.mul(atan(f, f.div(x, f.add(_cathetus(f, x), 1.0))), 2.0)


def acos(f: Formula, x: SSAValue) -> SSAValue:
    """Return `2 atan2(sqrt(1 - x^2), 1 + x)`. At -1 it is pi, and beyond 1 it is NaN.

    Law: `acos(x) == 2 * atan2(sqrt(1 - x^2), 1 + x)`.
    """
    angle = f.mul(atan2(f, _cathetus(f, x), f.add(x, 1.0)), 2.0)
    return f.where(f.compare(ttir.EqualOp, x, -1.0), pi, angle)


def _cathetus(f: Formula, x: SSAValue) -> SSAValue:
    """Return `sqrt(1 - x^2)`, computed as the root of (1 - x)(1 + x)."""
    return f.unary(ttir.SqrtOp, f.mul(f.sub(1.0, x), f.add(x, 1.0)))


_ERF_INV_NEAR = (
    *(2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087),
    *(-0.00125372503, -0.00417768164, 0.246640727, 1.50140941),
)
_ERF_INV_FAR = (
    *(-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773),
    *(-0.0076224613, 0.00943887047, 1.00167406, 2.83297682),
)


def erf_inv(f: Formula, x: SSAValue) -> SSAValue:
    """Compute the inverse of erf by Giles' single-precision approximations.

    It is infinite at 1 and -1, and NaN beyond.

    Law: `erf_inv(x) == x * P(-log1p(-x^2))`, up to the error of the approximation.
    """
    w = f.unary(ttir.NegOp, f.unary(ttir.Log1pOp, f.unary(ttir.NegOp, f.mul(x, x))))
    near = f.polynomial(f.sub(w, 2.5), _ERF_INV_NEAR)
    far = f.polynomial(f.sub(f.unary(ttir.SqrtOp, w), 3.0), _ERF_INV_FAR)
    value = f.mul(f.where(f.is_less(w, 5.0), near, far), x)
    is_end = f.compare(ttir.EqualOp, f.absolute(x), 1.0)
    return f.where(is_end, f.mul(x, inf), value)


_LANCZOS_BASE = 0.99999999999980993
_LANCZOS = (
    *(676.520368121885098, -1259.13921672240287, 771.323428777653079, -176.615029162140599),
    *(12.5073432786869048, -0.138571095265720117, 9.98436957801957086e-6, 1.50563273514931156e-7),
)
_LANCZOS_G = 7.5
"""The constant g + 1/2 of Lanczos' approximation of the gamma function, whose coefficients follow.

They are those of Numerical Recipes and StableHLO.
"""


class _Lanczos(NamedTuple):
    """The terms of Lanczos' approximation for a number x of at least 1/2.

    With z = x - 1 they are z, z + g + 1/2 and its logarithm, and the series and its derivative.
    """

    z: SSAValue
    shifted: SSAValue
    logarithm: SSAValue
    series: SSAValue
    slope: SSAValue


def _lanczos(f: Formula, x: SSAValue) -> _Lanczos:
    is_small = f.is_less(x, 0.5)
    z = f.where(is_small, f.unary(ttir.NegOp, x), f.sub(x, 1.0))
    series: Number = _LANCZOS_BASE
    slope: Number = 0.0
    for place, coefficient in enumerate(_LANCZOS, 1):
        below = f.add(z, float(place))
        part = f.div(coefficient, below)
        series = f.add(part, series)
        slope = f.sub(slope, f.div(part, below))
    ratio = f.mul(z, 1 / _LANCZOS_G)
    logarithm = f.add(f.unary(ttir.Log1pOp, ratio), log(_LANCZOS_G))
    return _Lanczos(z, f.add(z, _LANCZOS_G), logarithm, f.value(series), f.value(slope))


def lgamma(f: Formula, x: SSAValue) -> SSAValue:
    """Return `log |gamma(x)|` by Lanczos' approximation, below 1/2 by that of 1 - x.

    It is infinite at 0, -1, -2, ...

    Law: `lgamma(x) == log(pi / |sin(pi * x)|) - lgamma(1 - x)`.
    """
    parts = _lanczos(f, x)
    power = f.sub(f.add(parts.z, 0.5), f.div(parts.shifted, parts.logarithm))
    value = f.add(f.mul(power, parts.logarithm), log(2 * pi) / 2)
    value = f.add(value, f.unary(ttir.LogOp, parts.series))
    size = f.absolute(x)
    rest = f.sub(size, f.unary(ttir.FloorOp, size))
    rest = f.where(f.is_less(0.5, rest), f.sub(1.0, rest), rest)
    log_sine = f.unary(ttir.LogOp, f.unary(ttir.SinOp, f.mul(rest, pi)))
    reflected = f.sub(f.sub(log(pi), log_sine), value)
    # At whole numbers the sine is 0 and its logarithm -inf. The result is then inf, even where
    # `value` is infinite or NaN.
    is_pole = f.compare(ttir.EqualOp, log_sine, -inf)
    reflected = f.where(is_pole, inf, reflected)
    value = f.where(f.is_less(x, 0.5), reflected, value)
    return f.where(f.compare(ttir.EqualOp, size, inf), inf, value)


def digamma(f: Formula, x: SSAValue) -> SSAValue:
    """Compute the derivative of `lgamma`. At 0, -1, -2, ... it is NaN.

    Law: `digamma(x) == digamma(1 - x) - pi / tan(pi * x)`.
    """
    parts = _lanczos(f, x)
    value = f.add(parts.logarithm, f.div(parts.slope, parts.series))
    value = f.sub(value, f.div(_LANCZOS_G - 0.5, parts.shifted))
    angle = f.mul(f.add(x, f.absolute(f.unary(ttir.FloorOp, f.add(x, 0.5)))), pi)
    cotangent = f.div(f.mul(f.unary(ttir.CosOp, angle), pi), f.unary(ttir.SinOp, angle))
    value = f.where(f.is_less(x, 0.5), f.sub(value, cotangent), value)
    is_whole = f.compare(ttir.EqualOp, x, f.unary(ttir.FloorOp, x))
    whole = f.where(is_whole, nan, value)
    return f.where(f.is_less(0.0, x), value, whole)


def square(f: Formula, x: SSAValue) -> SSAValue:
    """Return `x * x`."""
    return f.mul(x, x)


def round_nearest_even(f: Formula, x: SSAValue) -> SSAValue:
    """Return the nearest whole number; ties are rounded to even.

    Law: `round_nearest_even(x) == floor(x) + k`, where `k` is 0 or 1.
    """
    below = f.unary(ttir.FloorOp, x)
    above = f.add(below, 1.0)
    rest = f.sub(x, below)
    half = f.unary(ttir.FloorOp, f.mul(below, 0.5))
    is_even = f.compare(ttir.EqualOp, f.mul(half, 2.0), below)
    tie = f.where(is_even, below, above)
    down = f.where(f.is_less(rest, 0.5), below, tie)
    return f.where(f.is_less(0.5, rest), above, down)


def round_away_from_zero(f: Formula, x: SSAValue) -> SSAValue:
    """Return the nearest whole number; ties are rounded away from 0.

    Law: `round_nearest_afz(x) == sign(x) * floor(|x| + 1 / 2)`.
    """
    size = f.absolute(x)
    below = f.unary(ttir.FloorOp, size)
    is_low = f.is_less(f.sub(size, below), 0.5)
    return f.mul(f.unary(ttir.SignOp, x), f.where(is_low, below, f.add(below, 1.0)))
