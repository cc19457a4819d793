"""Constraints on operands, results and attributes of EmitC ops, with the messages of MLIR's
verifier.
"""

from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    NoneType,
    StringAttr,
)
from xdsl.ir import Attribute, TypeAttribute

from ttmlir_py.dialects.emitc.attributes import CmpPredicate, OpaqueAttr
from ttmlir_py.dialects.emitc.types import (
    ArrayType,
    LValueType,
    OpaqueType,
    PointerType,
    is_integer_index_or_opaque,
    is_supported_float,
    is_supported_type,
)
from ttmlir_py.ir.definition.constraints import Described, StrAttr, any_of, array_of, is_integer_of

_I64 = IntegerType(64)

EmitCType: Described[TypeAttribute] = Described("type supported by EmitC", is_supported_type)
AnyType: Described[TypeAttribute] = Described("any type", lambda _: True)
IntegerIndexOrOpaqueType: Described[TypeAttribute] = Described(
    "integer, index or opaque type supported by EmitC", is_integer_index_or_opaque
)
FloatIntegerIndexOrOpaqueType: Described[TypeAttribute] = any_of(
    Described("floating-point type supported by EmitC", is_supported_float),
    IntegerIndexOrOpaqueType,
)
I1: Described[IntegerType] = Described(
    "1-bit signless integer", lambda type: type == IntegerType(1)
)
AnyArray: Described[ArrayType] = Described(
    "EmitC array type", lambda type: isinstance(type, ArrayType)
)
AnyOpaque: Described[OpaqueType] = Described(
    "EmitC opaque type", lambda type: isinstance(type, OpaqueType)
)
AnyPointer: Described[PointerType] = Described(
    "EmitC pointer type", lambda type: isinstance(type, PointerType)
)
LValue: Described[LValueType] = Described(
    "EmitC lvalue type", lambda type: isinstance(type, LValueType)
)
ArrayOrLValue: Described[ArrayType | LValueType] = any_of(AnyArray, LValue)
Subscripted: Described[ArrayType | OpaqueType | PointerType] = any_of(
    AnyArray, AnyOpaque, AnyPointer
)


def lvalue_of(value: Described[Any]) -> Described[LValueType]:
    """Return the constraint `EmitC_LValueOf<[value]>` of ODS."""
    return Described(
        f"emitc.lvalue of {value.description} values",
        lambda type: isinstance(type, LValueType) and value.predicate(type.valueType),
    )


def type_of_attribute(attribute: Attribute) -> Attribute | None:
    """Return the type of a typed attribute (MLIR's `TypedAttr`), or None for other attributes."""
    if isinstance(
        attribute, IntegerAttr | FloatAttr | DenseIntOrFPElementsAttr | DenseResourceAttr
    ):
        return cast(Any, attribute).type
    return NoneType() if isinstance(attribute, StringAttr) else None


OpaqueOrTypedAttr: Described[Attribute] = Described(
    "An opaque attribute or TypedAttr instance",
    lambda a: isinstance(a, OpaqueAttr) or type_of_attribute(a) is not None,
    lambda _: True,
)
CmpPredicateAttr: Described[IntegerAttr[IntegerType]] = Described(
    "allowed 64-bit signless integer cases: " + ", ".join(str(each.value) for each in CmpPredicate),
    lambda a: (
        is_integer_of(a, _I64) and cast(IntegerAttr, a).value.data in range(len(CmpPredicate))
    ),
)
AnyArrayAttr: Described[ArrayAttr[Attribute]] = Described(
    "array attribute", lambda a: isinstance(a, ArrayAttr)
)
StrArrayAttr: Described[ArrayAttr[StringAttr]] = array_of(StrAttr, "string array attribute")
AnyTypeAttr: Described[TypeAttribute] = Described(
    "any type attribute", lambda a: isinstance(a, TypeAttribute)
)
