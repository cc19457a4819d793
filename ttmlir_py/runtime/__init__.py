"""The simulator: it loads TTNN binaries and runs their programs on numpy.

`load` opens a binary. `open_device`, `submit`, `to_layout`, ... run programs one after another on
tensors that stay on a device. `DebugHooks`, `GoldenChecker`, `Debugger` and `MemoryTracker` observe
a run. Importing this package is fast: numpy is imported when one of the names is first used.
"""

from __future__ import annotations

from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any

from ttmlir_py.runtime.errors import InputError, KernelError, SimulationError

if TYPE_CHECKING:
    from ttmlir_py.runtime.binary import Binary, TTMetalBinary, TTNNBinary, open_binary
    from ttmlir_py.runtime.device import (
        Device,
        close_device,
        deallocate_tensor,
        get_layout,
        open_device,
        submit,
        to_host,
        to_layout,
        wait,
    )
    from ttmlir_py.runtime.events import DebugHooks, RunEvents, combine_hooks
    from ttmlir_py.runtime.memory import MemoryView
    from ttmlir_py.runtime.numerics import DeviceNumerics
    from ttmlir_py.runtime.observers.debugger import Debugger
    from ttmlir_py.runtime.observers.goldens import (
        GoldenChecker,
        GoldenReport,
        embedded_goldens,
        golden_inputs,
        unused_goldens,
    )
    from ttmlir_py.runtime.observers.memory_tracker import MemoryReport, MemoryTracker
    from ttmlir_py.runtime.observers.non_finite import NonFiniteTracker
    from ttmlir_py.runtime.operation import Operation
    from ttmlir_py.runtime.program import Program
    from ttmlir_py.runtime.statistics import TensorStats, tensor_stats
    from ttmlir_py.runtime.tensor import Layout, Tensor, TensorDesc
    from ttmlir_py.runtime.ttmetal_program import TTMetalProgram
    from ttmlir_py.runtime.ttnn_program import TTNNProgram

_LAZY = {
    "binary": ("Binary", "TTMetalBinary", "TTNNBinary", "open_binary"),
    "observers.debugger": ("Debugger",),
    "device": (
        "Device",
        "close_device",
        "deallocate_tensor",
        "get_layout",
        "open_device",
        "submit",
        "to_host",
        "to_layout",
        "wait",
    ),
    "observers.goldens": (
        "GoldenChecker",
        "GoldenReport",
        "embedded_goldens",
        "golden_inputs",
        "unused_goldens",
    ),
    "events": ("DebugHooks", "RunEvents", "combine_hooks"),
    "memory": ("MemoryView",),
    "numerics": ("DeviceNumerics",),
    "observers.memory_tracker": ("MemoryReport", "MemoryTracker"),
    "operation": ("Operation",),
    "program": ("Program",),
    "ttmetal_program": ("TTMetalProgram",),
    "ttnn_program": ("TTNNProgram",),
    "observers.non_finite": ("NonFiniteTracker",),
    "statistics": ("TensorStats", "tensor_stats"),
    "tensor": ("Layout", "Tensor", "TensorDesc"),
}
"""Maps modules to the public names they define. A module is imported on first use of a name."""

_MODULES = {name: module for module, names in _LAZY.items() for name in names}

__all__ = [
    "Binary",
    "DebugHooks",
    "Debugger",
    "Device",
    "DeviceNumerics",
    "GoldenChecker",
    "GoldenReport",
    "InputError",
    "KernelError",
    "Layout",
    "MemoryReport",
    "MemoryTracker",
    "MemoryView",
    "NonFiniteTracker",
    "Operation",
    "Program",
    "RunEvents",
    "SimulationError",
    "TTMetalBinary",
    "TTMetalProgram",
    "TTNNBinary",
    "TTNNProgram",
    "Tensor",
    "TensorDesc",
    "TensorStats",
    "close_device",
    "combine_hooks",
    "deallocate_tensor",
    "embedded_goldens",
    "get_layout",
    "golden_inputs",
    "load",
    "open_binary",
    "open_device",
    "submit",
    "tensor_stats",
    "to_host",
    "to_layout",
    "unused_goldens",
    "wait",
]


def load(source: str | PathLike[str] | bytes) -> TTNNBinary:
    """Load a TTNN binary from a path or from the bytes of a file.

    Raises `OSError` if the file cannot be read, and `schemas.BinaryError` if it is not a TTNN
    binary.
    """
    from ttmlir_py.runtime.binary import TTNNBinary

    return TTNNBinary.load(source)


if not TYPE_CHECKING:  # Type checkers would accept any attribute of a module with `__getattr__`.

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
        value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
