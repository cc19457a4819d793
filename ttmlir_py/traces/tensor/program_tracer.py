"""Records the tensor-access trace of programs in binaries, from run events."""

import time
from array import array
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.kernels import Elementwise, Kernel
from ttmlir_py.runtime.memory import Allocation
from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.schemas import BinaryError
from ttmlir_py.traces.graph.operations import function_name
from ttmlir_py.traces.tensor.model_table import ModelTensor, program_tensors, value_bytes
from ttmlir_py.traces.tensor.record import (
    OPERATION_CODES,
    RECORD,
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
"""Functions of TTNN by the operation that their accesses are logged as; see `operation_code` for the others."""
_CODES = {each: OPERATION_CODES[name] for name, all in _FUNCTIONS.items() for each in all}
_BY_ARITY = {1: OPERATION_CODES["UNARY"], 2: OPERATION_CODES["BINARY"]}


def operation_code(label: str, kernel: Kernel) -> int:
    """The code of an operation of a binary, by its label; that of `OTHER` if there is no better one."""
    other = OPERATION_CODES["OTHER"]
    if isinstance(kernel, Elementwise):
        other = _BY_ARITY.get(kernel.arity, other)
    return _CODES.get(function_name(label, kernel), other)


class TensorAccessTracer:
    """Logs a record for each operand of each operation of programs, when the operation begins; connect it with `hooks`.

    `data` is the binary's file. `token_id` counts the runs, of which the first has phase 0; `tensor_idx` is the tensor's line
    in the program's table (`model_table.program_tensors`), which intermediate tensors are not in; addresses are those of the memory model (`MemoryTracker`; 0 on the host, and on a
    device whose memory the binary does not describe). All but times is known before a run. A run's records are written
    at its end, or by `recording` if it fails.
    """

    def __init__(self, binary: TTNNBinary, data: bytes, writer: TensorTraceWriter) -> None:
        self._binary = binary
        self._data = data
        self._writer = writer
        self._runs = 0
        self._prepared: dict[int, tuple[Records, NDArray[Any]]] = {}
        self._program: TTNNProgram | None = None
        self._times = array("q")

    @property
    def hooks(self) -> RunEvents:
        """Hooks that feed this tracer."""
        times, now = self._times, time.perf_counter_ns

        def before(_: Operation, __: Sequence[Tensor]) -> None:
            times.append(now())

        return RunEvents(begin=self._begin, before=before, end=self._end)

    @contextmanager
    def recording(self) -> Generator[None]:
        """Around runs: writes the records of one that fails, and closes the writer."""
        try:
            yield
        finally:
            self._write()
            self._writer.close()

    def _begin(self, program: TTNNProgram, _: Sequence[Tensor]) -> None:
        self._write()
        if program.index not in self._prepared:
            self._prepared[program.index] = self._prepare(program)
        self._program = program

    def _end(self, *_: object) -> None:
        self._write()

    def _write(self) -> None:
        """Write the records of the operations that have begun."""
        if self._program is None:
            return
        records, counts = self._prepared[self._program.index]
        times = np.array(self._times) - self._writer.start
        del self._times[:]
        of_operands = np.repeat(times, counts[: len(times)])
        written = records[: len(of_operands)].copy()
        written["timestamp_ns"] = np.maximum(of_operands, 1)
        written["token_id"] = self._runs & 0xFFFFFFFF
        written["phase"] = min(self._runs, 1)
        self._writer.log_all(written)
        self._runs += 1
        self._program = None

    def _prepare(self, program: TTNNProgram) -> tuple[Records, NDArray[Any]]:
        """The records of a run, still without times; and how many each operation has."""
        known = {
            (each.maker, each.global_id): (index, each.tensor)
            for index, each in enumerate(program_tensors(self._binary, program, self._data))
        }
        live = {ref.global_id: known[-1, ref.global_id] for ref in program.inputs}
        packed: list[bytes] = []
        codes: dict[str, int] = {}  # by label

        def add(operation: Operation) -> None:
            code = codes.get(operation.label)
            if code is None:
                code = codes[operation.label] = operation_code(operation.label, operation.kernel)
            for ref in operation.refs:
                packed.append(_record(ref, code, live.get(ref.global_id), places).pack())
            made = operation.result
            if made is not None and not operation.kernel.in_place:
                live.pop(made.global_id, None)
                if (operation.index, made.global_id) in known:
                    live[made.global_id] = known[operation.index, made.global_id]

        places: Mapping[int, Allocation] = {}
        try:
            tracker = MemoryTracker(self._binary.system_desc)
        except BinaryError:  # a system of which too little is said
            for operation in program.operations:
                add(operation)
        else:
            places = tracker.allocations
            tracker.follow(program, add)
        counts = np.array([len(each.refs) for each in program.operations], np.intp)
        return np.frombuffer(b"".join(packed), RECORD), counts


def _record(
    ref: TensorRef,
    code: int,
    known: tuple[int, ModelTensor] | None,
    places: Mapping[int, Allocation],
) -> Record:
    """The record of an operand; `known` is its line in the table, None for what operations have made."""
    place = places.get(ref.global_id)
    address = place.address if place else 0
    if known is None:
        size = value_bytes(ref.desc)
        return Record(1, operation_type=code, tensor_ptr=address, size_bytes=size)
    index, tensor = known
    return Record(
        1,
        layer_id=tensor.layer,
        operation_type=code,
        tensor_idx=index,
        tensor_ptr=address,
        file_offset=tensor.file_offset,
        size_bytes=tensor.size_bytes,
        qkv_type=qkv_of(tensor.name),
        tensor_name=tensor.name,
    )
