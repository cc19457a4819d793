"""Errors in the source and in the execution of kernels."""

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.schemas import BinaryError


class KernelTextError(BinaryError):
    """An error in kernel source; the message names the kernel and `line:column`."""


class Fault(SimulationError):
    """A kernel broke a rule of the machine; the scheduler adds the thread and location."""


class Deadlock(SimulationError):
    """All unfinished threads are blocked; the message is the report."""


class StepLimitError(SimulationError):
    """Kernels exceeded the step limit, far above the steps of real kernels."""
