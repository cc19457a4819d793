"""`ttrt perf`: estimates the time of a binary on the device."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttmlir_py.common.files import write_file
from ttmlir_py.runtime.errors import InputError, SimulationError
from ttmlir_py.ttrt import options
from ttmlir_py.ttrt.common.command import Outcome
from ttmlir_py.ttrt.common.run import Runner

if TYPE_CHECKING:
    from ttmlir_py.runtime.binary import TTNNBinary
    from ttmlir_py.runtime.program import Program
    from ttmlir_py.runtime.ttnn_program import TTNNProgram
    from ttmlir_py.tensix.binary import MetalBinary
    from ttmlir_py.ttrt.flatbuffers import Flatbuffer
    from ttmlir_py.ttrt.perf_comparison import Times
    from ttmlir_py.ttrt.perf_model import Machine
    from ttmlir_py.ttrt.perf_report import Row


class Perf(Runner):
    """The command that estimates the times of operations, or measures them on the simulator."""

    description = "Estimate how long programs take on the device, from an analytical model."
    examples = """examples:
  ttrt perf model.ttnn
  ttrt perf model.ttnn --save-artifacts     also a table and a trace, in ttrt-artifacts/model.ttnn/perf
  ttrt perf --compare before.ttnn after.ttnn    what takes longer and what less than in another run
  ttrt perf model.ttnn --roofline roof.svg      which operations are bound by DRAM, which by arithmetic
  ttrt perf model.ttnn --host-only          what the simulator takes on this machine
  ttrt perf model.ttm --timeline model.json --grid-picture model.svg     kernel by kernel, and to look at

docs/perf.md and docs/tensix_timing.md explain the models. The table, ops_perf_results.csv, has the columns of tt-metal's profiler;
the trace, ops_perf_trace.json, opens in https://ui.perfetto.dev.
"""  # noqa: E501
    options = options.PERF
    suffixes = (".ttnn", ".ttm", ".ttb")

    def preprocess(self) -> None:
        """Turn on `--save-artifacts` if `--artifact-dir` is given.

        Upstream's command always saves artifacts, so programs for it may give the directory only.
        """
        if self["--artifact-dir"]:
            self["--save-artifacts"] = True
        super().preprocess()

    def process(self, path: Path, outcome: Outcome) -> None:
        """Estimate the times of one binary. Run its programs only if an option needs a run."""
        from ttmlir_py.runtime.binary import TTNNBinary
        from ttmlir_py.ttrt.execution import METAL_ONLY, check_fit, chosen_programs, require_none
        from ttmlir_py.ttrt.perf_comparison import comparison_lines, times_of
        from ttmlir_py.ttrt.perf_model import Machine
        from ttmlir_py.ttrt.perf_report import csv_text, trace_text

        file = self.open(path, outcome)
        if file.file_identifier == "TTM0":
            self._process_metal(path, file, outcome)
            return
        require_none(self.settings(), METAL_ONLY, "TTMetal binaries")
        binary = TTNNBinary(file.view)
        machine = Machine.of(binary.system_desc)
        before = self._other_run() if self["--compare"] else None
        rows: list[Row] = []
        for program in chosen_programs(binary, self["--program-index"]):
            check_fit(binary, program)
            if self["--host-only"] or self["--memory"]:
                rows += self._measure(path, file, program, outcome)
            if not self["--host-only"]:
                estimated = self._estimate(program, machine, outcome)
                if self["--roofline"]:
                    self._draw(binary, program, machine, estimated, outcome)
                rows = [row for row in rows if row.program is not program] + estimated
        if before is not None:
            outcome.lines += comparison_lines(before, times_of(rows))
        if self["--save-artifacts"]:
            folder = self.save_artifacts(path, file) / "perf"
            table = csv_text(rows, machine).encode(errors="replace")
            write_file(folder / "ops_perf_results.csv", table)
            write_file(folder / "ops_perf_trace.json", trace_text(rows, machine))
            outcome.lines.append(f"table and trace saved in {folder}")

    def _process_metal(self, path: Path, file: Flatbuffer, outcome: Outcome) -> None:
        """Estimate the times of a TTMetal binary.

        Its programs always run, because only a run shows how long kernels wait.
        """
        from ttmlir_py.tensix.binary import MetalBinary
        from ttmlir_py.ttrt.execution import METAL_ONLY, chosen_programs, require_none
        from ttmlir_py.ttrt.metal import TTNN_ONLY
        from ttmlir_py.ttrt.metal_perf import metal_table

        settings = self.settings()
        require_none(settings, TTNN_ONLY, "TTNN binaries")
        for name in ("--compare", "--roofline"):
            if self[name]:
                raise SimulationError(f"{name} is for TTNN binaries")
        host_only = self["--host-only"]
        if host_only:
            require_none(settings, METAL_ONLY, "estimates, which --host-only leaves out")
        binary = MetalBinary(file.view)
        folder = self.save_artifacts(path, file) / "perf" if self["--save-artifacts"] else None
        rows: list[dict[str, Any]] = []
        outcome.details["programs"] = []
        for program in chosen_programs(binary, self["--program-index"]):
            if host_only:
                rows += self._measure_metal(file, program, outcome)
            else:
                rows += self._estimate_metal(binary, program, folder, outcome) * self["--loops"]
        if folder is not None:
            table = metal_table(rows).encode(errors="replace")
            write_file(folder / "ops_perf_results.csv", table)
            what = "table" if host_only else "table, timeline and picture"
            outcome.lines.append(f"{what} saved in {folder}")

    def _estimate_metal(
        self, binary: MetalBinary, program: Program, folder: Path | None, outcome: Outcome
    ) -> list[dict[str, Any]]:
        """Run a program in the timing simulation, draw the requested pictures, and return table
        rows.
        """
        from ttmlir_py.ttrt.execution import own_file
        from ttmlir_py.ttrt.metal import inputs_of
        from ttmlir_py.ttrt.metal_perf import estimated

        settings = self.settings()
        pictures = [
            [
                own_file(str(each), binary, program, settings)
                for each in (given, folder and folder / name)
                if each
            ]
            for given, name in (
                (settings.timeline, "ops_perf_trace.json"),
                (settings.grid_picture, "grid.svg"),
            )
        ]
        inputs = inputs_of(program, None, "", settings)
        with estimated(binary, program, outcome, *pictures) as estimation:
            limit, events = settings.memory_limit, estimation.timing.events
            binary.run(inputs, program.index, memory_limit=limit, events=events)
        outcome.lines += estimation.summary_lines()
        outcome.details["programs"].append(estimation.details())
        return list(estimation.rows())

    def _measure_metal(
        self, file: Flatbuffer, program: Program, outcome: Outcome
    ) -> list[dict[str, Any]]:
        """Run a program on the simulator, and return table rows with the host time of each
        command.
        """
        from ttmlir_py.ttrt.metal import run_metal_binary
        from ttmlir_py.ttrt.metal_perf import HostTimes

        times = HostTimes(program)
        settings = self.settings(program_index=str(program.index))
        run_metal_binary(file, settings, outcome, times.events)
        return times.rows

    def _other_run(self) -> Times:
        """Return the times in the file of `--compare`.

        Raises `OSError`, and `InputError` with the name of the file.
        """
        from ttmlir_py.schemas import BinaryError
        from ttmlir_py.ttrt.perf_comparison import read_times

        name: str = self["--compare"]
        try:
            return read_times(Path(name), self["--program-index"])
        except (BinaryError, SimulationError) as error:
            raise InputError(f"--compare: {name}: {error}") from None

    def _draw(
        self,
        binary: TTNNBinary,
        program: TTNNProgram,
        machine: Machine,
        rows: list[Row],
        outcome: Outcome,
    ) -> None:
        from ttmlir_py.ttrt.execution import own_file
        from ttmlir_py.ttrt.roofline import picture

        path = own_file(self["--roofline"], binary, program, self.settings())
        write_file(path, picture([row.estimate for row in rows if row.estimate], machine))
        outcome.lines.append(f"roofline drawn in {path}")

    def _estimate(self, program: TTNNProgram, machine: Machine, outcome: Outcome) -> list[Row]:
        from ttmlir_py.ttrt.perf_model import estimate_program
        from ttmlir_py.ttrt.perf_report import Row, summary_lines

        estimates = list(estimate_program(program, machine))
        outcome.lines += summary_lines(program, estimates, machine)
        return [Row(program, each.operation, each) for each in estimates] * self["--loops"]

    def _measure(
        self, path: Path, file: Flatbuffer, program: TTNNProgram, outcome: Outcome
    ) -> list[Row]:
        """Run a program on the simulator, and return table rows with the host time of each
        operation.
        """
        from ttmlir_py.runtime.observers.profile import Stopwatch
        from ttmlir_py.ttrt.execution import run_binary
        from ttmlir_py.ttrt.perf_report import Row

        stopwatch = Stopwatch()
        settings = self.settings(program_index=str(program.index))
        run_binary(path, file, settings, outcome, stopwatch.hooks)
        return [
            Row(program, operation, host=(start, end)) for operation, start, end in stopwatch.times
        ]
