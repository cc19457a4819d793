"""Nodes of a graph trace: what they hold, and how they nest."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from ttmlir_py.traces.errors import TraceError, one_line


class NodeType(StrEnum):
    """What a node stands for."""

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
    """A node: a dictionary, as JSON has it, whose fields can also be read as attributes."""

    __slots__ = ()

    @property
    def counter(self) -> int:
        """The node's index in the trace."""
        return self["counter"]

    @property
    def node_type(self) -> str:
        """What it stands for: a value of `NodeType`."""
        return self["node_type"]

    @property
    def params(self) -> dict[str, str]:
        """What is known of it; numbers, too, are texts."""
        return self["params"]

    @property
    def connections(self) -> list[int]:
        """Nodes that edges lead to, in the order in which they were added, repeated ones included."""
        return self["connections"]

    @property
    def arguments(self) -> list[str]:
        """Texts of a function's parameters."""
        return self["arguments"]

    @property
    def input_tensors(self) -> list[int]:
        """The tensor nodes among a function's parameters, in their order."""
        return self["input_tensors"]

    @property
    def stacking_level(self) -> int:
        """How deep it is nested: 1 for a function that nothing calls, 0 outside of functions."""
        return self["stacking_level"]

    @property
    def duration_ns(self) -> int | None:
        """How long the function took, if that was recorded."""
        return self.get("duration_ns")

    @property
    def name(self) -> str:
        """The name of a function, empty for other nodes."""
        return self["params"].get("name", "")


Trace = Sequence[Node]
"""The nodes of a capture; each one's counter is its index."""


def make_node(counter: int, node_type: str, level: int, params: dict[str, str]) -> Node:
    """A node without edges."""
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
    """Each node with the functions that are open after it, outermost first.

    The list is the same one all the time. Levels say what is open, so that functions without an end are closed by the next
    node further out.
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
    """Each node with the counter of the start of the function that it belongs to: its own one's, its end's, or the innermost
    one that is open; None outside of functions, and for an end that no start goes with."""
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
    """The start of the function that each end belongs to, by counter; an end that no start goes with is left out."""
    return {
        node.counter: start
        for node, start in owners(trace)
        if node.node_type == NodeType.FUNCTION_END and start is not None
    }


_NUMBER = re.compile(r"[0-9]{1,18}\Z")
_SIZES = re.compile(r"\[([0-9, ]*)\]\)?\Z")


def number(node: Node, key: str) -> int:
    """A parameter that is a count of something. Raises `TraceError`, which names the node."""
    text = node.params.get(key)
    if text is None:
        raise TraceError(f"{node.node_type} has no '{key}'", node.counter)
    if not _NUMBER.match(text):
        raise TraceError(f"'{key}' is '{shortened(text)}', expected a number >= 0", node.counter)
    return int(text)


def shape(node: Node) -> list[int]:
    """The shape of a tensor node, whatever the type's name before the brackets. Raises `TraceError`."""
    text = node.params.get("shape", "")
    found = _SIZES.search(text)
    sizes = [each.strip() for each in found[1].split(",")] if found and found[1].strip() else []
    if found is None or not all(map(_NUMBER.match, sizes)):
        raise TraceError(f"'shape' is '{shortened(text)}', expected Shape([...])", node.counter)
    return [int(size) for size in sizes]


def is_l1(node: Node) -> bool:
    """Whether a buffer, its allocation or deallocation is in L1."""
    return node.params.get("type") == "L1"


def is_global(node: Node) -> bool:
    """Whether a circular buffer stands in a tensor's buffer instead of memory of its own."""
    return node.params.get("globally_allocated") in ("true", "1")


def buffer_of(trace: Trace, node: Node) -> Node:
    """The buffer that an allocation or deallocation is about. Raises `TraceError`."""
    buffers = [trace[index] for index in node.connections[:1]]
    if not buffers or buffers[0].node_type != NodeType.BUFFER:
        raise TraceError(f"{node.node_type} is not connected to a buffer", node.counter)
    return buffers[0]


def shortened(text: str, limit: int = 60) -> str:
    """A text that a message can hold: in one line."""
    text = one_line(text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 3] + "..."
