"""The types of the LLVM dialect for values of other dialects, and the layout of memref
descriptors.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, i64
from xdsl.ir import Attribute

from ttmlir_py.dialects.upstream import llvm
from ttmlir_py.ir.narrowing import is_integer_type, is_memref_type
from ttmlir_py.passes.mlir.memref_types import is_strided

POINTER = llvm.LLVMPointerType()


def lowered_type(type_: Attribute) -> Attribute | None:
    """Return the LLVM dialect's type for values of a type, or None if the type is not supported."""
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
    """Return the descriptor type: allocated and aligned pointers, offset, sizes, strides."""
    sizes = [llvm.LLVMArrayType(rank, i64)] * 2 if rank else []
    return llvm.LLVMStructType.from_type_list([POINTER, POINTER, i64, *sizes])


def descriptor_positions(rank: int) -> list[tuple[int, ...]]:
    """Return the positions of a descriptor's fields, in the order in which functions take them."""
    sizes, strides = ([(field, i) for i in range(rank)] for field in (3, 4))
    return [(0,), (1,), (2,), *sizes, *strides]


def field_type(position: Sequence[int]) -> Attribute:
    """Return the type of a field of a descriptor."""
    return POINTER if position[0] < 2 else i64
