"""What the threads of a compute kernel hand to each other: source registers and sections of the destination register.

The unpacker fills one of two pairs of source registers while the matrix unit works on the other. The destination register
has two halves: the math thread may fill one while the packer reads the other.
"""

from collections import deque
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from ttmlir_py.runtime.formats import FORMATS, Array, DataFormat
from ttmlir_py.runtime.registers import source, stored
from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.races import Token

SOURCES, SECTIONS = 2, 2
TILES_16_BIT, TILES_32_BIT = 8, 4
"""Tiles in a section, by the width of its elements."""


class Numerics(Enum):
    """What numbers registers hold."""

    IDEAL = "ideal"
    """float32."""
    DEVICE = "device"
    """What the hardware's do: source registers bf16, DST 16 bits; for 32-bit DST tf32 and float32."""


Section = dict[int, Array]
"""Tiles by index, (cores, 1024) in memory's order or (cores, 32, 32); those that are missing were not written."""


class Operands(NamedTuple):
    """What was unpacked for one call."""

    values: tuple[Array, ...]
    half: DataFormat | None
    """What a 16-bit DST has from that call on; None for integers, which leave it as it is."""


def _tokens() -> dict[str, deque[Token | None]]:
    free = {"taken": SOURCES, "released": SECTIONS}
    return {
        kind: deque[Token | None]([None] * free.get(kind, 0))
        for kind in ("unpacked", "taken", "committed", "released")
    }


@dataclass
class Meeting:
    """A nest of loops that the three threads of a kernel may do together, if all come to it with the same plan."""

    plan: Any
    arrived: frozenset[str] = frozenset()
    """The threads that came, by role."""
    left: int = 0
    """How many know the outcome."""
    outcome: tuple[Any, ...] | None = None
    """True and what variables hold behind it; or nothing, and each thread goes through the loops itself. None until that is known."""


@dataclass(eq=False)
class Registers:
    """The registers of a compute kernel's cores."""

    tiles: int
    """In a section."""
    sources: deque[Operands] = field(default_factory=deque[Operands])
    """What was unpacked and not yet used."""
    free: int = SECTIONS
    committed: deque[Section] = field(default_factory=deque[Section])
    math: Section | None = None
    """The section that the math thread has acquired."""
    pack: Section | None = None
    """The section that the packer has waited for."""
    tokens: dict[str, deque[Token | None]] = field(default_factory=_tokens)
    """What threads have seen who told of this, oldest first, if races are checked; None for what is free from the start."""
    numerics: Numerics = Numerics.IDEAL
    half: DataFormat = FORMATS["BFloat16"]
    """The format of a 16-bit DST, which is that of the last operand that math took if it has 16 bits too."""
    meetings: dict[int, Meeting] = field(default_factory=dict[int, Meeting])
    """By how many of these nests a thread has been at before."""

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing in them."""
        used = self.sources or self.committed or self.math is not None or self.pack is not None
        return not used and self.free == SECTIONS

    def clear(self) -> None:
        """Forget what is in them."""
        self.sources.clear()
        self.committed.clear()
        self.math = self.pack = None
        self.free = SECTIONS

    def copy_tokens(self) -> dict[str, deque[Token | None]]:
        """What has been told and not yet seen, to be put back."""
        return {kind: deque(queue) for kind, queue in self.tokens.items()}

    def give_up(self) -> None:
        """No other thread will come to a meeting: whoever waits goes through the loops itself."""
        for meeting in self.meetings.values():
            meeting.outcome = meeting.outcome or ()

    @property
    def is_wide(self) -> bool:
        """Whether elements of DST have 32 bits."""
        return self.tiles == TILES_32_BIT

    def unpacked(self, values: Array, data_format: DataFormat) -> Array:
        """An operand as source registers hold it: mantissas of float32 are cut off."""
        if self.numerics is Numerics.IDEAL or data_format.kind != "float":
            return values
        if data_format.bits == 16:
            return values
        return source(values, self.is_wide)

    def hand_on(self, values: tuple[Array, ...], data_format: DataFormat) -> None:
        """Leave operands to math, the last of them of a format. The unpacker may be ahead of math by some calls."""
        half = data_format if data_format.bits == 16 else FORMATS["BFloat16"]
        self.sources.append(Operands(values, half if data_format.kind == "float" else None))

    def take(self) -> tuple[Array, ...]:
        """The operands of math's call."""
        values, half = self.sources.popleft()
        self.half = half or self.half
        return values

    def stored(self, values: Array) -> Array:
        """What DST holds of a result, rounded to nearest, ties away from zero, if it has 16 bits."""
        if self.numerics is Numerics.IDEAL or self.is_wide or values.dtype != np.float32:
            return values
        return stored(values, self.half)

    def part(self, row: int) -> "Registers":
        """The registers of one of the cores."""

        def cut(value: Any) -> Any:
            if value is None:
                return None
            return {index: tile[row : row + 1].copy() for index, tile in value.items()}

        tokens = {
            kind: deque(each and Token(each.own, each.seen[row : row + 1]) for each in queue)
            for kind, queue in self.tokens.items()
        }
        return Registers(
            self.tiles,
            deque(
                Operands(tuple(each[row : row + 1].copy() for each in values), half)
                for values, half in self.sources
            ),
            self.free,
            deque(map(cut, self.committed)),
            cut(self.math),
            cut(self.pack),
            tokens,
            self.numerics,
            self.half,
            {number: replace(each) for number, each in self.meetings.items()},
        )

    def require_index(self, index: int) -> None:
        """Fault unless a section has such a tile."""
        if not 0 <= index < self.tiles:
            raise Fault(f"DST index {index}: a section has {self.tiles} tiles")
