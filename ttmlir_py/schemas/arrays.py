"""Numbers of vectors as numpy's arrays. Who writes or reads a file without asking for one does not load numpy."""

import sys
from functools import cache
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def is_array(value: object) -> "TypeGuard[NDArray[Any]]":
    """Whether a value is an array: of that there is none where numpy is not loaded."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def numbers(code: str, data: memoryview, count: int, offset: int) -> "NDArray[Any]":
    """So many numbers of a scalar, by its code for `struct`, that follow each other in `data`; over its bytes, but for truth values."""
    import numpy as np

    is_bool = code == "?"  # of which a byte that is neither 0 nor 1 is no valid one to numpy
    values = np.frombuffer(data, dtype("B" if is_bool else code), count, offset)
    return values != 0 if is_bool else values


@cache
def dtype(code: str) -> "np.dtype[Any]":
    """numpy's type of a scalar in a file, by its code for `struct`."""
    import numpy as np

    return np.dtype(f"<{code}")
