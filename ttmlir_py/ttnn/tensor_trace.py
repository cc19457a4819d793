"""The tensor-access trace of API calls; see `ttmlir_py.traces.tensor`.

tensor_trace.init("trace.bin")
tensor_trace.register_tensor("blk.0.attn_q.weight", weight)
ttnn.matmul(x, weight)
tensor_trace.shutdown()
"""

import atexit
import itertools
import os
import threading
from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

from ttmlir_py.runtime.defaults import TENSOR_TRACE
from ttmlir_py.traces.operation.fields import OPERATIONS
from ttmlir_py.traces.tensor.model_table import value_bytes
from ttmlir_py.traces.tensor.program_tracer import operation_code
from ttmlir_py.traces.tensor.record import NO_INDEX, OPERATION_CODES, Record, layer_of, qkv_of
from ttmlir_py.traces.tensor.writer import DEFAULT_CAPACITY, TensorTraceWriter, warn_of_second_init
from ttmlir_py.ttnn import tensor as calls
from ttmlir_py.ttnn.operation_trace import operation_of
from ttmlir_py.ttnn.tensor import Buffer, Tensor, operand_tensors


class _AccessRecorder:
    """Logs a record for each tensor that a call reads, before it runs. Implements `CallWatcher`.

    Nested calls are not logged separately.
    """

    def __init__(self, path: str | os.PathLike[str], capacity: int) -> None:
        self._path = path
        self._capacity = capacity
        self._writer: TensorTraceWriter | None = None
        self._lock = threading.Lock()
        self._local = threading.local()
        self._threads = _ThreadNumbers()
        self._registered: WeakKeyDictionary[Buffer, tuple[int, str]] = WeakKeyDictionary()
        self.token = 0
        """Index of the token that is being computed."""

    @property
    def writer(self) -> TensorTraceWriter:
        """The writer of the trace file, which is created on first use."""
        with self._lock:
            if self._writer is None:
                self._writer = TensorTraceWriter(self._path, self._capacity)
            return self._writer

    def register(self, name: str, tensor: Tensor) -> int:
        index = self.writer.register_tensor(name, _address(tensor), size=value_bytes(tensor.desc))
        self._registered[tensor.buffer] = index, name
        return index

    def begin(
        self, name: str, operands: Sequence[object], attributes: Mapping[str, object]
    ) -> None:
        depth = getattr(self._local, "depth", 0)
        self._local.depth = depth + 1
        if depth:
            return
        code = operation_code(*operation_of(name)) if name in OPERATIONS else _OTHER
        for tensor in operand_tensors(operands):
            self.writer.log(self._record(tensor, code))

    def end(self, name: str, operands: Sequence[object], result: object) -> None:
        self._leave()

    def fail(self, error: BaseException) -> None:
        self._leave()

    def _leave(self) -> None:
        self._local.depth = max(getattr(self._local, "depth", 0) - 1, 0)

    def _record(self, tensor: Tensor, code: int) -> Record:
        index, name = self._registered.get(tensor.buffer, (NO_INDEX, ""))
        return Record(
            self.writer.now(),
            token_id=self.token & 0xFFFFFFFF,
            layer_id=layer_of(name),
            thread_id=self._threads.own(),
            operation_type=code,
            phase=min(self.token, 1),
            tensor_idx=index,
            tensor_ptr=_address(tensor),
            size_bytes=value_bytes(tensor.desc),
            qkv_type=qkv_of(name),
            tensor_name=name,
        )

    def close(self) -> int:
        return 0 if self._writer is None else self._writer.close(self._threads.ranks())


class _ThreadNumbers:
    """Numbers of threads in the order in which they started, even if a later one logs first. The
    main thread is 0.
    """

    def __init__(self) -> None:
        self._local = threading.local()
        self._lock = threading.Lock()
        self._seen: WeakKeyDictionary[threading.Thread, int] = WeakKeyDictionary()
        self._next = itertools.count()
        self._logging = {0}

    def own(self) -> int:
        """Return a preliminary number of this thread, which `ranks` maps to the final one.

        Threads are numbered in the order in which they started.
        """
        number = getattr(self._local, "number", None)
        if number is None:
            with self._lock:
                for each in (threading.main_thread(), *threading.enumerate()):
                    if each not in self._seen:
                        self._seen[each] = next(self._next) & 0xFFFF
                number = self._local.number = self._seen[threading.current_thread()]
                self._logging.add(number)
        return number

    def ranks(self) -> dict[int, int]:
        """Map preliminary numbers from `own` to final numbers. Threads that log nothing get no
        final number, so that there are no gaps.
        """
        return {number: rank for rank, number in enumerate(sorted(self._logging))}


_OTHER = OPERATION_CODES["OTHER"]


def _address(tensor: Tensor) -> int:
    place = tensor.buffer.place
    return place.address if place else 0


_recorder: _AccessRecorder | None = None


def init(path: str | os.PathLike[str] = TENSOR_TRACE, capacity: int = DEFAULT_CAPACITY) -> None:
    """Begin the trace of this process, with at most `capacity` bytes.

    The trace ends with `shutdown`, or with the process. The file is created with the first record.
    If a trace is active already, it continues, with a warning.
    """
    global _recorder
    if _recorder is not None:
        warn_of_second_init()
        return
    _recorder = _AccessRecorder(path, capacity)
    calls.observers.append(_recorder)
    atexit.register(shutdown)


def register_tensor(name: str, tensor: Tensor) -> int:
    """Name a tensor and its views in the trace. Return its `tensor_idx`, or `NO_INDEX` without a
    trace.
    """
    return NO_INDEX if _recorder is None else _recorder.register(name, tensor)


def next_token() -> None:
    """Start the next token: increase `token_id` by one, and set `phase` to 1."""
    if _recorder is not None:
        _recorder.token += 1


def shutdown() -> int:
    """End the trace and return its number of records, or 0 without a trace. Raises OSError."""
    global _recorder
    if _recorder is None:
        return 0
    ended, _recorder = _recorder, None
    calls.observers.remove(ended)
    atexit.unregister(shutdown)
    return ended.close()
