"""Functions of one bfloat16 number as tables of their results: there are 65,536 numbers.

Tensors that are larger than that would compute most results more than once; a result that is looked up is rounded already.
The table is what the function gives for all numbers, so it has the same bits.
"""

from collections.abc import Callable
from functools import cache, partial

import ml_dtypes
import numpy as np

from ttmlir_py.runtime.formats import Array


def tabulated(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """The function, of float32 that are numbers of bfloat16, with its results rounded to such; its table is made when it is first called."""
    return partial(_looked_up, function)


def _looked_up(function: Callable[[Array], Array], values: Array) -> Array:
    """The results for values of any shape: the upper half of a value's bits is where its result is."""
    return _table(function).take(values.view(np.uint32) >> 16)


@cache
def _table(function: Callable[[Array], Array]) -> Array:
    """float32[65536]: the rounded results for all numbers, by their bits."""
    numbers = (np.arange(1 << 16, dtype=np.uint32) << 16).view(np.float32)
    return function(numbers).astype(ml_dtypes.bfloat16).astype(np.float32)
