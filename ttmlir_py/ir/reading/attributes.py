"""A parser of attributes, types and locations that accepts, folds and rejects the same text as
MLIR.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from xdsl.dialects.builtin import (
    AffineMapAttr,
    AnyFloat,
    ArrayAttr,
    BoolAttr,
    ComplexType,
    DictionaryAttr,
    FunctionType,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefLayoutAttr,
    MemRefType,
    NoneAttr,
    NoneType,
    Signedness,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    TupleType,
    UnitAttr,
    UnrankedMemRefType,
    UnrankedTensorType,
    UnregisteredAttr,
    VectorType,
    i1,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.ir.affine import AffineMap, AffineSet
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Position, Span
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind, PunctuationSpelling

from ttmlir_py.common.suggestions import question
from ttmlir_py.ir.affine import MlirAffineParser
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.distinct import DistinctAttr
from ttmlir_py.ir.literals import unsigned_value
from ttmlir_py.ir.reading.encodings import check_encoding
from ttmlir_py.ir.reading.known_types import SIMPLE_TYPE, KnownTypes
from ttmlir_py.ir.reading.locations import LocationParser
from ttmlir_py.ir.reading.tokens import MlirParseError, is_a
from ttmlir_py.ir.writing.attributes import attribute_text

_SIMPLE_ENTRY = re.compile(
    r"""([A-Za-z_][A-Za-z0-9_]*+)\ =\ (
      -?[0-9]++\ :\ [a-z][a-z0-9]*+ | array<[^<>"\#!\n]{0,1000}+> | "[^"\\\n]{0,1000}+"
    | \[[^\[\]"\#!\n{}()]{0,1000}+\] | true | false | \#\w++ | [0-9]++ )(?=[,}])""",
    re.VERBOSE | re.ASCII,
)
"""Matches a dictionary entry whose value depends only on its text. Long texts, which rarely occur
again, are left out.
"""

_SIMPLE_ELEMENT = re.compile(
    r"""(-?[0-9]++(?:\.[0-9]++(?:e[+-][0-9]++)?)?(?:\ :\ [a-z][a-z0-9]*+)? | "[^"\\\n]{0,1000}+"
    | true | false | \#\w++ | \[[^\[\]{}<>()"\#@!\n]{0,100}+\] )(?=[,\]])""",
    re.VERBOSE | re.ASCII,
)
"""Matches an array element that depends only on its text, or a short list of numbers or simple
types.
"""
_MOST_TEXTS = 1 << 14
"""Maximum number of memoized values. Lists of distinct elements gain nothing from the memo."""

_NOTHING: ArrayAttr[StringAttr] = ArrayAttr(())
_BOOLEANS = {each: BoolAttr.from_bool(each) for each in (False, True)}
_FLAGS = {each: IntAttr(int(each)) for each in (False, True)}

_BRACKET = re.compile(r'[<>()\[\]{}]|->|"(?>(?:[^"\\\n]++|\\.)*)"|"')
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*+")
_CLOSED_BY = {"<": ">", "(": ")", "[": "]", "{": "}"}
_OPENED_BY = {closing: opening for opening, closing in _CLOSED_BY.items()}

_DIMENSIONS = re.compile(r"[0-9][0-9x]*+(?<=x)", re.ASCII)
_SAFE_DIGITS = 18  # a number with at most this many digits fits in 63 bits

INTEGER_TYPE = re.compile(r"(s|u|)i([0-9]+)")
_MAX_INTEGER_WIDTH = (1 << 24) - 1
_SIGNEDNESS = {"": Signedness.SIGNLESS, "s": Signedness.SIGNED, "u": Signedness.UNSIGNED}

_UNREGISTERED = (
    " created with unregistered dialect. If this is intended, please call "
    "allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the "
    "MLIR opt tool used"
)


class MlirAttributeParser(LocationParser):
    """A parser of attributes, types and locations."""

    ctx: MlirContext  # pyright: ignore[reportIncompatibleVariableOverride]
    types: KnownTypes
    _values_by_text: dict[str, Attribute]
    _distinct_attributes: dict[int, DistinctAttr]
    _symbol_position: Position

    def parse_optional_type(self) -> TypeAttribute | None:
        """Parse a type if present, otherwise return None. The same text gives the same object."""
        state = self._parser_state
        start = self._symbol_position = state.current_token.span.start
        lexer = state.lexer
        match = SIMPLE_TYPE.match(lexer.input.content, start)
        if match is None:
            return super().parse_optional_type()
        text, end = match.group(), match.end()
        known = self.types.get(text)
        if known is not None:
            lexer.pos = end
            state.current_token = lexer.lex()
            return known
        parsed = super().parse_optional_type()
        if parsed is None:
            return None
        parsed = self.types.canonical(parsed)
        if not lexer.input.content[end : state.current_token.span.start].strip():
            self.types.remember(text, parsed)
        return parsed

    def parse_type(self) -> TypeAttribute:
        """Parse a type."""
        parsed = self.parse_optional_type()
        if parsed is None:
            self.raise_wrong_token("expected non-function type")
        return parsed

    def parse_optional_function_type(self) -> FunctionType | None:
        """Parse a function type `(types) -> types` if present, otherwise return None."""
        if self._current_token.kind is not MLIRTokenKind.L_PAREN:
            return None
        inputs = self.parse_comma_separated_list(self.Delimiter.PAREN, self.parse_type)
        self._parse_token(MLIRTokenKind.ARROW, "expected '->' in function type")
        if self._current_token.kind is MLIRTokenKind.L_PAREN:
            outputs = self.parse_comma_separated_list(self.Delimiter.PAREN, self.parse_type)
        else:
            outputs = [self.parse_type()]
        return FunctionType.from_lists(inputs, outputs)

    def _parse_optional_integer_or_float_type(self) -> TypeAttribute | None:
        token = self._current_token
        if token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        if (match := INTEGER_TYPE.fullmatch(token.text)) is None:
            return super()._parse_optional_integer_or_float_type()
        if unsigned_value(match[2], 32) is None:
            self.raise_error("invalid integer width")
        if int(match[2]) > _MAX_INTEGER_WIDTH:
            self.raise_error(f"integer bitwidth is limited to {_MAX_INTEGER_WIDTH} bits")
        self._consume_token()
        return IntegerType(int(match[2]), _SIGNEDNESS[match[1]])

    def _parse_optional_builtin_parametrized_type(self) -> TypeAttribute | None:
        token = self._current_token
        if token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        name = token.text
        parsers: dict[str, Callable[[], TypeAttribute]] = {
            "vector": self._parse_vector_attrs,
            "memref": self._parse_memref_attrs,
            "tensor": self._parse_tensor_attrs,
            "complex": self._parse_complex_attrs,
            "tuple": self._parse_tuple_attrs,
        }
        if name not in parsers:
            return None
        self._consume_token()
        self.parse_punctuation("<", f" in {name} type")
        return parsers[name]()

    def _parse_shape_element(self) -> tuple[list[int] | None, TypeAttribute, Position]:
        """Parse a shape and element type, `4x?xf32` or `*xf32`.

        Return the sizes (None if unranked), the element type, and the position of the element type.
        """
        dims: list[int] | None = None
        if self.parse_optional_punctuation("*") is not None:
            self.parse_shape_delimiter()
        else:
            dims = []
            self._parse_plain_dimensions(dims)
            while self._current_token.kind in (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.QUESTION):
                dims.append(self.parse_shape_dimension())
                self.parse_shape_delimiter()
        position = self.pos
        return dims, self.parse_type(), position

    def _parse_plain_dimensions(self, dims: list[int]) -> None:
        """Parse `4x8x` at once, if it starts here, and append the dimensions.

        The lexer takes everything after the first `x` for one identifier, so lexing each dimension
        would take quadratic time.
        """
        match = _DIMENSIONS.match(self.lexer.input.content, self.pos)
        if match is None:
            return
        sizes = match.group().split("x")[:-1]
        if all(size.isdecimal() and len(size) <= _SAFE_DIGITS for size in sizes):
            dims += map(int, sizes)
            self.resume_from(match.end())

    def parse_shape_dimension(self, allow_dynamic: bool = True) -> int:
        """Parse the size of a dimension, or `?` for a dynamic size."""
        token = self._current_token
        is_decimal = token.kind is MLIRTokenKind.INTEGER_LIT and token.text[:2] != "0x"
        if is_decimal and unsigned_value(token.text, 63) is None:
            self.raise_error("invalid dimension")
        return super().parse_shape_dimension(allow_dynamic)

    def parse_shape_delimiter(self) -> None:
        """Parse the `x` between dimensions."""
        if self._parse_optional_shape_delimiter() is None:
            self.raise_wrong_token("expected 'x' in dimension list")

    def _parse_tensor_attrs(self) -> Any:
        dims, element, position = self._parse_shape_element()
        encoding: Attribute | None = None
        if self.parse_optional_punctuation(",") is not None:
            encoding = self.parse_optional_attribute()
            if dims is not None:
                check_encoding(self, encoding, dims, element)
        self.parse_punctuation(">", " in tensor type")
        if encoding is not None and dims is None:
            self.raise_error("cannot apply encoding to unranked tensor")
        if not is_tensor_element(element):
            self.raise_error("invalid tensor element type", position)
        if dims is None:
            return UnrankedTensorType(element)
        return TensorType(element, dims, NoneAttr() if encoding is None else encoding)

    def _parse_memref_attrs(self) -> Any:
        start = self._symbol_position
        dims, element, position = self._parse_shape_element()
        if isinstance(element, _NEVER_IN_TENSORS | _NEVER_IN_MEMREFS):
            self.raise_error("invalid memref element type", position)
        layout: Any = NoneAttr()
        space: Attribute | None = None

        def parse_parameter() -> Attribute:
            nonlocal layout, space
            attribute = self.parse_attribute()
            if isinstance(attribute, MemRefLayoutAttr):
                if dims is None:
                    self.raise_error("cannot have affine map for unranked memref type")
                if space is not None:
                    self.raise_error("expected memory space to be last in memref type")
                layout = attribute
            elif space is not None:
                self.raise_error("multiple memory spaces specified in memref type")
            else:
                space = attribute
            return attribute

        if self.parse_optional_punctuation(">") is None:
            self.parse_punctuation(",")
            if self._current_token.kind is MLIRTokenKind.GREATER:
                self.raise_wrong_token("expected list element")
            self._parse_until(">", parse_parameter)
        if space is None or (is_a(space, IntegerAttr) and _is_zero(space)):
            space = NoneAttr()
        if dims is None:
            return UnrankedMemRefType.from_type(element, space)
        if (mistake := layout_mistake(layout, len(dims))) is not None:
            self.raise_error(mistake, start)
        return MemRefType(element, dims, normal_layout(layout), space)

    def _parse_vector_attrs(self) -> Any:
        dims: list[int] = []
        scalable: list[bool] = []
        while True:
            self._parse_plain_dimensions(dims)
            scalable += [False] * (len(dims) - len(scalable))
            is_scalable = self.parse_optional_punctuation("[") is not None
            if not is_scalable and self._current_token.kind is not MLIRTokenKind.INTEGER_LIT:
                break
            dims.append(self.parse_shape_dimension(allow_dynamic=False))
            scalable.append(is_scalable)
            if is_scalable:
                self._parse_token(MLIRTokenKind.R_SQUARE, "missing ']' closing scalable dimension")
            self.parse_shape_delimiter()
        position = self.pos
        element: Any = self.parse_type()
        self.parse_punctuation(">", " in vector type")
        if not is_a(element, IntegerType, IndexType, AnyFloat):
            self.raise_error("vector elements must be int/index/float type", position)
        if 0 in dims:
            self.raise_error("vector types must have positive constant sizes", position)
        return VectorType(element, dims, ArrayAttr(_BOOLEANS[each] for each in scalable))

    def _parse_complex_attrs(self) -> ComplexType:
        position = self.pos
        element: Any = self.parse_type()
        self.parse_punctuation(">", " in complex type")
        if not is_a(element, IntegerType, AnyFloat):
            self.raise_error("invalid element type for complex", position)
        return ComplexType(element)

    def _parse_tuple_attrs(self) -> TupleType:
        types: list[TypeAttribute] = []
        if self._current_token.kind is not MLIRTokenKind.GREATER:
            types = self.parse_comma_separated_list(self.Delimiter.NONE, self.parse_type)
        self.parse_punctuation(">", " in tuple type")
        return TupleType(tuple(types))

    def parse_optional_attribute(self) -> Attribute | None:
        """Parse an attribute or a type if present, otherwise return None."""
        self._symbol_position = self._parser_state.current_token.span.start
        return super().parse_optional_attribute()

    def parse_attribute(self) -> Attribute:
        """Parse an attribute or a type."""
        parsed = self.parse_optional_attribute()
        if parsed is None:
            self.raise_wrong_token("expected attribute value")
        return parsed

    def _parse_attribute_entry(self) -> tuple[str, Attribute]:
        state = self._parser_state
        token = state.current_token
        lexer = state.lexer
        match = _SIMPLE_ENTRY.match(lexer.input.content, token.span.start)
        if match is not None:
            name, text = match.groups()
            known = self._values_by_text.get(text)
            if known is not None:
                lexer.pos = match.end()
                state.current_token = lexer.lex()
                return name, known
        name = self._parse_entry_name(token)
        if self.parse_optional_punctuation("=") is None:
            return name, UnitAttr()
        value = self.parse_attribute()
        if match is not None and state.current_token.span.start == match.end():
            self._remember(match[2], value)
        return name, value

    def _parse_entry_name(self, token: MLIRToken) -> str:
        """Parse the name of a dictionary entry: an identifier or a string."""
        name = self.parse_optional_identifier()
        if name is None:
            name = self.parse_optional_str_literal()
        if name is None:
            self.raise_wrong_token("expected attribute name")
        if not name:
            self.raise_error("expected valid attribute name", token.span)
        return name

    def parse_entries(self) -> dict[str, Attribute]:
        """Parse a dictionary `{name = value, ...}`; report duplicate names."""
        entries: dict[str, Attribute] = {}

        def parse_entry() -> None:
            position = self.pos
            name, value = self._parse_attribute_entry()
            if name in entries:
                self.raise_error(f"duplicate key '{name}' in dictionary attribute", position)
            entries[name] = value

        self.parse_comma_separated_list(
            self.Delimiter.BRACES, parse_entry, " in attribute dictionary"
        )
        return entries

    def parse_optional_dictionary_attr_dict(self) -> dict[str, Attribute]:
        """Parse a dictionary `{name = value, ...}` if present; report duplicate names."""
        if self._current_token.kind is not MLIRTokenKind.L_BRACE:
            return {}
        return self.parse_entries()

    def _parse_optional_builtin_attr(self) -> Attribute | None:
        """Parse a builtin attribute if present, depending on the kind of the first token."""
        token = self._current_token
        match token.kind:
            case MLIRTokenKind.STRING_LIT:
                return StringAttr(self.parse_str_literal())
            case MLIRTokenKind.MINUS | MLIRTokenKind.INTEGER_LIT | MLIRTokenKind.FLOAT_LIT:
                return self.parse_optional_builtin_int_or_float_attr()
            case MLIRTokenKind.L_SQUARE:
                return self._parse_optional_array_attr()
            case MLIRTokenKind.AT_IDENT:
                return self._parse_optional_symref_attr()
            case MLIRTokenKind.L_BRACE:
                return DictionaryAttr(self.parse_entries())
            case MLIRTokenKind.BARE_IDENT:
                if token.text in ("true", "false"):
                    self._consume_token()
                    return IntegerAttr(int(token.text == "true"), i1)
                if token.text == "loc":
                    return MlirAttributeParser.parse_optional_location(self)
                if token.text == "unit":
                    return self.parse_optional_unit_attr()
                parsed = self._parse_optional_builtin_parametrized_attr()
                return parsed if parsed is not None else self.parse_optional_type()
            case _:
                return self.parse_optional_type()

    def _parse_optional_array_attr(self) -> ArrayAttr | None:
        if self._parse_optional_token(MLIRTokenKind.L_SQUARE) is None:
            return None
        if integers := self.parse_plain_integer_attributes():
            self.parse_punctuation("]")
            return ArrayAttr(integers)
        return ArrayAttr(self._parse_until("]", self._parse_element))

    def _parse_element(self) -> Attribute:
        """Parse an element of an array. Simple elements with the same text are the same object."""
        state = self._parser_state
        lexer = state.lexer
        match = _SIMPLE_ELEMENT.match(lexer.input.content, state.current_token.span.start)
        if match is None:
            return self.parse_attribute()
        known = self._values_by_text.get(match[1])
        if known is not None:
            lexer.pos = match.end()
            state.current_token = lexer.lex()
            return known
        value = self.parse_attribute()
        if state.current_token.span.start == match.end():
            self._remember(match[1], value)
        return value

    def _remember(self, text: str, value: Attribute) -> None:
        """Record the value of a text, so that the text need not be parsed again."""
        known = self._values_by_text
        if len(known) >= _MOST_TEXTS:
            known.clear()
        known[text] = value

    def _parse_until(
        self, closing: PunctuationSpelling, parse: Callable[[], Attribute]
    ) -> list[Attribute]:
        """Parse a comma-separated list up to and including `closing`; the opening bracket is
        consumed.
        """
        elements: list[Attribute] = []
        if self.parse_optional_punctuation(closing) is None:
            elements.append(parse())
            while self.parse_optional_punctuation(",") is not None:
                elements.append(parse())
            if self.parse_optional_punctuation(closing) is None:
                self.raise_wrong_token(f"expected ',' or '{closing}'")
        return elements

    def _parse_optional_symref_attr(self) -> SymbolRefAttr | None:
        root = self.parse_optional_symbol_name()
        if root is None:
            return None
        nested: list[StringAttr] = []
        while self._current_token.kind is MLIRTokenKind.COLON:
            position = self.pos
            self._consume_token()
            if self._parse_optional_token(MLIRTokenKind.COLON) is None:
                self._resume_from(position)
                break
            name = self.parse_optional_symbol_name()
            if name is None:
                self.raise_error("expected nested symbol reference identifier")
            nested.append(name)
        return SymbolRefAttr(root, ArrayAttr(nested) if nested else _NOTHING)

    def parse_attribute_of_type(self, type: Any) -> Attribute:
        """Parse an attribute; the text of a number or of `dense<...>` omits its type, which is
        `type`.
        """
        if self.parse_optional_keyword("dense") is not None:
            return self._parse_dense(type)
        number = self.parse_optional_builtin_int_or_float_attr(type)
        return self.parse_attribute() if number is None else number

    def _parse_dense(self, type: Any = None) -> Attribute:
        """Parse everything after `dense`. The text ends with the type, unless `type` is given."""
        from ttmlir_py.ir.reading.elements import parse_dense

        return parse_dense(self, type)

    def _parse_optional_builtin_parametrized_attr(self) -> Attribute | None:
        token = self._current_token
        if token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        if token.text == "dense":
            self.consume()
            return self._parse_dense()
        if token.text == "sparse":
            from ttmlir_py.ir.reading.elements import parse_sparse

            self.consume()
            return parse_sparse(self, token.span.start)
        if token.text == "distinct":
            self.consume()
            return self._parse_distinct(token.span.start)
        if token.text in ("opaque",):
            return None
        if token.text == "strided":
            self.consume()
            layout = self._parse_strided_layout_attr()
            if isinstance(layout, StridedLayoutAttr) and 0 in layout.get_strides():
                self.raise_error("strides must not be zero", token.span.start)
            return layout
        return super()._parse_optional_builtin_parametrized_attr()

    def _parse_distinct(self, start: Position) -> DistinctAttr:
        """Parse everything after `distinct`. The attribute starts at `start`."""
        self.parse_punctuation("[", " after 'distinct'")
        token = self.token
        if token.kind is not MLIRTokenKind.INTEGER_LIT:
            self.raise_wrong_token("expected distinct ID")
        self.consume()
        number = unsigned_value(token.text)
        if number is None:
            self.raise_error("expected an unsigned 64-bit integer")
        self.parse_punctuation("]", " to close distinct ID")
        self.parse_punctuation("<", " after distinct ID")
        referenced: Attribute = UnitAttr()
        if self.parse_optional_punctuation(">") is None:
            referenced = self.parse_attribute()
            self.parse_punctuation(">", " to close distinct attribute")
        known = self._distinct_attributes.setdefault(number, DistinctAttr(referenced))
        if known.referenced != referenced:
            text = attribute_text(known.referenced)
            message = "referenced attribute does not match previous definition: "
            self.raise_error(message + text, start)
        return known

    def _parse_int_or_question(self, context_msg: str = "") -> Any:
        if self.parse_optional_punctuation("?") is not None:
            return "?"
        negative = self.parse_optional_punctuation("-") is not None
        token = self._current_token
        is_number = token.kind is MLIRTokenKind.INTEGER_LIT
        value = unsigned_value(token.text, 63) if is_number else None
        if value is None:
            self.raise_error("expected a 64-bit signed integer or '?'")
        self._consume_token()
        return -value if negative else value

    def parse_affine_map(self) -> AffineMap:
        """Parse an affine map, folded as MLIR folds it."""
        return MlirAffineParser(self._parser_state).parse_affine_map()

    def parse_affine_set(self) -> AffineSet:
        """Parse an integer set, folded as MLIR folds it."""
        return MlirAffineParser(self._parser_state).parse_affine_set()

    def _parse_extended_type_or_attribute(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, attr_or_dialect_name: str, is_type: bool
    ) -> Any:
        """Parse `#alias`, `#dialect.name<...>` or `#dialect<name ...>` after its identifier."""
        is_bracketed = self._current_token.kind is MLIRTokenKind.LESS
        if "." in attr_or_dialect_name:
            definition = self._find_definition(attr_or_dialect_name, is_type)
            if not issubclass(definition, UnregisteredAttr):
                return self._parse_registered(definition, self.pos if is_bracketed else None)
            body = self._take_symbol_body() if is_bracketed else ""
            # As in MLIR, `#d.name<body>` means the same as `#d<name<body>>`. The printer writes the
            # shorter form.
            body = f"<{body}>" if is_bracketed else ""
            return definition(attr_or_dialect_name, _FLAGS[is_type], _FLAGS[True], body)
        if not is_bracketed:
            alias = ("!" if is_type else "#") + attr_or_dialect_name
            if alias not in self.attribute_aliases:
                self.raise_error(f"undefined symbol alias id '{attr_or_dialect_name}'")
            return self.attribute_aliases[alias]
        return self._parse_bracketed(attr_or_dialect_name, is_type)

    def _parse_bracketed(self, dialect: str, is_type: bool) -> Attribute:
        """Parse `<name ...>` after `#dialect` or `!dialect`."""
        start = self.pos
        body = self._take_symbol_body()
        match = _IDENTIFIER.match(body)
        mnemonic = match.group() if match is not None else ""
        name = f"{dialect}.{mnemonic}"
        definition = self._find_definition(name, is_type)
        if issubclass(definition, UnregisteredAttr):
            return definition(name, _FLAGS[is_type], _FLAGS[True], body[len(mnemonic) :])
        self.resume_from(start + len("<"))
        self.consume()
        parsed = self._parse_registered(definition, start)
        self.parse_punctuation(">")
        return parsed

    def _take_symbol_body(self) -> str:
        """Skip `<...>` and return the text between the angle brackets."""
        start = self.pos + len("<")
        end = self._raw_scan_balanced(start)
        self.resume_from(end + len(">"))
        return self.lexer.input.content[start:end]

    def _parse_registered(self, definition: type[Attribute], opening: Position | None) -> Attribute:
        """Parse the parameters of an attribute or type of class `definition`.

        `opening` is the position of the `<`, or None if there are no parameters.
        """
        try:
            return self._parse_parameters(definition)
        except ParseError as error:
            if opening is None:
                raise
            self._leave_body(opening, error)

    def _leave_body(self, opening: Position, error: ParseError) -> NoReturn:
        """Raise `error`, which occurred in the body `<...>`, after moving to the end of the body.

        `opening` is the position of the `<`. MLIR finds the end of a body before it parses the
        body, and then parses the surrounding text from that end, if only to report errors.
        """
        end = self._raw_scan_balanced(opening + len("<"))
        with suppress(ParseError):
            self.resume_from(end + len(">"))
        if isinstance(error, MlirParseError):
            raise error
        start = error.span.start
        raise MlirParseError(Span(start, start, self.lexer.input), error.msg) from error

    def _parse_parameters(self, definition: type[Attribute]) -> Attribute:
        start = self.pos
        outer, self.custom_op = self.custom_op, ""
        try:
            if issubclass(definition, ParametrizedAttribute):
                return definition.new(definition.parse_parameters(self))
            data: Any = definition  # The definition is a subclass of xDSL's `Data`.
            return data(data.parse_parameter(self))
        except VerifyException as error:
            self.raise_error(str(error.args[0] if error.args else error), start)
        finally:
            self.custom_op = outer

    def _find_definition(self, name: str, is_type: bool) -> type[Attribute]:
        """Return the class of a dialect attribute or type; raise MLIR's error if it is unknown."""
        context = self.ctx
        found = context.get_optional_type(name) if is_type else context.get_optional_attr(name)
        dialect, _, mnemonic = name.partition(".")
        if found is not None and not (
            issubclass(found, UnregisteredAttr) and context.is_dialect_complete(dialect)
        ):
            return found
        position = self._symbol_position + len(dialect) + len("#.")
        if context.is_dialect_registered(dialect):
            self._complain_of_mnemonic(dialect, mnemonic, is_type, position)
        if self._current_token.kind is MLIRTokenKind.LESS:
            mnemonic += f"<{self._take_symbol_body()}>"
        what = f'"{dialect}"<"{mnemonic}">'
        what = f'`!{dialect}<"{mnemonic}">` type' if is_type else f"#{what} : 'none' attribute"
        self.raise_error(what + _UNREGISTERED, position)

    def _complain_of_mnemonic(
        self, dialect: str, mnemonic: str, is_type: bool, position: Position
    ) -> NoReturn:
        """Raise MLIR's error for an attribute or type `mnemonic` that the known dialect does not
        have.
        """
        definitions = self.ctx.get_dialect(dialect).attributes
        own_words = getattr(self.ctx.get_dialect(dialect), "unknown_mnemonic", None)
        if own_words is not None:
            self.raise_error(own_words(mnemonic, is_type), position)
        if not any(issubclass(item, TypeAttribute) is is_type for item in definitions):
            kind = "type" if is_type else "attribute"
            self.raise_error(f"dialect '{dialect}' provides no {kind} parsing hook", position)
        kind = " type" if is_type else "attribute"
        names = [
            item.name.partition(".")[2]
            for item in self.ctx.get_dialect(dialect).attributes
            if issubclass(item, TypeAttribute) is is_type
        ]
        advice = question(mnemonic, names)
        notes = [(position, advice)] if advice else ()
        message = f"unknown {kind} `{mnemonic}` in dialect `{dialect}`"
        self.raise_error(message, position, notes=notes)

    def _raw_scan_balanced(self, pos: Position) -> Position:
        """Return the position of the `>` that closes the `<...>` whose content starts at `pos`."""
        text: str = self.lexer.input.content
        nesting = ["<"]
        for match in _BRACKET.finditer(text, pos):
            found = match.group()
            if found in _CLOSED_BY:
                nesting.append(found)
            elif found == '"':
                self.resume_from(match.start())  # lexing from here raises the lexer's error
            elif found in _OPENED_BY:
                if nesting[-1] != _OPENED_BY[found]:
                    break
                nesting.pop()
                if not nesting:
                    return match.start()
        self.raise_error(f"unbalanced '{nesting[-1]}' character in pretty dialect name", pos - 1)


_NEVER_IN_TENSORS = FunctionType | NoneType | TupleType
_NEVER_IN_MEMREFS = TensorType | UnrankedTensorType
"""Types that cannot be elements of memrefs. Elements of tensors can be neither these types nor
memrefs.
"""


def is_tensor_element(type: Attribute) -> bool:
    """Whether `type` can be the element type of a tensor: scalars, vectors, and dialect types."""
    never = _NEVER_IN_TENSORS | _NEVER_IN_MEMREFS | MemRefType | UnrankedMemRefType
    return not isinstance(type, never)


def layout_mistake(layout: Attribute, rank: int) -> str | None:
    """Return the error message for the layout of a memref of rank `rank`, or None if it is
    valid.
    """
    if isinstance(layout, StridedLayoutAttr) and len(layout.strides) != rank:
        return "expected the number of strides to match the rank"
    if isinstance(layout, AffineMapAttr) and (dims := layout.data.num_dims) != rank:
        return f"memref layout mismatch between rank and affine map: {rank} != {dims}"
    return None


def normal_layout(layout: Attribute) -> Any:
    """Return `layout`, or NoneAttr for the identity layout, which MLIR omits."""
    if isinstance(layout, AffineMapAttr):
        map = layout.data
        if map == AffineMap.identity(map.num_dims) and map.num_symbols == 0:
            return NoneAttr()
    return layout


def _is_zero(attribute: Any) -> bool:
    """Whether `attribute` is the integer 0, which MLIR omits as memory space."""
    return attribute.value.data == 0
