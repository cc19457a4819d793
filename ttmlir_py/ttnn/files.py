"""Files of tensors: archives of numpy with the values, and the format and layout.

TT-NN's own files are not read.
"""

import os

import numpy as np

from ttmlir_py.runtime.array_files import read_arrays, write_arrays
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.ttnn.core import to_device
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, make, require_tensor
from ttmlir_py.ttnn.types import DataType, Device, Layout

_SUFFIXES = (".bin", ".tensorbin")
_FIELDS = {"values", "dtype", "layout"}


def _checked(function: str, file_name: str | os.PathLike[str]) -> str:
    name = os.fspath(file_name)
    if not name.endswith(_SUFFIXES):
        raise TtnnError(f"ttnn.{function}: file {name} must have the extension .bin or .tensorbin")
    return name


def dump_tensor(
    file_name: str | os.PathLike[str], tensor: Tensor, distribute: object = None
) -> None:
    """Write a tensor to a file, which `load_tensor` reads. Raises TtnnError."""
    require_tensor("dump_tensor", tensor)
    path = _checked("dump_tensor", file_name)
    held = tensor.values
    described = {"dtype": tensor.dtype.name, "layout": tensor.layout.name}
    texts = {name: np.frombuffer(text.encode(), np.uint8) for name, text in described.items()}
    try:
        write_arrays(path, {"values": held, **texts})
    except InputError as error:
        raise TtnnError(f"ttnn.dump_tensor: {error}") from None


def load_tensor(file_name: str | os.PathLike[str], *, device: Device | None = None) -> Tensor:
    """Return the tensor of a file that `dump_tensor` wrote, on a device if given.

    Raises TtnnError for other files.
    """
    path = _checked("load_tensor", file_name)
    try:
        arrays = read_arrays(path)
    except InputError as error:
        raise TtnnError(f"ttnn.load_tensor: {error}") from None
    if {*arrays} != _FIELDS:
        raise TtnnError(f"ttnn.load_tensor: {path}: not a file of ttnn.dump_tensor")
    dtype = DataType.__members__.get(arrays["dtype"].tobytes().decode("ascii", "replace"))
    layout = Layout.__members__.get(arrays["layout"].tobytes().decode("ascii", "replace"))
    values = arrays["values"]
    if dtype is None or layout is None or values.dtype != dtype.format.values:
        raise TtnnError(f"ttnn.load_tensor: {path}: not a file of ttnn.dump_tensor")
    found = make(values, dtype, layout)
    return found if device is None else to_device(found, device)
