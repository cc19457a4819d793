"""Reads a saved graph of executed operations part by part, and checks that it fits together.

Variables and nodes go by their numbers in the file. What must be known of all of them stands in an `Index`: a dictionary where the
graph is in memory anyway, columns of numbers (`stored`) where it stays in its file.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, cast

import numpy as np

from ttmlir_py.runtime.errors import shape_text
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.limits import MAX_RANK
from ttmlir_py.runtime.tensor import ROW_MAJOR, TILE, Layout
from ttmlir_py.schemas import BinaryError, TableView
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.operation.node import CONSTANT, PLACEHOLDER, GraphData, Variable
from ttmlir_py.traces.operation.node import OperationNode as Node
from ttmlir_py.traces.operation.record import Kind, Property
from ttmlir_py.traces.operation.types import FIELDS, FORMAT_NAMES, dtype_name

_ARRAY = "ARRAY"
_FLAGS = {_ARRAY: 1, PLACEHOLDER: 2}
_IS_KNOWN, _IS_MADE = 4, 8


class Index(Protocol):
    """Keys, and the number of the first that had each. A dictionary is one."""

    def get(self, key: Any, /) -> int | None:
        """The number of a key; None if it is not there."""
        ...

    def setdefault(self, key: Any, number: int, /) -> int:
        """The number of a key, which is this one if the key is new."""
        ...


def _dictionary(count: int, key_of: Callable[[int], object]) -> Index:
    return cast(dict[Any, int], {})


class GraphReader:
    """The parts of a graph, made as they are asked for: first all `variables`, then all nodes.

    `index` makes an `Index` for so many keys, each of which a function reads again by its number. Raises `TraceError` and
    `BinaryError`.
    """

    def __init__(
        self,
        root: TableView,
        index: Callable[[int, Callable[[int], object]], Index] = _dictionary,
    ) -> None:
        self.root = root
        self.variable_views: Sequence[TableView] = root.variables or ()
        self.node_views: Sequence[TableView] = root.nodes or ()
        count, nodes = len(self.variable_views), len(self.node_views)
        self._left = 0
        self.allow_another_walk()
        self._flags = bytearray(count)
        """Of each variable: its kind, whether it is there before the node that is read, and whether a node made it."""
        self._by_name = index(count, self.name_of)
        self._by_pair = index(count, self._pair_of)
        self._by_id = index(nodes, lambda number: self.node_views[number].id)
        self.nodes_by_name = index(nodes, lambda number: self.node_views[number].name)
        self._are_names_unique = True

    def allow_another_walk(self) -> None:
        """Let as much be read again as a walk over the file may cost."""
        self._left = 10_000 + self.root.file_size

    def name_of(self, number: int) -> str:
        """The name of a variable."""
        return self.variable_views[number].name

    def type_text(self, number: int) -> str:
        """Shape and format of a variable that was read before; see `Variable.type_text`."""
        view = self.variable_views[number]
        layout, code = view.layout, str(view.dtype)
        dtype = FORMAT_NAMES.get(code, code) if layout is None else layout.dataType
        shape = () if view.shape is None else tuple(view.shape.tolist())
        return Variable("", "", shape, dtype).type_text

    def _pair_of(self, number: int) -> tuple[int, int]:
        pair = self.variable_views[number].id
        return pair.first, pair.second

    # Whatever is read costs as much as it takes, so that parts that are named again and again end.
    def _spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise BinaryError("shared parts of the file multiply beyond measure")

    def items(self, vector: Any) -> Iterator[Any]:
        """The elements of a vector; none if it is absent."""
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

    def _number(self, view: TableView | None, what: str) -> int:
        """The variable that a pair is the id of."""
        return self._made(self._pair(view, what), what)

    def _made(self, pair: tuple[int, int], what: str) -> int:
        number = self._by_pair.get(pair)
        if number is None:
            raise TraceError(f"{what} is output {pair[1]} of {pair[0]}, which no variable is")
        return number

    # ---- variables -------------------------------------------------------------------------------------------------

    def variables(self) -> Iterator[Variable]:
        """All variables in order, each checked."""
        for number, view in enumerate(self.items(self.variable_views)):
            made = self._variable(view)
            pair = self._pair(view.id, f"variable '{made.name}'")
            if (
                self._by_name.setdefault(made.name, number) != number
                or self._by_pair.setdefault(pair, number) != number
            ):
                raise _not_unique(made.name)
            self._flags[number] = _FLAGS.get(made.kind, 0)
            yield made

    def _variable(self, view: TableView) -> Variable:
        name = self._text(view.name)
        what = f"variable '{name}'"
        if not name:
            raise _not_unique(name)
        shape = self._numbers(view.shape)
        if len(shape) > MAX_RANK or any(size < 0 for size in shape):
            raise TraceError(f"{what} has the invalid shape {shape_text(shape)}")
        code = str(view.dtype)
        dtype = FORMAT_NAMES.get(code, code)
        layout = None if view.layout is None else self._layout(view.layout, what)
        if layout is not None:
            if dtype_name(layout.data_type.name) != code:
                raise TraceError(f"{what} is {code}, its layout says {layout.data_type.name}")
            dtype = layout.data_type.name
        made = Variable(name, str(view.variabletype), shape, dtype, layout)
        made.identity = view.identity
        if view.ndarray is not None:
            self._read_data(made, view.ndarray)
        return made

    def _read_data(self, variable: Variable, array: TableView) -> None:
        if array.buffer is None or self._numbers(array.shape) != variable.shape:
            raise TraceError(f"variable '{variable.name}': its elements have another shape")
        if variable.kind != CONSTANT:
            raise TraceError(f"variable '{variable.name}' has elements, but is no constant")
        variable.data = array.buffer.view(np.uint8)
        code = str(array.dtype)
        variable.data_type = FORMAT_NAMES.get(code, code)

    def _layout(self, view: TableView, what: str) -> Layout:
        format_ = FORMATS.get(self._text(view.dataType))
        tile, shard = self._numbers(view.tile), self._numbers(view.shardShape)
        grid = self._numbers(view.grid) or (0, 0)
        memory = self._text(view.memorySpace), self._text(view.memoryLayout)
        numbers = (*shard, *grid, view.cores)
        if format_ is None or tile not in (ROW_MAJOR, TILE) or len(grid) != 2 or min(numbers) < 0:
            raise TraceError(f"{what} has an invalid layout")
        return Layout(format_, cast(Any, tile), *memory, shard, view.cores, cast(Any, grid))

    def placeholders(self) -> Iterator[int]:
        """The variables that come from outside, those that the file calls so."""
        return (at for at, flags in enumerate(self._flags) if flags & _FLAGS[PLACEHOLDER])

    def require_placeholders(self) -> None:
        """If the file lists the placeholders, all are there in order. What they are is known before any node."""
        listed: Sequence[str] = self.root.placeholders or ()
        expected, is_equal = self.placeholders(), True
        for name in self.items(listed):
            is_equal &= self._by_name.get(name) == next(expected, -1)
        if listed and (not is_equal or next(expected, None) is not None):
            raise TraceError("'placeholders' are not the variables of this kind")
        for number in self.placeholders():
            self._flags[number] |= _IS_KNOWN

    # ---- nodes -----------------------------------------------------------------------------------------------------

    def what(self, index: int) -> str:
        """A node as messages call it."""
        return f"node {index} '{self.node_views[index].name or ''}'"

    def inputs(self, index: int, view: TableView) -> list[int]:
        """The variables that a node takes."""
        pairs = self.items(view.inputPaired)
        return [self._number(each, f"{self.what(index)}: an input") for each in pairs]

    def node(self, index: int, view: TableView, inputs: tuple[str, ...]) -> Node:
        """A node with what it holds itself."""
        into = [self._text(each) for each in view.varControlDeps or ()][:1]
        return Node(
            self._text(view.name),
            self._text(view.opName),
            self._text(view.libraryType),
            inputs,
            tuple(self._text(each) for each in view.outputNames or ()),
            tuple(self._property(each, index) for each in self.items(view.properties)),
            destination=into[0] if into else "",
            scope=self._text(view.scope_name),
        )

    def outputs(self, view: TableView) -> list[int]:
        """The variables that a node makes, which was linked before."""
        pairs = ((view.id, at) for at in range(len(view.outputNames or ())))
        return [self._made(each, "an output") for each in pairs]

    def link(self, index: int, id: int, node: Node, inputs: Sequence[int]) -> None:
        """Check that a node follows from those before it, and go on."""
        if not node.name or self._by_id.setdefault(id, index) != index:
            raise TraceError(f"{self.what(index)} has no name, or the id of another")
        self._are_names_unique &= self.nodes_by_name.setdefault(node.name, index) == index
        flags = self._flags
        for each in inputs:
            if flags[each] == _FLAGS[_ARRAY]:
                taken = self.name_of(each)
                raise TraceError(f"{self.what(index)} takes '{taken}', which is made after it")
            flags[each] |= _IS_KNOWN
        into = node.destination
        outputs = [self._output(index, (id, at), each) for at, each in enumerate(node.outputs)]
        if into and not ((at := self._by_name.get(into)) is not None and flags[at] & _IS_KNOWN):
            raise TraceError(f"{self.what(index)} writes into '{into}', which is not there")
        for number in outputs:
            flags[number] |= _IS_KNOWN | _IS_MADE

    def _output(self, index: int, pair: tuple[int, int], name: str) -> int:
        number = self._by_pair.get(pair)
        if number is None or self.name_of(number) != name:
            raise TraceError(
                f"{self.what(index)} says that its output {pair[1]} is '{name}', no variable does"
            )
        if self._flags[number] & _IS_KNOWN:
            raise TraceError(f"{self.what(index)} makes '{name}', which is there before it")
        return number

    def _property(self, view: TableView, index: int) -> Property:
        name, shape = self._text(view.name), self._numbers(view.shape)
        held: list[tuple[Kind, Any]] = []
        for kind, field in FIELDS.items():
            if view[field] is not None:
                held.append((kind, view[field]))
        what = f"attribute '{name}'"
        if len(held) != 1 or len(shape) > 1:
            raise TraceError(f"{self.what(index)}: {what} has no values, or several kinds of them")
        ((kind, vector),) = held
        texts = kind in ("dtype", "string")
        values = tuple(self.items(vector)) if texts else self._numbers(vector)
        if (shape or (1,)) != (len(values),):
            raise TraceError(f"{self.what(index)}: {what} has {len(values)} values")
        return Property(name, kind, values if shape else values[0])

    # ---- the end ---------------------------------------------------------------------------------------------------

    def require_scopes(self) -> Iterator[TableView]:
        """All nodes, once they are linked: names are those of one node each, and scopes are nodes before those that they hold.

        Of graphs of leaves scopes are absent.
        """
        if not self._are_names_unique:
            raise TraceError("two nodes have one name or id")
        for index, view in enumerate(self.node_views):
            scope = view.scope_name
            place = self.nodes_by_name.get(scope) if scope else None
            if place is not None and place >= index:
                raise TraceError(f"{self.what(index)} is part of '{scope}' after it")
            yield view

    def results(self) -> Iterator[int]:
        """The variables that are results."""
        return (self._number(view, "a result") for view in self.items(self.root.outputs))

    def own_weights(self) -> Iterator[int]:
        """The variables that no node makes, and that are no placeholders: a foreign graph's own weights."""
        for number, flags in enumerate(self._flags):
            if flags & (_IS_MADE | _FLAGS[PLACEHOLDER]):
                continue
            if flags & _FLAGS[_ARRAY]:
                raise TraceError(f"variable '{self.name_of(number)}' is made by no node")
            yield number


def _not_unique(name: str) -> TraceError:
    return TraceError(f"variable '{name}' has no name, or one or an id that another has")


def read_graph(reader: GraphReader) -> GraphData:
    """The whole graph in memory. Raises `TraceError` and `BinaryError`."""
    graph = GraphData({each.name: each for each in reader.variables()})
    names = list(graph.variables)
    graph.placeholders = [names[each] for each in reader.placeholders()]
    reader.require_placeholders()
    for index, view in enumerate(reader.items(reader.node_views)):
        inputs = reader.inputs(index, view)
        node = reader.node(index, view, tuple(names[each] for each in inputs))
        reader.link(index, view.id, node, inputs)
        graph.nodes.append(node)
    for _ in reader.require_scopes():
        pass
    graph.results = [names[each] for each in reader.results()]
    graph.placeholders += [names[each] for each in reader.own_weights()]
    return graph
