"""The schedule of a program: estimated times, and the memory of a device. Nothing is run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.observers.memory_tracker import MemoryReport, MemoryTracker
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.schemas import BinaryError
from ttmlir_py.ttrt.perf_model import Estimate, Machine, estimate_program

Json = dict[str, Any]


@dataclass(frozen=True)
class Schedule:
    """The schedule of a program on its target system.

    Data that the models do not know is omitted, and `problem` has the reason.
    """

    program: TTNNProgram
    system: Mapping[str, Any]

    @cached_property
    def _estimated(self) -> tuple[Mapping[int, Estimate], str]:
        found: dict[int, Estimate] = {}
        try:
            for each in estimate_program(self.program, Machine.of(self.system)):
                found[each.operation.index] = each
        except (SimulationError, BinaryError) as error:
            return found, str(error)
        return found, ""

    @cached_property
    def _followed(self) -> tuple[MemoryReport | None, str]:
        """Return the memory report up to the first operation that does not fit, and the problem
        that this operation causes.
        """
        try:
            tracker = MemoryTracker(self.system)
        except BinaryError as error:
            return None, str(error)
        try:
            tracker.follow(self.program)
        except (SimulationError, BinaryError) as error:
            return tracker.report, str(error)
        return tracker.report, ""

    @property
    def estimates(self) -> Mapping[int, Estimate]:
        """Map indices of operations that use the device to estimates, in order."""
        return self._estimated[0]

    @property
    def memory(self) -> MemoryReport | None:
        """Return the device memory around each operation by the memory model, or None if
        unknown.
        """
        return self._followed[0]

    @property
    def problem(self) -> str:
        """Return why some data is unknown; empty if all is known."""
        return self._estimated[1] or self._followed[1]

    @property
    def nanoseconds(self) -> float:
        """Return the total estimated time in nanoseconds."""
        return sum(each.duration for each in self.estimates.values())

    def peak(self, memory: str) -> int | None:
        """Return the peak bytes per bank in `L1` or `DRAM`; None if unknown."""
        rows = self.memory.rows if self.memory else ()
        return max((row.during[memory] for row in rows), default=None)

    @property
    def capacity(self) -> int | None:
        """Return the size of an L1 bank in bytes, or None if unknown."""
        return self.memory.memories["L1"].size if self.memory else None

    @property
    def _operations(self) -> Sequence[Operation]:
        """Return the operations; empty if one cannot be decoded, which `problem` reports."""
        try:
            return self.program.operations
        except SimulationError:
            return ()

    def rows(self) -> Iterator[Json]:
        """Yield the operations in order, as JSON data.

        - `start` and `duration` are in estimated nanoseconds.
        - `bound` is the limiting resource, or None if the device is not used.
        - `l1` and `dram` are bytes per bank while the operation runs; `l1_after` and `dram_after`
          are those after it.
        - `blocks` has the address and size of the content of each L1 bank at that time.

        Memory is omitted if it is unknown.
        """
        followed = self.memory.rows if self.memory else ()
        rows = {row.operation.index: row for row in followed}
        start = 0.0
        for each in self._operations:
            row, estimate = rows.get(each.index), self.estimates.get(each.index)
            duration = estimate.duration if estimate else 0.0
            entry: Json = {"start": round(start, 3), "duration": round(duration, 3)}
            entry["bound"] = estimate and estimate.bound
            start += duration
            if row is not None:
                entry |= {"l1": row.during["L1"], "l1_after": row.after("L1")}
                entry |= {"dram": row.during["DRAM"], "dram_after": row.after("DRAM")}
                entry["blocks"] = row.blocks["L1"]
            yield entry


def schedules(binary: TTNNBinary) -> Iterator[Json]:
    """Yield each program.

    - `name`, and `time` in estimated ns.
    - `peak` and `capacity` of L1 in bytes per bank.
    - `operations` are rows of the schedule with `label` and `location`.
    - `problem` is set if something is unknown.

    Raises `SimulationError` if operations cannot be decoded.
    """
    for program in binary.programs:
        schedule = Schedule(program, binary.system_desc)
        rows = zip(program.operations, schedule.rows(), strict=True)
        yield {
            "name": program.name,
            "time": round(schedule.nanoseconds, 1),
            "peak": schedule.peak("L1"),
            "capacity": schedule.capacity,
            "operations": [{"label": op.label, "location": op.location, **row} for op, row in rows],
            "problem": schedule.problem or None,
        }
