"""A summary of a compiled model: operations, estimated time, memory, and errors of its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ttmlir_py.frontends.costs import Performance, estimated, memory_report
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.comparison import Comparison, compare
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.inputs import generate_inputs
from ttmlir_py.runtime.numerics import DeviceNumerics
from ttmlir_py.runtime.observers.memory_tracker import MemoryReport
from ttmlir_py.runtime.summary import output_names
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.ttrt.correlations import exact_outputs

_LARGE = 10**8
"""The most FLOP, or bytes of DRAM, of a model that the summary runs without being given inputs."""
_MOST_KINDS = 6
"""Number of kinds of operations that the summary names."""


@dataclass(frozen=True)
class OutputErrors:
    """The differences of one output from its values in float64."""

    name: str
    ideal: Comparison
    """The comparison for a run that rounds each result to its format."""
    device: Comparison
    """The comparison for a run that also rounds sums like the device, in the worst case."""


@dataclass(frozen=True, repr=False)
class Summary:
    """A summary of a compiled model. `str(summary)` is a few lines, and notebooks show tables."""

    name: str
    """The model's function with its types."""
    operations: Counter[str]
    """Number of operations by kind."""
    performance: Performance | None
    """The estimated time, or None if the model does not fit on the device."""
    memory: MemoryReport | None
    """The memory that each operation needs, or None if the model does not fit."""
    problem: str
    """Why the model does not fit on the device, or why it was not run; else empty."""
    outputs: Sequence[OutputErrors]
    """The errors of the outputs; empty if the model cannot run on the inputs."""
    inputs: str
    """The inputs for which the errors were measured."""

    @property
    def fits(self) -> bool:
        """Whether every operation fits in the memory and on the cores of the device."""
        return self.memory is not None

    def __repr__(self) -> str:
        return f"<Summary of {self.name}>"

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield self.name
        yield from self._facts()
        for each in self.outputs:
            yield (
                f"error of {each.name}: {each.ideal.relative:.1e} with ideal arithmetic, "
                f"{each.device.relative:.1e} with the device's (relative to float64, {self.inputs})"
            )

    def _facts(self) -> Iterator[str]:
        yield f"operations: {self.operations.total()}{self._slowest()}"
        if self.performance is not None:
            least, most = self.performance.range
            yield (
                f"estimated time: {self.performance.nanoseconds / 1000:.3f} us, "
                f"{least / 1000:.3f} to {most / 1000:.3f} us"
            )
        if self.memory is not None:
            yield "memory: fits on the device"
            yield from self.memory.peak_lines()
        if self.problem:
            yield f"problem: {self.problem}"

    def _slowest(self) -> str:
        """Return the kinds of operations that take time, the slowest first."""
        if self.performance is None:
            return ""
        times: Counter[str] = Counter()
        for each in self.performance.estimates:
            times[each.operation.label] += int(each.duration)
        kinds = [f"{self.operations[kind]} x {kind}" for kind, _ in times.most_common(_MOST_KINDS)]
        if len(times) > _MOST_KINDS:
            kinds.append(f"{len(times) - _MOST_KINDS} more kinds")
        return f"; the slowest are {', '.join(kinds)}" if kinds else ""

    def _repr_html_(self) -> str:
        from ttmlir_py.common.html_parts import block, line, table, title

        rows = [
            [
                each.name,
                f"{each.ideal.relative:.1e}",
                f"{each.device.relative:.1e}",
                *(
                    "none" if seen.pcc is None else f"{seen.pcc:.6f}"
                    for seen in (each.ideal, each.device)
                ),
            ]
            for each in self.outputs
        ]
        errors = (line(f"Errors relative to float64, {self.inputs}:"), table(_COLUMNS, rows))
        return block(title(self.name), *map(line, self._facts()), *(errors if rows else ()))


_COLUMNS = ("output", "#error, ideal", "#error, device", "#PCC, ideal", "#PCC, device")
"""The columns of the outputs in a notebook."""


def summarize(
    name: str, binary: TTNNBinary, program: TTNNProgram, inputs: Sequence[Array] | None
) -> Summary:
    """Return the summary of a program; see `Executable.summary`.

    `inputs` are in the formats of the program's inputs.
    """
    performance = memory = None
    problem = ""
    try:
        performance, memory = estimated(binary, program), memory_report(binary, program)
    except SimulationError as error:
        problem = str(error)
    if inputs is None and performance is not None and _takes_long(performance):
        problem = "errors are not measured, because a run takes long: pass inputs"
    outputs: Sequence[OutputErrors] = ()
    if not problem:
        try:
            outputs = _errors(binary, program, inputs)
        except SimulationError as error:
            if inputs is not None:
                raise
            problem = f"the model cannot run on random inputs: {error}"
    return Summary(
        name,
        Counter(program.labels()),
        performance,
        memory,
        problem,
        outputs,
        "random inputs" if inputs is None else "given inputs",
    )


def _takes_long(performance: Performance) -> bool:
    """Whether runs of a model on the simulator may take more than a few seconds."""
    flop = sum(each.flop for each in performance.estimates)
    return max(flop, sum(each.dram_bytes for each in performance.estimates)) > _LARGE


def _errors(
    binary: TTNNBinary, program: TTNNProgram, inputs: Sequence[Array] | None
) -> list[OutputErrors]:
    """Run a program in float64, in ideal arithmetic and with the device's rounding."""
    arrays = generate_inputs(program, "randn", seed=0) if inputs is None else inputs
    exact = exact_outputs(program, arrays)
    settings = (None, *DeviceNumerics().bounds())
    runs = [binary.run(arrays, program.index, numerics=each) for each in settings]
    found: list[OutputErrors] = []
    for place, name in enumerate(output_names(len(exact))):
        golden, data_type = exact[place].values, exact[place].desc.data_type
        ideal, *device = [compare(golden, each[place], data_type) for each in runs]
        found.append(OutputErrors(name, ideal, max(device, key=lambda each: each.relative)))
    return found
