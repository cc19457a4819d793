"""System descriptions of Tenstorrent's boards by name, so that one can compile for a board without having it.

They are what the runtime finds on such a board when it is alone in the host. Sources: tt-metal's `soc_descriptors` (cores,
memories), `core_descriptors` (cores that are left for programs, with Tensix dispatch if all chips are on PCIe, with
ethernet dispatch otherwise) and memory maps (reserved addresses); UMD's coordinate managers and examples of cluster
descriptors (links, harvesting). docs/system_descriptors.md lists what is assumed rather than read there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from ttmlir_py.dialects.tt.enums import Arch, ChipCapability
from ttmlir_py.dialects.tt.system import (
    ArchAttr,
    ChipChannelAttr,
    ChipCoordAttr,
    ChipDescAttr,
    ChipPhysicalCoresAttr,
    CoreCoordAttr,
    SystemDescAttr,
)

Link = tuple[int, int, int, int, int]
"""(chip, channel, other chip, its channel, number of adjacent channels that are linked likewise)"""


@dataclass(frozen=True)
class Family:
    """What all chips of an architecture share. Sizes and addresses are in bytes."""

    arch: Arch
    dram_channel_size: int
    alignment: int
    """Of addresses in DRAM and on PCIe; in L1 it is 16 bytes."""
    l1_unreserved_base: int
    erisc_l1_unreserved_base: int
    dram_unreserved_base: int
    worker: Callable[[int, int], CoreCoordAttr]
    """The translated coordinate of the worker core at (row, column)."""
    eth: Callable[[int], CoreCoordAttr]
    """The translated coordinate of an ethernet channel's core."""
    firmware_channels: frozenset[int]
    """Ethernet channels that firmware needs when they are not linked."""


WORMHOLE: Final = Family(
    arch=Arch.WormholeB0,
    dram_channel_size=1 << 30,
    alignment=32,
    l1_unreserved_base=97248,
    erisc_l1_unreserved_base=69632,
    dram_unreserved_base=32,
    worker=lambda row, column: CoreCoordAttr(18 + row, 18 + column),
    # Channels alternate between the outer and inner columns; eight to each of two rows.
    eth=lambda channel: CoreCoordAttr(
        16 + channel // 8, (25, 18, 24, 19, 23, 20, 22, 21)[channel % 8]
    ),
    firmware_channels=frozenset({8, 9, 15}),
)
BLACKHOLE: Final = Family(
    arch=Arch.Blackhole,
    dram_channel_size=4278190080,
    alignment=64,
    l1_unreserved_base=101376,
    erisc_l1_unreserved_base=98304,
    dram_unreserved_base=64,
    # Columns 8 and 9 of the chip hold no workers.
    worker=lambda row, column: CoreCoordAttr(2 + row, 1 + column + (2 if column >= 7 else 0)),
    eth=lambda channel: CoreCoordAttr(25, 20 + channel),
    firmware_channels=frozenset(),
)


@dataclass(frozen=True)
class Board:
    """A board or system of boards: grids are (rows, columns) of a chip, chips are in order of their numbers."""

    summary: str
    family: Family
    grid: tuple[int, int]
    """The cores that programs may use."""
    all_cores: tuple[int, int]
    """These and the cores that dispatch programs, without harvested ones."""
    dram_channels: int
    eth_channels: int
    coordinates: Sequence[tuple[int, int]] = ((0, 0),)
    """(y, x) of each chip."""
    on_pcie: frozenset[int] = frozenset({0})
    links: Sequence[Link] = ()


def _galaxy_links(rows: int, columns: int) -> Iterator[Link]:
    """Four links to each neighbour; the trays on both sides of a seam are mounted the other way round."""
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
"""The board with one whole chip of an architecture."""


@cache
def preset(name: str) -> SystemDescAttr:
    """The system description of a board, or of one chip of an architecture.

    Raises ValueError, which lists the boards, if it is not known.
    """
    board = BOARDS.get(ARCHITECTURES.get(name, name))
    if board is None:
        raise ValueError(f"unknown system '{name}'; known are {', '.join(BOARDS)}")
    chips = range(len(board.coordinates))
    descriptions = [_chip_desc(board, chip) for chip in chips]
    kinds = list(dict.fromkeys(descriptions))
    host = ChipCapability.PCIE | ChipCapability.HostMMIO
    return SystemDescAttr(
        cpuDescs=SystemDescAttr.get_default().cpuDescs,
        chipDescs=tuple(kinds),
        chipDescIndices=tuple(kinds.index(description) for description in descriptions),
        chipCapabilities=tuple(
            host if chip in board.on_pcie else ChipCapability(0) for chip in chips
        ),
        chipCoords=tuple(ChipCoordAttr(0, 0, y, x) for y, x in board.coordinates),
        chipChannels=tuple(
            ChipChannelAttr(chip, (channel, 0), other, (other_channel, 0))
            for chip, channel, other, other_channel in sorted(single_links(board))
        ),
    )


def single_links(board: Board) -> Iterator[tuple[int, int, int, int]]:
    """(chip, channel, other chip, its channel) of each link of a board."""
    for chip, channel, other, other_channel, count in board.links:
        for offset in range(count):
            yield chip, channel + offset, other, other_channel + offset


def _chip_desc(board: Board, chip: int) -> ChipDescAttr:
    family = board.family
    linked = {channel for a, channel, _, _ in single_links(board) if a == chip}
    linked |= {channel for _, _, b, channel in single_links(board) if b == chip}
    default = SystemDescAttr.get_default().chipDescs[0]
    return ChipDescAttr(
        arch=ArchAttr(family.arch),
        grid=board.grid,
        l1Size=default.l1Size,
        numDramChannels=board.dram_channels,
        dramChannelSize=family.dram_channel_size,
        nocL1AddressAlignBytes=default.nocL1AddressAlignBytes,
        pcieAddressAlignBytes=family.alignment,
        nocDRAMAddressAlignBytes=family.alignment,
        l1UnreservedBase=family.l1_unreserved_base,
        eriscL1UnreservedBase=family.erisc_l1_unreserved_base,
        dramUnreservedBase=family.dram_unreserved_base,
        dramUnreservedEnd=_dram_unreserved_end(board, len(linked)),
        chipPhysicalCores=_physical_cores(board, linked),
        supportedDataTypes=default.supportedDataTypes,
        supportedTileSizes=default.supportedTileSizes,
        numCBs=default.numCBs,
    )


def _dram_unreserved_end(board: Board, linked: int) -> int:
    """Programs for all cores are kept at the end of DRAM, spread over the channels (upstream's runtime, `system_desc.cpp`)."""
    rows, columns = board.all_cores
    programs = board.family.l1_unreserved_base * (rows * columns + linked)
    end = board.family.dram_channel_size + -programs // board.dram_channels
    return end - end % board.family.alignment


def _physical_cores(board: Board, linked: set[int]) -> ChipPhysicalCoresAttr:
    """Workers in order of the logical ones, DRAM by channel, ethernet cores sorted by coordinate."""
    family = board.family
    rows, columns = board.grid
    idle = set(range(board.eth_channels)) - linked - family.firmware_channels

    def eth(channels: set[int]) -> tuple[CoreCoordAttr, ...]:
        return tuple(sorted(map(family.eth, channels), key=lambda core: (core.y, core.x)))

    return ChipPhysicalCoresAttr(
        worker=tuple(
            family.worker(row, column) for row in range(rows) for column in range(columns)
        ),
        dram=tuple(CoreCoordAttr(0, channel) for channel in range(board.dram_channels)),
        eth=eth(linked),
        eth_inactive=eth(idle),
    )
