"""The levelized graph: tensors, and functions down to a level, connected by their values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ttmlir_py.traces.graph.node import Node, NodeType, Trace, function_ends, owners
from ttmlir_py.traces.graph.queries import require_counters
from ttmlir_py.traces.graph.reading import as_trace


@dataclass(slots=True)
class Vertex:
    """A tensor of level 1, or a function call. Its id is its index among the vertices."""

    counter: int
    stacking_level: int
    name: str
    arguments: list[str] = field(default_factory=list[str])
    in_edges: list[int] = field(default_factory=list[int])
    """Ids of the sources of the inputs, in the order of arguments and with repetitions."""
    out_edges: list[int] = field(default_factory=list[int])
    """Ids of the functions that use the vertex or its results, each once."""
    internals: list[int] = field(default_factory=list[int])
    """Ids of the functions that this function calls directly."""
    output_info: list[str] = field(default_factory=list[str])
    """The first argument of the first user on the same level, if it is a tensor; else empty."""
    output_shape: list[str] = field(default_factory=list[str])
    """Shapes of the results, without repetitions."""

    @property
    def is_tensor(self) -> bool:
        """Return whether the vertex is a tensor."""
        return self.name == "tensor" or self.name.startswith("tensor[")

    def as_dict(self) -> dict[str, Any]:
        """Return the vertex as a dictionary for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


class Flow(NamedTuple):
    """The vertices between which values flow, by id."""

    sources: list[int]
    """Vertices that last wrote a function's input tensors, in order."""
    written: list[int]
    """Vertices that wrote the memory of the results before the function did, or allocated it."""


class LevelizedGraph:
    """The levelized graph of a trace; see `extract_levelized_graph` for its vertices and edges."""

    def __init__(self, trace: Trace | Sequence[Mapping[str, Any]], max_level: int = 1) -> None:
        trace = as_trace(trace)
        require_counters(trace)
        self._trace, self._max_level = trace, max_level
        self._vertices: list[Vertex] = []
        self._nodes: list[Node] = []
        self._ids: dict[int, int] = {}
        self._ends = function_ends(trace)
        self._starts = {start: end for end, start in self._ends.items()}
        self._add_vertices(max_level)
        self._producers = self._find_producers()
        self._buffers: dict[int, Node] | None = None
        """Maps counters of tensors to their buffer nodes, or None before first use."""
        self._add_out_edges()
        for vertex, node in zip(self._vertices, self._nodes, strict=True):
            self._complete(vertex, node)
        self._add_internals()

    def vertices(self) -> list[Vertex]:
        """Return all vertices in the order of their ids."""
        return self._vertices

    def get_vertex(self, id: int) -> Vertex:
        """Return the vertex with this id. Raises IndexError if it does not exist."""
        if not 0 <= id < len(self._vertices):
            raise IndexError(f"there is no vertex {id}: there are {len(self._vertices)}")
        return self._vertices[id]

    def get_vertices_at_level(self, level: int) -> list[Vertex]:
        """Return the vertices of a level."""
        return [each for each in self._vertices if each.stacking_level == level]

    def size(self) -> int:
        """Return the number of vertices."""
        return len(self._vertices)

    def down_to(self, level: int) -> LevelizedGraph:
        """Return the graph of the same trace down to another level."""
        return self if level == self._max_level else LevelizedGraph(self._trace, level)

    def forks(self) -> list[int]:
        """Return the vertices whose value several functions take.

        Only the outermost level on which the value is used counts.
        """
        takers: dict[int, set[int]] = {}
        for vertex, (sources, _) in zip(self._vertices, self.flow(), strict=True):
            for source in sources:
                takers.setdefault(source, set()).add(vertex.counter)
        return [id for id in sorted(takers) if len(self._outermost(takers[id])) > 1]

    def joins(self) -> list[int]:
        """Return the functions that take values from several vertices."""
        return [id for id, (sources, _) in enumerate(self.flow()) if len(set(sources)) > 1]

    def _outermost(self, ids: Iterable[int]) -> list[int]:
        levels = {id: self._vertices[id].stacking_level for id in ids}
        outermost = min(levels.values())
        return [id for id, level in levels.items() if level == outermost]

    def node_counter(self, id: int) -> int:
        """Return the counter of a vertex's node in the trace."""
        return self._nodes[id].counter

    def input_tensors(self, id: int) -> list[int]:
        """Return the counters of a function's input tensors, in order."""
        return self._nodes[id].input_tensors

    def flow(self) -> list[Flow]:
        """Return the flow of values into each vertex.

        Unlike in-edges, which come from the creator of a tensor, sources here are the last writers.
        """
        latest = {node.counter: id for id, node in enumerate(self._nodes)}
        found = [Flow(list(each.in_edges) if each.is_tensor else [], []) for each in self._vertices]
        for node, owner in owners(self._trace):
            id = None if owner is None else self._ids.get(owner)
            if id is None:
                continue
            sources, targets = found[id].sources, found[id].written
            if node.node_type == NodeType.FUNCTION_START:
                sources += [latest[each] for each in node.input_tensors if each in latest]
            elif node.node_type == NodeType.FUNCTION_END:
                for tensor in self._tensors(node.connections):
                    before = latest.get(tensor.counter)
                    if before is not None and before < id and before not in sources:
                        targets.append(before)
                    if before is None or self._vertices[before].in_edges != [id]:
                        latest[tensor.counter] = id
        return found

    def output_tensors(self, id: int) -> list[int]:
        """Return the counters of a function's result tensors; empty if the function did not end."""
        end = self._starts.get(self._nodes[id].counter)
        tensors = [] if end is None else self._tensors(self._trace[end].connections)
        return [each.counter for each in tensors]

    def shape_text(self, tensor: int) -> str:
        """Return the shape of the tensor whose node has the counter `tensor`."""
        return self._trace[tensor].params["shape"]

    def buffer_bytes(self, tensor: int) -> int | None:
        """Return the size in bytes of the buffer of the tensor with this counter, or None for a
        host tensor.
        """
        if self._buffers is None:
            nodes = (node for node in self._trace if node.node_type == NodeType.BUFFER)
            self._buffers = {each: node for node in nodes for each in node.connections}
        buffer = self._buffers.get(tensor)
        return None if buffer is None else int(buffer.params["size"])

    def to_json(self) -> list[dict[str, Any]]:
        """Return all vertices as dictionaries for JSON."""
        return [each.as_dict() for each in self._vertices]

    def dump(self) -> str:
        """Return the graph as JSON text with indent 4 and sorted keys."""
        return json.dumps(self.to_json(), indent=4, sort_keys=True) + "\n"

    def _add_vertices(self, max_level: int) -> None:
        for node in self._trace:
            if node.node_type == NodeType.TENSOR and node.stacking_level == 1:
                id = node.params.get("tensor_id")
                self._add(node, "tensor" if id is None else f"tensor[{id}]", [])
        for node in self._trace:
            if node.node_type == NodeType.FUNCTION_START and node.stacking_level <= max_level:
                self._add(node, node.name, list(node.arguments))

    def _add(self, node: Node, name: str, arguments: list[str]) -> None:
        self._ids[node.counter] = len(self._vertices)
        vertex = Vertex(len(self._vertices), node.stacking_level, name, arguments)
        self._vertices.append(vertex)
        self._nodes.append(node)

    def _find_producers(self) -> dict[int, int]:
        """Map each tensor's counter to the start of the outermost function that returns it."""
        best: dict[int, Node] = {}
        for node in self._trace:
            if node.node_type == NodeType.FUNCTION_END and node.counter in self._ends:
                for tensor in self._tensors(node.connections):
                    known = best.get(tensor.counter)
                    if known is None or node.stacking_level < known.stacking_level:
                        best[tensor.counter] = node
        return {tensor: self._ends[end.counter] for tensor, end in best.items()}

    def _tensors(self, counters: Sequence[int]) -> list[Node]:
        nodes = (self._trace[counter] for counter in counters)
        return [node for node in nodes if node.node_type == NodeType.TENSOR]

    def _source(self, tensor: int) -> int | None:
        """Return the id of the vertex from which a tensor's value comes, or None."""
        own = self._ids.get(tensor)
        return own if own is not None else self._ids.get(self._producers.get(tensor, -1))

    def _add_out_edges(self) -> None:
        taken: dict[int, dict[int, None]] = {}  # tensors, by the function that takes them
        edges: list[dict[int, None]] = [{} for _ in self._vertices]
        for node in self._trace:
            if node.node_type == NodeType.TENSOR:
                for user in node.connections:
                    taken.setdefault(user, {})[node.counter] = None
        for id, node in enumerate(self._nodes):
            if node.node_type == NodeType.TENSOR:
                users = (self._ids.get(user) for user in node.connections)
                edges[id].update((user, None) for user in users if user is not None)
            else:
                for tensor in taken.get(node.counter, ()):
                    source = self._source(tensor)
                    if source is not None and source != id:
                        edges[source][id] = None
        for vertex, found in zip(self._vertices, edges, strict=True):
            vertex.out_edges = list(found)

    def _complete(self, vertex: Vertex, node: Node) -> None:
        """Set the fields of a vertex that depend on the out-edges of all vertices."""
        if node.node_type == NodeType.TENSOR:
            producer = self._ids.get(self._producers.get(node.counter, -1))
            vertex.in_edges = [] if producer is None else [producer]
            vertex.output_shape = [node.params["shape"]]
        else:
            sources = map(self._source, node.input_tensors)
            vertex.in_edges = [source for source in sources if source is not None]
            end = self._starts.get(node.counter)
            outputs = [] if end is None else self._tensors(self._trace[end].connections)
            vertex.output_shape = list(dict.fromkeys(each.params["shape"] for each in outputs))
        for id in vertex.out_edges:
            user = self._vertices[id]
            first = user.arguments[:1]
            if user.stacking_level == vertex.stacking_level and "".join(first).startswith(
                "Tensor("
            ):
                vertex.output_info = first
                break

    def _add_internals(self) -> None:
        """Add each function to the `internals` of its caller, one level further out."""
        last: dict[int, int] = {}
        for id, node in enumerate(self._nodes):
            if node.node_type != NodeType.FUNCTION_START:
                continue
            last[node.stacking_level] = id
            outer = last.get(node.stacking_level - 1)
            if outer is not None:
                end = self._starts.get(self._nodes[outer].counter, len(self._trace))
                if node.counter < end:
                    self._vertices[outer].internals.append(id)


def extract_levelized_graph(
    trace: Trace | Sequence[Mapping[str, Any]], max_level: int = 1
) -> list[dict[str, Any]]:
    """Return the levelized graph of a trace as dictionaries for JSON.

    Vertices are all tensors of level 1, then all functions down to `max_level`, both in trace
    order. Edges lead from a value's source, which is a tensor or the outermost function that
    returns it, to all its users. Tensors without in-edges are a program's arguments; functions
    without out-edges make its results. Raises `TraceError` if a counter is not the node's index.
    """
    return LevelizedGraph(trace, max_level).to_json()
