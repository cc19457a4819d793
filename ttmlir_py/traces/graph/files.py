"""Graph traces as JSON: writing, and reading with the leniency that older writers ask for.

Older writers left out `node_type` (and put `tensor[3]` into `name` instead), `arguments`, `input_tensors` and
`stacking_level`; newer ones write numbers as numbers, and put the nodes into a report. All of it is read.
"""

import json
import os
import re
from collections.abc import Sequence
from typing import Any, cast

from ttmlir_py.files import read_file
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph.node import Node, NodeType, Trace, buffer_of, number, shape, shortened

_NAMED = re.compile(r"([a-z_]+)(?:\[(\d{1,18})\])?\Z")
_NODE_TYPES = {each.value for each in NodeType}
_COUNTS = ("size", "address", "addr", "page_size", "num_cores", "device_id", "tensor_id", "inputs")
"""Parameters that are numbers, and never negative."""


def dump(trace: Trace) -> str:
    """The trace as a file holds it: an array, indented by 4, keys sorted."""
    return json.dumps(trace, indent=4, sort_keys=True) + "\n"


def load(path: str | os.PathLike[str]) -> list[Node]:
    """Read a trace. Raises OSError, and `TraceError` that names the node which is wrong."""
    return parse(read_file(path))


def parse(data: bytes | str) -> list[Node]:
    """The trace that a file holds; see `read_nodes`."""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        return read_nodes(json.loads(text, parse_constant=_no_constant))
    except json.JSONDecodeError as error:
        raise TraceError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except UnicodeDecodeError as error:
        raise TraceError(f"byte {error.start}: not UTF-8") from None
    except RecursionError:
        raise TraceError("nested too deeply") from None
    except TraceError:
        raise
    except ValueError:  # an integer of thousands of digits
        raise TraceError("a number is too long") from None


def read_nodes(given: object) -> list[Node]:
    """Nodes from what JSON holds, checked and completed. Raises `TraceError`, which names the node.

    Counters are indexes, edges lead to nodes, sizes are not negative, functions end that have started. What is missing of
    `arguments`, `stacking_level` and `input_tensors` is found from the other fields; without the latter the order of
    arguments is lost, so that tensors come by counter.
    """
    if isinstance(given, dict):
        given = cast(dict[str, object], given).get("graph")
    if not isinstance(given, list):
        raise TraceError("expected an array of nodes")
    records = cast(list[object], given)
    nodes = [_node(index, record, len(records)) for index, record in enumerate(records)]
    _require_frame(nodes)
    if any("name" in node for node in nodes):
        _number_tensors(nodes)
        for node in nodes:
            node.pop("name", None)
    _complete_levels(nodes)
    _complete_inputs(nodes)
    for node in nodes:
        _check_parameters(nodes, node)
    return nodes


def _no_constant(text: str) -> float:
    raise TraceError(f"{text} is no number of JSON")


def _node(index: int, given: object, count: int) -> Node:
    """One node; what can only be found from the others is left out."""
    if not isinstance(given, dict):
        raise TraceError("expected an object", index)
    record = cast(dict[str, Any], given)
    counter = record.get("counter", index)
    if type(counter) is not int or counter != index:
        raise TraceError(f"'counter' is {shortened(repr(counter))}, expected {index}", index)
    node = Node(counter=index, node_type="", params=_params(index, record.get("params", {})))
    _set_type(node, record)
    node["arguments"] = _texts(index, record.get("arguments", []))
    node["connections"] = _edges(index, record, "connections", count)
    if "input_tensors" in record:
        node["input_tensors"] = _edges(index, record, "input_tensors", count)
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
    node["node_type"] = kind


def _params(index: int, given: object) -> dict[str, str]:
    if not isinstance(given, dict):
        raise TraceError("'params' is no object", index)
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
        raise TraceError("'arguments' is no array of texts", index)
    texts = cast(list[object], given)
    if not all(isinstance(each, str) for each in texts):
        raise TraceError("'arguments' is no array of texts", index)
    return cast(list[str], texts)


def _edges(index: int, record: dict[str, Any], key: str, count: int) -> list[int]:
    given: object = record.get(key)
    if not isinstance(given, list):
        raise TraceError(f"'{key}' is no array of counters", index)
    edges = cast(list[object], given)
    for each in edges:
        if type(each) is not int or not 0 <= each < count:
            raise TraceError(
                f"'{key}' names node {shortened(repr(each))}, which is not there", index
            )
    return cast(list[int], edges)


def _count(index: int, key: str, given: object) -> int:
    if type(given) is not int or not 0 <= given < 1 << 63:
        raise TraceError(f"'{key}' is {shortened(repr(given))}, expected a number >= 0", index)
    return given


def _require_frame(nodes: Sequence[Node]) -> None:
    """The first node starts the capture and the last one ends it; no other one does."""
    if not nodes:
        raise TraceError("there are no nodes")
    for index, kind in ((0, NodeType.CAPTURE_START), (len(nodes) - 1, NodeType.CAPTURE_END)):
        if nodes[index].node_type != kind:
            raise TraceError(f"is {nodes[index].node_type}, expected {kind}", index)
    for node in nodes[1:-1]:
        if node.node_type in (NodeType.CAPTURE_START, NodeType.CAPTURE_END):
            raise TraceError(f"{node.node_type} inside of the trace", node.counter)


def _number_tensors(nodes: Sequence[Node]) -> None:
    """Give tensors of an older writer that have no id the lowest free ones."""
    tensors = [node for node in nodes if node.node_type == NodeType.TENSOR]
    taken = {node.params.get("tensor_id") for node in tensors}
    free = 0
    for node in tensors:
        if "tensor_id" not in node.params:
            while str(free) in taken:
                free += 1
            node.params["tensor_id"] = str(free)
            free += 1


def _complete_levels(nodes: Sequence[Node]) -> None:
    """Find missing levels by following starts and ends, and check that functions end that have started.

    An end closes the innermost open function of its name: those inside of it have none, as after an exception.
    """
    opened: list[str] = []
    for node in nodes:
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
        elif kind in (NodeType.TENSOR, NodeType.BUFFER):
            level = _value_level(nodes[node.counter - 1], node, level)
        node.setdefault("stacking_level", level)
        if kind == NodeType.ERROR:
            del opened[max(node.stacking_level - 1, 0) :]


def _last(opened: Sequence[str], end: Node) -> int:
    for level in range(len(opened), 0, -1):
        if opened[level - 1] == end.name:
            return level
    raise TraceError(f"end of '{shortened(end.name)}', which has not started", end.counter)


def _value_level(before: Node, node: Node, level: int) -> int:
    """The level of a tensor or buffer, after the node before it; `level` is that of the function it is in.

    Functions list what they return before they close, so that a tensor after an end is still inside of what ended, and so
    are the values that come with it.
    """
    kind = before.node_type
    if node.node_type == NodeType.BUFFER:
        belongs = kind == NodeType.TENSOR and before.counter in node.connections[:1]
    else:
        belongs = kind in (NodeType.FUNCTION_END, NodeType.TENSOR, NodeType.BUFFER)
    return before.stacking_level if belongs else level


def _complete_inputs(nodes: Sequence[Node]) -> None:
    """Find missing inputs from the tensors' edges."""
    missing = {n.counter for n in nodes if "input_tensors" not in n}
    for counter in missing:
        nodes[counter]["input_tensors"] = []
    for tensor in nodes if missing else ():
        if tensor.node_type == NodeType.TENSOR:
            for user in tensor.connections:
                if user in missing and nodes[user].node_type == NodeType.FUNCTION_START:
                    nodes[user].input_tensors.append(tensor.counter)


def _check_parameters(nodes: Sequence[Node], node: Node) -> None:
    for key in _COUNTS:
        if key in node.params:
            number(node, key)
    kind = node.node_type
    if kind in (NodeType.FUNCTION_START, NodeType.FUNCTION_END) and "name" not in node.params:
        raise TraceError("the function has no 'name'", node.counter)
    if kind == NodeType.TENSOR:
        shape(node)
    if kind in (NodeType.BUFFER, NodeType.BUFFER_ALLOCATE, NodeType.CIRCULAR_BUFFER_ALLOCATE):
        number(node, "size")
    if kind in (NodeType.BUFFER, NodeType.BUFFER_ALLOCATE) and "type" not in node.params:
        raise TraceError(f"{kind} has no 'type'", node.counter)
    if kind in (NodeType.BUFFER_ALLOCATE, NodeType.BUFFER_DEALLOCATE):
        buffer_of(nodes, node)
    for tensor in node.input_tensors:
        if nodes[tensor].node_type != NodeType.TENSOR:
            raise TraceError(f"'input_tensors' names node {tensor}, no tensor", node.counter)
