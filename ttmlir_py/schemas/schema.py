"""FlatBuffers schemas at run time: the types declared in `.fbs` files and their layout.

`load_schema("TTNN/binary.fbs")` reads a schema file with its includes and returns a `Schema`. The
parsed package schemas are stored in `parsed.json`; `parsing` handles other and changed files. Only
what determines bytes is read: slots, offsets, defaults, enum and union values, identifiers. Reader
and writer use these objects; no code is generated.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Self

from ttmlir_py.common.data_formats import nan_bits, nan_of_bits
from ttmlir_py.revisions import REGISTRY, lineage
from ttmlir_py.schemas.stored import FOLDER, Statements, stored_statements


class SchemaError(ValueError):
    """An error for an unusable schema, or for a value that does not fit its schema."""


def _unpack_f32(data: memoryview, offset: int) -> tuple[Any, ...]:
    values = _F32.unpack_from(data, offset)
    if values[0] == values[0]:
        return values
    return (nan_of_bits(int.from_bytes(data[offset : offset + 4], "little"), 8, 23),)


_F32 = struct.Struct("<f")


@dataclass(frozen=True)
class Scalar:
    """A number type: its name in the schema language, its `struct` code, and its size in bytes."""

    name: str
    code: str
    size: int

    @property
    def align(self) -> int:
        """Return the alignment in bytes."""
        return self.size

    @cached_property
    def packer(self) -> struct.Struct:
        """Return the little-endian packer of one value."""
        return struct.Struct("<" + self.code)

    def pack(self, value: Any) -> bytes:
        """Return the little-endian bytes of a value. A NaN keeps its bits."""
        if self.code == "f" and value != value:
            return nan_bits(value, 8, 23).to_bytes(4, "little")
        return self.packer.pack(value)

    @cached_property
    def unpack_from(self) -> Callable[[memoryview, int], tuple[Any, ...]]:
        """Return the function that reads one value at an offset. A NaN keeps its bits."""
        return _unpack_f32 if self.code == "f" else self.packer.unpack_from


@dataclass(frozen=True)
class String:
    """The string type: UTF-8 text."""


@dataclass(eq=False)
class Enum:
    """Named values of an integer type. With `bit_flags` a value is a set of names."""

    name: str
    underlying: Scalar
    bit_flags: bool
    values: dict[str, int]

    @cached_property
    def names(self) -> dict[int, str]:
        """Return a dictionary from numbers to names."""
        return {value: name for name, value in self.values.items()}

    def to_name(self, value: int) -> str | int:
        """Return the name of a value, or the number if it has no name.

        Names of flags are joined by spaces, as in `flatc`.
        """
        if self.bit_flags and value:
            flags = [name for name, flag in self.values.items() if value & flag]
            known = sum(self.values[name] for name in flags)
            return " ".join(flags) if known == value else value
        return self.names.get(value, value)

    def to_value(self, name: object) -> int:
        """Return the number of a name or of flag names joined by spaces; numbers pass unchanged.

        Raises SchemaError for unknown names.
        """
        if isinstance(name, int):
            return name
        if not isinstance(name, str):
            raise SchemaError(f"expected a name of {self.name}, found {name!r}")
        parts = name.split() if self.bit_flags else [name]
        unknown = [part for part in parts if part not in self.values]
        if unknown:
            raise SchemaError(f"{self.name} has no value '{unknown[0]}'")
        return sum(self.values[part] for part in parts)


@dataclass(eq=False)
class Struct:
    """A fixed sequence of scalars and structs. `offsets` and `size` are in bytes."""

    name: str
    fields: dict[str, Scalar | Enum | Struct] = field(default_factory=lambda: {})
    offsets: dict[str, int] = field(default_factory=lambda: {})
    size: int = 0
    align: int = 1


@dataclass(eq=False)
class Table:
    """A record with optional fields, in the order of their slots."""

    name: str
    fields: dict[str, Field] = field(default_factory=lambda: {})
    slot_count: int = 0


@dataclass(eq=False)
class Union:
    """A union type: one of several tables. `tag` is the enum of its members, with `NONE` = 0."""

    name: str
    tag: Enum
    tables: dict[int, Table]


@dataclass(frozen=True)
class Vector:
    """A length-prefixed sequence of elements of one type."""

    element: Type


Type = Scalar | String | Enum | Struct | Table | Union | Vector


@dataclass(frozen=True)
class Field:
    """A field of a table: its slot in the vtable and, for numbers, its default (None if optional).

    A union `u` has two fields, `u_type` (its tag) and then `u`.
    """

    name: str
    type: Type
    slot: int
    default: float | None = None
    required: bool = False
    deprecated: bool = False


@dataclass(frozen=True)
class Schema:
    """The types of a schema by full name, and the root table and identifier of its files."""

    types: dict[str, Enum | Struct | Table | Union]
    root: Table | None
    identifier: str | None
    extension: str | None


def _scalars() -> dict[str, Scalar]:
    codes = (
        "bool:? int8,byte:b uint8,ubyte:B int16,short:h uint16,ushort:H int32,int:i "
        "uint32,uint:I int64,long:q uint64,ulong:Q"
    )
    table: dict[str, Scalar] = {}
    for entry in (codes + " float32,float:f float64,double:d").split():
        names, code = entry.split(":")
        for name in names.split(","):
            table[name] = Scalar(names.split(",")[0], code, struct.calcsize("<" + code))
    return table


SCALARS = _scalars()
STRING = String()


def scalar_of(type_: Type) -> Scalar | None:
    """Return the number type that stores a scalar or enum, or None for other types."""
    if isinstance(type_, Enum):
        return type_.underlying
    return type_ if isinstance(type_, Scalar) else None


@lru_cache(maxsize=256)
def struct_packer(type_: Struct) -> struct.Struct:
    """Return the packer of all numbers in a struct, in order and including padding."""
    return struct.Struct("<" + _struct_format(type_))


def _struct_format(type_: Struct) -> str:
    codes: list[str] = []
    position = 0
    for name, member in type_.fields.items():
        codes.append("x" * (type_.offsets[name] - position))
        if isinstance(member, Struct):
            codes.append(_struct_format(member))
            position = type_.offsets[name] + member.size
        else:
            scalar = member if isinstance(member, Scalar) else member.underlying
            codes.append(scalar.code)
            position = type_.offsets[name] + scalar.size
    return "".join(codes) + "x" * (type_.size - position)


# ---- reading files


class _Entry(NamedTuple):
    """A field, enum value or union member as written in the schema."""

    name: str
    type: str | None
    value: str | None
    attributes: dict[str, str | None]


class _Declaration(NamedTuple):
    kind: str
    name: str
    scope: str
    underlying: str | None
    attributes: dict[str, str | None]
    entries: list[_Entry]


def _statements(path: str, data: bytes) -> Statements:
    """Return the statements of a schema file. Raises SchemaError."""
    known = stored_statements(data)
    if known is not None:
        return known
    from ttmlir_py.schemas.parsing import NotASchemaError, parse

    try:
        return parse(data.decode("utf-8"))
    except NotASchemaError as error:
        where = f"{os.path.basename(path)}:{error.line}:{error.column}"
        raise SchemaError(f"{where}: this is not a schema") from None


class _Files:
    """The declarations of a schema file and all its includes, each of which is read once."""

    def __init__(self) -> None:
        self.declarations: dict[str, _Declaration] = {}
        self.statements: dict[str, str] = {}
        self.root_scope = ""
        self._seen: set[str] = set()
        self._ranks: dict[str, int] = {}
        """Maps each declared name to the rank of its file.

        A declaration of a revision replaces those of its base, or adds members with `(extends)`.
        """

    def read(self, path: str, *, included: bool = False) -> None:
        path = os.path.realpath(path)
        if path in self._seen:
            return
        self._seen.add(path)
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError as error:
            raise SchemaError(f"cannot read schema '{path}': {error.strerror}") from None
        scope = ""
        for kind, value, *rest in _statements(path, data):
            if rest:
                underlying, attributes, entries = rest
                entries = [_Entry(*entry) for entry in entries]
                declared = _Declaration(kind, value, scope, underlying, attributes, entries)
                self._declare(declared, scope, _rank(path))
            elif kind == "include":
                self.read(self._find(value, os.path.dirname(path)), included=True)
            elif kind == "namespace":
                scope = value
            elif not included:
                self.statements[kind] = value
                self.root_scope = scope if kind == "root_type" else self.root_scope

    def _declare(self, declaration: _Declaration, scope: str, rank: int) -> None:
        name = f"{scope}.{declaration.name}".lstrip(".")
        known = self._ranks.get(name, -1)
        if known == rank:
            raise SchemaError(f"'{name}' is declared twice")
        if known < rank:
            entries = declaration.entries
            if "extends" in declaration.attributes:
                if known < 0:
                    raise SchemaError(f"'{name}' extends a type that is not declared before it")
                entries = self.declarations[name].entries + entries
                if len({entry.name for entry in entries}) < len(entries):
                    raise SchemaError(f"'{name}' repeats a member of the type that it extends")
            self._ranks[name] = rank
            self.declarations[name] = declaration._replace(name=name, entries=entries)

    @staticmethod
    def _find(name: str, folder: str) -> str:
        """Return the path of an include, searched in the including file's folder, then in
        `schemas`.
        """
        for candidate in (os.path.join(folder, name), os.path.join(FOLDER, name)):
            if os.path.exists(candidate):
                return candidate
        raise SchemaError(f"cannot find the included schema '{name}'")


def _rank(path: str) -> int:
    """Return the number of revisions on which that of a file is based; 0 if it has no folder.

    The simulator's schemas come last.
    """
    if path.startswith(os.path.join(FOLDER, "simulator", "")):
        return len(REGISTRY)
    ranks = (
        len([*lineage(each.id)])
        for each in REGISTRY.values()
        if each.schemas and path.startswith(os.path.join(FOLDER, each.schemas, ""))
    )
    return max(ranks, default=0)


# ---- from declarations to types


class _Resolver:
    """A builder of types from declarations.

    A type is registered before its fields are built, because tables may refer to themselves.
    """

    def __init__(self, declarations: dict[str, _Declaration]) -> None:
        self.declarations = declarations
        self.types: dict[str, Enum | Struct | Table | Union] = {}

    def all(self) -> Self:
        """Build the types of all declarations."""
        for name in self.declarations:
            self.declared(name)
        return self

    def lookup(self, name: str, scope: str) -> str:
        """Return the full name of a declaration, searched from the innermost namespace outwards."""
        parts = scope.split(".") if scope else []
        for depth in range(len(parts), -1, -1):
            candidate = ".".join([*parts[:depth], name])
            if candidate in self.declarations:
                return candidate
        raise SchemaError(f"type '{name}' is not declared")

    def type(self, spelling: str, scope: str) -> Type:
        if spelling.startswith("["):
            if ":" in spelling:
                raise SchemaError(f"fixed-length arrays are not supported: '{spelling}'")
            return Vector(self.type(spelling[1:-1], scope))
        if spelling == "string":
            return STRING
        return SCALARS.get(spelling) or self.declared(self.lookup(spelling, scope))

    def declared(self, name: str) -> Enum | Struct | Table | Union:
        if name not in self.types:
            declaration = self.declarations[name]
            build = getattr(self, "_" + declaration.kind)
            build(declaration)
        return self.types[name]

    def _enum(self, declaration: _Declaration) -> None:
        underlying = SCALARS.get(declaration.underlying or "")
        if underlying is None:
            raise SchemaError(f"enum '{declaration.name}' needs an integer type")
        bit_flags = "bit_flags" in declaration.attributes
        values: dict[str, int] = {}
        following = 0
        for entry in declaration.entries:
            index = int(entry.value, 0) if entry.value else following
            values[entry.name] = 1 << index if bit_flags else index
            following = index + 1
        self.types[declaration.name] = Enum(declaration.name, underlying, bit_flags, values)

    def _union(self, declaration: _Declaration) -> None:
        values = {"NONE": 0}
        following = 1
        for entry in declaration.entries:
            values[entry.name] = int(entry.value, 0) if entry.value else following
            following = values[entry.name] + 1
        union = Union(declaration.name, Enum(declaration.name, SCALARS["uint8"], False, values), {})
        self.types[declaration.name] = union
        for entry in declaration.entries:
            variant = self.type(entry.type or "", declaration.scope)
            if not isinstance(variant, Table):
                raise SchemaError(
                    f"union '{declaration.name}' has '{entry.name}', which is not a table"
                )
            union.tables[values[entry.name]] = variant

    def _struct(self, declaration: _Declaration) -> None:
        made = self.types[declaration.name] = Struct(declaration.name)
        for entry in declaration.entries:
            type_ = self.type(entry.type or "", declaration.scope)
            if not isinstance(type_, Scalar | Enum | Struct) or type_ is made:
                raise SchemaError(f"struct '{made.name}' cannot hold '{entry.name}'")
            size, align = (type_.size, type_.align) if not isinstance(type_, Enum) else _size(type_)
            made.size += -made.size % align
            made.fields[entry.name], made.offsets[entry.name] = type_, made.size
            made.size, made.align = made.size + size, max(made.align, align)
        made.align = max(made.align, int(declaration.attributes.get("force_align") or 1))
        made.size += -made.size % made.align

    def _table(self, declaration: _Declaration) -> None:
        made = self.types[declaration.name] = Table(declaration.name)
        slots = _slots(declaration, self)
        made.slot_count = max((slot + 1 for slot in slots.values()), default=0)
        for entry in declaration.entries:
            type_ = self.type(entry.type or "", declaration.scope)
            flags = {flag: flag in entry.attributes for flag in ("required", "deprecated")}
            slot = slots[entry.name]
            element = type_.element if isinstance(type_, Vector) else type_
            if isinstance(element, Union):
                tag: Type = Vector(element.tag) if isinstance(type_, Vector) else element.tag
                default = 0 if isinstance(tag, Enum) else None
                made.fields[entry.name + "_type"] = Field(
                    entry.name + "_type", tag, slot - 1, default, **flags
                )
            default = _default(entry, type_)
            made.fields[entry.name] = Field(entry.name, type_, slot, default, **flags)
        made.fields = dict(sorted(made.fields.items(), key=lambda item: item[1].slot))


def _size(enum: Enum) -> tuple[int, int]:
    return enum.underlying.size, enum.underlying.align


def _slots(declaration: _Declaration, resolver: _Resolver) -> dict[str, int]:
    """Return the slot of each field, from `id` attributes or in order. A union's slot is its
    value's.
    """
    ids = [entry.attributes.get("id") for entry in declaration.entries]
    if any(ids):
        if not all(ids):
            raise SchemaError(f"table '{declaration.name}': either all fields have an id or none")
        return {
            entry.name: int(number or 0)
            for entry, number in zip(declaration.entries, ids, strict=True)
        }
    slots: dict[str, int] = {}
    following = 0
    for entry in declaration.entries:
        name = (entry.type or "").strip("[]")
        is_union = name not in SCALARS and name != "string"
        if is_union:
            full_name = resolver.lookup(name, declaration.scope)
            is_union = resolver.declarations[full_name].kind == "union"
        slots[entry.name] = following + is_union
        following = slots[entry.name] + 1
    return slots


def _default(entry: _Entry, type_: Type) -> float | None:
    """Return the default of a number field, or None for other fields and optional numbers
    (`= null`).
    """
    scalar = scalar_of(type_)
    if scalar is None:
        if entry.value is not None:
            raise SchemaError(f"field '{entry.name}': only numbers can have a default")
        return None
    if entry.value == "null":
        return None
    if entry.value is None:
        return 0.0 if scalar.code in "fd" else 0
    if isinstance(type_, Enum) and not entry.value.lstrip("-").isdigit():
        return type_.to_value(entry.value.rsplit(".", 1)[-1])
    if entry.value in ("true", "false"):
        return int(entry.value == "true")
    try:
        return float(entry.value) if scalar.code in "fd" else int(entry.value, 0)
    except ValueError:
        raise SchemaError(f"field '{entry.name}': '{entry.value}' is not a number") from None


@lru_cache(maxsize=16)
def load_schema(path: str | os.PathLike[str]) -> Schema:
    """Return the schema in a file. `path` may be relative to this package (`TTNN/binary.fbs`).

    Raises `SchemaError` if the file cannot be read or is invalid.
    """
    files = _Files()
    files.read(os.path.join(FOLDER, path))
    return _schema(files, _Resolver(files.declarations).all())


def _schema(files: _Files, resolver: _Resolver) -> Schema:
    root = None
    if name := files.statements.get("root_type"):
        root = resolver.declared(resolver.lookup(name, files.root_scope))
        if not isinstance(root, Table):
            raise SchemaError(f"the root type '{name}' is not a table")
    identifier = files.statements.get("file_identifier")
    return Schema(resolver.types, root, identifier, files.statements.get("file_extension"))


def changed_schema(path: str, changes: Mapping[str, Sequence[Any]]) -> Schema:
    """Return the schema in a file of this package after changes, with the types that its root
    table refers to.

    `changes` maps full names to declarations, as in `Statements`, which are replaced or added.
    Names in an added declaration are searched from the namespace of the root table.
    """
    files = _Files()
    files.read(os.path.join(FOLDER, path))
    made = dict(files.declarations)
    for name, (kind, _, underlying, attributes, entries) in changes.items():
        scope = made[name].scope if name in made else files.root_scope
        listed = [_Entry(*entry) for entry in entries]
        made[name] = _Declaration(kind, name, scope, underlying, attributes, listed)
    return _schema(files, _Resolver(made))


def declarations(path: str) -> Mapping[str, tuple[str, str | None, Mapping[str, Any], Any]]:
    """Return the declarations of a file of this package by full name: kind, type of an enum,
    attributes, and entries, which are names, types and values.
    """
    files = _Files()
    files.read(os.path.join(FOLDER, path))
    return {
        name: (each.kind, each.underlying, each.attributes, [entry[:3] for entry in each.entries])
        for name, each in files.declarations.items()
    }


def tables(schema: Schema) -> Iterable[Table]:
    """Return all tables of a schema in the order of their declaration."""
    return (type_ for type_ in schema.types.values() if isinstance(type_, Table))
