"""TTNN: collective communication between devices."""

from math import prod

from xdsl.dialects.builtin import IntegerAttr
from xdsl.irdl import operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import (
    TT_Device,
    TT_MeshShardDirectionAttr,
    TT_MeshShardTypeAttr,
    TT_ReduceTypeAttr,
)
from ttmlir_py.dialects.shape_rules.common import verify_dimension_in_bounds
from ttmlir_py.dialects.shape_rules.mesh import verify_shard_type
from ttmlir_py.dialects.tensor_types import Shape, integers, shape_of
from ttmlir_py.dialects.tt.attributes import ReduceTypeAttr
from ttmlir_py.dialects.tt.enums import MeshShardType, ReduceType
from ttmlir_py.dialects.ttnn.interfaces import ResultOp
from ttmlir_py.ir.definition.constraints import SI32, AnyRankedTensor, DenseI64ArrayAttr, SI32Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


def _verify_reduction(
    name: str, dimension: IntegerAttr, shape: Shape, math_op: ReduceTypeAttr
) -> None:
    verify_dimension_in_bounds(
        dimension.value.data, len(shape), f"Invalid dimension for {name} op."
    )
    if math_op.value not in (ReduceType.Sum, ReduceType.Max, ReduceType.Min):
        raise VerifyException(f"Invalid reduction op for {name} op.")


@op_definition
class AllGatherOp(ResultOp):
    """Concatenate the shards of all devices along `dim`."""

    name = "ttnn.all_gather"
    input = operand_def(AnyRankedTensor)
    device = operand_def(TT_Device)
    dim = prop_def(SI32Attr)
    num_links = prop_def(SI32Attr, IntegerAttr(1, SI32))

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.all_gather` with `verify_dimension_in_bounds`."""
        verify_dimension_in_bounds(
            self.dim.value.data, len(shape_of(self.input)), "Invalid dimension for all gather op."
        )


@op_definition
class ReduceScatterOp(ResultOp):
    """Reduce the tensors of all devices by `math_op`; each keeps its part along
    `scatter_split_dim`.
    """

    name = "ttnn.reduce_scatter"
    input = operand_def(AnyRankedTensor)
    device = operand_def(TT_Device)
    scatter_split_dim = prop_def(SI32Attr)
    math_op = prop_def(TT_ReduceTypeAttr)
    num_links = prop_def(SI32Attr, IntegerAttr(1, SI32))

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.reduce_scatter` with `_verify_reduction`."""
        _verify_reduction(
            "reduce scatter", self.scatter_split_dim, shape_of(self.input), self.math_op
        )


@op_definition
class AllReduceOp(ResultOp):
    """Reduce the tensors of all devices by `math_op`."""

    name = "ttnn.all_reduce"
    input = operand_def(AnyRankedTensor)
    device = operand_def(TT_Device)
    scatter_dim = prop_def(SI32Attr)
    scatter_num = prop_def(SI32Attr)
    math_op = prop_def(TT_ReduceTypeAttr)
    num_links = prop_def(SI32Attr, IntegerAttr(1, SI32))

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.all_reduce` with `_verify_reduction`."""
        _verify_reduction("all reduce", self.scatter_dim, shape_of(self.input), self.math_op)


@op_definition
class MeshShardOp(ResultOp):
    """Split a tensor across the device mesh, or join its shards."""

    name = "ttnn.mesh_shard"
    input = operand_def(AnyRankedTensor)
    device = operand_def(TT_Device)
    shard_direction = prop_def(TT_MeshShardDirectionAttr)
    shard_type = prop_def(TT_MeshShardTypeAttr)
    shard_shape = prop_def(DenseI64ArrayAttr)
    shard_dims = prop_def(DenseI64ArrayAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.mesh_shard`: shards divide a tensor of rank 2 or more into at least two
        parts.
        """
        verify_shard_type(self.shard_type.value)
        if self.shard_type.value is not MeshShardType.Devices:
            return
        source, shards = shape_of(self.input), integers(self.shard_shape)
        if len(source) < 2:
            raise VerifyException(
                "Invalid input rank (<2) for mesh_shard op with devices partition."
            )
        if len(shards) < 2:
            raise VerifyException(
                "Invalid shard_shape (<2) for mesh_shard op with devices partition."
            )
        if len(shards) != len(source):
            raise VerifyException(
                "Invalid rank(shard_shape) != rank(input) for mesh_shard op with devices partition."
            )
        if prod(shards) < 2:
            raise VerifyException(
                "Invalid overall partition (<2) for mesh_shard op with devices partition."
            )
