"""Tests that the shard solver's choices are compatible, the same on each run, and optimal on
chains.
"""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttmlir_py.passes.ttnn.optimizer.shard_solver import (
    ChainEdge,
    Node,
    ShardSolver,
    Solution,
    bits,
)

CANDIDATES = st.lists(st.integers(1, 9), min_size=1, max_size=4)


def node(cores: list[int]) -> Node:
    return Node(cores, [bool(number % 2) for number in range(len(cores))])


@st.composite
def graphs(draw: st.DrawFn, *, chain: bool = False) -> tuple[list[Node], list[ChainEdge]]:
    """Return graphs of up to five nodes. Each node but the first has one or two earlier
    producers.
    """
    nodes = [node(draw(CANDIDATES)) for _ in range(draw(st.integers(1, 5)))]
    edges: list[ChainEdge] = []
    for consumer in range(1, len(nodes)):
        before = st.integers(0, consumer - 1)
        producers = [consumer - 1] if chain else draw(st.lists(before, min_size=1, max_size=2))
        for producer in producers:
            partners = st.integers(0, (1 << len(nodes[consumer].cores)) - 1)
            count = len(nodes[producer].cores)
            rows = draw(st.lists(partners, min_size=count, max_size=count))
            edges.append(ChainEdge(producer, consumer, rows))
    return nodes, edges


def agrees(edges: list[ChainEdge], choices: tuple[int, ...], free: frozenset[int]) -> bool:
    return all(
        number in free or edge.rows[choices[edge.producer]] >> choices[edge.consumer] & 1
        for number, edge in enumerate(edges)
    )


def busy(nodes: list[Node], solution: tuple[int, ...]) -> int:
    return sum(each.cores[choice] for each, choice in zip(nodes, solution, strict=True))


def brute_force(nodes: list[Node], edges: list[ChainEdge], free: frozenset[int]) -> int:
    """Return the largest number of cores that compatible choices use, and 0 if no choices are
    compatible.
    """
    every = product(*(range(len(each.cores)) for each in nodes))
    return max((busy(nodes, each) for each in every if agrees(edges, each, free)), default=0)


@given(graphs())
def test_shard_solver_choices_are_compatible_and_deterministic(
    graph: tuple[list[Node], list[ChainEdge]],
):
    nodes, edges = graph
    solution = ShardSolver(nodes, edges).solve()
    assert len(solution.choices) == len(nodes)
    assert agrees(edges, solution.choices, solution.resharded)
    assert solution == ShardSolver(nodes, edges).solve()
    for choice, each, remaining in zip(solution.choices, nodes, solution.remaining, strict=True):
        assert remaining < 1 << len(each.cores)
        assert choice in range(len(each.cores))


@given(graphs(chain=True))
def test_shard_solver_on_chain_is_optimal(graph: tuple[list[Node], list[ChainEdge]]):
    nodes, edges = graph
    solution = ShardSolver(nodes, edges).solve()
    assert busy(nodes, solution.choices) == brute_force(nodes, edges, solution.resharded)
    # If all layouts are compatible, no tensor gets another layout.
    if brute_force(nodes, edges, frozenset()):
        assert not solution.resharded


@given(graphs(chain=True))
def test_shard_solver_reshards_all_later_edges_of_chain_after_one(
    graph: tuple[list[Node], list[ChainEdge]],
):
    nodes, edges = graph
    resharded = ShardSolver(nodes, edges).solve().resharded
    assert resharded == frozenset(range(min(resharded, default=len(edges)), len(edges)))


@given(graphs(), st.integers(0, 63))
def test_shard_solver_respects_masks_and_forced_edges(
    graph: tuple[list[Node], list[ChainEdge]], mask: int
):
    nodes, edges = graph
    allowed = mask & ((1 << len(nodes[0].cores)) - 1)
    nodes = [Node(nodes[0].cores, nodes[0].preferred, allowed), *nodes[1:]]
    if not allowed:
        with pytest.raises(ValueError, match="no candidates"):
            ShardSolver(nodes, edges)
        return
    everything = range(len(edges))
    solution = ShardSolver(nodes, edges, everything).solve()
    assert solution.resharded == frozenset(everything)
    assert solution.choices[0] in set(bits(allowed))
    most = [
        max(each.cores[i] for i in bits(live))
        for each, live in zip(nodes, solution.remaining, strict=True)
    ]
    assert [each.cores[i] for each, i in zip(nodes, solution.choices, strict=True)] == most


def test_shard_solver_takes_last_preferred_of_equally_good_choices():
    def choice(preferred: list[bool]) -> int:
        return ShardSolver([Node([4, 4, 4], preferred)], []).solve().choices[0]

    assert choice([True, True, False]) == 1
    assert choice([False, True, True]) == 2
    assert choice([False, False, False]) == 0


def test_shard_solver_maximises_cores_of_all_ops_together():
    # The choice with most cores for the first op forces the choice with fewest cores for the
    # second. The solver maximises the sum over all ops.
    nodes = [node([8, 7]), node([1, 6]), node([1, 6])]
    rows = [0b01, 0b10]
    edges = [ChainEdge(first, second, rows) for first, second in pairwise(range(3))]
    assert ShardSolver(nodes, edges).solve() == Solution((1, 1, 1), frozenset(), (3, 3, 3))


def test_shard_solver_on_fork_and_join_reshards_one_edge():
    # The two branches of the fork need different layouts at the join, so one edge is resharded.
    nodes = [node([1]), node([1]), node([1]), node([5, 3])]
    rows = {(0, 1): [1], (0, 2): [1], (1, 3): [0b01], (2, 3): [0b10]}
    edges = [ChainEdge(*ends, masks) for ends, masks in rows.items()]
    solution = ShardSolver(nodes, edges).solve()
    assert agrees(edges, solution.choices, solution.resharded)
    assert solution.resharded == {3}
