"""Pieces of syntax that operations of several dialects share."""

from collections.abc import Iterable, Mapping
from typing import Any

from xdsl.ir import Attribute, SSAValue
from xdsl.parser import Parser

from ttmlir_py.ir.narrowing import is_integer_attr
from ttmlir_py.ir.writing.printer import MlirPrinter


def values_text(printer: MlirPrinter, values: Iterable[SSAValue]) -> str:
    """`%a, %b`."""
    return ", ".join([printer.value_text(value) for value in values])


def types_text(printer: MlirPrinter, values: Iterable[SSAValue]) -> str:
    """The types of values: `i32, f32`."""
    return printer.types_text([value.type for value in values])


def attributes_text(printer: MlirPrinter, attributes: Mapping[str, Attribute]) -> str:
    """` {a = 1 : i32}`, if there are any attributes."""
    return " " + printer.dictionary_text(attributes) if attributes else ""


def _overflow_flags(flags: Any) -> list[str]:
    """The names of the flags: of a set of them (`arith`), or of the bits of an integer (`llvm`)."""
    if flags is None:
        return []
    if is_integer_attr(flags):
        return [name for bit, name in enumerate(("nsw", "nuw")) if flags.value.data >> bit & 1]
    return sorted(str(flag.value) for flag in flags.data)


def print_overflowing_binary(printer: MlirPrinter, op: Any) -> None:
    """Print ` %a, %b overflow<nsw> {...} : type`."""
    names = ", ".join(_overflow_flags(op.properties.get("overflowFlags")))
    overflow = f" overflow<{names}>" if names else ""
    operands = values_text(printer, op.operands)
    attributes = attributes_text(printer, op.attributes)
    type = printer.attribute_text(op.results[0].type)
    printer.print_string(f" {operands}{overflow}{attributes} : {type}")


def parse_result_types(parser: Parser) -> list[Attribute]:
    """Parse `-> type` or `-> (types)`, if there."""
    if parser.parse_optional_punctuation("->") is None:
        return []
    types = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    return list(types) if types is not None else [parser.parse_type()]
