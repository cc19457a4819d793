"""`GoldenTensor`: the expected values of a tensor, which a binary contains."""

import ctypes
from typing import Any, cast

from ttmlir_py.ttrt.enums import DataType

_ELEMENTS: dict[DataType, Any] = {
    DataType.Float32: ctypes.c_float,
    DataType.Float16: ctypes.c_uint16,
    DataType.BFloat16: ctypes.c_uint16,
    DataType.UInt32: ctypes.c_uint32,
    DataType.UInt16: ctypes.c_uint16,
    DataType.UInt8: ctypes.c_uint8,
    DataType.Int32: ctypes.c_int32,
}
"""Maps formats to the C types of their elements. Elements of f16 and bf16 are stored as their
bits.
"""


class GoldenTensor:
    """The expected values of a tensor, in row-major order.

    It has Python's buffer protocol: `torch.frombuffer(golden, dtype=...)` and
    `numpy.frombuffer(golden, ...)` read its elements. It is also a sequence of these elements.
    """

    name: str
    shape: list[int]
    stride: list[int]
    """Distance of neighbors in each dimension, in elements."""
    dtype: DataType

    def get_data_buffer(self) -> bytearray:
        """Return a copy of the elements' bytes."""
        return bytearray(cast("Any", self))

    def __repr__(self) -> str:
        return f"<GoldenTensor '{self.name}' of shape {self.shape}, {self.dtype.name}>"


class _HalfPrecision(GoldenTensor):
    """A golden of f16 or bf16. Its elements are numbers, but its buffer has their bits."""

    def _values(self) -> list[float]:
        import numpy as np

        from ttmlir_py.runtime.formats import FORMATS

        buffer: Any = self
        values = np.frombuffer(buffer, FORMATS[self.dtype.name].external)
        return cast("list[float]", values.tolist())

    def __getitem__(self, index: Any) -> Any:
        values: Any = self._values()
        return values[index]

    def __iter__(self) -> Any:
        return iter(self._values())


def golden_tensor(name: str, values: Any, dtype: DataType) -> GoldenTensor:
    """Return a golden with the elements of `values`, a numpy array of the format `dtype`."""
    half = dtype in (DataType.Float16, DataType.BFloat16)
    # Objects of C array types provide a buffer in every version of Python.
    kind: Any = type(
        "GoldenTensor",
        (_HalfPrecision if half else GoldenTensor, ctypes.Array),
        {"_type_": _ELEMENTS[dtype], "_length_": values.size},
    )
    golden = kind.from_buffer_copy(values.tobytes())
    golden.name, golden.dtype = name, dtype
    golden.shape = list(values.shape)
    golden.stride = [each // values.itemsize for each in values.strides]
    return golden
