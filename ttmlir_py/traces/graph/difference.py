"""The first differences between two graph traces."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ttmlir_py.traces.alignment import aligned_lines, list_differences
from ttmlir_py.traces.graph.node import Node, NodeType, Trace, owners
from ttmlir_py.traces.lazy_sequence import LazySequence


@dataclass(frozen=True, slots=True)
class Called:
    """The properties of a function call that are compared: arguments, inputs, outputs and
    memory.
    """

    counter: int
    level: int
    name: str
    arguments: tuple[str, ...]
    inputs: tuple[str, ...]
    """Shapes of the input tensors."""
    links: tuple[str, ...]
    """Source of each input: the index of the last function that returned it, or an input of the
    trace.
    """
    outputs: tuple[str, ...]
    buffers: tuple[str, ...]
    """Size, memory and layout of each buffer that the function itself allocates, in order."""
    circular_buffers: tuple[str, ...]

    @property
    def key(self) -> tuple[str, int]:
        """Return a key that is equal for calls that can be compared with each other."""
        return self.name, self.level

    def __str__(self) -> str:
        return f"{self.name} (level {self.level})"

    def differences(self, other: Called) -> Iterator[str]:
        """Yield the differences from another call of the same function."""
        lists = ("arguments", "inputs", "outputs", "links", "buffers", "circular_buffers")
        return list_differences(self, other, lists)


_ALLOCATIONS = {
    NodeType.BUFFER_ALLOCATE: ("size", "type", "layout"),
    NodeType.CIRCULAR_BUFFER_ALLOCATE: ("size", "core_range_set"),
}
"""Maps types of allocation nodes to the names of the parameters that are compared."""
_NONE, _INPUT, _MOST = -1, -2, 0x7FFFFFFF


class Calls(LazySequence[Called]):
    """The function calls of a trace down to a level, in order.

    It takes a dozen bytes of memory per node. The properties of a call are read from the trace on
    demand.
    """

    def __init__(self, trace: Trace, max_level: int | None = None) -> None:
        self._trace = trace
        self._all, self._starts = array("i"), array("i")
        """Counters of all functions, and counters of the functions down to the level."""
        self._links, self._first_links = array("i"), array("i", [0])
        """Sources of the inputs of the functions down to the level, and for each function the index
        of its first source.

        A source is the last function that wrote the input, or its index among the trace's inputs
        (encoded below `_NONE`).
        """
        self._ends, self._next = (array("i", [_NONE]) * len(trace) for _ in range(2))
        """Two arrays indexed by counter: the end of each function, and a linked list of the memory
        that the function allocates.
        """
        self._scan(_MOST if max_level is None else max_level)

    def __len__(self) -> int:
        return len(self._starts)

    def at(self, index: int) -> Called:
        """Return the call with this index."""
        links = self._links[self._first_links[index] : self._first_links[index + 1]]
        return self._called(self._trace[self._starts[index]], tuple(map(self._link, links)))

    def _scan(self, max_level: int) -> None:
        writers = array("i", [_NONE]) * len(self._trace)  # last writer of each tensor so far
        inputs = 0
        last: dict[int, int] = {}
        for node, owner in owners(self._trace):
            kind, at = node.node_type, node.counter
            if kind == NodeType.FUNCTION_START:
                self._all.append(at)
                for tensor in node.input_tensors:
                    if writers[tensor] == _NONE:
                        writers[tensor] = _INPUT - inputs
                        inputs += 1
                if node.stacking_level <= max_level:
                    self._starts.append(at)
                    self._links.extend(writers[each] for each in node.input_tensors)
                    self._first_links.append(len(self._links))
            elif kind == NodeType.FUNCTION_END and owner is not None:
                self._ends[owner] = at
                last.pop(owner, None)
                for tensor in node.connections:
                    writers[tensor] = owner
            elif kind in _ALLOCATIONS and owner is not None:
                self._next[last.get(owner, owner)] = last[owner] = at

    def _link(self, writer: int) -> str:
        if writer <= _INPUT:
            return f"input {_INPUT - writer}"
        return f"function {bisect_left(self._all, writer)}"

    def _allocations(self, start: int) -> Iterator[Node]:
        at = self._next[start]
        while at != _NONE:
            yield self._trace[at]
            at = self._next[at]

    def _called(self, node: Node, links: tuple[str, ...]) -> Called:
        taken = [self._trace[each] for each in node.input_tensors]
        allocated = list(self._allocations(node.counter))
        end = self._ends[node.counter]
        returned = [] if end == _NONE else [self._trace[i] for i in self._trace[end].connections]
        return Called(
            node.counter,
            node.stacking_level,
            node.name,
            tuple(node.arguments),
            tuple(each.params.get("shape", "") for each in taken),
            links,
            tuple(each.params["shape"] for each in returned if each.node_type == NodeType.TENSOR),
            *(
                tuple(_described(each, keys) for each in allocated if each.node_type == type)
                for type, keys in _ALLOCATIONS.items()
            ),
        )


def _described(node: Node, keys: Sequence[str]) -> str:
    return " ".join(node.params.get(key, "?") for key in keys)


def difference_lines(
    left: Trace, right: Trace, max_level: int | None = None, most: int = 10
) -> Iterator[str]:
    """Yield at most `most` lines with differences, in order; see `alignment`.

    Addresses and tensor ids are ignored.
    """
    return aligned_lines(Calls(left, max_level), Calls(right, max_level), most)
