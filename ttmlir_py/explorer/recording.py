"""A record of a compilation as plain data: passes, texts, rewrites, diagnostics, decisions.

`CompilationRecorder` is an instrumentation of pass managers and an observer of actions. The record
does not depend on time except for `seconds`, which is optional.
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
"""Number of elements above which constants are elided in recorded texts."""
ELIDED_RESOURCES = 256
"""Number of characters above which resources are omitted."""
_NEW_NAME = "%new"
_VALUE = re.compile(r"%[\w$.#:-]+")
_ALIAS = re.compile(r"(?<![\w\"])[#!][A-Za-z_][\w]*\b(?!\.)")
_DEFINITION = re.compile(r"([#!]\w+) = ")


@dataclass
class _Rewrite:
    """An application of a pattern, or the effect of a pass on some operations.

    Places are lines of the texts before and after.
    """

    pattern: str | None
    place: str
    before: list[str]
    after: list[str]


class _Namer:
    """Names for values of a changing program.

    Values have their names from the start of the pass. Values created since then are numbered.
    """

    def __init__(self, names: ValueNames):
        self._names = names
        self._made = 0

    def text(self, op: Operation, options: PrintOptions) -> str:
        """Return the current text of an operation, without its regions."""
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
    """The pass that is running."""

    entry: Json
    text: LinedText
    index: int
    """Index of the text before the pass, in the table of texts."""
    namer: _Namer
    started: float
    rewrites: list[_Rewrite] = field(default_factory=list[_Rewrite])
    patterns: set[Operation] = field(default_factory=set[Operation])
    """Operations that patterns changed."""


@dataclass
class _Attempt:
    """A pattern that is being tried."""

    op: Operation
    before: str
    place: str
    inserted: list[Operation] = field(default_factory=list[Operation])


class CompilationRecorder:
    """A recorder of one compilation.

    `print_options` apply to operations; large constants are always elided. With `times`, passes
    have their wall time in seconds.
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

    # ---- methods that add to the recording

    @contextmanager
    def watching(self, context: MlirContext) -> Generator[None]:
        """Record the diagnostics and decisions in a context during the block."""
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
        """Record the text to compile."""
        self._input = self._add_text(text)

    def record_verdicts(self, verdicts: Iterable[Json]) -> None:
        """Record validation verdicts about functions, as `Verdict.as_dict` returns them."""
        self._verdicts += verdicts

    def record_failure(self, error: Exception) -> None:
        """Record the error that ended the compilation.

        An exception without a diagnostic is a bug in the compiler.
        """
        if isinstance(error, CompilationError):
            return
        trace = "".join(traceback.format_exception(error))
        message = f"internal error: {type(error).__name__}: {error}"
        self._diagnostics.append({"severity": "error", "message": message, "text": trace})

    @property
    def has_errors(self) -> bool:
        """Return whether an error was recorded."""
        return any(each["severity"] == "error" for each in self._diagnostics)

    def as_dict(self) -> Json:
        """Return the record as JSON data.

        Texts are lists of numbers of `lines`, passes form a tree, and rewrites refer to both.
        """
        return {
            "lines": self._lines.lines,
            "texts": list(self._texts),
            "input": self._input,
            "passes": self._tree,
            "diagnostics": self._diagnostics,
            "verdicts": self._verdicts,
            "decisions": [{"pass": name, "report": report} for name, report in self._reports],
        }

    # Callbacks of passes and pipelines.

    def before_pipeline(self, name: str | None) -> None:
        """Start the list of nested passes."""
        entry: Json = {"name": f"'{name or 'any'}' pipeline", "passes": []}
        self._open[-1].append(entry)
        self._open.append(entry["passes"])

    def after_pipeline(self, name: str | None) -> None:
        """End the list of nested passes."""
        self._open.pop()

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Record the text of the operation on which a pass runs.

        For a nested pass this is one function, so that the cost is not quadratic in the number of
        functions.
        """
        if self._current is None or self._current[0] is not op:
            self._current = self._printed(op)
        _, text, index = self._current
        # A pass may run other passes, which change the current text. This pass is compared with the
        # text at its own start.
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
        """Record the changes that a pass made."""
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
        """Return an operation, its text as in dumps, and the number of this text."""
        is_nested = op.parent is not None
        options = replace(self._options, local_scope=is_nested or self._options.local_scope)
        if not verified:
            text = unverified_text(op, options)
            printed = LinedText(text, {}, ValueNames(op))
        else:
            printed = lined_text(op, options)
        return op, printed, self._add_text(printed.text)

    def _add_text(self, text: str) -> int:
        """Return the number of a text. Equal texts have the same number."""
        return self._texts.setdefault(tuple(self._lines.numbers(text)), len(self._texts))

    # Callbacks of actions, such as rewrites.

    def before(self, action: Action) -> None:
        """Observe the changes that a pattern makes, which is about to be tried."""
        if action.listener is None or not self._running:
            return
        op = action.units[0]
        assert isinstance(op, Operation)
        attempt = _Attempt(op, self._op_text(op), _place(op.location))
        self._attempts.append(attempt)
        action.listener.operation_insertion_handler.append(attempt.inserted.append)

    def after(self, action: Action) -> None:
        """Record the pattern that was tried, if it changed anything."""
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
        """Yield the rewrites by patterns, followed by all other changes."""
        yield from running.rewrites
        if after.lines:  # a text that could not be split into operations has no lines
            yield from changes(running.text, after, running.patterns)

    def _rewrite(self, each: _Rewrite) -> list[Any]:
        """Return the pattern, the place, and the operations before and after a rewrite. Each text
        is replaced by its number in the table of lines.
        """
        number = self._lines.number
        pattern = None if each.pattern is None else number(each.pattern)
        before, after = ([number(text) for text in side] for side in (each.before, each.after))
        return [pattern, number(each.place), before, after]


def changes(
    before: LinedText, after: LinedText, known: Iterable[Operation] = ()
) -> Iterator[_Rewrite]:
    """Yield the operations that two texts do not share, grouped by source location.

    They were replaced, created, erased or changed. Renumbered values and aliases do not count as
    changes. Operations in `known` are skipped.
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
    """Return, for each operation, its first line and a normalized text to compare.

    The normalized text has no value names, and the definitions of aliases instead of their names.
    """
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
    """Return the number of operations inside an operation."""
    return sum(1 for _ in op.walk()) - 1


def _place(location: Attribute) -> str:
    """Return the text of a location for users."""
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
