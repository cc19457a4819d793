"""Semantics of StableHLO's batch normalization, and of its gradients."""

import numpy as np

from ttmlir_py.reference.meanings import op
from ttmlir_py.reference.numbers import Array


@op("stablehlo.batch_norm_inference")
def batch_norm_inference(
    operand: Array,
    scale: Array,
    offset: Array,
    mean: Array,
    variance: Array,
    *,
    epsilon: float,
    feature_index: int,
) -> Array:
    """Return the operand normalized by the mean and variance of each feature, scaled and
    shifted.
    """
    shape = [-1 if dim == feature_index else 1 for dim in range(operand.ndim)]
    scale, offset, mean, variance = (
        each.reshape(shape) for each in (scale, offset, mean, variance)
    )
    return (operand - mean) / np.sqrt(variance + epsilon) * scale + offset


@op("stablehlo.batch_norm_training")
def batch_norm_training(
    operand: Array, scale: Array, offset: Array, *, epsilon: float, feature_index: int
) -> list[Array]:
    """Return the operand normalized by its own mean and variance, and both of these."""
    others = tuple(dim for dim in range(operand.ndim) if dim != feature_index)
    mean, variance = operand.mean(axis=others), operand.var(axis=others)
    normalized = batch_norm_inference(
        operand, scale, offset, mean, variance, epsilon=epsilon, feature_index=feature_index
    )
    return [normalized, mean, variance]


@op("stablehlo.batch_norm_grad")
def batch_norm_grad(
    operand: Array,
    scale: Array,
    mean: Array,
    variance: Array,
    grad_output: Array,
    *,
    epsilon: float,
    feature_index: int,
) -> list[Array]:
    """Return the gradients of the operand, scale and offset of `batch_norm_training`."""
    others = tuple(dim for dim in range(operand.ndim) if dim != feature_index)
    shape = [-1 if dim == feature_index else 1 for dim in range(operand.ndim)]
    deviation = np.sqrt(variance + epsilon).reshape(shape)
    normalized = (operand - mean.reshape(shape)) / deviation
    products = grad_output * normalized
    centered = grad_output - grad_output.mean(axis=others, keepdims=True)
    centered = centered - normalized * products.mean(axis=others, keepdims=True)
    gradient = scale.reshape(shape) / deviation * centered
    return [gradient, products.sum(axis=others), grad_output.sum(axis=others)]
