"""Ops of the ttmetal dialect."""

from typing import ClassVar, cast

from xdsl.dialects.builtin import ArrayAttr, TensorType
from xdsl.ir import Attribute, Dialect, SSAValue
from xdsl.irdl import (
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TT_MemorySpaceAttr
from ttmlir_py.dialects.shape_rules.creation import verify_allocation
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr
from ttmlir_py.dialects.ttkernel.types import CBType, SemaphoreType
from ttmlir_py.ir.definition.constraints import (
    AnyRankedTensor,
    Described,
    ElementsAttr,
    I64Attr,
    any_of,
    array_of,
    attribute_of,
)
from ttmlir_py.ir.definition.operations import (
    SEGMENTED_OPERANDS,
    DestinationStyle,
    OdsOperation,
    local_verifier,
    op_definition,
)

TTMetal_CoreRangeArrayAttr: Described[ArrayAttr[Attribute]] = array_of(
    attribute_of("ttmetal.core_range"), ""
)
TTKernel_KernelConfigArrayAttr: Described[ArrayAttr[Attribute]] = array_of(
    any_of(
        attribute_of("ttkernel.tensix_config"),
        attribute_of("ttkernel.noc_config"),
        attribute_of("ttkernel.ethernet_config"),
    ),
    "",
)


def _layout(value: SSAValue, message: str) -> MetalLayoutAttr:
    """Return the layout of the tensor `value`. Raises VerifyException with `message` if it has no
    layout.
    """
    layout = cast(TensorType[Attribute], value.type).encoding
    if not isinstance(layout, MetalLayoutAttr):
        raise VerifyException(message)
    return layout


@op_definition
class EnqueueProgramOp(DestinationStyle):
    """Run a program: each region is the kernel of one thread, on the core range of the same
    position.
    """

    name = "ttmetal.enqueue_program"
    DPS_INITS: ClassVar[str] = "outputs"
    irdl_options = SEGMENTED_OPERANDS
    inputs = var_operand_def(AnyRankedTensor)
    outputs = var_operand_def(AnyRankedTensor)
    core_ranges = prop_def(TTMetal_CoreRangeArrayAttr)
    kernelConfigs = prop_def(TTKernel_KernelConfigArrayAttr)
    results_ = var_result_def(AnyRankedTensor)
    regions_ = var_region_def()

    def verify_op(self) -> None:
        """Check `ttmetal.enqueue_program`: tensors are on the device and kernels take circular
        buffers and semaphores.
        """
        for operand in self.operands:
            layout = _layout(operand, "Input tensor missing layout attribute")
            if not layout.is_device_memory_space():
                raise VerifyException("Input tensor must be in device memory space")
        for region in self.regions:
            for argument in region.block.args if region.blocks else ():
                if not isinstance(argument.type, CBType | SemaphoreType):
                    raise VerifyException("Block inputs must be CBType or SemType")


@op_definition
class EnqueueWriteBufferOp(DestinationStyle):
    """Write a constant from the host to a buffer on the device."""

    name = "ttmetal.enqueue_write_buffer"
    output = operand_def(AnyRankedTensor)
    value = prop_def(ElementsAttr)
    result = result_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttmetal.enqueue_write_buffer`: the output is on the device."""
        layout = _layout(self.output, "Input tensor missing layout attribute")
        if not layout.is_device_memory_space():
            raise VerifyException("Output tensor must be in device memory space")


@op_definition
class EnqueueReadBufferOp(DestinationStyle):
    """Read a buffer on the device to the host."""

    name = "ttmetal.enqueue_read_buffer"
    input = operand_def(AnyRankedTensor)
    output = operand_def(AnyRankedTensor)
    result = result_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttmetal.enqueue_read_buffer`: the output is on the host."""
        layout = _layout(self.output, "Input tensor missing layout attribute")
        if not layout.is_system_memory_space():
            raise VerifyException("Output tensor must be in system memory space")


@op_definition
class CreateBufferOp(OdsOperation):
    """Create a buffer of `size` bytes at `address` of a memory."""

    name = "ttmetal.create_buffer"
    address = prop_def(I64Attr)
    size = prop_def(I64Attr)
    memory_space = prop_def(TT_MemorySpaceAttr)
    result = result_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttmetal.create_buffer`: the memory matches the layout, and only a buffer on the
        device has an address.
        """
        layout = _layout(self.result, "Result type missing layout attribute")
        verify_allocation(
            self.size.value.data,
            self.address.value.data,
            layout_agrees=layout.get_memory_space() == self.memory_space.value,
            on_host=self.memory_space.value in (MemorySpace.System, MemorySpace.SystemMMIO),
        )


@op_definition
class DeallocateBufferOp(OdsOperation):
    """Free a buffer."""

    name = "ttmetal.deallocate_buffer"
    input = operand_def(AnyRankedTensor)


TTMETAL = Dialect(
    "ttmetal",
    [
        EnqueueProgramOp,
        EnqueueWriteBufferOp,
        EnqueueReadBufferOp,
        CreateBufferOp,
        DeallocateBufferOp,
    ],
)
