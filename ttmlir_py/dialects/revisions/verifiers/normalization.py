"""Verifiers of normalizations, reductions along one dimension, and optimizer steps."""

from collections.abc import Mapping
from typing import Any

from ttmlir_py.dialects.revisions.verifiers.requirements import (
    is_set,
    listed,
    number,
    rank_of,
    require,
    require_same_shape,
)
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.tensor_types import TILE_WIDTH, integers, shape_of


def _reduction(op: Any) -> None:
    """Check `argmax`, `max` and 6 similar operations: reduced dimensions exist and are distinct,
    and the result has the reduced shape.
    """
    source = shape_of(op.input)
    rank = len(source)
    dims = range(rank) if op.dim_arg is None else integers(op.dim_arg)
    for dim in dims:
        require(
            -rank <= dim < rank,
            f"Reduce dimension {dim} is out of range for input tensor of rank {rank}",
        )
    require(len(set(dims)) == len(dims), "Reduce dimensions are not unique")
    along = {dim % rank for dim in dims}
    _require_reduced(op, "Expected", [i in along for i in range(rank)])


def _reduction_to_one(op: Any) -> None:
    """Check a reduction like `_reduction`. A reduction of all dimensions may give one element."""
    is_of_all = op.dim_arg is None or len({*integers(op.dim_arg)}) == rank_of(op.input)
    if not (is_of_all and shape_of(op.results[0]) == (1,)):
        _reduction(op)


def _require_reduced(op: Any, verb: str, along: list[bool]) -> None:
    kept = is_set(op.keep_dim)
    wanted = tuple(
        1 if reduced else size
        for size, reduced in zip(shape_of(op.input), along, strict=True)
        if kept or not reduced
    )
    found = shape_of(op.results[0])
    require(wanted == found, f"{verb} output shape ({listed(wanted)}), got ({listed(found)})")


def _ttnn_argmax(op: Any) -> None:
    """Check `ttnn.argmax`: one dimension is reduced, or all."""
    rank = rank_of(op.input)
    along = [True] * rank
    if op.dim is not None:
        dim = number(op.dim)
        require(
            -rank <= dim < rank,
            f"dim attribute value {dim} is out of range for input tensor of rank {rank}, expected "
            f"value in range [{-rank}, {rank - 1}]",
        )
        along = [i == dim % rank for i in range(rank)]
    _require_reduced(op, "expected", along)


def _ttnn_product(op: Any) -> None:
    require(rank_of(op.input) <= 4, "Input tensor rank is greater than 4 for reduce(product).")


def _running(op: Any) -> None:
    """Check `ttir.cumprod` and `ttir.cumsum`: the dimension exists."""
    dim, rank = number(op.dim), rank_of(op.input)
    require(
        -rank <= dim < rank,
        f"specified dimension should be between {-rank} and {rank - 1}, but got: {dim}",
    )


def _batch_norm(op: Any) -> None:
    """Check `ttir.batch_norm_inference` and `ttir.batch_norm_training`: the channel dimension
    exists.
    """
    dim, rank = number(op.dimension), rank_of(op.operand)
    require(2 <= rank <= 5, f"input tensor must have rank between 2 and 5, got rank {rank}")
    require(
        0 <= dim < rank,
        f"dimension attribute must be within input rank bounds, got dimension {dim} for rank "
        f"{rank}",
    )


def _ttnn_batch_norm(op: Any) -> None:
    for name, value in (
        ("Input", op.input),
        ("Running mean", op.running_mean),
        ("Running variance", op.running_var),
        ("Weight", op.weight),
        ("Bias", op.bias),
    ):
        require(value is None or rank_of(value) == 4, f"{name} tensor must have rank 4")


def _require_shape_kept(op: Any) -> None:
    require(
        shape_of(op.input) == shape_of(op.results[0]),
        "input and output must have the same shape",
    )


def _normalization(op: Any) -> None:
    """Check `ttir.layer_norm` and `ttir.rms_norm`: the normalized shape is the end of the input's
    shape, and weight and bias have that shape.
    """
    source, normalized = shape_of(op.input), integers(op.normalized_shape)
    _require_shape_kept(op)
    require(normalized, "normalized_shape cannot be empty")
    require(
        len(normalized) <= len(source), "normalized_shape has more dimensions than input tensor"
    )
    require(
        source[len(source) - len(normalized) :] == normalized,
        "normalized_shape dimensions must match trailing dimensions of input tensor",
    )
    for name, value in (("weight", op.weight), ("bias", op.bias)):
        require(
            value is None or shape_of(value) == normalized,
            f"{name} tensor shape must match normalized_shape",
        )


def _require_factors(op: Any, *names: str) -> None:
    """Check that each of the operands `names` that is present has one number per element of the
    last dimension.
    """
    shape = shape_of(op.input)
    for name in names:
        value = getattr(op, name)
        if value is None:
            continue
        require(shape or not shape_of(value), f"{name} tensor must be 0D for 0D input tensor")
        require(
            shape_of(value) == shape[-1:],
            f"{name} tensor must be 1D with size matching the last dimension of input",
        )


def _ttnn_normalization(op: Any) -> None:
    _require_shape_kept(op)
    _require_factors(op, "weight", "bias")


def _fused_normalization(op: Any) -> None:
    _require_shape_kept(op)
    require_same_shape("residual_input tensor", op.residual_input, "input", shape_of(op.input))
    _require_factors(op, "weight", "bias")


def _require_distributed(op: Any) -> None:
    source = shape_of(op.input)
    require(source == shape_of(op.results[0]), "output shape must match input shape")
    require(number(op.cluster_axis) <= 1, "cluster_axis must be 0 or 1")
    require(op.epsilon.value.data > 0, "epsilon must be positive")
    require(
        op.residual is None or shape_of(op.residual) == source,
        "residual tensor shape must match input tensor shape",
    )


def _require_last(op: Any, *names: str) -> None:
    for name in names:
        value = getattr(op, name)
        require(
            value is None or shape_of(value)[-1:] == shape_of(op.input)[-1:],
            f"{name} tensor's last dimension must match input's last dimension",
        )


def _distributed_rms_norm(op: Any) -> None:
    """Check `ttir.distributed_rms_norm`, the root mean square across devices."""
    _require_distributed(op)
    _require_last(op, "weight")


def _distributed_layer_norm(op: Any) -> None:
    """Check `ttir.distributed_layer_norm`, the mean and variance across devices."""
    _require_distributed(op)
    _require_last(op, "weight", "bias")


def _ttnn_distributed_rms_norm(op: Any) -> None:
    _require_distributed(op)
    if op.weight is None:
        return
    count = 1
    for size in shape_of(op.weight):
        count *= size
    require(
        count == shape_of(op.input)[-1],
        "weight tensor total elements must match input's last dimension",
    )


def _ttnn_distributed_layer_norm(op: Any) -> None:
    _require_distributed(op)
    _require_factors(op, "weight", "bias")


def _require_leading(op: Any) -> None:
    """Check that the statistics have one number per element of all dimensions except the last."""
    source, result = shape_of(op.input), shape_of(op.results[0])
    for dim, (size, found) in enumerate(zip(source[:-1], result, strict=False)):
        require(
            size == found,
            f"output dimension {dim} ({found}) must match input dimension ({size})",
        )


def _rms_norm_statistics(op: Any) -> None:
    """Check `ttnn.rms_norm_pre_all_gather`: the mean-square statistics that a device sends to
    others.
    """
    source, result = rank_of(op.input), rank_of(op.results[0])
    require(source >= 2, "input tensor must have rank greater than 1")
    require(source == result, "input rank must match the output rank")
    _require_leading(op)
    require(
        op.residual is None or shape_of(op.residual) == shape_of(op.input),
        "residual tensor shape must match the input tensor shape",
    )


def _layer_norm_statistics(op: Any) -> None:
    """Check `ttnn.layer_norm_pre_all_gather`: the mean and variance statistics that a device sends
    to others.
    """
    shape, result = shape_of(op.input), shape_of(op.results[0])
    require(len(shape) >= 2, "input tensor must have rank >= 2")
    require(
        op.residual_input is None or shape_of(op.residual_input) == shape,
        "residual_input shape must match input shape",
    )
    require(len(shape) == len(result), "input and output must have the same rank")
    _require_leading(op)
    width = 2 * TILE_WIDTH
    require(
        result[-1] == width,
        f"output last dimension must be {width} (2 * TILE_WIDTH) for layernorm partial "
        f"statistics, got {result[-1]}",
    )


def _layer_norm_of_statistics(op: Any) -> None:
    """Check `ttnn.layer_norm_post_all_gather`, a device's part, normalized by the statistics of all
    devices.
    """
    for name, value in (("input", op.input), ("stats", op.stats)):
        require(rank_of(value) >= 2, f"{name} must have rank >= 2")
    _ttnn_normalization(op)


def _require_groups(groups: int) -> None:
    require(groups > 0, f"num_groups must be positive, got {groups}")


def _group_norm(op: Any) -> None:
    """Check `ttir.group_norm`: channels form groups of equal size."""
    _require_shape_kept(op)
    source, groups, dim = shape_of(op.input), number(op.num_groups), number(op.channel_dim)
    rank = len(source)
    require(rank >= 4, f"input must be at least a 4D tensor, got rank {rank}")
    _require_groups(groups)
    require(0 <= dim < rank, f"channel_dim must be in range [0, rank), got {dim} for rank {rank}")
    channels = source[dim]
    require(
        channels % groups == 0,
        f"channel dimension (dim {dim}) must be divisible by num_groups; got C={channels}, "
        f"num_groups={groups}",
    )
    for name in ("weight", "bias"):
        value = getattr(op, name)
        require(
            value is None or shape_of(value) == (channels,),
            f"{name} must be 1D with size matching channel dimension C={channels}",
        )


def _ttnn_group_norm(op: Any) -> None:
    """Check `ttnn.group_norm`: images are flattened with channels last, as the kernel requires."""
    _require_shape_kept(op)
    source, groups = shape_of(op.input), number(op.num_groups)
    require(
        len(source) == 4,
        f"input must be a 4D tensor [N, 1, H*W, C], got rank {len(source)}",
    )
    require(
        source[1] == 1,
        f"input second dimension must be 1 for shape [N, 1, H*W, C], got {source[1]}",
    )
    _require_groups(groups)
    channels = source[3]
    require(
        channels % groups == 0,
        f"channel dimension (last dim) must be divisible by num_groups; got C={channels}, "
        f"num_groups={groups}",
    )
    require(
        op.input_mask is None or channels % TILE_WIDTH == 0,
        "input_mask is not supported when channel dimension is not tile-aligned (multiple of "
        f"32); got C={channels}",
    )
    for name in ("weight", "bias"):
        value = getattr(op, name)
        if value is not None:
            _require_channel_factors(name, shape_of(value), channels)


def _require_channel_factors(name: str, shape: tuple[int, ...], channels: int) -> None:
    rank = len(shape)
    require(rank in (1, 4), f"{name} must be either 1D [C] or 4D [1,1,C/32,32], got rank {rank}")
    require(
        rank != 1 or shape == (channels,),
        f"{name} must be 1D with size matching channel dimension C={channels}",
    )
    require(
        rank != 4 or (shape[:2] == (1, 1) and shape[3] == 32 and shape[2] * 32 == channels),
        f"{name} must be either 1D [C] or 4D [1,1,C/32,32]",
    )


def _ttnn_adamw(op: Any) -> None:
    """Check `ttnn.adamw`: all moments have the parameter's shape."""
    for name in ("grad", "exp_avg", "exp_avg_sq", "max_exp_avg_sq"):
        require_same_shape(name, getattr(op, name), "param", shape_of(op.param))


def _adamw(op: Any) -> None:
    """Check `ttir.adamw`: all moments have the parameter's shape and results have the types of the
    values they replace.
    """
    _ttnn_adamw(op)
    for name in ("param", "exp_avg", "exp_avg_sq"):
        require(
            getattr(op, f"{name}_out").type == getattr(op, name).type,
            f"{name}_out type must match {name}",
        )
    largest, result = op.max_exp_avg_sq, op.max_exp_avg_sq_out
    require(
        (largest is None) == (result is None),
        "max_exp_avg_sq and max_exp_avg_sq_out must both be present or both be absent",
    )
    require(
        largest is None or largest.type == result.type,
        "max_exp_avg_sq_out type must match max_exp_avg_sq",
    )


_REDUCTIONS = (
    *(
        f"{dialect}.{name}"
        for dialect in ("ttir", "ttnn")
        for name in ("max", "mean", "min", "sum")
    ),
    *(f"ttir.{name}" for name in ("argmax", "prod", "reduce_and", "reduce_or")),
)
REDUCTIONS_TO_ONE: Mapping[str, Verifier] = dict.fromkeys(_REDUCTIONS, _reduction_to_one)
"""Maps operation names to verifiers of 2025. Until 2025-07-10, scalars had one dimension."""
NORMALIZATION: Mapping[str, Verifier] = {
    **dict.fromkeys(_REDUCTIONS, _reduction),
    "ttir.adamw": _adamw,
    "ttir.batch_norm_inference": _batch_norm,
    "ttir.batch_norm_training": _batch_norm,
    "ttir.cumprod": _running,
    "ttir.cumsum": _running,
    "ttir.distributed_layer_norm": _distributed_layer_norm,
    "ttir.distributed_rms_norm": _distributed_rms_norm,
    "ttir.group_norm": _group_norm,
    "ttir.layer_norm": _normalization,
    "ttir.rms_norm": _normalization,
    "ttnn.adamw": _ttnn_adamw,
    "ttnn.argmax": _ttnn_argmax,
    "ttnn.batch_norm_inference": _ttnn_batch_norm,
    "ttnn.batch_norm_training": _ttnn_batch_norm,
    "ttnn.distributed_layer_norm": _ttnn_distributed_layer_norm,
    "ttnn.distributed_rms_norm": _ttnn_distributed_rms_norm,
    "ttnn.dit_rms_norm_unary_fused": _fused_normalization,
    "ttnn.group_norm": _ttnn_group_norm,
    "ttnn.layer_norm": _ttnn_normalization,
    "ttnn.layer_norm_post_all_gather": _layer_norm_of_statistics,
    "ttnn.layer_norm_pre_all_gather": _layer_norm_statistics,
    "ttnn.prod": _ttnn_product,
    "ttnn.rms_norm": _ttnn_normalization,
    "ttnn.rms_norm_pre_all_gather": _rms_norm_statistics,
}
"""Maps operation names to verifiers."""
