"""Operations that move tensors between the devices of a mesh.

A collective kernel receives the values of all devices as one array of shape rows x columns x tensor
shape. It returns an array of this form, or one without the first two dimensions if all devices get
equal values.

Gathering and reducing go along the rows of the mesh (its second dimension, "cluster axis 1"), like
TTNN's calls. In a 2x4 mesh, these are the devices 0 to 3, and 4 to 7.
"""

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    DeviceUse,
    Kernel,
    kernel,
    normalized_dim,
    nth,
    require_shape,
)
from ttmlir_py.runtime.mesh import Mesh


def _signed(dim: int, rank: int) -> int:
    """Return a dimension that the binary stores as uint32. Negative dimensions count from the
    end.
    """
    return normalized_dim(dim - (1 << 32) if dim >= 1 << 31 else dim, rank)


def _split(x: Array, dim: int, parts: int, *, to: int) -> Array:
    """Cut dimension `dim` into `parts` equal parts, indexed by a new dimension at position `to`."""
    if x.shape[dim] % parts:
        raise KernelError(f"{parts} devices do not divide {x.shape[dim]} elements")
    cut = x.reshape(*x.shape[:dim], parts, x.shape[dim] // parts, *x.shape[dim + 1 :])
    return np.moveaxis(cut, dim, to)


def _join(x: Array, source: int, dim: int) -> Array:
    """Join the parts that dimension `source` indexes along `dim`: the inverse of `_split`.

    `dim` is counted without `source`.
    """
    parts = np.moveaxis(x, source, dim)
    count, size = parts.shape[dim : dim + 2]
    return parts.reshape(*parts.shape[:dim], count * size, *parts.shape[dim + 2 :])


def _scaled(shape: tuple[int, ...], dim: int, factor: int) -> tuple[int, ...]:
    return (*shape[:dim], shape[dim] * factor, *shape[dim + 1 :])


def _require_mesh(computed: tuple[int, ...], declared: tuple[int, ...], mesh: Mesh) -> None:
    """Raise `KernelError` if the shapes show that the program was compiled for another mesh."""
    try:
        require_shape(computed, declared)
    except KernelError as error:
        raise KernelError(
            f"{error}: the mesh is {mesh}, see the option mesh-shape of the compiler"
        ) from None


_COLLECTIVE = Kernel(collective=True)
_ON_DEVICES = DeviceUse(operands_on_host=False)


@kernel("AllGatherOp", "in", columns=_COLLECTIVE, device=_ON_DEVICES, takes_shape=True, dim="dim")
def all_gather(stack: Array, *, mesh: Mesh, dim: int, result_shape: tuple[int, ...]) -> Array:
    """Give every device in a row the values of the row's devices, joined along `dim` in device
    order.
    """
    shape = stack.shape[2:]
    dim = _signed(dim, len(shape))
    _require_mesh(_scaled(shape, dim, mesh.columns), result_shape, mesh)
    joined = _join(stack, 1, dim + 1)
    if mesh.rows == 1:
        return joined[0]
    return np.broadcast_to(joined[:, None], (*mesh.sides, *result_shape))


REDUCERS: dict[int, np.ufunc] = {0: np.add, 2: np.maximum, 3: np.minimum}
"""Maps numbers of `ReduceType` in the binary to numpy reductions."""


def _scattered_shape(stack: Array, *, mesh: Mesh, dim: int, math_op: int) -> tuple[int, ...]:
    if math_op not in REDUCERS:
        raise KernelError(f"reduction {math_op} is neither sum, maximum nor minimum")
    dim = _signed(dim, stack.ndim - 2)
    return _split(stack[:, 0], dim + 1, mesh.columns, to=1).shape


@kernel(
    "ReduceScatterOp",
    "in",
    columns=_COLLECTIVE,
    device=_ON_DEVICES,
    dim="scatter_split_dim",
    math_op="math_op",
    infer_shape=_scattered_shape,
)
def reduce_scatter(stack: Array, *, mesh: Mesh, dim: int, math_op: int) -> Array:
    """Reduce the values of the devices in a row. Each device gets its part of the result along
    `dim`.
    """
    dim = _signed(dim, stack.ndim - 2)
    total = REDUCERS[math_op].reduce(stack, axis=1, dtype=stack.dtype)
    return _split(total, dim + 1, mesh.columns, to=1)


@kernel(
    "MeshShardOp",
    "in",
    columns=_COLLECTIVE,
    device=DeviceUse(operands_on_host=True, joins=("direction", "ShardToFullShape")),
    cost=Cost(starts_program=False),
    takes_shape=True,
    direction="shard_direction",
    kind="shard_type",
    dims="shard_dims",
    shards="shard_shape",
)
def mesh_shard(
    stack: Array,
    *,
    mesh: Mesh,
    direction: str,
    kind: str,
    dims: tuple[int, ...],
    shards: tuple[int, ...],
    result_shape: tuple[int, ...],
) -> Array:
    """Cut a host tensor into one shard per device, or join the shards.

    `dims` are the tensor dimensions that the rows and the columns of the mesh divide. A negative
    one divides nothing, so all devices along it get the same. `Replicate` gives every device the
    whole tensor, and in the other direction takes the first device's value.
    """
    if kind == "Replicate":
        return stack[0, 0]
    if kind != "Devices":
        raise KernelError(f"shard type {kind} is neither Replicate nor Devices")
    row_dim, column_dim = nth(dims, 2, "shard_dims")
    rank = stack.ndim - 2
    if rank < 2 or max(row_dim, column_dim) < 0 or max(row_dim, column_dim) >= rank:
        raise KernelError(f"cannot shard a tensor of rank {rank} along dimensions {list(dims)}")
    if direction == "FullToShardShape":
        shards_of_all = _shard(stack[0, 0], mesh, row_dim, column_dim)
        _require_mesh(shards_of_all.shape[2:], result_shape, mesh)
        return shards_of_all
    if direction != "ShardToFullShape":
        raise KernelError(f"unknown shard direction {direction}")
    if min(row_dim, column_dim) < 0:
        return _join_some(stack, max(row_dim, column_dim), int(row_dim < 0), shards, result_shape)
    if row_dim == column_dim:
        raise KernelError(f"rows and columns are both joined along dimension {row_dim}")
    full = _scaled(_scaled(stack.shape[2:], row_dim, mesh.rows), column_dim, mesh.columns)
    _require_mesh(full, result_shape, mesh)
    return _join(_join(stack, 1, column_dim + 1), 0, row_dim)


def _shard(x: Array, mesh: Mesh, row_dim: int, column_dim: int) -> Array:
    """Return an array rows x columns x shard: the tensor is cut for the rows, then for the
    columns.
    """
    rows = x[None] if row_dim < 0 else _split(x, row_dim, mesh.rows, to=0)
    cut = rows[:, None]
    if column_dim >= 0:
        cut = _split(rows, column_dim + 1, mesh.columns, to=1)
    return np.broadcast_to(cut, (*mesh.sides, *cut.shape[2:]))


def _join_some(
    stack: Array, dim: int, axis: int, shards: tuple[int, ...], result_shape: tuple[int, ...]
) -> Array:
    """Join the shards of the devices in the first column (`axis` 0) or the first row (`axis` 1).

    Devices beyond the number of shards are left out.
    """
    devices = stack[:, 0] if axis == 0 else stack[0]
    count = nth(shards, stack.ndim - 2, "shard_shape")[dim]
    if not 1 <= count <= len(devices):
        raise KernelError(f"{count} shards on {len(devices)} devices")
    require_shape(_scaled(stack.shape[2:], dim, count), result_shape)
    return _join(devices[:count], 0, dim)
