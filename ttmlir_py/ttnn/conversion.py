"""Conversion of tensors from and to arrays of other libraries."""

import os
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import ml_dtypes
import numpy as np

from ttmlir_py.runtime.formats import Array
from ttmlir_py.ttnn import tensor as tensors
from ttmlir_py.ttnn.core import to_device
from ttmlir_py.ttnn.mesh_mapping import MeshToTensor, TensorToMesh
from ttmlir_py.ttnn.mesh_tensors import mesh_tensor
from ttmlir_py.ttnn.spreading import Spread, devices_among
from ttmlir_py.ttnn.tensor import (
    Tensor,
    TtnnError,
    computes,
    make,
    require_kind,
    require_tensor,
    told,
)
from ttmlir_py.ttnn.types import DataType, Device, Layout, MemoryConfig

_NUMPY_TYPES = {
    **{np.dtype(each.format.external): each for each in DataType if each.format.kind != "block"},
    np.dtype(np.float64): DataType.FLOAT32,
}


def from_torch(
    tensor: Any,
    dtype: DataType | None = None,
    *,
    tile: object = None,
    pad_value: float | None = None,
    layout: Layout | None = Layout.ROW_MAJOR,
    device: Device | None = None,
    memory_config: MemoryConfig | None = None,
    mesh_mapper: TensorToMesh | None = None,
    cq_id: int | None = None,
) -> Tensor:
    """Return a tensor from a numpy array, PyTorch tensor or nested list.

    The default format is that of the array. Arrays of int64 become uint32 if all values fit.
    """
    require_kind("from_torch", "mesh_mapper", mesh_mapper, TensorToMesh)
    order = layout or Layout.ROW_MAJOR
    if mesh_mapper is None:
        array, dtype = _array_of(tensor, dtype)
        made = _converted(array, dtype, order, device, memory_config)
    else:
        made = _distributed(tensor, mesh_mapper, dtype, order, device, memory_config)
    for each in observers:
        each("ttnn.from_torch", tensor, made)
    return made


def _distributed(
    tensor: Any,
    mapper: TensorToMesh,
    dtype: DataType | None,
    layout: Layout,
    device: Device | None,
    memory_config: MemoryConfig | None,
) -> Tensor:
    """Return the tensor with the parts that a mapper makes, on the devices of its mesh."""
    mesh = device or getattr(mapper, "mesh_device", None) or Device()
    devices: Sequence[Device] = mesh.parts if isinstance(mesh, Spread) else [mesh]
    parts = mapper.map(tensor)
    if len(parts) != len(devices):
        raise TtnnError(
            f"ttnn.from_torch: {type(mapper).__name__} made {len(parts)} parts for a mesh of"
            f" {len(devices)} device{'s' * (len(devices) > 1)}"
        )
    made: list[Tensor] = []
    for part, each in zip(parts, devices, strict=True):
        array, own = _array_of(part, dtype)
        made.append(_converted(array, own, layout, device and each, memory_config))
    return made[0] if len(made) == 1 else mesh_tensor(made)


observers: list[Callable[[str, object, object], None]] = []
"""Functions that receive each conversion: its name, its operand, and its result."""


def _converted(
    array: Array,
    dtype: DataType,
    layout: Layout,
    device: Device | None,
    memory_config: MemoryConfig | None,
) -> Tensor:
    if tensors.watcher is None:
        run = partial(make, array, dtype, layout, device, memory_config)
        return run() if tensors.recorder is None else tensors.recorder.run("from_torch", (), run)
    convert = partial(make, array, dtype, Layout.ROW_MAJOR)
    name = f"{_DETAIL}::convert_python_tensor_to_tt_tensor"
    made = told(name, (), {"dtype": dtype}, convert)
    if layout is not made.layout:
        made = made.to(layout)
    return made if device is None else made.to(device, memory_config)


def _array_of(tensor: Any, dtype: DataType | None) -> tuple[Array, DataType]:
    """Return the values of an array of another library, and the format of their tensor."""
    require_kind("from_torch", "dtype", dtype, DataType)
    if hasattr(tensor, "detach"):
        tensor = tensor.detach().cpu()
    if str(getattr(tensor, "dtype", "")) == "torch.bfloat16":
        tensor, dtype = tensor.float(), dtype or DataType.BFLOAT16
    try:
        array = np.asarray(tensor)
    except (ValueError, RuntimeError) as error:
        raise TypeError(f"ttnn.from_torch: not an array: {error}") from None
    if array.dtype.kind in "OSU":
        raise TypeError(f"ttnn.from_torch: {type(tensor).__name__} is not an array of numbers")
    dtype = dtype or _NUMPY_TYPES.get(array.dtype)
    if dtype is None and array.dtype == np.int64 and _fits(array, DataType.UINT32):
        dtype = DataType.UINT32
    if dtype is None:
        raise TtnnError(f"ttnn.from_torch: no format holds {array.dtype}: give dtype=")
    if array.dtype.kind == "i" and dtype.format.is_integer and computes():
        array = array.astype(dtype.format.values)
    return array, dtype


def _fits(array: Array, dtype: DataType) -> bool:
    least, most = dtype.format.smallest, dtype.format.largest
    return array.size == 0 or bool(array.min() >= least and array.max() <= most)


def tensor_of_array(
    tensor: Any,
    data_type: DataType | None = None,
    device: Device | None = None,
    layout: Layout = Layout.ROW_MAJOR,
    mem_config: MemoryConfig | None = None,
    tile: object = None,
    pad_value: float | None = None,
) -> Tensor:
    """Return the tensor that the constructor `ttnn.Tensor` makes of an array."""
    return from_torch(tensor, data_type, layout=layout, device=device, memory_config=mem_config)


def as_tensor(
    tensor: Any,
    dtype: DataType | None = None,
    *,
    layout: Layout | None = Layout.ROW_MAJOR,
    device: Device | None = None,
    memory_config: MemoryConfig | None = None,
    cache_file_name: str | os.PathLike[str] | None = None,
    preprocess: Callable[[Any], Any] | None = None,
    mesh_mapper: TensorToMesh | None = None,
    use_device_tilizer: bool = False,
) -> Tensor:
    """Return a tensor from an array, or from a file of an earlier call.

    With `cache_file_name`, the tensor is stored in a file whose name also contains its format,
    layout and mapping to a mesh.
    """

    def made() -> Tensor:
        array = tensor if preprocess is None else preprocess(tensor)
        return from_torch(array, dtype, layout=layout, mesh_mapper=mesh_mapper)

    if cache_file_name is None:
        found = made()
    else:
        require_kind("as_tensor", "dtype", dtype, DataType)
        require_kind("as_tensor", "layout", layout, Layout)
        kind = "None" if dtype is None else dtype.name
        order = (layout or Layout.ROW_MAJOR).name
        from ttmlir_py.ttnn.files import dump_tensor, load_tensor

        require_kind("as_tensor", "mesh_mapper", mesh_mapper, TensorToMesh)
        if devices_among((device, getattr(mesh_mapper, "mesh_device", None))):
            raise TtnnError(
                "ttnn.as_tensor: a file holds no tensor on several devices: omit cache_file_name"
            )
        mapping = "" if mesh_mapper is None else "_".join(("", *mesh_mapper.config().values()))
        path = f"{os.fspath(cache_file_name)}{mapping}_dtype_{kind}_layout_{order}.bin"
        if os.path.exists(path):
            found = load_tensor(path)
        else:
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            found = made()
            dump_tensor(path, found)
    return found if device is None else to_device(found, device, memory_config)


_DETAIL = "tt::tt_metal::detail"
"""Namespace of the C++ functions that convert Python tensors, for their names in traces."""


def to_torch(
    tensor: Tensor,
    dtype: Any = None,
    *,
    torch_rank: int | None = None,
    mesh_composer: MeshToTensor | None = None,
    device: object = None,
    cq_id: int | None = None,
) -> Any:
    """Return the values as a PyTorch tensor, which requires PyTorch.

    With `mesh_composer`, the result is what it makes of the tensor, and other arguments change
    nothing.

    As in TTNN, the tensor is copied to the host, converted to row-major layout, and then converted.
    `dtype` is a type of PyTorch. With `torch_rank`, leading dimensions of size 1 are removed.
    """
    require_tensor("to_torch", tensor)
    require_kind("to_torch", "mesh_composer", mesh_composer, MeshToTensor)
    if mesh_composer is not None:
        return mesh_composer.compose(tensor)
    try:
        torch: Any = import_module("torch")
    except ImportError:
        raise ImportError(
            "ttnn.to_torch needs PyTorch, which is not installed: install torch, or use"
            " numpy.asarray(tensor)"
        ) from None
    found = _to_torch(torch, tensor)
    while torch_rank is not None and found.ndim > torch_rank:
        if found.shape[0] != 1:
            raise TtnnError(
                f"ttnn.to_torch: a tensor of {tensor.type_text} has no rank {torch_rank}"
            )
        found = found.squeeze(0)
    found = found if dtype is None else found.to(dtype=dtype)
    for each in observers:
        each("ttnn.to_torch", tensor, found)
    return found


def _to_torch(torch: Any, tensor: Tensor) -> Any:
    if tensors.watcher is not None and tensor.on_device is not None:
        copy = partial(make, tensor.values, tensor.dtype, tensor.layout)
        tensor = told("from_device", (tensor,), {}, copy)
    if tensors.watcher is not None and tensor.layout is not Layout.ROW_MAJOR:
        tensor = tensor.to(Layout.ROW_MAJOR)
    name = f"{_DETAIL}::convert_tt_tensor_to_torch_tensor"
    array = told(name, (tensor,), {}, tensor.to_numpy)
    if array.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(array.astype(np.float32)).bfloat16()
    return torch.from_numpy(array)
