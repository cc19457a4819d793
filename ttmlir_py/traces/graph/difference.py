"""What differs first between two graph traces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ttmlir_py.traces.alignment import aligned_lines, list_differences
from ttmlir_py.traces.graph.node import Node, NodeType, Trace, function_ends, nesting


@dataclass(frozen=True, slots=True)
class Called:
    """What is compared of a function: itself, what it takes and returns, the memory that it takes."""

    counter: int
    level: int
    name: str
    arguments: tuple[str, ...]
    inputs: tuple[str, ...]
    """Shapes of the tensors that it takes."""
    links: tuple[str, ...]
    """Where these come from: the function, by its number, or the input of the trace."""
    outputs: tuple[str, ...]
    buffers: tuple[str, ...]
    """Size, memory and layout of each buffer allocated right inside of it, in order."""
    circular_buffers: tuple[str, ...]

    @property
    def key(self) -> tuple[str, int]:
        """Equal for calls that are compared with each other."""
        return self.name, self.level

    def __str__(self) -> str:
        return f"{self.name} (level {self.level})"

    def differences(self, other: "Called") -> Iterator[str]:
        """What is not the same, although the functions are."""
        lists = ("arguments", "inputs", "outputs", "links", "buffers", "circular_buffers")
        return list_differences(self, other, lists)


def calls(trace: Trace, max_level: int | None = None) -> list[Called]:
    """The functions of a trace down to a level, in order."""
    ends = {start: end for end, start in function_ends(trace).items()}
    makers = _makers(trace)
    inside: dict[int, list[Node]] = {}
    for node, opened in nesting(trace):
        if opened:
            inside.setdefault(opened[-1].counter, []).append(node)
    return [
        _called(trace, node, inside.get(node.counter, ()), ends, makers)
        for node in trace
        if node.node_type == NodeType.FUNCTION_START
        and (max_level is None or node.stacking_level <= max_level)
    ]


def _makers(trace: Trace) -> dict[int, str]:
    """Where each tensor comes from: the number of the outermost function that returns it, or its place among the inputs."""
    makers: dict[int, str] = {}
    levels: dict[int, int] = {}
    numbers: dict[int, int] = {}
    ends = function_ends(trace)
    for node in trace:
        if node.node_type == NodeType.FUNCTION_START:
            numbers[node.counter] = len(numbers)
        elif node.counter in ends:
            for tensor in node.connections:
                if node.stacking_level < levels.get(tensor, node.stacking_level + 1):
                    levels[tensor] = node.stacking_level
                    makers[tensor] = f"function {numbers[ends[node.counter]]}"
    inputs = 0
    for node in trace:
        if node.node_type == NodeType.TENSOR and node.counter not in makers:
            makers[node.counter] = f"input {inputs}"
            inputs += 1
    return makers


def _called(
    trace: Trace,
    node: Node,
    inside: Sequence[Node],
    ends: dict[int, int],
    makers: dict[int, str],
) -> Called:
    end = ends.get(node.counter)
    outputs = () if end is None else trace[end].connections
    allocated = (n for n in inside if n.node_type == NodeType.BUFFER_ALLOCATE)
    circular = (n for n in inside if n.node_type == NodeType.CIRCULAR_BUFFER_ALLOCATE)
    return Called(
        node.counter,
        node.stacking_level,
        node.name,
        tuple(node.arguments),
        tuple(trace[i].params.get("shape", "") for i in node.input_tensors),
        tuple(makers.get(i, "") for i in node.input_tensors),
        tuple(trace[i].params["shape"] for i in outputs if trace[i].node_type == NodeType.TENSOR),
        tuple(_described(each, ("size", "type", "layout")) for each in allocated),
        tuple(_described(each, ("size", "core_range_set")) for each in circular),
    )


def _described(node: Node, keys: Sequence[str]) -> str:
    return " ".join(node.params.get(key, "?") for key in keys)


def difference_lines(
    left: Trace, right: Trace, max_level: int | None = None, most: int = 10
) -> Iterator[str]:
    """What differs, in order, at most so many lines; see `alignment`. Addresses and ids of tensors do not count."""
    return aligned_lines(calls(left, max_level), calls(right, max_level), most)
