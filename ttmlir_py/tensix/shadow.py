"""What is known of the accesses to a memory, for the check of races: pieces of it, with their last writes and the reads since.

A memory is cut where accesses begin or end, the same way in all banks. Each piece has a row in the arrays; rows that accesses
take together are kept together, in the order of addresses, so that an access is one operation of numpy however many pieces it has.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.tensix.memory import Banks, Memory

AGENTS = 4
"""Of a core: the two that move data, unpacker and packer."""
MOST_PIECES = 1 << 14
"""Pieces of a memory that are told apart; what would cut it further is not checked."""
_FEW = 8
"""Rows are sorted when one in so many is out of order: so they are copied that often at most, whatever the accesses are."""

Marks = NDArray[np.int64]
"""Accesses: who made them, by which call, and when; 0 is none."""


@dataclass(frozen=True, eq=False, slots=True)
class Pieces:
    """The pieces that some bytes consist of."""

    rows: list[int]
    index: Any
    """How numpy selects the rows: a slice, or a column of their numbers."""

    def of(self, banks: Banks) -> Any:
        """How numpy selects them in some banks: (pieces, banks)."""
        return self.index, banks.selector if self.is_slice else np.array(banks.numbers)

    @property
    def is_slice(self) -> bool:
        """Whether the rows follow each other."""
        return self.index.__class__ is slice

    def of_agents(self, banks: Banks) -> Any:
        """How numpy selects what each of the banks' own agents did with them: (pieces, agents, banks)."""
        if self.is_slice:
            return self.index, slice(None), banks.selector
        return self.index[:, :, None], np.arange(AGENTS)[:, None], np.array(banks.numbers)


class Shadow:
    """What is known of accesses to a memory."""

    def __init__(self, memory: Memory, local: bool) -> None:
        self.memory, self.local = memory, local
        self._starts, self._rows = [0], [0]
        """Where pieces start, and their rows."""
        self._unsorted = 0
        """Rows that may be out of order."""
        banks = len(memory.names)
        self.writes: Marks = np.zeros((64, banks), np.int64)
        """By row and bank, the last write."""
        self.reads: Marks = np.zeros((64, AGENTS if local else 0, banks), np.int64)
        """Reads by the core's own agents, since then, by row, agent and bank."""
        self.others: dict[int, dict[tuple[int, int], int]] = {}
        """By row, for those that have any: reads by other agents, by bank and agent."""
        self.has_others = np.zeros(64, np.bool_)
        self.stamps = np.zeros(64, np.int64)
        """By row: which of all writes to the memory was the last one."""
        self.stamp = 0
        self._known: dict[tuple[int, int], Pieces] = {}
        self.cuts = 0
        """Whoever keeps pieces, or views of the arrays, can use them as long as this stays the same."""

    def pieces(self, address: int, size: int) -> Pieces | None:
        """The pieces that some bytes consist of; None if there are no such bytes, or the pieces would be too many."""
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
        """Let a piece start at an address."""
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
        """Bring rows into the order of addresses."""
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
        """The last write to any of some pieces; 0 if there was none."""
        rows = pieces.rows
        return int(self.stamps[rows[0]] if len(rows) == 1 else self.stamps[pieces.index].max())

    def last_written(self, stamp: int) -> Pieces:
        """All pieces whose last write is this one; there are some."""
        rows = np.flatnonzero(self.stamps[: len(self._rows)] == stamp)
        return _selected(rows.tolist())

    def write(self, pieces: Pieces, banks: Banks, marks: Marks | int) -> None:
        """Note a write, by bank; what the core's own agents have read before is forgotten."""
        self.writes[pieces.of(banks)] = marks
        self.reads[pieces.of_agents(banks)] = 0
        self.touch(pieces)

    def touch(self, pieces: Pieces) -> None:
        """Note that there was a write."""
        self.stamp += 1
        self.stamps[pieces.index] = self.stamp

    def start(self, row: int) -> int:
        """The address of a piece."""
        return self._starts[self._rows.index(row)]


def _selected(rows: list[int]) -> Pieces:
    is_slice = _are_neighbours(rows)
    return Pieces(rows, slice(rows[0], rows[-1] + 1) if is_slice else np.array(rows)[:, None])


def _are_neighbours(rows: list[int]) -> bool:
    return rows[-1] - rows[0] == len(rows) - 1 and rows == list(range(rows[0], rows[-1] + 1))
