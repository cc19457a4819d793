"""The registry of kernels for operations that 2025-02 lacks and later revisions have."""

from dataclasses import replace

from ttmlir_py.runtime.kernels.registry import Cost, DeviceUse, Kernel

LATER_KERNELS: dict[str, Kernel] = {}
"""Maps members of the union `OpType` that 2025-02 lacks to kernels."""

_CONTROL = Kernel(device=DeviceUse(defines_contents=False), cost=Cost(starts_program=False))
LATER_KERNELS["BeginLoopOp"] = _CONTROL
LATER_KERNELS["ExitLoopOp"] = replace(_CONTROL, operands=("condition",))
LATER_KERNELS["EndLoopOp"] = _CONTROL
