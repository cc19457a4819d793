"""Running the programs of a TTMetal binary on the simulated chip."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ttmlir_py.runtime.array_files import check_count, read_inputs, write_arrays
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.inputs import bind_inputs, generate_inputs
from ttmlir_py.runtime.observers.profile import Profile
from ttmlir_py.runtime.program import Program
from ttmlir_py.runtime.summary import output_names, run_lines
from ttmlir_py.tensix.binary import MetalBinary
from ttmlir_py.tensix.events import MachineEvents, combine_events
from ttmlir_py.tensix.memory import Checks
from ttmlir_py.tensix.program import Command
from ttmlir_py.tensix.registers import Numerics
from ttmlir_py.tensix.trials import Noc
from ttmlir_py.ttrt.callbacks import DebugHooks
from ttmlir_py.ttrt.common.command import Outcome
from ttmlir_py.ttrt.execution import (
    ProgramRun,
    RunSettings,
    check_initializers,
    check_outputs,
    chosen_programs,
    names_of_inputs,
    own_file,
    program_folder,
    require_none,
    run_details,
    save_run_artifacts,
)
from ttmlir_py.ttrt.flatbuffers import Flatbuffer

if TYPE_CHECKING:
    from ttmlir_py.standalone.metal import Comparison

TTNN_ONLY = (
    *("golden", "pcc", "save_golden_tensors", "memory", "check_memory_leak"),
    *("graph_trace", "graph_trace_mode", "graph_trace_era", "graph_trace_view"),
    *("report", "op_trace", "tensor_trace"),
)
"""Settings that apply to TTNN binaries only."""


def run_metal_binary(
    file: Flatbuffer,
    settings: RunSettings,
    outcome: Outcome,
    events: MachineEvents | None = None,
) -> None:
    """Run the requested programs, and append the summary to `outcome.lines`.

    `events` observe the runs. Raises the errors of `run_binary`. Errors of kernels are raised as
    `SimulationError`.
    """
    require_none(settings, TTNN_ONLY, "TTNN binaries")
    if DebugHooks.callback is not None:
        raise SimulationError("callbacks of DebugHooks are for TTNN binaries")
    if settings.emitc and settings.numerics != Numerics.IDEAL.value:
        raise SimulationError(
            "--emitc cannot be combined with --numerics: emitted C++ computes with ideal numbers"
        )
    if settings.numerics.startswith("device:"):
        raise SimulationError("kernels define the precision: use --numerics=device without options")
    binary = MetalBinary(file.view)
    programs = chosen_programs(binary, settings.program_index)
    check_initializers(programs, settings.init)
    given = read_inputs(settings.inputs, settings.memory_limit) if settings.inputs else None
    if settings.save_outputs:
        check_count(settings.save_outputs, sum(len(each.outputs) for each in programs))
    saved: dict[str, Array] = {}
    comparison = _comparison() if settings.emitc else None
    outcome.details["programs"] = []
    for program in programs:
        prefix = "" if len(programs) == 1 else f"{program.name}."
        inputs = inputs_of(program, given, prefix, settings)
        outputs = _run_program(binary, program, inputs, settings, outcome, events)
        if comparison is not None:
            kept = program_folder(settings.artifacts, program)
            values = list(outputs.values())
            desc = binary.view.system_desc
            outcome.lines.append(comparison.tell(program, desc, inputs, values, kept))
        saved |= {prefix + name: values for name, values in outputs.items()}
    if settings.save_outputs:
        write_arrays(settings.save_outputs, saved)
        outcome.lines.append(f"outputs saved to {settings.save_outputs}")


def _comparison() -> Comparison:
    from ttmlir_py.standalone.metal import Comparison

    return Comparison()


def inputs_of(
    program: Program, given: Mapping[str, Array] | None, prefix: str, settings: RunSettings
) -> list[Array]:
    """Return the inputs: from the user's file, or generated ones.

    `given` maps names in the file to arrays. When several programs run, these names start with
    `prefix`, the program's name.
    """
    if given is not None:
        own = {n.removeprefix(prefix): a for n, a in given.items() if n.startswith(prefix)}
        return bind_inputs(program, own)
    initializers = settings.init.choose(names_of_inputs(program))
    return generate_inputs(program, initializers, settings.seed, settings.memory_limit)


@contextmanager
def _pictured(
    binary: MetalBinary, program: Program, settings: RunSettings, outcome: Outcome
) -> Generator[MachineEvents | None]:
    """Yield machine events that draw the requested pictures of a run, or None."""
    if not (settings.timeline or settings.grid_picture):
        yield None
        return
    from ttmlir_py.ttrt.metal_perf import estimated

    pictures = [
        [own_file(given, binary, program, settings)] if given else []
        for given in (settings.timeline, settings.grid_picture)
    ]
    with estimated(binary, program, outcome, *pictures) as estimation:
        yield estimation.timing.events


def _run_program(
    binary: MetalBinary,
    program: Program,
    inputs: list[Array],
    settings: RunSettings,
    outcome: Outcome,
    events: MachineEvents | None,
) -> dict[str, Array]:
    """Run one program as often as requested, check its outputs, and return them by name."""
    profile = Profile()

    def count(command: Command, seconds: float) -> None:
        profile.add(command.kind.removesuffix("Command"), seconds)

    debugger = None
    if settings.debugger:
        from ttmlir_py.tensix.observers.debugger import MetalDebugger

        debugger = MetalDebugger(binary.executable(program.index)).events
    outputs: list[Array] = []
    with _pictured(binary, program, settings, outcome) as pictures:
        for loop in range(settings.loops):
            is_last = loop == settings.loops - 1
            outputs = binary.run(
                inputs,
                program.index,
                checks=Checks.parse(settings.check),
                numerics=Numerics(settings.numerics),
                noc=Noc(settings.noc),
                schedule=int(settings.schedule) if settings.schedule else None,
                schedules=settings.schedules,
                memory_limit=settings.memory_limit,
                events=combine_events(
                    MachineEvents(end=count), events, pictures if is_last else None, debugger
                ),
            )
    named = dict(zip(output_names(len(outputs)), outputs, strict=True))
    run = ProgramRun(program, inputs, named, None, None)
    outcome.lines += run_lines(program, named, profile, settings.loops)
    outcome.details["programs"].append(run_details(run))
    save_run_artifacts(run, settings)
    check_outputs(run, settings)
    return named
