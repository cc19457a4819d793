"""The base class of constant operations, and their custom form."""

from typing import Self, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.irdl import prop_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ttmlir_py.ir.definition.constraints import ElementsAttr
from ttmlir_py.ir.definition.operation_format import (
    ParsedForm,
    create_parsed,
    parse_attr_dict,
    parse_constrained,
)
from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ir.external_models import FoldResult


class ElementsOp(OdsOperation):
    """A constant op, written `{attributes} dense<...> : type`. Its `output` has the type of its
    `value`.
    """

    value = prop_def(ElementsAttr)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `{attributes} dense<...> : type`."""
        state = ParsedForm(cls)
        parse_attr_dict(parser, state)
        value = parse_constrained(parser, ElementsAttr)
        state.properties["value"] = value
        state.types["output"] = [cast(DenseIntOrFPElementsAttr, value).get_type()]
        return cast(Self, create_parsed(parser, state))

    def print(self, printer: Printer) -> None:
        """Print `{attributes} dense<...> : type`."""
        if self.attributes:
            printer.print_string(" ")
            printer.print_attr_dict(self.attributes)
        printer.print_string(" ")
        printer.print_attribute(self.value)

    def fold(self) -> FoldResult | None:
        """Return the constant's value.

        Law: `constant(v) == v`.
        """
        return [self.value]
