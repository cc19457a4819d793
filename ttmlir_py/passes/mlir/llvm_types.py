"""Conversion of types to the LLVM dialect, and the layout of memref descriptors."""

from collections.abc import Sequence

from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, i64
from xdsl.ir import Attribute

from ttmlir_py.dialects.upstream import llvm
from ttmlir_py.ir.narrowing import is_integer_type, is_memref_type
from ttmlir_py.passes.mlir.memref_types import is_strided

POINTER = llvm.LLVMPointerType()


def lowered_type(type_: Attribute) -> Attribute | None:
    """Return the type of the LLVM dialect that represents `type_`, or None if it is not
    supported.
    """
    if isinstance(type_, IndexType):
        return i64
    if is_integer_type(type_):
        return IntegerType(type_.width.data)
    if is_memref_type(type_):
        known = is_strided(type_) and lowered_type(type_.element_type) is not None
        return descriptor_type(type_.get_num_dims()) if known else None
    known = isinstance(type_, AnyFloat) or type_.name.startswith("llvm.")
    return type_ if known else None


def descriptor_type(rank: int) -> llvm.LLVMStructType:
    """Return the type of descriptors of memrefs of rank `rank`.

    The fields are the allocated and aligned pointers, the offset, the sizes and the strides.
    """
    sizes = [llvm.LLVMArrayType(rank, i64)] * 2 if rank else []
    return llvm.LLVMStructType.from_type_list([POINTER, POINTER, i64, *sizes])


def descriptor_positions(rank: int) -> list[tuple[int, ...]]:
    """Return the positions of the fields of a descriptor, in the order of function arguments."""
    sizes, strides = ([(field, i) for i in range(rank)] for field in (3, 4))
    return [(0,), (1,), (2,), *sizes, *strides]


def field_type(position: Sequence[int]) -> Attribute:
    """Return the type of the descriptor field at `position`."""
    return POINTER if position[0] < 2 else i64
