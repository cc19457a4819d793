"""The sums, products and quotients that kernels use, as an object.

A kernel chooses the terms; this object chooses the precision.
"""

import numpy as np

from ttmlir_py.runtime.formats import Array

Axes = tuple[int, ...]


class Arithmetic:
    """Ideal arithmetic: numpy's in the operands' type, float32 or float64. `matrix_unit` has the
    device's.

    All operands of a method have one type. Both compute integers as integers.
    """

    def product(self, a: Array, b: Array, out: Array | None = None) -> Array:
        """Return a @ b, by `numpy.matmul`'s rules for vectors, matrices and batches.

        The result is stored in `out` if that is given.
        """
        return np.asarray(np.matmul(a, b, out=out))

    def add(self, a: Array, b: Array, out: Array | None = None) -> Array:
        """Return a + b, broadcast; stored in `out` if that is given."""
        return np.add(a, b, out=out)

    def multiply(self, a: Array, b: Array) -> Array:
        """Return a * b, broadcast."""
        return a * b

    def divide(self, a: Array, b: Array) -> Array:
        """Return a / b, broadcast."""
        return a / b

    def function(self, values: Array) -> Array:
        """Return a function's values with the precision in which the next function reads them."""
        return values

    def sum(self, x: Array, axes: Axes, keep: bool) -> Array:
        """Return the sum over dimensions. Reduced dimensions stay with size 1 if `keep` is set."""
        return np.sum(x, axis=axes, keepdims=keep, dtype=x.dtype)

    def mean(self, x: Array, axes: Axes, keep: bool) -> Array:
        """Return the mean over dimensions. Sums of integers are exact."""
        accumulator = np.float64 if x.dtype.kind in "iub" else x.dtype
        return np.asarray(np.mean(x, axis=axes, keepdims=keep, dtype=accumulator))

    def running_sum(self, x: Array, axis: int) -> Array:
        """Return y[i] = x[0] + ... + x[i] along a dimension."""
        return np.cumsum(x, axis=axis, dtype=x.dtype)


IDEAL = Arithmetic()
