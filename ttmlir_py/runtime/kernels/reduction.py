"""Reductions, and cumulative sums.

The attribute `dim_arg` lists dimensions, negative ones counted from the end; absent or empty means
all. Floating point accumulates in float32; integer sums and products wrap around in the operand's
type.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.arithmetic import IDEAL, Arithmetic, Axes
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    DeviceUse,
    Kernel,
    Step,
    as_declared,
    as_real,
    kernel,
    normalized_dim,
    require_integers,
)


def _max(_: Arithmetic, x: Array, axes: Axes, keep: bool) -> Array:
    return _extreme(np.maximum, x, axes, keep)


def _min(_: Arithmetic, x: Array, axes: Axes, keep: bool) -> Array:
    return _extreme(np.minimum, x, axes, keep)


def _extreme(function: np.ufunc, x: Array, axes: Axes, keep: bool) -> Array:
    """Return the reduction of `x` by `function`.

    NumPy refuses to reduce no elements, even if the result has no elements either.
    """
    found = np.add.reduce(x, axis=axes, keepdims=keep) if x.size == 0 else None
    if found is not None and found.size == 0:
        return found.astype(x.dtype)
    return function.reduce(x, axis=axes, keepdims=keep)


def _bitwise(function: np.ufunc) -> Callable[[Arithmetic, Array, Axes, bool], Array]:
    """Return a reduction of integers by a function of two bit patterns."""

    def reduced(_: Arithmetic, x: Array, axes: Axes, keep: bool) -> Array:
        require_integers("a bitwise reduction", x)
        return function.reduce(x, axis=axes, keepdims=keep)

    return reduced


REDUCTIONS: dict[str, Callable[[Arithmetic, Array, Axes, bool], Array]] = {
    "Sum": lambda arithmetic, x, axes, keep: arithmetic.sum(x, axes, keep),
    "Mean": lambda arithmetic, x, axes, keep: arithmetic.mean(x, axes, keep),
    "Max": _max,
    "Min": _min,
}
"""Maps members of the FlatBuffer enum `ReductionOpType` to functions."""

LATER_REDUCTIONS: dict[str, Callable[[Arithmetic, Array, Axes, bool], Array]] = {
    "ReduceBitwiseAnd": _bitwise(np.bitwise_and),
    "ReduceBitwiseOr": _bitwise(np.bitwise_or),
    "ReduceBitwiseXor": _bitwise(np.bitwise_xor),
}
"""Maps members of the enum `ReductionOpType` that 2025-02 lacks to functions."""


def _axes(dims: Sequence[int] | None, rank: int) -> tuple[int, ...]:
    if not dims:
        return tuple(range(rank))
    axes = tuple(normalized_dim(dim, rank) for dim in dims)
    if len(set(axes)) != len(axes):
        raise KernelError(f"a dimension is reduced twice: {list(dims)}")
    return axes


_REDUCTION = Cost(work="reduction")


def _reduced(
    x: Array, axes: tuple[int, ...], keep_dim: bool, declared: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the shape without the dimensions `axes`, or with size 1 if `keep_dim`."""
    sizes = [1 if i in axes else n for i, n in enumerate(x.shape) if keep_dim or i not in axes]
    return as_declared(tuple(sizes), declared)


def _reduction_shape(
    x: Array,
    *,
    op: str,
    dims: Sequence[int] | None,
    keep_dim: bool,
    result_shape: tuple[int, ...],
) -> tuple[int, ...]:
    if op not in REDUCTIONS and op not in LATER_REDUCTIONS:
        raise KernelError(f"unknown reduction {op}")
    axes = _axes(dims, x.ndim)
    shape = _reduced(x, axes, keep_dim, result_shape)
    if op in ("Max", "Min") and x.size == 0 and 0 not in shape:
        raise KernelError(f"{op} of no elements")
    return shape


@kernel(
    "ReductionOp",
    "in",
    device=DeviceUse(is_reduction=True),
    cost=_REDUCTION,
    op="type",
    dims="dim_arg",
    keep_dim="keep_dim",
    takes_shape=True,
    infer_shape=_reduction_shape,
)
def reduce(
    x: Array,
    *,
    op: str,
    dims: Sequence[int] | None,
    keep_dim: bool,
    result_shape: tuple[int, ...],
    arithmetic: Arithmetic = IDEAL,
) -> Array:
    """Return the sum, mean, maximum or minimum over the dimensions `dims`.

    Maximum and minimum propagate NaN.
    """
    function = REDUCTIONS.get(op) or LATER_REDUCTIONS[op]
    found = function(arithmetic, x, _axes(dims, x.ndim), keep_dim)
    return found.reshape(result_shape)


def _product_shape(
    x: Array, *, all_dimensions: bool, dim: int, keep_dim: bool, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    axes = _axes(None if all_dimensions else (dim,), x.ndim)
    return _reduced(x, axes, keep_dim, result_shape)


@kernel(
    "ReductionProdOp",
    "in",
    cost=_REDUCTION,
    all_dimensions="all_dimensions",
    dim="dim_arg",
    keep_dim="keep_dim",
    takes_shape=True,
    infer_shape=_product_shape,
)
def prod(
    x: Array, *, all_dimensions: bool, dim: int, keep_dim: bool, result_shape: tuple[int, ...]
) -> Array:
    """Return the product along the dimension `dim`, or over all dimensions."""
    axes = _axes(None if all_dimensions else (dim,), x.ndim)
    return np.prod(x, axis=axes, keepdims=keep_dim, dtype=x.dtype).reshape(result_shape)


def _shape_along(x: Array, *, dim: int) -> tuple[int, ...]:
    normalized_dim(dim, x.ndim)
    return x.shape


@kernel(
    "MorehCumSumOp",
    "in",
    cost=Cost(work="reduction", rounds_steps=True),
    dim="dim",
    infer_shape=_shape_along,
)
def cumsum(x: Array, *, dim: int, arithmetic: Arithmetic = IDEAL) -> Array:
    """Return the cumulative sum along the dimension `dim`: y[i] = x[0] + ... + x[i]."""
    return arithmetic.running_sum(x, dim)


def _softmax_steps(
    shapes: Sequence[tuple[int, ...]], keywords: Mapping[str, Any]
) -> Sequence[Step]:
    """Return the steps of softmax: maximum, difference, exponential, sum, quotient."""
    if 0 in shapes[0]:
        return ()
    along = {"dims": (keywords["dim"],), "keep_dim": True}
    return (
        Step("ReductionOp", "Max", (0,), {"op": "Max"} | along),
        Step("EltwiseOp", "Subtract", (0, 1)),
        Step("EltwiseOp", "Exp", (2,)),
        Step("ReductionOp", "Sum", (3,), {"op": "Sum"} | along),
        Step("EltwiseOp", "Div", (3, 4)),
    )


@kernel(
    "SoftmaxOp",
    "in",
    columns=Kernel(steps=_softmax_steps),
    cost=Cost(work="softmax"),
    dim="dimension",
    infer_shape=_shape_along,
)
def softmax(x: Array, *, dim: int, arithmetic: Arithmetic = IDEAL) -> Array:
    """Return exp(x - max) / sum(exp(x - max)) along the dimension `dim`."""
    x = as_real(x)
    if x.size == 0:
        return x
    centred = arithmetic.add(x, -x.max(axis=dim, keepdims=True))
    exponentials = arithmetic.function(np.exp(centred))
    return arithmetic.divide(exponentials, arithmetic.sum(exponentials, (dim % x.ndim,), keep=True))
