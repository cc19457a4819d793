"""The lexer: one regular expression for all ordinary tokens, and xDSL's lexer for the rest.

The expression skips blanks and comments with possessive quantifiers, which never backtrack. So
thousands of blank or comment lines, or a file that ends within one, cost linear time. A repeated
group is atomic, `(?>(?:...)*)`, instead of possessive, `(?:...)*+`: before Python 3.11.5 the latter
does not step back out of a group that half matched.
"""

import re
from typing import NoReturn

from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Position, Span, Token
from xdsl.utils.mlir_lexer import (
    KIND_BY_PUNCTUATION_SPELLING,
    MLIRLexer,
    MLIRToken,
    MLIRTokenKind,
)

BLANK = r"(?>(?:[ \t\n\r\0]++|//[^\n]*+){0,1000})"
"""Matches the text allowed between two tokens; as in MLIR, NUL is a blank.

At most a thousand comments match at once, because the regular expression engine records each
repetition of a group.
"""

SUFFIX_ID = r"(?:[0-9]++|[a-zA-Z$._-][a-zA-Z0-9$._-]*+)"
"""Matches the part of an identifier after `%`, `^`, `#` or `!`."""

_TOKEN = re.compile(
    BLANK
    + rf"""(?:
      ([A-Za-z_][A-Za-z0-9_$.]*+)
    | (%{SUFFIX_ID})
    | (->|[:,()}}\[\]<>=+*?|]|\{{(?!-\#)|-)
    | (\#(?!-\}}){SUFFIX_ID})
    | ("[^"\\\n\v\f]*+")
    | (0x[0-9a-fA-F]++|[0-9]++(?!\.))
    | ([0-9]++\.[0-9]*+(?:[eE][+-]?[0-9]++)?)
    | (\^{SUFFIX_ID})
    | (!{SUFFIX_ID})
    | (@[A-Za-z_][A-Za-z0-9_$.]*+)
    )""",
    re.VERBOSE | re.ASCII,
)
_BLANK = re.compile(BLANK)
_STRING = re.compile(r'"(?>(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*)')

_PUNCTUATION_GROUP = 3
_KINDS = (
    MLIRTokenKind.EOF,
    MLIRTokenKind.BARE_IDENT,
    MLIRTokenKind.PERCENT_IDENT,
    MLIRTokenKind.EOF,
    MLIRTokenKind.HASH_IDENT,
    MLIRTokenKind.STRING_LIT,
    MLIRTokenKind.INTEGER_LIT,
    MLIRTokenKind.FLOAT_LIT,
    MLIRTokenKind.CARET_IDENT,
    MLIRTokenKind.EXCLAMATION_IDENT,
    MLIRTokenKind.AT_IDENT,
)
"""The token kind of each group of the regular expression.

Punctuation is not listed: its kind is found by its spelling.
"""

_INVALID_IDENTIFIER = {
    "%": "invalid SSA name",
    "#": "invalid attribute name",
    "^": "invalid block name",
    "!": "invalid type identifier",
}

_new = object.__new__


class TextToken(Token[MLIRTokenKind, str]):
    """A token that stores its text, because the parser reads the text more than once."""

    text: str = ""  # pyright: ignore[reportIncompatibleMethodOverride]


class MlirLexer(MLIRLexer):
    """A faster version of xDSL's lexer, with MLIR's messages for invalid tokens."""

    def lex(self) -> MLIRToken:
        """Return the next token; raise ParseError if the text is not a token."""
        match = _TOKEN.match(self.input.content, self.pos)
        if match is None:
            return self._lex_uncommon()
        group = match.lastindex
        assert group is not None
        start, self.pos = match.span(group)
        span: Span[str] = _new(Span)
        fields = span.__dict__
        fields["start"] = start
        fields["end"] = self.pos
        fields["input"] = self.input
        token = _new(TextToken)
        token.span = span
        token.text = text = match[group]
        if group == _PUNCTUATION_GROUP:
            token.kind = KIND_BY_PUNCTUATION_SPELLING[text]
        else:
            token.kind = _KINDS[group]
        return token

    def _lex_uncommon(self) -> MLIRToken:
        """Return a token that the regular expression does not match.

        These are the end of the file, strings with escapes, `{-#` and `...`. Other text is an
        error.
        """
        start = self._skip_blank()
        if self._skip_blank() != start:
            while self._skip_blank() != start:
                start = self.pos
            return self.lex()
        first = self.input.at(start)
        if first is None:
            return Token(MLIRTokenKind.EOF, Span(start, start, self.input))
        if first == '"':
            return self._lex_string(MLIRTokenKind.STRING_LIT, start, start)
        if self.input.slice(start, start + 2) == '@"':
            return self._lex_string(MLIRTokenKind.AT_IDENT, start, start + 1)
        if first in "{#.@":
            try:
                return super().lex()
            except ParseError as error:
                self.pos = start
                self._fail(start, first, error)
        self._fail(start, first, None)

    def _skip_blank(self) -> Position:
        """Skip blanks and up to a thousand comments, and return the new position."""
        blank = _BLANK.match(self.input.content, self.pos)
        assert blank is not None
        self.pos = blank.end()
        return self.pos

    def _lex_string(self, kind: MLIRTokenKind, start: int, quote: int) -> MLIRToken:
        """Return a token from `start` to the end of the string literal that begins at `quote`.

        The string may contain escapes.
        """
        match = _STRING.match(self.input.content, quote)
        assert match is not None
        end = match.end()
        closing = self.input.at(end)
        if closing == "\\":
            self._raise(end, "unknown escape in string literal")
        if closing != '"':
            self._raise(end, "expected '\"' in string literal")
        self.pos = end + 1
        return Token(kind, Span(start, self.pos, self.input))

    def _fail(self, start: int, first: str, error: ParseError | None) -> NoReturn:
        if first in _INVALID_IDENTIFIER:
            self._raise(start, _INVALID_IDENTIFIER[first])
        if first == "@":
            self._raise(start + 1, "@ identifier expected to start with letter or '_'")
        if first == ".":
            self._raise(start + 1, "expected three consecutive dots for an ellipsis")
        if error is not None:
            raise error
        self._raise(start, "unexpected character")

    def _raise(self, position: int, message: str) -> NoReturn:
        raise ParseError(Span(position, position, self.input), message)
