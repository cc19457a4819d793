"""Tenstorrent's boards by name: their chips, cores, memories and links, as plain data.

Sources in tt-metal: `soc_descriptors` (cores, memories), memory maps (reserved addresses) and
`core_descriptors` (cores left for programs, with Tensix dispatch if all chips are on PCIe, with
ethernet dispatch otherwise). Sources in UMD: coordinate managers and examples of cluster
descriptors (links, harvesting). docs/system_descriptors.md lists the assumptions.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

Link = tuple[int, int, int, int, int]
"""A link as (chip, channel, other chip, other channel, count). The count is the number of
consecutive channels that are linked in this way.
"""

Core = tuple[int, int]
"""Coordinates (y, x) of a core."""


L1_SIZE: Final = 1499136
"""Size in bytes of a worker core's L1 in system descriptors."""


class Family(NamedTuple):
    """Properties that all chips of an architecture share. Sizes and addresses are in bytes."""

    arch: str
    """Member name of the IR's enum `Arch`."""
    dram_channel_size: int
    alignment: int
    """Alignment of addresses in DRAM and on PCIe. In L1 it is 16 bytes."""
    l1_unreserved_base: int
    erisc_l1_unreserved_base: int
    dram_unreserved_base: int
    worker: Callable[[int, int], Core]
    """Returns the translated coordinates of the worker core at (row, column)."""
    eth: Callable[[int], Core]
    """Returns the translated coordinates of an ethernet channel's core."""
    firmware_channels: frozenset[int]
    """Ethernet channels that the firmware uses unless they are linked."""


def _wormhole_worker(row: int, column: int) -> Core:
    return 18 + row, 18 + column


def _wormhole_eth(channel: int) -> Core:
    """Return the core of an ethernet channel.

    Eight channels are in each of two rows, in outer and inner columns alternately.
    """
    return 16 + channel // 8, (25, 18, 24, 19, 23, 20, 22, 21)[channel % 8]


def _blackhole_worker(row: int, column: int) -> Core:
    """Return the translated coordinates of a worker core. Columns 8 and 9 of the chip hold no
    workers.
    """
    return 2 + row, 1 + column + (2 if column >= 7 else 0)


def _blackhole_eth(channel: int) -> Core:
    return 25, 20 + channel


WORMHOLE: Final = Family(
    arch="WormholeB0",
    dram_channel_size=1 << 30,
    alignment=32,
    l1_unreserved_base=97248,
    erisc_l1_unreserved_base=69632,
    dram_unreserved_base=32,
    worker=_wormhole_worker,
    eth=_wormhole_eth,
    firmware_channels=frozenset({8, 9, 15}),
)
BLACKHOLE: Final = Family(
    arch="Blackhole",
    dram_channel_size=4278190080,
    alignment=64,
    l1_unreserved_base=101376,
    erisc_l1_unreserved_base=98304,
    dram_unreserved_base=64,
    worker=_blackhole_worker,
    eth=_blackhole_eth,
    firmware_channels=frozenset(),
)


class Board(NamedTuple):
    """A board, or a system of several boards.

    Grids are (rows, columns) of cores on a chip. Chips are in the order of their numbers.
    """

    summary: str
    family: Family
    grid: tuple[int, int]
    """The grid of cores that programs may use."""
    all_cores: tuple[int, int]
    """The grid of cores including those that dispatch programs, without harvested cores."""
    dram_channels: int
    eth_channels: int
    coordinates: Sequence[tuple[int, int]] = ((0, 0),)
    """Coordinates (y, x) of each chip."""
    on_pcie: frozenset[int] = frozenset({0})
    links: Sequence[Link] = ()


def _galaxy_links(rows: int, columns: int) -> Iterator[Link]:
    """Yield four links from each chip to each neighbour.

    Trays on the two sides of a seam are mounted in opposite directions.
    """
    to_the_right = {0: (12, 0), 1: (12, 12), 2: (0, 12)}
    for row in range(rows):
        down = (8, 4) if row < 3 else (8, 8) if row == 3 else (4, 8)
        for column in range(columns):
            chip = row * columns + column
            if column + 1 < columns:
                near, far = to_the_right[column]
                yield chip, near, chip + 1, far, 4
            if row + 1 < rows:
                yield chip, down[0], chip + columns, down[1], 4


BOARDS: Final[dict[str, Board]] = {
    "n150": Board("one Wormhole chip", WORMHOLE, (8, 8), (9, 8), 12, 16),
    "n300": Board(
        "two Wormhole chips",
        WORMHOLE,
        (8, 8),
        (8, 8),
        12,
        16,
        coordinates=((0, 0), (0, 1)),
        links=((0, 8, 1, 0, 2),),
    ),
    "t3000": Board(
        "four n300 cards in a mesh of 2x4 chips",
        WORMHOLE,
        (8, 8),
        (8, 8),
        12,
        16,
        coordinates=((0, 1), (1, 1), (0, 2), (1, 2), (0, 0), (1, 0), (0, 3), (1, 3)),
        on_pcie=frozenset(range(4)),
        links=(
            (0, 6, 2, 6, 2),
            (0, 8, 4, 0, 2),
            (0, 14, 1, 14, 2),
            (1, 0, 3, 0, 2),
            (1, 8, 5, 0, 2),
            (2, 8, 6, 0, 2),
            (2, 14, 3, 14, 2),
            (3, 8, 7, 0, 2),
            (4, 6, 5, 6, 2),
            (6, 6, 7, 6, 2),
        ),
    ),
    "tg": Board(
        "a Galaxy of 8x4 Wormhole chips",
        WORMHOLE,
        (10, 8),
        (10, 8),
        12,
        16,
        coordinates=tuple((y, x) for y in range(8) for x in range(4)),
        on_pcie=frozenset(),
        links=tuple(_galaxy_links(8, 4)),
    ),
    "p100": Board("one Blackhole chip without ethernet", BLACKHOLE, (10, 11), (10, 12), 7, 0),
    "p150": Board("one Blackhole chip", BLACKHOLE, (10, 11), (10, 12), 8, 12),
}

ARCHITECTURES = {"blackhole": "p150", "wormhole": "n150"}
"""Maps each architecture to the board with one whole chip of it."""


def single_links(board: Board) -> Iterator[tuple[int, int, int, int]]:
    """Yield (chip, channel, other chip, other channel) for each link of a board."""
    for chip, channel, other, other_channel, count in board.links:
        for offset in range(count):
            yield chip, channel + offset, other, other_channel + offset


def dram_unreserved_end(board: Board, linked: int) -> int:
    """Return the end address, in each DRAM channel, of the memory that programs may use.

    The kernels of all cores are stored behind it, spread over the channels, as in `system_desc.cpp`
    of upstream's runtime. `linked` is the number of the chip's linked ethernet channels.
    """
    rows, columns = board.all_cores
    programs = board.family.l1_unreserved_base * (rows * columns + linked)
    end = board.family.dram_channel_size + -programs // board.dram_channels
    return end - end % board.family.alignment


def memory_desc(name: str) -> dict[str, Any]:
    """Return the cores and memories of a single-chip board, as fields of the system descriptor's
    schema.
    """
    board = BOARDS[name]
    rows, columns = board.grid
    chip = {
        "grid_size": {"y": rows, "x": columns},
        "l1_size": L1_SIZE,
        "l1_unreserved_base": board.family.l1_unreserved_base,
        "num_dram_channels": board.dram_channels,
        "dram_unreserved_base": board.family.dram_unreserved_base,
        "dram_unreserved_end": dram_unreserved_end(board, 0),
        "noc_dram_address_align_bytes": board.family.alignment,
    }
    return {"chip_descs": [chip]}
