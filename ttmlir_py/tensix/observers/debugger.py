"""A step debugger for kernels.

It stops before calls and shows threads, registers and circular buffers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

import numpy as np

from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.observers.console import Console
from ttmlir_py.runtime.statistics import tensor_stats
from ttmlir_py.tensix import tiles
from ttmlir_py.tensix.compute import PackThread
from ttmlir_py.tensix.events import Arguments, MachineEvents
from ttmlir_py.tensix.execution import MetalProgram
from ttmlir_py.tensix.machine import CircularBuffer
from ttmlir_py.tensix.memory import LINE, WRITTEN
from ttmlir_py.tensix.operations import (
    OPERATIONS,
    PORT_NAMES,
    PORTS,
    SEMAPHORE_BASE,
    SEMAPHORE_BYTES,
    SEMAPHORES,
)
from ttmlir_py.tensix.program import Command
from ttmlir_py.tensix.steps import Place
from ttmlir_py.tensix.threads import Thread, Unit, core_names

_AROUND = 5
"""Number of lines that the command `list` shows before and after the current line."""
_MOST = 20
"""Largest number of calls that are listed for a breakpoint."""


@dataclass(frozen=True, slots=True)
class _Call:
    """A call with the properties that breakpoints can match.

    For calls in a kernel's text, the cores are those of the kernel.
    """

    thread: str
    function: str
    place: Place
    ports: frozenset[str]
    cores: frozenset[str]

    def matches(self, words: Sequence[str]) -> bool:
        """Return whether all conditions of a breakpoint, given as words, hold."""
        rest = iter(words)
        for word in rest:
            match word:
                case "core":
                    holds = next(rest, "") in self.cores
                case "port":
                    holds = next(rest, "") in self.ports
                case "kernel":
                    holds = f"kernel {next(rest, '')}" == " ".join(self.thread.split()[:2])
                case "thread":
                    holds = next(rest, "") in self.thread.split()[2:]
                case "line":
                    holds = next(rest, "") == str(self.place.line)
                case _:
                    holds = word in self.function
            if not holds:
                return False
        return bool(words)


class MetalDebugger(Console):
    """A debugger that stops a run before calls and reads commands.

    Pass `events` to the run of `program`. `quit` and the end of the input end the run with a
    `SimulationError`. Cores in lockstep stop together.
    """

    things = "calls"

    def __init__(
        self,
        program: MetalProgram,
        *,
        input: TextIO | None = None,
        output: TextIO | None = None,
        breakpoints: Sequence[str] = (),
        stop_at_start: bool = True,
    ) -> None:
        super().__init__(input=input, output=output, breakpoints=breakpoints)
        self.steps = int(stop_at_start)
        self._program = program
        self._commands = 0
        self._command: Command | None = None
        self._units: list[Unit] = []
        self._thread: Thread | None = None
        self._function, self._arguments = "", ()
        self._seen: tuple[Thread, int] | None = None
        """The thread and call of the last stop, so that a retry of the call does not stop again."""
        self._follows: Thread | None = None
        """The thread before whose next call `next` stops, or None."""
        self._core: int | None = None
        """The core chosen by the command `core`, or None."""

    @property
    def events(self) -> MachineEvents:
        """Return the machine events that connect the debugger. Combine them last."""
        return MachineEvents(begin=self._begin, unit=self._unit, before=self._before, end=self._end)

    def _begin(self, command: Command) -> None:
        self._command, self._units = command, []

    def _unit(self, unit: Unit) -> None:
        self._units.append(unit)

    def _before(self, thread: Thread, function: str, arguments: Arguments) -> None:
        if self._seen == (thread, thread.performed):
            return
        self._seen = None
        self._thread, self._function, self._arguments = thread, function, arguments
        if self.steps and self._follows in (None, thread):
            self.steps -= 1
            if not self.steps:
                self._stop_at_call(thread)
                return
        if self.places:
            call = self._call()
            if any(call.matches(place.split()) for place in self.places):
                self._stop_at_call(thread)

    def _stop_at_call(self, thread: Thread) -> None:
        self._seen = thread, thread.performed
        self.steps, self._follows = 0, None
        self.stop()

    def _end(self, command: Command, seconds: float) -> None:
        self._commands += 1
        self._follows = self._seen = None
        if self._commands == len(self._program.commands):
            self.ended, self._thread = True, None
            if self.steps:
                self.stop()
            self.ended, self._commands = False, 0

    def _call(self) -> _Call:
        assert self._thread is not None
        unit = self._thread.unit
        names = frozenset(map(unit.machine.core_name, unit.cores))
        ports = frozenset(PORT_NAMES.get(port, str(port)) for port in self._ports())
        return _Call(str(self._thread), self._function, self._thread.call()[1], ports, names)

    def _ports(self) -> Iterator[int]:
        kinds = OPERATIONS[self._function].arguments
        values = [each for each in self._arguments if isinstance(each, int)]
        return (v for v, kind in zip(values, kinds, strict=False) if kind.startswith("cb"))

    def here(self) -> str:
        """Return a line of text that describes the next call."""
        thread = self._thread
        if thread is None:
            return "at the program's end"
        assert self._command is not None
        text = ", ".join(map(self._argument, range(len(self._arguments))))
        return (
            f"> {self._command.label}: {thread} on {core_names(thread.unit)}, "
            f"{thread.call()[1]}: {self._function}({text})"
        )

    def _argument(self, index: int) -> str:
        value = self._arguments[index]
        if not isinstance(value, int):
            return ", ".join(map(str, value))
        shift = index - len([each for each in self._arguments if not isinstance(each, int)])
        kinds = OPERATIONS[self._function].arguments
        is_port = shift < len(kinds) and kinds[shift].startswith("cb")
        return PORT_NAMES.get(value, str(value)) if is_port else str(value)

    # ---- breakpoints

    def matching_lines(self, place: str) -> list[str]:
        """Return the calls in kernel texts that a breakpoint matches, at most the first few, as
        lines of text.
        """
        words = place.split()
        found = [
            f"{label}: {call.thread}, {call.place}: {call.function}"
            for label, call in self._all_calls()
            if call.matches(words)
        ]
        left = len(found) - _MOST
        return found[:_MOST] + ([f"... {left} more calls"] if left > 0 else [])

    def _all_calls(self) -> Iterator[tuple[str, _Call]]:
        columns = self._program.chip.grid[1]
        for command in self._program.commands:
            for kernel in command.kernels:
                cores = frozenset("{}x{}".format(*divmod(each, columns)) for each in kernel.cores)
                for thread_class, code in kernel.codes:
                    name = f"{kernel.name} {thread_class.role}".rstrip()
                    for function, place in code.calls.values():
                        if function in OPERATIONS:
                            ports = frozenset(
                                PORT_NAMES[port]
                                for called, port in code.ports
                                if called == function
                            )
                            yield command.label, _Call(name, function, place, ports, cores)

    def do_break(self, argument: str) -> None:
        """break [PLACE]: stop before the calls at a place; without one: list the breakpoints.

        A place is part of a function's name, and `kernel 0`, `core 1x2`, `thread math` (unpack,
        pack, noc0, noc1), `port c_in0`, `line 7` of the kernel's text; several must all hold: break
        cb_push thread noc0 core 0x1
        """
        super().do_break(argument)

    # ---- running

    def do_step(self, argument: str) -> bool:
        """step [N]: run the next call, or the next N, of any thread, and stop."""
        self.steps, self._follows = self.count(argument), None
        return self.steps > 0

    def do_next(self, argument: str) -> bool:
        """next: as step, but stop before the next call of the same thread only."""
        self.steps, self._follows = 1, self._thread
        return True

    # ---- showing the state

    def do_op(self, argument: str) -> None:
        """op: the call that is next, its line in the kernel's text, and where its command is
        from.
        """
        self.say(self.here())
        if self._thread is not None:
            line = self._thread.call()[1].line
            self.say(f"  {self._lines()[line - 1].strip()}")

    def do_list(self, argument: str) -> None:
        """list [all]: the kernel's text around the next call, or all of it."""
        if self._thread is None:
            return
        current = self._thread.call()[1].line
        for number, text in enumerate(self._lines(), 1):
            if argument == "all" or abs(number - current) <= _AROUND:
                self.say(f"{'->' if number == current else '  '} {number:>4}  {text}".rstrip())

    def _lines(self) -> list[str]:
        assert self._thread is not None
        return self._thread.unit.config.text.splitlines()

    def do_threads(self, argument: str) -> None:
        """threads: where each thread is, and what it waits for."""
        for unit in self._units:
            for thread in unit.threads:
                self.say(
                    f"{'->' if thread is self._thread else '  '} {thread} on "
                    f"{core_names(unit)}{_state(thread)}"
                )

    def do_core(self, argument: str) -> None:
        """core RxC: the core whose contents are shown, the first one of the thread otherwise."""
        machine = self._units[0].machine if self._units else None
        names = list(map(machine.core_name, range(len(machine.cores)))) if machine else []
        if argument not in names:
            self.say(f"no core '{argument}'")
            return
        self._core = names.index(argument)

    def do_tensors(self, argument: str) -> None:
        """tensors: the circular buffers of the core: pages that are there, of how many, and
        pointers of the thread.
        """
        for buffer in self._buffers().values():
            core, thread = self._shown(), self._thread
            assert thread is not None
            over = " over a tensor" if buffer.is_tensor else ""
            self.say(
                f"{buffer.name.removeprefix('port ')}: {buffer.available(core)} of {buffer.pages} "
                f"pages of "
                f"{buffer.page_size} bytes, {buffer.data_format}, at {buffer.address}{over}; "
                f"reads at {thread.read_pointer(buffer)}, writes at {thread.write_pointer(buffer)}"
            )

    def do_print(self, argument: str) -> None:
        """print WHAT [INDEX]: values, INDEX as in numpy: print c_in0 [0, :4, :4]

        WHAT is a circular buffer by its port (its pages as tiles of 32x32), dst (tiles of the
        thread's section) or sem (the semaphores).
        """
        values, index = self._values(argument)
        if values is not None:
            self.show(values, index, "x".join(map(str, values.shape)))

    def do_stats(self, argument: str) -> None:
        """stats WHAT: smallest, largest and mean value, NaN and infinities. WHAT as in print."""
        values, _ = self._values(argument)
        if values is not None:
            stats = tensor_stats(values)
            self.say(f"{'x'.join(map(str, values.shape))}  {stats}  {stats.zeros} zeros")

    def _values(self, argument: str) -> tuple[Array | None, str]:
        """Return the values that a command names on the shown core, and the rest of the
        argument.
        """
        name, bracket, index = argument.replace(" ", "", 1).partition("[")
        name, rest = name.strip(), f"{bracket}{index}".strip()
        buffer = self._buffers().get(PORTS.get(name, -1))
        values = None
        if self._thread is None:
            self.say("nothing runs any more")
        elif buffer is not None:
            values = self._pages(buffer)
        elif name == "sem":
            first, step = SEMAPHORE_BASE // 4, SEMAPHORE_BYTES // 4
            words = self._thread.machine.words[self._shown()]
            values = words[first : first + SEMAPHORES * step : step]
        elif name == "dst":
            values = self._section()
        else:
            self.say(f"there is no '{name}' here: circular buffers of the core (tensors), dst, sem")
        return values, rest

    def _pages(self, buffer: CircularBuffer) -> Array:
        l1, core = self._units[0].machine.l1, self._shown()
        data = l1.bytes[core, buffer.address : buffer.end].reshape(buffer.pages, -1)
        lines = l1.lines[core, buffer.address // LINE : -(-buffer.end // LINE)]
        written = np.repeat(lines == WRITTEN, LINE)[: buffer.size].reshape(buffer.pages, -1)
        for page in np.flatnonzero(~written.all(axis=1)).tolist():
            self.say(f"page {page}: not all of it is written")
        if buffer.page_size * 8 % buffer.data_format.bits:
            return data
        values = tiles.decode(data, buffer.data_format)
        has_tiles = buffer.page_size == buffer.data_format.tile_bytes
        return tiles.to_matrices(values) if has_tiles else values

    def _section(self) -> Array | None:
        """Return the tiles of the DST section that the thread uses, or None. Unwritten tiles are
        zero.
        """
        assert self._thread is not None
        unit = self._thread.unit
        registers = unit.registers
        if registers is None:
            self.say("a thread that moves data has no dst")
            return None
        section = registers.pack if isinstance(self._thread, PackThread) else registers.math
        if not section:
            self.say("no section of DST is in use here, or nothing is in it")
            return None
        row = unit.cores.index(self._shown()) if self._shown() in unit.cores else 0
        values = np.zeros((registers.tiles, tiles.SIDE, tiles.SIDE), np.float32)
        for index, tile in section.items():
            values[index] = tile[row] if tile.ndim == 3 else tiles.to_matrices(tile[row])
        return values

    def _shown(self) -> int:
        assert self._thread is not None
        return self._thread.unit.cores[0] if self._core is None else self._core

    def _buffers(self) -> dict[int, CircularBuffer]:
        if self._thread is None:
            return {}
        core = self._shown()
        return {
            port: buffer
            for unit in self._units
            if core in unit.cores
            for port, buffer in sorted(unit.buffers.items())
            if core in buffer.received
        }


def _state(thread: Thread) -> str:
    """Return a description of what a thread does or waits for."""
    if thread.is_done:
        return ": done"
    function, place = thread.call()
    if not function:
        return ": not started"
    wait = thread.waiting
    return f", {place}: {function}" + (f" {wait.describe(wait.missing[0])}" if wait else "")
