"""Diagnostics in MLIR's words and layout.

    FILE:LINE:COLUMN: error: 'dialect.op' op MESSAGE
    the source line
        ^
    FILE:LINE:COLUMN: note: see current operation: the op in generic form

A `DiagnosticEngine` passes each diagnostic to its innermost handler. Without a handler, a library
call adds diagnostics to the `CompilationError` that it raises, or issues them as Python warnings
(`CompilationWarning`) if it succeeds. Command line tools set `prints`, which writes diagnostics to
stderr.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum

from xdsl.dialects.builtin import FileLineColLoc, LocationAttr, UnknownLoc
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.common.library_warnings import LibraryWarning, warn
from ttmlir_py.common.warning_kinds import Kind, WarningControl
from ttmlir_py.ir.locations import find_call_site, find_file_location
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.ir.writing.attributes import DEFAULT_OPTIONS, PrintOptions, attribute_text

CALL_STACK_LIMIT = 10
ELIDED_ELEMENTS = 16
"""Notes that show an operation omit the elements of constants with more elements than this."""


class Severity(Enum):
    """The severity of a diagnostic; the value is the word in the text, such as `error`."""

    NOTE = "note"
    REMARK = "remark"
    WARNING = "warning"
    ERROR = "error"


_COLORS = {Severity.NOTE: 30, Severity.REMARK: 34, Severity.WARNING: 35, Severity.ERROR: 31}
_CARET_COLOR = 32


@dataclass(frozen=True)
class Diagnostic:
    """A message at a location, with a severity and notes."""

    severity: Severity
    location: LocationAttr
    message: str
    notes: tuple[Diagnostic, ...] = ()


def note(location: LocationAttr, message: str) -> Diagnostic:
    """Return a note, to be attached to another diagnostic."""
    return Diagnostic(Severity.NOTE, location, message)


class CompilationError(Exception):
    """The error raised after diagnostics if work cannot continue.

    An error that leaves the package carries all of its diagnostics: as text in `str(error)`, as a
    tuple in `error.diagnostics`.
    """

    def __init__(self, text: str = "", diagnostics: Sequence[Diagnostic] = ()):
        super().__init__(text)
        self.diagnostics = tuple(diagnostics)


def unlocated(error: Exception, message: str, advice: Sequence[str] = ()) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of `error`, which has no location: its message, and one note for each
    line of `advice` and for each note that was added to the exception.
    """
    lines = (*advice, *getattr(error, "__notes__", ()))
    notes = tuple(note(UnknownLoc(), line) for line in lines)
    return (Diagnostic(Severity.ERROR, UnknownLoc(), message, notes),)


class CompilationWarning(LibraryWarning):
    """A Python warning that shows a diagnostic of a library call for which no handler is set.

    `str(warning)` is the text of the diagnostic, and `warning.diagnostic` is the diagnostic.
    """

    def __init__(self, text: str = "", diagnostic: Diagnostic | None = None):
        super().__init__(text)
        self.diagnostic = diagnostic


class OperationError(VerifyException):
    """An error on an operation, raised by a verifier or a pass. The caller emits the diagnostic.

    A location can replace the operation if showing the operation would not help. `op_prefix` says
    whether the text starts with `'dialect.op' op `. `notes` follow the note that shows the op.
    `causes` are errors at the same location that are emitted first.
    """

    def __init__(
        self,
        op: Operation | Attribute,
        message: str,
        notes: Sequence[Diagnostic] = (),
        *,
        op_prefix: bool = True,
        causes: Sequence[str] = (),
    ):
        super().__init__(message)
        self.op = op
        self.message = message
        self.notes = tuple(notes)
        self.op_prefix = op_prefix
        self.causes = tuple(causes)

    def emit(self, engine: DiagnosticEngine) -> None:
        """Emit the error, after its causes, as diagnostics of `engine`."""
        for cause in self.causes:
            location = self.op.location if isinstance(self.op, Operation) else self.op
            engine.emit_error(location, cause)
        engine.emit_error(self.op, self.message, self.notes, op_prefix=self.op_prefix)


def with_note(op: Operation, error: VerifyException, text: str) -> OperationError:
    """Return the error that a verifier raised for `op`, with a note `text` at the location of
    `op`.
    """
    if isinstance(error, OperationError):
        return error
    return OperationError(op, str(error), (note(op.location, text),))


Handler = Callable[[Diagnostic], None]


class DiagnosticEngine:
    """The receiver of all diagnostics, which shows, collects or forwards them.

    It also keeps the source texts that locations refer to. `print_options` apply to the operations
    that notes show, `color` to the text on stderr. With `print_stack_trace_on_diagnostic`, a note
    shows the stack trace of each diagnostic. `warnings` selects the kinds of warnings that are
    shown and those that are errors.
    """

    def __init__(self, *, print_op_on_diagnostic: bool = True):
        self.print_op_on_diagnostic = print_op_on_diagnostic
        self.brief_warnings = False
        """Whether a warning shows only its message and source line, without the operation and its
        callers.
        """
        self.shows_lines_without_column = False
        """Whether the source line is shown for locations that have a line but no column."""
        self.print_stack_trace_on_diagnostic = False
        self.print_options = DEFAULT_OPTIONS
        self.color = False
        self.prints = False
        """Whether diagnostics without a handler are written to stderr immediately.

        Otherwise an error carries them, or they become Python warnings.
        """
        self.warnings = WarningControl()
        self.observers: list[Handler] = []
        """Functions that receive every diagnostic, in addition to the handler that is set."""
        self._warned: set[Kind] = set()
        self._runs = 0
        self._failed = False
        self._handlers: list[Handler] = []
        self._changes: list[Callable[[Diagnostic], Diagnostic]] = []
        self._sources: dict[str, str | None] = {}

    def register_source(self, name: str, text: str) -> None:
        """Register the text of the file `name` for source excerpts."""
        self._sources[name] = text

    @contextmanager
    def handler(self, handler: Handler) -> Generator[None]:
        """Pass diagnostics to `handler`, and to no other handler, within the `with` block."""
        self._handlers.append(handler)
        try:
            yield
        finally:
            self._handlers.remove(handler)

    @contextmanager
    def rewriting(self, change: Callable[[Diagnostic], Diagnostic]) -> Generator[None]:
        """Replace each diagnostic emitted within the `with` block by `change(diagnostic)`."""
        self._changes.append(change)
        try:
            yield
        finally:
            self._changes.remove(change)

    @contextmanager
    def collect(self) -> Generator[list[Diagnostic]]:
        """Collect the diagnostics of the `with` block in a list instead of showing them."""
        diagnostics: list[Diagnostic] = []
        with self.handler(diagnostics.append):
            yield diagnostics

    @contextmanager
    def raising(self) -> Generator[None]:
        """Add the diagnostics emitted in the `with` block to a CompilationError that leaves the
        block.

        If the block succeeds, diagnostics without a handler become Python warnings, unless the
        engine prints them.
        """
        found: list[Diagnostic] = []
        is_silent = not (self._handlers or self.prints)

        def keep(diagnostic: Diagnostic) -> None:
            found.append(diagnostic)

        self.observers.append(keep)
        if is_silent:
            self._handlers.append(_ignore)
        try:
            yield
        except CompilationError as error:
            if error.diagnostics:
                raise
            text = "".join(map(self.render, found)) or str(error)
            raise CompilationError(text, found) from error.__cause__
        finally:
            self.observers.remove(keep)
            if is_silent:
                self._handlers.remove(_ignore)
        if is_silent:
            for diagnostic in found:
                self._show(diagnostic)

    def _show(self, diagnostic: Diagnostic) -> None:
        """Pass `diagnostic` to the innermost handler, write it to stderr, or issue a Python
        warning.

        Observers have already received it.
        """
        if self._handlers:
            self._handlers[-1](diagnostic)
        elif self.prints:
            sys.stderr.write(self.render(diagnostic, color=self.color))
        else:
            warn(CompilationWarning(self.render(diagnostic).rstrip("\n"), diagnostic))

    def emit(self, diagnostic: Diagnostic) -> None:
        """Pass `diagnostic` to all observers, and then to the innermost handler, stderr, or
        Python's warnings.
        """
        for change in self._changes:
            diagnostic = change(diagnostic)
        if self.print_stack_trace_on_diagnostic:
            diagnostic = _traced(diagnostic)
        for observe in self.observers:
            observe(diagnostic)
        self._show(diagnostic)

    def report(
        self,
        severity: Severity,
        where: Operation | Attribute,
        message: str,
        notes: Sequence[Diagnostic] = (),
        *,
        op_prefix: bool = True,
    ) -> None:
        """Emit a diagnostic at `where`, which is a location or an operation.

        For an operation, the text starts with its name and a note shows the operation.
        """
        if isinstance(where, Operation):
            if op_prefix:
                message = f"'{operation_name(where)}' op {message}"
            if self.print_op_on_diagnostic and not self._is_brief(severity):
                generic = severity is Severity.ERROR
                text = _current_operation(where, generic, self.print_options)
                shown = note(where.location, text)
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
        """Emit an error at `where`, which is a location or an operation."""
        self.report(Severity.ERROR, where, message, notes, op_prefix=op_prefix)

    @contextmanager
    def run(self) -> Generator[None]:
        """Treat the `with` block as one run of a tool: a kind of warning is shown once per run.

        Nested runs belong to the outer run. Raises CompilationError at the end of the run if a
        warning was an error.
        """
        if self._runs == 0:
            self._warned.clear()
            self._failed = False
        self._runs += 1
        try:
            yield
        finally:
            self._runs -= 1
        if self._failed and self._runs == 0:
            raise CompilationError

    def warn(
        self,
        kind: Kind,
        where: Operation | Attribute,
        message: str,
        notes: Sequence[Diagnostic] = (),
        *,
        op_prefix: bool = True,
    ) -> None:
        """Emit a warning at `where`, unless `kind` is off or was already shown in this run.

        The text ends with the flag that controls this kind of warning.
        """
        control = self.warnings
        if not control.is_enabled(kind) or (kind in self._warned and not control.is_repeated(kind)):
            return
        self._warned.add(kind)
        severity, flags = Severity.WARNING, f"-W{kind.flag}"
        if control.is_error(kind):
            severity, flags = Severity.ERROR, f"-Werror,{flags}"
            self._failed = True
        self.report(severity, where, f"{message} [{flags}]", notes, op_prefix=op_prefix)

    def render(self, diagnostic: Diagnostic, *, color: bool = False) -> str:
        """Return the text of `diagnostic` with its call stack and notes, as MLIR writes it.

        `color` adds terminal colors.
        """
        write = self._colored_line if color else self._line
        location: Attribute = diagnostic.location
        parts = [write(location, diagnostic.severity, diagnostic.message)]
        for _ in range(0 if self._is_brief(diagnostic.severity) else CALL_STACK_LIMIT):
            if (call := find_call_site(location)) is None:
                break
            location = call.caller
            parts.append(write(location, Severity.NOTE, "called from", _has_column(location)))
        for item in diagnostic.notes:
            show_source = item.location != location
            parts.append(write(item.location, item.severity, item.message, show_source))
            location = item.location
        return "".join(parts)

    def _is_brief(self, severity: Severity) -> bool:
        return severity is Severity.WARNING and self.brief_warnings

    def _line(
        self, location: Attribute, severity: Severity, message: str, show_source: bool = True
    ) -> str:
        """Return one message with file, line and column, followed by the source line if it is
        available.
        """
        position, message, excerpt = self._parts(location, message, show_source)
        return f"{position}: {severity.value}: {message}\n{excerpt}"

    def _colored_line(
        self, location: Attribute, severity: Severity, message: str, show_source: bool = True
    ) -> str:
        """Return the same text as `_line`, in the colors that LLVM's tools use."""
        position, message, excerpt = self._parts(location, message, show_source)
        source, caret = excerpt, ""
        if excerpt.endswith("^\n"):
            shown, _, indent = excerpt[:-2].rpartition("\n")
            source, caret = f"{shown}\n", f"\x1b[0;1;{_CARET_COLOR}m{indent}^\n\x1b[0m"
        label = f"\x1b[0;1;{_COLORS[severity]}m{severity.value}: \x1b[0m"
        return f"\x1b[1m{position}: \x1b[0m{label}\x1b[1m{message}\n\x1b[0m{source}{caret}"

    def _parts(self, location: Attribute, message: str, show_source: bool) -> tuple[str, str, str]:
        """Return the parts of a message: its position, its text, and the source excerpt.
        Unprintable characters are escaped.

        The excerpt is empty if the source is unavailable or `show_source` is false.
        """
        from ttmlir_py.ir.excerpts import visible  # this module is loaded only for an error

        file = find_file_location(location)
        if file is None:
            if not isinstance(location, UnknownLoc):
                message = f"{attribute_text(location)}: {message}"
            return "<unknown>:0", visible(message), ""
        position = f"{file.filename.data}:{file.line.data}:{file.column.data}"
        excerpt = self._excerpt(file) if show_source else ""
        return visible(position), visible(message), excerpt

    def _excerpt(self, location: FileLineColLoc) -> str:
        """Return the source line with a caret under the column, or an empty string if the file is
        unavailable.
        """
        from ttmlir_py.ir.excerpts import excerpt_text, line_of

        line, column = location.line.data, location.column.data
        lowest = 0 if self.shows_lines_without_column else 1
        source = self._source(location.filename.data)
        if source is None or line < 1 or column < lowest:
            return ""
        content = line_of(source, line)
        if content is None or column > len(content) + 1:
            return ""
        if column == 0:
            return excerpt_text(content, 0).partition("\n")[0] + "\n"
        return excerpt_text(content, column - 1)

    def _source(self, name: str) -> str | None:
        """Return the text of the file `name` if it is registered or exists on disk, otherwise
        None.
        """
        if name not in self._sources:
            self._sources[name] = _text_of_file(name)
        return self._sources[name]


def _has_column(location: Attribute) -> bool:
    file = find_file_location(location)
    return file is not None and file.column.data > 0


def _ignore(_: Diagnostic) -> None:
    """Discard a diagnostic. As a handler, it lets only the observers receive diagnostics."""


def _text_of_file(name: str) -> str | None:
    if not os.path.isfile(name):
        return None
    try:
        with open(name, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except OSError:
        return None


def operation_text(
    op: Operation, *, generic: bool = True, options: PrintOptions = DEFAULT_OPTIONS
) -> str:
    """Return the text of `op` for a diagnostic: without aliases, with large constants elided."""
    from ttmlir_py.ir.writing.printer import print_operation

    options = replace(
        options,
        generic=generic or options.generic,
        local_scope=True,
        elide_elements_if_larger=ELIDED_ELEMENTS,
    )
    return print_operation(op, options)


def _traced(diagnostic: Diagnostic) -> Diagnostic:
    """Return `diagnostic` with a note that shows the Python calls that emitted it."""
    from ttmlir_py.ir.stack_trace import stack_trace

    trace = stack_trace((__file__,))
    shown = note(diagnostic.location, f"diagnostic emitted with trace:\n{trace}")
    return replace(diagnostic, notes=(shown, *diagnostic.notes))


def _current_operation(op: Operation, generic: bool, options: PrintOptions) -> str:
    from ttmlir_py.ir.excerpts import with_lines_cut

    text = operation_text(op, generic=generic, options=options)
    separator = "\n" if "\n" in text else ""
    return f"see current operation: {separator}{with_lines_cut(text)}"
