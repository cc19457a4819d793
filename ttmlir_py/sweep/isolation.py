"""Cases in processes of their own: a crash, a kill or a limit costs one case.

A host process loads the package once and forks for each case. It has one thread, so that forking is
safe in every worker. It speaks lines of JSON: a case on standard input, a result on standard
output. It ends when its standard input ends.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Any, BinaryIO

from ttmlir_py.sweep.cases import Case
from ttmlir_py.sweep.outcome import Cost, Finished, Result, Stage, Status

_COMMAND = "from ttmlir_py.sweep import isolation; isolation.main()"
_GRACE = 30.0
"""Seconds beyond the limit of a case after which its host is considered dead."""
_ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL")}
"""Variables that keep numpy from starting threads, which a fork would lose."""
_LOADED = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
_CHUNK = 1 << 16
_LARGEST_RESULT = 1 << 20


class Host:
    """A host process. It is started when it is needed, and again after it died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, case: Case) -> Finished:
        """Return the result of a case, which is a crash if the process ends without one."""
        started = time.time()
        try:
            answer = self._ask(case)
        except (OSError, ValueError) as error:
            self.close()
            crash = Result(Status.FAIL_CRASH, Stage.START, f"the host process ended: {error}")
            return Finished(case.id(), "", crash, Cost(time.time() - started, 0, _here(), started))
        cost = Cost(**answer["cost"], worker=_here(), started=started)
        return Finished(case.id(), answer["version"], Result.of_dict(answer["result"]), cost)

    def _ask(self, case: Case) -> dict[str, Any]:
        process = self._process
        if process is None or process.poll() is not None:
            process = self._process = subprocess.Popen(
                [sys.executable, "-c", _COMMAND],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
                env=os.environ | _ONE_THREAD,
            )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(case.as_dict()).encode() + b"\n")
        process.stdin.flush()
        line = _line_within(process.stdout, case.timeout + _GRACE)
        return json.loads(line)

    def close(self) -> None:
        """End the host process and the case that it runs."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


_hosts = threading.local()


def run_isolated(data: dict[str, Any]) -> Finished:
    """Return the result of the case in `data`, computed by the host process of this thread.

    This is the function that engines call on their workers.
    """
    host = getattr(_hosts, "host", None)
    if host is None:
        host = _hosts.host = Host()
    return host.run(Case.of_dict(data))


def _here() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def _line_within(file: Any, seconds: float) -> bytes:
    """Return the next line of an unbuffered pipe. Raises OSError at its end or after `seconds`."""
    end = time.monotonic() + seconds
    data = bytearray()
    while not data.endswith(b"\n"):
        ready, _, _ = select.select([file], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            raise TimeoutError("no answer in time")
        chunk = os.read(file.fileno(), _CHUNK)
        if not chunk:
            raise ConnectionResetError("end of file")
        data += chunk
    return bytes(data)


# ---- in the host process -------------------------------------------------------------------------


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Run the cases in the lines of `source`, and write a line with each result to `target`."""
    from ttmlir_py.sweep.cases import version
    from ttmlir_py.sweep.running import run_case

    run_case(Case(_LOADED))  # loads the modules that every case needs
    while line := source.readline():
        case = Case.of_dict(json.loads(line))
        result, cost = _forked(case, source.fileno())
        answer = {"result": result, "cost": cost, "version": version()}
        target.write(json.dumps(answer).encode() + b"\n")
        target.flush()


def _forked(case: Case, parent: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Run a case in a child process. Return its result and cost as data."""
    reader, writer = os.pipe()
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _run_child(case, writer)
    os.close(writer)
    data, reason = _read_result(reader, case.timeout, parent)
    os.close(reader)
    if reason:
        os.kill(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    if reason == "parent":
        os._exit(1)
    cost = {"seconds": time.monotonic() - started, "memory": usage.ru_maxrss << 10}
    if status or reason:
        message = reason or _end_of(status)
        return Result(Status.FAIL_CRASH, Stage.START, message).as_dict(), cost
    return json.loads(data), cost


def _run_child(case: Case, writer: int) -> None:
    """Run a case, write its result to a pipe, and end the process."""
    from ttmlir_py.sweep.running import run_case

    code = 1
    try:
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(0, 1)
        os.dup2(0, 2)
        _limit_memory(case.memory)
        data = json.dumps(run_case(case).as_dict()).encode()
        while data:
            data = data[os.write(writer, data) :]
        code = 0
    finally:
        os._exit(code)


def _limit_memory(size: int) -> None:
    """Limit the data of this process, unless it has a lower limit."""
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = size if most == resource.RLIM_INFINITY else min(size, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _read_result(reader: int, timeout: float, parent: int) -> tuple[bytes, str]:
    """Return the data of a child, and a reason to kill it: a limit, or the end of the parent."""
    data = bytearray()
    end = time.monotonic() + timeout
    while True:
        ready, _, _ = select.select([reader, parent], [], [], max(0.0, end - time.monotonic()))
        if reader in ready:
            chunk = os.read(reader, _CHUNK)
            if not chunk:
                return bytes(data), ""
            data += chunk
            if len(data) > _LARGEST_RESULT:
                return b"", "the result is too large"
        elif parent in ready:  # no case is sent before this one is finished
            return b"", "parent"
        else:
            return b"", f"time limit of {timeout:g} s"


def _end_of(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"killed by {signal.Signals(os.WTERMSIG(status)).name}"
    return "the process ended with an unexpected error"


def main() -> None:
    """Run the host process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(sys.stdin.buffer, sys.stdout.buffer)
