"""Parsers and printers of the `custom<...>` elements in the forms of sdy's ops."""

from typing import Any, cast

from xdsl.dialects.builtin import IntegerAttr, i32

from ttmlir_py.dialects.sdy.attributes import (
    TensorShardingAttr,
    TensorShardingPerValueAttr,
    joined,
    parse_list,
)
from ttmlir_py.dialects.sdy.enums import PropagationDirection
from ttmlir_py.dialects.stablehlo.syntax import DIRECTIVES as STABLEHLO_DIRECTIVES
from ttmlir_py.dialects.stablehlo.syntax import Names
from ttmlir_py.ir.definition.custom_form import complain
from ttmlir_py.ir.definition.operation_format import (
    CustomDirective,
    FormattedOperation,
    ParsedForm,
)


def _parse_shardings(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse `[<@mesh, [...]>, ...]`."""
    shardings = parse_list(parser, TensorShardingAttr.parse_attribute)
    state.properties[names[0]] = TensorShardingPerValueAttr(shardings)


def _print_shardings(printer: Any, op: FormattedOperation, names: Names) -> None:
    per_value = cast(TensorShardingPerValueAttr, op.properties[names[0]])
    printer.print_string(f"[{joined(per_value.shardings)}]")


def _parse_region(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse `(%a: type, ...) {...}`."""

    def parse_argument() -> Any:
        argument = parser.parse_argument()
        argument.location = parser.parse_optional_location()
        return argument

    arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_argument)
    state.regions.append(parser.parse_region(arguments))


def _print_region(printer: Any, op: FormattedOperation, names: Names) -> None:
    (region,) = op.regions
    with printer.in_parens():
        printer.print_list(region.block.args, printer.print_block_argument)
    printer.print_string(" ")
    printer.print_region(region, print_entry_block_args=False)


def _parse_direction(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse a propagation direction, such as `FORWARD`."""
    position = parser.pos
    word = parser.parse_optional_identifier_or_str_literal()
    member = None if word is None else PropagationDirection.from_keyword(word)
    if member is None:
        choices = ", ".join(direction.keyword for direction in PropagationDirection)
        complain(
            parser,
            "expected string or keyword containing one of the following enum values for attribute "
            f"'{names[0]}' [{choices}]",
            position,
        )
    state.properties[names[0]] = IntegerAttr(member.value, i32)


def _print_direction(printer: Any, op: FormattedOperation, names: Names) -> None:
    value = cast(IntegerAttr, op.properties[names[0]]).value.data
    printer.print_string(PropagationDirection(value).keyword)


DIRECTIVES = {
    "PropagationDirection": CustomDirective(_parse_direction, _print_direction),
    "SymbolName": STABLEHLO_DIRECTIVES["CustomCallTarget"],
    "StrippedTensorShardingPerValueAttr": CustomDirective(_parse_shardings, _print_shardings),
    "SingleBlockRegionNoBlockId": CustomDirective(_parse_region, _print_region),
}
"""Maps the names of `custom<...>` elements to their parsers and printers."""
