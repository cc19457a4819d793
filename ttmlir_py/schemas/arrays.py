"""Vectors of numbers as numpy arrays. numpy is loaded only when an array is used."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def is_array(value: object) -> TypeGuard[NDArray[Any]]:
    """Return whether `value` is a numpy array (never, if numpy is not loaded)."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def numbers(code: str, data: memoryview, count: int, offset: int) -> NDArray[Any]:
    """Return `count` numbers in `data` as an array. The array shares the memory of `data`, except
    that booleans are copied.

    `code` is a `struct` type code.
    """
    import numpy as np

    is_bool = code == "?"  # numpy allows only the bytes 0 and 1 as booleans
    values = np.frombuffer(data, dtype("B" if is_bool else code), count, offset)
    return values != 0 if is_bool else values


@cache
def dtype(code: str) -> np.dtype[Any]:
    """Return the little-endian numpy type for a `struct` type code."""
    import numpy as np

    return np.dtype(f"<{code}")
