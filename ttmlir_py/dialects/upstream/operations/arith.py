"""Operations of `arith` that xDSL lacks, and `truncf` with a rounding mode."""

from __future__ import annotations

from typing import Any

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

_ROUNDING_MODES = ("to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")


@irdl_op_definition
class RemFOp(arith.FloatingPointLikeBinaryOperation):
    """The remainder of a division of floats, with the sign of the dividend."""

    name = "arith.remf"

    traits = traits_def(Pure())


@irdl_op_definition
class IndexCastUIOp(IRDLOperation):
    """A conversion between unsigned integers and indices."""

    name = "arith.index_castui"

    input = operand_def()
    result = result_def()
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"
    traits = traits_def(Pure())


@irdl_op_definition
class TruncFOp(IRDLOperation):
    """A conversion to a narrower float, with a rounding mode."""

    name = "arith.truncf"

    input = operand_def(arith.floatingPointLike)
    roundingmode = opt_prop_def(IntegerAttr)
    result = result_def(arith.floatingPointLike)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> TruncFOp:
        """Parse ` %in to_nearest_even {...} : type to type`."""
        operand = parser.parse_unresolved_operand()
        properties: dict[str, Any] = {}
        for number, mode in enumerate(_ROUNDING_MODES):
            if parser.parse_optional_keyword(mode) is not None:
                properties["roundingmode"] = IntegerAttr(number, i32)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(operand, parser.parse_type())
        parser.parse_keyword("to")
        return cls.create(
            operands=[value],
            result_types=[parser.parse_type()],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(" ")
        printer.print_ssa_value(self.input)
        if self.roundingmode is not None:
            printer.print_string(f" {_ROUNDING_MODES[self.roundingmode.value.data]}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.input.type)
        printer.print_string(" to ")
        printer.print_attribute(self.result.type)


OPERATIONS = (RemFOp, IndexCastUIOp, TruncFOp)
