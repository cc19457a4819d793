"""A recorder of tensor-access traces of programs in binaries, driven by run events."""

from array import array
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.kernels import Elementwise, Kernel
from ttmlir_py.runtime.memory import Allocation
from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor, TensorDesc, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.schemas import BinaryError
from ttmlir_py.traces.graph.operations import function_name
from ttmlir_py.traces.tensor.model_table import ModelTensor, program_tensors, value_bytes
from ttmlir_py.traces.tensor.record import (
    OPERATION_CODES,
    RECORD,
    SIZE,
    Record,
    Records,
    qkv_of,
)
from ttmlir_py.traces.tensor.writer import TensorTraceWriter

_FUNCTIONS = {
    "MUL_MAT": ("matmul", "linear"),
    "ADD": ("add",),
    "SUB": ("subtract",),
    "MUL": ("multiply",),
    "DIV": ("divide",),
    "WHERE": ("where",),
    "GET_ROWS": ("embedding", "embedding_backward"),
    "SOFT_MAX": ("softmax",),
    "CONCAT": ("concat",),
    "PERMUTE": ("permute",),
    "RESHAPE": ("reshape",),
    "TRANSPOSE": ("transpose",),
    "REPEAT": ("repeat", "repeat_interleave"),
    "PAD": ("pad",),
    "SLICE": ("slice",),
    "SUM": ("sum",),
    "MEAN": ("mean",),
    "MAX": ("max",),
    "PROD": ("reduction_prod", "prod"),
    "CUM_SUM": ("moreh_cum_sum",),
    "CONV_2D": ("conv2d", "conv_transpose2d"),
    "POOL_2D": ("max_pool2d",),
    "UPSAMPLE": ("upsample",),
    "TO_LAYOUT": ("to_layout", "to_memory_config"),
    "TO_DEVICE": ("to_device",),
    "FROM_DEVICE": ("from_device",),
    "TYPECAST": ("typecast", "to_d_type"),
    "CACHE": ("fill_cache", "update_cache"),
    "COLLECTIVE": ("all_gather", "reduce_scatter", "mesh_shard"),
    "DEALLOCATE": ("deallocate",),
}
"""Maps names of operations in the trace to TTNN functions; see `operation_code` for others."""
_CODES = {each: OPERATION_CODES[name] for name, all in _FUNCTIONS.items() for each in all}
_TIMES = 1 << 16
"""Number of times, half a MiB, that are collected before records are written."""
_REFS, _LABEL, _KERNEL = attrgetter("refs"), attrgetter("label"), attrgetter("kernel")
_BY_ARITY = {1: OPERATION_CODES["UNARY"], 2: OPERATION_CODES["BINARY"]}


def operation_code(label: str, kernel: Kernel) -> int:
    """Return the trace's code for an operation with this label and kernel. The default is
    `OTHER`.
    """
    other = OPERATION_CODES["OTHER"]
    if isinstance(kernel, Elementwise):
        other = _BY_ARITY.get(kernel.arity, other)
    return _CODES.get(function_name(label, kernel), other)


class TensorAccessTracer:
    """Logs a record for each operand when an operation begins. Pass `hooks` to the run.

    `data` is the contents of the binary. `token_id` counts the runs; the first run has phase 0.
    `tensor_idx` is the tensor's line in the program's table (`model_table.program_tensors`), which
    does not contain intermediate tensors. Addresses are those of the memory model
    (`MemoryTracker`). They are 0 on the host, and on a device whose memory the binary does not
    describe.

    All fields except times are known before a run. Times are collected, and the records of many
    runs are written together. That takes a fraction of the time of writing after each run, because
    computations evict the records from the processor's caches. `recording` writes the last records,
    also if a run fails.
    """

    def __init__(self, binary: TTNNBinary, data: bytes, writer: TensorTraceWriter) -> None:
        self._binary = binary
        self._data = data
        self._writer = writer
        self._written = 0
        """Number of runs whose records are written."""
        self._prepared: dict[int, _Accesses] = {}
        self._times = array("d")
        """Start times of operations in the runs that are not written yet."""
        self._runs: list[tuple[_Accesses, int]] = []
        """Runs that are not written yet: their accesses, and the index of their first time."""

    @property
    def hooks(self) -> RunEvents:
        """Return the run events that connect this tracer."""
        return RunEvents(begin=self._begin, due=self._times.append)

    @contextmanager
    def recording(self) -> Generator[None]:
        """Log the runs in the block. At its end, write all remaining records and close the writer.

        This also happens if a run fails.
        """
        try:
            yield
        finally:
            self._write()
            self._writer.close()

    def _begin(self, program: TTNNProgram, _: Sequence[Tensor]) -> None:
        if len(self._times) >= _TIMES:
            self._write()
        if program.index not in self._prepared:
            self._prepared[program.index] = _prepare(self._binary, program, self._data)
        self._runs.append((self._prepared[program.index], len(self._times)))

    def _write(self) -> None:
        """Write the records of the operations that have begun."""
        times = np.maximum((np.frombuffer(self._times) - self._writer.start) * 1e9, 1)
        bounds = pairwise([*(start for _, start in self._runs), len(times)])
        for (accesses, _), (start, end) in zip(self._runs, bounds, strict=True):
            stamped = accesses.stamped(times[start:end], self._written)
            self._writer.log_all(stamped, are_packed=True)
            self._written += 1
        self._runs.clear()
        del self._times[:]


class _Accesses(NamedTuple):
    """The accesses of a run."""

    records: Records
    """All records, without times and without the number of the run."""
    counts: NDArray[Any]
    """Number of records of each operation that has operands."""

    def stamped(self, times: NDArray[Any], number: int) -> Records:
        """Return the records of the run with the index `number`. Its operations began at `times`,
        in nanoseconds.

        The result is valid until the next call.
        """
        of_operands = np.repeat(times, self.counts[: len(times)])
        stamped = self.records[: len(of_operands)]
        stamped["timestamp_ns"] = of_operands
        stamped["token_id"] = number & 0xFFFFFFFF
        stamped["phase"] = min(number, 1)
        return stamped


def _prepare(binary: TTNNBinary, program: TTNNProgram, data: bytes) -> _Accesses:
    operands = _Operands(binary, program, data)
    try:
        tracker = MemoryTracker(binary.system_desc, keeps_rows=False)
    except BinaryError:  # the system description lacks fields
        for operation in program.operations:
            operands.add(operation)
    else:
        operands.places = tracker.allocations
        tracker.follow(program, operands.add)
    return operands.accesses()


class _Operands:
    """The tensors that a program's operations take, as rows of a table without repetitions."""

    def __init__(self, binary: TTNNBinary, program: TTNNProgram, data: bytes) -> None:
        self._operations: list[Operation] = list(filter(_REFS, program.operations))
        """Operations that have operands, and therefore a time."""
        self.places: Mapping[int, Allocation] = {}
        """Maps tensor ids to allocations."""
        self._lines: dict[int, tuple[int, ModelTensor]] = {}
        """Maps ids of live tensors to their lines in the model's table."""
        self._made: dict[int, tuple[int, ModelTensor]] = {}
        """Maps indices of operations to the lines of their results in the model's table."""
        for index, each in enumerate(program_tensors(binary, program, data)):
            if each.maker < 0:
                self._lines[each.global_id] = (index, each.tensor)
            else:
                self._made[each.maker] = (index, each.tensor)
        self._rows: dict[int, int] = {}
        """Maps ids of live tensors to rows."""
        self._addresses: list[int] = []
        self._descs: list[TensorDesc] = []
        self._tensors: dict[int, tuple[int, ModelTensor]] = {}
        """Maps rows to lines in the model's table."""
        self._accesses: list[int] = []
        """Row of each operand, in the order of operations."""
        self._append = self._accesses.append

    def add(self, operation: Operation) -> None:
        """Add the operands of the next operation."""
        rows, made = self._rows, operation.result
        for ref in operation.refs:
            row = rows.get(ref.global_id)
            self._append(self._row(ref) if row is None else row)
        if made is None:
            return
        made_id = made.global_id
        if (made_id in rows or made_id in self._lines) and not operation.kernel.in_place:
            rows.pop(made_id, None)
            self._lines.pop(made_id, None)
        if operation.index in self._made:
            self._lines[made_id] = self._made[operation.index]

    def _row(self, ref: TensorRef) -> int:
        """Add a row for a tensor, and return its number. A tensor keeps its address while it is
        live.
        """
        global_id = ref.global_id
        place = self.places.get(global_id)
        row = self._rows[global_id] = len(self._descs)
        self._addresses.append(place.address if place else 0)
        self._descs.append(ref.desc)
        if global_id in self._lines:
            self._tensors[row] = self._lines[global_id]
        return row

    def _sizes(self) -> list[int]:
        """Return the number of bytes of each row's values.

        It is computed once per descriptor, which most tensors of a program share.
        """
        keys = list(map(id, self._descs))
        unlike = dict(zip(keys, self._descs, strict=True))
        sizes = {key: min(value_bytes(desc), 0xFFFFFFFF) for key, desc in unlike.items()}
        return list(map(sizes.__getitem__, keys))

    def _codes(self) -> list[int]:
        """Return the trace's code of each operation."""
        labels = list(map(_LABEL, self._operations))
        kernels = dict(zip(labels, map(_KERNEL, self._operations), strict=True))
        codes = {label: operation_code(label, kernel) for label, kernel in kernels.items()}
        return list(map(codes.__getitem__, labels))

    def accesses(self) -> _Accesses:
        """Return a record for each operand."""
        packed = bytearray(Record(1).pack() * len(self._descs))
        table = np.frombuffer(packed, RECORD)
        table["tensor_ptr"] = self._addresses
        table["size_bytes"] = self._sizes()
        for row, (index, tensor) in self._tensors.items():
            record = _record(index, tensor, self._addresses[row])
            packed[row * SIZE : (row + 1) * SIZE] = record.pack()
        # A structured type would lose the zeros between fields.
        whole = np.frombuffer(packed, f"V{SIZE}")
        records = whole[self._accesses].view(RECORD)
        counts = np.fromiter(map(len, map(_REFS, self._operations)), np.intp)
        records["operation_type"] = np.repeat(np.array(self._codes(), np.uint8), counts)
        return _Accesses(records, counts)


def _record(index: int, tensor: ModelTensor, address: int) -> Record:
    """Return a record for an access to the tensor on line `index` of the model's table."""
    return Record(
        1,
        layer_id=tensor.layer,
        tensor_idx=index,
        tensor_ptr=address,
        file_offset=tensor.file_offset,
        size_bytes=tensor.size_bytes,
        qkv_type=qkv_of(tensor.name),
        tensor_name=tensor.name,
    )
