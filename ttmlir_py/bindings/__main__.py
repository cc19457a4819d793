"""The command `python -m ttmlir_py.bindings`: run a program that imports `ttmlir` or `ttrt`."""

import os
import runpy
import sys
from collections.abc import Sequence
from types import TracebackType

from ttmlir_py.bindings import activate

_USAGE = """\
usage: python -m ttmlir_py.bindings [OPTION ...] PROGRAM.py [ARGUMENT ...]
       python -m ttmlir_py.bindings [OPTION ...] -m MODULE [ARGUMENT ...]

Run a Python program in which `ttmlir` and `ttrt` are importable.

  --replace-installed    ignore an installation of the real packages
  --tt-mlir=REVISION     the revision of the dialects: 2025-02 (default), or 2026-08 or later
"""


def main(arguments: Sequence[str]) -> None:
    """Run the program that the arguments name."""
    replaces, revision = False, None
    while arguments and arguments[0].startswith("--"):
        option, _, value = arguments[0].partition("=")
        if option == "--replace-installed":
            replaces = True
        elif option == "--tt-mlir" and value:
            revision = value
        else:
            break
        arguments = arguments[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_USAGE, end="", file=sys.stdout if arguments else sys.stderr)
        sys.exit(0 if arguments else 2)
    try:
        activate(replace_installed=replaces, revision=revision)
    except ValueError as error:
        print(f"ttmlir_py.bindings: error: {error}", file=sys.stderr)
        sys.exit(2)
    if arguments[0] == "-m":
        if len(arguments) < 2:
            print(_USAGE, end="", file=sys.stderr)
            sys.exit(2)
        sys.argv = list(arguments[1:])
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return
    program = arguments[0]
    try:
        with open(program, "rb"):
            pass
    except OSError as error:
        print(f"ttmlir_py.bindings: error: {program}: {error.strerror}", file=sys.stderr)
        sys.exit(2)
    sys.argv = list(arguments)
    _put_first(program)
    try:
        runpy.run_path(program, run_name="__main__")
    except BaseException as error:
        error.__traceback__ = _of_program(error, program)
        raise


def _put_first(program: str) -> None:
    """Insert the folder of the program into `sys.path` at the position where Python itself would
    insert it.
    """
    folder = os.path.dirname(os.path.abspath(program))
    if sys.path and sys.path[0] in ("", os.getcwd()):
        sys.path[0] = folder
    else:
        sys.path.insert(0, folder)


def _of_program(error: BaseException, program: str) -> TracebackType | None:
    """Return the traceback of an error, starting at the first line of the program."""
    found = error.__traceback__
    while found is not None:
        name = found.tb_frame.f_code.co_filename
        if os.path.abspath(name) == os.path.abspath(program):
            return found
        found = found.tb_next
    return error.__traceback__


if __name__ == "__main__":
    main(sys.argv[1:])
