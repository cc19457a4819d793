"""Meshes of devices: opening and closing them, and composers, which join the parts of tensors."""

import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import partial
from importlib import import_module
from typing import Any

from ttmlir_py.ttnn.conversion import to_torch
from ttmlir_py.ttnn.core import close_device, open_device
from ttmlir_py.ttnn.mesh_mapping import MeshToTensor, TensorToMesh, require_dim, two_sides
from ttmlir_py.ttnn.mesh_tensors import (
    DeviceMesh,
    MeshTensor,
    add_mesh,
    mesh_tensor,
    remove_mesh,
)
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, require_kind, require_tensor
from ttmlir_py.ttnn.types import Device

MeshDevice = Device
"""The class of meshes. A mesh with one device is that device."""


class FabricConfig(Enum):
    """The connection between the devices of a mesh. It changes nothing in the simulator."""

    DISABLED = 0
    FABRIC_1D = 1


def set_fabric_config(config: FabricConfig) -> None:
    """Do nothing, because simulated devices need no connection."""


def open_mesh_device(
    mesh_shape: Sequence[int],
    l1_small_size: int | None = None,
    trace_region_size: int = 0,
    num_command_queues: int = 1,
    dispatch_core_config: object = None,
    offset: Sequence[int] | None = None,
    physical_device_ids: Sequence[int] = (),
    mesh_type: object = None,
) -> Device:
    """Open and return a mesh of devices, with as many as the mesh has places.

    The two sizes are bytes per bank of each device. The other arguments change nothing.
    """
    sides = tuple(mesh_shape) if len(mesh_shape) != 1 else (1, *mesh_shape)
    if len(sides) != 2 or min(sides) < 1:
        raise TtnnError(
            f"ttnn.open_mesh_device: a mesh of {'x'.join(map(str, mesh_shape))}, expected rows x"
            " columns"
        )
    rows, columns = sides
    devices = [open_device(n, l1_small_size, trace_region_size) for n in range(rows * columns)]
    return devices[0] if len(devices) == 1 else add_mesh(devices, (rows, columns))


def close_mesh_device(mesh_device: Device) -> None:
    """Close all devices of a mesh. A part of a mesh only stops being a mesh."""
    require_kind("close_mesh_device", "mesh_device", mesh_device, Device, may_be_none=False)
    if not isinstance(mesh_device, DeviceMesh):
        close_device(mesh_device)
        return
    remove_mesh(mesh_device)
    if mesh_device.parents:
        return
    for each in mesh_device.parts:
        close_device(each)


@contextmanager
def create_mesh_device(*arguments: Any, **options: Any) -> Generator[Device]:
    """Open a mesh for a `with` statement, with the arguments of `open_mesh_device`."""
    device = open_mesh_device(*arguments, **options)
    try:
        yield device
    finally:
        close_mesh_device(device)


def get_num_devices() -> int:
    """Return 1, because the simulated board has one device. Meshes may have more."""
    return 1


get_num_pcie_devices = get_num_devices


def get_device_ids() -> list[int]:
    """Return the numbers of the devices of the simulated board."""
    return [0]


get_pcie_device_ids = get_device_ids


def synchronize_devices(
    devices: Device, queue_id: int | None = None, sub_device_ids: Sequence[Any] = ()
) -> None:
    """Return at once, because every function completes its work before returning."""
    require_kind("synchronize_devices", "devices", devices, Device, may_be_none=False)


@contextmanager
def distribute(default: object) -> Generator[None]:
    """Make a mapper the default of `ttnn.from_torch`, or a composer that of `ttnn.to_torch`.

    Like in TT-NN, the block sees this in the module only, not in names that were imported before.
    """
    if not isinstance(default, TensorToMesh | MeshToTensor):
        raise ValueError(
            f"ttnn.distribute: default is {type(default).__name__}, expected ttnn.TensorToMesh or "
            "ttnn.MeshToTensor"
        )
    is_mapper = isinstance(default, TensorToMesh)
    name, option = ("from_torch", "mesh_mapper") if is_mapper else ("to_torch", "mesh_composer")
    module = sys.modules[__package__ or ""]
    original = getattr(module, name)
    setattr(module, name, partial(original, **{option: default}))
    try:
        yield
    finally:
        setattr(module, name, original)


def get_device_tensors(tensor: Tensor) -> list[Tensor]:
    """Return the part of each device."""
    require_tensor("get_device_tensors", tensor)
    return [*tensor.parts] if isinstance(tensor, MeshTensor) else [tensor]


def aggregate_as_tensor(tensors: Sequence[Tensor]) -> Tensor:
    """Return the tensor of a mesh from the parts of its devices, or of the host."""
    for each in tensors:
        require_tensor("aggregate_as_tensor", each)
        if isinstance(each, MeshTensor):
            raise TtnnError("ttnn.aggregate_as_tensor: a part is on several devices")
    if not tensors:
        raise TtnnError("ttnn.aggregate_as_tensor: needs at least one tensor")
    return tensors[0] if len(tensors) == 1 else mesh_tensor(tensors)


class ConcatMeshToTensor(MeshToTensor):
    """A composer that concatenates the parts of all devices along one dimension."""

    def __init__(self, mesh_device: Device, dim: int) -> None:
        name = "ConcatMeshToTensor"
        require_kind(name, "mesh_device", mesh_device, Device, may_be_none=False)
        require_kind(name, "dim", dim, int, may_be_none=False)
        self.mesh_device, self.concat_dim = mesh_device, dim

    def compose(self, tensor: Tensor) -> Any:
        """Return the parts as one PyTorch tensor."""
        parts = _parts("ConcatMeshToTensor", tensor, self.mesh_device)
        return _concatenated("ConcatMeshToTensor", parts, self.concat_dim)


class ListMeshToTensor(MeshToTensor):
    """A composer that returns the parts of all devices as a list."""

    def __init__(self, mesh_device: Device) -> None:
        require_kind("ListMeshToTensor", "mesh_device", mesh_device, Device, may_be_none=False)
        self.mesh_device = mesh_device

    def compose(self, tensor: Tensor) -> list[Any]:
        """Return the parts as PyTorch tensors."""
        return _parts("ListMeshToTensor", tensor, self.mesh_device)


class ConcatMesh2dToTensor(MeshToTensor):
    """A composer that concatenates the parts of each row of the mesh, and then the rows."""

    def __init__(self, mesh_device: Device, mesh_shape: Sequence[int], dims: Sequence[int]) -> None:
        name = "ConcatMesh2dToTensor"
        require_kind(name, "mesh_device", mesh_device, Device, may_be_none=False)
        self.mesh_shape, _ = two_sides(name, mesh_device, mesh_shape, dims)
        for each in dims:
            require_kind(name, "a dimension", each, int, may_be_none=False)
        if dims[0] == dims[1]:
            raise ValueError(f"{name}: both dimensions are {dims[0]}")
        self.mesh_device, self.dims = mesh_device, (dims[0], dims[1])

    def compose(self, tensor: Tensor) -> Any:
        """Return the parts as one PyTorch tensor."""
        name = "ConcatMesh2dToTensor"
        parts = _parts(name, tensor, self.mesh_device)
        (_, columns), (row_dim, column_dim) = self.mesh_shape, self.dims
        starts = range(0, len(parts), columns)
        rows = [_concatenated(name, parts[at : at + columns], column_dim) for at in starts]
        return _concatenated(name, rows, row_dim)


def _parts(name: str, tensor: Tensor, mesh_device: Device) -> list[Any]:
    """Return the parts of a tensor as PyTorch tensors. Raises TtnnError if there is another number
    of them than of devices.
    """
    parts = get_device_tensors(tensor)
    if len(parts) != mesh_device.get_num_devices():
        raise TtnnError(
            f"ttnn.{name}: a tensor of {len(parts)} parts for a mesh of"
            f" {mesh_device.get_num_devices()} devices"
        )
    return [to_torch(each) for each in parts]


def _concatenated(name: str, parts: Sequence[Any], dim: int) -> Any:
    require_dim(name, dim, parts[0].ndim)
    if len(parts) == 1:
        return parts[0]
    torch: Any = import_module("torch")
    return torch.cat([*parts], dim=dim)
