"""Resources that threads wait for, in time estimates: queues of slots, and exclusive
connections.
"""

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Times = NDArray[np.float64]
Indices = NDArray[np.intp]


class Queue:
    """The times at which the slots of a queue are filled and freed, on each core.

    Queues are circular buffers, source registers and DST sections.
    """

    def __init__(self, capacity: int, cores: int) -> None:
        self.capacity = capacity
        self._filled, self._emptied = np.zeros((2, capacity, cores))
        self._in, self._out = np.zeros((2, cores), np.int64)

    def fill(self, cores: Indices, count: int, times: Times) -> None:
        """Fill `count` slots at these times, one per core."""
        self._filled[self._places(self._in, cores, count), cores] = times
        self._in[cores] += count

    def empty(self, cores: Indices, count: int, times: Times) -> None:
        """Free `count` slots at these times, one per core."""
        self._emptied[self._places(self._out, cores, count), cores] = times
        self._out[cores] += count

    def full(self, cores: Indices, count: int = 1) -> Times:
        """Return the times from which on at least `count` slots are filled, per core."""
        return self._filled[(self._out[cores] + max(count, 1) - 1) % self.capacity, cores]

    def free(self, cores: Indices, count: int = 1) -> Times:
        """Return the times from which on at least `count` slots are free, per core."""
        return self._emptied[(self._in[cores] + max(count, 1) - 1) % self.capacity, cores]

    def _places(self, counter: NDArray[np.int64], cores: Indices, count: int) -> Indices:
        return (counter[cores] + np.arange(min(count, self.capacity))[:, None]) % self.capacity


class Lane:
    """A connection that carries one transfer at a time.

    Requests come in any order, because threads run ahead of each other. A transfer is split into
    pieces that take the first free times, like flits on several virtual channels.
    """

    def __init__(self) -> None:
        self.busy = 0.0
        """Total number of cycles in use."""
        self._starts: list[float] = []
        self._ends: list[float] = []

    def carry(self, start: float, cycles: float) -> float:
        """Carry a transfer that takes `cycles`, starting at `start` or later. Return its end."""
        self.busy += cycles
        starts, ends = self._starts, self._ends
        first = index = bisect_left(ends, start)
        now, left = start, cycles
        while index < len(starts) and starts[index] - now < left:
            left -= max(starts[index] - now, 0)
            now = max(now, ends[index])
            index += 1
        end = now + left
        if index > first:
            start = min(start, starts[first])
        if index < len(starts) and starts[index] <= end:
            merged_end = ends[index]
            index += 1
        else:
            merged_end = end
        starts[first:index], ends[first:index] = [start], [merged_end]
        return end


def indices(cores: Sequence[int]) -> Indices:
    """Return core indices as a numpy array."""
    return np.array(cores, np.intp)
