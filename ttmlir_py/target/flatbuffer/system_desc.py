"""Conversion of the system descriptor (`#tt.system_desc`) to the `SystemDesc` table, and back.

A `.ttsys` file holds only a system descriptor. The same tables define both directions: they pair
each field of an attribute with a field of the FlatBuffer table and a `Codec`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute

from ttmlir_py.dialects.tt.attributes import (
    ArchAttr,
    ChipChannelAttr,
    ChipCoordAttr,
    ChipDescAttr,
    ChipPhysicalCoresAttr,
    CoreCoordAttr,
    CPUDescAttr,
    DataTypeAttr,
    SystemDescAttr,
    TileSizeAttr,
)
from ttmlir_py.dialects.tt.enums import Arch, ChipCapability, CPURole, DataType
from ttmlir_py.schemas import load_schema, write
from ttmlir_py.schemas.revisions import read_internal
from ttmlir_py.target.flatbuffer.types import FbTable, enum_name
from ttmlir_py.target.flatbuffer.version import FORMAT_REVISION, FORMAT_VERSION

_MAX_UINT32 = 2**32 - 1


@dataclass(frozen=True)
class Codec:
    """A pair of functions that convert an attribute's parameter to a field's value, and back.

    `read` raises ValueError for invalid values. `absent` is the parameter if the field is missing,
    or None if the field is required.
    """

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    absent: Any = None


def _uint32(number: int) -> int:
    """Return `number`. Raise ValueError if it does not fit in 32 bits.

    Files have 64 bits for sizes, attributes only 32.
    """
    if not 0 <= number <= _MAX_UINT32:
        raise ValueError(f"{number} does not fit 32 bits")
    return number


_NUMBER = Codec(int, _uint32)
_STRING = Codec(lambda attribute: attribute.data, StringAttr)
_PAIR = Codec(lambda pair: {"y": pair[0], "x": pair[1]}, lambda dim: (dim["y"], dim["x"]))


def _enum(cls: type[Enum]) -> Codec:
    names = {enum_name(member): member for member in cls}  # pyright: ignore[reportArgumentType]

    def read(name: str | int) -> Enum:
        if name not in names:
            raise ValueError(f"there is no {cls.__name__} {name}")
        return names[str(name)]

    return Codec(enum_name, read)


def _wrapped(attribute: Callable[[Any], Attribute], value: Codec) -> Codec:
    """Return a codec for an attribute with a single parameter, which `value` converts."""
    return Codec(lambda wrapper: value.write(wrapper.value), lambda raw: attribute(value.read(raw)))


def _read_capability(flags: str | int) -> ChipCapability:
    """Return the chip capability from names of flags; 0 means that no flag is set.

    Raise ValueError for a number of unknown flags.
    """
    if isinstance(flags, int) and flags:
        raise ValueError(f"there is no ChipCapability {flags}")
    return ChipCapability(sum(ChipCapability[name].value for name in str(flags or "").split()))


def _list(element: Codec) -> Codec:
    return Codec(
        lambda values: [element.write(value) for value in values],
        lambda values: tuple(element.read(value) for value in values),
        absent=(),
    )


def _record(cls: type[Attribute], fields: Mapping[str, tuple[str, Codec]]) -> Codec:
    """Return a codec between an attribute and a table or struct.

    `fields` maps each parameter to the field's name and a codec.
    """

    def write(attribute: Attribute) -> FbTable:
        return {
            name: codec.write(getattr(attribute, field)) for field, (name, codec) in fields.items()
        }

    def read_field(table: FbTable, name: str, codec: Codec) -> Any:
        value = table.get(name)
        if value is None and codec.absent is None:
            raise ValueError(f"the field '{name}' is absent")
        return codec.absent if value is None else codec.read(value)

    def read(table: FbTable) -> Attribute:
        values = {field: read_field(table, name, codec) for field, (name, codec) in fields.items()}
        return cls(**values)

    return Codec(write, read)


def _same(codec: Codec, *names: str) -> dict[str, tuple[str, Codec]]:
    """Return entries for fields that have the same name in the attribute and the table."""
    return {name: (name, codec) for name in names}


_CORE = _record(CoreCoordAttr, _same(Codec(int, int), "y", "x"))
_TILE_SIZE = _record(TileSizeAttr, _same(Codec(int, int), "y", "x"))
_CORES = _record(
    ChipPhysicalCoresAttr, _same(_list(_CORE), "worker", "dram", "eth", "eth_inactive")
)
_CHIP = _record(
    ChipDescAttr,
    {
        "arch": ("arch", _wrapped(ArchAttr, _enum(Arch))),
        "grid": ("grid_size", _PAIR),
        "l1Size": ("l1_size", _NUMBER),
        "numDramChannels": ("num_dram_channels", _NUMBER),
        "dramChannelSize": ("dram_channel_size", _NUMBER),
        "nocL1AddressAlignBytes": ("noc_l1_address_align_bytes", _NUMBER),
        "pcieAddressAlignBytes": ("pcie_address_align_bytes", _NUMBER),
        "nocDRAMAddressAlignBytes": ("noc_dram_address_align_bytes", _NUMBER),
        "l1UnreservedBase": ("l1_unreserved_base", _NUMBER),
        "eriscL1UnreservedBase": ("erisc_l1_unreserved_base", _NUMBER),
        "dramUnreservedBase": ("dram_unreserved_base", _NUMBER),
        "dramUnreservedEnd": ("dram_unreserved_end", _NUMBER),
        "chipPhysicalCores": ("physical_cores", _CORES),
        "supportedDataTypes": (
            "supported_data_types",
            _list(_wrapped(DataTypeAttr, _enum(DataType))),
        ),
        "supportedTileSizes": ("supported_tile_sizes", _list(_TILE_SIZE)),
        "numCBs": ("num_cbs", _NUMBER),
    },
)
_CHANNEL = _record(
    ChipChannelAttr,
    {
        "deviceId0": ("device_id0", _NUMBER),
        "ethernetCoreCoord0": ("ethernet_core_coord0", _PAIR),
        "deviceId1": ("device_id1", _NUMBER),
        "ethernetCoreCoord1": ("ethernet_core_coord1", _PAIR),
    },
)
_CPU = _record(
    CPUDescAttr, {"role": ("role", _enum(CPURole)), "target_triple": ("target_triple", _STRING)}
)
_CHIP_COORD = _record(ChipCoordAttr, _same(_NUMBER, "rack", "shelf", "y", "x"))
_CAPABILITY = Codec(lambda flags: flags.value, _read_capability)
_SYSTEM = _record(
    SystemDescAttr,
    {
        "cpuDescs": ("cpu_descs", _list(_CPU)),
        "chipDescs": ("chip_descs", _list(_CHIP)),
        "chipDescIndices": ("chip_desc_indices", _list(_NUMBER)),
        "chipCapabilities": ("chip_capabilities", _list(_CAPABILITY)),
        "chipCoords": ("chip_coords", _list(_CHIP_COORD)),
        "chipChannels": ("chip_channels", _list(_CHANNEL)),
    },
)


def system_desc(attribute: SystemDescAttr) -> FbTable:
    """Return the `SystemDesc` table of a system descriptor."""
    return _SYSTEM.write(attribute)


def write_system_desc(attribute: SystemDescAttr) -> bytes:
    """Return the contents of a `.ttsys` file with a system descriptor."""
    root: FbTable = {
        "version": FORMAT_VERSION,
        "ttmlir_git_hash": FORMAT_REVISION,
        "product_identifier": "unknown",
        "system_desc": system_desc(attribute),
    }
    return write(load_schema("Common/system_desc.fbs"), root)


def write_board(name: str) -> bytes:
    """Return the contents of a `.ttsys` file for a board.

    `default` is the system that the compiler assumes without a descriptor. Raise ValueError, which
    lists the boards, if the name is unknown.
    """
    if name == "default":
        return write_system_desc(SystemDescAttr.get_default())

    from ttmlir_py.dialects.tt.presets import preset

    return write_system_desc(preset(name))


def read_system_desc(data: bytes) -> SystemDescAttr:
    """Return the system descriptor in the bytes of a `.ttsys` file.

    Raise ValueError with a one-line message on failure.
    """
    root = read_internal("Common/system_desc.fbs", data).as_dict()
    table = root.get("system_desc")
    if table is None:
        raise ValueError("the file describes no system")
    return system_desc_of(table)


def system_desc_of(table: FbTable) -> SystemDescAttr:
    """Return the system descriptor of a `SystemDesc` table. Raise ValueError if it is invalid."""
    return _SYSTEM.read(table)
