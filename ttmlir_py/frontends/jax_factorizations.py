"""Factorizations of real matrices in JAX's own operations, column by column.

On a CPU, JAX calls LAPACK. The functions here compute the same, with the signs and the pivots of
LAPACK (Golub and Van Loan, Matrix Computations, chapters 3 to 5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from ttmlir_py.frontends.libraries import library

LARGEST_MATRIX = 64
"""The largest size of a matrix that is factorized, which takes some operations for each column."""


def _numpy() -> Any:
    return library("jax.numpy")


def cholesky(matrix: Any, **_: Any) -> Any:
    """Return the lower Cholesky factor of `matrix`: NaN if the matrix is not positive."""
    numpy = _numpy()
    size = matrix.shape[-1]
    rows = np.arange(int(size))
    columns: list[Any] = []
    positive: Any = True
    for index in range(size):
        pivot = matrix[..., index : index + 1, index]
        positive = positive & (pivot > 0)
        column = matrix[..., index] / numpy.sqrt(pivot)
        columns.append(numpy.where(rows >= index, column, 0))
        matrix = matrix - columns[-1][..., :, None] * columns[-1][..., None, :]
    factor = numpy.stack(columns, axis=-1)
    return numpy.where(positive[..., None], factor, numpy.nan)


def triangular_solve(
    matrix: Any,
    values: Any,
    *,
    left_side: bool,
    lower: bool,
    transpose_a: bool,
    conjugate_a: bool,
    unit_diagonal: bool,
) -> Any:
    """Return the solution of equations with a triangular matrix, by substitution."""
    numpy = _numpy()
    del conjugate_a  # has no effect, because the elements are real
    size = matrix.shape[-1]
    if transpose_a:
        matrix, lower = numpy.swapaxes(matrix, -1, -2), not lower
    if not left_side:
        matrix, lower = numpy.swapaxes(matrix, -1, -2), not lower
        values = numpy.swapaxes(values, -1, -2)
    solution: list[Any] = [None] * size
    for index in range(size) if lower else reversed(range(size)):
        row = values[..., index, :]
        if not unit_diagonal:
            row = row / matrix[..., index, index, None]
        solution[index] = row
        values = values - matrix[..., :, index, None] * row[..., None, :]
    found = numpy.stack(solution, axis=-2)
    return found if left_side else numpy.swapaxes(found, -1, -2)


def _with_rows_swapped(matrix: Any, first: int, second: Any) -> Any:
    """Return matrices of shape (..., rows, columns) with two rows exchanged.

    `second` has a row for each matrix.
    """
    numpy = _numpy()
    is_second = (np.arange(matrix.shape[-2], dtype=np.int32) == second[..., None])[..., None]
    row = matrix[..., first, :][..., None, :]
    other = numpy.where(is_second, matrix, 0).sum(-2, keepdims=True)
    matrix = numpy.where(is_second, row, matrix)
    is_first = (np.arange(matrix.shape[-2]) == first)[:, None]
    return numpy.where(is_first, other, matrix)


def lu(matrix: Any, **_: Any) -> tuple[Any, Any, Any]:
    """Return the factors of `matrix` in one matrix, the pivots and the permutation of the rows.

    The pivot of a column is its largest element, as in LAPACK.
    """
    numpy = _numpy()
    rows, columns = (np.arange(size) for size in matrix.shape[-2:])
    pivots: list[Any] = []
    for index in range(min(matrix.shape[-2:])):
        sizes = numpy.where(rows >= index, abs(matrix[..., index]), -1)
        pivots.append(numpy.argmax(sizes, axis=-1).astype(np.int32))
        matrix = _with_rows_swapped(matrix, index, pivots[-1])
        pivot = matrix[..., index, index, None]
        column = matrix[..., index]
        factors = column / numpy.where(pivot == 0, 1, pivot)
        is_below = rows > index
        column = numpy.where(is_below, factors, column)
        matrix = numpy.where(columns == index, column[..., None], matrix)
        row = numpy.where(columns > index, matrix[..., index, :], 0)
        step = numpy.where(is_below, factors, 0)[..., None] * row[..., None, :]
        matrix = matrix - step
    stacked = numpy.stack(pivots, axis=-1)
    return matrix, stacked, pivots_to_permutation(stacked, permutation_size=len(rows))


def pivots_to_permutation(pivots: Any, *, permutation_size: int) -> Any:
    """Return the order of rows after exchanging each row with that of its pivot, in turn."""
    shape = (*pivots.shape[:-1], permutation_size, 1)
    order = _numpy().broadcast_to(np.arange(permutation_size, dtype=np.int32)[:, None], shape)
    for index in range(pivots.shape[-1]):
        order = _with_rows_swapped(order, index, pivots[..., index])
    return order[..., 0]


def qr(matrix: Any, *, full_matrices: bool, **_: Any) -> tuple[Any, Any]:
    """Return an orthogonal and an upper triangular matrix, by Householder's reflections.

    The columns are scaled before they are squared.
    """
    numpy = _numpy()
    rows, count = np.arange(matrix.shape[-2]), min(matrix.shape[-2:])
    reflections: list[tuple[Any, Any]] = []
    for index in range(count):
        column = numpy.where(rows >= index, matrix[..., index], 0)
        largest = abs(column).max(-1, keepdims=True)
        column = column / numpy.where(largest > 0, largest, 1)
        head = column[..., index : index + 1]
        tail = numpy.where(rows > index, column, 0)
        rest = (tail * tail).sum(-1, keepdims=True)
        norm = numpy.sqrt(head * head + rest)
        first = numpy.where(head >= 0, -norm, norm)
        is_done = rest == 0
        vector = tail / numpy.where(is_done, 1, head - first)
        vector = numpy.where(rows == index, 1, vector)
        factor = numpy.where(is_done, 0, (first - head) / numpy.where(is_done, 1, first))
        reflections.append((vector, factor))
        matrix = _reflected(matrix, vector, factor)
    size = len(rows) if full_matrices else count
    product = numpy.broadcast_to(
        np.eye(len(rows), size, dtype=matrix.dtype), (*matrix.shape[:-1], size)
    )
    for vector, factor in reversed(reflections):
        product = _reflected(product, vector, factor)
    return product, numpy.triu(matrix[..., :size, :])


def _reflected(matrix: Any, vector: Any, factor: Any) -> Any:
    """Return `matrix - factor * vector * (vector . matrix)`."""
    products = (vector[..., :, None] * matrix).sum(-2, keepdims=True)
    return matrix - (factor * vector)[..., :, None] * products


_LOWERED: dict[str, Callable[..., Any]] = {
    **{"cholesky": cholesky, "triangular_solve": triangular_solve, "lu": lu, "qr": qr},
    "lu_pivots_to_permutation": pivots_to_permutation,
}


def is_lowered(equation: Any) -> bool:
    """Whether `equation` is a factorization that this module lowers, of a supported type."""
    if equation.primitive.name not in _LOWERED:
        return False
    matrix = equation.invars[0].aval
    return (
        np.dtype(matrix.dtype).kind != "c"
        and max(matrix.shape[-2:]) <= LARGEST_MATRIX
        and not equation.params.get("pivoting")
    )


def rules() -> Iterator[tuple[Any, Callable[..., Any]]]:
    """Yield the primitives of factorizations, each with its function here."""
    for name, function in _LOWERED.items():
        for module in ("jax.lax.linalg", "jax._src.lax.linalg"):
            with suppress(AttributeError):  # not all primitives are public
                yield getattr(library(module), f"{name}_p"), function
                break
