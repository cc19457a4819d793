"""Exceptions of the simulator. Every message is one line for the user."""

from collections.abc import Iterable


class SimulationError(RuntimeError):
    """An error that stops a program: an operation, its operands or the machine's memory prevent a
    run.

    Upstream's runtime raises RuntimeError.
    """


class KernelError(SimulationError):
    """An error in the operands or attributes of a kernel, which break the operation's rules.

    The executor adds the operation and its location.
    """


class MemoryLimitError(SimulationError):
    """An error for tensors or inputs that exceed the simulator's memory limit."""


class InputError(SimulationError):
    """An error in an array given as program input. The message names the input."""


def shape_text(shape: Iterable[int]) -> str:
    """Return a shape in MLIR's syntax, such as `2x3`, or `scalar` for no dimensions."""
    return "x".join(map(str, shape)) or "scalar"
