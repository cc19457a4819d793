"""Functions of one bfloat16 number as tables of their results for all 65,536 numbers.

For larger tensors, computing would repeat most results. Results in the table are rounded already.
The function itself fills the table, so results are bit-identical.
"""

from collections.abc import Callable
from functools import cache, partial

import ml_dtypes
import numpy as np

from ttmlir_py.runtime.formats import Array


def tabulated(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Return a tabulated version of a function, with results rounded to bfloat16.

    Values are float32 that bfloat16 can represent. The table is made at the first call.
    """
    return partial(_looked_up, function)


def _looked_up(function: Callable[[Array], Array], values: Array) -> Array:
    """Look up the results for values of any shape. The upper half of a value's bits is its
    index.
    """
    return _table(function).take(values.view(np.uint32) >> 16)


@cache
def _table(function: Callable[[Array], Array]) -> Array:
    """Return float32[65536]: the rounded results for all numbers, by their bits."""
    numbers = (np.arange(1 << 16, dtype=np.uint32) << 16).view(np.float32)
    return function(numbers).astype(ml_dtypes.bfloat16).astype(np.float32)
