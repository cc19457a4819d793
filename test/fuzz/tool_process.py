"""Runs a tool's `main` in a fork of this process with resource limits, and reports how it ended."""

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
"""Maps the name of each console script to its function."""

SECONDS = 10
"""The CPU seconds that a case may take."""
_PATIENCE = 6 * SECONDS
"""The seconds that a case may take by the clock, on a busy machine."""
MEMORY = 1 << 30
"""The bytes that a case may hold at a time, in addition to those of this process when it forked."""
_ADDRESS_SPACE = 4 << 30
"""The address space at which the kernel stops a case."""
_SENT = {signal.SIGINT, signal.SIGTERM}
"""The signals that are held back until the tool's own code runs."""
_CAPTURED = 64 << 20
"""The bytes of output that are kept. A case that writes more is stopped."""


@dataclass
class Limits:
    """The resource limits of a case, and the signal that it receives."""

    file_size: int | None = None
    """The bytes beyond which a file cannot grow, as on a full disk, or None."""
    signal: int | None = None
    after: float = 0.0
    """The seconds after which the signal is sent."""
    stdout: str | None = None
    """A file for the standard output, such as /dev/full, or None."""


@dataclass
class Ended:
    """The way in which a tool ended: its exit code, output and resource use."""

    code: int
    """The exit code, or the negative number of the signal that ended the tool."""
    seconds: float
    """The CPU seconds used."""
    peak: int
    """The largest number of bytes held, including those of the process that forked."""
    stdout: bytes = b""
    stderr: bytes = b""
    stopped: str = ""
    """The reason why this process killed the tool, or an empty string."""


def run_tool(tool: str, arguments: Sequence[str], folder: str, limits: Limits) -> Ended:
    """Run `tool arguments` in `folder` with an empty standard input, and return how it ended."""
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
    """Return the exit code that the console script of `main` gives."""
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
    """Collect the output until the tool ends, send the signal in time, and stop the tool at the
    time limit.
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
