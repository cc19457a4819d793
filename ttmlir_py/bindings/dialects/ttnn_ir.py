"""The attributes of the ttnn dialect (`ttmlir.dialects.ttnn.ir`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import MemRefType

from ttmlir_py.bindings.dialects.own_attributes import (
    EnumAttribute,
    OwnAttribute,
    checked,
    map_of,
    numbers,
    raw,
    raw_map,
    type_of,
)
from ttmlir_py.bindings.dialects.tt_ir import GridAttr
from ttmlir_py.dialects.tt.attributes import GridAttr as XdslGrid
from ttmlir_py.dialects.ttnn import attributes as ttnn
from ttmlir_py.dialects.ttnn import enums


class LayoutAttr(EnumAttribute):
    """An attribute that holds a member of the enum `Layout`."""

    XDSL = ttnn.LayoutAttr
    ENUM = enums.Layout


class TensorMemoryLayoutAttr(EnumAttribute):
    """An attribute that holds a member of the enum `TensorMemoryLayout`."""

    XDSL = ttnn.TensorMemoryLayoutAttr
    ENUM = enums.TensorMemoryLayout


class BufferTypeAttr(EnumAttribute):
    """An attribute that holds a member of the enum `BufferType`."""

    XDSL = ttnn.BufferTypeAttr
    ENUM = enums.BufferType


class CoreRangeAttr(OwnAttribute):
    """A rectangle of cores."""

    XDSL = ttnn.CoreRangeAttr

    @staticmethod
    def get(ctx: Any, offset: Sequence[int], size: Sequence[int]) -> CoreRangeAttr:
        """Return a rectangle of cores."""
        return CoreRangeAttr.wrap(ttnn.CoreRangeAttr(numbers(offset), numbers(size)), ctx)

    @staticmethod
    def get_with_grid(ctx: Any, grid: Any, offset: Sequence[int] = (0, 0)) -> CoreRangeAttr:
        """Return the rectangle of cores that has the size of a grid and starts at the first
        core.
        """
        size: Any = raw(grid, XdslGrid, "grid")
        start = numbers(offset) if len(offset) == 2 else (0, 0)
        return CoreRangeAttr.wrap(ttnn.CoreRangeAttr(start, size.shape), ctx)

    @property
    def offset(self) -> list[int]:
        """The first core."""
        return list(self.xdsl.offset)

    @property
    def size(self) -> list[int]:
        """The numbers of cores in the two directions."""
        return list(self.xdsl.size)


class ShapeAttr(OwnAttribute):
    """The shape of a tensor, as an attribute."""

    XDSL = ttnn.ShapeAttr

    @staticmethod
    def get(ctx: Any, shape: Sequence[int]) -> ShapeAttr:
        """Return a shape."""
        return ShapeAttr.wrap(ttnn.ShapeAttr(numbers(shape)), ctx)

    @property
    def shape(self) -> list[int]:
        """The sizes of the dimensions."""
        return list(self.xdsl.shape)


class ShardSpecAttr(OwnAttribute):
    """The shape of the shards of a tensor."""

    XDSL = ttnn.ShardSpecAttr

    @staticmethod
    def get(ctx: Any, shardShape: Any) -> ShardSpecAttr:
        """Return the specification for shards of the given shape."""
        shape: Any = raw(shardShape, ttnn.ShapeAttr, "shardShape")
        return ShardSpecAttr.wrap(ttnn.ShardSpecAttr(shape), ctx)

    @property
    def shard_shape(self) -> ShapeAttr:
        """The shape of a shard."""
        return ShapeAttr.wrap(self.xdsl.shardShape, self.context)


class MemoryConfigAttr(OwnAttribute):
    """The memory of a tensor: buffer type, shards and memory layout."""

    XDSL = ttnn.MemoryConfigAttr

    @staticmethod
    def get(
        ctx: Any, tensorMemoryLayoutAttr: Any, bufferTypeAttr: Any, shardSpecAttr: Any
    ) -> MemoryConfigAttr:
        """Return a memory configuration from its parts."""
        layout: Any = None
        if tensorMemoryLayoutAttr is not None:
            layout = raw(tensorMemoryLayoutAttr, ttnn.TensorMemoryLayoutAttr, "layout")
        buffer: Any = raw(bufferTypeAttr, ttnn.BufferTypeAttr, "bufferTypeAttr")
        shards: Any = raw(shardSpecAttr, ttnn.ShardSpecAttr, "shardSpecAttr")
        return MemoryConfigAttr.wrap(ttnn.MemoryConfigAttr(buffer, shards, layout), ctx)

    @staticmethod
    def get_by_value(
        ctx: Any, tensorMemoryLayout: int, bufferType: int, shardShape: Sequence[int]
    ) -> MemoryConfigAttr:
        """Return a memory configuration from the numbers of its enum members."""
        return MemoryConfigAttr.get(
            ctx,
            TensorMemoryLayoutAttr.get(ctx, tensorMemoryLayout),
            BufferTypeAttr.get(ctx, bufferType),
            ShardSpecAttr.get(ctx, ShapeAttr.get(ctx, shardShape)),
        )

    @property
    def tensor_memory_layout(self) -> Any:
        """The memory layout, or None."""
        found = self.xdsl.tensorMemoryLayout
        return None if found is None else TensorMemoryLayoutAttr.wrap(found, self.context)

    @property
    def buffer_type(self) -> BufferTypeAttr:
        """The buffer type."""
        return BufferTypeAttr.wrap(self.xdsl.bufferType, self.context)

    @property
    def shard_spec(self) -> ShardSpecAttr:
        """The specification of the shards."""
        return ShardSpecAttr.wrap(self.xdsl.shardSpec, self.context)


class MeshShapeAttr(OwnAttribute):
    """The shape of a mesh of chips."""

    XDSL = ttnn.MeshShapeAttr

    @staticmethod
    def get(ctx: Any, y: int, x: int) -> MeshShapeAttr:
        """Return the shape of a mesh."""
        return MeshShapeAttr.wrap(ttnn.MeshShapeAttr(*numbers((y, x))), ctx)

    @property
    def y(self) -> int:
        """The number of rows."""
        return self.xdsl.y

    @property
    def x(self) -> int:
        """The number of columns."""
        return self.xdsl.x


class TTNNLayoutAttr(OwnAttribute):
    """The layout of a tensor in TTNN."""

    XDSL = ttnn.TTNNLayoutAttr

    @staticmethod
    def get(
        ctx: Any, linear: Any, grid: Any, memref: Any, memLayout: int | None = None
    ) -> TTNNLayoutAttr:
        """Return a layout from its parts."""
        layout = None
        if memLayout is not None:
            layout = ttnn.TensorMemoryLayoutAttr.get(checked(enums.TensorMemoryLayout, memLayout))
        size: Any = raw(grid, XdslGrid, "grid")
        shard: Any = raw(memref, MemRefType, "memref")
        found = ttnn.TTNNLayoutAttr(raw_map(linear), size, shard, layout)
        return TTNNLayoutAttr.wrap(found, ctx)

    @property
    def linear(self) -> Any:
        """The affine map from the dimensions of the tensor to those of the grid."""
        return map_of(self, self.xdsl.linear)

    @property
    def grid_attr(self) -> GridAttr:
        """The grid."""
        return GridAttr.wrap(self.xdsl.grid, self.context)

    @property
    def memref(self) -> Any:
        """The shard as a memref type."""
        return type_of(self, self.xdsl.memref)

    @property
    def tensor_memory_layout_as_int(self) -> int | None:
        """The number of the memory layout, or None."""
        found = self.xdsl.get_mem_layout_opt()
        return None if found is None else found.value

    @property
    def memory_layout_as_int(self) -> int:
        """The number of the layout: row-major or tiles."""
        return self.xdsl.get_layout().value

    @property
    def data_type_as_int(self) -> int:
        """The number of the data type."""
        return self.xdsl.get_data_type().value
