"""The system description (`#tt.system_desc`) as the `SystemDesc` table."""

from ttmlir_py.dialects.tt.attributes import (
    ChipChannelAttr,
    ChipDescAttr,
    ChipPhysicalCoresAttr,
    SystemDescAttr,
)
from ttmlir_py.target.flatbuffer.types import FbTable, dim2d, enum_name


def system_desc(attribute: SystemDescAttr) -> FbTable:
    """The `SystemDesc` of a system description."""
    return {
        "cpu_descs": [
            {"role": enum_name(cpu.role), "target_triple": cpu.target_triple.data}
            for cpu in attribute.cpuDescs
        ],
        "chip_descs": [_chip_desc(chip) for chip in attribute.chipDescs],
        "chip_desc_indices": attribute.chipDescIndices,
        "chip_capabilities": [capability.value for capability in attribute.chipCapabilities],
        "chip_coords": [
            {"rack": chip.rack, "shelf": chip.shelf, "y": chip.y, "x": chip.x}
            for chip in attribute.chipCoords
        ],
        "chip_channels": [_chip_channel(channel) for channel in attribute.chipChannels],
    }


def _chip_desc(chip: ChipDescAttr) -> FbTable:
    return {
        "arch": enum_name(chip.arch.value),
        "grid_size": dim2d(chip.grid),
        "l1_size": chip.l1Size,
        "num_dram_channels": chip.numDramChannels,
        "dram_channel_size": chip.dramChannelSize,
        "noc_l1_address_align_bytes": chip.nocL1AddressAlignBytes,
        "pcie_address_align_bytes": chip.pcieAddressAlignBytes,
        "noc_dram_address_align_bytes": chip.nocDRAMAddressAlignBytes,
        "l1_unreserved_base": chip.l1UnreservedBase,
        "erisc_l1_unreserved_base": chip.eriscL1UnreservedBase,
        "dram_unreserved_base": chip.dramUnreservedBase,
        "dram_unreserved_end": chip.dramUnreservedEnd,
        "physical_cores": _physical_cores(chip.chipPhysicalCores),
        "supported_data_types": [enum_name(each.value) for each in chip.supportedDataTypes],
        "supported_tile_sizes": [dim2d((tile.y, tile.x)) for tile in chip.supportedTileSizes],
        "num_cbs": chip.numCBs,
    }


def _physical_cores(cores: ChipPhysicalCoresAttr) -> FbTable:
    kinds = ("worker", "dram", "eth", "eth_inactive")
    return {kind: [dim2d((core.y, core.x)) for core in getattr(cores, kind)] for kind in kinds}


def _chip_channel(channel: ChipChannelAttr) -> FbTable:
    return {
        "device_id0": channel.deviceId0,
        "ethernet_core_coord0": dim2d(channel.ethernetCoreCoord0),
        "device_id1": channel.deviceId1,
        "ethernet_core_coord1": dim2d(channel.ethernetCoreCoord1),
    }
