"""Verifiers of collectives across devices."""

from collections.abc import Mapping
from typing import Any

from ttmlir_py.dialects.revisions.verifiers.requirements import (
    element_of,
    listed,
    number,
    rank_of,
    require,
)
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.tensor_types import shape_of


def _replica_groups(attribute: Any) -> None:
    """Check that the replica groups are a table in which each device occurs once."""
    require(len(attribute.get_shape()) == 2, "replica_groups must be a 2D array")
    devices = [int(each) for each in attribute.get_values()]
    last = len(devices) - 1
    seen: set[int] = set()
    for device in devices:
        require(device >= 0, "replica_groups values must be positive")
        require(
            device <= last,
            f"replica_groups values must be in the range [0, {last}], got {device}",
        )
        require(device not in seen, "replica_groups must not contain duplicate values")
        seen.add(device)


def _all_to_all(op: Any) -> None:
    """Check `ttir.all_to_all`: the split and concatenated dimensions exist and the result has the
    resulting shape.
    """
    shape = list(shape_of(op.input))
    last = len(shape) - 1
    split, concat, count = map(number, (op.split_dim, op.concat_dim, op.split_count))
    require(0 <= split <= last, f"splitDim must be in the range [0, {last}], got {split}")
    require(count > 0, "splitCount must be a positive integer")
    require(shape[split] % count == 0, "splitDim size must be divisible by splitCount")
    require(0 <= concat <= last, f"concatDim must be in the range [0, {last}], got {concat}")
    shape[split] //= count
    shape[concat] *= count
    result = op.results[0]
    require(
        tuple(shape) == shape_of(result),
        f"Output shape mismatch: expected = <{listed(shape)}> output = "
        f"<{listed(shape_of(result))}>",
    )
    require(element_of(op.input) == element_of(result), "Input and output element types must match")
    _replica_groups(op.replica_groups)
    require(op.replica_groups.get_shape()[1] == count, "replicaGroup count must match splitCount")


def _collective_broadcast(op: Any) -> None:
    """Check `ttir.collective_broadcast`: types are equal and the replica groups are a valid
    table.
    """
    require(op.input.type == op.results[0].type, "input and output must have the same type")
    _replica_groups(op.replica_groups)


def _collective_permute(op: Any) -> None:
    """Check `ttir.collective_permute`: no device sends twice or receives twice."""
    pairs = op.source_target_pairs
    rank = len(pairs.get_shape())
    require(rank == 2, f"The rank of source target pairs must be 2, got rank = {rank}")
    devices = [int(each) for each in pairs.get_values()]
    require(
        all(len(set(each)) == len(each) for each in (devices[::2], devices[1::2])),
        "There are duplicate 'src' or 'dest' devices in source target pairs",
    )


def _has_dimension(op: Any, dim: int) -> bool:
    return -rank_of(op.input) <= dim < rank_of(op.input)


def _all_gather(op: Any) -> None:
    """Check `ttir.all_gather`: the dimension exists."""
    dim = number(op.all_gather_dim)
    require(
        _has_dimension(op, dim),
        "Invalid dimension for all gather op. Gather dimension must be >= to input tensor rank "
        f"or < -input tensor rank, got gather_dim = {dim}",
    )


def _ttnn_all_gather(op: Any) -> None:
    """Check `ttnn.all_gather`: the dimension exists and tiles stay whole."""
    dim = number(op.all_gather_dim)
    require(
        _has_dimension(op, dim),
        "Invalid gather dimension for all reduce op. Gather dimension must be >= to input tensor "
        f"rank or < -input tensor rank, got gather_dim = {dim}",
    )
    layouts = [each.type.encoding for each in (op.input, op.results[0])]
    if any(each.name != "ttnn.ttnn_layout" for each in layouts):
        return
    source, result = (
        "tile" if each.memref.element_type.name == "ttcore.tile" else "row_major"
        for each in layouts
    )
    require(
        source == result,
        f"Input and output layouts must agree, but got input layout {source} and output layout "
        f"{result}. all_gather is layout-preserving and cannot convert between tiled and "
        "row-major layouts.",
    )


def _all_reduce(op: Any) -> None:
    """Check `all_reduce` and `all_reduce_async`: the reduction is a sum."""
    kind = " async" if op.name.endswith("_async") else ""
    require(
        op.reduce_type.value.keyword == "sum",
        f"Invalid reduction type for all reduce{kind} op.",
    )


def _require_reduction(op: Any, *kinds: str) -> None:
    require(op.reduce_type.value.keyword in kinds, "Invalid reduction type for reduce scatter op.")


def _reduce_scatter(op: Any) -> None:
    """Check `ttir.reduce_scatter`: the reduction is a sum or an extreme and the dimension
    exists.
    """
    dim = number(op.scatter_dim)
    _require_reduction(op, "sum", "max", "min")
    require(
        _has_dimension(op, dim),
        "Invalid dimension for reduce scatter op. Scatter dimension must be >= to input tensor "
        f"rank or < -input tensor rank, got scatter_dim = {dim}",
    )


def _ttnn_reduce_scatter(op: Any) -> None:
    """Check `ttnn.reduce_scatter`: the reduction is a sum and the dimension exists."""
    dim = number(op.scatter_dim)
    require(
        _has_dimension(op, dim),
        "Invalid scatter dimension for reduce scatter op. Scatter dimension must be >= to input "
        f"tensor rank or < -input tensor rank, got scatter_dim = {dim}",
    )
    _require_reduction(op, "sum")


def _mesh_partition(op: Any) -> None:
    """Check `mesh_partition`: dimension and mesh axis exist."""
    dim, axis = number(op.dim), number(op.cluster_axis)
    require(
        _has_dimension(op, dim),
        "Invalid tensor dimension for mesh partition op. Dimension must be >= to input tensor "
        f"rank or < -input tensor rank, got dim = {dim}",
    )
    require(axis <= 1, f"Cluster axis must be either None, 0 or 1, got {axis}")


def _mesh_shard(op: Any) -> None:
    """Check `ttir.mesh_shard`: the shard type is not `maximal`."""
    require(
        op.shard_type.value.keyword != "maximal",
        "Invalid shard_type (maximal) for mesh_shard op.",
    )


def _point_to_point(op: Any) -> None:
    """Check `ttnn.point_to_point`: data is sent from one device to another."""
    buffer = op.optional_output_tensor
    if buffer is None:
        return
    require(
        shape_of(op.input) == shape_of(buffer) and element_of(op.input) == element_of(buffer),
        "Optional output tensor must match input tensor in shape and element type.",
    )
    require(op.sender_coord != op.receiver_coord, "Can't send/receive to the same device")


COLLECTIVES: Mapping[str, Verifier] = {
    **{
        f"{dialect}.{name}": verify
        for dialect in ("ttir", "ttnn")
        for name, verify in {
            "all_reduce": _all_reduce,
            "all_reduce_async": _all_reduce,
            "mesh_partition": _mesh_partition,
        }.items()
    },
    "ttir.all_gather": _all_gather,
    "ttir.all_to_all": _all_to_all,
    "ttir.collective_broadcast": _collective_broadcast,
    "ttir.collective_permute": _collective_permute,
    "ttir.mesh_shard": _mesh_shard,
    "ttir.reduce_scatter": _reduce_scatter,
    "ttnn.all_gather": _ttnn_all_gather,
    "ttnn.point_to_point": _point_to_point,
    "ttnn.reduce_scatter": _ttnn_reduce_scatter,
}
"""Maps operation names to verifiers."""
