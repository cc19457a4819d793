"""Errors of a simulation. Every message is one line for the user."""

from collections.abc import Iterable


class SimulationError(Exception):
    """An error that stops a program: its operation, operands or the machine's memory do not allow a
    run.
    """


class KernelError(SimulationError):
    """An error in a kernel's operands or attributes, which break the op's rules.

    The executor adds the op's place.
    """


class MemoryLimitError(SimulationError):
    """An error of the simulator's memory limit: it leaves no room for a tensor, or for the
    inputs.
    """


class InputError(SimulationError):
    """An error in an array given as program input: it does not fit its descriptor. The message
    names the input.
    """


def shape_text(shape: Iterable[int]) -> str:
    """Return a shape in MLIR's syntax: `2x3`; a scalar is `scalar`."""
    return "x".join(map(str, shape)) or "scalar"
