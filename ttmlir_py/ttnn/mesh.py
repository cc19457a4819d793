"""Device meshes with a single device, as scripts from tt-mlir of 2026-08 open them."""

from collections.abc import Sequence
from enum import Enum
from math import prod

from ttmlir_py.ttnn.core import close_device, open_device
from ttmlir_py.ttnn.tensor import TtnnError
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


def open_mesh_device(mesh_shape: Sequence[int], l1_small_size: int = 0) -> Device:
    """Open and return the device of a 1x1 mesh. Raises TtnnError for a larger mesh."""
    if prod(mesh_shape) != 1:
        shape = "x".join(map(str, mesh_shape))
        raise TtnnError(
            f"ttnn.open_mesh_device: a mesh of {shape} devices, of which one is simulated"
        )
    return open_device()


def close_mesh_device(device: Device) -> None:
    """Close the device of a 1x1 mesh."""
    close_device(device)
