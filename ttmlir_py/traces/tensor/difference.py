"""Differences between two tensor-access traces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ttmlir_py.traces.alignment import aligned_lines
from ttmlir_py.traces.lazy_sequence import LazySequence
from ttmlir_py.traces.tensor.reader import BATCH, TraceFile
from ttmlir_py.traces.tensor.record import (
    NO_INDEX,
    NO_LAYER,
    NOT_APPLICABLE,
    RECORD,
    Records,
    name_text,
    operation_name,
)

_OF_THE_RUN = ("timestamp_ns", "thread_id", "tensor_ptr")
"""Fields that differ from run to run and are not compared."""
_COMPARED = [name for name in RECORD.names or () if name not in _OF_THE_RUN]
_ABSENT = {
    **{"layer_id": NO_LAYER, "tensor_idx": NO_INDEX},
    **dict.fromkeys(("attention_head", "qkv_type", "expert_id"), NOT_APPLICABLE),
}


@dataclass(frozen=True, slots=True)
class Accessed:
    """The compared fields of a record: the operation and the tensor, then all other fields."""

    counter: int
    fields: dict[str, Any]

    @property
    def key(self) -> tuple[Any, ...]:
        """Return a key that is equal for accesses that can be compared with each other."""
        return self.fields["operation_type"], self.fields["tensor_name"]

    def __str__(self) -> str:
        name = self.text("tensor_name") or f"tensor {self.text('tensor_idx')}"
        return f"{self.text('operation_type')} of {name}"

    def text(self, field: str) -> str:
        """Return the text of a field's value."""
        value = self.fields[field]
        if field == "tensor_name":
            return name_text(value)
        if field == "operation_type":
            return operation_name(value)
        return "N/A" if value == _ABSENT.get(field) else f"{value:,}"

    def differences(self, other: Accessed) -> Iterator[str]:
        """Yield the differences from an access with equal operation and name."""
        for field in _COMPARED:
            if self.fields[field] != other.fields[field]:
                yield f"{field}: {self.text(field)} and {other.text(field)}"


class _Accesses(LazySequence[Accessed]):
    """The records of a file from a certain number on, read on demand."""

    def __init__(self, trace: TraceFile, start: int, count: int) -> None:
        self._trace, self._start, self._count = trace, start, count
        self._first, self._batch = 0, np.zeros(0, RECORD)

    def __len__(self) -> int:
        return self._count - self._start

    def at(self, index: int) -> Accessed:
        """Return the record at `index` after the first one."""
        at = self._start + index
        if not self._first <= at < self._first + len(self._batch):
            self._first = max(0, at - BATCH // 2)
            self._batch = self._trace.records_from(self._first, BATCH)
        values = self._batch[at - self._first][_COMPARED].tolist()
        return Accessed(at, dict(zip(_COMPARED, values, strict=True)))


def difference_lines(left: TraceFile, right: TraceFile, most: int = 10) -> Iterator[str]:
    """Yield at most `most` lines with differences (see `alignment`), then record counts per
    operation.

    Nothing is yielded if the traces are equal. Times, threads and addresses are not compared.
    Memory does not grow with the traces.
    """
    first, counts = _compare(left, right)
    totals = [sum(each.values()) for each in counts]
    if first == totals[0] == totals[1]:
        return
    one, other = (_Accesses(t, first, n) for t, n in zip((left, right), totals, strict=True))
    yield from aligned_lines(one, other, most, what="record")
    yield f"{first:,} records are alike, then {totals[0] - first:,} and {totals[1] - first:,}"
    for code in sorted({*counts[0], *counts[1]}):
        one, other = (each.get(code, 0) for each in counts)
        if one != other:
            yield f"{operation_name(code)}: {one:,} and {other:,} records"


def _compare(left: TraceFile, right: TraceFile) -> tuple[int, tuple[dict[int, int], ...]]:
    """Return the number of equal records at the start, and record counts by operation for both
    traces.
    """
    alike = 0
    is_over = False
    counts: tuple[dict[int, int], ...] = ({}, {})
    sides = [(batch for _, batch in each.batches()) for each in (left, right)]
    while True:
        batches = [next(side, np.zeros(0, RECORD)) for side in sides]
        if not any(map(len, batches)):
            return alike, counts
        for batch, count in zip(batches, counts, strict=True):
            codes, numbers = np.unique(batch["operation_type"], return_counts=True)
            for code, number in zip(codes.tolist(), numbers.tolist(), strict=True):
                count[code] = count.get(code, 0) + number
        if not is_over:
            common = _common(*batches)
            alike += common
            is_over = common < max(map(len, batches))


def _common(left: Records, right: Records) -> int:
    """Return the number of equal records at the start of two batches."""
    count = min(len(left), len(right))
    is_other = np.zeros(count, bool)
    for field in _COMPARED:
        is_other |= left[field][:count] != right[field][:count]
    found = np.flatnonzero(is_other)
    return int(found[0]) if len(found) else count
