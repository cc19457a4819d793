"""Inputs of 16-bit floating point in their format's own type, which are widened to float32 where they are read.

The widened weights of a program are then never in memory all at once.
"""

import numpy as np

from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.tensor import Tensor


def is_narrow(tensor: Tensor) -> bool:
    """Whether the values are in their format's own type, not in the simulator's."""
    return tensor.values.itemsize == 2 and tensor.desc.data_type.kind == "float"


def widened(tensor: Tensor) -> Tensor:
    """The tensor as kernels take it."""
    return Tensor(tensor.desc, widened_values(tensor.values)) if is_narrow(tensor) else tensor


def widened_values(values: Array) -> Array:
    """float32 of narrow values; one value that stands for all of a shape stays one."""
    if values.size <= 1 or any(values.strides):
        return values.astype(np.float32)
    one = values[(slice(0, 1),) * values.ndim].astype(np.float32)
    return np.broadcast_to(one, values.shape)


class Factors:
    """Memory in which narrow factors of products are widened, one after the other: new pages take longer than the numbers.

    That is for products alone, whose results never are views of an operand.
    """

    def __init__(self) -> None:
        self._memory: Array | None = None

    def widened(self, tensor: Tensor) -> Tensor:
        """The tensor as products take it; what was widened before is overwritten."""
        given = tensor.values
        if not is_narrow(tensor) or not any(given.strides):
            return widened(tensor)
        if self._memory is None or self._memory.size < given.size:
            self._memory = np.empty(given.size, np.float32)
        values = self._memory[: given.size].reshape(given.shape)
        np.copyto(values, given)
        return Tensor(tensor.desc, values)
