"""Runs of Python modules, such as the tools, in forks of the test process.

A fork has most modules loaded already, so it takes a tenth of the time of a new process. Tests of
start-up, signals and closed streams start a process instead.
"""

import os
import runpy
import subprocess
import sys
import traceback
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import NoReturn


def run_module(
    module: str, *arguments: str, cwd: Path | None = None, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Do what `python -m module arguments` does, and return its exit code and output."""
    with ExitStack() as stack:
        files = [stack.enter_context(TemporaryFile()) for _ in range(3)]
        files[0].write(stdin)
        files[0].seek(0)
        child = os.fork()
        if child == 0:
            _be_the_module(module, arguments, cwd, [each.fileno() for each in files])
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        for each in files[1:]:
            each.seek(0)
        output, errors = (each.read() for each in files[1:])
    return subprocess.CompletedProcess([module, *arguments], code, output, errors)


def run_module_on_text(
    module: str, *arguments: str, cwd: Path | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Do what `run_module` does with text in UTF-8."""
    done = run_module(module, *arguments, cwd=cwd, stdin=stdin.encode())
    output, errors = (each.decode(errors="surrogateescape") for each in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, output, errors)


def _be_the_module(
    module: str, arguments: tuple[str, ...], cwd: Path | None, streams: list[int]
) -> NoReturn:
    code = 70
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        sys.stdin = sys.__stdin__ = os.fdopen(0, encoding="utf-8")
        sys.stdout = sys.__stdout__ = os.fdopen(1, "w", encoding="utf-8")
        sys.stderr = sys.__stderr__ = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace")
        if cwd is not None:
            os.chdir(cwd)
        sys.argv = [module, *arguments]
        code = _exit_code(module)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _exit_code(module: str) -> int:
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as exit_:
        if isinstance(exit_.code, str):
            sys.stderr.write(exit_.code + "\n")
            return 1
        return exit_.code or 0
    except BaseException:
        traceback.print_exc()
        return 1
    return 0
