"""Building EmitC ops in the place of others, and values whose types change."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    MemRefType,
    Signedness,
    UnrealizedConversionCastOp,
)
from xdsl.ir import Attribute, Operation, SSAValue, TypeAttribute

from ttmlir_py.dialects.emitc.operators import CastOp
from ttmlir_py.dialects.emitc.types import ArrayType, SizeTType
from ttmlir_py.dialects.emitc.variables import ConstantOp
from ttmlir_py.ir.narrowing import is_integer_type, is_memref_type
from ttmlir_py.rewriting.mutation import create, erase, insert_after, insert_before, replace_uses

SIZE = SizeTType()


@dataclass
class Tables:
    """The global arrays that the functions of a module need: type and elements, by name."""

    definitions: dict[str, tuple[ArrayType, Sequence[int]]] = field(
        default_factory=dict[str, tuple[ArrayType, Sequence[int]]]
    )


@dataclass(frozen=True)
class Emitter:
    """Inserts ops before `anchor`, with its location unless another one is given."""

    anchor: Operation
    location: LocationAttr | None = None

    def insert(self, op: Operation) -> Operation:
        """Insert an op."""
        op.location = self.location or self.anchor.location
        return insert_before(self.anchor, op)

    def value(
        self,
        cls: type[Operation],
        operands: Sequence[SSAValue],
        result_type: Attribute,
        /,
        **properties: Attribute,
    ) -> SSAValue:
        """Insert an op with one result, and return that."""
        op = create(cls, operands, (result_type,), properties, self.anchor.location)
        return self.insert(op).results[0]

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        """The value in another C type; itself if it has that type."""
        return value if value.type == type else self.value(CastOp, (value,), type)

    def constant(self, value: Attribute, type: Attribute) -> SSAValue:
        """Insert a constant."""
        return self.value(ConstantOp, (), type, value=value)

    def operand(self, value: SSAValue) -> SSAValue:
        """A value in the type that it is converted to."""
        type = converted_type(value.type)
        if type == value.type:
            return value
        owner = value.owner
        if isinstance(owner, UnrealizedConversionCastOp) and owner.operands[0].type == type:
            return owner.operands[0]
        return self.insert(
            UnrealizedConversionCastOp.create(operands=[value], result_types=[type])
        ).results[0]

    def replace(self, value: SSAValue) -> None:
        """Replace the op, which has one result; what still needs that in the old type gets a cast."""
        replace_result(self.anchor, value)


def replace_result(op: Operation, value: SSAValue) -> None:
    """Replace an op with one result; what still needs that in the old type gets a cast."""
    result = op.results[0]
    if result.type != value.type:
        cast = UnrealizedConversionCastOp.create(operands=[value], result_types=[result.type])
        cast.location = op.location
        value = insert_after(op, cast).results[0]
    replace_uses(result, value)
    erase(op)


def converted_type(type: Attribute) -> TypeAttribute:
    """The type that C has for values of a type: indices are `size_t`, static memrefs arrays."""
    if isinstance(type, IndexType):
        return SIZE
    if is_memref_type(type) and _has_array(type):
        return ArrayType(type.get_shape(), converted_type(type.element_type))
    return cast(TypeAttribute, type)


def _has_array(type: MemRefType[Attribute]) -> bool:
    from ttmlir_py.ir.writing.attributes import memref_layout

    sizes = type.get_shape()
    return len(sizes) > 0 and all(size > 0 for size in sizes) and memref_layout(type) is None


def unsigned(type: TypeAttribute) -> TypeAttribute:
    """The unsigned type as wide as an integer type; other types stay."""
    if is_integer_type(type):
        return IntegerType(type.width.data, Signedness.UNSIGNED)
    return type


def number(value: int, type: Attribute) -> Attribute:
    """An integer of a type; an index where that is as wide as a pointer."""
    return IntegerAttr(value, type if is_integer_type(type) else IndexType())


def erase_dead_casts(root: Operation) -> None:
    """Erase the casts that all users have done without."""
    for op in [op for op in root.walk() if isinstance(op, UnrealizedConversionCastOp)]:
        if op.results[0].first_use is None:
            erase(op)
