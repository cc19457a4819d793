"""Functions of numbers that numpy lacks, in float64, for `ttir.gelu` and CHLO."""

import math
from collections.abc import Callable

import numpy as np

from ttmlir_py.reference.numbers import Array


def of_each(function: Callable[[float], float]) -> Callable[[Array], Array]:
    """Return a function that applies `function` to each number of an array."""
    return np.vectorize(function, otypes=[float])


erf = of_each(math.erf)
erfc = of_each(math.erfc)


def gelu(x: Array) -> Array:
    """Return `x` times the probability that a normally distributed number is less than `x`."""
    less = erfc(-x / math.sqrt(2)) / 2
    return np.where(np.isneginf(x), 0.0, x * less)


@of_each
def lgamma(x: float) -> float:
    """Return the logarithm of the magnitude of the gamma function; infinite at 0, -1, -2, ..."""
    is_pole = math.isinf(x) or (x <= 0 and x == math.floor(x))
    return math.inf if is_pole else math.lgamma(x)


@of_each
def digamma(x: float) -> float:
    """Return the derivative of the logarithm of the gamma function; NaN at 0, -1, -2, ...

    Small numbers use the reflection formula. Others use the recurrence up to 10 or more, and there
    the asymptotic series of Bernoulli's numbers.
    """
    if math.isnan(x) or x == -math.inf or (x <= 0 and x == math.floor(x)):
        return math.nan
    if x < 0.5:
        return float(digamma(np.asarray(1 - x))) - math.pi / math.tan(math.pi * math.fmod(x, 1))
    shifted = 0.0
    while x < 10:
        shifted, x = shifted - 1 / x, x + 1
    bernoulli = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12)
    series = sum(number * (1 / x / x) ** (i + 1) for i, number in enumerate(bernoulli))
    return shifted + (math.inf if math.isinf(x) else math.log(x) - 0.5 / x - series)


@of_each
def erf_inv(x: float) -> float:
    """Return the number whose error function is `x`; infinite at -1 and 1, NaN beyond.

    It is found by Newton's method, which starts from a rough formula.
    """
    if math.isnan(x) or abs(x) > 1:
        return math.nan
    if abs(x) == 1:
        return math.copysign(math.inf, x)
    rest = math.log1p(-x * x)
    middle = 2 / (math.pi * 0.147) + rest / 2
    y = math.copysign(math.sqrt(math.sqrt(middle * middle - rest / 0.147) - middle), x)
    sign = math.copysign(1, x)
    for _ in range(4):
        # The error is erf(y) - x, computed without cancellation where erf is almost 1.
        error = math.erf(y) - x if abs(x) < 0.5 else sign * ((1 - abs(x)) - math.erfc(abs(y)))
        step = error * math.sqrt(math.pi) / 2 * math.exp(y * y)
        y -= step / (1 + y * step)
    return y
