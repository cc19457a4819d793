"""A simulation of a cluster: how long a sweep takes with many workers, and what limits it.

Three stages serve a case one after the other: the client (it sends the case, and stores the
result), the scheduler, and a thread of a worker. Client and scheduler serve one case at a time.
Each case takes as long as it took when it was measured. The result is the time of the last case.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

CLIENT = 0.002
"""Seconds of the client for each case."""
SCHEDULER = 0.0035
"""Seconds of Dask's scheduler for each case. `docs/sweeps.md` says how both were measured."""


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
    size = 2 * workers + 2
    for cost in costs:
        if len(window) >= size:  # the client sends a case when another one is finished
            sent = max(sent, heapq.heappop(window))
        sent += client
        scheduled = max(scheduled, sent) + scheduler
        done = max(scheduled, heapq.heappop(free)) + cost
        heapq.heappush(free, done)
        heapq.heappush(window, done)
        end = max(end, done)
    work, count = sum(costs), len(costs)
    loads = {
        "client": count * client,
        "scheduler": count * scheduler,
        "workers": work / workers,
        "longest case": max(costs, default=0.0),
    }
    bottleneck = max(loads, key=lambda name: loads[name])
    return Estimate(workers, end, work / (workers * end) if end else 1.0, bottleneck)
