"""Conversion of attributes and types of the tt and ttnn dialects to tables of
`Common/types.fbs`.
"""

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import MemRefType, TensorType
from xdsl.ir import Attribute

from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.dialects.tt.attributes import GridAttr
from ttmlir_py.dialects.tt.device import DeviceAttr, core_rectangles
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr, volume
from ttmlir_py.dialects.tt.types import TileType, element_type_to_data_type
from ttmlir_py.dialects.ttnn.attributes import (
    MemoryConfigAttr,
    TensorMemoryLayoutAttr,
    TTNNLayoutAttr,
    to_tt_memory_space,
)
from ttmlir_py.ir.definition.enums import MlirEnum, MlirFlag
from ttmlir_py.ir.memo import AttributeMap

FbTable = dict[str, Any]
"""A table or struct, as a dictionary for `schemas.write`."""

# Enum members whose names in binaries differ from the IR.
_RENAMED_CASES = {
    "WormholeB0": "Wormhole_b0",
    "FullToShard": "FullToShardShape",
    "ShardToFull": "ShardToFullShape",
}


_MAX_SIZE = 2**31 - 1
"""Largest size of a dimension, because shapes in binaries have 32 bits."""


class UntranslatableError(Exception):
    """An error for an attribute or type that the binary format cannot express."""


def enum_name(member: MlirEnum | MlirFlag) -> str:
    """Return the name of an enum member in the FlatBuffer schema."""
    name = member.case_name if isinstance(member, MlirEnum) else str(member.name)
    return _RENAMED_CASES.get(name, name)


def dim2d(pair: Sequence[int]) -> FbTable:
    """Return a `Dim2d` table for the pair (y, x)."""
    y, x = pair
    return {"y": y, "x": x}


class LayoutTables:
    """The tables of a module's tensors: one for each distinct tensor type, layout and buffer."""

    def __init__(self) -> None:
        self._tensors = AttributeMap[FbTable]()
        self._layouts = AttributeMap[FbTable]()
        self._buffers = AttributeMap[FbTable]()
        self._memory_configs = AttributeMap[FbTable]()

    def tensor_desc(self, type_: Attribute, device: DeviceAttr) -> FbTable:
        """Return the `TensorDesc` of a tensor type with a TTNN or metal layout.

        Raise UntranslatableError for other types.
        """
        layout = type_.encoding if isinstance(type_, TensorType) else None
        if not isinstance(layout, TTNNLayoutAttr | MetalLayoutAttr):
            raise UntranslatableError(f"{type_} is not a tensor type with a TTNN or metal layout")
        shape = cast("TensorType[Attribute]", type_).get_shape()
        for dimension, size in enumerate(shape):
            if size > _MAX_SIZE:
                raise UntranslatableError(
                    f"dimension {dimension} of its tensor has size {size}: binaries hold sizes up "
                    f"to {_MAX_SIZE}"
                )
        return self._tensors.get_or_create(
            cast(Attribute, type_),
            lambda: {
                "shape": shape,
                "layout": self._layouts.get_or_create(
                    layout, lambda: self._layout_desc(layout, device)
                ),
            },
        )

    def memory_config(self, attribute: MemoryConfigAttr) -> FbTable:
        """Return the `MemoryConfigDesc` of a memory configuration."""
        return self._memory_configs.get_or_create(attribute, lambda: _memory_config(attribute))

    def memory_desc(self, memref: MemRefType, space: MemorySpace, memory_layout: str) -> FbTable:
        """Return the `MemoryDesc` of a buffer.

        As in the reference implementation, all layouts with an equal memref share the table. If
        they spread the buffer differently over banks, the first layout determines it.
        """
        return self._buffers.get_or_create(
            memref, lambda: _memory_desc(memref, space, memory_layout)
        )

    def _layout_desc(self, layout: TTNNLayoutAttr | MetalLayoutAttr, device: DeviceAttr) -> FbTable:
        if isinstance(layout, MetalLayoutAttr):
            oob_val = enum_name(layout.oob_val)
            space, memory_layout = layout.get_memory_space(), enum_name(layout.mem_layout)
        else:
            oob_val, memory_layout = "Undef", _memory_layout(layout.mem_layout)
            try:
                space = to_tt_memory_space(layout.get_buffer_type())
            except ValueError as error:
                raise UntranslatableError(str(error)) from None
        return {
            "oob_val": oob_val,
            "core_range_set": core_ranges(layout.grid, device.workerGrid),
            "memory_desc": self.memory_desc(layout.memref, space, memory_layout),
        }


def _memory_layout(attribute: TensorMemoryLayoutAttr | None) -> str:
    return enum_name(attribute.value) if attribute else "None"


def _memory_config(attribute: MemoryConfigAttr) -> FbTable:
    return {
        "tensor_memory_layout": _memory_layout(attribute.tensorMemoryLayout),
        "buffer_type": enum_name(attribute.bufferType.value),
        "shard_spec": {"shard_shape": attribute.shardSpec.shardShape.shape},
    }


def _memory_desc(memref: MemRefType, space: MemorySpace, memory_layout: str) -> FbTable:
    shape, element = memref.get_shape(), memref.element_type
    try:
        if isinstance(element, TileType):
            tile_shape, data_type, size = element.shape, element.dataType, element.get_size_bytes()
        else:
            tile_shape, data_type = (1, 1), element_type_to_data_type(element)
            size = FORMATS[data_type.name].bits // 8
    except ValueError as error:
        raise UntranslatableError(str(error)) from None
    return {
        "shape": shape,
        "tile_shape": dim2d(tile_shape),
        "data_type": enum_name(data_type),
        "memory_space": enum_name(space),
        "memory_layout": memory_layout,
        "size": volume(shape) * size,
    }


def core_ranges(grid: GridAttr, device_grid: GridAttr) -> list[FbTable]:
    """Return the rectangles of physical cores that a tensor's grid occupies."""
    mapping = grid.mapping if grid.mapping.results else device_grid.mapping
    try:
        rectangles = core_rectangles(grid.shape, mapping)
    except ValueError as error:
        raise UntranslatableError(str(error)) from None
    return [
        {"loc": dim2d((y, x)), "size": dim2d((height, width))} for x, y, width, height in rectangles
    ]
