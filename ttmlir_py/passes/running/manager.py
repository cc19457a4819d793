"""Running passes: nested pass managers, verification after each pass, instrumentation.

PassManager("builtin.module(canonicalize,func.func(cse))", context=context).run(module)
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.traits import IsolatedFromAbove

from ttmlir_py.ir.checking.verifier import ValidKinds, verify_operation
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.base import OptionError, Pass
from ttmlir_py.passes.registry import UnknownPassError, create_passes
from ttmlir_py.passes.running.pipeline_text import (
    PipelineElement,
    PipelineError,
    PipelineText,
    parse_elements,
    parse_pipeline,
)

if TYPE_CHECKING:
    from xdsl.ir import Operation


class Instrumentation(Protocol):
    """Hooks around every pass; `after` also runs when the pass failed."""

    def before_pass(self, each: Pass, op: "Operation") -> None:
        """Called before a pass runs on `op`."""
        ...

    def after_pass(self, each: Pass, op: "Operation", *, failed: bool) -> None:
        """Called when a pass has run on `op`, verification included."""
        ...

    def before_pipeline(self, name: str | None) -> None:
        """Called before the passes nested on operations called `name` (None: any) run."""
        ...

    def after_pipeline(self, name: str | None) -> None:
        """Called after the nested passes ran."""
        ...


@dataclass
class OpPassManager:
    """A list of passes and nested pass managers for operations called `anchor` (None: any)."""

    anchor: str | None = "builtin.module"
    passes: "list[Pass | OpPassManager]" = field(default_factory=list["Pass | OpPassManager"])

    def add(self, each: Pass, *, implicit_nesting: bool = False) -> None:
        """Append a pass; one that is anchored on another operation is nested, or PipelineError."""
        if None in (each.anchor, self.anchor) or each.anchor == self.anchor:
            self.passes.append(each)
        elif implicit_nesting:
            self.nest(each.anchor).add(each)
        else:
            raise PipelineError(
                f"Can't add pass '{each.cpp_name}' restricted to '{each.anchor}' on a PassManager "
                f"intended to run on '{self.anchor}', did you intend to nest?"
            )

    def add_flag(self, flag: str, options: str) -> None:
        """Append what a command-line flag stands for; passes for other operations are nested."""
        try:
            for each in create_passes(flag, options):
                self.add(each, implicit_nesting=True)
        except UnknownPassError as error:
            raise PipelineError(str(error)) from None

    def nest(self, anchor: str | None) -> "OpPassManager":
        """Append and return a pass manager for operations called `anchor`."""
        nested = OpPassManager(anchor)
        self.passes.append(nested)
        return nested

    def add_elements(self, text: PipelineText, elements: Sequence[PipelineElement]) -> None:
        """Append what a textual pipeline lists."""
        for element in elements:
            if element.inner is not None:
                nested = self.nest(None if element.name == "any" else element.name)
                nested.add_elements(text, element.inner)
                continue
            try:
                for each in create_passes(element.name, element.options or ""):
                    self.add(each)
            except UnknownPassError as error:
                if str(error) != str(UnknownPassError(element.name)):
                    raise PipelineError(str(error)) from None
                raise text.error(element.offset, str(error)) from None
            except OptionError as error:
                failure = f"failed to add `{element.name}` with options `{element.options}`"
                raise error.within(failure) from None

    def __str__(self) -> str:
        """The pipeline as text, with every option."""
        inner = ",".join(
            str(each) if isinstance(each, OpPassManager) else each.name + each.format_options()
            for each in self.passes
        )
        return f"{self.anchor or 'any'}({inner})"


def build_pipeline(text: str) -> OpPassManager:
    """Build the pass manager that a whole textual pipeline describes."""
    parsed = parse_pipeline(text)
    manager = OpPassManager(None if parsed.anchor == "any" else parsed.anchor)
    manager.add_elements(parsed, parsed.elements)
    return manager


def build_nested_pipeline(anchor: str, text: str) -> OpPassManager:
    """Build the pass manager for `anchor` from a pipeline text without anchor, such as `cse,canonicalize`."""
    manager = OpPassManager(anchor)
    parsed = parse_elements(anchor, text)
    manager.add_elements(parsed, parsed.elements)
    return manager


@dataclass
class PassRunner:
    """Runs passes on operations, with verification and instrumentation."""

    context: MlirContext
    verify_each: bool = True
    instrumentations: Sequence[Instrumentation] = ()
    _verified: "set[Operation]" = field(default_factory=set["Operation"], init=False)
    """The operations that a pass ran on and that have not changed since they were verified."""
    _valid_kinds: ValidKinds = field(default_factory=ValidKinds, init=False)

    def run_pass(self, each: Pass, op: "Operation") -> None:
        """Run one pass and verify what it changed; CompilationError when either fails."""
        if (problem := _scheduling_problem(op)) is not None:
            self.context.diagnostics.emit_error(op, problem)
            raise CompilationError
        for instrumentation in self.instrumentations:
            instrumentation.before_pass(each, op)
        failed = True
        try:
            changed = each.run_nested(self, op)
            inside = changed is not False and not each.changes_attributes_only
            failed = self.verify_each and not self._verify(op, changed=inside)
        except OperationError as error:
            error.emit(self.context.diagnostics)
        except CompilationError:
            pass
        for instrumentation in reversed(self.instrumentations):
            instrumentation.after_pass(each, op, failed=failed)
        if failed:
            raise CompilationError

    def _verify(self, op: "Operation", *, changed: bool) -> bool:
        """Verify `op`, unless a pass left it as it was when it was verified; whether it is valid."""
        outer: Operation | None = None if changed else op
        while outer is not None:
            if outer in self._verified:
                return True
            outer = outer.parent_op()
        if changed:
            self._verified.clear()
        self._verified.add(op)
        return verify_operation(op, self.context.diagnostics, self.context, self._valid_kinds)

    def run(self, manager: OpPassManager, op: "Operation") -> None:
        """Run all passes of a manager on `op`."""
        for step in _merge_nested(manager.passes):
            if isinstance(step, Pass):
                self.run_pass(step, op)
            else:
                self._run_on_children(step, op)

    def _run_on_children(
        self, managers: "dict[str | None, OpPassManager]", op: "Operation"
    ) -> None:
        """Run nested managers on the operations directly inside `op` that they are for."""
        label = next(iter(managers))
        for instrumentation in self.instrumentations:
            instrumentation.before_pipeline(label)
        try:
            for child in _children(op):
                generic = managers.get(None)
                if generic is not None and _scheduling_problem(child):
                    continue
                manager = generic or managers.get(operation_name(child))
                if manager is not None:
                    self.run(manager, child)
        finally:
            for instrumentation in reversed(self.instrumentations):
                instrumentation.after_pipeline(label)


def _children(op: "Operation") -> "list[Operation]":
    return [child for region in op.regions for block in region.blocks for child in block.ops]


def _scheduling_problem(op: "Operation") -> str | None:
    """Why no pass can run on `op`, if so."""
    if isinstance(op, UnregisteredOp):
        return "trying to schedule a pass on an unregistered operation"
    if not op.has_trait(IsolatedFromAbove):
        return "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'"
    return None


def _merge_nested(
    steps: "Iterable[Pass | OpPassManager]",
) -> "Iterator[Pass | dict[str | None, OpPassManager]]":
    """Group adjacent nested managers: each child then runs all passes meant for it before the next child does."""
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


class PassManager:
    """Builds the passes of a textual pipeline and runs them on modules.

    >>> PassManager("builtin.module(canonicalize)", context=context).run(module)

    Failures are reported to the context's diagnostics (standard error by default) and raise CompilationError.
    """

    def __init__(
        self,
        pipeline: str | OpPassManager,
        *,
        context: MlirContext,
        verify_each: bool = True,
        instrumentations: Sequence[Instrumentation] = (),
    ):
        self.passes = build_pipeline(pipeline) if isinstance(pipeline, str) else pipeline
        self._context = context
        self._verify_each = verify_each
        self._instrumentations = instrumentations

    def run(self, op: "Operation") -> None:
        """Run the pipeline on `op`; CompilationError after diagnostics were emitted."""
        anchor = self.passes.anchor
        name = operation_name(op)
        if anchor not in (None, name):
            self._context.diagnostics.emit_error(
                op.location, f"can't run '{anchor}' pass manager on '{name}' op"
            )
            raise CompilationError
        runner = PassRunner(self._context, self._verify_each, self._instrumentations)
        runner.run(self.passes, op)

    def __str__(self) -> str:
        return str(self.passes)
