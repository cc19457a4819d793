"""`ttmlir-verify`: checks a compiled program against its source, and names the wrong operation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ttmlir_py.common.files import read_file
from ttmlir_py.common.library_warnings import LibraryWarningsPrinted
from ttmlir_py.tools.driver import (
    COMMON_FLAGS,
    Flag,
    ToolError,
    plain_help,
    print_information,
    run_tool,
    scan,
    write_output,
)
from ttmlir_py.tools.numerics import INPUTS, json_text

if TYPE_CHECKING:
    from ttmlir_py.validation import Verdict

FLAGS = {
    **{name: COMMON_FLAGS[name] for name in ("completion", "h", "help", "help-hidden", "version")},
    **{name: COMMON_FLAGS[name] for name in ("help-list", "help-list-hidden")},
    "allow-unregistered-dialect": COMMON_FLAGS["allow-unregistered-dialect"],
    "inputs": Flag("Inputs: a file, or drawn at random", INPUTS, "randn"),
    "json": Flag("Write the result as JSON to this file (-: standard output)", "filename"),
    "o": Flag("Output file of the table", "filename", "-"),
    "repro": Flag(
        "Write a script that reproduces the wrong operation with these inputs", "filename"
    ),
}


def run(program: str, arguments: Sequence[str]) -> int:
    """Compare two files. Return 0 if the target is right, or 1 if it is wrong or cannot be
    compared.
    """
    line = scan(program, arguments, FLAGS)
    overview = (
        "compares a compiled program (StableHLO, TTIR or TTNN text, .ttnn, .ttm, or "
        "emitted .cpp or .py) with its source (StableHLO, TTIR or TTNN text, or .ttnn)"
    )
    usage = "[options] <source> [<step> ...] <target>"
    if print_information(line, FLAGS, partial(plain_help, overview, usage, FLAGS)):
        return 0
    if len(line.positional) < 2 or not all(line.positional):
        raise ToolError(f"{program}: a SOURCE and a TARGET are needed.  Try: '{program} --help'")
    files = list(map(Path, line.positional))
    source, target = files[:2]
    verdicts: list[Verdict] = []
    headings: list[str] = []
    for source, target in pairwise(files):
        with LibraryWarningsPrinted():
            found = compare_files(source, target, line.text("inputs", "randn"))
        heading = f"{source} -> {target}\n" if len(files) > 2 else ""
        verdicts += found
        headings += [heading, *[""] * (len(found) - 1)]
        if not all(verdict.is_right for verdict in found):
            break  # later steps start from a wrong program
    if (name := line.text("repro")) and not all(verdict.is_right for verdict in verdicts):
        write_output(name, _script(source, target, line.text("inputs", "randn"), verdicts))
    if name := line.text("json"):
        write_output(name, json_text(verdicts))
    if name != "-" or line.last("o"):
        rows = zip(headings, verdicts, strict=True)
        table = "".join(f"{heading}{verdict}\n" for heading, verdict in rows)
        write_output(line.text("o", "-"), table)
    return 0 if all(verdict.is_right for verdict in verdicts) else 1


def compare_files(source: Path, target: Path, inputs: str) -> Sequence[Verdict]:
    """Return the verdict for each function. Raises ToolError if the files cannot be compared.

    `inputs` selects how inputs are generated or read.
    """
    from ttmlir_py.compiler import create_context
    from ttmlir_py.ir.diagnostics import CompilationError, OperationError
    from ttmlir_py.runtime.errors import InputError, SimulationError
    from ttmlir_py.schemas import BinaryError
    from ttmlir_py.validation.comparing import compare_modules, read_module, read_target

    context = create_context()
    context.diagnostics.prints = True
    try:
        module, program = read_module(source, context), read_target(target, context)
        return compare_modules(module, program, inputs, by_text=True)
    except OperationError as error:
        error.emit(context.diagnostics)
        raise ToolError("the program cannot be verified") from None
    except CompilationError:
        raise ToolError("the program cannot be verified") from None
    except OSError as error:
        raise ToolError(f"{error.filename}: error: {error.strerror}") from None
    except InputError as error:
        raise ToolError(f"{source}: error: {error}") from None
    except (BinaryError, SimulationError) as error:
        text = str(error)  # that of a script begins with its path and line
        place = "" if text.startswith(f"{target}:") else f"{target}: "
        raise ToolError(f"{place}error: {text}") from None


def _script(source: Path, target: Path, inputs: str, verdicts: Sequence[Verdict]) -> str:
    """Return a script that reproduces the first difference."""
    from ttmlir_py import compiler
    from ttmlir_py.validation import repro
    from ttmlir_py.validation.comparing import read_module

    if target.suffix in (".cpp", ".py", ".ttm"):
        raise ToolError("a script needs a target in MLIR, or a .ttnn file")
    data = read_file(target)
    given = data if target.suffix == ".ttnn" else data.decode("utf-8", "surrogateescape")
    wrong = next(verdict for verdict in verdicts if not verdict.is_right)
    context = compiler.create_context()
    context.diagnostics.prints = True
    module = read_module(source, context)
    return repro.script_of_target(module, given, wrong.inputs or inputs, wrong)


def main() -> None:
    """Run the console script."""
    run_tool(run)


if __name__ == "__main__":
    main()
