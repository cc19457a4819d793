"""The tokens of one line of MLIR text, for editors.

Unlike the parser's lexer, this one accepts any text: other characters are tokens of kind `OTHER`.
MLIR's tokens never span lines, so an editor that changes a line needs new tokens for this line
only.
"""

import re
from enum import Enum
from typing import NamedTuple

MAX_COLUMNS = 20_000
"""Lines are split into tokens up to this column. Longer lines are constants."""


class Kind(Enum):
    """The kind of a token; the value is the name of its group in the regular expression."""

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
_TOKEN = re.compile(
    rf"""
      (?P<comment>//.*+)
    | (?P<string>"(?>(?:[^"\\]++|\\.)*)(?:"|\\?$))
    | (?P<value>%{SUFFIX}(?:\#[0-9]++)?)
    | (?P<block>\^{SUFFIX})
    | (?P<attribute>\#[A-Za-z_$][\w$.-]*+)
    | (?P<type>![A-Za-z_$][\w$.-]*+)
    | (?P<symbol>@(?:[A-Za-z_][\w$.]*+|"[^"]*+"))
    | (?P<number>0x[0-9A-Fa-f]++|[0-9]++(?:\.[0-9]*+(?:[eE][+-]?[0-9]++)?)?)
    | (?P<word>[A-Za-z_][\w$.]*+)
    | (?P<punctuation>->|::|[][{{}}()<>,:=*?+|/-])
    | (?P<other>[^\s])
    """,
    re.VERBOSE | re.ASCII,
)


def scan(line: str) -> list[re.Match[str]]:
    """Return a match for each token of a line. `GROUPS` maps their `lastindex` to kinds.

    This is faster than `tokens_of`, for those that read few texts of the tokens.
    """
    return list(_TOKEN.finditer(line, 0, MAX_COLUMNS))


def tokens_of(line: str) -> list[Token]:
    """Return the tokens of a line, without blanks."""
    return [Token(GROUPS[match.lastindex or 0], match[0], match.start()) for match in scan(line)]


GROUPS = {_TOKEN.groupindex[kind.value]: kind for kind in Kind}
"""Maps the numbers of groups to kinds of tokens."""
