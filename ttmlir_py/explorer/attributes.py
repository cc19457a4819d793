"""The texts of attributes and types in a graph: keys and values, named as in upstream's explorer.

An attribute whose class is in `_PARTS` is shown as several values. Any other attribute is one value
under its own name, as MLIR prints it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ShapedType, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.dialects.tt.enums import TTEnumAttr
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr
from ttmlir_py.dialects.tt.system import ChipDescAttr, CoreCoordAttr, SystemDescAttr, TileSizeAttr
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttnn.attributes import (
    MemoryConfigAttr,
    MeshShapeAttr,
    ShapeAttr,
    TTNNLayoutAttr,
)
from ttmlir_py.ir.affine import affine_map_text
from ttmlir_py.ir.definition.enums import MlirEnum
from ttmlir_py.ir.writing.attributes import AttributePrinter, PrintOptions, dimension_text

Values = Iterator[tuple[str, str]]
"""Pairs of a key and its text, in display order."""

_LONGEST = 400
"""Largest number of characters of a value. The rest is cut, because tables show a value in one
line.
"""
_OPTIONS = PrintOptions(elide_elements_if_larger=16)


def grid_text(shape: Sequence[int]) -> str:
    """Return a shape as a grid: `8x8`."""
    return "x".join(map(str, shape))


def _list_text(values: Sequence[int]) -> str:
    return f"[{', '.join(map(str, values))}]"


def _device(device: DeviceAttr) -> Values:
    yield "device_chip_ids", ", ".join(map(str, device.chipIds))
    yield "device_grid_shape", _list_text(device.workerGrid.shape)
    if device.meshShape:
        yield "device_mesh_shape", _list_text(device.meshShape)
    yield "device_l1_map", affine_map_text(device.l1Map)
    yield "device_dram_map", affine_map_text(device.dramMap)


def _system(system: SystemDescAttr) -> Values:
    parts = zip(system.chipDescIndices, system.chipCapabilities, system.chipCoords, strict=False)
    for chip, (index, capability, coord) in enumerate(parts):
        if index < len(system.chipDescs):
            place = grid_text((coord.rack, coord.shelf, coord.y, coord.x))
            values = _chip(system.chipDescs[index], capability.keyword, place)
            yield from ((f"chip#{chip}-{key}", text) for key, text in values)


def _coords(coords: Sequence[CoreCoordAttr | TileSizeAttr]) -> str:
    return ", ".join(f"{each.y}x{each.x}" for each in coords)


def _chip(chip: ChipDescAttr, capability: str, place: str) -> Values:
    yield "arch", chip.arch.value.keyword
    yield "capability", capability
    yield "coord", place
    yield "grid", grid_text(chip.grid)
    numbers = {
        "dram-channel-size": chip.dramChannelSize,
        "dram-unreserved-base": chip.dramUnreservedBase,
        "dram-unreserved-end": chip.dramUnreservedEnd,
        "erisc-l1-unreserved-size": chip.eriscL1UnreservedBase,
        "l1-size": chip.l1Size,
        "l1-unreserved-base": chip.l1UnreservedBase,
        "noc-dram-address-align-bytes": chip.nocDRAMAddressAlignBytes,
        "noc-l1-address-align-bytes": chip.nocL1AddressAlignBytes,
        "num-cbs": chip.numCBs,
        "num-dram-channels": chip.numDramChannels,
        "pcie-address-align-bytes": chip.pcieAddressAlignBytes,
        "usable-dram-channel-size": chip.get_usable_dram_channel_size(),
        "usable-l1-size": chip.get_usable_l1_size(),
    }
    yield from ((key, str(number)) for key, number in numbers.items())
    yield "supported-data-types", ", ".join(each.value.keyword for each in chip.supportedDataTypes)
    yield "supported-tile-sizes", _coords(chip.supportedTileSizes)
    cores = chip.chipPhysicalCores
    yield "dram-core-coords", _coords(cores.dram)
    yield "eth-core-coords", _coords(cores.eth)
    yield "eth-inactive-core-coords", _coords(cores.eth_inactive)
    yield "worker-core-coords", _coords(cores.worker)


def _memory_config(config: MemoryConfigAttr) -> Values:
    yield "buffer-type", config.bufferType.value.keyword
    yield "shard-shape", grid_text(config.shardSpec.shardShape.shape)
    if config.tensorMemoryLayout is not None:
        yield "tensor-memory-layout", config.tensorMemoryLayout.value.keyword


def _ttnn_layout(layout: TTNNLayoutAttr) -> Values:
    yield "linear", affine_map_text(layout.linear)
    memory_layout = layout.get_mem_layout_opt()
    if memory_layout is not None:
        yield "tensor_memory_layout", memory_layout.keyword
    yield "grid_shape", grid_text(layout.grid.shape)
    yield "memref_shape", _list_text(layout.get_shard_shape())
    yield "buffer_type", layout.get_buffer_type().keyword
    yield "memory_layout", layout.get_layout().keyword
    yield "data_type", layout.get_data_type().keyword


def _metal_layout(layout: MetalLayoutAttr) -> Values:
    yield "linear", affine_map_text(layout.linear)
    yield "memory_space", layout.get_memory_space().keyword
    yield "memory_layout", layout.mem_layout.keyword
    yield "grid_shape", grid_text(layout.grid.shape)
    shape = layout.get_shard_shape()
    yield "memref_shape", _list_text(shape)
    yield "memref_rank", str(len(shape))
    element = layout.get_element_type()
    if isinstance(element, TileType):
        yield "tile_datatype", element.dataType.keyword
        yield "tile_shape", grid_text((element.get_height(), element.get_width()))


_PARTS: dict[type[Attribute], Callable[[Any], Values]] = {
    DeviceAttr: _device,
    SystemDescAttr: _system,
    MemoryConfigAttr: _memory_config,
    TTNNLayoutAttr: _ttnn_layout,
    MetalLayoutAttr: _metal_layout,
}
"""Maps attribute classes to functions that yield several values for an attribute."""


@dataclass(frozen=True, slots=True)
class AttributeTexts:
    """The texts of the attributes and types of a module. Equal attributes are printed once.

    Large constants are elided.
    """

    _printer: AttributePrinter

    @classmethod
    def new(cls) -> AttributeTexts:
        """Return an instance without cached texts."""
        return cls(AttributePrinter(_OPTIONS))

    def text(self, attribute: Attribute) -> str:
        """Return MLIR's text of an attribute, type or location, cut to the length limit of
        tables.
        """
        text = self._printer.attribute_text(attribute)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."

    def operation_values(self, op: Operation) -> Values:
        """Yield the keys and values of an operation's attributes. The attributes in the operation's
        definition come first.
        """
        for name, attribute in (*op.properties.items(), *op.attributes.items()):
            yield from self.values(name, attribute)

    def values(self, name: str, attribute: Attribute) -> Values:
        """Yield the keys and values for the attribute `name` of an operation."""
        parts = _PARTS.get(type(attribute))
        if parts is not None:
            yield from parts(attribute)
            return
        yield name, self._short(attribute)

    def _short(self, attribute: Attribute) -> str:
        """Return the value of an attribute as text, without the kind of attribute."""
        match attribute:
            case StringAttr():
                return self._cut(attribute.data)
            case IntegerAttr() if self.text(attribute) in ("true", "false"):
                return self.text(attribute)
            case IntegerAttr():
                return str(attribute.value.data)
            case DenseArrayBase():
                values = cast(Any, attribute).get_values()
                return self._cut(f"[{', '.join(map(str, values))}]")
            case ShapeAttr():
                return grid_text(attribute.shape)
            case MeshShapeAttr():
                return grid_text((attribute.y, attribute.x))
            case TTEnumAttr() if isinstance(value := getattr(attribute, "value", None), MlirEnum):
                return value.keyword
            case _:
                return self.text(attribute)

    @staticmethod
    def _cut(text: str) -> str:
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."

    def value_values(self, value: SSAValue) -> Values:
        """Yield keys and values for an operand or result.

        A shaped type has shape, element type, rank and layout. Other types are shown as they are.
        """
        type_ = value.type
        if not isinstance(type_, ShapedType):
            yield "type", self.text(type_)
            return
        element = getattr(type_, "element_type", None)
        shape = type_.get_shape()
        yield "shape", f"[{', '.join(map(dimension_text, shape))}]"
        if isinstance(element, Attribute):
            yield "dtype", self.text(element)
        yield "rank", str(len(shape))
        encoding = getattr(type_, "encoding", None) or getattr(type_, "layout", None)
        if isinstance(encoding, Attribute) and type(encoding) in _PARTS:
            yield from _PARTS[type(encoding)](encoding)
