"""Lowering of collective operations on a mesh of devices.

On a mesh axis of one device they do nothing. The library of 2025-02 gathers and reduces only along
the rows of a mesh (axis 1), and does not send tensors between devices. Communication along columns,
or between any devices, goes through the host: `mesh_shard` joins the tensors of all devices and
splits them in another way. A program finds its device's number in a constant that is sharded so
that each device gets its own element.
"""

from collections.abc import Sequence
from functools import reduce
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerType, TensorType, f32
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.dialects.tt.attributes import (
    MeshShardDirectionAttr,
    MeshShardTypeAttr,
    ReduceTypeAttr,
)
from ttmlir_py.dialects.tt.enums import MeshShardDirection, MeshShardType, ReduceType
from ttmlir_py.ir.elements import all_values
from ttmlir_py.passes.revisions.attributes import attribute_2025_02
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse, result_type
from ttmlir_py.rewriting.attributes import dense_i64_array, si32

_COLUMNS, _ROWS = 0, 1
"""Numbers of the mesh axes. Axis 0 goes down the columns, so the devices along it are in different
rows. Axis 1 goes along the rows.
"""
_WHOLE = -1
"""The dimension number that `mesh_shard` has for a mesh axis which does not shard the tensor."""


def _sides(builder: RevisionBuilder, op: Any) -> tuple[int, int]:
    """Return the number of rows and the number of columns of the mesh."""
    if len(builder.mesh) > 2:
        raise refuse(op, f"a mesh of {len(builder.mesh)} dimensions")
    rows, columns = (*(1,) * (2 - len(builder.mesh)), *builder.mesh)
    return rows, columns


def devices_along(builder: RevisionBuilder, axis: int) -> int:
    """Return the number of devices on the mesh axis `axis`."""
    return builder.mesh[axis] if axis < len(builder.mesh) else 1


def groups_of(mesh: Sequence[int], axis: int) -> list[list[int]]:
    """Return the groups of devices that form a line along `axis` of the mesh.

    Devices are numbered row by row.
    """
    rows, columns = mesh
    table = [[row * columns + column for column in range(columns)] for row in range(rows)]
    return table if axis == _ROWS else [list(line) for line in zip(*table, strict=True)]


def _table(rows: Sequence[Sequence[int]]) -> Attribute:
    type_: Any = TensorType(IntegerType(64), (len(rows), len(rows[0])))
    return DenseIntOrFPElementsAttr.from_list(type_, [n for row in rows for n in row])


def _sharded(
    builder: RevisionBuilder,
    value: SSAValue,
    shape: Sequence[int],
    dims: tuple[int, int],
    sides: tuple[int, int],
    direction: MeshShardDirection,
) -> SSAValue:
    """Return `value` sharded or joined to `shape` by a `mesh_shard` in the given direction.

    `dims` are the tensor dimensions that rows and columns of the mesh shard, and `sides` is the
    mesh shape.
    """
    shards = [1] * len(shape)
    for dim, size in zip(dims, sides, strict=True):
        if dim != _WHOLE:
            shards[dim] *= size
    is_divided = prod(shards) > 1
    return builder.dps(
        ttir.MeshShardOp,
        (value,),
        tensor_type(value),
        shape,
        shard_type=MeshShardTypeAttr(
            MeshShardType.Devices if is_divided else MeshShardType.Replicate
        ),
        shard_direction=MeshShardDirectionAttr(direction),
        shard_shape=dense_i64_array(shards if is_divided else [1]),
        shard_dims=dense_i64_array(dims if is_divided else [_WHOLE]),
    )


def _on_host(builder: RevisionBuilder, value: SSAValue, sides: tuple[int, int]) -> SSAValue:
    """Return the tensors of all devices on the host, as a matrix.

    It has as many rows as the mesh. Each row holds the elements of the row's devices one after the
    other. `sides` is the mesh shape.
    """
    count = prod(shape_of(value))
    flat = builder.reshaped(value, (1, count))
    rows, columns = sides
    full = (rows, columns * count)
    return _sharded(builder, flat, full, (0, 1), sides, MeshShardDirection.ShardToFull)


def _to_devices(
    builder: RevisionBuilder, value: SSAValue, dims: tuple[int, int], sides: tuple[int, int]
) -> SSAValue:
    """Return the host tensor `value` sharded over the devices of a mesh of shape `sides`.

    `dims` are the tensor dimensions that rows and columns of the mesh shard.
    """
    shape = list(shape_of(value))
    for dim, size in zip(dims, sides, strict=True):
        if dim != _WHOLE:
            shape[dim] //= size
    return _sharded(builder, value, shape, dims, sides, MeshShardDirection.FullToShard)


def _own(builder: RevisionBuilder, numbers: Sequence[int], sides: tuple[int, int]) -> SSAValue:
    """Return a 1x1 tensor whose element on each device is that device's number in `numbers`, as
    f32.

    The devices are numbered row by row.
    """
    table = builder.constant(cast(Any, TensorType(f32, sides)), [float(each) for each in numbers])
    return _to_devices(builder, table, (0, 1), sides)


def _chosen(builder: RevisionBuilder, number: SSAValue, cases: Sequence[SSAValue]) -> SSAValue:
    """Return the tensor in `cases` at the index `number`, a tensor that differs between devices.
    The default is the first tensor.
    """
    found, *others = cases
    rank = len(shape_of(found))
    own = builder.reshaped(number, (1,) * rank)
    for place, value in enumerate(others, 1):
        here = builder.truth(ttir.EqualOp, own, builder.splat(place, cast(Any, own.type)))
        found = builder.into(ttir.WhereOp, (here, value, found), tensor_type(found))
    return found


def _stacked(builder: RevisionBuilder, op: Any, value: SSAValue, axis: int) -> SSAValue:
    """Return the tensors `value` of all devices on `axis`, stacked in a new first dimension."""
    shape = shape_of(value)
    sides = _sides(builder, op)
    count = sides[axis]
    if axis == _ROWS:
        first = builder.reshape(value, (1, *shape))
        type_ = tensor_type(first)
        return builder.dps(ttir.AllGatherOp, (first,), type_, (count, *shape), dim=si32(0))
    host = _on_host(builder, value, sides)
    return builder.reshape(_to_devices(builder, host, (_WHOLE, 1), sides), (count, *shape))


def _of_all(builder: RevisionBuilder, op: Any, value: SSAValue) -> list[SSAValue]:
    """Return a list of the tensors `value` of all devices of the mesh, row by row.

    All devices hold the whole list.
    """
    sides = _sides(builder, op)
    host = _on_host(builder, value, sides)
    every = _to_devices(builder, host, (_WHOLE, _WHOLE), sides)
    return _parts(builder, builder.reshape(every, (prod(sides), *shape_of(value))))


def _parts(builder: RevisionBuilder, stack: SSAValue) -> list[SSAValue]:
    """Return the slices of `stack` along the first dimension, as a list."""
    count, *shape = shape_of(stack)
    return [builder.reshape(builder.part(stack, 0, i, i + 1), shape) for i in range(count)]


def _joined(builder: RevisionBuilder, stack: SSAValue, dim: int) -> SSAValue:
    """Return the tensors in `stack`, joined along dimension `dim` of each."""
    count, *shape = shape_of(stack)
    order = [*range(1, dim + 1), 0, *range(dim + 1, len(shape) + 1)]
    shape[dim] *= count
    return builder.reshape(builder.permute(stack, order) if dim else stack, shape)


def _partitioned(
    builder: RevisionBuilder, op: Any, value: SSAValue, axis: int, dim: int
) -> SSAValue:
    """Return the shard of `value` along dimension `dim` that belongs to each device on `axis`."""
    sides = _sides(builder, op)
    count, size = sides[axis], shape_of(value)[dim]
    if size % count:
        raise refuse(op, f"{count} devices do not divide {size} elements")
    step = size // count
    parts = [builder.part(value, dim, i * step, (i + 1) * step) for i in range(count)]
    places = [
        row if axis == _COLUMNS else column for row in range(sides[0]) for column in range(sides[1])
    ]
    return _chosen(builder, _own(builder, places, sides), parts)


_COMBINE: dict[str, type[Operation]] = {
    "sum": ttir.AddOp,
    "mean": ttir.AddOp,
    "max": ttir.MaximumOp,
    "min": ttir.MinimumOp,
    "prod": ttir.MultiplyOp,
}
_IN_LIBRARY = ("sum", "max", "min")
"""Reductions between devices that the library supports."""


def reduced_over(
    builder: RevisionBuilder, op: Any, value: SSAValue, axis: int, keyword: str
) -> SSAValue:
    """Return the reduction of the tensors `value` of the devices on `axis`; each device has the
    result.

    `keyword` names the reduction, such as `sum`.
    """
    if keyword not in _COMBINE:
        raise refuse(op, f"reduction by {keyword}")
    count = devices_along(builder, axis)
    if count == 1:
        return value
    sides = _sides(builder, op)
    # TTNN shards dimension `dim` of the result over the devices of a group, and derives the mesh
    # axis of the groups from `dim`: an odd `dim` means the rows.
    dim = next((i for i, n in enumerate(shape_of(value)) if i % 2 and n % count == 0), None)
    if axis == _ROWS and keyword in _IN_LIBRARY and dim is not None:
        kind = ReduceType.from_keyword(keyword)
        assert kind is not None
        return builder.into(
            ttir.AllReduceOp,
            (value,),
            tensor_type(value),
            replica_groups=_table(groups_of(sides, axis)),
            dim=si32(dim),
            channel_handle=si32(1),
            reduce_type=ReduceTypeAttr(kind),
        )
    parts = _parts(builder, _stacked(builder, op, value, axis))
    total = reduce(lambda a, b: builder.binary(_COMBINE[keyword], a, b), parts)
    return builder.scaled(total, 1 / count) if keyword == "mean" else total


def _dim(op: Any, dim: Any) -> int:
    return dim.value.data % len(shape_of(op.input))


def _all_reduce(builder: RevisionBuilder, op: Any) -> SSAValue:
    axis = op.cluster_axis.value.data
    return reduced_over(builder, op, op.input, axis, op.reduce_type.value.keyword)


def _all_gather(builder: RevisionBuilder, op: Any) -> SSAValue:
    axis = op.cluster_axis.value.data
    if devices_along(builder, axis) == 1 and op.input.type == op.results[0].type:
        return op.input
    if axis == _COLUMNS and devices_along(builder, axis) > 1:
        dim = _dim(op, op.all_gather_dim)
        return _joined(builder, _stacked(builder, op, op.input, axis), dim)
    return builder.into(ttir.AllGatherOp, (op.input,), result_type(op), dim=op.all_gather_dim)


def _reduce_scatter(builder: RevisionBuilder, op: Any) -> SSAValue:
    axis = op.cluster_axis.value.data
    if devices_along(builder, axis) == 1:
        return op.input
    total = reduced_over(builder, op, op.input, axis, op.reduce_type.value.keyword)
    return _partitioned(builder, op, total, axis, _dim(op, op.scatter_dim))


def _mesh_partition(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the shard of the input along the op's axis, or the only axis with several devices."""
    given = op.properties.get("cluster_axis")
    axes = (_COLUMNS, _ROWS) if given is None else (given.value.data,)
    several = [axis for axis in axes if devices_along(builder, axis) > 1]
    if len(several) > 1:
        raise refuse(op, "over several axes of a mesh")
    dim = _dim(op, op.dim)
    return _partitioned(builder, op, op.input, several[0], dim) if several else op.input


def _device_table(builder: RevisionBuilder, op: Any, attribute: Any) -> list[list[int]]:
    """Return the rows of `attribute`, a table of device numbers.

    Raises OperationError if a device does not exist.
    """
    count, width = attribute.get_shape()
    devices = [int(each) for each in all_values(attribute)]
    several = prod(_sides(builder, op))
    for device in devices:
        if not 0 <= device < several:
            raise refuse(op, f"there is no device {device} of {several}")
    return [devices[i * width : (i + 1) * width] for i in range(count)]


def _sent(builder: RevisionBuilder, op: Any, sources: dict[int, int]) -> SSAValue:
    """Return on each device the tensor of its source device, or zeros.

    `sources` maps a device to the source; other devices get zeros.
    """
    sides = _sides(builder, op)
    if all(sources.get(device) == device for device in range(prod(sides))):
        return op.input
    used = sorted(set(sources.values()))
    every = _of_all(builder, op, op.input) if used else []
    cases = [builder.splat(0, result_type(op)), *(every[device] for device in used)]
    numbers = [
        1 + used.index(sources[device]) if device in sources else 0 for device in range(prod(sides))
    ]
    return _chosen(builder, _own(builder, numbers, sides), cases)


def _collective_permute(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return on each target device the tensor of its source device; other devices get zeros."""
    pairs = _device_table(builder, op, op.source_target_pairs)
    return _sent(builder, op, {target: source for source, target in pairs})


def _collective_broadcast(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return on each device the tensor of the first device in its group.

    Devices in no group keep their own tensor.
    """
    sources = {device: device for device in range(prod(_sides(builder, op)))}
    for group in _device_table(builder, op, op.replica_groups):
        sources.update(dict.fromkeys(group, group[0]))
    return _sent(builder, op, sources)


def _all_to_all(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return on each device, joined, the parts that the devices of its line send to it.

    Every device splits its tensor into one part per device of the line, and sends part `i` to
    device `i`.
    """
    groups = _device_table(builder, op, op.replica_groups)
    if len(groups[0]) == 1:
        return op.input
    sides = _sides(builder, op)
    axis = next((axis for axis in (_COLUMNS, _ROWS) if groups_of(sides, axis) == groups), None)
    if axis is None:
        raise refuse(
            op, f"groups {groups} that are not the lines of a mesh of {sides[0]}x{sides[1]}"
        )
    stack = _stacked(builder, op, op.input, axis)
    own = _partitioned(builder, op, stack, axis, 1 + op.split_dim.value.data)
    return _joined(builder, own, op.concat_dim.value.data)


def _mesh_shard(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the 2025-02 `mesh_shard` for `op`.

    A vector is sharded as a row of a matrix, and a tensor that is not sharded is replicated.
    """
    properties = {name: attribute_2025_02(value) for name, value in op.properties.items()}
    if op.shard_type.value.keyword != "devices":
        return builder.into(ttir.MeshShardOp, (op.input,), result_type(op), **properties)
    if prod(integers(op.shard_shape)) == 1:
        properties["shard_type"] = MeshShardTypeAttr(MeshShardType.Replicate)
    shape, dims = shape_of(op.results[0]), integers(op.shard_dims)
    if len(shape) != 1 or len(dims) != 2:
        return builder.into(ttir.MeshShardOp, (op.input,), result_type(op), **properties)
    row = builder.reshape(op.input, (1, *shape_of(op.input)))
    parts = sorted((shape[0], shape_of(op.input)[0]))
    properties["shard_shape"] = dense_i64_array((1, parts[1] // parts[0]))
    properties["shard_dims"] = dense_i64_array([dim + 1 if dim >= 0 else dim for dim in dims])
    like = result_type(op)
    found = builder.dps(ttir.MeshShardOp, (row,), like, (1, *shape), **properties)
    return builder.reshape(found, shape)


COLLECTIVES: Table = {
    "ttir.mesh_shard": _mesh_shard,
    "ttir.all_gather": _all_gather,
    "ttir.all_reduce": _all_reduce,
    "ttir.all_reduce_async": _all_reduce,
    "ttir.all_to_all": _all_to_all,
    "ttir.collective_broadcast": _collective_broadcast,
    "ttir.collective_permute": _collective_permute,
    "ttir.mesh_partition": _mesh_partition,
    "ttir.reduce_scatter": _reduce_scatter,
}
