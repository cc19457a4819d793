"""Topology of the networks on chip: two tori in opposite directions, routes and bytes per link.

On noc0, data flows right and then down, on noc1 up and then left. Opposite edges are connected. A
multicast is a tree: along the sender's row to the first reached column of the rectangle, along this
column to the rectangle's rows, and along these. This follows Tenstorrent's ISA documentation (NoC,
routing paths; broadcasts with X as the major axis).

Rows and columns are those in which the chip description has a core or DRAM channel, in order.
Descriptions use translated coordinates, which leave gaps.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ttmlir_py.tensix.machine import ChipDesc, Core


class Link(NamedTuple):
    """A connection from a router to the next one. Row and column are positions in the torus."""

    noc: int
    row: int
    column: int
    along_row: bool
    """Whether the link leads to another column. Otherwise it leads to another row."""


class Torus:
    """The routers of a chip. Nodes are named by the (row, column) coordinates of the
    description.
    """

    def __init__(self, chip: ChipDesc) -> None:
        nodes = [*chip.workers, *chip.dram]
        self.rows = sorted({row for row, _ in nodes})
        self.columns = sorted({column for _, column in nodes})
        self._row = {row: index for index, row in enumerate(self.rows)}
        self._column = {column: index for index, column in enumerate(self.columns)}

    @property
    def shape(self) -> tuple[int, int]:
        """Return the numbers of rows and columns of routers."""
        return len(self.rows), len(self.columns)

    def place(self, node: Core) -> Core:
        """Return the position of a node's router in the torus."""
        return self._row[node[0]], self._column[node[1]]

    def hops(self, noc: int, source: Core, target: Core) -> int:
        """Return the number of links between two nodes on a network."""
        (row, column), (row1, column1) = self.place(source), self.place(target)
        sign = -1 if noc else 1
        return sign * (row1 - row) % len(self.rows) + sign * (column1 - column) % len(self.columns)

    def links(self, noc: int, source: Core, target: Core) -> Iterator[Link]:
        """Yield the links of the route between two nodes on a network."""
        (row, column), (row1, column1) = self.place(source), self.place(target)
        if noc:
            yield from self._vertical(noc, row, row1, column)
            yield from self._horizontal(noc, row1, column, column1)
        else:
            yield from self._horizontal(noc, row, column, column1)
            yield from self._vertical(noc, row, row1, column1)

    def tree(self, noc: int, source: Core, targets: Sequence[Core]) -> set[Link]:
        """Return the links that a transfer to one or more nodes uses."""
        if len(targets) == 1:
            return set(self.links(noc, source, targets[0]))
        row, column = self.place(source)
        places = list(map(self.place, targets))
        sign = -1 if noc else 1
        first = min(
            (each for _, each in places), key=lambda to: sign * (to - column) % self.shape[1]
        )
        found = set(self._horizontal(noc, row, column, first))
        for row1, column1 in places:
            found.update(self._vertical(noc, row, row1, first))
            found.update(self._horizontal(noc, row1, first, column1))
        return found

    def _horizontal(self, noc: int, row: int, begin: int, end: int) -> Iterator[Link]:
        step, size = (-1 if noc else 1), len(self.columns)
        while begin != end:
            yield Link(noc, row, begin, True)
            begin = (begin + step) % size

    def _vertical(self, noc: int, begin: int, end: int, column: int) -> Iterator[Link]:
        step, size = (-1 if noc else 1), len(self.rows)
        while begin != end:
            yield Link(noc, begin, column, False)
            begin = (begin + step) % size


@dataclass
class Traffic:
    """The number of bytes by network, source and targets."""

    routes: Counter[tuple[int, Core, tuple[Core, ...]]] = field(
        default_factory=Counter[tuple[int, Core, tuple[Core, ...]]]
    )

    def add(self, noc: int, source: Core, targets: Sequence[Core], size: int) -> None:
        """Count a transfer."""
        self.routes[noc, source, tuple(targets)] += size

    @property
    def bytes(self) -> int:
        """Return the number of bytes sent. A multicast counts once."""
        return self.routes.total()

    def by_link(self, torus: Torus) -> Counter[Link]:
        """Return the number of bytes that each link carries, for both networks."""
        found: Counter[Link] = Counter()
        for (noc, source, targets), size in self.routes.items():
            for link in torus.tree(noc, source, targets):
                found[link] += size
        return found
