"""An estimate of a program's time on a card, computed during a simulated run. Nothing is measured.

`clocks` has the model, and `calls` the effect of each call. Commands follow each other without a
pause.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ttmlir_py.runtime.architectures import Architecture
from ttmlir_py.tensix.events import Arguments, MachineEvents
from ttmlir_py.tensix.machine import ChipDesc
from ttmlir_py.tensix.observers.calls import HANDLERS
from ttmlir_py.tensix.observers.clocks import (
    COMPUTE,
    CONTROL,
    NETWORK,
    WAITING,
    Call,
    Clocks,
    PageListener,
    SpanListener,
    processor_of,
)
from ttmlir_py.tensix.observers.lanes import Times, indices
from ttmlir_py.tensix.observers.network import Torus, Traffic
from ttmlir_py.tensix.program import Command
from ttmlir_py.tensix.threads import Thread, Unit


@dataclass(frozen=True, slots=True)
class ThreadTime:
    """Times of a kernel's thread in cycles, as arrays over its cores."""

    kernel: str
    role: str
    processor: int
    cores: tuple[int, ...]
    total: Times
    """Cycles from the command's start to the thread's end."""
    spent: Mapping[str, Times]
    """Maps the kinds in `clocks.KINDS` to cycles."""
    stalls: Mapping[str, Times]
    """Maps functions to waiting cycles."""


@dataclass(frozen=True, slots=True)
class CommandTime:
    """Times of a command in cycles since the program's start, and its network traffic."""

    command: Command
    start: float
    cycles: float
    threads: Sequence[ThreadTime]
    traffic: Traffic
    dram_bytes: int
    parts: Mapping[str, float]
    """Maps kinds of resources to the busy cycles of the busiest one."""

    @property
    def bound(self) -> str:
        """Return the kind of resource that is busy longest, or waiting if all are idle half of the
        time.
        """
        name = max(self.parts, key=lambda each: self.parts[each])
        return name if 2 * self.parts[name] >= self.cycles else WAITING

    @property
    def cores(self) -> set[int]:
        """Return the cores that run the command's kernels."""
        return {core for thread in self.threads for core in thread.cores}


@dataclass
class Timing:
    """An estimate of a run. Pass `events` to the run. `commands` collects commands that take
    time.
    """

    chip: ChipDesc
    architecture: Architecture
    spans: SpanListener | None = None
    pages: PageListener | None = None
    commands: list[CommandTime] = field(default_factory=list[CommandTime])

    def __post_init__(self) -> None:
        self.torus = Torus(self.chip)
        self.now = 0.0
        """Current time of the program in cycles."""

    def _start(self) -> None:
        self._clocks = Clocks(
            self.chip, self.torus, self.architecture, self.now, self.spans, self.pages
        )
        self._threads: dict[tuple[str, str, int], list[int]] = {}

    @property
    def events(self) -> MachineEvents:
        """Return machine events that must be passed to the run that is to be timed."""
        return MachineEvents(self._begin, self._unit, None, self._after, self._end)

    def _begin(self, command: Command) -> None:
        self._start()

    def _unit(self, unit: Unit) -> None:
        for thread in unit.threads:
            key = unit.name, thread.role, processor_of(thread)
            self._threads.setdefault(key, []).extend(unit.cores)

    def _after(self, thread: Thread, function: str, arguments: Arguments) -> None:
        handler = HANDLERS[thread.__class__].get(function)
        if handler is not None:
            handler(self._clocks, Call(thread, function, arguments))

    def _end(self, command: Command, seconds: float) -> None:
        clocks, transfers = self._clocks, self._clocks.transfers
        parts = {kind: float(clocks.spent[kind].max()) for kind in (COMPUTE, CONTROL)}
        parts |= {NETWORK: transfers.network_cycles, "DRAM": transfers.dram_cycles}
        cycles = float(clocks.times.max()) - self.now
        if command.kind == "EnqueueWriteBufferCommand" and command.buffer is not None:
            size = command.buffer.shard_bytes * len(command.buffer.cores)
            cycles = parts["PCIe"] = size / self.architecture.pcie * self.architecture.clock_ghz
        if cycles:
            threads = [self._thread(*key, cores) for key, cores in self._threads.items()]
            moved = transfers.traffic, transfers.dram_bytes
            self.commands.append(CommandTime(command, self.now, cycles, threads, *moved, parts))
            self.now += cycles

    def _thread(self, kernel: str, role: str, row: int, numbers: Sequence[int]) -> ThreadTime:
        clocks, ordered = self._clocks, tuple(sorted(numbers))
        cores = indices(ordered)
        return ThreadTime(
            kernel,
            role,
            row,
            ordered,
            clocks.times[row, cores] - self.now,
            {kind: times[row, cores] for kind, times in clocks.spent.items()},
            {name: times[row, cores] for name, times in clocks.stalls.items()},
        )
