"""Syntax that operations of several dialects share."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from xdsl.ir import Attribute, Region, SSAValue
from xdsl.parser import Parser

from ttmlir_py.ir.definition.custom_form import fail, parse_signature
from ttmlir_py.ir.narrowing import is_integer_attr
from ttmlir_py.ir.writing.printer import MlirPrinter


def values_text(printer: MlirPrinter, values: Iterable[SSAValue]) -> str:
    """Return the names of `values` as operands: `%a, %b`."""
    return ", ".join([printer.value_text(value) for value in values])


def types_text(printer: MlirPrinter, values: Iterable[SSAValue]) -> str:
    """Return the types of `values`: `i32, f32`."""
    return printer.types_text([value.type for value in values])


def attributes_text(printer: MlirPrinter, attributes: Mapping[str, Attribute]) -> str:
    """Return the dictionary of attributes as text, ` {a = 1 : i32}`; empty without attributes."""
    return " " + printer.dictionary_text(attributes) if attributes else ""


def _overflow_flags(flags: Any) -> list[str]:
    """Return the names of the overflow flags, from a set (`arith`) or the bits of an integer
    (`llvm`).
    """
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


def parse_result_types(parser: Parser, is_required: bool = False) -> list[Attribute]:
    """Parse `-> type` or `-> (types)`. Return an empty list if it is absent and not required."""
    if is_required:
        parser.parse_punctuation("->")
    elif parser.parse_optional_punctuation("->") is None:
        return []
    types = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    return list(types) if types is not None else [parser.parse_type()]


class Loop(NamedTuple):
    """The parsed parts of a loop with a region for the condition and a region for the body."""

    operands: Sequence[SSAValue]
    result_types: Sequence[Attribute]
    before: Region
    after: Region
    attributes: Mapping[str, Attribute]


def print_loop(printer: MlirPrinter, op: Any) -> None:
    """Print ` (%a = %b) : (types) -> types {...} do {...} attributes {...}`."""
    before, after = op.regions
    pairs = zip(before.block.args, op.operands, strict=True)
    assigned = [f"{printer.value_text(a)} = {printer.value_text(b)}" for a, b in pairs]
    text = f" ({', '.join(assigned)})" if assigned else ""
    printer.print_string(f"{text} : ")
    printer.print_operation_type(op)
    printer.print_string(" ")
    printer.print_region(before, False)
    printer.print_string(" do ")
    printer.print_region(after)
    if op.attributes:
        printer.print_string(" attributes" + attributes_text(printer, op.attributes))


def parse_loop(parser: Parser, op_name: str) -> Loop:
    """Parse the text that `print_loop` prints."""

    def parse_assignment() -> tuple[Any, Any]:
        argument = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        return argument, parser.parse_unresolved_operand()

    pairs = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parse_assignment)
    pairs = pairs or []
    position = parser.pos
    types = parse_signature(parser, op_name)
    inputs = types.inputs.data
    if len(inputs) != len(pairs):
        counts = f"(expected {len(pairs)} got {len(inputs)})"
        fail(parser, op_name, f"expected as many input types as operands {counts}", position)
    operands = [
        parser.resolve_operand(operand, type)
        for (_, operand), type in zip(pairs, inputs, strict=True)
    ]
    arguments = [argument.resolve(type) for (argument, _), type in zip(pairs, inputs, strict=True)]
    before = parser.parse_region(arguments)
    parser.parse_keyword("do")
    after = parser.parse_region()
    attributes = parser.parse_optional_attr_dict_with_keyword()
    return Loop(
        operands, types.outputs.data, before, after, {} if attributes is None else attributes.data
    )
