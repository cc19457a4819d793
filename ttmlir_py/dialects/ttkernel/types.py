"""Types of the ttkernel dialect: circular buffers, semaphores and addresses."""

from xdsl.dialects.builtin import FixedBitwidthType, MemRefType

from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttkernel.enums import CBPort
from ttmlir_py.ir.definition.attribute_format import FormatType, UInt32, UInt64


class CBType(FormatType):
    """A circular buffer: its port, L1 address, contents, and page size in bytes."""

    name = "ttkernel.cb"
    ods_name = "TTKernel_CB"
    assembly_format = "`<` $port`,` $address`,` $memref`,` $page_size`,` $num_buffers `>`"
    port: CBPort
    address: UInt64
    memref: MemRefType
    page_size: UInt64
    num_buffers: UInt64

    @classmethod
    def get(cls, port: CBPort, address: int, memref: MemRefType) -> "CBType":
        """Return the type of a buffer at `address`, whose pages are tiles, or rows for scalars."""
        element_type = memref.element_type
        if isinstance(element_type, TileType):
            page_size = element_type.get_size_bytes()
        else:
            assert isinstance(element_type, FixedBitwidthType), f"{element_type} has no size"
            page_size = memref.get_shape()[-1] * (element_type.bitwidth // 8)
        return cls(port, address, memref, page_size, 1)

    def get_shape(self) -> tuple[int, ...]:
        """Return the shape of the memref that the buffer holds."""
        return self.memref.get_shape()


class SemaphoreType(FormatType):
    """A semaphore with the value it starts at."""

    name = "ttkernel.semaphore"
    ods_name = "TTKernel_Semaphore"
    assembly_format = "`<` $initial_value `>`"
    initial_value: UInt32


class NocAddrType(FormatType):
    """An address on the network on chip (NoC)."""

    name = "ttkernel.noc_addr"


class L1AddrType(FormatType):
    """An address in L1."""

    name = "ttkernel.l1_addr"


class L1AddrPtrType(FormatType):
    """A pointer into L1."""

    name = "ttkernel.l1_addr_ptr"
