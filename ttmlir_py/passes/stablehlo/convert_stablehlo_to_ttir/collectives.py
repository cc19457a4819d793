"""Lowering of collective ops, and of the custom calls that describe the sharding of tensors."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.attributes import ChannelHandleAttr
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.dialects.tt.attributes import (
    MeshShardDirectionAttr,
    MeshShardTypeAttr,
    ReduceTypeAttr,
)
from ttmlir_py.dialects.tt.enums import MeshShardDirection, MeshShardType, ReduceType
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.combiners import combiner
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.sharding import (
    MeshSharding,
    parse_sharding,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.sorting import (
    TOP_K_TARGET,
    lower_top_k_call,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Elements,
    Lowerings,
    result_type,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import convert_type
from ttmlir_py.rewriting.attributes import dense_i64_array, si32
from ttmlir_py.rewriting.conversion import UnsupportedError

_REDUCTIONS: dict[type[Operation], ReduceType] = {
    stablehlo.AddOp: ReduceType.Sum,
    stablehlo.MaxOp: ReduceType.Max,
    stablehlo.MinOp: ReduceType.Min,
}
_Exchange = (
    stablehlo.AllToAllOp
    | stablehlo.CollectiveBroadcastOp
    | stablehlo.CrossReplicaSumOp
    | stablehlo.ReduceScatterOp
)
_BETWEEN_DEVICES = (0, 1)
"""Channel types of collectives between devices: unspecified, or DEVICE_TO_DEVICE."""


def lower_all_reduce(op: stablehlo.AllReduceOp, conversion: Conversion) -> None:
    """Lower `all_reduce` of one tensor. In groups of one device the result is the operand."""
    operand = _single_operand(op)
    reduction = _REDUCTIONS.get(combiner(op.computation.block) or Operation)
    if reduction is None:
        raise UnsupportedError("its region must apply add, maximum or minimum")
    properties: dict[str, Attribute] = dict(op.properties)
    handle = op.channel_handle
    if handle is not None:
        properties["channel_handle"] = _channel(handle)
    group_size = _groups(op).get_shape()[-1]
    if group_size == 1:
        conversion.replace(op, operand)
        return
    properties["dim"] = si32(1)
    properties["reduce_type"] = ReduceTypeAttr(reduction)
    builder = ConversionBuilder(op)
    value = builder.into(ttir.AllReduceOp, (operand,), result_type(op), **properties)
    conversion.replace(op, value)
    cast(Operation, value.owner).attributes.update(op.attributes)


def _channel(handle: ChannelHandleAttr) -> Attribute:
    if handle.type not in _BETWEEN_DEVICES:
        raise UnsupportedError(
            f"its channel has type {handle.type}, which does not connect devices"
        )
    return si32(handle.handle)


def _single_operand(op: stablehlo.AllReduceOp | stablehlo.AllGatherOp) -> SSAValue:
    if len(op.operands) != 1:
        raise UnsupportedError("it has several operands")
    return op.operands[0]


def _groups(op: stablehlo.AllReduceOp | stablehlo.AllGatherOp | _Exchange) -> Elements:
    groups = op.properties["replica_groups"]
    if not isinstance(groups, DenseIntOrFPElementsAttr):
        raise UnsupportedError("its replica groups must be a dense<...> attribute")
    return cast(Elements, groups)


def lower_all_gather(op: stablehlo.AllGatherOp, conversion: Conversion) -> None:
    """Lower `all_gather` of one tensor along the rows of the mesh; TTIR has no other groups."""
    operand = _single_operand(op)
    devices = list(_groups(op).get_values())
    if devices != list(range(len(devices))):
        raise UnsupportedError("its replica groups are not the rows of a mesh")
    value = ConversionBuilder(op).into(
        ttir.AllGatherOp, (operand,), result_type(op), dim=si32(op.all_gather_dim.value.data)
    )
    conversion.replace(op, value)


def lower_alone(op: _Exchange, conversion: Conversion) -> None:
    """Lower a collective op that TTIR lacks, in groups of one device, to its operand.

    Raises UnsupportedError for larger groups.
    """
    groups = _groups(op)
    if groups.get_shape()[-1] != 1:
        raise UnsupportedError("no collective of TTIR does this among several devices")
    if isinstance(op, stablehlo.CollectiveBroadcastOp) and not conversion.is_for_one_device:
        raise UnsupportedError("devices that are in no group would get zeros")
    conversion.replace(op, *op.operands)


def lower_collective_permute(op: stablehlo.CollectivePermuteOp, conversion: Conversion) -> None:
    """Lower `collective_permute` on one device, which sends the tensor to itself."""
    pairs = cast(Elements, op.source_target_pairs)
    is_to_itself = pairs.get_shape() == (1, 2) and not any(pairs.get_values())
    if not (is_to_itself and conversion.is_for_one_device):
        raise UnsupportedError("no collective of TTIR does this among several devices")
    conversion.replace(op, op.operand)


def lower_device_number(
    op: stablehlo.PartitionIdOp | stablehlo.ReplicaIdOp, conversion: Conversion
) -> None:
    """Lower `partition_id` and `replica_id` to 0 if there is only one partition or replica."""
    is_partition = isinstance(op, stablehlo.PartitionIdOp)
    if not conversion.is_one("mhlo.num_partitions" if is_partition else "mhlo.num_replicas"):
        raise UnsupportedError("a program for several devices cannot read the number of its device")
    conversion.replace(op, ConversionBuilder(op).splat(0, result_type(op)))


def lower_custom_call(op: stablehlo.CustomCallOp, conversion: Conversion) -> None:
    """Lower `mhlo.topk`, JAX's three sharding custom calls, and the calls that replace Shardy's
    ops.
    """
    if op in conversion.mesh_shards:
        value = _mesh_shard(op, result_type(op), *conversion.mesh_shards[op])
        conversion.replace(op, value)
        return
    if op.call_target_name.data == TOP_K_TARGET:
        lower_top_k_call(op, conversion)
        return
    lower = _CUSTOM_CALLS.get(op.call_target_name.data)
    if lower is None:
        raise UnsupportedError(f"the target '{op.call_target_name.data}' is unknown")
    sharding = op.attributes.get("mhlo.sharding")
    if len(op.operands) != 1 or len(op.results) != 1 or not isinstance(sharding, StringAttr):
        raise UnsupportedError("it needs one operand, one result and a string mhlo.sharding")
    lower(op, parse_sharding(sharding.data), conversion)


def _lower_sharding(
    op: stablehlo.CustomCallOp, sharding: MeshSharding, conversion: Conversion
) -> None:
    """Shard a tensor that each device holds completely, for the following ops.

    If each device holds its shard already, or there is only one device, nothing happens.
    """
    users = {use.operation for use in op.results[0].uses}
    stays = (
        conversion.is_for_one_device
        and sharding.is_whole_on_first_device
        and not any(map(is_full_to_shard, users))
    )
    if stays or sharding.shard_type is MeshShardType.Manual:
        conversion.replace(op, op.operands[0])
        return
    types = {user.results[0].type for user in users if is_full_to_shard(user)}
    if len(types) != 1 or not all(map(is_full_to_shard, users)):
        raise UnsupportedError("all users must be @SPMDFullToShardShape with one type")
    user = next(iter(users))
    type_ = convert_type(tensor_type(user.results[0]))
    direction = MeshShardDirection.FullToShard
    conversion.replace(op, _mesh_shard(op, type_, sharding, direction))


def is_full_to_shard(op: Operation) -> bool:
    """Whether `op` is a custom call that takes the result of a call of `@Sharding`."""
    return (
        isinstance(op, stablehlo.CustomCallOp)
        and op.call_target_name.data == "SPMDFullToShardShape"
    )


def _lower_full_to_shard(
    op: stablehlo.CustomCallOp, sharding: MeshSharding, conversion: Conversion
) -> None:
    """Replace `op` by its operand: the result of `@Sharding`, which already has the right type."""
    if not isinstance(op.operands[0].owner, ttir.MeshShardOp):
        raise UnsupportedError("its operand must be the result of @Sharding")
    conversion.replace(op, op.operands[0])


def _lower_shard_to_full(
    op: stablehlo.CustomCallOp, sharding: MeshSharding, conversion: Conversion
) -> None:
    """Replace `op` by a `mesh_shard` that joins the shards of all devices into one tensor."""
    direction = MeshShardDirection.ShardToFull
    conversion.replace(op, _mesh_shard(op, result_type(op), sharding, direction))


def _mesh_shard(
    op: Operation, type_: RankedTensor, sharding: MeshSharding, direction: MeshShardDirection
) -> SSAValue:
    return ConversionBuilder(op).into(
        ttir.MeshShardOp,
        (op.operands[0],),
        type_,
        shard_type=MeshShardTypeAttr(sharding.shard_type),
        shard_direction=MeshShardDirectionAttr(direction),
        shard_shape=dense_i64_array(sharding.shard_shape),
        shard_dims=dense_i64_array(sharding.shard_dims),
    )


_CUSTOM_CALLS = {
    "Sharding": _lower_sharding,
    "SPMDFullToShardShape": _lower_full_to_shard,
    "SPMDShardToFullShape": _lower_shard_to_full,
}

LOWERINGS: Lowerings = {
    stablehlo.AllReduceOp: lower_all_reduce,
    stablehlo.AllGatherOp: lower_all_gather,
    stablehlo.CustomCallOp: lower_custom_call,
}
ON_ONE_DEVICE: Lowerings = {
    stablehlo.AllToAllOp: lower_alone,
    stablehlo.CollectiveBroadcastOp: lower_alone,
    stablehlo.CrossReplicaSumOp: lower_alone,
    stablehlo.ReduceScatterOp: lower_alone,
    stablehlo.CollectivePermuteOp: lower_collective_permute,
    stablehlo.PartitionIdOp: lower_device_number,
    stablehlo.ReplicaIdOp: lower_device_number,
}
"""Lowerings of ops that TTIR lacks, but that are trivial on one device."""
