"""What the threads of a compute kernel hand to each other: source registers and sections of the destination register.

The unpacker fills one of two pairs of source registers while the matrix unit works on the other. The destination register
has two halves: the math thread may fill one while the packer reads the other.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from ttmlir_py.runtime.formats import Array
from ttmlir_py.tensix.errors import Fault

SOURCES, SECTIONS = 2, 2
TILES_16_BIT, TILES_32_BIT = 8, 4
"""Tiles in a section, by the width of its elements."""

Section = dict[int, Array]
"""Tiles by index, (cores, 1024) in memory's order or (cores, 32, 32); those that are missing were not written."""


@dataclass(eq=False)
class Registers:
    """The registers of a compute kernel's cores."""

    tiles: int
    """In a section."""
    sources: deque[tuple[Array, ...]] = field(default_factory=deque[tuple[Array, ...]])
    """What was unpacked and not yet used: the operands of one call each."""
    free: int = SECTIONS
    committed: deque[Section] = field(default_factory=deque[Section])
    math: Section | None = None
    """The section that the math thread has acquired."""
    pack: Section | None = None
    """The section that the packer has waited for."""

    def part(self, row: int) -> "Registers":
        """The registers of one of the cores."""

        def cut(value: Any) -> Any:
            if value is None:
                return None
            return {index: tile[row : row + 1].copy() for index, tile in value.items()}

        return Registers(
            self.tiles,
            deque(tuple(each[row : row + 1].copy() for each in source) for source in self.sources),
            self.free,
            deque(map(cut, self.committed)),
            cut(self.math),
            cut(self.pack),
        )

    def require_index(self, index: int) -> None:
        """Fault unless a section has such a tile."""
        if not 0 <= index < self.tiles:
            raise Fault(f"DST index {index}: a section has {self.tiles} tiles")
