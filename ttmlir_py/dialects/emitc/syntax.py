"""Base classes of EmitC ops that share a text format."""

from collections.abc import Sequence
from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import IntegerAttr, NoneType, StringAttr
from xdsl.ir import Attribute, Operation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.emitc.attributes import CmpPredicate
from ttmlir_py.dialects.emitc.types import LValueType
from ttmlir_py.ir.definition.custom_form import fail, parse_flat_symbol
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier
from ttmlir_py.ir.definition.signature_form import (
    parse_attributes,
    parse_operands,
    parse_signed,
    print_attributes,
    print_signature,
)


class EmitCOperation(OdsOperation):
    """Base class of all EmitC ops."""

    SAME_TYPES: ClassVar[tuple[str, ...]] = ()
    """Names of operands, results or attributes that must have the same type (ODS's
    `AllTypesMatch`).
    """

    @local_verifier
    def verify_traits(self) -> None:
        """Check that the fields named in `SAME_TYPES` have the same type."""
        super().verify_traits()
        if len({getattr(self, name).type for name in self.SAME_TYPES}) > 1:
            raise VerifyException(
                f"failed to verify that all of {{{', '.join(self.SAME_TYPES)}}} have same type"
            )


class CExpression(EmitCOperation):
    """Base class of ops that may be part of an `emitc.expression`."""


def parse_string(parser: Parser, cls: type[Operation]) -> StringAttr:
    """Parse a string attribute; the error message names `cls`."""
    position = parser.pos
    attribute = cast(Any, parser).parse_attribute_of_type(NoneType())
    if not isinstance(attribute, StringAttr):
        fail(parser, cls.name, "invalid kind of attribute specified", position)
    return attribute


def parse_predicate(parser: Parser, cls: type[Operation]) -> IntegerAttr[Any]:
    """Parse a comparison operator, written as a keyword or a string."""
    position = parser.pos
    keyword = parser.parse_optional_identifier()
    predicate = None if keyword is None else CmpPredicate.from_keyword(keyword)
    if predicate is None and keyword is None:
        text = parser.parse_optional_str_literal()
        predicate = None if text is None else CmpPredicate.from_keyword(text)
        if predicate is None and text is not None:
            fail(parser, cls.name, f'invalid predicate attribute specification: "{text}"', position)
    if predicate is None:
        choices = ", ".join(each.keyword for each in CmpPredicate)
        message = (
            "expected string or keyword containing one of the following enum values for attribute"
            f" 'predicate' [{choices}]"
        )
        fail(parser, cls.name, message, position)
    return IntegerAttr(predicate.value, 64)


def parse_lvalue(parser: Parser, cls: type[Operation]) -> LValueType:
    """Parse an lvalue type, with or without the prefix `!emitc.lvalue`."""
    position = parser.pos
    if parser.parse_optional_punctuation("<") is not None:
        type = parser.parse_type()
        parser.parse_punctuation(">")
        try:
            return LValueType(type)
        except VerifyException as error:
            parser.raise_error(str(error), position)
    type = parser.parse_type()
    if not isinstance(type, LValueType):
        fail(parser, cls.name, "invalid kind of Type specified", position)
    return type


def print_lvalue(printer: Printer, type: Attribute) -> None:
    """Print an lvalue type without the prefix `!emitc.lvalue`."""
    print_stripped = getattr(printer, "print_stripped", printer.print_attribute)
    print_stripped(type)


def print_types(printer: Printer, types: Sequence[Attribute], separator: str = " : ") -> None:
    """Print ` : type, type`."""
    printer.print_string(separator)
    printer.print_list(types, printer.print_attribute)


def print_operands_and_types(printer: Printer, op: Operation, types: Sequence[Attribute]) -> None:
    """Print ` %a, %b {...} : type, type`."""
    printer.print_string(" ")
    printer.print_list(op.operands, printer.print_operand)
    print_attributes(printer, op)
    print_types(printer, types)


class SignatureOp(EmitCOperation):
    """`name %a, %b {...} : (types) -> types`, or with a head `name "head"(%a, %b) {...} : ...`."""

    HEAD: ClassVar[str] = ""
    """Name of the attribute written before the operands: a string, or the symbol of a function; or
    empty.
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything after the op's name."""
        properties: dict[str, Attribute] = {}
        if cls.HEAD:
            symbol = cls.HEAD_IS_SYMBOL
            properties[cls.HEAD] = (
                parse_flat_symbol(parser, cls.name) if symbol else parse_string(parser, cls)
            )
            parser.parse_punctuation("(")
        position = parser.pos
        operands = cls.parse_listed(parser)
        if cls.HEAD:
            parser.parse_punctuation(")")
        return cls.finish(parser, properties, operands, position)

    HEAD_IS_SYMBOL: ClassVar[bool] = False

    @classmethod
    def parse_listed(cls, parser: Parser) -> list[Any]:
        """Parse the operands; subclasses may require a certain number."""
        return parse_operands(parser)

    @classmethod
    def finish(
        cls,
        parser: Parser,
        properties: dict[str, Attribute],
        operands: Sequence[Any],
        position: int,
    ) -> Self:
        """Parse attributes and signature, and return the op."""
        return parse_signed(parser, cls, properties, operands, position)

    def print(self, printer: Printer) -> None:
        """Print everything after the op's name."""
        printer.print_string(" ")
        if self.HEAD:
            printer.print_attribute(self.properties[self.HEAD])
            printer.print_operands(self.operands)
        else:
            printer.print_list(self.operands, printer.print_operand)
        self.print_signature(printer, self.HEAD)

    def print_signature(self, printer: Printer, *shown: str) -> None:
        """Print ` {...} : (types) -> types`."""
        print_signature(printer, self, *shown)


class TextOp(EmitCOperation):
    """`name "text" {...}` with the text in the attribute `value`."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything after the op's name."""
        properties: dict[str, Attribute] = {"value": parse_string(parser, cls)}
        attributes = parse_attributes(parser, cls, properties)
        return cls.create(
            result_types=cls.parse_result_types(parser),
            properties=properties,
            attributes=attributes,
        )

    @classmethod
    def parse_result_types(cls, parser: Parser) -> Sequence[Attribute]:
        """Return no types, because the op has no results."""
        return ()

    def print(self, printer: Printer) -> None:
        """Print everything after the op's name."""
        printer.print_string(" ")
        printer.print_attribute(self.properties["value"])
        print_attributes(printer, self, "value")


class ExitOp(EmitCOperation):
    """`name {...} %a : type` or `name {...}`: an exit from a region, with or without a value."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything after the op's name."""
        attributes = parse_attributes(parser, cls, {})
        operand = parser.parse_optional_unresolved_operand()
        if operand is None:
            return cls.create(attributes=attributes)
        parser.parse_punctuation(":")
        value = parser.resolve_operand(operand, parser.parse_type())
        return cls.create(operands=[value], attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print everything after the op's name."""
        print_attributes(printer, self)
        if self.operands:
            printer.print_string(" ")
            printer.print_operand(self.operands[0])
            print_types(printer, self.operand_types)
