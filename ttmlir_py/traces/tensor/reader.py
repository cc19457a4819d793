"""A reader of tensor-access traces in batches, so that traces of any length take the same
memory.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from ttmlir_py.common.files import reading
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.tensor.layouts import as_records, is_record
from ttmlir_py.traces.tensor.record import (
    NAME_BYTES,
    NO_LAYER,
    RECORD,
    SIZE,
    Records,
    operation_name,
)

BATCH = 1 << 14
"""Number of records that are read at once: 2 MiB."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A selection of the records that satisfy all given conditions."""

    layer: int | None = None
    token: int | None = None
    operation: int | None = None

    def __str__(self) -> str:
        layer = None if self.layer is None else "N/A" if self.layer == NO_LAYER else self.layer
        operation = None if self.operation is None else operation_name(self.operation)
        parts = {"layer": layer, "token": self.token, "operation": operation}
        return ", ".join(f"{name} {value}" for name, value in parts.items() if value is not None)

    def parts(self) -> Iterator[Filter]:
        """Yield a filter for each given condition, in the order of the fields."""
        if self.layer is not None:
            yield Filter(layer=self.layer)
        if self.token is not None:
            yield Filter(token=self.token)
        if self.operation is not None:
            yield Filter(operation=self.operation)

    def chosen(self, records: Records) -> Records:
        """Return, for each record, whether it satisfies all conditions."""
        taken = np.ones(len(records), bool)
        wanted = (self.layer, self.token, self.operation)
        for field, value in zip(("layer_id", "token_id", "operation_type"), wanted, strict=True):
            if value is not None:
                taken &= records[field] == value
        return taken


class TraceFile:
    """A tensor-access trace file. It ends with the file, or before the first record whose time is
    0.

    Records of other tracer versions are converted into a temporary file. `progress` receives the
    number of records read so far, and the largest possible number. Raises OSError, and `TraceError`
    for a special file and for a file without records.
    """

    def __init__(
        self, path: str | os.PathLike[str], progress: Callable[[int, int], None] | None = None
    ) -> None:
        self.path = path
        self._progress = progress
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            if stat.S_ISDIR(status.st_mode):
                raise IsADirectoryError(21, os.strerror(21), os.fspath(path))
            raise TraceError("is not an ordinary file, so that it cannot be read twice")
        size = status.st_size
        self._records = as_records(path)
        if self._records is not None:
            size = os.fstat(self._records.fileno()).st_size
        self._most = size // SIZE
        self.partial_bytes = size % SIZE
        """Number of bytes of an incomplete last record, which is ignored. Known after reading all
        records.
        """

    @contextmanager
    def _opened(self) -> Generator[BinaryIO]:
        """Open the file with records of 128 bytes, at its beginning."""
        if self._records is None:
            with reading(self.path) as file:
                yield file
        else:
            with open(os.dup(self._records.fileno()), "rb") as file:
                file.seek(0)
                yield file

    def batches(self) -> Iterator[tuple[int, Records]]:
        """Yield the records in batches, each with the number of its first record."""
        start = 0
        with self._opened() as file:
            while data := file.read(BATCH * SIZE):
                records = np.frombuffer(data[: len(data) // SIZE * SIZE], RECORD)
                ends = np.flatnonzero(records["timestamp_ns"] == 0)
                if len(ends):
                    records = records[: ends[0]]
                if len(records):
                    _require_records(records, start)
                    yield start, _with_clean_names(records)
                start += len(records)
                if self._progress:
                    self._progress(start, self._most)
                if len(ends):
                    self.partial_bytes = 0  # bytes after the end of the trace do not form a record
                    return

    def selected(self, filter: Filter) -> Iterator[tuple[list[int], Records]]:
        """Yield the records that a filter selects, with their numbers in the file."""
        for start, records in self.batches():
            taken = filter.chosen(records)
            if taken.any():
                yield (np.flatnonzero(taken) + start).tolist(), records[taken]

    def counts(self, filter: Filter) -> list[int]:
        """Return the number of records, then the number that remains after each condition of a
        filter.
        """
        parts = list(filter.parts())
        counts = [0] * (1 + len(parts))
        for _, records in self.batches():
            left = np.ones(len(records), bool)
            counts[0] += len(records)
            for index, part in enumerate(parts, 1):
                left &= part.chosen(records)
                counts[index] += int(np.count_nonzero(left))
        return counts

    def record_at(self, number: int) -> Records:
        """Return the record with this number, as an array of length 1."""
        return self.records_from(number, 1)

    def records_from(self, number: int, most: int) -> Records:
        """Return at most `most` records from `number` on, including those after the trace's end."""
        with self._opened() as file:
            file.seek(number * SIZE)
            data = file.read(most * SIZE)
            return _with_clean_names(np.frombuffer(data[: len(data) // SIZE * SIZE], RECORD))


def _require_records(records: Records, start: int) -> None:
    """Raise `TraceError` for bytes that are not records. `start` is the number of the first
    record.
    """
    right = is_record(records.view("u1").reshape(len(records), SIZE))
    if not right.all():
        entry = start + int(np.argmin(right))
        raise TraceError(f"entry {entry}: found padding bytes that are not zero, expected a record")


def _with_clean_names(records: Records) -> Records:
    """Return records with zeros after the first zero of each name, so that equal names have equal
    bytes.
    """
    records = records.copy()
    raw = records.view("u1").reshape(len(records), SIZE)[:, SIZE - NAME_BYTES :]
    raw *= np.logical_and.accumulate(raw != 0, axis=1)
    return records


def fingerprints(records: Records) -> np.ndarray:
    """Return a 64-bit hash of each record's name.

    Different names have different hashes, except for one pair in 2^64.
    """
    raw = records.view("u1").reshape(len(records), SIZE)[:, SIZE - NAME_BYTES :]
    words = np.ascontiguousarray(raw).view("<u8")
    mixed = np.full(len(records), 0x9E3779B97F4A7C15, "u8")
    for column in range(words.shape[1]):
        mixed = (mixed ^ words[:, column]) * np.uint64(0xD6E8FEB86659FD93)
        mixed ^= mixed >> np.uint64(32)
    return mixed
