"""Enumerations of upstream's module `ttrt.runtime`."""

from enum import Enum


class _Named(Enum):
    """An enumeration whose members convert to their numbers, like those of pybind11."""

    def __int__(self) -> int:
        return self.value


class DataType(_Named):
    """Formats of elements."""

    Float32 = 0
    Float16 = 1
    BFloat16 = 2
    BFP_Float8 = 3
    BFP_BFloat8 = 4
    BFP_Float4 = 5
    BFP_BFloat4 = 6
    BFP_Float2 = 7
    BFP_BFloat2 = 8
    UInt32 = 9
    UInt16 = 10
    UInt8 = 11


class MemoryBufferType(_Named):
    """Memories of a device."""

    DRAM = 0
    L1 = 1
    L1_SMALL = 2
    TRACE = 3


class DeviceRuntime(_Named):
    """Runtimes that run programs."""

    Disabled = 0
    TTNN = 1
    TTMetal = 2


class DispatchCoreType(_Named):
    """Cores that dispatch programs. The simulator ignores the choice."""

    WORKER = 0
    ETH = 1
