"""Mappers, which distribute an array to the devices of a mesh, and the base class of composers."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ttmlir_py.ttnn.tensor import Tensor, TtnnError, require_kind
from ttmlir_py.ttnn.types import Device


class TensorToMesh:
    """A mapping of an array to the devices of a mesh. Subclasses define `map`."""

    def __init__(self, mesh_device: Device) -> None:
        require_kind(type(self).__name__, "mesh_device", mesh_device, Device, may_be_none=False)
        self.mesh_device = mesh_device

    def map(self, tensor: Any) -> Sequence[Any]:
        """Return the part of each device. Subclasses define this function."""
        raise NotImplementedError(f"{type(self).__name__} does not define map")

    def config(self) -> dict[str, str]:
        """Return the name and the parameters of the mapping as text."""
        raise NotImplementedError(f"{type(self).__name__} does not define config")


class MeshToTensor:
    """The inverse of a mapping: a function from a tensor on a mesh to arrays of PyTorch."""

    def compose(self, tensor: Tensor) -> Any:
        """Return the arrays of all devices as one. Subclasses define this function."""
        raise NotImplementedError(f"{type(self).__name__} does not define compose")


class ReplicateTensorToMesh(TensorToMesh):
    """A mapping that gives each device the whole array."""

    def map(self, tensor: Any) -> Sequence[Any]:
        """Return the array once for each device."""
        return [tensor] * self.mesh_device.get_num_devices()

    def config(self) -> dict[str, str]:
        """Return the name of the mapping and the number of copies."""
        count = self.mesh_device.get_num_devices()
        return {"strategy": "replicate", "replication_factor": f"{count}"}


class ShardTensorToMesh(TensorToMesh):
    """A mapping that splits the array along one dimension into a part for each device."""

    def __init__(self, mesh_device: Device, dim: int) -> None:
        super().__init__(mesh_device)
        require_kind("ShardTensorToMesh", "dim", dim, int, may_be_none=False)
        self.shard_dim = dim

    def map(self, tensor: Any) -> Sequence[Any]:
        """Return the parts. Raises TtnnError if they would differ in size."""
        count = self.mesh_device.get_num_devices()
        return _split("ShardTensorToMesh", tensor, self.shard_dim, count)

    def config(self) -> dict[str, str]:
        """Return the name and the dimension of the mapping."""
        return {"strategy": "shard", "shard_dim": f"{self.shard_dim}"}


class ShardTensor2dMesh(TensorToMesh):
    """A mapping that splits the array for the rows of the mesh, and each part for the columns.

    A dimension of None splits nothing, so that devices get the same.
    """

    def __init__(
        self, mesh_device: Device, mesh_shape: Sequence[int], dims: Sequence[int | None]
    ) -> None:
        super().__init__(mesh_device)
        self.mesh_shape, self.dims = two_sides("ShardTensor2dMesh", mesh_device, mesh_shape, dims)

    def map(self, tensor: Any) -> Sequence[Any]:
        """Return the parts, row by row. Raises TtnnError if they would differ in size."""
        (rows, columns), (row_dim, column_dim) = self.mesh_shape, self.dims
        name = "ShardTensor2dMesh"
        return [
            part
            for row in _split(name, tensor, row_dim, rows)
            for part in _split(name, row, column_dim, columns)
        ]

    def config(self) -> dict[str, str]:
        """Return the name, the shape of the mesh and the dimensions of the mapping."""
        rows, columns = map(str, self.mesh_shape)
        sides = {"mesh_shape_y": rows, "mesh_shape_x": columns}
        return {"strategy": "shard_2d", **sides, "dims": f"{self.dims}"}


def two_sides(
    name: str, mesh_device: Device, mesh_shape: Sequence[int], dims: Sequence[int | None]
) -> tuple[tuple[int, int], tuple[int | None, int | None]]:
    """Return the sides of a mesh, and the dimensions for its rows and columns. Raises ValueError
    for other numbers of them, as TT-NN does.
    """
    if len(mesh_shape) != 2 or len(dims) != 2:
        raise ValueError(f"{name}: mesh_shape and dims have two numbers each")
    if tuple(mesh_shape) != tuple(mesh_device.shape):
        raise ValueError(
            f"{name}: mesh_shape is {tuple(mesh_shape)}, the mesh is {tuple(mesh_device.shape)}"
        )
    return (mesh_shape[0], mesh_shape[1]), (dims[0], dims[1])


def _split(name: str, array: Any, dim: int | None, count: int) -> list[Any]:
    """Return equal parts of an array along a dimension. Without one, each part is the array."""
    if dim is None:
        return [array] * count
    if not hasattr(array, "shape"):
        array = np.asarray(array)
    rank = len(array.shape)
    require_dim(name, dim, rank)
    size = array.shape[dim]
    if size % count:
        raise TtnnError(
            f"ttnn.{name}: {count} devices do not divide dimension {dim} of size {size}: pad it"
        )
    before = (slice(None),) * (dim % rank)
    step = size // count
    return [array[(*before, slice(at, at + step))] for at in range(0, size, step or 1)]


def require_dim(name: str, dim: int, rank: int) -> None:
    """Raise TtnnError if an array of this rank does not have the dimension."""
    if not -rank <= dim < rank:
        raise TtnnError(f"ttnn.{name}: dimension {dim} of an array of rank {rank}")
