"""Runs of the tools and of FileCheck in lit's processes, without new processes.

Most of the time of a small lit test goes into starting processes. `install` replaces the class with
which lit starts them. Programs of this Python environment then run in lit's process. A run has its
own streams, folder, arguments and environment variables, and the output and exit code of a process.
"""

import gc
import io
import os
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NoReturn

from ttmlir_py.tools import driver, start
from ttmlir_py.warm_server import worker

_PROGRAMS = {name: f"ttmlir_py.tools.{tool}" for name, tool in start.TOOLS.items()}
_PROGRAMS["filecheck"] = "filecheck.main"
"""Maps programs to modules whose function `main` runs them."""
_STREAMS = ("stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__")
_Popen = subprocess.Popen


def install() -> None:
    """Make `subprocess` run the programs in this process."""
    subprocess.Popen = start_program  # pyrefly: ignore[bad-assignment]


def start_program(words: Sequence[str], **settings: Any) -> Any:
    """Run a program in this process, or start it with `subprocess.Popen`."""
    path = Path(settings.get("executable") or words[0])
    is_own = path.parent == Path(sys.executable).parent and "cwd" in settings
    module = _PROGRAMS.get(path.name) if is_own else None
    return Run(module, words, **settings) if module else _Popen(words, **settings)


class Run:
    """A finished run of a program, with the attributes of `subprocess.Popen` that lit uses."""

    def __init__(
        self,
        module: str,
        words: Sequence[str],
        *,
        cwd: str,
        env: Mapping[str, str],
        stdin: IO[Any] | int,
        stdout: IO[Any] | int,
        stderr: IO[Any] | int,
        **_: Any,
    ) -> None:
        self.pid = os.getpid()
        self.stdout, self.stderr = _kept(stdout), _kept(stderr)
        output = self.stdout or stdout
        errors = output if stderr == subprocess.STDOUT else self.stderr or stderr
        with ExitStack() as stack:
            is_empty = isinstance(stdin, int)
            data = stack.enter_context(TemporaryFile()) if is_empty else stdin
            self.stdin = io.StringIO() if is_empty else None
            stack.enter_context(_streams([data, output, errors]))
            stack.enter_context(_surroundings(words, cwd, env))
            self.returncode = _exit_code(module)
        for stream in (self.stdout, self.stderr):
            if stream:
                stream.seek(0)

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code."""
        return self.returncode

    poll = wait

    def communicate(self) -> tuple[str | None, str | None]:
        """Return the output and the errors that were to be piped to lit."""
        streams = self.stdout, self.stderr
        output, errors = (None if each is None else each.read() for each in streams)
        return output, errors


def _kept(stream: IO[Any] | int) -> IO[str] | None:
    """Return a file for the output if it is to be piped to lit, else None."""
    if stream != subprocess.PIPE:
        return None
    return TemporaryFile("w+", encoding="utf-8", errors="replace")


@contextmanager
def _streams(files: Sequence[Any]) -> Generator[None]:
    """Replace the standard streams by `files`: Python's, and the descriptors that programs inherit
    which a tool starts.
    """
    before = [getattr(sys, name) for name in _STREAMS]
    kept = [os.dup(number) for number in range(len(files))]
    try:
        for number, file in enumerate(files):
            os.dup2(file.fileno(), number)
        worker.open_streams()
        yield
    finally:
        for name, stream in zip(_STREAMS, before, strict=True):
            setattr(sys, name, stream)
        for number, descriptor in enumerate(kept):
            os.dup2(descriptor, number)
            os.close(descriptor)


@contextmanager
def _surroundings(
    words: Sequence[str], folder: str, variables: Mapping[str, str]
) -> Generator[None]:
    """Set arguments, current folder and environment variables, and the effect of ending a tool."""
    arguments, here, environment, end = sys.argv, os.getcwd(), dict(os.environ), driver.end
    sys.argv, driver.end = list(words), _leave
    os.chdir(folder)
    _set_variables(variables)
    try:
        yield
    finally:
        sys.argv, driver.end = arguments, end
        os.chdir(here)
        _set_variables(environment)
        gc.enable()  # tools disable garbage collection, because their processes are short


def _set_variables(variables: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(variables)


def _leave(code: int) -> NoReturn:
    raise SystemExit(code)


def _exit_code(module: str) -> int:
    """Run a program, and return its exit code."""
    code: object = 0
    try:
        code = import_module(module).main()
    except SystemExit as end:
        code = end.code
    except Exception:
        code = worker.complain()
    if code is not None and not isinstance(code, int):
        print(code, file=sys.stderr)
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return (code or 0) & 0xFF
