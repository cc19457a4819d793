"""Drafts of schemas: what binaries of an unknown revision have that a known revision lacks.

A binary is read by positions, with bounds checked, so that any file can be read. Its operations
contain their own text. This text shows which operation has which number in the union `OpType`.
"""

import re
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ttmlir_py.schemas.reader import inline_size
from ttmlir_py.schemas.revisions.frame import schema_of
from ttmlir_py.schemas.revisions.rows import SCHEMA
from ttmlir_py.schemas.schema import (
    Enum,
    Table,
    Type,
    Union,
    Vector,
    load_schema,
)

_NAME = re.compile(r'"(\w+\.\w+)"|(?:^|= )(\w+\.\w+)\b')
_MOST_TABLES = 200_000
"""The number of tables of a file after which reading ends."""


class _OutOfBoundsError(ValueError):
    """An error for an offset outside of the file."""


class _File:
    """A file of numbers, read with checks of its bounds."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def number(self, code: str, position: int) -> int:
        try:
            (found,) = struct.unpack_from(f"<{code}", self._data, position)
        except struct.error:
            raise _OutOfBoundsError from None
        if position < 0:
            raise _OutOfBoundsError
        return found

    def target(self, position: int) -> int:
        return position + self.number("I", position)

    def text(self, position: int) -> str:
        size = self.number("I", position)
        if size > len(self._data) - position - 4:
            raise _OutOfBoundsError
        return self._data[position + 4 : position + 4 + size].decode(errors="replace")

    def fields(self, position: int) -> list[int]:
        """Return the positions of the fields of the table at `position`; 0 for absent ones."""
        vtable = position - self.number("i", position)
        size = self.number("H", vtable)
        if size < 4 or size % 2:
            raise _OutOfBoundsError
        offsets = [self.number("H", vtable + at) for at in range(4, size, 2)]
        return [offset and position + offset for offset in offsets]


class _Operation(NamedTuple):
    """An operation of a file: its number in the union, the position of its table, and its name."""

    number: int
    target: int
    name: str
    """The name in the operation's own text; empty if the text is missing."""


@dataclass
class Member:
    """The operations that have a number in the union `OpType`."""

    names: Counter[str] = field(default_factory=lambda: Counter())
    fields: int = 0
    example: str = ""


class _Reader:
    """A reader of the tables of one file, which collects what the schema lacks."""

    def __init__(self, file: _File, name: str) -> None:
        self.file = file
        self.name = name
        self.tables: dict[str, int] = {}
        self.cases: dict[tuple[str, int], str] = {}
        self._seen: set[tuple[int, str]] = set()

    def text_of(self, fields: list[int], table: Table, name: str) -> str:
        field = table.fields.get(name)
        position = _at(fields, field.slot) if field else 0
        return self.file.text(self.file.target(position)) if position else ""

    def elements(self, fields: list[int], table: Table, name: str) -> Iterator[int]:
        """Yield the positions of the tables in a vector."""
        position = _at(fields, table.fields[name].slot)
        if position:
            start = self.file.target(position)
            for index in range(self.file.number("I", start)):
                yield self.file.target(start + 4 + 4 * index)

    def table(self, position: int, table: Table, skipped: frozenset[str] = frozenset()) -> None:
        """Compare the table at `position`, and those that it refers to, with the schema."""
        pending = [(position, table)]
        while pending and len(self._seen) < _MOST_TABLES:
            position, table = pending.pop()
            if (position, table.name) in self._seen:
                continue
            self._seen.add((position, table.name))
            fields = self.file.fields(position)
            self.tables[table.name] = max(self.tables.get(table.name, 0), len(fields))
            if len(fields) <= table.slot_count:
                pending += self._members(fields, table, skipped)
            skipped = frozenset()

    def _members(
        self, fields: list[int], table: Table, skipped: frozenset[str]
    ) -> Iterator[tuple[int, Table]]:
        """Yield the tables that fields refer to, and collect numbers that enums lack."""
        for name, each in table.fields.items():
            position = _at(fields, each.slot)
            if not position or name in skipped:
                continue
            owner = f"{_short(table.name)}.{name}"
            kind: Type = each.type
            if isinstance(kind, Enum):
                self._enum(kind, self.file.number(kind.underlying.code, position), owner)
            elif isinstance(kind, Table):
                yield self.file.target(position), kind
            elif isinstance(kind, Union):
                tag = _at(fields, each.slot - 1)
                number = self.file.number("B", tag) if tag else 0
                if number in kind.tables:
                    yield self.file.target(position), kind.tables[number]
                elif number:
                    self.cases.setdefault((kind.name, number), owner)
            elif isinstance(kind, Vector):
                yield from self._vector(kind.element, self.file.target(position), owner)

    def _vector(self, element: Type, start: int, owner: str) -> Iterator[tuple[int, Table]]:
        count = self.file.number("I", start)
        if isinstance(element, Table):
            for index in range(count):
                yield self.file.target(start + 4 + 4 * index), element
        elif isinstance(element, Enum):
            size = inline_size(element)
            for index in range(count):
                number = self.file.number(element.underlying.code, start + 4 + size * index)
                self._enum(element, number, owner)

    def _enum(self, enum: Enum, number: int, owner: str) -> None:
        if not enum.bit_flags and number not in enum.names:
            self.cases.setdefault((enum.name, number), owner)


class BinaryDraft:
    """The differences between the binaries that were read and the schemas of the revision
    `base`.
    """

    def __init__(
        self, base: str, table_of: Callable[[str], str | None], is_known: Callable[[str], bool]
    ) -> None:
        """Make an empty draft.

        `table_of` returns the table of an operation, or None. `is_known` returns whether `base` has
        an operation.
        """
        self._base = base
        self._table_of = table_of
        self._is_known = is_known
        self._schema = load_schema(schema_of(SCHEMA, base))
        root = self._schema.root
        assert root is not None
        self._root = root
        self._program = _element(root, "programs")
        self._declared = _element(self._program, "operations")
        union = self._declared.fields["type"].type
        assert isinstance(union, Union)
        self._union = union
        self._hashes: Counter[str] = Counter()
        self.members: dict[int, Member] = {}
        """Maps numbers in the union to operations that have them."""
        self._tables: dict[str, tuple[int, int, str]] = {}
        """Maps each table that has more fields in a file than in `base` to both numbers of fields
        and the name of such a file.
        """
        self._cases: dict[tuple[str, int], tuple[str, str]] = {}
        """Maps each enum or union, with a number that it lacks in `base`, to the field that has the
        number and the name of a file.
        """
        self._damaged: dict[str, str] = {}
        self._files: list[tuple[_File, str]] = []

    @property
    def binaries(self) -> int:
        """The number of binaries."""
        return len(self._files)

    def read(self, data: bytes, file: str) -> None:
        """Collect the numbers of the operations in a file."""
        self._files.append((_File(data), file))
        reader = _Reader(*self._files[-1])
        try:
            fields = reader.file.fields(reader.file.target(4))
            self._hashes[reader.text_of(fields, self._root, "schema_hash")] += 1
            for each in self._operations(reader):
                self._count(reader, each)
        except _OutOfBoundsError:
            self._damaged.setdefault(file, "an offset leads out of the file")

    def _compare(self, file: _File, name: str) -> None:
        """Collect what tables and enums of a file have and the schema lacks."""
        reader = _Reader(file, name)
        try:
            root = file.target(4)
            reader.table(root, self._root, frozenset({"programs"}))
            for at in reader.elements(file.fields(root), self._root, "programs"):
                reader.table(at, self._program, frozenset({"operations"}))
            for each in self._operations(reader):
                if found := self._table(each):
                    reader.table(each.target, found)
        except _OutOfBoundsError:
            self._damaged.setdefault(name, "an offset leads out of the file")
        for table, found in reader.tables.items():
            if found > self._tables.get(table, (0, 0, ""))[0]:
                self._tables[table] = (found, self._slots(table), name)
        for key, owner in reader.cases.items():
            self._cases.setdefault(key, (owner, name))

    def _slots(self, name: str) -> int:
        table = self._schema.types[name]
        assert isinstance(table, Table)
        return table.slot_count

    def _operations(self, reader: _Reader) -> Iterator[_Operation]:
        fields = reader.file.fields(reader.file.target(4))
        for at in reader.elements(fields, self._root, "programs"):
            inner = reader.file.fields(at)
            for each in reader.elements(inner, self._program, "operations"):
                found = self._operation(reader, reader.file.fields(each))
                if found is not None:
                    yield found

    def _operation(self, reader: _Reader, fields: list[int]) -> _Operation | None:
        declared = self._declared.fields
        tag, value = (_at(fields, declared[name].slot) for name in ("type_type", "type"))
        if not (tag and value):
            return None
        match = _NAME.search(reader.text_of(fields, self._declared, "debug_info"))
        name = (match[1] or match[2]) if match else ""
        return _Operation(reader.file.number("B", tag), reader.file.target(value), name)

    def _count(self, reader: _Reader, op: _Operation) -> None:
        member = self.members.setdefault(op.number, Member())
        member.names[op.name] += 1
        member.fields = max(member.fields, len(reader.file.fields(op.target)))
        member.example = member.example or reader.name

    def _own(self, name: str) -> int | None:
        """Return the number in `base` of the union's member for the operation `name`, or None."""
        table = self._table_of(name)
        return self._union.tag.values.get(table) if table else None

    def _table(self, op: _Operation) -> Table | None:
        """Return the table of `op`, by its name, or by its number if no number has changed."""
        own = self._own(op.name)
        if own is None and not self._moved:
            own = op.number
        return None if own is None else self._union.tables.get(own)

    @cached_property
    def _moved(self) -> bool:
        """Whether a member of the union has another number than in `base`."""
        return any(
            self._own(name) not in (None, number)
            for number, member in self.members.items()
            for name in member.names
        )

    def lines(self) -> Iterator[str]:
        """Yield the differences, as comments of a table."""
        for each in self._files:
            self._compare(*each)
        for value, count in sorted(self._hashes.items()):
            yield f"# schema_hash {value or 'missing'}: {count} binaries"
        if len(self._hashes) > 1:
            yield "# These are several revisions: draft each of them alone."
        for file, message in sorted(self._damaged.items()):
            yield f"# {file} is not read: {message}"
        yield from self._union_lines()
        for name, (found, slots, file) in sorted(self._tables.items()):
            if found > slots:
                yield f"# table {_short(name)}: {found} fields, {slots} in {self._base} ({file})"
        for (name, number), (owner, file) in sorted(self._cases.items()):
            yield f"# {_short(name)} has no {number} in {self._base}: {owner} ({file})"

    def _union_lines(self) -> Iterator[str]:
        for number, member in sorted(self.members.items()):
            known = self._union.tag.names.get(number)
            owns = {self._own(name) for name in member.names} - {None, number}
            unknown = sorted(name for name in member.names if not self._is_known(name))
            if known is not None and not owns and not unknown:
                continue
            reasons = [
                f"{self._union.tag.names[own]} is {own} in {self._base}" for own in owns if own
            ]
            reasons += [f"{each} is unknown" for each in unknown]
            listed = ", ".join(sorted(name or "an unnamed operation" for name in member.names))
            yield (
                f"# OpType {number} ({known or 'no member'} in {self._base}): {listed}, "
                f"{member.fields} fields{'; ' + '; '.join(sorted(reasons)) if reasons else ''} "
                f"({member.example})"
            )


def _at(fields: list[int], slot: int) -> int:
    return fields[slot] if slot < len(fields) else 0


def _element(table: Table, name: str) -> Table:
    vector = table.fields[name].type
    assert isinstance(vector, Vector)
    assert isinstance(vector.element, Table)
    return vector.element


def _short(name: str) -> str:
    return name.rpartition(".")[2]
