"""System descriptors of Tenstorrent's boards by name, for compiling without the board.

They match what the runtime reports for a host with a single board.
"""

from functools import cache

from ttmlir_py.common.boards import ARCHITECTURES, BOARDS, Board, dram_unreserved_end, single_links
from ttmlir_py.common.suggestions import unknown_name
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


@cache
def preset(name: str) -> SystemDescAttr:
    """Return the system descriptor of the board `name`, or of one chip of the architecture `name`.

    Raises ValueError with the list of boards if the name is unknown.
    """
    board = BOARDS.get(ARCHITECTURES.get(name, name))
    if board is None:
        raise ValueError(unknown_name("system", name, BOARDS))
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


def _chip_desc(board: Board, chip: int) -> ChipDescAttr:
    family = board.family
    linked = {channel for a, channel, _, _ in single_links(board) if a == chip}
    linked |= {channel for _, _, b, channel in single_links(board) if b == chip}
    default = SystemDescAttr.get_default().chipDescs[0]
    return ChipDescAttr(
        arch=ArchAttr(Arch[family.arch]),
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
        dramUnreservedEnd=dram_unreserved_end(board, len(linked)),
        chipPhysicalCores=_physical_cores(board, linked),
        supportedDataTypes=default.supportedDataTypes,
        supportedTileSizes=default.supportedTileSizes,
        numCBs=default.numCBs,
    )


def _physical_cores(board: Board, linked: set[int]) -> ChipPhysicalCoresAttr:
    """Return the cores of a chip: workers in logical order, DRAM by channel, ethernet by
    coordinate.
    """
    family = board.family
    rows, columns = board.grid
    idle = set(range(board.eth_channels)) - linked - family.firmware_channels

    def eth(channels: set[int]) -> tuple[CoreCoordAttr, ...]:
        return tuple(CoreCoordAttr(y, x) for y, x in sorted(map(family.eth, channels)))

    return ChipPhysicalCoresAttr(
        worker=tuple(
            CoreCoordAttr(*family.worker(row, column))
            for row in range(rows)
            for column in range(columns)
        ),
        dram=tuple(CoreCoordAttr(0, channel) for channel in range(board.dram_channels)),
        eth=eth(linked),
        eth_inactive=eth(idle),
    )
