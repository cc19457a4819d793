"""Runs of results on the simulator, each in a separate process.

A hang or crash affects only that process. The process compares each operation with the exact
result, and writes one line of JSON per report. It is interrupted together with the process that
started it, and exits when no process reads its output.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from ttmlir_py.common.files import write_file
from ttmlir_py.explorer.verdicts import Check, check
from ttmlir_py.runtime.defaults import INITIALIZER
from ttmlir_py.runtime.errors import SimulationError

if TYPE_CHECKING:
    from ttmlir_py.explorer.session import Unit
    from ttmlir_py.runtime.operation import Operation

_WORKER = "from ttmlir_py.explorer.simulation import work; work()"
_CANCELLED = "cancelled"
SEED = 0
"""Seed of the inputs, which are those of `ttrt run`."""
_HEADROOM = 2 << 30
"""Address space in bytes for the interpreter and its libraries, in addition to the tensors."""
_LOG_LINES = 1000

Accuracy = Mapping[str, Any]
"""The accuracy of an operation.

Keys: `pcc` and `error` (relative) of the run, `isolated` for the error of the operation alone,
`max_absolute`, `nan`, `inf`, `passed`, `expected_pcc`.
"""


@dataclass
class Findings:
    """The results of a run."""

    accuracy: dict[str, Accuracy] = field(default_factory=dict[str, Accuracy])
    """Maps nodes to the accuracy of their operation."""
    verdict: dict[str, Any] | None = None
    """The result of `verdicts.check`, or None if it was not requested."""


@dataclass
class Simulation:
    """A run in a separate process. `progress` is a percentage.

    The findings are complete after a successful end. With `check`, the run is also validated.
    """

    unit: Unit
    data: bytes
    memory_limit: int
    check: Check | None = None
    progress: int = 0
    error: str | None = None
    findings: Findings = field(default_factory=Findings)
    log: list[str] = field(default_factory=list[str])
    """Lines of the log that `take_log` has not returned yet."""
    _process: subprocess.Popen[str] | None = None
    _thread: threading.Thread | None = None
    _cancelled: bool = False

    def start(self, ended: Callable[[Simulation], None]) -> None:
        """Start the run in the background. `ended` is called at its end in every case."""
        self._thread = threading.Thread(target=self._follow, args=(ended,), daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether the run has ended."""
        return self._thread is not None and not self._thread.is_alive()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the run has ended, or for `timeout` seconds."""
        if self._thread is not None:
            self._thread.join(timeout)

    def cancel(self) -> None:
        """Cancel the run. The error of the run then names the cancellation as the reason."""
        self._cancelled = True
        if self._process is not None:
            self._process.kill()

    def take_log(self) -> list[str]:
        """Return the new lines of the log."""
        lines, self.log = self.log, []
        return lines

    def say(self, line: str) -> None:
        """Add a line to the log. The oldest lines are dropped if it is too long."""
        self.log = [*self.log[-_LOG_LINES:], line]

    def _follow(self, ended: Callable[[Simulation], None]) -> None:
        try:
            with tempfile.TemporaryDirectory(prefix="tt-explorer-") as folder:
                path = Path(folder) / "model.ttnn"
                write_file(path, self.data)
                self._run(path)
        except OSError as error:
            self.error = f"the simulator cannot be started: {error.strerror}"
        if self._cancelled:
            self.error = _CANCELLED
        if self.error is None:
            self.progress = 100
        ended(self)

    def _run(self, path: Path) -> None:
        package = str(Path(__file__).parents[2])
        search = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env=dict(os.environ) | {"PYTHONPATH": search},
        )
        with self._process as process:
            assert process.stdin is not None
            assert process.stdout is not None
            if self._cancelled:
                process.kill()
            task: dict[str, Any] = {"path": str(path), "program": self.unit.program.index}
            task["memory_limit"] = self.memory_limit
            task["check"] = self.check and [self.check.sources, self.check.inputs]
            with suppress(BrokenPipeError):
                process.stdin.write(json.dumps(task) + "\n")
                process.stdin.flush()
            is_complete = self._listen(process.stdout)
        if not is_complete and self.error is None:
            self.error = f"the simulator ended with code {process.returncode}"

    def _listen(self, lines: Iterable[str]) -> bool:
        """Process the lines that the process writes. Return whether it reported completion."""
        for line in lines:
            match json.loads(line):
                case {"done": int(done), "of": int(of), "label": str(label)}:
                    self.progress = (50 if self.check else 100) * done // max(of, 1)
                    self.say(f"{done}/{of} {label}")
                case {"error": str(error)}:
                    self.error = error
                case {"operation": int(index), **row}:
                    self.findings.accuracy[self.unit.ids[index]] = row
                case {"verdict": verdict}:
                    self.findings.verdict = cast("dict[str, Any]", verdict)
                case {"end": True}:
                    return True
                case _:
                    pass
        return False


def work() -> None:
    """Run as the worker process: read a task from standard input, and write reports to standard
    output.
    """
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    task = json.loads(sys.stdin.readline())
    threading.Thread(target=_leave_with_the_parent, daemon=True).start()
    _limit_memory(task["memory_limit"])
    from ttmlir_py.schemas import BinaryError

    try:
        _simulate(task, answers)
    except (MemoryError, SimulationError, BinaryError, OSError) as error:
        text = "out of memory" if isinstance(error, MemoryError) else str(error)
        _answer(answers, {"error": text})
    else:
        if task["check"] is not None:
            _validate(task, answers)
    _answer(answers, {"end": True})


def _leave_with_the_parent() -> None:
    """Exit when standard input ends, because the parent process has ended."""
    sys.stdin.read()
    os._exit(1)


def _limit_memory(limit: int) -> None:
    """Limit the memory of this process in bytes, where the system supports it."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (limit + _HEADROOM, limit + _HEADROOM))
    except (ImportError, ValueError, OSError):
        pass


def _answer(answers: IO[str], message: Mapping[str, Any]) -> None:
    try:
        answers.write(json.dumps(message) + "\n")
        answers.flush()
    except BrokenPipeError:
        os._exit(1)  # no process reads the output


def _simulate(task: Mapping[str, Any], answers: IO[str]) -> None:
    """Run a program on generated inputs, and compare each operation with its golden.

    Goldens are float64 results, or those in the binary.
    """
    from ttmlir_py.runtime import GoldenChecker, RunEvents, combine_hooks, golden_inputs
    from ttmlir_py.runtime.binary import TTNNBinary
    from ttmlir_py.runtime.inputs import bind_inputs, generate_inputs
    from ttmlir_py.runtime.observers.goldens import embedded_goldens

    binary, limit = TTNNBinary.load(Path(task["path"])), task["memory_limit"]
    program = binary.program(task["program"])
    source = "embedded" if embedded_goldens(binary, program) else "f64"
    checker = GoldenChecker(binary, program, source=source)
    count = len(program.operations)

    def after(operation: Operation, _operands: Sequence[Any], _result: Any) -> None:
        label = operation.label
        _answer(answers, {"done": operation.index + 1, "of": count, "label": label})

    inputs = generate_inputs(program, INITIALIZER, SEED, limit)
    pairs = zip(inputs, golden_inputs(binary, program), strict=True)
    bound = bind_inputs(program, [a if b is None else b for a, b in pairs])
    hooks = combine_hooks(checker.hooks, RunEvents(after=after))
    try:
        binary.run(bound, program.index, hooks=hooks, memory_limit=limit)
    finally:
        for row in checker.report.rows:
            seen, alone = row.accumulated, row.isolated
            message = {
                "operation": row.operation.index,
                "pcc": seen.pcc,
                "expected_pcc": checker.report.threshold,
                "error": _finite(seen.relative),
                "isolated": None if alone is None else _finite(alone.relative),
                "max_absolute": _finite(seen.max_absolute),
                "nan": seen.nan,
                "inf": seen.inf,
                "passed": row.passed,
                "note": seen.note,
            }
            _answer(answers, message)


def _validate(task: Mapping[str, Any], answers: IO[str]) -> None:
    """Compare the program with its source."""
    from ttmlir_py.runtime.binary import TTNNBinary

    data = Path(task["path"]).read_bytes()
    name = TTNNBinary.load(data).program(task["program"]).name
    _answer(answers, {"verdict": check(data, Check(*task["check"]), name)})


def _finite(value: float) -> float | None:
    """Return a number for JSON, or None for infinities and NaN."""
    return value if abs(value) < float("inf") else None
