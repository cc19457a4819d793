"""The drawing of graphs: nodes do not overlap, and edges lead down, even in graphs with cycles and
double edges.
"""

from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count

from ttmlir_py.explorer.graph import Graph, GraphNode, IncomingEdge, as_dict

pytest.importorskip("igraph", reason="igraph is not installed")
from ttmlir_py.explorer.layout import (
    GAP_X,
    NODE_HEIGHT,
    NODE_WIDTH,
    Layout,
    layout,
    place_row,
    views,
)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    """Draw any directed graph, which may have cycles, loops and double edges."""
    count = draw(st.integers(1, 24))
    node = st.integers(0, count - 1)
    return count, draw(st.lists(st.tuples(node, node), max_size=60))


def overlaps(made: Layout) -> list[tuple[int, int]]:
    def apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return (
            abs(one[0] - other[0]) >= NODE_WIDTH + GAP_X - 1
            or abs(one[1] - other[1]) >= NODE_HEIGHT
        )

    numbered = enumerate(made.places)
    return [(i, j) for (i, a), (j, b) in combinations(numbered, 2) if not apart(a, b)]


@settings(max_examples=example_count(33))
@given(graphs())
def test_layout_nodes_do_not_overlap(graph: tuple[int, list[tuple[int, int]]]):
    made = layout(*graph)
    assert len(made.places) == graph[0]
    assert overlaps(made) == []
    width, height = made.size
    assert all(0 <= x <= width - NODE_WIDTH for x, _ in made.places)
    assert all(0 <= y <= height - NODE_HEIGHT for _, y in made.places)


@settings(max_examples=example_count(33))
@given(graphs())
def test_layout_edges_of_acyclic_graph_lead_down(graph: tuple[int, list[tuple[int, int]]]):
    """The drawn graph is acyclic, because each edge leads to a greater node number."""
    count, edges = graph
    forward = [(a, b) for a, b in edges if a < b]
    made = layout(count, forward)
    assert {(each.source, each.target) for each in made.routes} == set(forward)
    for route in made.routes:
        heights = [
            made.places[route.source][1] + NODE_HEIGHT,
            *(y for _, y in route.points),
            made.places[route.target][1],
        ]
        assert heights == sorted(set(heights))


@settings(max_examples=example_count(33))
@given(graphs())
def test_layout_edges_do_not_cross_nodes(graph: tuple[int, list[tuple[int, int]]]):
    """Where an edge passes a row of nodes, no node is in its way."""
    count, edges = graph
    made = layout(count, [(a, b) for a, b in edges if a < b])
    for route in made.routes:
        for x, y in route.points:
            assert not [
                node
                for node, (left, top) in enumerate(made.places)
                if top <= y <= top + NODE_HEIGHT and left - 1 <= x <= left + NODE_WIDTH + 1
            ]


@settings(max_examples=example_count(17))
@given(graphs())
def test_repeated_layout_of_same_graph_is_identical(graph: tuple[int, list[tuple[int, int]]]):
    assert layout(*graph) == layout(*graph)
    assert {(each.source, each.target) for each in layout(*graph).routes} == {
        (a, b) for a, b in graph[1] if a != b
    }


@settings(max_examples=example_count(33))
@given(st.lists(st.floats(-1000, 1000), min_size=1, max_size=6))
def test_row_placement_minimizes_squared_distance(wanted: list[float]):
    """No slightly different placement that keeps the gaps has a smaller sum of squared
    distances.
    """
    count = len(wanted)
    half, middles = [10.0] * count, [0.0] * count
    place_row(range(count), wanted, half, middles)

    def cost(values: list[float]) -> float:
        return sum((value - want) ** 2 for value, want in zip(values, wanted, strict=True))

    gap = 20 + GAP_X
    assert all(b - a >= gap - 1e-6 for a, b in pairwise(middles))
    for start in range(count):
        for end in range(start + 1, count + 1):
            for step in (-0.01, 0.01):
                moved = [m + step * (start <= i < end) for i, m in enumerate(middles)]
                if all(b - a >= gap - 1e-9 for a, b in pairwise(moved)):
                    assert cost(moved) >= cost(middles) - 1e-6


def drawn(layers: list[str]) -> Any:
    """Return a graph, as a dictionary, of a chain of operations whose layers are `layers`."""
    nodes = [
        GraphNode(f"n{i}", "op", layer, (), [IncomingEdge(f"n{i - 1}")] if i else ())
        for i, layer in enumerate(layers)
    ]
    return as_dict(Graph("graph", nodes))


def test_graph_views_have_one_view_per_layer():
    found = views(drawn(["", "a", "a/b", "a/b", "c"]))
    assert list(found) == ["", "/", "/a", "/a/b", "/c"]
    assert [[each[0] for each in view["nodes"]] for view in found.values()] == [
        ["n0", "n1", "n2", "n3", "n4"],
        ["n0", "/a", "/c"],
        ["n1", "/a/b"],
        ["n2", "n3"],
        ["n4"],
    ]
    assert [[tuple(each[:2]) for each in view["edges"]] for view in found.values()] == [
        [(0, 1), (1, 2), (2, 3), (3, 4)],
        [(0, 1), (1, 2)],
        [(0, 1)],
        [(0, 1)],
        [],
    ]


def test_graph_views_omit_hidden_operations():
    graph = drawn(["", "", ""])
    graph["nodes"][1]["label"] = "ttnn.deallocate"
    (view,) = views(graph).values()
    assert [each[0] for each in view["nodes"]] == ["n0", "n2"]
    assert view["edges"] == []


def test_graph_view_of_many_operations_starts_with_collapsed_layers():
    found = views(drawn([f"layer{i // 100}" for i in range(3_100)]))
    assert "" not in found
    assert len(found["/"]["nodes"]) == 31
