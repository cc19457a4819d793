"""Functions of one bfloat16 number, tabulated for all 65,536 numbers.

For larger tensors, computing would repeat most results. Results in the table are already rounded.
The function itself fills the table, so results are bit-identical.
"""

from collections.abc import Callable
from functools import cache, partial

import ml_dtypes
import numpy as np

from ttmlir_py.runtime.formats import Array


def tabulated(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Return a version of `function` that looks up its results, rounded to bfloat16, in a table.

    Operands are float32 values that bfloat16 can represent. The table is made at the first call.
    """
    return partial(_looked_up, function)


def _looked_up(function: Callable[[Array], Array], values: Array) -> Array:
    """Return the results for values of any shape. The upper half of a value's bits is its index."""
    return _table(function).take(values.view(np.uint32) >> 16)


@cache
def _table(function: Callable[[Array], Array]) -> Array:
    """Return the rounded results of `function` for all bfloat16 numbers, by their bits:
    float32[65536].
    """
    numbers = (np.arange(1 << 16, dtype=np.uint32) << 16).view(np.float32)
    return function(numbers).astype(ml_dtypes.bfloat16).astype(np.float32)
