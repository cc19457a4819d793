"""Attributes and types declared as in ODS; their text is derived from `assembly_format`.

A class names its parameters by annotation, in order, and writes the format as TableGen files do:

    class GridAttr(FormatAttribute):
        name = "tt.grid"
        assembly_format = "`<` custom<DimensionList>($shape) (`,` $mapping^)? `>`"
        shape: tuple[int, ...]
        mapping: AffineMap = EMPTY_MAP

Parameters hold plain Python values: `int`, `bool`, `AffineMap`, enum members, attributes, and
tuples of these. An annotation `T | None` is an optional parameter. `Annotated[T, "name"]` names the
C++ type if it differs from the default for `T`. An assigned value is a default; a group `(... $p^
...)?` is printed only when `p` differs from it. Defining such a class costs no more than a bare
Python class: the format is compiled when the first attribute of the class is parsed or printed.

Supported directives: `` `literal` ``, `$parameter`, `qualified($parameter)`, `params`,
`struct(params)`, `struct($a, qualified($b), ...)`, `custom<DimensionList>($list)`,
`custom<VargDimensionList>($a, $b, ...)`, `custom<DimSizes>($list)`,
`custom<CoordBracketStyle>($coordinate)`, `custom<CoreCoordList>($coordinates)` and optional groups.
Spaces are printed where MLIR's generator prints them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import FrozenInstanceError
from functools import cache, cached_property
from inspect import get_annotations
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
)

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.ir.affine import AffineMap
from xdsl.irdl import AnyAttr, ParamAttrDef
from xdsl.irdl.attributes import ParamDef
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ttmlir_py.ir.affine import affine_map_text, parse_affine_map
from ttmlir_py.ir.definition.custom_directives import (
    CoordBracketStyle,
    CoreCoordList,
    DimensionList,
    DimSizes,
    VargDimensionList,
)
from ttmlir_py.ir.definition.custom_form import complain, parse_any_keyword
from ttmlir_py.ir.definition.enums import MlirEnum, MlirFlag
from ttmlir_py.ir.definition.spacing import Spacing
from ttmlir_py.ir.reading.tokens import MlirParseError

UInt32 = Annotated[int, "uint32_t"]
Unsigned = Annotated[int, "unsigned"]
UInt64 = Annotated[int, "uint64_t"]
"""The C++ type `uint64_t` of a parameter; a plain `int` parameter is an `int64_t`."""

EMPTY_MAP = AffineMap(0, 0, ())

_INTEGER_RANGES = {
    "int64_t": (-(2**63), 2**63 - 1),
    "uint32_t": (0, 2**32 - 1),
    "uint64_t": (0, 2**64 - 1),
    "unsigned": (0, 2**32 - 1),
}


@dataclass_transform(frozen_default=True)
class FormatAttribute(ParametrizedAttribute):
    """Base class of attributes and types declared by parameters and an assembly format."""

    assembly_format: ClassVar[str] = ""
    parameter_names: ClassVar[tuple[str, ...]] = ()
    ods_name: ClassVar[str] = ""
    """The name of the ODS definition if it is unusual; by default `TT_GridAttr` for `tt.grid`."""

    def __init_subclass__(cls) -> None:
        """Collect the parameters of the class: all annotated names except class constants."""
        own = get_annotations(cls)
        names = tuple(name for name in own if not (name.startswith("_") or name.isupper()))
        if names:
            cls.parameter_names = names

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        """Set the parameters, given by position or by name, and verify the attribute.

        A list is stored as a tuple. Raises VerifyException if the attribute is invalid.
        """
        names = self.parameter_names
        if keywords or len(arguments) != len(names):
            arguments = self._bind(arguments, keywords)
        values = tuple(tuple(cast(Any, a)) if type(a) is list else a for a in arguments)
        vars(self).update(zip(names, values, strict=True))
        vars(self)["_values"] = values
        self.verify()

    @classmethod
    def _bind(cls, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, ...]:
        """Return the values of all parameters in order, from the arguments and the defaults."""
        if len(arguments) > len(cls.parameter_names):
            raise TypeError(f"{cls.__name__} takes {len(cls.parameter_names)} parameters")
        rest: list[Any] = []
        for name in cls.parameter_names[len(arguments) :]:
            if name in keywords:
                rest.append(keywords.pop(name))
            elif hasattr(cls, name):
                rest.append(getattr(cls, name))
            else:
                raise TypeError(f"{cls.__name__} needs a value for its parameter '{name}'")
        if keywords:
            raise TypeError(f"{cls.__name__} has no free parameter '{next(iter(keywords))}'")
        return (*arguments, *rest)

    @classmethod
    def new(cls, params: Sequence[Any]) -> Self:
        """Create the attribute from the values of all its parameters, in order."""
        return cls(*params)

    @property
    def parameters(self) -> tuple[Any, ...]:
        """The values of the parameters in order. They are attributes or plain Python values."""
        return vars(self)["_values"]

    def alias_name(self) -> str | None:
        """Return the name of aliases (`#name` without the `#`), or None for no alias."""
        return None

    def replace(self, **changes: Any) -> Self:
        """Return a copy of this attribute with the parameters in `changes` replaced."""
        return type(self)(
            **{**dict(zip(self.parameter_names, self.parameters, strict=True)), **changes}
        )

    @classmethod
    def get_irdl_definition(cls) -> ParamAttrDef:
        """Return xDSL's definition of the class: parameters without constraints."""
        return ParamAttrDef(cls.name, [(name, ParamDef(AnyAttr())) for name in cls.parameter_names])

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse the body after `#dialect.mnemonic` by the class's assembly format."""
        return parse_body(cls, parser).parameters

    def print_parameters(self, printer: Printer) -> None:
        """Print the body after `#dialect.mnemonic` by the class's assembly format."""
        for directive in compiled_format(type(self)):
            directive.print(printer, self)

    @cached_property
    def has_fixed_text(self) -> bool:
        """Whether every printer prints the same body, because it consists of integers, enum members
        and attributes that have a fixed text and no alias: printers keep this text.

        A system description consists of hundreds of such attributes.
        """
        return _is_fixed(self.parameters)

    def __setattr__(self, name: str, value: Any) -> None:  # pyrefly: ignore[bad-override]
        raise FrozenInstanceError(f"cannot assign to field '{name}'")

    def __eq__(self, other: object) -> bool:
        return self is other or (
            type(self) is type(other) and self.parameters == cast(Self, other).parameters
        )

    def __hash__(self) -> int:
        hash_value = vars(self).get("_hash")
        if hash_value is None:
            hash_value = vars(self)["_hash"] = hash((type(self).name, self.parameters))
        return hash_value

    def __repr__(self) -> str:
        pairs = zip(self.parameter_names, self.parameters, strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in pairs)})"


def _is_fixed(value: Any) -> bool:
    if isinstance(value, FormatAttribute):
        return value.has_fixed_text and value.alias_name() is None
    if isinstance(value, tuple):
        return all(_is_fixed(each) for each in cast(tuple[Any, ...], value))
    return isinstance(value, int | MlirEnum | MlirFlag)


class FormatType(FormatAttribute, TypeAttribute):
    """Base class of types declared by parameters and an assembly format."""


class EnumAttr(FormatAttribute):
    """Base class of attributes with one enum member; a subclass narrows the type of `value`."""

    assembly_format = "`<` $value `>`"
    value: MlirEnum | MlirFlag

    @classmethod
    def cpp_namespace(cls) -> str:
        """Return the C++ namespace of the enum, which error messages contain."""
        return f"::mlir::{cls.name.partition('.')[0]}"


AttributeT = TypeVar("AttributeT", bound=FormatAttribute)


def parse_body(cls: type[AttributeT], parser: AttrParser) -> AttributeT:
    """Parse the text after the mnemonic of `cls`. Errors of the attribute's verifier are reported
    at the start of this text.
    """
    start = parser.pos
    values: dict[str, Any] = {}
    for directive in compiled_format(cls):
        directive.parse(parser, values)
    try:
        return cls(**values)
    except VerifyException as error:
        complain(parser, str(error), start)


def print_stripped(printer: Printer, attribute: FormatAttribute) -> None:
    """Print an attribute that is a parameter of another attribute: as its alias if it has one,
    otherwise as its body.
    """
    stripped = getattr(printer, "print_stripped", None)
    if stripped is None:
        attribute.print_parameters(printer)
    else:
        stripped(attribute)


class Codec:
    """A parser and a printer for values of one parameter type, with the C++ name of the type."""

    def __init__(
        self,
        cpp_type: str,
        parse: Callable[[AttrParser], Any],
        print: Callable[[Printer, Any], None],
    ) -> None:
        self.cpp_type = cpp_type
        self.parse = parse
        self.print = print


def _integer_codec(cpp_type: str) -> Codec:
    low, high = _INTEGER_RANGES[cpp_type]

    def parse(parser: AttrParser) -> int:
        start = parser.pos
        value = parser.parse_optional_integer(allow_boolean=False, allow_negative=True)
        if value is None:
            parser.raise_error("expected integer value", start)
        if not low <= value <= high:
            parser.raise_error("integer value too large", start)
        return value

    return Codec(cpp_type, parse, lambda printer, value: printer.print_string(str(value)))


def _parse_boolean(parser: AttrParser) -> bool:
    return parser.parse_boolean()


def _print_boolean(printer: Printer, value: bool) -> None:
    printer.print_string("true" if value else "false")


def _enum_codec(enum: type[MlirEnum] | type[MlirFlag], owner: type[FormatAttribute]) -> Codec:
    """Return the codec of an `enum` keyword; error messages of enum attributes (`owner`) differ."""
    if issubclass(owner, EnumAttr):
        return _enum_attribute_codec(enum, f"{owner.cpp_namespace()}::{enum.__name__}")

    def parse(parser: AttrParser) -> MlirEnum | MlirFlag:
        start = parser.pos
        keyword = parser.parse_optional_identifier_or_str_literal()
        if keyword is None:
            parser.raise_error(f"expected keyword for {enum.summary()}", start)
        member = enum.from_keyword(keyword)
        if member is None:
            parser.raise_error(f"invalid {enum.summary()} specification: {keyword}", start)
        return member

    def print_member(printer: Printer, value: MlirEnum | MlirFlag) -> None:
        text = value.keyword
        printer.print_string(f'"{text}"' if "|" in text else text)

    return Codec(enum.__name__, parse, print_member)


def _enum_attribute_codec(enum: type[MlirEnum] | type[MlirFlag], cpp_type: str) -> Codec:
    """Return the codec of an enum attribute, a keyword. Keywords of set bits are joined with
    `|`.
    """

    def parse(parser: AttrParser) -> MlirEnum | MlirFlag:
        start = parser.pos
        keywords = [parse_any_keyword(parser)]
        while issubclass(enum, MlirFlag) and parser.parse_optional_punctuation("|") is not None:
            keywords.append(parse_any_keyword(parser))
        member = enum.from_keyword("|".join(keywords))
        if member is None:
            choices = ", ".join(member.keyword for member in enum)
            complain(parser, f"expected {cpp_type} to be one of: {choices}", start)
        return member

    return Codec(cpp_type, parse, lambda printer, value: printer.print_string(value.keyword))


def _integer_enum_codec(enum: type[MlirEnum] | type[MlirFlag]) -> Codec:
    """Return the codec of an enum that is written as an integer attribute: `3 : i32`."""

    def parse(parser: AttrParser) -> MlirEnum | MlirFlag:
        start = parser.pos
        attribute = parser.parse_attribute()
        if isinstance(attribute, IntegerAttr):
            try:
                return enum(cast(IntegerAttr[Any], attribute).value.data)
            except ValueError:
                pass
        return parser.raise_error("invalid kind of attribute specified", start)

    def print_value(printer: Printer, value: MlirEnum | MlirFlag) -> None:
        printer.print_attribute(IntegerAttr(value.value, 32))

    return Codec(f"{enum.__name__}Attr", parse, print_value)


def _attribute_codec(cls: type[Attribute], *, qualified: bool) -> Codec:
    """Return the codec of a parameter that is an attribute or type of class `cls`.

    `FormatAttribute` classes are printed without the prefix `#dialect.name`, unless `qualified`.
    """
    stripped = issubclass(cls, FormatAttribute) and not qualified
    kind = "type" if issubclass(cls, TypeAttribute) else "attribute"
    prefix = MLIRTokenKind.EXCLAMATION_IDENT if kind == "type" else MLIRTokenKind.HASH_IDENT

    def parse(parser: AttrParser) -> Attribute:
        start = parser.pos
        token = parser._current_token  # pyright: ignore[reportPrivateUsage]
        if stripped and token.kind != prefix:
            return parse_body(cast(type[FormatAttribute], cls), parser)
        value = parser.parse_type() if kind == "type" else parser.parse_attribute()
        if not isinstance(value, cls):
            parser.raise_error(f"invalid kind of {kind} specified", start)
        return value

    def print_value(printer: Printer, value: Attribute) -> None:
        if stripped and isinstance(value, FormatAttribute):
            print_stripped(printer, value)
        else:
            printer.print_attribute(value)

    cpp_type = "Type" if cls is TypeAttribute else cls.__name__
    return Codec(cpp_type, parse, print_value)


def _list_codec(element: Codec) -> Codec:
    """Return the codec of a list of `element` values. It may be empty only if `]` follows."""

    def parse(parser: AttrParser) -> tuple[Any, ...]:
        token = parser._current_token  # pyright: ignore[reportPrivateUsage]
        if token.kind == MLIRTokenKind.R_SQUARE:
            return ()
        values = [element.parse(parser)]
        while parser.parse_optional_punctuation(",") is not None:
            values.append(element.parse(parser))
        return tuple(values)

    def print_values(printer: Printer, values: tuple[Any, ...]) -> None:
        for index, value in enumerate(values):
            if index:
                printer.print_string(", ")
            element.print(printer, value)

    return Codec(f"::llvm::ArrayRef<{element.cpp_type}>", parse, print_values)


_SCALAR_CODECS: dict[Any, Codec] = {
    int: _integer_codec("int64_t"),
    bool: Codec("bool", _parse_boolean, _print_boolean),
    str: Codec(
        "::llvm::StringRef",
        lambda parser: parser.parse_str_literal(),
        lambda printer, value: printer.print_string_literal(value),
    ),
    AffineMap: Codec(
        "AffineMap",
        parse_affine_map,  # xDSL's parser method cannot read semi-affine maps.
        lambda printer, value: printer.print_string(affine_map_text(value)),
    ),
}


def _codec(annotation: Any, owner: type[FormatAttribute], *, qualified: bool = False) -> Codec:
    """Return the codec of a parameter of class `owner` that is annotated with `annotation`."""
    origin = get_origin(annotation)
    if origin is UnionType:
        inner = next(choice for choice in get_args(annotation) if choice is not type(None))
        return _codec(inner, owner, qualified=qualified)
    if origin is Annotated:
        return _annotated_codec(annotation, owner, qualified=qualified)
    if origin is tuple:
        return _list_codec(_codec(get_args(annotation)[0], owner))
    if (scalar := _SCALAR_CODECS.get(annotation)) is not None:
        return scalar
    if issubclass(annotation, MlirEnum | MlirFlag):
        if annotation.is_integer_attribute():
            return _integer_enum_codec(annotation)
        return _enum_codec(annotation, owner)
    return _attribute_codec(origin or annotation, qualified=qualified)


def _annotated_codec(annotation: Any, owner: type[FormatAttribute], *, qualified: bool) -> Codec:
    """Return the codec of a parameter whose annotation `Annotated[T, "name"]` has a C++ type."""
    (cpp_type,) = annotation.__metadata__
    if annotation.__origin__ is int:
        return _integer_codec(cpp_type)
    codec = _codec(annotation.__origin__, owner, qualified=qualified)
    return Codec(cpp_type, codec.parse, codec.print)


# The compiled elements of an assembly format. Each has the text to print before it. They are not
# dataclasses, because creating dataclasses would add milliseconds to every start of the tools.


class Literal:
    """A keyword or punctuation in an assembly format."""

    def __init__(self, lead: str, text: str) -> None:
        self.lead = lead
        self.text = text

    def parse(self, parser: AttrParser, values: dict[str, Any]) -> None:
        """Parse the literal; report an error if it is missing."""
        if self.text.isidentifier():
            parser.parse_keyword(self.text)
        else:
            parser.parse_punctuation(cast(Any, self.text))

    def parse_optional(self, parser: AttrParser) -> bool:
        """Parse the literal if it is the next token. Return whether it was."""
        if self.text.isidentifier():
            return parser.parse_optional_keyword(self.text) is not None
        return parser.parse_optional_punctuation(cast(Any, self.text)) is not None

    def print(self, printer: Printer, attribute: FormatAttribute) -> None:
        """Print the text of the literal."""
        printer.print_string(self.lead + self.text)


class Parameter:
    """A parameter in an assembly format: `$name` or `qualified($name)`."""

    def __init__(self, lead: str, name: str, codec: Codec, owner: type[FormatAttribute]) -> None:
        self.lead = lead
        self.name = name
        self.codec = codec
        self.owner = owner

    def parse(self, parser: AttrParser, values: dict[str, Any]) -> None:
        """Parse the value of the parameter. On failure, add an error that names the parameter."""
        try:
            values[self.name] = self.codec.parse(parser)
        except MlirParseError as error:
            dialect = self.owner.name.partition(".")[0]
            definition = self.owner.ods_name or f"{dialect.upper()}_{self.owner.__name__}"
            op_name: str = getattr(parser, "custom_op", "")
            error.add_error(
                parser.pos,
                (f"custom op '{op_name}' " if op_name else "")
                + f"failed to parse {definition} parameter '{self.name}'"
                f" which is to be a `{self.codec.cpp_type}`",
            )
            raise

    def print(self, printer: Printer, attribute: FormatAttribute) -> None:
        """Print the parameter's value."""
        printer.print_string(self.lead)
        self.codec.print(printer, getattr(attribute, self.name))


class Params:
    """`params`: all parameters in order, without absent optional ones, separated by commas."""

    def __init__(self, parameters: tuple[Parameter, ...]) -> None:
        self.parameters = parameters
        self.optional = {p.name for p in parameters if hasattr(p.owner, p.name)}

    def parse(self, parser: AttrParser, values: dict[str, Any]) -> None:
        """Parse the parameters and store them in `values`; optional ones may be missing."""
        for index, parameter in enumerate(self.parameters):
            if index and parser.parse_optional_punctuation(",") is None:
                if parameter.name in self.optional:
                    return
                parser.raise_error("expected ','")
            parameter.parse(parser, values)

    def print(self, printer: Printer, attribute: FormatAttribute) -> None:
        """Print the parameters that are present, separated by commas."""
        present = (p for p in self.parameters if getattr(attribute, p.name) is not None)
        for index, parameter in enumerate(present):
            if index:
                printer.print_string(", ")
            parameter.print(printer, attribute)


class Struct:
    """`struct(params)`: `name = value` in any order; optional parameters may be missing."""

    def __init__(self, parameters: tuple[Parameter, ...]) -> None:
        self.parameters = parameters
        self.optional = {p.name for p in parameters if hasattr(p.owner, p.name)}

    def parse(self, parser: AttrParser, values: dict[str, Any]) -> None:
        """Parse each parameter once and store the values in `values`."""
        pending = {parameter.name: parameter for parameter in self.parameters}
        token = parser._current_token  # pyright: ignore[reportPrivateUsage]
        if token.kind is MLIRTokenKind.GREATER and self.optional.issuperset(pending):
            return
        while pending:
            name = self._parse_name(parser)
            parser.parse_punctuation("=")
            if name not in pending:
                parser.raise_error(f"duplicate or unknown struct parameter name: {name}")
            pending.pop(name).parse(parser, values)
            if pending and self.optional.issuperset(pending):
                if parser.parse_optional_punctuation(",") is None:
                    return
            elif pending:
                parser.parse_punctuation(",")

    @staticmethod
    def _parse_name(parser: AttrParser) -> str:
        try:
            return parse_any_keyword(parser)
        except MlirParseError as error:
            error.add_error(parser.pos, "expected a parameter name in struct")
            raise

    def print(self, printer: Printer, attribute: FormatAttribute) -> None:
        """Print `name = value` for each parameter that is present, in order."""
        present = (p for p in self.parameters if getattr(attribute, p.name) is not None)
        for index, parameter in enumerate(present):
            printer.print_string(f"{', ' if index else ''}{parameter.name} = ")
            parameter.print(printer, attribute)


class OptionalGroup:
    """`(first ... $anchor^ ...)?`: a group that is printed if `anchor` is not its default."""

    def __init__(self, first: Literal, rest: tuple["Directive", ...], anchor: str) -> None:
        self.first = first
        self.rest = rest
        self.anchor = anchor

    def parse(self, parser: AttrParser, values: dict[str, Any]) -> None:
        """Parse the group if its first literal is the next token."""
        if self.first.parse_optional(parser):
            for directive in self.rest:
                directive.parse(parser, values)

    def print(self, printer: Printer, attribute: FormatAttribute) -> None:
        """Print the group unless the anchor has its default value."""
        if getattr(attribute, self.anchor) == getattr(type(attribute), self.anchor):
            return
        self.first.print(printer, attribute)
        for directive in self.rest:
            directive.print(printer, attribute)


Directive = (
    Literal
    | Parameter
    | DimensionList
    | VargDimensionList
    | DimSizes
    | CoordBracketStyle
    | Params
    | Struct
    | OptionalGroup
)


_TOKEN = r"""(?x)\s*(?: `(?P<literal>[^`]*)`
    | custom<(?P<custom>\w+)>\((?P<custom_arguments>[^)]*)\)(?P<custom_anchor>\^?)
    | qualified\(\$(?P<qualified>\w+)\)(?P<qualified_anchor>\^?)
    | \$(?P<parameter>\w+)(?P<anchor>\^?)
    | (?P<params>params)
    | (?P<struct>struct\((?P<fields>(?>[^()]+|\([^()]*\))*)\))
    | (?P<close>\)\?)
    | (?P<open>\() )\s*"""


class _Compiler(Spacing):
    """The compiler of an assembly format to directives. It tracks spaces like MLIR's generator."""

    def __init__(self, cls: type[FormatAttribute]) -> None:
        self.cls = cls
        self.annotations = {
            name: annotation
            for base in reversed(cls.__mro__)
            if issubclass(base, FormatAttribute)
            for name, annotation in get_annotations(base).items()
        }
        super().__init__()

    def compile(self) -> tuple[Directive, ...]:
        """Return the directives of the whole format."""
        return tuple(self._directives(self._tokens()))

    def _tokens(self) -> Iterator[re.Match[str]]:
        token = re.compile(_TOKEN)
        text, position = self.cls.assembly_format, 0
        while position < len(text):
            match = token.match(text, position)
            if match is None:
                raise ValueError(f"{self.cls.__name__}: bad assembly format at '{text[position:]}'")
            yield match
            position = match.end()

    def _directives(self, tokens: Iterator[re.Match[str]]) -> Iterator[Directive]:
        """Yield the directives up to the end of the format or of the current group."""
        for token in tokens:
            match token.lastgroup:
                case "close":
                    return
                case "open":
                    yield self._group(tokens)
                case "literal":
                    yield self._literal(token["literal"])
                case "custom_anchor":
                    yield self._custom(token["custom"], token["custom_arguments"])
                case "qualified_anchor":
                    yield self._parameter(token["qualified"], qualified=True)
                case "params":
                    yield self._params()
                case "struct":
                    yield self._struct(token["fields"])
                case _:
                    yield self._parameter(token["parameter"])

    def _group(self, tokens: Iterator[re.Match[str]]) -> OptionalGroup:
        space, punctuation = self.space, self.punctuation
        group: list[re.Match[str]] = []
        for token in tokens:
            group.append(token)
            if token.lastgroup == "close":
                break
        first, *rest = self._directives(iter(group))
        assert isinstance(first, Literal)
        anchor = next(
            token["parameter"] or token["qualified"] or token["custom_arguments"].lstrip("$")
            for token in group
            if token["anchor"] or token["qualified_anchor"] or token["custom_anchor"]
        )
        self.space, self.punctuation = space, punctuation
        return OptionalGroup(first, tuple(rest), anchor)

    def _literal(self, text: str) -> Literal:
        return Literal(self.before_literal(text), text)

    def _parameter(self, name: str, *, qualified: bool = False) -> Parameter:
        codec = _codec(self.annotations[name], self.cls, qualified=qualified)
        return Parameter(self.before_value(), name, codec, self.cls)

    def _all_parameters(self, qualified: Sequence[str] = ()) -> tuple[Parameter, ...]:
        self.space, self.punctuation = False, True
        codecs = (
            (name, _codec(self.annotations[name], self.cls, qualified=name in qualified))
            for name in self.cls.parameter_names
        )
        return tuple(Parameter("", name, codec, self.cls) for name, codec in codecs)

    def _struct(self, fields: str) -> Struct:
        """Return the directive for `struct(fields)`; `fields` is `params` or a list."""
        return Struct(self._all_parameters(re.findall(r"qualified\(\$(\w+)", fields)))

    def _params(self) -> Params:
        return Params(self._all_parameters())

    def _custom(
        self, directive: str, arguments: str
    ) -> DimensionList | VargDimensionList | DimSizes | CoordBracketStyle:
        names = tuple(argument.strip(" $") for argument in arguments.split(","))
        lead = self.before_value()
        if directive == "DimensionList":
            return DimensionList(lead, *names)
        if directive == "VargDimensionList":
            return VargDimensionList(lead, names)
        if directive == "DimSizes":
            return DimSizes(lead, *names)
        if directive in ("CoordBracketStyle", "CoreCoordList"):
            listed = directive == "CoreCoordList"
            annotation = self.annotations[names[0]]
            cls = get_args(annotation)[0] if listed else annotation
            return (CoreCoordList if listed else CoordBracketStyle)(lead, names[0], cls)
        raise ValueError(f"{self.cls.__name__}: unknown directive custom<{directive}>")


@cache
def compiled_format(cls: type[FormatAttribute]) -> tuple[Directive, ...]:
    """Return the directives of the class's assembly format. They are compiled at the first call."""
    return _Compiler(cls).compile()
