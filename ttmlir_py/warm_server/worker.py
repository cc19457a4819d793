"""The work of a forked process: it takes over the client's state and runs the tool.

The tool finds everything as if its script had started it. After a short run of a tool in
`REPEATABLE`, the process can do another run, because a fork takes longer than such a run.
"""

import atexit
import ctypes
import gc
import io
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fcntl import F_DUPFD, F_DUPFD_CLOEXEC, fcntl
from typing import Any, NoReturn, TextIO

from ttmlir_py.common import interrupts
from ttmlir_py.tools import driver, start
from ttmlir_py.warm_server import places

TOOLS = {*start.TOOLS.values(), "ttnn_standalone", "tttrace", "ttreduce", "tt_explorer"}
"""Modules of the tools that clients may run."""
REPEATABLE = ("ttopt", "tttranslate")
"""Tools whose own code leaves nothing behind but caches, and starts no processes or threads."""
LONGEST_REPEATABLE = 0.25
"""Longest duration, in seconds, of a run after which a process does another one."""
MOST_RUNS = 100
"""Number of runs of a process, which limits the size of its caches."""
FINISHED, READY = b"F", b"R"
"""Messages to the server: the run is finished and its status will be sent, and the process is ready
for another run.
"""
_SET_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG, an option of `prctl`."""
_POSSIBLE = frozenset(map(int, signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}))
_prctl = ctypes.CDLL(None).prctl
_SETTINGS_OF_RUN = (b"TTMLIR_CACHE",)
"""Variables whose effect on Python's functions outlives a run: those of the result cache."""
_FLUSH_FAILED = 120
"""Python's exit code if it cannot flush its output."""


@dataclass
class Request:
    """A run, as the client describes it.

    `descriptors` are the local numbers of the client's descriptors `numbers`. The last one is its
    folder.
    """

    tool: str
    script_folder: str
    umask: int
    ignored: int
    """Bit mask of ignored signals, the lowest bit for signal 1."""
    blocked: int
    """Bit mask of blocked signals."""
    numbers: list[int]
    arguments: list[str]
    variables: dict[bytes, bytes]
    descriptors: list[int]
    server: int = 0
    """Process id of the server that forked this process."""

    caller: int = -1
    """Connection to the client, over which the status is sent."""
    process: int = 0
    """Process id of the process that does the work."""

    gate: int = -1
    """A descriptor on which the server lets the work begin, or which it closes to cancel the
    work.
    """

    home: int = -1
    """Connection to the server of a process that was forked in advance, else -1."""
    runs: int = 1
    """Number of runs of this process, with this one."""
    started: float = 0.0
    """The time at which the work began, on the clock `time.monotonic`."""
    search_path: list[str] = field(default_factory=list[str])
    """Python's module search path before the run."""
    modules: frozenset[str] = frozenset()
    """Names of the modules that were loaded before the run."""

    def take_over(self) -> None:
        """Take over the client's state, except process id, session and terminal.

        Nothing visible happens before the server's signal.
        """
        die_with(self.server)
        self.process = os.getpid()
        if self.runs == 1:
            os.setsid()
        *lent, folder = self.descriptors
        os.fchdir(folder)
        own = (self.caller, self.gate) if self.home < 0 else (self.caller, self.gate, self.home)
        self.caller, self.gate, *home = _place(lent, self.numbers, own)
        self.home = home[0] if home else -1
        os.umask(self.umask)
        os.environb.clear()
        os.environb.update(self.variables)
        sys.argv = self.arguments
        sys.orig_argv = [sys.executable, *self.arguments]
        self.search_path, self.modules = [*sys.path], frozenset(sys.modules)
        if self.script_folder:
            sys.path.insert(0, self.script_folder)
        if not os.read(self.gate, 1):
            os._exit(1)
        os.close(self.gate)
        self.started = time.monotonic()
        open_streams()
        self._set_signals()

    def end(self, code: int) -> NoReturn:
        """Exit like `os._exit(code)`, after closing the lent descriptors and sending the status.

        The client does not wait while the system frees this process's memory.
        """
        if os.getpid() == self.process:  # processes that the tool forked exit without a reply
            close_all_but({self.caller})
            with suppress(OSError):  # the client is gone
                os.write(self.caller, places.ended(code << 8))
        os._exit(code)

    def can_repeat(self) -> bool:
        """Return whether the process can do another run after this one, if it is short."""
        return (
            self.home >= 0
            and self.tool in REPEATABLE
            and self.runs < MOST_RUNS
            and self.variables.keys().isdisjoint(_SETTINGS_OF_RUN)
        )

    def is_clean(self) -> bool:
        """Return whether the run was short, left neither threads nor processes, and loaded no code
        of other packages, such as passes.
        """
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            is_short = time.monotonic() < self.started + LONGEST_REPEATABLE
            return is_short and threading.active_count() == 1 and not self._other_packages()
        return False

    def _other_packages(self) -> set[str]:
        """Return the packages that the run loaded, except parts of Python."""
        loaded = {name.partition(".")[0] for name in sys.modules.keys() - self.modules}
        return loaded - self.modules - sys.stdlib_module_names

    def repeat(self, code: int) -> None:
        """Send the status of the run, forget its state, and tell the server that this process is
        ready.
        """
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        _tell(self.home, FINISHED)
        for number in _signals(self.ignored):
            signal.signal(number, signal.SIG_DFL)
        close_all_but({self.caller, self.home})
        for _ in range(3):  # the standard streams
            os.open(os.devnull, os.O_RDWR)
        with suppress(OSError):  # the client is gone
            os.write(self.caller, places.ended(code << 8))
        os.close(self.caller)
        os.chdir("/")
        sys.path[:] = self.search_path
        open_streams()
        gc.enable()
        gc.collect()
        _tell(self.home, READY)

    def _set_signals(self) -> None:
        set_default_signals()
        for number in _signals(self.ignored):
            signal.signal(number, signal.SIG_IGN)
        interrupts.leave_at_once()
        signal.pthread_sigmask(signal.SIG_SETMASK, _signals(self.blocked))


class Ended(BaseException):
    """The end of a run in a process that may do another one, after all output was written."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def unwind(code: int) -> NoReturn:
    """End a run by unwinding its call stack."""
    raise Ended(code)


def parse_request(fields: list[bytes], descriptors: list[int]) -> Request | None:
    """Return the run that the fields of a request describe, or None if they are invalid."""
    try:
        tool, script, umask, ignored, blocked, numbers, count, *words = fields
        name = tool.decode()
        if not 0 < int(count) <= len(words):
            return None
        request = Request(
            *(name, os.fsdecode(script), int(umask, 8), int(ignored, 16), int(blocked, 16)),
            [int(number) for number in numbers.split(b",") if number],
            [os.fsdecode(word) for word in words[: int(count)]],
            {
                key: value
                for key, _, value in (each.partition(b"=") for each in words[int(count) :])
            },
            list(descriptors),
        )
    except ValueError:
        return None
    numbered = len(set(request.numbers)) + 1
    is_sound = len(descriptors) == numbered and 0 <= request.umask <= 0o777
    return request if is_sound and name in TOOLS and min(request.numbers, default=0) >= 0 else None


def _tell(home: int, message: bytes) -> None:
    """Send a message to the server. The process exits if the server is gone."""
    try:
        os.write(home, message)
    except OSError:
        os._exit(1)


def set_default_signals() -> None:
    """Reset signal handlers to those of a Python process at its start."""
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def die_with(server: int) -> None:
    """Make the system kill this process when its parent `server` ends."""
    _prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != server:
        os._exit(1)


def _signals(bits: int) -> list[int]:
    """Return the signals in a bit mask, without those whose handling cannot be changed."""
    return [number for number in _POSSIBLE if bits >> number - 1 & 1]


def _place(descriptors: list[int], numbers: list[int], own: Sequence[int]) -> list[int]:
    """Move the client's descriptors to the numbers `numbers`, and close all other descriptors.

    Returns the new numbers of the descriptors `own` of this process. They are high enough not to
    collide with the tool's files.
    """
    above = max([2, *numbers]) + 1
    high = max(above, min(os.sysconf("SC_OPEN_MAX"), 1024) - len(own))
    moved = [fcntl(descriptor, F_DUPFD, above) for descriptor in descriptors]
    kept = [fcntl(descriptor, F_DUPFD_CLOEXEC, high) for descriptor in own]
    close_all_but({*kept, *moved})
    for descriptor, number in zip(moved, numbers, strict=True):
        os.dup2(descriptor, number)
        os.close(descriptor)
    return kept


def close_all_but(kept: Collection[int]) -> None:
    """Close all inherited descriptors except those in `kept`."""
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in kept:
            with suppress(OSError):  # skip the descriptor that was used for listing
                os.close(int(name))


def open_streams() -> None:
    """Create Python's standard streams again from the open descriptors, as Python does at its
    start.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        template: TextIO = getattr(sys, f"__{name}__")
        stream = _open_stream(number, name, template)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _open_stream(number: int, name: str, template: TextIO) -> TextIO | None:
    """Return a stream for a descriptor with the encoding of `template`, or None if it is closed."""
    try:
        os.fstat(number)
    except OSError:
        return None
    is_input = name == "stdin"
    buffer: Any = io.open(number, "rb" if is_input else "wb", closefd=False)  # noqa: SIM115, UP020
    raw = getattr(buffer, "raw", buffer)
    raw.name = f"<{name}>"
    is_lined = name == "stderr" or raw.isatty()
    stream = io.TextIOWrapper(buffer, template.encoding, template.errors, line_buffering=is_lined)
    setattr(stream, "mode", "r" if is_input else "w")  # noqa: B010
    return stream


def leave(code: Any) -> NoReturn:
    """Exit as Python does after `sys.exit(code)`, without freeing what the server has loaded."""
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]
    if code is not None and not isinstance(code, int):
        print(code, file=sys.stderr)
        code = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:  # it may have been closed  # pyright: ignore[reportUnnecessaryComparison]
                stream.flush()
        except (OSError, ValueError):
            code = _FLUSH_FAILED
    driver.end((code or 0) & 0xFF)


def complain() -> int:
    """Print the traceback of an error as Python does, and return the exit code."""
    traceback.print_exc()
    return 1
