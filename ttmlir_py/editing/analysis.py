"""The analysis of a text: its structure, the operations that could be parsed, and its diagnostics.

A file may hold several texts, separated by `// -----` as in tests. Each is analysed on its own.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Attribute, Operation

from ttmlir_py import compiler
from ttmlir_py.editing.lines import Line
from ttmlir_py.editing.reading import read_structure
from ttmlir_py.editing.recovery import RecoveringParser, is_placeholder
from ttmlir_py.editing.structure import Name, Statement, Structure
from ttmlir_py.editing.tokens import Kind
from ttmlir_py.ir.checking.all_errors import find_errors
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError, Diagnostic, Severity
from ttmlir_py.ir.locations import find_file_location
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.revisions import INTERNAL

_SEPARATOR = re.compile(r"\s*// -----")
FILE_NAME = "<text>"
MAX_PROBLEMS = 200
"""A text with more errors than this shows the first ones."""


@dataclass(frozen=True)
class Problem:
    """A diagnostic at a place of a text. Lines and columns count from 0, columns in characters."""

    line: int
    start: int
    end: int
    severity: Severity
    message: str
    notes: tuple[tuple[int, int, str], ...] = ()
    """Further places with their messages: line, column, text."""


@dataclass(eq=False)
class Part:
    """One text of a file: its lines, its structure, and the operations that were parsed."""

    first_line: int
    lines: list[Line]
    structure: Structure
    revision: str = ""
    module: ModuleOp | None = None
    context: MlirContext | None = None
    problems: list[Problem] = field(default_factory=list[Problem])

    @cached_property
    def text(self) -> str:
        """The text of the part."""
        return "\n".join(line.text for line in self.lines)

    @cached_property
    def _operations(self) -> dict[int, Operation]:
        """Maps the ids of statements to their operations."""
        found: dict[int, Operation] = {}
        if self.module is None:
            return found
        at = {(each.name_line, each.name_start): each for each in self.structure.statements}
        by_line: dict[int, list[Statement]] = {}
        for each in self.structure.statements:
            by_line.setdefault(each.name_line, []).append(each)
            if each.end_line != each.name_line:
                by_line.setdefault(each.end_line, []).append(each)
        for op in self.module.walk():
            place = self.place_of(op)
            if place is None or is_placeholder(op):
                continue
            statement = at.get(place)
            if statement is None or not _is_of(statement, op):
                near = by_line.get(place[0], ())
                statement = next((each for each in near if _is_of(each, op)), None)
            if statement is not None:
                found.setdefault(id(statement), op)
        return found

    def place_of(self, op: Operation) -> tuple[int, int] | None:
        """Return the line and column of an operation's text, counted within the part."""
        location = find_file_location(op.location)
        return None if location is None else self._place(location)

    def _place(self, location: FileLineColLoc) -> tuple[int, int]:
        line = max(location.line.data - 1, 0)
        column = max(int(location.column.data) - 1, 0)
        if line < len(self.lines):
            text = self.lines[line].text
            if not text.isascii():
                prefix = text.encode("utf-8", "surrogatepass")[:column]
                column = len(prefix.decode("utf-8", "ignore"))
        return line, column

    def set_revision(self, revision: str) -> None:
        """Choose the dialects for a part that is not analysed; by default, those of 2025-02."""
        self.context = _context(revision or INTERNAL)
        self.revision = self.context.revision

    def find_operations(self) -> None:
        """Relate statements and operations, so that the first call of `operation_of` is fast."""
        assert self._operations is not None

    def operation_of(self, statement: Statement) -> Operation | None:
        """Return the operation that a statement was parsed to, or None."""
        return self._operations.get(id(statement))

    def type_of(self, name: Name) -> Attribute | None:
        """Return the type of a value, or None if its definition could not be parsed."""
        definition = name.definition
        if definition is None or definition.kind is not Kind.VALUE:
            return None
        statement = definition.statement
        if statement is None:
            return None
        op = self.operation_of(statement)
        if op is None:
            return None
        if definition in statement.results:
            position = statement.results.index(definition)
            if len(statement.results) == 1:
                position = name.index
            return op.results[position].type if position < len(op.results) else None
        return self._argument_type(op, definition)

    def _argument_type(self, op: Operation, definition: Name) -> Attribute | None:
        place = definition.line, definition.start
        for region in op.regions:
            for block in region.blocks:
                for argument in block.args:
                    location = find_file_location(argument.location)
                    if location is not None and self._place(location) == place:
                        return argument.type
        return None

    def problem(self, diagnostic: Diagnostic) -> Problem:
        """Return a diagnostic at its place, which covers the word there."""
        location = find_file_location(diagnostic.location)
        line, column = (0, 0) if location is None else self._place(location)
        notes: list[tuple[int, int, str]] = []
        for each in diagnostic.notes:
            if each.message.startswith("see current operation"):
                continue
            where = find_file_location(each.location)
            place = (line, column) if where is None else self._place(where)
            notes.append((place[0] + self.first_line, place[1], each.message))
        return Problem(
            line + self.first_line,
            column,
            self._end_of_word(line, column),
            diagnostic.severity,
            diagnostic.message,
            tuple(notes),
        )

    def _end_of_word(self, line: int, column: int) -> int:
        if line >= len(self.lines):
            return column + 1
        for token in self.lines[line].tokens:
            if token.start <= column < token.end:
                return token.end
        return column + 1


@cache
def _context(revision: str) -> MlirContext:
    context = compiler.create_context()
    compiler.set_revision(context, revision)
    return context


def _is_of(statement: Statement, op: Operation) -> bool:
    name = statement.name
    return op.name == name or op.name.endswith("." + name)


@dataclass(eq=False)
class Analysis:
    """All texts of a file. A cancelled analysis has no operations."""

    parts: list[Part]

    @property
    def problems(self) -> list[Problem]:
        """The diagnostics of all texts."""
        return [problem for part in self.parts for problem in part.problems]


class Lines:
    """The lines of a file. A line that an edit leaves alone is not split into tokens again."""

    def __init__(self) -> None:
        self._known: dict[str, Line] = {}

    def read_some(self, text: str) -> Iterator[None]:
        """Split the lines of `text` into tokens, some lines at a time, for `read`."""
        for number, each in enumerate(text.split("\n")):
            if each not in self._known:
                self._known[each] = Line(each)
            if number % 200 == 0:
                yield

    def read_first(self, rows: Sequence[str]) -> list[Line]:
        """Return the first lines of a text that `read_some` is splitting."""
        known = self._known
        return [known.setdefault(each, known.get(each) or Line(each)) for each in rows]

    def read(self, text: str) -> list[Line]:
        """Return the lines of `text`."""
        known, kept, lines = self._known, dict[str, Line](), list[Line]()
        for each in text.split("\n"):
            line = kept.get(each) or known.get(each) or Line(each)
            kept[each] = line
            lines.append(line)
        self._known = kept
        return lines


def split(lines: Sequence[Line]) -> Iterator[tuple[int, list[Line]]]:
    """Yield the texts of a file, each with the number of its first line."""
    first = 0
    for number, line in enumerate(lines):
        if line.is_blank and _SEPARATOR.match(line.text):
            yield first, list(lines[first:number])
            first = number + 1
    yield first, list(lines[first:])


def read_parts(lines: Sequence[Line]) -> list[Part]:
    """Return the texts of a file with their structure, but without operations."""
    return [Part(first, part, read_structure(part)) for first, part in split(lines)]


def analyse(
    parts: Sequence[Part],
    *,
    revision: str | None = None,
    is_outdated: Callable[[], bool] = lambda: False,
) -> Analysis:
    """Parse and verify each text, with recovery from errors.

    `revision` is that of the texts; by default it is detected. Raises CancelledError as soon as
    `is_outdated` returns True.
    """
    for part in parts:
        _analyse(part, revision, is_outdated)
    return Analysis(list(parts))


def _analyse(part: Part, revision: str | None, is_outdated: Callable[[], bool]) -> None:
    context = compiler.create_context(revision=revision)
    engine = context.diagnostics
    engine.print_op_on_diagnostic = False
    part.context = context
    with engine.collect() as found:
        try:
            compiler.choose_revision(part.text, context, FILE_NAME)
        except CompilationError:
            pass
        else:
            part.revision = context.revision
            with compiler.explained(part.text, context, FILE_NAME):
                _read(part, context, is_outdated)
    problems = [part.problem(each) for each in found[:MAX_PROBLEMS]]
    part.problems = _without_repetitions(problems)


def _read(part: Part, context: MlirContext, is_outdated: Callable[[], bool]) -> None:
    context.diagnostics.register_source(FILE_NAME, part.text)
    parser = RecoveringParser(context, part.text, FILE_NAME, part.structure, is_outdated)
    module = parser.parse_all()
    module.revision = context.revision
    part.module = module
    errors = find_errors(module, context, parser.kinds, incomplete=parser.incomplete)
    for error in errors:
        notes = [Diagnostic(Severity.NOTE, where, text) for where, text in error.notes]
        context.diagnostics.emit_error(error.location, error.message, notes)
    if not errors and not parser.incomplete:
        compiler.warn_of_misreadings(part.text, module, context)


def _without_repetitions(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems in the order of the text, with one error for each place."""
    seen: set[tuple[int, int, Severity]] = set()
    kept: list[Problem] = []
    for problem in sorted(problems, key=lambda each: (each.line, each.start)):
        place = problem.line, problem.start, problem.severity
        if place not in seen:
            seen.add(place)
            kept.append(problem)
    return kept
