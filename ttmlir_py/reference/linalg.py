"""Semantics of the ops in functions for the host's processor: `linalg` and `tensor`, on values.

Hoisted functions return nothing, and write into their last arguments. `programs` defines their
calls. `ELEMENTWISE` has ops by their TTIR source op.
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
    """Stretch the input along new dimensions `dimensions`."""
    return np.broadcast_to(np.expand_dims(input, tuple(dimensions)), result_shape)


@op("tensor.collapse_shape")
def collapse_shape(src: Array, *, result_shape: Sequence[int]) -> Array:
    """Return the elements, in order, in fewer dimensions."""
    return src.reshape(result_shape)


@op("arith.constant")
def constant(*, value: Array, result_shape: Sequence[int]) -> Array:
    """Return the numbers of the constant."""
    return np.broadcast_to(value, result_shape)
