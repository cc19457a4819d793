"""The tokens of one line of MLIR text, for editors.

Unlike the parser's lexer, this one accepts any text: other characters are tokens of kind `OTHER`.
MLIR's tokens never span lines, so an editor that changes a line needs new tokens for this line
only.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

MAX_COLUMNS = 20_000
"""Lines are split into tokens up to this column. Longer lines are constants."""


class Kind(Enum):
    """The kind of a token."""

    COMMENT = "comment"
    STRING = "string"
    VALUE = "value"
    BLOCK = "block"
    ATTRIBUTE = "attribute"
    """`#name`: the alias of an attribute, or an attribute of a dialect."""
    TYPE = "type"
    """`!name`: the alias of a type, or a type of a dialect."""
    SYMBOL = "symbol"
    NUMBER = "number"
    WORD = "word"
    PUNCTUATION = "punctuation"
    OTHER = "other"
    LIST = "list"
    """Tokens in brackets, without names or braces, that `pieces_of` does not separate."""


class Token(NamedTuple):
    """A token of a line: its kind, its text, and the column where it starts."""

    kind: Kind
    text: str
    start: int

    @property
    def end(self) -> int:
        """The column after the token."""
        return self.start + len(self.text)


SUFFIX = r"(?:[0-9]++|[A-Za-z$._-][\w$.-]*+)"
"""Matches what follows the first character of a value or block."""
PATTERNS = {
    Kind.COMMENT: "//.*+",
    Kind.STRING: r'"(?>(?:[^"\\]++|\\.)*)(?:"|\\?$)',
    Kind.VALUE: rf"%{SUFFIX}(?:\#[0-9]++)?",
    Kind.BLOCK: rf"\^{SUFFIX}",
    Kind.ATTRIBUTE: r"\#[A-Za-z_$][\w$.-]*+",
    Kind.TYPE: r"![A-Za-z_$][\w$.-]*+",
    Kind.SYMBOL: r'@(?:[A-Za-z_][\w$.]*+|"[^"]*+")',
    Kind.NUMBER: r"0x[0-9A-Fa-f]++|[0-9]++(?:\.[0-9]*+(?:[eE][+-]?[0-9]++)?)?",
    Kind.WORD: r"[A-Za-z_][\w$.]*+",
    Kind.PUNCTUATION: r"->|::|[][{}()<>,:=*?+|/-]",
    Kind.OTHER: r"[^\s]",
}
"""Maps each kind to an expression, in the order in which they are tried."""
_TOKEN = re.compile("|".join(f"({each})" for each in PATTERNS.values()), re.VERBOSE | re.ASCII)
_KINDS = (Kind.OTHER, *PATTERNS)
"""The kinds of the expression's groups."""
_INSIDE = r"""(?>(?:[^][(){}%^\#!@/"\\]++|"[^"\\]*+")*)"""
_PIECE = re.compile(
    rf"(\({_INSIDE}\)|\[{_INSIDE}\]|<[^][(){{}}<>%^\#!@/\"\\]++>)|{_TOKEN.pattern}",
    re.VERBOSE | re.ASCII,
)
_PIECE_KINDS = (Kind.OTHER, Kind.LIST, *PATTERNS)


def tokens_of(line: str) -> list[Token]:
    """Return the tokens of a line, without blanks."""
    return [
        Token(_KINDS[match.lastindex or 0], match[0], match.start())
        for match in _TOKEN.finditer(line, 0, MAX_COLUMNS)
    ]


def pieces_of(line: str, start: int = 0) -> Iterator[Token]:
    """Yield the tokens of a line from a column, but lists without names as one token each."""
    for match in _PIECE.finditer(line, start, MAX_COLUMNS):
        yield Token(_PIECE_KINDS[match.lastindex or 0], match[0], match.start())
