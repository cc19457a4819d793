"""Engines that run cases: one process after the other, or Dask on many workers and computers.

Cases are independent, and results are named by their content. So an engine may run a case again at
any time: after a worker or the scheduler ended, or on another computer.
"""

from __future__ import annotations

import logging
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ttmlir_py.sweep.cases import Case, shard_of, version
from ttmlir_py.sweep.isolation import run_isolated
from ttmlir_py.sweep.outcome import Finished, Status
from ttmlir_py.sweep.results import Results

BIG = 1 << 30
"""The need of memory from which a case runs alone on its computer, in bytes."""
RETRIES = 20
"""How often a case runs again because its worker ended."""
TASK_SECONDS = 0.5
"""Seconds that a Dask task should take."""
LARGEST_TASK = 64
"""Most cases in a Dask task."""
PATIENCE = 600.0
"""Seconds to wait for a lost scheduler."""
_BATCH = 64
_POLL = 0.02
_GATHER = 60
"""Seconds to wait for a result that a worker has."""


class EngineError(RuntimeError):
    """The scheduler cannot be reached, or its workers have another version of this package."""


@dataclass
class Progress:
    """The state of a run."""

    total: int
    skipped: int = 0
    """The number of cases that had a result before the run."""
    done: int = 0
    counts: Counter[str] = field(default_factory=Counter[str])
    """The number of results by status."""
    repeated: int = 0
    """How often a case ran again because its worker or the scheduler ended."""


def run(
    cases: Iterable[Case],
    path: str | os.PathLike[str],
    *,
    shard: tuple[int, int] = (1, 1),
    workers: int = 0,
    scheduler: str = "",
    big: int = BIG,
    show: Callable[[Progress], None] = lambda _: None,
    warn: Callable[[str], None] = lambda _: None,
) -> Progress:
    """Run the cases without a result in the file `path`, and add their results.

    Only cases of the shard `shard[0]` of `shard[1]` run. `scheduler` is the address of a Dask
    scheduler. Otherwise, `workers` processes run on this computer (default: one for each core).
    Without Dask, cases run one after the other. Raises `EngineError`, and sqlite3.Error if results
    cannot be written.
    """
    chosen = {key: case for case in cases if shard_of(key := case.id(), shard[1]) == shard[0]}
    results = Results(path)
    results.warn = warn
    try:
        results.add_cases(chosen.values())
        done = results.finished(version())
        missing = [case for key, case in chosen.items() if key not in done]
        progress = Progress(len(chosen), len(chosen) - len(missing))
        show(progress)
        engine = _engine(workers, scheduler, warn)
        _store(engine(_ordered(missing, big), big, progress), results, progress, show)
        return progress
    finally:
        results.close()


def _store(
    found: Iterator[Finished],
    results: Results,
    progress: Progress,
    show: Callable[[Progress], None],
) -> None:
    """Add results in batches, also those before an interrupt."""
    waiting: list[Finished] = []
    written = time.monotonic()
    try:
        for finished in found:
            progress.done += 1
            progress.counts[finished.result.status.value] += 1
            waiting.append(finished)
            if len(waiting) >= _BATCH or time.monotonic() > written + 1:
                results.add(waiting)
                waiting, written = [], time.monotonic()
            show(progress)
    finally:
        results.add(waiting)


def _ordered(cases: Sequence[Case], big: int) -> list[Case]:
    """Return the cases, the big ones last."""
    return sorted(cases, key=lambda each: each.need() >= big)


Engine = Callable[[Sequence[Case], int, Progress], Iterator[Finished]]


def _engine(workers: int, scheduler: str, warn: Callable[[str], None]) -> Engine:
    has_dask = find_spec("distributed") is not None
    if scheduler and not has_dask:
        raise EngineError("--scheduler needs Dask: pip install 'ttmlir-py[sweep]'")
    count = workers or os.cpu_count() or 1
    if not has_dask or (count == 1 and not scheduler):
        return _serial
    return _Dask(count, scheduler, warn).run


def _serial(cases: Sequence[Case], big: int, progress: Progress) -> Iterator[Finished]:
    """Run one case after the other."""
    for case in cases:
        finished = run_isolated(case.as_dict())
        for _ in range(RETRIES):
            if finished.version:
                break
            progress.repeated += 1
            finished = run_isolated(case.as_dict())
        yield _checked(finished)


def _checked(finished: Finished) -> Finished:
    """Return a result with its version. Raises `EngineError` for another version."""
    if not finished.version:  # the host process ended each time
        return replace(finished, version=version())
    if finished.version != version():
        raise EngineError(
            f"a worker has the version {finished.version}, expected {version()}: install the same "
            "version everywhere"
        )
    return finished


def _distributed() -> Any:
    """Return Dask's library, which is imported only when it is used."""
    return import_module("distributed")


def task_size(waiting: int, threads: int, seconds: float) -> int:
    """Return how many of the `waiting` cases the next Dask task gets, if a case takes `seconds`.

    A task costs the client and the scheduler several milliseconds, so small cases share one. The
    last cases are spread over all threads.
    """
    longest = TASK_SECONDS / max(seconds, TASK_SECONDS / LARGEST_TASK)
    return max(1, min(int(longest), waiting // (4 * threads)))


@dataclass
class _Task:
    """Cases that the scheduler has. They run one after the other."""

    cases: list[Case]
    is_big: bool

    def timeout(self) -> float:
        """Return the limit of all cases together, in seconds."""
        return sum(each.timeout for each in self.cases)


def _silence() -> None:
    """Keep Dask from writing about lost workers and schedulers, which are expected.

    Importing Dask gives some of its loggers levels of their own.
    """
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def run_all(cases: Sequence[dict[str, Any]]) -> list[Finished]:
    """Return the results of cases, which run one after the other. This is a Dask task."""
    return [run_isolated(each) for each in cases]


class _Dask:
    """A client of a scheduler. It submits lost cases again, and connects again."""

    def __init__(self, workers: int, scheduler: str, warn: Callable[[str], None]) -> None:
        self._workers = workers
        self._address = scheduler
        self._warn = warn
        self._client: Any = None
        self._cluster: Any = None
        self._attempts: Counter[str] = Counter()
        self._seconds = TASK_SECONDS
        """The moving average of the seconds of a case."""

    def run(self, cases: Sequence[Case], big: int, progress: Progress) -> Iterator[Finished]:
        """Yield the results in the order in which they are complete."""
        pending = deque(cases)
        try:
            while pending:
                yield from self._connected(pending, big, progress)
        finally:
            self._close()

    def _connected(self, pending: deque[Case], big: int, progress: Progress) -> Iterator[Finished]:
        """Run cases until all are done, or the connection is lost. Lost cases are pending again."""
        client = self._connect()
        tasks: dict[Any, _Task] = {}
        completed: Any = _distributed().as_completed(loop=client.loop)
        heard = time.monotonic()
        while pending or tasks:
            try:
                for future in self._submit(client, pending, tasks, big):
                    completed.add(future)
            except Exception:  # Dask has many for a scheduler that is lost
                if client.status == "running":
                    raise
            batch = list(completed.next_batch(block=False)) if completed.count() else []
            for future in batch:
                heard = time.monotonic()
                for case, finished in self._results(future, tasks.pop(future)):
                    if finished is None:
                        progress.repeated += 1
                        pending.appendleft(case)
                    else:
                        self._seconds += (finished.cost.seconds - self._seconds) / 8
                        yield _checked(finished)
            if batch:
                continue
            longest = max((each.timeout() for each in tasks.values()), default=0.0)
            if client.status != "running" or time.monotonic() > heard + longest + 120:
                self._warn("the scheduler is lost: connecting again")
                for task in tasks.values():
                    progress.repeated += len(task.cases)
                    pending.extendleft(task.cases)
                self._close()
                return
            time.sleep(_POLL)

    def _submit(
        self, client: Any, pending: deque[Case], tasks: dict[Any, _Task], big: int
    ) -> Iterator[Any]:
        """Submit tasks until each thread has one and another one is waiting.

        Big cases start when no other case runs, one on each computer.
        """
        threads, hosts = self._threads(client)
        while pending and len(tasks) < 2 * threads + 2:
            is_big = pending[0].need() >= big
            if not is_big and any(each.is_big for each in tasks.values()):
                return
            if is_big and (
                len(tasks) >= len(hosts) or not all(each.is_big for each in tasks.values())
            ):
                return
            size = 1 if is_big else task_size(len(pending), threads, self._seconds)
            task = _Task(self._next(pending, size, big), is_big)
            first = task.cases[0].id()
            future = client.submit(
                run_all,
                [each.as_dict() for each in task.cases],
                key=f"{first}-{self._attempts[first]}-{time.time_ns()}",
                pure=False,
                retries=RETRIES,
                workers=[host] if is_big and (host := hosts[len(tasks)]) else None,
            )
            tasks[future] = task
            yield future

    def _next(self, pending: deque[Case], size: int, big: int) -> list[Case]:
        """Take at most `size` cases for a task.

        A case that was lost runs alone, because it may have ended its worker.
        """
        found = [pending.popleft()]
        if self._attempts[found[0].id()]:
            return found
        while pending and len(found) < size:
            if pending[0].need() >= big or self._attempts[pending[0].id()]:
                break
            found.append(pending.popleft())
        return found

    def _threads(self, client: Any) -> tuple[int, list[str]]:
        """Return the number of threads of all workers, and the names of the computers.

        The name of this computer's own cluster is empty, because its worker has no address.
        """
        if self._cluster is not None:
            return self._workers, [""]
        workers: dict[str, Any] = client.scheduler_info(n_workers=-1)["workers"]
        hosts = sorted({str(each["host"]) for each in workers.values()})
        return max(1, sum(each["nthreads"] for each in workers.values())), hosts

    def _results(self, future: Any, task: _Task) -> Iterator[tuple[Case, Finished | None]]:
        """Yield the cases of a task with their results, or None for those that must run again."""
        failure = ""
        found: Sequence[Finished | None]
        try:
            found = future.result(timeout=_GATHER)
        except Exception as error:  # the classes of Dask and tornado for what is lost
            failure, found = str(error), [None] * len(task.cases)
        for case, finished in zip(task.cases, found, strict=True):
            key = case.id()
            self._attempts[key] += 1
            is_last = self._attempts[key] > RETRIES
            if finished is None and is_last:
                raise EngineError(f"the case {key[:16]} cannot run: {failure}")
            yield case, finished if finished and (finished.version or is_last) else None

    def _connect(self) -> Any:
        library = _distributed()
        if self._client is not None:
            return self._client
        _silence()
        if not self._address:
            self._cluster = library.LocalCluster(
                n_workers=1,
                threads_per_worker=self._workers,
                processes=False,
                dashboard_address="127.0.0.1:0",
                worker_dashboard_address="127.0.0.1:0",
                memory_limit=0,
                silence_logs=50,
            )
            self._client = library.Client(self._cluster)
            return self._client
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._client = library.Client(self._address, timeout=10, set_as_default=False)
                return self._client
            except (OSError, ValueError) as error:  # TimeoutError is an OSError
                if time.monotonic() > end or isinstance(error, ValueError):
                    raise EngineError(f"{self._address}: {error}") from None
                self._warn(f"{self._address}: no answer: trying again")
                time.sleep(1)

    def _close(self) -> None:
        for each in (self._client, self._cluster):
            if each is not None:
                each.close(timeout=5)
        self._client = self._cluster = None


__all__ = ["BIG", "EngineError", "Progress", "Status", "run"]
