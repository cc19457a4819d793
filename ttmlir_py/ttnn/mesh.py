"""Device meshes with a single device, as scripts from tt-mlir of 2026-08 open them."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from enum import Enum
from math import prod
from typing import Any

from ttmlir_py.ttnn.conversion import to_torch
from ttmlir_py.ttnn.core import close_device, open_device
from ttmlir_py.ttnn.mesh_mapping import MeshToTensor, require_dim
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, require_kind, require_tensor
from ttmlir_py.ttnn.types import Device

MeshDevice = Device
"""A mesh with one device is represented by that device."""


class FabricConfig(Enum):
    """The connection between the devices of a mesh. It has no effect with one device."""

    DISABLED = 0
    FABRIC_1D = 1


def MeshShape(*sizes: int | Sequence[int]) -> tuple[int, ...]:
    """Return the sizes of a mesh as a tuple. They are given as separate numbers or as one
    sequence.
    """
    found: list[int] = []
    for each in sizes:
        found += [each] if isinstance(each, int) else each
    return tuple(found)


def set_fabric_config(config: FabricConfig) -> None:
    """Do nothing, because there is only one device to connect."""


def open_mesh_device(
    mesh_shape: Sequence[int],
    l1_small_size: int | None = None,
    trace_region_size: int = 0,
    num_command_queues: int = 1,
    dispatch_core_config: object = None,
    *,
    offset: Sequence[int] | None = None,
    physical_device_ids: Sequence[int] = (),
) -> Device:
    """Open and return the device of a 1x1 mesh. Raises TtnnError for a larger mesh.

    The two sizes are bytes per bank. The other arguments change nothing.
    """
    if prod(mesh_shape) != 1:
        shape = "x".join(map(str, mesh_shape))
        raise TtnnError(
            f"ttnn.open_mesh_device: a mesh of {shape} devices, of which one is simulated"
        )
    return open_device(0, l1_small_size, trace_region_size)


def close_mesh_device(mesh_device: Device) -> None:
    """Close the device of a 1x1 mesh."""
    close_device(mesh_device)


@contextmanager
def create_mesh_device(*arguments: Any, **options: Any) -> Generator[Device]:
    """Open a mesh for a `with` statement, with the arguments of `open_mesh_device`."""
    device = open_mesh_device(*arguments, **options)
    try:
        yield device
    finally:
        close_mesh_device(device)


def get_num_devices() -> int:
    """Return 1, because the simulator has one device."""
    return 1


def get_device_ids() -> list[int]:
    """Return the numbers of all devices."""
    return [0]


def get_device_tensors(tensor: Tensor) -> list[Tensor]:
    """Return the part of each device."""
    require_tensor("get_device_tensors", tensor)
    return [tensor]


def aggregate_as_tensor(tensors: Sequence[Tensor]) -> Tensor:
    """Return the tensor of a mesh from the part of its only device."""
    for each in tensors:
        require_tensor("aggregate_as_tensor", each)
    if len(tensors) != 1:
        raise TtnnError(f"ttnn.aggregate_as_tensor: {len(tensors)} tensors for a mesh of 1 device")
    return tensors[0]


class ConcatMeshToTensor(MeshToTensor):
    """A composer that concatenates the parts of all devices along one dimension."""

    def __init__(self, mesh_device: Device, dim: int) -> None:
        name = "ConcatMeshToTensor"
        require_kind(name, "mesh_device", mesh_device, Device, may_be_none=False)
        require_kind(name, "dim", dim, int, may_be_none=False)
        self.mesh_device, self.concat_dim = mesh_device, dim

    def compose(self, tensor: Tensor) -> Any:
        """Return the part of the only device as a PyTorch tensor."""
        found = to_torch(tensor)
        require_dim("ConcatMeshToTensor", self.concat_dim, found.ndim)
        return found
