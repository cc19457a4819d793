"""`ttnn-standalone`: builds and runs emitted programs on TTNN or the host library."""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from ttmlir_py.common.files import write_file
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.tools.commands import command_parser, parse_arguments, run_commands
from ttmlir_py.tools.driver import ToolError, display_name, read_input
from ttmlir_py.tools.numerics import INPUTS

_PROGRAM = "ttnn-standalone"


def build_parser() -> argparse.ArgumentParser:
    """Return the parser with all subcommands."""
    parser = command_parser(
        _PROGRAM, "Build and run C++ programs and Python scripts that tttranslate wrote."
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="build a program and run it", allow_abbrev=False)
    run.set_defaults(command=_run)
    _add_source(run)
    run.add_argument(
        "--keep", metavar="DIR", type=Path, help="keep the source and the executable in this folder"
    )
    run.add_argument(
        "--trace", action="store_true", help="write each call and its result to standard error"
    )
    run.add_argument(
        "--verify",
        metavar="SOURCE",
        type=Path,
        help=("compare the program with its source instead: StableHLO, TTIR, TTNN or .ttnn"),
    )
    run.add_argument(
        "--inputs",
        metavar=INPUTS,
        default="randn",
        help="inputs of --verify: a file, or random numbers (default: randn)",
    )
    build = commands.add_parser("build", help="build a program", allow_abbrev=False)
    build.set_defaults(command=_build)
    _add_source(build)
    build.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        type=Path,
        required=True,
        help="the executable or shared object",
    )
    build.add_argument(
        "--shared", action="store_true", help="build a shared object, for 'ttrt run --emitc'"
    )
    flags = commands.add_parser(
        "flags", help="print compiler flags for build systems", allow_abbrev=False
    )
    flags.set_defaults(command=_flags)
    flags.add_argument("kind", choices=("definitions", "include-folders", "link", "header"))
    _add_ttnn(flags)
    return parser


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", help="the program; '-' reads it from standard input")
    _add_ttnn(parser)


def _add_ttnn(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ttnn",
        metavar="DIR",
        type=Path,
        help="use TTNN, from this source tree (TT_METAL_HOME), rather than the host library",
    )


def _run(arguments: argparse.Namespace) -> int:
    from ttmlir_py.standalone.run import run_cpp, run_python

    text, suffix = _read_program(arguments.source)
    folder = nullcontext(arguments.keep) if arguments.keep else tempfile.TemporaryDirectory()
    with folder as name:
        source = _saved(text, arguments.source, Path(name), suffix)
        if arguments.verify:
            return _verify(arguments.verify, source, arguments.inputs)
        if suffix == ".cpp":
            return run_cpp(source, Path(name), ttnn=arguments.ttnn, trace=arguments.trace)
        if arguments.ttnn:
            raise ToolError("--ttnn is for C++: with TTNN installed, run the script by python")
        return run_python(source, trace=arguments.trace)


def _verify(source: Path, program: Path, inputs: str) -> int:
    from ttmlir_py.tools.ttmlir_verify import compare_files

    try:
        verdicts = compare_files(source, program, inputs)
    except ToolError as error:
        raise ToolError(str(error).removeprefix("error: ")) from None
    print(*verdicts, sep="\n")
    return 0 if all(verdict.is_right for verdict in verdicts) else 1


_CPP_SUFFIXES = (".cpp", ".cc", ".cxx", ".C")


def _read_program(given: str) -> tuple[str, str]:
    """Return the text of a program and its kind, `.cpp` or `.py`.

    The kind follows from the file name, or from the text of a program on standard input.
    """
    from ttmlir_py.standalone.run import is_cpp

    text = read_input(given)
    if not text.strip():
        raise ToolError(f"{display_name(given)}: there is no program in the input")
    suffix = Path(given).suffix
    if suffix in _CPP_SUFFIXES:
        return text, ".cpp"
    return text, ".py" if suffix == ".py" or not is_cpp(text) else ".cpp"


def _saved(text: str, given: str, folder: Path, suffix: str) -> Path:
    """Return the path of a program. A program from standard input is written into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    if given != "-" and (suffix == ".py" or Path(given).suffix in _CPP_SUFFIXES):
        return Path(given)
    source = folder / f"program{suffix}"
    write_file(source, text)
    return source


def _build(arguments: argparse.Namespace) -> int:
    from ttmlir_py.standalone.toolchain import build_program, build_shared

    text, suffix = _read_program(arguments.source)
    if suffix == ".py":
        raise ToolError(
            f"{display_name(arguments.source)} is not a C++ program: '{_PROGRAM} run' runs scripts"
        )
    _check_output(arguments.output)
    with tempfile.TemporaryDirectory() as name:
        source = _saved(text, arguments.source, Path(name), ".cpp")
        build = build_shared if arguments.shared else build_program
        build(source, arguments.output, ttnn=arguments.ttnn)
    return 0


def _check_output(path: Path) -> None:
    """Raise ToolError if the output cannot be written.

    The linker's message would suggest that the compiler failed.
    """
    if path.is_dir():
        raise ToolError(f"cannot open output file '{path}': Is a directory")
    if not path.parent.is_dir():
        raise ToolError(f"cannot open output file '{path}': there is no folder '{path.parent}'")


def _flags(arguments: argparse.Namespace) -> int:
    from ttmlir_py.standalone.toolchain import PRECOMPILED_HEADER, host_flags, ttnn_flags

    flags = ttnn_flags(arguments.ttnn) if arguments.ttnn else host_flags()
    values = {
        "definitions": flags.definitions,
        "include-folders": flags.include_folders,
        "link": flags.link,
        "header": (PRECOMPILED_HEADER,),
    }
    print(";".join(map(str, values[arguments.kind])))
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code.

    It is the program's own for `run`, else 0 for success, 1 for failure, and 2 for wrong usage.
    """
    return run_commands(_PROGRAM, lambda: _command(arguments))


def _command(arguments: Sequence[str] | None) -> int:
    parsed = parse_arguments(build_parser(), arguments)
    try:
        return parsed.command(parsed)
    except SimulationError as error:
        raise ToolError(str(error)) from None


if __name__ == "__main__":
    sys.exit(main())
