"""Lowering to other dialects: building ops in front of another one, and types that change on the way to LLVM."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    IntegerType,
    UnrealizedConversionCastOp,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from ttmlir_py.dialects.upstream import llvm
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_integer_type, is_memref_type
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.mlir.memref_types import is_strided
from ttmlir_py.rewriting.mutation import create, erase, insert_before, replace_uses

OperationT = TypeVar("OperationT", bound=Operation)
POINTER = llvm.LLVMPointerType()


@dataclass(frozen=True)
class Emitter:
    """Inserts ops before `anchor`, with its location."""

    anchor: Operation

    def op(
        self,
        cls: type[OperationT],
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        /,
        **properties: Attribute,
    ) -> OperationT:
        """Insert an op with these operands, types of results, and properties, which must be complete."""
        new = create(cls, operands, result_types, properties, self.anchor.location)
        return insert_before(self.anchor, new)

    def value(
        self,
        cls: type[Operation],
        operands: Sequence[SSAValue],
        result_type: Attribute,
        /,
        **properties: Any,
    ) -> SSAValue:
        """Insert an op with one result, and return that."""
        return self.op(cls, operands, (result_type,), **properties).results[0]

    def index(self, value: int) -> SSAValue:
        """Insert a constant that is an index, as LLVM has them."""
        attribute = IntegerAttr.from_index_int_value(value)
        return self.value(llvm.ConstantOp, (), i64, value=attribute)


def convert_operations(
    root: Operation,
    lowerings: Mapping[type[Operation], Callable[[Any], object]],
    dialects: Sequence[str],
) -> None:
    """Lower the ops of some dialects inside of `root`, outer ones before those in them.

    Raises OperationError for an op of these dialects without a lowering, or whose lowering returns False; terminators
    without one are what the lowering of the op around them replaces.
    """
    for op in [each for each in root.walk() if each is not root]:
        lowering = lowerings.get(op.__class__)
        illegal = operation_name(op).partition(".")[0] in dialects
        if lowering is None and (not illegal or op.has_trait(IsTerminator)):
            continue
        if (lowering is None or lowering(op) is False) and illegal:
            name = operation_name(op)
            message = f"failed to legalize operation '{name}' that was explicitly marked illegal"
            raise OperationError(op, message, op_prefix=False)


def lowered_type(type_: Attribute) -> Attribute | None:
    """The type that LLVM's dialect has for values of a type; None if there is none."""
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
    """What a memref is at run time: pointers to the allocation and to the elements, offset, sizes, strides."""
    sizes = [llvm.LLVMArrayType(rank, i64)] * 2 if rank else []
    return llvm.LLVMStructType.from_type_list([POINTER, POINTER, i64, *sizes])


def descriptor_positions(rank: int) -> list[tuple[int, ...]]:
    """Where the fields of a descriptor are, in the order in which they are passed to functions."""
    sizes, strides = ([(field, i) for i in range(rank)] for field in (3, 4))
    return [(0,), (1,), (2,), *sizes, *strides]


def field_type(position: Sequence[int]) -> Attribute:
    """The type of a field of a descriptor."""
    return POINTER if position[0] < 2 else i64


def insert_field(
    emit: Emitter, structure: SSAValue, value: SSAValue, position: Sequence[int]
) -> SSAValue:
    """The structure with `value` at `position`."""
    where = DenseArrayBase.from_list(i64, position)
    return emit.value(llvm.InsertValueOp, (structure, value), structure.type, position=where)


def pack(emit: Emitter, values: Sequence[SSAValue]) -> SSAValue:
    """A structure of some values."""
    type_ = llvm.LLVMStructType.from_type_list([value.type for value in values])
    packed = emit.value(llvm.UndefOp, (), type_)
    for index, value in enumerate(values):
        packed = insert_field(emit, packed, value, (index,))
    return packed


@dataclass
class LoweredValues:
    """The values that stand for others whose type changes, with casts between them where both kinds of ops meet."""

    _known: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    _replaced: list[Operation] = field(default_factory=list[Operation])

    def of(self, value: SSAValue) -> SSAValue:
        """The value of LLVM's type for `value`: what it was lowered to or cast from, else a cast of it."""
        target = lowered_type(value.type)
        if target is None or target == value.type:
            return value
        known = self._known.get(value)
        if known is None:
            owner = value.owner
            if isinstance(owner, UnrealizedConversionCastOp) and owner.operand_types == (target,):
                known = owner.operands[0]
            else:
                known = insert_cast(value, target)
            self._known[value] = known
        return known

    def all_of(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """`of` each of some values."""
        return [self.of(value) for value in values]

    def replace(self, op: Operation, values: Sequence[SSAValue]) -> None:
        """Let values of LLVM's types stand for the results of `op`, which is erased by `finish`."""
        for result, value in zip(op.results, values, strict=True):
            if result.type == value.type:
                replace_uses(result, value)
            else:
                self._known[result] = value
        self._replaced.append(op)

    def finish(self) -> None:
        """Erase what was replaced; ops that were not lowered use casts back to their types."""
        for op in reversed(self._replaced):
            op.operands = ()
        for op in self._replaced:
            for result in op.results:
                if result.first_use is not None:
                    replace_uses(result, insert_cast(self._known[result], result.type))
            erase(op)


def insert_cast(value: SSAValue, target: Attribute) -> SSAValue:
    """A cast of `value` right after its definition."""
    cast = UnrealizedConversionCastOp.create(operands=[value], result_types=[target])
    owner = value.owner
    if isinstance(owner, Block):
        first = owner.first_op
        assert first is not None
        cast.location = first.location
        owner.insert_op_before(cast, first)
    else:
        cast.location = owner.location
        assert owner.parent is not None
        owner.parent.insert_op_after(cast, owner)
    return cast.results[0]
