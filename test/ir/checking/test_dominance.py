"""Dominators in random control flow agree with their definition: without the dominator, the block
cannot be reached.
"""

from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.test import TestTermOp
from xdsl.ir import Block, Region

from ttmlir_py.ir.checking.dominance import DominatorTree

GRAPHS = st.integers(1, 9).flatmap(
    lambda count: st.lists(
        st.lists(st.integers(0, count - 1), max_size=3), min_size=count, max_size=count
    )
)
"""Draws a graph: for each node, the nodes to which its edges lead."""


def region_of(graph: list[list[int]]) -> Region:
    blocks = [Block() for _ in graph]
    for block, successors in zip(blocks, graph, strict=True):
        block.add_op(TestTermOp(successors=[blocks[number] for number in successors]))
    return Region(blocks)


def reached(graph: list[list[int]], without: int | None = None) -> set[int]:
    found: set[int] = set()
    pending = [0]
    while pending:
        node = pending.pop()
        if node not in found and node != without:
            found.add(node)
            pending += graph[node]
    return found


@given(GRAPHS)
def test_dominator_tree_matches_reachability_with_block_removed(graph: list[list[int]]):
    region = region_of(graph)
    blocks = list(region.blocks)
    tree = DominatorTree(region)
    all_reached = reached(graph)
    assert {number for number, block in enumerate(blocks) if tree.holds(block)} == all_reached
    for number, block in enumerate(blocks):
        dominated = all_reached - reached(graph, without=number)
        for other in all_reached:
            assert tree.dominates(block, blocks[other]) == (other in dominated)


@given(GRAPHS)
def test_dominator_children_are_immediately_dominated_blocks(graph: list[list[int]]):
    tree = DominatorTree(region_of(graph))
    walked = [tree.blocks[0]]
    for block in walked:
        children = tree.children(block)
        assert all(tree.dominates(block, child) for child in children)
        walked += children
    assert set(walked) == set(tree.blocks)


def test_dominator_tree_of_long_chain_and_wide_merge_is_built():
    """The graph has ten thousand blocks in a chain, with edges back and edges to one exit."""
    count = 10_000
    graph = [[min(i + 1, count - 1), max(i - 1, 0), count - 1] for i in range(count)]
    graph[-1] = []
    region = region_of(graph)
    tree = DominatorTree(region)
    first, last = region.blocks[0], region.blocks[count - 1]
    assert tree.dominates(first, last)
    assert len(tree.children(first)) == 2


def test_dominator_tree_of_empty_region_has_no_blocks():
    assert DominatorTree(Region()).blocks == []
