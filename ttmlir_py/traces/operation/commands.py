"""Output of `tttrace` commands for op-execution traces."""

import json
from collections.abc import Iterator
from itertools import islice

from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.kinds import Kind
from ttmlir_py.traces.long_traces import MANY, held_in_memory
from ttmlir_py.traces.operation.graph import entry, lines_of_summary
from ttmlir_py.traces.operation.stored import Progress, StoredGraph, node_count

COMMANDS = ("display", "stats", "summary", "validate", "csv", "tree", "diff", "to-mlir")

_PROGRAM_SIZE = 12
"""Kilobytes of memory that a program needs per operation."""


def memory_note(command: str, path: str) -> str:
    """Return a note about the memory that a command needs for a file of many operations, or "".

    Raises OSError and `TraceError`.
    """
    count = node_count(path) if command == "to-mlir" else 0
    if count <= MANY:
        return ""
    return held_in_memory(count, "operations", _PROGRAM_SIZE)


def operation_lines(
    command: str, path: str, limit: int, as_json: bool, progress: Progress | None = None
) -> Iterator[str]:
    """Return the output lines of a command. The rows of `csv` come from `rows`.

    Raises OSError and `TraceError`.
    """
    graph = StoredGraph(path, progress)
    if command not in COMMANDS:
        expected = ", ".join(COMMANDS)
        raise TraceError(f"{command}: found {Kind.OPERATION}, which allows only {expected}")
    match command:
        case "validate":
            return iter([f"{len(graph):,} operations are valid"])
        case "tree":
            return (f"{'    ' * depth}{name}" for name, depth in graph.depths())
        case "display":
            return islice(_display_lines(graph, as_json), limit or None)
        case "summary" if not as_json:
            return _summary_lines(graph)
        case _ if as_json:
            return iter(json.dumps(_counts(graph), indent=4).splitlines())
        case _:
            return (f"{name}: {count}" for name, count in _counts(graph).items())


def _summary_lines(graph: StoredGraph) -> Iterator[str]:
    sizes = graph.sizes()
    return lines_of_summary(
        sizes["variables"],
        sizes["placeholders"],
        graph.results(),
        graph.variables,
        len(graph),
        graph.nodes,
    )


def _counts(graph: StoredGraph) -> dict[str, int]:
    """Return the numbers of variables and operations, and of each kind of operation, highest
    first.
    """
    ordered = sorted(graph.op_counts.items(), key=lambda each: (-each[1], each[0]))
    return graph.sizes() | dict(ordered)


def _display_lines(graph: StoredGraph, as_json: bool) -> Iterator[str]:
    if as_json:
        yield from (json.dumps(entry(node)) for node in graph.nodes())
        return
    for index, (node, inputs, outputs) in enumerate(graph.typed_nodes()):
        made = ", ".join(outputs) or "-"
        attributes = "".join(f" {each}" for each in node.properties)
        yield f"{index} {node.name}: {node.op_name}({', '.join(inputs)}) -> {made}{attributes}"


def rows(path: str, progress: Progress | None = None) -> Iterator[dict[str, object]]:
    """Return the operations of a file as rows of a table."""
    return map(entry, StoredGraph(path, progress).nodes())
