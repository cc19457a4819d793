"""A parser of names: SSA values, which are scoped by region, and location aliases.

A value may be used before its definition in the text; a placeholder replaces it until then. The
same holds for the alias in the trailing location of an operation. The rules and error messages are
MLIR's.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, AttributeInvT, Operation, SSAValue
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
from ttmlir_py.ir.reading.known_types import KnownTypes
from ttmlir_py.ir.reading.lexer import MlirLexer
from ttmlir_py.ir.writing.attributes import attribute_text


class ScopeParser(  # pyright: ignore[reportIncompatibleVariableOverride]
    MlirAttributeParser, Parser
):
    """A parser that resolves names. Locations refer to the file called `name`."""

    def __init__(self, ctx: MlirContext, input: str, name: str = "<stdin>"):
        state = ParserState(self.create_lexer(Input(input, name)))
        AttrParser.__init__(self, state, ctx)  # pyright: ignore[reportArgumentType]
        self.ssa_values: dict[str, tuple[SSAValue, ...]] = {}
        self.blocks = {}
        self.forward_block_references = defaultdict(list)
        self.forward_ssa_references = {}
        self.types = KnownTypes()
        self._values_by_text = {}
        self._distinct_attributes = {}
        self._file_names = {}
        self._line_numbers = {}
        self._definition_positions: dict[str, Position] = {}
        self._forward_positions: dict[tuple[str, int], Position] = {}
        self._scopes: list[list[str]] = [[]]
        self._forward_locations: dict[str, ForwardLocation] = {}
        self.source_map = SourceMap(input, name)

    def create_lexer(self, input: Input) -> MlirLexer:
        """Return the lexer that splits the text into tokens."""
        return MlirLexer(input)

    @property
    def default_dialect(self) -> str:
        """The dialect that operation names without a prefix belong to."""
        return self._parser_state.dialect_stack[-1]

    def location_at(self, position: Position) -> LocationAttr:
        """Return the file location of the character at `position` in the text."""
        return self.source_map.location(position)

    def parse_optional_location(self) -> LocationAttr | None:
        """Parse the trailing `loc(...)` of an operation or argument if present.

        An alias in it may be defined later.
        """
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
        """Return the location that `#alias` denotes, or a placeholder if the alias is not defined
        yet.
        """
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
        """Replace placeholders in and below `top` by the locations that their aliases denote."""
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

    def parse_optional_unresolved_operand(self) -> UnresolvedOperand | None:
        """Parse an operand `%name` or `%name#index` if present, otherwise return None."""
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
        """Parse an operand `%name` or `%name#index`."""
        operand = self.parse_optional_unresolved_operand()
        if operand is None:
            self.raise_wrong_token("expected SSA operand")
        return operand

    def resolve_operand(
        self, operand: UnresolvedOperand, type: AttributeInvT
    ) -> SSAValue[AttributeInvT]:
        """Return the value that `operand` names, or a placeholder if the value is defined later."""
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
        """Return the values that `args` name.

        Report an error at `error_pos` if there are more or fewer types than names.
        """
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
        """Bind `name` to `values`; report an error if the name is already defined in its scope."""
        self.ssa_values[name] = values
        self._definition_positions[name] = position
        self._scopes[-1].append(name)

    def _resolve_forward_uses(self, name: str, values: Sequence[SSAValue], span: Span[Any]) -> None:
        """Replace the placeholders for earlier uses of `name` by the defined `values`."""
        for index, forward in self.forward_ssa_references.pop(name).items():
            position = self._forward_positions.pop((name, index))
            if index >= len(values):
                self.raise_error("reference to invalid result number", position)
            value = values[index]
            if value.type != forward.type:
                self.raise_error(
                    f"definition of SSA value '%{name}#{index}' has type "
                    f"'{attribute_text(value.type)}'",
                    span.start,
                    notes=[
                        (
                            position,
                            f"previously used here with type '{attribute_text(forward.type)}'",
                        )
                    ],
                )
            forward.replace_all_uses_with(value)

    def _emit(
        self, position: Position, message: str, notes: Sequence[tuple[Position, str]] = ()
    ) -> None:
        attached = tuple(note(self.location_at(where), text) for where, text in notes)
        location = self.location_at(position)
        self.ctx.diagnostics.emit(Diagnostic(Severity.ERROR, location, message, attached))
