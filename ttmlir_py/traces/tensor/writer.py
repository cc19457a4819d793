"""A writer of tensor-access traces, which maps the file into memory and writes batches.

init("/tmp/tensor_trace.bin")
index = register_tensor("blk.0.attn_q.weight", pointer, file_offset=4096, size=1 << 20)
log(Record(now(), tensor_idx=index, ...))
shutdown()
"""

import mmap
import os
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress

import numpy as np

from ttmlir_py.common.files import replacement
from ttmlir_py.common.library_warnings import warn
from ttmlir_py.runtime.defaults import TENSOR_TRACE
from ttmlir_py.traces.errors import TraceWarning
from ttmlir_py.traces.tensor.record import NO_INDEX, RECORD, SIZE, Record, Records, layer_of

DEFAULT_CAPACITY = 2 << 30
BATCH = 512
"""Number of records that a thread collects before it writes them: 64 KiB."""
_FIRST_WINDOW, _LAST_WINDOW = 1 << 16, 1 << 24
"""Bytes of the file that are mapped at once: the initial and the largest size."""
_PIECE = 1 << 22
"""Bytes of disk space to reserve at once, for data written outside the map."""


class TensorTraceWriter:
    """A writer of a trace file. The file appears when the writer is closed.

    Threads write in batches, so that records of several threads are not strictly in the order of
    time. `names=False` omits the names, which are in the registry. Raises OSError that names the
    path if it cannot create the file.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] = TENSOR_TRACE,
        capacity: int = DEFAULT_CAPACITY,
        *,
        names: bool = True,
    ) -> None:
        self._capacity = max(capacity // SIZE, 1) * SIZE
        self._names = names
        self.path = os.fspath(path)
        self._closing = ExitStack()
        with ExitStack() as opening:  # a temporary file, which is renamed at the end
            name = opening.enter_context(replacement(path))
            self._descriptor = os.open(name, os.O_RDWR | os.O_CREAT, 0o666)
            opening.callback(os.close, self._descriptor)
            os.ftruncate(self._descriptor, 0)
            self._closing = opening.pop_all()
        self.start = time.perf_counter()
        """Start of the trace, as a value of `time.perf_counter()`."""
        self._lock = threading.Lock()
        self._local = threading.local()
        self._batches: list[list[bytes]] = []
        self._used = 0
        self._map: mmap.mmap | bytearray = bytearray()
        """The mapped part of the file, which ends at `_end`."""
        self._end = 0
        self._reserved = 0
        """End of the disk space that is reserved for data written outside the map."""
        self._is_full = False
        self._indices: dict[int, int] = {}
        self._tensors: list[tuple[str, int, int]] = []

    def now(self) -> int:
        """Return nanoseconds since the trace began, at least 1."""
        return max(round((time.perf_counter() - self.start) * 1e9), 1)

    def register_tensor(self, name: str, ptr: int, file_offset: int = 0, size: int = 0) -> int:
        """Register a tensor at the address `ptr` for later accesses, and return its index."""
        with self._lock:
            self._tensors.append((name, file_offset, size))
            self._indices[ptr] = len(self._tensors) - 1
            return self._indices[ptr]

    def lookup_idx(self, ptr: int) -> int:
        """Return the index of the tensor registered at the address `ptr`, or `NO_INDEX`."""
        return self._indices.get(ptr, NO_INDEX)

    def access(self, ptr: int, operation: int, **fields: int) -> None:
        """Log an access to the tensor at the address `ptr`. Fields from the registry are filled
        in.
        """
        index = self.lookup_idx(ptr)
        name, offset, size = ("", 0, 0) if index == NO_INDEX else self._tensors[index]
        known = {"file_offset": offset, "size_bytes": size, "layer_id": layer_of(name)}
        record = Record(
            self.now(),
            operation_type=operation,
            tensor_idx=index,
            tensor_ptr=ptr,
            tensor_name=name,
            **known | fields,
        )
        self.log(record)

    def log(self, record: Record) -> None:
        """Write a record, possibly later."""
        batch: list[bytes] | None = getattr(self._local, "batch", None)
        if batch is None:
            batch = self._local.batch = []
            with self._lock:
                self._batches.append(batch)
        batch.append((record if self._names else record._replace(tensor_name="")).pack())
        if len(batch) >= BATCH:
            with self._lock:
                self._flush(batch)

    def log_all(self, records: Records, *, are_packed: bool = False) -> None:
        """Write many records, after those that this thread has collected. Names are left out if the
        writer was opened without `names`.

        Records that are not packed, such as a copy of an array, may have any bytes between their
        fields. These bytes become zero.
        """
        if not are_packed:
            given, records = records, np.zeros(len(records), RECORD)
            records[...] = given
        if not self._names:
            records["tensor_name"] = b""
        with self._lock:
            self._flush(getattr(self._local, "batch", []))
            self._write_past_the_map(records.view("u1").data)

    def close(self, threads: Mapping[int, int] | None = None) -> int:
        """Write all collected records, complete the file, and return the number of records.

        `threads` maps the thread numbers of logged records to those in the file. Threads must not
        log any more. Raises OSError.
        """
        with self._closing, self._lock:
            for batch in self._batches:
                self._flush(batch)
            self._map = bytearray()  # releases the map
            os.ftruncate(self._descriptor, self._used)
            if threads and self._used and any(old != new for old, new in threads.items()):
                self._renumber(threads)
        return self._used // SIZE

    def _renumber(self, threads: Mapping[int, int]) -> None:
        table = np.arange(1 << 16, dtype=np.uint16)
        table[list(threads)] = list(threads.values())
        with mmap.mmap(self._descriptor, self._used) as whole:
            numbers = np.frombuffer(whole, RECORD)["thread_id"]
            numbers[:] = table[numbers]
            del numbers  # the map cannot be closed while a view of it exists

    def _flush(self, batch: list[bytes]) -> None:
        data = b"".join(batch)
        batch.clear()
        self._write(data)

    def _write(self, data: bytes | memoryview) -> None:
        done = 0
        while done < len(data) and (self._used < self._end or self._map_more()):
            count = min(len(data) - done, self._end - self._used)
            at = self._used - self._end + len(self._map)
            self._map[at : at + count] = data[done : done + count]
            done += count
            self._used += count

    def _write_past_the_map(self, data: memoryview) -> None:
        """Write into the file without the map.

        For large data, this takes a quarter of the time of mapping new pages.
        """
        done, room = 0, 0 if self._is_full else self._capacity - self._used
        self._reserve(min(len(data), room))
        try:
            while done < min(len(data), room):
                done += os.pwrite(self._descriptor, data[done:room], self._used + done)
        except OSError:
            pass
        self._used += done // SIZE * SIZE
        if done < len(data):
            self._warn_of_loss()

    def _reserve(self, size: int) -> None:
        """Reserve disk space in large pieces, except for the first records.

        Writing to reserved pages takes two thirds of the time.
        """
        if self._used and self._used + size > self._reserved:
            piece = min(max(size, _PIECE), self._capacity - self._used)
            self._reserved = self._used + piece
            with suppress(OSError):  # without a reservation, data is written while there is space
                _extend(self._descriptor, self._used, piece)

    def _map_more(self) -> bool:
        """Map the next part of the file, twice as large as the last one. Return whether there is
        space for it.

        The disk space is reserved first: writing to a mapped page without disk space would kill the
        process.
        """
        if self._is_full:
            return False
        size = min(max(2 * len(self._map), _FIRST_WINDOW), _LAST_WINDOW)
        start = self._used // mmap.ALLOCATIONGRANULARITY * mmap.ALLOCATIONGRANULARITY
        size = min(size, self._capacity - start)
        try:
            if start + size > self._used:
                _extend(self._descriptor, start, size)
                self._map = mmap.mmap(self._descriptor, size, offset=start)
                self._end = start + size
                return True
        except OSError:
            pass
        self._warn_of_loss()
        return False

    def _warn_of_loss(self) -> None:
        """Drop this and all further records, with one warning."""
        if not self._is_full:
            self._is_full = True
            most = self._used // SIZE
            warn(TraceWarning(f"tensor trace: full after {most} entries; the others are lost"))


def _extend(descriptor: int, start: int, size: int) -> None:
    """Make the file longer, with reserved disk space where the system supports it.

    Raises OSError.
    """
    if hasattr(os, "posix_fallocate"):  # macOS lacks this function
        os.posix_fallocate(descriptor, start, size)
    else:
        os.ftruncate(descriptor, start + size)


def warn_of_second_init() -> None:
    """Warn that a trace is already being written, and continues."""
    warn(TraceWarning("tensor trace: is being written already"))


_writer: TensorTraceWriter | None = None


def init(path: str | os.PathLike[str] = TENSOR_TRACE, capacity: int = DEFAULT_CAPACITY) -> None:
    """Begin the trace of this process. If a trace is already active, it continues, with a
    warning.
    """
    global _writer
    if _writer is not None:
        warn_of_second_init()
        return
    _writer = TensorTraceWriter(path, capacity)


def register_tensor(name: str, ptr: int, file_offset: int = 0, size: int = 0) -> int:
    """Register a tensor at the address `ptr`. Return its index, or `NO_INDEX` without a trace."""
    return NO_INDEX if _writer is None else _writer.register_tensor(name, ptr, file_offset, size)


def lookup_idx(ptr: int) -> int:
    """Return the index of the tensor registered at the address `ptr`, or `NO_INDEX`."""
    return NO_INDEX if _writer is None else _writer.lookup_idx(ptr)


def log(record: Record) -> None:
    """Write a record. Do nothing without a trace."""
    if _writer is not None:
        _writer.log(record)


def shutdown() -> str:
    """End the trace and return `5 entries logged`, or an empty text without a trace."""
    global _writer
    if _writer is None:
        return ""
    count, _writer = _writer.close(), None
    return f"{count} entries logged"
