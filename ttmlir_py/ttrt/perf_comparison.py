"""Comparison of operation times between two runs: estimates, or tables of tt-metal's profiler."""

import csv
import io
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ttmlir_py.common.files import read_file
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.ttrt.execution import chosen_programs
from ttmlir_py.ttrt.perf_model import Machine, estimate_program
from ttmlir_py.ttrt.perf_report import MOST_LABELS, Row

Times = dict[str, tuple[int, float]]
"""Maps operation labels to the number of operations and their total nanoseconds."""

_DURATIONS = ("DEVICE FW DURATION [ns]", "HOST DURATION [ns]")
"""Profiler columns with a duration. The first one that has a value is used."""


def times_of(rows: Iterable[Row]) -> Times:
    """Return the total times of the operations in `rows`, by label."""
    return _summed((row.operation.label, _nanoseconds(row)) for row in rows)


def _nanoseconds(row: Row) -> float:
    if row.estimate:
        return row.estimate.duration
    return float(row.host[1] - row.host[0]) if row.host else 0.0


def _summed(times: Iterable[tuple[str, float]]) -> Times:
    found: defaultdict[str, list[float]] = defaultdict(list)
    for label, time in times:
        found[label].append(time)
    return {label: (len(each), math.fsum(each)) for label, each in found.items()}


def read_times(path: Path, program_index: str) -> Times:
    """Return the operation times of a binary (estimated) or of a saved profiler table.

    Raises `OSError`, `BinaryError`, `SimulationError`, and `InputError` for a table without times.
    """
    if path.suffix == ".csv":
        return _summed(_table_times(path))
    binary = TTNNBinary.load(path)
    machine = Machine.of(binary.system_desc)
    return _summed(
        (each.operation.label, each.duration)
        for program in chosen_programs(binary, program_index)
        for each in estimate_program(program, machine)
    )


def _table_times(path: Path) -> Iterator[tuple[str, float]]:
    text = read_file(path).decode(errors="replace")
    try:
        for row in csv.DictReader(io.StringIO(text)):
            given = next((row[name] for name in _DURATIONS if row.get(name)), None)
            time = math.nan if given is None else float(given)
            if not (row.get("OP CODE") and math.isfinite(time)):
                raise ValueError
            yield row["OP CODE"], time
    except (csv.Error, ValueError):
        raise InputError("is not a table of operations with their durations") from None


def comparison_lines(before: Times, after: Times) -> Iterator[str]:
    """Yield a line per operation label, with the largest change first, and a line with the
    total.
    """
    labels = sorted(
        {*before, *after}, key=lambda label: (-abs(_change(label, before, after)), label)
    )
    width = max(map(len, (*labels, "in all")))
    yield f"  {'':<{width}}  {'before':>22}  {'after':>22}"
    for label in labels[:MOST_LABELS]:
        yield _line(label, width, [before.get(label, (0, 0.0)), after.get(label, (0, 0.0))])
    if len(labels) > MOST_LABELS:
        yield f"  ... {len(labels) - MOST_LABELS} more kinds of operations"
    yield _line("in all", width, [_total(before), _total(after)])


def _change(label: str, before: Times, after: Times) -> float:
    return after.get(label, (0, 0.0))[1] - before.get(label, (0, 0.0))[1]


def _total(times: Times) -> tuple[int, float]:
    return sum(count for count, _ in times.values()), math.fsum(time for _, time in times.values())


def _line(label: str, width: int, runs: Sequence[tuple[int, float]]) -> str:
    cells = "  ".join(f"{count:>5} x {time / 1000:>11.3f} us" for count, time in runs)
    (_, old), (_, new) = runs
    ratio = f"  x {new / old:.3f}" if old and new else "  new" if new else "  gone" if old else ""
    return f"  {label:<{width}}  {cells}{ratio}"
