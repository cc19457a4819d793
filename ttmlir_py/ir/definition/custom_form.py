"""Pieces of the custom forms of operations: MLIR's word for the syntax that an operation reads and writes itself.

`op_name` is the name that complaints give the operation.
"""

from collections.abc import Iterable, Sequence
from typing import NoReturn

from xdsl.dialects.builtin import FunctionType, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.parser import Parser
from xdsl.parser.attribute_parser import AttrParser
from xdsl.parser.core import UnresolvedOperand
from xdsl.traits import IsTerminator
from xdsl.utils.lexer import Position


def fail(
    parser: AttrParser, op_name: str, message: str, position: Position | None = None
) -> NoReturn:
    """Raise MLIR's complaint about the custom form of an operation: at a position, or at the current token."""
    parser.raise_error(f"custom op '{op_name}' {message}", position)


def op_position(parser: Parser) -> Position:
    """Where the name stands of the operation whose custom form is being parsed; xDSL's own parser does not know."""
    return getattr(parser, "op_position", parser.pos)


def resolve_operands(
    parser: Parser,
    op_name: str,
    operands: Sequence[UnresolvedOperand],
    types: Sequence[Attribute],
    position: Position,
) -> list[SSAValue]:
    """The values that operands name; an error at `position` if there are not as many types."""
    if len(operands) != len(types):
        message = f"{len(operands)} operands present, but expected {len(types)}"
        fail(parser, op_name, message, position)
    return [parser.resolve_operand(o, t) for o, t in zip(operands, types, strict=True)]


def parse_signature(parser: Parser, op_name: str) -> FunctionType:
    """Parse `: (types) -> types`."""
    parser.parse_punctuation(":")
    position = parser.pos
    signature = parser.parse_type()
    if not isinstance(signature, FunctionType):
        fail(parser, op_name, "invalid kind of type specified", position)
    return signature


def parse_flat_symbol(parser: Parser, op_name: str) -> SymbolRefAttr:
    """Parse `@name`."""
    position = parser.pos
    attribute = parser.parse_attribute()
    if not isinstance(attribute, SymbolRefAttr) or attribute.nested_references.data:
        fail(parser, op_name, "invalid kind of attribute specified", position)
    return attribute


def parse_symbol_name(parser: Parser, op_name: str) -> StringAttr:
    """Parse `@name` as the name that the operation defines."""
    name = parser.parse_optional_symbol_name()
    if name is None:
        fail(parser, op_name, "expected valid '@'-identifier for symbol name")
    return name


def parse_region_with_terminator(
    parser: Parser,
    terminator: type[Operation],
    arguments: "Iterable[Parser.Argument] | None" = None,
) -> Region:
    """Parse a region of one block; append the terminator that its syntax leaves out."""
    region = parser.parse_region(arguments)
    if region.blocks.last is None:
        region.add_block(Block())
    block = region.blocks.last
    assert block is not None
    last = block.last_op
    if last is None or not last.has_trait(IsTerminator, value_if_unregistered=False):
        block.add_op(terminator.create())
    return region
