"""Lowering of collective communication between devices."""

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.one_to_one import Lowering
from ttmlir_py.rewriting.attributes import int_value, si32
from ttmlir_py.rewriting.mutation import supersede


def lower_mesh_shard(op: ttir.MeshShardOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.mesh_shard` to `ttnn.mesh_shard`."""
    device = builder.device(op)
    supersede(op, ttnn.MeshShardOp, op.properties, (op.operands[0], device))


def lower_all_gather(op: ttir.AllGatherOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.all_gather` to `ttnn.all_gather`."""
    device = builder.device(op)
    properties = {"dim": op.properties["dim"], "num_links": si32(1)}
    supersede(op, ttnn.AllGatherOp, properties, (op.operands[0], device))


def lower_all_reduce(op: ttir.AllReduceOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.all_reduce` to `ttnn.all_reduce`.

    The new op has an attribute for the number of devices over which it scatters.
    """
    groups = op.replica_groups.type
    assert isinstance(groups, TensorType)
    mesh, dim = groups.get_shape(), int_value(op.properties["dim"])
    device = builder.device(op)
    properties: dict[str, Attribute] = {
        "scatter_dim": si32(dim),
        "scatter_num": si32(mesh[dim % len(mesh)]),
        "math_op": op.properties["reduce_type"],
        "num_links": si32(1),
    }
    supersede(op, ttnn.AllReduceOp, properties, (op.operands[0], device))


LOWERINGS: dict[type[Operation], Lowering] = {
    ttir.MeshShardOp: lower_mesh_shard,
    ttir.AllGatherOp: lower_all_gather,
    ttir.AllReduceOp: lower_all_reduce,
}
