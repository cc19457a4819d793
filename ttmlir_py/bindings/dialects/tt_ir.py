"""The attributes and types of the tt dialect (`ttmlir.dialects.tt.ir`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NoReturn

from xdsl.dialects.builtin import TensorType

from ttmlir_py.bindings.dialects.own_attributes import (
    EnumAttribute,
    OwnAttribute,
    OwnType,
    checked,
    map_of,
    numbers,
    raw,
    raw_map,
    type_of,
)
from ttmlir_py.bindings.ir.kinds import is_a
from ttmlir_py.dialects.tt import attributes as tt
from ttmlir_py.dialects.tt import enums
from ttmlir_py.dialects.tt.device import DeviceType as XdslDeviceType
from ttmlir_py.dialects.tt.tile import TileType as XdslTileType


def _field(name: str, wrapper: str = "") -> Any:
    """Return a property that reads a field. If a class of this module is given, the property wraps
    the value in it.
    """

    def read(self: Any) -> Any:
        value: Any = getattr(self.xdsl, name)
        if callable(value):
            value = value()
        if not wrapper:
            return list(value) if is_a(value, tuple) else value
        cls = globals()[wrapper]
        if is_a(value, tuple):
            return [cls.wrap(each, self.context) for each in value]  # pyright: ignore
        return cls.wrap(value, self.context)

    return property(read, doc=f"The field `{name}`.")


def _case(name: str) -> Any:
    """Return a property that reads the number of the enum member in a field."""

    def read(self: Any) -> int:
        return getattr(self.xdsl, name).value

    return property(read, doc=f"The number of `{name}`.")


def _enum_class(name: str, member: str) -> Any:
    """Return a class for an enum attribute. Its property `member` is the number of the enum
    member.
    """
    members: dict[str, Any] = {
        "XDSL": getattr(tt, f"{name}Attr"),
        "ENUM": getattr(enums, name),
        "__doc__": f"A case of {name}.",
        member: EnumAttribute.value,
    }
    return type(f"{name}Attr", (EnumAttribute,), members)


ArchAttr = _enum_class("Arch", "arch_as_int")
DataTypeAttr = _enum_class("DataType", "data_type_as_int")
MemorySpaceAttr = _enum_class("MemorySpace", "memory_space_as_int")
OOBValAttr = _enum_class("OOBVal", "oob_val_as_int")
TensorMemoryLayoutAttr = _enum_class("TensorMemoryLayout", "mem_layout_as_int")
IteratorTypeAttr = _enum_class("IteratorType", "iterator_type_as_int")


class GridAttr(OwnAttribute):
    """`#tt.grid<8x8>`."""

    XDSL = tt.GridAttr
    shape: Any = _field("shape")

    @staticmethod
    def get(ctx: Any, shape: Sequence[int]) -> GridAttr:
        """Return a grid with the given sizes."""
        return GridAttr.wrap(tt.GridAttr(numbers(shape)), ctx)


class MetalLayoutAttr(OwnAttribute):
    """The layout of a tensor in TTIR."""

    XDSL = tt.MetalLayoutAttr
    oobval: Any = _field("oob_val")
    oobval_as_int: Any = _case("oob_val")
    grid_attr: Any = _field("grid", "GridAttr")
    memory_space: Any = _field("get_memory_space")
    shard_shape: Any = _field("get_shard_shape")
    memory_layout: Any = _field("mem_layout")
    memory_layout_as_int: Any = _case("mem_layout")

    @staticmethod
    def get(
        ctx: Any,
        rankedTensorType: Any,
        memorySpaceValue: int,
        grid: Any,
        collapseIntervals: Sequence[tuple[int, int]],
        oobValValue: int,
        memLayoutValue: int,
    ) -> MetalLayoutAttr:
        """Return a metal layout for a tensor type."""
        type: Any = raw(rankedTensorType, TensorType, "rankedTensorType")
        return MetalLayoutAttr.wrap(
            tt.MetalLayoutAttr.get(
                type.get_shape(),
                type.element_type,
                checked(enums.MemorySpace, memorySpaceValue),
                raw(grid, tt.GridAttr, "grid"),
                tuple(map(numbers, collapseIntervals)),  # pyright: ignore
                checked(enums.OOBVal, oobValValue),
                checked(enums.TensorMemoryLayout, memLayoutValue),
            ),
            ctx,
        )

    @staticmethod
    def with_grid(
        ctx: Any,
        self: Any,
        tensorShape: Sequence[int],
        grid: Any,
        collapseIntervals: Sequence[tuple[int, int]],
    ) -> MetalLayoutAttr:
        """Return the same layout on another grid."""
        layout: Any = raw(self, tt.MetalLayoutAttr, "self")
        changed = layout.with_grid(
            numbers(tensorShape),
            raw(grid, tt.GridAttr, "grid"),
            tuple(map(numbers, collapseIntervals)),
        )
        return MetalLayoutAttr.wrap(changed, ctx)

    @staticmethod
    def with_element_type(ctx: Any, self: Any, elementType: Any) -> MetalLayoutAttr:
        """Return the same layout for elements of another type."""
        layout: Any = raw(self, tt.MetalLayoutAttr, "self")
        return MetalLayoutAttr.wrap(layout.with_element_type(elementType.xdsl), ctx)

    with_grid_: Callable[..., Any] = with_grid
    with_element_type_: Callable[..., Any] = with_element_type

    @staticmethod
    def getLayout(type: Any) -> MetalLayoutAttr | None:
        """Return the metal layout of a tensor type, or None if it has no such layout."""
        encoding = getattr(type, "encoding", None)
        return None if encoding is None else MetalLayoutAttr.maybe_downcast(encoding)

    def wrapped(self) -> MetalLayoutAttr:
        """Return the attribute itself. Upstream's method returns a wrapper object."""
        return self

    @property
    def memory_space_as_int(self) -> int:
        """The number of the memory space."""
        return self.xdsl.get_memory_space().value

    @property
    def memref(self) -> Any:
        """The shard as a memref type."""
        return type_of(self, self.xdsl.memref)

    @property
    def linear(self) -> Any:
        """The affine map from the dimensions of the tensor to those of the grid."""
        return map_of(self, self.xdsl.linear)

    @property
    def stride(self) -> NoReturn:
        """Raise TypeError: strides need a shape, which upstream's property cannot take."""
        raise TypeError("stride: the strides depend on a shape; use get_stride(shape)")

    def get_stride(self, logicalShape: Sequence[int]) -> list[int]:
        """Return the strides of a tensor of the given shape."""
        return list(self.xdsl.get_stride(numbers(logicalShape)))


class ChipCapabilityAttr(OwnAttribute):
    """The capabilities of a chip."""

    XDSL = enums.ChipCapability

    @staticmethod
    def get(ctx: Any, chipCapability: int) -> ChipCapabilityAttr:
        """Return the attribute for capabilities, given as a bit mask."""
        return ChipCapabilityAttr.wrap(enums.ChipCapability(int(chipCapability)), ctx)

    @property
    def capability_as_int(self) -> int:
        """The bit mask of the capabilities."""
        return self.xdsl.value

    def text(self) -> str:
        """Return the attribute as text: the integer of the bit mask, as in upstream."""
        return f"{self.xdsl.value} : i32"


class TileSizeAttr(OwnAttribute):
    """The size of a tile."""

    XDSL = tt.TileSizeAttr
    y: Any = _field("y")
    x: Any = _field("x")

    @staticmethod
    def get(ctx: Any, y: int, x: int) -> TileSizeAttr:
        """Return a tile size."""
        return TileSizeAttr.wrap(tt.TileSizeAttr(*numbers((y, x))), ctx)


class CoreCoordAttr(OwnAttribute):
    """The coordinates of a core."""

    XDSL = tt.CoreCoordAttr
    y: Any = _field("y")
    x: Any = _field("x")

    @staticmethod
    def get(ctx: Any, y: int, x: int) -> CoreCoordAttr:
        """Return the coordinates of a core."""
        return CoreCoordAttr.wrap(tt.CoreCoordAttr(*numbers((y, x))), ctx)


class ChipPhysicalCoresAttr(OwnAttribute):
    """The cores of a chip, grouped by kind."""

    XDSL = tt.ChipPhysicalCoresAttr
    worker: Any = _field("worker", "CoreCoordAttr")
    dram: Any = _field("dram", "CoreCoordAttr")
    eth: Any = _field("eth", "CoreCoordAttr")
    eth_inactive: Any = _field("eth_inactive", "CoreCoordAttr")

    @staticmethod
    def get(ctx: Any, worker: Any, dram: Any, eth: Any, eth_inactive: Any) -> ChipPhysicalCoresAttr:
        """Return the cores of a chip."""
        kinds = [
            tuple(raw(each, tt.CoreCoordAttr, "core") for each in cores)
            for cores in (worker, dram, eth, eth_inactive)
        ]
        return ChipPhysicalCoresAttr.wrap(tt.ChipPhysicalCoresAttr(*kinds), ctx)


class ChipDescAttr(OwnAttribute):
    """The description of a chip."""

    XDSL: ClassVar[Any] = tt.ChipDescAttr
    usable_l1_size: Any = _field("get_usable_l1_size")
    usable_dram_channel_size: Any = _field("get_usable_dram_channel_size")
    arch: Any = _field("arch", "ArchAttr")
    grid: Any = _field("grid")
    l1_size: Any = _field("l1Size")
    num_dram_channels: Any = _field("numDramChannels")
    dram_channel_size: Any = _field("dramChannelSize")
    noc_l1_address_align_bytes: Any = _field("nocL1AddressAlignBytes")
    pcie_address_align_bytes: Any = _field("pcieAddressAlignBytes")
    noc_dram_address_align_bytes: Any = _field("nocDRAMAddressAlignBytes")
    l1_unreserved_base: Any = _field("l1UnreservedBase")
    erisc_l1_unreserved_base: Any = _field("eriscL1UnreservedBase")
    dram_unreserved_base: Any = _field("dramUnreservedBase")
    dram_unreserved_end: Any = _field("dramUnreservedEnd")
    chip_physical_cores: Any = _field("chipPhysicalCores", "ChipPhysicalCoresAttr")
    supported_data_types: Any = _field("supportedDataTypes", "DataTypeAttr")
    supported_tile_sizes: Any = _field("supportedTileSizes", "TileSizeAttr")
    num_cbs: Any = _field("numCBs")

    @staticmethod
    def get(
        ctx: Any,
        arch: Any,
        grid: Sequence[int],
        l1Size: int,
        numDramChannels: int,
        dramChannelSize: int,
        nocL1AddressAlignBytes: int,
        pcieAddressAlignBytes: int,
        nocDRAMAddressAlignBytes: int,
        l1UnreservedBase: int,
        eriscL1UnreservedBase: int,
        dramUnreservedBase: int,
        dramUnreservedEnd: int,
        chipPhysicalCores: Any,
        supportedDataTypes: Any,
        supportedTileSizes: Any,
        numCBs: int,
    ) -> ChipDescAttr:
        """Return the description of a chip, which supports one data type and one tile size."""
        sizes = (
            *(l1Size, numDramChannels, dramChannelSize, nocL1AddressAlignBytes),
            *(pcieAddressAlignBytes, nocDRAMAddressAlignBytes, l1UnreservedBase),
            *(eriscL1UnreservedBase, dramUnreservedBase, dramUnreservedEnd),
        )
        fields: tuple[Any, ...] = (
            raw(arch, tt.ArchAttr, "arch"),
            numbers(grid),
            *numbers(sizes),
            raw(chipPhysicalCores, tt.ChipPhysicalCoresAttr, "chipPhysicalCores"),
            (raw(supportedDataTypes, tt.DataTypeAttr, "supportedDataTypes"),),
            (raw(supportedTileSizes, tt.TileSizeAttr, "supportedTileSizes"),),
            *numbers([numCBs]),
        )
        return ChipDescAttr.wrap(ChipDescAttr.XDSL(*fields), ctx)


class ChipCoordAttr(OwnAttribute):
    """The coordinates of a chip in a cluster."""

    XDSL = tt.ChipCoordAttr
    rack: Any = _field("rack")
    shelf: Any = _field("shelf")
    y: Any = _field("y")
    x: Any = _field("x")

    @staticmethod
    def get(ctx: Any, rack: int, shelf: int, y: int, x: int) -> ChipCoordAttr:
        """Return the coordinates of a chip."""
        return ChipCoordAttr.wrap(tt.ChipCoordAttr(*numbers((rack, shelf, y, x))), ctx)


class ChipChannelAttr(OwnAttribute):
    """A link between two chips."""

    XDSL = tt.ChipChannelAttr
    device_id0: Any = _field("deviceId0")
    ethernet_core_coord0: Any = _field("ethernetCoreCoord0")
    device_id1: Any = _field("deviceId1")
    ethernet_core_coord1: Any = _field("ethernetCoreCoord1")

    @staticmethod
    def get(
        ctx: Any,
        deviceId0: int,
        ethernetCoreCoord0: Sequence[int],
        deviceId1: int,
        ethernetCoreCoord1: Sequence[int],
    ) -> ChipChannelAttr:
        """Return a link between two chips."""
        ids = numbers((deviceId0, deviceId1))
        first, second = numbers(ethernetCoreCoord0), numbers(ethernetCoreCoord1)
        return ChipChannelAttr.wrap(tt.ChipChannelAttr(ids[0], first, ids[1], second), ctx)


class SystemDescAttr(OwnAttribute):
    """The description of a system of chips."""

    XDSL = tt.SystemDescAttr
    chip_descs: Any = _field("chipDescs", "ChipDescAttr")
    chip_desc_indices: Any = _field("chipDescIndices")
    chip_capabilities: Any = _field("chipCapabilities", "ChipCapabilityAttr")
    chip_coords: Any = _field("chipCoords", "ChipCoordAttr")
    chip_channels: Any = _field("chipChannels", "ChipChannelAttr")

    @staticmethod
    def get_default(ctx: Any) -> SystemDescAttr:
        """Return the default system: one Wormhole chip."""
        return SystemDescAttr.wrap(tt.SystemDescAttr.get_default(), ctx)

    @staticmethod
    def get(
        ctx: Any,
        cpuDescs: Sequence[Any],
        chipDescs: Sequence[Any],
        chipDescIndices: Sequence[int],
        chipCapabilities: Sequence[Any],
        chipCoords: Sequence[Any],
        chipChannels: Sequence[Any],
    ) -> SystemDescAttr:
        """Return the description of a system."""

        def each(attributes: Sequence[Any], expected: Any, what: str) -> Any:
            return tuple(raw(attribute, expected, what) for attribute in attributes)

        made = tt.SystemDescAttr(
            each(cpuDescs, tt.CPUDescAttr, "cpuDescs"),
            each(chipDescs, tt.ChipDescAttr, "chipDescs"),
            numbers(chipDescIndices),
            each(chipCapabilities, enums.ChipCapability, "chipCapabilities"),
            each(chipCoords, tt.ChipCoordAttr, "chipCoords"),
            each(chipChannels, tt.ChipChannelAttr, "chipChannels"),
        )
        return SystemDescAttr.wrap(made, ctx)


class DeviceAttr(OwnAttribute):
    """A device, which maps logical grids and memories to chips."""

    XDSL = tt.DeviceAttr
    grid_attr: Any = _field("workerGrid", "GridAttr")
    mesh_shape: Any = _field("meshShape")
    chip_ids: Any = _field("chipIds")

    @staticmethod
    def from_system_desc(ctx: Any, systemDesc: Any, meshShape: Sequence[int]) -> DeviceAttr:
        """Return the device of a system."""
        desc: Any = raw(systemDesc, tt.SystemDescAttr, "systemDesc")
        return DeviceAttr.wrap(tt.DeviceAttr.get(desc, numbers(meshShape)), ctx)

    @staticmethod
    def get(
        ctx: Any,
        gridShape: Sequence[int],
        workerGridMapping: Any,
        l1Map: Any,
        dramMap: Any,
        meshShape: Sequence[int],
        chipIds: Sequence[int],
    ) -> DeviceAttr:
        """Return a device from its parts."""
        maps = [raw_map(each) for each in (workerGridMapping, l1Map, dramMap)]
        grid = tt.GridAttr(numbers(gridShape), maps[0])
        found = tt.DeviceAttr(grid, maps[1], maps[2], numbers(meshShape), numbers(chipIds))
        return DeviceAttr.wrap(found, ctx)

    def unwrap(self) -> DeviceAttr:
        """Return an attribute as this class. Raise ValueError for other attributes."""
        return DeviceAttr(self)

    @property
    def l1_map(self) -> Any:
        """The affine map from logical positions to L1 addresses."""
        return map_of(self, self.xdsl.l1Map)

    @property
    def dram_map(self) -> Any:
        """The affine map from logical positions to DRAM addresses."""
        return map_of(self, self.xdsl.dramMap)


class DeviceType(OwnType):
    """The type of a device."""

    XDSL = XdslDeviceType
    device_attr: Any = _field("desc", "DeviceAttr")

    @staticmethod
    def get(ctx: Any, deviceAttr: Any) -> DeviceType:
        """Return the type of a device."""
        return DeviceType.wrap(XdslDeviceType(raw(deviceAttr, tt.DeviceAttr, "deviceAttr")), ctx)


class TileType(OwnType):
    """The type of a tile: its size and the format of its elements."""

    XDSL = XdslTileType

    @staticmethod
    def get(ctx: Any, height: int, width: int, dataType: int) -> TileType:
        """Return the type of a tile."""
        shape = numbers((height, width))
        return TileType.wrap(XdslTileType(shape, checked(enums.DataType, dataType)), ctx)

    @property
    def data_type_as_int(self) -> int:
        """The number of the data type."""
        return self.xdsl.dataType.value

    @property
    def shape(self) -> list[int]:
        """The height and the width."""
        return [self.xdsl.get_height(), self.xdsl.get_width()]
