"""A race detector, which reports unordered accesses of two threads to the same place if one writes.

*Agents* are the threads that access memory, at most four per core. An agent counts its *releases*:
calls that others can observe (`cb_push_back`, `cb_pop_front`, changes of semaphores, registers
passed on). A thread that waits for a release has then seen everything that the other had done or
seen before (`Clock`). An access records the agent's count at that time. A later access by another
agent is ordered after it if that agent has seen a greater count.

The cores of a unit share a count, but each has its own knowledge: a matrix of the unit's cores by
all agents. An access is checked and recorded for all cores and all pieces of memory (`shadow`) at
once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.machine import Machine
from ttmlir_py.tensix.memory import Banks, Bytes, Memory
from ttmlir_py.tensix.operations import SEMAPHORES_END
from ttmlir_py.tensix.shadow import AGENTS, Marks, Pieces, Shadow
from ttmlir_py.tensix.steps import Place

_COUNT_BITS, _CALL_BITS = 29, 20
_COUNT_MASK, _CALL_MASK = (1 << _COUNT_BITS) - 1, (1 << _CALL_BITS) - 1
_AGENT_SHIFT = _COUNT_BITS + _CALL_BITS
"""Position of the agent in a mark, whose bits are agent, count, call.

The agent comes first, so that the greatest of an agent's marks is the latest.
"""
_MOST_RELEASES = 64
"""Largest number of recorded changes per port or word.

A thread that waits for an older change gets the knowledge of the oldest recorded one.
"""
_MOST_KNOWN = 4096
"""Largest number of writes that a thread remembers as seen."""
UNFINISHED = _COUNT_MASK
"""Count for an access that is still in progress when others may know that it has begun."""
_FIRST_OF_COMPUTE = 2

Counts = NDArray[np.int32]


class Token(NamedTuple):
    """The knowledge about other threads' accesses that a thread of a compute kernel passes to the
    next one.

    `own` has the counts of unpack and pack, `seen` those of all agents.
    """

    own: tuple[int, int]
    seen: Counts


class Transfer(NamedTuple):
    """A network read or write that no barrier has awaited yet."""

    place: Place
    address: int
    """Address in the core's own L1: the target of a read, or the source of a write."""
    size: int
    is_read: bool
    memory: Memory
    banks: Banks
    there: int
    """Address at the other end, in `banks` of `memory`."""
    is_multicast: bool = False
    core: int = 0
    """The core of the unit that issues the transfer."""
    data: Bytes | None = None
    """Initial contents of the source if the data arrives late, else None."""


class Clock:
    """The counts of all agents that a thread has seen, for each core of its unit."""

    def __init__(self, cores: Sequence[int], role: int, seen: Counts) -> None:
        self.cores: NDArray[np.int64] = np.array(cores)
        self.role, self.seen = role, seen
        """`role` is the agent's index in its core, or -1 for math, which accesses no memory.

        In `seen`, the entry of the thread's own agent exceeds all counts, for data movement
        threads.
        """
        self.agents = self.cores * AGENTS + role
        self.columns = self.cores[:, None] * AGENTS + np.arange(AGENTS)
        """Numbers of the agents of each core."""
        self.rows = np.arange(len(cores))
        self.diagonal: Any = (
            (self.rows, self.agents) if len(cores) > 1 else (0, int(self.agents[0]))
        )
        """Numpy selector of the entries of `seen` for the unit's own agent, one per core."""
        if 0 <= role < _FIRST_OF_COMPUTE:
            seen[self.diagonal] = UNFINISHED
        self.count = 1
        self.own: tuple[int, int] = (0, 0)
        """The counts of unpack and pack of the same kernel that this thread has seen."""
        self.calls: dict[Hashable, int] = {}
        """Maps calls, by their line, to consecutive numbers."""
        self.checked: dict[Pieces, int] = {}
        """Maps pieces of the core's own memory to the newest write that a previous check has found
        to be ordered, as its stamp.
        """
        self.places: dict[tuple[int, int], tuple[Pieces, Any]] = {}
        """Maps address and size to the pieces that are read and the numpy selector of the reads."""
        self.cuts = 0
        """The version of the shadow's layout (`Shadow.cuts`) for which `checked` and `places` are
        valid.
        """
        self.checked_writes = {0}
        """Stamps of writes that were seen on all cores where they are the last write."""
        self._merged: Counts | None = None
        self.words: dict[tuple[int, int], int] = {}
        """Maps core and address to the index of the last seen change of a word."""

    def part(self, row: int) -> Clock:
        """Return the clock of the core with the index `row`."""
        part = Clock([int(self.cores[row])], self.role, self.seen[row : row + 1].copy())
        part.count, part.own = self.count, self.own
        part.words = dict(self.words)
        return part

    def token(self) -> Token:
        """Return this thread's knowledge, for the kernel's next thread. The call counts as a
        release.
        """
        own = list(self.own)
        if self.role >= 0:
            own[self.role - _FIRST_OF_COMPUTE] = self.count
            self.count += 1
        return Token((own[0], own[1]), self.seen)

    def merge(self, token: Token) -> None:
        """Merge the knowledge that another thread of the kernel passed on."""
        unpack, pack = self.own
        self.own = max(unpack, token.own[0]), max(pack, token.own[1])
        other = token.seen
        if other is not self.seen and other is not self._merged:
            both = np.maximum(self.seen, other)
            # All threads of a kernel use the same array, so that later merges are free while it
            # stays unchanged.
            self.seen = other if np.array_equal(both, other) else both
            self._merged = other

    def full(self) -> Counts:
        """Return the counts of all agents that this thread has seen, by core and agent. The
        thread's own count is larger than all others. Do not modify the array.
        """
        if 0 <= self.role < _FIRST_OF_COMPUTE:
            return self.seen
        seen = self.seen.copy()
        if any(self.own):
            siblings = self.columns[:, _FIRST_OF_COMPUTE:]
            own = np.maximum(seen[self.rows[:, None], siblings], np.array(self.own, np.int32))
            seen[self.rows[:, None], siblings] = own
        if self.role >= 0:
            seen[self.diagonal] = UNFINISHED
        return seen

    def shown(self) -> Counts:
        """Return the knowledge that other threads receive from a release at this point."""
        seen = self.full()
        seen = seen.copy() if seen is self.seen else seen
        if self.role >= 0:
            seen[self.diagonal] = self.count
        return seen


class Watched(Protocol):
    """An interface for threads that the race detector observes."""

    clock: Any
    """The `Clock` of the thread."""
    banks: Banks
    """The banks of the cores of the thread's unit."""

    @property
    def line(self) -> Hashable:
        """Return what identifies the place of the current call in the kernel: the same for each
        execution of this call.
        """
        ...

    def call(self) -> tuple[str, Place]:
        """Return the function and the source location of the current call."""
        ...


Release = tuple[int, int, Counts, Watched | None]
"""A change of a word: the word's index, the new value, the counts that the threads which changed
the word have seen, and the thread of this change.
"""


class Source(NamedTuple):
    """A thread that pushes or pops pages for which another thread waits."""

    queue: deque[tuple[int, Counts]]
    """Total page counts, each with the thread's knowledge at that time."""
    rows: Any
    """Selectors of the common cores: rows of the waiting thread (None for all), rows of the other
    one.
    """
    others: Any


class Races:
    """The recorded accesses of a program's threads, and the order between them."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._base = machine.chip.l1_base
        self._agents = len(machine.cores) * AGENTS
        self._shadows = {machine.l1: Shadow(machine.l1, local=True)}
        self._shadows[machine.dram] = Shadow(machine.dram, local=False)
        self._l1 = self._shadows[machine.l1]
        self._initial = machine.words[:, : SEMAPHORES_END // 4].copy()
        self._pages: dict[tuple[str, int], dict[Watched, deque[tuple[int, Counts]]]] = {}
        """Maps ports to the threads that pushed or popped pages, with totals and knowledge at that
        time.
        """
        self._shared: set[tuple[str, int]] = set()
        """Ports for which several threads push or pop pages on the same core."""
        self._sources: dict[tuple[Watched, tuple[str, int]], tuple[int, list[Source]]] = {}
        """Maps threads and ports to the examined length of `_pages`, and the sources with common
        cores.
        """
        self._by_cores: dict[tuple[int, ...], tuple[NDArray[np.int64], NDArray[np.int64]]] = {}
        self._words: dict[tuple[int, int], deque[Release]] = {}
        """Maps core and address to the changes of an awaited word."""
        self._changers: dict[int, Counts] = {}
        """Maps addresses to the combined knowledge of all threads that changed the word, by
        core.
        """
        self._groups: dict[
            tuple[int, tuple[int, ...]], tuple[NDArray[np.int64], list[deque[Release]], Counts]
        ] = {}
        """Maps an address, and the cores that are notified together, to the entries of `_words` and
        `_changers` for these.
        """
        self._calls: list[tuple[Watched, str, Place]] = []

    def close(self) -> None:
        """Drop all references to threads."""
        for each in (self._calls, self._pages, self._sources, self._words, self._groups):
            each.clear()

    def clock(self, cores: Sequence[int], role: int) -> Clock:
        """Return the clock of a new thread."""
        return Clock(cores, role, np.zeros((len(cores), self._agents), np.int32))

    # ---- releases and waits

    def release_pages(self, thread: Watched, key: tuple[str, int], count: int, spare: int) -> None:
        """Record that a thread is about to push or pop pages of a port.

        A waiting thread leaves at most the last `spare` pages unused, so older records are dropped.
        """
        clock: Clock = thread.clock
        sources = self._pages.setdefault(key, {})
        if thread not in sources:
            mine = set(thread.banks.numbers)
            if any(mine & set(each.banks.numbers) for each in sources):
                self._shared.add(key)
            sources[thread] = deque(maxlen=_MOST_RELEASES)
        queue = sources[thread]
        total = count + (queue[-1][0] if queue else 0)
        queue.append((total, clock.shown()))
        while queue[0][0] < total - spare:
            queue.popleft()
        clock.count += 1

    def acquire_pages(self, thread: Watched, key: tuple[str, int], spare: int) -> None:
        """Merge the knowledge of the threads that pushed or popped the awaited pages.

        A waiting thread leaves at most `spare` pages unused, so the knowledge about the last
        `spare` pages is not needed.
        """
        clock: Clock = thread.clock
        for queue, rows, others in self._sources_of(thread, key):
            needed, seen = queue[-1][0], queue[-1][1]
            if spare and key not in self._shared:
                needed -= spare
                if needed <= 0:
                    continue
                for reached, shown in reversed(queue):
                    if reached < needed:
                        break
                    seen = shown
            if rows is None:
                clock.seen = np.maximum(clock.seen, seen[others])
                continue
            both = clock.seen.copy()
            both[rows] = np.maximum(both[rows], seen[others])
            clock.seen = both

    def _sources_of(self, thread: Watched, key: tuple[str, int]) -> list[Source]:
        sources = self._pages.get(key, {})
        count, found = self._sources.get((thread, key), (0, []))
        if count != len(sources):
            every = [_source(queue, thread, other) for other, queue in sources.items()]
            found = [each for each in every if each is not None]
            self._sources[thread, key] = len(sources), found
        return found

    def release_word(self, thread: Watched, address: int, cores: Sequence[int]) -> None:
        """Record that a thread changed a word on some cores."""
        clock: Clock = thread.clock
        cores = tuple(cores)
        seen = clock.shown()
        if cores != thread.banks.numbers:
            seen = seen[0] if len(seen) == 1 else seen.max(axis=0)
        numbers, histories, before = self._word(address, cores)
        after = np.maximum(before[numbers], seen)
        before[numbers] = after
        values: list[int] = self._machine.words[numbers, address // 4].tolist()
        for history, value, row in zip(histories, values, after, strict=True):
            history.append((history[-1][0] + 1, value, row, thread))
        clock.count += 1

    def _word(
        self, address: int, cores: tuple[int, ...]
    ) -> tuple[NDArray[np.int64], list[deque[Release]], Counts]:
        """Return what is recorded about a word of some cores: the indices of the cores, the changes
        of the word on each, and by core the combined knowledge of the threads that changed it.
        """
        known = self._groups.get((address, cores))
        if known is None:
            if address not in self._changers:
                changers = np.zeros((len(self._machine.cores), self._agents), np.int32)
                self._changers[address] = changers
            histories = [self._history(core, address) for core in cores]
            known = self._groups[address, cores] = (
                self._agents_of(cores)[0],
                histories,
                self._changers[address],
            )
        return known

    def acquire_word(self, thread: Watched, address: int, satisfies: Callable[[int], bool]) -> None:
        """Merge the knowledge of the threads that gave a word of the core's own L1 the awaited
        value.

        This is the first such value since the thread itself set the word or saw another value.
        """
        clock: Clock = thread.clock
        seen: list[Counts] = []
        _, histories, _ = self._word(address, thread.banks.numbers)
        for core, history in zip(thread.banks.numbers, histories, strict=True):
            first = clock.words.get((core, address), 0)
            found = None
            for each in reversed(history):
                if each[0] < first:
                    break
                if satisfies(each[1]):
                    found = each
                if each[3] is thread:
                    break
            found = found or history[-1]
            clock.words[core, address] = found[0]
            seen.append(found[2])
        clock.seen = np.maximum(clock.seen, seen[0] if len(seen) == 1 else seen)
        if address >= SEMAPHORES_END:
            self._acquire_stored(clock, address)

    def _history(self, core: int, address: int) -> deque[Release]:
        """Return the changes of a word, starting with its initial value."""
        history = self._words.get((core, address))
        if history is None:
            value = int(self._initial[core, address // 4]) if address < SEMAPHORES_END else -1
            nothing = np.zeros(self._agents, np.int32)
            history = deque[Release]([(0, value, nothing, None)], maxlen=_MOST_RELEASES)
            self._words[core, address] = history
        return history

    def _acquire_stored(self, clock: Clock, address: int) -> None:
        """Merge the knowledge of threads that wrote data to a word that is not a semaphore."""
        pieces = self._l1.pieces(address, 4)
        if pieces is None:
            return
        marks = self._l1.writes[pieces.rows][:, clock.cores]
        for piece, row in zip(*np.nonzero(marks), strict=True):
            writer, _, _ = self._calls[int(marks[piece, row]) & _CALL_MASK]
            shown = writer.clock.shown().max(axis=0)
            clock.seen = clock.seen.copy()
            clock.seen[row] = np.maximum(clock.seen[row], shown)

    # ---- accesses

    def read_own(self, thread: Watched, address: int, size: int) -> None:
        """Record that each core reads its own memory. Raises Fault for a race."""
        shadow, clock = self._l1, thread.clock
        if clock.cuts != shadow.cuts:
            clock.places.clear()
            clock.cuts = shadow.cuts
        place = clock.places.get((address, size)) or self._own_place(thread, address, size)
        if place is None:
            return
        pieces, where = place
        newest = shadow.newest(pieces)
        if newest > clock.checked.get(pieces, 0) and not self._knows_write(thread, pieces, newest):
            self._require_writes_seen(thread, shadow, pieces, thread.banks, clock.rows, "reads")
            clock.checked[pieces] = newest
        shadow.reads[where] = self._mark(thread)

    def _own_place(self, thread: Watched, address: int, size: int) -> tuple[Pieces, Any] | None:
        """Return pieces of each core's own memory, and the selector of the thread's reads.

        None means that these bytes are not checked.
        """
        clock: Clock = thread.clock
        pieces = self._l1.pieces(address, size) if address >= self._base else None
        if pieces is None:
            return None
        rows, selector = pieces.of(thread.banks)
        place = clock.places[address, size] = pieces, (rows, clock.role, selector)
        clock.cuts = self._l1.cuts
        return place

    def _knows_write(self, thread: Watched, pieces: Pieces, write: int) -> bool:
        """Whether a thread has seen the write `write` on every core where no later write has
        replaced it.

        A thread that reads one tile usually reads others of the same write.
        """
        clock: Clock = thread.clock
        if len(pieces.rows) > 1:
            return False
        known = clock.checked_writes
        if write in known:
            return True
        agents, counts = _divided(self._l1.writes[self._l1.last_written(write).of(thread.banks)])
        if not (counts <= clock.seen[clock.rows, agents]).all():
            return False
        if len(known) > _MOST_KNOWN:
            known.clear()
        known.add(write)
        return True

    def write_own(self, thread: Watched, address: int, size: int) -> None:
        """Record that each core writes its own memory. Raises Fault for a race."""
        shadow, clock = self._l1, thread.clock
        pieces = shadow.pieces(address, size) if address >= self._base else None
        if pieces is not None:
            banks, rows = thread.banks, clock.rows
            self._require_seen(thread, shadow, pieces, banks, rows, clock.checked.get(pieces, 0))
            marks = (clock.agents << _AGENT_SHIFT) | self._mark(thread)
            shadow.write(pieces, banks, marks)
            clock.checked[pieces] = shadow.stamp

    def read(self, thread: Watched, memory: Memory, bank: Banks, address: int, size: int) -> None:
        """Record that all cores of a unit read from a bank. Raises Fault for a race."""
        if memory is self._machine.l1:
            if bank.numbers == thread.banks.numbers:
                self.read_own(thread, address, size)
                return
            if address < self._base:
                return
        shadow, clock = self._shadows[memory], thread.clock
        pieces = shadow.pieces(address, size)
        if pieces is None:
            return
        if shadow.newest(pieces):
            self._require_writes_seen(thread, shadow, pieces, bank, clock.rows, "reads")
        mark = self._mark(thread)
        made = {(bank.numbers[0], agent): mark for agent in clock.agents.tolist()}
        for row in pieces.rows:
            shadow.others.setdefault(row, {}).update(made)
        shadow.has_others[pieces.index] = True

    def write(
        self, thread: Watched, row: int, memory: Memory, banks: Banks, address: int, size: int
    ) -> None:
        """Record that one of a unit's cores writes to some banks. Raises Fault for a race."""
        if memory is self._machine.l1 and address < self._base:
            return
        shadow, clock = self._shadows[memory], thread.clock
        pieces = shadow.pieces(address, size)
        if pieces is not None:
            self._require_seen(thread, shadow, pieces, banks, row)
            mark = (int(clock.agents[row]) << _AGENT_SHIFT) | self._mark(thread)
            shadow.write(pieces, banks, mark)

    def stamp(self, thread: Watched, transfer: Transfer, *, finished: bool) -> None:
        """Mark both ends of a thread's transfer as in use, or as finished."""
        clock: Clock = thread.clock
        count = clock.count if finished else UNFINISHED
        here = self._l1, thread.banks, transfer.address
        there = self._shadows[transfer.memory], transfer.banks, transfer.there
        read, written = (there, here) if transfer.is_read else (here, there)
        self._stamp_write(clock, *written, transfer.size, count)
        self._stamp_read(clock, *read, transfer.size, count)

    def _stamp_write(
        self, clock: Clock, shadow: Shadow, banks: Banks, address: int, size: int, count: int
    ) -> None:
        pieces = self._pieces(shadow, address, size)
        if pieces is not None:
            where = pieces.of(banks)
            marks = shadow.writes[where]
            own = np.isin(marks >> _AGENT_SHIFT, clock.agents) & (marks != 0)
            shadow.writes[where] = np.where(own, _recounted(marks, count), marks)
            shadow.touch(pieces)

    def _stamp_read(
        self, clock: Clock, shadow: Shadow, banks: Banks, address: int, size: int, count: int
    ) -> None:
        pieces = self._pieces(shadow, address, size)
        if pieces is None:
            return
        if shadow.local:
            rows, selector = pieces.of(banks)
            where = rows, clock.role, selector
            marks = shadow.reads[where]
            shadow.reads[where] = np.where(marks != 0, _recounted(marks, count), 0)
        for row in pieces.rows:
            others = shadow.others.get(row, {})
            for key, mark in others.items():
                if key[1] in clock.agents and key[0] in banks.numbers:
                    others[key] = _recounted(mark, count)

    def _pieces(self, shadow: Shadow, address: int, size: int) -> Pieces | None:
        return None if shadow.local and address < self._base else shadow.pieces(address, size)

    # ---- checks

    def _mark(self, thread: Watched) -> int:
        """Return a mark of the thread's current count and call."""
        clock, line = thread.clock, thread.line
        number = clock.calls.get(line)
        if number is None:
            number = clock.calls[line] = len(self._calls) & _CALL_MASK
            self._calls.append((thread, *thread.call()))
        return clock.count << _CALL_BITS | number

    def _require_seen(
        self,
        thread: Watched,
        shadow: Shadow,
        pieces: Pieces,
        banks: Banks,
        rows: Any,
        checked: int = 0,
    ) -> None:
        """Raise Fault unless a writing thread has seen all earlier accesses.

        `rows` are the cores of its unit that write to the banks.
        """
        if shadow.newest(pieces) > checked:
            self._require_writes_seen(thread, shadow, pieces, banks, rows, "writes")
        if shadow.local:
            self._require_reads_seen(thread, pieces, banks, rows)
        if shadow.has_others[pieces.index].any():
            by_row = np.broadcast_to(rows, len(banks.numbers)).tolist()
            own = dict(zip(banks.numbers, by_row, strict=True))
            for row in pieces.rows:
                self._require_others_seen(thread, shadow, row, own)

    def _require_writes_seen(
        self, thread: Watched, shadow: Shadow, pieces: Pieces, banks: Banks, rows: Any, verb: str
    ) -> None:
        """Raise Fault unless a thread has seen all writes to some banks.

        There are three cases: one core of its unit accesses all banks, each core its own bank, or
        all cores the same bank.
        """
        clock: Clock = thread.clock
        marks = shadow.writes[pieces.of(banks)]
        agents, counts = _divided(marks)
        if (counts <= clock.seen[rows, agents]).all():
            return
        unseen = counts > clock.full()[rows, agents]
        if unseen.any():
            piece, column = (int(each[0]) for each in np.nonzero(unseen))
            marks = np.broadcast_to(marks, unseen.shape)
            bank = banks.numbers[column % len(banks.numbers)]
            mark = int(marks[piece, column])
            self._fail(
                shadow, pieces.rows[piece], bank, mark >> _AGENT_SHIFT, mark, f"{verb} writes"
            )

    def _require_reads_seen(self, thread: Watched, pieces: Pieces, banks: Banks, rows: Any) -> None:
        """Raise Fault unless a writing thread has seen the reads of each core's own agents."""
        clock, shadow = thread.clock, self._l1
        _, agents = self._agents_of(banks.numbers)
        marks = shadow.reads[pieces.of_agents(banks)]
        if (_count(marks.max(axis=0)) <= clock.seen[rows, agents]).all():
            return
        unseen = _count(marks) > clock.full()[rows, agents]
        if unseen.any():
            piece, role, column = (int(each[0]) for each in np.nonzero(unseen))
            agent, mark = int(agents[role, column]), int(marks[piece, role, column])
            self._fail(
                shadow, pieces.rows[piece], banks.numbers[column], agent, mark, "writes reads"
            )

    def _agents_of(self, cores: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return core indices, and the agents of each core: (agents, cores)."""
        if cores not in self._by_cores:
            numbers = np.array(cores)
            self._by_cores[cores] = numbers, numbers * AGENTS + np.arange(AGENTS)[:, None]
        return self._by_cores[cores]

    def _require_others_seen(
        self, thread: Watched, shadow: Shadow, row: int, rows: dict[int, int]
    ) -> None:
        """Check that the unit's write comes after the recorded reads by agents of other cores, in
        the banks that it writes. Then forget these reads. Raises Fault for a race.
        """
        others, full = shadow.others.get(row, {}), thread.clock.full()
        for (bank, agent), mark in list(others.items()):
            own = rows.get(bank)
            if own is None:
                continue
            if _count(mark) > full[own, agent]:
                self._fail(shadow, row, bank, agent, mark, "writes reads")
            del others[bank, agent]

    def _fail(
        self, shadow: Shadow, row: int, bank: int, agent: int, mark: int, verbs: str
    ) -> NoReturn:
        """Raise Fault, which names the current access and the earlier one that is unordered with
        it.
        """
        thread, function, place = self._calls[mark & _CALL_MASK]
        now, before = verbs.split()
        core = self._machine.core_name(agent // AGENTS)
        reason = "nothing orders the two"
        if _count(mark) == UNFINISHED:
            reason = "no barrier had awaited it before other threads continued"
        raise Fault(
            f"{now} {shadow.memory.names[bank]} at {shadow.start(row)}, which {thread} on core "
            f"{core} {before} at {place}: {function}: {reason}"
        )


def _divided(marks: Marks) -> tuple[Marks, Marks]:
    """Return the agents and the counts in marks."""
    return marks >> _AGENT_SHIFT, _count(marks)


def _count(marks: Any) -> Any:
    """Return the counts in marks."""
    return marks >> _CALL_BITS & _COUNT_MASK


def _recounted(marks: Any, count: int) -> Any:
    """Return marks with the counts replaced."""
    return marks & ~(_COUNT_MASK << _CALL_BITS) | count << _CALL_BITS


def _source(queue: deque[tuple[int, Counts]], thread: Watched, other: Watched) -> Source | None:
    """Return `other` as a source for `thread` if they have common cores, else None."""
    mine, theirs = thread.banks.numbers, other.banks.numbers
    if mine == theirs:
        return Source(queue, None, slice(None))
    rows = {core: row for row, core in enumerate(theirs)}
    own = [row for row, core in enumerate(mine) if core in rows]
    others = [rows[core] for core in mine if core in rows]
    all_ = len(own) == len(mine)
    return Source(queue, None if all_ else np.array(own), np.array(others)) if own else None
