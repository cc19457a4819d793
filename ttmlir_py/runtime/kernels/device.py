"""Ops that act on devices and memory, and compute nothing."""

from ttmlir_py.runtime.kernels.registry import KERNELS, Kernel

KERNELS["GetDeviceOp"] = Kernel(defines_device=True, defines_contents=False, starts_program=False)
KERNELS["DeallocateOp"] = Kernel(
    operands=("in",), frees=True, defines_contents=False, starts_program=False
)
