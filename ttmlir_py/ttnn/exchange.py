"""Exchange of arrays with other libraries by DLPack, and the text of arrays."""

import ctypes
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from ttmlir_py.runtime.formats import Array

DLPACK_HOST = (1, 0)
"""DLPack's type and number of the host's memory."""
_BFLOAT = 4
"""DLPack's code of bfloat16, which numpy cannot export."""
_CODE_OFFSET = 20
"""The offset of the type's code in DLPack's structure: a pointer and three 32-bit integers precede
it.
"""


def dlpack_capsule(array: Array) -> Any:
    """Return a DLPack capsule that holds an array. Raises BufferError for types without a code."""
    if array.dtype != ml_dtypes.bfloat16:
        return array.__dlpack__()
    capsule = array.view(np.uint16).__dlpack__()
    pointer_of: Any = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address: int = pointer_of(capsule, b"dltensor")
    ctypes.c_uint8.from_address(address + _CODE_OFFSET).value = _BFLOAT
    return capsule


_PROFILES = {"short": 2, "full": None, "empty": 0}
"""The elements at each edge of a dimension that a profile prints; None means all."""
_profile = "short"


def set_printoptions(*, profile: str) -> None:
    """Set how much of a tensor its text contains: `short` (the default), `full` or `empty`."""
    global _profile
    if str(profile).lower() not in _PROFILES:
        raise RuntimeError(
            f"ttnn.set_printoptions: unknown profile '{profile}', expected short, full or empty"
        )
    _profile = str(profile).lower()


def array_text(array: Array, indent: int) -> str:
    """Return the elements of an array as TT-NN prints them. Lines after the first are indented."""
    edge = _PROFILES[_profile]
    if edge == 0:
        return "..."
    if array.dtype.kind in "iub":
        return _nested(array, indent, edge, lambda each: f"{int(each):5d}")
    return _nested(array, indent, edge, lambda each: f"{float(each):8.5f}")


def _nested(array: Array, indent: int, edge: int | None, element: Callable[[Any], str]) -> str:
    if array.ndim == 0:
        return element(array[()])
    count = len(array)
    shown: list[int | None] = [*range(count)]
    if edge is not None and count > 2 * edge:
        shown = [*range(edge), None, *range(count - edge, count)]
    texts = ["..." if at is None else _nested(array[at], indent + 1, edge, element) for at in shown]
    separator = ", " if array.ndim == 1 else ",\n" + " " * (indent + 1)
    return f"[{separator.join(texts)}]"
