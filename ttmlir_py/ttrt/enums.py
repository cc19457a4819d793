"""Enumerations of upstream's module `ttrt.runtime`."""

from enum import Enum


class _Named(Enum):
    """An enumeration whose members convert to int, as pybind11's do."""

    def __int__(self) -> int:
        return self.value


class DataType(_Named):
    """Element formats of tensors."""

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
    Int32 = 12
    """A format of later revisions, and of programs with `signed-integers=true`."""


class MemoryBufferType(_Named):
    """The kinds of memory of a device."""

    DRAM = 0
    L1 = 1
    L1_SMALL = 2
    TRACE = 3


class DeviceRuntime(_Named):
    """The runtimes: TTNN and TTMetal."""

    Disabled = 0
    TTNN = 1
    TTMetal = 2


class DispatchCoreType(_Named):
    """The kinds of cores that dispatch programs. The simulator ignores the choice."""

    WORKER = 0
    ETH = 1
