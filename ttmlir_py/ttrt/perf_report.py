"""Reports of `ttrt perf`: summary, a table with the profiler's columns, and a Perfetto trace."""

import csv
import io
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ttmlir_py.runtime.architectures import ESTIMATE
from ttmlir_py.runtime.memory import MEMORY_OF_SPACE
from ttmlir_py.runtime.observers.trace_events import (
    Event,
    file_lines,
    name_event,
    slice_event,
)
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import ROW_MAJOR, TensorDesc, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.ttrt.perf_model import Estimate, Machine, tensor_bytes

HOST = "simulator on the host"

_BEFORE_TENSORS = """OP CODE|OP TYPE|GLOBAL CALL COUNT|DEVICE ID|ATTRIBUTES|MATH FIDELITY
CORE COUNT|PARALLELIZATION STRATEGY|HOST START TS|HOST END TS|HOST DURATION [ns]
DEVICE FW START CYCLE|DEVICE FW END CYCLE|OP TO OP LATENCY [ns]|DEVICE FW DURATION [ns]
DEVICE KERNEL DURATION [ns]|DEVICE BRISC KERNEL DURATION [ns]|DEVICE NCRISC KERNEL DURATION [ns]
DEVICE TRISC0 KERNEL DURATION [ns]|DEVICE TRISC1 KERNEL DURATION [ns]
DEVICE TRISC2 KERNEL DURATION [ns]|DEVICE ERISC KERNEL DURATION [ns]
DEVICE COMPUTE CB WAIT FRONT [ns]|DEVICE COMPUTE CB RESERVE BACK [ns]""".replace("\n", "|").split(
    "|"
)
_AFTER_TENSORS = """COMPUTE KERNEL PATH|COMPUTE KERNEL HASH|DATA MOVEMENT KERNEL PATH
DATA MOVEMENT KERNEL HASH|PM IDEAL [ns]|PM COMPUTE [ns]|PM BANDWIDTH [ns]|PM REQ I BW
PM REQ O BW|LOC""".replace("\n", "|").split("|")
_OWN_COLUMNS = ["PROGRAM", "BOUND", "SOURCE", "LEAST DURATION [ns]", "MOST DURATION [ns]"]
_TENSOR_FIELDS = ("W", "Z", "Y", "X", "LAYOUT", "DATATYPE", "MEMORY")

MOST_LABELS = 20


@dataclass(frozen=True, slots=True)
class Row:
    """An operation of a run with its estimate, or its host time in nanoseconds since the start."""

    program: TTNNProgram
    operation: Operation
    estimate: Estimate | None = None
    host: tuple[int, int] | None = None


def csv_text(rows: Sequence[Row], machine: Machine) -> str:
    """Return the text of `ops_perf_results.csv`, with a line per operation.

    Columns without a known value are empty.
    """
    inputs = max((len(row.operation.refs) for row in rows), default=0)
    tensors = [f"INPUT_{i}_{name}" for i in range(inputs) for name in _TENSOR_FIELDS]
    tensors += [f"OUTPUT_0_{name}" for name in _TENSOR_FIELDS]
    values_of_rows: list[dict[str, Any]] = []
    cycle = 0
    for count, row in enumerate(rows, 1):
        values = _operation_values(row, count)
        if row.estimate:
            values |= _estimate_values(row.estimate, machine, cycle)
            cycle = values.get("DEVICE FW END CYCLE", cycle)
        if row.host:
            values |= host_values(*row.host)
        values_of_rows.append(values)
    return table_text(values_of_rows, tensors)


def host_values(start: int, end: int) -> dict[str, Any]:
    """Return the table columns for work that the simulator ran from `start` to `end`
    (nanoseconds).
    """
    return {
        "HOST START TS": start,
        "HOST END TS": end,
        "HOST DURATION [ns]": end - start,
        "SOURCE": HOST,
    }


def table_text(
    rows: Iterable[dict[str, Any]], tensors: Sequence[str] = (), own: Sequence[str] = ()
) -> str:
    """Return the rows as CSV text; missing values are empty.

    The columns are those of the profiler, then the columns `tensors`, then the columns `own`.
    """
    text = io.StringIO()
    columns = [*_BEFORE_TENSORS, *tensors, *_AFTER_TENSORS, *_OWN_COLUMNS, *own]
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for values in rows:
        writer.writerow({name: str(value).replace(",", ";") for name, value in values.items()})
    return text.getvalue()


def _operation_values(row: Row, count: int) -> dict[str, Any]:
    operation = row.operation
    on_host = row.estimate is None or row.estimate.on_host
    values: dict[str, Any] = {
        "OP CODE": operation.label,
        "OP TYPE": "tt_dnn_cpu" if on_host else "tt_dnn_device",
        "GLOBAL CALL COUNT": count,
        "DEVICE ID": "" if on_host else 0,
        "ATTRIBUTES": _attributes(operation),
        "LOC": operation.location,
        "PROGRAM": row.program.name,
    }
    for index, ref in enumerate(operation.refs):
        values |= _tensor_values(f"INPUT_{index}", ref.desc)
    if operation.result is not None:
        values |= _tensor_values("OUTPUT_0", operation.result.desc)
    return values


def _attributes(operation: Operation) -> str:
    """Return the operation's scalar fields (numbers, booleans, names) as the text of a
    dictionary.
    """
    table = operation.view.type
    fields = table.as_dict()
    shown = {k: v for k, v in fields.items() if isinstance(v, int | float | str | bool)}
    return str(shown)


def _tensor_values(prefix: str, desc: TensorDesc) -> dict[str, Any]:
    shape = (1, 1, 1, 1, *desc.padded_shape)
    sides = (math.prod(shape[:-3]), *shape[-3:])
    memory = "HOST"
    if not desc.on_host:
        where = MEMORY_OF_SPACE.get(desc.memory_space, desc.memory_space.upper())
        layout = re.sub(r"\B(?=[A-Z])", "_", desc.memory_layout).upper()
        memory = f"DEV_0_{where}_{layout}"
    texts = (
        "ROW_MAJOR" if desc.tile == ROW_MAJOR else "TILE",
        desc.data_type.library_name,
        memory,
    )
    return {
        f"{prefix}_{field}": value
        for field, value in zip(_TENSOR_FIELDS, (*sides, *texts), strict=True)
    }


def _estimate_values(estimate: Estimate, machine: Machine, cycle: int) -> dict[str, Any]:
    values: dict[str, Any] = {
        "PM IDEAL [ns]": math.ceil(estimate.ideal),
        "PM COMPUTE [ns]": math.ceil(estimate.times["compute"]),
        "PM BANDWIDTH [ns]": math.ceil(estimate.bandwidth),
        "BOUND": estimate.bound,
        "SOURCE": ESTIMATE,
        "LEAST DURATION [ns]": math.ceil(estimate.least),
        "MOST DURATION [ns]": math.ceil(estimate.most),
    }
    if estimate.ideal and estimate.operation.result is not None:
        values["PM REQ I BW"] = _bandwidths(estimate.operation.refs, estimate)
        values["PM REQ O BW"] = _bandwidths([estimate.operation.result], estimate)
    if estimate.on_host:
        return values | {"HOST DURATION [ns]": math.ceil(estimate.duration)}
    duration = math.ceil(estimate.duration)
    cycles = math.ceil(estimate.duration * machine.architecture.clock_ghz)
    return values | {
        "MATH FIDELITY": estimate.fidelity,
        "CORE COUNT": estimate.cores,
        "DEVICE FW START CYCLE": cycle,
        "DEVICE FW END CYCLE": cycle + cycles,
        "OP TO OP LATENCY [ns]": 0,
        "DEVICE FW DURATION [ns]": duration,
        "DEVICE KERNEL DURATION [ns]": duration,
    }


def _bandwidths(refs: Sequence[TensorRef], estimate: Estimate) -> str:
    """Return the bandwidth that each tensor needs in the ideal time, in bytes per nanosecond."""
    numbers = [f"{tensor_bytes(ref.desc) / estimate.ideal:.3g}" for ref in refs]
    return f"[{'; '.join(numbers)}]"


def trace_text(rows: Sequence[Row], machine: Machine) -> str:
    """Return a trace for Perfetto or chrome://tracing, with the operations one after another.

    Each program is shown as a thread.
    """
    about = {"source": ESTIMATE, "architecture": machine.name}
    return "\n".join(file_lines(_trace_events(rows), about=about)) + "\n"


def _trace_events(rows: Sequence[Row]) -> Iterator[Event]:
    programs = {row.program.index: row.program.name for row in rows}
    for index, name in programs.items():
        yield name_event("thread", name, 0, index)
    now = 0.0
    for row in rows:
        start, end = row.host if row.host else (now, now)
        details: dict[str, Any] = {"location": row.operation.location}
        if row.estimate:
            end = start + row.estimate.duration
            details |= _trace_details(row.estimate)
        now = end
        source = ESTIMATE if row.estimate else HOST
        times = start / 1000, (end - start) / 1000
        yield slice_event(row.operation.label, source, *times, details, tid=row.program.index)


def _trace_details(estimate: Estimate) -> dict[str, Any]:
    times = {f"{name} [ns]": round(time, 1) for name, time in estimate.times.items() if time}
    times |= {"least [ns]": round(estimate.least, 1), "most [ns]": round(estimate.most, 1)}
    work = {"cores": estimate.cores, "FLOP": estimate.flop, "DRAM bytes": estimate.dram_bytes}
    return {"bound": estimate.bound, "latency [ns]": estimate.latency, **work, **times}


def summary_lines(
    program: TTNNProgram, estimates: Iterable[Estimate], machine: Machine
) -> Iterator[str]:
    """Yield the total time, and a line per operation label, with the slowest first."""
    by_label: defaultdict[str, list[Estimate]] = defaultdict(list)
    for each in estimates:
        by_label[each.operation.label].append(each)
    times = {label: sum(each.duration for each in found) for label, found in by_label.items()}
    total = sum(times.values())
    every = [each for found in by_label.values() for each in found]
    flop = sum(each.flop for each in every)
    least, most = sum(each.least for each in every), sum(each.most for each in every)
    rate = f", {flop / total / 1000:.3g} TFLOP/s" if flop else ""
    yield (
        f"{program}: {total / 1000:.3f} us estimated on {machine.name} with {machine.cores} cores "
        f"({flop:,} FLOP{rate}), {least / 1000:.3f} to {most / 1000:.3f} us"
    )
    labels = sorted(times, key=lambda label: (-times[label], label))
    width = max(map(len, labels), default=0)
    for label in labels[:MOST_LABELS]:
        found = by_label[label]
        bounds = "/".join(sorted({each.bound for each in found}))
        count = max(each.cores for each in found)
        cores = f"{count:>3} cores" if count else f"{'transfer':>9}"
        yield (
            f"  {label:<{width}}  {len(found):>4} x  {times[label] / 1000:>10.3f} us  "
            f"{100 * times[label] / total:5.1f} %  {cores}  bound by {bounds}"
        )
    if len(labels) > MOST_LABELS:
        yield f"  ... {len(labels) - MOST_LABELS} more kinds of operations"
