"""Races: accesses of two threads to one place, of which one writes, that nothing orders.

*Agents* are the threads that touch memory: a core has four at most. An agent counts its *releases*: calls after which
others may find out that it got there (`cb_push_back`, `cb_pop_front`, semaphores that are set or incremented, registers
handed on). Who waits for one of these has then seen all that the other had done or seen before (`Clock`). An access bears the
count at which it was made; a later one by another agent is ordered after it if that agent has seen a greater count.

The cores of a unit count together, but each has seen its own: knowledge is a matrix of the unit's cores by all agents.
An access is checked and noted for all cores and all pieces of memory (`shadow`) at once.
"""

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
"""A mark is an agent, a count and a call, the agent first: of several marks of an agent the greatest is the latest."""
_MOST_RELEASES = 64
"""Changes of a port or a word that are remembered: who waits for an older one sees what was seen by the oldest of these."""
_MOST_KNOWN = 4096
"""Writes that a thread knows to have seen."""
UNFINISHED = _COUNT_MASK
"""The count of an access that is still under way when others may know that it began."""
_FIRST_OF_COMPUTE = 2

Counts = NDArray[np.int32]


class Token(NamedTuple):
    """What a thread of a compute kernel hands on to another of the same: counts of unpacker and packer, and what it has seen."""

    own: tuple[int, int]
    seen: Counts


class Transfer(NamedTuple):
    """A read or write of the network whose end was not awaited yet."""

    place: Place
    address: int
    """In the core's own L1, where a read arrives or a write starts."""
    size: int
    is_read: bool
    memory: Memory
    banks: Banks
    there: int
    """The other end: memory, banks and address there."""
    is_multicast: bool = False
    core: int = 0
    """Who writes: a core of the unit."""
    data: Bytes | None = None
    """What was at the source at first, if it is to come later."""


class Clock:
    """What a thread has seen of all agents, by core of its unit."""

    def __init__(self, cores: Sequence[int], role: int, seen: Counts) -> None:
        self.cores: NDArray[np.int64] = np.array(cores)
        self.role, self.seen = role, seen
        """`role` is the agent's number in its core, or -1 for the math thread, which touches no memory.
        What threads that move data have seen of themselves is greater than all.
        """
        self.agents = self.cores * AGENTS + role
        self.columns = self.cores[:, None] * AGENTS + np.arange(AGENTS)
        """The agents of each core."""
        self.rows = np.arange(len(cores))
        self.diagonal: Any = (
            (self.rows, self.agents) if len(cores) > 1 else (0, int(self.agents[0]))
        )
        """Each core's own agent, in what was seen."""
        if 0 <= role < _FIRST_OF_COMPUTE:
            seen[self.diagonal] = UNFINISHED
        self.count = 1
        self.own: tuple[int, int] = (0, 0)
        """Of the other threads of the same compute kernel: the counts of unpacker and packer that were seen."""
        self.calls: dict[Hashable, int] = {}
        """Numbers of calls, by line."""
        self.checked: dict[Pieces, int] = {}
        """By pieces of the core's own memory: the last of all writes that was seen when they were last checked."""
        self.places: dict[tuple[int, int], tuple[Pieces, Any]] = {}
        """Pieces that were read, by address and size, and how numpy selects the reads."""
        self.cuts = 0
        """Of the memory, as far as these are right."""
        self.checked_writes = {0}
        """Writes that were seen wherever they are the last one."""
        self._merged: Counts | None = None
        self.words: dict[tuple[int, int], int] = {}
        """By core and address, the number of the change of a word that was last seen."""

    def part(self, row: int) -> "Clock":
        """The clock of one of the cores."""
        part = Clock([int(self.cores[row])], self.role, self.seen[row : row + 1].copy())
        part.count, part.own = self.count, self.own
        part.words = dict(self.words)
        return part

    def token(self) -> Token:
        """What the next thread of the kernel gets; a release."""
        own = list(self.own)
        if self.role >= 0:
            own[self.role - _FIRST_OF_COMPUTE] = self.count
            self.count += 1
        return Token((own[0], own[1]), self.seen)

    def merge(self, token: Token) -> None:
        """See what another thread of the kernel has handed on."""
        unpack, pack = self.own
        self.own = max(unpack, token.own[0]), max(pack, token.own[1])
        other = token.seen
        if other is not self.seen and other is not self._merged:
            both = np.maximum(self.seen, other)
            # The same array in all threads of a kernel: then nothing is to be merged as long as it stays.
            self.seen = other if np.array_equal(both, other) else both
            self._merged = other

    def full(self) -> Counts:
        """All counts that were seen, by core and agent; greater than all for the agent's own. Not to be changed."""
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
        """What others see who learn of a release now."""
        seen = self.full()
        seen = seen.copy() if seen is self.seen else seen
        if self.role >= 0:
            seen[self.diagonal] = self.count
        return seen


class Watched(Protocol):
    """A thread."""

    clock: Any
    """Its `Clock`."""
    banks: Banks
    """Of the cores of its unit."""

    @property
    def line(self) -> Hashable:
        """Which call it is at, as a key."""
        ...

    def call(self) -> tuple[str, Place]:
        """Which call it is at: the function and the place."""
        ...


Release = tuple[int, int, Counts, Watched | None]
"""A change of a word: its number, the value after it, what had been seen by then by all who changed it, and who changed it."""


class Source(NamedTuple):
    """Who pushes or pops pages of a port that another thread waits for."""

    queue: deque[tuple[int, Counts]]
    """How many in all, and what had been seen then."""
    rows: Any
    """The cores that both have, as rows of the one who waits, None if that are all, and of the other."""
    others: Any


class Races:
    """The accesses of a program's threads, and what orders them."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._base = machine.chip.l1_base
        self._agents = len(machine.cores) * AGENTS
        self._shadows = {machine.l1: Shadow(machine.l1, local=True)}
        self._shadows[machine.dram] = Shadow(machine.dram, local=False)
        self._l1 = self._shadows[machine.l1]
        self._initial = machine.words[:, : SEMAPHORES_END // 4].copy()
        self._pages: dict[tuple[str, int], dict[Watched, deque[tuple[int, Counts]]]] = {}
        """Who pushed or popped pages of a port: so many in all, and what had been seen then."""
        self._shared: set[tuple[str, int]] = set()
        """Ports of which several threads push or pop pages on one core."""
        self._sources: dict[tuple[Watched, tuple[str, int]], tuple[int, list[Source]]] = {}
        """By thread and port, those of `_pages` with cores in common, and among how many."""
        self._by_cores: dict[tuple[int, ...], tuple[NDArray[np.int64], NDArray[np.int64]]] = {}
        self._words: dict[tuple[int, int], deque[Release]] = {}
        """Changes of words that are waited for, by core and address."""
        self._changers: dict[int, Counts] = {}
        """By address, what all had seen who changed the word there, by core."""
        self._groups: dict[
            tuple[int, tuple[int, ...]], tuple[NDArray[np.int64], list[deque[Release]], Counts]
        ] = {}
        """Both of these for cores that were told together."""
        self._calls: list[tuple[Watched, str, Place]] = []

    def close(self) -> None:
        """Let go of all threads."""
        for each in (self._calls, self._pages, self._sources, self._words, self._groups):
            each.clear()

    def clock(self, cores: Sequence[int], role: int) -> Clock:
        """A clock for a new thread."""
        return Clock(cores, role, np.zeros((len(cores), self._agents), np.int32))

    # ---- what orders

    def release_pages(self, thread: Watched, key: tuple[str, int], count: int, spare: int) -> None:
        """Note that a thread is about to push or pop pages of a port.

        Who waits for pages leaves at most the `spare` last ones to others: what came before these is forgotten.
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
        """See what those did who pushed or popped the pages that were waited for: all but the last `spare`."""
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
        """Note that a thread has changed a word on some cores."""
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
        """The cores' numbers, histories of their words at an address, and what all had seen who changed it there, by core."""
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
        """See what those did who gave a word of the core's own the value that was waited for.

        That is the first such value since the thread itself set the word, or saw another value there.
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
        """Changes of a word, after its value at the start."""
        history = self._words.get((core, address))
        if history is None:
            value = int(self._initial[core, address // 4]) if address < SEMAPHORES_END else -1
            nothing = np.zeros(self._agents, np.int32)
            history = deque[Release]([(0, value, nothing, None)], maxlen=_MOST_RELEASES)
            self._words[core, address] = history
        return history

    def _acquire_stored(self, clock: Clock, address: int) -> None:
        """The same of a word that is no semaphore, which somebody may have written as data."""
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
        """Note that each core reads some of its own memory. Raises Fault."""
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
        """Pieces of each core's own memory, and how numpy selects the thread's reads there; None if nobody looks at these."""
        clock: Clock = thread.clock
        pieces = self._l1.pieces(address, size) if address >= self._base else None
        if pieces is None:
            return None
        rows, selector = pieces.of(thread.banks)
        place = clock.places[address, size] = pieces, (rows, clock.role, selector)
        clock.cuts = self._l1.cuts
        return place

    def _knows_write(self, thread: Watched, pieces: Pieces, write: int) -> bool:
        """Whether a thread has seen a write to a piece, wherever else that was the last one: who reads a tile reads others."""
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
        """Note that each core writes some of its own memory. Raises Fault."""
        shadow, clock = self._l1, thread.clock
        pieces = shadow.pieces(address, size) if address >= self._base else None
        if pieces is not None:
            banks, rows = thread.banks, clock.rows
            self._require_seen(thread, shadow, pieces, banks, rows, clock.checked.get(pieces, 0))
            marks = (clock.agents << _AGENT_SHIFT) | self._mark(thread)
            shadow.write(pieces, banks, marks)
            clock.checked[pieces] = shadow.stamp

    def read(self, thread: Watched, memory: Memory, bank: Banks, address: int, size: int) -> None:
        """Note that all cores of a unit read from a bank. Raises Fault."""
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
        """Note that one of a unit's cores writes to some banks. Raises Fault."""
        if memory is self._machine.l1 and address < self._base:
            return
        shadow, clock = self._shadows[memory], thread.clock
        pieces = shadow.pieces(address, size)
        if pieces is not None:
            self._require_seen(thread, shadow, pieces, banks, row)
            mark = (int(clock.agents[row]) << _AGENT_SHIFT) | self._mark(thread)
            shadow.write(pieces, banks, mark)

    def stamp(self, thread: Watched, transfer: "Transfer", *, finished: bool) -> None:
        """Say of the two ends of a thread's transfer that they are still in use, or that they are no more."""
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
        """The call that a thread is at, and its count."""
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
        """Fault unless a thread that writes has seen all accesses before; `rows` are the cores of its unit that write to the banks."""
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
        """Fault unless a thread has seen all writes to some banks, which one core of its unit accesses, or each its own,
        or all of them one bank."""
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
        """Fault unless a thread that writes has seen what each core's own agents have read."""
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
        """Some cores, and the agents of each: (agents, cores)."""
        if cores not in self._by_cores:
            numbers = np.array(cores)
            self._by_cores[cores] = numbers, numbers * AGENTS + np.arange(AGENTS)[:, None]
        return self._by_cores[cores]

    def _require_others_seen(
        self, thread: Watched, shadow: Shadow, row: int, rows: dict[int, int]
    ) -> None:
        """The same of what agents of other cores have read, in banks that rows of the unit write; then forget it."""
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
        """Report the access that is made now and the one before that nothing orders it after."""
        thread, function, place = self._calls[mark & _CALL_MASK]
        now, before = verbs.split()
        core = self._machine.core_name(agent // AGENTS)
        reason = "nothing orders the two"
        if _count(mark) == UNFINISHED:
            reason = "no barrier had awaited that when others were told to go on"
        raise Fault(
            f"{now} {shadow.memory.names[bank]} at {shadow.start(row)}, which {thread} on core {core} "
            f"{before} at {place}: {function}: {reason}"
        )


def _divided(marks: Marks) -> tuple[Marks, Marks]:
    """Who made accesses, and when."""
    return marks >> _AGENT_SHIFT, _count(marks)


def _count(marks: Any) -> Any:
    """The counts of marks."""
    return marks >> _CALL_BITS & _COUNT_MASK


def _recounted(marks: Any, count: int) -> Any:
    """Marks with another count."""
    return marks & ~(_COUNT_MASK << _CALL_BITS) | count << _CALL_BITS


def _source(queue: deque[tuple[int, Counts]], thread: Watched, other: Watched) -> Source | None:
    """One of two units as a source for the other, if they have cores in common."""
    mine, theirs = thread.banks.numbers, other.banks.numbers
    if mine == theirs:
        return Source(queue, None, slice(None))
    rows = {core: row for row, core in enumerate(theirs)}
    own = [row for row, core in enumerate(mine) if core in rows]
    others = [rows[core] for core in mine if core in rows]
    all_ = len(own) == len(mine)
    return Source(queue, None if all_ else np.array(own), np.array(others)) if own else None
