"""Runs a tool's `main` in a fork of this process, within limits, and says how it ended."""

import os
import resource
import selectors
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ttmlir_py.common import interrupts
from ttmlir_py.tools import start

MAINS: dict[str, Callable[[], int | None]] = {
    "ttopt": start.ttopt,
    "tttranslate": start.tttranslate,
    "ttmlir-compile": start.ttmlir_compile,
    "ttrt": start.ttrt,
    "tttrace": start.tttrace,
    "ttnn-standalone": start.ttnn_standalone,
}
"""The console scripts."""

SECONDS = 10
"""How long a case may compute; waiting for a processor does not count."""
_PATIENCE = 6 * SECONDS
"""How long a case may take on a machine that does other things, too."""
MEMORY = 1 << 30
"""Bytes that a case may hold at a time, in addition to those of this process when it forked."""
_ADDRESS_SPACE = 4 << 30
"""Where the kernel stops a case that forgets all bounds, for the machine's sake."""
_SENT = {signal.SIGINT, signal.SIGTERM}
"""Signals that wait until the tool's own code runs."""
_CAPTURED = 64 << 20
"""Bytes of output that are kept; a case that writes more is stopped."""


@dataclass
class Limits:
    """The resource limits of a case."""

    file_size: int | None = None
    """Bytes after which a file cannot grow: a full disk."""
    signal: int | None = None
    after: float = 0.0
    """Seconds after which the signal is sent."""
    stdout: str | None = None
    """A file that standard output goes to, such as /dev/full."""


@dataclass
class Ended:
    """How a tool ended."""

    code: int
    """Negative: the signal that ended it."""
    seconds: float
    """CPU time."""
    peak: int
    """Bytes held at most, with what the process held before."""
    stdout: bytes = b""
    stderr: bytes = b""
    stopped: str = ""
    """Why it was killed from here, if it was."""


def run_tool(tool: str, arguments: Sequence[str], folder: str, limits: Limits) -> Ended:
    """Run `tool arguments` in `folder`; standard input is empty."""
    output, errors = os.pipe(), os.pipe()
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, _SENT)
    child = os.fork()
    if child == 0:
        _be_the_tool(tool, arguments, folder, limits, output[1], errors[1])
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    os.close(output[1])
    os.close(errors[1])
    return _watch(child, (output[0], errors[0]), limits)


def _be_the_tool(
    tool: str, arguments: Sequence[str], folder: str, limits: Limits, output: int, errors: int
) -> None:
    code = 70
    try:
        os.setsid()
        os.chdir(folder)
        if limits.stdout is not None:
            output = os.open(limits.stdout, os.O_WRONLY)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(errors, 2)
        sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w")
        sys.stderr = os.fdopen(2, "w", errors="backslashreplace")
        resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if limits.file_size is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limits.file_size, limits.file_size))
        sys.argv = [tool, *arguments]
        code = _exit_code(MAINS[tool])
    finally:
        os._exit(code)


def _exit_code(main: Callable[[], int | None]) -> int:
    """Return the exit code that the console script would give."""
    try:
        interrupts.leave_at_once()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SENT)
        code: object = main()
    except SystemExit as exit_:
        code = exit_.code
    except BaseException:
        traceback.print_exc()
        code = 1
    if isinstance(code, str):
        sys.stderr.write(code + "\n")
        code = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            sys.stderr.write(f"Exception ignored: {error}\n")
            code = 120
    return code if isinstance(code, int) else 0


def _watch(child: int, pipes: tuple[int, int], limits: Limits) -> Ended:
    """Gather the output until the tool ends, send it its signal, and stop it at the limit of
    time.
    """
    waiting = selectors.DefaultSelector()
    captured = {pipe: bytearray() for pipe in pipes}
    for pipe in pipes:
        waiting.register(pipe, selectors.EVENT_READ)
    now = time.perf_counter()
    deadline, due = now + _PATIENCE, now + limits.after if limits.signal is not None else None
    stopped = ""
    while waiting.get_map():
        now = time.perf_counter()
        if due is not None and now >= due:
            os.kill(child, limits.signal or 0)
            due = None
        if now >= deadline:
            stopped = f"still running after {_PATIENCE} s"
        if stopped:
            os.killpg(child, signal.SIGKILL)
            break
        until = deadline if due is None else min(due, deadline)
        for key, _ in waiting.select(max(until - now, 0)):
            data = os.read(key.fd, 1 << 16)
            captured[key.fd] += data
            if not data:
                waiting.unregister(key.fd)
            if len(captured[key.fd]) > _CAPTURED:
                stopped = f"more than {_CAPTURED} bytes of output"
    _, status, usage = os.wait4(child, 0)
    for pipe in pipes:
        os.close(pipe)
    code = os.waitstatus_to_exitcode(status)
    output, errors = (bytes(captured[pipe]) for pipe in pipes)
    seconds = usage.ru_utime + usage.ru_stime
    return Ended(code, seconds, usage.ru_maxrss * 1024, output, errors, stopped)
