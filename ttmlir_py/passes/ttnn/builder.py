"""A builder of TTNN ops for passes."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.device import DeviceType, scope_device
from ttmlir_py.dialects.ttnn.attributes import (
    LayoutAttr,
    MeshShapeAttr,
    ShapeAttr,
)
from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.passes.ttnn.layouts import layout_of, memory_config, with_shape
from ttmlir_py.rewriting.attributes import i32_array
from ttmlir_py.rewriting.builder import Builder, location_of
from ttmlir_py.rewriting.control_flow import ops_of


class TTNNBuilder:
    """A builder of TTNN ops for one run of a pass, which caches devices and attributes."""

    def __init__(self, *, exact_integers: bool = False) -> None:
        self.exact_integers = exact_integers
        """Whether integers keep every bit, even where upstream passes them as floats."""
        self._devices: dict[Block, SSAValue] = {}
        self.memory_config = IdentityMemo(memory_config)
        self.shape = IdentityMemo(_shape)
        self._empty_properties = IdentityMemo(self._make_empty_properties)

    def device(self, op: Operation) -> SSAValue:
        """Return the device that ops in the block of `op` use.

        A `ttnn.get_device` is inserted at the start of the block if it is missing.
        """
        block = op.parent
        assert block is not None
        known = self._devices.get(block)
        if known is None:
            known = self._devices[block] = self._find_or_create_device(block, op)
        return known

    def _find_or_create_device(self, block: Block, op: Operation) -> SSAValue:
        for each in ops_of(block):
            if each.__class__ is ttnn.GetDeviceOp:
                return each.results[0]
        device = scope_device(op)
        mesh = device.meshShape or (1, 1)
        if len(mesh) < 2:
            raise ValueError("needs a device with a mesh of two dimensions")
        start = Builder.at_start(block, op.location)
        mesh_shape = MeshShapeAttr(*mesh[:2])
        return start.value(ttnn.GetDeviceOp, (), DeviceType(device), mesh_shape=mesh_shape)

    def empty_properties(self, tensor: RankedTensor) -> dict[str, Attribute]:
        """Return the properties of a `ttnn.empty` that creates a tensor of type `tensor`."""
        return self._empty_properties(tensor).copy()

    def _make_empty_properties(self, tensor: RankedTensor) -> dict[str, Attribute]:
        layout = layout_of(tensor)
        return {
            "shape": ShapeAttr(tensor.get_shape()),
            "dtype": DataTypeAttr.get(layout.get_data_type()),
            "layout": LayoutAttr.get(layout.get_layout()),
            "memory_config": self.memory_config(layout),
        }

    def empty(self, tensor: RankedTensor, before: Operation) -> SSAValue:
        """Insert a `ttnn.empty` of type `tensor` before the op `before`, with the location of that
        op.
        """
        operands, properties = (self.device(before),), self._empty_properties(tensor)
        return Builder(before).value(ttnn.EmptyOp, operands, tensor, **properties)

    def reshape(self, value: SSAValue, shape: Sequence[int], before: Operation) -> SSAValue:
        """Insert a `ttnn.reshape` of `value` before the op `before`, with the location of
        `value`.
        """
        builder, tensor = Builder(before, location_of(value)), with_shape(tensor_type(value), shape)
        return builder.value(ttnn.ReshapeOp, (value,), tensor, shape=i32_array(shape))


def _shape(sizes: DenseArrayBase[Any]) -> ShapeAttr:
    return ShapeAttr(sizes.get_values())
