"""Runs the threads of a program until all are done, or nobody can go on.

Threads go on in the order in which they can, each until it has to wait; or, with a seed, in an order and as far as is drawn.
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
    """The threads of a program, in the order in which they can go on: first come, first served."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = None if seed is None else Random(seed)
        """Draws who goes on and how far, if a seed is given."""
        self.units: list[Unit] = []
        self._ready: deque[Thread] = deque()
        self._waiting: dict[Key, dict[int, dict[Thread, None]]] = {}
        """Threads by what they wait for, and on which core."""

    def add(self, unit: Unit) -> None:
        """Take a unit's threads in."""
        self.units.append(unit)
        self._ready.extend(unit.threads)

    @np.errstate(all="ignore")
    def run(self) -> None:
        """Run until all threads are done. Raises Fault and Deadlock, with the places of all calls that matter."""
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
        """Let go of all threads: what they hold is freed at once, though they know each other."""
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
                # A semaphore can change more than once before the thread is tried again; pages do not.
                watched = wait.missing if wait.key[0] == "semaphore" else wait.missing[-1:]
                for core in watched:
                    self._waiting.setdefault(wait.key, {}).setdefault(core, {})[thread] = None

    def _next(self) -> Thread:
        """Whoever has been ready for the longest time, or anyone."""
        if self._random is not None:
            self._ready.rotate(self._random.randrange(len(self._ready)))
        return self._ready.popleft()

    def notify(self, key: Key, cores: Sequence[int]) -> None:
        """Let threads try again that wait for something on one of these cores."""
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
        """Let all threads try again, and see on which cores they still wait; whether one got on.

        Plain writes change words that threads wait for, and threads on many cores are told of one of them only.
        """
        before = [(thread, thread.performed) for thread in stuck]
        for thread in stuck:
            if thread.unit.registers is not None:
                thread.unit.registers.give_up()
            self._wake(thread)
        self._run_ready()
        return any(thread.performed != count or thread.is_done for thread, count in before)

    def _split(self) -> bool:
        """Take a unit apart of which some cores could go on; whether there was one."""
        for index, unit in enumerate(self.units):
            if any(
                thread.waiting is not None and len(thread.waiting.missing) < len(unit.cores)
                for thread in unit.threads
            ):
                parts = [self._part(unit, row) for row in range(len(unit.cores))]
                for thread in unit.threads:
                    thread.waiting = None  # whoever still knows it need not wake it
                self.units[index : index + 1] = parts
                for part in parts:
                    self._ready.extend(thread for thread in part.threads if not thread.is_done)
                return True
        return False

    def _part(self, unit: Unit, row: int) -> Unit:
        """A unit of one of a unit's cores, with threads at the same calls."""
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
        """A fault with who did it, and what else is known."""
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
        """Which read it is that has not arrived at an address of a core."""
        for thread in self._threads():
            if isinstance(thread, NocThread) and core in thread.unit.cores:
                for each in thread.reads:
                    if each.address <= address < each.address + each.size:
                        return f": noc_async_read of {thread} at {each.place}, whose noc_async_read_barrier did not come yet"
        return self._pending_write(core, address)

    def _pending_write(self, bank: int, address: int) -> str:
        """Which write it is that arrives late."""
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
"""Calls after which a drawn thread leaves its turn to others."""
SPLIT = 1 << 20
"""Distance of the numbers of a split unit's parts: no program has so many units."""
