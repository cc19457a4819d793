"""`ttreduce`: finds the smallest program for which a command still behaves the same."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ttmlir_py.common import interrupts
from ttmlir_py.tools import start
from ttmlir_py.tools.driver import (
    COMMON_FLAGS,
    CommandLine,
    Flag,
    ToolError,
    display_name,
    plain_help,
    print_information,
    read_input,
    run_tool,
    scan,
    write_output,
)
from ttmlir_py.tools.start import CACHE_VARIABLE

if TYPE_CHECKING:
    from ttmlir_py.testcase_reduction import CommandTest, Progress, Reduction
    from ttmlir_py.testcase_reduction.commands import Judge

FLAGS = {
    **{name: COMMON_FLAGS[name] for name in ("completion", "h", "help", "help-hidden", "version")},
    **{name: COMMON_FLAGS[name] for name in ("help-list", "help-list-hidden", "tt-mlir")},
    "allow-unregistered-dialect": COMMON_FLAGS["allow-unregistered-dialect"],
    "crash": Flag("A program is interesting if the command crashes on it as on the input"),
    "diagnostic": Flag(
        "A program is interesting if the command reports an error with this text", "text"
    ),
    "j": Flag("Number of tests to run at a time", "uint", "1"),
    "mlir-print-debuginfo": Flag("Keep locations in the programs that are tested"),
    "o": Flag("Output file, replaced after each successful step", "filename", "-"),
    "test": Flag(
        "Shell command with {} as the file name; a program is interesting if its exit status is 0",
        "command",
    ),
    "timeout": Flag(
        "Stop a test after this number of seconds; its program is not interesting", "uint", "300"
    ),
    "verdict": Flag(
        "A program is interesting if the command's validation table has a row of this class",
        "class[:operation]",
    ),
}
JUDGES = ("crash", "diagnostic", "verdict")


def run(program: str, arguments: Sequence[str]) -> int:
    """Reduce a program. Return 0, or 1 if the input does not pass the test.

    After an interrupt, the smallest program so far is written.
    """
    line = scan(program, arguments, FLAGS)
    overview = "reduces a program to the operations for which a command still fails"
    if print_information(line, FLAGS, partial(plain_help, overview, "[options] <input>", FLAGS)):
        return 0
    if not line.text("test"):
        raise ToolError(f"{program}: --test='COMMAND {{}}' is needed.  Try: '{program} --help'")
    return finish(_reduction(line), program, line.text("o", "-"))


def _reduction(line: CommandLine) -> Reduction:
    """Return the reduction that the flags describe. Raises ToolError for an invalid program."""
    from ttmlir_py.compiler import create_context
    from ttmlir_py.ir.diagnostics import CompilationError
    from ttmlir_py.ir.writing.printer import PrintOptions
    from ttmlir_py.testcase_reduction import Reduction

    path = line.input_file()
    text = read_input(path)
    context = create_context(
        allow_unregistered=line.flag("allow-unregistered-dialect"),
        revision=line.revision(),
    )
    context.diagnostics.prints = True
    test = _test(line, path)
    try:
        return Reduction(
            text,
            test,
            jobs=line.integer("j") or 1,
            context=context,
            file_name=display_name(path),
            options=PrintOptions(debug_info=line.flag("mlir-print-debuginfo")),
        )
    except CompilationError:
        raise ToolError("the input is not valid, so it cannot be reduced") from None


def _test(line: CommandLine, path: str) -> CommandTest:
    """Return the test that the flags describe. `path` is the file that holds each candidate."""
    from ttmlir_py.testcase_reduction import CommandTest

    try:
        return CommandTest(
            line.text("test"),
            judge=_judge(line),
            crashes=line.flag("crash"),
            tools=own_tools(line.text("test")),
            timeout=line.integer("timeout") or 300,
            name=os.path.basename(path) if path != "-" else "stdin.mlir",
        )
    except ValueError as error:
        raise line.bad_value("test", str(error)) from None


def _judge(line: CommandLine) -> Judge | None:
    """Return the check of the test command's output, or None if only its exit status counts."""
    from ttmlir_py.testcase_reduction.commands import has_diagnostic, has_verdict

    given = [name for name in ("crash", "diagnostic", "verdict") if line.last(name)]
    if len(given) > 1:
        raise line.bad_value(
            given[1], f"--{given[0]} already defines which programs are interesting"
        )
    if line.last("diagnostic"):
        return has_diagnostic(line.text("diagnostic"))
    if line.last("verdict"):
        kind, _, op = line.text("verdict").partition(":")
        if kind not in ("WRONG", "FORMAT", "PRECISION", "CORRECTED"):
            message = f"'{kind}' is neither WRONG, FORMAT, PRECISION nor CORRECTED"
            raise line.bad_value("verdict", message)
        return has_verdict(kind, op)
    return None


def own_tools(command: str) -> dict[str, Callable[[], None]]:
    """Map tools named in `command` to functions that run them without loading them for each test.

    Only tools that the command would find in this Python environment are included.
    """
    import shutil

    found: dict[str, Callable[[], None]] = {}
    for name in start.TOOLS:
        path = shutil.which(name) if name in command else None
        if path is not None and Path(path).parent == Path(sys.executable).parent:
            found[name] = partial(start.start, start.TOOLS[name])
    return found


def finish(reduction: Reduction, program: str, output: str) -> int:
    """Run a reduction, write the result, and return the exit code.

    The result is also written after an interrupt. Raises ToolError if the input does not pass the
    test.
    """
    from ttmlir_py.testcase_reduction import NotInterestingError
    from ttmlir_py.tools.progress import ProgressLine

    code = 0
    progress = ProgressLine(sys.stderr, every=0.1) if sys.stderr.isatty() else None

    def show(state: Progress) -> None:
        if progress is not None:
            progress.show(lambda seconds: _progress(reduction, state, seconds))

    reduction.observe = show
    if output != "-":
        reduction.improved = partial(write_output, output)
    try:
        reduction.run()
    except NotInterestingError as error:
        raise ToolError(f"{program}: the input is not interesting: {error}") from None
    except KeyboardInterrupt:
        code = interrupts.EXIT_CODE
    finally:
        if progress is not None:
            progress.clear()
    write_output(output, reduction.text)
    sys.stderr.write(
        f"{program}: {reduction.original} operations became {reduction.operations}, in "
        f"{reduction.tests} tests\n"
    )
    return code


def _progress(reduction: Reduction, state: Progress, seconds: float) -> str:
    return (
        f"{reduction.original} operations, now {state.operations}; {state.step};"
        f" {state.tests} tests, {seconds:.0f} s"
    )


def main() -> None:
    """Run the console script."""
    os.environ.pop(CACHE_VARIABLE, None)  # candidates never repeat, so caching does not help
    run_tool(run)


if __name__ == "__main__":
    main()
