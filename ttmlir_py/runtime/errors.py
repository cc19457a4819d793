"""What can go wrong while a binary is simulated; every message is one line for the user."""

from collections.abc import Iterable


class SimulationError(Exception):
    """A program cannot be run: the operation, its operands or the machine's memory do not allow it."""


class KernelError(SimulationError):
    """A kernel's operands or attributes break the op's rules; the executor adds the op's place."""


class MemoryLimitError(SimulationError):
    """The simulator's memory limit leaves no room for a tensor, or for the inputs."""


class InputError(SimulationError):
    """An array given as a program input does not fit its descriptor; the message names the input."""


def shape_text(shape: Iterable[int]) -> str:
    """Write a shape as MLIR does: `2x3`; a scalar is `scalar`."""
    return "x".join(map(str, shape)) or "scalar"
