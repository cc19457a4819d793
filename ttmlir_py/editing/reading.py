"""The operations, regions and names of MLIR text that need not be valid.

`read_structure` needs no dialect: brackets and the start of lines show where operations and regions
begin and end. So an editor finds definitions and folds regions in a file that is half written. A
line that clearly starts an operation ends brackets that earlier lines left open.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ttmlir_py.editing.lines import FUNCTIONS, START, Line, number_of
from ttmlir_py.editing.structure import Frame, Name, Region, Scope, Statement, Structure
from ttmlir_py.editing.tokens import Kind, Token, pieces_of, tokens_of

_CONTINUED = frozenset((",", ":", "=", "->", "(", "[", "<", "::"))
"""A line that ends with one of these tokens continues on the next line."""
_CONTINUING = frozenset((",", ":", "->", "(", ")", "]", "<", ">", "{", "=", "attributes"))
"""A line that starts with one of these tokens continues the line before."""
_READ = frozenset("(){}[]=")
"""Punctuation that matters after the name of an operation."""


def read_structure(lines: Sequence[Line]) -> Structure:
    """Return the structure of a text. The time is linear in the number of its tokens."""
    return _Walk(lines).run()


class _Walk:
    """The state of `read_structure`: the open braces, and the operation being read."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._found = Structure(lines)
        self._root = Scope(self._found)
        self._frames = [Frame(self._root, None, None, True)]
        self._last = ""
        """The text of the last token; after a delayed line, its last character."""
        self._end = (0, 0)
        self._symbol_uses: list[Name] = []
        self._alias_uses: list[Name] = []

    def run(self) -> Structure:
        """Read all lines."""
        delayed = -1
        for number, line in enumerate(self._lines):
            if line.is_blank:
                continue
            if line.is_whole and (delayed >= 0 or self._may_delay()):
                self._found.delay(number, self._frames[-1])
                delayed = number
                continue
            self._pass(delayed)
            delayed = -1
            self._line(number, line.pieces)
            self._found.sort_names(number)
        self._pass(delayed)
        while len(self._frames) > 1:
            self._close(None, None)
        self._finish_statement()
        self._leave(self._frames[0].scope)
        self._bind_globals()
        return self._found

    def _may_delay(self) -> bool:
        """Whether the next line starts an operation, because no open bracket contains it."""
        frame = self._frames[-1]
        if not frame.is_region or frame.brackets or frame.is_label or self._last in _CONTINUED:
            return False
        if frame.statement is not None:
            self._finish_statement()
        return True

    def _pass(self, line: int) -> None:
        """Continue after a delayed line; -1 if the last line was not delayed."""
        if line >= 0:
            self._last, end = self._lines[line].end
            self._end = line, end

    def _bind_globals(self) -> None:
        for use, table in [
            *((use, self._found.symbols) for use in self._symbol_uses),
            *((use, self._found.aliases) for use in self._alias_uses),
        ]:
            definition = table.get(use.text)
            if definition is not None:
                use.bind(definition)

    def _line(self, line: int, tokens: Sequence[Token]) -> None:
        first = tokens[0]
        if START.match(self._lines[line].text):
            self._recover(first)
        frame = self._frames[-1]
        is_continued = self._last in _CONTINUED
        if (
            frame.is_region
            and frame.brackets == 0
            and not is_continued
            and (first.text[0] if first.kind is Kind.LIST else first.text) not in _CONTINUING
            and not frame.is_label
        ):
            self._finish_statement()
        for index, token in enumerate(tokens):
            kind, text, start = token
            if kind is Kind.COMMENT:
                break
            if kind is Kind.LIST:
                if self._reads_lists(token):
                    inside = [
                        Token(each.kind, each.text, each.start + start) for each in tokens_of(text)
                    ]
                    for position, each in enumerate(inside):
                        self._token(line, inside, position, each)
                        self._last = each.text
                self._last = text[-1]
            else:
                if not self._skips(kind, text):
                    self._token(line, tokens, index, token)
                self._last = text
            self._end = line, start + len(text)

    def _skips(self, kind: Kind, text: str) -> bool:
        """Whether a token changes nothing, as most of those after the name of an operation."""
        frame = self._frames[-1]
        if frame.statement is None or not frame.statement.name or frame.is_label:
            return False
        if kind is Kind.PUNCTUATION:
            return text not in _READ
        return kind is Kind.WORD or kind is Kind.NUMBER

    def _reads_lists(self, token: Token) -> bool:
        """Whether the tokens in a list matter: they may start or name an operation.

        They may also end the label of a block, or give the operation a symbol.
        """
        frame = self._frames[-1]
        if frame.is_label:
            return ":" in token.text
        if frame.statement is None and frame.is_region:
            return True
        owner = frame.statement or self._owner()
        return owner is not None and (not owner.name or "sym_name" in token.text)

    def _recover(self, first: Token) -> None:
        """End what earlier lines left open, at a line that clearly starts an operation."""
        while not self._frames[-1].is_region:
            self._close(None, None)
        if first.text in FUNCTIONS:
            for index, frame in enumerate(self._frames):
                if frame.owner is not None and frame.owner.name in FUNCTIONS:
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

    def _begin(self, line: int, token: Token, frame: Frame) -> Statement:
        statement = frame.statement = Statement(line, token.start, frame.owner)
        self._found.add_statement(statement)
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

    def _value(self, line: int, token: Token, frame: Frame, statement: Statement | None) -> None:
        name = self._name(Kind.VALUE, token, line, statement)
        if statement is not None and not statement.name and frame.is_region:
            statement.results.append(name)
            self._define(name, frame.scope)
            return
        self._use(name, frame.scope)
        if statement is not None:
            statement.operands.append(name)

    def _name(self, kind: Kind, token: Token, line: int, statement: Statement | None) -> Name:
        text, number = _split_number(token)
        return Name(kind, text, line, token.start, token.start + len(text), statement, number)

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
        self._found.add_name(name)
        self._symbol_uses.append(name)

    def _define_symbol(self, name: Name, statement: Statement) -> None:
        statement.symbol = name
        name.statement = statement
        self._found.symbols.setdefault(name.text, name)
        self._found.add_definition(name, self._root)
        self._found.add_name(name)

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
            self._found.aliases.setdefault(name.text, name)
            self._found.add_definition(name, self._root)
        else:
            self._alias_uses.append(name)
        self._found.add_name(name)

    def _define(self, name: Name, scope: Scope) -> None:
        scope.names.setdefault(name.text, name)
        self._found.add_definition(name, scope)
        self._found.add_name(name)

    def _use(self, name: Name, scope: Scope) -> None:
        self._resolve(name, scope)
        self._found.add_name(name)

    def _resolve(self, name: Name, scope: Scope) -> None:
        definition = scope.find(name.text)
        if definition is None:
            scope.pending.append(name)
        else:
            name.bind(definition)

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
            self._frames.append(Frame(frame.scope, owner, None, is_region=False))
            return
        scope = Scope(self._found, frame.scope)
        region = Region(line, token.start)
        self._found.regions.append(region)
        owner.regions = (*owner.regions, region)
        self._move_arguments(owner, frame.scope, scope)
        self._frames.append(Frame(scope, owner, region, is_region=True))

    def _move_arguments(self, owner: Statement, outer: Scope, inner: Scope) -> None:
        """Define the names of the operation's first line that nothing defines in its region."""
        mine = [name for name in outer.pending if name.statement is owner]
        if not mine:
            return
        outer.pending = [name for name in outer.pending if name.statement is not owner]
        for name in mine:
            known = inner.get(name.text)
            if name.kind is not Kind.VALUE:
                outer.pending.append(name)
            elif known is None:
                inner.names[name.text] = name
                self._found.add_definition(name, inner)
            else:
                name.bind(known)

    def _opens_region(self, line: int, tokens: Sequence[Token], index: int) -> bool:
        """Whether the brace at `index` opens a region instead of a dictionary."""
        before = _last_text(tokens[index - 1]) if index else self._last
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
            return second[:1] == "("
        if first.kind is Kind.WORD:
            return second not in ("=", ",", "}", ":") or first.text == "return"
        return first.text == "}" and before in ("(", ")")

    def _following(self, line: int, tokens: Sequence[Token], index: int) -> list[Token]:
        """Return two tokens after the one at `index`, also from the next lines."""
        found = [*tokens[index + 1 : index + 3]]
        while len(found) < 2 and line + 1 < len(self._lines):
            line += 1
            found += islice(pieces_of(self._lines[line].text), 2 - len(found))
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

    def _leave(self, scope: Scope) -> None:
        """Resolve the uses of a region that ends; those without a definition belong outside."""
        for name in scope.pending:
            definition = scope.get(name.text)
            if definition is not None:
                name.bind(definition)
            elif scope.parent is not None:
                scope.parent.pending.append(name)

    def _finish_statement(self) -> None:
        frame = self._frames[-1]
        if frame.statement is not None:
            frame.statement.end_line, frame.statement.end = self._end
            frame.statement = None


def _last_text(token: Token) -> str:
    """Return a token, or the last token of a list."""
    return token.text[-1] if token.kind is Kind.LIST else token.text


def _split_number(token: Token) -> tuple[str, int]:
    """Return the text of a name without the result number that follows a value, and the number."""
    if token.kind is not Kind.VALUE:
        return token.text, 0
    text, _, number = token.text.partition("#")
    return text, number_of(number)
