"""Nodes of a graph trace: their fields, and their nesting in functions."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from ttmlir_py.traces.errors import TraceError, one_line


class NodeType(StrEnum):
    """The types of nodes."""

    CAPTURE_START = "capture_start"
    CAPTURE_END = "capture_end"
    FUNCTION_START = "function_start"
    FUNCTION_END = "function_end"
    TENSOR = "tensor"
    BUFFER = "buffer"
    BUFFER_ALLOCATE = "buffer_allocate"
    BUFFER_DEALLOCATE = "buffer_deallocate"
    CIRCULAR_BUFFER_ALLOCATE = "circular_buffer_allocate"
    CIRCULAR_BUFFER_DEALLOCATE_ALL = "circular_buffer_deallocate_all"
    ERROR = "error"


class Node(dict[str, Any]):
    """A node: a dictionary as in JSON, whose fields are also attributes."""

    __slots__ = ()

    @property
    def counter(self) -> int:
        """Return the node's index in the trace."""
        return self["counter"]

    @property
    def node_type(self) -> str:
        """Return the kind of node: a value of `NodeType`."""
        return self["node_type"]

    @property
    def params(self) -> dict[str, str]:
        """Return the properties of the node. Numbers are also texts."""
        return self["params"]

    @property
    def connections(self) -> list[int]:
        """Return the counters of the targets of edges, in the order of creation and with
        repetitions.
        """
        return self["connections"]

    @property
    def arguments(self) -> list[str]:
        """Return the texts of a function's parameters."""
        return self["arguments"]

    @property
    def input_tensors(self) -> list[int]:
        """Return the counters of the tensors among a function's parameters, in order."""
        return self["input_tensors"]

    @property
    def stacking_level(self) -> int:
        """Return the nesting depth: 1 for an outermost function, 0 outside functions."""
        return self["stacking_level"]

    @property
    def duration_ns(self) -> int | None:
        """Return the duration of the function in nanoseconds, or None if not recorded."""
        return self.get("duration_ns")

    @property
    def name(self) -> str:
        """Return the name of a function; empty for other nodes."""
        return self["params"].get("name", "")


Trace = Sequence[Node]
"""The nodes of a capture. The counter of each node is its index."""


def make_node(counter: int, node_type: str, level: int, params: dict[str, str]) -> Node:
    """Return a node without edges."""
    return Node(
        counter=counter,
        node_type=str(node_type),
        params=params,
        arguments=[],
        connections=[],
        input_tensors=[],
        stacking_level=level,
    )


def nesting(trace: Trace) -> Iterator[tuple[Node, list[Node]]]:
    """Yield each node with the list of functions that are open after it, outermost first.

    The list object is reused. Levels determine the open functions, so a function without an end is
    closed by the next node further out.
    """
    opened: list[Node] = []
    for node in trace:
        kind = node.node_type
        if kind in (NodeType.FUNCTION_START, NodeType.FUNCTION_END):
            del opened[max(node.stacking_level - 1, 0) :]
            if kind == NodeType.FUNCTION_START:
                opened.append(node)
        else:
            del opened[node.stacking_level :]
        yield node, opened


def owners(trace: Trace) -> Iterator[tuple[Node, int | None]]:
    """Yield each node with the counter of its function's start, or None outside functions.

    The function is the one that starts or ends here, or else the innermost open one. It is None for
    an end without a start.
    """
    opened: list[int] = []
    for node in trace:
        level = node.stacking_level
        if node.node_type == NodeType.FUNCTION_START:
            opened[max(level - 1, 0) :] = [node.counter]
            yield node, node.counter
        elif node.node_type == NodeType.FUNCTION_END:
            yield node, opened[level - 1] if 1 <= level <= len(opened) else None
            del opened[max(level - 1, 0) :]
        else:
            del opened[level:]
            yield node, opened[-1] if opened else None


def function_ends(trace: Trace) -> dict[int, int]:
    """Map the counter of each function's end to that of its start. Ends without a start are
    omitted.
    """
    return {
        node.counter: start
        for node, start in owners(trace)
        if node.node_type == NodeType.FUNCTION_END and start is not None
    }


_NUMBER = re.compile(r"[0-9]{1,18}\Z")
_SIZES = re.compile(r"\[([0-9, ]*)\]\)?\Z")


def number(node: Node, key: str) -> int:
    """Return the parameter `key` as a number. Raises `TraceError` if it is not a number >= 0."""
    text = node.params.get(key)
    if text is None:
        raise TraceError(f"{node.node_type} has no '{key}'", node.counter)
    if not _NUMBER.match(text):
        raise TraceError(f"'{key}' is '{shortened(text)}', expected a number >= 0", node.counter)
    return int(text)


def shape(node: Node) -> list[int]:
    """Return the shape of a tensor node. Raises `TraceError`.

    The text may have any type name before the brackets.
    """
    text = node.params.get("shape", "")
    found = _SIZES.search(text)
    sizes = [each.strip() for each in found[1].split(",")] if found and found[1].strip() else []
    if found is None or not all(map(_NUMBER.match, sizes)):
        raise TraceError(f"'shape' is '{shortened(text)}', expected Shape([...])", node.counter)
    return [int(size) for size in sizes]


def is_l1(node: Node) -> bool:
    """Return whether a buffer, its allocation or its deallocation is in L1."""
    return node.params.get("type") == "L1"


def is_global(node: Node) -> bool:
    """Return whether a circular buffer uses a tensor's memory instead of its own."""
    return node.params.get("globally_allocated") in ("true", "1")


def buffer_of(trace: Trace, node: Node) -> Node:
    """Return the buffer node of an allocation or deallocation. Raises `TraceError`."""
    buffers = [trace[index] for index in node.connections[:1]]
    if not buffers or buffers[0].node_type != NodeType.BUFFER:
        raise TraceError(f"{node.node_type} is not connected to a buffer", node.counter)
    return buffers[0]


def shortened(text: str, limit: int = 60) -> str:
    """Return a text on one line with at most `limit` characters, for messages."""
    text = one_line(text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 3] + "..."
