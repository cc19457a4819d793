"""Op-execution trace files: FlatBuffers in ND4J's SameDiff format (`schemas/SameDiff/graph.fbs`).

Files are untrusted: inconsistencies raise a `TraceError` that names the node or variable. Saving a
loaded graph gives identical bytes.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from ttmlir_py.common.library_warnings import warn
from ttmlir_py.runtime.tensor import Layout
from ttmlir_py.schemas import BinaryError, MisfitError, TableView, read, write
from ttmlir_py.traces.errors import TraceError, TraceWarning
from ttmlir_py.traces.long_traces import MANY, held_in_memory
from ttmlir_py.traces.operation.node import PLACEHOLDER, GraphData, Variable
from ttmlir_py.traces.operation.node import OperationNode as Node
from ttmlir_py.traces.operation.reading import GraphReader, graph_schema, read_graph
from ttmlir_py.traces.operation.record import Property
from ttmlir_py.traces.operation.types import FIELDS, dtype_name

_CUSTOM = "CUSTOM"
_ANY_DEVICE = -1

_FILE_SIZE = 2
"""Kilobytes of memory per operation for building a file, in addition to the graph."""

FlatTable = dict[str, Any]


def is_graph_file(head: bytes) -> bool:
    """Return whether a file that starts with `head` is an op-execution trace: its root offset and
    vtable are valid.
    """
    if len(head) < 12:
        return False
    root = int.from_bytes(head[:4], "little")
    if root % 4 or not 8 <= root <= len(head) - 4:
        return False
    table = root - int.from_bytes(head[root : root + 4], "little", signed=True)
    if not 4 <= table <= len(head) - 4:
        return False
    fields, extent = (int.from_bytes(head[table + at : table + at + 2], "little") for at in (0, 2))
    return fields % 2 == 0 and 4 <= fields <= 64 and 4 <= extent <= 256


# ---- writing


def to_bytes(graph: GraphData) -> bytes:
    """Return the bytes of a graph's file, built in memory. Warn first if it is large.

    Raises `TraceError` if a value does not fit.
    """
    count = len(graph.nodes)
    if count > MANY:
        memory = held_in_memory(count, "operations", _FILE_SIZE)
        warn(TraceWarning(f"op-execution trace: note: {memory}"))
    try:
        return write(graph_schema(), _Writer(graph).table(), size_prefixed=False)
    except (MisfitError, MemoryError) as error:
        raise TraceError(f"cannot be saved: {error or 'out of memory'}") from None


class _Writer:
    """A writer of one graph. Placeholders are numbered from 1, and operations after them."""

    def __init__(self, graph: GraphData) -> None:
        self._graph = graph
        first = len(graph.placeholders) + 1
        self._numbers = {node.name: first + i for i, node in enumerate(graph.nodes)}
        self._pairs = {name: (i + 1, 0) for i, name in enumerate(graph.placeholders)}
        for node in graph.nodes:
            number = self._numbers[node.name]
            self._pairs |= {name: (number, k) for k, name in enumerate(node.outputs)}
        self._layouts: dict[Layout, FlatTable] = {}

    def table(self) -> FlatTable:
        graph = self._graph
        takers: dict[int, dict[int, None]] = {}
        for node in graph.nodes:
            for name in node.inputs:
                users = takers.setdefault(self._pairs[name][0], {})
                users[self._numbers[node.name]] = None
        return {
            "variables": [self._variable(each) for each in graph.variables.values()],
            "nodes": [self._node(each, takers) for each in graph.nodes],
            "outputs": [self._pair(name) for name in graph.results],
            "placeholders": [
                name for name in graph.placeholders if graph.variables[name].kind == PLACEHOLDER
            ],
        }

    def _pair(self, name: str) -> FlatTable:
        node, index = self._pairs[name]
        return {"first": node, "second": index}

    def _variable(self, variable: Variable) -> FlatTable:
        table: FlatTable = {
            "id": self._pair(variable.name),
            "name": variable.name,
            "dtype": dtype_name(variable.dtype),
            "shape": variable.shape,
            "device": _ANY_DEVICE,
            "variabletype": variable.kind,
            "identity": variable.identity,
        }
        if variable.layout is not None:
            table["layout"] = self._layout(variable.layout)
        if variable.data is not None:
            table["ndarray"] = {
                "shape": variable.shape,
                "buffer": np.frombuffer(variable.data, np.int8),
                "dtype": dtype_name(variable.data_type),
            }
        return table

    def _layout(self, layout: Layout) -> FlatTable:
        if layout not in self._layouts:
            self._layouts[layout] = {
                "dataType": layout.data_type.name,
                "tile": layout.tile,
                "memorySpace": layout.memory_space,
                "memoryLayout": layout.memory_layout,
                "shardShape": layout.shard_shape or None,
                "cores": layout.cores,
                "grid": layout.grid if any(layout.grid) else None,
            }
        return self._layouts[layout]

    def _node(self, node: Node, takers: Mapping[int, Mapping[int, None]]) -> FlatTable:
        number = self._numbers[node.name]
        outputs = [self._graph.variables[name] for name in node.outputs]
        return {
            "id": number,
            "name": node.name,
            "opType": _CUSTOM,
            "opNum": op_hash(node.op_name),
            "properties": _some([_property_table(each) for each in node.properties]),
            "inputPaired": _some([self._pair(name) for name in node.inputs]),
            "output": _some(list(takers.get(number, ()))),
            "extraParams": _some(node.arguments("float")),
            "extraInteger": _some([_signed(each) for each in node.arguments("int")]),
            "extraBools": _some(node.arguments("bool")),
            "device": _ANY_DEVICE,
            "scope_id": self._numbers.get(node.scope, 0),
            "scope_name": node.scope or None,
            "outputNames": _some(list(node.outputs)),
            "opName": node.op_name,
            "outputTypes": _some([dtype_name(each.dtype) for each in outputs]),
            "varControlDeps": [node.destination] if node.destination else None,
            "extraTypes": _some([dtype_name(each) for each in node.arguments("dtype")]),
            "extraStrings": _some(node.arguments("string")),
            "libraryType": node.op_type or None,
        }


def op_hash(name: str) -> int:
    """Return the number for an operation's name: the first 64 bits of its BLAKE2b hash, signed."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little", signed=True)


def _some(values: Sequence[Any]) -> Sequence[Any] | None:
    return values or None


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value


def _property_table(each: Property) -> FlatTable:
    values = [_signed(value) for value in each.values] if each.kind == "int" else list(each.values)
    shape = [len(values)] if each.is_list else None
    return {"name": each.name, FIELDS[each.kind]: values, "shape": shape}


# ---- reading


def from_bytes(data: bytes) -> GraphData:
    """Return the graph in the bytes of a file. Raises `TraceError`."""
    try:
        return read_graph(GraphReader(root_of(data)))
    except BinaryError as error:
        raise TraceError(str(error)) from None


def root_of(data: bytes | memoryview) -> TableView:
    """Return a view of the graph in the bytes of a file. Raises `BinaryError`."""
    return read(graph_schema(), data, size_prefixed=False)
