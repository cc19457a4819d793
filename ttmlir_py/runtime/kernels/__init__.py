"""numpy definitions of the TTNN operations. Importing this package fills the registry.

The `Kernel` of an operation holds everything that other modules need to know about it. No module
decides by the name of an operation.
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
    """Return the kernel for an operation type, and for its function if it is element-wise.

    Raises `SimulationError`.
    """
    if op_type == "EltwiseOp":
        kernel, unknown = ELEMENTWISE.get(function or ""), f"element-wise type {function}"
    else:
        kernel, unknown = KERNELS.get(op_type), "its type"
    if kernel is None:
        from ttmlir_py.runtime.kernels.later.elementwise import LATER_ELEMENTWISE
        from ttmlir_py.runtime.kernels.later.kernels import LATER_KERNELS

        later = op_type != "EltwiseOp"
        kernel = LATER_KERNELS.get(op_type) if later else LATER_ELEMENTWISE.get(function or "")
    if kernel is None:
        raise SimulationError(f"is not simulated: {unknown} is unknown")
    return kernel
