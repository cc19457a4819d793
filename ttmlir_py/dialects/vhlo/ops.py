"""Operations of the vhlo dialect, created from a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

from xdsl.ir import Attribute, Operation, Region
from xdsl.irdl import (
    SameVariadicOperandSize,
    operand_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from ttmlir_py.dialects.vhlo.table import TABLE
from ttmlir_py.ir.definition.constraints import Described
from ttmlir_py.ir.definition.operations import OdsOperation, Terminator, op_definition
from ttmlir_py.ir.writing.attributes import symbol_text

_LINE = re.compile(
    r"(\w+) ([\d.]+)-([\d.]*) \((.*?)\)\s+<(.*?)>\s+\((.*?)\)\s+->\s+\((.*?)\)", re.DOTALL
)
_ANY_TYPE: Described[Any] = Described("any type", lambda _: True)
_ANY_ATTRIBUTE: Described[Any] = Described("any attribute", lambda _: True)
_FUNCTION = "func_v1"


def _names(text: str) -> list[str]:
    return text.replace("\n", " ").replace(" ", "").split(",") if text.strip() else []


def _fields(row: re.Match[str]) -> Iterator[tuple[str, Any]]:
    """Yield the names and fields of an operation's class; `row` matches the operation's line."""
    operands, attributes, regions, results = map(_names, row.groups()[3:])
    for names, one, several in (
        (operands, operand_def, var_operand_def),
        (results, result_def, var_result_def),
    ):
        for name in names:
            if name.endswith("*"):
                yield _field(name[:-1]), several(_ANY_TYPE)
            else:
                yield _field(name), one(_ANY_TYPE)
    for name in attributes:
        yield _field(name), prop_def(_ANY_ATTRIBUTE, prop_name=name)
    for name in regions:
        yield (name[:-1], var_region_def()) if name.endswith("*") else (name, region_def())
    if sum(name.endswith("*") for name in operands) > 1:
        yield "irdl_options", (SameVariadicOperandSize(),)


def _field(name: str) -> str:
    """Return `name`, with an underscore appended if xDSL reserves it."""
    return f"{name}_" if hasattr(Operation, name) or name in ("operands", "results") else name


class VhloReturn(Terminator, OdsOperation):
    """Base class of the terminators of the dialect."""


class VhloFunction(OdsOperation):
    """Base class of the functions of the dialect, which have a custom form."""

    @classmethod
    def parse(cls, parser: Parser) -> VhloFunction:
        """Parse `@name(%a: type) -> (types) {...} {attributes}`."""
        from ttmlir_py.dialects.vhlo.attributes import StringV1Attr, TypeV1Attr
        from ttmlir_py.dialects.vhlo.types import FunctionV1Type

        name = parser.parse_symbol_name()
        arguments = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: _parse_argument(parser)
        )
        parser.parse_punctuation("->")
        results = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        region = parser.parse_region(arguments)
        found = dict(parser.parse_optional_attr_dict())
        inputs = tuple(argument.type for argument in arguments)
        properties: dict[str, Attribute] = {
            "sym_name": StringV1Attr(name.data),
            "function_type": TypeV1Attr(FunctionV1Type(inputs, tuple(results))),
        }
        for each in ("sym_visibility", "arg_attrs", "res_attrs"):
            if each in found:
                properties[each] = found.pop(each)
        return cls.create(properties=properties, attributes=found, regions=[region])

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        name: Any = self.properties["sym_name"]
        function: Any = self.properties["function_type"]
        body: Region = self.regions[0]
        printer.print_string(f" {symbol_text(name.value)}(")
        if body.blocks:
            printer.print_list(body.blocks[0].args, printer.print_block_argument)
        printer.print_string(") -> (")
        printer.print_list(function.value.outputs, printer.print_attribute)
        printer.print_string(") ")
        printer.print_region(body, print_entry_block_args=False)
        hidden = ("sym_name", "function_type")
        shown = {key: value for key, value in self.properties.items() if key not in hidden}
        printer.print_op_attributes(dict(sorted({**shown, **self.attributes}.items())))


def _parse_argument(parser: Parser) -> Any:
    """Parse a block argument with its type and location, `%a: type loc(...)`."""
    argument: Any = parser.parse_argument()
    argument.location = parser.parse_optional_location()
    return argument


def _operation(row: re.Match[str]) -> type[Operation]:
    name, first, last = row.groups()[:3]
    base = {"return_v1": VhloReturn, _FUNCTION: VhloFunction}.get(name, OdsOperation)
    words = name.rpartition("_")
    title = "".join(word.capitalize() for word in words[0].split("_")) + f"Op{words[2].upper()}"
    text = f"StableHLO's `{words[0]}` as VHLO has it since {first}" + (
        f", up to {last}." if last else "."
    )
    members = {
        "__doc__": text,
        "__module__": __name__,
        "name": f"vhlo.{name}",
        **dict(_fields(row)),
    }
    return op_definition(cast(Any, type(title, (base,), members)))


OPERATIONS: tuple[type[Operation], ...] = tuple(map(_operation, _LINE.finditer(TABLE)))
"""The classes of all operations."""
