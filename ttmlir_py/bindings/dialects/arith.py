"""Arithmetic on integers and floating point numbers."""

from __future__ import annotations

from array import array
from enum import IntEnum, IntFlag
from typing import Any

from ttmlir_py.bindings.ir.attributes import FloatAttr, IntegerAttr
from ttmlir_py.bindings.ir.builders import register_attribute_builder
from ttmlir_py.bindings.ir.core import Attribute, Type
from ttmlir_py.bindings.ir.elements import DenseElementsAttr
from ttmlir_py.bindings.ir.registration import register_operation
from ttmlir_py.bindings.ir.types import BF16Type, F16Type, F32Type, F64Type, IndexType, IntegerType
from ttmlir_py.bindings.ods import define
from ttmlir_py.bindings.ods.support import get_default_loc_context, get_op_result_or_op_results


class CmpIPredicate(IntEnum):
    """The comparison of `arith.cmpi`."""

    eq = 0
    ne = 1
    slt = 2
    sle = 3
    sgt = 4
    sge = 5
    ult = 6
    ule = 7
    ugt = 8
    uge = 9

    def __str__(self) -> str:
        return self.name


class CmpFPredicate(IntEnum):
    """The comparison of `arith.cmpf`."""

    AlwaysFalse = 0
    OEQ = 1
    OGT = 2
    OGE = 3
    OLT = 4
    OLE = 5
    ONE = 6
    ORD = 7
    UEQ = 8
    UGT = 9
    UGE = 10
    ULT = 11
    ULE = 12
    UNE = 13
    UNO = 14
    AlwaysTrue = 15

    def __str__(self) -> str:
        return {"AlwaysFalse": "false", "AlwaysTrue": "true"}.get(self.name, self.name.lower())


class IntegerOverflowFlags(IntFlag):
    """The kinds of integer overflow that an operation promises not to cause."""

    none = 0
    nsw = 1
    nuw = 2

    def __str__(self) -> str:
        return ", ".join(each.name or "" for each in type(self) if each & self) or "none"


class FastMathFlags(IntFlag):
    """The transformations of floating-point arithmetic that an operation allows."""

    none = 0
    reassoc = 1
    nnan = 2
    ninf = 4
    nsz = 8
    arcp = 16
    contract = 32
    afn = 64
    fast = 127

    def __str__(self) -> str:
        if self == FastMathFlags.fast:
            return "fast"
        names = [each.name or "" for each in type(self) if each & self == each]
        return ",".join(names) or "none"


@register_attribute_builder("Arith_CmpIPredicateAttr")
@register_attribute_builder("Arith_CmpFPredicateAttr")
def _predicate(value: Any, context: Any = None) -> Any:
    return IntegerAttr.get(IntegerType.get_signless(64, context), int(value))


@register_attribute_builder("Arith_IntegerOverflowAttr")
def _overflow(value: Any, context: Any = None) -> Any:
    return Attribute.parse(f"#arith.overflow<{value}>", context)


@register_attribute_builder("Arith_FastMathAttr")
def _fast_math(value: Any, context: Any = None) -> Any:
    return Attribute.parse(f"#arith.fastmath<{value}>", context)


def _is_integer_like_type(type: Any) -> bool:  # pyright: ignore[reportUnusedFunction]
    return isinstance(type, IntegerType | IndexType)


def _is_float_type(type: Any) -> bool:  # pyright: ignore[reportUnusedFunction]
    return isinstance(type, BF16Type | F16Type | F32Type | F64Type)


_generated: dict[str, Any] = globals()
define(
    _generated, "arith", "CmpFPredicate", "CmpIPredicate", "FastMathFlags", "IntegerOverflowFlags"
)
_Constant: Any = _generated["ConstantOp"]


@register_operation(_generated["_Dialect"], replace=True)
class ConstantOp(_Constant):
    """A constant, from a type and a number or from an attribute."""

    def __init__(self, result: Type, value: Any, *, loc: Any = None, ip: Any = None):
        if isinstance(value, array):
            value = DenseElementsAttr.get(value, type=result)
        elif isinstance(value, int):
            value = IntegerAttr.get(result, value)
        elif isinstance(value, float):
            value = FloatAttr.get(result, value, loc)
        _Constant.__init__(self, value, loc=loc, ip=ip)

    @classmethod
    def create_index(cls, value: int, *, loc: Any = None, ip: Any = None) -> ConstantOp:
        """Build a constant of type `index`."""
        return cls(IndexType.get(get_default_loc_context(loc)), value, loc=loc, ip=ip)

    @property
    def type(self) -> Any:
        """The type of the result."""
        return self.results[0].type

    @property
    def value(self) -> Any:
        """The value as an attribute."""
        return self.operation.attributes["value"]

    @property
    def literal_value(self) -> int | float:
        """The value as a Python number. Raise ValueError if the constant is not a number."""
        value = self.value
        if isinstance(value, IntegerAttr | FloatAttr):
            return value.value
        if hasattr(value, "value") and isinstance(value.value, bool):
            return int(value.value)
        raise ValueError("only integer and float constants have literal values")


def constant(result: Type, value: Any, *, loc: Any = None, ip: Any = None) -> Any:
    """Build a constant and return its value."""
    return get_op_result_or_op_results(ConstantOp(result, value, loc=loc, ip=ip))
