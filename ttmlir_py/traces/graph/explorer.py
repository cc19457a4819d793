"""Conversion of a trace's levelized graph to Model Explorer's JSON."""

from collections.abc import Sequence
from typing import Any

from ttmlir_py.traces.graph.levelized import Flow, LevelizedGraph, Vertex
from ttmlir_py.traces.graph.node import Trace

GRAPH_ID = "graph-trace"


def model_explorer(trace: Trace, max_level: int = 1) -> dict[str, Any]:
    """Return the levelized graph in Model Explorer's format.

    Functions are nodes, and functions that call others are also layers around them. Ids are those
    of the vertices. Edges lead to the inputs in the order of arguments, each from the last function
    that wrote the tensor. An additional edge to the input `into` comes from the vertex that
    allocated the result. A function with several results has one output. Attributes are arguments
    and shapes. Raises `TraceError`.
    """
    graph = LevelizedGraph(trace, max_level)
    vertices = graph.vertices()
    parts = zip(vertices, graph.flow(), layers(vertices), strict=True)
    nodes = [_node(vertex, flow, layer) for vertex, flow, layer in parts]
    return {"label": GRAPH_ID, "graphs": [{"id": GRAPH_ID, "nodes": nodes}]}


def layers(vertices: Sequence[Vertex]) -> list[str]:
    """Return the namespace of each vertex, which lists its callers, outermost first. The namespace
    of a caller includes the caller itself.
    """
    outer = [""] * len(vertices)
    for vertex in vertices:
        if vertex.internals:
            name = f"{vertex.name.replace('/', '_')} #{vertex.counter}"
            own = f"{outer[vertex.counter]}/{name}".lstrip("/")
            outer[vertex.counter] = own
            for inner in vertex.internals:
                outer[inner] = own
    return outer


def _node(vertex: Vertex, flow: Flow, layer: str) -> dict[str, Any]:
    attributes = {"stacking_level": str(vertex.stacking_level)}
    attributes |= {f"arg{index}": text for index, text in enumerate(vertex.arguments)}
    shapes = {f"shape{index}": text for index, text in enumerate(vertex.output_shape)}
    inputs = [*enumerate(flow.sources), *(("into", each) for each in flow.written)]
    edges = [
        {"sourceNodeId": str(source), "sourceNodeOutputId": "0", "targetNodeInputId": str(input)}
        for input, source in inputs
    ]
    return {
        "id": str(vertex.counter),
        "label": vertex.name,
        "namespace": layer,
        "attrs": pairs(attributes | shapes),
        "incomingEdges": edges,
        "outputsMetadata": [{"id": "0", "attrs": pairs(shapes)}] if shapes else [],
    }


def pairs(values: dict[str, str]) -> list[dict[str, str]]:
    """Return attributes as a list of key-value pairs."""
    return [{"key": key, "value": value} for key, value in values.items()]
