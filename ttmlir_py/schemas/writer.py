"""A deterministic writer of FlatBuffers, size-prefixed and with the schema's file identifier.

Values are plain Python. A table is a mapping from field names to values, a union is `(type name,
table)`, an enum value is its name or number, a struct is a mapping or a sequence of its fields, and
a vector is a sequence, bytes or a numpy array. None and missing fields are absent. Numbers equal to
their default are not stored, as in the C++ builder. A mapping or bytes object that occurs several
times is stored once.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import flatbuffers  # pyright: ignore[reportMissingTypeStubs]
from typing_extensions import override

from ttmlir_py.schemas import arrays
from ttmlir_py.schemas.schema import (
    Enum,
    Field,
    Schema,
    SchemaError,
    Struct,
    Table,
    Type,
    Union,
    Vector,
    scalar_of,
    struct_packer,
)

OFFSET_SIZE = 4


def write(schema: Schema, root: Mapping[str, Any], *, size_prefixed: bool = True) -> bytes:
    """Return the bytes of a buffer with the root table `root`.

    With `size_prefixed`, the buffer starts with its size. Raises `MisfitError` for a value that
    does not fit the schema.
    """
    if schema.root is None:
        raise SchemaError("the schema has no root type")
    writer = _Writer()
    try:
        offset = writer.table(schema.root, root)
    except MisfitError as misfit:
        misfit.path = misfit.path or schema.root.name
        raise
    identifier = schema.identifier.encode() if schema.identifier else None
    finish = writer.builder.FinishSizePrefixed if size_prefixed else writer.builder.Finish
    finish(offset, file_identifier=identifier)
    return bytes(memoryview(writer.builder.Bytes)[writer.builder.Head() :])


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


@lru_cache(maxsize=256)
def _placement(type_: Table) -> tuple[Field, ...]:
    """Return the fields of a table in storage order: widest first, to minimize padding."""
    fields = (field for field in type_.fields.values() if not field.deprecated)
    return tuple(sorted(fields, key=lambda field: -_inline_align(field.type)))


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


class _Writer:
    """The state of writing one buffer.

    `_written` maps the identity of a table or bytes object to the object, kept alive, and its
    offset.
    """

    def __init__(self) -> None:
        # the flatbuffers package has no type annotations
        self.builder: Any = flatbuffers.Builder(1024)
        self._written: dict[tuple[int, int], tuple[Any, int]] = {}

    def table(self, type_: Table, value: Any) -> int:
        """Write a table after all tables, vectors and strings that it refers to. Return its
        offset.
        """
        # the exact class first: `isinstance` with an abstract class costs as much as writing a
        # field
        if value.__class__ is not dict and not isinstance(value, Mapping):
            raise MisfitError(f"expected a table {type_.name}, found {value!r}")
        fields = cast(Mapping[str, Any], value)
        key = (id(type_), id(fields))
        if key in self._written:
            return self._written[key][1]
        inline = self._inline_values(type_, fields)
        builder = self.builder
        builder.StartObject(type_.slot_count)
        for field in _placement(type_):
            stored = inline.get(field.name)
            if stored is None:
                continue
            if isinstance(stored, bytes):
                self._place(stored, _inline_align(field.type))
            else:
                builder.PrependUOffsetTRelative(stored)
            builder.Slot(field.slot)
        offset: int = builder.EndObject()
        self._written[key] = (fields, offset)
        return offset

    def _inline_values(self, type_: Table, fields: Mapping[str, Any]) -> dict[str, bytes | int]:
        """Return the inline value of each field: packed bytes, or an offset."""
        inline: dict[str, bytes | int] = {}
        seen = 0
        for name, field in type_.fields.items():
            value = fields.get(name)
            seen += name in fields
            if value is None:
                if field.required:
                    raise MisfitError(f"{type_.name} needs this field").within(name)
                continue
            if field.deprecated:
                raise MisfitError("this field is deprecated").within(name)
            try:
                self._inline_value(field, value, inline)
            except MisfitError as misfit:
                raise misfit.within(name) from None
            except SchemaError as error:
                raise MisfitError(str(error)).within(name) from None
        if seen != len(fields):
            unknown = next(name for name in fields if name not in type_.fields)
            raise MisfitError(f"{type_.name} has no field '{unknown}'")
        return inline

    def _inline_value(self, field: Field, value: Any, inline: dict[str, bytes | int]) -> None:
        type_ = field.type
        scalar = scalar_of(type_)
        if scalar:
            number = _number(type_, value)
            packed = _pack(scalar.pack, [number], value, scalar.name)
            if not _is_default(field, scalar.packer, packed):
                inline[field.name] = packed
        elif isinstance(type_, Struct):
            inline[field.name] = _pack(
                struct_packer(type_).pack, _leaves(type_, value), value, type_.name
            )
        elif isinstance(type_, Union):
            tag, inline[field.name] = self._variant(type_, value)
            inline[field.name + "_type"] = bytes([tag])
        elif isinstance(type_, Vector) and isinstance(type_.element, Union):
            variants = [
                self._element(type_.element, index, item) for index, item in enumerate(value)
            ]
            inline[field.name + "_type"] = self._raw_vector(
                bytes(tag for tag, _ in variants), len(variants), 1
            )
            inline[field.name] = self._offset_vector([offset for _, offset in variants])
        else:
            inline[field.name] = self._out_of_line(type_, value)

    def _variant(self, type_: Union, value: Any) -> tuple[int, int]:
        """Return the tag and the offset of a union's value."""
        try:
            name, table = value
        except (TypeError, ValueError):
            raise MisfitError(f"expected (type, table) of {type_.name}, found {value!r}") from None
        tag = type_.tag.to_value(name)
        if tag not in type_.tables:
            raise MisfitError(f"{type_.name} has no table '{name}'")
        return tag, self.table(type_.tables[tag], table)

    def _element(self, type_: Type, index: int, value: Any) -> Any:
        try:
            if isinstance(type_, Union):
                return self._variant(type_, value)
            if isinstance(type_, Struct):
                return _pack(struct_packer(type_).pack, _leaves(type_, value), value, type_.name)
            scalar = scalar_of(type_)
            if scalar:
                return _pack(scalar.pack, [_number(type_, value)], value, scalar.name)
            return self._out_of_line(type_, value)
        except MisfitError as misfit:
            raise misfit.within(f"[{index}]") from None
        except SchemaError as error:
            raise MisfitError(str(error)).within(f"[{index}]") from None

    def _out_of_line(self, type_: Type, value: Any) -> int:
        """Write a string, a table or a vector, and return its offset."""
        if isinstance(type_, Table):
            return self.table(type_, value)
        if isinstance(type_, Vector):
            return self._vector(type_.element, value)
        if not isinstance(value, str):
            raise MisfitError(f"expected a string, found {value!r}")
        offset: int = self.builder.CreateString(value.encode(errors="backslashreplace"))
        return offset

    def _vector(self, element: Type, value: Any) -> int:
        is_array = arrays.is_array(value)
        if isinstance(value, str) or not (is_array or isinstance(value, Sequence)):
            raise MisfitError(f"expected a vector, found {value!r}")
        scalar = scalar_of(element)
        if scalar and is_array:
            numbers = value.astype(arrays.dtype(scalar.code), "C", copy=False)
            return self._raw_vector(numbers.tobytes(), numbers.size, scalar.size)
        if scalar and scalar.size == 1 and isinstance(value, bytes | bytearray):
            return self._byte_vector(value)
        items: list[Any] = [self._element(element, index, item) for index, item in enumerate(value)]  # pyright: ignore
        if scalar or isinstance(element, Struct):
            return self._raw_vector(b"".join(items), len(items), _inline_align(element))
        return self._offset_vector(items)

    def _place(self, data: bytes, align: int) -> None:
        builder = self.builder
        builder.Prep(align, len(data))
        builder.head -= len(data)
        builder.Bytes[builder.head : builder.head + len(data)] = data

    def _byte_vector(self, value: bytes | bytearray) -> int:
        """Write a byte vector once per object, and return its offset. Mutable objects are
        copied.
        """
        key = (0, id(value))
        if key not in self._written:
            self._written[key] = (value, self._raw_vector(bytes(value), len(value), 1))
        return self._written[key][1]

    def _raw_vector(self, data: bytes, count: int, align: int) -> int:
        builder = self.builder
        builder.StartVector(len(data) // count if count else 1, count, align)
        builder.head -= len(data)
        builder.Bytes[builder.head : builder.head + len(data)] = data
        return builder.EndVector()

    def _offset_vector(self, offsets: Sequence[int]) -> int:
        builder = self.builder
        builder.StartVector(OFFSET_SIZE, len(offsets), OFFSET_SIZE)
        for offset in reversed(offsets):
            builder.PrependUOffsetTRelative(offset)
        return builder.EndVector()
