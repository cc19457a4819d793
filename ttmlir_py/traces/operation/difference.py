"""What differs first between two graphs of executed operations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ttmlir_py.traces.alignment import aligned_lines, list_differences
from ttmlir_py.traces.operation.node import GraphData


@dataclass(frozen=True, slots=True)
class Executed:
    """What is compared of an operation."""

    counter: int
    op: str
    depth: int
    arguments: tuple[str, ...]
    inputs: tuple[str, ...]
    """Shapes and formats of the tensors that it takes."""
    outputs: tuple[str, ...]
    links: tuple[str, ...]
    """Where the inputs come from: the operation, by its number, or the placeholder."""

    @property
    def key(self) -> tuple[str, int]:
        """Equal for operations that are compared with each other."""
        return self.op, self.depth

    def __str__(self) -> str:
        return f"{self.op} (depth {self.depth})"

    def differences(self, other: "Executed") -> Iterator[str]:
        """What is not the same, although the operations are."""
        return list_differences(self, other, ("arguments", "inputs", "outputs", "links"))


def executed(graph: GraphData) -> list[Executed]:
    """The operations of a graph, in order."""
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
    """What differs, in order, at most so many lines; see `alignment`. Names and identities do not count."""
    return aligned_lines(left, right, most)
