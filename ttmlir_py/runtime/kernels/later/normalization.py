"""Normalizations of the last dimension, and with given statistics."""

import numpy as np

from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.elementwise import MATRIX_UNIT, MULTIPLIER
from ttmlir_py.runtime.kernels.later.table import LATER_KERNELS
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    as_real,
    broadcast_shape,
    kernel,
    require_shape,
)

_OPERANDS = ("input", "weight?", "bias?")


def _normalized_shape(
    x: Array,
    weight: Array | None,
    bias: Array | None,
    *,
    epsilon: float,
    result_shape: tuple[int, ...],
) -> tuple[int, ...]:
    factors = [each.shape for each in (weight, bias) if each is not None]
    require_shape(broadcast_shape([x.shape, *factors]), x.shape)
    return require_shape(x.shape, result_shape)


def _scaled(x: Array, weight: Array | None, bias: Array | None) -> Array:
    if weight is not None:
        x = x * as_real(weight)
    return x if bias is None else x + as_real(bias)


@kernel(
    "RMSNormOp",
    *_OPERANDS,
    cost=Cost(work="reduction", functions=(MULTIPLIER, MULTIPLIER)),
    epsilon="epsilon",
    takes_shape=True,
    infer_shape=_normalized_shape,
    table=LATER_KERNELS,
)
def rms_norm(x: Array, weight: Array | None, bias: Array | None, *, epsilon: float) -> Array:
    """Return x / sqrt(mean(x * x) + epsilon) * weight + bias."""
    x = as_real(x)
    mean = np.mean(x * x, axis=-1, keepdims=True)
    return _scaled(x / np.sqrt(mean + x.dtype.type(epsilon)), weight, bias)


@kernel(
    "LayerNormOp",
    *_OPERANDS,
    cost=Cost(work="reduction", functions=(MATRIX_UNIT, MULTIPLIER, MULTIPLIER)),
    epsilon="epsilon",
    takes_shape=True,
    infer_shape=_normalized_shape,
    table=LATER_KERNELS,
)
def layer_norm(x: Array, weight: Array | None, bias: Array | None, *, epsilon: float) -> Array:
    """Return (x - mean(x)) / sqrt(variance(x) + epsilon) * weight + bias."""
    x = as_real(x)
    centered = x - np.mean(x, axis=-1, keepdims=True)
    variance = np.mean(centered * centered, axis=-1, keepdims=True)
    return _scaled(centered / np.sqrt(variance + x.dtype.type(epsilon)), weight, bias)


def _batch_shape(
    x: Array,
    mean: Array,
    variance: Array,
    weight: Array | None,
    bias: Array | None,
    *,
    epsilon: float,
    result_shape: tuple[int, ...],
) -> tuple[int, ...]:
    require_shape(broadcast_shape([x.shape, mean.shape, variance.shape]), x.shape)
    return _normalized_shape(x, weight, bias, epsilon=epsilon, result_shape=result_shape)


@kernel(
    "BatchNormInferenceOp",
    *("input", "running_mean", "running_var", "weight?", "bias?"),
    cost=Cost(functions=(MULTIPLIER, MULTIPLIER)),
    epsilon="epsilon",
    takes_shape=True,
    infer_shape=_batch_shape,
    table=LATER_KERNELS,
)
def batch_norm(
    x: Array,
    mean: Array,
    variance: Array,
    weight: Array | None,
    bias: Array | None,
    *,
    epsilon: float,
) -> Array:
    """Return (x - mean) / sqrt(variance + epsilon) * weight + bias."""
    x, spread = as_real(x), as_real(variance)
    centered = x - as_real(mean)
    return _scaled(centered / np.sqrt(spread + spread.dtype.type(epsilon)), weight, bias)
