"""What the commands of `tttrace` write of a saved graph of executed operations."""

import json
from collections.abc import Iterator

from ttmlir_py.files import read_file
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.operation.files import from_bytes
from ttmlir_py.traces.operation.graph import entry, summary_lines
from ttmlir_py.traces.operation.node import GraphData

COMMANDS = ("display", "stats", "summary", "validate", "csv", "tree", "diff", "to-mlir")


def load(path: str) -> GraphData:
    """The graph in a file. Raises OSError, and `TraceError` that says what is wrong."""
    return from_bytes(read_file(path))


def operation_lines(command: str, path: str, limit: int, as_json: bool) -> Iterator[str]:
    """What a command writes; of `csv` the rows are `entries`. Raises OSError and `TraceError`."""
    graph = load(path)
    if command not in COMMANDS:
        raise TraceError(f"is an op-execution trace, of which there is no {command}")
    match command:
        case "validate":
            return iter([f"{len(graph.nodes):,} operations are valid"])
        case "tree":
            return _tree_lines(graph)
        case "display":
            return _display_lines(graph, limit, as_json)
        case _ if as_json:
            return iter(json.dumps(_counts(graph), indent=4).splitlines())
        case "stats":
            return (f"{name}: {count}" for name, count in _counts(graph).items())
        case _:
            return summary_lines(graph)


def _counts(graph: GraphData) -> dict[str, int]:
    """How many there are of everything, and of each kind of operation, the most frequent first."""
    counts: dict[str, int] = {}
    for node in graph.nodes:
        counts[node.op_name] = counts.get(node.op_name, 0) + 1
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    sizes = {"operations": len(graph.nodes), "variables": len(graph.variables)}
    ends = {"placeholders": len(graph.placeholders), "results": len(graph.results)}
    return sizes | ends | dict(ordered)


def _display_lines(graph: GraphData, limit: int, as_json: bool) -> Iterator[str]:
    shown = graph.nodes[: limit or None]
    for index, node in enumerate(shown):
        if as_json:
            yield json.dumps(entry(node))
            continue
        types = [
            ", ".join(graph.variables[name].type_text for name in names)
            for names in (node.inputs, node.outputs)
        ]
        attributes = "".join(f" {each}" for each in node.properties)
        yield f"{index} {node.name}: {node.op_name}({types[0]}) -> {types[1] or '-'}{attributes}"


def _tree_lines(graph: GraphData) -> Iterator[str]:
    depths: dict[str, int] = {}
    for node in graph.nodes:
        depths[node.name] = depths.get(node.scope, -1) + 1
        yield f"{'    ' * depths[node.name]}{node.name}"


def rows(path: str) -> Iterator[dict[str, object]]:
    """The operations of a file as the rows of a table."""
    return (entry(node) for node in load(path).nodes)
