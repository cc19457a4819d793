"""Reproducers of failures, for `ttopt --run-reproducer`: files with a pipeline and its input IR."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from ttmlir_py.ir.diagnostics import CompilationError, DiagnosticEngine, note
from ttmlir_py.ir.literals import literal_value
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.ir.writing.attributes import string_text
from ttmlir_py.ir.writing.printer import PrintOptions
from ttmlir_py.passes.running.instrumentation import dialect_resources, unverified_text
from ttmlir_py.passes.running.pass_manager import AnyPass, OpPassManager

RESOURCE = "mlir_reproducer"
"""The group of external resources in which a reproducer stores its pipeline and settings."""

Write = Callable[[str, str], str | None]
"""A function that writes a text to a path. It returns an error message or None."""


@dataclass(frozen=True)
class ReproducerFile:
    """The path to which a reproducer is written, and the settings that it contains besides IR and
    pipeline.
    """

    path: str
    write: Write
    print_options: PrintOptions = field(default_factory=PrintOptions)
    verify_each: bool = True
    disable_threading: bool = False

    def text(self, op: Operation, passes: Sequence[str]) -> str:
        """Return the reproducer for running `passes` on `op` as it is now."""
        pipeline = f"{operation_name(op)}({', '.join(passes)})"
        entries = {
            "pipeline": string_text(pipeline),
            "disable_threading": _bool_text(self.disable_threading),
            "verify_each": _bool_text(self.verify_each),
        }
        resources = {**dialect_resources(op), "external_resources": {RESOURCE: entries}}
        return unverified_text(op, self.print_options, resources)

    def store(self, text: str) -> str:
        """Write the reproducer `text` to its path, and return a sentence that says whether that
        worked.
        """
        problem = self.write(self.path, text)
        if problem is None:
            return f"reproducer generated at `{self.path}`"
        return f"failed to create output stream: Failed to create reproducer stream: {problem}"


@dataclass
class CrashReproducer:
    """An observer that writes a reproducer when a pass fails or crashes.

    The reproducer holds the IR before the whole pipeline. With `local` it holds the IR before the
    failed pass, and only that pass.
    """

    file: ReproducerFile
    diagnostics: DiagnosticEngine
    local: bool = False
    _text: str = ""
    _running: list[tuple[AnyPass, Operation, str]] = field(
        default_factory=list[tuple[AnyPass, Operation, str]]
    )
    _written: bool = False

    @contextmanager
    def guard(self, manager: OpPassManager, op: Operation) -> Generator[None]:
        """Write a reproducer if running `manager` on `op` fails inside of the `with` block."""
        if not self.local:
            self._text = self.file.text(op, manager.merged_texts())
        try:
            yield
        except CompilationError:
            raise
        except Exception:
            if self._running:
                self._report(op)
            raise

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Record that the pass is running and, with `local`, the IR before it."""
        text = self.file.text(_outermost(op), [_nested(each, op)]) if self.local else ""
        self._running.append((each, op, text))

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Write the reproducer if the pass failed, for the innermost pass only."""
        if failed:
            self._report(op)
        else:
            self._running.pop()

    def before_pipeline(self, name: str | None) -> None:
        """Do nothing: failures are recorded for the pass that fails, not for the pipeline around
        it.
        """

    def after_pipeline(self, name: str | None) -> None:
        """Do nothing: failures are recorded for the pass that fails, not for the pipeline around
        it.
        """

    def _report(self, op: Operation) -> None:
        if self._written:
            return
        self._written = True
        if self.local:
            *_, (each, target, text) = self._running
            running = _description(each, target)
        else:
            text = self._text
            running = (
                f"[{', '.join(_description(each, target) for each, target, _ in self._running)}]"
            )
        message = f"Pipeline failed while executing {running}: {self.file.store(text)}"
        self.diagnostics.emit_error(
            op.location,
            "Failures have been detected while processing an MLIR pass pipeline",
            [note(op.location, message)],
        )


@dataclass
class ReproducerOptions:
    """The settings of a reproducer. A missing setting is None."""

    pipeline: str | None = None
    verify_each: bool | None = None

    def read(self, key: str, text: str) -> None:
        """Read the entry `key` of the file's resources.

        Raises ValueError for an invalid value, and LookupError for an unknown key.
        """
        if key == "pipeline":
            if not text.startswith('"'):
                raise ValueError(f"expected string value for key '{key}'")
            self.pipeline = literal_value(text)
        elif key in ("disable_threading", "verify_each"):
            if text not in ("true", "false"):
                raise ValueError(f"expected 'true' or 'false' value for key '{key}'")
            if key == "verify_each":
                self.verify_each = text == "true"
        else:
            raise LookupError(f"unknown '{RESOURCE}' resource key '{key}'")


def _bool_text(value: bool) -> str:
    return "true" if value else "false"


def _outermost(op: Operation) -> Operation:
    top = op.get_toplevel_object()
    assert isinstance(top, Operation)
    return top


def _nested(each: AnyPass, op: Operation) -> str:
    """Return a pipeline text that runs the pass on `op`, starting at the outermost operation."""
    text = each.text()
    while (parent := op.parent_op()) is not None:
        text = f"{operation_name(op)}({text})"
        op = parent
    return text


def _description(each: AnyPass, op: Operation) -> str:
    symbol = op.get_attr_or_prop("sym_name")
    name = f": @{symbol.data}" if isinstance(symbol, StringAttr) else ""
    return f"`{each.cpp_name}` on '{operation_name(op)}' operation{name}"
