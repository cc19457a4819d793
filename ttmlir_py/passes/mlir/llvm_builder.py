"""A builder for ops of the LLVM dialect: constants, structures, memref addresses and
descriptors.
"""

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects.upstream import llvm
from ttmlir_py.passes.mlir.llvm_types import POINTER, descriptor_type, field_type
from ttmlir_py.passes.mlir.memref_types import AnyMemRef, strides_and_offset
from ttmlir_py.rewriting.builder import Builder

_WRAPS = {"overflowFlags": IntegerAttr(0, i32)}
_INDEX = llvm.GEP_USE_SSA_VAL


class LLVMBuilder(Builder):
    """A builder of LLVM ops, with helpers for constants, structures, addresses and descriptors."""

    __slots__ = ()

    def index(self, value: int) -> SSAValue:
        """Return a constant of LLVM's index type, i64."""
        attribute = IntegerAttr.from_index_int_value(value)
        return self.value(llvm.ConstantOp, (), i64, value=attribute)

    def insert_field(
        self, structure: SSAValue, value: SSAValue, position: Sequence[int]
    ) -> SSAValue:
        """Return a copy of `structure` with `value` at `position`."""
        where = DenseArrayBase.from_list(i64, position)
        return self.value(llvm.InsertValueOp, (structure, value), structure.type, position=where)

    def pack(self, values: Sequence[SSAValue]) -> SSAValue:
        """Return a structure of the given values."""
        type_ = llvm.LLVMStructType.from_type_list([value.type for value in values])
        packed = self.value(llvm.UndefOp, (), type_)
        for index, value in enumerate(values):
            packed = self.insert_field(packed, value, (index,))
        return packed

    def unpack(self, structure: SSAValue, types: Sequence[Attribute]) -> list[SSAValue]:
        """Return the fields of `structure`, which have the given types."""
        values: list[SSAValue] = []
        for number, type_ in enumerate(types):
            where = DenseArrayBase.from_list(i64, (number,))
            values.append(self.value(llvm.ExtractValueOp, (structure,), type_, position=where))
        return values

    def read(self, descriptor: SSAValue, *position: int) -> SSAValue:
        """Return the field at `position` of a memref descriptor."""
        where = DenseArrayBase.from_list(i64, position)
        return self.value(llvm.ExtractValueOp, (descriptor,), field_type(position), position=where)

    def binary(self, cls: type[Operation], left: SSAValue, right: SSAValue) -> SSAValue:
        """Build an op of class `cls` (a sum, difference or product) and return its result."""
        return self.value(cls, (left, right), i64, **_WRAPS)

    def element(
        self, base: SSAValue, index: SSAValue | int | Sequence[int], type_: Attribute
    ) -> SSAValue:
        """Return the address of element `index` of an array of `type_` at `base`."""
        dynamic = isinstance(index, SSAValue)
        numbers = [_INDEX] if dynamic else [index] if isinstance(index, int) else list(index)
        return self.value(
            llvm.GEPOp,
            (base, index) if isinstance(index, SSAValue) else (base,),
            POINTER,
            rawConstantIndices=DenseArrayBase.from_list(i32, numbers),
            elem_type=type_,
            noWrapFlags=IntegerAttr(0, i32),
        )

    def bytes(self, count: SSAValue | int, type_: Attribute) -> SSAValue:
        """Return the size in bytes of `count` elements of type `type_`.

        It is computed as the address of element `count` of an array at address 0.
        """
        zero = self.value(llvm.ZeroOp, (), POINTER)
        end = self.element(zero, count, type_)
        return self.value(llvm.PtrToIntOp, (end,), i64)

    def descriptor(
        self,
        pointers: Sequence[SSAValue],
        offset: SSAValue | None,
        sizes: Sequence[SSAValue] = (),
        strides: Sequence[SSAValue] = (),
    ) -> SSAValue:
        """Return a memref descriptor with the given fields. The default offset is 0."""
        value = self.value(llvm.UndefOp, (), descriptor_type(len(sizes)))
        for number, pointer in enumerate(pointers):
            value = self.insert_field(value, pointer, (number,))
        value = self.insert_field(value, self.index(0) if offset is None else offset, (2,))
        for number, fields in ((3, sizes), (4, strides)):
            for i, each in enumerate(fields):
                value = self.insert_field(value, each, (number, i))
        return value

    def identity_layout(self, type_: AnyMemRef) -> tuple[list[SSAValue], list[SSAValue], SSAValue]:
        """Return the sizes, the strides and the number of elements of a contiguous memref of type
        `type_`.
        """
        shape = type_.get_shape()
        sizes = list(map(self.index, shape))
        strides, step = list[SSAValue](), self.index(1)
        for i in reversed(range(len(shape))):
            strides.append(step)
            trailing = prod(shape[i + 1 :])
            step = sizes[i] if trailing == 1 else self.index(trailing * shape[i])
        return sizes, strides[::-1], step

    def address(
        self, descriptor: SSAValue, type_: AnyMemRef, indices: Sequence[SSAValue]
    ) -> SSAValue:
        """Return the address of the element at `indices` of a memref."""
        strides, offset = strides_and_offset(type_)
        element = type_.element_type
        base = self.read(descriptor, 1)
        if offset is None:
            base = self.element(base, self.read(descriptor, 2), element)
        elif offset:
            base = self.element(base, self.index(offset), element)
        position = None
        for i, (index, stride) in enumerate(zip(indices, strides, strict=True)):
            if stride != 1:
                step = self.read(descriptor, 4, i) if stride is None else self.index(stride)
                index = self.binary(llvm.MulOp, index, step)
            position = index if position is None else self.binary(llvm.AddOp, position, index)
        return base if position is None else self.element(base, position, element)
