"""Running the programs of a TTNN binary on the simulator, with the requested checks and reports."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ttmlir_py.common.files import new_file, write_file
from ttmlir_py.runtime import (
    Debugger,
    GoldenChecker,
    MemoryTracker,
    NonFiniteTracker,
    RunEvents,
    combine_hooks,
    golden_inputs,
    tensor_stats,
    unused_goldens,
)
from ttmlir_py.runtime.array_files import check_count, read_inputs, storable, write_arrays
from ttmlir_py.runtime.binary import Binary, TTNNBinary
from ttmlir_py.runtime.calls import Era
from ttmlir_py.runtime.defaults import tensor_trace_path
from ttmlir_py.runtime.errors import InputError, MemoryLimitError, SimulationError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.inputs import bind_inputs, generate_inputs
from ttmlir_py.runtime.memory import DeviceMemory
from ttmlir_py.runtime.numerics import DeviceNumerics
from ttmlir_py.runtime.observers.goldens import GoldenSource
from ttmlir_py.runtime.observers.profile import Profile
from ttmlir_py.runtime.program import Program
from ttmlir_py.runtime.summary import INDENT, output_names, run_lines
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.schemas import BinaryError
from ttmlir_py.ttrt.callbacks import registered_hooks
from ttmlir_py.ttrt.common.command import Outcome, Skipped
from ttmlir_py.ttrt.correlations import correlation_lines, output_correlations
from ttmlir_py.ttrt.flatbuffers import Flatbuffer
from ttmlir_py.ttrt.initializers import Initializers
from ttmlir_py.ttrt.options import RUN

ProgramT = TypeVar("ProgramT", bound=Program)

MOST_NOT_FINITE = 5
"""Largest number of operations with NaN or infinite results that are listed."""


_OF_RUNS = (
    *("--inputs", "--save-outputs", "--identity", "--non-zero", "--debugger", "--memory"),
    *("--check-memory-leak", "--emitc", "--report", "--op-trace", "--tensor-trace"),
)
"""Options that require values, memory or an execution, so that they cannot be combined with a run
that only traces.
"""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The settings of a run: the options of `ttrt run` by field name, with their defaults."""

    memory_limit: int
    """Limit of memory, in bytes."""
    program_index: str
    loops: int
    init: Initializers
    seed: int
    inputs: str
    save_outputs: str
    identity: bool
    non_zero: bool
    rtol: float
    atol: float
    pcc: float
    golden: str
    disable_golden: bool
    save_golden_tensors: bool
    debugger: bool
    memory: bool
    check_memory_leak: bool
    graph_trace: str
    graph_trace_mode: str
    graph_trace_era: str
    graph_trace_view: str
    report: str
    op_trace: str
    tensor_trace: str
    emitc: bool
    check: str
    numerics: str
    noc: str
    schedule: str
    """Seed of the order in which kernels run, or an empty text for the default order."""
    schedules: int
    timeline: str
    grid_picture: str
    artifacts: Path | None = None
    """Artifact folder of the binary, or None if artifacts are not saved."""
    golden_tensors: Path | None = None
    """Folder for the tensors of the golden comparison, or None if they are not saved."""

    @property
    def runs(self) -> bool:
        """Whether programs run. Programs do not run if only their graph trace is requested.

        Raises `InputError` for options that do not fit together.
        """
        for name, usual in (("--graph-trace-mode", "normal"), ("--graph-trace-era", "binary_ng")):
            if getattr(self, option_field(name)) != usual and not self.graph_trace:
                raise InputError(f"{name} needs --graph-trace")
        if self.graph_trace_mode == "normal":
            return True
        for name in _OF_RUNS:
            if getattr(self, option_field(name)):
                raise InputError(
                    f"'{name}' needs a program that runs: leave out --graph-trace-mode"
                )
        return False

    @property
    def era(self) -> Era:
        """Return the version of the TT-NN library whose function calls the graph trace shows."""
        return Era(self.graph_trace_era)

    @property
    def device(self) -> DeviceNumerics | None:
        """Return the requested device numerics, or None for ideal arithmetic. Raise
        `InputError`.
        """
        return DeviceNumerics.named(self.numerics)

    @classmethod
    def of(cls, options: Mapping[str, Any], **others: Any) -> RunSettings:
        """Return settings from options such as `--loops`; missing ones have their defaults.

        `others` are values of fields by name.
        """
        values = {each.name: options.get(each.name, each.default) for each in RUN}
        given = {option_field(name): value for name, value in values.items()}
        given["init"] = Initializers.parse(given["init"])
        if given["graph_trace_mode"] == "normal":
            given["tensor_trace"] = given["tensor_trace"] or tensor_trace_path()
        given["memory_limit"] = int(min(given["memory_limit"] * 2**30, sys.maxsize))
        known = {each.name for each in fields(cls)}
        return cls(**{name: given[name] for name in known & given.keys()} | others)


def option_field(name: str) -> str:
    """Return the name of the `RunSettings` field for an option: `save_outputs` for
    `--save-outputs`.
    """
    return name.lstrip("-").replace("-", "_")


METAL_ONLY = ("check", "noc", "schedule", "schedules", "timeline", "grid_picture")
"""Settings that apply to TTMetal binaries only."""


def require_none(settings: RunSettings, names: Iterable[str], kind: str) -> None:
    """Raise `SimulationError` if one of the settings `names` is not at its default.

    `kind` names the kind of binary for which the settings are.
    """
    usual = {option_field(each.name): each.default for each in RUN}
    for name in names:
        if getattr(settings, name) != usual[name]:
            raise SimulationError(f"--{name.replace('_', '-')} is for {kind}")


@dataclass(slots=True)
class ProgramRun:
    """A program that ran, with its inputs, outputs and reports."""

    program: Program
    inputs: list[Array]
    outputs: dict[str, Array]
    """Maps output names (`out0`, ...) to arrays."""
    goldens: GoldenChecker | None
    memory: MemoryTracker | None


def run_binary(
    path: Path,
    file: Flatbuffer,
    settings: RunSettings,
    outcome: Outcome,
    hooks: RunEvents | None = None,
) -> None:
    """Run the requested programs, and append the summary to `outcome.lines`.

    Raises `OSError`, `BinaryError`, `SimulationError` when anything fails, including checks, and
    `Skipped` if the binary has no program with the requested index. The summary covers all programs
    that ran before the failure. Output files are written only when all programs have run.
    """
    require_none(settings, METAL_ONLY, "TTMetal binaries")
    if settings.emitc and settings.device is not None:
        raise SimulationError(
            "--emitc cannot be combined with --numerics: emitted C++ computes with ideal numbers"
        )
    binary = TTNNBinary(file.view)
    programs = chosen_programs(binary, settings.program_index)
    check_initializers(programs, settings.init)
    with _board_memory_said(binary):
        given = read_inputs(settings.inputs, settings.memory_limit) if settings.inputs else None
    if settings.save_outputs:
        check_count(settings.save_outputs, sum(len(each.outputs) for each in programs))
    saved: dict[str, Array] = {}
    outcome.details["programs"] = []
    if not settings.disable_golden and settings.golden == "embedded":
        unused = unused_goldens(binary)
        outcome.warnings += [f"golden '{key}' belongs to no operation" for key in unused]
    runs = settings.runs
    for program in programs:
        if not runs:
            with _graph_traced(binary, program, settings) as traced:
                binary.run(None, program.index, hooks=traced)
            outcome.lines.append(f"{program}: traced without running")
            continue
        check_fit(binary, program)
        prefix = "" if len(programs) == 1 else f"{program.name}."
        watching = combine_hooks(hooks, registered_hooks(file, program))
        with _board_memory_said(binary):
            inputs = program_inputs(binary, program, given, prefix, settings)
            with _tensor_traced(file, binary, program, settings) as traced:
                watching = combine_hooks(watching, traced)
                run = _run_program(binary, program, inputs, settings, outcome, watching)
        if settings.emitc:
            outcome.lines.append(_compare_with_emitc(path, binary, run))
        saved |= {prefix + name: values for name, values in run.outputs.items()}
    if settings.save_outputs:
        write_arrays(settings.save_outputs, saved)
        outcome.lines.append(f"outputs saved to {settings.save_outputs}")


def check_fit(binary: TTNNBinary, program: TTNNProgram) -> None:
    """Raise `SimulationError` for a program that needs more memory or cores than its device has.

    The error names the first operation that does not fit.
    """
    try:
        memory = DeviceMemory(binary.system_desc)
    except BinaryError:  # the system description lacks fields
        return
    MemoryTracker(memory, keeps_rows=False).follow(program)


def chosen_programs(binary: Binary[ProgramT], index: str) -> Sequence[ProgramT]:
    """Return the programs that `--program-index` selects: one, or `all`. Raise `Skipped`."""
    if index == "all":
        return binary.programs
    try:
        return [binary.program(int(index))]
    except SimulationError as error:
        raise Skipped(str(error)) from None


@contextmanager
def _board_memory_said(binary: TTNNBinary) -> Generator[None]:
    """Within the block, extend messages of memory-limit errors: how to raise the limit, and the
    size of the board's DRAM.
    """
    try:
        yield
    except MemoryLimitError as error:
        hint = f"--memory-limit raises it{_board_memory(binary.system_desc)}"
        raise SimulationError(f"{error}: {hint}") from None


def _board_memory(system_desc: Mapping[str, Any]) -> str:
    """Return a note with the DRAM size of a board; empty if `system_desc` lacks the size."""
    chips: list[Mapping[str, Any]] = system_desc.get("chip_descs") or [{}]
    chip = chips[0]
    dram = (chip.get("num_dram_channels") or 0) * (chip.get("dram_channel_size") or 0)
    return f"; each chip of the board has {dram / 2**30:g} GiB of DRAM" if dram else ""


def program_inputs(
    binary: TTNNBinary,
    program: TTNNProgram,
    given: Mapping[str, Array] | None,
    prefix: str,
    settings: RunSettings,
) -> list[Array]:
    """Return the inputs: from the user's file, else the binary's golden inputs, else generated
    ones.

    `given` maps names in the file to arrays. When several programs run, these names start with
    `prefix`, the program's name.
    """
    if given is not None:
        return bind_inputs(
            program, {n.removeprefix(prefix): a for n, a in given.items() if n.startswith(prefix)}
        )
    initializers = settings.init.choose(names_of_inputs(program))
    inputs = generate_inputs(program, initializers, settings.seed, settings.memory_limit)
    if settings.disable_golden:
        return inputs
    goldens = golden_inputs(binary, program)
    return bind_inputs(
        program, [a if b is None else b for a, b in zip(inputs, goldens, strict=True)]
    )


def names_of_inputs(program: Program) -> list[list[str]]:
    """Return all names of each input.

    These are `arg0`, ... and the argument's own name, both also prefixed with the program's name.
    """
    pairs = zip(program.input_names, program.argument_names, strict=True)
    plain = [[name, own] if own else [name] for name, own in pairs]
    return [[*names, *(f"{program.name}.{name}" for name in names)] for names in plain]


def check_initializers(programs: Sequence[Program], initializers: Initializers) -> None:
    """Raise `InputError` for a name in `--init` that no program has, or for two names of one
    input.
    """
    names = [each for program in programs for each in names_of_inputs(program)]
    if unknown := initializers.unknown(names):
        inputs = ", ".join(own[0] if len(programs) == 1 else own[-1] for own in names) or "none"
        raise InputError(f"--init: there is no input '{unknown[0]}': there are {inputs}")
    try:
        initializers.choose(names)
    except ValueError as error:
        raise InputError(f"--init: {error}") from None


def _run_program(
    binary: TTNNBinary,
    program: TTNNProgram,
    inputs: list[Array],
    settings: RunSettings,
    outcome: Outcome,
    hooks: RunEvents,
) -> ProgramRun:
    """Run one program as often as requested, save its artifacts, and check its outputs."""
    profile, numerics = Profile(), settings.device
    goldens = _golden_checker(binary, program, settings, inputs)
    memory = (
        MemoryTracker(binary.system_desc, era=settings.era)
        if settings.memory or settings.check_memory_leak
        else None
    )
    hooks = combine_hooks(
        profile.hooks,
        hooks,
        goldens.hooks if goldens else None,
        memory.hooks if memory else None,
        Debugger().hooks if settings.debugger else None,
    )
    outputs: list[Array] = []
    watch_run = _operations_traced(binary, program, settings)
    graph_traced = _graph_traced(binary, program, settings)
    reported = _reported(binary, program, settings)
    with graph_traced as traced, reported as told, watch_run as watch:
        for _ in range(settings.loops):
            with watch() as recorded:
                outputs = binary.run(
                    inputs,
                    program.index,
                    hooks=combine_hooks(hooks, traced, told, recorded),
                    memory_limit=settings.memory_limit,
                    numerics=numerics,
                )
    named = dict(zip(output_names(len(outputs)), outputs, strict=True))
    run = ProgramRun(program, inputs, named, goldens, memory)
    outcome.lines += run_lines(program, named, profile, settings.loops)
    if numerics is not None:
        bounds = output_correlations(binary, program, inputs, numerics, settings.memory_limit)
        outcome.lines += correlation_lines(bounds)
        outcome.details["numerics"] = settings.numerics
    outcome.lines += _where_not_finite(binary, run, settings)
    if goldens and goldens.report.rows:
        outcome.lines += goldens.report.lines()
    if memory and settings.memory:
        outcome.lines += memory.report.lines()
    outcome.details["programs"].append(run_details(run))
    save_run_artifacts(run, settings)
    check_outputs(run, settings)
    if goldens:
        goldens.report.check()
    if memory and settings.check_memory_leak:
        memory.report.check_leaks()
    return run


@contextmanager
def _graph_traced(
    binary: TTNNBinary, program: TTNNProgram, settings: RunSettings
) -> Generator[RunEvents | None]:
    """Yield run events that record the graph trace, or None if it is not requested.

    The trace is written at the end of the block, also after an error.
    """
    if not settings.graph_trace:
        yield None
        return
    from ttmlir_py.traces.graph.program_tracer import ProgramTracer
    from ttmlir_py.traces.graph.views import view_text

    tracer = ProgramTracer(binary.system_desc, dispatches=settings.runs, era=settings.era)
    path = own_file(settings.graph_trace, binary, program, settings)
    try:
        with tracer.recording():
            yield tracer.hooks
    finally:
        write_file(path, view_text(tracer.trace, settings.graph_trace_view))


@contextmanager
def _reported(
    binary: TTNNBinary, program: TTNNProgram, settings: RunSettings
) -> Generator[RunEvents | None]:
    """Yield run events that write the report for TT-NN's visualizer, or None if not requested.

    The report is complete at the end of the block, also after an error.
    """
    if not settings.report:
        yield None
        return
    from ttmlir_py.traces.graph.report import ReportRecorder

    recorder = ReportRecorder(binary.system_desc)
    with recorder.recording(own_file(settings.report, binary, program, settings)):
        yield recorder.hooks


@contextmanager
def _operations_traced(
    binary: TTNNBinary, program: TTNNProgram, settings: RunSettings
) -> Generator[Callable[[], AbstractContextManager[RunEvents | None]]]:
    """Yield a function that returns a context manager for one run, which records its operations.

    At the end of the block, the operations of the last run are written, also after an error.
    """
    if not settings.op_trace:
        yield nullcontext
        return
    from ttmlir_py.traces.operation.files import to_bytes
    from ttmlir_py.traces.operation.graph import OperationGraph
    from ttmlir_py.traces.operation.program_recorder import ProgramRecorder
    from ttmlir_py.traces.operation.recorder import OperationRecorder

    recorder = OperationRecorder()
    programs = ProgramRecorder(recorder)
    path = own_file(settings.op_trace, binary, program, settings)

    def watch() -> AbstractContextManager[RunEvents]:
        recorder.purge()
        return programs.watch_run(program)

    try:
        yield watch
    finally:
        write_file(path, to_bytes(OperationGraph.of(recorder).data))


@contextmanager
def _tensor_traced(
    file: Flatbuffer, binary: TTNNBinary, program: TTNNProgram, settings: RunSettings
) -> Generator[RunEvents | None]:
    """Yield run events that record the tensor-access trace, or None if it is not requested.

    The file is complete at the end of the block.
    """
    if not settings.tensor_trace:
        yield None
        return
    from ttmlir_py.traces.tensor.program_tracer import TensorAccessTracer
    from ttmlir_py.traces.tensor.writer import TensorTraceWriter

    writer = TensorTraceWriter(own_file(settings.tensor_trace, binary, program, settings))
    tracer = TensorAccessTracer(binary, file.data, writer)
    with tracer.recording():
        yield tracer.hooks


def own_file(given: str, binary: Binary[Any], program: Program, settings: RunSettings) -> Path:
    """Return the path of a program's trace, given the path in the option.

    If several programs run, the file name includes the program's name or index.
    """
    path = Path(given)
    if len(binary.programs) == 1 or settings.program_index != "all" or not path.name:
        return path
    is_file_name = not {"/", "\0"} & set(program.name)
    return path.with_name(
        f"{path.stem}.{program.name if is_file_name else program.index}{path.suffix}"
    )


def _golden_checker(
    binary: TTNNBinary, program: TTNNProgram, settings: RunSettings, inputs: Sequence[Array]
) -> GoldenChecker | None:
    if settings.disable_golden:
        return None
    source: GoldenSource = "f64"
    if settings.golden == "embedded":
        source = "embedded"
    elif settings.golden != "f64":
        from ttmlir_py.validation.goldens import goldens_of

        form, _, file = settings.golden.partition("=")
        source = goldens_of(binary, program, form, file, inputs)
    return GoldenChecker(
        binary,
        program,
        source=source,
        pcc=settings.pcc,
        atol=settings.atol,
        rtol=settings.rtol,
        save_directory=program_folder(settings.golden_tensors, program),
        numerics=settings.device,
    )


def program_folder(folder: Path | None, program: Program) -> Path | None:
    """Return the artifact folder of a program, or None if `folder` is None."""
    if folder is None:
        return None
    path = folder / "run" / f"program_{program.index}"
    path.mkdir(parents=True, exist_ok=True)
    return path


def _where_not_finite(binary: TTNNBinary, run: ProgramRun, settings: RunSettings) -> Iterator[str]:
    """Yield lines that name the operations where NaN and infinities in the outputs first appear.

    The program runs once more to find these operations.
    """
    if all(np.isfinite(values.astype(np.float64)).all() for values in run.outputs.values()):
        return
    tracker = NonFiniteTracker()
    binary.run(
        run.inputs,
        run.program.index,
        hooks=tracker.hooks,
        memory_limit=settings.memory_limit,
        numerics=settings.device,
    )
    lines = [f"{INDENT}{line}" for line in tracker.lines()]
    yield from lines[:MOST_NOT_FINITE]
    if len(lines) > MOST_NOT_FINITE:
        yield f"{INDENT}... {len(lines) - MOST_NOT_FINITE} more operations with NaN or infinities"


def run_details(run: ProgramRun) -> dict[str, Any]:
    """Return the result-file fields of a program."""
    outputs: list[dict[str, Any]] = []
    for (name, values), ref in zip(run.outputs.items(), run.program.outputs, strict=True):
        stats = tensor_stats(values)
        numbers = {
            "min": stats.minimum,
            "max": stats.maximum,
            "mean": stats.mean,
            "std": stats.std,
        }
        finite = {k: v if v is not None and np.isfinite(v) else None for k, v in numbers.items()}
        counts = {"zeros": stats.zeros, "nan": stats.nan, "inf": stats.inf}
        outputs.append({"name": name, "type": ref.desc.type_text, **finite, **counts})
    return {"program_index": run.program.index, "name": run.program.name, "outputs": outputs}


def save_run_artifacts(run: ProgramRun, settings: RunSettings) -> None:
    """Save inputs, outputs and reports of a run, if artifacts are requested."""
    folder = program_folder(settings.artifacts, run.program)
    if folder is None:
        return
    for kind, arrays in (("input", run.inputs), ("output", list(run.outputs.values()))):
        for index, array in enumerate(arrays):
            with new_file(folder / f"{kind}_{index}.npy") as file:
                np.save(file, storable(array))
    for name, watcher in (("golden", run.goldens), ("memory", run.memory)):
        if watcher:
            text = json.dumps(watcher.report.as_dict(), indent=4)
            write_file(folder / f"{name}_results.json", text + "\n")


def check_outputs(run: ProgramRun, settings: RunSettings) -> None:
    """Run the checks of `--identity` and `--non-zero`. Raise `SimulationError` on failure."""
    program = run.program
    if settings.identity:
        if len(run.inputs) != len(run.outputs):
            raise SimulationError(
                f"{program}: identity: {len(run.inputs)} inputs, but {len(run.outputs)} outputs"
            )
        for given, (name, got) in zip(run.inputs, run.outputs.items(), strict=True):
            wide = got.astype(np.float64)
            if given.shape != got.shape or not np.allclose(
                given, wide, settings.rtol, settings.atol, equal_nan=True
            ):
                raise SimulationError(f"{program}: identity: output '{name}' is not the input")
    if settings.non_zero:
        for name, got in run.outputs.items():
            if not got.any():
                raise SimulationError(f"{program}: output '{name}' is all zero")


def _compare_with_emitc(path: Path, binary: TTNNBinary, run: ProgramRun) -> str:
    """Build the C++ file next to the binary, run it on the same inputs, and compare the outputs.

    Return a message for the summary. Raises `SimulationError`.
    """
    from ttmlir_py.standalone.program import SharedProgram, compare
    from ttmlir_py.standalone.run import shared_object

    library = shared_object(path)
    with SharedProgram(library, [each.name for each in binary.programs]) as shared:
        found = compare(run.program, run.inputs, list(run.outputs.values()), shared)
    if found:
        raise SimulationError(f"{run.program}: {library.name}: {found[0]}")
    return f"  {library.name} returns the same outputs, bit for bit"
