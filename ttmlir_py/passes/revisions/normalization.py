"""Lowering of 2026-08's normalizations, reductions and softmax-like operations, in f32."""

from collections.abc import Sequence
from math import prod
from typing import Any

from xdsl.dialects.builtin import TensorType, bf16, f32
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.passes.revisions.collectives import reduced_over
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse, result_type
from ttmlir_py.rewriting.attributes import ALL_EXACT_IN_F32


def _finish(builder: RevisionBuilder, value: SSAValue, op: Any, index: int = 0) -> SSAValue:
    """Return the f32 tensor `value` cast to the type of result `index` of `op`."""
    type_ = result_type(op, index)
    return builder.typecast(builder.reshaped(value, type_.get_shape()), type_.element_type)


def _affine(
    builder: RevisionBuilder, value: SSAValue, weight: SSAValue | None, bias: SSAValue | None
) -> SSAValue:
    """Return `value * weight + bias`; a missing `weight` or `bias` is left out."""
    if weight is not None:
        value = builder.binary(ttir.MultiplyOp, value, builder.f32(weight))
    if bias is not None:
        value = builder.binary(ttir.AddOp, value, builder.f32(bias))
    return value


def _centered(builder: RevisionBuilder, value: SSAValue, dims: Sequence[int]) -> SSAValue:
    return builder.binary(ttir.SubtractOp, value, builder.reduce(ttir.MeanOp, value, dims))


def _over_deviation(
    builder: RevisionBuilder, value: SSAValue, dims: Sequence[int], epsilon: float
) -> SSAValue:
    """Return `value / sqrt(mean(value^2) + epsilon)`, with the mean over `dims`."""
    square = builder.binary(ttir.MultiplyOp, value, value)
    mean = builder.reduce(ttir.MeanOp, square, dims)
    inverse = builder.unary(ttir.RsqrtOp, builder.shifted(mean, epsilon))
    return builder.binary(ttir.MultiplyOp, value, inverse)


def _last(op: Any, count: int) -> list[int]:
    rank = len(shape_of(op.input))
    return list(range(rank - count, rank))


def _rms_norm(builder: RevisionBuilder, op: Any) -> SSAValue:
    dims = _last(op, len(integers(op.normalized_shape)))
    value = _over_deviation(builder, builder.f32(op.input), dims, op.epsilon.value.data)
    return _finish(builder, _affine(builder, value, op.weight, op.bias), op)


def _layer_norm(builder: RevisionBuilder, op: Any) -> SSAValue:
    dims = _last(op, len(integers(op.normalized_shape)))
    centered = _centered(builder, builder.f32(op.input), dims)
    value = _over_deviation(builder, centered, dims, op.epsilon.value.data)
    return _finish(builder, _affine(builder, value, op.weight, op.bias), op)


def _distributed(builder: RevisionBuilder, op: Any, *, centered: bool) -> SSAValue:
    """Return the input normalized over the last dimension, which is sharded on a mesh axis.

    All shards have the same size. With `centered`, the mean is subtracted first.
    """
    value = builder.f32(op.input)
    if op.residual is not None:
        value = builder.binary(ttir.AddOp, value, builder.f32(op.residual))
    if centered:
        value = builder.binary(ttir.SubtractOp, value, _mean_of_all(builder, op, value))
    square = builder.binary(ttir.MultiplyOp, value, value)
    mean = builder.shifted(_mean_of_all(builder, op, square), op.epsilon.value.data)
    value = builder.binary(ttir.MultiplyOp, value, builder.unary(ttir.RsqrtOp, mean))
    last = shape_of(op.input)[-1]
    weight = None if op.weight is None else builder.reshaped(op.weight, (last,))
    bias = getattr(op, "bias", None)
    return _finish(builder, _affine(builder, value, weight, bias), op)


def _mean_of_all(builder: RevisionBuilder, op: Any, value: SSAValue) -> SSAValue:
    """Return the mean of the last dimension of `value` over the shards of all devices on the
    axis.
    """
    axis: int = op.cluster_axis.value.data
    mean = builder.reduce(ttir.MeanOp, value, _last(op, 1))
    return reduced_over(builder, op, mean, axis, "mean")


def _group_norm(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the input normalized by the statistics of each group of channels in each image."""
    if op.input_mask is not None:
        raise refuse(op, "an input mask depends on the layout of the device's kernel")
    shape = shape_of(op.input)
    groups: int = op.num_groups.value.data
    channel: int = op.channel_dim.value.data % len(shape)
    others = [dim for dim in range(1, len(shape)) if dim != channel]
    order = [0, channel, *others]
    value = builder.permute(builder.f32(op.input), order)
    permuted = shape_of(value)
    grouped = builder.reshape(value, (shape[0], groups, -(-prod(permuted[1:]) // groups)))
    value = _over_deviation(builder, _centered(builder, grouped, [2]), [2], op.epsilon.value.data)
    value = builder.reshape(value, permuted)
    back = [order.index(dim) for dim in range(len(shape))]
    wide = [shape[channel] if dim == channel else 1 for dim in range(len(shape))]
    weight, bias = (
        None if each is None else builder.reshaped(builder.f32(each), wide)
        for each in (op.weight, op.bias)
    )
    return _finish(builder, _affine(builder, builder.permute(value, back), weight, bias), op)


def _along(builder: RevisionBuilder, value: SSAValue, rank: int, dim: int) -> SSAValue:
    """Return the vector `value` in f32, reshaped to `rank` dimensions along dimension `dim`."""
    shape = [1] * rank
    shape[dim] = shape_of(value)[0]
    return builder.reshaped(builder.f32(value), shape)


def _normalize_channels(
    builder: RevisionBuilder, op: Any, mean: SSAValue, variance: SSAValue
) -> SSAValue:
    """Return `(x - mean) / sqrt(variance + epsilon) * scale + offset`, with numbers per channel."""
    rank, dim = len(shape_of(op.operand)), op.dimension.value.data
    inverse = builder.unary(ttir.RsqrtOp, builder.shifted(variance, op.epsilon.value.data))
    factor = builder.binary(ttir.MultiplyOp, inverse, _along(builder, op.scale, rank, dim))
    centered = builder.binary(ttir.SubtractOp, builder.f32(op.operand), mean)
    value = builder.binary(ttir.MultiplyOp, centered, factor)
    return builder.binary(ttir.AddOp, value, _along(builder, op.offset, rank, dim))


def _batch_norm_inference(builder: RevisionBuilder, op: Any) -> SSAValue:
    rank, dim = len(shape_of(op.operand)), op.dimension.value.data
    mean, variance = (_along(builder, each, rank, dim) for each in (op.mean, op.variance))
    return _finish(builder, _normalize_channels(builder, op, mean, variance), op)


def _batch_norm_training(builder: RevisionBuilder, op: Any) -> list[SSAValue]:
    """Return the batch normalization with the statistics of the batch, and new running statistics.

    The running statistics move towards those of the batch by the momentum.
    """
    shape = shape_of(op.operand)
    dim: int = op.dimension.value.data
    dims = [each for each in range(len(shape)) if each != dim]
    value = builder.f32(op.operand)
    mean = builder.reduce(ttir.MeanOp, value, dims)
    centered = builder.binary(ttir.SubtractOp, value, mean)
    variance = builder.reduce(
        ttir.MeanOp, builder.binary(ttir.MultiplyOp, centered, centered), dims
    )
    result = _finish(builder, _normalize_channels(builder, op, mean, variance), op)
    momentum = op.momentum.value.data
    running = [
        builder.binary(
            ttir.AddOp,
            builder.scaled(builder.f32(old), 1 - momentum),
            builder.scaled(builder.reshaped(new, (shape[dim],)), momentum),
        )
        for old, new in ((op.running_mean, mean), (op.running_variance, variance))
    ]
    return [result, *(_finish(builder, each, op, i + 1) for i, each in enumerate(running))]


def _dims(op: Any) -> list[int]:
    rank = len(shape_of(op.input))
    return list(range(rank)) if op.dim_arg is None else list(integers(op.dim_arg))


_REDUCTIONS: dict[str, type[Operation]] = {
    "ttir.max": ttir.MaxOp,
    "ttir.mean": ttir.MeanOp,
    "ttir.min": ttir.MinOp,
    "ttir.prod": ttir.ProdOp,
    "ttir.reduce_and": ttir.ReduceAndOp,
    "ttir.sum": ttir.SumOp,
}


def _reduction(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the reduced input.

    A reduction of all dimensions keeps them as size 1, and is then reshaped to one element.
    """
    kept = bool(op.keep_dim.value.data)
    if kept or len(set(_dims(op))) < len(shape_of(op.input)):
        properties = {name: op.properties[name] for name in op.properties}
        return builder.into(_REDUCTIONS[op.name], (op.input,), result_type(op), **properties)
    value = builder.reduce(_REDUCTIONS[op.name], op.input, _dims(op))
    return builder.reshaped(value, shape_of(op.results[0]))


def _reduce_or(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the largest boolean along the dimensions: 1 if any element is not 0."""
    found = builder.reduce(ttir.MaxOp, builder.nonzero(op.input), _dims(op))
    return _finish(builder, found, op)


def argmax_along(builder: RevisionBuilder, value: SSAValue, dim: int) -> SSAValue:
    """Return the index of the first largest element along `dim`, in f32. The dimension is kept."""
    shape = shape_of(value)
    largest = builder.reduce(ttir.MaxOp, value, [dim])
    mask = builder.into(ttir.EqualOp, (value, largest), TensorType(bf16, shape))
    places = builder.arange(TensorType(f32, shape), dim)
    behind = builder.splat(float(shape[dim]), TensorType(f32, shape))
    found = builder.into(ttir.WhereOp, (mask, places, behind), TensorType(f32, shape))
    return builder.reduce(ttir.MinOp, found, [dim])


def _argmax(builder: RevisionBuilder, op: Any) -> SSAValue:
    value, dims = op.input, _dims(op)
    if len(dims) == 1:
        dim = dims[0] % len(shape_of(value))
    elif len(dims) == len(shape_of(value)):
        value, dim = builder.reshaped(value, (prod(shape_of(value)),)), 0
    else:
        raise refuse(op, "it must be along one dimension or all")
    if shape_of(value)[dim] > ALL_EXACT_IN_F32:
        raise refuse(op, "f32 cannot represent all positions along its dimension")
    value = builder.f32(value) if not _is_float(value) else value
    return _finish(builder, argmax_along(builder, value, dim), op)


def _is_float(value: SSAValue) -> bool:
    return tensor_type(value).element_type in (f32, bf16)


def _cumprod(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return cumulative products, in a logarithmic number of steps.

    After step k, each element is the product of up to 2^k elements.
    """
    value, shape = builder.f32(op.input), shape_of(op.input)
    dim: int = op.dim.value.data % len(shape)
    step = 1
    while step < shape[dim]:
        edges = [0] * (2 * len(shape))
        edges[2 * dim] = step
        before = builder.pad(builder.part(value, dim, 0, shape[dim] - step), edges, 1.0)
        value = builder.binary(ttir.MultiplyOp, value, before)
        step *= 2
    return _finish(builder, value, op)


def _softmax(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the softmax. The kernel always subtracts the largest element, as `numericStable`
    requests.
    """
    return builder.into(ttir.SoftmaxOp, (op.input,), result_type(op), dimension=op.dimension)


NORMALIZATION: Table = {
    **dict.fromkeys(_REDUCTIONS, _reduction),
    "ttir.argmax": _argmax,
    "ttir.batch_norm_inference": _batch_norm_inference,
    "ttir.batch_norm_training": _batch_norm_training,
    "ttir.cumprod": _cumprod,
    "ttir.distributed_layer_norm": lambda b, op: _distributed(b, op, centered=True),
    "ttir.distributed_rms_norm": lambda b, op: _distributed(b, op, centered=False),
    "ttir.group_norm": _group_norm,
    "ttir.layer_norm": _layer_norm,
    "ttir.reduce_or": _reduce_or,
    "ttir.rms_norm": _rms_norm,
    "ttir.softmax": _softmax,
}
