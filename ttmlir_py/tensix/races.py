"""Races: accesses of two threads to one place, of which one writes, that nothing orders.

*Agents* are the threads that touch memory: a core has four at most. An agent counts its *releases*: calls after which
others may find out that it got there (`cb_push_back`, `cb_pop_front`, semaphores that are set or incremented, registers
handed on). Who waits for one of these has then seen all that the other had done or seen before (`Clock`). An access bears the
count at which it was made; a later one by another agent is ordered after it if that agent has seen a greater count.

The cores of a unit count together, but each has seen its own: knowledge is a matrix of the unit's cores by all agents.
Memory is cut where accesses begin or end (`Shadow`), the same way in all banks; each piece has its last write and the reads since.
"""

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.machine import Machine
from ttmlir_py.tensix.memory import Banks, Bytes, Memory
from ttmlir_py.tensix.operations import SEMAPHORES_END
from ttmlir_py.tensix.steps import Place

AGENTS = 4
"""Of a core: the two that move data, unpacker and packer."""
MOST_PIECES = 1 << 14
"""Pieces of a memory that are told apart; what would cut it further is not checked."""
_COUNT_BITS, _CALL_BITS = 29, 20
_COUNT_MASK, _CALL_MASK = (1 << _COUNT_BITS) - 1, (1 << _CALL_BITS) - 1
_AGENT_SHIFT = _COUNT_BITS + _CALL_BITS
_MOST_RELEASES = 64
"""Changes of a port or a word that are remembered: who waits for an older one sees what was seen by the oldest of these."""
UNFINISHED = _COUNT_MASK
"""The count of an access that is still under way when others may know that it began."""
_FIRST_OF_COMPUTE = 2

Counts = NDArray[np.int32]
Marks = NDArray[np.int64]


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
        if 0 <= role < _FIRST_OF_COMPUTE:
            seen[self.rows, self.agents] = UNFINISHED
        self.count = 1
        self.own: tuple[int, int] = (0, 0)
        """Of the other threads of the same compute kernel: the counts of unpacker and packer that were seen."""
        self.calls: dict[int, int] = {}
        """Numbers of calls, by line."""
        self.checked: dict[int, int] = {}
        """By piece of the core's own memory: how many writes there were when it was last checked."""
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
            seen[self.rows, self.agents] = UNFINISHED
        return seen

    def shown(self) -> Counts:
        """What others see who learn of a release now."""
        seen = self.full()
        seen = seen.copy() if seen is self.seen else seen
        if self.role >= 0:
            seen[self.rows, self.agents] = self.count
        return seen


class Shadow:
    """What is known of accesses to a memory."""

    def __init__(self, memory: Memory, local: bool) -> None:
        self.memory, self.local = memory, local
        self._starts, self._pieces = [0], [0]
        """Where pieces start, and their numbers."""
        banks = len(memory.names)
        self.writes: Marks = np.zeros((64, banks), np.int64)
        """By piece and bank, the last write: agent, call and count."""
        self.reads: Marks = np.zeros((64, banks, AGENTS if local else 0), np.int64)
        """The same of reads by the core's own agents, since then."""
        self.others: list[dict[tuple[int, int], int]] = [{}]
        """By piece: reads by other agents, by bank and agent."""
        self.stamps, self.is_read = [0], [False]
        """By piece: the number of writes, and whether there are reads of the core's own agents."""
        self._known: dict[tuple[int, int], list[int]] = {}

    def pieces(self, address: int, size: int) -> list[int]:
        """The numbers of the pieces that some bytes consist of; none if they would be too many."""
        found = self._known.get((address, size))
        if found is None:
            if not 0 <= address < address + size <= self.memory.size:
                return []
            if len(self._starts) + 2 > MOST_PIECES:
                return []
            self._cut(address)
            self._cut(address + size)
            first, last = (bisect_left(self._starts, each) for each in (address, address + size))
            found = self._known[address, size] = self._pieces[first:last]
        return found

    def _cut(self, address: int) -> None:
        """Let a piece start at an address."""
        index = bisect_right(self._starts, address) - 1
        if self._starts[index] == address:
            return
        before, new = self._pieces[index], len(self._pieces)
        if new == len(self.writes):
            self.writes, self.reads = (
                np.concatenate([each, np.zeros_like(each)]) for each in (self.writes, self.reads)
            )
        self._starts.insert(index + 1, address)
        self._pieces.insert(index + 1, new)
        self.writes[new], self.reads[new] = self.writes[before], self.reads[before]
        self.others.append(dict(self.others[before]))
        self.stamps.append(self.stamps[before])
        self.is_read.append(self.is_read[before])
        self._known.clear()

    def start(self, piece: int) -> int:
        """The address of a piece."""
        return self._starts[self._pieces.index(piece)]


class Watched(Protocol):
    """A thread."""

    clock: Any
    """Its `Clock`."""
    banks: Banks
    """Of the cores of its unit."""

    @property
    def line(self) -> int:
        """Which call it is at, as a number."""
        ...

    def call(self) -> tuple[str, Place]:
        """Which call it is at: the function and the place."""
        ...


Release = tuple[int, int, Counts, Watched | None]
"""A change of a word: its number, the value after it, what had been seen by then by all who changed it, and who changed it."""


class Races:
    """The accesses of a program's threads, and what orders them."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._agents = len(machine.cores) * AGENTS
        self._shadows = {machine.l1: Shadow(machine.l1, local=True)}
        self._shadows[machine.dram] = Shadow(machine.dram, local=False)
        self._l1 = self._shadows[machine.l1]
        self._initial = machine.words[:, : SEMAPHORES_END // 4].copy()
        self._pages: dict[tuple[str, int], dict[Watched, deque[tuple[int, Counts]]]] = {}
        """Who pushed or popped pages of a port: so many in all, and what had been seen then."""
        self._shared: set[tuple[str, int]] = set()
        """Ports of which several threads push or pop pages on one core."""
        self._rows: dict[tuple[tuple[int, ...], ...], tuple[list[int], list[int]]] = {}
        self._by_cores: dict[tuple[int, ...], tuple[NDArray[np.int64], NDArray[np.int64]]] = {}
        self._words: dict[tuple[int, int], deque[Release]] = {}
        """Changes of words that are waited for, by core and address."""
        self._calls: list[tuple[Watched, str, Place]] = []

    def clock(self, cores: Sequence[int], role: int) -> Clock:
        """A clock for a new thread."""
        return Clock(cores, role, np.zeros((len(cores), self._agents), np.int32))

    # ---- what orders

    def release_pages(self, thread: Watched, key: tuple[str, int], count: int) -> None:
        """Note that a thread is about to push or pop pages of a port."""
        clock: Clock = thread.clock
        sources = self._pages.setdefault(key, {})
        if thread not in sources:
            mine = set(thread.banks.numbers)
            if any(mine & set(each.banks.numbers) for each in sources):
                self._shared.add(key)
            sources[thread] = deque(maxlen=_MOST_RELEASES)
        queue = sources[thread]
        queue.append((count + (queue[-1][0] if queue else 0), clock.shown()))
        clock.count += 1

    def acquire_pages(self, thread: Watched, key: tuple[str, int], spare: int | None) -> None:
        """See what those did who pushed or popped the pages that were waited for: all but the last `spare`, or all if None."""
        clock: Clock = thread.clock
        for source, queue in self._pages.get(key, {}).items():
            rows, others = self._common(thread, source)
            if len(rows):
                total = queue[-1][0]
                needed = total - (0 if spare is None or key in self._shared else spare)
                if needed > 0:
                    seen = next(seen for reached, seen in queue if reached >= needed)
                    both = clock.seen.copy()
                    both[rows] = np.maximum(both[rows], seen[others])
                    clock.seen = both

    def _common(self, thread: Watched, other: Watched) -> tuple[list[int], list[int]]:
        """The rows of the cores that two units have both, in the one and in the other."""
        cores = thread.banks.numbers, other.banks.numbers
        if cores not in self._rows:
            rows = {core: row for row, core in enumerate(cores[1])}
            pairs = [(row, rows[core]) for row, core in enumerate(cores[0]) if core in rows]
            self._rows[cores] = [row for row, _ in pairs], [row for _, row in pairs]
        return self._rows[cores]

    def release_word(self, thread: Watched, address: int, cores: Sequence[int]) -> None:
        """Note that a thread has changed a word on some cores."""
        clock: Clock = thread.clock
        shown = clock.shown()
        own = {core: row for row, core in enumerate(thread.banks.numbers)}
        all_seen = shown.max(axis=0)
        for core in cores:
            history = self._history(core, address)
            seen = shown[own[core]] if core in own and len(cores) == len(own) else all_seen
            number, _, before, _ = history[-1]
            value = int(self._machine.words[core, address // 4])
            history.append((number + 1, value, np.maximum(before, seen), thread))
        clock.count += 1

    def acquire_word(self, thread: Watched, address: int, satisfies: Callable[[int], bool]) -> None:
        """See what those did who gave a word of the core's own the value that was waited for.

        That is the first such value since the thread itself set the word, or saw another value there.
        """
        clock: Clock = thread.clock
        both = clock.seen.copy()
        for row, core in enumerate(thread.banks.numbers):
            history = self._history(core, address)
            first = clock.words.get((core, address), 0)
            since: list[Release] = []
            for each in reversed(history):
                if each[0] < first:
                    break
                since.append(each)
                if each[3] is thread:
                    break
            found = next((each for each in reversed(since) if satisfies(each[1])), history[-1])
            clock.words[core, address] = found[0]
            both[row] = np.maximum(both[row], found[2])
        clock.seen = both
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
        for piece in self._l1.pieces(address, 4):
            marks: list[int] = self._l1.writes[piece, clock.cores].tolist()
            for row, mark in enumerate(marks):
                if mark:
                    writer, _, _ = self._calls[mark >> _COUNT_BITS & _CALL_MASK]
                    shown = writer.clock.shown().max(axis=0)
                    clock.seen = clock.seen.copy()
                    clock.seen[row] = np.maximum(clock.seen[row], shown)

    # ---- accesses

    def read_own(self, thread: Watched, address: int, size: int) -> None:
        """Note that each core reads some of its own memory. Raises Fault."""
        if address < self._machine.chip.l1_base:
            return
        shadow, clock = self._l1, thread.clock
        selector, mark = thread.banks.selector, self._mark(thread)
        for piece in shadow.pieces(address, size):
            stamp = shadow.stamps[piece]
            if stamp and clock.checked.get(piece) != stamp:
                self._require_seen(thread, shadow, piece, shadow.writes[piece, selector], "reads")
                clock.checked[piece] = stamp
            shadow.reads[piece, selector, clock.role] = mark
            shadow.is_read[piece] = True

    def write_own(self, thread: Watched, address: int, size: int) -> None:
        """Note that each core writes some of its own memory. Raises Fault."""
        if address < self._machine.chip.l1_base:
            return
        shadow, clock = self._l1, thread.clock
        selector = thread.banks.selector
        marks = (clock.agents << _AGENT_SHIFT) | self._mark(thread)
        for piece in shadow.pieces(address, size):
            stamp = shadow.stamps[piece]
            if stamp and clock.checked.get(piece) != stamp:
                self._require_seen(thread, shadow, piece, shadow.writes[piece, selector], "writes")
            if shadow.is_read[piece]:
                self._require_reads_seen(thread, piece)
                shadow.reads[piece, selector] = 0
            if shadow.others[piece]:
                rows = {core: row for row, core in enumerate(thread.banks.numbers)}
                self._require_others_seen(thread, shadow, piece, rows)
            shadow.writes[piece, selector] = marks
            shadow.stamps[piece] = clock.checked[piece] = stamp + 1

    def read(self, thread: Watched, memory: Memory, bank: Banks, address: int, size: int) -> None:
        """Note that all cores of a unit read from a bank. Raises Fault."""
        if memory is self._machine.l1:
            if bank.numbers == thread.banks.numbers:
                self.read_own(thread, address, size)
                return
            if address < self._machine.chip.l1_base:
                return
        shadow, clock = self._shadows[memory], thread.clock
        (number,), mark = bank.numbers, self._mark(thread)
        for piece in shadow.pieces(address, size):
            written = shadow.writes[piece, number]
            if written:
                marks = np.full(len(clock.cores), written)
                self._require_seen(thread, shadow, piece, marks, "reads", [number] * len(marks))
            for agent in clock.agents.tolist():
                shadow.others[piece][number, agent] = mark

    def write(
        self, thread: Watched, row: int, memory: Memory, banks: Banks, address: int, size: int
    ) -> None:
        """Note that one of a unit's cores writes to some banks. Raises Fault."""
        if memory is self._machine.l1 and address < self._machine.chip.l1_base:
            return
        shadow, clock, selector = self._shadows[memory], thread.clock, banks.selector
        mark = (int(clock.agents[row]) << _AGENT_SHIFT) | self._mark(thread)
        rows, numbers = np.full(len(banks.numbers), row), banks.numbers
        for piece in shadow.pieces(address, size):
            if shadow.stamps[piece]:
                marks = shadow.writes[piece, selector]
                self._require_seen(thread, shadow, piece, marks, "writes", numbers, rows)
            if shadow.is_read[piece]:
                self._require_reads_seen(thread, piece, numbers, rows)
                shadow.reads[piece, selector] = 0
            if shadow.others[piece]:
                self._require_others_seen(thread, shadow, piece, dict.fromkeys(numbers, row))
            shadow.writes[piece, selector] = mark
            shadow.stamps[piece] += 1

    def stamp(self, thread: Watched, transfer: "Transfer", *, finished: bool) -> None:
        """Say of the two ends of a thread's transfer that they are still in use, or that they are no more."""
        clock: Clock = thread.clock
        count = clock.count if finished else UNFINISHED
        here = self._l1, Banks(tuple(clock.cores.tolist())), transfer.address
        there = self._shadows[transfer.memory], transfer.banks, transfer.there
        read, written = (there, here) if transfer.is_read else (here, there)
        shadow, banks, address = written
        for piece in self._pieces(shadow, address, transfer.size):
            marks = shadow.writes[piece, banks.selector]
            own = np.isin(marks >> _AGENT_SHIFT, clock.agents) & (marks != 0)
            restamped = (marks & ~_COUNT_MASK) | count
            shadow.writes[piece, banks.selector] = np.where(own, restamped, marks)
            shadow.stamps[piece] += 1
        shadow, banks, address = read
        for piece in self._pieces(shadow, address, transfer.size):
            if shadow.local:
                marks = shadow.reads[piece, banks.selector, clock.role]
                restamped = np.where(marks != 0, (marks & ~_COUNT_MASK) | count, 0)
                shadow.reads[piece, banks.selector, clock.role] = restamped
            others = shadow.others[piece]
            for key, mark in others.items():
                if key[1] in clock.agents and key[0] in banks.numbers:
                    others[key] = (mark & ~_COUNT_MASK) | count

    def _pieces(self, shadow: Shadow, address: int, size: int) -> list[int]:
        reserved = shadow.local and address < self._machine.chip.l1_base
        return [] if reserved else shadow.pieces(address, size)

    # ---- checks

    def _mark(self, thread: Watched) -> int:
        """The call that a thread is at, and its count."""
        clock, line = thread.clock, thread.line
        number = clock.calls.get(line)
        if number is None:
            number = clock.calls[line] = len(self._calls) & _CALL_MASK
            self._calls.append((thread, *thread.call()))
        return number << _COUNT_BITS | clock.count

    def _require_seen(
        self,
        thread: Watched,
        shadow: Shadow,
        piece: int,
        marks: Marks,
        verb: str,
        banks: Sequence[int] | None = None,
        rows: Any = None,
    ) -> None:
        """Fault unless a thread has seen some writes, by bank; `rows` are the cores of its unit that access the banks."""
        clock: Clock = thread.clock
        rows = clock.rows if rows is None else rows
        agents, counts = marks >> _AGENT_SHIFT, marks & _COUNT_MASK
        if (counts <= clock.seen[rows, agents]).all():
            return
        unseen = counts > clock.full()[rows, agents]
        if unseen.any():
            first = int(np.argmax(unseen))
            bank = (clock.cores if banks is None else banks)[first]
            self._fail(
                shadow, piece, int(bank), int(agents[first]), int(marks[first]), f"{verb} writes"
            )

    def _require_reads_seen(
        self, thread: Watched, piece: int, banks: Sequence[int] | None = None, rows: Any = None
    ) -> None:
        """Fault unless a thread that writes has seen what each core's own agents have read."""
        clock, shadow = thread.clock, self._l1
        cores, agents = self._agents_of(thread.banks.numbers if banks is None else tuple(banks))
        rows = clock.rows if rows is None else rows
        marks = shadow.reads[piece, cores]
        counts = marks & _COUNT_MASK
        if (counts <= clock.seen[rows[:, None], agents]).all():
            return
        unseen = counts > clock.full()[rows[:, None], agents]
        if unseen.any():
            row, column = (int(each[0]) for each in np.nonzero(unseen))
            agent, mark = int(agents[row, column]), int(marks[row, column])
            self._fail(shadow, piece, int(cores[row]), agent, mark, "writes reads")

    def _agents_of(self, cores: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Some cores, and the agents of each."""
        if cores not in self._by_cores:
            numbers = np.array(cores)
            self._by_cores[cores] = numbers, numbers[:, None] * AGENTS + np.arange(AGENTS)
        return self._by_cores[cores]

    def _require_others_seen(
        self, thread: Watched, shadow: Shadow, piece: int, rows: dict[int, int]
    ) -> None:
        """The same of what agents of other cores have read, in banks that rows of the unit write; then forget it."""
        others, full = shadow.others[piece], thread.clock.full()
        for (bank, agent), mark in list(others.items()):
            row = rows.get(bank)
            if row is None:
                continue
            if mark & _COUNT_MASK > full[row, agent]:
                self._fail(shadow, piece, bank, agent, mark, "writes reads")
            del others[bank, agent]

    def _fail(
        self, shadow: Shadow, piece: int, bank: int, agent: int, mark: int, verbs: str
    ) -> NoReturn:
        """Report the access that is made now and the one before that nothing orders it after."""
        thread, function, place = self._calls[mark >> _COUNT_BITS & _CALL_MASK]
        now, before = verbs.split()
        core = self._machine.core_name(agent // AGENTS)
        reason = "nothing orders the two"
        if mark & _COUNT_MASK == UNFINISHED:
            reason = "no barrier had awaited that when others were told to go on"
        raise Fault(
            f"{now} {shadow.memory.names[bank]} at {shadow.start(piece)}, which {thread} on core {core} "
            f"{before} at {place}: {function}: {reason}"
        )
