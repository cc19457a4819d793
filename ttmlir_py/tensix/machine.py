"""The parts of a chip that kernels share: L1 of the cores, DRAM channels, network coordinates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ttmlir_py.runtime.formats import DataFormat
from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.memory import LINE, WRITTEN, Banks, Checks, Memory
from ttmlir_py.tensix.operations import PORT_NAMES

COUNTER_MASK = 0xFFFF
"""Mask of page counters, which count received and acknowledged pages modulo 2^16."""
_LOCAL_BITS, _COORDINATE_BITS = 36, 6
LOCAL_MASK, _COORDINATE_MASK = (1 << _LOCAL_BITS) - 1, (1 << _COORDINATE_BITS) - 1
"""Masks for the parts of a network address: the local address, and a coordinate."""
_RECTANGLES = 256
"""Largest number of cached multicast rectangles."""

Core = tuple[int, int]
"""Row and column of a core in network coordinates."""


@dataclass(frozen=True, slots=True)
class ChipDesc:
    """A chip's grid, sizes and addresses in bytes, and network coordinates as (row, column)."""

    grid: tuple[int, int]
    l1_size: int
    l1_base: int
    """End of the reserved part of L1, in bytes."""
    dram_size: int
    """Size of one DRAM channel in bytes."""
    workers: tuple[Core, ...]
    """Network coordinates of each worker core, by row-major index in the grid."""
    dram: tuple[Core, ...]
    """Network coordinates of each DRAM channel."""


@dataclass(eq=False, slots=True)
class CircularBuffer:
    """A circular buffer, with each core's counts of received and acknowledged pages."""

    port: int
    address: int
    size: int
    page_size: int
    data_format: DataFormat
    is_tensor: bool
    """Whether the buffer aliases a tensor: an input starts full, an output starts empty."""
    received: dict[int, int] = field(default_factory=dict[int, int])
    acknowledged: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def name(self) -> str:
        """Return the port's name for messages."""
        return f"port {PORT_NAMES.get(self.port, self.port)}"

    @property
    def pages(self) -> int:
        """Return the capacity in pages."""
        return self.size // self.page_size

    @property
    def end(self) -> int:
        """Return the end address, exclusive."""
        return self.address + self.size

    def available(self, core: int) -> int:
        """Return the number of pages on a core that were received and not yet acknowledged."""
        return (self.received[core] - self.acknowledged[core]) & COUNTER_MASK


class Machine:
    """The memories of a chip.

    Memories live as long as the machine. All other state belongs to one program.
    """

    def __init__(
        self, chip: ChipDesc, checks: Checks = Checks.DEFAULT, dram_bytes: int = 0
    ) -> None:
        self.chip, self.checks = chip, checks
        names = [f"L1 of core {self.core_name(number)}" for number in range(len(chip.workers))]
        self.l1 = Memory(names, chip.l1_size, checks)
        channels = [f"DRAM channel {number}" for number in range(len(chip.dram))]
        self.dram = Memory(channels, dram_bytes, checks)
        self.cores = tuple(Banks((index,)) for index in range(len(chip.workers)))
        self._channels = tuple(Banks((index,)) for index in range(len(chip.dram)))
        self._nodes = {
            place: (self.dram, each) for place, each in zip(chip.dram, self._channels, strict=True)
        }
        self._nodes |= {
            place: (self.l1, each) for place, each in zip(chip.workers, self.cores, strict=True)
        }
        self._rectangles: dict[int, tuple[int, ...]] = {}
        self.words = self.l1.bytes.view("<u4")
        """The memory of L1, viewed as 32-bit words."""
        self._clear_reserved()

    def reset(self) -> None:
        """Forget all written data. The next program finds the memories as in a new machine."""
        self.l1.forget()
        self.dram.forget()
        self._clear_reserved()

    def _clear_reserved(self) -> None:
        base = self.chip.l1_base
        self.l1.bytes[:, :base] = 0
        self.l1.lines[:, : base // LINE] = WRITTEN

    def serves(self, checks: Checks, dram_bytes: int) -> bool:
        """Whether a program that needs these checks and this much DRAM can reuse the machine.

        A machine without INIT checks is not reused, because programs would see old data.
        """
        fits = dram_bytes <= self.dram.size
        return fits and checks is self.checks and Checks.INIT in checks

    def allocate(
        self,
        ranges: Iterable[tuple[Sequence[int], int, int]],
        dram: Iterable[tuple[Sequence[int], int, int]],
    ) -> None:
        """Set the allocated ranges (banks, address, size), in addition to the reserved part of
        L1.
        """
        everywhere = range(len(self.cores))
        self.l1.allocate([(everywhere, 0, self.chip.l1_base), *ranges])
        self.dram.allocate(dram)

    def core_name(self, number: int) -> str:
        """Return a core's logical coordinates as in the IR: `ROWxCOLUMN`."""
        return "{}x{}".format(*divmod(number, self.chip.grid[1]))

    def place(self, noc_address: int) -> tuple[Memory, Banks, int]:
        """Return the memory, the bank and the local address that a network address names. Raises
        Fault.
        """
        column = noc_address >> _LOCAL_BITS & _COORDINATE_MASK
        row = noc_address >> _LOCAL_BITS + _COORDINATE_BITS & _COORDINATE_MASK
        node = self._nodes.get((row, column))
        if node is None:
            raise Fault(f"there is neither a core nor DRAM at x={column}, y={row}")
        return *node, noc_address & LOCAL_MASK

    def rectangle(self, noc_address: int) -> tuple[tuple[int, ...], int]:
        """Return the core indices and the local address that a multicast address names. Raises
        Fault.
        """
        corners = noc_address >> _LOCAL_BITS
        if corners not in self._rectangles:
            if len(self._rectangles) >= _RECTANGLES:
                self._rectangles.clear()
            self._rectangles[corners] = self._find_cores(corners)
        return self._rectangles[corners], noc_address & LOCAL_MASK

    def _find_cores(self, corners: int) -> tuple[int, ...]:
        """Return the indices of the cores in a rectangle. Raises Fault.

        `corners` packs its four coordinates.
        """
        fields = [corners >> index * _COORDINATE_BITS & _COORDINATE_MASK for index in range(4)]
        columns, rows = sorted((fields[0], fields[2])), sorted((fields[1], fields[3]))
        chosen = tuple(
            index
            for index, (row, column) in enumerate(self.chip.workers)
            if rows[0] <= row <= rows[1] and columns[0] <= column <= columns[1]
        )
        if not chosen:
            raise Fault(f"there is no core in x={columns[0]}..{columns[1]}, y={rows[0]}..{rows[1]}")
        return chosen


def noc_address(row: int, column: int, local: int) -> int:
    """Return the network address of a local address at a row and column. Raises Fault."""
    _require_coordinates(row, column)
    position = row << _COORDINATE_BITS | column
    return position << _LOCAL_BITS | local & LOCAL_MASK


def multicast_address(row0: int, column0: int, row1: int, column1: int, local: int) -> int:
    """Return the multicast address of a local address on all cores in a rectangle. Raises Fault."""
    _require_coordinates(row0, column0, row1, column1)
    position = 0
    for coordinate in (row0, column0, row1, column1):
        position = position << _COORDINATE_BITS | coordinate
    return position << _LOCAL_BITS | local & LOCAL_MASK


def _require_coordinates(*coordinates: int) -> None:
    for each in coordinates:
        if not 0 <= each <= _COORDINATE_MASK:
            raise Fault(f"{each} is not a coordinate of the network")
