"""Parses what is around operations: SSA names and their scopes, regions, blocks, and locations.

Names are scoped by region; a value may be used before the text that defines it, and a placeholder stands for it until
then. The rules and complaints are MLIR's.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, AttributeInvT, Block, Operation, Region, SSAValue
from xdsl.parser import Parser
from xdsl.parser.attribute_parser import AttrParser
from xdsl.parser.core import ForwardDeclaredValue, UnresolvedOperand
from xdsl.parser.generic_parser import ParserState
from xdsl.utils.lexer import Input, Position, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import Diagnostic, Severity, note
from ttmlir_py.ir.literals import unsigned_value
from ttmlir_py.ir.locations import ForwardLocation, SourceMap
from ttmlir_py.ir.reading.attributes import MlirAttributeParser
from ttmlir_py.ir.reading.known_lines import OperationMemo
from ttmlir_py.ir.reading.lexer import MlirLexer
from ttmlir_py.ir.writing.attributes import attribute_text

_END_OF_BODY = (MLIRTokenKind.R_BRACE, MLIRTokenKind.CARET_IDENT)


class RegionParser(MlirAttributeParser, Parser):  # pyright: ignore[reportIncompatibleVariableOverride]
    """Parses regions and resolves names. The locations it gives name the file `name`."""

    def __init__(self, ctx: MlirContext, input: str, name: str = "<stdin>"):
        state = ParserState(MlirLexer(Input(input, name)))
        AttrParser.__init__(self, state, ctx)  # pyright: ignore[reportArgumentType]
        self.ssa_values: dict[str, tuple[SSAValue, ...]] = {}
        self.blocks = {}
        self.forward_block_references = defaultdict(list)
        self.forward_ssa_references = {}
        self._types_by_text = {}
        self._types = {}
        self._values_by_text = {}
        self._definition_positions: dict[str, Position] = {}
        self._forward_positions: dict[tuple[str, int], Position] = {}
        self._scopes: list[list[str]] = [[]]
        self._forward_locations: dict[str, ForwardLocation] = {}
        self.source_map = SourceMap(input, name)
        self._memo = OperationMemo()

    @property
    def default_dialect(self) -> str:
        """The dialect of operation names that have none."""
        return self._parser_state.dialect_stack[-1]

    # ------------------------------------------------------------------------------------------------- locations

    def location_at(self, position: Position) -> LocationAttr:
        """The file location of a position in the text."""
        return self.source_map.location(position)

    def parse_optional_location(self) -> LocationAttr | None:
        """Parse the trailing `loc(...)` of an operation or argument; an alias in it may be defined later."""
        if self._current_token.text != "loc":
            return None
        self._consume_token()
        self.parse_punctuation("(", " in location")
        token = self._current_token
        if token.kind is MLIRTokenKind.HASH_IDENT and "." not in token.text:
            self._consume_token()
            location = self.location_alias(token.text, token.span.start)
        else:
            location = self._parse_location()
        self.parse_punctuation(")", " in location")
        return location

    def location_alias(self, alias: str, position: Position) -> LocationAttr:
        """The location that `#alias` names, or a placeholder for it."""
        aliases = self.attribute_aliases
        if alias not in aliases:
            forward = self._forward_locations.get(alias)
            if forward is None:
                forward = self._forward_locations[alias] = ForwardLocation(alias, position)
            return cast(LocationAttr, forward)
        location = aliases[alias]
        if not isinstance(location, LocationAttr):
            self.raise_error(f"expected location, but found '{attribute_text(location)}'", position)
        return location

    def _resolve_forward_locations(self, top: Operation) -> None:
        """Put the locations that aliases turned out to name in the place of their placeholders."""
        if not self._forward_locations:
            return
        resolved: dict[int, LocationAttr] = {}
        for alias, forward in self._forward_locations.items():
            if alias not in self.attribute_aliases:
                self.raise_error("operation location alias was never defined", forward.position)
            location = self.attribute_aliases[alias]
            if not isinstance(location, LocationAttr):
                self.raise_error(
                    f"expected location, but found '{attribute_text(location)}'", forward.position
                )
            resolved[id(forward)] = location
        for op in top.walk():
            op.location = resolved.get(id(op.location), op.location)
            for region in op.regions:
                for block in region.blocks:
                    for argument in block.args:
                        argument.location = resolved.get(id(argument.location), argument.location)

    # ------------------------------------------------------------------------------------------------ SSA values

    def parse_optional_unresolved_operand(self) -> UnresolvedOperand | None:
        """Parse `%name` or `%name#index` if it is there."""
        token = self._parse_optional_token(MLIRTokenKind.PERCENT_IDENT)
        if token is None:
            return None
        index = 0
        if (suffix := self._current_token).kind is MLIRTokenKind.HASH_IDENT:
            number = suffix.text[1:]
            value = unsigned_value(number, 32) if number.isdecimal() else None
            if value is None:
                self.raise_error("invalid SSA value result number")
            self._consume_token()
            index = value
        return UnresolvedOperand(token.span, index)

    def parse_unresolved_operand(self, msg: str = "expected SSA operand") -> UnresolvedOperand:
        """Parse `%name` or `%name#index`."""
        operand = self.parse_optional_unresolved_operand()
        if operand is None:
            self.raise_wrong_token("expected SSA operand")
        return operand

    def resolve_operand(
        self, operand: UnresolvedOperand, type: AttributeInvT
    ) -> SSAValue[AttributeInvT]:
        """The value that an operand names; a placeholder if it is defined later."""
        name, index = operand.operand_name, operand.index
        position = operand.span.start
        values = self.ssa_values.get(name)
        resolved: SSAValue | None
        if values is None:
            references = self.forward_ssa_references.setdefault(name, {})
            resolved = references.get(index)
            if resolved is None:
                self._forward_positions[name, index] = position
                forward = references[index] = ForwardDeclaredValue(type)
                return forward
            used_at = self._forward_positions[name, index]
        else:
            if index >= len(values):
                self.raise_error("reference to invalid result number", position)
            resolved = values[index]
            used_at = self._definition_positions[name]
        if resolved.type is not type and resolved.type != type:
            self.raise_error(
                f"use of value '%{name}' expects different type than prior uses:"
                f" '{attribute_text(type)}' vs '{attribute_text(resolved.type)}'",
                position,
                notes=[(used_at, "prior use here")],
            )
        return resolved  # pyright: ignore[reportReturnType]

    def resolve_operands(
        self,
        args: Sequence[UnresolvedOperand],
        input_types: Sequence[Attribute],
        error_pos: Position,
    ) -> Sequence[SSAValue]:
        """The values that operands name, one for each type."""
        if len(args) != len(input_types):
            plural = "" if len(args) == 1 else "s"
            self.raise_error(
                f"expected {len(args)} operand type{plural} but had {len(input_types)}", error_pos
            )
        return [
            self.resolve_operand(arg, type) for arg, type in zip(args, input_types, strict=True)
        ]

    def _parse_optional_operand_without_type(self) -> SSAValue | None:
        operand = self.parse_optional_unresolved_operand()
        if operand is None:
            return None
        values = self.ssa_values.get(operand.operand_name)
        if values is None:
            self.raise_error("use of undeclared SSA value name", operand.span.start)
        if operand.index >= len(values):
            self.raise_error("reference to invalid result number", operand.span.start)
        return values[operand.index]

    def _register_ssa_definition(
        self, name: str, values: Sequence[SSAValue], span: Span[Any]
    ) -> None:
        if name in self.ssa_values:
            self.raise_error(
                f"redefinition of SSA value '%{name}'",
                span.start,
                notes=[(self._definition_positions[name], "previously defined here")],
            )
        self.define_value(name, tuple(values), span.start)
        if name in self.forward_ssa_references:
            self._resolve_forward_uses(name, values, span)

    def define_value(self, name: str, values: tuple[SSAValue, ...], position: Position) -> None:
        """Record a name that is new in its scope."""
        self.ssa_values[name] = values
        self._definition_positions[name] = position
        self._scopes[-1].append(name)

    def _resolve_forward_uses(self, name: str, values: Sequence[SSAValue], span: Span[Any]) -> None:
        """Put the defined values in the place of the placeholders that earlier uses of the name got."""
        for index, forward in self.forward_ssa_references.pop(name).items():
            position = self._forward_positions.pop((name, index))
            if index >= len(values):
                self.raise_error("reference to invalid result number", position)
            value = values[index]
            if value.type != forward.type:
                self.raise_error(
                    f"definition of SSA value '%{name}#{index}' has type '{attribute_text(value.type)}'",
                    span.start,
                    notes=[
                        (
                            position,
                            f"previously used here with type '{attribute_text(forward.type)}'",
                        )
                    ],
                )
            forward.replace_all_uses_with(value)

    # ------------------------------------------------------------------------------------------ regions and blocks

    def parse_optional_region(
        self, arguments: "Iterable[Parser.Argument] | None" = None
    ) -> Region | None:
        """Parse `{...}` if it is there; `arguments` become those of the entry block."""
        if self._parse_optional_token(MLIRTokenKind.L_BRACE) is None:
            return None
        region = Region()
        outer_blocks, outer_references = self.blocks, self.forward_block_references
        self.blocks = {}
        self.forward_block_references = defaultdict(list)
        self._scopes.append([])
        named = list(arguments or ())
        if named or self._current_token.kind is not MLIRTokenKind.R_BRACE:
            self._parse_entry_block(region, named)
            while self._current_token.kind is not MLIRTokenKind.R_BRACE:
                region.add_block(self._parse_block())
        self._check_blocks_defined()
        for name in self._scopes.pop():
            del self.ssa_values[name]
        self.blocks, self.forward_block_references = outer_blocks, outer_references
        self._consume_token(MLIRTokenKind.R_BRACE)
        return region

    def parse_region(self, arguments: "Iterable[Parser.Argument] | None" = None) -> Region:
        """Parse `{...}`."""
        region = self.parse_optional_region(arguments)
        if region is None:
            self.raise_wrong_token("expected '{' to begin a region")
        return region

    def parse_region_list(self) -> list[Region]:
        """Parse `({...}, ...)` if it is there."""
        if self._parse_optional_token(MLIRTokenKind.L_PAREN) is None:
            return []
        regions = [self.parse_region()]
        while self._parse_optional_token(MLIRTokenKind.COMMA) is not None:
            regions.append(self.parse_region())
        self.parse_punctuation(")", " to end region list")
        return regions

    def _parse_entry_block(self, region: Region, arguments: "list[Parser.Argument]") -> None:
        """Parse the first block, which needs no label and has none if its arguments are given."""
        if self._current_token.kind is MLIRTokenKind.CARET_IDENT:
            if arguments:
                self.raise_error("invalid block name in region with named arguments")
            region.add_block(self._parse_block())
            return
        block = Block()
        for argument in arguments:
            name, position = argument.name.text[1:], argument.name.start
            used_at = self._definition_positions.get(name)
            if name in self.forward_ssa_references:
                used_at = min(
                    self._forward_positions[name, i] for i in self.forward_ssa_references[name]
                )
            elif name not in self.ssa_values:
                used_at = None
            if used_at is not None:
                self.raise_error(
                    f"region entry argument '%{name}' is already in use",
                    position,
                    notes=[(used_at, "previously referenced here")],
                )
            location = argument.location or self.location_at(position)
            value = block.insert_arg(argument.type, len(block.args), location)
            self._register_ssa_definition(name, (value,), argument.name)
        region.add_block(block)
        self._parse_block_body(block)

    def _check_blocks_defined(self) -> None:
        """Complain of successors without a block."""
        spans = [span for spans in self.forward_block_references.values() for span in spans[:1]]
        if not spans:
            return
        spans.sort(key=lambda span: span.start)
        for span in spans[:-1]:
            self._emit(span.start, "reference to an undefined block")
        self.raise_error("reference to an undefined block", spans[-1].start)

    def _parse_block(self) -> Block:
        token = self._parse_token(MLIRTokenKind.CARET_IDENT, "expected block name")
        name = token.text[1:]
        block, defined = self.blocks.get(name, (None, None))
        if defined is not None:
            self.raise_error(f"redefinition of block '^{name}'", token.span.start)
        if block is None:
            block = Block()
        else:
            self.forward_block_references.pop(name)
        self.blocks[name] = (block, token.span)
        if self._current_token.kind is MLIRTokenKind.L_PAREN:
            self._parse_optional_block_arg_list(block)
        self._parse_token(MLIRTokenKind.COLON, "expected ':' after block name")
        self._parse_block_body(block)
        return block

    def _parse_optional_block_arg_list(self, block: Block) -> Block:
        def parse_argument() -> None:
            operand = self.parse_unresolved_operand()
            self._parse_token(MLIRTokenKind.COLON, "expected ':' and type for SSA operand")
            type = self.canonical_type(self.parse_type())
            location = self.parse_optional_location() or self.location_at(operand.span.start)
            argument = block.insert_arg(type, len(block.args), location)
            self._register_ssa_definition(operand.operand_name, (argument,), operand.span)

        self.parse_comma_separated_list(self.Delimiter.PAREN, parse_argument)
        return block

    def _parse_block_body(self, block: Block) -> None:
        """Parse the operations of a block; the ones that the memo knows are built at once."""
        memo = self._memo
        while True:
            line = memo.append_known(self, block)
            token = self._current_token
            if token.kind in _END_OF_BODY:
                return
            op = self.parse_operation()
            block.add_op(op)
            if line is not None:
                memo.learn(self, line, op)

    def _get_block_from_name(self, block_name: Span[Any]) -> Block:
        name = block_name.text[1:]
        known = self.blocks.get(name)
        if known is None:
            known = self.blocks[name] = (Block(), None)
        if known[1] is None:
            self.forward_block_references[name].append(block_name)
        return known[0]

    def parse_optional_successor(self) -> Block | None:
        """Parse `^name` if it is there."""
        token = self._parse_optional_token(MLIRTokenKind.CARET_IDENT)
        return None if token is None else self._get_block_from_name(token.span)

    def parse_successor(self) -> Block:
        """Parse `^name`."""
        block = self.parse_optional_successor()
        if block is None:
            self.raise_wrong_token("expected block name")
        return block

    def parse_successors(self) -> list[Block]:
        """Parse `[^name, ...]`."""
        return self.parse_comma_separated_list(
            self.Delimiter.SQUARE, self.parse_successor, " in successor list"
        )

    def _emit(
        self, position: Position, message: str, notes: Sequence[tuple[Position, str]] = ()
    ) -> None:
        attached = tuple(note(self.location_at(where), text) for where, text in notes)
        location = self.location_at(position)
        self.ctx.diagnostics.emit(Diagnostic(Severity.ERROR, location, message, attached))
