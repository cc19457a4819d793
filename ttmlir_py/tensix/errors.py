"""What can be wrong with kernels: their text, and what they do."""

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.schemas import BinaryError


class KernelTextError(BinaryError):
    """A kernel's text that is no kernel; the message names the kernel, and `line:column` in its text."""


class Fault(SimulationError):
    """A kernel broke a rule of the machine; the scheduler adds who did it and where."""


class Deadlock(SimulationError):
    """No thread can go on, and some are not done; the message is the report."""


class StepLimitError(SimulationError):
    """Kernels ran for longer than any real one does."""
