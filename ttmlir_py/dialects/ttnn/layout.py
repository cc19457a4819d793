"""TTNN: ops on layouts, devices and memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, opt_operand_def, opt_prop_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import (
    TT_DataTypeAttr,
    TT_Device,
    TTNN_BufferTypeAttr,
    TTNN_LayoutAttr,
    TTNN_MemoryConfigAttr,
    TTNN_MeshShapeAttr,
)
from ttmlir_py.dialects.shape_rules.creation import verify_allocation
from ttmlir_py.dialects.tensor_types import TILE_HEIGHT, TILE_WIDTH
from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr
from ttmlir_py.dialects.ttnn.enums import TensorMemoryLayout
from ttmlir_py.dialects.ttnn.interfaces import HasMemoryConfig, ResultOp, TTNNOperation, layout_of
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, BoolAttr, I64Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition

if TYPE_CHECKING:
    from xdsl.pattern_rewriter import RewritePattern


def _verify_shards(layout: TTNNLayoutAttr) -> None:
    if not layout.has_sharded_l1_tensor_memory_layout():
        raise VerifyException("Sharded tensors layout must reside in L1")
    shard_shape = layout.get_shard_shape()
    if len(shard_shape) != 2:
        raise VerifyException("Shard shape must be 2D")
    is_block_sharded = layout.get_mem_layout_opt() is TensorMemoryLayout.BlockSharded
    # The shard shape is compared in elements. Upstream compares with the number of tiles, and so
    # rejects configurations of its own optimizer.
    height, width = layout.get_scalar_shard_shape()
    if is_block_sharded and (height % TILE_HEIGHT or width % TILE_WIDTH):
        raise VerifyException("Shard shape must divide tile shape (32, 32) evenly")


@op_definition
class GetDeviceOp(TTNNOperation):
    """Open the device, or a mesh of `mesh_shape` devices."""

    name = "ttnn.get_device"
    mesh_shape = opt_prop_def(TTNN_MeshShapeAttr)
    device = result_def(TT_Device)


@op_definition
class ToMemoryConfigOp(HasMemoryConfig):
    """Move a tensor to the buffer type and memory layout of `memory_config`."""

    name = "ttnn.to_memory_config"
    input = operand_def(AnyRankedTensor)
    memory_config = prop_def(TTNN_MemoryConfigAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.to_memory_config`: layouts are present and the memory supports the result's
        layout.
        """
        for name, value in (("Input", self.input), ("Output", self.result)):
            if layout_of(value) is None:
                raise VerifyException(f"{name} tensor type missing layout attribute")
        layout = layout_of(self.result)
        assert layout is not None
        memory_layout = layout.get_mem_layout_opt()
        if layout.is_device_buffer_type() and memory_layout in (
            None,
            TensorMemoryLayout.SingleBank,
        ):
            raise VerifyException(
                "Device memory space only supports interleaved or sharded memory layouts"
            )
        if layout.has_dram_buffer_type() and memory_layout is not TensorMemoryLayout.Interleaved:
            raise VerifyException(
                "Device DRAM memory space only supports interleaved memory layout"
            )
        if layout.has_sharded_tensor_memory_layout():
            _verify_shards(layout)


@op_definition
class ToLayoutOp(ResultOp):
    """Change between tile and row-major layout and, if given, data type and memory."""

    name = "ttnn.to_layout"
    input = operand_def(AnyRankedTensor)
    device = opt_operand_def(TT_Device)
    layout = prop_def(TTNN_LayoutAttr)
    dtype = opt_prop_def(TT_DataTypeAttr)
    memory_config = opt_prop_def(TTNN_MemoryConfigAttr)

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `ttnn.to_layout`."""
        from ttmlir_py.dialects.ttnn.canonicalization import TO_LAYOUT_PATTERNS

        return TO_LAYOUT_PATTERNS


@op_definition
class TypecastOp(ResultOp):
    """Convert to data type `dtype`, on the device."""

    name = "ttnn.typecast"
    input = operand_def(AnyRankedTensor)
    dtype = prop_def(TT_DataTypeAttr)


@op_definition
class ToDTypeOp(ResultOp):
    """Convert to data type `dtype`, on the host."""

    name = "ttnn.to_dtype"
    input = operand_def(AnyRankedTensor)
    dtype = prop_def(TT_DataTypeAttr)

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return the input if the type does not change, otherwise None.

        Law: `to_dtype(x, type(x)) == x`.
        """
        return [self.input] if self.result.type == self.input.type else None


@op_definition
class ToDeviceOp(ResultOp):
    """Move a tensor from the host to the device."""

    name = "ttnn.to_device"
    input = operand_def(AnyRankedTensor)
    device = operand_def(TT_Device)
    memory_config = opt_prop_def(TTNN_MemoryConfigAttr)


@op_definition
class FromDeviceOp(ResultOp):
    """Move a tensor from the device to the host."""

    name = "ttnn.from_device"
    input = operand_def(AnyRankedTensor)


@op_definition
class AllocOp(ResultOp):
    """An allocation at a fixed address."""

    name = "ttnn.alloc"
    address = prop_def(I64Attr)
    size = prop_def(I64Attr)
    buffer_type = prop_def(TTNN_BufferTypeAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.alloc`: size, memory and address match the layout."""
        layout = layout_of(self.result)
        if layout is None:
            raise VerifyException("Result type missing layout attribute")
        verify_allocation(
            self.size.value.data,
            self.address.value.data,
            layout_agrees=layout.get_buffer_type() == self.buffer_type.value,
            on_host=layout.is_system_buffer_type(),
        )


@op_definition
class DeallocateOp(TTNNOperation):
    """Free the memory of `input`; with `force`, even if other tensors share it."""

    name = "ttnn.deallocate"
    input = operand_def(AnyRankedTensor)
    force = prop_def(BoolAttr, IntegerAttr.from_bool(False))
