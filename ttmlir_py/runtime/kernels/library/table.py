"""The table of kernels of library functions, by the functions' names."""

from ttmlir_py.runtime.kernels.registry import Kernel

LIBRARY_KERNELS: dict[str, Kernel] = {}
