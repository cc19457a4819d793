"""A simulation of a cluster: how long a sweep takes with many workers, and what limits it.

Three stages serve a task one after the other: the client (it sends the task, and stores the
results), the scheduler, and a thread of a worker. Client and scheduler serve one task at a time.
Small cases share a task, as in a real run. Each case takes as long as it took when it was measured.
The result is the time of the last task.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from ttmlir_py.sweep.engines import task_size

CLIENT = 0.0016
"""Seconds of the client for each task."""
STORE = 0.0004
"""Seconds of the client to store the result of a case."""
SCHEDULER = 0.0035
"""Seconds of Dask's scheduler for each task. `docs/sweeps.md` says how these were measured."""


@dataclass(frozen=True)
class Estimate:
    """The simulated run of a sweep."""

    workers: int
    seconds: float
    efficiency: float
    """The work of all cases, divided by the time of all workers."""
    bottleneck: str
    """`workers`, `client`, `scheduler`, or `longest case`."""


def simulate(
    costs: Sequence[float],
    workers: int,
    *,
    client: float = CLIENT,
    scheduler: float = SCHEDULER,
) -> Estimate:
    """Simulate a sweep whose cases take `costs` seconds, in this order, on worker threads."""
    free = [0.0] * workers
    sent = scheduled = end = 0.0
    window: list[float] = []
    work, count, tasks = sum(costs), len(costs), 0
    start = 0
    while start < count:
        size = task_size(count - start, workers, work / count)
        cost = sum(costs[start : start + size])
        start, tasks = start + size, tasks + 1
        if len(window) >= 2 * workers + 2:  # the client sends a task when another one is finished
            sent = max(sent, heapq.heappop(window))
        sent += client + size * STORE
        scheduled = max(scheduled, sent) + scheduler
        done = max(scheduled, heapq.heappop(free)) + cost
        heapq.heappush(free, done)
        heapq.heappush(window, done)
        end = max(end, done)
    loads = {
        "client": tasks * client + count * STORE,
        "scheduler": tasks * scheduler,
        "workers": work / workers,
        "longest case": max(costs, default=0.0),
    }
    bottleneck = max(loads, key=lambda name: loads[name])
    return Estimate(workers, end, work / (workers * end) if end else 1.0, bottleneck)
