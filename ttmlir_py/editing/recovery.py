"""A parser that continues after an error, so that an editor shows several errors of a text.

After an error, the parser goes on behind the operation that contains it. The names which that
operation defines are then unknown: a use of them is no further error. Operations have the location
of their own text, even if the text gives them another one.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from xdsl.dialects.builtin import LocationAttr, UnrealizedConversionCastOp
from xdsl.ir import AttributeInvT, Block, Operation, SSAValue
from xdsl.parser.core import ForwardDeclaredValue, UnresolvedOperand
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Position, Span, Token
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind

from ttmlir_py.editing.structure import Statement, Structure
from ttmlir_py.editing.tokens import Kind
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.reading.known_lines import OperationMemo
from ttmlir_py.ir.reading.lexer import MlirLexer
from ttmlir_py.ir.reading.parser import MlirParser
from ttmlir_py.ir.reading.scopes import ScopeParser

_MISTAKES = (
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    NotImplementedError,
    ParseError,
    RecursionError,
    TypeError,
    ValueError,
    VerifyException,
)
"""The exceptions that parsers raise for malformed text."""
_END_OF_BODY = (MLIRTokenKind.R_BRACE, MLIRTokenKind.CARET_IDENT)


class CancelledError(Exception):
    """The error for a text that was edited while it was parsed."""


class _UnknownName(ParseError):
    """The use of a name that an earlier, reported error left undefined."""


class _Lexer(MlirLexer):
    """A lexer that reports text which is no token once per place, and skips it."""

    def __init__(self, input: Input) -> None:
        super().__init__(input)
        self.errors: list[ParseError] = []

    def lex(self) -> MLIRToken:
        while True:
            try:
                return super().lex()
            except ParseError as error:
                self.errors.append(error)
                self.pos = max(self.pos, error.span.start) + 1


class _Memo(OperationMemo):
    """A memo that gives operations the place of their text as location."""

    def location(self, parser: ScopeParser, match: re.Match[str]) -> LocationAttr:
        return parser.location_at(match.start() + 1)


class RecoveringParser(MlirParser):
    """A parser that reports every error of a text, whose statements `structure` has found.

    `is_outdated` is called for each operation. If it returns True, CancelledError is raised.
    """

    def __init__(
        self, context: MlirContext, text: str, name: str, structure: Structure, is_outdated: Any
    ) -> None:
        super().__init__(context, text, name)
        self._memo = _Memo()
        self._is_outdated = is_outdated
        self._starts = _line_starts(text)
        self._statements = {
            self._offset(each.line, each.start): each for each in structure.statements
        }
        self._defined_by: dict[int, list[str]] = {}
        for definition in structure.definitions:
            if definition.kind is Kind.VALUE and definition.statement is not None:
                names = self._defined_by.setdefault(id(definition.statement), [])
                names.append(definition.text[1:])
        self._unknown: set[str] = set()
        """The names whose definition has an error."""
        self.incomplete: set[int] = set()
        """The ids of operations with a region from which an operation is missing."""
        self._incomplete_blocks: list[Block] = []

    def create_lexer(self, input: Input) -> MlirLexer:
        """Return a lexer that skips text which is no token."""
        self._lexer = _Lexer(input)
        return self._lexer

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line] + column

    def parse_all(self) -> ModuleOp:
        """Return what can be parsed of the text, in a module. Errors become diagnostics."""
        top = self.parse_file(implicit_module=True)
        assert isinstance(top, ModuleOp)
        self._supply_operands(top)
        for block in self._incomplete_blocks:
            if (parent := block.parent_op()) is not None:
                self.incomplete.add(id(parent))
        for error in self._lexer.errors:
            self._emit(error.span.start, error.msg)
        return top

    def parse_file(self, *, implicit_module: bool = True) -> Operation:
        """Parse the whole text into a module."""
        ops: list[Operation] = []
        while (kind := self._current_token.kind) is not MLIRTokenKind.EOF:
            start = self.pos
            try:
                if kind in (MLIRTokenKind.HASH_IDENT, MLIRTokenKind.EXCLAMATION_IDENT):
                    if not self._skim_location_aliases():
                        self._parse_alias_def()
                elif kind is MLIRTokenKind.FILE_METADATA_BEGIN:
                    self._parse_file_metadata_dictionary()
                else:
                    ops.append(self.parse_operation())
            except _MISTAKES as error:
                self._recover(error, start, None)
        self._check_values_defined()
        if len(ops) == 1 and isinstance(ops[0], ModuleOp):
            top: Operation = ops[0]
        else:
            top = ModuleOp(ops)
            top.location = self.source_map.origin()
        try:
            self._resolve_forward_locations(top)
        except ParseError as error:
            self.report(error)
        return top

    def _parse_block_body(self, block: Block) -> None:
        memo = self._memo
        while True:
            if self._is_outdated():
                raise CancelledError
            line = memo.append_known(self, block)
            token = self._current_token
            if token.kind in _END_OF_BODY:
                return
            if token.kind is MLIRTokenKind.EOF:
                self._close_missing_brace(token)
                return
            start = self.pos
            depths = len(self._scopes), len(self._parser_state.dialect_stack)
            blocks = self.blocks, self.forward_block_references
            form = self.custom_op, self.op_position
            try:
                op = self.parse_operation()
            except _MISTAKES as error:
                self._leave(*depths)
                self.blocks, self.forward_block_references = blocks
                self.custom_op, self.op_position = form
                self._recover(error, start, block)
                continue
            block.add_op(op)
            if line is not None:
                memo.learn(self, line, op)

    def _close_missing_brace(self, token: Token[Any, Any]) -> None:
        """Report the end of the text within a region, and supply the brace that is missing."""
        if not self._reported_end:
            self._emit(token.span.start, "expected '}' to end a region")
            self._reported_end = True
        brace = Token(MLIRTokenKind.R_BRACE, token.span)
        self._parser_state.current_token = brace

    _reported_end = False

    def _leave(self, scopes: int, dialects: int) -> None:
        """Return from the regions and forms that the error has left open."""
        while len(self._scopes) > scopes:
            for name in self._scopes.pop():
                self.ssa_values.pop(name, None)
        del self._parser_state.dialect_stack[dialects:]

    def _recover(self, error: Exception, start: Position, block: Block | None) -> None:
        """Report `error` in the operation at `start`, and continue behind the operation."""
        if not isinstance(error, _UnknownName):
            self.report(error)
        if block is not None:
            self._incomplete_blocks.append(block)
        statement = self._statements.get(start)
        reached = max(self.pos, start + 1)
        if statement is None:
            self.resume_from(self._next_start(reached))
            return
        results = {name.text[1:] for name in statement.results}
        self._forget(results)
        arguments = set(self._defined_by.get(id(statement), ())) - results - self._unknown
        self._forget(arguments)
        self._parse_contents(statement)
        self._unknown -= arguments
        if statement.end_line < 0:
            self.resume_from(len(self._content))
            return
        self.resume_from(max(self._offset(statement.end_line, statement.end), start + 1))

    @property
    def _content(self) -> str:
        content: str = self.lexer.input.content
        return content

    def _next_start(self, position: Position) -> Position:
        """Return where the next operation starts, or the end of the line."""
        end = self._content.find("\n", position - 1)
        return len(self._content) if end < 0 else end

    def _parse_contents(self, statement: Statement) -> None:
        """Report the errors in the regions of an operation that has an error before them."""
        depths = len(self._scopes), len(self._parser_state.dialect_stack)
        for region in statement.regions:
            start = self._offset(region.open_line, region.open_column)
            self.resume_from(start)
            if self._current_token.kind is not MLIRTokenKind.L_BRACE:
                continue
            stack = self._parser_state.dialect_stack
            stack.append("func" if statement.name == "func.func" else stack[-1])
            try:
                self.parse_optional_region()
            except _MISTAKES as error:
                self.report(error)
            self._leave(*depths)

    def _forget(self, names: Iterable[str]) -> None:
        """Let uses of `names` have any type from here on, also those that came before."""
        for name in names:
            if name not in self.ssa_values:
                self._unknown.add(name)
                for index in self.forward_ssa_references.pop(name, {}):
                    self._forward_positions.pop((name, index), None)

    def resolve_operand(
        self, operand: UnresolvedOperand, type: AttributeInvT
    ) -> SSAValue[AttributeInvT]:
        """Return the value that `operand` names, also after an error in its definition."""
        name = operand.operand_name
        if name in self._unknown and name not in self.ssa_values:
            return ForwardDeclaredValue(type)
        return super().resolve_operand(operand, type)

    def _parse_optional_operand_without_type(self) -> SSAValue | None:
        start = self._current_token
        name = start.text[1:]
        is_value = start.kind is MLIRTokenKind.PERCENT_IDENT
        if is_value and name not in self.ssa_values and name in self._unknown:
            raise _UnknownName(start.span, "unknown name")
        return super()._parse_optional_operand_without_type()

    def _register_ssa_definition(
        self, name: str, values: Sequence[SSAValue], span: Span[Any]
    ) -> None:
        super()._register_ssa_definition(name, values, span)
        self._unknown.discard(name)

    def _check_values_defined(self) -> None:
        for position in sorted(self._forward_positions.values()):
            self._emit(position, "use of undeclared SSA value name")
        self._forward_positions.clear()
        self.forward_ssa_references.clear()

    def _supply_operands(self, top: Operation) -> None:
        """Define each operand that nothing in `top` defines just before its user, so that the
        verifier reports nothing but further errors.
        """
        defined: set[int] = set()
        for op in top.walk():
            defined.update(map(id, op.results))
            for region in op.regions:
                for block in region.blocks:
                    defined.update(map(id, block.args))
        for op in list(top.walk()):
            for index, operand in enumerate(op.operands):
                if id(operand) not in defined and op.parent is not None:
                    made = UnrealizedConversionCastOp.build(
                        operands=[[]], result_types=[[operand.type]]
                    )
                    op.parent.insert_op_before(made, op)
                    op.operands[index] = made.results[0]

    def _check_blocks_defined(self) -> None:
        for spans in self.forward_block_references.values():
            for span in spans[:1]:
                self._emit(span.start, "reference to an undefined block")

    def parse_optional_location(self) -> LocationAttr | None:
        """Parse and check a location, but leave operations at the place of their text."""
        super().parse_optional_location()
        return None


def _line_starts(text: str) -> list[int]:
    """Return the offset of the first character of each line."""
    return [0, *(match.end() for match in re.finditer("\n", text))]


def is_placeholder(op: Operation) -> bool:
    """Whether the parser made `op` for a value whose definition has an error."""
    return isinstance(op, UnrealizedConversionCastOp) and not op.operands
