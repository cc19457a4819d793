"""A summary of a graph trace, and text for its nodes."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

from ttmlir_py.traces.graph.node import NodeType, Trace
from ttmlir_py.traces.graph.queries import (
    circular_buffers_after,
    created_tensor,
    extract_output_tensors,
    l1_usage,
)


def summary(trace: Trace) -> dict[str, Any]:
    """Return counts for JSON: nodes by type, functions by name, edges, depth and memory."""
    calls, types = Counter[str](), Counter[str]()
    made: set[int] = set()
    edges = deepest = peak = on_core = most_on_core = 0
    # Iterate only once, because each iteration reads a long trace from its file again.
    for node, buffers, circular in l1_usage(trace):
        types[node.node_type] += 1
        edges += len(node.connections)
        deepest = max(deepest, node.stacking_level)
        peak = max(peak, buffers + circular)
        on_core = circular_buffers_after(node, on_core)
        most_on_core = max(most_on_core, on_core)
        if node.node_type == NodeType.FUNCTION_START:
            calls[node.name] += 1
        elif (tensor := created_tensor(trace, node)) is not None:
            made.add(tensor)
    outputs = extract_output_tensors(trace) if calls else set[int]()
    return {
        "nodes": len(trace),
        "edges": edges,
        "deepest_level": deepest,
        "node_types": dict(sorted(types.items())),
        "functions": dict(sorted(calls.items(), key=lambda each: (-each[1], each[0]))),
        "intermediate_tensors": len(made - outputs),
        "output_tensors": len(outputs),
        "peak_l1_bytes": peak,
        "peak_circular_buffers_per_core": most_on_core,
        "functions_without_end": calls.total() - types[NodeType.FUNCTION_END],
    }


def summary_lines(trace: Trace) -> Iterator[str]:
    """Yield the summary as lines of text."""
    for key, value in summary(trace).items():
        title = key.replace("_", " ").capitalize().replace("l1", "L1")
        if isinstance(value, dict):
            yield f"{title}:"
            counts = cast(dict[str, int], value)
            yield from (f"  {name}: {count:,}" for name, count in counts.items())
        else:
            yield f"{title}: {value:,}"


def peak_lines(trace: Trace) -> Iterator[str]:
    """Yield the peak L1 use, and where it occurs."""
    peak, at, held = -1, 0, (0, 0)
    for node, buffers, circular in l1_usage(trace):
        if buffers + circular > peak:
            peak, at, held = buffers + circular, node.counter, (buffers, circular)
    before = (trace[index] for index in range(at, -1, -1))
    name = next((node.name for node in before if node.node_type == NodeType.FUNCTION_START), "")
    yield f"Peak L1: {peak:,} bytes at node {at}" + (f" ({name})" if name else "")
    yield f"  buffers: {held[0]:,} bytes"
    yield f"  circular buffers: {held[1]:,} bytes"


def node_lines(trace: Trace, limit: int = 0) -> Iterator[str]:
    """Yield a line per node with index, type, parameters and edges.

    At most `limit` lines; 0 for all.
    """
    for node in islice(trace, limit or None):
        params = "".join(f" {key}={value}" for key, value in sorted(node.params.items()))
        edges = f" -> {', '.join(map(str, node.connections))}" if node.connections else ""
        yield " ".join(f"#{node.counter} {node.node_type}{params}{edges}".splitlines())
