"""A builder of EmitC ops, and conversion of values whose types change."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Signedness,
)
from xdsl.ir import Attribute, Operation, SSAValue, TypeAttribute

from ttmlir_py.dialects.emitc.operators import CastOp
from ttmlir_py.dialects.emitc.types import ArrayType, SizeTType
from ttmlir_py.dialects.emitc.variables import ConstantOp
from ttmlir_py.ir.narrowing import is_integer_type, is_memref_type
from ttmlir_py.ir.writing.attributes import memref_layout
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import cast_source, insert_cast
from ttmlir_py.rewriting.mutation import erase, replace_uses

SIZE = SizeTType()


@dataclass
class Tables:
    """The global arrays of a module's functions. Names are mapped to types and elements."""

    definitions: dict[str, tuple[ArrayType, Sequence[int]]] = field(
        default_factory=dict[str, tuple[ArrayType, Sequence[int]]]
    )


class EmitCBuilder(Builder):
    """A builder of EmitC ops that converts operands and inserts casts."""

    __slots__ = ()

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        """Return `value` as the C type `type`, cast if necessary."""
        return value if value.type == type else self.value(CastOp, (value,), type)

    def constant(self, value: Attribute, type: Attribute) -> SSAValue:
        """Insert a constant of the C type `type`."""
        return self.value(ConstantOp, (), type, value=value)

    def operand(self, value: SSAValue) -> SSAValue:
        """Return the operand `value` in its converted type."""
        type = converted_type(value.type)
        if type == value.type:
            return value
        return cast_source(value, type) or insert_cast(self, value, type)


def replace_result(op: Operation, value: SSAValue) -> None:
    """Replace `op` by `value`. Users that need the old type of the result get a cast."""
    result = op.results[0]
    if result.type != value.type:
        value = insert_cast(Builder.after(op), value, result.type)
    replace_uses(result, value)
    erase(op)


def converted_type(type: Attribute) -> TypeAttribute:
    """Return the C type for values of type `type`.

    Indices become `size_t`, and static memrefs become arrays.
    """
    if isinstance(type, IndexType):
        return SIZE
    if is_memref_type(type) and _has_array(type):
        return ArrayType(type.get_shape(), converted_type(type.element_type))
    return cast(TypeAttribute, type)


def _has_array(type: MemRefType[Attribute]) -> bool:
    sizes = type.get_shape()
    return len(sizes) > 0 and all(size > 0 for size in sizes) and memref_layout(type) is None


def unsigned(type: TypeAttribute) -> TypeAttribute:
    """Return the unsigned type of the same width as the integer type `type`.

    Other types are returned unchanged.
    """
    if is_integer_type(type):
        return IntegerType(type.width.data, Signedness.UNSIGNED)
    return type


def number(value: int, type: Attribute) -> Attribute:
    """Return an integer attribute of type `type`. For types as wide as a pointer it is an index."""
    return IntegerAttr(value, type if is_integer_type(type) else IndexType())
