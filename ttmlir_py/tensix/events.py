"""Machine events: what a run of kernels tells those who watch it, as estimates of time and the debugger do."""

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
    """What is called while commands run; None costs nothing.

    A callback may raise `SimulationError`, which ends the run; the command's place is added.
    """

    begin: Callable[[Command], None] | None = None
    """Before each command."""
    unit: Callable[[Unit], None] | None = None
    """When a unit's threads are about to start; before any of them does."""
    before: Callable[[Thread, str, Arguments], None] | None = None
    """Before each try of a call: the thread, the function and its arguments, template arguments first if they matter."""
    after: Callable[[Thread, str, Arguments], None] | None = None
    """When a call is performed, on all cores of the thread's unit."""
    end: Callable[[Command, float], None] | None = None
    """After each command: how many seconds it took on the host."""

    def watched(self, code: Code) -> Code:
        """Code whose calls are told of: the same text, in which functions of the kernel interface mean watched ones."""
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
    """Events that call all the given ones, in their order."""
    given = [each for each in events if each is not None]
    return MachineEvents(
        **{
            each.name: call_all(getattr(one, each.name) for one in given)
            for each in fields(MachineEvents)
        }
    )
