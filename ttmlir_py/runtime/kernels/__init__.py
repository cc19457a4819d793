"""numpy definitions of the TTNN ops; importing this package fills the registry."""

from ttmlir_py.runtime.kernels import (
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
    "NOT_SIMULATED",
    "Kernel",
    "convolution",
    "creation",
    "data_movement",
    "elementwise",
    "embedding",
    "matmul",
    "pooling",
    "reduction",
]

NOT_SIMULATED: dict[str, str] = {
    "AllGatherOp": "it communicates between devices",
    "ReduceScatterOp": "it communicates between devices",
    "MeshShardOp": "it distributes tensors over a mesh of devices",
}
"""Op types without a kernel, and why; a program that contains one can be read but not run."""
