"""Lists of indices of which each is a constant or an operand (MLIR's `DynamicIndexList`)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, IndexType, i64
from xdsl.ir import SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer

from ttmlir_py.ir.definition.custom_form import parse_i64
from ttmlir_py.ir.definition.operation_format import CustomDirective, ParsedForm


class MixedIndices(NamedTuple):
    """The operands of a list, and its constants with a marker at the places of operands."""

    operands: list[Any]
    static: list[int]


def parse_mixed_indices(
    parser: Parser, delimiter: Parser.Delimiter, resolve: bool = True
) -> MixedIndices:
    """Parse a list of operands and integers, such as `[%a, 2]`. Operands are resolved as `index`,
    or left unresolved.
    """
    found = MixedIndices([], [])

    def parse_one() -> None:
        operand = parser.parse_optional_unresolved_operand()
        if operand is None:
            found.static.append(parse_i64(parser))
            return
        found.operands.append(parser.resolve_operand(operand, IndexType()) if resolve else operand)
        found.static.append(DYNAMIC_INDEX)

    parser.parse_comma_separated_list(delimiter, parse_one)
    return found


def print_mixed_indices(
    printer: Printer, operands: Sequence[SSAValue], static: Sequence[int], brackets: str = "[]"
) -> None:
    """Print the text that `parse_mixed_indices` parses."""
    remaining = iter(operands)

    def print_one(value: int) -> None:
        operand = next(remaining, None) if value == DYNAMIC_INDEX else None
        if operand is None:
            printer.print_string(str(value))
        else:
            printer.print_ssa_value(operand)

    printer.print_string(brackets[0])
    printer.print_list(static, print_one)
    printer.print_string(brackets[1])


def _parse_list(parser: Any, form: ParsedForm, names: Sequence[str]) -> None:
    operands, static = names
    form.positions[operands] = parser.pos
    found = parse_mixed_indices(parser, parser.Delimiter.SQUARE, resolve=False)
    form.operands[operands] = found.operands
    form.types[operands] = [IndexType()] * len(found.operands)
    form.properties[static] = DenseArrayBase.from_list(i64, found.static)


def _print_list(printer: Any, op: Any, names: Sequence[str]) -> None:
    operands, static = names
    print_mixed_indices(printer, getattr(op, operands), getattr(op, static).get_values())


DYNAMIC_INDEX_LIST = {"DynamicIndexList": CustomDirective(_parse_list, _print_list)}
"""The directive `custom<DynamicIndexList>($operands, $static)`, an entry for `DIRECTIVES` of an
operation.
"""
