"""Diagnostics in MLIR's words and layout.

    FILE:LINE:COLUMN: error: 'dialect.op' op MESSAGE
    the source line
        ^
    FILE:LINE:COLUMN: note: see current operation: the op in generic form

A `DiagnosticEngine` hands each diagnostic to its innermost handler; without one it is written to stderr.
"""

import re
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from xdsl.dialects.builtin import FileLineColLoc, LocationAttr, UnknownLoc
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.literals import to_bytes
from ttmlir_py.ir.locations import find_call_site, find_file_location
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.ir.writing.attributes import attribute_text

CALL_STACK_LIMIT = 10
TAB_STOP = 8
LONGEST_LINE = 10_000
"""Of source lines with more bytes, an excerpt shows no more than `SCREEN_WIDTH` around the caret."""
SCREEN_WIDTH = 160
_STEP = 1 << 16
_CONTROL_CHARACTER = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]")
_CONTROL_BYTES = re.compile(rb"[\0-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")
"""All but tabs and line ends."""
ELIDED_ELEMENTS = 16
"""Constants with more elements are elided in the text of an operation that a note shows."""


class Severity(Enum):
    """How bad it is, as the text says it."""

    NOTE = "note"
    REMARK = "remark"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Diagnostic:
    """One message at a location, with notes that belong to it."""

    severity: Severity
    location: LocationAttr
    message: str
    notes: "tuple[Diagnostic, ...]" = ()


def note(location: LocationAttr, message: str) -> Diagnostic:
    """A note to attach to a diagnostic."""
    return Diagnostic(Severity.NOTE, location, message)


class CompilationError(Exception):
    """Diagnostics were emitted, and the work cannot go on."""

    def __init__(self, text: str = "", diagnostics: Sequence[Diagnostic] = ()):
        super().__init__(text)
        self.diagnostics = tuple(diagnostics)


class OperationError(VerifyException):
    """A complaint about an operation, raised by a verifier or a pass, for its caller to turn into a diagnostic.

    A location may stand for the operation where showing it would help nobody. `op_prefix` says whether the text starts
    with `'dialect.op' op `; `notes` follow the note that shows the op.
    """

    def __init__(
        self,
        op: Operation | Attribute,
        message: str,
        notes: Sequence[Diagnostic] = (),
        *,
        op_prefix: bool = True,
    ):
        super().__init__(message)
        self.op = op
        self.message = message
        self.notes = tuple(notes)
        self.op_prefix = op_prefix

    def emit(self, engine: "DiagnosticEngine") -> None:
        """Emit the diagnostic."""
        engine.emit_error(self.op, self.message, self.notes, op_prefix=self.op_prefix)


Handler = Callable[[Diagnostic], None]


class DiagnosticEngine:
    """Collects, shows or forwards diagnostics; knows the texts that locations point into."""

    def __init__(self, *, print_op_on_diagnostic: bool = True):
        self.print_op_on_diagnostic = print_op_on_diagnostic
        self._handlers: list[Handler] = []
        self._sources: dict[str, str | None] = {}

    def register_source(self, name: str, text: str) -> None:
        """Give the text of the file `name`, so that excerpts can be shown."""
        self._sources[name] = text

    @contextmanager
    def handler(self, handler: Handler) -> Generator[None]:
        """Hand diagnostics to `handler` alone within the context."""
        self._handlers.append(handler)
        try:
            yield
        finally:
            self._handlers.remove(handler)

    @contextmanager
    def collect(self) -> Generator[list[Diagnostic]]:
        """Collect the diagnostics of the context in a list instead of showing them."""
        diagnostics: list[Diagnostic] = []
        with self.handler(diagnostics.append):
            yield diagnostics

    def emit(self, diagnostic: Diagnostic) -> None:
        """Hand the diagnostic to the innermost handler, or write it to stderr."""
        if self._handlers:
            self._handlers[-1](diagnostic)
        else:
            sys.stderr.write(self.render(diagnostic))

    def report(
        self,
        severity: Severity,
        where: Operation | Attribute,
        message: str,
        notes: Sequence[Diagnostic] = (),
        *,
        op_prefix: bool = True,
    ) -> None:
        """Emit a message on an operation (with its name and a note that shows it) or at a location."""
        if isinstance(where, Operation):
            if op_prefix:
                message = f"'{operation_name(where)}' op {message}"
            if self.print_op_on_diagnostic:
                generic = severity is Severity.ERROR
                shown = note(where.location, _current_operation(where, generic))
                notes = (shown, *notes)
            where = where.location
        assert isinstance(where, LocationAttr)
        self.emit(Diagnostic(severity, where, message, tuple(notes)))

    def emit_error(
        self,
        where: Operation | Attribute,
        message: str,
        notes: Sequence[Diagnostic] = (),
        *,
        op_prefix: bool = True,
    ) -> None:
        """Emit an error on an operation or at a location."""
        self.report(Severity.ERROR, where, message, notes, op_prefix=op_prefix)

    def render(self, diagnostic: Diagnostic) -> str:
        """The text of a diagnostic, its call stack and its notes, as MLIR writes it."""
        location: Attribute = diagnostic.location
        parts = [self._line(location, diagnostic.severity, diagnostic.message)]
        for _ in range(CALL_STACK_LIMIT):
            if (call := find_call_site(location)) is None:
                break
            location = call.caller
            parts.append(self._line(location, Severity.NOTE, "called from"))
        for item in diagnostic.notes:
            show_source = item.location != location
            parts.append(self._line(item.location, item.severity, item.message, show_source))
            location = item.location
        return "".join(parts)

    def _line(
        self, location: Attribute, severity: Severity, message: str, show_source: bool = True
    ) -> str:
        """One message with its position, and the source line if there is one to show."""
        file = find_file_location(location)
        if file is None:
            if not isinstance(location, UnknownLoc):
                message = f"{attribute_text(location)}: {message}"
            return visible(f"<unknown>:0: {severity.value}: {message}\n")
        name, line, column = file.filename.data, file.line.data, file.column.data
        text = visible(f"{name}:{line}:{column}: {severity.value}: {message}\n")
        return text + self._excerpt(file) if show_source else text

    def _excerpt(self, location: FileLineColLoc) -> str:
        """The source line and a caret under the column, or nothing if the text is not at hand."""
        line, column = location.line.data, location.column.data
        source = self._source(location.filename.data)
        if source is None or line < 1 or column < 1:
            return ""
        content = _line_of(source, line)
        if content is None or column > len(content) + 1:
            return ""
        return _excerpt_text(content, column - 1)

    def _source(self, name: str) -> str | None:
        """The text of a file: registered, or read from disk if there is such a file."""
        if name not in self._sources:
            try:
                path = Path(name)
                text = path.read_text("utf-8", "surrogateescape") if path.is_file() else None
            except (OSError, ValueError):
                text = None
            self._sources[name] = text
        return self._sources[name]


def visible(text: str) -> str:
    r"""The text with control characters, which could make a terminal do anything, as `\1B`."""
    if _CONTROL_CHARACTER.search(text) is None:
        return text
    return _visible(to_bytes(text)).decode(errors="surrogateescape")


def _visible(text: bytes) -> bytes:
    return _CONTROL_BYTES.sub(lambda match: b"".join(b"\\%02X" % byte for byte in match[0]), text)


def _line_of(source: str, number: int) -> bytes | None:
    """The line with this number, which counts from 1, without what ends it; None if there are not as many."""
    start, missing = 0, number - 1
    while missing:
        found = source.count("\n", start, start + _STEP)
        if found < missing:
            start, missing = start + _STEP, missing - found
            if start >= len(source):
                return None
        else:
            for _ in range(missing):
                start = source.index("\n", start) + 1
            missing = 0
    end = source.find("\n", start)
    return to_bytes(source[start : len(source) if end < 0 else end].rstrip("\r"))


def _excerpt_text(line: bytes, offset: int) -> str:
    """The line, or of one that is very long a screen, and a caret below the byte at the offset."""
    start, end = 0, len(line)
    if end > LONGEST_LINE:
        start = max(0, offset - SCREEN_WIDTH // 2)
        end = min(end, start + SCREEN_WIDTH)
    before = (b"..." if start else b"") + _visible(line[start:offset])
    after = _visible(line[offset:end]) + (b"..." if end < len(line) else b"")
    errors = "ignore" if end - start < len(line) else "surrogateescape"
    shown = (before + after).expandtabs(TAB_STOP).decode(errors=errors)
    if not line[start:end].isascii():
        return f"{shown}\n"  # as LLVM, which cannot tell how wide the characters are
    return f"{shown}\n{' ' * len(before.expandtabs(TAB_STOP))}^\n"


def operation_text(op: Operation, *, generic: bool = True) -> str:
    """The operation as diagnostics show it: without aliases, large constants elided."""
    from ttmlir_py.ir.writing.printer import PrintOptions, print_operation

    options = PrintOptions(
        generic=generic, local_scope=True, elide_elements_if_larger=ELIDED_ELEMENTS
    )
    return print_operation(op, options)


def _current_operation(op: Operation, generic: bool) -> str:
    text = operation_text(op, generic=generic)
    separator = "\n" if "\n" in text else ""
    return f"see current operation: {separator}{text}"
