"""Base classes of passes and pipelines.

A pass is a frozen dataclass: its fields are its options, and its docstring is its documentation.
`option` declares a field with the name, default and help text that the command line shows.
`parse_options` and `format_options` convert MLIR's option text (`"opt=val list=a,b"`) to such a
dataclass and back.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, ClassVar, TypeVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec

from ttmlir_py.dialects import registry
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.running.option_text import (
    parse_bool,
    parse_int,
    split_list,
    split_options,
    unknown_option,
    unknown_value,
    value_error,
)
from ttmlir_py.passes.running.pass_manager import Condition, OpPassManager, PassRunner

OptionsT = TypeVar("OptionsT", bound="Configurable")


def option(
    default: Any,
    help: str,
    *,
    name: str | None = None,
    check: Callable[[str], object] | None = None,
    own: bool = False,
) -> Any:
    """Declare an option field with its `default`, its `help` line, and its `name`.

    The default name is the field's, with dashes. The field's annotation gives the syntax: `bool`,
    `int`, `str`, an `Enum` (written as its values, or the keywords of a dialect's enum), or
    `tuple[int, ...]` and `tuple[str, ...]` for comma-separated lists. `check` receives the text of
    a `str` option, and raises ValueError if the option's own syntax rejects it. `own` marks an
    option that upstream's pass lacks: the text of a pipeline leaves it out while it has its
    default.
    """
    return dataclasses.field(
        default=default, metadata={"help": help, "name": name, "check": check, "own": own}
    )


@dataclass(frozen=True)
class PassOption:
    """One option of a pass or pipeline, as written on the command line."""

    field: str
    name: str
    type: Any
    default: Any
    help: str
    check: Callable[[str], object] | None = None
    own: bool = False

    def parse(self, text: str | None) -> Any:
        """Parse the text of an option value. `text` is None if the option was given without `=`."""
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
        raise unknown_value(self.name, text, [_format_value(member) for member in kind])

    def _checked(self, text: str) -> str:
        if self.check is not None and text != self.default:
            try:
                self.check(text)
            except ValueError as error:
                raise value_error(self.name, str(error)) from None
        return text

    def format(self, value: Any) -> str:
        """Return `value` in the syntax of the option; an empty list gives an empty text."""
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
    """Base of passes and pipelines: a flag and options. xDSL's tools can run them, too."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Run on the module `op`, in a context of this project or a plain xDSL context.

        In a context of this project, CompilationError is raised after emitting diagnostics. In a
        plain context, xDSL's PassFailedException is raised, with the text of the diagnostics.
        """
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

    def passes(self) -> Iterator[Pass]:
        """Return the passes that this pass or pipeline consists of, in the order in which they
        run.
        """
        raise NotImplementedError(self.name)

    @classmethod
    def from_spec(cls: type[OptionsT], spec: ArgSpec) -> OptionsT:
        """Create the pass or pipeline from `spec`, xDSL's form of `name{option=value flag}`.

        Option names may have dashes or underscores. Raises OptionError for an unknown option or a
        bad value.
        """
        names = {each.name.replace("-", "_"): each.name for each in cls.options()}
        texts = [
            f"{names.get(key.replace('-', '_'), key)}={','.join(map(_format_value, values))}"
            for key, values in spec.parameters.items()
        ]
        return cls.parse_options(" ".join(texts))

    @classmethod
    def options(cls) -> list[PassOption]:
        """Return the options of the class in the order of their fields."""
        return list(_options_of(cls))

    @classmethod
    def parse_options(cls: type[OptionsT], text: str) -> OptionsT:
        """Create the pass or pipeline with the options in `text`, such as `opt=val list=a,b`.

        Lists that are given twice are concatenated.
        """
        known = {each.name: each for each in cls.options()}
        values: dict[str, Any] = {}
        for key, value in split_options(text):
            if key not in known:
                if cls.holds_anyway(key, value):
                    continue
                raise unknown_option(cls.name, key, list(known))
            parsed = known[key].parse(value)
            field = known[key].field
            values[field] = values.get(field, ()) + parsed if isinstance(parsed, tuple) else parsed
        return cls(**values)

    @classmethod
    def holds_anyway(cls, name: str, value: str | None) -> bool:
        """Return True if the unknown option `name` can be ignored, because its value requests what
        the pass does anyway.

        Return False if the option does not exist. Raise OptionError if it exists in another
        revision of tt-mlir and its value requests anything else.
        """
        return False

    def format_options(self) -> str:
        """Return all options in MLIR's syntax, sorted by name, in braces; empty if there are no
        options.
        """
        options = [(each, getattr(self, each.field)) for each in self.options()]
        shown = [(each, value) for each, value in options if not each.own or value != each.default]
        shown.sort(key=lambda option: option[0].name)
        return "{" + " ".join(each.format(value) for each, value in shown) + "}" if shown else ""


@dataclass(frozen=True)
class Pass(Configurable):
    """Base of all passes.

    `name` is the flag of the pass, and `cpp_name` its name in IR dumps and timing reports. `anchor`
    is the name of the operations that the pass runs on (None: any). Subclasses override `run`, or
    `run_nested` if they run other passes themselves.
    """

    cpp_name: ClassVar[str]
    anchor: ClassVar[str | None] = "builtin.module"
    plug_in: ClassVar[str] = ""
    """The package that provides the pass, for messages; empty for passes of this project."""
    changes_attributes_only: ClassVar[bool] = False
    """Whether the pass changes nothing except attributes of the operation that it runs on."""
    requires: ClassVar[tuple[Condition, ...]] = ()
    """Conditions that the operation must satisfy before the pass runs; see `contracts`."""
    ensures: ClassVar[tuple[Condition, ...]] = ()
    """Conditions that the operation satisfies after the pass; see `contracts`."""

    def passes(self) -> Iterator[Pass]:
        """Yield this pass only."""
        yield self

    def text(self) -> str:
        """Return the pass as written in textual pipelines, with all of its options."""
        return self.name + self.format_options()

    def run(self, context: MlirContext, op: Operation) -> bool | None:
        """Transform `op`. Raise OperationError, or CompilationError after emitting diagnostics.

        Return False if nothing was changed, so that `op` need not be verified again.
        """
        raise NotImplementedError(self.name)

    def run_nested(self, runner: PassRunner, op: Operation) -> bool | None:
        """Transform `op`; `runner` can run pipelines on the operations inside of `op`.

        Return False if nothing was changed.
        """
        return self.run(runner.context, op)


@dataclass(frozen=True)
class Pipeline(Configurable):
    """Base of named pipelines, which have options and expand to a list of passes."""


@cache
def _options_of(cls: Any) -> tuple[PassOption, ...]:
    fields = dataclasses.fields(cls)
    are_types = not any(isinstance(field.type, str) for field in fields)
    hints = {each.name: each.type for each in fields} if are_types else typing.get_type_hints(cls)
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
