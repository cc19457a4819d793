"""Semantics of the `linalg` and `tensor` ops in functions that run on the host CPU.

Ops have values as results. Hoisted functions return nothing, and write into their last arguments;
`programs` defines their calls. `ELEMENTWISE` maps ops to the TTIR ops with the same semantics.
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
    """Return the input, repeated along the new dimensions `dimensions`."""
    return np.broadcast_to(np.expand_dims(input, tuple(dimensions)), result_shape)


@op("tensor.collapse_shape")
def collapse_shape(src: Array, *, result_shape: Sequence[int]) -> Array:
    """Return the elements in the same order, in fewer dimensions."""
    return src.reshape(result_shape)


@op("arith.constant")
def constant(*, value: Array, result_shape: Sequence[int]) -> Array:
    """Return the elements of the constant."""
    return np.broadcast_to(value, result_shape)
