"""Shape rules of ops that shard a tensor over the devices of a mesh, or gather the shards."""

from collections.abc import Sequence

from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tensor_types import Shape
from ttmlir_py.dialects.tt.enums import MeshShardDirection, MeshShardType


def _needed_mesh(full: Shape, shard: Shape, dims: Sequence[int]) -> list[int | None]:
    """Return the numbers of device rows and columns that split a tensor `full` into shards `shard`.

    `dims` has the dimension split by the rows and the one split by the columns. The number is None
    for a mesh axis that splits no dimension. The result is empty if shapes and dimensions are
    inconsistent, which other checks report.
    """
    used = [dim for dim in dims if dim >= 0]
    rank = len(full)
    if len(shard) != rank or len(set(used)) < len(used) or any(dim >= rank for dim in used):
        return []
    if any(shard[dim] <= 0 or full[dim] % shard[dim] for dim in used):
        return []
    return [full[dim] // shard[dim] if dim >= 0 else None for dim in dims]


def _problem(
    full: Shape, shard: Shape, dims: Sequence[int], mesh: Shape, *, some_are_enough: bool = False
) -> str:
    """Return why shards of shape `shard` do not match a tensor `full` on `mesh`, or an empty
    string.

    With `some_are_enough`, the mesh may have more devices than needed.
    """
    needed = _needed_mesh(full, shard, dims)
    pairs = list(zip(needed, mesh, strict=False))
    if all(
        count in (None, size) or (some_are_enough and (count or 0) < size) for count, size in pairs
    ):
        return ""
    sizes = [count or 1 for count in needed]
    texts = ["x".join(map(str, each)) for each in (full, shard, sizes, mesh)]
    return (
        f"shards of {texts[1]} of a tensor of {texts[0]} are those of a mesh of {texts[2]}, "
        f"the program's is {texts[3]}: compile it with mesh-shape={','.join(map(str, sizes))}"
    )


def mesh_shard_problem(
    source: Shape,
    result: Shape,
    kind: MeshShardType,
    direction: MeshShardDirection,
    dims: Sequence[int],
    mesh: Shape,
) -> str:
    """Return why a mesh cannot execute `mesh_shard`, or an empty string if it can."""
    if kind is not MeshShardType.Devices:
        return ""
    joins = direction is MeshShardDirection.ShardToFull
    full, shard = (result, source) if joins else (source, result)
    return _problem(full, shard, dims, mesh, some_are_enough=joins and min(dims, default=0) < 0)


def all_gather_problem(source: Shape, result: Shape, dim: int, mesh: Shape) -> str:
    """Return why `all_gather` cannot run along the rows of a mesh, or an empty string if it can."""
    dims = (*(-1,) * (len(mesh) - 1), dim % len(source)) if source else ()
    return _problem(result, source, dims, mesh)


def verify_shard_type(shard_type: MeshShardType) -> None:
    """Check that the shard type of `mesh_shard` is to replicate or to split."""
    if shard_type not in (MeshShardType.Replicate, MeshShardType.Devices):
        raise VerifyException("Invalid shard_type for mesh_shard op.")
