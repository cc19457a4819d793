"""Tensors as the simulator holds them, and their descriptors as the binary declares them."""

import math
from dataclasses import dataclass

from ttmlir_py.runtime.formats import FORMATS, Array, DataFormat
from ttmlir_py.runtime.kernels.registry import shape_text
from ttmlir_py.schemas import BinaryError, TableView

MAX_RANK = 32
TILE = (32, 32)
ROW_MAJOR = (1, 1)
_HOST_SPACES = ("System", "SystemMMIO")


@dataclass(frozen=True, slots=True)
class TensorDesc:
    """Logical shape, format and placement of a tensor."""

    shape: tuple[int, ...]
    data_type: DataFormat
    tile: tuple[int, int]
    """Tile height and width; 1x1 for a row-major tensor."""
    memory_space: str
    memory_layout: str

    @property
    def on_host(self) -> bool:
        """Whether the tensor lives in the host's memory."""
        return self.memory_space in _HOST_SPACES

    @property
    def padded_shape(self) -> tuple[int, ...]:
        """Shape with the last two dimensions rounded up to whole tiles."""
        leading, last = self.shape[:-2], self.shape[-2:]
        tile = self.tile[len(self.tile) - len(last) :]
        return leading + tuple(-(-n // t) * t for n, t in zip(last, tile, strict=True))

    @property
    def value_bytes(self) -> int:
        """Bytes that the tensor's values take in the simulator, at most.

        A dimension of size 0 counts as 1: numpy has no empty arrays with immense other dimensions either.
        """
        return math.prod(max(size, 1) for size in self.shape) * self.data_type.value_size

    def agrees_with(self, other: "TensorDesc") -> bool:
        """Whether a value stored under this descriptor can be used under the other one."""
        return self.shape == other.shape and self.data_type == other.data_type

    def __str__(self) -> str:
        layout = "row-major" if self.tile == ROW_MAJOR else "tile"
        if self.padded_shape != self.shape:
            layout += f" (padded to {shape_text(self.padded_shape)})"
        return f"{self.type_text} {layout} {self.memory_space} {self.memory_layout.lower()}"

    @property
    def type_text(self) -> str:
        """Shape and format as in an MLIR tensor type: `64x128xbf16`."""
        return "x".join([*map(str, self.shape), self.data_type.mnemonic])


@dataclass(frozen=True, slots=True)
class TensorRef:
    """A use or definition of a tensor in a program."""

    global_id: int
    desc: TensorDesc


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor's descriptor and values; the values' shape is the logical shape.

    Values are never written to after the tensor is made, so tensors may share them.
    """

    desc: TensorDesc
    values: Array


def read_tensor_ref(view: TableView) -> TensorRef:
    """Decode and check a `TensorRef` table; raises `BinaryError`."""
    return TensorRef(view.global_id, _read_desc(view.require("desc"), view.global_id))


def _read_desc(view: TableView, global_id: int) -> TensorDesc:
    shape = tuple(view.require("shape").tolist())
    layout = view.require("layout")
    memory = layout.require("memory_desc")
    if len(shape) > MAX_RANK or any(size < 0 for size in shape):
        raise BinaryError(f"tensor {global_id}: invalid shape {shape_text(shape)}")
    data_type = FORMATS.get(memory.data_type)
    if data_type is None:
        raise BinaryError(f"tensor {global_id}: unknown data type {memory.data_type}")
    tile_shape = memory.tile_shape
    tile = (tile_shape.y, tile_shape.x) if tile_shape else ROW_MAJOR
    if tile not in (ROW_MAJOR, TILE):
        raise BinaryError(f"tensor {global_id}: invalid tile shape {shape_text(tile)}")
    return TensorDesc(shape, data_type, tile, str(memory.memory_space), str(memory.memory_layout))
