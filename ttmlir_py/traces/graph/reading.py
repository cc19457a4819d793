"""Construction of nodes from JSON values, which are checked and completed one by one.

The formats of older writers are accepted.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from ttmlir_py.traces.errors import NO_NODES, TraceError
from ttmlir_py.traces.graph.node import Node, NodeType, Trace, number, shape, shortened

_P = ParamSpec("_P")
_R = TypeVar("_R")

_NAMED = re.compile(r"([a-z_]+)(?:\[(\d{1,18})\])?\Z")
_NODE_TYPES = {each.value: each.value for each in NodeType}
"""Maps values to node types, so that nodes of the same type share one object."""
_COUNTS = ("size", "address", "addr", "page_size", "num_cores", "device_id", "tensor_id", "inputs")
"""Parameters that must be numbers >= 0."""


class NodeReader:
    """A reader of a trace's nodes in order. Call `complete` for each node after `finish`.

    It takes some bytes of memory per node. It checks that counters are indices, edges lead to
    nodes, sizes are not negative, and functions that end have started. Missing `arguments`,
    `stacking_level` and `input_tensors` are inferred from other fields. Without `input_tensors` the
    order of arguments is lost, so tensors are ordered by counter. Raises `TraceError` with the
    node's index.
    """

    def __init__(self) -> None:
        self.levels = array("q")
        """The level of each node."""
        self._types: list[str] = []
        self._opened: list[str] = []
        self._starts = 0
        self._before: Node | None = None
        self._expected: dict[tuple[int, str], int] = {}
        self._farthest: list[tuple[int, int, str]] = []
        self._has_names = False
        self._ids, self._without_id = array("q"), array("q")
        self._lacks_inputs = bytearray()
        """One byte per node: 1 if the node lacks `input_tensors`."""
        self._users, self._used = array("q"), array("q")
        self._inputs: dict[int, list[int]] = {}
        self._given_ids: dict[int, str] = {}

    def read(self, record: object) -> Node:
        """Return the next node, without the fields that depend on later nodes."""
        index = len(self._types)
        node = make_node_of(index, record)
        self._check_frame(node)
        self._types.append(node.node_type)
        self._note_edges(node)
        self._note_tensor(node)
        self._set_level(node)
        self._has_names |= node.pop("name", None) is not None
        self._check_parameters(node)
        for type in (NodeType.TENSOR, NodeType.BUFFER) if self._expected else ():
            who = self._expected.pop((index, type.value), None)
            if who is not None and type != node.node_type:
                raise self._not_a(type, who, index)
        self._before = node
        return node

    def finish(self) -> None:
        """Check the conditions that depend on all nodes. Call it after the last node."""
        count = len(self._types)
        if not count:
            raise TraceError("there are no nodes")
        if self._types[-1] != NodeType.CAPTURE_END:
            raise TraceError(f"is {self._types[-1]}, expected capture_end", count - 1)
        for edge, index, key in self._farthest:
            if edge >= count:
                raise _no_node(index, key, edge)
        if self._has_names:
            self._number_tensors()
        if any(self._lacks_inputs):
            for tensor, user in zip(self._used, self._users, strict=True):
                if self._lacks_inputs[user] and self._types[user] == NodeType.FUNCTION_START:
                    self._inputs.setdefault(user, []).append(tensor)
        if max(self.levels) < 1 << 16:
            self.levels = array("H", self.levels)
        self._types, self._users, self._used = [], array("q"), array("q")

    def complete(self, node: Node) -> Node:
        """Return the node with the missing fields that depend on later nodes."""
        index = node.counter
        node.pop("name", None)
        node["stacking_level"] = self.levels[index]
        if self._lacks_inputs[index]:
            node["input_tensors"] = self._inputs.get(index, [])
        if index in self._given_ids:
            node.params["tensor_id"] = self._given_ids[index]
        return node

    def _check_frame(self, node: Node) -> None:
        """Check that only the first node starts the capture, and only the last one ends it."""
        kind, index = node.node_type, node.counter
        if index == 0 and kind != NodeType.CAPTURE_START:
            raise TraceError(f"is {kind}, expected capture_start", index)
        if index and kind == NodeType.CAPTURE_START:
            raise TraceError(f"{kind} inside of the trace", index)
        if index and self._types[-1] == NodeType.CAPTURE_END:
            raise TraceError(f"{NodeType.CAPTURE_END} inside of the trace", index - 1)

    def _note_edges(self, node: Node) -> None:
        for key in ("connections", "input_tensors"):
            edges: Sequence[int] = node.get(key, ())
            farthest = max(edges, default=-1)
            if farthest > node.counter and farthest > (self._farthest or [(-1,)])[-1][0]:
                first = next(each for each in edges if each == farthest)
                self._farthest.append((first, node.counter, key))

    def _note_tensor(self, node: Node) -> None:
        self._lacks_inputs.append("input_tensors" not in node)
        node.setdefault("input_tensors", [])
        if node.node_type == NodeType.TENSOR:
            self._users.extend(each for each in node.connections if each < 1 << 62)
            self._used.extend([node.counter] * (len(self._users) - len(self._used)))

    def _number_tensors(self) -> None:
        """Assign the lowest free ids to tensors without an id, as in traces of older writers."""
        taken, free = set(self._ids), 0
        for counter in self._without_id:
            while free in taken:
                free += 1
            self._given_ids[counter] = str(free)
            free += 1

    def _set_level(self, node: Node) -> None:
        """Infer a missing level, and check that functions that end have started.

        The end of a function closes the innermost open function of the same name. Functions inside
        it have no end, as after an exception.
        """
        opened = self._opened
        level, kind = len(opened), node.node_type
        if kind == NodeType.FUNCTION_START:
            del opened[max(node.get("stacking_level", level + 1) - 1, 0) :]
            opened.append(node.name)
            level += 1
        elif kind == NodeType.FUNCTION_END:
            level = _last(opened, node)
            del opened[level - 1 :]
        elif kind == NodeType.CAPTURE_END:
            level = 0
        elif kind in (NodeType.TENSOR, NodeType.BUFFER) and self._before is not None:
            level = _value_level(self._before, node, level)
        self.levels.append(self._checked_level(node, node.setdefault("stacking_level", level)))
        if kind == NodeType.ERROR:
            del opened[max(node.stacking_level - 1, 0) :]

    def _checked_level(self, node: Node, level: int) -> int:
        """Check and return the level of a node.

        The level is at most the number of functions started so far plus one, and it is positive for
        functions.
        """
        least, most = int(node.node_type == NodeType.FUNCTION_START), self._starts + 1
        if not least <= level <= most:
            expected = f"a number from {least} to {most}"
            raise TraceError(f"'stacking_level' is {level}, expected {expected}", node.counter)
        self._starts += least
        return level

    def _check_parameters(self, node: Node) -> None:
        for key in _COUNTS:
            if key in node.params:
                number(node, key)
        kind = node.node_type
        if kind in (NodeType.FUNCTION_START, NodeType.FUNCTION_END) and "name" not in node.params:
            raise TraceError("the function has no 'name'", node.counter)
        if kind == NodeType.TENSOR:
            shape(node)
            if "tensor_id" in node.params:
                self._ids.append(number(node, "tensor_id"))
            else:
                self._without_id.append(node.counter)
        if kind in (NodeType.BUFFER, NodeType.BUFFER_ALLOCATE, NodeType.CIRCULAR_BUFFER_ALLOCATE):
            number(node, "size")
        if kind in (NodeType.BUFFER, NodeType.BUFFER_ALLOCATE) and "type" not in node.params:
            raise TraceError(f"{kind} has no 'type'", node.counter)
        if kind in (NodeType.BUFFER_ALLOCATE, NodeType.BUFFER_DEALLOCATE):
            if not node.connections:
                raise self._not_a(NodeType.BUFFER, node.counter, 0)
            self._expect(NodeType.BUFFER, node.counter, node.connections[0])
        for tensor in node.input_tensors:
            self._expect(NodeType.TENSOR, node.counter, tensor)

    def _expect(self, type: NodeType, who: int, index: int) -> None:
        """Require that the node `index` has the type `type`, now or later, when that node is read.

        `who` is the node that refers to it.
        """
        if index >= len(self._types):
            self._expected.setdefault((index, type.value), who)
        elif self._types[index] != type:
            raise self._not_a(type, who, index)

    def _not_a(self, type: NodeType, who: int, index: int) -> TraceError:
        if type == NodeType.TENSOR:
            return TraceError(f"'input_tensors' names node {index}, no tensor", who)
        return TraceError(f"{self._types[who]} is not connected to a buffer", who)


def make_nodes(records: Iterable[object]) -> list[Node]:
    """Return all nodes of a trace, checked and completed; see `NodeReader`."""
    reader = NodeReader()
    nodes = list(map(reader.read, records))
    reader.finish()
    return list(map(reader.complete, nodes))


def read_nodes(given: object) -> list[Node]:
    """Return the nodes in a JSON array, checked and completed; see `NodeReader`.

    Raises `TraceError` with the node's index.
    """
    if isinstance(given, dict):
        given = cast(dict[str, object], given).get("graph")
    if not isinstance(given, list):
        raise TraceError(NO_NODES)
    return make_nodes(cast(list[object], given))


def as_trace(given: Trace | Sequence[Mapping[str, Any]]) -> Trace:
    """Return `given` if it is a trace. If it is a list of plain dictionaries, return the trace that
    they describe. Raises `TraceError`.
    """
    is_plain = isinstance(given, list) and given and not isinstance(given[0], Node)
    return read_nodes(given) if is_plain else cast(Trace, given)


def of_nodes(
    function: Callable[Concatenate[Trace, _P], _R],
) -> Callable[Concatenate[Trace | Sequence[Mapping[str, Any]], _P], _R]:
    """Return a function on traces that also accepts lists of plain dictionaries; see `as_trace`."""

    @wraps(function)
    def wrapper(
        trace: Trace | Sequence[Mapping[str, Any]], *args: _P.args, **kwargs: _P.kwargs
    ) -> _R:
        return function(as_trace(trace), *args, **kwargs)

    return wrapper


def as_calls(given: Trace | Sequence[Mapping[str, Any]]) -> Trace:
    """Return a trace like `as_trace`.

    Nodes that are a part of a trace, without counters and edges, are converted one by one.
    """
    if not isinstance(given, list) or any(map(_is_in_place, given)):
        return as_trace(given)
    rest: dict[str, Any] = {"connections": []}
    cut = cast(list[dict[str, Any]], given)
    return [make_node_of(at, {"counter": at} | rest | each) for at, each in enumerate(cut)]


def _is_in_place(node: object) -> bool:
    return not isinstance(node, dict) or "counter" in node


def make_node_of(index: int, given: object) -> Node:
    """Return a node from JSON, without the fields that depend on other nodes. Raises
    `TraceError`.
    """
    if not isinstance(given, dict):
        raise TraceError("expected an object", index)
    record = cast(dict[str, Any], given)
    counter = record.get("counter")
    if type(counter) is not int or counter != index:
        raise TraceError(f"'counter' is {shortened(repr(counter))}, expected {index}", index)
    node = Node(counter=index, node_type="", params=_params(index, record.get("params")))
    _set_type(node, record)
    node["arguments"] = _texts(index, record.get("arguments", []))
    node["connections"] = _edges(index, record, "connections")
    if "input_tensors" in record:
        node["input_tensors"] = _edges(index, record, "input_tensors")
    for key in ("stacking_level", "duration_ns"):
        if key in record:
            node[key] = _count(index, key, record[key])
    return node


def _set_type(node: Node, record: dict[str, Any]) -> None:
    kind: object = record.get("node_type")
    if "node_type" not in record:
        node["name"] = name = record.get("name")
        found = _NAMED.match(name) if isinstance(name, str) else None
        if found is None:
            raise TraceError("has no 'node_type'", node.counter)
        kind = found[1]
        if found[2] is not None and kind == NodeType.TENSOR:
            node.params.setdefault("tensor_id", str(int(found[2])))
    if not isinstance(kind, str) or kind not in _NODE_TYPES:
        raise TraceError(f"unknown node type {shortened(repr(kind))}", node.counter)
    node["node_type"] = _NODE_TYPES[kind]


def _params(index: int, given: object) -> dict[str, str]:
    if not isinstance(given, dict):
        raise TraceError("'params' is not an object", index)
    texts: dict[str, str] = {}
    for key, value in cast(dict[str, object], given).items():
        if isinstance(value, bool):
            value = str(value).lower()
        elif isinstance(value, int | float):
            value = str(value)
        if not isinstance(value, str):
            raise TraceError(f"'{shortened(key)}' is neither text nor number", index)
        texts[key] = value
    return texts


def _texts(index: int, given: object) -> list[str]:
    if not isinstance(given, list):
        raise TraceError("'arguments' is not an array of texts", index)
    texts = cast(list[object], given)
    if not all(isinstance(each, str) for each in texts):
        raise TraceError("'arguments' is not an array of texts", index)
    return cast(list[str], texts)


def _edges(index: int, record: dict[str, Any], key: str) -> list[int]:
    given: object = record.get(key)
    if not isinstance(given, list):
        raise TraceError(f"'{key}' is not an array of counters", index)
    edges = cast(list[object], given)
    for each in edges:
        if type(each) is not int or each < 0:
            raise _no_node(index, key, each)
    return cast(list[int], edges)


def _no_node(index: int, key: str, edge: object) -> TraceError:
    return TraceError(f"'{key}' names node {shortened(repr(edge))}, which is not there", index)


def _count(index: int, key: str, given: object) -> int:
    if type(given) is not int or not 0 <= given < 1 << 63:
        raise TraceError(f"'{key}' is {shortened(repr(given))}, expected a number >= 0", index)
    return given


def _last(opened: Sequence[str], end: Node) -> int:
    for level in range(len(opened), 0, -1):
        if opened[level - 1] == end.name:
            return level
    raise TraceError(f"end of '{shortened(end.name)}', which has not started", end.counter)


def _value_level(before: Node, node: Node, level: int) -> int:
    """Return the level of a tensor or buffer; `level` is that of its function.

    Functions list their results before they close. A tensor after an end is therefore still inside
    the ended function, and so are the values that follow it.
    """
    kind = before.node_type
    if node.node_type == NodeType.BUFFER:
        belongs = kind == NodeType.TENSOR and before.counter in node.connections[:1]
    else:
        belongs = kind in (NodeType.FUNCTION_END, NodeType.TENSOR, NodeType.BUFFER)
    return before.stacking_level if belongs else level
