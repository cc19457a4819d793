"""Reports of `ttrt perf` for TTMetal binaries: summary, profiler table, timeline, grid picture."""

import math
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter_ns
from typing import Any

from ttmlir_py.common.files import write_file
from ttmlir_py.runtime.architectures import ESTIMATE, PASSES
from ttmlir_py.runtime.program import Program
from ttmlir_py.tensix.binary import MetalBinary
from ttmlir_py.tensix.events import MachineEvents
from ttmlir_py.tensix.observers.clocks import COMPUTE, NETWORK, PROCESSORS
from ttmlir_py.tensix.observers.grid_picture import grid_lines
from ttmlir_py.tensix.observers.timeline import Timeline
from ttmlir_py.tensix.observers.timing import CommandTime, ThreadTime, Timing
from ttmlir_py.tensix.program import Command
from ttmlir_py.ttrt.common.command import Outcome
from ttmlir_py.ttrt.perf_model import Machine
from ttmlir_py.ttrt.perf_report import MOST_LABELS, host_values, table_text

_OWN_COLUMNS = ("NOC BYTES", "DRAM BYTES")
_FIDELITIES = {passes: name for name, passes in PASSES.items()}


class Estimation:
    """The estimated times of one run of a program. Pass `timing.events` to that run."""

    def __init__(
        self, binary: MetalBinary, program: Program, *, with_timeline: bool = False
    ) -> None:
        """Start an estimate. Raise `BinaryError` for a chip that the timing model does not
        support.
        """
        self.program, self._chip = program, binary.chip
        self.machine = Machine.of(binary.system_desc)
        self._clock = self.machine.architecture.clock_ghz
        self._timeline = timeline = Timeline(binary.chip, self._clock) if with_timeline else None
        self.timing = Timing(binary.chip, self.machine.architecture)
        if timeline is not None:
            self.timing.spans, self.timing.pages = timeline.span, timeline.pages

    @property
    def nanoseconds(self) -> float:
        """Return the estimated time of the program, in nanoseconds."""
        return self.timing.now / self._clock

    def timeline_lines(self) -> Iterator[str]:
        """Yield the lines of the timeline file for Perfetto."""
        assert self._timeline is not None
        return self._timeline.lines(self.timing.commands, self.program.name)

    def grid_lines(self) -> Iterator[str]:
        """Yield the lines of the grid picture (SVG)."""
        timing = self.timing
        title = str(self.program)
        return grid_lines(self._chip, timing.torus, timing.commands, self._clock, title)

    def warnings(self) -> Iterator[str]:
        """Yield a warning if slices are missing at the end of the timeline."""
        if self._timeline is not None and self._timeline.left_out:
            yield f"the timeline ends early: {self._timeline.left_out} slices are left out"

    def summary_lines(self) -> Iterator[str]:
        """Yield the total time, a line per command, and a line per thread unless there are many."""
        commands = self.timing.commands
        moved = sum(each.traffic.bytes for each in commands)
        dram = sum(each.dram_bytes for each in commands)
        yield (
            f"{self.program}: {self.nanoseconds / 1000:.3f} us estimated on {self.machine.name} "
            "with "
            f"{self.machine.cores} cores ({moved:,} bytes on the NoC, {dram:,} of DRAM)"
        )
        for command in commands[:MOST_LABELS]:
            share = 100 * command.cycles / self.timing.now
            yield (
                f"  {command.command.label}  {self._time(command.cycles)}  {share:5.1f} %  "
                f"{len(command.cores):>3} cores  {command.traffic.bytes:,} bytes  "
                f"bound by {command.bound}"
            )
            for thread in command.threads[:MOST_LABELS]:
                yield self._thread_line(thread, command)
            if len(command.threads) > MOST_LABELS:
                yield f"    ... {len(command.threads) - MOST_LABELS} more threads"
        if len(commands) > MOST_LABELS:
            yield f"  ... {len(commands) - MOST_LABELS} more commands"

    def _thread_line(self, thread: ThreadTime, command: CommandTime) -> str:
        """Return a line about a thread: when its last core ends, and how active its cores are on
        average.

        Both are percentages of the command's time.
        """
        parts = {
            kind: 100 * float(times.mean()) / command.cycles
            for kind, times in thread.spent.items()
            if times.any()
        }
        spent = "  ".join(f"{share:5.1f} % {kind}" for kind, share in parts.items())
        name = f"{thread.kernel} {thread.role}".rstrip()
        return (
            f"    {name:<22} {PROCESSORS[thread.processor]:<6} {len(thread.cores):>3} cores  "
            f"{self._time(float(thread.total.max()))}  {spent}".rstrip()
        )

    def _time(self, cycles: float) -> str:
        return f"{cycles / self._clock / 1000:>10.3f} us"

    def details(self) -> dict[str, Any]:
        """Return the result-file fields of the estimate."""
        return {
            "program_index": self.program.index,
            "name": self.program.name,
            "source": ESTIMATE,
            "duration_ns": round(self.nanoseconds, 3),
            "commands": [self._command_details(each) for each in self.timing.commands],
        }

    def _command_details(self, command: CommandTime) -> dict[str, Any]:
        threads = [
            {
                "kernel": thread.kernel,
                "role": thread.role,
                "processor": PROCESSORS[thread.processor],
                "cores": len(thread.cores),
                "cycles": round(float(thread.total.max()), 3),
                "mean_cycles": {k: round(float(v.mean()), 3) for k, v in thread.spent.items()},
            }
            for thread in command.threads
        ]
        return {
            "command": command.command.label,
            "cycles": round(command.cycles, 3),
            "bound": command.bound,
            "busiest_cycles": {kind: round(each, 3) for kind, each in command.parts.items()},
            "cores": len(command.cores),
            "noc_bytes": command.traffic.bytes,
            "dram_bytes": command.dram_bytes,
            "threads": threads,
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the rows of the profiler table, as dictionaries by column name."""
        for command in self.timing.commands:
            yield command_values(command.command, self.program) | self._values(command)

    def _values(self, command: CommandTime) -> dict[str, Any]:
        values: dict[str, Any] = {
            "SOURCE": ESTIMATE,
            "BOUND": command.bound,
            "PM IDEAL [ns]": self._nanoseconds(max(command.parts.values())),
            "PM COMPUTE [ns]": self._nanoseconds(command.parts[COMPUTE]),
            "PM BANDWIDTH [ns]": self._nanoseconds(
                max(command.parts[each] for each in (NETWORK, "DRAM"))
            ),
            "NOC BYTES": command.traffic.bytes,
            "DRAM BYTES": command.dram_bytes,
        }
        if not command.threads:
            return values | {"HOST DURATION [ns]": self._nanoseconds(command.cycles)}
        passes = max(kernel.config.passes for kernel in command.command.kernels)
        duration = self._nanoseconds(command.cycles)
        values |= {
            "DEVICE ID": 0,
            "MATH FIDELITY": _FIDELITIES.get(passes, ""),
            "CORE COUNT": len(command.cores),
            "DEVICE FW START CYCLE": math.floor(command.start),
            "DEVICE FW END CYCLE": math.ceil(command.start + command.cycles),
            "OP TO OP LATENCY [ns]": 0,
            "DEVICE FW DURATION [ns]": duration,
            "DEVICE KERNEL DURATION [ns]": duration,
        }
        for thread in command.threads:
            name = f"DEVICE {PROCESSORS[thread.processor]} KERNEL DURATION [ns]"
            took = self._nanoseconds(float(thread.total.max()))
            values[name] = max(values.get(name, 0), took)
        for column, role, function in (
            ("DEVICE COMPUTE CB WAIT FRONT [ns]", "unpack", "cb_wait_front"),
            ("DEVICE COMPUTE CB RESERVE BACK [ns]", "pack", "cb_reserve_back"),
        ):
            stalls = [
                float(thread.stalls[function].max())
                for thread in command.threads
                if thread.role == role and function in thread.stalls
            ]
            if stalls:
                values[column] = self._nanoseconds(max(stalls))
        return values

    def _nanoseconds(self, cycles: float) -> int:
        return math.ceil(cycles / self._clock)


@contextmanager
def estimated(
    binary: MetalBinary,
    program: Program,
    outcome: Outcome,
    timelines: Sequence[Path],
    pictures: Sequence[Path],
) -> Generator[Estimation]:
    """Yield an estimate, to be used for the run inside the block.

    `timelines` and `pictures` are paths of files, which are written at the end of the block, also
    after an error.
    """
    estimation = Estimation(binary, program, with_timeline=bool(timelines))
    try:
        yield estimation
    finally:
        for path in timelines:
            write_file(path, "".join(f"{line}\n" for line in estimation.timeline_lines()))
        for path in pictures:
            write_file(path, "".join(f"{line}\n" for line in estimation.grid_lines()))
        outcome.warnings += estimation.warnings()


class HostTimes:
    """Table rows with the host times of commands that the simulator ran. Pass `events` to the run.

    Times are in nanoseconds since this object was created.
    """

    def __init__(self, program: Program) -> None:
        self.rows: list[dict[str, Any]] = []
        self._program = program
        self._origin = self._started = perf_counter_ns()

    @property
    def events(self) -> MachineEvents:
        """Return machine events that record the start and end of each command."""
        return MachineEvents(begin=self._begin, end=self._end)

    def _begin(self, command: Command) -> None:
        self._started = perf_counter_ns()

    def _end(self, command: Command, seconds: float) -> None:
        start, end = self._started - self._origin, perf_counter_ns() - self._origin
        self.rows.append(command_values(command, self._program) | host_values(start, end))


def command_values(command: Command, program: Program) -> dict[str, Any]:
    """Return the table columns of a command that do not contain times."""
    _, _, location = command.label.partition(" at ")
    on_device = command.kind == "EnqueueProgramCommand"
    return {
        "OP CODE": command.kind.removesuffix("Command"),
        "OP TYPE": "tt_dnn_device" if on_device else "tt_dnn_cpu",
        "LOC": location,
        "PROGRAM": program.name,
    }


def metal_table(rows: Sequence[dict[str, Any]]) -> str:
    """Return the text of `ops_perf_results.csv` with these rows."""
    numbered = ({"GLOBAL CALL COUNT": count} | row for count, row in enumerate(rows, 1))
    return table_text(numbered, own=_OWN_COLUMNS)
