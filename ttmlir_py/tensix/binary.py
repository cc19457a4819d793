"""TTMetal binaries that can be executed."""

from functools import cached_property, partial

from ttmlir_py.runtime.binary import TTMetalBinary
from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.inputs import Inputs, bind_inputs
from ttmlir_py.runtime.limits import DecodingBudget
from ttmlir_py.schemas import TableView
from ttmlir_py.tensix.events import UNWATCHED, MachineEvents
from ttmlir_py.tensix.execution import MetalProgram
from ttmlir_py.tensix.machine import ChipDesc, Machine
from ttmlir_py.tensix.memory import Checks
from ttmlir_py.tensix.program import read_chip
from ttmlir_py.tensix.registers import Numerics
from ttmlir_py.tensix.trials import Noc, require_same, trials


class MetalBinary(TTMetalBinary):
    """A `.ttm` file with programs that the simulated machine can run."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        self._executables: dict[int, MetalProgram] = {}
        self._idle: list[Machine] = []

    @cached_property
    def chip(self) -> ChipDesc:
        """Return the chip that the binary was compiled for. Raises `BinaryError`."""
        return read_chip(self.view.system_desc)

    def executable(self, program: int | str = 0) -> MetalProgram:
        """Return a program with its kernels compiled for the simulator.

        Raises `BinaryError`, with line and column for errors in kernel source.
        """
        chosen = self.program(program)
        if chosen.index not in self._executables:
            budget = DecodingBudget(self.view.file_size)
            made = MetalProgram.read(chosen.view, self.chip, budget)
            self._executables[chosen.index] = made
        return self._executables[chosen.index]

    def run(
        self,
        inputs: Inputs,
        program: int | str = 0,
        *,
        checks: Checks = Checks.DEFAULT,
        numerics: Numerics = Numerics.IDEAL,
        lockstep: bool = True,
        noc: Noc = Noc.EAGER,
        schedule: int | None = None,
        schedules: int = 0,
        memory_limit: int = MEMORY_LIMIT,
        events: MachineEvents = UNWATCHED,
    ) -> list[Array]:
        """Run a program and return its outputs.

        `inputs` is a list of arrays, or a mapping from `arg0`, `arg1`, ... to arrays. Outputs have
        the format's own type. With `lockstep=False` each core runs separately: same results, but
        slower. `schedule` is the seed of a random thread order. `schedules` is the number of orders
        to try. All orders must give the same outputs, and so must both modes of `Noc.BOTH`.
        `events` receives the events of the first run. Raises `BinaryError`, `InputError` and
        `SimulationError` (see `tensix.errors` for kernel errors).
        """
        chosen = self.program(program)
        executable = self.executable(chosen.index)
        values = bind_inputs(chosen, inputs, keep_own=True)
        run = partial(
            executable.run,
            values,
            checks=checks,
            numerics=numerics,
            lockstep=lockstep,
            memory_limit=memory_limit,
            idle=self._idle,
        )
        first, *others = trials(noc, schedule, schedules)
        outputs = run(trial=first, events=events)
        for other in others:
            require_same(outputs, lambda trial: run(trial=trial), first, other)
        return outputs
