"""Attributes of the tt dialect that describe a system: its CPUs, chips, cores and links."""

from functools import cache

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import OpaqueSyntaxAttribute

from ttmlir_py.common.boards import L1_SIZE
from ttmlir_py.dialects.tt.enums import (
    Arch,
    ChipCapability,
    CPURole,
    DataType,
    MemorySpace,
    TTEnumAttr,
)
from ttmlir_py.ir.definition.attribute_format import FormatAttribute, Unsigned


class ArchAttr(TTEnumAttr):
    """A chip architecture."""

    name = "tt.arch"
    value: Arch


class DataTypeAttr(TTEnumAttr):
    """A data type of device tensors, as listed in a chip's description."""

    name = "tt.supportedDataTypes"
    value: DataType


class CoreCoordAttr(FormatAttribute, OpaqueSyntaxAttribute):
    """The coordinate of one physical core."""

    name = "tt.core_coord"
    assembly_format = "custom<VargDimensionList>($y, $x)"
    y: int
    x: int


class TileSizeAttr(FormatAttribute, OpaqueSyntaxAttribute):
    """A tile shape that Tensix cores support."""

    name = "tt.tile_size"
    assembly_format = "custom<VargDimensionList>($y, $x)"
    y: int
    x: int


class ChipPhysicalCoresAttr(FormatAttribute, OpaqueSyntaxAttribute):
    """The physical cores of a chip by kind, in the order of the logical cores."""

    name = "tt.chip_physical_cores"
    assembly_format = """`{` `worker` `=` `[` $worker `]` `dram` `=` `[` $dram `]`
        (`eth` `=` `[` $eth^ `]`)? (`eth_inactive` `=` `[` $eth_inactive^ `]`)? `}`"""
    worker: tuple[CoreCoordAttr, ...]
    dram: tuple[CoreCoordAttr, ...]
    eth: tuple[CoreCoordAttr, ...] = ()
    eth_inactive: tuple[CoreCoordAttr, ...] = ()


class ChipDescAttr(FormatAttribute, OpaqueSyntaxAttribute):
    """The compiler's description of one chip. Sizes and addresses are in bytes."""

    name = "tt.chip_desc"
    assembly_format = """`{` `arch` `=` $arch `,` `grid` `=` custom<DimensionList>($grid) `,`
        `l1_size` `=` $l1Size `,` `num_dram_channels` `=` $numDramChannels `,`
        `dram_channel_size` `=` $dramChannelSize `,`
        `noc_l1_address_align_bytes` `=` $nocL1AddressAlignBytes `,`
        `pcie_address_align_bytes` `=` $pcieAddressAlignBytes `,`
        `noc_dram_address_align_bytes` `=` $nocDRAMAddressAlignBytes `,`
        `l1_unreserved_base` `=` $l1UnreservedBase `,`
        `erisc_l1_unreserved_base` `=` $eriscL1UnreservedBase `,`
        `dram_unreserved_base` `=` $dramUnreservedBase `,`
        `dram_unreserved_end` `=` $dramUnreservedEnd `,`
        `physical_cores` `=` $chipPhysicalCores `,`
        `supported_data_types` `=` `[` $supportedDataTypes `]` `,`
        `supported_tile_sizes` `=` `[` $supportedTileSizes `]` `,` `num_cbs` `=` $numCBs `}`"""
    arch: ArchAttr
    grid: tuple[int, ...]
    l1Size: Unsigned
    numDramChannels: Unsigned
    dramChannelSize: Unsigned
    nocL1AddressAlignBytes: Unsigned
    pcieAddressAlignBytes: Unsigned
    nocDRAMAddressAlignBytes: Unsigned
    l1UnreservedBase: Unsigned
    eriscL1UnreservedBase: Unsigned
    dramUnreservedBase: Unsigned
    dramUnreservedEnd: Unsigned
    chipPhysicalCores: ChipPhysicalCoresAttr
    supportedDataTypes: tuple[DataTypeAttr, ...]
    supportedTileSizes: tuple[TileSizeAttr, ...]
    numCBs: Unsigned

    def get_usable_l1_size(self) -> int:
        """Return the bytes of L1 per core that programs may use."""
        return self.l1Size - self.l1UnreservedBase

    def get_usable_dram_channel_size(self) -> int:
        """Return the bytes per DRAM channel that programs may use."""
        return self.dramUnreservedEnd - self.dramUnreservedBase

    def get_scratch_l1_region_size(self) -> int:
        """Return the bytes at the end of L1 that are reserved for scratch data."""
        return 1 << 12

    def get_scratch_l1_region_address(self) -> int:
        """Return the address of the scratch region in L1."""
        return self.l1Size - self.get_scratch_l1_region_size()


class CPURoleAttr(TTEnumAttr, OpaqueSyntaxAttribute):
    """Whether a CPU is the host's or on the device."""

    name = "tt.cpu_role"
    assembly_format = "$value"
    value: CPURole


class CPUDescAttr(FormatAttribute, OpaqueSyntaxAttribute):
    """A CPU that code can be compiled for."""

    name = "tt.cpu_desc"
    assembly_format = "`{` `role` `=` $role `,` `target_triple` `=` $target_triple `}`"
    role: CPURole
    target_triple: StringAttr


class ChipCoordAttr(FormatAttribute, OpaqueSyntaxAttribute):
    """The position of a chip in the system."""

    name = "tt.chip_coord"
    assembly_format = "custom<VargDimensionList>($rack, $shelf, $y, $x)"
    rack: Unsigned
    shelf: Unsigned
    y: Unsigned
    x: Unsigned


class ChipChannelAttr(FormatAttribute):
    """An ethernet link between two chips."""

    name = "tt.chip_channel"
    assembly_format = """`<` `[` $deviceId0 `,` $ethernetCoreCoord0 `]` `,`
        `[` $deviceId1 `,` $ethernetCoreCoord1 `]` `>`"""
    deviceId0: Unsigned
    ethernetCoreCoord0: tuple[int, ...]
    deviceId1: Unsigned
    ethernetCoreCoord1: tuple[int, ...]


class SystemDescAttr(FormatAttribute):
    """The whole system: its CPUs, chips and the links between them."""

    name = "tt.system_desc"
    assembly_format = """`<` `[` $cpuDescs `]` `,` `[` $chipDescs `]` `,` `[` $chipDescIndices `]` `,`
        `[` $chipCapabilities `]` `,` `[` $chipCoords `]` (`,` `[` $chipChannels^ `]`)? `>`"""  # noqa: E501
    cpuDescs: tuple[CPUDescAttr, ...]
    chipDescs: tuple[ChipDescAttr, ...]
    chipDescIndices: tuple[Unsigned, ...]
    chipCapabilities: tuple[ChipCapability, ...]
    chipCoords: tuple[ChipCoordAttr, ...]
    chipChannels: tuple[ChipChannelAttr, ...] = ()

    def alias_name(self) -> str:
        """Return the name of aliases, `system_desc`."""
        return "system_desc"

    @classmethod
    def get_default(cls) -> "SystemDescAttr":
        """Return the default system: a host and one Wormhole chip with 8x8 cores and 12 DRAM
        channels.
        """
        return _default_system_desc()

    def get_chip_desc(self, chip_id: int) -> ChipDescAttr:
        """Return the description of the chip `chip_id`. Raises ValueError if the system has no such
        chip.
        """
        if chip_id < len(self.chipDescIndices):
            index = self.chipDescIndices[chip_id]
            if index < len(self.chipDescs):
                return self.chipDescs[index]
        raise ValueError(f"there is no chip {chip_id} in a system of {len(self.chipDescIndices)}")

    def get_address_align_bytes(
        self, memory_space: MemorySpace | None = None, chip: int = 0
    ) -> int:
        """Return the address alignment in bytes of `memory_space`, or the largest of all memory
        spaces.
        """
        desc = self.get_chip_desc(chip)
        alignments = {
            MemorySpace.DeviceL1: desc.nocL1AddressAlignBytes,
            MemorySpace.DeviceDRAM: desc.nocDRAMAddressAlignBytes,
            MemorySpace.SystemMMIO: desc.pcieAddressAlignBytes,
        }
        if memory_space is None:
            return max(alignments.values())
        return alignments.get(memory_space, 1)


_SUPPORTED_DATA_TYPES = tuple(each for each in DataType if each is not DataType.Int32)
"""The data types that system descriptors list; upstream added `Int32` later."""


@cache
def _default_system_desc() -> SystemDescAttr:
    """Return the default system, which is built only once because the attribute is immutable."""
    height, width = 8, 8
    cores = ChipPhysicalCoresAttr(
        worker=tuple(CoreCoordAttr(y, x) for y in range(height) for x in range(width)),
        dram=tuple(CoreCoordAttr(height + y, x) for x in range(4) for y in range(3)),
    )
    tile_sizes = ((4, 16), (16, 16), (32, 16), (4, 32), (16, 32), (32, 32))
    chip = ChipDescAttr(
        arch=ArchAttr(Arch.WormholeB0),
        grid=(height, width),
        l1Size=L1_SIZE,
        numDramChannels=12,
        dramChannelSize=1 << 30,
        nocL1AddressAlignBytes=16,
        pcieAddressAlignBytes=32,
        nocDRAMAddressAlignBytes=32,
        l1UnreservedBase=1024,
        eriscL1UnreservedBase=1024,
        dramUnreservedBase=1024,
        dramUnreservedEnd=1 << 30,
        chipPhysicalCores=cores,
        supportedDataTypes=tuple(DataTypeAttr(data_type) for data_type in _SUPPORTED_DATA_TYPES),
        supportedTileSizes=tuple(TileSizeAttr(y, x) for y, x in tile_sizes),
        numCBs=32,
    )
    return SystemDescAttr(
        cpuDescs=(CPUDescAttr(CPURole.Host, StringAttr("x86_64-pc-linux-gnu")),),
        chipDescs=(chip,),
        chipDescIndices=(0,),
        chipCapabilities=(ChipCapability.PCIE | ChipCapability.HostMMIO,),
        chipCoords=(ChipCoordAttr(0, 0, 0, 0),),
    )
