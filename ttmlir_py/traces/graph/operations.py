"""Names, buffers and arguments of operations and tensors, as graph traces show them."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from ttmlir_py.runtime.kernels import Elementwise, Kernel
from ttmlir_py.runtime.memory import MEMORY_OF_SPACE, page_bytes, pages_per_bank
from ttmlir_py.runtime.tensor import ROW_MAJOR, TensorDesc
from ttmlir_py.traces.graph.arguments import (
    Struct,
    Text,
    memory_config_struct,
    shard_struct,
    tensor_struct,
)
from ttmlir_py.traces.graph.recorder import BufferInfo, CircularBuffer, TensorInfo

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LABEL = re.compile(r"(\w+?)(?:Op)?(?:\((\w+)\))?\Z")
_PAGES_PER_BUFFER = 2


def snake_case(name: str) -> str:
    """Convert `RepeatInterleave` to `repeat_interleave`."""
    return _WORD.sub("_", name).lower()


def function_name(label: str, kernel: Kernel) -> str:
    """Return the TTNN function that an operation of a binary calls. `label` is the operation's
    label.
    """
    if isinstance(kernel, Elementwise):
        return kernel.library_name
    found = _LABEL.match(label)
    return snake_case((found[2] or found[1]) if found else label)


def memory_layout_name(desc: TensorDesc) -> str:
    """Return the name of a tensor's memory layout in traces, such as `INTERLEAVED`."""
    name = snake_case(desc.memory_layout).upper()
    return "INTERLEAVED" if name in ("NONE", "") else name


def buffer_info(identity: object, desc: TensorDesc, device_id: int = 0) -> BufferInfo | None:
    """Return the buffer of a tensor, or None for a host tensor."""
    memory = MEMORY_OF_SPACE.get(desc.memory_space)
    if memory is None:
        return None
    cores = desc.layout.cores if desc.layout.is_sharded else 0
    page = page_bytes(desc)
    size = pages_per_bank(desc, 1) * page * max(cores, 1)
    layout = memory_layout_name(desc)
    return BufferInfo((device_id, identity), size, memory, layout, device_id, page, cores)


def tensor_info(tensor_id: int, desc: TensorDesc, buffer: BufferInfo | None) -> TensorInfo:
    """Return a tensor as it appears among parameters and results."""
    memory = "SYSTEM_MEMORY" if buffer is None else buffer.type
    spec = tensor_struct(
        desc.shape,
        desc.data_type.library_name.upper(),
        tiled=desc.tile != ROW_MAJOR,
        memory_config=memory_config_struct(memory_layout_name(desc), memory, shard_of(desc)),
        on_device=buffer is not None,
    )
    return TensorInfo(tensor_id, desc.shape, buffer, spec)


def shard_of(desc: TensorDesc) -> Struct | None:
    """Return the structure for a tensor's sharding, or None if it is not sharded."""
    layout = desc.layout
    if not layout.is_sharded or len(layout.shard_shape) != 2:
        return None
    sizes = [size * tile for size, tile in zip(layout.shard_shape, layout.tile, strict=True)]
    return shard_struct(Cores(*layout.grid).text, sizes)


def attribute_values(attributes: Mapping[str, object]) -> list[object]:
    """Return attributes as parameters: texts without quotes, arrays as lists."""
    return [_parameter(attributes[name]) for name in attribute_names(attributes)]


def attribute_names(attributes: Mapping[str, object]) -> list[str]:
    """Return the names of the attributes that are parameters."""
    return [name for name in attributes if name != "result_shape"]


def _parameter(value: object) -> object:
    if isinstance(value, str):
        return Text(value)
    return list(cast(tuple[object, ...], value)) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Cores:
    """The grid of worker cores of a device, and the L1 address where circular buffers start."""

    rows: int = 8
    columns: int = 8
    base: int | None = 0
    """Start address of circular buffers, or None if programs are not launched and have no
    addresses.
    """

    @property
    def text(self) -> str:
        """Return the text of the range of all cores."""
        return _ranges((0, 0, self.columns - 1, self.rows - 1))

    def first(self, count: int) -> str:
        """Return the text of the range of `count` cores, taken column by column like TT-NN does."""
        if count >= self.rows * self.columns:
            return self.text
        columns, rest = divmod(max(count, 1), self.rows)
        whole = [(0, 0, columns - 1, self.rows - 1)] if columns else []
        return _ranges(*whole, *([(columns, 0, columns, rest - 1)] if rest else []))


def _ranges(*corners: tuple[int, int, int, int]) -> str:
    """Return the text of core ranges, each given by column and row of its first and last core."""
    texts = (f"[(x={x},y={y}) - (x={to_x},y={to_y})]" for x, y, to_x, to_y in corners)
    return f"{{{', '.join(texts)}}}"


@dataclass(frozen=True, slots=True)
class Allocated:
    """A tensor with the address of its buffer, or 0 on the host."""

    tensor: TensorInfo
    desc: TensorDesc
    address: int = 0
    bytes_per_bank: int = 0


def circular_buffers(tensors: Sequence[Allocated], cores: Cores) -> list[CircularBuffer]:
    """Return one circular buffer of two pages per tensor, placed upwards from the base address.

    The circular buffer of a sharded tensor uses the tensor's buffer.
    """
    buffers: list[CircularBuffer] = []
    step, address = (0, 0) if cores.base is None else (1, cores.base)
    for each in tensors:
        if each.tensor.buffer is None:
            continue
        if each.desc.layout.is_sharded:
            size = math.prod(each.desc.layout.shard_shape) * (
                page_bytes(each.desc)
                if each.desc.tile != ROW_MAJOR
                else each.desc.data_type.bits // 8
            )
            buffers.append(CircularBuffer(size, cores.text, each.address, True))
            continue
        size = _PAGES_PER_BUFFER * page_bytes(each.desc)
        buffers.append(CircularBuffer(size, cores.text, address))
        address += step * size
    return buffers
