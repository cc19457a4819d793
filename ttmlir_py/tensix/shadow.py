"""A record of memory accesses for race checks: pieces with their last write and later reads.

A memory is cut where accesses begin or end, identically in all banks. Each piece has a row in the
arrays. Rows that are accessed together are kept adjacent, in address order, so that an access is
one numpy operation for any number of pieces.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.tensix.memory import Banks, Memory

AGENTS = 4
"""Number of agents per core: two data movement threads, unpack and pack."""
MOST_PIECES = 1 << 14
"""Largest number of pieces per memory. Accesses that would need more are not checked."""
_FEW = 8
"""Rows are sorted as soon as one row in this many is out of order, which bounds the number of
copies.
"""

Marks = NDArray[np.int64]
"""Accesses as agent, count and call in one integer; 0 means no access."""


@dataclass(frozen=True, eq=False, slots=True)
class Pieces:
    """The pieces that cover a range of bytes."""

    rows: list[int]
    index: Any
    """Numpy selector of the rows: a slice, or a column of row indices."""

    def of(self, banks: Banks) -> Any:
        """Return the numpy selector of the pieces in some banks: (pieces, banks)."""
        return self.index, banks.selector if self.is_slice else np.array(banks.numbers)

    @property
    def is_slice(self) -> bool:
        """Return whether the rows are consecutive."""
        return self.index.__class__ is slice

    def of_agents(self, banks: Banks) -> Any:
        """Return the selector of accesses by the banks' own agents: (pieces, agents, banks)."""
        if self.is_slice:
            return self.index, slice(None), banks.selector
        return self.index[:, :, None], np.arange(AGENTS)[:, None], np.array(banks.numbers)


class Shadow:
    """The recorded accesses to one memory."""

    def __init__(self, memory: Memory, local: bool) -> None:
        self.memory, self.local = memory, local
        self._starts, self._rows = [0], [0]
        """Start addresses of the pieces, and their rows."""
        self._unsorted = 0
        """Number of rows that may be out of order."""
        banks = len(memory.names)
        self.writes: Marks = np.zeros((64, banks), np.int64)
        """Mark of the last write, by row and bank."""
        self.reads: Marks = np.zeros((64, AGENTS if local else 0, banks), np.int64)
        """Marks of reads since the last write by the core's own agents, by row, agent and bank."""
        self.others: dict[int, dict[tuple[int, int], int]] = {}
        """Maps rows to reads by other agents, which are keyed by bank and agent."""
        self.has_others = np.zeros(64, np.bool_)
        self.stamps = np.zeros(64, np.int64)
        """Stamp of the last write, by row."""
        self.stamp = 0
        self._known: dict[tuple[int, int], Pieces] = {}
        self.cuts = 0
        """Version of the layout. Stored pieces and views are valid while it is unchanged."""

    def pieces(self, address: int, size: int) -> Pieces | None:
        """Return the pieces of a range of bytes, or None if out of range or too many pieces
        exist.
        """
        return self._known.get((address, size)) or self._find(address, size)

    def _find(self, address: int, size: int) -> Pieces | None:
        if not 0 <= address < address + size <= self.memory.size:
            return None
        if len(self._starts) + 2 > MOST_PIECES:
            return None
        self._cut(address)
        self._cut(address + size)
        first, last = (bisect_left(self._starts, each) for each in (address, address + size))
        if len(self._known) > MOST_PIECES:
            self._forget()
        rows = self._rows[first:last]
        if not _are_neighbours(rows) and self._unsorted * _FEW >= len(self._rows):
            self._sort()
            rows = self._rows[first:last]
        found = self._known[address, size] = _selected(rows)
        return found

    def _cut(self, address: int) -> None:
        """Cut the piece that contains an address into two."""
        index = bisect_right(self._starts, address) - 1
        if self._starts[index] == address:
            return
        before, new = self._rows[index], len(self._rows)
        if new == len(self.writes):
            self._reorder(np.arange(2 * new) % new)
        self._starts.insert(index + 1, address)
        self._rows.insert(index + 1, new)
        for each in (self.writes, self.reads, self.has_others, self.stamps):
            each[new] = each[before]
        if before in self.others:
            self.others[new] = dict(self.others[before])
        self._unsorted += 1
        self._forget()

    def _sort(self) -> None:
        """Sort the rows by address."""
        count = len(self._rows)
        self._reorder(np.array([*self._rows, *range(count, len(self.writes))]))
        moved = {row: new for new, row in enumerate(self._rows)}
        self.others = {moved[row]: reads for row, reads in self.others.items()}
        self._rows, self._unsorted = list(range(count)), 0
        self._forget()

    def _forget(self) -> None:
        self._known.clear()
        self.cuts += 1

    def _reorder(self, rows: NDArray[np.int64]) -> None:
        self.writes, self.reads = self.writes[rows], self.reads[rows]
        self.has_others, self.stamps = self.has_others[rows], self.stamps[rows]

    def newest(self, pieces: Pieces) -> int:
        """Return the stamp of the last write to any of the pieces, or 0 without a write."""
        rows = pieces.rows
        return int(self.stamps[rows[0]] if len(rows) == 1 else self.stamps[pieces.index].max())

    def last_written(self, stamp: int) -> Pieces:
        """Return all pieces whose last write has this stamp. At least one exists."""
        rows = np.flatnonzero(self.stamps[: len(self._rows)] == stamp)
        return _selected(rows.tolist())

    def write(self, pieces: Pieces, banks: Banks, marks: Marks | int) -> None:
        """Record a write by bank, and drop earlier reads by the core's own agents."""
        self.writes[pieces.of(banks)] = marks
        self.reads[pieces.of_agents(banks)] = 0
        self.touch(pieces)

    def touch(self, pieces: Pieces) -> None:
        """Give the pieces a new write stamp."""
        self.stamp += 1
        self.stamps[pieces.index] = self.stamp

    def start(self, row: int) -> int:
        """Return the start address of the piece with this row."""
        return self._starts[self._rows.index(row)]


def _selected(rows: list[int]) -> Pieces:
    is_slice = _are_neighbours(rows)
    return Pieces(rows, slice(rows[0], rows[-1] + 1) if is_slice else np.array(rows)[:, None])


def _are_neighbours(rows: list[int]) -> bool:
    return rows[-1] - rows[0] == len(rows) - 1 and rows == list(range(rows[0], rows[-1] + 1))
