"""TTKernel: ops for semaphores, and for data movement over the network on chip (NoC)."""

from xdsl.irdl import operand_def, opt_operand_def, prop_def, result_def

from ttmlir_py.dialects.ttkernel.interfaces import (
    I8,
    I32,
    AnyStaticShapeMemRef,
    I32OrL1Addr,
    L1Addr,
    LocalSemaphoreOp,
    MulticastSemaphoreOp,
    MulticastWriteOp,
    NocAddr,
    TTKernelOperation,
)
from ttmlir_py.ir.definition.constraints import DenseI32ArrayAttr
from ttmlir_py.ir.definition.operations import op_definition


@op_definition
class GetNocAddrXYOp(TTKernelOperation):
    """The NoC address of an L1 address of the core at (x, y)."""

    name = "ttkernel.get_noc_addr_xy"
    x = operand_def(I32)
    y = operand_def(I32)
    l1Address = operand_def(I32OrL1Addr)
    nocAddr = result_def(NocAddr)


@op_definition
class GetNocAddrFromBankIDOp(TTKernelOperation):
    """The NoC address of an offset in a DRAM bank."""

    name = "ttkernel.get_noc_addr_from_bank_id"
    bank_id = operand_def(I32)
    bankAddressOffset = operand_def(I32)
    nocAddr = result_def(NocAddr)


@op_definition
class GetNocAddrOp(TTKernelOperation):
    """The NoC address of an L1 address of this core."""

    name = "ttkernel.get_noc_addr"
    l1Address = operand_def(I32)
    nocAddr = result_def(NocAddr)


@op_definition
class NocAsyncReadOp(TTKernelOperation):
    """Start a read from the NoC into L1."""

    name = "ttkernel.noc_async_read"
    srcNocAddr = operand_def(NocAddr)
    dstLocalL1Addr = operand_def(I32)
    size = operand_def(I32)


@op_definition
class NocAsyncReadOnePacketSetStateOp(TTKernelOperation):
    """Set the source and size of the following one-packet reads."""

    name = "ttkernel.noc_async_read_one_packet_set_state"
    srcNocAddr = operand_def(NocAddr)
    size = operand_def(I32)


@op_definition
class NocAsyncReadOnePacketWithStateOp(TTKernelOperation):
    """Start a read of one packet of the size set before."""

    name = "ttkernel.noc_async_read_one_packet_with_state"
    srcNocAddr = operand_def(NocAddr)
    dstLocalL1Addr = operand_def(I32OrL1Addr)


@op_definition
class NocAsyncReadBarrierOp(TTKernelOperation):
    """Wait until all reads are done."""

    name = "ttkernel.noc_async_read_barrier"


@op_definition
class NocAsyncWriteOp(TTKernelOperation):
    """Start a write from L1 to the NoC."""

    name = "ttkernel.noc_async_write"
    srcLocalL1Addr = operand_def(I32)
    dstNocAddr = operand_def(NocAddr)
    size = operand_def(I32)


@op_definition
class NocAsyncWriteBarrierOp(TTKernelOperation):
    """Wait until all writes are done."""

    name = "ttkernel.noc_async_write_barrier"


@op_definition
class GetSemaphoreOp(TTKernelOperation):
    """The L1 address of a semaphore."""

    name = "ttkernel.get_semaphore"
    semaphore_id = operand_def(I32)
    sem_addr = result_def(L1Addr)


@op_definition
class NocSemaphoreIncOp(TTKernelOperation):
    """Add to a semaphore of another core."""

    name = "ttkernel.noc_semaphore_inc"
    addr = operand_def(NocAddr)
    incr = operand_def(I32)
    noc_id = operand_def(I32)


@op_definition
class NocSemaphoreSetOp(LocalSemaphoreOp):
    """Set a semaphore of this core."""

    name = "ttkernel.noc_semaphore_set"


@op_definition
class NocSemaphoreWaitOp(LocalSemaphoreOp):
    """Wait until a semaphore of this core has a value."""

    name = "ttkernel.noc_semaphore_wait"


@op_definition
class NocSemaphoreWaitMinOp(LocalSemaphoreOp):
    """Wait until a semaphore of this core has at least a value."""

    name = "ttkernel.noc_semaphore_wait_min"


@op_definition
class NocSemaphoreSetMulticastOp(MulticastSemaphoreOp):
    """Copy a semaphore of this core to those of many others."""

    name = "ttkernel.noc_semaphore_set_multicast"


@op_definition
class NocSemaphoreSetMulticastLoopbackOp(MulticastSemaphoreOp):
    """Copy a semaphore of this core to those of many cores, including this core."""

    name = "ttkernel.noc_semaphore_set_multicast_loopback_src"


@op_definition
class NocTransactionsTableOp(TTKernelOperation):
    """A constant table of parameters for a sequence of reads or writes."""

    name = "ttkernel.noc_transactions_table"
    entries = prop_def(DenseI32ArrayAttr)
    table = result_def(AnyStaticShapeMemRef)


@op_definition
class GetNocMulticastAddrOp(TTKernelOperation):
    """The NoC address of an L1 address of a rectangle of cores."""

    name = "ttkernel.get_noc_multicast_addr"
    noc_x_start = operand_def(I32)
    noc_y_start = operand_def(I32)
    noc_x_end = operand_def(I32)
    noc_y_end = operand_def(I32)
    addr = operand_def(I32OrL1Addr)
    noc = opt_operand_def(I8)
    mcastNocAddr = result_def(NocAddr)


@op_definition
class NocAsyncWriteMulticastOnePacketOp(MulticastWriteOp):
    """Start to write one packet to a rectangle of cores."""

    name = "ttkernel.noc_async_write_multicast_one_packet"


@op_definition
class NocAsyncWriteMulticastOp(MulticastWriteOp):
    """Start to write to a rectangle of cores."""

    name = "ttkernel.noc_async_write_multicast"


@op_definition
class NocAsyncWriteMulticastLoopbackSrcOp(MulticastWriteOp):
    """Start to write to a rectangle of cores, including this core."""

    name = "ttkernel.noc_async_write_multicast_loopback_src"
