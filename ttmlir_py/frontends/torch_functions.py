"""Element-wise functions that torch-mlir lacks, by the usual approximations for 32-bit floats."""

from collections.abc import Sequence
from math import log, pi, sqrt
from typing import Any

from ttmlir_py.frontends.torch_tensors import is_tensor, torch

_ERFC = (
    *(-1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806),
    *(0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277),
)
"""W. H. Press et al., Numerical Recipes, erfcc: the relative error is below 1.2e-7."""
_LANCZOS = (
    *(0.99999999999980993227684700473478, 676.520368121885098567009190444019),
    *(-1259.13921672240287047156078755283, 771.3234287776530788486528258894),
    *(-176.61502916214059906584551354, 12.507343278686904814458936853),
    *(-0.13857109526572011689554707, 9.984369578019570859563e-6, 1.50563273514931155834e-7),
)
"""The coefficients of Lanczos' series for g = 7 (C. Lanczos, A precision approximation of the gamma
function).
"""
_ERFINV_CENTRE = (
    *(2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087),
    *(-0.00125372503, -0.00417768164, 0.246640727, 1.50140941),
)
_ERFINV_TAILS = (
    *(-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773),
    *(-0.0076224613, 0.00943887047, 1.00167406, 2.83297682),
)
"""M. Giles, Approximating the erfinv function: coefficients from the highest power down."""


def functions() -> dict[Any, Any]:
    """Return the decompositions of element-wise functions."""
    aten = torch().ops.aten
    return {
        aten.erfc.default: _erfc,
        aten.special_erfcx.default: _erfcx,
        aten.erfinv.default: _erfinv,
        aten.lgamma.default: _lgamma,
        aten.digamma.default: _digamma,
        aten.hypot.default: _hypot,
        aten.signbit.default: _signbit,
        aten.copysign.Tensor: _copysign,
        **dict.fromkeys((aten.__lshift__.Scalar, aten.__lshift__.Tensor), _shift_left),
        **dict.fromkeys((aten.__rshift__.Scalar, aten.__rshift__.Tensor), _shift_right),
        aten.bitwise_left_shift.Tensor: _shift_left,
        aten.bitwise_left_shift.Tensor_Scalar: _shift_left,
        aten.bitwise_right_shift.Tensor: _shift_right,
        aten.bitwise_right_shift.Tensor_Scalar: _shift_right,
    }


def _polynomial(coefficients: Sequence[float], x: Any) -> Any:
    """Return the value of a polynomial, whose highest coefficient is the first."""
    value = torch().full_like(x, coefficients[0])
    for each in coefficients[1:]:
        value = value * x + each
    return value


def _float(x: Any) -> Any:
    return x if x.dtype.is_floating_point else x.float()


def _scaled_tail(x: Any) -> Any:
    """Return `erfc(x) * exp(x * x)` for `x >= 0`."""
    t = 1 / (1 + 0.5 * x)
    return t * torch().exp(_polynomial(_ERFC[::-1], t))


def _erfc(x: Any) -> Any:
    x = _float(x)
    size = x.abs()
    t = 1 / (1 + 0.5 * size)
    tail = t * torch().exp(_polynomial(_ERFC[::-1], t) - size * size)
    return torch().where(x < 0, 2 - tail, tail)


def _erfcx(x: Any) -> Any:
    x = _float(x)
    tail = _scaled_tail(x.abs())
    return torch().where(x < 0, 2 * torch().exp(x * x) - tail, tail)


def _erfinv(x: Any) -> Any:
    x = _float(x)
    w = -torch().log1p(-x * x)
    centre = _polynomial(_ERFINV_CENTRE, w - 2.5)
    tails = _polynomial(_ERFINV_TAILS, torch().sqrt(w.clamp(min=0)) - 3)
    found = torch().where(w < 5, centre, tails) * x
    return torch().where(x.abs() == 1, x * float("inf"), found)


def _series(z: Any) -> tuple[Any, Any]:
    """Return the sum of Lanczos' series at `z`, and its derivative."""
    total, slope = torch().full_like(z, _LANCZOS[0]), torch().zeros_like(z)
    for index, each in enumerate(_LANCZOS[1:]):
        quotient = each / (z + (index + 1))
        total = total + quotient
        slope = slope - quotient / (z + (index + 1))
    return total, slope


def _lgamma(x: Any) -> Any:
    """Return the logarithm of the gamma function's magnitude.

    Law: `gamma(x) * gamma(1 - x) == pi / sin(pi * x)`, for `x` below 0.5.
    """
    x = _float(x)
    is_reflected = x < 0.5
    z = torch().where(is_reflected, -x, x - 1)
    total, _ = _series(z)
    log_t = log(7.5) + torch().log1p(z / 7.5)
    upper = (z + 0.5 - (z + 7.5) / log_t) * log_t + log(sqrt(2 * pi)) + torch().log(total)
    part = x.abs() - torch().floor(x.abs())
    part = torch().where(part > 0.5, 1 - part, part)
    reflected = log(pi) - torch().log(torch().sin(pi * part)) - upper
    found = torch().where(is_reflected, reflected, upper)
    return torch().where(x.abs() == float("inf"), float("inf"), found)


def _digamma(x: Any) -> Any:
    """Return the derivative of the logarithm of the gamma function.

    Law: `digamma(1 - x) - digamma(x) == pi / tan(pi * x)`, for `x` below 0.5.
    """
    x = _float(x)
    is_reflected = x < 0.5
    z = torch().where(is_reflected, -x, x - 1)
    total, slope = _series(z)
    log_t = log(7.5) + torch().log1p(z / 7.5)
    upper = log_t + slope / total - 7 / (z + 7.5)
    part = x - torch().round(x)
    reflected = upper - pi * torch().cos(pi * part) / torch().sin(pi * part)
    found = torch().where(is_reflected, reflected, upper)
    found = torch().where(is_reflected & (part == 0), float("nan"), found)
    return torch().where(x == 0, torch().where(_signbit(x), float("inf"), float("-inf")), found)


def _hypot(x: Any, y: Any) -> Any:
    """Return the length of a vector, scaled so that no square overflows."""
    large, small = torch().maximum(x.abs(), y.abs()), torch().minimum(x.abs(), y.abs())
    ratio = torch().where((large == 0) | (large == float("inf")), 0.0, small / large)
    return large * torch().sqrt(1 + ratio * ratio)


def _signbit(x: Any) -> Any:
    """Return whether the sign is negative. For -0.0, the sign is that of its reciprocal."""
    if not x.dtype.is_floating_point:
        return x < 0
    return (x < 0) | ((x == 0) & (1 / x < 0))


def _copysign(x: Any, y: Any) -> Any:
    x, y = _float(x), _float(y)
    return torch().where(_signbit(y), -x.abs(), x.abs())


def _shift_left(x: Any, distance: Any) -> Any:
    power = _power_of_two(distance) if is_tensor(distance) else 2**distance
    return (x * power).to(x.dtype)


def _shift_right(x: Any, distance: Any) -> Any:
    """Return the quotient by a power of two, rounded down."""
    if not is_tensor(distance):
        return (
            torch().floor_divide(x, 2**distance) if distance < 31 else torch().where(x < 0, -1, 0)
        )
    quotient = torch().floor_divide(x, _power_of_two(distance.clamp(max=30)))
    return torch().where(distance > 30, torch().where(x < 0, -1, 0), quotient).to(x.dtype)


def _power_of_two(exponent: Any) -> Any:
    """Return 2 to the power of integers below 32, as a product over the exponent's bits."""
    power = torch().ones_like(exponent)
    for bit in range(5):
        is_set = (exponent // 2**bit) % 2 == 1
        power = torch().where(is_set, power * 2 ** (2**bit), power)
    return power
