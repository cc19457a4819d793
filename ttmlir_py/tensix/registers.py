"""Registers that the threads of a compute kernel share: source registers and DST sections.

The unpacker fills one of two pairs of source registers while the matrix unit uses the other. The
destination register (DST) has two halves, the sections: math may fill one while the packer reads
the other.
"""

from __future__ import annotations

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
"""Number of tiles per DST section for 16-bit and 32-bit elements."""


class Numerics(Enum):
    """The precision of the registers."""

    IDEAL = "ideal"
    """All registers hold float32."""
    DEVICE = "device"
    """The hardware's precision: source registers hold bf16 with 16-bit DST, and tf32 with 32-bit
    DST.
    """


Section = dict[int, Array]
"""Maps tile indices to values, (cores, 1024) in memory order or (cores, 32, 32).

Missing tiles are unwritten.
"""


class Operands(NamedTuple):
    """The operands that were unpacked for one call."""

    values: tuple[Array, ...]
    half: DataFormat | None
    """Format of a 16-bit DST from that call on, or None for integers, which leave it unchanged."""


def _tokens() -> dict[str, deque[Token | None]]:
    free = {"taken": SOURCES, "released": SECTIONS}
    return {
        kind: deque[Token | None]([None] * free.get(kind, 0))
        for kind in ("unpacked", "taken", "committed", "released")
    }


@dataclass
class Meeting:
    """A loop nest that the three threads of a kernel may perform together, if all reach it."""

    plan: Any
    arrived: frozenset[str] = frozenset()
    """Roles of the threads that have reached the loop nest."""
    left: int = 0
    """Number of threads that have taken the outcome."""
    outcome: tuple[Any, ...] | None = None
    """True plus the final values of variables, or () if each thread runs the loops itself.

    None while it is undecided.
    """


@dataclass(eq=False)
class Registers:
    """The registers of a compute kernel's cores."""

    tiles: int
    """Number of tiles per DST section."""
    sources: deque[Operands] = field(default_factory=deque[Operands])
    """Unpacked operands that math has not used yet."""
    free: int = SECTIONS
    committed: deque[Section] = field(default_factory=deque[Section])
    math: Section | None = None
    """The section that math has acquired, or None."""
    pack: Section | None = None
    """The section that the packer has waited for, or None."""
    tokens: dict[str, deque[Token | None]] = field(default_factory=_tokens)
    """Maps kinds of events to the knowledge of the threads that recorded them, oldest first.

    The race detector uses this knowledge. None stands for a section that is free from the start, so
    that no thread has released it.
    """
    numerics: Numerics = Numerics.IDEAL
    half: DataFormat = FORMATS["BFloat16"]
    """Format of a 16-bit DST, which is that of math's last 16-bit operand."""
    meetings: dict[int, Meeting] = field(default_factory=dict[int, Meeting])
    """Maps the number of loop nests that a thread has reached before to the meeting."""

    @property
    def is_idle(self) -> bool:
        """Return whether all registers are empty."""
        used = self.sources or self.committed or self.math is not None or self.pack is not None
        return not used and self.free == SECTIONS

    def clear(self) -> None:
        """Clear all registers."""
        self.sources.clear()
        self.committed.clear()
        self.math = self.pack = None
        self.free = SECTIONS

    def copy_tokens(self) -> dict[str, deque[Token | None]]:
        """Return a copy of the pending tokens, which can be restored later."""
        return {kind: deque(queue) for kind, queue in self.tokens.items()}

    def give_up(self) -> None:
        """End all undecided meetings, so that waiting threads run the loops themselves."""
        for meeting in self.meetings.values():
            meeting.outcome = meeting.outcome or ()

    @property
    def is_wide(self) -> bool:
        """Return whether DST elements have 32 bits."""
        return self.tiles == TILES_32_BIT

    def unpacked(self, values: Array, data_format: DataFormat) -> Array:
        """Return an operand in the precision of source registers, which truncate float32
        mantissas.
        """
        if self.numerics is Numerics.IDEAL or data_format.kind != "float":
            return values
        if data_format.bits == 16:
            return values
        return source(values, self.is_wide)

    def hand_on(self, values: tuple[Array, ...], data_format: DataFormat) -> None:
        """Pass operands to math, with the format of the last one. Unpack may be some calls
        ahead.
        """
        half = data_format if data_format.bits == 16 else FORMATS["BFloat16"]
        self.sources.append(Operands(values, half if data_format.kind == "float" else None))

    def take(self) -> tuple[Array, ...]:
        """Return the operands of math's current call."""
        values, half = self.sources.popleft()
        self.half = half or self.half
        return values

    def stored(self, values: Array) -> Array:
        """Return a result in the precision of DST. A 16-bit DST rounds to nearest, with ties away
        from zero.
        """
        if self.numerics is Numerics.IDEAL or self.is_wide or values.dtype != np.float32:
            return values
        return stored(values, self.half)

    def part(self, row: int) -> Registers:
        """Return a copy of the registers that has only the core with the index `row`."""

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
        """Raise Fault if a section has no tile with this index."""
        if not 0 <= index < self.tiles:
            raise Fault(f"DST index {index}: a section has {self.tiles} tiles")
