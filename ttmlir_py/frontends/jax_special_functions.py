"""Special functions in JAX's own operations, where StableHLO has no other form of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import factorial
from typing import Any

import numpy as np

from ttmlir_py.frontends.libraries import library


def _numpy() -> Any:
    return library("jax.numpy")


def next_after(value: Any, other: Any) -> Any:
    """Return the f32 number after `value` in the direction of `other`.

    The sum of a normal number x and x * u * (1 + 2 u), with u = 2^-24, rounds to its successor
    (Rump et al., Computing predecessor and successor in rounding to nearest).
    """
    numpy = _numpy()
    largest = np.finfo(np.float32).max
    step = numpy.maximum(abs(value) * np.float32(2**-24 + 2**-47), np.float32(2**-149))
    moved = value + numpy.where(other > value, step, -step)
    moved = numpy.where(abs(value) == np.inf, numpy.where(value > 0, largest, -largest), moved)
    is_number = (value == value) & (other == other)
    return numpy.where(value == other, other, numpy.where(is_number, moved, np.nan))


def cumlogsumexp(values: Any, *, axis: int, reverse: bool) -> Any:
    """Return the logarithms of the running sums of exponentials along `axis`.

    Sums of 2, 4, 8 and so on elements are combined.
    """
    numpy, size, distance = _numpy(), values.shape[axis], 1
    while distance < size:
        shape = list(values.shape)
        shape[axis] = distance
        nothing = numpy.full(shape, -np.inf, values.dtype)
        parts = library("jax.lax").slice_in_dim
        if reverse:
            moved = [parts(values, distance, size, axis=axis), nothing]
        else:
            moved = [nothing, parts(values, 0, size - distance, axis=axis)]
        values = numpy.logaddexp(values, numpy.concatenate(moved, axis))
        distance *= 2
    return values


_SUMMANDS = 10
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)
"""Bernoulli's numbers of even order, from the second."""


def zeta(x: Any, q: Any) -> Any:
    """Return Hurwitz's zeta function: the sum of `(q + k)^-x`, by Euler's and Maclaurin's formula
    (Johansson, Rigorous high-precision computation of the Hurwitz zeta function).
    """
    numpy = _numpy()
    found = numpy.zeros_like(x + q)
    for index in range(_SUMMANDS):
        found = found + numpy.power(q + index, -x)
    end = q + _SUMMANDS
    last = numpy.power(end, -x)
    found = found + last * end / (x - 1) + last / 2
    term = last * x / end
    for index, number in enumerate(_BERNOULLI, 1):
        found = found + term * np.float32(number / factorial(2 * index))
        term = term * ((x + (2 * index - 1)) / end) * ((x + 2 * index) / end)
    is_whole = x == numpy.floor(x)
    is_pole = (q <= 0) & (q == numpy.floor(q))
    is_even = is_whole & (x / 2 == numpy.floor(x / 2))
    found = numpy.where(is_pole, numpy.where(is_even, np.inf, np.nan), found)
    found = numpy.where((q <= 0) & ~is_whole, np.nan, found)
    found = numpy.where(x < 1, np.nan, found)
    return numpy.where(x == 1, np.inf, found)


_LARGEST_ORDER = 34
"""The factorials of larger numbers are infinite in f32."""


def polygamma(order: Any, x: Any) -> Any:
    """Return derivatives of the digamma function. `order` holds whole numbers; others give NaN."""
    numpy = _numpy()
    size = numpy.ones_like(order)
    for number in range(2, _LARGEST_ORDER + 2):
        size = size * numpy.where(order >= number, np.float32(number), np.float32(1))
    half = order / 2
    signed = numpy.where(half == numpy.floor(half), -size, size)
    found = numpy.where(order == 0, library("jax.lax").digamma(x), signed * zeta(order + 1, x))
    return numpy.where((order < 0) | (order != numpy.floor(order)), np.nan, found)


_SPLIT = 8.0
"""The argument of Bessel functions from which on the expansion in its reciprocal is used."""


@cache
def _bessel_coefficients() -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the Chebyshev coefficients of `i1e(x) / x` in `x / 4 - 1`, for x up to 8, and of
    `i1e(x) * sqrt(x)` in `16 / x - 1`, for larger x.

    The function is the mean of `exp(x (cos t - 1)) cos t` over t (DLMF 10.32.3).
    """
    angles = np.pi * (np.arange(4000) + 0.5) / 4000
    exponents, weights = np.cos(angles) - 1, np.cos(angles) / len(angles)

    def i1e(x: Any) -> Any:
        return np.exp(np.multiply.outer(x, exponents)) @ weights

    chebyshev = np.polynomial.chebyshev

    def fitted(function: Callable[..., Any], degree: int) -> tuple[float, ...]:
        return tuple(chebyshev.chebinterpolate(function, degree))

    small = fitted(lambda t: i1e(4 * (t + 1)) / (4 * (t + 1)), 17)
    large = fitted(lambda t: i1e(16 / (t + 1)) * np.sqrt(16 / (t + 1)), 9)
    return small, large


def bessel_i1e(x: Any) -> Any:
    """Return the exponentially scaled modified Bessel function of order 1."""
    numpy = _numpy()
    size = abs(x)
    small, large = _bessel_coefficients()
    bounded = numpy.minimum(size, _SPLIT)
    first = bounded * _chebyshev(bounded / 4 - 1, small)
    beyond = numpy.maximum(size, _SPLIT)
    second = _chebyshev(16 / beyond - 1, large) / numpy.sqrt(beyond)
    found = numpy.where(size <= _SPLIT, first, second)
    return numpy.where(x < 0, -found, found)


def _chebyshev(x: Any, coefficients: tuple[float, ...]) -> Any:
    """Return a sum of Chebyshev polynomials, by Clenshaw's recurrence."""
    last, before = _numpy().zeros_like(x), _numpy().zeros_like(x)
    for each in coefficients[:0:-1]:
        last, before = 2 * x * last - before + np.float32(each), last
    return x * last - before + np.float32(coefficients[0])


def rules() -> Iterator[tuple[Any, Callable[..., Any]]]:
    """Yield the primitives of special functions, each with its function here."""
    primitives = library("jax.extend.core.primitives")
    for function in (cumlogsumexp, zeta, polygamma, bessel_i1e):
        yield getattr(primitives, f"{function.__name__}_p"), function
    yield primitives.nextafter_p, next_after
