"""`ttnn.device`: devices, and how their cores dispatch commands."""
# ruff: noqa: F401
# pyright: reportUnusedImport=false

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ttmlir_py.ttnn.core import close_device, open_device, synchronize_device
from ttmlir_py.ttnn.tensor import require_kind
from ttmlir_py.ttnn.types import Arch, Device

_devices_are_default: dict[str, Device] = {}


class DispatchCoreType(Enum):
    """The cores that dispatch commands."""

    WORKER = 0
    ETH = 1


class DispatchCoreAxis(Enum):
    """The arrangement of the cores that dispatch commands."""

    ROW = 0
    COL = 1


@dataclass(slots=True)
class DispatchCoreConfig:
    """The choice of the cores that dispatch commands. It changes nothing in the simulator."""

    type: DispatchCoreType | None = None
    axis: DispatchCoreAxis | None = None


@contextmanager
def manage_device(device_id: int, **options: Any) -> Generator[Device]:
    """Open a device for a block, and close it at its end."""
    device = open_device(device_id, **options)
    try:
        yield device
    finally:
        close_device(device)


def is_wormhole_b0(device: Device | None = None) -> bool:
    """Whether a device, by default the simulated one, is a Wormhole."""
    return (device or Device()).arch() is Arch.WORMHOLE_B0


def is_grayskull(device: Device | None = None) -> bool:
    """Whether a device is a Grayskull, of which none is simulated."""
    return (device or Device()).arch() is Arch.GRAYSKULL


def is_blackhole(device: Device | None = None) -> bool:
    """Whether a device is a Blackhole."""
    return (device or Device()).arch() is Arch.BLACKHOLE


def GetNumAvailableDevices() -> int:
    """Return 1, because one device is simulated."""
    return 1


GetNumPCIeDevices = GetNumAvailableDevices


def SetDefaultDevice(device: Device) -> None:
    """Set the device that `GetDefaultDevice` returns."""
    _devices_are_default["device"] = device


def GetDefaultDevice() -> Device | None:
    """Return the device that `SetDefaultDevice` set, or None."""
    return _devices_are_default.get("device")


def enable_program_cache(device: Device) -> None:
    """Do nothing, because the simulator compiles no programs."""


disable_and_clear_program_cache = enable_program_cache


def dump_device_memory_state(device: Device, prefix: str = "") -> None:
    """Print the bytes in use, per bank of each memory of a device."""
    require_kind("dump_device_memory_state", "device", device, Device, may_be_none=False)
    memories: Mapping[str, Any] = {} if device.memory is None else device.memory.memories
    for name, memory in memories.items():
        free = memory.view().total_bytes_free_per_bank
        print(f"{prefix}{name}: {memory.size - free} of {memory.size} bytes per bank")
