"""What the operations of a program take, one after the other: estimated time, and memory of a device. Nothing is run."""

from collections.abc import Iterator, Mapping
from typing import Any

from ttmlir_py.runtime import SimulationError
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.schemas import BinaryError
from ttmlir_py.ttrt.perf_model import Estimate, Machine, estimate_program

Json = dict[str, Any]


def schedules(binary: TTNNBinary) -> Iterator[Json]:
    """Each program: `name`, `time` in ns, `peak` and `capacity` of L1 in bytes a bank, `operations`; `problem` if something does not fit,
    after which nothing is known of memory.

    An operation has `label`, `location`, `time` in ns and what it is `bound` by (None if the device does not work), and
    bytes a bank while it runs, `l1` and `dram`, and after it, `l1_after`. Raises `SimulationError` and `BinaryError` for a binary
    that cannot be followed.
    """
    for program in binary.programs:
        yield _schedule(program, binary.system_desc)


def _schedule(program: TTNNProgram, system: Mapping[str, Any]) -> Json:
    problem = None
    estimates: dict[int, Estimate] = {}
    try:
        estimated = estimate_program(program, Machine.of(system))
        estimates = {each.operation.index: each for each in estimated}
    except (SimulationError, BinaryError) as error:
        problem = str(error)
    tracker = MemoryTracker(system)
    try:
        tracker.follow(program)
    except SimulationError as error:
        problem = str(error)
    report = tracker.report
    rows = {row.operation.index: row for row in report.rows}
    operations: list[Json] = []
    for each in program.operations:
        row, estimate = rows.get(each.index), estimates.get(each.index)
        operations.append(
            {
                "label": each.label,
                "location": each.location,
                "time": estimate and round(estimate.duration, 1),
                "bound": estimate and estimate.bound,
                "l1": row and row.during["L1"],
                "l1_after": row and row.after("L1"),
                "dram": row and row.during["DRAM"],
            }
        )
    return {
        "name": program.name,
        "time": round(sum(each.duration for each in estimates.values()), 1),
        "peak": max((row.during["L1"] for row in report.rows), default=None),
        "capacity": report.memories["L1"].size,
        "operations": operations,
        "problem": problem,
    }
