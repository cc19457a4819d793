"""Inference of TTNN result layouts, and creation of destinations with these layouts."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from xdsl.dialects.builtin import LocationAttr, TensorType
from xdsl.ir import Attribute, Block, SSAValue

from ttmlir_py.building.types import DType, element_type, tensor
from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.layout import GridAttr
from ttmlir_py.dialects.tt.tile import (
    TileType,
    data_type_to_element_type,
    element_type_to_data_type,
)
from ttmlir_py.dialects.ttnn.attributes import (
    LayoutAttr,
    MemoryConfigAttr,
    ShapeAttr,
    TTNNLayoutAttr,
)
from ttmlir_py.dialects.ttnn.enums import BufferType, Layout, TensorMemoryLayout


def ttnn_tensor(
    shape: Sequence[int],
    dtype: DType,
    *,
    layout: str = "tile",
    buffer_type: str = "dram",
    memory_layout: str = "interleaved",
    grid: Sequence[int] | GridAttr = (1, 1),
) -> TensorType[Attribute]:
    """Return a tensor type with a TTNN layout; the keywords are those of the layout's text form.

    `layout` is `tile` or `row_major`. `buffer_type` is `dram`, `l1` or `system_memory`.
    `memory_layout` is `interleaved`, `height_sharded`, ... (unused for host tensors). `grid` is the
    shard grid, either its sizes or a `GridAttr` that also places the grid on the device. Raises
    ValueError for other keywords.
    """
    data_type = dtype if isinstance(dtype, DataType) else None
    if isinstance(dtype, str):
        data_type = DataType.from_keyword(dtype)
    data_type = data_type or element_type_to_data_type(element_type(dtype))
    is_tiled = _case(Layout, layout) is Layout.Tile
    encoding = TTNNLayoutAttr.get(
        tuple(shape),
        TileType((32, 32), data_type) if is_tiled else data_type_to_element_type(data_type),
        _case(BufferType, buffer_type),
        grid if isinstance(grid, GridAttr) else GridAttr(tuple(grid)),
        _case(TensorMemoryLayout, memory_layout),
    )
    return tensor(shape, dtype, encoding)


def _case(enum: Any, keyword: str) -> Any:
    case = enum.from_keyword(keyword)
    if case is None:
        raise ValueError(unknown_name("value", keyword, [each.keyword for each in enum]))
    return case


def result_layout(
    name: str,
    encoding: Attribute | None,
    shape: tuple[int, ...],
    element: Attribute,
    properties: Mapping[str, Attribute],
) -> TTNNLayoutAttr | None:
    """Return the layout of the result of the op `name`, or None if it has no layout.

    The result has the layout `encoding` of the first tensor, with the changes that the attributes
    in `properties` state. If `encoding` is None, only ops with `memory_config` and `layout` have a
    layout. Raises ValueError if the attributes do not determine the layout, for example for shards.
    """
    source = encoding if isinstance(encoding, TTNNLayoutAttr) else None
    config, layout = properties.get("memory_config"), properties.get("layout")
    if source is None and not (isinstance(config, MemoryConfigAttr) and layout is not None):
        return None
    buffer, memory = _memory(name, source, config)
    is_tiled = source is not None and source.is_tiled()
    if isinstance(layout, LayoutAttr):
        is_tiled = layout.value is Layout.Tile
    data_type = _data_type(source, element, properties.get("dtype"))
    of = TileType((32, 32), data_type) if is_tiled else data_type_to_element_type(data_type)
    grid = GridAttr((1, 1)) if source is None else source.grid
    return TTNNLayoutAttr.get(shape, of, buffer, grid, memory)


def _memory(
    name: str, source: TTNNLayoutAttr | None, config: Attribute | None
) -> tuple[BufferType, TensorMemoryLayout | None]:
    """Return the buffer type and memory layout of the result of the op `name`.

    `config` is the op's memory configuration, which overrides the layout `source` of the first
    tensor.
    """
    if isinstance(config, MemoryConfigAttr):
        memory = config.tensorMemoryLayout
        return config.bufferType.value, None if memory is None else memory.value
    if name == "ttnn.from_device":
        return BufferType.SystemMemory, None
    if name == "ttnn.to_device" or source is None:
        return BufferType.DRAM, TensorMemoryLayout.Interleaved
    return source.get_buffer_type(), source.get_mem_layout_opt()


def _data_type(
    source: TTNNLayoutAttr | None, element: Attribute, dtype: Attribute | None
) -> DataType:
    """Return the data type of a result.

    In order of preference: the op's `dtype`; the data type of `source`, the layout of the first
    tensor, if its elements have type `element`; the data type that corresponds to `element`.
    """
    if isinstance(dtype, DataTypeAttr):
        return dtype.value
    wanted = element_type_to_data_type(element)
    if source is None:
        return wanted
    known = source.get_data_type()
    same = element_type_to_data_type(data_type_to_element_type(known)) is wanted
    return known if same else wanted


def device_of(operands: Iterable[Sequence[SSAValue]]) -> SSAValue | None:
    """Return the result of a `ttnn.get_device` in the same block as one of `operands`, or None.

    The lowering to TTNN also opens one device per block.
    """
    for value in chain.from_iterable(operands):
        owner = value.owner
        block = owner if isinstance(owner, Block) else owner.parent
        for op in () if block is None else block.ops:
            if isinstance(op, ttnn.GetDeviceOp):
                return op.device
    return None


def create_empty(
    type_: TensorType[Attribute], device: SSAValue, location: LocationAttr
) -> ttnn.EmptyOp:
    """Return a `ttnn.empty` op that creates a tensor of `type_`, which has a TTNN layout."""
    layout = type_.encoding
    assert isinstance(layout, TTNNLayoutAttr)
    return ttnn.EmptyOp.create(
        operands=[device],
        result_types=[type_],
        properties={
            "shape": ShapeAttr(type_.get_shape()),
            "dtype": DataTypeAttr(layout.get_data_type()),
            "layout": LayoutAttr(layout.get_layout()),
            "memory_config": layout.get_memory_config(),
        },
        location=location,
    )
