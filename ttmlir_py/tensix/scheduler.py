"""The scheduler, which runs a program's threads until all are done or all are blocked.

Threads run in the order in which they become ready, each until it has to wait. With a seed, the
order and the length of each turn are random.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from ttmlir_py.tensix.compiler import call_at, fault_lines
from ttmlir_py.tensix.dataflow import NocThread
from ttmlir_py.tensix.deadlock import report
from ttmlir_py.tensix.errors import Deadlock, Fault
from ttmlir_py.tensix.memory import ArrivingError, Banks
from ttmlir_py.tensix.threads import Key, Thread, Unit, core_names


class Scheduler:
    """The threads of a program, and those that are ready, in the order in which they run."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = None if seed is None else Random(seed)
        """Random generator for the order of threads and the length of turns, or None without a
        seed.
        """
        self.units: list[Unit] = []
        self._ready: deque[Thread] = deque()
        self._waiting: dict[Key, dict[int, dict[Thread, None]]] = {}
        """Maps wait keys and cores to waiting threads."""

    def add(self, unit: Unit) -> None:
        """Add a unit and its threads."""
        self.units.append(unit)
        self._ready.extend(unit.threads)

    @np.errstate(all="ignore")
    def run(self) -> None:
        """Run until all threads are done.

        Raises Fault and Deadlock, which name the calls involved.
        """
        while True:
            self._run_ready()
            stuck = [thread for thread in self._threads() if not thread.is_done]
            arrived = [each.arrive() for each in self._threads() if isinstance(each, NocThread)]
            if not stuck:
                return
            if any(arrived) and self._retry(stuck):
                continue
            if not self._retry(stuck) and not self._split():
                raise Deadlock(report(self.units))

    def close(self) -> None:
        """Release all threads, so that reference cycles do not keep their memory alive."""
        for unit in self.units:
            unit.threads.clear()
        self.units.clear()
        self._ready.clear()
        self._waiting.clear()

    def _threads(self) -> Iterator[Thread]:
        for unit in self.units:
            yield from unit.threads

    def _run_ready(self) -> None:
        while self._ready:
            thread = self._next()
            try:
                thread.advance(self._random.randrange(1, _MOST_CALLS) if self._random else 0)
            except Fault as fault:
                raise Fault(self._explained(thread, fault)) from None
            wait = thread.waiting
            if wait is None and not thread.is_done:
                self._ready.append(thread)
            elif wait is not None:
                # A semaphore can change again before the thread is retried; page counts cannot.
                watched = wait.missing if wait.key[0] == "semaphore" else wait.missing[-1:]
                for core in watched:
                    self._waiting.setdefault(wait.key, {}).setdefault(core, {})[thread] = None

    def _next(self) -> Thread:
        """Return the thread that has been ready longest, or a random one if there is a seed."""
        if self._random is not None:
            self._ready.rotate(self._random.randrange(len(self._ready)))
        return self._ready.popleft()

    def notify(self, key: Key, cores: Sequence[int]) -> None:
        """Make threads ready that wait for `key` on one of these cores."""
        waiting = self._waiting.get(key)
        if not waiting:
            return
        for core in cores:
            for thread in waiting.pop(core, ()):
                if thread.waiting is not None and thread.waiting.key == key:
                    self._wake(thread)

    def _wake(self, thread: Thread) -> None:
        thread.waiting = None
        self._ready.append(thread)

    def _retry(self, stuck: Sequence[Thread]) -> bool:
        """Retry all blocked threads, and return whether one made progress.

        This is needed because plain writes can change awaited words, and because a thread on many
        cores is registered for only one of them.
        """
        before = [(thread, thread.performed) for thread in stuck]
        for thread in stuck:
            if thread.unit.registers is not None:
                thread.unit.registers.give_up()
            self._wake(thread)
        self._run_ready()
        return any(thread.performed != count or thread.is_done for thread, count in before)

    def _split(self) -> bool:
        """Split a unit if some of its cores could continue. Return whether a unit was split."""
        for index, unit in enumerate(self.units):
            if any(
                thread.waiting is not None and len(thread.waiting.missing) < len(unit.cores)
                for thread in unit.threads
            ):
                parts = [self._part(unit, row) for row in range(len(unit.cores))]
                for thread in unit.threads:
                    thread.waiting = None  # stale wait entries must not wake the thread
                self.units[index : index + 1] = parts
                for part in parts:
                    self._ready.extend(thread for thread in part.threads if not thread.is_done)
                return True
        return False

    def _part(self, unit: Unit, row: int) -> Unit:
        """Return a unit for one core of `unit`, with threads at the same calls."""
        core = unit.cores[row]
        part = Unit(
            number=unit.number + (row + 1) * SPLIT,
            name=unit.name,
            machine=unit.machine,
            banks=Banks((core,)),
            buffers=unit.buffers,
            arguments=unit.arguments,
            notify=unit.notify,
            registers=unit.registers.part(row) if unit.registers is not None else None,
            config=unit.config,
            races=unit.races,
            late=unit.late,
            is_stepwise=unit.is_stepwise,
            is_interrupted=unit.is_interrupted,
        )
        part.threads += (thread.copy(part) for thread in unit.threads)
        return part

    def _explained(self, thread: Thread, fault: Fault) -> str:
        """Return the message of a fault, extended by its thread, its place and other facts that
        explain it.
        """
        who = f"{thread} on {core_names(thread.unit)}"
        if not thread.is_done:
            lines = list(fault_lines(fault, thread.code))
            function, place = call_at(thread.code, lines[-1]) if lines else thread.call()
            who += f", {place}: {function}"
        who += f": {fault}"
        if isinstance(fault, ArrivingError):
            who += self._pending(fault.bank, fault.address)
        return who

    def _pending(self, core: int, address: int) -> str:
        """Return text about a network read that has not arrived at an address of a core, or ""."""
        for thread in self._threads():
            if isinstance(thread, NocThread) and core in thread.unit.cores:
                for each in thread.reads:
                    if each.address <= address < each.address + each.size:
                        return (
                            f": noc_async_read of {thread} at {each.place}, whose "
                            f"noc_async_read_barrier did not come yet"
                        )
        return self._pending_write(core, address)

    def _pending_write(self, bank: int, address: int) -> str:
        """Return text about a write that arrives late at an address of a bank, or ""."""
        for thread in self._threads():
            for each in thread.writes if isinstance(thread, NocThread) else ():
                if bank in each.banks.numbers and each.there <= address < each.there + each.size:
                    core = thread.machine.core_name(each.core)
                    return (
                        f": noc_async_write of {thread} on core {core} at {each.place}, "
                        "whose noc_async_write_barrier did not come yet"
                    )
        return ""


_MOST_CALLS = 16
"""Largest number of calls in a random turn."""
SPLIT = 1 << 20
"""Offset between the indices of the parts of a split unit. No program has that many units."""
