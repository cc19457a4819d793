"""`ttmlir-compile`: compiles a model to a binary, or to an earlier lowering level."""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING, TextIO

from ttmlir_py.common.boards import BOARDS
from ttmlir_py.common.warning_kinds import KINDS
from ttmlir_py.tools.driver import (
    COMMON_FLAGS,
    WARNING_FLAGS,
    Chunk,
    CommandLine,
    Flag,
    HelpStyle,
    ToolError,
    compile_input,
    print_information,
    run_tool,
    scan,
    with_dashes,
)
from ttmlir_py.tools.progress import ProgressLine

if TYPE_CHECKING:
    from xdsl.ir import Operation

    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.ir.diagnostics import Diagnostic, DiagnosticEngine
    from ttmlir_py.ir.module import ModuleOp
    from ttmlir_py.passes.running.pass_manager import AnyPass

FORMS = {
    "flatbuffer": "the binary, .ttnn",
    "ttnn": "MLIR's text in the dialect ttnn",
    "ttir": "MLIR's text in the dialect ttir",
    "cpp": "C++ that calls TTNN",
    "python": "a Python script that calls TTNN",
}
"""Maps choices of `--emit` to their descriptions."""

PLUGIN = "jax-tt-plugin"
"""The package with Tenstorrent's own compiler, see `frontends.tt_xla`."""
_UNUSED = ("allow-unregistered-dialect", "split-input-file", "verify-diagnostics")
FLAGS = {
    **{name: flag for name, flag in COMMON_FLAGS.items() if name not in _UNUSED},
    "complete-calls": Flag(
        ("Write complete calls in C++; false: upstream's calls, which leave out some arguments"),
        default="true",
    ),
    "emit": Flag(f"What to write: {'|'.join(FORMS)}", "form", "flatbuffer"),
    "input-shapes": Flag(
        "Shapes of an ONNX model's inputs, such as image=1x3x224x224,mask=1x8", "shapes"
    ),
    "mlir-print-debuginfo": Flag("Print locations in MLIR's text"),
    "progress": Flag("Show the running pass after a second (default: on a terminal)"),
    "plugin-options": Flag(
        "With jax-tt-plugin: compile options of tt-xla, such as enable_const_eval=false", "options"
    ),
    "plugin-python": Flag("With jax-tt-plugin: the interpreter that has it installed", "path"),
    "with": Flag(f"Compile StableHLO with another compiler: {PLUGIN}", "compiler"),
    "system": Flag(f"Compile for this board: {', '.join(BOARDS)}", "name", "n150"),
}


@cache
def pipeline_flags() -> Mapping[str, Flag]:
    """Return the options of all pipelines as command-line flags."""
    from ttmlir_py.frontends.pipeline_options import DEFAULTS, option_entries

    return {
        each.name: Flag(
            each.help,
            each.type or None,
            str(DEFAULTS.get(each.name, each.default)).lower() or None,
        )
        for each, _ in option_entries()
    }


def run(program: str, arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code."""
    flags = {**pipeline_flags(), **FLAGS, **WARNING_FLAGS}
    line = scan(program, arguments, flags)
    if print_information(line, flags, help_text):
        return 0
    form = line.choice("emit", tuple(FORMS))
    if form == "flatbuffer" and line.text("o", "-") == "-" and sys.stdout.isatty():
        raise ToolError(f"{program}: a binary does not go to a terminal: -o model.ttnn")
    return compile_input(line, partial(_compile, line, form), "")


def help_text(program: str, style: HelpStyle) -> str:
    """Return the text of `--help`."""
    sections = {
        "General options": FLAGS,
        "Options of the pipelines": pipeline_flags(),
        "Warnings": {f"W[no-]{name}": Flag(kind.summary) for name, kind in KINDS.items()},
    }
    rows = {
        title: [
            (f"{with_dashes(name)}{flag.placeholder}", _described(flag))
            for name, flag in sorted(flags.items())
            if style.hidden or not flag.hidden
        ]
        for title, flags in sections.items()
    }
    if style.as_list:
        everything = [row for each in rows.values() for row in each]
        rows = {"Options": sorted(everything, key=lambda row: row[0].lstrip("-"))}
    width = max(len(name) for each in rows.values() for name, _ in each)
    text = "".join(
        f"\n{title}:\n\n" + "".join(f"  {name:<{width}} - {help}\n" for name, help in each)
        for title, each in rows.items()
    )
    return (
        "OVERVIEW: compiles models in ONNX, StableHLO, TOSA, TTIR or TTNN\n\n"
        f"USAGE: {program} [options] <input file> -o <output file>\n{text}"
    )


def _described(flag: Flag) -> str:
    return f"{flag.help} (default: {flag.default})" if flag.default else flag.help


def _compile(line: CommandLine, form: str, chunk: Chunk, context: MlirContext) -> str | bytes:
    """Parse, lower and translate a chunk. Raises CompilationError after emitting diagnostics."""
    from ttmlir_py import compiler
    from ttmlir_py.common.contents import is_onnx
    from ttmlir_py.dialects.func import FuncOp
    from ttmlir_py.frontends.levels import Level, lower, lower_to_calls
    from ttmlir_py.frontends.sources import HEAD, SourceError, is_text, program_text
    from ttmlir_py.ir.diagnostics import CompilationError
    from ttmlir_py.ir.writing.printer import PrintOptions, print_operation

    context.diagnostics.brief_warnings = True  # warnings are printed without operations
    text = chunk.text
    onnx = is_onnx(_bytes(text[:HEAD]))
    if line.last("input-shapes") and not onnx:
        raise ToolError(f"{line.program}: --input-shapes is for ONNX models")
    try:
        if not onnx and not is_text(_bytes(text[:HEAD])):
            text = program_text(_bytes(text), chunk.name)
    except SourceError as error:
        raise ToolError(str(error)) from None
    if line.last("with"):
        if onnx:
            raise ToolError(f"{line.program}: {PLUGIN} compiles StableHLO, not ONNX")
        line.choice("with", (PLUGIN,))
        return _compile_with_plugin(line, form, text)
    if given := [name for name in ("plugin-options", "plugin-python") if line.last(name)]:
        raise ToolError(f"{line.program}: {with_dashes(given[0])} needs --with={PLUGIN}")
    end = Level.TTIR if form == "ttir" else Level.TTNN
    options = {name: line.text(name) or "true" for name in pipeline_flags() if line.last(name)}
    with _progress(line, context.diagnostics) as shown:
        if onnx:
            module = _onnx_module(line, chunk, context)
        else:
            module = compiler.parse(text, context=context, file_name=chunk.name)
        try:
            system = line.text("system") or None
            lower(module, end, context, options=options, system=system, instrumentations=shown)
        except ValueError as error:
            raise ToolError(f"{line.program}: {error}") from None
        if not any(isinstance(op, FuncOp) for op in module.ops):
            context.diagnostics.emit_error(module.location, "the program has no function")
            raise CompilationError
        if form in ("ttir", "ttnn"):
            print_options = PrintOptions(debug_info=line.flag("mlir-print-debuginfo"))
            return print_operation(module, print_options, module.resources) + "\n"
        if form == "cpp":
            complete = line.flag("complete-calls", True)
            lower_to_calls(module, context, complete_calls=complete, instrumentations=shown)
        return compiler.translate(module, _TRANSLATIONS[form], context=context)


def _onnx_module(line: CommandLine, chunk: Chunk, context: MlirContext) -> ModuleOp:
    """Return the StableHLO module of an ONNX model. Raises ToolError."""
    from ttmlir_py.frontends.onnx import module_of, shapes_from_text
    from ttmlir_py.frontends.sources import SourceError
    from ttmlir_py.ir.diagnostics import CompilationError

    try:
        shapes = shapes_from_text(line.text("input-shapes", ""))
        return module_of(_bytes(chunk.text), chunk.name, context, shapes)
    except (CompilationError, SourceError, ImportError) as error:
        raise ToolError(str(error).rstrip("\n")) from None
    except ValueError as error:
        raise ToolError(f"{line.program}: --input-shapes: {error}") from None


def _compile_with_plugin(line: CommandLine, form: str, text: str) -> str | bytes:
    """Return what Tenstorrent's own compiler makes of StableHLO text. Raises ToolError."""
    from ttmlir_py.frontends.tt_xla import PluginError, compile_text

    if form not in ("flatbuffer", "ttir", "ttnn"):
        raise ToolError(f"{line.program}: {PLUGIN} writes flatbuffer, ttir or ttnn, not {form}")
    if given := [name for name in pipeline_flags() if line.last(name)]:
        raise ToolError(
            f"{line.program}: {PLUGIN} has no option {with_dashes(given[0])}: "
            "give --plugin-options=name=value"
        )
    pairs = [each.partition("=") for each in line.text("plugin-options", "").split()]
    if wrong := next((name for name, sign, _ in pairs if not sign), None):
        raise ToolError(f"{line.program}: --plugin-options: expected name=value, not '{wrong}'")
    try:
        found = compile_text(
            text,
            board=line.text("system", "n150"),
            options={name: value for name, _, value in pairs},
            python=line.text("plugin-python") or sys.executable,
        )
    except (PluginError, ValueError) as error:
        raise ToolError(f"{line.program}: error: {error}") from None
    made = {"flatbuffer": found.binary, "ttir": found.ttir, "ttnn": found.ttnn}
    return made[form]


def _bytes(text: str) -> bytes:
    """Return the original bytes of an input that was read as text."""
    return text.encode("utf-8", "surrogateescape")


_TRANSLATIONS = {
    "cpp": "mlir-to-cpp",
    "flatbuffer": "ttnn-to-flatbuffer",
    "python": "ttnn-to-python",
}


class Progress:
    """An instrumentation that shows the running pass in one terminal line, which disappears at the
    end.
    """

    def __init__(self, stream: TextIO):
        self._line = ProgressLine(stream)
        self.clear = self._line.clear

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Show the pass, if compilation already takes long."""
        self._line.show(lambda seconds: f"{each.name} ... {seconds:.0f} s")

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Keep the line until the next pass."""

    def before_pipeline(self, name: str | None) -> None:
        """Do nothing, because nested pipelines are not shown."""

    def after_pipeline(self, name: str | None) -> None:
        """Do nothing, because nested pipelines are not shown."""


@contextmanager
def _progress(line: CommandLine, engine: DiagnosticEngine) -> Generator[list[Progress]]:
    """Yield a list with the progress instrumentation, or an empty list if disabled.

    Diagnostics remove the progress line before they are printed.
    """
    if not line.flag("progress", sys.stderr.isatty()):
        yield []
        return
    progress = Progress(sys.stderr)

    def show(diagnostic: Diagnostic) -> None:
        progress.clear()
        sys.stderr.write(engine.render(diagnostic, color=engine.color))

    try:
        with engine.handler(show):
            yield [progress]
    finally:
        progress.clear()


def main() -> None:
    """Run the console script."""
    run_tool(run, "ttmlir_compile")


if __name__ == "__main__":
    main()
