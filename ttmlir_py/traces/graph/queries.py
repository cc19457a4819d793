"""Queries on graph traces: calls, outputs and memory use."""

from collections.abc import Iterator
from typing import Any

from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph.node import (
    Node,
    NodeType,
    Trace,
    buffer_of,
    is_global,
    is_l1,
    number,
    shape,
)
from ttmlir_py.traces.graph.reading import of_nodes
from ttmlir_py.traces.graph.recorder import BufferInfo

_CREATES = ("create_device_tensor", "tt::tt_metal::create_device_tensor")


def functions(trace: Trace) -> Iterator[Node]:
    """Return the start nodes of all functions, in order."""
    return (node for node in trace if node.node_type == NodeType.FUNCTION_START)


@of_nodes
def extract_calltrace(trace: Trace) -> list[str]:
    """Return the names of all functions, in the order of calls."""
    return [node.name for node in functions(trace)]


def values_at(trace: Trace, start: Node) -> Iterator[Node]:
    """Yield the tensors and buffers that occur first in a call: the value nodes right after its
    start.
    """
    for index in range(start.counter + 1, len(trace)):
        if trace[index].node_type not in (NodeType.TENSOR, NodeType.BUFFER):
            return
        yield trace[index]


def l1_usage(trace: Trace) -> Iterator[tuple[Node, int, int]]:
    """Yield each node with the bytes of L1 in use after it: in buffers, and in circular buffers.

    Bytes are those of the whole device. Inputs are counted when an outermost function takes them,
    up to the first input in DRAM, as in TT-NN's query.
    """
    buffers = circular = 0
    for node in trace:
        kind = node.node_type
        if kind == NodeType.FUNCTION_START and node.stacking_level == 1:
            for value in values_at(trace, node):
                if value.node_type == NodeType.BUFFER:
                    if not is_l1(value):
                        break
                    buffers += number(value, "size")
        elif kind == NodeType.CIRCULAR_BUFFER_ALLOCATE:
            circular += number(node, "size")
        elif kind == NodeType.CIRCULAR_BUFFER_DEALLOCATE_ALL:
            circular = 0
        elif kind == NodeType.BUFFER_ALLOCATE and is_l1(node):
            buffers += number(node, "size")
        elif kind == NodeType.BUFFER_DEALLOCATE and is_l1(buffer := buffer_of(trace, node)):
            buffers -= number(buffer, "size")
        yield node, buffers, circular


@of_nodes
def extract_peak_L1_memory_usage(trace: Trace) -> int:
    """Return the peak bytes of L1 in use on the whole device, including circular buffers."""
    return max((buffers + circular for _, buffers, circular in l1_usage(trace)), default=0)


def _last_end(trace: Trace) -> Node | None:
    """Return the end node of the last function, or None if no function has ended.

    Raises `TraceError` for a trace without functions.
    """
    for node in reversed(trace):
        if node.node_type == NodeType.FUNCTION_END:
            return node
    if next(functions(trace), None) is None:
        raise TraceError("there is no function in the trace")
    return None


@of_nodes
def extract_output_tensors(trace: Trace) -> set[int]:
    """Return the counters of the tensors that the last function returns.

    Raises `TraceError` for a trace without functions.
    """
    last = _last_end(trace)
    edges: list[int] = last.connections if last else []
    return {counter for counter in edges if trace[counter].node_type == NodeType.TENSOR}


@of_nodes
def count_intermediate_and_output_tensors(trace: Trace) -> tuple[int, int]:
    """Return the number of intermediate tensors, and the number of returned tensors.

    Raises `TraceError` for a trace without functions.
    """
    outputs = extract_output_tensors(trace)
    made = {each for node in trace if (each := created_tensor(trace, node)) is not None}
    return len(made - outputs), len(outputs)


def created_tensor(trace: Trace, node: Node) -> int | None:
    """Return the counter of the tensor that a creation function ending at `node` created, or
    None.
    """
    if node.node_type == NodeType.FUNCTION_END and node.name in _CREATES and node.connections:
        made = trace[node.connections[0]]
        return made.counter if made.node_type == NodeType.TENSOR else None
    return None


@of_nodes
def extract_output_info(trace: Trace) -> list[dict[str, Any]]:
    """Return `shape`, `size` (bytes) and memory `type` of each returned buffer, in buffer order."""
    outputs = extract_output_tensors(trace)
    return [
        {"shape": shape(trace[counter]), "size": number(node, "size"), "type": node.params["type"]}
        for node in trace
        if node.node_type == NodeType.BUFFER
        for counter in dict.fromkeys(node.connections)
        if counter in outputs
    ]


def require_counters(trace: Trace) -> None:
    """Raise `TraceError` unless each node's counter is its index."""
    for index, node in enumerate(trace):
        if node.counter != index:
            raise TraceError(f"'counter' is {node.counter}, expected {index}", index)


@of_nodes
def extract_circular_buffers_peak_size_per_core(trace: Trace) -> int:
    """Return the peak bytes of circular buffers per core, without those in tensors' memory."""
    require_counters(trace)
    peak = current = 0
    for node in trace:
        current = circular_buffers_after(node, current)
        peak = max(peak, current)
    return peak


def circular_buffers_after(node: Node, before: int) -> int:
    """Return the bytes of circular buffers per core after `node`, without those in tensors' memory.

    `before` is the number before the node.
    """
    if node.node_type == NodeType.CIRCULAR_BUFFER_DEALLOCATE_ALL:
        return 0
    if node.node_type == NodeType.CIRCULAR_BUFFER_ALLOCATE and not is_global(node):
        return before + number(node, "size")
    return before


def worst_case_per_core(size: int, page_size: int, cores: int) -> int:
    """Return the bytes on the core that holds most pages, which are distributed round-robin.

    Raises ValueError unless `page_size` and `cores` are positive.
    """
    if page_size <= 0 or cores <= 0:
        raise ValueError(f"pages of {page_size} bytes on {cores} cores: expected numbers > 0")
    pages = -(-size // page_size)
    return -(-pages // cores) * page_size


def per_core(trace: Trace, node: Node, storage_cores: int) -> int:
    """Return the bytes per core of an allocation or deallocation node.

    A node without a size has the size of its buffer. Raises `TraceError`.
    """
    size = number(node, "size") if "size" in node.params else 0
    size = size or number(buffer_of(trace, node), "size")
    page_size = number(node, "page_size")
    if page_size == 0:
        raise TraceError("'page_size' is 0", node.counter)
    return worst_case_per_core(size, page_size, number(node, "num_cores") or storage_cores)


@of_nodes
def extract_l1_buffer_allocation_peak_size_per_core(trace: Trace, storage_cores: int) -> int:
    """Return the peak bytes of buffers per core. Interleaved ones use `storage_cores` cores."""
    peak = current = 0
    for node in trace:
        if node.node_type == NodeType.BUFFER_ALLOCATE and is_l1(node):
            current += per_core(trace, node, storage_cores)
            peak = max(peak, current)
        elif node.node_type == NodeType.BUFFER_DEALLOCATE and is_l1(node):
            current -= per_core(trace, node, storage_cores)
    return peak


def extract_l1_output_buffer_allocation_size_per_core(
    output: BufferInfo, storage_cores: int
) -> int:
    """Return the bytes per core of an output buffer. Raises `TraceError` if it is not in L1."""
    if output.type != "L1":
        raise TraceError(f"the output is in {output.type}, not in L1")
    return worst_case_per_core(output.size, output.page_size, output.num_cores or storage_cores)
