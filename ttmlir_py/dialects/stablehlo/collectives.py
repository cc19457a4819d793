"""StableHLO: ops that exchange data between processes."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute
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
from ttmlir_py.dialects.stablehlo.interfaces import (
    PureGenericOp,
    SameTypeInferred,
    StableHLOOperation,
)
from ttmlir_py.dialects.stablehlo.rules import collectives
from ttmlir_py.dialects.stablehlo.rules.common import element_type, scalar, with_element
from ttmlir_py.dialects.stablehlo.rules.reducers import accumulator_types, check_reducer
from ttmlir_py.dialects.stablehlo.rules.shapes import (
    check_gathered,
    check_scattered,
    exchanged_type,
)
from ttmlir_py.dialects.stablehlo.rules.traits import (
    Check,
    compatible_types,
    ends_with_return,
    pairwise_same_element_type,
    same_element_type,
)
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.definition.constraints import (
    I64ElementsAttr,
    NonNegativeI64Attr,
    PositiveI64Attr,
    UnitAttrConstraint,
)
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


class GroupedOp(StableHLOOperation):
    """A collective over groups of processes."""

    replica_groups = prop_def(I64ElementsAttr)
    channel_handle = opt_prop_def(ChannelHandle)


@op_definition
class AllGatherOp(GroupedOp):
    """The concatenation of the operands of all processes of a group along `all_gather_dim`."""

    name = "stablehlo.all_gather"
    operands_ = var_operand_def(Tensor)
    results_ = var_result_def(Tensor)
    all_gather_dim = prop_def(NonNegativeI64Attr)
    use_global_device_ids: UnitAttr | None = opt_prop_def(UnitAttrConstraint)
    CHECKS: ClassVar[tuple[Check, ...]] = (pairwise_same_element_type,)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.all_gather`: results have the types of the operands except for the size
        along `all_gather_dim`.
        """
        for operand, result in zip(self.operands_, self.results_, strict=True):
            check_gathered(self, tensor_type(operand).get_shape(), tensor_type(result).get_shape())


@op_definition
class AllReduceOp(GroupedOp):
    """The operands of all processes of a group, combined by `computation`."""

    name = "stablehlo.all_reduce"
    operands_ = var_operand_def(Tensor)
    results_ = var_result_def(Tensor)
    use_global_device_ids: UnitAttr | None = opt_prop_def(UnitAttrConstraint)
    computation = region_def("single_block")
    REGION_CHECKS: ClassVar[tuple[Check, ...]] = (ends_with_return,)

    def check_rules(self) -> None:
        """Check `stablehlo.all_reduce`: the region combines elements of each operand."""
        global_ids = self.use_global_device_ids is not None
        collectives.check_replica_groups(
            self.replica_groups, same_size=False, global_ids=global_ids
        )
        collectives.check_positive_channel(self)
        for operand in self.operands_:
            check_reducer(self.computation.block, [operand.type], [scalar(operand.type)])

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result types of `stablehlo.all_reduce`: the operand types with the element
        type that the region returns.
        """
        element = element_type(accumulator_types(self.computation)[0])
        return [with_element(operand.type, element) for operand in self.operands_]


@op_definition
class AllToAllOp(GroupedOp):
    """Each process splits its operand along `split_dimension` and sends a part to each other
    process. Received parts are concatenated along `concat_dimension`.
    """

    name = "stablehlo.all_to_all"
    operands_ = var_operand_def(Tensor)
    results_ = var_result_def(Tensor)
    split_dimension = prop_def(NonNegativeI64Attr)
    concat_dimension = prop_def(NonNegativeI64Attr)
    split_count = prop_def(PositiveI64Attr)
    CHECKS: ClassVar[tuple[Check, ...]] = (pairwise_same_element_type,)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result types of `stablehlo.all_to_all`: the operand types, split along one
        dimension and concatenated along another.
        """
        count = self.split_count.value.data
        collectives.check_replica_groups(self.replica_groups, group_size=count)
        split, concat = self.split_dimension.value.data, self.concat_dimension.value.data
        return [exchanged_type(tensor_type(v), split, concat, count) for v in self.operands_]


@op_definition
class CollectiveBroadcastOp(GroupedOp):
    """The operand of the first process of a group, sent to all processes of the group."""

    name = "stablehlo.collective_broadcast"
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    CHECKS: ClassVar[tuple[Check, ...]] = (same_element_type,)

    @local_verifier
    def check_rules(self) -> None:
        """Check the replica groups of `stablehlo.collective_broadcast`."""
        collectives.check_broadcast_groups(self.replica_groups)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.collective_broadcast`: the type of the operand."""
        return [self.operand.type]


@op_definition
class CollectivePermuteOp(StableHLOOperation):
    """The operand of the process that `source_target_pairs` names as the source, or zeros without a
    source.
    """

    name = "stablehlo.collective_permute"
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    source_target_pairs = prop_def(I64ElementsAttr)
    channel_handle = opt_prop_def(ChannelHandle)
    CHECKS: ClassVar[tuple[Check, ...]] = (same_element_type,)

    @local_verifier
    def check_rules(self) -> None:
        """Check the source-target pairs of `stablehlo.collective_permute`."""
        collectives.check_source_target_pairs(self.source_target_pairs)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.collective_permute`: the type of the operand."""
        return [self.operand.type]


@op_definition
class CrossReplicaSumOp(SameTypeInferred, PureGenericOp):
    """The sum of the operands of all processes of a group."""

    name = "stablehlo.cross-replica-sum"
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    replica_groups = prop_def(I64ElementsAttr)
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_types,)


@op_definition
class ReduceScatterOp(GroupedOp):
    """An `all_reduce` whose result is scattered: each process keeps a part along
    `scatter_dimension`.
    """

    name = "stablehlo.reduce_scatter"
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    scatter_dimension = prop_def(NonNegativeI64Attr)
    use_global_device_ids: UnitAttr | None = opt_prop_def(UnitAttrConstraint)
    computation = region_def("single_block")

    def check_rules(self) -> None:
        """Check `stablehlo.reduce_scatter`: the result is a part of the operand along
        `scatter_dimension`.
        """
        global_ids = self.use_global_device_ids is not None
        collectives.check_replica_groups(self.replica_groups, global_ids=global_ids)
        operand = self.operand.type
        check_reducer(self.computation.block, [operand], [scalar(operand)])
        check_scattered(self)
