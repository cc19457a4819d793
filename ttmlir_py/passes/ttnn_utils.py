"""What the TTNN passes build again and again: tensor types with other layouts, memory configurations, devices, empty tensors."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Generic, TypeVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    Float32Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    NameLoc,
    Signedness,
    StringAttr,
    TensorType,
    f32,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.device import DeviceAttr, DeviceType, get_current_scope_device
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.types import TileType, data_type_to_element_type
from ttmlir_py.dialects.ttnn.attributes import (
    BufferTypeAttr,
    LayoutAttr,
    MemoryConfigAttr,
    MeshShapeAttr,
    ShapeAttr,
    ShardSpecAttr,
    TTNNLayoutAttr,
)
from ttmlir_py.dialects.ttnn.enums import Layout
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.ods import DestinationStyle
from ttmlir_py.passes.greedy import apply_patterns_greedily
from ttmlir_py.passes.rewriting import create, insert_at_start, insert_before

RankedTensor = TensorType[Attribute]
KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class IdentityMemo(Generic[KeyT, ValueT]):
    """A function of one immutable object, computed once per object.

    Keyed by identity, which is far cheaper than hashing an attribute; the keys are kept alive.
    """

    def __init__(self, compute: Callable[[KeyT], ValueT]):
        self._compute = compute
        self._known: dict[int, tuple[KeyT, ValueT]] = {}

    def __call__(self, key: KeyT) -> ValueT:
        """The value for this very object."""
        known = self._known.get(id(key))
        if known is None:
            known = self._known[id(key)] = (key, self._compute(key))
        return known[1]


@cache
def i32(value: int) -> IntegerAttr[IntegerType]:
    """`value : i32`."""
    return IntegerAttr(value, IntegerType(32))


@cache
def si32(value: int) -> IntegerAttr[IntegerType]:
    """`value : si32`."""
    return IntegerAttr(value, IntegerType(32, Signedness.SIGNED))


@cache
def i64(value: int) -> IntegerAttr[IntegerType]:
    """`value : i64`."""
    return IntegerAttr(value, IntegerType(64))


@cache
def bool_attr(value: bool) -> IntegerAttr[IntegerType]:
    """`true` or `false`."""
    return IntegerAttr(int(value), IntegerType(1))


def f32_attr(value: float) -> FloatAttr[Float32Type]:
    """`value : f32`."""
    return FloatAttr(value, f32)


def i32_array(values: Sequence[int]) -> ArrayAttr[Attribute]:
    """`[1 : i32, 2 : i32]`."""
    return ArrayAttr([i32(value) for value in values])


def dense_i32_array(values: Sequence[int]) -> DenseArrayBase[IntegerType]:
    """`array<i32: 1, 2>`."""
    return DenseArrayBase.from_list(IntegerType(32), values)


def segments(*sizes: int) -> DenseArrayBase[IntegerType]:
    """The value of `operandSegmentSizes`."""
    return dense_i32_array(sizes)


def int_value(attribute: Attribute) -> int:
    """The value of an integer attribute."""
    return cast(IntegerAttr[IntegerType], attribute).value.data


def int_values(attribute: Attribute | None) -> list[int]:
    """The values of an array of integer attributes; empty if there is none."""
    if attribute is None:
        return []
    return [int_value(each) for each in cast(ArrayAttr[Attribute], attribute).data]


def location_of(value: SSAValue) -> LocationAttr:
    """The location of a value: that of its op, or of the block argument."""
    return cast(
        "Operation | BlockArgument", value if isinstance(value, BlockArgument) else value.owner
    ).location


def with_name_suffix(location: LocationAttr, suffix: str) -> LocationAttr:
    """The location with `suffix` appended to its name, if it has one."""
    if isinstance(location, NameLoc):
        return NameLoc(StringAttr(location.desc.data + suffix), location.location)
    return location


def tensor_type(value: SSAValue) -> RankedTensor:
    """The type of a value that is a ranked tensor."""
    return cast(RankedTensor, value.type)


def layout_of(tensor: RankedTensor) -> TTNNLayoutAttr:
    """The TTNN layout that a tensor type carries. Raises ValueError if it has none."""
    layout = getattr(tensor, "encoding", None)
    if not isinstance(layout, TTNNLayoutAttr):
        raise ValueError(f"requires a tensor with a TTNN layout, but got '{tensor}'")
    return layout


def with_layout(tensor: RankedTensor, layout: TTNNLayoutAttr) -> RankedTensor:
    """The same tensor in another layout."""
    return TensorType(tensor.element_type, tensor.get_shape(), layout)


def with_shape(tensor: RankedTensor, shape: Sequence[int]) -> RankedTensor:
    """A tensor of another shape whose layout is that of `tensor`, computed anew for the shape."""
    return TensorType(tensor.element_type, shape, layout_of(tensor).with_tensor_shape(shape))


def with_element_type(tensor: RankedTensor, element: Attribute) -> RankedTensor:
    """The tensor with another scalar or tile type; the layout holds `element`, the tensor its scalar."""
    layout = layout_of(tensor).with_element_type(element, tensor.get_shape())
    scalar = element.get_element_type() if isinstance(element, TileType) else element
    return TensorType(scalar, tensor.get_shape(), layout)


def element_type_for(layout: Layout, data_type: DataType) -> Attribute:
    """The tile or scalar that a tensor of this layout and data type is made of."""
    if layout is Layout.Tile:
        return TileType((32, 32), data_type)
    return data_type_to_element_type(data_type)


def scope_device(op: Operation) -> DeviceAttr:
    """The device that the enclosing ops declare; OperationError if none does."""
    device = get_current_scope_device(op)
    if device is None:
        raise OperationError(op, "requires a device: there is no `tt.device` in scope")
    return device


def init_range(op: DestinationStyle) -> range:
    """The numbers of the operands that an op writes its results into."""
    start, count = op.dps_init_range()
    return range(start, start + count)


def simplify(op: Operation, context: Context) -> None:
    """Fold ops inside of `op`, unify constants and erase dead ops, as MLIR's greedy driver does beside rewriting."""
    apply_patterns_greedily(op, context, lambda cls: ())


class TTNNBuilder:
    """Builds TTNN ops during one run of a pass, and remembers what they share."""

    def __init__(self) -> None:
        self._devices: dict[Block, SSAValue] = {}
        self.memory_config = IdentityMemo(memory_config)

    def device(self, op: Operation) -> SSAValue:
        """The device of the block of `op`; a `ttnn.get_device` at its start is made if there is none."""
        block = op.parent
        assert block is not None
        known = self._devices.get(block)
        if known is None:
            known = self._devices[block] = self._find_or_create_device(block, op)
        return known

    def _find_or_create_device(self, block: Block, op: Operation) -> SSAValue:
        for each in block.ops:
            if isinstance(each, ttnn.GetDeviceOp):
                return each.results[0]
        device = scope_device(op)
        mesh_shape = MeshShapeAttr(*(device.meshShape or (1, 1))[:2])
        new = create(
            ttnn.GetDeviceOp, (), (DeviceType(device),), {"mesh_shape": mesh_shape}, op.location
        )
        return insert_at_start(block, new).results[0]

    def empty_properties(self, tensor: RankedTensor) -> dict[str, Attribute]:
        """The properties of the `ttnn.empty` that makes a tensor of this type."""
        layout = layout_of(tensor)
        return {
            "shape": ShapeAttr(tensor.get_shape()),
            "dtype": DataTypeAttr(layout.get_data_type()),
            "layout": LayoutAttr(layout.get_layout()),
            "memory_config": self.memory_config(layout),
        }

    def empty(self, tensor: RankedTensor, before: Operation) -> SSAValue:
        """Insert a `ttnn.empty` of this type before an op, with its location."""
        device = self.device(before)
        properties = self.empty_properties(tensor)
        new = create(ttnn.EmptyOp, (device,), (tensor,), properties, before.location)
        return insert_before(before, new).results[0]

    def reshape(self, value: SSAValue, shape: Sequence[int], before: Operation) -> SSAValue:
        """Insert a `ttnn.reshape` of `value` before an op, with the location of `value`."""
        tensor = with_shape(tensor_type(value), shape)
        new = create(
            ttnn.ReshapeOp, (value,), (tensor,), {"shape": i32_array(shape)}, location_of(value)
        )
        return insert_before(before, new).results[0]


def memory_config(layout: TTNNLayoutAttr) -> MemoryConfigAttr:
    """The memory configuration of tensors in this layout."""
    return MemoryConfigAttr(
        BufferTypeAttr(layout.get_buffer_type()),
        ShardSpecAttr(ShapeAttr(layout.get_shard_shape())),
        layout.mem_layout,
    )
