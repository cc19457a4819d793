"""`ttrt perf`: estimates how long a binary would take on the device."""

from pathlib import Path
from typing import TYPE_CHECKING

from ttmlir_py.files import write_file
from ttmlir_py.ttrt import options
from ttmlir_py.ttrt.common.command import Outcome
from ttmlir_py.ttrt.common.run import Runner

if TYPE_CHECKING:
    from ttmlir_py.runtime.ttnn_program import TTNNProgram
    from ttmlir_py.ttrt.flatbuffers import Flatbuffer
    from ttmlir_py.ttrt.perf_model import Machine
    from ttmlir_py.ttrt.perf_report import Row


class Perf(Runner):
    """Estimates the times of operations from a model of the device, or measures those of the simulator."""

    description = "Estimate how long programs take on the device, from an analytical model."
    examples = """examples:
  ttrt perf model.ttnn
  ttrt perf model.ttnn --save-artifacts     also a table and a trace, in ttrt-artifacts/model.ttnn/perf
  ttrt perf model.ttnn --host-only          what the simulator takes on this machine

docs/perf.md explains the model. The table, ops_perf_results.csv, has the columns of tt-metal's profiler;
the trace, ops_perf_trace.json, opens in https://ui.perfetto.dev.
"""
    options = options.PERF
    suffixes = (".ttnn", ".ttb")

    def process(self, path: Path, outcome: Outcome) -> None:
        """Estimate one binary's times; run it if asked for what only a run tells."""
        from ttmlir_py.runtime.binary import TTNNBinary
        from ttmlir_py.ttrt.execution import check_fit, chosen_programs
        from ttmlir_py.ttrt.perf_model import Machine
        from ttmlir_py.ttrt.perf_report import csv_text, trace_text

        file = self.open(path, outcome)
        binary = TTNNBinary(file.view)
        machine = Machine.of(binary.system_desc)
        rows: list[Row] = []
        for program in chosen_programs(binary, self["--program-index"]):
            check_fit(binary, program)
            if self["--host-only"] or self["--memory"]:
                rows += self._measure(path, file, program, outcome)
            if not self["--host-only"]:
                estimated = self._estimate(program, machine, outcome)
                rows = [row for row in rows if row.program is not program] + estimated
        if self["--save-artifacts"]:
            folder = self.save_artifacts(path, file) / "perf"
            table = csv_text(rows, machine).encode(errors="replace")
            write_file(folder / "ops_perf_results.csv", table)
            write_file(folder / "ops_perf_trace.json", trace_text(rows, machine))
            outcome.lines.append(f"table and trace saved in {folder}")

    def _estimate(
        self, program: "TTNNProgram", machine: "Machine", outcome: Outcome
    ) -> "list[Row]":
        from ttmlir_py.ttrt.perf_model import estimate_program
        from ttmlir_py.ttrt.perf_report import Row, summary_lines

        estimates = list(estimate_program(program, machine))
        outcome.lines += summary_lines(program, estimates, machine)
        return [Row(program, each.operation, each) for each in estimates] * self["--loops"]

    def _measure(
        self, path: Path, file: "Flatbuffer", program: "TTNNProgram", outcome: Outcome
    ) -> "list[Row]":
        """Run a program on the simulator and note when each operation starts and ends."""
        from ttmlir_py.runtime.observers.profile import Stopwatch
        from ttmlir_py.ttrt.execution import run_binary
        from ttmlir_py.ttrt.perf_report import Row

        stopwatch = Stopwatch()
        settings = self.settings(program_index=str(program.index))
        run_binary(path, file, settings, outcome, stopwatch.hooks)
        return [
            Row(program, operation, host=(start, end)) for operation, start, end in stopwatch.times
        ]
