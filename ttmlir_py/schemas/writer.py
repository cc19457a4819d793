"""A deterministic writer of FlatBuffers, size-prefixed and with the schema's file identifier.

Values are plain Python. A table is a mapping from field names to values, a union is
`(type name, table)`, an enum value is its name or number, a struct is a mapping or a sequence of
its fields, and a vector is a sequence, bytes or a numpy array. None and missing fields are absent.
Numbers equal to their default are not stored, as in the C++ builder. A mapping or bytes object that
occurs several times is stored once.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from typing_extensions import override

from ttmlir_py.schemas import arrays
from ttmlir_py.schemas.buffer import (
    MOST_BYTES,
    OFFSET_SIZE,
    Buffer,
    TableLayout,
    TooLargeError,
    layout_of,
)
from ttmlir_py.schemas.schema import (
    Enum,
    Field,
    Scalar,
    Schema,
    SchemaError,
    String,
    Struct,
    Table,
    Type,
    Union,
    Vector,
    scalar_of,
    struct_packer,
)


def write(schema: Schema, root: Mapping[str, Any], *, size_prefixed: bool = True) -> bytes:
    """Return the bytes of a buffer with the root table `root`.

    With `size_prefixed`, the buffer starts with its size. Raises `MisfitError` for a value that
    does not fit the schema.
    """
    if schema.root is None:
        raise SchemaError("the schema has no root type")
    writer = _Writer()
    identifier = schema.identifier.encode() if schema.identifier else b""
    try:
        position = writer.table(schema.root, root)
        return writer.buffer.finish(position, identifier, size_prefixed=size_prefixed)
    except MisfitError as misfit:
        misfit.path = misfit.path or schema.root.name
        raise
    except TooLargeError:
        misfit = MisfitError(f"the file exceeds {MOST_BYTES} bytes, the limit of FlatBuffers")
        misfit.path = schema.root.name
        raise misfit from None


class MisfitError(SchemaError):
    """An error for a value that does not fit the schema.

    `problem` is the reason, and `path` the place: `programs[0].inputs[1].desc`.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.path = ""

    def within(self, step: str) -> MisfitError:
        """Put a step in front of the path, and return this error."""
        joint = "." if self.path and not self.path.startswith("[") else ""
        self.path = step + joint + self.path
        return self

    @override
    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"


def _inline_align(type_: Type) -> int:
    if isinstance(type_, Struct):
        return type_.align
    scalar = scalar_of(type_)
    return scalar.size if scalar else OFFSET_SIZE


def _number(type_: Type, value: object) -> Any:
    return type_.to_value(value) if isinstance(type_, Enum) else value


def _leaves(type_: Struct, value: Any) -> list[Any]:
    """Return the numbers in a struct's value, in order."""
    if isinstance(value, Mapping):
        given = cast(Mapping[str, Any], value)
        missing = [name for name in type_.fields if name not in given]
        surplus = [name for name in given if name not in type_.fields]
        if missing or surplus:
            raise MisfitError(f"{type_.name} has the fields {', '.join(type_.fields)}")
        members = [given[name] for name in type_.fields]
    elif isinstance(value, Sequence):
        members = list(cast(Sequence[Any], value))
    else:
        members = []
    if len(members) != len(type_.fields):
        raise MisfitError(f"expected a {type_.name}, found {value!r}")
    leaves: list[Any] = []
    for member_type, member in zip(type_.fields.values(), members, strict=True):
        if isinstance(member_type, Struct):
            leaves += _leaves(member_type, member)
        else:
            leaves.append(_number(member_type, member))
    return leaves


def _pack(pack: Callable[..., bytes], values: Sequence[Any], what: object, name: str) -> bytes:
    try:
        return pack(*values)
    except (struct.error, OverflowError):
        raise MisfitError(f"{what!r} does not fit the type {name}") from None


def _is_default(field: Field, packer: struct.Struct, packed: bytes) -> bool:
    """Return whether a number equals the field's default, so that it need not be stored.

    The C++ builder compares numbers, so -0.0 equals 0.0.
    """
    if field.default is None:
        return False
    return packed == packer.pack(field.default) or packer.unpack(packed) == (field.default,)


# ---- encoders

Stored = bytes | int
"""A value as it is stored in a table: the bytes of a number or struct, or the position of anything
else.
"""
Encode = Callable[["_Writer", Any], Any]
"""A function that writes what a value refers to. It returns the value as it is stored, a pair of
such values for a union, or None for the default of a field.
"""
_PLAIN = (int, str, bool)
"""The types of numbers whose bytes are kept. Floats are not, because -0.0 equals 0.0."""
_MOST_KNOWN = 4096


def _number_encoder(type_: Scalar | Enum, field: Field | None = None) -> Encode:
    scalar = scalar_of(type_)
    assert scalar is not None
    known: dict[object, bytes | None] = {}

    def encode(_: _Writer, value: Any) -> bytes | None:
        is_plain = value.__class__ in _PLAIN
        if is_plain and value in known:
            return known[value]
        number = _pack(scalar.pack, [_number(type_, value)], value, scalar.name)
        is_default = field is not None and _is_default(field, scalar.packer, number)
        packed = None if is_default else number
        if is_plain and len(known) < _MOST_KNOWN:
            known[value] = packed
        return packed

    return encode


def _struct_encoder(type_: Struct) -> Encode:
    pack = struct_packer(type_).pack
    return lambda _, value: _pack(pack, _leaves(type_, value), value, type_.name)


@lru_cache(maxsize=1024)
def _encoder(type_: Type) -> Encode:
    """Return the encoder of an element of a vector, or of a field that is not a number."""
    if isinstance(type_, Table):
        return lambda writer, value: writer.table(type_, value)
    if isinstance(type_, Union):
        return lambda writer, value: writer.variant(type_, value)
    if isinstance(type_, Struct):
        return _struct_encoder(type_)
    if isinstance(type_, Vector):
        element, encode = type_.element, _encoder(type_.element)
        if isinstance(element, Union):
            return lambda writer, value: writer.union_vector(encode, value)
        return lambda writer, value: writer.vector(element, encode, value)
    if isinstance(type_, String):
        return lambda writer, value: writer.string(value)
    return _number_encoder(type_)


class _Plan(NamedTuple):
    """How to write a table: its fields in order, and the layouts for sets of fields."""

    encoders: Sequence[tuple[str, Field, Encode]]
    layouts: dict[tuple[tuple[str, ...], int], TableLayout]
    """Maps the names of stored fields, and the alignment of the start, to the layout."""
    align: int


@lru_cache(maxsize=1024)
def _plan(type_: Table) -> _Plan:
    encoders = [
        (
            name,
            field,
            _number_encoder(field.type, field)
            if isinstance(field.type, Scalar | Enum)
            else _encoder(field.type),
        )
        for name, field in type_.fields.items()
    ]
    aligns = (_inline_align(field.type) for field in type_.fields.values())
    return _Plan(encoders, {}, max(aligns, default=OFFSET_SIZE))


def _layout(type_: Table, names: Sequence[str], start: int) -> TableLayout:
    """Return the layout of a table with the fields `names`, widest first to minimize padding."""
    fields = sorted(
        (type_.fields[name] for name in type_.fields if name in names),
        key=lambda field: -_inline_align(field.type),
    )
    return layout_of(
        [
            (field.name, field.slot, _inline_align(field.type), _inline_size(field.type))
            for field in fields
        ],
        type_.slot_count,
        start,
    )


def _inline_size(type_: Type) -> int | None:
    """Return the bytes of a number or struct, or None for an offset."""
    if isinstance(type_, Struct):
        return type_.size
    scalar = scalar_of(type_)
    return scalar.size if scalar else None


class _Writer:
    """The state of writing one buffer.

    `_written` maps the identity of a table or bytes object to the object, kept alive, and its
    position.
    """

    def __init__(self) -> None:
        self.buffer = Buffer()
        self._written: dict[tuple[int, int], tuple[Any, int]] = {}

    def table(self, type_: Table, value: Any) -> int:
        """Write a table after all tables, vectors and strings that it refers to. Return its
        position.
        """
        # the exact class first: `isinstance` with an abstract class costs as much as writing a
        # field
        if value.__class__ is not dict and not isinstance(value, Mapping):
            raise MisfitError(f"expected a table {type_.name}, found {value!r}")
        fields = cast(Mapping[str, Any], value)
        key = (id(type_), id(fields))
        if key in self._written:
            return self._written[key][1]
        plan, buffer = _plan(type_), self.buffer
        stored = self._stored(type_, plan, fields)
        size = buffer.size
        form = (tuple(stored), size & (plan.align - 1))
        layout = plan.layouts.get(form)
        if layout is None:
            layout = plan.layouts[form] = _layout(type_, *form)
        values = [
            stored[name] if place is None else size + place - cast(int, stored[name])
            for name, place in layout.fields
        ]
        position = buffer.add_table(layout, values)
        self._written[key] = (fields, position)
        return position

    def _stored(self, type_: Table, plan: _Plan, fields: Mapping[str, Any]) -> dict[str, Stored]:
        """Return the fields that are stored, in the order of the schema."""
        stored: dict[str, Stored] = {}
        seen, name = 0, ""
        try:
            for name, field, encode in plan.encoders:
                value = fields.get(name)
                if value is None:
                    if field.required:
                        raise MisfitError(f"{type_.name} needs this field")
                    seen += name in fields
                    continue
                seen += 1
                if field.deprecated:
                    raise MisfitError("this field is deprecated")
                item = encode(self, value)
                if item.__class__ is tuple:
                    stored[name + "_type"], stored[name] = item
                elif item is not None:
                    stored[name] = item
        except MisfitError as misfit:
            raise misfit.within(name) from None
        except SchemaError as error:
            raise MisfitError(str(error)).within(name) from None
        if seen != len(fields):
            unknown = next(name for name in fields if name not in type_.fields)
            raise MisfitError(f"{type_.name} has no field '{unknown}'")
        return stored

    def variant(self, type_: Union, value: Any) -> tuple[bytes, int]:
        """Write the table of a union's value. Return its tag and position."""
        try:
            name, table = value
        except (TypeError, ValueError):
            raise MisfitError(f"expected (type, table) of {type_.name}, found {value!r}") from None
        tag = type_.tag.to_value(name)
        if tag not in type_.tables:
            raise MisfitError(f"{type_.name} has no table '{name}'")
        return bytes([tag]), self.table(type_.tables[tag], table)

    def union_vector(self, encode: Encode, value: Any) -> tuple[int, int]:
        """Write a vector of unions: the vector of tags, and the vector of tables. Return their
        positions.
        """
        variants = self._elements(encode, value)
        tags = b"".join(tag for tag, _ in variants)
        return (
            self.buffer.add_vector(tags, len(tags), 1),
            self.buffer.add_offsets([position for _, position in variants]),
        )

    def string(self, value: Any) -> int:
        """Write a string, and return its position."""
        if not isinstance(value, str):
            raise MisfitError(f"expected a string, found {value!r}")
        return self.buffer.add_string(value.encode(errors="backslashreplace"))

    def vector(self, element: Type, encode: Encode, value: Any) -> int:
        """Write a vector of elements that `encode` writes, and return its position."""
        # `isinstance` with an abstract class costs as much as writing a short vector
        is_plain = value.__class__ in (list, tuple)
        is_array = not is_plain and arrays.is_array(value)
        if not is_plain and (
            isinstance(value, str) or not (is_array or isinstance(value, Sequence))
        ):
            raise MisfitError(f"expected a vector, found {value!r}")
        scalar = scalar_of(element)
        if scalar and is_array:
            numbers = cast(Any, value).astype(arrays.dtype(scalar.code), "C", copy=False)
            data = numbers.reshape(-1).view("u1").data if numbers.size else b""
            return self.buffer.add_vector(data, numbers.size, scalar.size)
        if scalar and scalar.size == 1 and isinstance(value, bytes | bytearray | memoryview):
            return self._byte_vector(value)
        items = self._elements(encode, value)
        if scalar or isinstance(element, Struct):
            return self.buffer.add_vector(b"".join(items), len(items), _inline_align(element))
        return self.buffer.add_offsets(items)

    def _elements(self, encode: Encode, value: Any) -> list[Any]:
        """Return the elements of a vector as they are stored."""
        items: list[Any] = []
        try:
            for item in value:
                items.append(encode(self, item))
        except MisfitError as misfit:
            raise misfit.within(f"[{len(items)}]") from None
        except SchemaError as error:
            raise MisfitError(str(error)).within(f"[{len(items)}]") from None
        return items

    def _byte_vector(self, value: bytes | bytearray | memoryview) -> int:
        """Write a byte vector once per object, and return its position. Mutable objects are
        copied.
        """
        key = (0, id(value))
        if key not in self._written:
            is_view = isinstance(value, memoryview) and value.readonly
            data = cast(memoryview, value) if is_view else bytes(value)
            position = self.buffer.add_vector(data, len(data), 1)
            self._written[key] = (value, position)
        return self._written[key][1]
