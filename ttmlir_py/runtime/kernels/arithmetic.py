"""The sums, products and quotients that kernels are made of, as an object: kernels say what is summed, this says how."""

import numpy as np

from ttmlir_py.runtime.formats import Array

Axes = tuple[int, ...]


class Arithmetic:
    """Ideal arithmetic: that of numpy in the operands' type, float32 or float64; `matrix_unit` has the device's.

    Operands of all methods are of one type. Integers are computed as integers, by both.
    """

    def product(self, a: Array, b: Array, out: Array | None = None) -> Array:
        """a @ b, by `numpy.matmul`'s rules for vectors, matrices and batches; into `out` if that is given."""
        return np.asarray(np.matmul(a, b, out=out))

    def add(self, a: Array, b: Array, out: Array | None = None) -> Array:
        """a + b, broadcast; into `out` if that is given."""
        return np.add(a, b, out=out)

    def multiply(self, a: Array, b: Array) -> Array:
        """a * b, broadcast."""
        return a * b

    def divide(self, a: Array, b: Array) -> Array:
        """a / b, broadcast."""
        return a / b

    def function(self, values: Array) -> Array:
        """What is left of a function's values before something else takes them."""
        return values

    def sum(self, x: Array, axes: Axes, keep: bool) -> Array:
        """The sum over dimensions, which stay with size 1 if `keep` says so."""
        return np.sum(x, axis=axes, keepdims=keep, dtype=x.dtype)

    def mean(self, x: Array, axes: Axes, keep: bool) -> Array:
        """The mean over dimensions. Sums of integers are exact."""
        accumulator = np.float64 if x.dtype.kind in "iub" else x.dtype
        return np.asarray(np.mean(x, axis=axes, keepdims=keep, dtype=accumulator))

    def running_sum(self, x: Array, axis: int) -> Array:
        """y[i] = x[0] + ... + x[i] along a dimension."""
        return np.cumsum(x, axis=axis, dtype=x.dtype)


IDEAL = Arithmetic()
