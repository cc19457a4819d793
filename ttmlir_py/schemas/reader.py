"""Reads FlatBuffers through lazy views; binaries are not trusted.

A view holds a position, nothing more. Every offset, vtable, length, tag and string is checked against the buffer when
it is followed, so reading costs what is looked at, and a corrupted file gives a `BinaryError` that names the place
(`programs[0].operations[3].type`), never an exception of Python's own. Offsets only ever point forward, hence there
are no cycles; `as_dict` bounds what shared subtrees can multiply to.
"""

import struct
from collections import namedtuple
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, overload

import numpy as np

from ttmlir_py.schemas.schema import (
    STRING,
    Enum,
    Field,
    Scalar,
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

_U32 = struct.Struct("<I")
_I32 = struct.Struct("<i")
_VTABLE_START = struct.Struct("<HH")
_VOFFSET = struct.Struct("<H")

# What `as_dict` may visit: the limits of the C++ verifier for small files, and in proportion to the size of large ones.
MAX_DEPTH = 64
MIN_BUDGET = 1_000_000
BUDGET_PER_BYTE = 32


class BinaryError(ValueError):
    """A buffer that is truncated, corrupted or of another kind; the message is one line."""


def read(
    schema: Schema, data: bytes | bytearray | memoryview, *, size_prefixed: bool = True
) -> "TableView":
    """The root table of a buffer; the size of a `size_prefixed` one stands before it.

    Raises `BinaryError` if the size, the file identifier or the root offset is wrong; what lies deeper is checked when
    it is read.
    """
    if schema.root is None:
        raise SchemaError("the schema has no root type")
    extent = memoryview(data).cast("B")
    if not size_prefixed:
        return _plain_root(schema.root, extent)
    if len(extent) < 12:
        raise BinaryError(f"the file has {len(extent)} bytes, too few for a FlatBuffer")
    size = _U32.unpack_from(extent)[0]
    if schema.identifier:
        identifier = bytes(extent[8:12])
        if identifier != schema.identifier.encode():
            kind = schema.root.name.rsplit(".", 1)[-1]
            raise BinaryError(
                f"not a {kind}: file identifier {identifier!r}, expected '{schema.identifier}'"
            )
    if size > len(extent) - 4:
        raise BinaryError(f"truncated: {size} bytes are announced, {len(extent) - 4} are there")
    buffer = _Buffer(extent[4 : 4 + size])
    return TableView(buffer, schema.root, buffer.follow(0, None), None)


def _plain_root(root: Table, extent: memoryview) -> "TableView":
    """The root table of a buffer without size and identifier."""
    if len(extent) < 8:
        raise BinaryError(f"the file has {len(extent)} bytes, too few for a FlatBuffer")
    buffer = _Buffer(extent)
    return TableView(buffer, root, buffer.follow(0, None), None)


class _Buffer:
    """The bytes, and the elementary reads that check bounds; `view` says where an error occurred."""

    __slots__ = ("data", "size")

    def __init__(self, data: memoryview) -> None:
        self.data = data
        self.size = len(data)

    def follow(self, position: int, place: "_Place | None") -> int:
        """Where the unsigned offset at `position` points."""
        if position + 4 > self.size:
            raise _error(place, "an offset lies outside the file")
        target = position + _U32.unpack_from(self.data, position)[0]
        if target == position or target + 4 > self.size:
            raise _error(place, "an offset points outside the file")
        return target

    def extent(self, position: int, element_size: int, place: "_Place | None") -> int:
        """The number of elements of the vector at `position`, all of which are in the buffer."""
        if position + 4 > self.size:
            raise _error(place, "a vector lies outside the file")
        count = _U32.unpack_from(self.data, position)[0]
        if position + 4 + count * element_size > self.size:
            raise _error(place, f"a vector of {count} elements reaches beyond the end of the file")
        return count

    def text(self, position: int, place: "_Place | None") -> str:
        """The string at `position`; bytes that are no UTF-8 become escapes."""
        end = position + 4 + self.extent(position, 1, place)
        if end >= self.size or self.data[end] != 0:
            raise _error(place, "a string is not terminated")
        return str(self.data[position + 4 : end], "utf-8", errors="backslashreplace")


class _Place:
    """A step of the path from the root to a value: rendered only when there is an error."""

    __slots__ = ("parent", "step")

    def __init__(self, parent: "_Place | None", step: str | int) -> None:
        self.parent = parent
        self.step = step

    def __str__(self) -> str:
        steps: list[str] = []
        place: _Place | None = self
        while place:
            steps.append(f"[{place.step}]" if isinstance(place.step, int) else f".{place.step}")
            place = place.parent
        return "".join(reversed(steps)).lstrip(".")


def _error(place: _Place | None, message: str) -> BinaryError:
    return BinaryError(f"{place}: {message}" if place else message)


class TableView:
    """A table in a buffer: fields are attributes (`view.programs`, `view.in_` for `in`) and items (`view["in"]`).

    Absent numbers read as their default, absent optional numbers, strings, tables and vectors as None. Enum values read
    as their names, or as numbers where the schema has no name. Scalar vectors are numpy arrays over the file's bytes.
    """

    __slots__ = ("_buffer", "_place", "_position", "_table", "_vtable", "_vtable_size")

    def __init__(self, buffer: _Buffer, table: Table, position: int, place: _Place | None) -> None:
        vtable = position - _I32.unpack_from(buffer.data, position)[0]
        if vtable < 0 or vtable + 4 > buffer.size:
            raise _error(place, "a vtable lies outside the file")
        size, extent = _VTABLE_START.unpack_from(buffer.data, vtable)
        if size < 4 or size % 2 or vtable + size > buffer.size:
            raise _error(place, "a vtable is malformed")
        if extent < 4 or position + extent > buffer.size:
            raise _error(place, "a table reaches beyond the end of the file")
        self._buffer = buffer
        self._table = table
        self._position = position
        self._vtable = vtable
        self._vtable_size = size
        self._place = place

    @property
    def file_size(self) -> int:
        """Bytes of the whole file that the table lies in."""
        return self._buffer.size

    @property
    def table_name(self) -> str:
        """Name of the table's type, without its namespace."""
        return self._table.name.rsplit(".", 1)[-1]

    def __getattr__(self, name: str) -> Any:
        field = self._table.fields.get(name) or self._table.fields.get(name.removesuffix("_"))
        if field is None:
            raise AttributeError(f"{self.table_name} has no field '{name}'")
        return self._read(field)

    def __getitem__(self, name: str) -> Any:
        return self._read(self._table.fields[name])

    def __contains__(self, name: str) -> bool:
        """Whether a field is stored, rather than absent."""
        return self._locate(self._table.fields[name]) is not None

    def __repr__(self) -> str:
        return f"<{self.table_name} at {self._position}>"

    def require(self, name: str) -> Any:
        """A field's value; `BinaryError` if it is absent."""
        value = self._read(self._table.fields[name])
        if value is None:
            raise _error(_Place(self._place, name), "a required field is absent")
        return value

    def as_dict(self, *, raw_bytes: bool = False) -> dict[str, Any]:
        """Everything below as plain Python, in the order and with the defaults of `flatc --json --defaults-json`.

        Absent optional numbers are left out, where flatc shows a 0 that is not there. With `raw_bytes`, vectors of bytes are `bytes`.
        """
        return _Copier(self._buffer, raw_bytes=raw_bytes).table(self, 0)

    def _locate(self, field: Field) -> int | None:
        """The position of a field's inline part, None if it is absent."""
        entry = 4 + 2 * field.slot
        if entry >= self._vtable_size:
            return None
        buffer = self._buffer
        offset = _VOFFSET.unpack_from(buffer.data, self._vtable + entry)[0]
        if not offset:
            return None
        position = self._position + offset
        if position + _inline_size(field.type) > buffer.size:
            raise _error(_Place(self._place, field.name), "the field lies outside the file")
        return position

    def _read(self, field: Field) -> Any:
        position = self._locate(field)
        type_ = field.type
        scalar = scalar_of(type_)
        if position is None:
            if field.required:
                raise _error(_Place(self._place, field.name), "a required field is absent")
            if field.default is None or scalar is None:
                return None
            return _value(type_, scalar, field.default)
        if scalar:
            return _value(type_, scalar, scalar.packer.unpack_from(self._buffer.data, position)[0])
        if isinstance(type_, Struct):
            return _read_struct(self._buffer, type_, position)
        place = _Place(self._place, field.name)
        target = self._buffer.follow(position, place)
        if isinstance(type_, Union):
            return self._read_union(field, type_, target, place)
        if isinstance(type_, Vector) and isinstance(type_.element, Union):
            tags = self._read(self._table.fields[field.name + "_type"])
            return UnionVectorView(self._buffer, type_.element, target, place, tags or ())
        return _read_out_of_line(self._buffer, type_, target, place)

    def _read_union(self, field: Field, union: Union, target: int, place: _Place) -> Any:
        tag_field = self._table.fields[field.name + "_type"]
        tag_position = self._locate(tag_field)
        tag = self._buffer.data[tag_position] if tag_position is not None else 0
        return _read_variant(self._buffer, union, tag, target, place)


class VectorView(Sequence[Any]):
    """A vector of tables, structs, strings or enum values."""

    __slots__ = ("_buffer", "_element", "_place", "_position", "_size")

    def __init__(self, buffer: _Buffer, element: Type, position: int, place: _Place) -> None:
        self._buffer = buffer
        self._element = element
        self._position = position + 4
        self._place = place
        self._size = buffer.extent(position, _inline_size(element), place)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return (self._get(index) for index in range(self._size))

    @overload
    def __getitem__(self, index: int) -> Any: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self._get(each) for each in range(*index.indices(self._size))]
        normal = index + self._size if index < 0 else index
        if not 0 <= normal < self._size:
            raise IndexError(f"{self._place}: no element {index} of {self._size}")
        return self._get(normal)

    def __repr__(self) -> str:
        return f"<vector of {self._size} at {self._position}>"

    def _get(self, index: int) -> Any:
        element = self._element
        position = self._position + index * _inline_size(element)
        scalar = scalar_of(element)
        if scalar:
            return _value(
                element, scalar, scalar.packer.unpack_from(self._buffer.data, position)[0]
            )
        if isinstance(element, Struct):
            return _read_struct(self._buffer, element, position)
        place = _Place(self._place, index)
        return _read_out_of_line(self._buffer, element, self._buffer.follow(position, place), place)


class UnionVectorView(VectorView):
    """A vector of a union's tables; their tags are a vector of their own."""

    __slots__ = ("_tags",)

    def __init__(
        self, buffer: _Buffer, union: Union, position: int, place: _Place, tags: Sequence[Any]
    ) -> None:
        super().__init__(buffer, union, position, place)
        if len(tags) != len(self):
            raise _error(place, f"{len(self)} values have {len(tags)} types")
        self._tags = tags

    def _get(self, index: int) -> Any:
        union = self._element
        assert isinstance(union, Union)
        place = _Place(self._place, index)
        target = self._buffer.follow(self._position + 4 * index, place)
        tag = union.tag.to_value(self._tags[index])
        return _read_variant(self._buffer, union, tag, target, place)


def _inline_size(type_: Type) -> int:
    if isinstance(type_, Struct):
        return type_.size
    scalar = scalar_of(type_)
    return scalar.size if scalar else 4


def _value(type_: Type, scalar: Scalar, number: float) -> Any:
    if isinstance(type_, Enum):
        return type_.to_name(int(number))
    return bool(number) if scalar.code == "?" else number


def _read_variant(
    buffer: _Buffer, union: Union, tag: int, target: int, place: _Place
) -> TableView | None:
    table = union.tables.get(tag)
    if table is None:
        if tag == 0:
            return None
        raise _error(place, f"unknown type {tag} of union {union.name.rsplit('.', 1)[-1]}")
    return TableView(buffer, table, target, place)


def _read_out_of_line(buffer: _Buffer, type_: Type, target: int, place: _Place) -> Any:
    """The string, table or vector at a position."""
    if type_ is STRING:
        return buffer.text(target, place)
    if isinstance(type_, Table):
        return TableView(buffer, type_, target, place)
    assert isinstance(type_, Vector)
    element = type_.element
    if isinstance(element, Scalar):
        count = buffer.extent(target, element.size, place)
        # A byte that is neither 0 nor 1 is no valid numpy bool.
        dtype = np.dtype("<u1" if element.code == "?" else "<" + element.code)
        numbers = np.frombuffer(buffer.data, dtype, count, target + 4)
        return numbers != 0 if element.code == "?" else numbers
    return VectorView(buffer, element, target, place)


@lru_cache(maxsize=256)
def _struct_class(type_: Struct) -> Any:
    name = type_.name.rsplit(".", 1)[-1]
    return namedtuple(name, list(type_.fields), rename=True)  # pyright: ignore[reportUntypedNamedTuple]


def _read_struct(buffer: _Buffer, type_: Struct, position: int) -> Any:
    """A struct as a named tuple; the caller has checked its bounds."""
    return _build_struct(type_, iter(struct_packer(type_).unpack_from(buffer.data, position)))


def _build_struct(type_: Struct, leaves: Iterator[Any]) -> Any:
    members = [
        _build_struct(member, leaves)
        if isinstance(member, Struct)
        else (member.to_name(next(leaves)) if isinstance(member, Enum) else next(leaves))
        for member in type_.fields.values()
    ]
    return _struct_class(type_)._make(members)


class _Copier:
    """Turns views into plain Python, within a budget of values and a depth."""

    def __init__(self, buffer: _Buffer, *, raw_bytes: bool = False) -> None:
        self._budget = MIN_BUDGET + BUDGET_PER_BYTE * buffer.size
        self._raw_bytes = raw_bytes

    def table(self, view: TableView, depth: int) -> dict[str, Any]:
        place, fields = view._place, view._table.fields  # pyright: ignore[reportPrivateUsage]
        if depth > MAX_DEPTH:
            raise _error(place, f"tables are nested deeper than {MAX_DEPTH}")
        self._spend(1 + len(fields), place)
        copied: dict[str, Any] = {}
        for name, field in fields.items():
            value = view[name]
            if value is not None and not field.deprecated:
                copied[name] = self.value(value, _Place(place, name), depth)
        return copied

    def value(self, value: Any, place: _Place, depth: int) -> Any:
        if isinstance(value, TableView):
            return self.table(value, depth + 1)
        if isinstance(value, str):
            self._spend(1 + len(value) // 64, place)
            return value
        if isinstance(value, np.ndarray):
            if self._raw_bytes and value.itemsize == 1:
                self._spend(1 + value.size // 64, place)
                return value.tobytes()
            self._spend(value.size, place)
            return value.tolist()
        if isinstance(value, VectorView):
            self._spend(len(value), place)
            return [
                self.value(item, _Place(place, index), depth) for index, item in enumerate(value)
            ]
        return _struct_dict(value)

    def _spend(self, cost: int, place: _Place | None) -> None:
        self._budget -= cost
        if self._budget < 0:
            raise _error(place, "shared parts of the file multiply beyond measure")


def _struct_dict(value: Any) -> Any:
    if not hasattr(value, "_asdict"):
        return value
    return {name: _struct_dict(member) for name, member in value._asdict().items()}
