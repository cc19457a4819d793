"""Operations that order the elements of a dimension, or accumulate along it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.later.table import LATER_KERNELS
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    as_declared,
    as_real,
    kernel,
    normalized_dim,
    require_shape,
)

_ALONG = Cost(work="reduction")
_SORTED = Cost(work="reduction", sorts=True)


def _order(x: Array, axis: int, *, descending: bool) -> Array:
    """Return the positions of the elements in sorted order. Equal elements keep their order, and
    NaN comes last.
    """
    if not descending:
        return np.argsort(x, axis=axis, kind="stable")
    last = x.shape[axis] - 1
    ascending = np.argsort(np.flip(x, axis), axis=axis, kind="stable")
    return last - np.flip(ascending, axis)


def _taken(x: Array, places: Array, axis: int, *, gives_places: bool) -> Array:
    if gives_places:
        return places.astype(np.int32)
    return np.take_along_axis(x, places, axis)


def _sorted_shape(
    x: Array, *, dim: int, descending: bool, gives_places: bool, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    normalized_dim(dim, x.ndim)
    return require_shape(x.shape, result_shape)


@kernel(
    "SortOp",
    "in",
    cost=_SORTED,
    dim="dim",
    descending="descending",
    gives_places="gives_places",
    takes_shape=True,
    infer_shape=_sorted_shape,
    table=LATER_KERNELS,
)
def sort(x: Array, *, dim: int, descending: bool, gives_places: bool) -> Array:
    """Return the elements along `dim` in sorted order, or their positions."""
    axis = normalized_dim(dim, x.ndim)
    return _taken(x, _order(x, axis, descending=descending), axis, gives_places=gives_places)


def _first_shape(
    x: Array, *, k: int, dim: int, largest: bool, gives_places: bool, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    axis = normalized_dim(dim, x.ndim)
    if not 0 <= k <= x.shape[axis]:
        raise KernelError(f"takes {k} of {x.shape[axis]} elements")
    return require_shape((*x.shape[:axis], k, *x.shape[axis + 1 :]), result_shape)


@kernel(
    "TopKOp",
    "in",
    cost=_SORTED,
    k="k",
    dim="dim",
    largest="largest",
    gives_places="gives_places",
    takes_shape=True,
    infer_shape=_first_shape,
    table=LATER_KERNELS,
)
def topk(x: Array, *, k: int, dim: int, largest: bool, gives_places: bool) -> Array:
    """Return the `k` largest or smallest elements along `dim` in sorted order, or their
    positions.
    """
    axis = normalized_dim(dim, x.ndim)
    places = np.take(_order(x, axis, descending=largest), range(k), axis)
    return _taken(x, places, axis, gives_places=gives_places)


def _argmax_shape(
    x: Array, *, dim: int | None, keep_dim: bool, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    axes = range(x.ndim) if dim is None else (normalized_dim(dim, x.ndim),)
    if x.size == 0:
        raise KernelError("maximum of no elements")
    sizes = [1 if i in axes else n for i, n in enumerate(x.shape) if keep_dim or i not in axes]
    return as_declared(tuple(sizes), result_shape)


@kernel(
    "ReductionArgMaxOp",
    "in",
    cost=_ALONG,
    dim="dim",
    keep_dim="keep_dim",
    takes_shape=True,
    infer_shape=_argmax_shape,
    table=LATER_KERNELS,
)
def argmax(x: Array, *, dim: int | None, keep_dim: bool, result_shape: tuple[int, ...]) -> Array:
    """Return the position of the first maximum along `dim`, or in the flattened tensor. NaN counts
    as the maximum.
    """
    return np.argmax(x, axis=dim).astype(np.int32).reshape(result_shape)


def _same_shape(x: Array, *, dim: int, **_: object) -> tuple[int, ...]:
    normalized_dim(dim, x.ndim)
    return x.shape


@kernel("CumProdOp", "in", cost=_ALONG, dim="dim", infer_shape=_same_shape, table=LATER_KERNELS)
def cumprod(x: Array, *, dim: int) -> Array:
    """Return, for each element, the product of this element and all elements before it along
    `dim`.
    """
    return np.cumprod(x, axis=dim, dtype=x.dtype)


def _log_sum_exp(x: Array, axis: int) -> Array:
    return np.logaddexp.accumulate(as_real(x), axis=axis)


_ACCUMULATIONS: Mapping[str, Callable[[Array, int], Array]] = MappingProxyType(
    {
        "Max": lambda x, axis: np.maximum.accumulate(x, axis=axis),
        "Min": lambda x, axis: np.minimum.accumulate(x, axis=axis),
        "LogSumExp": _log_sum_exp,
    }
)
"""Maps members of the enum `CumulativeReduction` to functions of an array and an axis."""


@kernel(
    "CumulativeOp",
    "in",
    cost=_ALONG,
    dim="dim",
    reduction="reduction",
    reverse="reverse",
    infer_shape=_same_shape,
    table=LATER_KERNELS,
)
def cumulative(x: Array, *, dim: int, reduction: str, reverse: bool) -> Array:
    """Return, for each element, the reduction of this element and all elements before it along
    `dim`, or all after it.
    """
    accumulate = _ACCUMULATIONS.get(str(reduction))
    if accumulate is None:
        raise KernelError(f"unknown reduction {reduction}")
    axis = normalized_dim(dim, x.ndim)
    if reverse:
        return np.flip(accumulate(np.flip(x, axis), axis), axis)
    return accumulate(x, axis)
