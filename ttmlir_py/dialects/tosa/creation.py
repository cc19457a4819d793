"""TOSA: constants, variables, and custom operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from xdsl.ir import Attribute, SSAValue, TypedAttribute
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure

from ttmlir_py.dialects.tosa.constraints import (
    AnyAttribute,
    AnyType,
    SymbolNameAttr,
    Tensor,
    TypeAttr,
)
from ttmlir_py.dialects.tosa.interfaces import SignatureOp, TosaOperation
from ttmlir_py.ir.definition.constraints import ElementsAttr, StrAttr
from ttmlir_py.ir.definition.custom_form import parse_symbol_name
from ttmlir_py.ir.definition.operations import op_definition
from ttmlir_py.ir.definition.signature_form import parse_attributes, print_attributes
from ttmlir_py.ir.reading.tokens import MlirParseError
from ttmlir_py.ir.writing.attributes import symbol_text


@op_definition
class ConstOp(TosaOperation):
    """A tensor given by its elements."""

    name = "tosa.const"
    SAME_SHAPES: ClassVar[tuple[str, ...]] = ("value", "output")
    value = prop_def(ElementsAttr)
    output = result_def(Tensor)

    traits = traits_def(Pure(), ConstantLike())

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return the constant itself."""
        return [self.value]


@op_definition
class CustomOp(SignatureOp):
    """An operator of a domain that TOSA does not define."""

    name = "tosa.custom"
    operator_name = prop_def(StrAttr)
    domain_name = prop_def(StrAttr)
    implementation_attrs = prop_def(StrAttr)
    inputs = var_operand_def(Tensor)
    outputs = var_result_def(Tensor)


@op_definition
class VariableOp(TosaOperation):
    """A tensor variable."""

    name = "tosa.variable"
    sym_name = prop_def(SymbolNameAttr, prop_name="name")
    type = prop_def(TypeAttr)
    initial_value = opt_prop_def(AnyAttribute)

    @classmethod
    def parse(cls, parser: Parser) -> VariableOp:
        """Parse `@name {attributes} = value` or `@name {attributes} : type`."""
        properties: dict[str, Attribute] = {"name": parse_symbol_name(parser, cls.name)}
        attributes = parse_attributes(parser, cls, properties)
        if parser.parse_optional_punctuation("=") is not None:
            value = properties["initial_value"] = _said(
                parser, parser.parse_attribute, cls.name, "attribute"
            )
            if isinstance(value, TypedAttribute):
                properties["type"] = value.get_type()
        else:
            properties["type"] = _said(parser, lambda: _parse_colon_type(parser), cls.name, "type")
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `tosa.variable` in the syntax that `parse` reads. If value and type differ, print
        both; that text cannot be parsed.
        """
        printer.print_string(f" {symbol_text(self.sym_name.data)}")
        print_attributes(printer, self, "name", "type", "initial_value")
        printer.print_string(" ")
        value = self.initial_value
        if not isinstance(value, TypedAttribute) or value.get_type() != self.type:
            printer.print_string(": ")
            printer.print_attribute(self.type)
            printer.print_string("" if value is None else " ")
        if value is not None:
            printer.print_string("= ")
            printer.print_attribute(value)


def _parse_colon_type(parser: Parser) -> Attribute:
    parser.parse_punctuation(":")
    return parser.parse_type()


ResultT = TypeVar("ResultT")


def _said(parser: Parser, parse: Callable[[], ResultT], op_name: str, what: str) -> ResultT:
    """Return the result of `parse`. As in MLIR, a parse error is followed by a second error that
    states what was expected.
    """
    try:
        return parse()
    except MlirParseError as error:
        error.add_error(parser.pos, f"custom op '{op_name}' expected {what}")
        raise


@op_definition
class VariableReadOp(TosaOperation):
    """The value of a variable."""

    name = "tosa.variable.read"
    sym_name = prop_def(SymbolNameAttr, prop_name="name")
    value = result_def(AnyType)

    @classmethod
    def parse(cls, parser: Parser) -> VariableReadOp:
        """Parse `@name {attributes} : type`."""
        properties: dict[str, Attribute] = {"name": parse_symbol_name(parser, cls.name)}
        attributes = parse_attributes(parser, cls, properties)
        result_type = _parse_colon_type(parser)
        return cls.create(result_types=[result_type], properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `tosa.variable.read` in the syntax that `parse` reads."""
        printer.print_string(f" {symbol_text(self.sym_name.data)}")
        print_attributes(printer, self, "name")
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)


@op_definition
class VariableWriteOp(TosaOperation):
    """A write to a variable."""

    name = "tosa.variable.write"
    sym_name = prop_def(SymbolNameAttr, prop_name="name")
    value = operand_def(AnyType)

    @classmethod
    def parse(cls, parser: Parser) -> VariableWriteOp:
        """Parse `@name {attributes}, %value : type`."""
        properties: dict[str, Attribute] = {"name": parse_symbol_name(parser, cls.name)}
        attributes = parse_attributes(parser, cls, properties)
        parser.parse_punctuation(",")
        operand = parser.parse_unresolved_operand()
        value = parser.resolve_operand(operand, _parse_colon_type(parser))
        return cls.create(operands=[value], properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `tosa.variable.write` in the syntax that `parse` reads."""
        printer.print_string(f" {symbol_text(self.sym_name.data)}")
        print_attributes(printer, self, "name")
        printer.print_string(", ")
        printer.print_operand(self.value)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
