"""Functions of the means and variances of a tensor: normalizations, losses, and variances."""

from collections.abc import Sequence

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.later.normalization import layer_norm, rms_norm
from ttmlir_py.runtime.kernels.library.table import LIBRARY_KERNELS
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    as_real,
    broadcast_shape,
    kernel,
    normalized_dim,
    require_shape,
    shape_text,
)

_REDUCTION = Cost(work="reduction")


def _axes(x: Array, dims: Sequence[int] | None) -> tuple[int, ...]:
    axes = range(x.ndim) if dims is None else [normalized_dim(dim, x.ndim) for dim in dims]
    if len(set(axes)) != len(axes):
        raise KernelError(f"a dimension is reduced twice: {list(dims or ())}")
    return tuple(axes)


def _reduced_shape(
    x: Array, *, dims: Sequence[int] | None, keep_dim: bool, root: bool
) -> tuple[int, ...]:
    axes = _axes(x, dims)
    return tuple(
        1 if at in axes else size for at, size in enumerate(x.shape) if keep_dim or at not in axes
    )


@kernel("var", cost=_REDUCTION, infer_shape=_reduced_shape, table=LIBRARY_KERNELS)
def variance(x: Array, *, dims: Sequence[int] | None, keep_dim: bool, root: bool) -> Array:
    """Return the mean of squared differences from the mean, or its square root.

    The divisor is the number of elements, as in TT-NN of 2025-02.
    """
    with np.errstate(all="ignore"):
        found = np.var(as_real(x), axis=_axes(x, dims), keepdims=keep_dim, dtype=np.float64)
    return np.asarray(np.sqrt(found) if root else found).astype(np.float32)


def _norm_shape(
    x: Array, *, dims: Sequence[int] | None, keep_dim: bool, p: float
) -> tuple[int, ...]:
    return _reduced_shape(x, dims=dims, keep_dim=keep_dim, root=False)


@kernel("operations.moreh.norm", cost=_REDUCTION, infer_shape=_norm_shape, table=LIBRARY_KERNELS)
def norm(x: Array, *, dims: Sequence[int] | None, keep_dim: bool, p: float) -> Array:
    """Return the p-norm: the p-th root of the sum of the p-th powers of the absolute values."""
    axes = _axes(x, dims)
    size = np.abs(as_real(x).astype(np.float64))
    with np.errstate(all="ignore"):
        if np.isinf(p):
            extreme = np.max if p > 0 else np.min
            return np.asarray(extreme(size, axis=axes, keepdims=keep_dim)).astype(np.float32)
        powers = (size != 0).astype(np.float64) if p == 0 else size**p
        total = np.sum(powers, axis=axes, keepdims=keep_dim)
        return np.asarray(total if p == 0 else total ** (1 / p)).astype(np.float32)


@kernel("normalize_hw", cost=_REDUCTION, table=LIBRARY_KERNELS)
def normalize(x: Array, *, axes: tuple[int, ...]) -> Array:
    """Return (x - mean) / standard deviation over some dimensions."""
    wide = as_real(x).astype(np.float64)
    with np.errstate(all="ignore"):
        centered = wide - wide.mean(axis=axes, keepdims=True)
        return (centered / wide.std(axis=axes, keepdims=True)).astype(np.float32)


def _flat(x: Array | None, size: int) -> Array | None:
    """Return a weight as a vector. It may be divided into rows, for example of 32 elements."""
    return x.reshape(-1) if x is not None and x.size == size else x


def _normalized_shape(
    x: Array,
    weight: Array | None,
    bias: Array | None,
    residual: Array | None,
    *,
    epsilon: float,
) -> tuple[int, ...]:
    if x.ndim == 0:
        raise KernelError("normalization of a tensor of rank 0")
    others = (_flat(weight, x.shape[-1]), _flat(bias, x.shape[-1]), residual)
    shapes = [each.shape for each in others if each is not None]
    return require_shape(broadcast_shape([x.shape, *shapes]), x.shape)


def _with_residual(x: Array, residual: Array | None) -> Array:
    return as_real(x) if residual is None else as_real(x) + as_real(residual)


@kernel("layer_norm", cost=_REDUCTION, infer_shape=_normalized_shape, table=LIBRARY_KERNELS)
def residual_layer_norm(
    x: Array,
    weight: Array | None,
    bias: Array | None,
    residual: Array | None,
    *,
    epsilon: float,
) -> Array:
    """Return the layer norm of `x + residual`."""
    size = x.shape[-1]
    factors = _flat(weight, size), _flat(bias, size)
    return layer_norm(_with_residual(x, residual), *factors, epsilon=epsilon)


@kernel("rms_norm", cost=_REDUCTION, infer_shape=_normalized_shape, table=LIBRARY_KERNELS)
def residual_rms_norm(
    x: Array,
    weight: Array | None,
    bias: Array | None,
    residual: Array | None,
    *,
    epsilon: float,
) -> Array:
    """Return the RMS norm of `x + residual`."""
    size = x.shape[-1]
    factors = _flat(weight, size), _flat(bias, size)
    return rms_norm(_with_residual(x, residual), *factors, epsilon=epsilon)


def _grouped_shape(
    x: Array, weight: Array | None, bias: Array | None, *, num_groups: int, epsilon: float
) -> tuple[int, ...]:
    if x.ndim != 4:
        raise KernelError(f"the operand is {shape_text(x.shape)}, expected N x 1 x H*W x C")
    channels = x.shape[-1]
    if num_groups < 1 or channels % num_groups:
        raise KernelError(f"{num_groups} groups do not divide {channels} channels")
    for each in (weight, bias):
        _channel_values(each, channels, num_groups)
    return x.shape


def _channel_values(x: Array | None, channels: int, groups: int) -> Array | None:
    """Return one value per channel. Each group of a weight may be padded to rows of 32."""
    if x is None or x.size == channels:
        return _flat(x, channels)
    size = channels // groups
    padded = -(-size // 32) * 32
    if x.size != groups * padded:
        raise KernelError(
            f"a tensor of shape {shape_text(x.shape)} does not have one value for each of "
            f"{channels} channels"
        )
    return x.reshape(groups, padded)[:, :size].reshape(-1)


@kernel("group_norm", cost=_REDUCTION, infer_shape=_grouped_shape, table=LIBRARY_KERNELS)
def group_norm(
    x: Array, weight: Array | None, bias: Array | None, *, num_groups: int, epsilon: float
) -> Array:
    """Normalize N x 1 x H*W x C over each group of channels, then scale and shift each channel."""
    batch, _, _, channels = x.shape
    grouped = as_real(x).astype(np.float64).reshape(batch, -1, num_groups, channels // num_groups)
    centered = grouped - grouped.mean(axis=(1, 3), keepdims=True)
    spread = np.sqrt(grouped.var(axis=(1, 3), keepdims=True) + epsilon)
    found = (centered / spread).reshape(x.shape)
    scale = _channel_values(weight, channels, num_groups)
    shift = _channel_values(bias, channels, num_groups)
    found = found if scale is None else found * as_real(scale)
    return (found if shift is None else found + as_real(shift)).astype(np.float32)


def _batch_shape(x: Array, *statistics: Array | None, eps: float) -> tuple[int, ...]:
    if x.ndim != 4:
        raise KernelError(f"the operand is {shape_text(x.shape)}, expected N x C x H x W")
    for each in statistics:
        if each is not None and each.size != x.shape[1]:
            raise KernelError(
                f"a tensor of shape {shape_text(each.shape)} does not have one value for each "
                f"of {x.shape[1]} channels"
            )
    return x.shape


@kernel("batch_norm", cost=_REDUCTION, infer_shape=_batch_shape, table=LIBRARY_KERNELS)
def batch_norm(
    x: Array,
    mean: Array | None,
    var: Array | None,
    weight: Array | None,
    bias: Array | None,
    *,
    eps: float,
) -> Array:
    """Normalize the channels of N x C x H x W, with the batch's statistics unless given."""
    x = as_real(x).astype(np.float64)
    by_channel = (1, -1, 1, 1)
    center = np.asarray(x.mean(axis=(0, 2, 3)) if mean is None else mean)
    spread = np.asarray(x.var(axis=(0, 2, 3)) if var is None else var)
    found = (x - center.reshape(by_channel)) / np.sqrt(spread.reshape(by_channel) + eps)
    found = found if weight is None else found * weight.reshape(by_channel)
    return (found if bias is None else found + bias.reshape(by_channel)).astype(np.float32)


def _loss_shape(a: Array, b: Array, *, squared: bool, reduction: str) -> tuple[int, ...]:
    shape = require_shape(b.shape, a.shape)
    return shape if reduction == "NONE" else ()


@kernel(
    "mse_loss",
    "reference",
    "prediction",
    cost=_REDUCTION,
    infer_shape=_loss_shape,
    table=LIBRARY_KERNELS,
)
def loss(a: Array, b: Array, *, squared: bool, reduction: str) -> Array:
    """Return the squared or absolute differences, their sum, or their mean."""
    difference = as_real(a).astype(np.float64) - as_real(b)
    found = difference * difference if squared else np.abs(difference)
    if reduction != "NONE":
        found = found.sum() if reduction == "SUM" else found.mean()
    return np.asarray(found).astype(np.float32)
