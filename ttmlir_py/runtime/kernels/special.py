"""Mathematical functions that numpy lacks."""

import math
from functools import cache

import numpy as np
from numpy.polynomial import chebyshev

from ttmlir_py.runtime.formats import Array

_ERFC_LIMIT = 12.0
"""From about 10.06 on, erfc is zero in float32, including subnormal numbers."""
_ERFC_DEGREE = 14


@cache
def _erfc_coefficients() -> Array:
    """Return the Chebyshev coefficients of log(erfc(x) / t) + x^2 with t = 2 / (2 + x)."""
    low = 2 / (2 + _ERFC_LIMIT)
    nodes = chebyshev.chebpts1(_ERFC_DEGREE + 1)
    t = low + (nodes + 1) * (1 - low) / 2
    x = 2 / t - 2
    exact = np.array([math.erfc(value) for value in x])
    return chebyshev.chebfit(nodes, np.log(exact / t) + x * x, _ERFC_DEGREE)


def erfc(x: Array) -> Array:
    """Return the complementary error function in float64.

    The relative error is below 1e-10 for x <= 12; beyond that, the result is 0. erfc(x) = t
    exp(-x^2 + P(t)) with t = 2 / (2 + x) for x >= 0, and erfc(-x) = 2 - erfc(x). This is the form
    of Numerical Recipes, section 6.2.2. P is smooth in t and fitted by Chebyshev interpolation.
    """
    x = x.astype(np.float64)
    size = np.abs(x)
    t = 2 / (2 + size)
    low = 2 / (2 + _ERFC_LIMIT)
    u = 2 * (t - low) / (1 - low) - 1
    polynomial = chebyshev.chebval(np.maximum(u, -1.0), _erfc_coefficients())
    tail = np.where(size > _ERFC_LIMIT, 0.0, t * np.exp(polynomial - size * size))
    positive = np.where(np.isnan(x), x, tail)
    return np.where(x < 0, 2 - positive, positive)
