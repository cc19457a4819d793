"""EmitC ops for C's operators and calls, which can form expressions."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from xdsl.dialects.builtin import (
    ArrayAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    StringAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue, TypeAttribute
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.emitc.attributes import CmpPredicate, OpaqueAttr
from ttmlir_py.dialects.emitc.constraints import (
    I1,
    AnyArrayAttr,
    CmpPredicateAttr,
    EmitCType,
    FloatIntegerIndexOrOpaqueType,
    IntegerIndexOrOpaqueType,
    LValue,
)
from ttmlir_py.dialects.emitc.syntax import (
    CExpression,
    SignatureOp,
    parse_predicate,
    print_operands_and_types,
    print_types,
)
from ttmlir_py.dialects.emitc.types import (
    ArrayType,
    LValueType,
    OpaqueType,
    PointerType,
    is_integer_index_or_opaque,
    is_supported_float,
)
from ttmlir_py.ir.definition.constraints import StrAttr, any_of
from ttmlir_py.ir.definition.custom_form import resolve_operands
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.definition.signature_form import (
    parse_attributes,
    parse_operands,
    print_attributes,
)
from ttmlir_py.ir.narrowing import is_integer_attr
from ttmlir_py.ir.writing.attributes import quoted


class BinaryOp(SignatureOp, CExpression):
    """An operator between two values."""

    lhs = operand_def(EmitCType)
    rhs = operand_def(EmitCType)
    result = result_def(EmitCType)


class ArithmeticOp(SignatureOp, CExpression):
    """An operator between two numbers."""

    lhs = operand_def(FloatIntegerIndexOrOpaqueType)
    rhs = operand_def(FloatIntegerIndexOrOpaqueType)
    result = result_def(FloatIntegerIndexOrOpaqueType)


class UnaryOp(SignatureOp, CExpression):
    """An operator on one value."""

    operand = operand_def(EmitCType)
    result = result_def(EmitCType)


_PointerOffset = IntegerType | OpaqueType


@op_definition
class AddOp(BinaryOp):
    """`a + b`; one operand may be a pointer."""

    name = "emitc.add"

    @local_verifier
    def verify_op(self) -> None:
        """Check `emitc.add`: only a number is added to a pointer."""
        lhs, rhs = self.lhs.type, self.rhs.type
        pointers = isinstance(lhs, PointerType), isinstance(rhs, PointerType)
        if all(pointers):
            raise VerifyException("requires that at most one operand is a pointer")
        offset = rhs if pointers[0] else lhs
        if any(pointers) and not isinstance(offset, _PointerOffset):
            raise VerifyException(
                "requires that one operand is an integer or of opaque type if the other is a "
                "pointer"
            )


@op_definition
class SubOp(BinaryOp):
    """`a - b`; the first or both may be pointers."""

    name = "emitc.sub"

    @local_verifier
    def verify_op(self) -> None:
        """Check `emitc.sub`: only a number or a pointer is subtracted from a pointer."""
        lhs, rhs = self.lhs.type, self.rhs.type
        if not isinstance(lhs, PointerType):
            if isinstance(rhs, PointerType):
                raise VerifyException("rhs can only be a pointer if lhs is a pointer")
            return
        if not isinstance(rhs, _PointerOffset | PointerType):
            raise VerifyException(
                "requires that rhs is an integer, pointer or of opaque type if lhs is a pointer"
            )
        if isinstance(rhs, PointerType) and not isinstance(self.result.type, _PointerOffset):
            raise VerifyException(
                "requires that the result is an integer or of opaque type if lhs and rhs are "
                "pointers"
            )


@op_definition
class MulOp(ArithmeticOp):
    """`a * b`."""

    name = "emitc.mul"


@op_definition
class DivOp(ArithmeticOp):
    """`a / b`."""

    name = "emitc.div"


@op_definition
class RemOp(SignatureOp, CExpression):
    """`a % b`."""

    name = "emitc.rem"
    lhs = operand_def(IntegerIndexOrOpaqueType)
    rhs = operand_def(IntegerIndexOrOpaqueType)
    result = result_def(IntegerIndexOrOpaqueType)


@op_definition
class BitwiseAndOp(BinaryOp):
    """`a & b`."""

    name = "emitc.bitwise_and"


@op_definition
class BitwiseOrOp(BinaryOp):
    """`a | b`."""

    name = "emitc.bitwise_or"


@op_definition
class BitwiseXorOp(BinaryOp):
    """`a ^ b`."""

    name = "emitc.bitwise_xor"


@op_definition
class BitwiseLeftShiftOp(BinaryOp):
    """`a << b`."""

    name = "emitc.bitwise_left_shift"


@op_definition
class BitwiseRightShiftOp(BinaryOp):
    """`a >> b`."""

    name = "emitc.bitwise_right_shift"


@op_definition
class BitwiseNotOp(UnaryOp):
    """`~a`."""

    name = "emitc.bitwise_not"


@op_definition
class UnaryMinusOp(UnaryOp):
    """`-a`."""

    name = "emitc.unary_minus"


@op_definition
class UnaryPlusOp(UnaryOp):
    """`+a`."""

    name = "emitc.unary_plus"


class LogicalOp(CExpression):
    """`name %a, %b {...} : type, type` with a boolean result."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything after the op's name."""
        position = parser.pos
        operands = parse_operands(parser)
        attributes = parse_attributes(parser, cls, {})
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls.create(
            operands=resolve_operands(parser, cls.name, operands, types, position),
            result_types=[IntegerType(1)],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print everything after the op's name."""
        print_operands_and_types(printer, self, self.operand_types)


class LogicalBinaryOp(LogicalOp):
    """A logical operator between two values."""

    lhs = operand_def(EmitCType)
    rhs = operand_def(EmitCType)
    result = result_def(I1)


@op_definition
class LogicalAndOp(LogicalBinaryOp):
    """`a && b`."""

    name = "emitc.logical_and"


@op_definition
class LogicalOrOp(LogicalBinaryOp):
    """`a || b`."""

    name = "emitc.logical_or"


@op_definition
class LogicalNotOp(LogicalOp):
    """`!a`."""

    name = "emitc.logical_not"
    operand = operand_def(EmitCType)
    result = result_def(I1)


@op_definition
class CmpOp(SignatureOp, CExpression):
    """A comparison."""

    name = "emitc.cmp"
    predicate = prop_def(CmpPredicateAttr)
    lhs = operand_def(EmitCType)
    rhs = operand_def(EmitCType)
    result = result_def(EmitCType)

    @property
    def operator(self) -> CmpPredicate:
        """The comparison operator of the op."""
        return CmpPredicate(self.predicate.value.data)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `eq, %a, %b {...} : (types) -> type`."""
        properties: dict[str, Attribute] = {"predicate": parse_predicate(parser, cls)}
        parser.parse_punctuation(",")
        position = parser.pos
        return cls.finish(parser, properties, parse_operands(parser), position)

    def print(self, printer: Printer) -> None:
        """Print `eq, %a, %b {...} : (types) -> type`."""
        printer.print_string(f" {self.operator}, ")
        printer.print_list(self.operands, printer.print_operand)
        self.print_signature(printer, "predicate")


@op_definition
class ConditionalOp(CExpression):
    """`condition ? a : b`."""

    name = "emitc.conditional"
    condition = operand_def(I1)
    true_value = operand_def(EmitCType)
    false_value = operand_def(EmitCType)
    result = result_def(EmitCType)

    SAME_TYPES: ClassVar[tuple[str, ...]] = ("true_value", "false_value", "result")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%c, %a, %b {...} : type`."""
        position = parser.pos
        operands = parse_operands(parser)
        attributes = parse_attributes(parser, cls, {})
        parser.parse_punctuation(":")
        type = parser.parse_type()
        types = [IntegerType(1), type, type]
        return cls.create(
            operands=resolve_operands(parser, cls.name, operands, types, position),
            result_types=[type],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `%c, %a, %b {...} : type`."""
        print_operands_and_types(printer, self, self.result_types)


def _is_castable(type: Attribute) -> bool:
    return (
        is_integer_index_or_opaque(type)
        or is_supported_float(type)
        or isinstance(type, PointerType)
    )


@op_definition
class CastOp(CExpression):
    """`(type) a`."""

    name = "emitc.cast"
    source = operand_def(EmitCType)
    dest = result_def(EmitCType)

    def __init__(self, source: SSAValue, dest_type: Attribute):
        super().__init__(operands=[source], result_types=[dest_type])

    @local_verifier
    def verify_traits(self) -> None:
        """Check `emitc.cast`: the types are numbers or pointers, which C can cast."""
        super().verify_traits()
        if not (_is_castable(self.source.type) and _is_castable(self.dest.type)):
            raise VerifyException(
                f"operand type {quoted(self.source.type)} and result type {quoted(self.dest.type)}"
                " are cast incompatible"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%a {...} : type to type`."""
        source = parser.parse_unresolved_operand()
        attributes = parse_attributes(parser, cls, {})
        parser.parse_punctuation(":")
        source_type = parser.parse_type()
        parser.parse_keyword("to")
        dest_type = parser.parse_type()
        value = parser.resolve_operand(source, source_type)
        return cls.create(operands=[value], result_types=[dest_type], attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `%a {...} : type to type`."""
        printer.print_string(" ")
        printer.print_operand(self.source)
        print_attributes(printer, self)
        print_types(printer, [self.source.type])
        print_types(printer, [self.dest.type], " to ")


@op_definition
class ApplyOp(SignatureOp, CExpression):
    """`&a`, the address of an lvalue, or `*a`, a dereferenced pointer."""

    name = "emitc.apply"
    HEAD: ClassVar[str] = "applicableOperator"

    applicableOperator = prop_def(StrAttr)
    operand = operand_def(any_of(EmitCType, LValue))
    result = result_def(EmitCType)

    @classmethod
    def parse_listed(cls, parser: Parser) -> list[Any]:
        """Parse the only operand of a unary operator."""
        return [parser.parse_unresolved_operand()]

    @local_verifier
    def verify_op(self) -> None:
        """Check `emitc.apply`: the operator matches the operand."""
        operator = self.applicableOperator.data
        if not operator:
            raise VerifyException("applicable operator must not be empty")
        if operator not in ("&", "*"):
            raise VerifyException("applicable operator is illegal")
        if operator == "&":
            if not isinstance(self.operand.type, LValueType):
                raise VerifyException("operand type must be an lvalue when applying `&`")
            if not isinstance(self.result.type, PointerType):
                raise VerifyException("result type must be a pointer when applying `&`")
        elif not isinstance(self.operand.type, PointerType):
            raise VerifyException("operand type must be a pointer when applying `*`")


@op_definition
class CallOpaqueOp(SignatureOp, CExpression):
    """A call of anything callable in C, by name; `args` mixes operands (as indices) and
    constants.
    """

    name = "emitc.call_opaque"
    HEAD: ClassVar[str] = "callee"

    callee = prop_def(StrAttr)
    args = opt_prop_def(AnyArrayAttr)
    template_args = opt_prop_def(AnyArrayAttr)
    operands_ = var_operand_def(EmitCType)
    results_ = var_result_def(EmitCType)

    def __init__(
        self,
        result_types: Sequence[Attribute],
        callee: str,
        operands: Sequence[SSAValue | Operation] = (),
        args: ArrayAttr[Attribute] | None = None,
        template_args: ArrayAttr[Attribute] | None = None,
    ):
        properties: Mapping[str, Attribute | None] = {
            "callee": StringAttr(callee),
            "args": args,
            "template_args": template_args,
        }
        super().__init__(
            operands=[operands], result_types=[result_types], properties=dict(properties)
        )

    @local_verifier
    def verify_op(self) -> None:
        """Check `emitc.call_opaque`: the name is not empty, indices refer to operands, and
        constants can be emitted.
        """
        if not self.callee.data:
            raise VerifyException("callee must not be empty")
        for argument in () if self.args is None else self.args.data:
            if is_integer_attr(argument) and isinstance(argument.type, IndexType):
                if not 0 <= argument.value.data < len(self.operands):
                    raise VerifyException("index argument is out of range")
            elif isinstance(argument, ArrayAttr):
                raise VerifyException("array argument has no type")
        allowed = TypeAttribute | IntegerAttr | FloatAttr | OpaqueAttr
        for argument in () if self.template_args is None else self.template_args.data:
            if not isinstance(argument, allowed):
                raise VerifyException("template argument has invalid type")
        if any(isinstance(type, ArrayType) for type in self.result_types):
            raise VerifyException("cannot return array type")
