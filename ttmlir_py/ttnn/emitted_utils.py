"""The module `utils` of scripts that tt-mlir of 2026-08 writes, where none is beside them."""

from collections.abc import Sequence
from typing import Any

from ttmlir_py.ttnn.core import from_device
from ttmlir_py.ttnn.mesh import FabricConfig, open_mesh_device
from ttmlir_py.ttnn.tensor import Tensor, TtnnError
from ttmlir_py.ttnn.types import DataType, Device


class DeviceGetter:
    """Gives the one device of a script."""

    @classmethod
    def get_device(
        cls, mesh_shape: Sequence[int], fabric_config: FabricConfig | None = None
    ) -> Device:
        """The device, which is opened when it is first asked for. TtnnError for a mesh of several."""
        return open_mesh_device(mesh_shape)


def get_scalar_from_tensor(tensor: Tensor) -> int:
    """The one element of a tensor of uint32. TtnnError for another tensor."""
    if tensor.values.size != 1 or tensor.dtype is not DataType.UINT32:
        raise TtnnError(f"utils.get_scalar_from_tensor: {tensor.type_text} is no single uint32")
    held = tensor if tensor.on_device is None else from_device(tensor)
    return int(held.values.item())


def load_tensor(file_path: str, *_: Any) -> Tensor:
    """TtnnError: files of TTNN's tensors are not read."""
    raise TtnnError(f"utils.load_tensor: {file_path}: files of tensors are not read")
