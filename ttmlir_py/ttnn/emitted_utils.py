"""A replacement for `utils.py`, which scripts emitted by tt-mlir of 2026-08 import.

It is used if the script's folder has no such file.
"""

from collections.abc import Sequence
from typing import Any

from ttmlir_py.ttnn.core import from_device
from ttmlir_py.ttnn.mesh import FabricConfig, open_mesh_device
from ttmlir_py.ttnn.tensor import Tensor, TtnnError
from ttmlir_py.ttnn.types import DataType, Device


class DeviceGetter:
    """The provider of the device or mesh that a script uses."""

    @classmethod
    def get_device(
        cls, mesh_shape: Sequence[int], fabric_config: FabricConfig | None = None
    ) -> Device:
        """Return the device, or the mesh of several devices. It is opened on first use."""
        return open_mesh_device(mesh_shape)


def get_scalar_from_tensor(tensor: Tensor) -> int:
    """Return the only element of a uint32 tensor. Raises TtnnError for any other tensor."""
    if tensor.values.size != 1 or tensor.dtype is not DataType.UINT32:
        raise TtnnError(f"utils.get_scalar_from_tensor: {tensor.type_text} is not a single uint32")
    held = tensor if tensor.on_device is None else from_device(tensor)
    return int(held.values.item())


def load_tensor(file_path: str, *_: Any) -> Tensor:
    """Raise TtnnError, because files of TTNN tensors are not supported."""
    raise TtnnError(f"utils.load_tensor: {file_path}: files of tensors are not read")
