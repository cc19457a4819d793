"""Solver that chooses one candidate for each node of a graph, such that the ends of each edge are
compatible.

The graph is a chain of ops that keep their results in L1. A candidate is a sharded layout of a
result. Of the compatible choices, the solver prefers one that keeps most cores busy. The solver
does not know the IR: nodes are numbers in program order, and sets of candidates are bit masks.

Edges are made consistent (AC-3): a candidate stays as long as each edge of its node has a
compatible candidate at the other end. If an edge has no compatible candidates, data is resharded
between its ends, and the edge no longer constrains them. On a chain or tree, consistency is enough
for choices made one after the other never to fail. On other graphs, a choice that leaves an edge
without candidates has that edge resharded as well.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Node:
    """The candidate layouts of an op. For each candidate, `cores` has its number of cores, and
    `preferred` says whether it is preferred to others with as many cores.
    """

    cores: Sequence[int]
    preferred: Sequence[bool]
    allowed: int = -1
    """A bit mask of the candidates that may be chosen."""


@dataclass(frozen=True)
class ChainEdge:
    """An edge between two nodes.

    `rows[i]` is the mask of the consumer's candidates that are compatible with candidate i of the
    producer.
    """

    producer: int
    consumer: int
    rows: Sequence[int]


@dataclass(frozen=True)
class Solution:
    """The candidate chosen for each node, and the numbers of the edges that need resharding."""

    choices: tuple[int, ...]
    resharded: frozenset[int]
    remaining: tuple[int, ...]
    """For each node, a mask of the candidates that were consistent before any choice."""


class ShardSolver:
    """A solver for one graph; see the module's description.

    Edges are in the order of their consumers. Edges in `resharded` have no constraints.
    """

    def __init__(
        self, nodes: Sequence[Node], edges: Sequence[ChainEdge], resharded: Collection[int] = ()
    ):
        self._nodes = nodes
        self._edges = edges
        self._resharded = set(resharded)
        self._of_node: list[list[int]] = [[] for _ in nodes]
        for number, edge in enumerate(edges):
            self._of_node[edge.producer].append(number)
            self._of_node[edge.consumer].append(number)
        self._start = [((1 << len(node.cores)) - 1) & node.allowed for node in nodes]
        if not all(self._start):
            raise ValueError("a node has no candidates")
        self._live = list(self._start)

    def solve(self) -> Solution:
        """Return a solution: consistent candidates that keep most cores busy."""
        self._resolve()
        remaining = tuple(self._live)
        busy = self._busy_cores()
        choices: list[int] = []
        for number, node in enumerate(self._nodes):
            choice = _pick(self._live[number], busy[number], node.preferred)
            choices.append(choice)
            self._start[number] = self._live[number] = 1 << choice
            if not self._propagate(self._of_node[number], len(self._edges)):
                self._resolve()
        return Solution(tuple(choices), frozenset(self._resharded), remaining)

    def _resolve(self) -> None:
        """Make all edges consistent from the start, and give up as many edges as necessary."""
        while not self._resolve_once():
            pass

    def _resolve_once(self) -> bool:
        """Make the edges consistent in one walk. Return False if an edge was given up.

        Both ends of such an edge have no candidates for the rest of the walk. The edges after it
        are then given up as well. This is upstream's result, not the best one.
        """
        self._live = list(self._start)
        given_up = False
        for number, edge in enumerate(self._edges):
            if given_up:
                self._revise(number)
                holds = self._live[edge.producer] and self._live[edge.consumer]
            else:
                holds = self._propagate((number,), number)
            if not holds:
                given_up = True
                self._resharded.add(number)
                self._live[edge.producer] = self._live[edge.consumer] = 0
        return not given_up

    def _propagate(self, edges: Collection[int], last: int) -> bool:
        """Revise `edges`, and the edges that this affects, up to edge `last` until nothing changes.

        Return False if a node has no candidates left.
        """
        waiting = dict.fromkeys(edges)
        while waiting:
            number, _ = waiting.popitem()
            for node in self._revise(number):
                if not self._live[node]:
                    return False
                affected = (each for each in self._of_node[node] if number != each <= last)
                waiting.update(dict.fromkeys(affected))
        return True

    def _revise(self, number: int) -> list[int]:
        """Drop candidates without a partner at both ends of edge `number`.

        Return the nodes that lost candidates.
        """
        edge = self._edges[number]
        before = self._live[edge.producer], self._live[edge.consumer]
        producer = consumer = 0
        for candidate, partners in self._partners(number):
            producer |= 1 << candidate
            consumer |= partners
        self._live[edge.producer], self._live[edge.consumer] = producer, consumer
        after = self._live[edge.producer], self._live[edge.consumer]
        ends = (edge.producer, edge.consumer)
        return [node for node, old, new in zip(ends, before, after, strict=True) if old != new]

    def _partners(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield candidates of the producer that have live partners, each with the mask of its
        partners.
        """
        edge = self._edges[number]
        consumer, free = self._live[edge.consumer], number in self._resharded
        for candidate in bits(self._live[edge.producer]):
            partners = consumer if free else edge.rows[candidate] & consumer
            if partners:
                yield candidate, partners

    def _busy_cores(self) -> list[list[float]]:
        """Return, for each candidate, its number of cores plus the best number for the rest of the
        chain.

        If a node joins several edges, its cores are divided among them, so that they are counted
        once.
        """
        busy = [[float(cores) for cores in node.cores] for node in self._nodes]
        inputs = [0] * len(self._nodes)
        for edge in self._edges:
            inputs[edge.consumer] += 1
        for number in reversed(range(len(self._nodes))):
            for each in self._of_node[number]:
                edge = self._edges[each]
                if edge.producer == number:
                    behind = busy[edge.consumer]
                    for candidate, partners in self._partners(each):
                        most = max(behind[partner] for partner in bits(partners))
                        busy[number][candidate] += most / inputs[edge.consumer]
        return busy


def bits(mask: int) -> Iterator[int]:
    """Yield the indices of the bits that are set in `mask`, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _pick(live: int, busy: Sequence[float], preferred: Sequence[bool]) -> int:
    """Return the live candidate with most cores.

    Of equal candidates, the last preferred one wins, otherwise the first one.
    """
    candidates = list(bits(live))
    most = max(busy[each] for each in candidates)
    best = [each for each in candidates if busy[each] == most]
    return next((each for each in reversed(best) if preferred[each]), best[0])
