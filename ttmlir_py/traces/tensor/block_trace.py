"""Comparison with a block-device trace, which shows the tensors whose accesses read from disk."""

import os
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.tensor.analyses import Groups, named_groups
from ttmlir_py.traces.tensor.reader import Filter, TraceFile, fingerprints
from ttmlir_py.traces.tensor.reports import layer_text

_EVENT = re.compile(
    r"\s*\d+,\d+\s+\d+\s+\d+\s+(?P<seconds>\d{1,9})\.(?P<nanoseconds>\d{9})\s+\d+\s+"
    r"(?P<action>[A-Z]{1,2})\s+(?P<kind>[A-Z]+)\s+(?P<sector>\d{1,18}) \+ "
    r"(?P<sectors>\d{1,9})(?:\s|$)"
)
"""A line of blkparse's default format: `  8,0  3  1  0.000000000  697  D  R  223490 + 8 [process]`.
"""
_LONGEST = 4096
_SECTOR = 512
_BATCH = 1 << 14


def read_events(path: str | os.PathLike[str], action: str) -> Iterator[NDArray[np.int64]]:
    """Yield the read events in blkparse's text with this action (Q queued, D issued, C completed).

    Events are rows of nanoseconds and bytes, in batches. Other lines, such as the summary at the
    end, are ignored. Raises OSError, and `TraceError` if no line is an event.
    """
    rows: list[tuple[int, int]] = []
    is_known = False
    with open(path, encoding="utf-8", errors="replace") as file:
        while line := file.readline(_LONGEST):
            found = _EVENT.match(line)
            is_known = is_known or found is not None
            if found and found["action"] == action and "R" in found["kind"]:
                time = int(found["seconds"]) * 10**9 + int(found["nanoseconds"])
                rows.append((time, int(found["sectors"]) * _SECTOR))
                if len(rows) == _BATCH:
                    yield np.array(rows, "i8")
                    rows = []
    if not is_known:
        raise TraceError("is not a text of blkparse: there is no line with an event")
    if rows:
        yield np.array(rows, "i8")


def correlation_lines(
    trace: TraceFile,
    filter: Filter,
    path: str | os.PathLike[str],
    *,
    start: float = 0.0,
    action: str = "D",
    limit: int = 0,
) -> Iterator[str]:
    """Yield the device reads of each tensor, with the most reads first; at most `limit` tensors.

    A read counts for the tensor of the last access before it. Accesses to tensors that are not in
    the model's file do not count, unless no accessed tensor is in it. `start` is the time, in
    seconds of the device's trace, at which the tensor trace began. Raises the errors of
    `read_events`.
    """
    times, keys, numbers = _accesses(trace, filter)
    groups = Groups()
    reads = size = early = 0
    for rows in read_events(path, action):
        places = np.searchsorted(times, rows[:, 0] - round(start * 1e9), "right") - 1
        known = places >= 0
        groups.add(keys[places[known]], numbers[places[known]], rows[known, 1])
        reads, size = reads + len(rows), size + int(rows[:, 1].sum())
        early += int(np.count_nonzero(~known))
    yield f"{reads:,} reads of {size:,} bytes; {early:,} before the first access"
    yield f"{'reads':>10} {'bytes read':>18} {'layer':>6}  tensor accessed last"
    for name, layer, group in named_groups(trace, groups, limit):
        yield f"{group.count:>10,} {group.bytes:>18,} {layer_text(layer):>6}  {name}"


def _accesses(
    trace: TraceFile, filter: Filter
) -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the times of the entries in increasing order, with their keys and numbers."""
    found: list[tuple[NDArray[Any], ...]] = []
    for chosen, records in trace.selected(filter):
        columns = (records["timestamp_ns"], fingerprints(records), chosen, records["file_offset"])
        found.append(tuple(np.array(each).astype("u8") for each in columns))
    empty = (np.zeros(0, "u8"),) * 4
    together = [np.concatenate(each) for each in zip(*(found or [empty]), strict=True)]
    if together[-1].any():
        together = [each[together[-1] != 0] for each in together]
    times, keys, numbers, _ = together
    times = times.astype("i8")
    order = np.argsort(times, kind="stable")
    return times[order], keys[order], numbers[order]
