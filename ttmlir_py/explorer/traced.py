"""Graphs of trace files: TT-NN's graph traces, saved levelized graphs, Model Explorer's JSON."""

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, cast

from ttmlir_py.common.files import read_file
from ttmlir_py.explorer.graph import Graph, GraphNode, IncomingEdge, KeyValue, MetadataItem
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph.explorer import GRAPH_ID, layers, model_explorer, pairs
from ttmlir_py.traces.graph.levelized import LevelizedGraph, Vertex
from ttmlir_py.traces.graph.node import NodeType, Trace, owners
from ttmlir_py.traces.graph.queries import l1_usage
from ttmlir_py.traces.graph.reading import read_nodes

Json = dict[str, Any]
_VERTEX = tuple(Vertex.__slots__)
_COUNTS = ("counter", "stacking_level")


def trace_graph(path: str | os.PathLike[str], level: int = 1) -> Graph:
    """Return the graph of a JSON file, with functions down to `level` as nodes.

    Raises OSError, and `TraceError` for other files.
    """
    try:
        given: Any = json.loads(read_file(path))
    except (ValueError, RecursionError):
        raise TraceError("is not valid JSON") from None
    match given:
        case {"graphs": [{"id": str(id), "nodes": list(), **_rest} as graph, *_]}:
            return _graph_of(id, cast(Json, graph)["nodes"], {"model": id})
        case [{"in_edges": list(), "name": str(), **_rest}, *_]:
            return _of_levelized(cast("list[Any]", given))
        case _:
            return _of_trace(read_nodes(given), level)


def _graph_of(id: str, nodes: Any, about: Json, timeline: Sequence[Json] | None = None) -> Graph:
    """Return the graph with these nodes in JSON. Raises `TraceError` for an invalid node."""
    summary = {"form": "trace", "editable": False} | about
    try:
        made = [_node(each) for each in nodes]
    except (KeyError, TypeError, AttributeError) as error:
        raise TraceError(f"a node is not in Model Explorer's format: {error}") from None
    known = {node.id for node in made}
    for node in made:
        for edge in node.incomingEdges:
            if edge.sourceNodeId not in known:
                raise TraceError(
                    f"node '{node.id}': an edge comes from node '{edge.sourceNodeId}', which "
                    "does not exist"
                )
    return Graph(id, made, timeline=timeline, summary=summary)


def _node(given: Any) -> GraphNode:
    edges = given.get("incomingEdges", ())
    items = given.get("outputsMetadata", ())
    return GraphNode(
        str(given["id"]),
        str(given["label"]),
        str(given.get("namespace", "")),
        _attributes(given.get("attrs", ())),
        [
            IncomingEdge(
                str(each["sourceNodeId"]),
                str(each.get("sourceNodeOutputId", "0")),
                str(each.get("targetNodeInputId", "0")),
            )
            for each in edges
        ],
        [MetadataItem(str(each["id"]), _attributes(each["attrs"])) for each in items],
    )


def _attributes(given: Any) -> list[KeyValue]:
    return [KeyValue(str(each["key"]), str(each["value"])) for each in given]


def _of_trace(trace: Trace, level: int) -> Graph:
    (graph,) = model_explorer(trace, level)["graphs"]
    levelized = LevelizedGraph(trace, level)
    ids = {
        levelized.node_counter(vertex.counter): str(vertex.counter)
        for vertex in levelized.vertices()
        if not vertex.is_tensor
    }
    about = {"model": "graph trace", "unit": "events"}
    return _graph_of(graph["id"], graph["nodes"], about, _timeline(trace, ids))


def _timeline(trace: Trace, ids: Mapping[int, str]) -> list[Json]:
    """Return the outermost functions in order, with the bytes of L1 at their peak and end.

    Times are event numbers, because a graph trace has no other times. Bytes are in buffers and
    circular buffers, and totals of the device.
    """
    entries: dict[int, Json] = {}
    usage = {node.counter: buffers + circular for node, buffers, circular in l1_usage(trace)}
    for node, start in owners(trace):
        if node.node_type == NodeType.FUNCTION_START and node.counter in ids:
            now = usage.get(node.counter, 0)
            known: Json = {"node": ids[node.counter], "start": node.counter, "duration": 0}
            entries[node.counter] = known | {"l1": now, "l1_after": now}
        outer = entries.get(start) if start is not None else None
        if outer is not None:
            outer["duration"] = node.counter - outer["start"]
            outer["l1_after"] = usage.get(node.counter, 0)
            outer["l1"] = max(outer["l1"], outer["l1_after"])
    return list(entries.values())


def _of_levelized(given: list[Any]) -> Graph:
    """Return the graph of a saved levelized graph. Raises `TraceError`, which names the vertex."""
    vertices = [_vertex(index, each) for index, each in enumerate(given)]
    for index, vertex in enumerate(vertices):
        for other in (*vertex.in_edges, *vertex.internals):
            if not 0 <= other < len(vertices):
                raise TraceError(f"vertex {index}: there is no vertex {other}")
        if any(inner <= index for inner in vertex.internals):
            raise TraceError(f"vertex {index} calls one that is before it")
    nodes = [
        {
            "id": str(vertex.counter),
            "label": vertex.name,
            "namespace": layer,
            "attrs": pairs(
                {"stacking_level": str(vertex.stacking_level)}
                | {f"arg{n}": text for n, text in enumerate(vertex.arguments)}
                | {f"shape{n}": text for n, text in enumerate(vertex.output_shape)}
            ),
            "incomingEdges": [
                {
                    "sourceNodeId": str(source),
                    "sourceNodeOutputId": "0",
                    "targetNodeInputId": str(n),
                }
                for n, source in enumerate(vertex.in_edges)
            ],
            "outputsMetadata": [],
        }
        for vertex, layer in zip(vertices, layers(vertices), strict=True)
    ]
    return _graph_of(GRAPH_ID, nodes, {"model": "levelized graph"})


def _vertex(index: int, given: Any) -> Vertex:
    fields: dict[str, Any] = cast(Json, given) if isinstance(given, dict) else {}
    values: dict[str, Any] = {name: fields.get(name) for name in _VERTEX}
    counts = [values[name] for name in _COUNTS]
    numbers = [values[name] for name in ("in_edges", "out_edges", "internals")]
    texts = [values[name] for name in ("arguments", "output_info", "output_shape")]
    if (
        values["counter"] != index
        or not all(isinstance(each, int) for each in counts)
        or not isinstance(values["name"], str)
        or not all(_is_list(each, int) for each in numbers)
        or not all(_is_list(each, str) for each in texts)
    ):
        raise TraceError(f"vertex {index} is not in the format of levelized graphs")
    return Vertex(**values)


def _is_list(given: Any, of: type) -> bool:
    return isinstance(given, list) and all(isinstance(x, of) for x in cast("list[object]", given))
