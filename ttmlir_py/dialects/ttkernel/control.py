"""TTKernel: ops for arguments, pointers, and the end of a kernel."""

from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import Pure, ReturnLike

from ttmlir_py.dialects.ttkernel.interfaces import (
    I32,
    I32OrL1Addr,
    KernelOp,
    L1AddrPtr,
    SemaphoreOrI32,
    TTKernelOperation,
)
from ttmlir_py.ir.definition.operations import Terminator, op_definition


@op_definition
class GetArgValOp(TTKernelOperation):
    """An argument given when the kernel starts."""

    name = "ttkernel.get_arg_val"
    arg_index = operand_def(I32)
    arg_val = result_def(SemaphoreOrI32)


@op_definition
class GetCompileArgValOp(TTKernelOperation):
    """An argument given when the kernel is compiled."""

    name = "ttkernel.get_compile_time_arg_val"
    arg_index = operand_def(I32)
    arg_val = result_def(SemaphoreOrI32)


@op_definition
class CastToL1PtrOp(TTKernelOperation):
    """An L1 address as a pointer. The op has the name of the C++ that it becomes."""

    name = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"
    addr = operand_def(I32OrL1Addr)
    l1_ptr = result_def(L1AddrPtr)


@op_definition
class StoreToL1Op(TTKernelOperation):
    """Store a number to L1."""

    name = "ttkernel.store_to_l1"
    value = operand_def(I32)
    l1_ptr = operand_def(L1AddrPtr)
    offset = operand_def(I32)


@op_definition
class ReturnOp(Terminator, KernelOp):
    """The end of a kernel."""

    name = "ttkernel.return"
    traits = traits_def(Pure(), ReturnLike())


@op_definition
class UnreachableOp(Terminator):
    """The end of unreachable code."""

    name = "ttkernel.unreachable"
    traits = traits_def(Pure(), ReturnLike())


@op_definition
class MemZerosBaseOp(TTKernelOperation):
    """The address of a region of zeros."""

    name = "ttkernel.mem_zeros_base"
    result = result_def(I32)


@op_definition
class MemZerosSizeOp(TTKernelOperation):
    """The size in bytes of the region of zeros."""

    name = "ttkernel.mem_zeros_size"
    result = result_def(I32)
