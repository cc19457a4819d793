"""What the TTNN passes build again and again: tensor types with other layouts, memory configurations, devices, empty tensors."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import DenseArrayBase, TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.device import DeviceType
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.types import TileType, data_type_to_element_type
from ttmlir_py.dialects.ttnn.attributes import (
    LayoutAttr,
    MemoryConfigAttr,
    MeshShapeAttr,
    ShapeAttr,
    TTNNLayoutAttr,
)
from ttmlir_py.dialects.ttnn.enums import Layout
from ttmlir_py.passes.tensor_utils import (
    IdentityMemo,
    RankedTensor,
    i32_array,
    location_of,
    scope_device,
    tensor_type,
)
from ttmlir_py.rewriting.mutation import create, insert_at_start, insert_before


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


class TTNNBuilder:
    """Builds TTNN ops during one run of a pass, and remembers what they share."""

    def __init__(self) -> None:
        self._devices: dict[Block, SSAValue] = {}
        self.memory_config = IdentityMemo(memory_config)
        self.shape = IdentityMemo(_shape)
        self._empty_properties = IdentityMemo(self._make_empty_properties)

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
        mesh = device.meshShape or (1, 1)
        if len(mesh) < 2:
            raise ValueError("needs a device with a mesh of two dimensions")
        mesh_shape = MeshShapeAttr(*mesh[:2])
        new = create(
            ttnn.GetDeviceOp, (), (DeviceType(device),), {"mesh_shape": mesh_shape}, op.location
        )
        return insert_at_start(block, new).results[0]

    def empty_properties(self, tensor: RankedTensor) -> dict[str, Attribute]:
        """The properties of the `ttnn.empty` that makes a tensor of this type."""
        return self._empty_properties(tensor).copy()

    def _make_empty_properties(self, tensor: RankedTensor) -> dict[str, Attribute]:
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


def _shape(sizes: DenseArrayBase[Any]) -> ShapeAttr:
    return ShapeAttr(sizes.get_values())


def memory_config(layout: TTNNLayoutAttr) -> MemoryConfigAttr:
    """The memory configuration of tensors in this layout."""
    return layout.get_memory_config()
