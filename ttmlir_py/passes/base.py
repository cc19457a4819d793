"""What a pass is, and how passes are run: one on an operation, or those of a pass manager.

A pass is a frozen dataclass whose fields are its options and whose docstring is its documentation.

`option` declares a field with the name, default and help text that the command line shows;
`parse_options` and `format_options` turn MLIR's option text (`"opt=val list=a,b"`) into such a dataclass and back.
"""

import dataclasses
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnregisteredOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.arg_spec import ArgSpec

from ttmlir_py.ir.checking.verifier import ValidKinds, verify_operation
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.memo import Kinds, OpKind
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.running.option_text import parse_bool, parse_int, split_list, split_options
from ttmlir_py.passes.running.pipeline_text import PipelineError

OptionsT = TypeVar("OptionsT", bound="Configurable")


class OptionError(ValueError):
    """An option that does not exist or whose value does not parse.

    `complaint` is what LLVM's option parser prints by itself, after the program's name; `message` is what
    follows `error: ` in the diagnostic.
    """

    def __init__(self, message: str = "", complaint: str | None = None):
        super().__init__(complaint or message)
        self.message = message
        self.complaint = complaint

    def within(self, failure: str) -> "OptionError":
        """The same error with a line on what could not be done because of it."""
        return OptionError(f"{self.message}\n{failure}\n", self.complaint)


def value_error(name: str, problem: str) -> OptionError:
    """The error for a value that does not parse."""
    return OptionError(complaint=f"for the --{name} option: {problem}")


def option(
    default: Any,
    help: str,
    *,
    name: str | None = None,
    check: Callable[[str], object] | None = None,
    own: bool = False,
) -> Any:
    """Declare an option field: its `default`, its `help` line, and its `name` if not the field's with dashes.

    The field's annotation gives the syntax: `bool`, `int`, `str`, an `Enum` (written as its values, or the keywords
    of a dialect's enum), or `tuple[int, ...]` and `tuple[str, ...]` for comma separated lists. `check` is given what the
    user writes for a `str`, and raises ValueError if that is not in the option's own syntax. `own` is for an option that
    upstream's pass lacks: the text of a pipeline leaves it out as long as it has its default.
    """
    return dataclasses.field(
        default=default, metadata={"help": help, "name": name, "check": check, "own": own}
    )


@dataclass(frozen=True)
class PassOption:
    """One option of a pass or pipeline, as the command line sees it."""

    field: str
    name: str
    type: Any
    default: Any
    help: str
    check: Callable[[str], object] | None = None
    own: bool = False

    def parse(self, text: str | None) -> Any:
        """The value that `text` spells (`None`: the option was given without `=`)."""
        if typing.get_origin(self.type) is tuple:
            return tuple(self._element(item) for item in split_list(text or ""))
        if text is None and self.type is not bool:
            raise value_error(self.name, "requires a value!")
        return self._element(text or "")

    def _element(self, text: str) -> Any:
        args = typing.get_args(self.type)
        kind: Any = args[0] if args else self.type
        if kind is str:
            return self._checked(text)
        if kind in (bool, int):
            try:
                return parse_bool(text) if kind is bool else parse_int(text)
            except ValueError as error:
                raise value_error(self.name, str(error)) from None
        for member in kind:
            if _format_value(member) == text:
                return member
        raise value_error(self.name, f"Cannot find option named '{text}'!")

    def _checked(self, text: str) -> str:
        if self.check is not None and text != self.default:
            try:
                self.check(text)
            except ValueError as error:
                raise value_error(self.name, str(error)) from None
        return text

    def format(self, value: Any) -> str:
        """MLIR's text of the option with this value; empty for an empty list."""
        if isinstance(value, tuple):
            items = typing.cast("tuple[Any, ...]", value)
            return f"{self.name}={','.join(map(_format_value, items))}" if items else ""
        return f"{self.name}={_format_value(value)}"


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Enum):
        return str(getattr(value, "keyword", value.value))
    return str(value)


class Configurable(ModulePass):
    """Base of passes and pipelines: something with a flag and options, which xDSL's tools can run too."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Run on a module, in a context of the project's or in a plain one of xDSL's.

        Raises CompilationError after diagnostics were emitted; for a plain context, xDSL's PassFailedException, which holds them.
        """
        from ttmlir_py.dialects import registry
        from ttmlir_py.ir.adoption import adopted

        manager = OpPassManager()
        for each in self.passes():
            manager.add(each, implicit_nesting=True)
        if isinstance(ctx, MlirContext):
            with ctx.diagnostics.run():
                manager.run(PassRunner(ctx), op)
        else:
            with adopted(op, ctx, registry()) as context, context.diagnostics.run():
                manager.run(PassRunner(context), op)

    def passes(self) -> "Iterator[Pass]":
        """The passes that this stands for, in the order in which they run."""
        raise NotImplementedError(self.name)

    @classmethod
    def from_spec(cls: type[OptionsT], spec: ArgSpec) -> OptionsT:
        """Build the instance that xDSL's syntax of pipelines describes, `name{option=value flag}`.

        Dashes and underscores in the names of options are the same. Raises OptionError.
        """
        names = {each.name.replace("-", "_"): each.name for each in cls.options()}
        texts = [
            f"{names.get(key.replace('-', '_'), key)}={','.join(map(_format_value, values))}"
            for key, values in spec.parameters.items()
        ]
        return cls.parse_options(" ".join(texts))

    @classmethod
    def options(cls) -> list[PassOption]:
        """The options in declaration order."""
        return list(_options_of(cls))

    @classmethod
    def parse_options(cls: type[OptionsT], text: str) -> OptionsT:
        """Build the instance that the option text describes; lists given twice are appended."""
        known = {each.name: each for each in cls.options()}
        values: dict[str, Any] = {}
        for key, value in split_options(text):
            if key not in known:
                if cls.holds_anyway(key, value):
                    continue
                raise OptionError(f"<Pass-Options-Parser>: no such option {key}\n")
            parsed = known[key].parse(value)
            field = known[key].field
            values[field] = values.get(field, ()) + parsed if isinstance(parsed, tuple) else parsed
        return cls(**values)

    @classmethod
    def holds_anyway(cls, name: str, value: str | None) -> bool:
        """Whether an option that there is none of asks for what is done without it. Raises OptionError if it is known that it cannot."""
        return False

    def format_options(self) -> str:
        """MLIR's text of all options, sorted by name, in braces; empty without options."""
        options = [(each, getattr(self, each.field)) for each in self.options()]
        shown = [(each, value) for each, value in options if not each.own or value != each.default]
        shown.sort(key=lambda option: option[0].name)
        return "{" + " ".join(each.format(value) for each, value in shown) + "}" if shown else ""


@dataclass(frozen=True)
class Pass(Configurable):
    """Base of all passes.

    `name` is the flag, `cpp_name` what IR dumps and timing reports call it, `anchor` the operation that it
    runs on (None: any). Subclasses override `run`, or `run_nested` if they run other passes themselves.
    """

    cpp_name: ClassVar[str]
    anchor: ClassVar[str | None] = "builtin.module"
    changes_attributes_only: ClassVar[bool] = False
    """Whether the pass changes nothing but attributes of the operation that it runs on."""

    def passes(self) -> "Iterator[Pass]":
        """Itself."""
        yield self

    def text(self) -> str:
        """The pass as textual pipelines have it, with every option."""
        return self.name + self.format_options()

    def run(self, context: MlirContext, op: Operation) -> bool | None:
        """Transform `op`; raise OperationError, or CompilationError after emitting diagnostics.

        False says that nothing was changed, so that nothing has to be verified.
        """
        raise NotImplementedError(self.name)

    def run_nested(self, runner: "PassRunner", op: Operation) -> bool | None:
        """Transform `op`, with access to `runner` for running pipelines on operations inside it."""
        return self.run(runner.context, op)


@dataclass(frozen=True)
class Pipeline(Configurable):
    """Base of named pipelines: options, and the passes that they stand for."""


class Instrumentation(Protocol):
    """Hooks around every pass; `after` also runs when the pass failed."""

    def before_pass(self, each: Pass, op: Operation) -> None:
        """Called before a pass runs on `op`."""
        ...

    def after_pass(self, each: Pass, op: Operation, *, failed: bool) -> None:
        """Called when a pass has run on `op`, verification included."""
        ...

    def before_pipeline(self, name: str | None) -> None:
        """Called before the passes nested on operations called `name` (None: any) run."""
        ...

    def after_pipeline(self, name: str | None) -> None:
        """Called after the nested passes ran."""
        ...


@cache
def _options_of(cls: Any) -> tuple[PassOption, ...]:
    fields = dataclasses.fields(cls)
    hints = typing.get_type_hints(cls) if fields else {}
    return tuple(
        PassOption(
            field.name,
            field.metadata["name"] or field.name.replace("_", "-"),
            hints[field.name],
            field.default,
            field.metadata["help"],
            field.metadata["check"],
            field.metadata["own"],
        )
        for field in fields
    )


@dataclass(eq=False, repr=False)
class PassRunner:
    """Runs passes on operations, with verification and instrumentation."""

    context: MlirContext
    verify_each: bool = True
    instrumentations: Sequence[Instrumentation] = ()
    _verified: "set[Operation]" = field(default_factory=set[Operation], init=False)
    """The operations that a pass ran on and that have not changed since they were verified."""
    _valid_kinds: ValidKinds = field(default_factory=ValidKinds, init=False)
    kinds: Kinds = field(default_factory=dict[int, OpKind])
    """What is known of operations that nothing has changed since."""

    def assume_verified(self, op: Operation) -> None:
        """Take `op` for valid until a pass changes it."""
        self._verified.add(op)

    def run_pass(self, each: Pass, op: Operation) -> None:
        """Run one pass and verify what it changed; CompilationError when either fails."""
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
        for instrumentation in reversed(self.instrumentations):
            instrumentation.after_pass(each, op, failed=failed)
        if failed:
            raise CompilationError

    def _execute(self, each: Pass, op: Operation) -> bool | None:
        """Let the pass do its work, as an action if anyone wants to know."""
        if (actions := self.context.actions) is None:
            return each.run_nested(self, op)
        done, changed = False, None

        def run() -> None:
            nonlocal done, changed
            changed, done = each.run_nested(self, op), True

        actions.run_pass(each.cpp_name, op, run)
        return changed if done else False

    def _verify(self, op: Operation, *, changed: bool) -> bool:
        """Verify `op`, unless a pass left it as it was when it was verified; whether it is valid."""
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
    """Why no pass can run on `op`, if so."""
    if isinstance(op, UnregisteredOp):
        return "trying to schedule a pass on an unregistered operation"
    if not op.has_trait(IsolatedFromAbove):
        return "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'"
    return None


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

    def nest(self, anchor: str | None) -> "OpPassManager":
        """Append and return a pass manager for operations called `anchor`."""
        nested = OpPassManager(anchor)
        self.passes.append(nested)
        return nested

    def run(self, runner: PassRunner, op: Operation) -> None:
        """Run all passes on `op`."""
        for step in _merge_nested(self.passes):
            if isinstance(step, Pass):
                runner.run_pass(step, op)
            else:
                _run_on_children(runner, step, op)

    def __str__(self) -> str:
        """The pipeline as text, with every option."""
        inner = ",".join(
            str(each) if isinstance(each, OpPassManager) else each.text() for each in self.passes
        )
        return f"{self.anchor or 'any'}({inner})"

    def merged(self) -> "Iterator[Pass | list[OpPassManager]]":
        """The passes in the order in which they run; nested managers that run together stand together, by anchor."""
        for step in _merge_nested(self.passes):
            if isinstance(step, Pass):
                yield step
            else:
                yield [step[anchor] for anchor in sorted(step, key=lambda each: each or "")]

    def merged_texts(self) -> list[str]:
        """The text of each step of `merged`."""
        return [
            step.text() if isinstance(step, Pass) else ",".join(map(_merged_text, step))
            for step in self.merged()
        ]


def _merged_text(manager: OpPassManager) -> str:
    return f"{manager.anchor or 'any'}({','.join(manager.merged_texts())})"


def _run_on_children(
    runner: PassRunner, managers: dict[str | None, OpPassManager], op: Operation
) -> None:
    """Run nested managers on the operations directly inside `op` that they are for."""
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
    steps: Iterable[Pass | OpPassManager],
) -> Iterator[Pass | dict[str | None, OpPassManager]]:
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
