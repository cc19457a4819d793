"""The layout of a graph: nodes are in rows, all edges lead down, and nothing overlaps.

igraph's Sugiyama layout minimizes crossings and assigns columns. This module assigns rows, so that
arguments are directly above their users. Large graphs have additional views with one node per layer
(namespace) of operations.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Any, NamedTuple

NODE_WIDTH, NODE_HEIGHT = 184, 80
"""Size of a node in pixels at scale 1."""
GAP_X, GAP_Y = 28, 44
"""Gaps in pixels between nodes of a row, and between rows."""
BEND_GAP = 10
"""Gap in pixels between edges that pass through a row."""
_SWEEPS = 8
MOST_NODES = 3_000
"""Largest number of nodes in the view of all operations, if there are other views."""
_ALL, _LAYERS = "", "/"
_LEAST, _BELOW = "0.11", "1"
"""The first supported version of igraph, and the first unsupported one.

igraph 1.0.0 crashes on graphs of 500 nodes.
"""


class LayoutError(ValueError):
    """An error if no layout is possible. The message says what to install."""


class Route(NamedTuple):
    """An edge: the indices of its nodes, and its bend points from top to bottom."""

    source: int
    target: int
    points: Sequence[tuple[int, int]] = ()


@dataclass(frozen=True)
class Layout:
    """The upper left corners of nodes by index, and the edges without duplicates."""

    places: Sequence[tuple[int, int]]
    routes: Sequence[Route]

    @property
    def size(self) -> tuple[int, int]:
        """Return the total width and height in pixels."""
        width = max((x for x, _ in self.places), default=-NODE_WIDTH) + NODE_WIDTH
        height = max((y for _, y in self.places), default=-NODE_HEIGHT) + NODE_HEIGHT
        return width, height


@cache
def _igraph() -> Any:
    try:
        module: Any = import_module("igraph")
    except ImportError:
        found = "is not installed"
    else:
        if module.__version__.startswith(f"{_LEAST}."):
            return module
        found = f"{module.__version__} crashes on some graphs"
    raise LayoutError(
        f"igraph {found}: graphs are laid out by igraph>={_LEAST},<{_BELOW}: pip install "
        "'ttmlir-py[explorer]'"
    )


def layout(count: int, edges: Iterable[tuple[int, int]]) -> Layout:
    """Return a layout of the nodes 0 to `count` - 1 with the given edges.

    Edges that close a cycle are drawn, but do not affect the layout. Nodes without edges, such as
    unused arguments, are in a block below the others. Apart from igraph, the time is linear in
    nodes, edges and the rows that edges cross. Raises LayoutError without a suitable igraph.
    """
    known = list(dict.fromkeys((a, b) for a, b in edges if a != b))
    linked = sorted({node for edge in known for node in edge})
    number = {node: index for index, node in enumerate(linked)}
    drawn = _linked(len(linked), [(number[a], number[b]) for a, b in known])
    _, bottom = drawn.size
    places = dict(zip(linked, drawn.places, strict=True))
    alone = [node for node in range(count) if node not in places]
    across = max(1, math.isqrt(2 * len(alone)))
    for index, node in enumerate(alone):
        y, x = divmod(index, across)
        places[node] = x * (NODE_WIDTH + GAP_X), (bottom and bottom + GAP_Y) + _top(y)
    routes = [Route(linked[a], linked[b], points) for a, b, points in drawn.routes]
    return Layout([places[node] for node in range(count)], routes)


def _linked(count: int, known: Sequence[tuple[int, int]]) -> Layout:
    """Return the layout of nodes that all have edges. The edges contain no self-loops and no
    duplicates.
    """
    if not count:
        return Layout([], [])
    order = _order(count, known)
    position = {node: index for index, node in enumerate(order)}
    down = [(a, b) for a, b in known if position[a] < position[b]]
    up = [(a, b) for a, b in known if position[a] > position[b]]
    rows = _rows(count, down, order)
    placed, extended = (
        _igraph()
        .Graph(count, down, directed=True)
        .layout_sugiyama(layers=rows, return_extended_graph=True)
    )
    levels = _levels(rows, extended)
    links = [(edge.source, edge.target) for edge in extended.es]
    lefts = _columns([x for x, _ in placed], levels, links, count)
    bends: dict[int, list[tuple[int, int]]] = {}
    for edge in extended.es:
        end: int = edge.target
        if end >= count:
            point = lefts[end], _top(levels[end]) + NODE_HEIGHT // 2
            bends.setdefault(edge["_original_eid"], []).append(point)
    routes = [
        Route(a, b, sorted(bends.get(index, ()), key=lambda point: point[1]))
        for index, (a, b) in enumerate(down)
    ]
    places = [(left, _top(row)) for left, row in zip(lefts, rows, strict=False)]
    return Layout(places, [*routes, *(Route(a, b) for a, b in up)])


def _order(count: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """Return the nodes in topological order. Cycles are cut at the node with the smallest index."""
    users: list[list[int]] = [[] for _ in range(count)]
    missing = [0] * count
    for a, b in edges:
        users[a].append(b)
        missing[b] += 1
    ready = [node for node in reversed(range(count)) if not missing[node]]
    order: list[int] = []
    seen = [False] * count
    rest = iter(range(count))
    while len(order) < count:
        node = ready.pop() if ready else next(each for each in rest if not seen[each])
        if seen[node]:
            continue
        seen[node] = True
        order.append(node)
        for user in users[node]:
            missing[user] -= 1
            if not missing[user] and not seen[user]:
                ready.append(user)
    return order


def _rows(count: int, edges: Sequence[tuple[int, int]], order: Sequence[int]) -> list[int]:
    """Return the row of each node, which is below all nodes that it uses.

    A node that uses nothing is directly above its first user.
    """
    users: list[list[int]] = [[] for _ in range(count)]
    used = [False] * count
    for a, b in edges:
        users[a].append(b)
        used[b] = True
    rows = [0] * count
    for node in order:
        for user in users[node]:
            rows[user] = max(rows[user], rows[node] + 1)
    for node in range(count):
        if not used[node] and users[node]:
            rows[node] = min(rows[user] for user in users[node]) - 1
    numbers = {row: index for index, row in enumerate(sorted(set(rows)))}
    return [numbers[row] for row in rows]


def _levels(rows: Sequence[int], extended: Any) -> list[int]:
    """Return the rows of nodes, followed by those of bends, each of which is one row below its
    predecessor.
    """
    levels = [*rows, *([0] * (extended.vcount() - len(rows)))]
    for node in extended.topological_sorting():
        if node >= len(rows):
            (before,) = extended.predecessors(node)
            levels[node] = levels[before] + 1
    return levels


def _top(row: int) -> int:
    return row * (NODE_HEIGHT + GAP_Y)


def _columns(
    given: Sequence[float], levels: Sequence[int], links: Iterable[tuple[int, int]], count: int
) -> list[int]:
    """Return the left sides of nodes and bends, close to their neighbors and in the order in
    `given`.

    igraph gives bends as much space as nodes, which makes large graphs too wide to read. Indices
    below `count` are nodes.
    """
    by_row: list[list[int]] = [[] for _ in range(max(levels) + 1)]
    for node, level in enumerate(levels):
        by_row[level].append(node)
    above: list[list[int]] = [[] for _ in levels]
    below: list[list[int]] = [[] for _ in levels]
    for a, b in links:
        above[b].append(a)
        below[a].append(b)
    half = [NODE_WIDTH / 2 if node < count else 0.0 for node in range(len(levels))]
    middles = list(given)
    for row in by_row:
        row.sort(key=lambda node: (given[node], node))
        place_row(row, [0.0] * len(row), half, middles)
    for step in range(_SWEEPS):
        near, rows = (above, by_row) if step % 2 == 0 else (below, by_row[::-1])
        for row in rows:
            wanted = [_mean([middles[each] for each in near[node]], middles[node]) for node in row]
            place_row(row, wanted, half, middles)
    lefts = [round(middle - side) for middle, side in zip(middles, half, strict=True)]
    least = min(lefts)
    return [left - least for left in lefts]


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default


def place_row(
    row: Sequence[int], wanted: Sequence[float], half: Sequence[float], middles: list[float]
) -> None:
    """Set the centers of the nodes of a row as close to the positions `wanted` as possible.

    The order and the gaps are kept. The result minimizes squares, in linear time. With the widths
    subtracted, the positions must increase. This is an isotonic regression, in which neighbors that
    would pass each other are pooled.
    """
    offsets = [0.0]
    for before, node in pairwise(row):
        room = half[before] + half[node]
        offsets.append(offsets[-1] + room + (GAP_X if room else BEND_GAP))
    pools: list[tuple[float, int]] = []
    for want, offset in zip(wanted, offsets, strict=True):
        total, size = want - offset, 1
        while pools and pools[-1][0] * size >= total * pools[-1][1]:
            before, members = pools.pop()
            total, size = total + before, size + members
        pools.append((total, size))
    index = 0
    for total, size in pools:
        for _ in range(size):
            middles[row[index]] = total / size + offsets[index]
            index += 1


# Selection of the nodes that a view of the graph shows.


def views(graph: Mapping[str, Any]) -> dict[str, Any]:
    """Return the views of a graph given as JSON data.

    The view `""` has all operations, `"/"` the outermost layers, and `"/NAME"` the contents of a
    layer. A view has `nodes`, `[id, x, y]`, where the id of a layer is that of its view, and
    `edges`, `[source, target, points]` with node indices. All positions are in pixels. Operations
    in `nodeLabelsToHide` are excluded. The first view is shown first. The view of all operations is
    omitted if it has more than MOST_NODES nodes and there are layers to show instead.
    """
    hidden = set(graph.get("nodeLabelsToHide", ()))
    shown: list[Mapping[str, Any]] = [
        each for each in graph["nodes"] if each["label"] not in hidden
    ]
    layer_of: dict[str, str] = {each["id"]: each.get("namespace", "") for each in shown}
    edges: list[tuple[str, str]] = [
        (edge["sourceNodeId"], each["id"])
        for each in shown
        for edge in each.get("incomingEdges", ())
        if edge["sourceNodeId"] in layer_of
    ]
    found: dict[str, Any] = {}
    layered = any(layer_of.values())
    if len(shown) <= MOST_NODES or not layered:
        found[_ALL] = _view(list(layer_of), edges)
    if layered:
        for prefix, (ids, inner) in _by_layer(layer_of, edges).items():
            found[prefix] = _view(ids, inner)
    return found


def _view(ids: Sequence[str], edges: Iterable[tuple[str, str]]) -> dict[str, Any]:
    number = {each: index for index, each in enumerate(ids)}
    made = layout(len(ids), [(number[a], number[b]) for a, b in edges])
    return {
        "nodes": [[each, *place] for each, place in zip(ids, made.places, strict=True)],
        "edges": [
            [route.source, route.target, [value for point in route.points for value in point]]
            for route in made.routes
        ],
        "size": made.size,
    }


def _by_layer(
    layer_of: Mapping[str, str], edges: Iterable[tuple[str, str]]
) -> dict[str, tuple[list[str], list[tuple[str, str]]]]:
    """Return, for each view of a layer, its nodes (operations and inner layers) and their edges."""
    members: dict[str, dict[str, None]] = {_LAYERS: {}}
    paths: dict[str, list[str]] = {}
    for node, layer in layer_of.items():
        path = [_LAYERS]
        for name in layer.split("/") if layer else ():
            path.append(path[-1].rstrip("/") + "/" + name)
        paths[node] = [*path, node]
        for outer, inner in zip(path, paths[node][1:], strict=True):
            members.setdefault(outer, {})[inner] = None
    between: dict[str, list[tuple[str, str]]] = {view: [] for view in members}
    for a, b in edges:
        for level, (left, right) in enumerate(zip(paths[a], paths[b], strict=False)):
            if left != right:
                between[paths[a][level - 1]].append((left, right))
                break
    return {view: (list(inner), between[view]) for view, inner in members.items()}
