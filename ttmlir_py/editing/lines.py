"""The lines of MLIR text, and the names on a line that holds one whole operation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ttmlir_py.editing.tokens import MAX_COLUMNS, SUFFIX, Kind, Token, pieces_of, tokens_of

START = re.compile(
    r"\s*(?:%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?)*\s*=\s*[\"A-Za-z]"
    r'|"[\w$.]+"\s*\(|\^[\w$.-]+\s*[(:]|(?:func\.func|module|return)\b'
    r"|[A-Za-z_]\w*\.[\w.]+ +[%@(])",
    re.ASCII,
)
"""Matches a line that starts an operation or a block, whatever the lines before it left open."""
FUNCTIONS = frozenset(("func.func", "emitc.func", "llvm.func", "tt.device_module"))
"""Operations that are never inside a function. One of these ends a function that was left open."""


_KEPT_COLUMNS = 200
"""Tokens of lines up to this length are kept."""


class Line:
    """One line of a text, with what does not depend on other lines.

    Most lines hold one whole operation without regions. Their names are kept, so that an edit of
    another line need not find them again. They are found when they are needed, and so are the
    tokens: for all lines of a long file, that would take most of the time to open it.
    """

    __slots__ = ("_operation", "_pieces", "is_blank", "is_whole", "name_start", "results", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_blank = False
        self.results: tuple[str, ...] = ()
        """The results of the operation that the line holds."""
        self.name_start = -1
        """The column of the name of the operation that fills the line."""
        self._operation: WholeOperation | None = None
        self._pieces: Sequence[Token] = ()
        if len(text) < MAX_COLUMNS and (simple := _SIMPLE.fullmatch(text)) is not None:
            self.is_whole = "sym_name" not in text
            if self.is_whole:
                self.name_start = simple.start(2)
                if (result := simple[1]) is not None:
                    self.results = (result,)
            return
        self.is_whole = False
        """Whether the line holds one whole operation without regions."""
        self.is_blank = _BLANK.match(text, 0, MAX_COLUMNS) is not None
        if not self.is_blank and (found := _whole_operation(text)) is not None:
            self.is_whole = True
            self._operation = found
            self.name_start = found.name_start
            self.results = tuple(each for each, _ in found.results)

    @property
    def operation(self) -> WholeOperation | None:
        """The names on the line if it holds one whole operation, otherwise None."""
        if self._operation is None and self.is_whole:
            self._operation = _whole_operation(self.text)
        return self._operation

    @property
    def end(self) -> tuple[str, int]:
        """The last character of the operation that fills the line, and the column after it."""
        if self._operation is not None:
            return self._operation.last, self._operation.end
        return self.text[-1], len(self.text)

    @property
    def pieces(self) -> Sequence[Token]:
        """The tokens of the line, but lists without names as one token each.

        They are kept, unless the line is long: the structure is read after each edit.
        """
        if self._pieces:
            return self._pieces
        found = list(pieces_of(self.text))
        if len(self.text) < _KEPT_COLUMNS:
            self._pieces = found
        return found

    @property
    def tokens(self) -> list[Token]:
        """The tokens of the line."""
        return tokens_of(self.text)


class WholeOperation(NamedTuple):
    """The names on a line that holds one whole operation without regions."""

    start: int
    name: str
    name_start: int
    is_quoted: bool
    end: int
    results: tuple[tuple[str, int], ...]
    """The results and their columns."""
    others: tuple[tuple[Kind, str, int, int], ...]
    """Values, blocks, symbols and aliases after the operation's name: the kind, the text without a
    result number, the result number, the column.
    """
    last: str
    """The last character."""


def _nested(depth: int) -> str:
    """Return an expression for text whose brackets are closed, up to `depth` within each other.

    A brace opens a dictionary, not a region, if a name and `=`, `,`, `}` or `:` follow it.
    """
    nested = ""
    for _ in range(depth + 1):
        brackets = rf"| (?:[(\[] | {_DICTIONARY}) {nested} [)}}\]]" if nested else ""
        nested = rf"(?>(?: [^][(){{}}\"@/]++ | /(?!/) | {_QUOTED} {brackets} )*)"
    return nested


_QUOTED = r'"(?>(?:[^"\\]++|\\.)*)"'
_DICTIONARY = r"\{(?= \s*+ (?!return\b) [A-Za-z_][\w$.]*+ \s*+ [=,}:])"
_SIMPLE = re.compile(
    rf"""
    \s*+
    (?: (%{SUFFIX}) \s*+ =\s*+ (?=["A-Za-z])
      | (?= "[\w$.]++"\s*+\( | [A-Za-z_]\w*+\.[\w.]++[ ]++[%(] | return\b ) )
    (?! (?: {"|".join(map(re.escape, sorted(FUNCTIONS)))} | module ) (?![\w$.]) )
    ( [A-Za-z_][\w$.]*+ | "[\w$.]++" )
    {_nested(4)}
    (?<! [\s,:=<] ) (?<! -> ) (?<! attributes )
    """,
    re.VERBOSE | re.ASCII,
)
"""Matches most lines for which `_whole_operation` returns names, much faster than that does.

The groups are the result and the name. No symbol may follow, and no `sym_name`.
"""
_BLANK = re.compile(r"\s*+(?://|\Z)", re.ASCII)
_BLANKS = " \t\r\f\v"
_HEAD = re.compile(
    r"\s*+(?P<results>%[^=\"]*+=\s*+)?(?P<name>[A-Za-z_][\w$.]*+|\"[\w$.]++\")", re.ASCII
)
"""Matches the results and the name of an operation, at a line that `START` matches."""
_RESULT = re.compile(f"%{SUFFIX}", re.ASCII)
_OTHER = r'[^][(){}%"^#!@/]'
"""Matches a character that begins no token which `_PIECE` matches."""
_PIECE = re.compile(
    rf"""
    (?>(?:
      {_OTHER}++
    | /(?!/)
    # Lists without names, such as those of types, need no matches of their own.
    | \({_OTHER}*+\)
    | \[{_OTHER}*+\]
    | \{{\s*+[A-Za-z_][\w$.]*+\s*+={_OTHER}*+\}}
    )*)
    (?:
      (?P<value>%{SUFFIX})(?:\#(?P<number>[0-9]++))?
    | (?P<region>\{{\s*+(?:[%^"}}]|return\b|[A-Za-z_][\w$.]*+\s*+(?![=,}}:])))
    | (?P<open>[({{\[])
    | (?P<close>[)}}\]])
    | (?P<string>"(?>(?:[^"\\]++|\\.)*)(?:"|\\?$))
    | (?P<block>\^{SUFFIX})
    | (?P<attribute>\#[A-Za-z_$][\w$.-]*+)
    | (?P<type>![A-Za-z_$][\w$.-]*+)
    | (?P<symbol>@(?:[A-Za-z_][\w$.]*+|"[^"]*+"))
    | (?P<comment>//)
    | [%^#!@]
    | \Z  # otherwise the search would start again behind each character of the rest
    )
    """,
    re.VERBOSE | re.ASCII,
)
"""Matches the tokens that decide whether a line holds one operation, and the names in it."""
_GROUPS = _PIECE.groupindex
_VALUE, _NUMBER, _OPEN, _CLOSE, _REGION, _STRING, _COMMENT = (
    _GROUPS[name] for name in ("value", "number", "open", "close", "region", "string", "comment")
)
_PIECE_KINDS = {
    _GROUPS[kind.value]: kind for kind in (Kind.BLOCK, Kind.ATTRIBUTE, Kind.TYPE, Kind.SYMBOL)
}


def _whole_operation(text: str) -> WholeOperation | None:
    """Return the names of a line that holds one operation, or None for any other line.

    None is right for every line: its tokens are read then, which takes longer.
    """
    head = _HEAD.match(text, 0, MAX_COLUMNS) if START.match(text) else None
    if head is None or "sym_name" in text:
        return None
    spelling = head["name"]
    is_quoted = spelling[0] == '"'
    if spelling in FUNCTIONS or spelling == "module":
        return None
    others: list[tuple[Kind, str, int, int]] = []
    depth, end = 0, min(len(text), MAX_COLUMNS)
    for match in _PIECE.finditer(text, head.end(), MAX_COLUMNS):
        group = match.lastindex
        if group == _VALUE:
            others.append((Kind.VALUE, match[1], 0, match.start(1)))
        elif group == _OPEN:
            depth += 1
        elif group == _CLOSE:
            depth -= 1
        elif group == _NUMBER:
            others.append((Kind.VALUE, match[1], number_of(match[2]), match.start(1)))
        elif group == _REGION:
            return None
        elif group == _COMMENT:
            end = match.start(_COMMENT)
            break
        elif group is not None and group != _STRING:
            kind, name = _PIECE_KINDS[group], match[group]
            if kind not in _ALIASES or "." not in name:
                others.append((kind, name, 0, match.start(group)))
    if depth or (others and others[0][0] is Kind.SYMBOL and not spelling.endswith("call")):
        return None
    kept = text[:end].rstrip(_BLANKS)
    # What follows may belong to the operation then.
    if kept[-1] in ",:=([<{" or kept.endswith(("->", "attributes")):
        return None
    results = tuple((each[0], each.start()) for each in _RESULT.finditer(text, 0, head.end(1)))
    return WholeOperation(
        results[0][1] if results else head.start(2),
        spelling[1:-1] if is_quoted else spelling,
        head.start(2),
        is_quoted,
        len(kept),
        results,
        tuple(others),
        kept[-1],
    )


def number_of(digits: str) -> int:
    """Return the number of a result. A number that is too long for one is 0."""
    return int(digits) if digits.isdecimal() and len(digits) < 10 else 0


_ALIASES = frozenset((Kind.ATTRIBUTE, Kind.TYPE))
