"""Callbacks around a run and its operations: how goldens, debugger, memory model and profiles watch a program."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ttmlir_py.runtime.program import Operation, Program
    from ttmlir_py.runtime.tensor import Tensor


@dataclass(frozen=True, slots=True)
class DebugHooks:
    """What is called while a program runs; None costs nothing.

    A callback may raise `SimulationError`, which ends the run; the executor adds the operation's place. Tensors'
    values must not be written to.
    """

    begin: "Callable[[Program, Sequence[Tensor]], None] | None" = None
    """Before the first operation: the program and its inputs."""
    before: "Callable[[Operation, Sequence[Tensor]], None] | None" = None
    """Before each operation: its operands."""
    after: "Callable[[Operation, Sequence[Tensor], Tensor | None], None] | None" = None
    """After each operation: its operands and its result, None for operations without one."""
    end: "Callable[[Program, Sequence[Tensor], Mapping[int, Tensor]], None] | None" = None
    """After the last operation: the outputs, and all tensors by id that are still live."""


def combine_hooks(*hooks: DebugHooks | None) -> DebugHooks:
    """Hooks that call all the given ones, in their order."""
    given = [each for each in hooks if each is not None]
    if len(given) == 1:
        return given[0]
    combined: dict[str, Callable[..., None] | None] = {}
    for event in fields(DebugHooks):
        callbacks = [c for each in given if (c := getattr(each, event.name)) is not None]
        combined[event.name] = _call_all(callbacks) if callbacks else None
    return DebugHooks(**combined)


def _call_all(callbacks: Sequence[Callable[..., None]]) -> Callable[..., None]:
    if len(callbacks) == 1:
        return callbacks[0]

    def call(*arguments: Any) -> None:
        for callback in callbacks:
            callback(*arguments)

    return call
