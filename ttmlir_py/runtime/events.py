"""Callbacks during a run, used by goldens, debugger, memory model and profiles."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from typing import Any, Protocol

from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram


@dataclass(frozen=True, slots=True)
class RunEvents:
    """Callbacks during a run, and whether operations are computed. A callback that is None costs
    nothing.

    A callback may raise `SimulationError`, which ends the run; the executor adds the name of the
    operation to the message. Callbacks must not write to tensors' values.
    """

    begin: Callable[[TTNNProgram, Sequence[Tensor]], None] | None = None
    """Called before the first operation, with the program and its inputs."""
    before: Callable[[Operation, Sequence[Tensor]], None] | None = None
    """Called before each operation, with its operands."""
    after: Callable[[Operation, Sequence[Tensor], Tensor | None], None] | None = None
    """Called after each operation, with its operands and its result (None for operations without
    one).
    """
    end: Callable[[TTNNProgram, Sequence[Tensor], Mapping[int, Tensor]], None] | None = None
    """Called after the last operation, with the program, its outputs, and all live tensors by
    id.
    """
    freed: Callable[[TensorRef], None] | None = None
    """Called when an operation has freed a tensor, before the `after` callback of that
    operation.
    """
    failed: Callable[[Exception], None] | None = None
    """Called when an operation has failed and ends the run. The error names the operation."""
    computes: bool = True
    """Whether operations are computed. If not, they are checked, and results are zeros without
    memory.

    If observers are combined and one of them has False here, operations are not computed.
    """
    due: Callable[[float], None] | None = None
    """Called before each operation with operands, with the time of `time.perf_counter`.

    This is the cheapest callback.
    """


DebugHooks = RunEvents
"""Upstream's name for `RunEvents`."""


class RunWatcher(Protocol):
    """An interface for observers of all runs of the process, and of calls of the `ttnn` API."""

    def watch_run(self, program: TTNNProgram) -> AbstractContextManager[RunEvents]:
        """Return a context manager for a run of `program`, which yields the events of the run.

        Raises `SimulationError` if the run cannot be observed.
        """
        ...


class _Watching:
    """The registered observer of all runs, or None."""

    watcher: RunWatcher | None = None


watching = _Watching()


def combine_hooks(*hooks: RunEvents | None) -> RunEvents:
    """Return events whose callbacks call those of all `hooks`, in order."""
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
    """Return a function that calls all `callbacks` in order, or None if all are None."""
    given = [each for each in callbacks if each is not None]
    if len(given) < 2:
        return given[0] if given else None

    def call(*arguments: Any) -> None:
        for callback in given:
            callback(*arguments)

    return call
