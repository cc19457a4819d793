"""Callbacks during kernel runs, for observers such as timing and the debugger."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from types import FunctionType
from typing import Any

from ttmlir_py.runtime.events import call_all
from ttmlir_py.tensix.compiler import Code
from ttmlir_py.tensix.program import Command
from ttmlir_py.tensix.threads import Thread, Unit, Wait

Arguments = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class MachineEvents:
    """Callbacks during the execution of commands. A callback that is None costs nothing.

    A callback may raise `SimulationError` to end the run; the location of the command is added to
    the message.
    """

    begin: Callable[[Command], None] | None = None
    """Called before each command. None to observe nothing."""
    unit: Callable[[Unit], None] | None = None
    """Called with a unit before its threads start."""
    before: Callable[[Thread, str, Arguments], None] | None = None
    """Called before each attempt of a call, with the thread, the function and its arguments.

    Template arguments that affect the call come first.
    """
    after: Callable[[Thread, str, Arguments], None] | None = None
    """Called when a call has been performed on all cores of the thread's unit."""
    end: Callable[[Command, float], None] | None = None
    """Called after each command, with its duration on the host in seconds."""

    def watched(self, code: Code) -> Code:
        """Return `code` with its calls wrapped in the callbacks.

        The generated text is the same; only its function names are bound to wrapped functions.
        """
        if self.before is None and self.after is None:
            return code
        names = dict(code.start.__globals__)
        for name, method in names.items():
            if name.startswith("op_"):
                names[name] = self._watched_call(method, name.removeprefix("op_"))
        start = FunctionType(code.start.__code__, names)
        return replace(code, start=start)

    def _watched_call(self, method: Callable[..., Any], function: str) -> Callable[..., Any]:
        before, after = self.before, self.after

        def perform(thread: Thread, *arguments: Any) -> Any:
            if before is not None:
                before(thread, function, arguments)
            answer = method(thread, *arguments)
            if after is not None and answer.__class__ is not Wait:
                after(thread, function, arguments)
            return answer

        perform.returns = getattr(method, "returns", False)  # type: ignore[attr-defined]
        return perform


UNWATCHED = MachineEvents()


def combine_events(*events: MachineEvents | None) -> MachineEvents:
    """Return events whose callbacks call those of all `events`, in order."""
    given = [each for each in events if each is not None]
    return MachineEvents(
        **{
            each.name: call_all(getattr(one, each.name) for one in given)
            for each in fields(MachineEvents)
        }
    )
