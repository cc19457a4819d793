"""What the operations of a program take, one after the other: estimated time, and memory of a device. Nothing is run."""

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
    """A program on the system that it is for. What the model does not know is left out, and a problem says why."""

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
        """The report goes as far as everything fits."""
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
        """By the number of the operation, in order; without those that the device has no part in."""
        return self._estimated[0]

    @property
    def memory(self) -> MemoryReport | None:
        """The device's memory around each operation, as the memory model has it without running."""
        return self._followed[0]

    @property
    def problem(self) -> str:
        """Why not everything is known; empty if it is."""
        return self._estimated[1] or self._followed[1]

    @property
    def nanoseconds(self) -> float:
        """The estimated time in all."""
        return sum(each.duration for each in self.estimates.values())

    def peak(self, memory: str) -> int | None:
        """The most bytes a bank that are in use at once, of `L1` or `DRAM`; None if nothing is known."""
        rows = self.memory.rows if self.memory else ()
        return max((row.during[memory] for row in rows), default=None)

    @property
    def capacity(self) -> int | None:
        """Bytes of a bank of L1."""
        return self.memory.memories["L1"].size if self.memory else None

    @property
    def _operations(self) -> Sequence[Operation]:
        """None if one cannot be decoded, which the problem says."""
        try:
            return self.program.operations
        except SimulationError:
            return ()

    def rows(self) -> Iterator[Json]:
        """The operations: `start` and `duration` in estimated nanoseconds, and what they are `bound` by (None if the device does not work);
        bytes a bank of L1 and DRAM while each runs, `l1` and `dram`, and after it, `l1_after` and `dram_after`, and `blocks`, the address and
        size of what is in each bank of L1 then. Memory is left out where it is not known.
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
    """Each program: `name`, `time` in estimated ns, `peak` and `capacity` of L1 in bytes a bank, `operations`, which are rows of the schedule
    with `label` and `location`; `problem` if something is not known. Raises `SimulationError` for operations that cannot be decoded.
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
