"""The meaning of what functions on the host's processor are made of: `linalg` and `tensor`, on values.

Hoisted functions return nothing, and write into their last arguments; `programs` says how they are called. `ELEMENTWISE` has ops by the
op of TTIR that becomes them.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from ttmlir_py.reference.meanings import Numbers, op
from ttmlir_py.reference.numbers import Array

ELEMENTWISE: Mapping[str, str] = {
    "linalg.add": "add",
    "linalg.mul": "multiply",
    "linalg.sub": "subtract",
}


@op("linalg.broadcast")
def broadcast(input: Array, *, dimensions: Numbers, result_shape: Sequence[int]) -> Array:
    """The input stretched along `dimensions`, which it has not."""
    return np.broadcast_to(np.expand_dims(input, tuple(dimensions)), result_shape)


@op("tensor.collapse_shape")
def collapse_shape(src: Array, *, result_shape: Sequence[int]) -> Array:
    """The elements, in order, in fewer dimensions."""
    return src.reshape(result_shape)


@op("arith.constant")
def constant(*, value: Array, result_shape: Sequence[int]) -> Array:
    """The numbers that the program states."""
    return np.broadcast_to(value, result_shape)
