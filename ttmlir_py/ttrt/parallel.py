"""A pool of worker processes that handle the files of a command, with a progress bar.

Each worker is a fresh interpreter that reads tasks as lines of JSON. It imports nothing of the
caller's program, so scripts need no `__main__` guard. If a worker dies, only its current file is
lost.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from ttmlir_py.common.library_warnings import LibraryWarningsPrinted
from ttmlir_py.ttrt.common.command import Command, Outcome
from ttmlir_py.ttrt.common.util import Artifacts, Logger

_WORKER = (
    "import signal; signal.signal(signal.SIGINT, signal.SIG_DFL); "  # Ctrl-C also ends the worker
    "from ttmlir_py.ttrt.parallel import work; work()"
)
_THREAD_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
BAR_WIDTH = 30


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def handle_all(command: Command, jobs: int) -> Iterator[Outcome]:
    """Yield the outcome of each file of `command`, in order, with `jobs` worker processes."""
    tasks: queue.SimpleQueue[int] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[int, Outcome]] = queue.SimpleQueue()
    for index in range(len(command.files)):
        tasks.put(index)
    for _ in range(jobs):
        arguments = (command, jobs, tasks, done)
        threading.Thread(target=_supervise, args=arguments, daemon=True).start()
    total, count = len(command.files), 0
    outcomes: dict[int, Outcome] = {}
    for index in range(total):
        while index not in outcomes:
            number, outcome = done.get()
            outcomes[number] = outcome
            count += 1
            _show(f"[{'#' * (BAR_WIDTH * count // total):<{BAR_WIDTH}}] {count}/{total}")
        _show("")
        yield outcomes.pop(index)


def _show(text: str) -> None:
    """Replace the text in the progress bar's line on the terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text:<{BAR_WIDTH + 20}}\r{text}")
        sys.stderr.flush()


def _supervise(
    command: Command,
    jobs: int,
    tasks: queue.SimpleQueue[int],
    done: queue.SimpleQueue[tuple[int, Outcome]],
) -> None:
    """Send tasks to one worker until all are done. Restart the worker if it dies.

    `tasks` holds indices of files. `done` receives each index with its outcome.
    """
    process: subprocess.Popen[str] | None = None
    while True:
        try:
            index = tasks.get_nowait()
        except queue.Empty:
            break
        try:
            process = process or _start(command, jobs)
        except OSError as error:
            done.put((index, Outcome([], [], "error", f"no process: {error.strerror}")))
            continue
        outcome = _exchange(process, command.files[index])
        if outcome is None:
            outcome = Outcome([], [], "error", f"the process ended with code {process.wait()}")
            process = None
        done.put((index, outcome))
    if process is not None and process.stdin is not None:
        process.stdin.close()
        process.wait()


def _start(command: Command, jobs: int) -> subprocess.Popen[str]:
    """Start a worker. numpy in this worker uses the number of processors divided by `jobs`."""
    threads = dict.fromkeys(_THREAD_VARIABLES, str(max(processors() // jobs, 1)))
    package = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", _WORKER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=threads | dict(os.environ) | {"PYTHONPATH": path},
    )
    setting = {
        "command": type(command).__name__,
        # Only the parent process writes the log.
        "args": {each.name: command[each.name] for each in command.options} | {"--log-file": ""},
        "artifacts": command.artifacts.get_artifacts_folder_path(),
    }
    _send(process, setting)
    return process


def _send(process: subprocess.Popen[str], message: Any) -> None:
    assert process.stdin is not None
    try:
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
    except BrokenPipeError:
        pass  # the death of the process is noticed when its answer is read


def _exchange(process: subprocess.Popen[str], file: Path) -> Outcome | None:
    """Return the worker's outcome of a file, or None if the worker died."""
    assert process.stdout is not None
    _send(process, str(file))
    answer = process.stdout.readline()
    return Outcome(**json.loads(answer)) if answer else None


def work() -> None:
    """Run the worker's loop: read the settings, then answer each line with a path by an outcome."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # all other output goes to standard error
    setting = json.loads(sys.stdin.readline())
    logger = Logger()
    name: str = setting["command"]
    module = import_module(f"ttmlir_py.ttrt.common.{name.lower()}")
    command_class: type[Command] = getattr(module, name)
    command = command_class(
        setting["args"], logger, Artifacts(logger, artifacts_folder_path=setting["artifacts"])
    )
    for line in sys.stdin:
        # Python warnings of this child process would not reach the parent's caller.
        with LibraryWarningsPrinted():
            outcome = command.handle(Path(json.loads(line)))
        try:
            answers.write(json.dumps(asdict(outcome)) + "\n")
            answers.flush()
        except BrokenPipeError:
            os._exit(1)  # the parent process has ended
