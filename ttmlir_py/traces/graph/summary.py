"""What a graph trace holds, in a few lines; and its nodes, a line each."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from ttmlir_py.traces.graph.node import NodeType, Trace
from ttmlir_py.traces.graph.queries import (
    count_intermediate_and_output_tensors,
    extract_circular_buffers_peak_size_per_core,
    extract_peak_L1_memory_usage,
    functions,
    l1_usage,
)


def summary(trace: Trace) -> dict[str, Any]:
    """Counts of nodes by type and of functions by name, edges, depth, memory; for JSON."""
    calls = Counter(node.name for node in functions(trace))
    counted = count_intermediate_and_output_tensors(trace) if calls else (0, 0)
    return {
        "nodes": len(trace),
        "edges": sum(len(node.connections) for node in trace),
        "deepest_level": max((node.stacking_level for node in trace), default=0),
        "node_types": dict(sorted(Counter(node.node_type for node in trace).items())),
        "functions": dict(sorted(calls.items(), key=lambda each: (-each[1], each[0]))),
        "intermediate_tensors": counted[0],
        "output_tensors": counted[1],
        "peak_l1_bytes": extract_peak_L1_memory_usage(trace),
        "peak_circular_buffers_per_core": extract_circular_buffers_peak_size_per_core(trace),
        "functions_without_end": calls.total()
        - sum(node.node_type == NodeType.FUNCTION_END for node in trace),
    }


def summary_lines(trace: Trace) -> Iterator[str]:
    """The summary as text."""
    for key, value in summary(trace).items():
        title = key.replace("_", " ").capitalize().replace("l1", "L1")
        if isinstance(value, dict):
            yield f"{title}:"
            counts = cast(dict[str, int], value)
            yield from (f"  {name}: {count:,}" for name, count in counts.items())
        else:
            yield f"{title}: {value:,}"


def peak_lines(trace: Trace) -> Iterator[str]:
    """The most L1 in use, and where that is."""
    peak, at, held = -1, 0, (0, 0)
    for node, buffers, circular in l1_usage(trace):
        if buffers + circular > peak:
            peak, at, held = buffers + circular, node.counter, (buffers, circular)
    name = next(
        (n.name for n in reversed(trace[: at + 1]) if n.node_type == NodeType.FUNCTION_START), ""
    )
    yield f"Peak L1: {peak:,} bytes at node {at}" + (f" ({name})" if name else "")
    yield f"  buffers: {held[0]:,} bytes"
    yield f"  circular buffers: {held[1]:,} bytes"


def node_lines(trace: Trace, limit: int = 0) -> Iterator[str]:
    """A line for each node: its number, type, parameters, and where its edges lead; at most `limit` ones, 0 for all."""
    for node in trace[: limit or None]:
        params = "".join(f" {key}={value}" for key, value in sorted(node.params.items()))
        edges = f" -> {', '.join(map(str, node.connections))}" if node.connections else ""
        yield " ".join(f"#{node.counter} {node.node_type}{params}{edges}".splitlines())
