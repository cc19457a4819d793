"""A parser of tokens and lists with MLIR's messages, the base of the attribute and operation
parsers.

xDSL's parser reads tokens through a few methods. The methods here report `expected ')'` with MLIR's
text and position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

from xdsl.dialects.builtin import StringAttr
from xdsl.parser.attribute_parser import AttrParser
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Position, Span
from xdsl.utils.mlir_lexer import (
    KIND_BY_PUNCTUATION_SPELLING,
    MLIRToken,
    MLIRTokenKind,
    PunctuationSpelling,
)

from ttmlir_py.ir.definition.custom_form import fail
from ttmlir_py.ir.literals import literal_value

ElementT = TypeVar("ElementT")

_BLANKS = " \t"
_LINE_ENDS = "\r\n"
_EXPECTED_AFTER = r"(?s)(?P<what>[a-z' ]+) expected(?P<context>.*)"


def is_a(value: Any, *classes: Any) -> bool:
    """Return `isinstance(value, classes)` without narrowing the static type of `value`.

    Narrowing to xDSL's generic classes would leave their type parameters unknown.
    """
    return isinstance(value, classes)


class MlirParseError(ParseError):
    """A parse error, with notes and follow-up errors as pairs of position and message."""

    def __init__(self, span: Span, msg: str, notes: Sequence[tuple[Position, str]] = ()):
        super().__init__(span, msg)
        self.notes = tuple(notes)
        self.following: list[tuple[Position, str]] = []

    def add_error(self, position: Position, message: str) -> None:
        """Add an error that is reported after this one, because a caller required the text that
        could not be parsed.
        """
        self.following.append((position, message))


def mlir_words(message: str) -> str:
    """Return a message of xDSL's parsers in MLIR's style: `'(' expected` becomes `expected '('`."""
    if message.startswith("Expected "):
        return "e" + message[1:]
    if (match := re.fullmatch(_EXPECTED_AFTER, message)) is not None:
        return f"expected {match['what']}{match['context']}"
    return message


class MlirTokenParser(AttrParser):
    """A parser of tokens and delimited lists with MLIR's error messages and positions."""

    custom_op: str = ""
    """The name of the operation whose custom form is being parsed.

    Empty outside of custom forms and inside attributes.
    """

    @property
    def token(self) -> MLIRToken:
        """The next token."""
        return self._parser_state.current_token

    def consume(self) -> MLIRToken:
        """Consume a token and return it."""
        state = self._parser_state
        token = state.current_token
        state.current_token = state.lexer.lex()
        return token

    def resume_from(self, position: Position) -> None:
        """Continue parsing at `position`."""
        self.lexer.pos = position
        self._parser_state.current_token = self.lexer.lex()

    def raise_error(
        self,
        msg: str,
        at_position: Position | Span[Any] | None = None,
        end_position: Position | None = None,
        notes: Sequence[tuple[Position, str]] = (),
    ) -> NoReturn:
        """Raise a parse error at `at_position`, by default at the current token.

        At the end of the file, it is one character earlier.
        """
        token = self._parser_state.current_token
        if at_position is None or at_position is token.span:
            start = token.span.start
            if token.kind is MLIRTokenKind.EOF:
                start = max(0, start - 1)
        else:
            start = at_position.start if isinstance(at_position, Span) else at_position
        raise MlirParseError(Span(start, start, self.lexer.input), mlir_words(msg), notes)

    def raise_wrong_token(self, msg: str) -> NoReturn:
        """Raise an error at the end of the previous token, as MLIR does for an unexpected token."""
        text: str = self.lexer.input.content
        token = self._parser_state.current_token
        original = token.span.start
        if token.kind is MLIRTokenKind.EOF:
            original = max(0, original - 1)
        end = original
        while True:
            while end and text[end - 1] in _BLANKS:
                end -= 1
            if end == 0:
                self.raise_error(msg, original)
            if text[end - 1] not in _LINE_ENDS:
                self.raise_error(msg, end)
            end -= 1
            line_start = end
            while line_start and text[line_start - 1] not in _LINE_ENDS:
                line_start -= 1
            if (comment := text.find("//", line_start, end)) >= 0:
                end = comment

    def _consume_token(self, expected_kind: MLIRTokenKind | None = None) -> MLIRToken:
        return self.consume()

    def _parse_optional_token(self, expected_kind: MLIRTokenKind) -> MLIRToken | None:
        state = self._parser_state
        token = state.current_token
        if token.kind is not expected_kind:
            return None
        state.current_token = state.lexer.lex()
        return token

    def _parse_token(self, expected_kind: MLIRTokenKind, error_msg: str) -> MLIRToken:
        token = self._parser_state.current_token
        if token.kind is not expected_kind:
            self.raise_wrong_token(error_msg)
        self._parser_state.current_token = self.lexer.lex()
        return token

    def parse_punctuation(
        self, punctuation: PunctuationSpelling, context_msg: str = ""
    ) -> PunctuationSpelling:
        """Parse `punctuation`; report `expected '...'` for any other token."""
        kind = KIND_BY_PUNCTUATION_SPELLING[punctuation]
        state = self._parser_state
        if state.current_token.kind is not kind:
            self.raise_wrong_token(f"expected '{punctuation}'{context_msg}")
        state.current_token = state.lexer.lex()
        return punctuation

    def parse_optional_punctuation(
        self, punctuation: PunctuationSpelling
    ) -> PunctuationSpelling | None:
        """Parse `punctuation` if it is the next token, otherwise return None."""
        state = self._parser_state
        if state.current_token.kind is not KIND_BY_PUNCTUATION_SPELLING[punctuation]:
            return None
        state.current_token = state.lexer.lex()
        return punctuation

    def parse_optional_characters(self, text: str) -> str | None:
        """Parse a token with the text `text` if it is next, otherwise return None."""
        state = self._parser_state
        kind = KIND_BY_PUNCTUATION_SPELLING.get(text)
        if kind is None:
            if state.current_token.text != text:
                return None
        elif state.current_token.kind is not kind:
            return None
        state.current_token = state.lexer.lex()
        return text

    def parse_characters(self, text: str, context_msg: str = "") -> str:
        """Parse a token with the text `text`; report `expected '...'` for any other token."""
        if self.parse_optional_characters(text) is None:
            self.raise_wrong_token(f"expected '{text}'{context_msg}")
        return text

    def parse_keyword(self, keyword: str, context_msg: str = "") -> str:
        """Parse the identifier `keyword`; report `expected '...'` for any other token."""
        if self.parse_optional_keyword(keyword) is None:
            message = f"expected '{keyword}'{context_msg}"
            if self.custom_op:
                fail(self, self.custom_op, message)
            self.raise_error(message)
        return keyword

    def parse_optional_comma_separated_list(
        self,
        delimiter: AttrParser.Delimiter,
        parse: Callable[[], ElementT],
        context_msg: str = "",
    ) -> list[ElementT] | None:
        """Parse a list in delimiters if the opening delimiter is present, otherwise return None."""
        brackets: Any = delimiter.value
        if self._parser_state.current_token.text != brackets[0]:
            return None
        return self.parse_comma_separated_list(delimiter, parse, context_msg)

    def parse_comma_separated_list(
        self,
        delimiter: AttrParser.Delimiter,
        parse: Callable[[], ElementT],
        context_msg: str = "",
    ) -> list[ElementT]:
        """Parse a list of elements, each parsed by `parse`, in delimiters.

        A list without delimiters has at least one element.
        """
        brackets: Any = delimiter.value
        if brackets is not None:
            self.parse_characters(brackets[0], context_msg)
            if self.parse_optional_characters(brackets[1]) is not None:
                return []
        elements = [parse()]
        while self._parse_optional_token(MLIRTokenKind.COMMA) is not None:
            elements.append(parse())
        if brackets is not None:
            self.parse_characters(brackets[1], context_msg)
        return elements

    def parse_integer(
        self, allow_boolean: bool = True, allow_negative: bool = True, context_msg: str = ""
    ) -> int:
        """Parse an integer literal."""
        value = self.parse_optional_integer(allow_boolean, allow_negative)
        if value is None:
            self.raise_error("expected integer literal" + context_msg)
        return value

    def parse_optional_str_literal(self) -> str | None:
        """Parse a string literal if present, otherwise return None."""
        token = self._parse_optional_token(MLIRTokenKind.STRING_LIT)
        return None if token is None else literal_value(token.text)

    def parse_optional_symbol_name(self) -> StringAttr | None:
        """Parse `@name` or `@"any name"` if present, otherwise return None."""
        token = self._parse_optional_token(MLIRTokenKind.AT_IDENT)
        if token is None:
            return None
        name = token.text[1:]
        return StringAttr(literal_value(name) if name[0] == '"' else name)

    def parse_str_literal(self, context_msg: str = "") -> str:
        """Parse a string literal."""
        value = self.parse_optional_str_literal()
        if value is None:
            self.raise_error("expected string" + context_msg)
        return value
