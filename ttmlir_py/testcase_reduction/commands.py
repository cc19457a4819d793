"""Tests of candidates: shell commands, functions, and tools in a process that has loaded them.

A candidate is a smaller program. Each test is one process that writes its output to files. A
candidate is interesting if the exit status is 0, or if `judge` accepts the outcome.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol

from ttmlir_py.common.files import write_file

DEFAULT_TIMEOUT = 300.0
"""The number of seconds after which a test is stopped and counts as not interesting."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.001, 0.02
STOPPED = -1
"""The status of a test that took too long."""


class NotInterestingError(ValueError):
    """An error for a program to reduce that does not pass the test."""


class Outcome(NamedTuple):
    """The exit status of a command (negative signal number if killed), and its whole output."""

    status: int
    output: str


Judge = Callable[[Outcome], bool]


class Job(Protocol):
    """A test that is running."""

    def wait(self) -> bool:
        """Wait for the end of the test. Return whether the candidate is interesting."""
        ...

    def stop(self) -> None:
        """Stop the test without a result."""
        ...


class Test(Protocol):
    """The condition that a candidate must satisfy, as a test that can be started."""

    def learn(self, text: str) -> None:
        """Test the program to reduce. Raises NotInterestingError if it does not pass."""
        ...

    def start(self, text: str) -> Job:
        """Start the test of the candidate `text`."""
        ...


@dataclass(eq=False, repr=False)
class _Process:
    """A test process in its own process group."""

    pid: int
    folder: str
    timeout: float
    judge: Callable[[int, str], bool]
    """Returns whether a candidate is interesting, given the exit status and the output folder."""
    _end: float = field(init=False)

    def __post_init__(self) -> None:
        self._end = time.monotonic() + self.timeout

    def wait(self) -> bool:
        """Wait for the end of the test. Return whether the candidate is interesting."""
        pause = _FIRST_PAUSE
        while True:
            pid, raw = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                status = os.waitstatus_to_exitcode(raw)
                break
            if time.monotonic() > self._end:
                self._kill()
                status = STOPPED
                break
            time.sleep(pause)
            pause = min(pause * 1.5, _LONGEST_PAUSE)
        try:
            return self.judge(status, self.folder)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _kill(self) -> None:
        for end in (os.killpg, os.kill):  # The process may not have created its process group yet.
            try:
                end(self.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        os.waitpid(self.pid, 0)

    def stop(self) -> None:
        """Stop the process."""
        self._kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def _fork(run: Callable[[], int], output: str) -> int:
    """Start a process that calls `run`, with output to files in the folder `output` and without
    input.

    Return its id.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _redirect(0, os.devnull, os.O_RDONLY)
        _redirect(1, output, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(1, 2)
        sys.stdin, sys.stdout, sys.stderr = (
            os.fdopen(number, mode, closefd=False)
            for number, mode in ((0, "r"), (1, "w"), (2, "w"))
        )
        code = run()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _redirect(number: int, path: str, flags: int) -> None:
    opened = os.open(path, flags, 0o600)
    os.dup2(opened, number)
    os.close(opened)


class FunctionTest:
    """A test by a Python function, which runs in a copy of this process."""

    def __init__(self, function: Callable[[str], bool], timeout: float = DEFAULT_TIMEOUT) -> None:
        self._function = function
        self._timeout = timeout

    def learn(self, text: str) -> None:
        """Test the program to reduce. Raises NotInterestingError if it does not pass."""
        if not self.start(text).wait():
            raise NotInterestingError

    def start(self, text: str) -> Job:
        """Start the test of the candidate `text`."""
        folder = tempfile.mkdtemp(prefix="ttreduce-")

        def run() -> int:
            return 0 if self._function(text) else 1

        pid = _fork(run, os.path.join(folder, "output"))
        return _Process(pid, folder, self._timeout, lambda status, _: status == 0)


class CommandTest:
    """A test by a command, in which `{}` is replaced by the name of the candidate's file.

    A candidate is interesting if the exit status is 0, or if `judge` accepts the outcome. `tools`
    maps command names to programs of the project. A command that runs one of them, optionally with
    a pipe, does not load it again. With `crashes`, a candidate is interesting if it crashes like
    the program itself: by the same signal, or the same kind of internal error. `name` is the
    candidates' file name.
    """

    def __init__(
        self,
        command: str,
        *,
        judge: Judge | None = None,
        crashes: bool = False,
        tools: Mapping[str, Callable[[], None]] | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        name: str = "reduced.mlir",
    ) -> None:
        if "{}" not in command:
            raise ValueError(f"the command '{command}' has no {{}} where the file would be named")
        self._command, self._timeout, self._name = command, timeout, re.sub(r"[^\w.-]", "_", name)
        self._judge = judge
        self._crashes = crashes
        parsed = parse_command(command)
        self._tools = tools or {}
        self._parsed = parsed if parsed and parsed.words[0] in self._tools else None

    def learn(self, text: str) -> None:
        """Test the program to reduce and record its crash if `crashes` is set.

        Raises NotInterestingError if it does not pass.
        """
        seen: list[Outcome] = []

        def remember(outcome: Outcome) -> bool:
            seen.append(outcome)
            return self._is_interesting(outcome)

        loaded = os.path.join(folder := tempfile.mkdtemp(prefix="ttreduce-"), "modules")
        try:
            interesting = self._start(text, remember, loaded).wait()
            _load(loaded)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if self._crashes:
            signature = crash_signature(seen[0])
            if signature is None:
                raise NotInterestingError(f"the command does not crash:\n{seen[0].output[-2000:]}")
            self._judge = crashes_with(signature)
        elif not interesting:
            status, output = seen[0]
            raise NotInterestingError(f"the command ends with status {status}:\n{output[-2000:]}")

    def start(self, text: str) -> Job:
        """Start the test of the candidate `text`."""
        return self._start(text, self._is_interesting)

    def _is_interesting(self, outcome: Outcome) -> bool:
        if outcome.status == STOPPED:
            return False
        return outcome.status == 0 if self._judge is None else self._judge(outcome)

    def _start(self, text: str, judge: Judge, loaded: str = "") -> Job:
        folder = tempfile.mkdtemp(prefix="ttreduce-")
        path = os.path.join(folder, self._name)
        write_file(path, text)
        output = os.path.join(folder, ".output")

        def finish(status: int, folder: str) -> bool:
            written = Path(output).read_bytes() if os.path.exists(output) else b""
            return judge(Outcome(status, written.decode("utf-8", "replace")))

        if self._parsed is not None:
            parsed = self._parsed.at(path)

            def run() -> int:
                if loaded:
                    _record_imports(loaded)
                return parsed.run(self._tools[parsed.words[0]], folder)

            pid = _fork(run, output)
        else:
            command = self._command.replace("{}", path)
            pid = _fork(lambda: _exec(command), output)
        return _Process(pid, folder, self._timeout, finish)


def _record_imports(path: str) -> None:
    """Write the names of all modules that this process has imported to a file."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def heard(event: str, arguments: tuple[object, ...]) -> None:
        if event == "import":
            os.write(descriptor, f"{arguments[0]}\n".encode())

    sys.addaudithook(heard)


def _load(path: str) -> None:
    """Import the modules listed in a file, so that later tests need not import them."""
    if os.path.exists(path):
        for name in Path(path).read_text().split():
            with suppress(ImportError):
                import_module(name)


def _exec(command: str) -> int:
    os.execv("/bin/sh", ["sh", "-c", command])


_ERRORS = (
    re.compile(r"^\S+: internal error: (\w+)", re.MULTILINE),
    re.compile(r"^Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)*([\w.]+)", re.MULTILINE),
    re.compile(r"^(PLEASE submit a bug report)", re.MULTILINE),
    re.compile(r"(Assertion .* failed)"),
)


def crash_signature(outcome: Outcome) -> str | None:
    """Return the kind of crash, or None if the command did not crash.

    A shell reports a signal as status 128 plus its number.
    """
    for pattern in _ERRORS:
        if found := pattern.search(outcome.output):
            return found[1]
    if outcome.status < 0:
        return f"signal {-outcome.status}"
    return f"signal {outcome.status - 128}" if outcome.status > 128 else None


def crashes_with(signature: str) -> Judge:
    """Return a judge that accepts crashes of the kind `signature`."""
    return lambda outcome: crash_signature(outcome) == signature


def has_diagnostic(text: str) -> Judge:
    """Return a judge that accepts outputs with an error message that contains `text`."""

    def judge(outcome: Outcome) -> bool:
        lines = outcome.output.splitlines()
        return any("error:" in line and text in line.partition("error:")[2] for line in lines)

    return judge


def has_verdict(kind: str, op: str = "") -> Judge:
    """Return a judge that accepts a numerics table with a row of class `kind`, such as `WRONG`."""
    name = re.escape(op) if op else r"\S+"
    row = re.compile(rf"^\S+ +{name} .*\d  {re.escape(kind)}\b", re.MULTILINE)
    return lambda outcome: row.search(outcome.output) is not None


class Stream(NamedTuple):
    """A redirection of file descriptor `number` to descriptor `target`, or to /dev/null if None."""

    number: int
    target: int | None


@dataclass(frozen=True)
class ParsedCommand:
    """A command of one tool: `[!] TOOL ARGUMENT... [2>&1] [>/dev/null] [| PIPE]`."""

    words: tuple[str, ...]
    streams: tuple[Stream, ...]
    pipe: str
    """The shell command that reads the tool's output; empty if there is no pipe."""
    negated: bool

    def at(self, path: str) -> ParsedCommand:
        """Return the command with `{}` replaced by `path`."""
        words = tuple(word.replace("{}", path) for word in self.words)
        return ParsedCommand(words, self.streams, self.pipe.replace("{}", path), self.negated)

    def run(self, tool: Callable[[], None], folder: str) -> int:
        """Run the command in this process, which ends with it, and return the exit status."""
        if not self.pipe:
            if not self.negated:
                self._run_tool(tool, None)
            status = self._run_forked(tool, None)
        else:
            piped = os.path.join(folder, ".piped")
            self._run_forked(tool, piped)
            with open(piped, "rb") as file:
                status = subprocess.call(["/bin/sh", "-c", self.pipe], stdin=file)
        return int(status == 0) if self.negated else status

    def _run_forked(self, tool: Callable[[], None], output: str | None) -> int:
        pid = os.fork()
        if pid == 0:
            try:
                self._run_tool(tool, output)
            finally:
                os._exit(1)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return status if status >= 0 else 128 - status

    def _run_tool(self, tool: Callable[[], None], output: str | None) -> None:
        if output is not None:
            _redirect(1, output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for number, target in self.streams:
            if target is None:
                _redirect(number, os.devnull, os.O_WRONLY)
            else:
                os.dup2(target, number)
        sys.argv = list(self.words)
        code = 0
        try:
            tool()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


_STREAMS = {
    "2>&1": Stream(2, 1),
    "1>&2": Stream(1, 2),
    ">&2": Stream(1, 2),
    ">/dev/null": Stream(1, None),
    "1>/dev/null": Stream(1, None),
    "2>/dev/null": Stream(2, None),
}
_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\$`]|\\.)*\"|\\.")
_SPECIAL = re.compile(r"[;&<>(){}$`*?\[\]#~\n|\"']")


def parse_command(command: str) -> ParsedCommand | None:
    """Return the parsed command of a tool, or None if it needs a shell."""
    blank = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), command)
    end = blank.find("|")
    tool, pipe = (command, "") if end < 0 else (command[:end], command[end + 1 :].strip())
    if end >= 0 and (not pipe or re.search(r"[;\n`]|&&|\|\||^[|&]|&\s*$", blank[end + 1 :])):
        return None
    if "\n" in tool.strip():
        return None
    words: list[str] = []
    streams: list[Stream] = []
    for found in re.finditer(r"\S+", blank[: len(tool)]):
        plain = found[0]
        if plain in _STREAMS:
            streams.append(_STREAMS[plain])
        elif _SPECIAL.search(plain.replace("{}", "")):
            return None
        else:
            words.append("".join(shlex.split(tool[found.start() : found.end()])))
    negated = words[:1] == ["!"]
    words = words[1:] if negated else words
    if not words or "=" in words[0]:
        return None
    return ParsedCommand(tuple(words), tuple(streams), pipe, negated)
