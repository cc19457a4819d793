"""The gamma function's logarithm and derivatives, and the inverse error function, in float64."""

import math
from collections.abc import Callable

import numpy as np

from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.special import erfc

_ASYMPTOTIC = 16.0
"""From here on, the asymptotic series below are exact to about 1e-15."""
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
"""The Bernoulli numbers B2, B4, ... B14."""
_ERFINV_SERIES = 0.1
"""Below this size, the series of the inverse error function is exact to about 1e-13."""


def _raised(x: Array, term: Callable[[Array], Array]) -> tuple[Array, Array]:
    """Return x + n with the smallest n that reaches `_ASYMPTOTIC`, and the sum of `term` over x,
    x + 1, ... x + n - 1.
    """
    steps = np.clip(np.nan_to_num(np.ceil(_ASYMPTOTIC - x), nan=0), 0, _ASYMPTOTIC)
    total = np.zeros_like(x)
    for step in range(int(np.max(steps, initial=0))):
        total += np.where(step < steps, term(x + step), 0.0)
    return x + steps, total


def lgamma(x: Array) -> Array:
    """Return log(abs(gamma(x))), which is infinite at 0, -1, -2, ...

    Law: `gamma(x) * gamma(1 - x) == pi / sin(pi * x)`, for x below 1/2.
    """
    with np.errstate(all="ignore"):
        mirrored = np.where(x < 0.5, 1 - x, x)
        large, logs = _raised(mirrored, lambda each: np.log(np.abs(each)))
        series = sum(
            number / (2 * k * (2 * k - 1) * large ** (2 * k - 1))
            for k, number in enumerate(_BERNOULLI, 1)
        )
        found = (large - 0.5) * np.log(large) - large + 0.5 * math.log(2 * math.pi) + series - logs
        sine = np.abs(np.sin(np.pi * np.mod(x, 1)))
        found = np.where(x < 0.5, np.log(np.pi / sine) - found, found)
    found = np.where(np.isinf(x) | ((x <= 0) & (x == np.floor(x))), np.inf, found)
    return np.where(np.isnan(x), x, found)


def multigammaln(x: Array) -> Array:
    """Return the logarithm of the multivariate gamma function of order 4, as TT-NN defines it."""
    total = np.full_like(x, 3 * math.log(math.pi))
    for half in range(4):
        total += lgamma(x - half / 2)
    return total


def _cotangent_derivative(order: int, x: Array) -> Array:
    """Return the derivative of cot(pi x) of order `order`, as a polynomial in the cotangent.

    Law: `d/dx cot(pi x) == -pi * (1 + cot(pi x) ** 2)`.
    """
    polynomial = np.polynomial.Polynomial([0.0, 1.0])
    square = np.polynomial.Polynomial([1.0, 0.0, 1.0])
    for _ in range(order):
        polynomial = -math.pi * square * polynomial.deriv()
    return polynomial(1 / np.tan(np.pi * np.mod(x, 1)))


def _rising(even: int, order: int) -> float:
    return math.factorial(even + order - 1) / math.factorial(even)


def polygamma(order: int, x: Array) -> Array:
    """Return a derivative of the digamma function; `order` 0 gives the function itself.

    Law: `polygamma(n, 1 - x) - (-1) ** n * polygamma(n, x) == (-1) ** n * pi * d^n/dx^n cot(pi x)`,
    for x below 1/2.
    """
    sign = -1.0 if order % 2 == 0 else 1.0
    with np.errstate(all="ignore"):
        mirrored = np.where(x < 0.5, 1 - x, x)
        large, total = _raised(mirrored, lambda each: each ** -(order + 1.0))
        factorial = math.factorial(order)
        if order == 0:
            leading = -np.log(large) + 0.5 / large
        else:
            leading = math.factorial(order - 1) / large**order
            leading = leading + factorial / (2 * large ** (order + 1))
        series = sum(
            number * _rising(2 * k, order) / large ** (2 * k + order)
            for k, number in enumerate(_BERNOULLI, 1)
        )
        found = sign * (leading + series + factorial * total)
        reflected = math.pi * _cotangent_derivative(order, x)
        found = np.where(x < 0.5, -sign * found - reflected, found)
    is_pole = (x <= 0) & (x == np.floor(x))
    if order == 0:
        return np.where(is_pole, np.where(x == 0, -np.copysign(np.inf, x), np.nan), found)
    return np.where(is_pole, sign * np.inf, found)


def erfinv(x: Array) -> Array:
    """Return the inverse of the error function: infinite at -1 and 1, and NaN beyond.

    Newton's method solves log(erfc(y)) = log(1 - abs(x)), which is nearly linear in y.
    """
    size = np.abs(x)
    with np.errstate(all="ignore"):
        logarithm = np.log1p(-size * size)
        middle = 2 / (math.pi * 0.147) + logarithm / 2
        y = np.sqrt(np.sqrt(middle * middle - logarithm / 0.147) - middle)
        for _ in range(4):
            area = erfc(y)
            slope = 2 / math.sqrt(math.pi) * np.exp(-y * y)
            y = y + area / slope * (np.log(area) - np.log1p(-size))
        half = math.sqrt(math.pi) / 2
        terms = (1, 1 / 3, 7 / 30, 127 / 630, 4369 / 22680, 34807 / 178200)
        small = sum(term * (half * size) ** (2 * k + 1) for k, term in enumerate(terms))
        y = np.where(size < _ERFINV_SERIES, small, y)
    return np.copysign(np.where(size == 1, np.inf, np.where(size > 1, np.nan, y)), x)
