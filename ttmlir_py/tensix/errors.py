"""Exceptions for errors in the source and in the execution of kernels."""

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.schemas import BinaryError


class KernelTextError(BinaryError):
    """An error in kernel source. The message names the kernel and `line:column`."""


class Fault(SimulationError):
    """An error for a kernel that breaks a rule of the machine.

    The scheduler adds the thread and the location.
    """


class Deadlock(SimulationError):
    """An error for unfinished threads that are all blocked. The message is the report."""


class StepLimitError(SimulationError):
    """An error for kernels that exceed the step limit, which is far above the steps of real
    kernels.
    """
