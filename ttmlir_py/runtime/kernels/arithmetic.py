"""Sums, products and quotients for kernels, in exchangeable precision.

A kernel chooses the terms, and an `Arithmetic` object chooses the precision.
"""

import numpy as np

from ttmlir_py.runtime.formats import Array

Axes = tuple[int, ...]


class Arithmetic:
    """Ideal arithmetic, in the operands' type: float32 or float64.

    `matrix_unit` has a subclass with the device's precision. All operands of a method have one
    type. Both classes compute integers as integers.
    """

    def product(self, a: Array, b: Array, out: Array | None = None) -> Array:
        """Return `a @ b`, following `numpy.matmul` for vectors, matrices and batches.

        The result is stored in `out` if given.
        """
        return np.asarray(np.matmul(a, b, out=out))

    def add(self, a: Array, b: Array, out: Array | None = None) -> Array:
        """Return `a + b` with broadcasting, stored in `out` if given."""
        return np.add(a, b, out=out)

    def multiply(self, a: Array, b: Array) -> Array:
        """Return `a * b` with broadcasting."""
        return a * b

    def divide(self, a: Array, b: Array) -> Array:
        """Return `a / b` with broadcasting."""
        return a / b

    def function(self, values: Array) -> Array:
        """Return the results `values` of a function, rounded to the precision in which the next
        function reads them.
        """
        return values

    def sum(self, x: Array, axes: Axes, keep: bool) -> Array:
        """Return the sum over the dimensions `axes`. With `keep`, these dimensions remain with size
        1.
        """
        return np.sum(x, axis=axes, keepdims=keep, dtype=x.dtype)

    def mean(self, x: Array, axes: Axes, keep: bool) -> Array:
        """Return the mean over the dimensions `axes`. Sums of integers are exact."""
        accumulator = np.float64 if x.dtype.kind in "iub" else x.dtype
        return np.asarray(np.mean(x, axis=axes, keepdims=keep, dtype=accumulator))

    def running_sum(self, x: Array, axis: int) -> Array:
        """Return the cumulative sum along the dimension `axis`."""
        return np.cumsum(x, axis=axis, dtype=x.dtype)


IDEAL = Arithmetic()
