"""The report for TT-NN's visualizer: a folder with an SQLite database of a run, and `config.json`.

Tables and columns are those of TT-NN. Tables for data that the simulator lacks (pages per core,
comparisons) are empty.
"""

import errno
import itertools
import json
import os
import sqlite3
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from ttmlir_py.common.files import replacement, write_file
from ttmlir_py.runtime.events import RunEvents, combine_hooks
from ttmlir_py.runtime.memory import DeviceMemory
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import ROW_MAJOR, Tensor, TensorDesc
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.traces.graph.arguments import Struct, Text, argument_text, shape_struct
from ttmlir_py.traces.graph.node import Trace
from ttmlir_py.traces.graph.operations import (
    Allocated,
    attribute_names,
    function_name,
    memory_layout_name,
    shard_of,
)
from ttmlir_py.traces.graph.program_tracer import ProgramTracer
from ttmlir_py.traces.graph.recorder import GraphRecorder, RecorderGroup

_COMPARISON = (
    "tensor_id int, golden_tensor_id int, matches int, desired_pcc float, actual_pcc float"
)
TABLES = {
    "devices": "device_id int, num_y_cores int, num_x_cores int, num_y_compute_cores int, "
    "num_x_compute_cores int, worker_l1_size int, l1_num_banks int, l1_bank_size int, "
    "address_at_first_l1_bank int, address_at_first_l1_cb_buffer int, "
    "num_banks_per_storage_core int, num_compute_cores int, num_storage_cores int, "
    "total_l1_memory int, total_l1_for_tensors int, total_l1_for_interleaved_buffers int, "
    "total_l1_for_sharded_buffers int, cb_limit int",
    "operations": "operation_id int UNIQUE, name text, duration float",
    "operation_arguments": "operation_id int, name text, value text",
    "tensors": "tensor_id int UNIQUE, shape text, dtype text, layout text, memory_config text, "
    "device_id int, address int, buffer_type int",
    "device_tensors": "tensor_id int, device_id int, address int",
    "input_tensors": "operation_id int, input_index int, tensor_id int",
    "output_tensors": "operation_id int, output_index int, tensor_id int",
    "buffers": "operation_id int, device_id int, address int, max_size_per_bank int, "
    "buffer_type int, buffer_layout int",
    "buffer_pages": "operation_id int, device_id int, address int, core_y int, core_x int, "
    "bank_id int, page_index int, page_address int, page_size int, buffer_type int",
    "captured_graph": "operation_id int, captured_graph text",
    "nodes": "operation_id int, unique_id int, node_operation_id int, name text",
    "edges": "operation_id int, source_unique_id int, sink_unique_id int, source_output_index int, "
    "sink_input_index int, key int",
    "stack_traces": "operation_id int, stack_trace text",
    "errors": "operation_id int, operation_name text, error_type text, error_message text, "
    "stack_trace text, timestamp text",
    "report_metadata": "key text UNIQUE, value text",
    "local_tensor_comparison_records": _COMPARISON,
    "global_tensor_comparison_records": _COMPARISON,
}
"""Maps tables to the definitions of their columns."""
_BUFFER_TYPES = {"DRAM": 0, "L1": 1}
_BUFFER_LAYOUTS = {"HEIGHT_SHARDED": 2, "WIDTH_SHARDED": 3, "BLOCK_SHARDED": 4}
"""Maps layouts to their numbers.

A single-bank layout counts as interleaved, since the visualizer ignores its number 1.
"""
_DEVICE = 0
"""Id of the reported device. Other devices of a mesh are equivalent."""


class _Capture(RecorderGroup):
    """A sequence of captures, one per operation."""

    def __init__(self) -> None:
        super().__init__(())
        self._current = GraphRecorder()

    def begin(self) -> None:
        """Begin the capture of the next operation."""
        self._current = GraphRecorder()
        self._recorders = (self._current,)

    def end(self) -> Trace:
        """Return the trace of the operation. Events until the next `begin` are ignored."""
        self._recorders = ()
        return self._current.finish()


class ReportRecorder:
    """Writes a report of the last run of a program. Pass `hooks` to the run, inside `recording`.

    Addresses come from the memory model, counted from the start of a DRAM channel or of a core's
    L1. Operations and tensors are numbered from 1. `durations` are nanoseconds by operation index
    in the program; missing ones are 0. Raises `BinaryError` if the system descriptor does not
    describe the memory.
    """

    def __init__(
        self, system_desc: Mapping[str, Any], *, durations: Mapping[int, float] | None = None
    ) -> None:
        self._durations = durations or {}
        self._device = _device_row(system_desc)
        chip = system_desc["chip_descs"][0]
        self._bases = {"DRAM": chip["dram_unreserved_base"], "L1": chip["l1_unreserved_base"]}
        self._capture = _Capture()
        self._tracer = ProgramTracer(
            system_desc, [self._capture], next_id=lambda: next(self._tensor_ids)
        )
        self._tensor_ids = itertools.count(1)
        self._numbers = itertools.count(1)
        self._known: set[int] = set()
        self._program = ""
        self._open: tuple[Operation, int] | None = None
        self._database: sqlite3.Connection | None = None

    @property
    def hooks(self) -> RunEvents:
        """Return the run events that connect this recorder."""
        first = RunEvents(self._start, self._before)
        last = RunEvents(self._begin, None, self._after, failed=self._failed)
        return combine_hooks(first, self._tracer.hooks, last)

    @contextmanager
    def recording(self, folder: str | os.PathLike[str]) -> Generator[None]:
        """Run the block, and then complete the report in `folder`, even if the run fails.

        Raises OSError.
        """
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "db.sqlite")
        failure = None
        with replacement(path) as name, _errors_of_files(path):
            Path(name).touch()  # raises a clearer error than SQLite
            with closing(sqlite3.connect(name)) as self._database:
                self._database.execute("PRAGMA journal_mode = OFF")
                self._database.execute("PRAGMA synchronous = OFF")
                for table, columns in TABLES.items():
                    self._database.execute(f"CREATE TABLE {table} ({columns})")
                try:
                    yield
                except sqlite3.Error:
                    raise
                except Exception as error:
                    failure = error
                self._database.commit()
        config = {"report_name": self._program}
        write_file(os.path.join(folder, "config.json"), json.dumps(config) + "\n")
        if failure is not None:
            raise failure

    def _add(self, table: str, *row: object) -> None:
        assert self._database is not None
        self._database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)

    def _start(self, program: TTNNProgram, _: Sequence[Tensor]) -> None:
        """Delete the rows of the previous run."""
        assert self._database is not None
        for table in TABLES:
            self._database.execute(f"DELETE FROM {table}")
        self._known.clear()
        self._tensor_ids = itertools.count(1)
        self._numbers = itertools.count(1)
        self._program = program.name
        self._open = None

    def _begin(self, program: TTNNProgram, _: Sequence[Tensor]) -> None:
        """Record the device and the inputs."""
        self._add("devices", *self._device)
        self._add("report_metadata", "program", program.name)
        for each in self._tracer.tensors.values():
            self._tensor(each)

    def _before(self, operation: Operation, _: Sequence[Tensor]) -> None:
        if operation.kernel.device.defines_device:
            return
        number = next(self._numbers)
        self._open = operation, number
        self._capture.begin()
        name = function_name(operation.label, operation.kernel)
        seconds = self._durations.get(operation.index, 0.0) / 1e9
        self._add("operations", number, f"ttnn.{name}", seconds)
        if operation.text:
            self._add("stack_traces", number, operation.text)
        for index, ref in enumerate(operation.refs):
            tensor = self._tensor(self._tracer.tensors[ref.global_id])
            self._add("input_tensors", number, index, tensor)

    def _after(self, operation: Operation, _: Sequence[Tensor], result: Tensor | None) -> None:
        if self._open is None:
            return
        number = self._open[1]
        if result is not None and operation.result is not None:
            made = self._tensor(self._tracer.tensors[operation.result.global_id])
            self._add("output_tensors", number, 0, made)
        self._close()

    def _failed(self, error: Exception) -> None:
        if self._open is None:
            return
        operation, number = self._open
        name = f"ttnn.{function_name(operation.label, operation.kernel)}"
        self._add("errors", number, name, type(error).__name__, str(error), operation.location, "")
        self._close()

    def _close(self) -> None:
        """Record the arguments of an operation, its captured graph, and the buffers after it."""
        assert self._open is not None
        (operation, number), self._open = self._open, None
        trace = self._capture.end()
        self._add("captured_graph", number, json.dumps(list(trace), sort_keys=True))
        names = [f"arg_{index}" for index in range(len(operation.refs))]
        names += attribute_names(operation.keywords)
        # An operation that failed before its start has no recorded arguments.
        for name, value in zip(names, trace[1].arguments, strict=False):
            self._add("operation_arguments", number, name, value)
        live = {
            each.tensor.buffer.identity: each
            for each in self._tracer.tensors.values()
            if each.tensor.buffer is not None
        }
        for each in live.values():
            self._add("buffers", number, *self._buffer(each))

    def _buffer(self, held: Allocated) -> tuple[int, int, int, int, int]:
        """Return device, address, bytes per bank, memory and layout of a tensor's buffer."""
        buffer = held.tensor.buffer
        assert buffer is not None
        layout = _BUFFER_LAYOUTS.get(buffer.layout, 0)
        kind = _BUFFER_TYPES[buffer.type]
        return _DEVICE, self._bases[buffer.type] + held.address, held.bytes_per_bank, kind, layout

    def _tensor(self, held: Allocated) -> int:
        """Return the number of a tensor. Its rows are added on the first call."""
        number = held.tensor.tensor_id
        if number in self._known:
            return number
        self._known.add(number)
        place: tuple[object, ...] = (None, None, None, None)
        if held.tensor.buffer is not None:
            device, address, _, kind, _ = self._buffer(held)
            place = _memory_config(held.desc, held.tensor.buffer.type), device, address, kind
            self._add("device_tensors", number, device, address)
        shape = argument_text(shape_struct(held.desc.shape))
        data_type = f"DataType::{held.desc.data_type.library_name.upper()}"
        layout = "Layout::ROW_MAJOR" if held.desc.tile == ROW_MAJOR else "Layout::TILE"
        self._add("tensors", number, shape, data_type, layout, *place)
        return number


@contextmanager
def _errors_of_files(path: str) -> Generator[None]:
    """Convert SQLite errors in the block to OSError with the file's name."""
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(errno.EIO, str(error), path) from error


def _memory_config(desc: TensorDesc, memory: str) -> str:
    """Return the memory configuration of a tensor as the visualizer reads it.

    It omits fields of newer TT-NN versions and has the halo of older ones.
    """
    shard = shard_of(desc)
    if shard is not None and isinstance(shard.fields, Mapping):
        kept = {name: shard.fields[name] for name in ("grid", "shape", "orientation")}
        shard = Struct("ShardSpec", {**kept, "halo": 0})
    fields = {
        "memory_layout": Text(f"TensorMemoryLayout::{memory_layout_name(desc)}"),
        "buffer_type": Text(f"BufferType::{memory}"),
        "shard_spec": shard,
    }
    return argument_text(Struct("MemoryConfig", fields))


def _device_row(system_desc: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the row for the device. All worker cores compute and have one L1 bank each."""
    bank = DeviceMemory(system_desc).memories["L1"]
    chip = system_desc["chip_descs"][0]
    grid, size, base = chip["grid_size"], chip["l1_size"], chip["l1_unreserved_base"]
    tensors = bank.banks * bank.size
    return (
        *(_DEVICE, grid["y"], grid["x"], grid["y"], grid["x"]),
        *(size, bank.banks, bank.size, base, base),
        *(1, bank.banks, 0, bank.banks * size, tensors, tensors, tensors, size - base),
    )
