"""Differences between two op-execution traces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ttmlir_py.traces.alignment import aligned_lines, list_differences
from ttmlir_py.traces.operation.node import GraphData


@dataclass(frozen=True, slots=True)
class Executed:
    """The properties of an operation that are compared."""

    counter: int
    op: str
    depth: int
    arguments: tuple[str, ...]
    inputs: tuple[str, ...]
    """Shapes and formats of the input tensors."""
    outputs: tuple[str, ...]
    links: tuple[str, ...]
    """Source of each input: the index of the operation that made it, or a placeholder."""

    @property
    def key(self) -> tuple[str, int]:
        """Return a key that is equal for operations that can be compared with each other."""
        return self.op, self.depth

    def __str__(self) -> str:
        return f"{self.op} (depth {self.depth})"

    def differences(self, other: Executed) -> Iterator[str]:
        """Yield the differences from an operation with an equal key."""
        return list_differences(self, other, ("arguments", "inputs", "outputs", "links"))


def executed(graph: GraphData) -> list[Executed]:
    """Return the operations of a graph, in order."""
    makers = {name: f"input {index}" for index, name in enumerate(graph.placeholders)}
    depths: dict[str, int] = {}
    found: list[Executed] = []
    for index, node in enumerate(graph.nodes):
        depths[node.name] = depths.get(node.scope, -1) + 1
        makers |= dict.fromkeys(node.outputs, f"operation {index}")
        types = {name: graph.variables[name].type_text for name in (*node.inputs, *node.outputs)}
        each = Executed(
            index,
            node.op_name,
            depths[node.name],
            tuple(map(str, node.properties)),
            tuple(types[name] for name in node.inputs),
            tuple(types[name] for name in node.outputs),
            tuple(makers[name] for name in node.inputs),
        )
        found.append(each)
    return found


def difference_lines(
    left: Sequence[Executed], right: Sequence[Executed], most: int = 10
) -> Iterator[str]:
    """Yield at most `most` lines with differences, in order; see `alignment`.

    Names and identities are ignored.
    """
    return aligned_lines(left, right, most)
