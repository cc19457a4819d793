"""Reductions, and running sums.

`dim_arg` lists dimensions, negative ones counted from the back; absent or empty means all.
Floating point accumulates in float32; integer sums and products wrap around in the operand's type.
"""

from collections.abc import Callable, Sequence

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.registry import (
    Kernel,
    as_declared,
    as_real,
    is_integer,
    kernel,
    normalized_dim,
)


def _sum(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    return np.sum(x, axis=axes, keepdims=keep, dtype=x.dtype)


def _mean(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    """Integer sums are exact before the division."""
    accumulator = np.float64 if is_integer(x) else x.dtype
    return np.asarray(np.mean(x, axis=axes, keepdims=keep, dtype=accumulator))


def _max(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    return np.max(x, axis=axes, keepdims=keep)


def _min(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    return np.min(x, axis=axes, keepdims=keep)


REDUCTIONS: dict[str, Callable[[Array, tuple[int, ...], bool], Array]] = {
    "Sum": _sum,
    "Mean": _mean,
    "Max": _max,
    "Min": _min,
}
"""Reductions by case of the FlatBuffer enum `ReductionOpType`."""


def _axes(dims: Sequence[int] | None, rank: int) -> tuple[int, ...]:
    if not dims:
        return tuple(range(rank))
    axes = tuple(normalized_dim(dim, rank) for dim in dims)
    if len(set(axes)) != len(axes):
        raise KernelError(f"a dimension is reduced twice: {list(dims)}")
    return axes


_REDUCTION = Kernel(work="reduction")


@kernel(
    "ReductionOp",
    "in",
    columns=_REDUCTION,
    op="type",
    dims="dim_arg",
    keep_dim="keep_dim",
    takes_shape=True,
)
def reduce(
    x: Array,
    *,
    op: str,
    dims: Sequence[int] | None,
    keep_dim: bool,
    result_shape: tuple[int, ...],
) -> Array:
    """Sum, mean, maximum or minimum over dimensions; maximum and minimum propagate NaN."""
    if op not in REDUCTIONS:
        raise KernelError(f"unknown reduction {op}")
    axes = _axes(dims, x.ndim)
    if op in ("Max", "Min") and x.size == 0:
        raise KernelError(f"{op} of no elements")
    return as_declared(REDUCTIONS[op](x, axes, keep_dim), result_shape)


@kernel(
    "ReductionProdOp",
    "in",
    columns=_REDUCTION,
    all_dimensions="all_dimensions",
    dim="dim_arg",
    keep_dim="keep_dim",
    takes_shape=True,
)
def prod(
    x: Array, *, all_dimensions: bool, dim: int, keep_dim: bool, result_shape: tuple[int, ...]
) -> Array:
    """Product over one dimension, or over all."""
    axes = _axes(None if all_dimensions else (dim,), x.ndim)
    return as_declared(np.prod(x, axis=axes, keepdims=keep_dim, dtype=x.dtype), result_shape)


@kernel("MorehCumSumOp", "in", columns=_REDUCTION, dim="dim")
def cumsum(x: Array, *, dim: int) -> Array:
    """Running sum along a dimension: y[i] = x[0] + ... + x[i]."""
    return np.cumsum(x, axis=normalized_dim(dim, x.ndim), dtype=x.dtype)


@kernel("SoftmaxOp", "in", columns=Kernel(work="softmax"), dim="dimension")
def softmax(x: Array, *, dim: int) -> Array:
    """exp(x - max) / sum exp(x - max) along a dimension."""
    axis = normalized_dim(dim, x.ndim)
    x = as_real(x)
    if x.size == 0:
        return x
    exponentials = np.exp(x - x.max(axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)
