"""Kernels of functions of the TT-NN library for which binaries have no operation."""

from ttmlir_py.runtime.kernels.library import attention, movement, statistics
from ttmlir_py.runtime.kernels.library.elementwise import LIBRARY_ELEMENTWISE
from ttmlir_py.runtime.kernels.library.table import LIBRARY_KERNELS

__all__ = ["LIBRARY_ELEMENTWISE", "LIBRARY_KERNELS", "attention", "movement", "statistics"]
