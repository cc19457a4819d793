"""A parser of regions and blocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from xdsl.ir import Block, BlockArgument, Region
from xdsl.parser import Parser
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ttmlir_py.ir.construction import attach_arguments
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.memo import Kinds
from ttmlir_py.ir.reading.known_lines import OperationMemo
from ttmlir_py.ir.reading.scopes import ScopeParser

_END_OF_BODY = (MLIRTokenKind.R_BRACE, MLIRTokenKind.CARET_IDENT)


class RegionParser(ScopeParser):
    """A parser of regions and blocks. Locations refer to the file called `name`."""

    def __init__(self, ctx: MlirContext, input: str, name: str = "<stdin>"):
        super().__init__(ctx, input, name)
        self._memo = OperationMemo()

    @property
    def kinds(self) -> Kinds:
        """Maps operations to their kinds. It contains the operations whose lines differ from
        earlier lines only in names and locations.
        """
        return self._memo.kinds

    def parse_optional_region(
        self, arguments: Iterable[Parser.Argument] | None = None
    ) -> Region | None:
        """Parse a region `{...}` if present, otherwise return None.

        `arguments` become the arguments of the entry block.
        """
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

    def parse_region(self, arguments: Iterable[Parser.Argument] | None = None) -> Region:
        """Parse a region `{...}`; `arguments` become the arguments of the entry block."""
        region = self.parse_optional_region(arguments)
        if region is None:
            self.raise_wrong_token("expected '{' to begin a region")
        return region

    def parse_region_list(self) -> list[Region]:
        """Parse a list of regions `({...}, ...)`; return an empty list if it is missing."""
        if self._parse_optional_token(MLIRTokenKind.L_PAREN) is None:
            return []
        regions = [self.parse_region()]
        while self._parse_optional_token(MLIRTokenKind.COMMA) is not None:
            regions.append(self.parse_region())
        self.parse_punctuation(")", " to end region list")
        return regions

    def _parse_entry_block(self, region: Region, arguments: list[Parser.Argument]) -> None:
        """Parse the first block of a region, which needs no label.

        It must not have a label if `arguments` is not empty.
        """
        if self._current_token.kind is MLIRTokenKind.CARET_IDENT:
            if arguments:
                self.raise_error("invalid block name in region with named arguments")
            region.add_block(self._parse_block())
            return
        block = Block()
        values: list[BlockArgument] = []
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
            value = BlockArgument(argument.type, block, len(values), location)
            values.append(value)
            self._register_ssa_definition(name, (value,), argument.name)
        attach_arguments(block, values)
        region.add_block(block)
        self._parse_block_body(block)

    def _check_blocks_defined(self) -> None:
        """Report block names that are used as successors but never defined."""
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
        arguments: list[BlockArgument] = []

        def parse_argument() -> None:
            operand = self.parse_unresolved_operand()
            self._parse_token(MLIRTokenKind.COLON, "expected ':' and type for SSA operand")
            type = self.types.canonical(self.parse_type())
            location = self.parse_optional_location() or self.location_at(operand.span.start)
            argument = BlockArgument(type, block, len(arguments), location)
            arguments.append(argument)
            self._register_ssa_definition(operand.operand_name, (argument,), operand.span)

        self.parse_comma_separated_list(self.Delimiter.PAREN, parse_argument)
        attach_arguments(block, arguments)
        return block

    def _parse_block_body(self, block: Block) -> None:
        """Parse the operations of a block; operations whose lines are in the memo are built at
        once.
        """
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
        """Parse a successor `^name` if present, otherwise return None."""
        token = self._parse_optional_token(MLIRTokenKind.CARET_IDENT)
        return None if token is None else self._get_block_from_name(token.span)

    def parse_successor(self) -> Block:
        """Parse a successor `^name`."""
        block = self.parse_optional_successor()
        if block is None:
            self.raise_wrong_token("expected block name")
        return block

    def parse_successors(self) -> list[Block]:
        """Parse a list of successors `[^name, ...]`."""
        return self.parse_comma_separated_list(
            self.Delimiter.SQUARE, self.parse_successor, " in successor list"
        )
