"""The networks on chip as they are laid out: two tori of routers in opposite directions, the ways of packets, and bytes by link.

On noc0 data flow right and then down, on noc1 up and then left; edges are connected to the opposite ones. A multicast is a tree: along
the sender's row to the first column of the rectangle that it reaches, along that to the rectangle's rows, and along these. So
Tenstorrent's ISA documentation has it (NoC, routing paths; broadcasts with X as the major axis).

Rows and columns are those where the chip's description has something, in their order: descriptions name translated coordinates,
which leave others out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ttmlir_py.tensix.machine import ChipDesc, Core


class Link(NamedTuple):
    """A connection from a router to the next one; row and column are places in the torus."""

    noc: int
    row: int
    column: int
    along_row: bool
    """Whether it leads to another column; else to another row."""


class Torus:
    """The routers of a chip; nodes are named by coordinates (row, column) of the description."""

    def __init__(self, chip: ChipDesc) -> None:
        nodes = [*chip.workers, *chip.dram]
        self.rows = sorted({row for row, _ in nodes})
        self.columns = sorted({column for _, column in nodes})
        self._row = {row: index for index, row in enumerate(self.rows)}
        self._column = {column: index for index, column in enumerate(self.columns)}

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of routers."""
        return len(self.rows), len(self.columns)

    def place(self, node: Core) -> Core:
        """Where a node's router is."""
        return self._row[node[0]], self._column[node[1]]

    def hops(self, noc: int, source: Core, target: Core) -> int:
        """Links from one node to another."""
        (row, column), (row1, column1) = self.place(source), self.place(target)
        sign = -1 if noc else 1
        return sign * (row1 - row) % len(self.rows) + sign * (column1 - column) % len(self.columns)

    def links(self, noc: int, source: Core, target: Core) -> Iterator[Link]:
        """The way from one node to another."""
        (row, column), (row1, column1) = self.place(source), self.place(target)
        if noc:
            yield from self._vertical(noc, row, row1, column)
            yield from self._horizontal(noc, row1, column, column1)
        else:
            yield from self._horizontal(noc, row, column, column1)
            yield from self._vertical(noc, row, row1, column1)

    def tree(self, noc: int, source: Core, targets: Sequence[Core]) -> set[Link]:
        """The links that a transfer to one or more nodes takes, each once."""
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
    """Bytes on their ways: by network, source and the targets of each transfer."""

    routes: Counter[tuple[int, Core, tuple[Core, ...]]] = field(
        default_factory=Counter[tuple[int, Core, tuple[Core, ...]]]
    )

    def add(self, noc: int, source: Core, targets: Sequence[Core], size: int) -> None:
        """Count a transfer."""
        self.routes[noc, source, tuple(targets)] += size

    @property
    def bytes(self) -> int:
        """What was sent; a multicast counts once."""
        return self.routes.total()

    def by_link(self, torus: Torus) -> Counter[Link]:
        """Bytes that each link carries; of noc1 and noc0."""
        found: Counter[Link] = Counter()
        for (noc, source, targets), size in self.routes.items():
            for link in torus.tree(noc, source, targets):
                found[link] += size
        return found
