"""Operations on devices and memory, which compute nothing."""

from ttmlir_py.runtime.kernels.registry import KERNELS, Cost, DeviceUse, Kernel

_NO_PROGRAM = Cost(starts_program=False)

KERNELS["GetDeviceOp"] = Kernel(
    device=DeviceUse(defines_device=True, defines_contents=False), cost=_NO_PROGRAM
)
KERNELS["DeallocateOp"] = Kernel(
    operands=("in",), device=DeviceUse(frees=True, defines_contents=False), cost=_NO_PROGRAM
)
