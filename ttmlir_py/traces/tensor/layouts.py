"""The record formats of different tracer versions: recognition, and conversion to 128 bytes.

The tracer writes neither a magic number nor its version. Versions are recognised by the size of
their records and by zero bytes: alignment, and the bytes after a name. Records of 64 bytes are
those of 128 without the name. Two later versions write one record for each operation, with up to
four tensors that it reads. The records of one have 256 bytes and names of 20 characters, those of
the other 1,024 bytes and also the chosen experts. The conversion makes a record of each tensor.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.common.files import reading
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.tensor.record import (
    GGML_CODES,
    NAME_BYTES,
    NO_LAYER,
    NOT_APPLICABLE,
    PADDING,
    RECORD,
    SIZE,
    Records,
    qkv_of,
)

Bytes = NDArray[np.uint8]
"""Records as rows of bytes."""

_LOOKED_AT = 256
"""Number of records at the start of a file that are examined to determine its version."""
_BATCH_BYTES = 1 << 21
_PADDING = [at + index for at, size in PADDING for index in range(size)]
"""Positions of the bytes in a record of 64 or 128 bytes that are always zero."""
_DISK = 0
_UNKNOWN_OPERATION = 0


def is_record(raw: Bytes) -> NDArray[np.bool_]:
    """Return, for each row, whether it can be a record of 64 or 128 bytes: its padding is zero."""
    return np.logical_not(raw[:, _PADDING].any(axis=1))


def _is_named(raw: Bytes) -> NDArray[np.bool_]:
    """Return, for each row, whether it is a record of 128 bytes with a valid or empty name."""
    return is_record(raw) & _are_names(raw[:, SIZE - NAME_BYTES :])


def _is_nameless(raw: Bytes) -> NDArray[np.bool_]:
    """Return, for each row, whether it is a record of 64 bytes.

    Its operation must be one of that version, whose codes differ from text.
    """
    return is_record(raw) & (raw[:, 16] >= 1) & (raw[:, 16] <= 3)


def _are_names(names: Bytes) -> NDArray[np.bool_]:
    """Return, for each row, whether it is printable text followed by zeros."""
    ended = np.logical_or.accumulate(names == 0, axis=1)
    return ended[:, -1] & ~((names != 0) & ended).any(axis=1) & ~((names < 32) & ~ended).any(axis=1)


@dataclass(frozen=True)
class _Operations:
    """A tracer version whose records are operations with up to four sources."""

    size: int
    name: int
    """Number of bytes of the result's name."""
    source: int
    """Number of bytes of a source."""
    source_name: int
    has_experts: bool

    def dtype(self) -> np.dtype[Any]:
        """Return the record's layout as a numpy type."""
        at = self.source_name
        source = {
            "name": (f"S{at}", 0),
            "tensor_ptr": ("<u8", at),
            "size_bytes": ("<u4", at + 8),
            "layer_id": ("<u2", at + 12),
            "memory": ("u1", at + 14),
            "place": ("<u8", at + 16),
            "tensor_idx": ("<u4", at + 24),
        }
        first = 24 + self.name
        fields: dict[str, tuple[Any, int]] = {
            "timestamp_ns": ("<u8", 0),
            "token_id": ("<u4", 8),
            "layer_id": ("<u2", 12),
            "thread_id": ("<u2", 14),
            "operation_type": ("u1", 16),
            "phase": ("u1", 17),
            "num_sources": ("u1", 18),
            "sources": ((_layout(source, self.source), 4), first),
        }
        if self.has_experts:
            fields["expert_ids"] = (("<i4", 16), first + 4 * self.source)
            fields["num_experts"] = ("u1", first + 4 * self.source + 64)
        return _layout(fields, self.size)

    def fits(self, raw: Bytes) -> NDArray[np.bool_]:
        """Return, for each row, whether it can be a record of this version."""
        first, count = 24 + self.name, raw[:, 18]
        right = (raw[:, 17] <= 1) & (count <= 4) & ~raw[:, 19:24].any(axis=1)
        right &= _are_names(raw[:, 24:first])
        for index in range(4):
            part = raw[:, first + index * self.source : first + (index + 1) * self.source]
            at = self.source_name
            used = _are_names(part[:, :at]) & (part[:, at + 14] <= 1) & (part[:, at + 15] == 0)
            used &= ~part[:, at + 28 :].any(axis=1)
            right &= np.where(index < count, used, ~part.any(axis=1))
        if self.has_experts:
            tail = first + 4 * self.source + 64
            right &= (raw[:, tail] <= 16) & ~raw[:, tail + 1 :].any(axis=1)
        return right

    def records(self, raw: Bytes) -> Records:
        """Return the tensors that operations read, as records of 128 bytes in the same order.

        A tensor of experts has one record for each chosen expert.
        """
        entries = np.ascontiguousarray(raw).view(self.dtype())[:, 0]
        sources, index = np.nonzero(np.arange(4) < entries["num_sources"][:, None])
        read = entries["sources"][sources, index]
        made = self._made(entries[sources], read)
        if not self.has_experts:
            return made
        names: NDArray[np.bytes_] = read["name"]
        is_weight = np.char.find(names, b"_exps") >= 0
        chosen = np.where(is_weight, entries["num_experts"][sources], 0)
        times = np.maximum(chosen, 1).astype(np.int64)
        rank: NDArray[np.int64] = np.arange(int(times.sum())) - np.repeat(
            np.cumsum(times) - times, times
        )
        of_expert = np.repeat(chosen > 0, times)
        made, sources = np.repeat(made, times), np.repeat(sources, times)
        expert = entries["expert_ids"][sources, rank]
        is_number = of_expert & (expert >= 0) & (expert < NOT_APPLICABLE)
        made["expert_id"] = np.where(is_number, expert, NOT_APPLICABLE)
        made["expert_rank"] = np.where(of_expert, rank, NOT_APPLICABLE)
        made["size_bytes"] *= rank == 0  # the bytes of the tensor that holds all experts count once
        return made

    def _made(self, entries: Any, read: Any) -> Records:
        made = np.zeros(len(read), RECORD)
        for field in ("timestamp_ns", "token_id", "thread_id", "phase"):
            made[field] = entries[field]
        for field in ("tensor_ptr", "size_bytes", "tensor_idx"):
            made[field] = read[field]
        own, shared = read["layer_id"], entries["layer_id"]
        made["layer_id"] = np.where(own == NO_LAYER, shared, own)
        codes = np.full(256, _UNKNOWN_OPERATION, np.uint8)
        codes[: len(GGML_CODES)] = GGML_CODES
        made["operation_type"] = codes[entries["operation_type"]]
        made["file_offset"] = np.where(read["memory"] == _DISK, read["place"], 0)
        made["tensor_name"] = read["name"].astype(f"S{NAME_BYTES - 1}")
        for field in ("attention_head", "expert_id", "expert_rank"):
            made[field] = NOT_APPLICABLE
        names, places = np.unique(made["tensor_name"], return_inverse=True)
        kinds = [qkv_of(bytes(each).decode("utf-8", "replace")) for each in names]
        made["qkv_type"] = np.array(kinds, np.uint8)[places]
        return made


def _layout(fields: dict[str, tuple[Any, int]], size: int) -> np.dtype[Any]:
    formats, offsets = zip(*fields.values(), strict=True)
    return np.dtype(
        {
            "names": list(fields),
            "formats": list(formats),
            "offsets": list(offsets),
            "itemsize": size,
        }
    )


def _extended(raw: Bytes) -> Records:
    """Return records of 64 bytes as records of 128 bytes with an empty name."""
    whole = np.zeros((len(raw), SIZE), np.uint8)
    whole[:, : raw.shape[1]] = raw
    return whole.view(RECORD)[:, 0]


_LARGE = _Operations(1024, 128, 160, 128, has_experts=True)
_SMALL = _Operations(256, 24, 52, 20, has_experts=False)
_Version = tuple[int, Callable[[Bytes], NDArray[np.bool_]], Callable[[Bytes], Records] | None]
_VERSIONS: tuple[_Version, ...] = (
    (_LARGE.size, _LARGE.fits, _LARGE.records),
    (_SMALL.size, _SMALL.fits, _SMALL.records),
    (SIZE, _is_named, None),
    (SIZE // 2, _is_nameless, _extended),
    (SIZE, is_record, None),
)
"""Record sizes of tracer versions, with functions that recognise and convert records.

The most specific versions come first.
"""


def as_records(path: str | os.PathLike[str]) -> BinaryIO | None:
    """Convert another version's records to 128 bytes in a temporary file, or return None.

    None means that the records need no conversion. Raises OSError, and `TraceError` for a file
    without records.
    """
    width, fits, records = _version(path)
    if records is None:
        return None
    with reading(path) as file:
        return _converted(file, width, fits, records)


def record_size(path: str | os.PathLike[str]) -> int:
    """Return the size in bytes of a file's records. Raise the errors of `as_records`."""
    return _version(path)[0]


def _version(path: str | os.PathLike[str]) -> _Version:
    """Return the tracer version of a file, determined from the first records."""
    size = os.path.getsize(path)
    with reading(path) as file:
        head = np.frombuffer(file.read(_LOOKED_AT * _LARGE.size), np.uint8)
    if 0 < size < SIZE // 2 or (0 < size < SIZE and not head.any()):
        raise TraceError(f"not a tensor-access trace: it has {size} bytes, {_EXPECTED}")
    if not head.any():
        return _VERSIONS[-1]  # an empty trace, or reserved space without records
    text = bytes(head[:8])
    if len(text) == 8 and text.isascii() and text.decode().isprintable():
        raise TraceError(
            f"not a tensor-access trace: it starts with the text '{text.decode()}', expected the"
            " time of the first record"
        )
    if not _rows(head, SIZE // 2)[:, 16:].any():
        raise TraceError(f"not a tensor-access trace: its records name no tensor, {_EXPECTED}")
    for version in _VERSIONS:
        raw = _rows(head, version[0])[:_LOOKED_AT]
        if len(raw) and version[1](raw).all() and (version[0] < _SMALL.size or raw[:, 18].any()):
            return version
    first = _rows(head, SIZE)
    if len(first):
        found = f"entry {int(np.argmin(is_record(first)))} has padding bytes that are not zero"
    elif size < SIZE:
        found = f"it has {size} bytes"
    else:
        found = "the time of its first entry is 0"
    raise TraceError(f"not a tensor-access trace: {found}, {_EXPECTED}")


_EXPECTED = (
    "expected records of 128 bytes, or of 64, 256 or 1024 bytes from other versions of the tracer"
)


def _rows(data: NDArray[np.uint8], width: int) -> Bytes:
    """Return the complete records of a file, up to the first one whose time is 0."""
    raw = data[: len(data) // width * width].reshape(-1, width)
    ends = np.flatnonzero(~raw[:, :8].any(axis=1))
    return raw[: ends[0]] if len(ends) else raw


def _converted(
    file: BinaryIO,
    width: int,
    fits: Callable[[Bytes], NDArray[np.bool_]],
    records: Callable[[Bytes], Records],
) -> BinaryIO:
    made = tempfile.TemporaryFile()  # noqa: SIM115
    start = 0
    for raw in _batches(file, width):
        right = fits(raw)
        if not right.all():
            entry = start + int(np.argmin(right))
            raise TraceError(
                f"entry {entry}: found values out of range, expected a record of {width} bytes"
            )
        made.write(records(raw).tobytes())
        start += len(raw)
    made.flush()
    return made


def _batches(file: BinaryIO, width: int) -> Iterator[Bytes]:
    count = _BATCH_BYTES // width
    while data := file.read(count * width):
        raw = _rows(np.frombuffer(data, np.uint8), width)
        if len(raw):
            yield raw
        if len(raw) < count:
            return
