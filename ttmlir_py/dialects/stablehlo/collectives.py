"""StableHLO: ops that exchange data between processes."""

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)

from ttmlir_py.dialects.stablehlo.constraints import ChannelHandle, Tensor
from ttmlir_py.dialects.stablehlo.interfaces import PureGenericOp, StableHLOOperation
from ttmlir_py.ir.definition.constraints import (
    I64ElementsAttr,
    NonNegativeI64Attr,
    PositiveI64Attr,
    UnitAttrConstraint,
)
from ttmlir_py.ir.definition.operations import op_definition


class GroupedOp(StableHLOOperation):
    """A collective over groups of processes."""

    replica_groups = prop_def(I64ElementsAttr)
    channel_handle = opt_prop_def(ChannelHandle)


@op_definition
class AllGatherOp(GroupedOp):
    """The operands of all processes of a group, one after the other along `all_gather_dim`."""

    name = "stablehlo.all_gather"
    operands_ = var_operand_def(Tensor)
    results_ = var_result_def(Tensor)
    all_gather_dim = prop_def(NonNegativeI64Attr)
    use_global_device_ids: UnitAttr | None = opt_prop_def(UnitAttrConstraint)


@op_definition
class AllReduceOp(GroupedOp):
    """The operands of all processes of a group, combined by `computation`."""

    name = "stablehlo.all_reduce"
    operands_ = var_operand_def(Tensor)
    results_ = var_result_def(Tensor)
    use_global_device_ids: UnitAttr | None = opt_prop_def(UnitAttrConstraint)
    computation = region_def("single_block")


@op_definition
class AllToAllOp(GroupedOp):
    """Each process gives a part along `split_dimension` to each other; what comes in is joined along `concat_dimension`."""

    name = "stablehlo.all_to_all"
    operands_ = var_operand_def(Tensor)
    results_ = var_result_def(Tensor)
    split_dimension = prop_def(NonNegativeI64Attr)
    concat_dimension = prop_def(NonNegativeI64Attr)
    split_count = prop_def(PositiveI64Attr)


@op_definition
class CollectiveBroadcastOp(GroupedOp):
    """The operand of the first process of a group."""

    name = "stablehlo.collective_broadcast"
    operand = operand_def(Tensor)
    result = result_def(Tensor)


@op_definition
class CollectivePermuteOp(StableHLOOperation):
    """The operand of the process that `source_target_pairs` says."""

    name = "stablehlo.collective_permute"
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    source_target_pairs = prop_def(I64ElementsAttr)
    channel_handle = opt_prop_def(ChannelHandle)


@op_definition
class CrossReplicaSumOp(PureGenericOp):
    """The sum over the processes of a group."""

    name = "stablehlo.cross-replica-sum"
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    replica_groups = prop_def(I64ElementsAttr)


@op_definition
class ReduceScatterOp(GroupedOp):
    """`all_reduce`, of which each process keeps a part along `scatter_dimension`."""

    name = "stablehlo.reduce_scatter"
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    scatter_dimension = prop_def(NonNegativeI64Attr)
    use_global_device_ids: UnitAttr | None = opt_prop_def(UnitAttrConstraint)
    computation = region_def("single_block")
