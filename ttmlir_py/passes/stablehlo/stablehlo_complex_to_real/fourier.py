"""Discrete Fourier transforms as products with constant matrices."""

from __future__ import annotations

from math import isqrt, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xdsl.ir import SSAValue

from ttmlir_py.dialects import stablehlo
from ttmlir_py.dialects.stablehlo.attributes import DotDimensionNumbersAttr
from ttmlir_py.dialects.stablehlo.rules.common import element_type, tensor
from ttmlir_py.dialects.tensor_types import integers, shape_of
from ttmlir_py.passes.stablehlo.stablehlo_complex_to_real.functions import product
from ttmlir_py.passes.stablehlo.stablehlo_complex_to_real.parts import Parts, Reals, is_zero
from ttmlir_py.rewriting.attributes import dense_i64_array

_LARGEST_MATRIX = 128
"""Longest transform that is one product. Longer ones are split into transforms of factors."""
_LONGEST = 2048
"""Longest transform that is one product because its size has no factors, or because its result is
real.
"""

Matrix = NDArray[np.float64]


def transform(b: Reals, op: stablehlo.FftOp, operand: Parts | SSAValue) -> Parts | SSAValue:
    """Return the result of `op`. The operand and the result of some kinds are real.

    Raise ValueError for sizes above `_LONGEST` that cannot be split.
    """
    kind, sizes = op.fft_type.value.keyword, integers(op.fft_length)
    rank = len(shape_of(op.operand))
    *others, last = range(rank - len(sizes), rank)
    if not isinstance(operand, Parts):
        parts = _of_reals(b, operand, sizes[-1])
        for dimension in others:
            parts = _along(b, parts, dimension, -1)
        return parts
    if kind == "FFT":
        for dimension in (last, *others):
            operand = _along(b, operand, dimension, -1)
        return operand
    for dimension in others:
        operand = _along(b, operand, dimension, 1)
    scale = b.number(1 / prod(sizes), op.result.type if kind == "IRFFT" else operand.re.type)
    if kind == "IRFFT":
        return b.multiply(_to_reals(b, operand, sizes[-1]), scale)
    return Parts(*(b.multiply(each, scale) for each in _along(b, operand, last, 1)))


def _along(b: Reals, z: Parts, dimension: int, sign: int) -> Parts:
    """Return the transform along `dimension`, not normalized. `sign` is that of the exponent."""
    order = [*range(len(shape_of(z.re)))]
    order[dimension], order[-1] = order[-1], order[dimension]
    moved = Parts(*(b.transpose(each, order) for each in z))
    return Parts(*(b.transpose(each, order) for each in _last(b, moved, sign)))


def _last(b: Reals, z: Parts, sign: int) -> Parts:
    """Return the transform along the last dimension.

    A size with factors m and n is a transform of size m of every n-th element, a rotation, and a
    transform of size n (J. Cooley and J. Tukey, 1965).
    """
    *outer, size = shape_of(z.re)
    first = _factor(size)
    if size <= _LARGEST_MATRIX or first == 1:
        return _product(b, z, *_rotation(size, size, size, sign))
    second = size // first
    swapped = [*range(len(outer)), len(outer) + 1, len(outer)]

    def columns(x: SSAValue) -> SSAValue:
        return b.transpose(b.reshape(x, (*outer, first, second)), swapped)

    z = _last(b, Parts(*map(columns, z)), sign)
    z = product(b, z, _constants(b, z.re, *_rotation(second, first, size, sign)))
    z = _last(b, Parts(*(b.transpose(each, swapped) for each in z)), sign)
    return Parts(*(b.reshape(b.transpose(each, swapped), (*outer, size)) for each in z))


def _of_reals(b: Reals, x: SSAValue, size: int) -> Parts:
    """Return the first half of the transform of real numbers; the other half is symmetric."""
    half = size // 2 + 1
    if size <= _LARGEST_MATRIX or _factor(size) == 1:
        cos, sin = _rotation(size, half, size, -1)
        return Parts(_matrix_product(b, x, cos), _matrix_product(b, x, sin))
    parts = _last(b, b.complex(x), -1)
    return Parts(*(b.slice_last(each, 0, half) for each in parts))


def _to_reals(b: Reals, z: Parts, size: int) -> SSAValue:
    """Return the real numbers whose transform has the first half `z`, times `size`.

    Each element but the first, and the last of an even size, stands for two.
    """
    half = size // 2 + 1
    rows = np.arange(half)[:, None]
    counts = np.where((rows == 0) | (2 * rows == size), 1.0, 2.0)
    cos, sin = _rotation(half, size, size, 1)
    return b.subtract(
        _matrix_product(b, z.re, counts * cos), _matrix_product(b, z.im, counts * sin)
    )


def _factor(size: int) -> int:
    """Return the largest divisor up to the square root of `size`."""
    return next(each for each in range(isqrt(size), 0, -1) if size % each == 0)


def _rotation(rows: int, columns: int, size: int, sign: int) -> tuple[Matrix, Matrix]:
    """Return the real and imaginary parts of the roots of unity with the given products."""
    if rows * columns > _LONGEST**2:
        raise ValueError(
            f"a transform of size {size} needs a matrix of {rows}x{columns} numbers: use a size "
            "with small factors"
        )
    angles = np.outer(np.arange(rows), np.arange(columns)) % size * (2 * np.pi / size)
    return np.cos(angles), sign * np.sin(angles)


def _product(b: Reals, z: Parts, cos: Matrix, sin: Matrix) -> Parts:
    if is_zero(z.im):
        return Parts(_matrix_product(b, z.re, cos), _matrix_product(b, z.re, sin))
    return Parts(
        b.subtract(_matrix_product(b, z.re, cos), _matrix_product(b, z.im, sin)),
        b.add(_matrix_product(b, z.re, sin), _matrix_product(b, z.im, cos)),
    )


def _matrix_product(b: Reals, x: SSAValue, matrix: Matrix) -> SSAValue:
    """Return the products of the last dimension of `x` with a constant matrix."""
    last = len(shape_of(x)) - 1
    element = element_type(x.type)
    return b.value(
        stablehlo.DotGeneralOp,
        (x, _constant(b, matrix, element)),
        tensor((*shape_of(x)[:-1], matrix.shape[1]), element),
        dot_dimension_numbers=DotDimensionNumbersAttr((), (), (last,), (0,)),
    )


def _constants(b: Reals, like: SSAValue, cos: Matrix, sin: Matrix) -> Parts:
    """Return the parts of a matrix as constants, repeated to the shape of `like`."""
    rank = len(shape_of(like))
    dimensions = dense_i64_array([rank - 2, rank - 1])

    def repeated(matrix: Matrix) -> SSAValue:
        return b.value(
            stablehlo.BroadcastInDimOp,
            (_constant(b, matrix, element_type(like.type)),),
            like.type,
            broadcast_dimensions=dimensions,
        )

    return Parts(repeated(cos), repeated(sin))


def _constant(b: Reals, matrix: Matrix, element: Any) -> SSAValue:
    return b.constant(tensor(matrix.shape, element), element.pack(matrix.ravel().tolist()))
