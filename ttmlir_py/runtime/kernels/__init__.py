"""numpy definitions of the TTNN ops; importing this package fills the registry.

All that a module must know of an op stands in its row, a `Kernel`: none decides by the name of an op.
"""

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.kernels import (
    collective,
    convolution,
    creation,
    data_movement,
    device,
    embedding,
    matmul,
    pooling,
    reduction,
)
from ttmlir_py.runtime.kernels.elementwise import ELEMENTWISE, Elementwise
from ttmlir_py.runtime.kernels.registry import KERNELS, Kernel

__all__ = [
    "ELEMENTWISE",
    "KERNELS",
    "Elementwise",
    "Kernel",
    "collective",
    "convolution",
    "creation",
    "data_movement",
    "device",
    "embedding",
    "find_kernel",
    "matmul",
    "pooling",
    "reduction",
]


def find_kernel(op_type: str, function: str | None) -> Kernel:
    """The row of an op: that of its type, or, if it is element-wise, of its function. Raises `SimulationError`."""
    if op_type == "EltwiseOp":
        kernel, unknown = ELEMENTWISE.get(function or ""), f"element-wise type {function}"
    else:
        kernel, unknown = KERNELS.get(op_type), "its type"
    if kernel is None:
        raise SimulationError(f"is not simulated: {unknown} is unknown")
    return kernel
