"""What TT-NN's functions do inside: the events of each kind of function, as its library nests them.

A device operation is `ttnn::add` > `ttnn::prim::binary_ng` > `BinaryNgDeviceOperation` > `tt::tt_metal::create_device_tensor`.
"""

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
from ttmlir_py.traces.graph.recorder import BufferInfo, CircularBuffer, GraphEvents, TensorInfo

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LABEL = re.compile(r"(\w+?)(?:Op)?(?:\((\w+)\))?\Z")
_PRIMITIVES = {"transpose": "permute"}
"""Functions that run another one's program."""
_MOVES = {"to_device": "Tensor::to", "from_device": "Tensor::cpu"}
_VIEWS = {"reshape": "Tensor::reshape"}
_CREATE = "tt::tt_metal::create_device_tensor"
_TILES_PER_BUFFER = 2


def snake_case(name: str) -> str:
    """`RepeatInterleave` as `repeat_interleave`."""
    return _WORD.sub("_", name).lower()


def function_name(label: str, kernel: Kernel) -> str:
    """The function of TTNN that an operation of a binary calls, by the operation's label."""
    if isinstance(kernel, Elementwise):
        return kernel.library_name
    found = _LABEL.match(label)
    return snake_case((found[2] or found[1]) if found else label)


def memory_layout_name(desc: TensorDesc) -> str:
    """The layout as traces name it: `INTERLEAVED`."""
    name = snake_case(desc.memory_layout).upper()
    return "INTERLEAVED" if name in ("NONE", "") else name


def buffer_info(identity: object, desc: TensorDesc, device_id: int = 0) -> BufferInfo | None:
    """The buffer of a tensor; None on the host."""
    memory = MEMORY_OF_SPACE.get(desc.memory_space)
    if memory is None:
        return None
    cores = desc.layout.cores if desc.layout.is_sharded else 0
    page = page_bytes(desc)
    size = pages_per_bank(desc, 1) * page * max(cores, 1)
    layout = memory_layout_name(desc)
    return BufferInfo((device_id, identity), size, memory, layout, device_id, page, cores)


def tensor_info(tensor_id: int, desc: TensorDesc, buffer: BufferInfo | None) -> TensorInfo:
    """A tensor as parameter or result."""
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
    """How a tensor is sharded; None if it is not."""
    layout = desc.layout
    if not layout.is_sharded or len(layout.shard_shape) != 2:
        return None
    sizes = [size * tile for size, tile in zip(layout.shard_shape, layout.tile, strict=True)]
    return shard_struct(Cores(*layout.grid).text, sizes)


def attribute_values(attributes: Mapping[str, object]) -> list[object]:
    """Attributes as parameters: texts as they are, arrays as what they are not shown by."""
    return [_parameter(attributes[name]) for name in attribute_names(attributes)]


def attribute_names(attributes: Mapping[str, object]) -> list[str]:
    """The names of attributes that are parameters."""
    return [name for name in attributes if name != "result_shape"]


def _parameter(value: object) -> object:
    if isinstance(value, str):
        return Text(value)
    return list(cast(tuple[object, ...], value)) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Cores:
    """The worker cores of a device, and where the circular buffers in their L1 begin."""

    rows: int = 8
    columns: int = 8
    base: int | None = 0
    """None if programs are not launched, so that nothing has an address."""

    @property
    def text(self) -> str:
        """All of them as a set of ranges."""
        return f"{{[(x=0,y=0) - (x={self.columns - 1},y={self.rows - 1})]}}"


@dataclass(frozen=True, slots=True)
class Allocated:
    """A tensor that a function makes, and where its buffer is; 0 on the host."""

    tensor: TensorInfo
    desc: TensorDesc
    address: int = 0
    bytes_per_bank: int = 0


def record_work(
    recorder: GraphEvents,
    name: str,
    operands: Sequence[Allocated],
    result: Allocated,
    cores: Cores,
    *,
    arity: int = 0,
    is_new: bool = True,
) -> None:
    """What `ttnn::<name>` does between its start and its end. `arity` is that of an element-wise function, else 0.

    A result that `is_new` takes memory; others are written in place, or are views.
    """
    if not is_new and name in _VIEWS:
        if operands[0].tensor != result.tensor:
            recorder.begin_function(_VIEWS[name], [operands[0].tensor])
            recorder.end_function([result.tensor])
        return
    if name in _MOVES or not operands:
        recorder.begin_function(_MOVES.get(name, _CREATE), [each.tensor for each in operands])
        if result.tensor.buffer is not None and is_new:
            recorder.allocate(result.tensor.buffer, result.address)
        recorder.end_function([result.tensor])
        return
    primitive = {1: "unary", 2: "binary_ng"}.get(arity, _PRIMITIVES.get(name, name))
    recorder.begin_function(f"ttnn::prim::{primitive}", [each.tensor for each in operands])
    recorder.begin_function(f"{_pascal_case(primitive)}DeviceOperation")
    if is_new:
        recorder.begin_function(_CREATE)
        if result.tensor.buffer is not None:
            recorder.allocate(result.tensor.buffer, result.address)
        recorder.end_function([result.tensor])
    if result.tensor.buffer is not None:
        recorder.run_program(_circular_buffers([*operands, result], cores))
    recorder.end_function([result.tensor])
    recorder.end_function([result.tensor])


def _pascal_case(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _circular_buffers(tensors: Sequence[Allocated], cores: Cores) -> list[CircularBuffer]:
    """One for each tensor: two pages, packed upwards from the base; a sharded tensor's stands in its own buffer."""
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
        size = _TILES_PER_BUFFER * page_bytes(each.desc)
        buffers.append(CircularBuffer(size, cores.text, address))
        address += step * size
    return buffers
