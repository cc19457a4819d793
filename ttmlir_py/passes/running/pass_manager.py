"""Pass managers, and a runner that runs one pass on an operation and verifies the result.

Passes are typed by a protocol, so that a run without passes does not load `passes.base`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Protocol

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation
from xdsl.traits import IsolatedFromAbove

from ttmlir_py.common.interrupts import TRACEBACK_VARIABLE
from ttmlir_py.ir.checking.verifier import ValidKinds, verify_operation
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.memo import Kinds, OpKind
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.running.pipeline_text import PipelineError


class Condition(NamedTuple):
    """A condition on IR, such as a requirement of a pass."""

    text: str
    """A statement about the operation that a pass runs on, such as "functions have one block"."""
    violation: Callable[[Operation], Operation | None]
    """A function that returns the first operation that violates the condition, or None."""


class AnyPass(Protocol):
    """The methods and attributes of `passes.base.Pass` that runners and observers use."""

    name: ClassVar[str]
    cpp_name: ClassVar[str]
    anchor: ClassVar[str | None]
    plug_in: ClassVar[str]
    changes_attributes_only: ClassVar[bool]
    requires: ClassVar[tuple[Condition, ...]]
    ensures: ClassVar[tuple[Condition, ...]]

    def text(self) -> str:
        """Return the pass as written in textual pipelines, with all of its options."""
        ...

    def format_options(self) -> str:
        """Return all options as text in braces; empty if there are no options."""
        ...

    def run_nested(self, runner: PassRunner, op: Operation) -> bool | None:
        """Transform `op`. Return False if nothing was changed."""
        ...


class Instrumentation(Protocol):
    """An observer that is called around every pass. `after_pass` is also called if the pass
    failed.
    """

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Observe that the pass `each` is about to run on `op`."""
        ...

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Observe that the pass `each` has run on `op`, and that the result was verified."""
        ...

    def before_pipeline(self, name: str | None) -> None:
        """Observe that a nested pipeline is about to run on operations called `name` (None:
        any).
        """
        ...

    def after_pipeline(self, name: str | None) -> None:
        """Observe that a nested pipeline has run."""
        ...


@dataclass(eq=False, repr=False)
class PassRunner:
    """An object that runs passes on operations, verifies the results, and notifies observers."""

    context: MlirContext
    verify_each: bool = True
    instrumentations: Sequence[Instrumentation] = ()
    _verified: set[Operation] = field(default_factory=set[Operation], init=False)
    """The operations that are known to be valid: passes ran on them, and they have not changed
    since they were verified.
    """
    _valid_kinds: ValidKinds = field(default_factory=ValidKinds, init=False)
    kinds: Kinds = field(default_factory=dict[int, OpKind])
    """Maps operations to their kinds, as far as the operations have not changed since their kinds
    were computed.
    """

    def assume_verified(self, op: Operation) -> None:
        """Treat `op` as valid until a pass changes it."""
        self._verified.add(op)

    def run_pass(self, each: AnyPass, op: Operation) -> None:
        """Run one pass on `op` and verify `op` if it changed. Raise CompilationError if either
        fails.
        """
        if (problem := _scheduling_problem(op)) is not None:
            self.context.diagnostics.emit_error(op, problem)
            raise CompilationError
        for instrumentation in self.instrumentations:
            instrumentation.before_pass(each, op)
        failed = True
        try:
            changed = self._execute(each, op)
            if changed is not False:
                self.kinds.clear()
            inside = changed is not False and not each.changes_attributes_only
            failed = self.verify_each and not self._verify(op, changed=inside)
        except OperationError as error:
            error.emit(self.context.diagnostics)
        except CompilationError:
            pass
        except Exception as error:
            self._blame_plug_in(each, op, error)
        for instrumentation in reversed(self.instrumentations):
            instrumentation.after_pass(each, op, failed=failed)
        if failed:
            raise CompilationError

    def _blame_plug_in(self, each: AnyPass, op: Operation, error: Exception) -> None:
        """Report an exception of a pass that another package provides.

        The exception is raised again if the pass is ours, or TTMLIR_PY_TRACEBACK is set.
        """
        plug_in = each.plug_in
        if not plug_in or os.environ.get(TRACEBACK_VARIABLE):
            raise error
        self.context.diagnostics.emit_error(
            op.location,
            f"pass '{each.name}' of {plug_in} failed with {type(error).__name__}: {error} "
            f"(set {TRACEBACK_VARIABLE}=1 for the traceback)",
        )

    def _execute(self, each: AnyPass, op: Operation) -> bool | None:
        """Run the pass, as an action if actions are observed. Return False if nothing was
        changed.
        """
        if (actions := self.context.actions) is None:
            return each.run_nested(self, op)
        done, changed = False, None

        def run() -> None:
            nonlocal done, changed
            changed, done = each.run_nested(self, op), True

        actions.run_pass(each.cpp_name, op, run)
        return changed if done else False

    def _verify(self, op: Operation, *, changed: bool) -> bool:
        """Verify `op`, unless it has not changed since the last verification; return whether it is
        valid.
        """
        outer: Operation | None = None if changed else op
        while outer is not None:
            if outer in self._verified:
                return True
            outer = outer.parent_op()
        if changed:
            self._verified.clear()
        self._verified.add(op)
        return verify_operation(
            op, self.context.diagnostics, self.context, self._valid_kinds, self.kinds
        )


def _scheduling_problem(op: Operation) -> str | None:
    """Return the reason why no pass can run on `op`, or None."""
    if isinstance(op, UnregisteredOp):
        return "trying to schedule a pass on an unregistered operation"
    if not op.has_trait(IsolatedFromAbove):
        return "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'"
    return None


@dataclass
class OpPassManager:
    """A list of passes and nested pass managers for operations called `anchor` (None: any)."""

    anchor: str | None = "builtin.module"
    passes: list[AnyPass | OpPassManager] = field(default_factory=list["AnyPass | OpPassManager"])

    def add(self, each: AnyPass, *, implicit_nesting: bool = False) -> None:
        """Append a pass.

        If it runs on other operations than `anchor`, it is nested with `implicit_nesting`, and
        PipelineError is raised otherwise.
        """
        if None in (each.anchor, self.anchor) or each.anchor == self.anchor:
            self.passes.append(each)
        elif implicit_nesting:
            self.nest(each.anchor).add(each)
        else:
            raise PipelineError(
                f"Can't add pass '{each.cpp_name}' restricted to '{each.anchor}' on a PassManager "
                f"intended to run on '{self.anchor}', did you intend to nest?"
            )

    def nest(self, anchor: str | None) -> OpPassManager:
        """Append a pass manager for operations called `anchor`, and return it."""
        nested = OpPassManager(anchor)
        self.passes.append(nested)
        return nested

    def run(self, runner: PassRunner, op: Operation) -> None:
        """Run all passes on `op`."""
        for step in _merge_nested(self.passes):
            if isinstance(step, dict):
                _run_on_children(runner, step, op)
            else:
                runner.run_pass(step, op)

    def __str__(self) -> str:
        """Return the pipeline as text, with every option."""
        inner = ",".join(
            str(each) if isinstance(each, OpPassManager) else each.text() for each in self.passes
        )
        return f"{self.anchor or 'any'}({inner})"

    def merged(self) -> Iterator[AnyPass | list[OpPassManager]]:
        """Yield the steps of the pipeline: passes, and lists of nested managers.

        Nested managers that run together are one list, sorted by anchor.
        """
        for step in _merge_nested(self.passes):
            if isinstance(step, dict):
                yield [step[anchor] for anchor in sorted(step, key=lambda each: each or "")]
            else:
                yield step

    def merged_texts(self) -> list[str]:
        """Return the text of each step that `merged` yields."""
        return [
            ",".join(map(_merged_text, step)) if isinstance(step, list) else step.text()
            for step in self.merged()
        ]


def _merged_text(manager: OpPassManager) -> str:
    return f"{manager.anchor or 'any'}({','.join(manager.merged_texts())})"


def _run_on_children(
    runner: PassRunner, managers: dict[str | None, OpPassManager], op: Operation
) -> None:
    """Run on each operation directly inside of `op` the nested manager for its name.

    `managers` maps the anchors to managers.
    """
    label = next(iter(managers))
    for instrumentation in runner.instrumentations:
        instrumentation.before_pipeline(label)

    def run() -> None:
        for child in _children(op):
            generic = managers.get(None)
            if generic is not None and _scheduling_problem(child):
                continue
            manager = generic or managers.get(operation_name(child))
            if manager is not None:
                manager.run(runner, child)

    try:
        if (actions := runner.context.actions) is None:
            run()
        else:
            actions.run_pass("mlir::detail::OpToOpPassAdaptor", op, run)
    finally:
        for instrumentation in reversed(runner.instrumentations):
            instrumentation.after_pipeline(label)


def _children(op: Operation) -> list[Operation]:
    return [child for region in op.regions for block in region.blocks for child in block.ops]


def _merge_nested(
    steps: Iterable[AnyPass | OpPassManager],
) -> Iterator[AnyPass | dict[str | None, OpPassManager]]:
    """Merge adjacent nested managers into one step.

    In such a step, all managers run on a child operation before any runs on the next child.
    """
    group: dict[str | None, OpPassManager] = {}
    for step in steps:
        if isinstance(step, OpPassManager) and (not group or None not in (step.anchor, *group)):
            merged = group.setdefault(step.anchor, OpPassManager(step.anchor))
            merged.passes.extend(step.passes)
            continue
        if group:
            yield group
            group = {}
        if isinstance(step, OpPassManager):
            group = {step.anchor: OpPassManager(step.anchor, list(step.passes))}
        else:
            yield step
    if group:
        yield group
