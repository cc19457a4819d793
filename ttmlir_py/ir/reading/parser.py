"""The parser of MLIR modules: operations, alias definitions and file metadata.

The entry point is `parse_module(text, context)`. The grammar, the scoping rules and the error
messages are MLIR's. Operations with a custom form are parsed by their external model or their
class. `known_lines` makes repeated lines cheap.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects.builtin import DenseArrayBase, DictionaryAttr, UnknownLoc, UnregisteredOp, i32
from xdsl.ir import Attribute, Block, Operation
from xdsl.irdl import IRDLOperation
from xdsl.parser.core import UnresolvedOperand
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Position, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ttmlir_py.common.contents import advice_for_binary
from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.ir.checking.verifier import verify_or_raise
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.custom_form import fail
from ttmlir_py.ir.definition.properties import (
    inherent_attribute_error,
    property_conversion_error,
    segment_counts,
)
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.external_models import default_dialect, models_for
from ttmlir_py.ir.locations import SourceMap
from ttmlir_py.ir.memo import Kinds
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.narrowing import is_dense_array
from ttmlir_py.ir.reading.aliases import ALIAS_DEFINITION, AliasDefinitions
from ttmlir_py.ir.reading.attributes import INTEGER_TYPE
from ttmlir_py.ir.reading.container_types import (
    WrongContainerError,
    type_position,
    wrong_container,
)
from ttmlir_py.ir.reading.declarative import has_format, parse_unverified
from ttmlir_py.ir.reading.regions import RegionParser
from ttmlir_py.ir.reading.resources import normal_resource, resource_mistake
from ttmlir_py.ir.writing.attributes import quoted

_NO_NAME = "expected operation name in quotes"
_NOT_ALLOWED = (
    "operation being parsed with an unregistered dialect. If this is intended, please use"
    " -allow-unregistered-dialect with the MLIR tool used"
)
ParsedT = TypeVar("ParsedT")


@dataclass(frozen=True, eq=False, repr=False)
class _InherentNames:
    """The names of the inherent attributes of an operation class, grouped by where xDSL stores
    them.
    """

    properties: frozenset[str]
    attributes: frozenset[str]
    segments: dict[str, DenseArrayBase[Any]]
    """Maps each attribute that holds segment sizes to the default for texts without the
    attribute.
    """


class MlirParser(RegionParser):
    """The parser of one text into operations."""

    op_position: Position = 0
    """The position of the name of the operation whose custom form is being parsed."""

    def __init__(self, ctx: MlirContext, input: str, name: str = "<stdin>"):
        super().__init__(ctx, input, name)
        self.attribute_aliases = self._aliases = AliasDefinitions()
        self.resources: dict[str, dict[str, dict[str, str]]] = {}
        self._inherent_names: dict[type[Operation], _InherentNames] = {}
        self._resource_keys: dict[tuple[str, str], str] = {}

    def parse_optional_operation(self) -> Operation | None:
        """Parse an operation if one starts at the current token, otherwise return None."""
        if self._current_token.kind in (
            MLIRTokenKind.PERCENT_IDENT,
            MLIRTokenKind.BARE_IDENT,
            MLIRTokenKind.STRING_LIT,
        ):
            return self.parse_operation()
        return None

    def parse_operation(self) -> Operation:
        """Parse `%results = "name"(...)...`, or an operation in its custom form."""
        start = self._current_token.span
        bound = self._parse_op_result_list()
        token = self._current_token
        location = self.location_at(token.span.start)
        if token.kind is MLIRTokenKind.BARE_IDENT:
            op = self._parse_custom_operation()
        elif token.kind is MLIRTokenKind.STRING_LIT:
            op = self._parse_quoted_operation()
        else:
            self.raise_wrong_token(_NO_NAME)
        if (trailing := self.parse_optional_location()) is not None:
            op.location = trailing
        elif isinstance(op.location, UnknownLoc):  # A custom form may have set the location itself.
            op.location = location
        if bound:
            self._bind_results(op, bound, start)
        return op

    def _bind_results(
        self, op: Operation, bound: list[tuple[Span[Any], int]], start: Span[Any]
    ) -> None:
        """Bind the names before `=` to the results of `op`; report a wrong number of names.

        `bound` holds each name with its number of results.
        """
        count = sum(size for _, size in bound)
        if not op.results:
            self.raise_error("cannot name an operation with no results", start.start)
        if count != len(op.results):
            self.raise_error(
                f"operation defines {len(op.results)} results but was provided {count} to bind",
                start.start,
            )
        index = 0
        for span, size in bound:
            self._register_ssa_definition(span.text[1:], op.results[index : index + size], span)
            index += size

    def _parse_op_result_list(self) -> list[tuple[Span[Any], int]]:
        if self._current_token.kind is not MLIRTokenKind.PERCENT_IDENT:
            return []
        results = self.parse_comma_separated_list(self.Delimiter.NONE, self._parse_op_result)
        self._parse_token(MLIRTokenKind.EQUAL, "expected '=' after SSA name")
        return results

    def _parse_op_result(self) -> tuple[Span[Any], int]:
        name = self._parse_token(MLIRTokenKind.PERCENT_IDENT, "expected valid ssa identifier")
        if self._parse_optional_token(MLIRTokenKind.COLON) is None:
            return name.span, 1
        size = self._current_token
        if size.kind is not MLIRTokenKind.INTEGER_LIT:
            self.raise_wrong_token("expected integer number of results")
        count = size.kind.get_int_value(size.span)
        if count < 1:
            self.raise_error("expected named operation to have at least 1 result")
        self._consume_token()
        return name.span, count

    def _parse_custom_operation(self) -> Operation:
        token = self._current_token
        self._consume_token()
        op_class = self._custom_operation_class(token.text, token.span.start)
        name = op_class.name
        parse: Any = models_for(op_class).parsers.get(name)
        if parse is None:
            if getattr(op_class.parse, "__func__", None) is getattr(
                Operation.parse, "__func__", None
            ):
                fail(self, name, "has no custom assembly form", token.span.start)
            parse = op_class.parse
        stack = self._parser_state.dialect_stack
        stack.append(default_dialect(op_class))
        outer = self.custom_op, self.op_position
        self.custom_op, self.op_position = name, token.span.start
        op = self._parse_custom_form(op_class, parse)
        self.custom_op, self.op_position = outer
        stack.pop()
        return op

    def _parse_custom_form(
        self, op_class: type[Operation], parse: Callable[[Any], Operation]
    ) -> Operation:
        """Parse everything after the operation name with `parse`.

        Report a type that is not the container that the operation needs at the type, like MLIR's
        generated parsers. The verifier reports it if the form has no such type.
        """
        position = self.pos
        try:
            op = self._parse_any_types(op_class, parse)
            wrong = None if op.regions else wrong_container(op)
        except WrongContainerError as error:
            op, wrong = None, error.type
        if wrong is not None:
            start = type_position(self, parse, position, wrong)
            if op is None or start is not None:
                fail(self, op_class.name, "invalid kind of type specified", start)
        assert op is not None
        return op

    def _parse_any_types(
        self, op_class: type[Operation], parse: Callable[[Any], Operation]
    ) -> Operation:
        """Parse everything after the operation name with `parse`. If types violate the constraints
        of a declarative format, parse it without verification.
        """
        position = self.pos
        try:
            return parse(self)
        except VerifyException:
            if not issubclass(op_class, IRDLOperation) or not has_format(op_class):
                raise
            self.resume_from(position)
            return parse_unverified(self, op_class)

    def parse_custom_operation_name(self) -> type[Operation] | None:
        """Parse the name of an operation in custom form. Return its class, or None if it is
        unknown.
        """
        token = self._parse_token(MLIRTokenKind.BARE_IDENT, "expected bare identifier")
        name = token.text if "." in token.text else f"{self.default_dialect}.{token.text}"
        return self.ctx.get_optional_op(name)

    def _custom_operation_class(self, spelling: str, position: Position) -> type[Operation]:
        """Return the class of the operation called `spelling` in custom form.

        A name without a dot belongs to the default dialect.
        """
        name = spelling
        if "." not in spelling:
            name = f"{self._parser_state.dialect_stack[-1]}.{spelling}"
        dialect = name.split(".", 1)[0]
        tried = f" (tried '{name}' as well)" if name != spelling else ""
        if not self.ctx.is_dialect_registered(dialect):
            names = ", ".join(self.ctx.dialect_names())
            self.raise_error(
                f"Dialect `{dialect}' not found for custom op '{spelling}' {tried}",
                position,
                notes=[(position, f"Registered dialects: {names}")],
            )
        op_class = self.ctx.get_optional_op(name)
        if op_class is None or issubclass(op_class, UnregisteredOp):
            if INTEGER_TYPE.fullmatch(spelling):  # MLIR has a kind of token for them.
                self.resume_from(position)
                self.raise_wrong_token(_NO_NAME)
            advice = self.ctx.similar_operation(name)
            notes = [(position, advice)] if advice else ()
            self.raise_error(f"custom op '{spelling}' is unknown{tried}", position, notes=notes)
        return op_class

    def _parse_quoted_operation(self) -> Operation:
        position = self.pos
        name = self.parse_str_literal()
        if not name:
            self.raise_error("empty operation name is invalid", position)
        op_class = self._quoted_operation_class(name)
        return self._parse_generic_form(op_class, position)

    def _quoted_operation_class(self, name: str) -> type[Operation]:
        """Return the class of the operation `name` in generic form.

        The verifier reports unknown operations.
        """
        context = self.ctx
        dialect = name.split(".", 1)[0]
        registered = context.is_dialect_registered(dialect)
        if not registered and not context.allow_unregistered:
            self.raise_error(_NOT_ALLOWED)
        return context.get_operation_class(name)

    def _parse_generic_form(self, op_type: type[Operation], start: Position) -> Operation:
        self.parse_punctuation("(", " to start operand list")
        args: list[UnresolvedOperand] = []
        if self._current_token.kind is MLIRTokenKind.PERCENT_IDENT:
            args = self.parse_comma_separated_list(
                self.Delimiter.NONE, self.parse_unresolved_operand
            )
        self.parse_punctuation(")", " to end operand list")
        successors: list[Block] = []
        if self._current_token.kind is MLIRTokenKind.L_SQUARE:
            if not op_type.has_trait(IsTerminator, value_if_unregistered=True):
                self.raise_error("successors in non-terminator")
            successors = self.parse_successors()
        given = self._parse_properties()
        regions = self.parse_region_list()
        attributes = self.parse_optional_dictionary_attr_dict()
        self._parse_token(MLIRTokenKind.COLON, "expected ':' followed by operation type")
        position = self.pos
        signature = self.parse_optional_function_type()
        if signature is None:
            self.parse_type()
            self.raise_error("expected function type", position)
        operands = self.resolve_operands(args, signature.inputs.data, position)
        if isinstance(given, Attribute):
            words = f"invalid properties {quoted(given)[1:-1]} for op {op_type.name}"
            self.raise_error(f"{words}: expected DictionaryAttr to set properties", start)
        if issubclass(op_type, IRDLOperation):
            self._check_inherent_attributes(op_type, given, attributes, start)
            given, attributes = self._split_attributes(op_type, given or {}, attributes, start)
        canonical = self.types.canonical
        return op_type.create(
            operands=operands,
            result_types=[canonical(type) for type in signature.outputs.data],
            properties=given or {},
            attributes=attributes,
            successors=successors,
            regions=regions,
        )

    def _parse_properties(self) -> dict[str, Attribute] | Attribute | None:
        """Parse `<{name = value, ...}>` if present, otherwise return None.

        Any other attribute in `<...>` is returned for the caller to reject.
        """
        if self._parse_optional_token(MLIRTokenKind.LESS) is None:
            return None
        if self._current_token.kind is MLIRTokenKind.L_BRACE:
            properties = self.parse_entries()
            self.parse_punctuation(">", " to close properties")
            return properties
        other = self.parse_attribute()
        self.parse_punctuation(">", " to close properties")
        return dict(other.data) if isinstance(other, DictionaryAttr) else other

    def _check_inherent_attributes(
        self,
        op_class: type[IRDLOperation],
        given: dict[str, Attribute] | None,
        attributes: dict[str, Attribute],
        start: Position,
    ) -> None:
        """Report an attribute in `<{}>` (`given`) that a property of the class cannot store.

        Without `<{}>`, report an attribute in `{}` (`attributes`) that violates its constraint.
        """
        if given is None:
            error = inherent_attribute_error(op_class, attributes) if attributes else None
            if error is not None:
                self.raise_error(f"'{op_class.name}' op {error}", start)
            return
        error = property_conversion_error(op_class, given)
        if error is not None:
            text = quoted(DictionaryAttr(given))[1:-1]
            self.raise_error(f"invalid properties {text} for op {op_class.name}: {error}", start)

    def _split_attributes(
        self,
        op_class: type[IRDLOperation],
        given: dict[str, Attribute],
        attributes: dict[str, Attribute],
        start: Position,
    ) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
        """Sort the entries of `<{}>` (`given`) and `{}` (`attributes`) into properties and other
        attributes.

        Inherent attributes may be in either. Other names in `<{}>` are dropped, as in MLIR, because
        modules written for MLIR contain such names. Segment sizes that are missing or invalid
        become zeros.
        """
        names = self._inherent_names.get(op_class)
        if names is None:
            names = self._inherent_names[op_class] = _inherent_names(op_class)
        properties: dict[str, Attribute] = {}
        for name in [name for name in attributes if name in names.properties]:
            properties[name] = attributes.pop(name)
        for name, value in given.items():
            if name in names.properties:
                properties[name] = value
            elif name in names.attributes:
                attributes[name] = value
            elif self.ctx.refuses_unknown_properties:
                self.raise_error(
                    f"'{op_class.name}' op has no property '{name}' in text of tt-mlir "
                    f"{self.ctx.revision}",
                    start,
                )
            elif getattr(op_class, "WARNS_OF_UNKNOWN_PROPERTIES", False):
                self.ctx.diagnostics.warn(
                    WarningKind.DROPPED_PROPERTY,
                    self.location_at(start),
                    f"'{op_class.name}' op has no property '{name}': it is dropped",
                )
        for name, zeros in names.segments.items():
            stored = properties if name in names.properties else attributes
            sizes = stored.get(name)
            if not (is_dense_array(sizes) and sizes.elt_type == i32 and len(sizes) == len(zeros)):
                stored[name] = zeros
        return properties, attributes

    def parse_file(self, *, implicit_module: bool = True) -> Operation:
        """Parse the whole text: one operation, or a module around several.

        Without `implicit_module`, the text must be one operation.
        """
        ops: list[Operation] = []
        while (kind := self._current_token.kind) is not MLIRTokenKind.EOF:
            if kind in (MLIRTokenKind.HASH_IDENT, MLIRTokenKind.EXCLAMATION_IDENT):
                if not self._skim_location_aliases():
                    self._parse_alias_def()
            elif kind is MLIRTokenKind.FILE_METADATA_BEGIN:
                self._parse_file_metadata_dictionary()
            else:
                ops.append(self.parse_operation())
        self._check_values_defined()
        if len(ops) == 1 and (isinstance(ops[0], ModuleOp) or not implicit_module):
            top = ops[0]
        elif implicit_module:
            top = ModuleOp(ops)
            top.location = self.source_map.origin()
        else:
            location = self.source_map.origin()
            self.ctx.diagnostics.emit_error(
                location,
                "source must contain a single top-level operation, found: " + str(len(ops)),
            )
            raise CompilationError
        self._resolve_forward_locations(top)
        if self.resources and isinstance(top, ModuleOp):
            top.resources = self.resources
        return top

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """Parse the whole text as one module."""
        top = self.parse_file(implicit_module=allow_implicit_module)
        if not isinstance(top, ModuleOp):
            self.raise_error("expected a 'builtin.module' op", 0)
        return top

    def check_end(self) -> None:
        """Report text that follows an attribute or a type which is parsed on its own."""
        token = self._current_token
        if token.kind is not MLIRTokenKind.EOF:
            rest = self.lexer.input.content[token.span.start :]
            self.raise_error(f"found trailing characters: '{rest}'", token.span.start)

    def _check_values_defined(self) -> None:
        """Report each value that is used but never defined."""
        positions = sorted(self._forward_positions.values())
        for position in positions[:-1]:
            self._emit(position, "use of undeclared SSA value name")
        if positions:
            self.raise_error("use of undeclared SSA value name", positions[-1])

    def _skim_location_aliases(self) -> bool:
        """Record the lines from here on that define aliases of simple locations.

        Return False if the current line is not one of these.
        """
        content: str = self.lexer.input.content
        start = position = self.token.span.start
        while (line := ALIAS_DEFINITION.match(content, position)) and self._aliases.postpone(line):
            position = line.end()
        if position == start:
            return False
        self.resume_from(position)
        return True

    def _parse_alias_def(self) -> None:
        """Parse an alias definition, `#name = attribute` or `!name = type`."""
        token = self._current_token
        is_type = token.kind is MLIRTokenKind.EXCLAMATION_IDENT
        kind = "type" if is_type else "attribute"
        if token.text in self.attribute_aliases:
            self.raise_error(f"redefinition of {kind} alias id '{token.text[1:]}'")
        if "." in token.text:
            self.raise_error(f"{kind} names with a '.' are reserved for dialect-defined names")
        self._consume_token()
        self._parse_token(MLIRTokenKind.EQUAL, f"expected '=' in {kind} alias definition")
        value = self.parse_type() if is_type else self.parse_attribute()
        self.attribute_aliases[token.text] = value

    def _parse_dialect_resource_handle(
        self, dialect_name: str, interface: OpAsmDialectInterface
    ) -> str:
        """Parse the key of a resource and return the context's key for that resource."""
        key = self.parse_identifier(context_msg=" for resource handle")
        known = self._resource_keys.get((dialect_name, key))
        if known is None:
            known = self._resource_keys[dialect_name, key] = interface.declare_resource(key)
        return known

    def _parse_file_metadata_dictionary(self) -> None:
        """Parse the metadata `{-# section: { group: { key: value } } #-}`, and store the text of
        each value.
        """
        self.parse_comma_separated_list(self.Delimiter.METADATA_TOKEN, self._parse_metadata_section)

    def _parse_metadata_section(self) -> None:
        position = self.pos
        section = self.parse_identifier()
        if section not in ("dialect_resources", "external_resources"):
            self.raise_error(f"unknown key '{section}' in file metadata dictionary", position)
        self.parse_punctuation(":")
        groups = self.resources.setdefault(section, {})

        def parse_group() -> None:
            position = self.pos
            name = self.parse_identifier()
            self.parse_punctuation(":")
            if section == "dialect_resources":
                self._check_has_resources(name, position)
            entries = groups.setdefault(name, {})
            self.parse_comma_separated_list(
                self.Delimiter.BRACES, lambda: self._parse_resource_entry(section, name, entries)
            )

        self.parse_comma_separated_list(self.Delimiter.BRACES, parse_group)

    def _check_has_resources(self, dialect_name: str, position: Position) -> None:
        dialect = self.ctx.get_optional_dialect(dialect_name)
        if dialect is None:
            self.raise_error(f"dialect '{dialect_name}' is unknown", position)
        if dialect.get_interface(OpAsmDialectInterface) is None:
            self.raise_error(f"unexpected 'resource' section for dialect '{dialect_name}'")

    def _parse_resource_entry(self, section: str, group: str, entries: dict[str, str]) -> None:
        position = self.pos
        key = self.parse_identifier_or_str_literal()
        self.parse_punctuation(":")
        token = self._current_token
        is_blob = section == "dialect_resources"
        mistake = resource_mistake(token.text, is_blob=is_blob)
        if mistake is not None:
            self.raise_error(mistake.format(key=key))
        self._consume_token()
        if is_blob:
            key = self._resource_keys.get((group, key), key)
        elif (read := self.ctx.resource_readers.get(group)) is not None:
            try:
                return read(key, token.text)
            except LookupError as error:
                self.raise_error(error.args[0], position)
            except ValueError as error:
                self.raise_error(str(error), token.span)
        entries[key] = normal_resource(token.text)

    def report(self, error: Exception) -> None:
        """Emit the diagnostic for `error`, which stopped the parser."""
        if isinstance(error, ParseError):
            notes: Sequence[tuple[Position, str]] = getattr(error, "notes", ())
            self._emit(error.span.start, error.msg, notes)
            following: Sequence[tuple[Position, str]] = getattr(error, "following", ())
            for position, message in following:
                self._emit(position, message)
        elif isinstance(error, RecursionError):
            self._emit(self.pos, "nested too deeply")
        elif isinstance(error, ValueError | VerifyException):
            self._emit(self.pos, f"invalid text: {error}")
        else:
            self._emit(self.pos, "invalid text")


def _inherent_names(op_class: type[IRDLOperation]) -> _InherentNames:
    definition = op_class.get_irdl_definition()
    counts = segment_counts(op_class)
    return _InherentNames(
        frozenset(definition.properties),
        frozenset(definition.attributes),
        {name: DenseArrayBase.from_list(i32, [0] * count) for name, count in counts.items()},
    )


def parse_operation_text(
    text: str,
    context: MlirContext,
    file_name: str,
    *,
    implicit_module: bool = True,
    kinds: Kinds | None = None,
) -> Operation:
    """Parse `text` and return its operation. Raises CompilationError after emitting the
    diagnostics.

    Without `implicit_module`, the text must be one operation. `kinds` receives the kinds of
    operations that the parser found.
    """
    with context.diagnostics.raising():
        return _parse_text(text, context, file_name, implicit_module, kinds)


def parse_attribute_text(
    text: str, context: MlirContext, file_name: str, *, is_type: bool = False
) -> Attribute:
    """Parse a text that holds one attribute, or one type. Raises CompilationError."""

    def parse(parser: MlirParser) -> Attribute:
        found = parser.parse_type() if is_type else parser.parse_attribute()
        parser.check_end()
        return found

    with context.diagnostics.raising():
        return _parsed(text, context, file_name, parse)


def _parse_text(
    text: str, context: MlirContext, file_name: str, implicit_module: bool, kinds: Kinds | None
) -> Operation:
    engine = context.diagnostics
    if (advice := advice_for_binary(text)) is not None:
        engine.emit_error(SourceMap("", file_name).origin(), advice)
        raise CompilationError

    def parse(parser: MlirParser) -> Operation:
        op = parser.parse_file(implicit_module=implicit_module)
        if kinds is not None:
            kinds.update(parser.kinds)
        if isinstance(op, ModuleOp):
            op.revision = context.revision
        return op

    return _parsed(text, context, file_name, parse)


def _parsed(
    text: str, context: MlirContext, file_name: str, parse: Callable[[MlirParser], ParsedT]
) -> ParsedT:
    """Return what `parse` reads from a text. Errors become diagnostics and a CompilationError."""
    engine = context.diagnostics
    engine.register_source(file_name, text)
    parser: MlirParser | None = None
    try:
        parser = MlirParser(context, text, file_name)
        return parse(parser)
    except ParseError as error:
        if parser is None:  # If the first token is invalid, there is no parser yet.
            engine.emit_error(SourceMap(text, file_name).location(error.span.start), error.msg)
        else:
            parser.report(error)
    except (
        AssertionError,
        IndexError,
        KeyError,
        NotImplementedError,
        RecursionError,
        TypeError,
        ValueError,
        VerifyException,
    ) as error:
        # xDSL's parsers raise these exceptions on malformed text.
        assert parser is not None
        parser.report(error)
    raise CompilationError


def parse_module(
    text: str, context: MlirContext, *, file_name: str = "<stdin>", verify: bool = False
) -> ModuleOp:
    """Parse `text` as a module and optionally verify it.

    Text that is not exactly one module is wrapped in one. Raises CompilationError.
    """
    kinds: Kinds = {}
    module = parse_operation_text(text, context, file_name, kinds=kinds)
    assert isinstance(module, ModuleOp)
    if verify:
        verify_or_raise(module, context, kinds)
    return module
