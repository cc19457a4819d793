"""A sweep on a cluster whose parts fail: its results must equal those of an undisturbed run.

    python tools/sweep/faults.py TABLE UNDISTURBED.sqlite [--folder FOLDER]

A scheduler and two workers of Dask run on this computer. A worker is killed (-9) every 20 seconds,
and started again. The scheduler is killed once. The disk with the results is full once, for 15
seconds: as root, the results and the workers' files are on a small tmpfs; otherwise this fault is
left out and reported.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ttmlir_py.sweep.results import Results

EVERY, SCHEDULER_AT, FULL_AT, FULL_FOR = 20.0, 70.0, 110.0, 15.0
DASK = [sys.executable, "-m"]


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return held.getsockname()[1]


class Cluster:
    """A scheduler and workers, which are started again when they end."""

    def __init__(self, folder: Path, disk: Path) -> None:
        self.port = free_port()
        self.disk = disk
        self.log = (folder / "cluster.log").open("wb")
        self.scheduler = self._scheduler()
        self.workers = [self._worker() for _ in range(2)]
        self.kills = 0

    @property
    def address(self) -> str:
        """The address of the scheduler."""
        return f"tcp://127.0.0.1:{self.port}"

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*DASK, *arguments, "--no-dashboard"], stdout=self.log, stderr=self.log
        )

    def _scheduler(self) -> subprocess.Popen[bytes]:
        where = ("--host", "127.0.0.1", "--port", str(self.port))
        return self._start("distributed.cli.dask_scheduler", *where)

    def _worker(self) -> subprocess.Popen[bytes]:
        limits = ("--nthreads", "1", "--memory-limit", "0", "--no-nanny", "--host", "127.0.0.1")
        where = ("--local-directory", os.fspath(self.disk))
        return self._start("distributed.cli.dask_worker", self.address, *limits, *where)

    def keep(self) -> None:
        """Start workers that ended."""
        for i, each in enumerate(self.workers):
            if each.poll() is not None:
                self.workers[i] = self._worker()

    def kill_worker(self) -> None:
        """Kill a worker, and start another one later."""
        worker = self.workers[self.kills % 2]
        self.kills += 1
        worker.send_signal(signal.SIGKILL)

    def restart_scheduler(self) -> None:
        """Kill the scheduler, and start another one at its address."""
        self.scheduler.send_signal(signal.SIGKILL)
        self.scheduler.wait()
        time.sleep(2)
        self.scheduler = self._scheduler()

    def close(self) -> None:
        """End all processes."""
        for each in (*self.workers, self.scheduler):
            each.kill()
            each.wait()


def main() -> int:
    """Run the sweep with faults, and compare its results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table")
    parser.add_argument("undisturbed")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.mkdtemp()))
    options = parser.parse_args()
    disk = options.folder / "disk"
    disk.mkdir(parents=True, exist_ok=True)
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", disk]).returncode
    )
    cluster = Cluster(options.folder, disk)
    output, filler = disk / "results.sqlite", disk / "filler"
    command = [sys.executable, "-m", "ttmlir_py.tools.ttmlir_sweep", "run", options.table]
    command += ["-o", os.fspath(output), "--scheduler", cluster.address, "--exit-zero"]
    start = time.monotonic()
    sweep = subprocess.Popen(command)
    events = [(SCHEDULER_AT, "scheduler")]
    events += [(FULL_AT, "full"), (FULL_AT + FULL_FOR, "free")] if mounted else []
    killed_at = EVERY
    try:
        while sweep.poll() is None:
            time.sleep(0.5)
            now = time.monotonic() - start
            cluster.keep()
            if now > killed_at:
                cluster.kill_worker()
                killed_at += EVERY
            if events and now > events[0][0]:
                _, what = events.pop(0)
                print(f"{now:.0f} s: {what}", flush=True)
                if what == "scheduler":
                    cluster.restart_scheduler()
                elif what == "full":
                    subprocess.run(
                        ["dd", "if=/dev/zero", f"of={filler}", "bs=1M"], stderr=subprocess.DEVNULL
                    )
                else:
                    filler.unlink()
        mine, theirs = Results(output), Results(options.undisturbed)
        count = mine.base.execute("SELECT count(*), count(DISTINCT id) FROM results").fetchone()
        print(f"{time.monotonic() - start:.0f} s, {cluster.kills} workers killed, exit", end=" ")
        print(f"{sweep.returncode}, {count[0]} results of {count[1]} cases")
        missing = [each for _, each in events]
        print(f"faults left out: {missing or ([] if mounted else ['full'])}")
        equal = mine.digest() == theirs.digest()
        print("equal to the undisturbed run" if equal else "DIFFERENT from the undisturbed run")
        return 0 if equal and not sweep.returncode and not missing else 1
    finally:
        sweep.kill()
        cluster.close()
        if mounted:
            if output.exists():
                shutil.copy(output, options.folder)
            subprocess.run(["umount", "-l", disk])


if __name__ == "__main__":
    sys.exit(main())
