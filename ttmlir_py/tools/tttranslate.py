"""`tttranslate`: translate IR into other formats; MLIR's `mlir-translate` for this project's dialects."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ttmlir_py.tools.driver import (
    COMMON_FLAGS,
    Chunk,
    CommandLine,
    Flag,
    ToolError,
    compile_input,
    print_information,
    run_tool,
    scan,
)

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.ir.module import ModuleOp


@dataclass(frozen=True)
class Translation:
    """A translation: what it does, and the function for a verified module. May raise OperationError.

    The function takes the flags that `options` names as keywords.
    """

    help: str
    run: "Callable[..., bytes]"
    options: tuple[str, ...] = ()


def _ttnn_to_flatbuffer(module: "ModuleOp") -> bytes:
    from ttmlir_py.target.flatbuffer.ttnn import translate

    return translate(module)


def _ttnn_to_python(module: "ModuleOp") -> bytes:
    from ttmlir_py.target.python.script import translate

    return translate(module)


def _mlir_to_cpp(module: "ModuleOp", **options: bool) -> bytes:
    from ttmlir_py.ir.literals import to_bytes
    from ttmlir_py.target.cpp.emitter import translate

    return to_bytes(translate(module, **options))


def _ttkernel_to_cpp(thread: str, module: "ModuleOp", **options: bool) -> bytes:
    from ttmlir_py.ir.literals import to_bytes
    from ttmlir_py.target.cpp.kernels import translate

    return to_bytes(translate(module, thread, **options))


_CPP_OPTIONS = ("declare-variables-at-top", "emit-source-locations")

TRANSLATIONS = {
    "mlir-to-cpp": Translation("translate from mlir to cpp", _mlir_to_cpp, _CPP_OPTIONS),
    "ttkernel-to-cpp-noc": Translation(
        "translate noc kernel to C++", partial(_ttkernel_to_cpp, "Noc"), _CPP_OPTIONS
    ),
    "ttkernel-to-cpp-tensix": Translation(
        "translate tensix kernel to C++", partial(_ttkernel_to_cpp, "Tensix"), _CPP_OPTIONS
    ),
    "ttnn-to-flatbuffer": Translation("translate ttnn to flatbuffer", _ttnn_to_flatbuffer),
    "ttnn-to-python": Translation("translate ttnn to a Python script", _ttnn_to_python),
}

FLAGS = COMMON_FLAGS | {
    "declare-variables-at-top": Flag("Declare variables at top when emitting C/C++"),
    "emit-source-locations": Flag("Say in comments where statements come from when emitting C/C++"),
    "output-split-marker": Flag("What separates the outputs of a split input", "string", ""),
}

ALL_FLAGS = FLAGS | {name: Flag(each.help) for name, each in TRANSLATIONS.items()}


def run(program: str, arguments: Sequence[str]) -> int:
    """Do what the arguments say; the exit code."""
    line = scan(program, arguments, ALL_FLAGS)
    if print_information(line, ALL_FLAGS, help_text):
        return 0
    return compile_input(line, partial(_translate, line, _requested_translation(line)), "")


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


def _translate(
    line: CommandLine, translation: Translation, chunk: Chunk, context: "MlirContext"
) -> bytes:
    """Parse, verify, translate; CompilationError after the diagnostics."""
    from ttmlir_py.ir.diagnostics import CompilationError, OperationError
    from ttmlir_py.ir.reading.parser import parse_module

    options = {name.replace("-", "_"): line.flag(name) for name in translation.options}
    module = parse_module(chunk.text, context=context, file_name=chunk.name, verify=True)
    try:
        return translation.run(module, **options)
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
