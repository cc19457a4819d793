"""TTNN: ops that create tensors from attributes."""

from typing import ClassVar

from xdsl.irdl import operand_def, opt_operand_def, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import (
    TT_DataTypeAttr,
    TT_Device,
    TTNN_LayoutAttr,
    TTNN_MemoryConfigAttr,
    TTNN_ShapeAttr,
)
from ttmlir_py.dialects.shape_rules.creation import arange_length, verify_filled
from ttmlir_py.dialects.tensor_types import joined, shape_of
from ttmlir_py.dialects.ttnn.interfaces import ResultOp, layout_of
from ttmlir_py.ir.definition.constraints import ElementsAttr, F32Attr, I64Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class EmptyOp(ResultOp):
    """A tensor with undefined elements."""

    name = "ttnn.empty"
    device = operand_def(TT_Device)
    shape = prop_def(TTNN_ShapeAttr)
    dtype = prop_def(TT_DataTypeAttr)
    layout = prop_def(TTNN_LayoutAttr)
    memory_config = prop_def(TTNN_MemoryConfigAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.empty` with `verify_filled`."""
        verify_filled(self.shape.shape, shape_of(self.result))


@op_definition
class ArangeOp(ResultOp):
    """`start, start + step, ...` up to `end`."""

    name = "ttnn.arange"
    device = opt_operand_def(TT_Device)
    start = prop_def(I64Attr)
    end = prop_def(I64Attr)
    step = prop_def(I64Attr)
    dtype = opt_prop_def(TT_DataTypeAttr)
    memory_config = opt_prop_def(TTNN_MemoryConfigAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.arange`: the range fills the last of four dimensions."""
        start, end, step = self.start.value.data, self.end.value.data, self.step.value.data
        if step == 0:
            raise VerifyException("Step cannot be zero.")
        count = arange_length(start, end, step)
        shape = shape_of(self.result)
        if shape != (1, 1, 1, count):
            raise VerifyException(
                f"Output tensor shape must be 1, 1, 1, {count}, but got {joined(shape, ', ')}"
            )


class FilledOp(ResultOp):
    """A tensor filled with one number; on the host if there is no device operand."""

    device = opt_operand_def(TT_Device)
    shape = prop_def(TTNN_ShapeAttr)
    dtype = opt_prop_def(TT_DataTypeAttr)
    layout = opt_prop_def(TTNN_LayoutAttr)
    memory_config = opt_prop_def(TTNN_MemoryConfigAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check the op with `verify_filled`."""
        verify_filled(self.shape.shape, shape_of(self.result))


@op_definition
class ZerosOp(FilledOp):
    """A tensor of zeros."""

    name = "ttnn.zeros"


@op_definition
class OnesOp(FilledOp):
    """A tensor of ones."""

    name = "ttnn.ones"


@op_definition
class FullOp(ResultOp):
    """A tensor filled with `fillValue`."""

    name = "ttnn.full"
    device = operand_def(TT_Device)
    fillValue = prop_def(F32Attr)


@op_definition
class ConstantOp(ResultOp):
    """A tensor given by its elements; on the host if there is no device operand.

    Upstream of 2025-02 lacks this op. Operands, attribute and messages are those of the op that
    upstream added later.
    """

    name = "ttnn.constant"
    SAME_SHAPES: ClassVar[tuple[str, ...]] = ("value", "result")
    device = opt_operand_def(TT_Device)
    value = prop_def(ElementsAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.constant`: a result on the device has a device operand."""
        layout = layout_of(self.result)
        if layout is None:
            return
        on_host = layout.is_system_buffer_type()
        if self.device is None and not on_host:
            raise VerifyException(
                "device operand must be specified for non-system memory buffer type"
            )
        if self.device is not None and on_host:
            raise VerifyException(
                "device operand must not be specified for system memory buffer type"
            )
