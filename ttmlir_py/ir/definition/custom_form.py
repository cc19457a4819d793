"""Helpers to parse and print custom forms, the syntax that an operation defines itself.

The parameter `op_name` is the operation's name in error messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn

from xdsl.dialects.builtin import DYNAMIC_INDEX, FunctionType, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.parser import Parser
from xdsl.parser.attribute_parser import AttrParser
from xdsl.parser.core import UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator
from xdsl.utils.lexer import Position


def fail(
    parser: AttrParser, op_name: str, message: str, position: Position | None = None
) -> NoReturn:
    """Raise MLIR's error for the custom form of an operation, at `position` or at the current
    token.
    """
    place = parser.pos if position is None else position
    parser.raise_error(f"custom op '{op_name}' {message}", place)


def complain(parser: AttrParser, message: str, position: Position | None = None) -> NoReturn:
    """Raise a parse error.

    The error names the operation if it occurs in the custom form itself. It does not if it occurs
    in an attribute.
    """
    op_name: str = getattr(parser, "custom_op", "")
    if op_name:
        fail(parser, op_name, message, position)
    parser.raise_error(message, position)


_I64_RANGE = range(-(2**63), 2**63)


def parse_optional_i64(parser: AttrParser) -> int | None:
    """Parse a 64-bit integer if present, otherwise return None. As in MLIR, `true` is -1 and
    `false` is 0.
    """
    position = parser.pos
    if (boolean := parser.parse_optional_boolean()) is not None:
        return -int(boolean)
    value = parser.parse_optional_integer(allow_boolean=False)
    if value is not None and value not in _I64_RANGE:
        complain(parser, "integer value too large", position)
    return value


def parse_i64(parser: AttrParser) -> int:
    """Parse a 64-bit integer."""
    value = parse_optional_i64(parser)
    if value is None:
        complain(parser, "expected integer value")
    return value


def parse_i64_list(
    parser: AttrParser, delimiter: AttrParser.Delimiter = AttrParser.Delimiter.SQUARE
) -> tuple[int, ...]:
    """Parse a list of 64-bit integers, such as `[1, 2]`."""
    return tuple(parser.parse_comma_separated_list(delimiter, lambda: parse_i64(parser)))


def parse_dimension_sizes(
    parser: AttrParser, delimiter: AttrParser.Delimiter = AttrParser.Delimiter.SQUARE
) -> tuple[int, ...]:
    """Parse a list of sizes, such as `[1, ?]`, where `?` is a dynamic size."""

    def parse_size() -> int:
        if parser.parse_optional_punctuation("?") is not None:
            return DYNAMIC_INDEX
        return parse_i64(parser)

    return tuple(parser.parse_comma_separated_list(delimiter, parse_size))


def dimension_sizes_text(sizes: Iterable[int]) -> str:
    """Return `sizes` in the syntax that `parse_dimension_sizes` parses."""
    return f"[{', '.join('?' if s == DYNAMIC_INDEX else str(s) for s in sizes)}]"


def parse_any_keyword(parser: AttrParser) -> str:
    """Parse an identifier."""
    keyword = parser.parse_optional_identifier()
    if keyword is None:
        complain(parser, "expected valid keyword")
    return keyword


def op_position(parser: Parser) -> Position:
    """Return the position of the name of the operation whose custom form `parser` is parsing.

    xDSL's own parser does not record it; then the parser's current position is returned.
    """
    return getattr(parser, "op_position", parser.pos)


def set_locations(parser: Parser, block: Block) -> None:
    """Give the operations of `block`, which the text leaves out, the location of the operation
    whose custom form `parser` is parsing.

    xDSL's own parser has no locations.
    """
    location_at = getattr(parser, "location_at", None)
    if location_at is not None:
        location = location_at(op_position(parser))
        for op in block.ops:
            op.location = location


def resolve_operands(
    parser: Parser,
    op_name: str,
    operands: Sequence[UnresolvedOperand],
    types: Sequence[Attribute],
    position: Position,
) -> list[SSAValue]:
    """Return the values of `operands`, which have the given types.

    If there are more or fewer types than operands, raise a parse error at `position`.
    """
    if len(operands) != len(types):
        message = f"{len(operands)} operands present, but expected {len(types)}"
        fail(parser, op_name, message, position)
    return [parser.resolve_operand(o, t) for o, t in zip(operands, types, strict=True)]


def parse_signature(parser: Parser, op_name: str) -> FunctionType:
    """Parse a function type after a colon: `: (types) -> types`."""
    parser.parse_punctuation(":")
    position = parser.pos
    signature = parser.parse_type()
    if not isinstance(signature, FunctionType):
        fail(parser, op_name, "invalid kind of type specified", position)
    return signature


def parse_flat_symbol(parser: Parser, op_name: str) -> SymbolRefAttr:
    """Parse a reference `@name` to a symbol in the same table."""
    position = parser.pos
    attribute = parser.parse_attribute()
    if not isinstance(attribute, SymbolRefAttr) or attribute.nested_references.data:
        fail(parser, op_name, "invalid kind of attribute specified", position)
    return attribute


def parse_symbol_name(parser: Parser, op_name: str) -> StringAttr:
    """Parse `@name`, the name of the symbol that the operation defines."""
    name = parser.parse_optional_symbol_name()
    if name is None:
        fail(parser, op_name, "expected valid '@'-identifier for symbol name")
    return name


def print_new_line(printer: Printer) -> None:
    """Start a new line, indented like the operation that is being printed."""
    printer._print_new_line()  # pyright: ignore[reportPrivateUsage]


def parse_region_with_terminator(
    parser: Parser,
    terminator: type[Operation],
    arguments: Sequence[Parser.Argument] | None = None,
) -> Region:
    """Parse a region of one block, and append the terminator that the syntax leaves out."""
    region = parser.parse_region(arguments)
    if region.blocks.last is None:
        region.add_block(Block())
    block = region.blocks.last
    assert block is not None
    last = block.last_op
    if last is None or not last.has_trait(IsTerminator, value_if_unregistered=False):
        block.add_op(terminator.create())
    return region
