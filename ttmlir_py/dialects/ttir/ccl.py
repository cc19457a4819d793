"""TTIR: collective communication between devices."""

from typing import ClassVar

from xdsl.irdl import operand_def, opt_prop_def, prop_def, var_operand_def, var_result_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import (
    TT_MeshShardDirectionAttr,
    TT_MeshShardTypeAttr,
    TT_ReduceTypeAttr,
)
from ttmlir_py.dialects.shape_rules.common import verify_dimension_in_bounds
from ttmlir_py.dialects.shape_rules.mesh import verify_shard_type
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.ttir.interfaces import DestinationStyleOp, TTIROperation
from ttmlir_py.ir.definition.constraints import (
    AnyRankedTensor,
    DenseI64ArrayAttr,
    I64ElementsAttr,
    SI32Attr,
    UnitAttrConstraint,
)
from ttmlir_py.ir.definition.operations import DestinationStyle, local_verifier, op_definition


@op_definition
class AllGatherOp(DestinationStyleOp):
    """Concatenate the shards of all devices along `dim`."""

    name = "ttir.all_gather"
    input = operand_def(AnyRankedTensor)
    dim = prop_def(SI32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.all_gather` with `verify_dimension_in_bounds`."""
        verify_dimension_in_bounds(
            self.dim.value.data, len(shape_of(self.input)), "Invalid dimension for all gather op."
        )


@op_definition
class AllReduceOp(DestinationStyle, TTIROperation):
    """Reduce the tensors of all devices by `reduce_type`."""

    name = "ttir.all_reduce"
    DPS_INITS: ClassVar[str] = "output"
    inputs = var_operand_def(AnyRankedTensor)
    output = operand_def(AnyRankedTensor)
    replica_groups = prop_def(I64ElementsAttr)
    dim = prop_def(SI32Attr)
    channel_handle = opt_prop_def(SI32Attr)
    use_global_device_ids = opt_prop_def(UnitAttrConstraint)
    reduce_type = prop_def(TT_ReduceTypeAttr)
    results_ = var_result_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.all_reduce`: the dimension exists."""
        if not self.inputs or self.dim.value.data >= len(shape_of(self.inputs[0])):
            raise VerifyException("Invalid dimension for all_reduce op.")


@op_definition
class MeshShardOp(DestinationStyleOp):
    """Split a tensor across the device mesh, or join its shards."""

    name = "ttir.mesh_shard"
    input = operand_def(AnyRankedTensor)
    shard_type = prop_def(TT_MeshShardTypeAttr)
    shard_direction = prop_def(TT_MeshShardDirectionAttr)
    shard_shape = prop_def(DenseI64ArrayAttr)
    shard_dims = prop_def(DenseI64ArrayAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.mesh_shard` with `verify_shard_type`."""
        verify_shard_type(self.shard_type.value)
