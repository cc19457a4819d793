"""Attributes of the EmitC dialect: text that is emitted as it stands, and comparison operators."""

from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ttmlir_py.ir.definition.attribute_format import FormatAttribute
from ttmlir_py.ir.definition.enums import MlirEnum


class CmpPredicate(MlirEnum):
    """EmitC comparison operators"""

    eq = 0, "eq"
    ne = 1, "ne"
    lt = 2, "lt"
    le = 3, "le"
    gt = 4, "gt"
    ge = 5, "ge"
    three_way = 6, "three_way"


def parse_text_parameter(parser: AttrParser) -> tuple[str]:
    """Parse `<"text">`."""
    with parser.in_angle_brackets():
        return (parser.parse_str_literal(),)


def print_text_parameter(printer: Printer, text: str) -> None:
    """Print `<"text">`."""
    with printer.in_angle_brackets():
        printer.print_string_literal(text)


class OpaqueAttr(FormatAttribute):
    """A C expression or name, emitted as it stands."""

    name = "emitc.opaque"
    value: str

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> tuple[str]:
        """Parse `<"text">`."""
        return parse_text_parameter(parser)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<"text">`."""
        print_text_parameter(printer, self.value)
