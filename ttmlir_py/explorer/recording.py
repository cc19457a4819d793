"""What a compilation did, recorded as plain data while it happens: passes, texts, rewrites, diagnostics, decisions.

`CompilationRecorder` is an instrumentation of pass managers and an observer of actions. Nothing in what it records depends on
time but `seconds`, which can be left out.
"""

import re
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from xdsl.ir import Attribute, Operation

from ttmlir_py.explorer.lines import LineTable
from ttmlir_py.ir.actions import Action
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError, Diagnostic, DiagnosticEngine
from ttmlir_py.ir.locations import find_file_location
from ttmlir_py.ir.writing.names import ValueNames
from ttmlir_py.ir.writing.op_lines import LinedText, lined_text
from ttmlir_py.ir.writing.printer import MlirPrinter, PrintOptions
from ttmlir_py.passes.running.instrumentation import unverified_text
from ttmlir_py.passes.running.pass_manager import AnyPass

Json = dict[str, Any]

ELIDED_ELEMENTS = 32
"""Constants with more elements are elided in recorded texts."""
ELIDED_RESOURCES = 256
"""Resources whose text is longer are left out."""
_NEW_NAME = "%new"
_VALUE = re.compile(r"%[\w$.#:-]+")
_ALIAS = re.compile(r"(?<![\w\"])[#!][A-Za-z_][\w]*\b(?!\.)")
_DEFINITION = re.compile(r"([#!]\w+) = ")


@dataclass
class _Rewrite:
    """An application of a pattern, or what a pass did to some ops: places are lines of the texts before and after."""

    pattern: str | None
    place: str
    before: list[str]
    after: list[str]


class _Namer:
    """Names values of a program that changes: as they were called when the pass began, those made since by running numbers."""

    def __init__(self, names: ValueNames):
        self._names = names
        self._made = 0

    def text(self, op: Operation, options: PrintOptions) -> str:
        """An operation as it is now, without what is in it."""
        for result in op.results:
            self._name(result)
        for operand in op.operands:
            self._name(operand)
        if op.results:
            first, count = self._names.names[id(op.results[0])], len(op.results)
            self._names.result_texts[id(op)] = (
                first if count == 1 else f"{first.partition('#')[0]}:{count}"
            )
        return MlirPrinter(options, self._names).operation_text(op)

    def _name(self, value: Any) -> None:
        if id(value) not in self._names.names:
            self._names.names[id(value)] = f"{_NEW_NAME}{self._made}"
            self._made += 1


@dataclass
class _Running:
    """A pass that runs."""

    entry: Json
    text: LinedText
    index: int
    """Of the text in the table."""
    namer: _Namer
    started: float
    rewrites: list[_Rewrite] = field(default_factory=list[_Rewrite])
    patterns: set[Operation] = field(default_factory=set[Operation])
    """What patterns changed."""


@dataclass
class _Attempt:
    """A pattern that is tried."""

    op: Operation
    before: str
    place: str
    inserted: list[Operation] = field(default_factory=list[Operation])


class CompilationRecorder:
    """Records one compilation. `print_options` say how operations are printed; large constants are elided anyway.

    With `times`, passes have their wall time in seconds.
    """

    def __init__(
        self,
        print_options: PrintOptions | None = None,
        *,
        times: bool = True,
        clock: Callable[[], float] = time.perf_counter,
    ):
        options = print_options or PrintOptions()
        self._options = replace(
            options,
            elide_elements_if_larger=_smaller(options.elide_elements_if_larger, ELIDED_ELEMENTS),
            elide_resources_if_larger=_smaller(options.elide_resources_if_larger, ELIDED_RESOURCES),
        )
        self._op_options = replace(self._options, local_scope=True, skip_regions=True)
        self._times = times
        self._clock = clock
        self._lines = LineTable()
        self._texts: dict[tuple[int, ...], int] = {}
        self._tree: list[Json] = []
        self._open: list[list[Json]] = [self._tree]
        self._running: list[_Running] = []
        self._attempts: list[_Attempt] = []
        self._current: tuple[Operation, LinedText, int] | None = None
        self._diagnostics: list[Json] = []
        self._reports: list[tuple[str, Any]] = []
        self._verdicts: list[Json] = []
        self._input: int | None = None

    # ---- what is recorded ----

    @contextmanager
    def watching(self, context: MlirContext) -> Generator[None]:
        """Hear of the diagnostics and decisions of what is done in a context."""
        observers = context.diagnostics.observers

        def observe(diagnostic: Diagnostic) -> None:
            self._diagnostics.append(_diagnostic(context.diagnostics, diagnostic))

        observers.append(observe)
        before, context.reports = context.reports, self._reports
        try:
            yield
        finally:
            observers.remove(observe)
            context.reports = before

    def record_input(self, text: str) -> None:
        """The text that is compiled."""
        self._input = self._add_text(text)

    def record_verdicts(self, verdicts: Iterable[Json]) -> None:
        """What validation says of the functions: `Verdict.as_dict`."""
        self._verdicts += verdicts

    def record_failure(self, error: Exception) -> None:
        """What ended the compilation; an error in the program of which no diagnostic tells is a bug of the compiler's."""
        if isinstance(error, CompilationError):
            return
        trace = "".join(traceback.format_exception(error))
        message = f"internal error: {type(error).__name__}: {error}"
        self._diagnostics.append({"severity": "error", "message": message, "text": trace})

    @property
    def has_errors(self) -> bool:
        """Whether an error was told of."""
        return any(each["severity"] == "error" for each in self._diagnostics)

    def as_dict(self) -> Json:
        """All that was recorded: texts are lists of numbers of `lines`, passes a tree, and rewrites refer to both."""
        return {
            "lines": self._lines.lines,
            "texts": list(self._texts),
            "input": self._input,
            "passes": self._tree,
            "diagnostics": self._diagnostics,
            "verdicts": self._verdicts,
            "decisions": [{"pass": name, "report": report} for name, report in self._reports],
        }

    # ---- passes ----

    def before_pipeline(self, name: str | None) -> None:
        """Nested passes begin."""
        entry: Json = {"name": f"'{name or 'any'}' pipeline", "passes": []}
        self._open[-1].append(entry)
        self._open.append(entry["passes"])

    def after_pipeline(self, name: str | None) -> None:
        """They are done."""
        self._open.pop()

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Note the text of what the pass works on: of one function, if it is nested, so that many functions take no square of their number."""
        if self._current is None or self._current[0] is not op:
            self._current = self._printed(op)
        _, text, index = self._current
        # A pass may run others, which change the text: then the outer one compares with what it saw.
        entry: Json = {
            "name": each.cpp_name,
            "flag": each.name,
            "options": each.format_options(),
            "before": index,
            "ops": [_count(op)],
            "passes": [],
        }
        symbol = op.get_attr_or_prop("sym_name")
        if symbol is not None:
            entry["on"] = f"{op.name} {MlirPrinter().attribute_text(symbol)}"
        self._open[-1].append(entry)
        self._open.append(entry["passes"])
        namer = _Namer(text.names)
        self._running.append(_Running(entry, text, index, namer, self._clock()))

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Note what has changed."""
        running = self._running.pop()
        self._open.pop()
        entry = running.entry
        if self._times:
            entry["seconds"] = round(self._clock() - running.started, 6)
        entry["ops"].append(_count(op))
        entry["failed"] = failed
        self._current = self._printed(op, verified=not failed)
        _, text, index = self._current
        entry["after"] = index
        if index != running.index or running.rewrites:
            entry["rewrites"] = [self._rewrite(each) for each in self._rewrites(running, text)]

    def _printed(self, op: Operation, *, verified: bool = True) -> tuple[Operation, LinedText, int]:
        """An operation as dumps print it."""
        is_nested = op.parent is not None
        options = replace(self._options, local_scope=is_nested or self._options.local_scope)
        if not verified:
            text = unverified_text(op, options)
            printed = LinedText(text, {}, ValueNames(op))
        else:
            printed = lined_text(op, options)
        return op, printed, self._add_text(printed.text)

    def _add_text(self, text: str) -> int:
        """The number of a text, which is that of an equal one."""
        return self._texts.setdefault(tuple(self._lines.numbers(text)), len(self._texts))

    # ---- rewrites ----

    def before(self, action: Action) -> None:
        """A pattern is tried: listen to what it does."""
        if action.listener is None or not self._running:
            return
        op = action.units[0]
        assert isinstance(op, Operation)
        attempt = _Attempt(op, self._op_text(op), _place(op.location))
        self._attempts.append(attempt)
        action.listener.operation_insertion_handler.append(attempt.inserted.append)

    def after(self, action: Action) -> None:
        """It is done: record it if it has changed anything."""
        if action.listener is None or not self._running:
            return
        attempt = self._attempts.pop()
        handlers = action.listener.operation_insertion_handler
        handlers.remove(attempt.inserted.append)
        made = [each for each in attempt.inserted if each.parent is not None]
        after = [self._op_text(each) for each in made]
        if attempt.op.parent is not None:
            now = self._op_text(attempt.op)
            if now == attempt.before and not made:
                return
            after.append(now)
        running = self._running[-1]
        running.patterns.update((attempt.op, *made))
        pattern = action.text.partition("pattern: ")[2]
        running.rewrites.append(_Rewrite(pattern, attempt.place, [attempt.before], after))

    def _op_text(self, op: Operation) -> str:
        return self._running[-1].namer.text(op, self._op_options)

    def _rewrites(self, running: _Running, after: LinedText) -> Iterator[_Rewrite]:
        """What patterns did, and what has changed besides."""
        yield from running.rewrites
        if after.lines:  # it could be printed op by op
            yield from changes(running.text, after, running.patterns)

    def _rewrite(self, each: _Rewrite) -> list[Any]:
        """Pattern, place, before and after, as numbers of lines."""
        number = self._lines.number
        pattern = None if each.pattern is None else number(each.pattern)
        before, after = ([number(text) for text in side] for side in (each.before, each.after))
        return [pattern, number(each.place), before, after]


def changes(
    before: LinedText, after: LinedText, known: Iterable[Operation] = ()
) -> Iterator[_Rewrite]:
    """The ops that were replaced, made, erased or changed between two texts, those from one place in the source together.

    New numbers of values and aliases are no change. Those that are `known` are left out.
    """
    skipped = set(known)
    old, new = _op_texts(before), _op_texts(after)
    groups: dict[Attribute, _Rewrite] = {}

    def group(op: Operation) -> _Rewrite:
        return groups.setdefault(op.location, _Rewrite(None, _place(op.location), [], []))

    for op, (text, meaning) in old.items():
        if op not in skipped and (op not in new or new[op][1] != meaning):
            group(op).before.append(text)
    for op, (text, meaning) in new.items():
        if op not in skipped and (op not in old or old[op][1] != meaning):
            group(op).after.append(text)
    yield from groups.values()


def _op_texts(text: LinedText) -> dict[Operation, tuple[str, str]]:
    """The first line of each op, and what it means: without names of values, with definitions instead of aliases."""
    lines = text.text.split("\n")
    aliases: dict[str, str] = {}

    def definition(match: re.Match[str]) -> str:
        return aliases.get(match[0], match[0])

    meanings: list[str] = []
    for line in lines:
        meaning = _ALIAS.sub(definition, _VALUE.sub("%", line))
        if defined := _DEFINITION.match(line):
            aliases[defined[1]] = meaning.partition(" = ")[2]
        meanings.append(meaning)
    return {
        op: (lines[number].strip(), meanings[number].strip()) for op, number in text.lines.items()
    }


def _smaller(given: int | None, limit: int) -> int:
    return limit if given is None else min(given, limit)


def _count(op: Operation) -> int:
    """The number of ops in an op."""
    return sum(1 for _ in op.walk()) - 1


def _place(location: Attribute) -> str:
    """A location as a user names it."""
    place = find_file_location(location)
    text = MlirPrinter().attribute_text(location)
    if place is None:
        return text
    return f"{place.filename.data}:{place.line.data}:{place.column.data}"


def _diagnostic(engine: DiagnosticEngine, diagnostic: Diagnostic) -> Json:
    place = find_file_location(diagnostic.location)
    entry: Json = {
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "text": engine.render(diagnostic),
    }
    if place is not None:
        entry |= {
            "file": place.filename.data,
            "line": place.line.data,
            "column": place.column.data,
        }
    return entry
