"""Rewrite patterns (`pdl`), which `ttmlir.rewrite.PDLModule` applies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from xdsl.dialects import pdl as xdsl_pdl

from ttmlir_py.bindings.dialects.own_attributes import checked_context, type_of
from ttmlir_py.bindings.extras.meta import region_op
from ttmlir_py.bindings.ir.attributes import ArrayAttr, StringAttr
from ttmlir_py.bindings.ir.core import Type, wrapper_of
from ttmlir_py.bindings.ir.registration import register_operation
from ttmlir_py.bindings.ir.structure import Block
from ttmlir_py.bindings.ods import define
from ttmlir_py.bindings.ods.support import get_op_result_or_value, get_op_results_or_values

_TYPES = ("PDLType", "AttributeType", "OperationType", "RangeType", "TypeType", "ValueType")
_generated: dict[str, Any] = globals()
define(_generated, "pdl", *_TYPES, "op_t")
_register: Any = register_operation(_generated["_Dialect"], replace=True)
_Attribute: Any = _generated["AttributeOp"]
_Operand: Any = _generated["OperandOp"]
_Operands: Any = _generated["OperandsOp"]
_Operation: Any = _generated["OperationOp"]
_Pattern: Any = _generated["PatternOp"]
_Replace: Any = _generated["ReplaceOp"]
_Result: Any = _generated["ResultOp"]
_Rewrite: Any = _generated["RewriteOp"]
_TypeOp: Any = _generated["TypeOp"]
_Types: Any = _generated["TypesOp"]


class PDLType(Type):
    """A type of the dialect."""

    XDSL = (
        xdsl_pdl.AttributeType,
        xdsl_pdl.OperationType,
        xdsl_pdl.RangeType,
        xdsl_pdl.TypeType,
        xdsl_pdl.ValueType,
    )


class _Simple(Type):
    """A type without parameters."""

    @classmethod
    def get(cls, context: Any = None) -> Any:
        """Return the type."""
        return cls.wrap(cls.XDSL(), checked_context(context))


@wrapper_of(xdsl_pdl.AttributeType)
class AttributeType(_Simple):
    """The type of an attribute."""


@wrapper_of(xdsl_pdl.OperationType)
class OperationType(_Simple):
    """The type of an operation."""


@wrapper_of(xdsl_pdl.TypeType)
class TypeType(_Simple):
    """The type of a type."""


@wrapper_of(xdsl_pdl.ValueType)
class ValueType(_Simple):
    """The type of a value."""


@wrapper_of(xdsl_pdl.RangeType)
class RangeType(Type):
    """The type of a list of attributes, operations, types or values."""

    @classmethod
    def get(cls, element_type: Any) -> RangeType:
        """Return the type of lists of `element_type`, which is another type of the dialect."""
        if isinstance(element_type, cls) or not PDLType.isinstance(element_type):
            raise TypeError(f"element_type: expected a type of pdl, found {element_type!r}")
        return cls.wrap(xdsl_pdl.RangeType(element_type.xdsl), element_type.context)

    @property
    def element_type(self) -> Any:
        """The type of the elements."""
        return type_of(self, self.xdsl.element_type)


def op_t() -> OperationType:
    """Return the type of an operation."""
    return OperationType.get()


def _value(argument: Any) -> Any:
    """Return a value, or the only result of an operation; None for None."""
    return None if argument is None else get_op_result_or_value(argument)


def _values(arguments: Any) -> list[Any]:
    """Return values, each given as a value or as the operation with this only result."""
    found = () if arguments is None else get_op_results_or_values(arguments)
    return [get_op_result_or_value(each) for each in found]


@_register
class AttributeOp(_Attribute):
    """An attribute to match or to use, with a value or with a type."""

    def __init__(
        self, valueType: Any = None, value: Any = None, *, loc: Any = None, ip: Any = None
    ):
        type = AttributeType.get()
        _Attribute.__init__(self, type, valueType=_value(valueType), value=value, loc=loc, ip=ip)


@_register
class OperandOp(_Operand):
    """An operand to match."""

    def __init__(self, type: Any = None, *, loc: Any = None, ip: Any = None):
        _Operand.__init__(self, ValueType.get(), valueType=_value(type), loc=loc, ip=ip)


@_register
class OperandsOp(_Operands):
    """A list of operands to match."""

    def __init__(self, types: Any = None, *, loc: Any = None, ip: Any = None):
        result = RangeType.get(ValueType.get())
        _Operands.__init__(self, result, valueType=_value(types), loc=loc, ip=ip)


@_register
class OperationOp(_Operation):
    """An operation to match, or to create in the rewrite."""

    def __init__(
        self,
        name: Any = None,
        args: Any = None,
        attributes: Mapping[str, Any] | None = None,
        types: Any = None,
        *,
        loc: Any = None,
        ip: Any = None,
    ):
        given = attributes or {}
        names = ArrayAttr.get([StringAttr.get(each) for each in given])
        values = [_value(each) for each in given.values()]
        result = OperationType.get()
        _Operation.__init__(
            self, result, _values(args), values, names, _values(types), opName=name, loc=loc, ip=ip
        )


@_register
class PatternOp(_Pattern):
    """A pattern, whose last operation is the rewrite."""

    def __init__(self, benefit: Any, name: Any = None, *, loc: Any = None, ip: Any = None):
        _Pattern.__init__(self, benefit, sym_name=name, loc=loc, ip=ip)
        self.regions[0].blocks.append()

    @property
    def body(self) -> Block:
        """The block of the pattern."""
        return self.regions[0].blocks[0]


@_register
class ReplaceOp(_Replace):
    """The replacement of an operation by the results of another one, or by values."""

    def __init__(
        self,
        op: Any,
        *,
        with_op: Any = None,
        with_values: Any = None,
        loc: Any = None,
        ip: Any = None,
    ):
        replacement, values = _value(with_op), _values(with_values)
        _Replace.__init__(self, _value(op), values, replOperation=replacement, loc=loc, ip=ip)


@_register
class ResultOp(_Result):
    """The result of an operation."""

    def __init__(self, parent: Any, index: Any, *, loc: Any = None, ip: Any = None):
        _Result.__init__(self, ValueType.get(), _value(parent), index, loc=loc, ip=ip)


@_register
class RewriteOp(_Rewrite):
    """The changes of a pattern."""

    def __init__(
        self,
        root: Any = None,
        name: Any = None,
        args: Any = None,
        *,
        loc: Any = None,
        ip: Any = None,
    ):
        _Rewrite.__init__(self, _values(args), root=_value(root), name=name, loc=loc, ip=ip)

    def add_body(self) -> Block:
        """Add the block of the rewrite, and return it."""
        self.regions[0].blocks.append()
        return self.body

    @property
    def body(self) -> Block:
        """The block of the rewrite."""
        return self.regions[0].blocks[0]


@_register
class TypeOp(_TypeOp):
    """A type to match or to use."""

    def __init__(self, constantType: Any = None, *, loc: Any = None, ip: Any = None):
        _TypeOp.__init__(self, TypeType.get(), constantType=constantType, loc=loc, ip=ip)


@_register
class TypesOp(_Types):
    """A list of types to match or to use."""

    def __init__(
        self, constantTypes: Sequence[Any] | None = None, *, loc: Any = None, ip: Any = None
    ):
        result = RangeType.get(TypeType.get())
        constants = list(constantTypes or ())
        _Types.__init__(self, result, constantTypes=constants, loc=loc, ip=ip)


pattern = region_op(_Pattern)
rewrite = region_op(RewriteOp)
