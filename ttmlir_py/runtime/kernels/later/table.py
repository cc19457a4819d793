"""The registry of kernels of later revisions."""

from ttmlir_py.runtime.kernels.registry import Kernel

LATER_KERNELS: dict[str, Kernel] = {}
"""Maps members of the union `OpType` that 2025-02 lacks to kernels."""
