"""Meshes as scripts of tt-mlir of 2026-08 open them: of one device."""

from collections.abc import Sequence
from enum import Enum
from math import prod

from ttmlir_py.ttnn.core import close_device, open_device
from ttmlir_py.ttnn.tensor import TtnnError
from ttmlir_py.ttnn.types import Device

MeshDevice = Device
"""A mesh of one device is that device."""


class FabricConfig(Enum):
    """How devices are connected."""

    DISABLED = 0
    FABRIC_1D = 1


def MeshShape(*sizes: int | Sequence[int]) -> tuple[int, ...]:
    """The sizes of a mesh, one after the other or in a sequence."""
    return _sizes(sizes)


def Shape(*sizes: int | Sequence[int]) -> tuple[int, ...]:
    """The sizes of a tensor, one after the other or in a sequence."""
    return _sizes(sizes)


def _sizes(sizes: Sequence[int | Sequence[int]]) -> tuple[int, ...]:
    found: list[int] = []
    for each in sizes:
        found += [each] if isinstance(each, int) else each
    return tuple(found)


def set_fabric_config(config: FabricConfig) -> None:
    """Connect devices: there is only one."""


def open_mesh_device(mesh_shape: Sequence[int], l1_small_size: int = 0) -> Device:
    """The device of a mesh that has one. TtnnError for a mesh of several."""
    if prod(mesh_shape) != 1:
        shape = "x".join(map(str, mesh_shape))
        raise TtnnError(
            f"ttnn.open_mesh_device: a mesh of {shape} devices, of which one is simulated"
        )
    return open_device()


def close_mesh_device(device: Device) -> None:
    """End the use of a mesh's device."""
    close_device(device)
