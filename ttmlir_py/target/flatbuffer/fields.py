"""Conversion of a binary's fields to attributes, tensor types and operations.

Each function is the inverse of one in `types` or `ops`. Information that these do not write to a
binary is lost.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from xdsl.dialects.builtin import MemRefType, TensorType
from xdsl.ir import Attribute

from ttmlir_py.building.fields import Property
from ttmlir_py.building.operations import OpFunction
from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.layout import (
    DEFAULT_COLLAPSE,
    GridAttr,
    collapsed_linear_affine_map,
)
from ttmlir_py.dialects.tt.types import TileType, data_type_to_element_type
from ttmlir_py.dialects.ttnn.attributes import (
    BufferTypeAttr,
    MemoryConfigAttr,
    ShapeAttr,
    ShardSpecAttr,
    TensorMemoryLayoutAttr,
    TTNNLayoutAttr,
)
from ttmlir_py.dialects.ttnn.enums import BufferType, TensorMemoryLayout
from ttmlir_py.ir.definition.enums import MlirEnum
from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.passes.ttnn.optimizer.legal_layouts import virtual_to_physical_map
from ttmlir_py.target.flatbuffer.ops import SERIALIZERS, Serializer
from ttmlir_py.target.flatbuffer.types import (
    FbTable,
    UntranslatableError,
    core_ranges,
    dim2d,
    enum_name,
)

_WHOLE_NUMBERS = 1 << 32


@cache
def _rows() -> Mapping[tuple[str, str | None], tuple[type[OdsOperation], Serializer]]:
    classes = cast(Mapping[type[OdsOperation], Serializer], SERIALIZERS)
    return {(each.table, each.function): (op, each) for op, each in classes.items()}


@dataclass(frozen=True)
class OperationRow:
    """An operation of the ttnn dialect: its builder function, and its serializer."""

    build: OpFunction
    serializer: Serializer


@cache
def operation_row(table: str, function: str | None) -> OperationRow | None:
    """Return the operation for a table's name, or None if the table is unknown.

    `function` selects an operation, if the table has several functions.
    """
    found = _rows().get((table, function))
    return None if found is None else OperationRow(OpFunction(found[0]), found[1])


def case_named(enum: Any, name: str) -> Any:
    """Return the member of an enum whose name in binaries is `name`. Raise ValueError if
    unknown.
    """
    case = next((each for each in enum if enum_name(each) == name), None)
    if case is None:
        raise ValueError(f"{name!r} is not a {enum.__name__}")
    return case


def memory_config(memory: str, layout: str, shard_shape: Sequence[int]) -> MemoryConfigAttr:
    """Return the memory configuration with the fields of a `MemoryConfigDesc`.

    Raise ValueError for unknown names.
    """
    return MemoryConfigAttr(
        BufferTypeAttr(case_named(BufferType, memory)),
        ShardSpecAttr(ShapeAttr(tuple(shard_shape))),
        None
        if layout == "None"
        else TensorMemoryLayoutAttr(case_named(TensorMemoryLayout, layout)),
    )


def parameter_value(prop: Property, value: Any) -> Any:
    """Return a field's value in the form that the builder function takes for the property `prop`.

    Names become enum members, unsigned numbers may become negative, and whole floats integers.
    """
    enums = (form.annotation for form in prop.conversion.forms if _is_enum(form.annotation))
    enum: Any = next(enums, None)
    if enum is not None and isinstance(value, str):
        return case_named(enum, value)
    if enum is not None and isinstance(value, int):
        return next((each for each in enum if each.value == value), value)
    if isinstance(value, tuple):
        return [_signed(each) for each in cast(tuple[Any, ...], value)]
    is_whole = isinstance(value, float) and value.is_integer()
    if is_whole and not any(form.describes(value) for form in prop.conversion.forms):
        return int(value)
    return _signed(value)


def _is_enum(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, MlirEnum)


def _signed(value: Any) -> Any:
    """Return the negative number that `value` represents, if an unsigned field wrapped it;
    otherwise return `value`.
    """
    is_wrapped = isinstance(value, int) and _WHOLE_NUMBERS // 2 <= value < _WHOLE_NUMBERS
    return value - _WHOLE_NUMBERS if is_wrapped else value


_BUFFER_TYPES = {
    "System": BufferType.SystemMemory,
    "SystemMMIO": BufferType.SystemMemory,
    "DeviceDRAM": BufferType.DRAM,
    "DeviceL1": BufferType.L1,
}


_FIRST_CORE = {"loc": dim2d((0, 0)), "size": dim2d((1, 1))}
"""The default cores of a tensor whose binary does not name its cores."""


def buffer_type(memory_space: str) -> BufferType:
    """Return TTNN's buffer type for a memory space in a binary. Raise ValueError if it is
    unknown.
    """
    if memory_space not in _BUFFER_TYPES:
        raise ValueError(f"no tensor is in {memory_space!r}")
    return _BUFFER_TYPES[memory_space]


def described_type(desc: FbTable, device: DeviceAttr) -> TensorType[Attribute]:
    """Return the tensor type, with its TTNN layout, that a `TensorDesc` describes.

    The dimensions of a shard are those of the last dimensions of the tensor. All earlier dimensions
    are part of the first one, as layouts collapse tensors by default. Raise ValueError if no layout
    matches.
    """
    shape = tuple(desc["shape"])
    memory = desc["layout"]["memory_desc"]
    data_type = case_named(DataType, memory["data_type"])
    scalar = data_type_to_element_type(data_type)
    tile = memory["tile_shape"]["y"], memory["tile_shape"]["x"]
    element = scalar if tile == (1, 1) else TileType(tile, data_type)
    space = BufferTypeAttr(buffer_type(memory["memory_space"]))
    spread = None
    if memory["memory_layout"] != "None":
        spread = case_named(TensorMemoryLayout, memory["memory_layout"])
    shard = tuple(memory["shape"])
    ranges = desc["layout"].get("core_range_set") or [_FIRST_CORE]
    grid = _grid(ranges, spread, len(shard), device)
    linear = collapsed_linear_affine_map(shape, grid.shape, DEFAULT_COLLAPSE)
    layout = TTNNLayoutAttr(
        linear,
        grid,
        MemRefType(element, shard, memory_space=space),
        None if spread is None else TensorMemoryLayoutAttr(spread),
    )
    return TensorType(scalar, shape, layout)


def _grid(
    ranges: Sequence[FbTable], spread: TensorMemoryLayout | None, rank: int, device: DeviceAttr
) -> GridAttr:
    """Return the grid that occupies these rectangles of physical cores. Raise ValueError if none
    fits.
    """
    sizes = [(each["size"]["y"], each["size"]["x"]) for each in ranges]
    limit = device.workerGrid.get_grid_volume()
    if not all(0 < y <= limit and 0 < x <= limit for y, x in sizes) or _cores(sizes) > limit:
        raise ValueError(f"the device has {limit} cores, which are fewer than these ranges hold")
    for grid in _grids(sizes, spread, rank, device):
        try:
            if core_ranges(grid, device.workerGrid) == ranges:
                return grid
        except UntranslatableError:
            continue
    raise ValueError("no grid of cores occupies these ranges of cores")


def _cores(sizes: Iterable[tuple[int, int]]) -> int:
    return sum(y * x for y, x in sizes)


def _grids(
    sizes: Sequence[tuple[int, int]],
    spread: TensorMemoryLayout | None,
    rank: int,
    device: DeviceAttr,
) -> Iterator[GridAttr]:
    """Yield grids that may occupy rectangles of these sizes (rows, columns). The most likely grids
    come first.
    """
    ones = (1,) * max(rank - 2, 0)
    yield GridAttr((*ones, *sizes[0])[-max(rank, 1) :])
    columns = device.get_chip_grid().shape
    for form, shape in (
        (TensorMemoryLayout.HeightSharded, (_cores(sizes), 1)),
        (TensorMemoryLayout.WidthSharded, (1, _cores(sizes))),
        (TensorMemoryLayout.BlockSharded, sizes[0]),
    ):
        if spread is form:
            yield GridAttr(shape, virtual_to_physical_map(form, columns))
            yield GridAttr(shape)
