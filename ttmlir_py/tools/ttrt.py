"""`ttrt`: reads and runs compiled binaries on the simulator."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from ttmlir_py.tools.driver import prepare_streams

# Kept here, not imported: `--help` must not load numpy. A test compares them with the runtime's.
SECTIONS = ("all", "cpp", "inputs", "mlir", "op_stats", "outputs", "system_desc", "version")
INITIALIZERS = ("arange", "ones", "rand", "randn", "zeros")

_READ_SUFFIXES = (".ttnn", ".ttsys")
_RUN_SUFFIXES = (".ttnn",)

_READ_EXAMPLES = """examples:
  ttrt read model.ttnn                      versions, tensors and operations of every program
  ttrt read --section mlir model.ttnn       the IR that the binary was made from
  ttrt read --json model.ttnn               everything, as JSON
"""

_RUN_EXAMPLES = """examples:
  ttrt run model.ttnn                                     random inputs, summary of the outputs
  ttrt run --init ones --program-index 1 model.ttnn
  ttrt run --inputs in.npz --save-outputs out.npz model.ttnn

input files hold arrays named arg0, arg1, ..., output files out0, out1, ...; when a binary has several
programs and all of them run, the names start with the program's: forward.arg0, forward.out0.
"""


def _count(lowest: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isdecimal() or int(text) < lowest:
            raise argparse.ArgumentTypeError(f"'{text}' is no whole number of at least {lowest}")
        return int(text)

    return parse


def _gibibytes(text: str) -> int:
    return _count(1)(text) << 30


def _tolerance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not value >= 0:  # also of NaN
        raise argparse.ArgumentTypeError(f"'{text}' is no number of at least 0")
    return value


def _program_index(text: str) -> str:
    return text if text == "all" else str(_count(0)(text))


def _add_read_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(handler=_read)
    parser.add_argument("binary", help="file or directory")
    parser.add_argument(
        "--section", choices=SECTIONS, default="all", help="what to show (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="show the section's fields as JSON")


def _add_run_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(handler=_run)
    parser.add_argument("binary", help="file or directory")
    add = parser.add_argument
    add(
        "--program-index",
        type=_program_index,
        default="all",
        metavar="N",
        help="number of the program to run, or 'all' (default: %(default)s)",
    )
    add("--loops", type=_count(1), default=1, metavar="N", help="run N times (default: 1)")
    add(
        "--init",
        choices=INITIALIZERS,
        default="randn",
        help="how to make inputs: counting, ones, uniform from [0, 1), normal, zeros (default: %(default)s)",
    )
    add("--seed", type=_count(0), default=0, metavar="N", help="seed of --init (default: 0)")
    add("--inputs", metavar="FILE", help="take the inputs from an .npz file instead")
    add("--save-outputs", metavar="FILE", help="write the outputs to an .npz file")
    add("--identity", action="store_true", help="fail unless the outputs equal the inputs")
    add("--non-zero", action="store_true", help="fail if an output is all zero")
    add(
        "--rtol",
        type=_tolerance,
        default=1e-5,
        metavar="X",
        help="relative tolerance of --identity (default: 1e-05)",
    )
    add(
        "--atol",
        type=_tolerance,
        default=1e-8,
        metavar="X",
        help="absolute tolerance of --identity (default: 1e-08)",
    )
    add(
        "--memory-limit",
        type=_gibibytes,
        default=8 << 30,
        metavar="GIB",
        help="memory that live tensors may take, in GiB (default: 8)",
    )


def build_parser() -> argparse.ArgumentParser:
    """The command line's parser: one subcommand each."""
    parser = argparse.ArgumentParser(
        prog="ttrt",
        description="Inspect compiled binaries and run them on a simulator of Tenstorrent's hardware.",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    layout = argparse.RawDescriptionHelpFormatter
    read = commands.add_parser(
        "read",
        help="show what a binary holds",
        description="Show sections of a .ttnn or .ttsys file, or of all such files in a directory.",
        epilog=_READ_EXAMPLES,
        formatter_class=layout,
    )
    _add_read_arguments(read)
    run = commands.add_parser(
        "run",
        help="run a binary on the simulator",
        description="Run the programs of a .ttnn file, or of all such files in a directory.",
        epilog=_RUN_EXAMPLES,
        formatter_class=layout,
    )
    _add_run_arguments(run)
    return parser


def _read(arguments: argparse.Namespace) -> int:
    from ttmlir_py.runtime.commands import read_file

    def handle(path: Path) -> str:
        return read_file(path, arguments.section, arguments.json)

    return _for_each_file(arguments.binary, _READ_SUFFIXES, handle)


def _run(arguments: argparse.Namespace) -> int:
    from ttmlir_py.runtime.commands import RunOptions, run_file

    values: dict[str, Any] = {
        each.name: getattr(arguments, each.name) for each in fields(RunOptions)
    }
    options = RunOptions(**values)
    return _for_each_file(arguments.binary, _RUN_SUFFIXES, lambda path: run_file(path, options))


def _for_each_file(path: str, suffixes: Sequence[str], handle: Callable[[Path], str]) -> int:
    """Handle a file, or those in a directory; 1 if any of them failed."""
    from ttmlir_py.runtime.commands import find_binaries

    failed = False
    try:
        files = find_binaries(path, suffixes)
    except Exception as error:
        _report(path, error)
        return 1
    for file in files:
        try:
            text = handle(file)
        except Exception as error:
            _report(str(file), error)
            failed = True
            continue
        print(f"{file}:\n{text}" if len(files) > 1 else text)
    return int(failed)


def _report(path: str, error: Exception) -> None:
    """Write one line about a failure that the user can cause; other exceptions are bugs and go on."""
    from ttmlir_py.runtime import SimulationError
    from ttmlir_py.schemas import BinaryError

    if isinstance(error, OSError):
        message = error.strerror or str(error)
    elif isinstance(error, SimulationError | BinaryError):
        message = str(error)
    elif isinstance(error, MemoryError):
        message = "out of memory"
    else:
        raise error
    print(f"{path}: error: {message}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit code: 0 success, 1 failure, 2 wrong usage."""
    prepare_streams()
    parsed = build_parser().parse_args(arguments)
    try:
        code = parsed.handler(parsed)
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # else the reader of a pipe went away
            print(f"ttrt: cannot write standard output: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes at exit
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main())
