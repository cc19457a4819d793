"""The custom form `name %a, %b {...} : (types) -> types`, which many operations share."""

from collections.abc import Sequence
from typing import Any, TypeVar

from xdsl.ir import Attribute, Operation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.lexer import Position

from ttmlir_py.ir.definition.custom_form import fail, parse_signature, resolve_operands
from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ir.definition.properties import inherent_attribute_error

OdsOperationT = TypeVar("OdsOperationT", bound=OdsOperation)


def parse_operands(parser: Parser) -> list[Any]:
    """Parse the operands `%a, %b`; there may be no operand."""
    operands = parser.parse_optional_undelimited_comma_separated_list(
        parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
    )
    return operands or []


def parse_attributes(
    parser: Parser, cls: type[OdsOperation], properties: dict[str, Attribute]
) -> dict[str, Attribute]:
    """Parse `{...}` if present. Add inherent attributes to `properties`, and return the other
    attributes.
    """
    position = parser.pos
    attributes = dict(parser.parse_optional_attr_dict())
    if attributes:
        error = inherent_attribute_error(cls, attributes)
        if error is not None:
            fail(parser, cls.name, f"'{cls.name}' op {error}", position)
        for name in cls.get_irdl_definition().properties:
            if name in attributes:
                properties[name] = attributes.pop(name)
    return attributes


def print_attributes(printer: Printer, op: Operation, *shown: str) -> None:
    """Print ` {...}` with all attributes of `op` except those in `shown`, which the text already
    has.
    """
    others = {name: value for name, value in op.properties.items() if name not in shown}
    printer.print_op_attributes({**op.attributes, **others})


def parse_signed(
    parser: Parser,
    cls: type[OdsOperationT],
    properties: dict[str, Attribute],
    operands: Sequence[Any],
    position: Position,
) -> OdsOperationT:
    """Parse attributes and signature, the part after the operands, and return the op.

    The operands start at `position`.
    """
    attributes = parse_attributes(parser, cls, properties)
    signature = parse_signature(parser, cls.name)
    values = resolve_operands(parser, cls.name, operands, signature.inputs.data, position)
    return cls.create(
        operands=values,
        result_types=signature.outputs.data,
        properties=properties,
        attributes=attributes,
    )


def print_signature(printer: Printer, op: Operation, *shown: str) -> None:
    """Print ` {...} : (types) -> types`. The attributes in `shown` are omitted."""
    print_attributes(printer, op, *shown)
    printer.print_string(" : ")
    printer.print_function_type(op.operand_types, op.result_types)
