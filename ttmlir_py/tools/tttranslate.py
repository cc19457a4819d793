"""`tttranslate`: translate IR into other formats; MLIR's `mlir-translate` for this project's dialects."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ttmlir_py.tools.driver import (
    SPLIT_MARKER,
    Chunk,
    CommandLine,
    Flag,
    ToolError,
    completion_script,
    display_name,
    read_input,
    run_tool,
    scan,
    split_input,
    write_output,
)

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.ir.module import ModuleOp


@dataclass(frozen=True)
class Translation:
    """A translation: what it does, and the function for a verified module. May raise OperationError."""

    help: str
    run: "Callable[[ModuleOp], bytes]"


def _ttnn_to_flatbuffer(module: "ModuleOp") -> bytes:
    from ttmlir_py.target.flatbuffer.ttnn import translate

    return translate(module)


TRANSLATIONS = {
    "ttnn-to-flatbuffer": Translation("translate ttnn to flatbuffer", _ttnn_to_flatbuffer),
}

FLAGS: dict[str, Flag] = {
    "allow-unregistered-dialect": Flag("Allow operations of dialects that are not registered"),
    "completion": Flag("Print a completion script for this shell: bash or zsh", "shell"),
    "help": Flag("Display this text"),
    "o": Flag("Output file", "filename", "-"),
    "output-split-marker": Flag("What separates the outputs of a split input", "string", ""),
    "split-input-file": Flag(f"Process the parts between lines '{SPLIT_MARKER}' separately"),
    "verify-diagnostics": Flag("Check diagnostics against the comments // expected-error {{...}}"),
    "version": Flag("Display the version"),
}

ALL_FLAGS = FLAGS | {name: Flag(each.help) for name, each in TRANSLATIONS.items()}


def run(program: str, arguments: Sequence[str]) -> int:
    """Do what the arguments say; the exit code."""
    line = scan(program, arguments, ALL_FLAGS)
    if _print_information(line):
        return 0
    translation = _requested_translation(line)
    path = line.input_file()
    text = read_input(path)
    if line.last("split-input-file"):
        chunks = split_input(path, text, line.text("split-input-file") or SPLIT_MARKER)
    else:
        chunks = [Chunk(display_name(path), text)]
    results = [_translate_chunk(line, translation, chunk) for chunk in chunks]
    succeeded = all(good for _, good in results)
    target = line.text("o", "-")
    if succeeded or target == "-":
        separator = line.text("output-split-marker").encode() + b"\n"
        write_output(target, separator.join(output for output, _ in results))
    return 0 if succeeded else 1


def _print_information(line: CommandLine) -> bool:
    """Answer a flag that asks for information instead of work."""
    if line.flag("help"):
        sys.stdout.write(help_text(line.program))
    elif line.flag("version"):
        from importlib.metadata import version

        sys.stdout.write(f"ttmlir-py version {version('ttmlir-py')}\n")
    elif (shell := line.text("completion")) != "":
        sys.stdout.write(completion_script(shell, line.program, ALL_FLAGS))
    else:
        return False
    return True


def help_text(program: str) -> str:
    """What `--help` prints: the translations, then the options."""
    rows = [("Translations to perform", "")]
    rows += [(f"  --{name}", each.help) for name, each in sorted(TRANSLATIONS.items())]
    rows.append(("General options", ""))
    for name, flag in sorted(FLAGS.items()):
        value = f"=<{flag.value}>" if flag.value else ""
        default = f" (default: {flag.default or 'empty'})" if flag.default is not None else ""
        rows.append((f"  {'-' if len(name) == 1 else '--'}{name}{value}", flag.help + default))
    width = max(len(name) for name, _ in rows) + 2
    options = "".join(
        f"    {name:<{width}} - {text}\n" if text else f"\n  {name}:\n" for name, text in rows
    )
    return (
        "OVERVIEW: translates IR into the formats that runtimes and compilers read\n\n"
        f"USAGE: {program} [options] <input file>\n\nOPTIONS:\n{options}"
    )


def _requested_translation(line: CommandLine) -> Translation:
    """The one translation that the flags name; ToolError in MLIR's words."""
    option = "Translations to perform option:"
    given = [each for each in line.given if each.name in TRANSLATIONS]
    if not given:
        raise ToolError(f"{option} must be specified at least once!")
    if given[0].value is not None:
        raise ToolError(f"{option} does not allow a value! '{given[0].value}' specified.")
    if len(given) > 1:
        raise ToolError(f"{line.program}: no translation reads what --{given[0].name} writes")
    return TRANSLATIONS[given[0].name]


def _translate_chunk(
    line: CommandLine, translation: Translation, chunk: Chunk
) -> tuple[bytes, bool]:
    """The output for one chunk, and whether all went as it should."""
    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.ir.diagnostics import CompilationError

    context = MlirContext(allow_unregistered=line.flag("allow-unregistered-dialect"))
    if not line.flag("verify-diagnostics"):
        try:
            return _translate(translation, chunk, context), True
        except CompilationError:
            return b"", False

    from ttmlir_py.tools.expected_diagnostics import ExpectedDiagnostics

    context.diagnostics.print_op_on_diagnostic = False
    expected = ExpectedDiagnostics(chunk.name, chunk.text)
    with context.diagnostics.handler(expected.handle), suppress(CompilationError):
        _translate(translation, chunk, context)
    return b"", expected.report()


def _translate(translation: Translation, chunk: Chunk, context: "MlirContext") -> bytes:
    """Parse, verify, translate; CompilationError after the diagnostics."""
    from ttmlir_py.ir.diagnostics import CompilationError, OperationError
    from ttmlir_py.ir.parser import parse_module
    from ttmlir_py.ir.verifier import verify_or_raise

    module = parse_module(chunk.text, context=context, file_name=chunk.name)
    verify_or_raise(module, context)
    try:
        return translation.run(module)
    except OperationError as error:
        if error.op is module:  # a note that shows the whole input would help nobody
            context.diagnostics.print_op_on_diagnostic = False
        error.emit(context.diagnostics)
        raise CompilationError from None


def main() -> None:
    """Entry point of the console script."""
    run_tool(run)


if __name__ == "__main__":
    main()
