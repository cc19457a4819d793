"""The operations, regions and names of MLIR text that need not be valid.

`read_structure` needs no dialect: brackets and the start of lines show where operations and regions
begin and end. So an editor finds definitions and folds regions in a file that is half written. A
line that clearly starts an operation ends brackets that earlier lines left open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ttmlir_py.editing.tokens import MAX_COLUMNS, SUFFIX, Kind, Token, tokens_of

_START = re.compile(
    r"\s*(?:%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?)*\s*=\s*[\"A-Za-z]"
    r'|"[\w$.]+"\s*\(|\^[\w$.-]+\s*[(:]|(?:func\.func|module|return)\b'
    r"|[A-Za-z_]\w*\.[\w.]+ +[%@(])",
    re.ASCII,
)
"""Matches a line that starts an operation or a block, whatever the lines before it left open."""
_CONTINUED = frozenset((",", ":", "=", "->", "(", "[", "<", "::"))
"""A line that ends with one of these tokens continues on the next line."""
_CONTINUING = frozenset((",", ":", "->", "(", ")", "]", "<", ">", "{", "=", "attributes"))
"""A line that starts with one of these tokens continues the line before."""
_FUNCTIONS = frozenset(("func.func", "emitc.func", "llvm.func", "tt.device_module"))
"""Operations that are never inside a function. One of these ends a function that was left open."""


@dataclass(slots=True, eq=False)
class Name:
    """One occurrence of a name in the text: `%value`, `^block`, `@symbol`, `#alias` or `!alias`."""

    kind: Kind
    text: str
    """The name with its first character, but without a result number such as `#1`."""
    line: int
    start: int
    end: int
    definition: Name | None = None
    """The occurrence that defines the name, which may be this one; None if the name has no
    definition.
    """
    uses: Sequence[Name] = ()
    """All other occurrences of the name in the order of the text, if this one defines it; otherwise
    empty.
    """
    statement: Statement | None = None
    """The operation in which the name is written."""
    index: int = 0
    """The number of the result, if the name is defined with several: `%0:2`, used as `%0#1`."""

    def bind(self, definition: Name) -> None:
        """Make this name a use of the one that defines it."""
        self.definition = definition
        if isinstance(definition.uses, list):
            definition.uses.append(self)
        else:  # most names have no use, and a list for each would cost time and memory
            definition.uses = [self]


@dataclass(slots=True, eq=False)
class Region:
    """The braces of a region. `close_line` is -1 if the closing brace is missing."""

    open_line: int
    open_column: int
    close_line: int = -1
    close_column: int = -1


@dataclass(slots=True, eq=False)
class Statement:
    """One operation, or the definition of an alias: where it starts and ends, and its names."""

    line: int
    start: int
    parent: Statement | None
    name: str = ""
    """The name of the operation as written, without quotes: `ttir.add`, `return`."""
    name_line: int = -1
    name_start: int = -1
    is_quoted: bool = False
    end_line: int = -1
    end: int = -1
    results: list[Name] = field(default_factory=list[Name])
    operands: list[Name] = field(default_factory=list[Name])
    symbol: Name | None = None
    """The symbol that the operation defines."""
    regions: Sequence[Region] = ()

    @property
    def name_end(self) -> int:
        """The column after the operation's name, with its quotes."""
        return self.name_start + len(self.name) + 2 * self.is_quoted


@dataclass(slots=True, eq=False)
class _Scope:
    """The names of one region. `pending` holds uses whose definition may follow."""

    parent: _Scope | None
    names: dict[str, Name] = field(default_factory=dict[str, Name])
    pending: list[Name] = field(default_factory=list[Name])

    def find(self, text: str) -> Name | None:
        """Return the definition of a value or block that is visible here, or None."""
        scope: _Scope | None = self
        while scope is not None:
            if (found := scope.names.get(text)) is not None:
                return found
            scope = scope.parent
        return None


@dataclass(slots=True, eq=False)
class _Frame:
    """An open brace. `region` is None for the braces of a dictionary."""

    scope: _Scope
    owner: Statement | None
    region: Region | None
    is_region: bool
    brackets: int = 0
    statement: Statement | None = None
    is_label: bool = False
    outer_brackets: int = 0


class Structure:
    """The operations, regions and names of a text, as `read_structure` found them."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        """All statements in the order of the text; an operation comes before those in its
        regions.
        """
        self.names: dict[int, list[Name]] = {}
        """Maps lines to the names on them, from left to right."""
        self.definitions: list[Name] = []
        self.regions: list[Region] = []
        self.symbols: dict[str, Name] = {}
        self.aliases: dict[str, Name] = {}

    def clear(self) -> None:
        """Remove everything, and the references between names and operations.

        These are circular: only a collection of garbage, which is slow, would free them.
        """
        for names in self.names.values():
            for name in names:
                name.definition = name.statement = None
                name.uses = ()
        for table in (self.statements, self.names, self.definitions, self.regions):
            table.clear()
        self.symbols.clear()
        self.aliases.clear()

    def name_at(self, line: int, column: int) -> Name | None:
        """Return the name that is written at a position, or just before it; None elsewhere."""
        for name in self.names.get(line, ()):
            if name.start <= column <= name.end:
                return name
        return None

    def statement_at(self, line: int, column: int) -> Statement | None:
        """Return the innermost operation at a position, or None."""
        found: Statement | None = None
        for statement in self.statements[: self._index_after(line, column)][::-1]:
            if (line, column) <= (statement.end_line, statement.end):
                return statement
            found = found or (statement if statement.end_line < 0 else None)
        return found

    def _index_after(self, line: int, column: int) -> int:
        low, high = 0, len(self.statements)
        while low < high:
            middle = (low + high) // 2
            if (self.statements[middle].line, self.statements[middle].start) <= (line, column):
                low = middle + 1
            else:
                high = middle
        return low

    def visible_values(self, line: int, column: int) -> Iterator[Name]:
        """Yield the values that an operation at a position may use: those before it whose region
        is open there.
        """
        for name in self.definitions:
            if name.kind is not Kind.VALUE or (name.line, name.start) >= (line, column):
                continue
            region = _region_of(name)
            if region is None or _contains(region, line, column):
                yield name


def _region_of(name: Name) -> Region | None:
    """Return the region in which a value is visible, or None for the outermost level."""
    statement = name.statement
    if statement is None:
        return None
    if name not in statement.results:  # an argument of one of the statement's regions
        for region in statement.regions:
            if (region.open_line, region.open_column) >= (name.line, name.start) or _contains(
                region, name.line, name.start
            ):
                return region
        return None
    parent = statement.parent
    for region in parent.regions if parent is not None else ():
        if _contains(region, statement.line, statement.start):
            return region
    return None


def _contains(region: Region, line: int, column: int) -> bool:
    if (line, column) < (region.open_line, region.open_column):
        return False
    return region.close_line < 0 or (line, column) <= (region.close_line, region.close_column)


class Line:
    """One line of a text, with what does not depend on other lines.

    Most lines hold one whole operation without regions. Their names are kept, so that an edit of
    another line need not find them again. Tokens are made when they are needed, because those of a
    long file need too much memory, and making them would double the time to open it.
    """

    __slots__ = ("is_blank", "operation", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_blank = _BLANK.match(text, 0, MAX_COLUMNS) is not None
        self.operation = None if self.is_blank else _whole_operation(text)

    @property
    def tokens(self) -> list[Token]:
        """The tokens of the line."""
        return tokens_of(self.text)


class _Operation(NamedTuple):
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


_BLANK = re.compile(r"\s*+(?://|\Z)", re.ASCII)
_BLANKS = " \t\r\f\v"
_HEAD = re.compile(
    r"\s*+(?P<results>%[^=\"]*+=\s*+)?(?P<name>[A-Za-z_][\w$.]*+|\"[\w$.]++\")", re.ASCII
)
"""Matches the results and the name of an operation, at a line that `_START` matches."""
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


def _whole_operation(text: str) -> _Operation | None:
    """Return the names of a line that holds one operation, or None for any other line.

    None is right for every line: its tokens are read then, which takes longer.
    """
    head = _HEAD.match(text, 0, MAX_COLUMNS) if _START.match(text) else None
    if head is None or "sym_name" in text:
        return None
    spelling = head["name"]
    is_quoted = spelling[0] == '"'
    if spelling in _FUNCTIONS or spelling == "module":
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
            others.append((Kind.VALUE, match[1], _number(match[2]), match.start(1)))
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
    return _Operation(
        results[0][1] if results else head.start(2),
        spelling[1:-1] if is_quoted else spelling,
        head.start(2),
        is_quoted,
        len(kept),
        results,
        tuple(others),
        kept[-1],
    )


def _without_number(token: Token) -> tuple[str, int]:
    """Return the text of a name without the result number that follows a value, and the number."""
    if token.kind is not Kind.VALUE:
        return token.text, 0
    text, _, number = token.text.partition("#")
    return text, _number(number)


def _number(digits: str) -> int:
    """Return the number of a result. A number that is too long for one is 0."""
    return int(digits) if digits.isdecimal() and len(digits) < 10 else 0


_ALIASES = frozenset((Kind.ATTRIBUTE, Kind.TYPE))


def read_structure(lines: Sequence[Line]) -> Structure:
    """Return the structure of a text. The time is linear in the number of its tokens."""
    return _Walk(lines).run()


class _Walk:
    """The state of `read_structure`: the open braces, and the operation being read."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._found = Structure()
        self._frames = [_Frame(_Scope(None), None, None, True)]
        self._last = ""
        """The text of the last token; after a line that holds one operation, its last character."""
        self._end = (0, 0)
        self._symbol_uses: list[Name] = []
        self._alias_uses: list[Name] = []

    def run(self) -> Structure:
        """Read all lines."""
        for number, line in enumerate(self._lines):
            if line.is_blank:
                continue
            if line.operation is None or not self._append(number, line.operation):
                self._line(number, line.tokens)
                if number in self._found.names:
                    self._found.names[number].sort(key=lambda name: name.start)
        while len(self._frames) > 1:
            self._close(None, None)
        self._finish_statement()
        self._leave(self._frames[0].scope)
        self._bind_globals()
        return self._found

    def _bind_globals(self) -> None:
        for use, table in [
            *((use, self._found.symbols) for use in self._symbol_uses),
            *((use, self._found.aliases) for use in self._alias_uses),
        ]:
            definition = table.get(use.text)
            if definition is not None:
                use.bind(definition)

    def _append(self, line: int, operation: _Operation) -> bool:
        """Add an operation that fills a line. Return False if an open bracket may contain it."""
        frame = self._frames[-1]
        is_continued = self._last in _CONTINUED
        if not frame.is_region or frame.brackets or frame.is_label or is_continued:
            return False
        if frame.statement is not None:
            self._finish_statement()
        start, name, name_start, is_quoted, end, results, others, self._last = operation
        self._end = line, end
        statement = Statement(
            line, start, frame.owner, name, line, name_start, is_quoted, line, end
        )
        self._found.statements.append(statement)
        scope, found = frame.scope, self._found.definitions
        here: list[Name] = []
        for text, column in results:
            made = Name(Kind.VALUE, text, line, column, column + len(text), statement=statement)
            made.definition = made
            scope.names.setdefault(text, made)
            statement.results.append(made)
            found.append(made)
            here.append(made)
        for kind, text, number, column in others:
            used = Name(kind, text, line, column, column + len(text), statement=statement)
            used.index = number
            if kind is Kind.VALUE:
                statement.operands.append(used)
                self._resolve(used, scope)
            elif kind is Kind.BLOCK:
                self._resolve(used, scope)
            else:
                uses = self._symbol_uses if kind is Kind.SYMBOL else self._alias_uses
                uses.append(used)
            here.append(used)
        self._found.names[line] = here
        return True

    def _line(self, line: int, tokens: Sequence[Token]) -> None:
        first = tokens[0]
        if _START.match(self._lines[line].text):
            self._recover(first)
        frame = self._frames[-1]
        is_continued = self._last in _CONTINUED
        if (
            frame.is_region
            and frame.brackets == 0
            and not is_continued
            and first.text not in _CONTINUING
            and not frame.is_label
        ):
            self._finish_statement()
        for index, token in enumerate(tokens):
            if token.kind is Kind.COMMENT:
                break
            self._token(line, tokens, index, token)
            self._last = token.text
            self._end = line, token.end

    def _recover(self, first: Token) -> None:
        """End what earlier lines left open, at a line that clearly starts an operation."""
        while not self._frames[-1].is_region:
            self._close(None, None)
        if first.text in _FUNCTIONS:
            for index, frame in enumerate(self._frames):
                if frame.owner is not None and frame.owner.name in _FUNCTIONS:
                    while len(self._frames) > index:
                        self._close(None, None)
                    break
        frame = self._frames[-1]
        if frame.brackets and self._last not in ("(", "{", ","):
            frame.brackets = 0
            self._finish_statement()
        frame.is_label = False

    def _token(self, line: int, tokens: Sequence[Token], index: int, token: Token) -> None:
        frame = self._frames[-1]
        kind = token.kind
        if kind is Kind.PUNCTUATION:
            self._punctuation(line, tokens, index, token)
            return
        statement = frame.statement
        if frame.is_region and statement is None and not frame.is_label:
            if kind is Kind.BLOCK:
                frame.is_label = True
                self._define(Name(kind, token.text, line, token.start, token.end), frame.scope)
                return
            statement = self._begin(line, token, frame)
        if frame.is_label:
            if kind is Kind.VALUE:
                name = self._name(kind, token, line, frame.owner)
                self._define(name, frame.scope)
            return
        owner = statement or self._owner()
        if kind is Kind.VALUE:
            self._value(line, token, frame, owner)
        elif kind is Kind.BLOCK:
            self._use(self._name(kind, token, line, owner), frame.scope)
        elif kind is Kind.SYMBOL:
            self._symbol(line, tokens, index, token, owner)
        elif kind in (Kind.ATTRIBUTE, Kind.TYPE):
            self._alias(line, tokens, index, token, owner)
        elif kind in (Kind.WORD, Kind.STRING):
            self._word(line, token, owner)

    def _owner(self) -> Statement | None:
        """Return the operation to which the innermost braces belong."""
        for frame in reversed(self._frames):
            if frame.statement is not None:
                return frame.statement
            if frame.is_region:
                return frame.owner
        return None

    def _begin(self, line: int, token: Token, frame: _Frame) -> Statement:
        statement = frame.statement = Statement(line, token.start, frame.owner)
        self._found.statements.append(statement)
        return statement

    def _word(self, line: int, token: Token, statement: Statement | None) -> None:
        if statement is not None and not statement.name:
            is_quoted = token.kind is Kind.STRING
            statement.name = token.text.strip('"') if is_quoted else token.text
            statement.name_line, statement.name_start = line, token.start
            statement.is_quoted = is_quoted
        elif token.kind is Kind.STRING and statement is not None and self._is_symbol_name():
            text = "@" + token.text.strip('"')
            name = Name(Kind.SYMBOL, text, line, token.start + 1, max(token.end - 1, 0))
            self._define_symbol(name, statement)

    def _is_symbol_name(self) -> bool:
        """Whether the token after `sym_name =` is being read."""
        return self._last == "=" and self._before_last == "sym_name"

    _before_last = ""

    def _value(self, line: int, token: Token, frame: _Frame, statement: Statement | None) -> None:
        name = self._name(Kind.VALUE, token, line, statement)
        if statement is not None and not statement.name and frame.is_region:
            statement.results.append(name)
            self._define(name, frame.scope)
            return
        self._use(name, frame.scope)
        if statement is not None:
            statement.operands.append(name)

    def _name(self, kind: Kind, token: Token, line: int, statement: Statement | None) -> Name:
        text, number = _without_number(token)
        name = Name(kind, text, line, token.start, token.start + len(text), statement=statement)
        name.index = number
        return name

    def _symbol(
        self,
        line: int,
        tokens: Sequence[Token],
        index: int,
        token: Token,
        statement: Statement | None,
    ) -> None:
        name = self._name(Kind.SYMBOL, token, line, statement)
        before = tokens[index - 1] if index else None
        if (
            statement is not None
            and statement.symbol is None
            and not statement.operands
            and before is not None
            and (before.text == statement.name or before.text in ("private", "public", "nested"))
            and not statement.name.endswith("call")
        ):
            self._define_symbol(name, statement)
            return
        self._add(name)
        self._symbol_uses.append(name)

    def _define_symbol(self, name: Name, statement: Statement) -> None:
        statement.symbol = name
        name.statement = statement
        name.definition = name
        self._found.symbols.setdefault(name.text, name)
        self._found.definitions.append(name)
        self._add(name)

    def _alias(
        self,
        line: int,
        tokens: Sequence[Token],
        index: int,
        token: Token,
        statement: Statement | None,
    ) -> None:
        if "." in token.text:
            return
        name = self._name(token.kind, token, line, statement)
        is_definition = index == 0 and len(tokens) > 1 and tokens[1].text == "="
        if is_definition:
            name.definition = name
            self._found.aliases.setdefault(name.text, name)
            self._found.definitions.append(name)
        else:
            self._alias_uses.append(name)
        self._add(name)

    def _define(self, name: Name, scope: _Scope) -> None:
        name.definition = name
        scope.names.setdefault(name.text, name)
        self._found.definitions.append(name)
        self._add(name)

    def _use(self, name: Name, scope: _Scope) -> None:
        self._resolve(name, scope)
        self._add(name)

    def _resolve(self, name: Name, scope: _Scope) -> None:
        definition = scope.find(name.text)
        if definition is None:
            scope.pending.append(name)
        else:
            name.bind(definition)

    def _add(self, name: Name) -> None:
        self._found.names.setdefault(name.line, []).append(name)

    def _punctuation(self, line: int, tokens: Sequence[Token], index: int, token: Token) -> None:
        frame = self._frames[-1]
        text = token.text
        if text == "=":
            self._before_last = self._last
        if text == "{":
            self._open(line, tokens, index, token)
        elif text == "}":
            self._close(line, token)
        elif text in "([":
            frame.brackets += 1
        elif text in ")]":
            frame.brackets = max(frame.brackets - 1, 0)
        elif text == ":" and frame.is_label and frame.brackets == 0:
            frame.is_label = False

    def _open(self, line: int, tokens: Sequence[Token], index: int, token: Token) -> None:
        frame = self._frames[-1]
        owner = frame.statement or self._owner()
        is_region = self._opens_region(line, tokens, index)
        if not is_region or owner is None:
            self._frames.append(_Frame(frame.scope, owner, None, is_region=False))
            return
        scope = _Scope(frame.scope)
        region = Region(line, token.start)
        self._found.regions.append(region)
        owner.regions = (*owner.regions, region)
        self._move_arguments(owner, frame.scope, scope)
        self._frames.append(_Frame(scope, owner, region, is_region=True))

    def _move_arguments(self, owner: Statement, outer: _Scope, inner: _Scope) -> None:
        """Define the names of the operation's first line that nothing defines in its region."""
        mine = [name for name in outer.pending if name.statement is owner]
        if not mine:
            return
        outer.pending = [name for name in outer.pending if name.statement is not owner]
        for name in mine:
            known = inner.names.get(name.text)
            if name.kind is not Kind.VALUE:
                outer.pending.append(name)
            elif known is None:
                name.definition = inner.names[name.text] = name
                self._found.definitions.append(name)
            else:
                name.bind(known)

    def _opens_region(self, line: int, tokens: Sequence[Token], index: int) -> bool:
        """Whether the brace at `index` opens a region instead of a dictionary."""
        before = tokens[index - 1].text if index else self._last
        if before in ("attributes", "=", "<", ",", "[") or not self._frames[-1].is_region:
            return False
        following = self._following(line, tokens, index)
        if not following:
            return True
        first = following[0]
        second = following[1].text if len(following) > 1 else ""
        if first.kind in (Kind.VALUE, Kind.BLOCK):
            return True
        if first.kind is Kind.STRING:
            return second == "("
        if first.kind is Kind.WORD:
            return second not in ("=", ",", "}", ":") or first.text == "return"
        return first.text == "}" and before in ("(", ")")

    def _following(self, line: int, tokens: Sequence[Token], index: int) -> list[Token]:
        """Return two tokens after the one at `index`, also from the next lines."""
        found = [*tokens[index + 1 : index + 3]]
        while len(found) < 2 and line + 1 < len(self._lines):
            line += 1
            found += self._lines[line].tokens[: 2 - len(found)]
        return [token for token in found if token.kind is not Kind.COMMENT]

    def _close(self, line: int | None, token: Token | None) -> None:
        """End the innermost braces, at a brace or where it is missing."""
        if len(self._frames) == 1:
            return
        if self._frames[-1].is_region:
            self._finish_statement()
        frame = self._frames.pop()
        if frame.region is None:
            return
        if line is not None and token is not None:
            frame.region.close_line, frame.region.close_column = line, token.start
        self._leave(frame.scope)

    def _leave(self, scope: _Scope) -> None:
        """Resolve the uses of a region that ends; those without a definition belong outside."""
        for name in scope.pending:
            definition = scope.names.get(name.text)
            if definition is not None:
                name.bind(definition)
            elif scope.parent is not None:
                scope.parent.pending.append(name)

    def _finish_statement(self) -> None:
        frame = self._frames[-1]
        if frame.statement is not None:
            frame.statement.end_line, frame.statement.end = self._end
            frame.statement = None
