"""Diagnostics as Python objects: severities, handlers, and the error that carries them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from enum import Enum
from typing import Any
from weakref import ref

from ttmlir_py.bindings.ir.foreign_self import CheckedClass
from ttmlir_py.bindings.ir.kinds import expect
from ttmlir_py.bindings.ir.links import Links
from ttmlir_py.ir.diagnostics import CompilationError, Severity
from ttmlir_py.ir.diagnostics import Diagnostic as _Found

__all__ = [
    "Diagnostic",
    "DiagnosticHandler",
    "DiagnosticInfo",
    "DiagnosticSeverity",
    "MLIRError",
]


class DiagnosticSeverity(Enum):
    """The severity of a diagnostic."""

    ERROR = 0
    WARNING = 1
    NOTE = 2
    REMARK = 3

    def __str__(self) -> str:
        return f"DiagnosticSeverity.{self.name}"


class Diagnostic(metaclass=CheckedClass):
    """A diagnostic that a handler receives. It is valid only while the handler runs."""

    def __init__(self, found: _Found, context: Any):
        self._found: _Found | None = found
        self._context = context
        self._notes: tuple[Diagnostic, ...] | None = None

    def _valid(self) -> _Found:
        if self._found is None:
            raise ValueError("Diagnostic is invalid (used outside of callback)")
        return self._found

    def _invalidate(self) -> None:
        self._found = None
        for note in self._notes or ():
            note._invalidate()

    @property
    def severity(self) -> DiagnosticSeverity:
        """The severity."""
        return DiagnosticSeverity[self._valid().severity.name]

    @property
    def location(self) -> Any:
        """The location."""
        return Links.location(self._valid().location, self._context)

    @property
    def message(self) -> str:
        """The text."""
        return self._valid().message

    @property
    def notes(self) -> tuple[Diagnostic, ...]:
        """The attached notes."""
        found = self._valid()
        if self._notes is None:
            self._notes = tuple(Diagnostic(each, self._context) for each in found.notes)
        return self._notes

    def __str__(self) -> str:
        if self._found is None:
            return "<Invalid Diagnostic>"
        return self.message


class DiagnosticInfo(metaclass=CheckedClass):
    """A copy of a diagnostic, which stays valid."""

    def __init__(self, diag: Diagnostic | DiagnosticInfo):
        if not isinstance(diag, Diagnostic):
            diag = expect(diag, DiagnosticInfo)
        self.severity: DiagnosticSeverity = diag.severity
        self.location: Any = diag.location
        self.message: str = diag.message
        self.notes: list[DiagnosticInfo] = [DiagnosticInfo(each) for each in diag.notes]

    def __str__(self) -> str:
        return self.message


class DiagnosticHandler(metaclass=CheckedClass):
    """A callback that receives the diagnostics of a context until it is detached. The callback
    returns True if it has handled a diagnostic.

    A handler is a context manager: it is detached at the end of the `with` block.
    """

    def __init__(self, context: Any, callback: Callable[[Diagnostic], bool]):
        self._context = ref(context)
        self._callback = callback
        self._attached = True
        self._had_error = False

    @property
    def attached(self) -> bool:
        """Whether the handler receives diagnostics."""
        return self._attached and self._context() is not None

    @property
    def had_error(self) -> bool:
        """Whether the callback has raised an exception."""
        return self._had_error

    def detach(self) -> None:
        """Stop receiving diagnostics."""
        if self._attached:
            self._attached = False
            context = self._context()
            if context is not None:
                context.remove_handler(self)

    def handle(self, found: _Found) -> bool:
        """Call the callback with a diagnostic. Return whether the callback has handled it."""
        diagnostic = Diagnostic(found, self._context())
        try:
            return bool(self._callback(diagnostic))
        except Exception as error:  # the user's callback may raise any exception
            sys.stderr.write(f"MLIR Python Diagnostic handler raised exception:\n{error}\n")
            self._had_error = True
            return False
        finally:
            diagnostic._invalidate()  # pyright: ignore[reportPrivateUsage]

    def __enter__(self) -> DiagnosticHandler:
        return self

    def __exit__(self, *_: object) -> None:
        self.detach()


class MLIRError(Exception):
    """An error with the diagnostics that explain it."""

    def __init__(self, message: str, error_diagnostics: list[DiagnosticInfo]):
        self.message = message
        self.error_diagnostics = error_diagnostics
        super().__init__(message, error_diagnostics)

    def __str__(self) -> str:
        parts = [self.message + (":" if self.error_diagnostics else "")]
        for diagnostic in self.error_diagnostics:
            parts.append(f"\nerror: {_described(diagnostic)}")
            parts += [f"\n note: {_described(note)}" for note in diagnostic.notes]
        return "".join(parts)


def _described(diagnostic: DiagnosticInfo) -> str:
    place = str(diagnostic.location)[len("loc(") : -1]
    message = diagnostic.message.replace("\n", "\n  ")
    return f"{place}: {message}"


@contextmanager
def raising(context: Any, message: str) -> Generator[list[DiagnosticInfo]]:
    """Collect the errors of the block. A CompilationError becomes an MLIRError with `message`.

    Other diagnostics go to the handlers of the context, and errors as well if the context has
    `emit_error_diagnostics`. The MLIRError is then without diagnostics.
    """
    errors: list[DiagnosticInfo] = []

    def receive(found: _Found) -> None:
        if found.severity is Severity.ERROR and not context.emit_error_diagnostics:
            errors.append(DiagnosticInfo(Diagnostic(found, context)))
        else:
            context.dispatch(found)

    with context.xdsl.diagnostics.handler(receive):
        try:
            yield errors
        except CompilationError:
            raise MLIRError(message, errors) from None


def as_info(context: Any, found: Any) -> DiagnosticInfo:
    """Return a diagnostic of the compiler as a Python object."""
    return DiagnosticInfo(Diagnostic(found, context))
