"""`tttranslate`: translates IR to other formats, like MLIR's `mlir-translate`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ttmlir_py.common.files import read_file
from ttmlir_py.common.warning_kinds import KINDS
from ttmlir_py.revisions import REGISTRY, require_written, written
from ttmlir_py.target import IMPORTS, TRANSLATIONS
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

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext

FLAGS = COMMON_FLAGS | {
    "declare-variables-at-top": Flag("Declare variables at top when emitting C/C++"),
    "emit-source-locations": Flag("Write source locations as comments when emitting C/C++"),
    "mlir-print-debuginfo": Flag("Print locations when translating to MLIR"),
    "output-split-marker": Flag("Text between the outputs of a split input", "string", ""),
    "pre-pipeline": Flag(
        "Store this file in the binary as the program before lowering", "filename"
    ),
    "tt-mlir": Flag(
        (
            f"Revision of tt-mlir: with --ttnn-to-flatbuffer and --ttnn-to-python that of the "
            f"output ({', '.join(written())}), otherwise that of the text ({', '.join(REGISTRY)})"
        ),
        "revision",
    ),
}

_HELP = {name: each.help for name, each in (TRANSLATIONS | IMPORTS).items()}
ALL_FLAGS = FLAGS | WARNING_FLAGS | {name: Flag(text) for name, text in _HELP.items()}


def run(program: str, arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code."""
    line = scan(program, arguments, ALL_FLAGS)
    if print_information(line, ALL_FLAGS, help_text):
        return 0
    return compile_input(line, partial(_translate, line, _requested_translation(line)), "")


def help_text(program: str, style: HelpStyle) -> str:
    """Return the text of `--help`: translations, then options, or both in one list."""
    rows = [("Translations to perform", "")]
    rows += [(f"  --{name}", text) for name, text in sorted(_HELP.items())]
    rows.append(("General options", ""))
    for name, flag in sorted(FLAGS.items()):
        if flag.hidden and not style.hidden:
            continue
        default = f" (default: {flag.default or 'empty'})" if flag.default is not None else ""
        rows.append((f"  {with_dashes(name)}{flag.placeholder}", flag.help + default))
    rows.append(("Warnings", ""))
    rows += [(f"  -W[no-]{name}", kind.summary) for name, kind in KINDS.items()]
    if style.as_list:
        rows = sorted((row for row in rows if row[1]), key=lambda row: row[0].lstrip(" -"))
    width = max(len(name) for name, _ in rows) + 2
    options = "".join(
        f"    {name:<{width}} - {text}\n" if text else f"\n  {name}:\n" for name, text in rows
    )
    return (
        "OVERVIEW: translates IR into the formats that runtimes and compilers read\n\n"
        f"USAGE: {program} [options] <input file>\n\nOPTIONS:\n{options}"
    )


def _requested_translation(line: CommandLine) -> str:
    """Return the translation that the flags select. Raises ToolError with MLIR's messages."""
    option = "Translations to perform option:"
    given = [each for each in line.given if each.name in _HELP]
    if not given:
        raise ToolError(f"{option} must be specified at least once!")
    if given[0].value is not None:
        raise ToolError(f"{option} does not allow a value! '{given[0].value}' specified.")
    if len(given) > 1:
        raise ToolError(f"{line.program}: no translation reads the output of --{given[0].name}")
    return given[0].name


_OF_A_REVISION = ("ttnn-to-flatbuffer", "ttnn-to-python")
"""Translations for which `--tt-mlir` selects the revision of the output instead of the input."""


def _translate(
    line: CommandLine, translation: str, chunk: Chunk, context: MlirContext
) -> bytes | str:
    """Parse, verify and translate a chunk. Raises CompilationError after emitting diagnostics."""
    from ttmlir_py import compiler

    if translation in IMPORTS:
        from ttmlir_py.ir.writing.attributes import PrintOptions
        from ttmlir_py.ir.writing.printer import print_operation

        data = chunk.text.encode("utf-8", "surrogateescape")
        module = compiler.import_binary(data, translation, context=context, file_name=chunk.name)
        return print_operation(module, PrintOptions(debug_info=line.flag("mlir-print-debuginfo")))

    options: dict[str, Any] = {
        name.replace("-", "_"): line.flag(name) for name in TRANSLATIONS[translation].flags
    }
    if translation in _OF_A_REVISION and context.requested_revision:
        try:
            options["revision"] = require_written(context.requested_revision)
        except ValueError as error:
            raise line.bad_value("tt-mlir", str(error)) from None
        context.requested_revision = None
    if path := line.text("pre-pipeline"):
        options["stages"] = [_pre_pipeline(line, translation, path, context)]
    module = compiler.parse(chunk.text, context=context, file_name=chunk.name)
    return compiler.translate(module, translation, context=context, **options)


def _pre_pipeline(
    line: CommandLine, translation: str, path: str, context: MlirContext
) -> tuple[str, str]:
    """Return a name and the program's text with locations, which the binary stores as debug
    information.

    Raises ToolError, and CompilationError after emitting diagnostics.
    """
    from ttmlir_py.compiler import DEFAULT_TRANSLATION, parse
    from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
    from ttmlir_py.passes.running.instrumentation import PRE_PIPELINE

    if translation != DEFAULT_TRANSLATION:
        message = f"only what --{DEFAULT_TRANSLATION} writes holds what was compiled"
        raise line.bad_value("pre-pipeline", message)
    if line.last("split-input-file"):
        raise line.bad_value("pre-pipeline", "cannot be used with --split-input-file")
    try:
        text = read_file(path).decode("utf-8", "surrogateescape")
    except OSError as error:
        raise ToolError(f"cannot open input file '{path}': {error.strerror}") from None
    module = parse(text, context=context, file_name=path)
    return PRE_PIPELINE, print_operation(module, PrintOptions(debug_info=True))


def main() -> None:
    """Run the console script."""
    run_tool(run, "tttranslate")


if __name__ == "__main__":
    main()
