"""The base class of all kernel threads, and circular buffers.

A *unit* is a kernel on one or more cores, with its threads: one data movement thread, or unpack,
math and pack. A unit's cores run in lockstep: a thread performs each call for all of them, with one
numpy operation for data. This is valid because scalars are the same on all of them. Calls whose
results differ between cores run in units of one core. A call that waits on one core waits on all. A
unit is split if some of its cores could continue while all other threads are blocked.

A method that performs a call returns None, the call's result, or a `Wait`, after which the call is
retried.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from ttmlir_py.tensix.compiler import Code, KernelGenerator, Request, call_at
from ttmlir_py.tensix.errors import Fault, StepLimitError
from ttmlir_py.tensix.machine import COUNTER_MASK, CircularBuffer, Machine
from ttmlir_py.tensix.memory import Banks, Checks
from ttmlir_py.tensix.operations import PORT_NAMES, SEMAPHORE_BASE, SEMAPHORE_BYTES, SEMAPHORES
from ttmlir_py.tensix.steps import Place, Table

if TYPE_CHECKING:
    from ttmlir_py.tensix.races import Clock, Races
    from ttmlir_py.tensix.registers import Registers

STEP_LIMIT = 1 << 26
"""Largest number of loop iterations per thread, which ends endless loops."""

Key = tuple[str, int]
"""An event that threads wait for, on a core: a kind of wait, and a port, an address or a unit."""


@dataclass(frozen=True, slots=True)
class Wait:
    """The result of a call that cannot be performed yet."""

    key: Key
    missing: tuple[int, ...]
    """Cores on which the call waits."""
    describe: Callable[[int], str]
    """Returns text for reports: what a core needs and has."""


@dataclass(frozen=True, slots=True)
class KernelConfig:
    """Properties of a kernel in addition to its code."""

    noc: int | None = None
    """Index of the network that the kernel uses, or None for compute kernels."""
    passes: int = 0
    """Number of multiplier passes, from the math fidelity."""
    text: str = ""
    """C++ source text."""


@dataclass(eq=False)
class Unit:
    """A kernel on cores that run in lockstep."""

    number: int
    """Index among the program's units. Parts of a split unit have their own."""
    name: str
    """Name of the kernel for reports."""
    machine: Machine
    banks: Banks
    buffers: dict[int, CircularBuffer]
    """Maps ports to circular buffers."""
    arguments: Sequence[int]
    """Runtime arguments of the kernel."""
    notify: Callable[[Key, Sequence[int]], None]
    """Tells the scheduler that what a wait key names has changed on some cores."""
    registers: Registers | None = None
    """Registers of a compute kernel, or None."""
    config: KernelConfig = KernelConfig()
    late: list[str] | None = None
    """A list that collects suspicious transfers, if data arrives at barriers; otherwise None."""
    races: Races | None = None
    """The race detector, or None if it is off."""
    is_stepwise: bool = False
    """Whether each call is performed separately, instead of combining several in one step."""
    is_interrupted: bool = False
    """Whether calls are observed, or threads may be switched between any two calls, so that no
    calls are combined.
    """
    threads: list[Thread] = field(default_factory=list["Thread"])

    @property
    def cores(self) -> tuple[int, ...]:
        """Return the indices of the unit's cores."""
        return self.banks.numbers


def core_names(unit: Unit) -> str:
    """Return text that names the first few cores of a unit, for reports."""
    names = [unit.machine.core_name(core) for core in unit.cores]
    return (
        "core " + ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    )


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, in the plural unless the count is 1."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


class Thread:
    """A thread of a kernel, on all cores of a unit."""

    role: ClassVar[str] = ""
    """Role among the threads of a compute kernel; empty for data movement threads."""

    def __init__(self, unit: Unit, code: Code, tables: Sequence[Table]) -> None:
        self.unit, self.code, self.tables = unit, code, tables
        self.machine, self.banks = unit.machine, unit.banks
        checks = unit.machine.checks
        self.is_bounded, self.is_initialized = Checks.BOUNDS in checks, Checks.INIT in checks
        self.is_synchronized, self.is_strict = Checks.SYNC in checks, Checks.TENSORS in checks
        self.is_done = False
        self.waiting: Wait | None = None
        self._generator: KernelGenerator = code.start(*tables)
        self._request: Request | None = None
        self.performed = 0
        """Number of completed calls."""
        self._answers: list[Any] = []
        self._iterations = 0
        self.read_pointers: dict[int, int] = {}
        self.write_pointers: dict[int, int] = {}
        self._reserved: dict[int, int] = {}
        self._awaited: dict[int, int] = {}
        self.merged: tuple[str, Place] | None = None
        """The call that is performed for many DST sections at once, or None."""
        self.races = unit.races
        self.clock: Clock | None = None
        if self.races is not None:
            self.clock = self.races.clock(unit.cores, self.agent())
        self.start()

    def agent(self) -> int:
        """Return this thread's index among the agents of a core, or -1 if it accesses no memory."""
        return -1

    def start(self) -> None:
        """Initialize the state that a subclass adds."""

    def __str__(self) -> str:
        return f"{self.unit.name} {self.role}".rstrip()

    # ---- execution

    def advance(self, most: int = 0) -> None:
        """Perform calls until one must wait, `most` calls are done (0: no limit), or the kernel
        ends.

        Raises Fault.
        """
        last = self.performed + most if most else -1
        request = self._request
        generator = self._generator
        try:
            if request is None:
                request = next(generator)
            while True:
                answer: Any = request[0](self, *request[1:])
                if answer.__class__ is Wait:
                    self.waiting, self._request = answer, request
                    return
                self.performed += 1
                if answer is not None and len(self.unit.cores) > 1:
                    self._answers.append(answer)
                request = generator.send(answer)
                if self.performed == last:
                    self._request = request
                    return
        except StopIteration:
            self.is_done = True
            self.finish()

    def finish(self) -> None:
        """Check the state that the thread leaves when it ends. Raises Fault."""

    @property
    def line(self) -> Hashable:
        """Return a key of the current call: a line of the generated text, or a merged call."""
        return self.merged or self._line()

    def _line(self) -> int:
        frame = self._generator.gi_frame
        return frame.f_lineno if frame is not None else 0

    def call(self) -> tuple[str, Place]:
        """Return the function and the source location of the current call."""
        return self.merged or call_at(self.code, self._line())

    def copy(self, unit: Unit) -> Thread:
        """Return a copy of this thread at the same call, in a unit with fewer cores.

        The results of earlier calls are sent to the copy again.
        """
        thread = self.__class__(unit, self.code, self.tables)
        if self.is_done:
            thread.is_done = True
            return thread
        answers = iter(self._answers)
        thread._request = next(thread._generator)
        for _ in range(self.performed):
            method = thread._request[0]
            returns = getattr(method, "returns", False)
            thread._request = thread._generator.send(next(answers) if returns else None)
        thread.performed, thread._answers = self.performed, list(self._answers)
        for name in ("read_pointers", "write_pointers", "_reserved", "_awaited"):
            setattr(thread, name, dict(getattr(self, name)))
        if self.clock is not None:
            thread.clock = self.clock.part(self.unit.cores.index(unit.cores[0]))
        thread.take_over(self)
        return thread

    def take_over(self, other: Any) -> None:
        """Copy the state that `start` initializes from a thread of the same class."""

    def run_loop(self, begin: int, end: int, step: int) -> None:
        """Count the iterations of a loop that starts now. Raises Fault and StepLimitError."""
        if step <= 0 and begin < end:
            raise Fault(f"a loop from {begin} to {end} in steps of {step} has no end")
        self._iterations += max(0, -(-(end - begin) // max(step, 1)))
        if self._iterations > STEP_LIMIT:
            raise StepLimitError(f"{self} takes more than {STEP_LIMIT} iterations of loops")

    # ---- circular buffers

    def buffer(self, port: int) -> CircularBuffer:
        """Return the circular buffer at a port. Raises Fault if there is no such buffer."""
        found = self.unit.buffers.get(port)
        if found is None:
            name = PORT_NAMES.get(port, str(port))
            raise Fault(f"there is no circular buffer at port {name} of these cores")
        return found

    def read_pointer(self, buffer: CircularBuffer) -> int:
        """Return the address from which this thread reads next."""
        return self.read_pointers.get(buffer.port, buffer.address)

    def write_pointer(self, buffer: CircularBuffer) -> int:
        """Return the address to which this thread writes next."""
        return self.write_pointers.get(buffer.port, buffer.address)

    def awaited_pages(self, buffer: CircularBuffer) -> int:
        """Return the number of pages after the read pointer that may be read."""
        return buffer.pages if self._is_free(buffer) else self._awaited.get(buffer.port, 0)

    def reserved_pages(self, buffer: CircularBuffer) -> int:
        """Return the number of pages after the write pointer that may be written."""
        return buffer.pages if self._is_free(buffer) else self._reserved.get(buffer.port, 0)

    def _is_free(self, buffer: CircularBuffer) -> bool:
        """Whether accesses to this buffer are exempt from the rules of circular buffers."""
        return not (self.is_strict if buffer.is_tensor else self.is_synchronized)

    def _require_capacity(self, buffer: CircularBuffer, count: int) -> None:
        if count < 0:
            raise Fault(f"{counted(count, 'page')}")
        if self.is_bounded and count > buffer.pages:
            raise Fault(f"{counted(count, 'page')} of {buffer.name}, which has {buffer.pages}")

    def reserve_back(self, port: int, count: int) -> Wait | None:
        """Wait until `count` pages are free."""
        buffer = self.buffer(port)
        self._require_capacity(buffer, count)
        missing = [
            core for core in self.unit.cores if buffer.pages - buffer.available(core) < count
        ]
        if missing:
            return Wait(
                ("space", port),
                tuple(missing),
                lambda core: (
                    f"wants {counted(count, 'free page')} of {buffer.name}, which has "
                    f"{buffer.pages - buffer.available(core)} of {buffer.pages}"
                ),
            )
        self._reserved[port] = max(self._reserved.get(port, 0), count)
        if self.races is not None:
            free = min(buffer.pages - buffer.available(core) for core in self.unit.cores)
            self.races.acquire_pages(self, ("space", port), min(free - count, _spare_pages(buffer)))
        return None

    def push_back(self, port: int, count: int) -> None:
        """Pass pages to the reader."""
        buffer = self.buffer(port)
        self._require_capacity(buffer, count)
        if count > self.reserved_pages(buffer):
            reserved = self.reserved_pages(buffer)
            raise Fault(
                f"{counted(count, 'page')} of {buffer.name}, of which {reserved} are reserved"
            )
        if self.races is not None:
            self.races.release_pages(self, ("pages", port), count, _spare_pages(buffer))
        self._reserved[port] = max(0, self._reserved.get(port, 0) - count)
        for core in self.unit.cores:
            buffer.received[core] = buffer.received[core] + count & COUNTER_MASK
        self.write_pointers[port] = self._moved(buffer, self.write_pointer(buffer), count)
        self.unit.notify(("pages", port), self.unit.cores)

    def wait_front(self, port: int, count: int) -> Wait | None:
        """Wait until `count` pages are available after the read pointer."""
        buffer = self.buffer(port)
        self._require_capacity(buffer, count)
        missing = [core for core in self.unit.cores if buffer.available(core) < count]
        if missing:
            return Wait(
                ("pages", port),
                tuple(missing),
                lambda core: (
                    f"wants {counted(count, 'page')} in {buffer.name}, which has "
                    f"{buffer.available(core)}"
                ),
            )
        self._awaited[port] = max(self._awaited.get(port, 0), count)
        if self.races is not None:
            available = min(map(buffer.available, self.unit.cores))
            self.races.acquire_pages(
                self, ("pages", port), min(available - count, _spare_pages(buffer))
            )
        return None

    def pop_front(self, port: int, count: int) -> None:
        """Return pages to the writer."""
        buffer = self.buffer(port)
        self._require_capacity(buffer, count)
        if count > self.awaited_pages(buffer):
            awaited = self.awaited_pages(buffer)
            raise Fault(
                f"{counted(count, 'page')} of {buffer.name}, of which {awaited} were waited for"
            )
        if self.races is not None:
            self.races.release_pages(self, ("space", port), count, _spare_pages(buffer))
        self._awaited[port] = max(0, self._awaited.get(port, 0) - count)
        for core in self.unit.cores:
            buffer.acknowledged[core] = buffer.acknowledged[core] + count & COUNTER_MASK
        self.read_pointers[port] = self._moved(buffer, self.read_pointer(buffer), count)
        self.unit.notify(("space", port), self.unit.cores)

    def _moved(self, buffer: CircularBuffer, pointer: int, count: int) -> int:
        pointer += count * buffer.page_size
        if pointer > buffer.end and self.is_bounded:
            raise Fault(
                f"{counted(count, 'page')} run over the end of {buffer.name}: pointers return "
                f"only at it"
            )
        return pointer if pointer < buffer.end else pointer - buffer.size

    # ---- queries

    def get_write_ptr(self, port: int) -> int:
        """Return the address to which this thread writes next."""
        return self.write_pointer(self.buffer(port))

    def get_read_ptr(self, port: int) -> int:
        """Return the address from which this thread reads next."""
        return self.read_pointer(self.buffer(port))

    def get_tile_size(self, port: int) -> int:
        """Return the size of a tile in the buffer's format, in bytes."""
        return self.buffer(port).data_format.tile_bytes

    def get_arg_val(self, index: int) -> int:
        """Return a runtime argument of the kernel. Raises Fault if it does not exist."""
        if not 0 <= index < len(self.unit.arguments):
            raise Fault(f"argument {index} of {len(self.unit.arguments)}")
        return self.unit.arguments[index]

    def get_compile_time_arg_val(self, index: int) -> int:
        """Raise Fault, because binaries have no compile-time arguments."""
        raise Fault(f"argument {index} at compile time: binaries give none")

    def get_semaphore(self, number: int) -> int:
        """Return the address of a semaphore. Raises Fault if it does not exist."""
        if not 0 <= number < SEMAPHORES:
            raise Fault(f"semaphore {number} of {SEMAPHORES}")
        return SEMAPHORE_BASE + SEMAPHORE_BYTES * number


def _spare_pages(buffer: CircularBuffer) -> int:
    """Return the number of pages that a waiting thread may leave unused.

    It is 0 for tensors, which are full from the start or always free.
    """
    return 0 if buffer.is_tensor else buffer.pages


def returns(*methods: Callable[..., Any]) -> None:
    """Mark methods whose calls return results, which must be sent again to a repeated thread."""
    for method in methods:
        method.returns = True  # type: ignore[attr-defined]


returns(
    Thread.get_write_ptr,
    Thread.get_read_ptr,
    Thread.get_tile_size,
    Thread.get_arg_val,
    Thread.get_semaphore,
)
