"""A reader of op-execution trace files that reads item by item and checks consistency.

Variables and nodes are identified by their indices in the file. An `Index` finds them by key: a
dictionary if the graph is in memory, or columns of numbers (`stored`) if it stays in its file.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from ttmlir_py.runtime.errors import shape_text
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.limits import MAX_RANK
from ttmlir_py.runtime.tensor import ROW_MAJOR, TILE, Layout
from ttmlir_py.schemas import BinaryError, Schema, TableView, VectorView, load_schema
from ttmlir_py.schemas.records import Record, Values
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.operation.node import (
    CONSTANT,
    PLACEHOLDER,
    GraphData,
    Variable,
    type_text,
)
from ttmlir_py.traces.operation.node import OperationNode as Node
from ttmlir_py.traces.operation.record import Kind, Property
from ttmlir_py.traces.operation.types import FIELDS, FORMAT_NAMES, dtype_name

_ARRAY = "ARRAY"
_FLAGS = {_ARRAY: 1, PLACEHOLDER: 2}
_IS_KNOWN, _IS_MADE = 4, 8
_KEPT = 1024
"""Largest number of cached layouts and attributes, which many variables and nodes share."""

Pair = tuple[int, int]


@cache
def graph_schema() -> Schema:
    """Return the FlatBuffers schema of op-execution trace files."""
    return load_schema("SameDiff/graph.fbs")


class NodeFields(NamedTuple):
    """The fields of a node, in the order in which they are checked."""

    id: int
    name: str | None
    opName: str | None
    libraryType: str | None
    inputPaired: Sequence[TableView] | None
    outputNames: Sequence[str] | None
    properties: Sequence[TableView] | None
    varControlDeps: Sequence[str] | None
    scope_name: str | None


class _Records:
    """The records of a file: groups of fields that are read together from each table."""

    def __init__(self, root: TableView) -> None:
        tables: Any = graph_schema().types

        def record(table: str, *fields: str, kept: int = 0, **nested: Record) -> Record:
            return Record(tables[f"sd.graph.{table}"], fields, nested, kept=kept)

        pair = record("IntPair", "first", "second")
        places = ("dataType", "tile", "memorySpace", "memoryLayout", "shardShape", "cores", "grid")
        layout = record("FlatLayout", *places, kept=_KEPT)
        of_variable = ("name", "shape", "dtype", "layout", "variabletype", "identity", "ndarray")
        variable = record("FlatVariable", *of_variable, "id", layout=layout, id=pair)
        attribute = record("FlatProperties", "name", "shape", *FIELDS.values())
        self.pair = pair.reader(root)
        self.variable = variable.reader(root)
        self.variable_name = record("FlatVariable", "name").reader(root)
        self.variable_pair = record("FlatVariable", "id", id=pair).reader(root)
        of_type = record("FlatVariable", "shape", "dtype", "layout", layout=layout)
        self.variable_type = of_type.reader(root)
        self.node = record("FlatNode", *NodeFields._fields).reader(root)
        self.node_name = record("FlatNode", "name").reader(root)
        self.node_outputs = record("FlatNode", "outputNames").reader(root)
        self.node_scope = record("FlatNode", "scope_name").reader(root)
        self.node_id = record("FlatNode", "id").reader(root)
        self.property = attribute.reader(root)


class Index(Protocol):
    """An interface for a map from keys to the index of the first item with that key.

    A dictionary is an example.
    """

    def get(self, key: Any, /) -> int | None:
        """Return the index for a key, or None if the key is new."""
        ...

    def setdefault(self, key: Any, number: int, /) -> int:
        """Return the index for a key. A new key gets `number`."""
        ...


IndexMaker = Callable[[int, Callable[[int], Any], Callable[[Any], int] | None], Index]
"""Makes an index for `count` keys.

The first callback reads the key of an index. The second one, if given, maps keys to small numbers,
or to a negative number.
"""


def _dictionary(
    count: int, key_of: Callable[[int], Any], code_of: Callable[[Any], int] | None
) -> Index:
    return cast(dict[Any, int], {})


class GraphReader:
    """Reads a graph on demand: first all `variables`, then all nodes.

    Raises `TraceError` and `BinaryError`.
    """

    def __init__(self, root: TableView, index: IndexMaker = _dictionary) -> None:
        self.root = root
        self.variable_views = cast(VectorView, root.variables or ())
        self.node_views = cast(VectorView, root.nodes or ())
        count, nodes = len(self.variable_views), len(self.node_views)
        self._left = 0
        self.allow_another_walk()
        self._flags = bytearray(count)
        """State of each variable: its kind, whether it exists before the current node, and whether
        a node creates it.
        """
        self._records = _Records(root)
        self._layouts: dict[Values, Layout] = {}
        self._properties: dict[Values, Property] = {}
        self._by_name: Index = index(count, self.name_of, None)
        self._by_pair = index(count, self._pair_of, lambda pair: -1 if pair[1] else pair[0])
        self._by_id = index(nodes, self._id_of, lambda number: number)
        self.nodes_by_name: Index = index(nodes, self.node_name, None)
        self._are_names_unique = self._are_scopes_known = True

    def allow_another_walk(self) -> None:
        """Reset the limit of items that are read, for another pass over the file."""
        self._left = 10_000 + self.root.file_size

    def name_of(self, number: int) -> str:
        """Return the name of the variable with this index."""
        return self._records.variable_name.at(self.variable_views, number)[0]

    def node_name(self, index: int) -> str:
        """Return the name of the node with this index."""
        return self._records.node_name.at(self.node_views, index)[0]

    def type_text(self, number: int) -> str:
        """Return shape and format of the variable with this index, which was read before.

        See `Variable.type_text`.
        """
        shape, code, layout = self._records.variable_type.at(self.variable_views, number)
        dtype = FORMAT_NAMES.get(code, str(code)) if layout is None else layout[0]
        return type_text(shape or (), dtype)

    def variables_again(self) -> Iterator[tuple[Variable, int | None]]:
        """Yield all variables again after linking, each with the index of the node that creates
        it.
        """
        for values in self._records.variable.all(self.variable_views):
            yield self._variable(values), self._maker(values[-1])

    def maker(self, number: int) -> int | None:
        """Return the index of the node that creates a variable, or None if it comes from
        outside.
        """
        return self._maker(self._pair_of(number))

    def _maker(self, pair: Pair) -> int | None:
        index = self._by_id.get(pair[0])
        if index is None:
            return None
        (outputs,) = self._records.node_outputs.at(self.node_views, index)
        return index if pair[1] < len(outputs or ()) else None

    def forget_names(self) -> None:
        """Release the indices of names, which are needed only for linking and for look-up by
        name.
        """
        self._by_name = self.nodes_by_name = _dictionary(0, self.name_of, None)

    def _pair_of(self, number: int) -> Pair:
        return self._records.variable_pair.at(self.variable_views, number)[0]

    def _id_of(self, index: int) -> int:
        return self._records.node_id.at(self.node_views, index)[0]

    # A file can refer to one item many times. This limit on the number of reads bounds the work.
    def _spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise BinaryError("shared parts of the file expand beyond the limit")

    def items(self, vector: Any) -> Iterator[Any]:
        """Yield the elements of a vector; nothing if it is absent."""
        for each in vector if vector is not None else ():
            self._spend(1 + len(each) // 4 if isinstance(each, str) else 1)
            yield each

    def _text(self, text: str | None) -> str:
        self._spend(1 + len(text or "") // 4)
        return text or ""

    def _made(self, pair: Pair, what: str) -> int:
        """Return the index of the variable that is output `pair[1]` of the node with id
        `pair[0]`.
        """
        number = self._by_pair.get(pair)
        if number is None:
            raise TraceError(
                f"{what} is output {pair[1]} of node {pair[0]}, for which there is no variable"
            )
        return number

    def _pairs(self, vector: Any) -> Iterator[Any]:
        for each in self._records.pair.all(vector) if vector is not None else ():
            self._spend(2)
            yield each

    # ---- variables

    def variables(self) -> Iterator[Variable]:
        """Yield all variables in order, after checking each."""
        for number, values in enumerate(self._records.variable.all(self.variable_views)):
            made = self._variable(values)
            pair = values[-1]
            if pair is None:
                raise TraceError(f"variable '{made.name}' has no id")
            if (
                self._by_name.setdefault(made.name, number) != number
                or self._by_pair.setdefault(pair, number) != number
            ):
                raise _not_unique(made.name)
            self._flags[number] = _FLAGS.get(made.kind, 0)
            yield made

    def _variable(self, values: Values) -> Variable:
        name, shape, code, place, kind, identity, array, _ = values
        if not name:
            raise _not_unique(name or "")
        shape, code = shape or (), str(code)
        self._spend(4 + len(name) // 4 + len(shape))
        if len(shape) > MAX_RANK or any(size < 0 for size in shape):
            raise TraceError(f"variable '{name}' has the invalid shape {shape_text(shape)}")
        dtype = FORMAT_NAMES.get(code, code)
        layout = None
        if place is not None:
            layout = self._layouts.get(place) or self._layout(place, f"variable '{name}'")
            dtype = layout.data_type.name
            if dtype_name(dtype) != code:
                raise TraceError(f"variable '{name}' is {code}, its layout says {dtype}")
        made = Variable(name, str(kind), shape, dtype, layout, identity=identity)
        if array is not None:
            self._read_data(made, array)
        return made

    def _read_data(self, variable: Variable, array: TableView) -> None:
        shape = () if array.shape is None else tuple(array.shape.tolist())
        self._spend(len(shape))
        if array.buffer is None or shape != variable.shape:
            raise TraceError(f"variable '{variable.name}': its elements have another shape")
        if variable.kind != CONSTANT:
            raise TraceError(f"variable '{variable.name}' has elements, but is not a constant")
        variable.data = array.buffer.view(np.uint8)
        code = str(array.dtype)
        variable.data_type = FORMAT_NAMES.get(code, code)

    def _layout(self, place: Values, what: str) -> Layout:
        data_type, tile, space, spread, shard, cores, grid = place
        tile, shard, grid = tile or (), shard or (), grid or (0, 0)
        self._spend(4 + sum(map(len, (tile, shard, grid))))
        format_ = FORMATS.get(self._text(data_type))
        memory = self._text(space), self._text(spread)
        numbers = (*shard, *grid, cores)
        if format_ is None or tile not in (ROW_MAJOR, TILE) or len(grid) != 2 or min(numbers) < 0:
            raise TraceError(f"{what} has an invalid layout")
        layout = Layout(format_, cast(Any, tile), *memory, shard, cores, grid)
        if len(self._layouts) < _KEPT:
            self._layouts[place] = layout
        return layout

    def placeholders(self) -> Iterator[int]:
        """Return the indices of the variables that the file declares as placeholders."""
        return (at for at, flags in enumerate(self._flags) if flags & _FLAGS[PLACEHOLDER])

    def require_placeholders(self) -> None:
        """Check that the listed placeholders are complete and in order, and mark them as
        existing.
        """
        listed: Sequence[str] = self.root.placeholders or ()
        expected, is_equal = self.placeholders(), True
        for name in self.items(listed):
            is_equal &= self._by_name.get(name) == next(expected, -1)
        if listed and (not is_equal or next(expected, None) is not None):
            raise TraceError("'placeholders' does not list the variables of this kind in order")
        for number in self.placeholders():
            self._flags[number] |= _IS_KNOWN

    # ---- nodes

    def what(self, index: int) -> str:
        """Return the text that names the node with this index in messages."""
        return f"node {index} '{self.node_name(index) or ''}'"

    def nodes(self) -> Iterator[NodeFields]:
        """Return the fields of all nodes, in order."""
        return map(NodeFields._make, self._records.node.all(self.node_views))

    def fields(self, index: int) -> NodeFields:
        """Return the fields of the node with this index."""
        return NodeFields._make(self._records.node.at(self.node_views, index))

    def inputs(self, index: int, fields: NodeFields) -> list[int]:
        """Return the indices of the variables that a node takes."""
        find, found = self._by_pair.get, list[int]()
        for pair in self._pairs(fields.inputPaired):
            number = find(pair)
            if number is None:
                number = self._made(pair, f"{self.what(index)}: an input")
            found.append(number)
        return found

    def node(self, index: int, fields: NodeFields, inputs: tuple[str, ...]) -> Node:
        """Return a node from its fields and the names of its inputs."""
        _, name, op_name, op_type, _, outputs, properties, into, scope = fields
        text = self._text
        destination = text(into[0]) if into else ""
        return Node(
            text(name),
            text(op_name),
            text(op_type),
            inputs,
            tuple(map(text, outputs)) if outputs else (),
            tuple(self._properties_of(index, properties)) if properties else (),
            destination=destination,
            scope=text(scope) if scope else "",
        )

    def outputs(self, fields: NodeFields) -> list[int]:
        """Return the indices of the variables that a linked node creates."""
        pairs = ((fields.id, at) for at in range(len(fields.outputNames or ())))
        return [self._made(each, "an output") for each in pairs]

    def link(self, index: int, id: int, node: Node, inputs: Sequence[int]) -> None:
        """Check that a node is consistent with the earlier ones, and add it to the indices."""
        if not node.name or self._by_id.setdefault(id, index) != index:
            raise TraceError(f"{self.what(index)} has no name, or the id of another node")
        if node.scope and self._are_scopes_known:
            self._are_scopes_known = self.nodes_by_name.get(node.scope) is not None
        self._are_names_unique &= self.nodes_by_name.setdefault(node.name, index) == index
        flags = self._flags
        for each in inputs:
            if flags[each] == _FLAGS[_ARRAY]:
                taken = self.name_of(each)
                raise TraceError(f"{self.what(index)} takes '{taken}', which is created after it")
            flags[each] |= _IS_KNOWN
        into = node.destination
        outputs = [self._output(index, (id, at), each) for at, each in enumerate(node.outputs)]
        if into and not ((at := self._by_name.get(into)) is not None and flags[at] & _IS_KNOWN):
            raise TraceError(f"{self.what(index)} writes into '{into}', which does not exist yet")
        for number in outputs:
            flags[number] |= _IS_KNOWN | _IS_MADE

    def _output(self, index: int, pair: tuple[int, int], name: str) -> int:
        number = self._by_pair.get(pair)
        if number is None or self.name_of(number) != name:
            raise TraceError(
                f"{self.what(index)} has the output {pair[1]}, '{name}', which no variable confirms"
            )
        if self._flags[number] & _IS_KNOWN:
            raise TraceError(f"{self.what(index)} creates '{name}', which exists before it")
        return number

    def _properties_of(self, index: int, vector: Any) -> Iterator[Property]:
        for name, shape, *values in self._records.property.all(vector):
            self._spend(2 + len(name or "") // 4 + len(shape or ()))
            held = tuple(None if each is None else self._values(each) for each in values)
            key = (name, shape, *held)
            known = self._properties.get(key)
            yield known or self._property(index, key)

    def _values(self, vector: Sequence[Any]) -> Values:
        if isinstance(vector, tuple):
            self._spend(len(vector))
            return vector
        return tuple(self.items(vector))

    def _property(self, index: int, key: Values) -> Property:
        name, shape, *values = key
        name, shape = name or "", shape or ()
        held = [each for each in zip(FIELDS, values, strict=True) if each[1] is not None]
        what = f"attribute '{name}'"
        if len(held) != 1 or len(shape) > 1:
            raise TraceError(f"{self.what(index)}: {what} has no values, or several kinds of them")
        kind: Kind
        ((kind, found),) = held
        if (shape or (1,)) != (len(found),):
            raise TraceError(f"{self.what(index)}: {what} has {len(found)} values")
        made = Property(name, kind, found if shape else found[0])
        if kind != "float" and len(self._properties) < _KEPT:  # 0.0 and -0.0 are equal keys
            self._properties[key] = made
        return made

    # ---- checks after all nodes were read

    def require_scopes(self) -> Iterator[None]:
        """Check after linking that names are unique and scopes precede the nodes that they contain.

        Graphs of innermost operations have no scopes. If all scopes are in order, this ends
        immediately, else it visits all nodes.
        """
        if not self._are_names_unique:
            raise TraceError("two nodes have one name or id")
        for index in range(0 if self._are_scopes_known else len(self.node_views)):
            if (place := self.scope_of(index)) is not None and place >= index:
                scope = self.node_views[index].scope_name
                raise TraceError(f"{self.what(index)} is part of '{scope}', which follows it")
            yield

    def scope_of(self, index: int) -> int | None:
        """Return the index of the node that contains a node, or None."""
        scope = self._records.node_scope.at(self.node_views, index)[0]
        return self.nodes_by_name.get(scope) if scope else None

    def results(self) -> Iterator[int]:
        """Return the indices of the variables that are results."""
        return (self._made(pair, "a result") for pair in self._pairs(self.root.outputs))

    def own_weights(self) -> Iterator[int]:
        """Yield the indices of variables that no node creates, except placeholders.

        These are weights of a graph from elsewhere.
        """
        for number, flags in enumerate(self._flags):
            if flags & (_IS_MADE | _FLAGS[PLACEHOLDER]):
                continue
            if flags & _FLAGS[_ARRAY]:
                raise TraceError(f"variable '{self.name_of(number)}' is made by no node")
            yield number

    def sources(self) -> array[int]:
        """Return the variables from outside after linking, as in `GraphData.placeholders`."""
        found = array("I", self.placeholders())
        found.extend(self.own_weights())
        return found


def _not_unique(name: str) -> TraceError:
    return TraceError(f"variable '{name}' has no name, or one or an id that another has")


def read_graph(reader: GraphReader) -> GraphData:
    """Read the whole graph into memory. Raises `TraceError` and `BinaryError`."""
    graph = GraphData({each.name: each for each in reader.variables()})
    names = list(graph.variables)
    graph.placeholders = [names[each] for each in reader.placeholders()]
    reader.require_placeholders()
    for index, fields in enumerate(reader.nodes()):
        inputs = reader.inputs(index, fields)
        node = reader.node(index, fields, tuple(names[each] for each in inputs))
        reader.link(index, fields.id, node, inputs)
        graph.nodes.append(node)
    for _ in reader.require_scopes():
        pass
    graph.results = [names[each] for each in reader.results()]
    graph.placeholders = [names[each] for each in reader.sources()]
    return graph
