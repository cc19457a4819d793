"""The threads that move data: reads and writes over the network on chip (NoC), and semaphores.

The data of a read is available immediately, but counts as arrived only after the barrier. Uses
before the barrier are reported.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.machine import LOCAL_MASK, multicast_address, noc_address
from ttmlir_py.tensix.memory import ARRIVING, WRITTEN, Banks, Bytes, Memory
from ttmlir_py.tensix.operations import SEMAPHORES_END
from ttmlir_py.tensix.races import Transfer
from ttmlir_py.tensix.store_loops import StoreLoop, Words
from ttmlir_py.tensix.threads import Thread, Wait, returns

PACKET = 8192
"""Largest size of one network packet, in bytes."""
_WORD, _WORD_BYTES = 0xFFFFFFFF, 4


class NocThread(Thread):
    """BRISC or NCRISC, the threads that move data."""

    def start(self) -> None:
        """Reset the transfers in progress."""
        self.reads: list[Transfer] = []
        self.writes: list[Transfer] = []
        self._told: list[Transfer] = []
        """Transfers in progress when this thread signalled other threads, which may know of them.
        """
        self._untold: list[Transfer] = []
        self._packet: tuple[int, int] | None = None

    def agent(self) -> int:
        """Return this thread's index among the agents of a core, which is the index of its
        processor.
        """
        return self.unit.config.noc or 0

    def take_over(self, other: Any) -> None:
        """Copy state from another thread, including the transfers in progress."""
        for name in ("reads", "writes", "_told", "_untold"):
            setattr(self, name, list(getattr(other, name)))
        self._packet = other._packet

    def finish(self) -> None:
        """Raise Fault if the kernel ends with transfers that no barrier awaited. They would change
        memory while the next kernel runs.
        """
        transfers = [*self.reads, *self.writes] if self.is_strict else self.reads
        if transfers and self.is_synchronized:
            raise Fault(
                f"the kernel ends, and the transfer of {transfers[0].place} was not awaited "
                f"by a "
                f"barrier"
            )
        if self.unit.late is not None:
            self.unit.late += (
                f"no barrier awaits the transfer of {self} at {each.place}"
                for each in (*self.reads, *self.writes)
            )

    def arrive(self) -> bool:
        """Complete the transfers that no barrier will await: pending writes once all threads are
        blocked, and pending reads of kernels that have ended.

        Returns whether there were any.
        """
        if self.unit.late is None:
            return False
        late = [each for each in self.writes if each.data is not None]
        late += [each for each in self.reads if each.data is not None and self.is_done]
        self._deliver(late)
        self.writes = [each._replace(data=None) for each in self.writes]
        if self.is_done:
            self.reads = []
        return bool(late)

    cb_reserve_back = Thread.reserve_back
    cb_wait_front = Thread.wait_front

    def cb_pop_front(self, port: int, count: int) -> None:
        """Free pages for the writer of the buffer, which may overwrite them.

        Raises Fault for pending writes that read these pages.
        """
        buffer = self.buffer(port)
        if self.writes and count > 0:
            size = min(count, buffer.pages) * buffer.page_size
            self._require_left(self.read_pointer(buffer), size, "gives back")
        self._tell()
        self.pop_front(port, count)

    def cb_push_back(self, port: int, count: int) -> None:
        """Pass pages to the reader of the buffer, which may use them.

        Raises Fault for pending reads into these pages.
        """
        buffer = self.buffer(port)
        if self.is_synchronized and count > 0:
            size = min(count, buffer.pages) * buffer.page_size
            self.machine.l1.require_arrived(self.banks, self.write_pointer(buffer), size)
        self._tell()
        self.push_back(port, count)

    # ---- addresses

    def get_noc_addr_xy(self, column: int, row: int, address: int, noc: int = 0) -> int:
        """Return the NoC address of a local address at network coordinates."""
        return noc_address(row, column, address)

    def get_noc_addr(self, address: int) -> int:
        """Return the NoC address of a local address in the core's own L1."""
        (core,) = self.unit.cores
        return noc_address(*self.machine.chip.workers[core], address)

    def get_noc_addr_from_bank_id(self, bank: int, address: int) -> int:
        """Return the NoC address of a local address in a DRAM channel."""
        channels = self.machine.chip.dram
        if not 0 <= bank < len(channels):
            raise Fault(f"there is no DRAM bank {bank}: the chip has {len(channels)}")
        return noc_address(*channels[bank], address)

    def get_noc_multicast_addr(
        self, column0: int, row0: int, column1: int, row1: int, address: int, noc: int = 0
    ) -> int:
        """Return the multicast address of a local address on all cores of a rectangle."""
        return multicast_address(row0, column0, row1, column1, address)

    # ---- reads and writes

    def noc_async_read(self, source: int, target: int, size: int) -> None:
        """Read from any memory into the core's L1."""
        _require_size(size)
        memory, bank, address = self.machine.place(source)
        data = np.array(memory.read(bank, address, size))
        self._require_left(target, size, "overwrites")
        if self.races is not None:
            self.races.read(self, memory, bank, address, size)
            self.races.write_own(self, target, size)
        state = ARRIVING if self.is_synchronized else WRITTEN
        core, place = self.unit.cores[0], self.call()[1]
        sent = Transfer(place, target, size, True, memory, bank, address, core=core)
        if self.unit.late is None:
            self.machine.l1.write(self.banks, target, data, state)
        else:
            self.machine.l1.announce(self.banks, target, size, state)
            sent = sent._replace(data=data)
        self._under_way(sent)

    def _write(self, memory: Memory, banks: Banks, data: Bytes, sent: Transfer) -> None:
        """Write from one of the unit's cores to some banks. Raises Fault if the write breaks a
        rule.
        """
        if self.unit.late is None:
            memory.write(banks, sent.there, data)
        else:
            is_word = sent.size == _WORD_BYTES or (
                memory is self.machine.l1 and sent.there < self.machine.chip.l1_base
            )
            state = ARRIVING if self.is_synchronized and not is_word else WRITTEN
            memory.announce(banks, sent.there, sent.size, state)
            sent = sent._replace(data=data)
        self._under_way(sent)
        self._changed(memory, sent.there, banks.numbers)

    def _deliver(self, transfers: Iterable[Transfer]) -> None:
        """Deliver the data of transfers that were delayed until now, with the source's current
        contents.
        """
        l1 = self.machine.l1
        for each in transfers:
            own = self.banks if each.is_read else self.machine.cores[each.core]
            if each.data is None:
                continue
            ends = [(each.memory, each.banks, each.there), (l1, own, each.address)]
            source, target = ends if each.is_read else ends[::-1]
            data = source[0].peek(*source[1:], each.size)
            if not np.array_equal(data, each.data) and self.unit.late is not None:
                self.unit.late.append(
                    f"the source of the transfer of {self} at {each.place} changed before its "
                    f"barrier"
                )
            target[0].put(*target[1:], data)
            if not each.is_read:
                self._changed(each.memory, each.there, each.banks.numbers)

    def _under_way(self, transfer: Transfer) -> None:
        (self.reads if transfer.is_read else self.writes).append(transfer)
        if self.races is not None:
            self._untold.append(transfer)

    def _require_left(self, address: int, size: int, verb: str) -> None:
        """Raise Fault if a write in progress still reads L1 bytes that are about to change.

        `verb` describes the change in the message.
        """
        if not self.writes or not self.is_synchronized:
            return
        for each in self.writes:
            if each.address < address + size and address < each.address + each.size:
                raise Fault(
                    f"{verb} {size} bytes at {address}, from where the write of {each.place} may "
                    f"still read: "
                    "its noc_async_write_barrier did not come yet"
                )

    def _tell(self, *, with_multicasts: bool = False) -> None:
        """Record for the race detector that transfers are unfinished, before this thread signals
        other threads.

        Multicasts sent before another multicast arrive in order, so they are left out.
        """
        if self.races is None or not self._untold:
            return
        for transfer in self._untold:
            if not (with_multicasts and transfer.is_multicast):
                self.races.stamp(self, transfer, finished=False)
                self._told.append(transfer)
        self._untold.clear()

    def _settle(self, transfers: list[Transfer], *, are_reads: bool) -> None:
        """Record that a barrier has awaited these transfers, and forget them."""
        if self.races is not None:
            for transfer in self._told:
                if transfer.is_read == are_reads:
                    self.races.stamp(self, transfer, finished=True)
            self._told = [each for each in self._told if each.is_read != are_reads]
            self._untold = [each for each in self._untold if each.is_read != are_reads]
        transfers.clear()

    def noc_async_read_one_packet_set_state(self, source: int, size: int) -> None:
        """Set the source and size of the following one-packet reads."""
        _require_size(size, PACKET)
        self._packet = source, size

    def noc_async_read_one_packet_with_state(self, source: int, target: int) -> None:
        """Read a packet, with the network coordinates and the size that the last
        `noc_async_read_one_packet_set_state` has set.
        """
        if self._packet is None:
            raise Fault("no noc_async_read_one_packet_set_state came before")
        base, size = self._packet
        self.noc_async_read(base & ~LOCAL_MASK | source & LOCAL_MASK, target, size)

    def noc_async_read_barrier(self) -> None:
        """Wait until all reads of this thread have arrived."""
        self._deliver(self.reads)
        for each in self.reads:
            self.machine.l1.mark(self.banks, each.address, each.size, WRITTEN)
        self._settle(self.reads, are_reads=True)

    def noc_async_write(self, source: int, target: int, size: int) -> None:
        """Write from the core's L1 to any memory."""
        _require_size(size)
        memory, bank, address = self.machine.place(target)
        values = np.array(self.machine.l1.read(self.banks, source, size))
        if self.races is not None:
            self.races.read_own(self, source, size)
        for row, data in enumerate(values):
            if self.races is not None:
                self.races.write(self, row, memory, bank, address, size)
            core, place = self.unit.cores[row], self.call()[1]
            sent = Transfer(place, source, size, False, memory, bank, address, core=core)
            self._write(memory, bank, data[None], sent)

    def noc_async_write_barrier(self) -> None:
        """Wait until all writes of this thread are done."""
        self._deliver(self.writes)
        self._settle(self.writes, are_reads=False)

    def noc_async_write_multicast(
        self, source: int, target: int, size: int, count: int, linked: int = 0
    ) -> None:
        """Write to the same local address on all other cores of a rectangle."""
        self._multicast(source, target, size, count, with_self=False)

    def noc_async_write_multicast_loopback_src(
        self, source: int, target: int, size: int, count: int, linked: int = 0
    ) -> None:
        """Write to the same local address on all cores of a rectangle, including this one."""
        self._multicast(source, target, size, count, with_self=True)

    def _multicast(
        self,
        source: int,
        target: int,
        size: int,
        count: int,
        *,
        with_self: bool,
        is_word: bool = False,
    ) -> tuple[tuple[int, ...], int]:
        """Write to the cores of a rectangle, except the sender unless `with_self`. Return the cores
        written to and the local address.
        """
        _require_size(size)
        rectangle, address = self.machine.rectangle(target)
        reached: tuple[int, ...] = ()
        races = None if is_word else self.races
        if races is not None:
            races.read_own(self, source, size)
        for row, core in enumerate(self.unit.cores):
            reached = tuple(each for each in rectangle if with_self or each != core)
            if self.is_bounded and len(reached) != count:
                raise Fault(f"a multicast to {count} cores, but its rectangle has {len(reached)}")
            if not reached:
                raise Fault("a multicast without a target core")
            data = np.array(self.machine.l1.read(self.machine.cores[core], source, size))
            banks = Banks(reached)
            if races is not None:
                races.write(self, row, self.machine.l1, banks, address, size)
            place, l1 = self.call()[1], self.machine.l1
            sent = Transfer(place, source, size, False, l1, banks, address, True, core)
            if is_word:
                l1.write(banks, address, data)
                self._under_way(sent)
            else:
                self._write(l1, banks, data, sent)
        return reached, address

    # ---- words and semaphores

    def _word(self, address: int) -> int:
        """Return the index of a word in L1, given its address. Raises Fault for invalid
        addresses.
        """
        if address % _WORD_BYTES or not 0 <= address <= self.machine.l1.size - _WORD_BYTES:
            raise Fault(f"{address} is not the address of a word in L1")
        return address // _WORD_BYTES

    def store_to_l1(self, pointer: int, index: int, value: int) -> None:
        """Store a word in the core's L1."""
        address = pointer + index * _WORD_BYTES
        self._store_own(address, _words(value))
        self._changed(self.machine.l1, address, self.unit.cores)

    def run_stores(self, loop: StoreLoop, *values: int) -> tuple[Any, ...]:
        """Perform a loop nest that stores words.

        Returns True plus the final values of the changed variables, or () to run store by store. It
        returns () if a store is faulty, so that the report names this store, and if the loop sets
        semaphores. Words that were stored before that store are then stored again.
        """
        stores = None if self.unit.is_interrupted else loop.plan(self.tables, values)
        if stores is None:
            return ()
        begin, end = self.machine.chip.l1_base, self.machine.l1.size
        if any(not begin <= address <= end - words.nbytes for address, words in stores.runs):
            return ()
        try:
            for address, words in stores.runs:
                self._store_own(address, words)
        except Fault:
            return ()
        self.run_loop(0, stores.iterations, 1)
        return True, *stores.results

    def _store_own(self, address: int, words: Words) -> None:
        """Store consecutive words, and report the write to the race detector."""
        if self.races is not None:
            self.races.write_own(self, address, words.nbytes)
        self._store(address, words)

    def _changed(self, memory: Memory, address: int, cores: Sequence[int]) -> None:
        """Record a release for the race detector if a write changes a semaphore."""
        if memory is self.machine.l1 and address < SEMAPHORES_END:
            self._release_word(address, cores)

    def _release_word(
        self, address: int, cores: Sequence[int], *, with_multicasts: bool = False
    ) -> None:
        """Record for the race detector that a semaphore was set on some cores."""
        if self.races is not None and 0 <= address <= self.machine.l1.size - _WORD_BYTES:
            self._tell(with_multicasts=with_multicasts)
            self.races.release_word(self, address, cores)

    def _store(self, address: int, words: Words) -> None:
        self._word(address)
        self.machine.l1.require_arrived(self.banks, address, words.nbytes)
        self._require_left(address, words.nbytes, "overwrites")
        self.machine.l1.write(self.banks, address, words.view(np.uint8)[None])

    def noc_semaphore_set(self, pointer: int, value: int) -> None:
        """Set a semaphore in the core's L1."""
        self._store(pointer, _words(value))
        self._release_word(pointer, self.unit.cores)
        self.unit.notify(("semaphore", pointer), self.unit.cores)

    def noc_semaphore_inc(self, target: int, increment: int, noc: int = 0) -> None:
        """Add to a semaphore of any core, atomically."""
        memory, bank, address = self.machine.place(target)
        if memory is not self.machine.l1:
            raise Fault("a semaphore cannot be in DRAM")
        word, (core,) = self._word(address), bank.numbers
        self.machine.l1.read(bank, address, _WORD_BYTES)
        sum_ = int(self.machine.words[core, word]) + increment * len(self.unit.cores)
        self.machine.words[core, word] = sum_ & _WORD
        self._release_word(address, (core,))
        self.unit.notify(("semaphore", address), (core,))

    def noc_semaphore_wait(self, pointer: int, value: int) -> Wait | None:
        """Wait until a semaphore in the core's L1 equals `value`."""
        return self._wait(pointer, value, at_least=False)

    def noc_semaphore_wait_min(self, pointer: int, value: int) -> Wait | None:
        """Wait until a semaphore in the core's L1 is at least `value`."""
        return self._wait(pointer, value, at_least=True)

    def _wait(self, pointer: int, value: int, *, at_least: bool) -> Wait | None:
        words, word = self.machine.words, self._word(pointer)
        value &= _WORD
        self.machine.l1.read(self.banks, pointer, _WORD_BYTES)
        missing = [
            core
            for core in self.unit.cores
            if not (words[core, word] >= value if at_least else words[core, word] == value)
        ]
        if not missing:
            if self.races is not None:
                self.races.acquire_word(self, pointer, value.__le__ if at_least else value.__eq__)
            return None
        wanted = f"{value} or more" if at_least else f"{value}"
        return Wait(
            ("semaphore", pointer),
            tuple(missing),
            lambda core: (
                f"wants {wanted} in the semaphore at {pointer}, which has {words[core, word]}"
            ),
        )

    def noc_semaphore_set_multicast(
        self, source: int, target: int, count: int, linked: int = 0
    ) -> None:
        """Set a semaphore on all other cores of a rectangle to the word at `source`."""
        self._set_all(source, target, count, with_self=False)

    def noc_semaphore_set_multicast_loopback_src(
        self, source: int, target: int, count: int, linked: int = 0
    ) -> None:
        """Set a semaphore on all cores of a rectangle, including this one, to the word at
        `source`.
        """
        self._set_all(source, target, count, with_self=True)

    def _set_all(self, source: int, target: int, count: int, *, with_self: bool) -> None:
        if self.unit.late is not None:
            self._deliver(each for each in self.writes if each.is_multicast)
            self.writes = [
                each._replace(data=None) if each.is_multicast else each for each in self.writes
            ]
        reached, address = self._multicast(
            source, target, _WORD_BYTES, count, with_self=with_self, is_word=True
        )
        self._release_word(address, reached, with_multicasts=True)
        self.unit.notify(("semaphore", address), reached)


returns(
    NocThread.get_noc_addr_xy,
    NocThread.get_noc_addr,
    NocThread.get_noc_addr_from_bank_id,
    NocThread.get_noc_multicast_addr,
    NocThread.run_stores,
)
DIFFERS_BY_CORE = frozenset(("get_noc_addr",))
"""Functions whose result differs between the cores of a unit."""


def _words(value: int) -> Words:
    """Return an array with one 32-bit word."""
    return np.array([value & _WORD], "<u4")


def _require_size(size: int, largest: int = _WORD) -> None:
    if not 0 < size <= largest:
        raise Fault(f"a transfer of {size} bytes: expected 1 to {largest}")
