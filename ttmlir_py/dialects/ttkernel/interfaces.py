"""Base classes and operand constraints of TTKernel ops, and the check that they are in a kernel."""

from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, MemRefType, ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import operand_def, opt_operand_def, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttkernel.types import CBType, SemaphoreType
from ttmlir_py.ir.definition.constraints import BoolAttr, Described, I32Attr, any_of, attribute_of
from ttmlir_py.ir.definition.operations import OdsOperation

_I32_TYPE = IntegerType(32)
_I8_TYPE = IntegerType(8)

I32: Described[IntegerType] = Described("32-bit signless integer", lambda t: t == _I32_TYPE)
I8: Described[IntegerType] = Described("8-bit signless integer", lambda t: t == _I8_TYPE)
CB: Described[CBType] = Described("TTKernel cb", lambda t: isinstance(t, CBType))
NocAddr = attribute_of("ttkernel.noc_addr", "TTKernel noc address")
L1Addr = attribute_of("ttkernel.l1_addr", "TTKernel l1 address")
L1AddrPtr = attribute_of("ttkernel.l1_addr_ptr", "TTKernel l1 address pointer")
Semaphore: Described[SemaphoreType] = Described(
    "TTKernel semaphore", lambda t: isinstance(t, SemaphoreType)
)
I32OrL1Addr = any_of(I32, L1Addr)
SemaphoreOrI32 = any_of(Semaphore, I32)
AnyStaticShapeMemRef: Described[MemRefType[Attribute]] = Described(
    "statically shaped memref of any type values",
    lambda t: isinstance(t, MemRefType) and all(size >= 0 for size in t.get_shape()),
)

_DATA_TYPE_VALUES = frozenset(data_type.value for data_type in DataType)


def _integer(attribute: Attribute) -> int:
    return cast(IntegerAttr[Any], attribute).value.data


TT_DataType: Described[IntegerAttr[Any]] = Described(
    "TT DataTypes",
    lambda a: I32Attr.predicate(a) and _integer(a) in _DATA_TYPE_VALUES,
    I32Attr.storage,
)
TTKernel_ReduceTypeAttr = attribute_of("ttkernel.reduce_type", "TTKernel Reduce Types")
TTKernel_ReduceDimAttr = attribute_of("ttkernel.reduce_dim", "TTKernel Reduce Dimensions")

TTKernel_BcastTypeAttr = attribute_of("ttkernel.bcast_type", "TTKernel Broadcast Types")


class TTKernelOperation(OdsOperation):
    """Base class of all TTKernel ops."""


def is_inside_kernel(op: Operation) -> bool:
    """Whether `op` is in a region of `ttmetal.enqueue_program`, or in a function of a module."""
    parent = op.parent_op()
    while parent is not None:
        if parent.name == "ttmetal.enqueue_program":
            return True
        if parent.name == "func.func" and isinstance(parent.parent_op(), ModuleOp):
            return True
        parent = parent.parent_op()
    return False


class KernelOp(TTKernelOperation):
    """An op that must be in a kernel."""

    def verify_op(self) -> None:
        """Check that the op is in a kernel."""
        if not is_inside_kernel(self):
            raise VerifyException(
                f"{type(self).__name__} must be inside of a EnqueueProgramOp region"
            )


class PagesOp(KernelOp):
    """An op on a number of pages of a circular buffer."""

    cb = operand_def(CB)
    numPages = operand_def(I32)


class LayoutChangeOp(KernelOp):
    """A conversion between circular buffers of scalars and of tiles, named by the fields below."""

    SCALARS: ClassVar[str]
    TILES: ClassVar[str]

    def verify_op(self) -> None:
        """Check that the buffers differ and that one holds scalars, the other tiles."""
        super().verify_op()
        scalars, tiles = self._buffer(self.SCALARS), self._buffer(self.TILES)
        if scalars.port == tiles.port:
            raise VerifyException(
                "Input circular buffer port and output circular buffer port must be different"
            )
        if isinstance(scalars.memref.element_type, TileType):
            raise VerifyException(
                "Input to TilizeOp or Output to UntilizeOp must have scalar element type"
            )
        if not isinstance(tiles.memref.element_type, TileType):
            raise VerifyException(
                "Input to UntilizeOp or Output to TilizeOp must have tile element type"
            )

    def _buffer(self, field: str) -> CBType:
        value: SSAValue = getattr(self, field)
        assert isinstance(value.type, CBType)
        return value.type


class TilizeOp(LayoutChangeOp):
    """A conversion from scalars to tiles."""

    SCALARS: ClassVar[str] = "cbIn"
    TILES: ClassVar[str] = "cbOut"


class UntilizeOp(LayoutChangeOp):
    """A conversion from tiles to scalars."""

    SCALARS: ClassVar[str] = "cbOut"
    TILES: ClassVar[str] = "cbIn"


class LocalSemaphoreOp(TTKernelOperation):
    """An op on a semaphore of this core and a number."""

    sem_addr = operand_def(L1AddrPtr)
    val = operand_def(I32)


class MulticastSemaphoreOp(TTKernelOperation):
    """An op that copies a semaphore to many cores."""

    src_local_l1_addr = operand_def(L1Addr)
    dst_noc_addr_multicast = operand_def(NocAddr)
    num_dests = operand_def(I32)
    linked = prop_def(BoolAttr)
    multicast_path_reserve = prop_def(BoolAttr)


class MulticastWriteOp(TTKernelOperation):
    """An op that writes from L1 to many cores; `noc` chooses the network."""

    srcLocalL1Addr = operand_def(I32)
    dstNocAddrMulticast = operand_def(NocAddr)
    size = operand_def(I32)
    num_dests = operand_def(I32)
    noc = opt_operand_def(I8)
    linked = opt_prop_def(BoolAttr)
    multicast_path_reserve = opt_prop_def(BoolAttr)
