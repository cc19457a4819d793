"""Graphs of executed operations as files: FlatBuffers in the form of ND4J's SameDiff (`schemas/SameDiff/graph.fbs`).

Files come from anywhere: what does not fit together is a `TraceError` that names the node or the variable. Saving what was
loaded gives the same bytes.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, cast

import numpy as np

from ttmlir_py.runtime.errors import shape_text
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.limits import MAX_RANK
from ttmlir_py.runtime.tensor import ROW_MAJOR, TILE, Layout
from ttmlir_py.schemas import BinaryError, MisfitError, Schema, TableView, load_schema, read, write
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.operation.node import CONSTANT, PLACEHOLDER, GraphData, Variable
from ttmlir_py.traces.operation.node import OperationNode as Node
from ttmlir_py.traces.operation.record import Kind, Property

_CUSTOM = "CUSTOM"
_ANY_DEVICE = -1
_DTYPES = {
    "Float32": "FLOAT",
    "Float16": "HALF",
    "BFloat16": "BFLOAT16",
    "UInt32": "UINT32",
    "UInt16": "UINT16",
    "UInt8": "UINT8",
    "Int32": "INT32",
}
"""ND4J's names of the data formats; it has none for block formats."""
_FORMATS = {name: format_ for format_, name in _DTYPES.items()}
_UNKNOWN_DTYPE = "INHERIT"
_FIELDS: dict[Kind, str] = {"int": "l", "float": "d", "bool": "b", "dtype": "types", "string": "s"}
"""The field of `FlatProperties` that holds values of a kind."""

FlatTable = dict[str, Any]


@cache
def _schema() -> Schema:
    return load_schema("SameDiff/graph.fbs")


def is_graph_file(head: bytes) -> bool:
    """Whether a file that starts with these bytes holds such a graph: the root's offset and its table's fields are in order."""
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


# ---- writing -------------------------------------------------------------------------------------------------------


def to_bytes(graph: GraphData) -> bytes:
    """The graph as a file's bytes. Raises `TraceError` if a value does not fit."""
    try:
        return write(_schema(), _Writer(graph).table(), size_prefixed=False)
    except (MisfitError, MemoryError) as error:
        raise TraceError(f"cannot be saved: {error or 'out of memory'}") from None


class _Writer:
    """One graph. Placeholders are numbered from 1, and on from there the operations."""

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
            "placeholders": graph.placeholders,
        }

    def _pair(self, name: str) -> FlatTable:
        node, index = self._pairs[name]
        return {"first": node, "second": index}

    def _variable(self, variable: Variable) -> FlatTable:
        table: FlatTable = {
            "id": self._pair(variable.name),
            "name": variable.name,
            "dtype": _dtype(variable.dtype),
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
                "dtype": _dtype(variable.data_type),
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
            "outputTypes": _some([_dtype(each.dtype) for each in outputs]),
            "varControlDeps": [node.destination] if node.destination else None,
            "extraTypes": _some([_dtype(each) for each in node.arguments("dtype")]),
            "extraStrings": _some(node.arguments("string")),
            "libraryType": node.op_type or None,
        }


def op_hash(name: str) -> int:
    """The number of an operation: the first 64 bits of its name's BLAKE2b, as a signed number."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little", signed=True)


def _some(values: Sequence[Any]) -> Sequence[Any] | None:
    return values or None


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value


def _dtype(name: str) -> str:
    return _DTYPES.get(name, _UNKNOWN_DTYPE if name in FORMATS else name)


def _property_table(each: Property) -> FlatTable:
    values = [_signed(value) for value in each.values] if each.kind == "int" else list(each.values)
    shape = [len(values)] if each.is_list else None
    return {"name": each.name, _FIELDS[each.kind]: values, "shape": shape}


# ---- reading -------------------------------------------------------------------------------------------------------


def from_bytes(data: bytes) -> GraphData:
    """The graph in a file's bytes. Raises `TraceError`."""
    try:
        return _Reader(read(_schema(), data, size_prefixed=False)).graph()
    except BinaryError as error:
        raise TraceError(str(error)) from None


class _Reader:
    """Builds a graph of what a file says, and checks that it fits together."""

    def __init__(self, root: TableView) -> None:
        self._root = root
        self._left = 10_000 + root.file_size
        self._variables: dict[str, Variable] = {}
        self._by_pair: dict[tuple[int, int], str] = {}

    def graph(self) -> GraphData:
        root, graph = self._root, GraphData()
        for view in self._items(root.variables):
            self._read_variable(view)
        graph.placeholders = [
            name for name, each in self._variables.items() if each.kind == PLACEHOLDER
        ]
        known = set(graph.placeholders)
        if list(self._items(root.placeholders)) not in ([], graph.placeholders):
            raise TraceError("'placeholders' are not the variables of this kind")
        names: dict[int, str] = {}
        for index, view in enumerate(self._items(root.nodes)):
            node = self._node(index, view, known, names)
            graph.nodes.append(node)
            names[view.id] = node.name
            known.update(node.outputs)
        if len(set(names.values())) != len(graph.nodes):
            raise TraceError("two nodes have one name or id")
        self._require_scopes(graph.nodes)
        for view in self._items(root.outputs):
            graph.results.append(self._name(view, "a result"))
        graph.variables = {
            name: each
            for name, each in self._variables.items()
            if name in known or each.kind != PLACEHOLDER
        }
        if extra := next((name for name in graph.variables if name not in known), None):
            kind = self._variables[extra].kind
            if kind == "ARRAY":
                raise TraceError(f"variable '{extra}' is made by no node")
            graph.placeholders.append(extra)  # a foreign graph's own weights
        return graph

    # Whatever is read costs as much as it takes, so that parts that are named again and again end.
    def _spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise BinaryError("shared parts of the file multiply beyond measure")

    def _items(self, vector: Any) -> Iterator[Any]:
        for each in vector if vector is not None else ():
            self._spend(1 + len(each) // 4 if isinstance(each, str) else 1)
            yield each

    def _numbers(self, vector: Any) -> tuple[Any, ...]:
        if vector is None:
            return ()
        self._spend(len(vector))
        return tuple(vector.tolist() if isinstance(vector, np.ndarray) else vector)

    def _text(self, text: str | None) -> str:
        self._spend(1 + len(text or "") // 4)
        return text or ""

    def _pair(self, view: TableView | None, what: str) -> tuple[int, int]:
        if view is None:
            raise TraceError(f"{what} has no id")
        self._spend(1)
        return view.first, view.second

    def _name(self, view: TableView | None, what: str) -> str:
        pair = self._pair(view, what)
        if pair not in self._by_pair:
            raise TraceError(f"{what} is output {pair[1]} of {pair[0]}, which no variable is")
        return self._by_pair[pair]

    def _read_variable(self, view: TableView) -> None:
        name = self._text(view.name)
        what = f"variable '{name}'"
        pair = self._pair(view.id, what)
        if not name or name in self._variables or pair in self._by_pair:
            raise TraceError(f"{what} has no name, or one or an id that another has")
        shape = self._numbers(view.shape)
        if len(shape) > MAX_RANK or any(size < 0 for size in shape):
            raise TraceError(f"{what} has the invalid shape {shape_text(shape)}")
        code = str(view.dtype)
        dtype = _FORMATS.get(code, code)
        layout = None if view.layout is None else self._layout(view.layout, what)
        if layout is not None:
            if _dtype(layout.data_type.name) != code:
                raise TraceError(f"{what} is {code}, its layout says {layout.data_type.name}")
            dtype = layout.data_type.name
        made = Variable(name, str(view.variabletype), shape, dtype, layout)
        made.identity = view.identity
        if view.ndarray is not None:
            self._read_data(made, view.ndarray)
        self._variables[name], self._by_pair[pair] = made, name

    def _read_data(self, variable: Variable, array: TableView) -> None:
        if array.buffer is None or self._numbers(array.shape) != variable.shape:
            raise TraceError(f"variable '{variable.name}': its elements have another shape")
        if variable.kind != CONSTANT:
            raise TraceError(f"variable '{variable.name}' has elements, but is no constant")
        variable.data = array.buffer.view(np.uint8)
        code = str(array.dtype)
        variable.data_type = _FORMATS.get(code, code)

    def _layout(self, view: TableView, what: str) -> Layout:
        format_ = FORMATS.get(self._text(view.dataType))
        tile, shard = self._numbers(view.tile), self._numbers(view.shardShape)
        grid = self._numbers(view.grid) or (0, 0)
        memory = self._text(view.memorySpace), self._text(view.memoryLayout)
        numbers = (*shard, *grid, view.cores)
        if format_ is None or tile not in (ROW_MAJOR, TILE) or len(grid) != 2 or min(numbers) < 0:
            raise TraceError(f"{what} has an invalid layout")
        return Layout(format_, cast(Any, tile), *memory, shard, view.cores, cast(Any, grid))

    def _node(self, index: int, view: TableView, known: set[str], names: dict[int, str]) -> Node:
        name = self._text(view.name)
        what = f"node {index} '{name}'"
        if not name or view.id in names:
            raise TraceError(f"{what} has no name, or the id of another")
        inputs = tuple(self._name(each, f"{what}: an input") for each in self._pairs(view))
        for each in inputs:
            if each not in known and self._variables[each].kind == "ARRAY":
                raise TraceError(f"{what} takes '{each}', which is made after it")
            known.add(each)
        outputs = tuple(self._text(each) for each in view.outputNames or ())
        for at, each in enumerate(outputs):
            if self._by_pair.get((view.id, at)) != each:
                raise TraceError(f"{what} says that its output {at} is '{each}', no variable does")
        into = [self._text(each) for each in view.varControlDeps or ()][:1]
        if into and into[0] not in known:
            raise TraceError(f"{what} writes into '{into[0]}', which is not there")
        return Node(
            name,
            self._text(view.opName),
            self._text(view.libraryType),
            inputs,
            outputs,
            tuple(self._property(each, what) for each in self._items(view.properties)),
            destination=into[0] if into else "",
            scope=self._text(view.scope_name),
        )

    def _pairs(self, view: TableView) -> Iterator[TableView]:
        return self._items(view.inputPaired)

    def _property(self, view: TableView, what: str) -> Property:
        name, shape = self._text(view.name), self._numbers(view.shape)
        held: list[tuple[Kind, Any]] = []
        for kind, field in _FIELDS.items():
            if view[field] is not None:
                held.append((kind, view[field]))
        if len(held) != 1 or len(shape) > 1:
            raise TraceError(f"{what}: attribute '{name}' has no values, or several kinds of them")
        ((kind, vector),) = held
        texts = kind in ("dtype", "string")
        values = tuple(self._items(vector)) if texts else self._numbers(vector)
        if (shape or (1,)) != (len(values),):
            raise TraceError(f"{what}: attribute '{name}' has {len(values)} values")
        return Property(name, kind, values if shape else values[0])

    def _require_scopes(self, nodes: Sequence[Node]) -> None:
        """Scopes are nodes before those that they hold; of graphs of leaves they are absent."""
        places = {node.name: index for index, node in enumerate(nodes)}
        for index, node in enumerate(nodes):
            if places.get(node.scope, -1) >= index:
                raise TraceError(f"node {index} '{node.name}' is part of '{node.scope}' after it")
