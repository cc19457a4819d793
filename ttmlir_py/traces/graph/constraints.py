"""Constraint queries for operations, answered from graph traces: L1 use, and whether it fits."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.kernels import ELEMENTWISE
from ttmlir_py.runtime.memory import L1_SMALL_SIZE
from ttmlir_py.runtime.tensor import Layout, TensorDesc
from ttmlir_py.traces.graph.functions import Work, record_work
from ttmlir_py.traces.graph.node import NodeType, Trace, is_global, is_l1, number
from ttmlir_py.traces.graph.operations import (
    Allocated,
    Cores,
    buffer_info,
    tensor_info,
)
from ttmlir_py.traces.graph.queries import (
    extract_circular_buffers_peak_size_per_core,
    extract_l1_buffer_allocation_peak_size_per_core,
    per_core,
    worst_case_per_core,
)
from ttmlir_py.traces.graph.recorder import BufferInfo, GraphRecorder


class ExecutionStatus(Enum):
    """The result of a constraint query: whether a function can run."""

    Success = auto()
    Error = auto()


@dataclass(frozen=True, slots=True)
class ResourceUsage:
    """Peak memory use on one core, in bytes."""

    cb_peak_size_per_core: int = 0
    """Peak size of circular buffers that do not use a tensor's memory."""
    l1_buffers_peak_per_core: int = 0
    """Peak size of the tensors that the function creates in L1."""
    peak_memory_usage_per_core: int = 0
    """Peak size of circular buffers and tensors together."""
    l1_output_buffer_per_core: int = 0
    """Size of the function's results in L1."""


@dataclass(frozen=True, slots=True)
class ConstraintQueryResponse:
    """The memory use and the outputs of a function, or the reason why it cannot run."""

    status: ExecutionStatus
    resource_usage: ResourceUsage = ResourceUsage()
    outputs: tuple[TensorDesc, ...] = ()
    error_message: str | None = None


def buffer_per_core(buffer: BufferInfo | None, storage_cores: int) -> int:
    """Return the bytes on the core that holds most of a buffer, or 0 if the buffer is not in L1."""
    if buffer is None or buffer.type != "L1" or not buffer.page_size:
        return 0
    return worst_case_per_core(buffer.size, buffer.page_size, buffer.num_cores or storage_cores)


def resource_usage(
    trace: Trace, outputs: Sequence[BufferInfo | None], storage_cores: int
) -> ResourceUsage:
    """Return the L1 use per core in a trace. Interleaved buffers are spread over `storage_cores`
    cores.
    """
    return ResourceUsage(
        extract_circular_buffers_peak_size_per_core(trace),
        extract_l1_buffer_allocation_peak_size_per_core(trace, storage_cores),
        _peak_of_both(trace, storage_cores),
        sum(buffer_per_core(each, storage_cores) for each in outputs),
    )


def _peak_of_both(trace: Trace, storage_cores: int) -> int:
    tensors = circular = peak = 0
    for node in trace:
        kind = node.node_type
        if kind == NodeType.CIRCULAR_BUFFER_DEALLOCATE_ALL:
            circular = 0
        elif kind == NodeType.CIRCULAR_BUFFER_ALLOCATE and not is_global(node):
            circular += number(node, "size")
        elif kind == NodeType.BUFFER_ALLOCATE and is_l1(node):
            tensors += per_core(trace, node, storage_cores)
        elif kind == NodeType.BUFFER_DEALLOCATE and is_l1(node):
            tensors -= per_core(trace, node, storage_cores)
        peak = max(peak, tensors + circular)
    return peak


def lack_of_room(usage: ResourceUsage, inputs: int, available: int) -> str | None:
    """Return why a function does not fit into L1 together with its inputs, or None if it fits.

    `inputs` and `available` are bytes of one core's L1.
    """
    needed = inputs + usage.peak_memory_usage_per_core
    if needed <= available:
        return None
    return (
        f"out of L1: {inputs:,} bytes of inputs, {usage.l1_buffers_peak_per_core:,} of results and "
        f"{usage.cb_peak_size_per_core:,} of circular buffers need {needed:,} bytes of a core, "
        f"which has {available:,}"
    )


def op_constraints(
    name: str,
    operands: Sequence[Mapping[str, Any]],
    result: Mapping[str, Any],
    chip: Mapping[str, Any],
) -> tuple[int, int, int]:
    """Return the bytes of L1 per core that the function `ttnn.<name>` needs.

    The three numbers are for circular buffers, created tensors and the result. `operands` and
    `result` have the fields that `tensor_desc` takes; `chip` is a chip of a system descriptor.
    Raises ValueError with the reason if the function does not fit together with its operands.
    """
    descs = [tensor_desc(each) for each in (*operands, result)]
    *given, made = (
        Allocated(tensor_info(index, desc, buffer_info(index, desc)), desc)
        for index, desc in enumerate(descs)
    )
    recorder, grid = GraphRecorder(), chip["grid_size"]
    recorder.begin_function(f"ttnn::{name}", [each.tensor for each in given])
    cores = Cores(grid["y"], grid["x"], None)
    record_work(recorder, Work(name, given, made, cores, arity=arity_of(name)), lambda: 0)
    recorder.end_function([made.tensor])
    storage_cores = math.prod(grid.values())
    usage = resource_usage(recorder.finish(), [made.tensor.buffer], storage_cores)
    inputs = sum(buffer_per_core(each.tensor.buffer, storage_cores) for each in given)
    available = chip["l1_size"] - chip["l1_unreserved_base"] - L1_SMALL_SIZE
    why = lack_of_room(usage, inputs, available)
    if why is not None:
        raise ValueError(why)
    return (
        usage.cb_peak_size_per_core,
        usage.l1_buffers_peak_per_core,
        usage.l1_output_buffer_per_core,
    )


def tensor_desc(said: Mapping[str, Any]) -> TensorDesc:
    """Return a tensor descriptor from plain data: `shape`, and the fields of `Layout`.

    `data_type` is the name of a format.
    """
    fields: dict[str, Any] = {**said, "data_type": FORMATS[said["data_type"]]}
    return TensorDesc(tuple(fields.pop("shape")), Layout(**fields))


def arity_of(name: str) -> int:
    """Return the number of operands of an element-wise function, or 0 for other functions."""
    return _ARITIES.get(name, 0)


_ARITIES = {row.library_name: row.arity for row in ELEMENTWISE.values()}
