"""Custom forms of operations, declared as in ODS: `FORM` holds the text of an `assemblyFormat`.

    @op_definition
    class IotaOp(FormattedOperation):
        name = "stablehlo.iota"
        FORM = "`dim` `=` $iota_dimension attr-dict `:` type($output)"

The form is compiled when the first operation of its class is parsed or printed. Spaces are printed
where MLIR's generator prints them, and error messages are those of the generated parser.

Supported elements: `` `literal` ``, `` `` `` (no space), `$operand`, `$attribute`, `operands`,
`results`, `attr-dict`, `type(...)`, `functional-type(operands, results)`, optional groups `(...
$anchor^ ...)?` and `(...):(...)?`, and `custom<Name>(...)`, which is defined in `DIRECTIVES` of the
class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self, cast

from xdsl.dialects.builtin import DenseArrayBase, FunctionType, IntegerType, UnitAttr
from xdsl.ir import Attribute, Data, Region, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, OptionalDef, VariadicDef
from xdsl.parser import AttrParser, Parser
from xdsl.parser.core import UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.lexer import Position

from ttmlir_py.ir.definition.attribute_format import print_stripped
from ttmlir_py.ir.definition.constraints import (
    DenseBoolArrayAttr,
    DenseI64ArrayAttr,
    Described,
    UnitAttrConstraint,
)
from ttmlir_py.ir.definition.custom_form import (
    complain,
    op_position,
    parse_i64_list,
    resolve_operands,
)
from ttmlir_py.ir.definition.operations import OdsOperation, invariants_of
from ttmlir_py.ir.definition.properties import inherent_attribute_error
from ttmlir_py.ir.definition.spacing import Spacing
from ttmlir_py.ir.narrowing import is_integer_attr
from ttmlir_py.ir.reading.tokens import MlirParseError


class ParsedForm:
    """The parts of an operation that were parsed so far: operands, types and attributes by their
    names.
    """

    def __init__(self, op_class: type[OdsOperation]) -> None:
        self.op_class = op_class
        self.operands: dict[str, list[UnresolvedOperand]] = {}
        self.positions: dict[str, Position] = {}
        """Maps the name of each operand group to the position in the text where it starts."""
        self.types: dict[str, list[Attribute]] = {}
        """Maps the name of an operand or result to its types.

        The keys `operands` and `results` hold the types of all operands and all results.
        """
        self.properties: dict[str, Attribute] = {}
        self.attributes: dict[str, Attribute] = {}
        self.regions: list[Region] = []


class CustomDirective(NamedTuple):
    """A parser and a printer for the element `custom<Name>(...)` of a format.

    The last argument of both holds the names in parentheses, without `$`, `type()` and `ref()`.
    """

    parse: Callable[[Any, ParsedForm, Sequence[str]], None]
    """Parses the element; called with the parser and the parts parsed so far."""
    print: Callable[[Any, Any, Sequence[str]], None]
    """Prints the element; called with the printer and the operation."""


class FormattedOperation(OdsOperation):
    """Base class of operations whose custom form is declared as in ODS, in `FORM`."""

    FORM: ClassVar[str] = ""
    DIRECTIVES: ClassVar[Mapping[str, CustomDirective]] = {}

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything after the operation name."""
        return cls.parse_form(parser)

    @classmethod
    def parse_form(
        cls, parser: Parser, complete: Callable[[ParsedForm], None] | None = None
    ) -> Self:
        """Parse the custom form; then call `complete`, which can derive missing parts from parsed
        ones.
        """
        state = ParsedForm(cls)
        for directive in compiled_form(cls):
            directive.parse(parser, state)
        if complete is not None:
            complete(state)
        return cast(Self, create_parsed(parser, state, state.regions))

    def print(self, printer: Printer) -> None:
        """Print everything after the operation name."""
        for directive in compiled_form(type(self)):
            directive.print(printer, self)


def values_of(op: FormattedOperation, name: str) -> Sequence[SSAValue]:
    """Return the operands or results of `op` called `name`.

    The names `operands` and `results` denote all operands and all results.
    """
    if name in ("operands", "results"):
        return getattr(op, name)
    value: Any = getattr(op, name)
    if value is None:
        return ()
    return cast(Sequence[SSAValue], [value] if isinstance(value, SSAValue) else value)


def print_values(printer: Printer, values: Sequence[SSAValue]) -> None:
    """Print the names of `values`: `%a, %b`."""
    printer.print_list(values, printer.print_ssa_value)


def print_types(printer: Printer, types: Sequence[Attribute]) -> None:
    """Print `types`: `i32, f32`."""
    printer.print_list(types, printer.print_attribute)


def parse_operand_group(parser: Any, state: ParsedForm, name: str) -> None:
    """Parse the operands called `name`, separated by commas; there may be no operand."""
    state.positions[name] = parser.pos
    operands = state.operands[name] = []
    operand = parser.parse_optional_unresolved_operand()
    if operand is None:
        return
    operands.append(operand)
    while parser.parse_optional_punctuation(",") is not None:
        operands.append(parser.parse_unresolved_operand())


class Literal:
    """A keyword or punctuation in a format.

    A blank or empty literal only affects the space before the next element.
    """

    def __init__(self, lead: str, text: str) -> None:
        self.text = text
        self.is_keyword = text.isidentifier()
        self.is_space = not text.strip()
        self.printed = lead + text

    def parse(self, parser: Any, state: ParsedForm) -> None:
        """Parse the literal; report an error if it is missing."""
        if self.is_keyword:
            parser.parse_keyword(self.text)
        elif not self.is_space:
            parser.parse_punctuation(self.text)

    def parse_optional(self, parser: Any, state: ParsedForm) -> bool:
        """Parse the literal if it is the next token. Return whether it was."""
        if self.is_keyword:
            return parser.parse_optional_keyword(self.text) is not None
        return parser.parse_optional_punctuation(self.text) is not None

    def print(self, printer: Printer, op: FormattedOperation) -> None:
        """Print the text of the literal."""
        printer.print_string(self.printed)


@dataclass(eq=False, repr=False)
class _Values:
    """An element of a format that is about operands or results called `name`.

    `lead` is the text printed before the element. `single` means exactly one value.
    """

    lead: str
    name: str
    single: bool


class Operand(_Values):
    """Operands in a format: `$name`, or `operands` for all of them."""

    def parse(self, parser: Any, state: ParsedForm) -> None:
        """Parse the operands and store them in `state`."""
        if self.single:
            state.positions[self.name] = parser.pos
            state.operands[self.name] = [parser.parse_unresolved_operand()]
        else:
            parse_operand_group(parser, state, self.name)

    def parse_optional(self, parser: Any, state: ParsedForm) -> bool:
        """Parse the operands if an operand is the next token. Return whether it was."""
        parse_operand_group(parser, state, self.name)
        return bool(state.operands[self.name])

    def print(self, printer: Printer, op: FormattedOperation) -> None:
        """Print the names of the operands."""
        printer.print_string(self.lead)
        print_values(printer, values_of(op, self.name))


class AttributeParameter:
    """An inherent attribute in a format: `$name`."""

    def __init__(self, lead: str, name: str, constraint: Described[Any]) -> None:
        self.lead = lead
        self.name = name
        self.constraint = constraint

    def parse(self, parser: Any, state: ParsedForm) -> None:
        """Parse the attribute, without its type or mnemonic if the constraint implies it."""
        state.properties[self.name] = parse_constrained(parser, self.constraint)

    def print(self, printer: Printer, op: FormattedOperation) -> None:
        """Print the attribute, without its type or mnemonic if the constraint implies it."""
        printer.print_string(self.lead)
        print_constrained(printer, op.properties[self.name], self.constraint)


class UnitParameter:
    """A unit attribute in an optional group, `$name^`. It has no text: the group's literal implies
    it.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def parse(self, parser: Any, state: ParsedForm) -> None:
        """Add the unit attribute to `state`."""
        state.properties[self.name] = UnitAttr()

    def print(self, printer: Printer, op: FormattedOperation) -> None:
        """Print nothing."""


def parse_constrained(parser: Any, constraint: Described[Any]) -> Attribute:
    """Parse an attribute whose text omits its type or mnemonic, because `constraint` implies it."""
    if constraint == DenseI64ArrayAttr:
        return _parse_dense_array(parser, 64)
    if constraint == DenseBoolArrayAttr:
        return _parse_dense_array(parser, 1)
    start = parser.pos
    if constraint.mnemonic:
        if not _is_symbol(parser):
            definition: Any = parser.ctx.get_attr(constraint.mnemonic)
            # Subclasses of xDSL's `Data` hold one parameter, all other attributes a list of
            # parameters.
            is_data = issubclass(definition, Data)
            parse = definition.parse_parameter if is_data else definition.parse_parameters
            try:
                return definition.new(parse(parser))
            except VerifyException as error:
                complain(parser, str(error), start)
        attribute = parser.parse_attribute()
    elif constraint.value_type is None:
        attribute = parser.parse_attribute()
    else:
        attribute = parser.parse_attribute_of_type(constraint.value_type)
    if not constraint.can_store(attribute):
        complain(parser, "invalid kind of attribute specified", start)
    return attribute


def _parse_dense_array(parser: Any, width: int) -> DenseArrayBase[Any]:
    """Parse a list `[1, 2]` of integers of `width` bits.

    As in MLIR, a token that is not a number is reported as a missing `]`.
    """
    values: list[int] = []
    parser.parse_punctuation("[")
    if parser.parse_optional_punctuation("]") is None:
        try:
            values += parse_i64_list(parser, parser.Delimiter.NONE)
        except MlirParseError as error:
            error.add_error(error.span.start, "expected ']'")
            raise
        parser.parse_punctuation("]")
    return DenseArrayBase.from_list(IntegerType(width), values)


def _is_symbol(parser: AttrParser) -> bool:
    """Whether the next token is an attribute such as `#dialect.name` or `#alias`."""
    return parser._current_token.text.startswith("#")  # pyright: ignore[reportPrivateUsage]


def print_constrained(printer: Any, attribute: Any, constraint: Described[Any]) -> None:
    """Print the text that `parse_constrained` parses: without a type or mnemonic that is
    implied.
    """
    if isinstance(attribute, DenseArrayBase):
        values = cast(DenseArrayBase[Any], attribute).get_values()
        printer.print_string(f"[{', '.join(map(_array_element_text, values))}]")
    elif constraint.mnemonic:
        print_stripped(printer, attribute)
    elif constraint.value_type is not None and is_integer_attr(attribute):
        value, is_boolean = attribute.value.data, attribute.type == IntegerType(1)
        printer.print_string(str(bool(value)).lower() if is_boolean else str(value))
    else:
        printer.print_attribute(attribute)


def _array_element_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_attr_dict(parser: Any, state: ParsedForm) -> None:
    """Parse `{name = value, ...}` if present, and store the entries in `state`.

    The dictionary may contain inherent attributes.
    """
    position = parser.pos
    take_attributes(parser, state, parser.parse_optional_dictionary_attr_dict(), position)


def take_attributes(
    parser: Any, state: ParsedForm, entries: Mapping[str, Attribute], position: Position
) -> None:
    """Add the dictionary `entries` to the inherent or discardable attributes in `state`.

    Errors are reported at `position`.
    """
    if not entries:
        return
    error = inherent_attribute_error(state.op_class, entries)
    if error is not None:
        complain(parser, f"'{state.op_class.name}' op {error}", position)
    inherent = state.op_class.get_irdl_definition().properties
    for name, value in entries.items():
        if name in inherent:
            state.properties.setdefault(name, value)
        else:
            state.attributes[name] = value


class AttrDict:
    """`attr-dict`: the attributes that the format shows nowhere else, sorted by name.

    Attributes with default values are omitted.
    """

    def __init__(self, elided: frozenset[str], defaults: Mapping[str, Attribute]) -> None:
        self.elided = elided
        self.defaults = defaults

    def parse(self, parser: Any, state: ParsedForm) -> None:
        """Parse `{name = value, ...}` if present."""
        parse_attr_dict(parser, state)

    def print(self, printer: Printer, op: FormattedOperation) -> None:
        """Print ` {name = value, ...}` if there is an attribute to show."""
        shown = {
            name: value
            for name, value in op.properties.items()
            if name not in self.elided and self.defaults.get(name) != value
        }
        shown.update(op.attributes)
        if shown:
            printer.print_string(" ")
            printer.print_attr_dict(shown)


class TypeOf(_Values):
    """The types of operands or results: `type($name)`, `type(operands)` or `type(results)`."""

    def parse(self, parser: Any, state: ParsedForm) -> None:
        """Parse one type, or any number of types, and store them in `state`."""
        if self.single:
            state.types[self.name] = [parser.parse_type()]
            return
        types = state.types[self.name] = []
        if (first := parser.parse_optional_type()) is not None:
            types.append(first)
            while parser.parse_optional_punctuation(",") is not None:
                types.append(parser.parse_type())

    def print(self, printer: Printer, op: FormattedOperation) -> None:
        """Print the types."""
        printer.print_string(self.lead)
        print_types(printer, [value.type for value in values_of(op, self.name)])


class FunctionalType:
    """`functional-type(operands, results)`: the types of all operands and results, as a function
    type.
    """

    def __init__(self, lead: str) -> None:
        self.lead = lead

    def parse(self, parser: Any, state: ParsedForm) -> None:
        """Parse a function type and store its types in `state`."""
        set_signature(state, parse_type_of(parser, FunctionType))

    def print(self, printer: Printer, op: FormattedOperation) -> None:
        """Print the function type."""
        printer.print_string(self.lead)
        printer.print_operation_type(op)


def parse_type_of(parser: Any, kind: type[Any]) -> Any:
    """Parse a type of class `kind`; report an error for other types."""
    position = parser.pos
    parsed = parser.parse_type()
    if not isinstance(parsed, kind):
        complain(parser, "invalid kind of type specified", position)
    return parsed


def set_signature(state: ParsedForm, signature: FunctionType) -> None:
    """Store the types in `signature` as the types of all operands and results."""
    state.types["operands"] = list(signature.inputs.data)
    state.types["results"] = list(signature.outputs.data)


class Custom:
    """An element `custom<Name>(...)`, parsed and printed by a `CustomDirective`."""

    def __init__(self, lead: str, directive: CustomDirective, names: tuple[str, ...]) -> None:
        self.lead = lead
        self.directive = directive
        self.names = names

    def parse(self, parser: Any, state: ParsedForm) -> None:
        """Parse the element with its directive."""
        self.directive.parse(parser, state, self.names)

    def print(self, printer: Printer, op: FormattedOperation) -> None:
        """Print the element with its directive."""
        printer.print_string(self.lead)
        self.directive.print(printer, op, self.names)


class OptionalGroup:
    """`(first ...)?` or `(first ...):(else ...)?`.

    The group is parsed if its first element is present, and printed if its anchor (the element
    marked `^`) is not empty. Otherwise the alternative is used.
    """

    def __init__(
        self,
        elements: tuple[Directive, ...],
        otherwise: tuple[Directive, ...],
        anchor: str,
        default: Attribute | None,
    ) -> None:
        self.elements = elements
        self.otherwise = otherwise
        self.anchor = anchor
        self.default = default

    def parse(self, parser: Any, state: ParsedForm) -> None:
        """Parse the group if its first element is present, otherwise the alternative."""
        first, *rest = (
            each for each in self.elements if not (isinstance(each, Literal) and each.is_space)
        )
        assert isinstance(first, Literal | Operand)
        chosen: Sequence[Directive] = rest
        if not first.parse_optional(parser, state):
            chosen = self.otherwise
        for directive in chosen:
            directive.parse(parser, state)

    def print(self, printer: Printer, op: FormattedOperation) -> None:
        """Print the group if its anchor is not empty, otherwise the alternative."""
        if self.anchor in type(op).get_irdl_definition().properties:
            value = op.properties.get(self.anchor)
            is_present = value is not None and value != self.default
        else:
            is_present = bool(values_of(op, self.anchor))
        for directive in self.elements if is_present else self.otherwise:
            directive.print(printer, op)


Directive = (
    Literal
    | Operand
    | AttributeParameter
    | UnitParameter
    | AttrDict
    | TypeOf
    | FunctionalType
    | Custom
    | OptionalGroup
)


_TOKEN = re.compile(
    r"""\s*(?: `(?P<literal>[^`]*)`
    | custom<(?P<custom>\w+)>\((?P<arguments>(?:[^()]|\([^()]*\))*)\)\^?
    | type\(\$?(?P<type>\w+)\)\^?
    | (?P<signature>functional-type\(operands,\s*results\))
    | \$(?P<name>\w+)\^?
    | (?P<operands>operands)
    | (?P<dictionary>attr-dict)
    | (?P<otherwise>\)\s*:\s*\()
    | (?P<close>\)\?)
    | (?P<open>\() )\s*""",
    re.VERBOSE,
)
_ARGUMENT = re.compile(r"\w+(?=\s*\)*\s*(?:,|\Z))")


class _Compiler(Spacing):
    """The compiler of a form to directives. It tracks spaces like MLIR's generator."""

    def __init__(self, op_class: type[FormattedOperation]) -> None:
        self.op_class = op_class
        self.definition = op_class.get_irdl_definition()
        self.single = {
            name: not isinstance(field, VariadicDef)
            for name, field in (*self.definition.operands, *self.definition.results)
        }
        self.constraints = dict(invariants_of(op_class).attributes)
        self.defaults = {
            name: field.default_value
            for name, field in self.definition.properties.items()
            if isinstance(field, OptionalDef) and field.default_value is not None
        }
        super().__init__()
        self.anchor = ""

    def compile(self) -> tuple[Directive, ...]:
        """Return the directives of the whole form."""
        return self._directives(self._tokens())[0]

    def _tokens(self) -> Iterator[re.Match[str]]:
        text, position = self.op_class.FORM, 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise ValueError(f"{self.op_class.__name__}: bad form at '{text[position:]}'")
            yield match
            position = match.end()

    def _directives(self, tokens: Iterator[re.Match[str]]) -> tuple[tuple[Directive, ...], bool]:
        """Return the directives up to the end of the form or of the current group.

        Also return whether an alternative `:(...)` follows the group.
        """
        found: list[Directive] = []
        for token in tokens:
            kind = token.lastgroup
            if kind in ("close", "otherwise"):
                return tuple(found), kind == "otherwise"
            if token.group().rstrip().endswith("^"):
                (self.anchor, *_) = _ARGUMENT.findall(
                    token["name"] or token["type"] or token["arguments"]
                )
            found.append(self._directive(token, tokens))
        return tuple(found), False

    def _directive(self, token: re.Match[str], tokens: Iterator[re.Match[str]]) -> Directive:
        match token.lastgroup:
            case "open":
                return self._group(tokens)
            case "literal":
                return self._literal(token["literal"])
            case "dictionary":
                self.punctuation = False
                return AttrDict(self._elided(), self.defaults)
            case "operands":
                return Operand(self.before_value(), "operands", False)
            case "signature":
                return FunctionalType(self.before_value())
            case "type":
                return TypeOf(
                    self.before_value(), token["type"], self.single.get(token["type"], False)
                )
            case "arguments":
                directive = self.op_class.DIRECTIVES[token["custom"]]
                names = tuple(_ARGUMENT.findall(token["arguments"]))
                return Custom(self.before_value(), directive, names)
            case _:
                return self._named(token["name"])

    def _named(self, name: str) -> Directive:
        if name in self.single:
            return Operand(self.before_value(), name, self.single[name])
        constraint = self.constraints[name]
        assert constraint is not None
        if constraint is UnitAttrConstraint:
            return UnitParameter(name)
        return AttributeParameter(self.before_value(), name, constraint)

    def _elided(self) -> frozenset[str]:
        """Return the attributes that `attr-dict` omits: those the form shows, and those with
        segment sizes.
        """
        named = re.findall(r"\$(\w+)", self.op_class.FORM)
        segments = [s.name for s in invariants_of(self.op_class).segments]
        return frozenset((*named, *segments)) & self.definition.properties.keys()

    def _group(self, tokens: Iterator[re.Match[str]]) -> OptionalGroup:
        outer, self.anchor = self.anchor, ""
        elements, has_alternative = self._directives(tokens)
        otherwise = self._directives(tokens)[0] if has_alternative else ()
        anchor, self.anchor = self.anchor, outer
        return OptionalGroup(elements, otherwise, anchor, self.defaults.get(anchor))

    def _literal(self, text: str) -> Literal:
        text = text.replace("\\n", "\n")
        if not text.strip():
            self.space, self.punctuation = False, True
            return Literal("", text)
        return Literal(self.before_literal(text), text)


@cache
def compiled_form(op_class: type[FormattedOperation]) -> tuple[Directive, ...]:
    """Return the directives of the form of `op_class`. They are compiled at the first call."""
    return _Compiler(op_class).compile()


def create_parsed(parser: Any, state: ParsedForm, regions: Sequence[Region] = ()) -> OdsOperation:
    """Return the operation whose operands, types and attributes are in `state`."""
    op_class = state.op_class
    definition = op_class.get_irdl_definition()
    groups = {name: state.operands.get(name, []) for name, _ in definition.operands}
    operands: list[SSAValue] = []
    if "operands" in state.types:
        named = [operand for group in groups.values() for operand in group]
        position = state.positions.get("operands", op_position(parser))
        unresolved = state.operands.get("operands", named)
        types = state.types["operands"]
        operands += resolve_operands(parser, op_class.name, unresolved, types, position)
    else:
        for name, group in groups.items():
            position = state.positions.get(name, op_position(parser))
            types = state.types.get(name, [])
            operands += resolve_operands(parser, op_class.name, group, types, position)
    for option in definition.options:
        if isinstance(option, AttrSizedOperandSegments):
            sizes = [len(group) for group in groups.values()]
            state.properties[option.attribute_name] = DenseArrayBase.from_list(
                IntegerType(32), sizes
            )
    results = state.types.get("results")
    if results is None:
        results = [type_ for name, _ in definition.results for type_ in state.types.get(name, ())]
    return op_class.create(
        operands=operands,
        result_types=results,
        properties=state.properties,
        attributes=state.attributes,
        regions=regions,
    )
