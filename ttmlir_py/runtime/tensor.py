"""Tensors as the simulator stores them, and their descriptors in binaries."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from ttmlir_py.runtime.arrays import as_array, bind_array, host_format
from ttmlir_py.runtime.errors import shape_text
from ttmlir_py.runtime.formats import FORMATS, Array, DataFormat, to_external
from ttmlir_py.runtime.limits import MAX_RANK
from ttmlir_py.runtime.statistics import TensorStats, tensor_stats
from ttmlir_py.schemas import BinaryError, TableView

TILE = (32, 32)
ROW_MAJOR = (1, 1)
_HOST_SPACES = ("System", "SystemMMIO")


@dataclass(frozen=True, slots=True)
class Layout:
    """Format and placement of a tensor: all fields of its descriptor except the shape."""

    data_type: DataFormat
    tile: tuple[int, int]
    """Height and width of a tile, or (1, 1) for a row-major tensor."""
    memory_space: str
    memory_layout: str
    shard_shape: tuple[int, ...] = ()
    """Shape of a core's shard, in tiles, or in elements of a row-major tensor; empty if not
    sharded.
    """
    cores: int = 0
    """Number of cores that hold a sharded tensor; 0 if not sharded."""
    grid: tuple[int, int] = (0, 0)
    """Rows and columns of the grid from the device's first core that includes all cores of the
    tensor.

    It is (0, 0) if the tensor is not sharded.
    """

    @property
    def on_host(self) -> bool:
        """Whether the tensor is in host memory."""
        return self.memory_space in _HOST_SPACES

    @property
    def is_sharded(self) -> bool:
        """Whether each core holds a rectangle of the tensor. Otherwise pages are spread over all
        banks.
        """
        return self.memory_layout.endswith("Sharded")

    def __str__(self) -> str:
        order = "row-major" if self.tile == ROW_MAJOR else "tile"
        return f"{self.data_type} {order} {self.memory_space} {self.memory_layout.lower()}"


def host_layout(data_type: DataFormat) -> Layout:
    """Return the layout of tensors that callers create: row-major, on the host."""
    return Layout(data_type, ROW_MAJOR, "System", "None")


@dataclass(frozen=True, slots=True)
class TensorDesc:
    """The shape and layout of a tensor."""

    shape: tuple[int, ...]
    layout: Layout

    @property
    def data_type(self) -> DataFormat:
        """Return the format of the elements."""
        return self.layout.data_type

    @property
    def tile(self) -> tuple[int, int]:
        """Return the height and width of a tile, or (1, 1) for a row-major tensor."""
        return self.layout.tile

    @property
    def memory_space(self) -> str:
        """Return the member name of the FlatBuffer enum `MemorySpace`."""
        return self.layout.memory_space

    @property
    def memory_layout(self) -> str:
        """Return the member name of the FlatBuffer enum `TensorMemoryLayout`."""
        return self.layout.memory_layout

    @property
    def on_host(self) -> bool:
        """Whether the tensor is in host memory."""
        return self.layout.on_host

    @property
    def padded_shape(self) -> tuple[int, ...]:
        """Return the shape with the last two dimensions rounded up to whole tiles."""
        leading, last = self.shape[:-2], self.shape[-2:]
        tile = self.tile[len(self.tile) - len(last) :]
        return leading + tuple(-(-n // t) * t for n, t in zip(last, tile, strict=True))

    @property
    def value_bytes(self) -> int:
        """Return the largest number of bytes that the tensor's values can take in the simulator.

        A dimension of size 0 counts as 1, because numpy has no empty arrays with immense other
        dimensions either.
        """
        return math.prod(max(size, 1) for size in self.shape) * self.data_type.value_size

    def agrees_with(self, other: TensorDesc) -> bool:
        """Whether a tensor whose values were stored with this descriptor can be read with the other
        descriptor.
        """
        return self.shape == other.shape and self.data_type == other.data_type

    def __str__(self) -> str:
        order = "row-major" if self.tile == ROW_MAJOR else "tile"
        if self.padded_shape != self.shape:
            order += f" (padded to {shape_text(self.padded_shape)})"
        return f"{self.type_text} {order} {self.memory_space} {self.memory_layout.lower()}"

    @property
    def type_text(self) -> str:
        """Return the shape and format as in an MLIR tensor type: `64x128xbf16`."""
        return "x".join([*map(str, self.shape), self.data_type.keyword])


@dataclass(frozen=True, slots=True)
class TensorRef:
    """A tensor in a program, as its inputs, outputs and operations name it: an id and a
    descriptor.
    """

    global_id: int
    desc: TensorDesc

    def on_host(self) -> TensorRef:
        """Return this reference with the tensor in host memory."""
        layout = Layout(self.desc.data_type, self.desc.tile, "System", "None")
        return TensorRef(self.global_id, TensorDesc(self.desc.shape, layout))


class Residence(Protocol):
    """An interface for a tensor's presence on an opened device. It ends when nothing refers to
    it.
    """

    @property
    def device(self) -> Any:
        """Return the opened device."""
        ...

    @property
    def is_live(self) -> bool:
        """Whether the tensor is still allocated on the device."""
        ...


class Tensor:
    """A tensor: its descriptor and its values.

    `values` has the logical shape. With `per_device` it is (devices, *shape), each device's values
    on a mesh. Values are never modified after the tensor is made, so tensors may share them. All
    floating-point formats are stored as float32, integers as unsigned; `numpy` and DLPack give the
    format's own type.
    """

    __slots__ = ("desc", "per_device", "residence", "values")

    def __init__(
        self,
        desc: TensorDesc,
        values: Array,
        *,
        per_device: bool = False,
        residence: Residence | None = None,
    ) -> None:
        self.desc = desc
        self.values = values
        self.per_device = per_device
        self.residence = residence

    @classmethod
    def from_numpy(cls, array: Any) -> Tensor:
        """Return a host tensor from an array, or from any object that numpy or DLPack can read.

        float64 becomes f32; int32 and int64 become u32 in two's complement, booleans u8. Raises
        `InputError`.
        """
        given = as_array("the tensor", array)
        data_type = host_format("the tensor", given)
        values = bind_array("the tensor", given, given.shape, data_type)
        return cls(TensorDesc(given.shape, host_layout(data_type)), np.array(values))

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the logical shape."""
        return self.desc.shape

    @property
    def layout(self) -> Layout:
        """Return the format and placement."""
        return self.desc.layout

    @property
    def device(self) -> Any:
        """Return the opened device that holds the tensor, or None for a host tensor."""
        return self.residence.device if self.residence else None

    @property
    def is_live(self) -> bool:
        """Whether the tensor is still allocated. A host tensor always is."""
        return self.residence is None or self.residence.is_live

    def numpy(self) -> Array:
        """Return a writable copy of the values in the format's own type; block formats become
        float32.
        """
        return to_external(self.values, self.desc.data_type)

    def stats(self) -> TensorStats:
        """Return statistics: smallest, largest and mean value, zeros, NaN and infinities."""
        return tensor_stats(self.values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return self.numpy() if dtype is None else self.values.astype(dtype)

    def __dlpack__(self, **options: Any) -> Any:
        """Return the elements as a DLPack capsule. bfloat16 becomes float32, as numpy's DLPack
        lacks it.
        """
        own = self.numpy()
        if own.dtype.isbuiltin != 1:
            own = own.astype(np.float32)
        return own.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)

    def __repr__(self) -> str:
        return f"Tensor({self.desc})"


def read_tensor_ref(view: TableView) -> TensorRef:
    """Decode and check a `TensorRef` table. Raise `BinaryError`."""
    return TensorRef(view.global_id, _read_desc(view.require("desc"), view.global_id))


def _read_desc(view: TableView, global_id: int) -> TensorDesc:
    shape = tuple(view.require("shape").tolist())
    layout = view.require("layout")
    memory = layout.require("memory_desc")
    if len(shape) > MAX_RANK or any(size < 0 for size in shape):
        raise BinaryError(f"tensor {global_id}: invalid shape {shape_text(shape)}")
    data_type = str(memory.data_type)
    if data_type not in FORMATS:
        raise BinaryError(f"tensor {global_id}: unknown data type {data_type}")
    tile_shape = memory.tile_shape
    tile = (tile_shape.y, tile_shape.x) if tile_shape else ROW_MAJOR
    if tile not in (ROW_MAJOR, TILE):
        raise BinaryError(f"tensor {global_id}: invalid tile shape {shape_text(tile)}")
    desc = _described(shape, data_type, tile, str(memory.memory_space), str(memory.memory_layout))
    if desc.layout.is_sharded:
        return TensorDesc(shape, _sharded(desc.layout, layout, memory, global_id))
    return desc


@lru_cache(maxsize=1 << 12)
def _described(
    shape: tuple[int, ...], data_type: str, tile: tuple[int, int], space: str, layout: str
) -> TensorDesc:
    """Return a descriptor with these properties. Tensors with equal properties share one
    descriptor.
    """
    return TensorDesc(shape, Layout(FORMATS[data_type], tile, space, layout))


def _sharded(placed: Layout, layout: TableView, memory: TableView, global_id: int) -> Layout:
    shard = tuple(memory.require("shape").tolist())
    cores = sum(each.size.y * each.size.x for each in layout.core_range_set or ())
    if any(size < 0 for size in shard) or cores < 0:
        raise BinaryError(f"tensor {global_id}: invalid shard {shape_text(shard)} on {cores} cores")
    ranges = layout.core_range_set or ()
    rows = max((each.loc.y + each.size.y for each in ranges), default=0)
    columns = max((each.loc.x + each.size.x for each in ranges), default=0)
    return Layout(
        placed.data_type,
        placed.tile,
        placed.memory_space,
        placed.memory_layout,
        shard,
        cores,
        (rows, columns),
    )
