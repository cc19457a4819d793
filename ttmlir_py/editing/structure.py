"""The operations, regions and names of a text that need not be valid, as `reading` finds them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ttmlir_py.editing.lines import Line
from ttmlir_py.editing.tokens import Kind


class Name:
    """One occurrence of a name in the text: `%value`, `^block`, `@symbol`, `#alias` or `!alias`."""

    __slots__ = (
        *("_definition", "_scope", "_uses"),
        *("end", "index", "kind", "line", "start", "statement", "text"),
    )

    def __init__(
        self,
        kind: Kind,
        text: str,
        line: int,
        start: int,
        end: int,
        statement: Statement | None = None,
        index: int = 0,
        scope: Scope | None = None,
    ) -> None:
        self.kind = kind
        self.text = text
        """The name with its first character, but without a result number such as `#1`."""
        self.line = line
        self.start = start
        self.end = end
        self.statement = statement
        """The operation in which the name is written."""
        self.index = index
        """The number of the result, if the name is defined with several: `%0:2`, used as `%0#1`."""
        self._definition: Name | None = None
        self._uses: Sequence[Name] = ()
        self._scope = scope
        """Where to look for the definition, or for the uses, when somebody reads them."""

    @property
    def definition(self) -> Name | None:
        """The occurrence that defines the name, which may be this one; None if the name has no
        definition.
        """
        if self._definition is None and self._scope is not None:
            scope, self._scope = self._scope, None
            self._definition = scope.definition_of(self)
        return self._definition

    @property
    def uses(self) -> Sequence[Name]:
        """All other occurrences of the name in the order of the text, if this one defines it;
        otherwise empty.
        """
        if self._definition is self and self._scope is not None:
            scope, self._scope = self._scope, None
            found = [*self._uses, *scope.structure.delayed_uses(self)]
            self._uses = sorted(found, key=lambda name: (name.line, name.start))
        return self._uses

    def define(self, scope: Scope) -> None:
        """Make this name its own definition, for the uses in a scope."""
        self._definition, self._scope = self, scope

    def bind(self, definition: Name) -> None:
        """Make this name a use of the one that defines it."""
        self._definition = definition
        if isinstance(definition._uses, list):
            definition._uses.append(self)
        else:  # most names have no use, and a list for each would cost time and memory
            definition._uses = [self]

    def clear(self) -> None:
        """Remove the references to other names and operations."""
        self._definition = self._scope = self.statement = None
        self._uses = ()


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
class Scope:
    """The names of one region. `pending` holds uses whose definition may follow."""

    structure: Structure
    parent: Scope | None = None
    names: dict[str, Name | int] = field(default_factory=dict[str, Name | int])
    """The definitions; instead of one on a delayed line, the line."""
    pending: list[Name] = field(default_factory=list[Name])

    def get(self, text: str) -> Name | None:
        """Return the definition of a value or block in this scope, or None."""
        found = self.names.get(text)
        return self.structure.result(found, text) if isinstance(found, int) else found

    def find(self, text: str) -> Name | None:
        """Return the definition of a value or block that is visible here, or None."""
        scope: Scope | None = self
        while scope is not None:
            if (found := scope.get(text)) is not None:
                return found
            scope = scope.parent
        return None

    def definition_of(self, name: Name) -> Name | None:
        """Return the definition of a name on a delayed line, now that the whole text is read."""
        if name.kind is Kind.SYMBOL:
            return self.structure.symbols.get(name.text)
        if name.kind not in (Kind.VALUE, Kind.BLOCK):
            return self.structure.aliases.get(name.text)
        following: Name | None = None
        scope: Scope | None = self
        while scope is not None:
            if (found := scope.get(name.text)) is not None:
                if (found.line, found.start) <= (name.line, name.start):
                    return found
                following = following or found
            scope = scope.parent
        return following

    def is_argument(self, text: str, line: int) -> bool | None:
        """Whether a value on a line is an argument of a region; None if that takes longer."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(text)
            if found is not None:
                if isinstance(found, int):
                    return False if found <= line else None
                return _defines_argument(found) if found.line < line else None
            scope = scope.parent
        return None


@dataclass(slots=True, eq=False)
class Frame:
    """An open brace. `region` is None for the braces of a dictionary."""

    scope: Scope
    owner: Statement | None
    region: Region | None
    is_region: bool
    brackets: int = 0
    statement: Statement | None = None
    is_label: bool = False
    outer_brackets: int = 0


class Structure:
    """The operations, regions and names of a text, as `read_structure` found them.

    A line that holds a whole operation is delayed: its operation and names are made when somebody
    reads them. Most requests of an editor need few lines of a long file.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        self.regions: list[Region] = []
        self.symbols: dict[str, Name] = {}
        self.aliases: dict[str, Name] = {}
        self._lines = lines
        self._delayed: dict[int, Frame] = {}
        """Maps the delayed lines to the region that contains them."""
        self._made: dict[int, Statement] = {}
        """Maps delayed lines whose operation somebody has read to it."""
        self._statements: list[Statement | int] = []
        """All statements in the order of the text; instead of one on a delayed line, the line."""
        self._definitions: list[Name | int] = []
        """All definitions; instead of those on a delayed line, the line."""
        self._names: dict[int, list[Name]] = {}
        self._columns: dict[int, list[int]] | None = None
        """Maps lines that are not delayed to the columns of operations' names."""

    def delay(self, line: int, frame: Frame) -> None:
        """Add a line that holds a whole operation."""
        self._delayed[line] = frame
        self._statements.append(line)
        if results := self._lines[line].results:
            self._definitions.append(line)
            names = frame.scope.names
            for text in results:
                names.setdefault(text, line)

    def add_statement(self, statement: Statement) -> None:
        """Add an operation after those that were added before."""
        self._statements.append(statement)

    def add_name(self, name: Name) -> None:
        """Add a name to those of its line."""
        self._names.setdefault(name.line, []).append(name)

    def add_definition(self, name: Name, scope: Scope) -> None:
        """Make a name a definition."""
        name.define(scope)
        self._definitions.append(name)

    def sort_names(self, line: int) -> None:
        """Bring the names of a line into the order of the text."""
        if line in self._names:
            self._names[line].sort(key=lambda name: name.start)

    def _statement(self, line: int) -> Statement:
        """Return the operation on a delayed line."""
        found = self._made.get(line)
        if found is not None:
            return found
        operation = self._lines[line].operation
        assert operation is not None
        frame = self._delayed[line]
        scope = frame.scope
        start, name, name_start, is_quoted, end, results, others, _ = operation
        statement = self._made[line] = Statement(
            line, start, frame.owner, name, line, name_start, is_quoted, line, end
        )
        here = self._names[line] = []
        for text, column in results:
            made = Name(Kind.VALUE, text, line, column, column + len(text), statement)
            made.define(scope)
            statement.results.append(made)
            here.append(made)
        for kind, text, number, column in others:
            used = Name(kind, text, line, column, column + len(text), statement, number, scope)
            if kind is Kind.VALUE:
                statement.operands.append(used)
            here.append(used)
        return statement

    def result(self, line: int, text: str) -> Name:
        """Return a result of the operation on a delayed line."""
        return next(each for each in self._statement(line).results if each.text == text)

    def delayed_uses(self, definition: Name) -> Iterator[Name]:
        """Yield the uses of a definition on delayed lines."""
        text = definition.text
        # A name that consists of digits may end before a letter.
        word = re.compile(re.escape(text) + (r"(?!\d)" if text[1:].isdecimal() else r"(?!\w)"))
        for line in self._delayed:
            written = self._lines[line].text
            if text in written and word.search(written) is not None:
                for name in self.names_on(line):
                    is_other = name.text == text and name is not definition
                    if is_other and name.definition is definition:
                        yield name

    @property
    def statements(self) -> Sequence[Statement]:
        """All statements in the order of the text; an operation comes before those in its
        regions.
        """
        return [
            self._statement(each) if isinstance(each, int) else each for each in self._statements
        ]

    @property
    def outer_statements(self) -> Iterator[Statement]:
        """The statements that do not fill a line. Others have no regions, and define no symbol."""
        return (each for each in self._statements if not isinstance(each, int))

    def operation_names(self) -> Iterator[str]:
        """Yield the name of each operation."""
        for each in self._statements:
            if isinstance(each, int):
                operation = self._lines[each].operation
                yield "" if operation is None else operation.name
            else:
                yield each.name

    @property
    def outer_definitions(self) -> Iterator[Name]:
        """All definitions but the results of operations that fill a line."""
        return (each for each in self._definitions if not isinstance(each, int))

    @property
    def definitions(self) -> Iterator[Name]:
        """All definitions."""
        for each in self._definitions:
            if isinstance(each, int):
                yield from self._statement(each).results
            else:
                yield each

    def definitions_of(self, text: str) -> Iterator[Name]:
        """Yield all definitions of a name."""
        for each in self._definitions:
            if not isinstance(each, int):
                if each.text == text:
                    yield each
            elif text in self._lines[each].results:
                yield self.result(each, text)

    def names_on(self, line: int) -> Sequence[Name]:
        """Return the names on a line, from left to right."""
        if line in self._delayed:
            self._statement(line)
        return self._names.get(line, ())

    @property
    def names(self) -> dict[int, Sequence[Name]]:
        """Maps lines to the names on them, from left to right."""
        lines = sorted({*self._delayed, *self._names})
        return {line: self.names_on(line) for line in lines}

    def argument_columns(self, line: int, values: Sequence[tuple[int, str]]) -> set[int]:
        """Return the columns of values on a line that are arguments of a region.

        `values` are the columns and the texts of all values on the line.
        """
        if (frame := self._delayed.get(line)) is not None:
            is_argument = frame.scope.is_argument
            found = [is_argument(text.partition("#")[0], line) for _, text in values]
            if None not in found:
                return {start for (start, _), each in zip(values, found, strict=True) if each}
        return {
            name.start
            for name in self.names_on(line)
            if name.kind is Kind.VALUE
            and name.definition is not None
            and _defines_argument(name.definition)
        }

    def operation_columns(self, line: int) -> Sequence[int]:
        """Return the columns of the names of operations on a line."""
        if line in self._delayed:
            return (self._lines[line].name_start,)
        if self._columns is None:
            self._columns = {}
            for each in self.outer_statements:
                if each.name_line >= 0:
                    self._columns.setdefault(each.name_line, []).append(each.name_start)
        return self._columns.get(line, ())

    def clear(self) -> None:
        """Remove everything, and the references between names and operations.

        These are circular: only a collection of garbage, which is slow, would free them.
        """
        for names in self._names.values():
            for name in names:
                name.clear()
        for table in (self._statements, self._definitions, self.regions):
            table.clear()
        for map in (self._delayed, self._made, self._names, self.symbols, self.aliases):
            map.clear()

    def name_at(self, line: int, column: int) -> Name | None:
        """Return the name that is written at a position, or just before it; None elsewhere."""
        for name in self.names_on(line):
            if name.start <= column <= name.end:
                return name
        return None

    def statement_at(self, line: int, column: int) -> Statement | None:
        """Return the innermost operation at a position, or None."""
        found: Statement | None = None
        for index in range(self._index_after(line, column) - 1, -1, -1):
            each = self._statements[index]
            if isinstance(each, int):
                if each != line:
                    continue
                each = self._statement(each)
            if (line, column) <= (each.end_line, each.end):
                return each
            found = found or (each if each.end_line < 0 else None)
        return found

    def _index_after(self, line: int, column: int) -> int:
        low, high = 0, len(self._statements)
        while low < high:
            middle = (low + high) // 2
            each = self._statements[middle]
            if isinstance(each, int):
                is_before = each < line or (each == line and self._start(each) <= column)
            else:
                is_before = (each.line, each.start) <= (line, column)
            if is_before:
                low = middle + 1
            else:
                high = middle
        return low

    def _start(self, line: int) -> int:
        operation = self._lines[line].operation
        assert operation is not None
        return operation.start

    def visible_values(self, line: int, column: int) -> Iterator[tuple[str, Name | int]]:
        """Yield the values that an operation at a position may use: those before it whose region
        is open there.

        Each is a text and its definition; instead of one on a delayed line, the line (`result`).
        """
        visible: dict[int, bool] = {}
        for each in self._definitions:
            if isinstance(each, int):
                if each < line or (each == line and self._start(each) < column):
                    frame = self._delayed[each]
                    key = id(frame)
                    if key not in visible:
                        region = frame.region
                        visible[key] = region is None or _contains(region, line, column)
                    if visible[key]:
                        for text in self._lines[each].results:
                            yield text, each
            elif each.kind is Kind.VALUE and (each.line, each.start) < (line, column):
                region = _region_of(each)
                if region is None or _contains(region, line, column):
                    yield each.text, each


def _defines_argument(name: Name) -> bool:
    statement = name.statement
    return statement is not None and name not in statement.results


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
