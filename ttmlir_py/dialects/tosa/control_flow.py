"""TOSA: a conditional and a loop, which have regions."""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerType, TensorType
from xdsl.ir import Attribute, Region
from xdsl.irdl import operand_def, region_def, traits_def, var_operand_def, var_result_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure, RecursiveMemoryEffect

from ttmlir_py.dialects.tosa.constraints import I1Tensor, Tensor
from ttmlir_py.dialects.tosa.interfaces import TosaOperation
from ttmlir_py.dialects.upstream.syntax import parse_loop, parse_result_types, print_loop
from ttmlir_py.ir.definition.custom_form import resolve_operands
from ttmlir_py.ir.definition.operations import Terminator, op_definition
from ttmlir_py.ir.definition.signature_form import (
    parse_attributes,
    parse_operands,
    print_attributes,
)
from ttmlir_py.ir.definition.single_block import SingleBlockOp
from ttmlir_py.ir.writing.printer import MlirPrinter


@op_definition
class IfOp(SingleBlockOp, TosaOperation):
    """The result of `then_branch` if `cond` is true, otherwise that of `else_branch`."""

    name = "tosa.cond_if"
    TERMINATOR: ClassVar[str] = "tosa.yield"
    cond = operand_def(I1Tensor)
    inputs = var_operand_def(Tensor)
    output = var_result_def(Tensor)
    then_branch = region_def("single_block")
    else_branch = region_def("single_block")

    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> IfOp:
        """Parse `%condition -> (types) {...} else {...} {attributes}`."""
        condition = parser.resolve_operand(
            parser.parse_unresolved_operand(), TensorType(IntegerType(1), [])
        )
        types = parse_result_types(parser)
        then, otherwise = parser.parse_region(), Region()
        if parser.parse_optional_keyword("else") is not None:
            otherwise = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        return cls.create(
            operands=[condition],
            result_types=types,
            regions=[then, otherwise],
            attributes=dict(attributes),
        )

    def print(self, printer: Printer) -> None:
        """Print `tosa.cond_if` in the syntax that `parse` reads, which omits `inputs`."""
        printer.print_string(" ")
        printer.print_operand(self.cond)
        if self.results:
            printer.print_string(" -> (")
            printer.print_list(self.result_types, printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
        printer.print_region(self.then_branch, False, False, bool(self.results))
        if self.else_branch.blocks:
            printer.print_string(" else ")
            printer.print_region(self.else_branch, False, False, bool(self.results))
        print_attributes(printer, self)


@op_definition
class WhileOp(SingleBlockOp, TosaOperation):
    """A loop: while `cond` yields true for the carried values, `body` yields the next ones."""

    name = "tosa.while_loop"
    TERMINATOR: ClassVar[str] = "tosa.yield"
    inputs = var_operand_def(Tensor)
    output = var_result_def(Tensor)
    cond = region_def("single_block")
    body = region_def("single_block")

    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> WhileOp:
        """Parse `(%a = %b) : (types) -> types {...} do {...} attributes {...}`."""
        loop = parse_loop(parser, cls.name)
        return cls.create(
            operands=loop.operands,
            result_types=loop.result_types,
            regions=[loop.before, loop.after],
            attributes=loop.attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `tosa.while_loop` in the syntax that `parse` reads."""
        print_loop(cast(MlirPrinter, printer), self)


@op_definition
class YieldOp(Terminator):
    """The results of a region."""

    name = "tosa.yield"
    inputs = var_operand_def(Tensor)

    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> YieldOp:
        """Parse `%a, %b {attributes} : types`."""
        position = parser.pos
        operands = parse_operands(parser)
        attributes = parse_attributes(parser, cls, {})
        parser.parse_punctuation(":")
        types: list[Attribute] = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_type
        )
        values = resolve_operands(parser, cls.name, operands, types, position)
        return cls.create(operands=values, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `tosa.yield` in the syntax that `parse` reads."""
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        print_attributes(printer, self)
        printer.print_string(" : ")
        printer.print_list(self.operand_types, printer.print_attribute)
