"""What differs first between two graph traces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ttmlir_py.traces.graph.node import Node, NodeType, Trace, function_ends, nesting

_LOOKAHEAD = 100
"""Functions that are searched for the one at which two traces go on alike."""


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

    def __str__(self) -> str:
        return f"{self.name} (level {self.level})"

    def differences(self, other: "Called") -> Iterator[str]:
        """What is not the same, although the functions are."""
        for what in ("arguments", "inputs", "outputs", "links", "buffers", "circular_buffers"):
            mine: tuple[str, ...] = getattr(self, what)
            its: tuple[str, ...] = getattr(other, what)
            if mine != its:
                if len(mine) != len(its):
                    yield f"{what.replace('_', ' ')}: {len(mine)} and {len(its)}"
                    continue
                pairs = list(zip(mine, its, strict=True))
                at = next(i for i, (a, b) in enumerate(pairs) if a != b)
                a, b = pairs[at]
                yield f"{what.replace('_', ' ')}[{at}]: {a} and {b}"


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
    """What differs, in order, at most so many lines; none for equal traces. Addresses and ids of tensors do not count.

    Functions that only one trace has are said to be inserted, those that change places to be in another order; links are
    compared only up to there, since all later ones move. Linear in the traces' length.
    """
    for shown, line in enumerate(_differences(calls(left, max_level), calls(right, max_level))):
        if shown == most:
            yield "..."
            return
        yield line


def _differences(left: Sequence[Called], right: Sequence[Called]) -> Iterator[str]:
    i = j = 0
    is_moved = False
    while i < len(left) and j < len(right):
        a, b = left[i], right[j]
        if (a.name, a.level) == (b.name, b.level):
            for found in a.differences(b):
                if not (is_moved and found.startswith("links")):
                    yield f"{a}: nodes {a.counter} and {b.counter}: {found}"
            i, j = i + 1, j + 1
            continue
        is_moved = True
        only_right, only_left = _distance(a, right, j), _distance(b, left, i)
        if only_left == only_right == 1:
            yield f"order: nodes {a.counter} and {b.counter}: {a} and {b} change places"
            i, j = i + 2, j + 2
        elif only_right is not None and (only_left is None or only_right <= only_left):
            yield from _inserted(right[j : j + only_right], "second")
            j += only_right
        elif only_left is not None:
            yield from _inserted(left[i : i + only_left], "first")
            i += only_left
        else:
            yield f"nodes {a.counter} and {b.counter}: {a} and {b}"
            i, j = i + 1, j + 1
    yield from _inserted(left[i:], "first")
    yield from _inserted(right[j:], "second")


def _distance(wanted: Called, calls: Sequence[Called], start: int) -> int | None:
    """How far on the same function stands among others; None if it is not near."""
    for index in range(start, min(start + _LOOKAHEAD, len(calls))):
        if (calls[index].name, calls[index].level) == (wanted.name, wanted.level):
            return index - start
    return None


def _inserted(extra: Sequence[Called], which: str) -> Iterator[str]:
    for each in extra:
        yield f"node {each.counter}: only the {which} trace has {each}"
