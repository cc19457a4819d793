"""Execution of a program's commands: buffer allocation, constant writes and kernel runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.runtime.errors import MemoryLimitError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.limits import DecodingBudget, mebibytes
from ttmlir_py.schemas import BinaryError, TableView
from ttmlir_py.tensix.buffers import Buffer, read_buffer
from ttmlir_py.tensix.dataflow import DIFFERS_BY_CORE
from ttmlir_py.tensix.errors import Deadlock, Fault, StepLimitError
from ttmlir_py.tensix.events import UNWATCHED, MachineEvents
from ttmlir_py.tensix.machine import ChipDesc, CircularBuffer, Machine
from ttmlir_py.tensix.memory import Banks, Checks
from ttmlir_py.tensix.operations import SEMAPHORE_BASE, SEMAPHORE_BYTES, SEMAPHORES
from ttmlir_py.tensix.program import Command, KernelDesc, read_commands
from ttmlir_py.tensix.races import Races
from ttmlir_py.tensix.registers import Numerics, Registers
from ttmlir_py.tensix.scheduler import Scheduler
from ttmlir_py.tensix.threads import Unit
from ttmlir_py.tensix.trials import Trial


@dataclass
class MetalProgram:
    """A decoded and compiled program, which can be run any number of times."""

    chip: ChipDesc
    inputs: Sequence[Buffer]
    outputs: Sequence[Buffer]
    commands: Sequence[Command]

    @classmethod
    def read(cls, view: TableView, chip: ChipDesc, budget: DecodingBudget) -> MetalProgram:
        """Decode, check and compile a program. Raises `BinaryError`."""
        sides = (view.inputs or (), view.outputs or ())
        budget.spend(sum(map(len, sides)))
        inputs, outputs = ([read_buffer(ref, chip) for ref in refs] for refs in sides)
        program = cls(chip, inputs, outputs, list(read_commands(view, chip, budget)))
        program.require_apart()
        return program

    def require_apart(self) -> None:
        """Raise `BinaryError` if two tensors that are in use at the same time overlap in memory."""
        live = {each.number: each for each in (*self.inputs, *self.outputs)}
        tensors = list(live.values())
        for index, each in enumerate(tensors):
            self._require_apart(each, tensors[:index], "")
        for command in self.commands:
            buffer = command.buffer
            if command.kind == "DeallocateBufferCommand" and buffer is not None:
                live.pop(buffer.number, None)
            elif buffer is not None and buffer.number not in live:
                self._require_apart(buffer, live.values(), f"{command.label}: ")
                live[buffer.number] = buffer

    def _require_apart(self, buffer: Buffer, others: Iterable[Buffer], where: str) -> None:
        for other in others:
            found = buffer.overlap(other, len(self.chip.dram))
            if found is not None:
                bank, address = found
                core = "core {}x{}".format(*divmod(bank, self.chip.grid[1]))
                place = f"DRAM channel {bank}" if buffer.in_dram else f"L1 of {core}"
                raise BinaryError(
                    f"{where}tensors {other.number} and {buffer.number} overlap in {place} at "
                    f"{address}"
                )

    def run(
        self,
        values: Sequence[Array],
        *,
        checks: Checks = Checks.DEFAULT,
        numerics: Numerics = Numerics.IDEAL,
        lockstep: bool = True,
        memory_limit: int = MEMORY_LIMIT,
        events: MachineEvents = UNWATCHED,
        idle: list[Machine] | None = None,
        trial: Trial | None = None,
    ) -> list[Array]:
        """Return the outputs for the inputs `values`.

        Inputs have the tensors' shapes, and the formats' own types or value types. Outputs have the
        formats' own types. With `lockstep=False` each core runs separately, call by call. `events`
        receives the run's events. `idle` is a pool of reusable machines. Raises `SimulationError`
        with the location where kernels break a rule.
        """
        run = _Run(self, checks, numerics, lockstep, memory_limit, events, trial or Trial())
        run.machine = run.take_machine([] if idle is None else idle)
        outputs = run.run(values)
        run.machine.l1.drop_held()
        if idle is not None:
            idle.append(run.machine)
        return outputs

    def buffers(self) -> Iterable[Buffer]:
        """Yield all tensors of the program: inputs, outputs, and those of commands."""
        yield from (*self.inputs, *self.outputs)
        yield from (command.buffer for command in self.commands if command.buffer is not None)


@dataclass
class _Run:
    """The state of one run: a machine and its live buffers."""

    program: MetalProgram
    checks: Checks
    numerics: Numerics
    lockstep: bool
    memory_limit: int
    events: MachineEvents
    trial: Trial
    live: dict[int, Buffer] = field(default_factory=dict[int, Buffer])

    machine: Machine = field(init=False)

    def run(self, values: Sequence[Array]) -> list[Array]:
        """Write the inputs, execute the commands and return the outputs."""
        program = self.program
        for buffer, given in zip(program.inputs, values, strict=True):
            self.live[buffer.number] = buffer
            self._allocate()
            buffer.to_device(self.machine, given, holds=not self._is_stepwise())
        self.live |= {buffer.number: buffer for buffer in program.outputs}
        self._allocate()
        for command in program.commands:
            if self.events.begin is not None:
                self.events.begin(command)
            started = perf_counter()
            try:
                self._execute(command)
            except (Fault, Deadlock, StepLimitError) as error:
                raise error.__class__(f"{command.label}: {error}") from None
            if self.events.end is not None:
                self.events.end(command, perf_counter() - started)
        self.live |= {buffer.number: buffer for buffer in program.outputs}
        self._allocate()
        return [self._output(index, buffer) for index, buffer in enumerate(program.outputs)]

    def take_machine(self, idle: list[Machine]) -> Machine:
        """Return a suitable machine from the pool `idle`, or a new one. Raises
        `MemoryLimitError`.
        """
        chip = self.program.chip
        channels = len(chip.dram)
        needed = max(
            (
                each.address + each.dram_span(channels)
                for each in self.program.buffers()
                if each.in_dram
            ),
            default=0,
        )
        shards = sum(len(each.cores) * each.shard_bytes for each in self.program.buffers())
        total = min(shards, len(chip.workers) * chip.l1_size) + needed * channels
        if total > self.memory_limit:
            limit = mebibytes(self.memory_limit)
            raise MemoryLimitError(
                f"the program takes {mebibytes(total)} of memory, the limit is {limit}"
            )
        while idle:
            machine = idle.pop()
            if machine.serves(self.checks, needed):
                machine.reset()
                return machine
        return Machine(chip, self.checks, needed)

    def _output(self, index: int, buffer: Buffer) -> Array:
        try:
            return buffer.to_host(self.machine)
        except Fault as fault:
            raise Fault(f"reading output {index} to the host: {fault}") from None

    def _allocate(self, ports: Iterable[CircularBuffer] = ()) -> None:
        channels = range(len(self.program.chip.dram))
        l1 = [
            (each.cores, each.address, each.shard_bytes)
            for each in self.live.values()
            if not each.in_dram
        ]
        l1 += [(list(port.received), port.address, port.size) for port in ports]
        dram = [
            (channels, each.address, each.dram_span(len(channels)))
            for each in self.live.values()
            if each.in_dram
        ]
        self.machine.allocate(l1, dram)

    # ---- commands

    def _execute(self, command: Command) -> None:
        buffer = command.buffer
        match command.kind:
            case "EnqueueProgramCommand":
                self._run_kernels(command)
            case "CreateBufferCommand":
                assert buffer is not None
                self.live.setdefault(buffer.number, buffer)
                self._allocate()
            case "DeallocateBufferCommand":
                assert buffer is not None
                if self.live.pop(buffer.number, None) is None:
                    raise Fault(f"tensor {buffer.number} is not allocated")
                self._allocate()
            case "EnqueueWriteBufferCommand":
                assert buffer is not None
                if buffer.number not in self.live:
                    raise Fault(f"tensor {buffer.number} is not allocated")
                buffer.fill(self.machine, command.word, holds=not self._is_stepwise())
            case _:
                pass

    def _run_kernels(self, command: Command) -> None:
        scheduler = Scheduler(self.trial.seed)
        by_core: dict[int, dict[int, CircularBuffer]] = {}
        made = self._circular_buffers(command.kernels, by_core)
        self._allocate(made)
        arguments = self._arguments(command)
        races = Races(self.machine) if Checks.RACE in self.checks else None
        for kernel, given in zip(command.kernels, arguments, strict=True):
            for cores in self._together(kernel, by_core):
                unit = Unit(
                    number=len(scheduler.units),
                    name=kernel.name,
                    machine=self.machine,
                    banks=Banks(cores),
                    buffers=by_core.get(cores[0], {}),
                    arguments=given,
                    notify=scheduler.notify,
                    registers=self._registers(kernel),
                    config=kernel.config,
                    late=self.trial.notes if self.trial.late else None,
                    races=races,
                    is_stepwise=self._is_stepwise(),
                    is_interrupted=self._is_interrupted(),
                )
                unit.threads += (
                    each(unit, self.events.watched(code), kernel.tables)
                    for each, code in kernel.codes
                )
                scheduler.add(unit)
                if self.events.unit is not None:
                    self.events.unit(unit)
        try:
            scheduler.run()
        finally:
            scheduler.close()
            if races is not None:
                races.close()
        self._allocate()

    def _is_stepwise(self) -> bool:
        """Whether tile loops run call by call instead of as one step.

        This is needed in four cases: calls are observed, thread orders are random, data arrives
        late, or registers round like the hardware's. It is also needed if a check is off, because
        one combined step is equivalent only for kernels that pass all checks.
        """
        unchecked = Checks.DEFAULT not in self.checks | Checks.RACE
        is_device = self.numerics is not Numerics.IDEAL
        late = self.trial.late or not self.lockstep
        return self._is_interrupted() or late or unchecked or is_device

    def _is_interrupted(self) -> bool:
        """Whether calls are observed, or threads may be switched at any call."""
        watched = self.events.before is not None or self.events.after is not None
        return watched or self.trial.seed is not None

    def _registers(self, kernel: KernelDesc) -> Registers | None:
        if not kernel.registers:
            return None
        return Registers(kernel.registers, numerics=self.numerics)

    def _together(
        self, kernel: KernelDesc, by_core: dict[int, dict[int, CircularBuffer]]
    ) -> Iterable[tuple[int, ...]]:
        """Return groups of the kernel's cores. The cores of a group run in lockstep and share their
        circular buffers.
        """
        differs = any(code.functions & DIFFERS_BY_CORE for _, code in kernel.codes)
        if differs or not self.lockstep:
            return [(core,) for core in kernel.cores]
        groups: dict[tuple[int, ...], list[int]] = {}
        for core in kernel.cores:
            key = tuple(id(each) for each in by_core.get(core, {}).values())
            groups.setdefault(key, []).append(core)
        return map(tuple, groups.values())

    def _circular_buffers(
        self, kernels: Sequence[KernelDesc], by_core: dict[int, dict[int, CircularBuffer]]
    ) -> list[CircularBuffer]:
        """Create the circular buffers of a command.

        The first kernel that names a port creates its buffer on the kernel's cores.
        """
        made: dict[int, CircularBuffer] = {}
        for kernel in kernels:
            for port in kernel.ports:
                if port.port in made:
                    continue
                buffer = CircularBuffer(
                    port.port,
                    port.address,
                    port.size,
                    port.page_size,
                    port.data_format,
                    port.is_tensor,
                )
                made[port.port] = buffer
                for core in kernel.cores:
                    buffer.received[core] = buffer.acknowledged[core] = 0
                    by_core.setdefault(core, {})[port.port] = buffer
        return list(made.values())

    def _arguments(self, command: Command) -> list[list[int]]:
        """Return the argument values of each kernel.

        A semaphore gets the lowest index that is free on all cores of its kernel.
        """
        used: dict[int, set[int]] = {}
        made: list[list[int]] = []
        for kernel in command.kernels:
            values: list[int] = []
            for kind, value in kernel.arguments:
                if kind == "operand":
                    if value >= len(command.operands):
                        raise Fault(
                            f"{kernel.name}: there is no operand {value}: the command has "
                            f"{len(command.operands)}"
                        )
                    values.append(command.operands[value])
                    continue
                taken = {number for core in kernel.cores for number in used.get(core, ())}
                number = next((each for each in range(SEMAPHORES) if each not in taken), None)
                if number is None:
                    raise Fault(
                        f"{kernel.name}: all {SEMAPHORES} semaphores of its cores are in use"
                    )
                for core in kernel.cores:
                    used.setdefault(core, set()).add(number)
                address = SEMAPHORE_BASE + number * SEMAPHORE_BYTES
                self.machine.words[list(kernel.cores), address // 4] = value
                values.append(number)
            made.append(values)
        return made
