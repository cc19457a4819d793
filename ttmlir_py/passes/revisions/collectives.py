"""Operations over a mesh of devices: axes of it to groups of devices; on an axis of one device there is nothing to do."""

from itertools import product
from typing import Any

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerType, TensorType
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.passes.revisions.attributes import pinned_attribute
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse, result_type
from ttmlir_py.rewriting.attributes import si32


def groups_of(mesh: tuple[int, ...], axis: int) -> list[list[int]]:
    """The devices of each line of a mesh along an axis, counted row by row."""
    others = [range(size) for i, size in enumerate(mesh) if i != axis]
    found: list[list[int]] = []
    for place in product(*others):
        line: list[int] = []
        for index in range(mesh[axis]):
            full = (*place[:axis], index, *place[axis:])
            number = 0
            for size, coordinate in zip(mesh, full, strict=True):
                number = number * size + coordinate
            line.append(number)
        found.append(line)
    return found


def _devices(builder: RevisionBuilder, op: Any, axis: int) -> int:
    """How many devices an axis has."""
    return builder.mesh[axis] if axis < len(builder.mesh) else 1


def _all_reduce(builder: RevisionBuilder, op: Any) -> SSAValue:
    axis = op.cluster_axis.value.data
    return reduced_over(builder, op, op.input, axis, op.reduce_type.value.keyword)


def reduced_over(
    builder: RevisionBuilder, op: Any, value: SSAValue, axis: int, keyword: str
) -> SSAValue:
    """What the devices of an axis have, reduced: each has it then."""
    if _devices(builder, op, axis) == 1:
        return value
    lines = groups_of(builder.mesh, axis)
    type_: Any = TensorType(IntegerType(64), (len(lines), len(lines[0])))
    groups: Attribute = DenseIntOrFPElementsAttr.from_list(
        type_, [n for line in lines for n in line]
    )
    from ttmlir_py.dialects.tt.attributes import ReduceTypeAttr
    from ttmlir_py.dialects.tt.enums import ReduceType

    kind = ReduceType.from_keyword(keyword)
    if kind is None:
        raise refuse(op, f"reduction by {keyword}")
    return builder.into(
        ttir.AllReduceOp,
        (value,),
        tensor_type(value),
        replica_groups=groups,
        dim=si32(0),
        channel_handle=si32(1),
        reduce_type=ReduceTypeAttr(kind),
    )


def _all_gather(builder: RevisionBuilder, op: Any) -> SSAValue:
    axis = op.cluster_axis.value.data
    if _devices(builder, op, axis) == 1 and op.input.type == op.results[0].type:
        return op.input
    if sum(size > 1 for size in builder.mesh) > 1:
        raise refuse(op, "a gather over one of several axes of a mesh")
    return builder.into(ttir.AllGatherOp, (op.input,), result_type(op), dim=op.all_gather_dim)


def _on_one_device(builder: RevisionBuilder, op: Any) -> SSAValue:
    """What is the identity on an axis of one device."""
    axis = op.properties.get("cluster_axis")
    if axis is None:
        count = 1
        for size in builder.mesh:
            count *= size
    else:
        count = _devices(builder, op, axis.value.data)
    if count > 1:
        raise refuse(op, "on an axis of several devices")
    return op.input


def _mesh_shard(builder: RevisionBuilder, op: Any) -> SSAValue:
    properties = {name: pinned_attribute(value) for name, value in op.properties.items()}
    return builder.into(ttir.MeshShardOp, (op.input,), result_type(op), **properties)


COLLECTIVES: Table = {
    "ttir.mesh_shard": _mesh_shard,
    "ttir.all_gather": _all_gather,
    "ttir.all_reduce": _all_reduce,
    "ttir.all_reduce_async": _all_reduce,
    "ttir.mesh_partition": _on_one_device,
    "ttir.reduce_scatter": _on_one_device,
}
