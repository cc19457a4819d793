"""Run events: what a run tells those who watch it, as goldens, debugger, memory model and profiles do."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from typing import Any, Protocol

from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram


@dataclass(frozen=True, slots=True)
class RunEvents:
    """What is called while a program runs, None costs nothing; and whether operations are computed.

    A callback may raise `SimulationError`, which ends the run; the executor adds the operation's place. Tensors'
    values must not be written to.
    """

    begin: Callable[[TTNNProgram, Sequence[Tensor]], None] | None = None
    """Before the first operation: the program and its inputs."""
    before: Callable[[Operation, Sequence[Tensor]], None] | None = None
    """Before each operation: its operands."""
    after: Callable[[Operation, Sequence[Tensor], Tensor | None], None] | None = None
    """After each operation: its operands and its result, None for operations without one."""
    end: Callable[[TTNNProgram, Sequence[Tensor], Mapping[int, Tensor]], None] | None = None
    """After the last operation: the outputs, and all tensors by id that are still live."""
    freed: Callable[[TensorRef], None] | None = None
    """When an operation has freed a tensor: what it was; before `after` tells of the operation."""
    failed: Callable[[Exception], None] | None = None
    """When an operation has failed, after which the run ends: the error, with the operation's place."""
    computes: bool = True
    """False if operations are only checked: results are zeros that take no memory, and are of the shapes declared. What one
    of several watchers says holds for all."""
    due: Callable[[float], None] | None = None
    """Before each operation that has operands: the time of `time.perf_counter`. The cheapest way to learn of it."""


DebugHooks = RunEvents
"""The name under which programs watch runs: upstream's."""


class RunWatcher(Protocol):
    """Watches all runs of the process, and calls of the `ttnn` API."""

    def watch_run(self, program: TTNNProgram) -> AbstractContextManager[RunEvents]:
        """Around a run: its events. Raises `SimulationError` if the run cannot be watched."""
        ...


class _Watching:
    """Who watches all runs, while somebody does."""

    watcher: RunWatcher | None = None


watching = _Watching()


def combine_hooks(*hooks: RunEvents | None) -> RunEvents:
    """Events that call all the given ones, in their order."""
    given = [each for each in hooks if each is not None]
    if len(given) == 1:
        return given[0]
    combined: dict[str, Any] = {"computes": all(each.computes for each in given)}
    for event in fields(RunEvents):
        if event.name in combined:
            continue
        combined[event.name] = call_all(getattr(each, event.name) for each in given)
    return RunEvents(**combined)


def call_all(
    callbacks: Iterable[Callable[..., None] | None],
) -> Callable[..., None] | None:
    """A function that calls all those that are given, in their order; None if none is."""
    given = [each for each in callbacks if each is not None]
    if len(given) < 2:
        return given[0] if given else None

    def call(*arguments: Any) -> None:
        for callback in given:
            callback(*arguments)

    return call
