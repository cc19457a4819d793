"""The parts of a Tensix chip that kernels share: cores with their L1, channels of DRAM, the network's coordinates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ttmlir_py.runtime.formats import DataFormat
from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.memory import LINE, WRITTEN, Banks, Checks, Memory
from ttmlir_py.tensix.operations import PORT_NAMES

COUNTER_MASK = 0xFFFF
"""Pages received and acknowledged are counted modulo 2^16."""
_LOCAL_BITS, _COORDINATE_BITS = 36, 6
LOCAL_MASK, _COORDINATE_MASK = (1 << _LOCAL_BITS) - 1, (1 << _COORDINATE_BITS) - 1
"""The bits of an address on the network that say where in a core or channel, and of each coordinate before them."""
_RECTANGLES = 256
"""Rectangles of multicasts that are remembered."""

Core = tuple[int, int]
"""Row and column."""


@dataclass(frozen=True, slots=True)
class ChipDesc:
    """What is known of the chip: shapes and addresses in bytes, coordinates on the network as (row, column)."""

    grid: tuple[int, int]
    l1_size: int
    l1_base: int
    """Where the reserved part of L1 ends."""
    dram_size: int
    """Of a channel."""
    workers: tuple[Core, ...]
    """By row-major number in the grid."""
    dram: tuple[Core, ...]
    """By channel."""


@dataclass(eq=False, slots=True)
class CircularBuffer:
    """A circular buffer of some cores; each core counts the pages that it received and acknowledged."""

    port: int
    address: int
    size: int
    page_size: int
    data_format: DataFormat
    is_tensor: bool
    """Whether it lies over a tensor's buffer: full from the start as an input, and free as an output."""
    received: dict[int, int] = field(default_factory=dict[int, int])
    acknowledged: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def name(self) -> str:
        """Its port, by name."""
        return f"port {PORT_NAMES.get(self.port, self.port)}"

    @property
    def pages(self) -> int:
        """How many pages it holds."""
        return self.size // self.page_size

    @property
    def end(self) -> int:
        """The address behind its last byte."""
        return self.address + self.size

    def available(self, core: int) -> int:
        """Pages that were received and not yet acknowledged."""
        return (self.received[core] - self.acknowledged[core]) & COUNTER_MASK


class Machine:
    """The memories of a chip. They live as long as the machine; all else is a program's."""

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
        """L1 as words of 32 bits."""
        self._clear_reserved()

    def reset(self) -> None:
        """Forget what was written."""
        self.l1.forget()
        self.dram.forget()
        self._clear_reserved()

    def _clear_reserved(self) -> None:
        base = self.chip.l1_base
        self.l1.bytes[:, :base] = 0
        self.l1.lines[:, : base // LINE] = WRITTEN

    def serves(self, checks: Checks, dram_bytes: int) -> bool:
        """Whether a program can use it again that has these needs: unchecked ones would see what others left."""
        fits = dram_bytes <= self.dram.size
        return fits and checks is self.checks and Checks.INIT in checks

    def allocate(
        self,
        ranges: Iterable[tuple[Sequence[int], int, int]],
        dram: Iterable[tuple[Sequence[int], int, int]],
    ) -> None:
        """Say what is allocated beside the reserved part of L1: banks, address and size of each buffer."""
        everywhere = range(len(self.cores))
        self.l1.allocate([(everywhere, 0, self.chip.l1_base), *ranges])
        self.dram.allocate(dram)

    def core_name(self, number: int) -> str:
        """A core's logical coordinates, as IR writes them: `row`x`column`."""
        return "{}x{}".format(*divmod(number, self.chip.grid[1]))

    def place(self, noc_address: int) -> tuple[Memory, Banks, int]:
        """The memory, bank and address there that an address on the network means. Raises Fault."""
        column = noc_address >> _LOCAL_BITS & _COORDINATE_MASK
        row = noc_address >> _LOCAL_BITS + _COORDINATE_BITS & _COORDINATE_MASK
        node = self._nodes.get((row, column))
        if node is None:
            raise Fault(f"there is neither a core nor DRAM at x={column}, y={row}")
        return *node, noc_address & LOCAL_MASK

    def rectangle(self, noc_address: int) -> tuple[tuple[int, ...], int]:
        """The numbers of the cores that a multicast address means, and the address there. Raises Fault."""
        corners = noc_address >> _LOCAL_BITS
        if corners not in self._rectangles:
            if len(self._rectangles) >= _RECTANGLES:
                self._rectangles.clear()
            self._rectangles[corners] = self._find_cores(corners)
        return self._rectangles[corners], noc_address & LOCAL_MASK

    def _find_cores(self, corners: int) -> tuple[int, ...]:
        """The numbers of the cores in a rectangle, given as four coordinates. Raises Fault."""
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
    """An address on the network: coordinates and the address there. Raises Fault."""
    _require_coordinates(row, column)
    position = row << _COORDINATE_BITS | column
    return position << _LOCAL_BITS | local & LOCAL_MASK


def multicast_address(row0: int, column0: int, row1: int, column1: int, local: int) -> int:
    """The address of all cores in a rectangle. Raises Fault."""
    _require_coordinates(row0, column0, row1, column1)
    position = 0
    for coordinate in (row0, column0, row1, column1):
        position = position << _COORDINATE_BITS | coordinate
    return position << _LOCAL_BITS | local & LOCAL_MASK


def _require_coordinates(*coordinates: int) -> None:
    for each in coordinates:
        if not 0 <= each <= _COORDINATE_MASK:
            raise Fault(f"{each} is no coordinate of the network")
