"""Costs of a compiled model on the device: estimated time, and memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.ttnn_program import TTNNProgram

if TYPE_CHECKING:
    from ttmlir_py.runtime.observers.memory_tracker import MemoryReport
    from ttmlir_py.ttrt.perf_model import Estimate


@dataclass(frozen=True, repr=False)
class Performance:
    """Estimated run times of a program. `str(performance)` is a table."""

    estimates: Sequence[Estimate]
    """One estimate for each operation that runs on the device."""
    table: str

    @property
    def nanoseconds(self) -> float:
        """Return the sum of the estimated times, in nanoseconds."""
        return sum(each.duration for each in self.estimates)

    @property
    def range(self) -> tuple[float, float]:
        """Return the lower and the upper bound of the time, in nanoseconds."""
        return sum(each.least for each in self.estimates), sum(each.most for each in self.estimates)

    def __str__(self) -> str:
        return self.table

    def __repr__(self) -> str:
        return f"<Performance: {self.nanoseconds:,.0f} ns, {len(self.estimates)} operations>"

    def _repr_html_(self) -> str:
        from ttmlir_py.common.html_parts import block, table, title

        return block(title(self.table.partition("\n")[0]), table(_COLUMNS, self._rows()))

    def _rows(self) -> Iterator[list[str]]:
        for each in sorted(self.estimates, key=lambda each: -each.duration):
            yield [
                str(each.operation.index),
                each.operation.label,
                f"{each.duration:,.0f}",
                f"{each.least:,.0f} to {each.most:,.0f}",
                f"{100 * each.duration / self.nanoseconds:.1f} %",
                str(each.cores or ""),
                each.bound,
            ]


_COLUMNS = ("#operation", "kind", "#ns", "#range", "#share", "#cores", "bound by")
"""The columns of `Performance` in a notebook."""


def estimated(binary: TTNNBinary, program: TTNNProgram) -> Performance:
    """Return the estimated time of a program.

    Raise `SimulationError` for the first operation that does not fit on the device.
    """
    from ttmlir_py.ttrt.execution import check_fit
    from ttmlir_py.ttrt.perf_model import Machine, estimate_program
    from ttmlir_py.ttrt.perf_report import summary_lines

    check_fit(binary, program)
    machine = Machine.of(binary.system_desc)
    estimates = list(estimate_program(program, machine))
    return Performance(estimates, "\n".join(summary_lines(program, estimates, machine)))


def memory_report(binary: TTNNBinary, program: TTNNProgram) -> MemoryReport:
    """Return the memory that each operation of a program needs.

    Raise `SimulationError` for the first operation that does not fit.
    """
    from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker

    tracker = MemoryTracker(binary.system_desc)
    tracker.follow(program)
    return tracker.report
