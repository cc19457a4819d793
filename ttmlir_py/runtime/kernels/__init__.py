"""numpy definitions of the TTNN ops; importing this package fills the registry."""

from ttmlir_py.runtime.kernels import (
    collective,
    convolution,
    creation,
    data_movement,
    embedding,
    matmul,
    pooling,
    reduction,
)
from ttmlir_py.runtime.kernels.elementwise import ELEMENTWISE, elementwise
from ttmlir_py.runtime.kernels.registry import KERNELS, Kernel

__all__ = [
    "ELEMENTWISE",
    "KERNELS",
    "Kernel",
    "collective",
    "convolution",
    "creation",
    "data_movement",
    "elementwise",
    "embedding",
    "matmul",
    "pooling",
    "reduction",
]
