"""Mappers, which distribute an array to the devices of a mesh, and the base class of composers.

The simulator has meshes with one device, so that each mapping has one part.
"""

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
        """Return the array once, for the only device."""
        return [tensor]

    def config(self) -> dict[str, str]:
        """Return the name of the mapping."""
        return {"strategy": "replicate"}


class ShardTensorToMesh(TensorToMesh):
    """A mapping that splits the array along one dimension."""

    def __init__(self, mesh_device: Device, dim: int) -> None:
        super().__init__(mesh_device)
        require_kind("ShardTensorToMesh", "dim", dim, int, may_be_none=False)
        self.shard_dim = dim

    def map(self, tensor: Any) -> Sequence[Any]:
        """Return the array as the part of the only device."""
        require_dim("ShardTensorToMesh", self.shard_dim, np.ndim(tensor))
        return [tensor]

    def config(self) -> dict[str, str]:
        """Return the name and the dimension of the mapping."""
        return {"strategy": "shard", "shard_dim": f"{self.shard_dim}"}


def require_dim(name: str, dim: int, rank: int) -> None:
    """Raise TtnnError if an array of this rank does not have the dimension."""
    if not -rank <= dim < rank:
        raise TtnnError(f"ttnn.{name}: dimension {dim} of an array of rank {rank}")
