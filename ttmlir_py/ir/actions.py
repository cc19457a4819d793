"""Observation of the steps of a compilation, which MLIR calls actions, to log, time or skip them.

A pass, an iteration of the greedy driver and the application of a pattern are actions. The code
that runs a step first gets the action handler from the context. Without a handler it runs the step
directly, so unobserved compilations pay nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Operation, Region
from xdsl.pattern_rewriter import PatternRewriterListener

from ttmlir_py.ir.locations import nested_locations
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, eq=False)
class Action:
    """One step of a compilation: the kind of step, a description, and the operations it works
    on.
    """

    tag: str
    text: str
    units: tuple[Operation | Region, ...] = ()
    listener: PatternRewriterListener | None = None
    """For a pattern: the listener that receives the changes the pattern makes, otherwise None.

    Observers may add themselves to the listener from `before` to `after`.
    """

    def units_text(self) -> str:
        """Return the text of the operations or regions that the step works on, without their
        contents.
        """
        return ", ".join(map(_unit_text, self.units))

    def locations(self) -> Iterator[FileLineColLoc]:
        """Yield the file locations of the operations or regions that the step works on."""
        for unit in self.units:
            op = unit if isinstance(unit, Operation) else unit.parent_op()
            if op is not None:
                for location in nested_locations(op.location):
                    if isinstance(location, FileLineColLoc):
                        yield location


class ActionObserver(Protocol):
    """An object that is notified when an action starts and when it ends."""

    def before(self, action: Action) -> None:
        """Handle the start of an action."""
        ...

    def after(self, action: Action) -> None:
        """Handle the end of an action, whether it succeeded or failed."""
        ...


@dataclass
class ActionHandler:
    """The runner of actions: it notifies observers, and skips an action if `allows` rejects the
    action.
    """

    observers: Sequence[ActionObserver] = ()
    allows: Callable[[Action], bool] = lambda action: True

    def execute(self, action: Action, run: Callable[[], ResultT]) -> ResultT | None:
        """Call `run` and return its result, or return None if the action is skipped."""
        if not self.allows(action):
            return None
        for observer in self.observers:
            observer.before(action)
        try:
            return run()
        finally:
            for observer in self.observers:
                observer.after(action)

    def run_pass(self, name: str, op: Operation, run: Callable[[], ResultT]) -> ResultT | None:
        """Run a pass as an action; `name` is the C++ name of the pass."""
        text = f"`pass-execution` running `{name}` on Operation `{operation_name(op)}`"
        return self.execute(Action("pass-execution", text, (op,)), run)

    def iterate(self, number: int, region: Region, run: Callable[[], ResultT]) -> ResultT | None:
        """Run iteration `number` (from 1) of the greedy driver on `region` as an action."""
        tag = "GreedyPatternRewriteIteration"
        return self.execute(Action(tag, f"{tag}({number})", (region,)), run)

    def apply_pattern(
        self,
        pattern: object,
        op: Operation,
        run: Callable[[], ResultT],
        listener: PatternRewriterListener | None = None,
    ) -> ResultT | None:
        """Try `pattern` on `op` as an action."""
        text = f"`apply-pattern pattern: {type(pattern).__qualname__}"
        return self.execute(Action("apply-pattern", text, (op,), listener), run)


def _unit_text(unit: Operation | Region) -> str:
    if isinstance(unit, Region):
        parent = unit.parent_op()
        if parent is None:
            return "Region without parent"
        number = next(i for i, each in enumerate(parent.regions) if each is unit)
        return f"Region #{number} for op {_unit_text(parent)}"
    return print_operation(unit, PrintOptions(skip_regions=True, local_scope=True))
