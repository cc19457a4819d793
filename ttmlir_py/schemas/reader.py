"""A reader of untrusted FlatBuffers through lazy views.

A view holds only a position. Every offset, vtable, length, tag and string is checked against the
buffer when it is followed, so the cost of reading depends only on what is used. A corrupted file
raises a `BinaryError` that names the place (`programs[0].operations[3].type`), never another
exception. Offsets point only forward, so there are no cycles; `as_dict` bounds the expansion of
shared subtrees.
"""

from __future__ import annotations

import struct
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar, overload

from ttmlir_py.common.contents import HEAD, is_mlir
from ttmlir_py.schemas import arrays
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
    tables,
)

_READ_U32 = struct.Struct("<I").unpack_from
_READ_I32 = struct.Struct("<i").unpack_from
_READ_U16 = struct.Struct("<H").unpack_from
MAX_KEPT = 4096
"""Largest number of cached vtables per file, and of cached view classes."""

# Limits of `as_dict`. For small files they are those of the C++ verifier, and for large files they
# are proportional to the size.
MAX_DEPTH = 64
MIN_BUDGET = 1_000_000
BUDGET_PER_BYTE = 32


class BinaryError(ValueError):
    """An error for a buffer that is truncated, corrupted or of another kind. The message is one
    line.
    """


_COMPILED = {"TTNNBinary": "; `ttmlir-compile FILE -o FILE.ttnn` compiles it"}
"""Maps names of root tables to advice for MLIR text where such a binary is expected."""


def read(
    schema: Schema, data: bytes | bytearray | memoryview, *, size_prefixed: bool = True
) -> TableView:
    """Return the root table of a buffer, which starts with its size if `size_prefixed`.

    Raises `BinaryError` if the size, the file identifier or the root offset is wrong. Nested data
    is checked when it is read.
    """
    if schema.root is None:
        raise SchemaError("the schema has no root type")
    extent = memoryview(data).cast("B")
    if not size_prefixed:
        if len(extent) < 8:
            raise BinaryError(f"the file has {len(extent)} bytes, too few for a FlatBuffer")
        return _root(schema, schema.root, extent)
    if len(extent) < 12:
        raise BinaryError(f"the file has {len(extent)} bytes, too few for a FlatBuffer")
    size = _READ_U32(extent)[0]
    if schema.identifier:
        identifier = bytes(extent[8:12])
        if identifier != schema.identifier.encode():
            kind = schema.root.name.rsplit(".", 1)[-1]
            if is_mlir(bytes(extent[:HEAD])):
                raise BinaryError(f"this is MLIR text, expected a {kind}{_COMPILED.get(kind, '')}")
            raise BinaryError(
                f"not a {kind}: file identifier {identifier!r}, expected '{schema.identifier}'"
            )
    if size > len(extent) - 4:
        raise BinaryError(f"truncated: expected {size} bytes, found {len(extent) - 4}")
    return _root(schema, schema.root, extent[4 : 4 + size])


def _root(schema: Schema, table: Table, extent: memoryview) -> TableView:
    buffer = Buffer(extent, schema)
    return view_class(table)(buffer, buffer.follow(0, None, None), None, None)


class Buffer:
    """The bytes of a file, with bounds-checked access to their elements.

    `owner` (a view) and `step` name the place for errors.
    """

    __slots__ = ("_slots", "_vtables", "data", "size")

    def __init__(self, data: memoryview, schema: Schema) -> None:
        self.data = data
        self.size = len(data)
        self._slots = max(each.slot_count for each in tables(schema))
        self._vtables: dict[int, tuple[int, ...]] = {}

    def follow(self, position: int, owner: Owner, step: _Step) -> int:
        """Return the target of the offset stored at `position`."""
        if position + 4 > self.size:
            raise _error(owner, step, "an offset lies outside the file")
        target = position + _READ_U32(self.data, position)[0]
        if target == position or target + 4 > self.size:
            raise _error(owner, step, "an offset points outside the file")
        return target

    def extent(self, position: int, element_size: int, owner: Owner, step: _Step) -> int:
        """Return the number of elements of the vector at `position`, after checking its bounds."""
        if position + 4 > self.size:
            raise _error(owner, step, "a vector lies outside the file")
        count: int = _READ_U32(self.data, position)[0]
        if position + 4 + count * element_size > self.size:
            message = f"a vector of {count} elements reaches beyond the end of the file"
            raise _error(owner, step, message)
        return count

    def text(self, position: int, owner: Owner, step: _Step) -> str:
        """Return the string at `position`. Invalid UTF-8 becomes escapes."""
        end = position + 4 + self.extent(position, 1, owner, step)
        if end >= self.size or self.data[end] != 0:
            raise _error(owner, step, "a string is not terminated")
        return str(self.data[position + 4 : end], "utf-8", "backslashreplace")

    def offsets(self, position: int, owner: Owner, step: _Step) -> tuple[int, ...]:
        """Return the vtable of the table at `position`: table size, then field offsets (0 if
        absent).

        Tables share vtables, so a limited number of vtables is cached.
        """
        vtable = position - _READ_I32(self.data, position)[0]
        offsets = self._vtables.get(vtable) or self._read_vtable(vtable, owner, step)
        extent = offsets[0]
        if extent < 4 or position + extent > self.size:
            raise _error(owner, step, "a table reaches beyond the end of the file")
        return offsets

    def _read_vtable(self, vtable: int, owner: Owner, step: _Step) -> tuple[int, ...]:
        if vtable < 0 or vtable + 4 > self.size:
            raise _error(owner, step, "a vtable lies outside the file")
        (size,) = _READ_U16(self.data, vtable)
        if size < 4 or size % 2 or vtable + size > self.size:
            raise _error(owner, step, "a vtable is malformed")
        if len(self._vtables) == MAX_KEPT:
            self._vtables.clear()
        count = min(size // 2 - 1, 1 + self._slots)
        offsets = struct.unpack_from(f"<{count}H", self.data, vtable + 2)
        self._vtables[vtable] = offsets
        return offsets


_Step = str | int | None
"""A step from a view to a part of it: a field's name, an index, or None for the view itself."""


def _error(owner: Owner, step: _Step, message: str) -> BinaryError:
    """Return an error whose path ends with `step` from the view `owner`.

    The path from the root is built only here.
    """
    steps: list[str] = []
    while owner is not None or step is not None:
        if step is not None:
            steps.append(f"[{step}]" if isinstance(step, int) else f".{step}")
        if owner is None:
            break
        owner, step = owner if isinstance(owner, tuple) else owner.place_
    place = "".join(reversed(steps)).lstrip(".")
    return BinaryError(f"{place}: {message}" if place else message)


class TableView:
    """A table in a buffer. Fields are attributes (`view.programs`, `view.in_` for `in`) and items
    (`view["in"]`).

    Absent numbers have their default value; absent optional numbers, strings, tables and vectors
    are None. Enum values are names, or numbers if the schema has no name. Scalar vectors are numpy
    arrays over the file's bytes.

    Each table of a schema has its own class (`view_class`), whose fields become properties when
    first read. Names that end in `_` are reserved for this package; no field has such a name.
    """

    __slots__ = ("buffer_", "offsets_", "place_", "position_")
    table_: ClassVar[Table]
    _readers: ClassVar[dict[str, Callable[[TableView], Any]]]

    def __init__(self, buffer: Buffer, position: int, owner: Owner, step: _Step) -> None:
        self.buffer_ = buffer
        self.position_ = position
        self.offsets_ = buffer.offsets(position, owner, step)
        self.place_ = owner, step

    @property
    def file_size(self) -> int:
        """Return the size of the whole file in bytes."""
        return self.buffer_.size

    @property
    def table_name(self) -> str:
        """Return the name of the table's type without its namespace."""
        return self.table_.name.rsplit(".", 1)[-1]

    def __getattr__(self, name: str) -> Any:
        fields = self.table_.fields
        known = name if name in fields else name.removesuffix("_")
        if known not in fields:
            raise AttributeError(f"{self.table_name} has no field '{name}'")
        read = self._reader(known)
        setattr(self.__class__, name, property(read))
        return read(self)

    def __getitem__(self, name: str) -> Any:
        return (self._readers.get(name) or self._reader(name))(self)

    def __contains__(self, name: str) -> bool:
        """Return whether the field `name` is stored."""
        return self.locate_(self.table_.fields[name]) is not None

    def __repr__(self) -> str:
        return f"<{self.table_name} at {self.position_}>"

    def require(self, name: str) -> Any:
        """Return the value of a field. Raises `BinaryError` if it is absent."""
        value = self[name]
        if value is None:
            raise _error(self, name, "a required field is absent")
        return value

    def as_dict(self, *, raw_bytes: bool = False) -> dict[str, Any]:
        """Return all contents as plain Python objects, like `flatc --json --defaults-json`.

        Order and defaults are the same, but absent optional numbers are omitted, where flatc shows
        0. With `raw_bytes`, byte vectors are `bytes`.
        """
        return _Copier(self.buffer_, raw_bytes=raw_bytes).table(self, 0)

    def locate_(self, field: Field) -> int | None:
        """Return the position of a field's inline value or offset, or None if it is absent."""
        slot = field.slot + 1
        offset = self.offsets_[slot] if slot < len(self.offsets_) else 0
        if not offset:
            return None
        position = self.position_ + offset
        if position + inline_size(field.type) > self.buffer_.size:
            raise _error(self, field.name, "the field lies outside the file")
        return position

    def _reader(self, name: str) -> Callable[[TableView], Any]:
        reader = self._readers[name] = _field_reader(self.table_, self.table_.fields[name])
        return reader


@lru_cache(maxsize=MAX_KEPT)
def view_class(table: Table) -> type[TableView]:
    """Return the subclass of `TableView` for a table of a schema."""
    name = table.name.rsplit(".", 1)[-1]
    return type(name, (TableView,), {"__slots__": (), "table_": table, "_readers": {}})


# ---- fields: each gets a function for its type when it is first read

_FieldReader = Callable[[TableView], Any]
Reader = Callable[[Buffer, int, "Owner", _Step], Any]
"""Reads the target of an offset: a string, a table or a vector."""


def _field_reader(table: Table, field: Field) -> _FieldReader:
    type_ = field.type
    if scalar := scalar_of(type_):
        return _scalar_reader(field, scalar)
    if isinstance(type_, Struct):
        return _located_reader(field, lambda view, at: _read_struct(view.buffer_, type_, at))
    if isinstance(type_, Union):
        return _located_reader(field, partial(_read_union, field, type_, table))
    if isinstance(type_, Vector) and isinstance(type_.element, Union):
        return _located_reader(field, partial(_read_unions, field, type_.element))
    return _offset_reader(field, out_of_line_reader(type_))


def _scalar_reader(field: Field, scalar: Scalar) -> _FieldReader:
    type_, slot, size = field.type, field.slot + 1, scalar.size
    unpack, convert = scalar.unpack_from, converter(type_)
    default = default_value(field)

    def read(view: TableView) -> Any:
        offsets = view.offsets_
        offset = offsets[slot] if slot < len(offsets) else 0
        if not offset:
            if field.required:
                raise _error(view, field.name, "a required field is absent")
            return default
        position, buffer = view.position_ + offset, view.buffer_
        if position + size > buffer.size:
            raise _error(view, field.name, "the field lies outside the file")
        number = unpack(buffer.data, position)[0]
        return convert(number) if convert else number

    return read


def _located_reader(field: Field, read_at: Callable[[TableView, int], Any]) -> _FieldReader:
    def read(view: TableView) -> Any:
        position = view.locate_(field)
        if position is not None:
            return read_at(view, position)
        if field.required:
            raise _error(view, field.name, "a required field is absent")
        return None

    return read


def _offset_reader(field: Field, read_target: Reader) -> _FieldReader:
    slot, name = field.slot + 1, field.name

    def read(view: TableView) -> Any:
        offsets = view.offsets_
        offset = offsets[slot] if slot < len(offsets) else 0
        if not offset:
            if field.required:
                raise _error(view, name, "a required field is absent")
            return None
        position, buffer = view.position_ + offset, view.buffer_
        if position + 4 > buffer.size:
            raise _error(view, name, "the field lies outside the file")
        return read_target(buffer, buffer.follow(position, view, name), view, name)

    return read


def out_of_line_reader(type_: Type) -> Reader:
    """Return the function that reads a string, a table or a vector."""
    if type_ is STRING:
        return Buffer.text
    if isinstance(type_, Table):
        return view_class(type_)
    assert isinstance(type_, Vector)
    element = type_.element
    if not isinstance(element, Scalar):
        return partial(VectorView, element)
    code, size = element.code, element.size

    def read(buffer: Buffer, target: int, owner: Owner, step: _Step) -> Any:
        count = buffer.extent(target, size, owner, step)
        return arrays.numbers(code, buffer.data, count, target + 4)

    return read


def _read_union(field: Field, union: Union, table: Table, view: TableView, position: int) -> Any:
    target = view.buffer_.follow(position, view, field.name)
    tag_position = view.locate_(table.fields[field.name + "_type"])
    tag = view.buffer_.data[tag_position] if tag_position is not None else 0
    return _read_variant(view.buffer_, union, tag, target, view, field.name)


def _read_unions(field: Field, union: Union, view: TableView, position: int) -> UnionVectorView:
    target = view.buffer_.follow(position, view, field.name)
    tags = view[field.name + "_type"]
    return UnionVectorView(union, view.buffer_, target, view, field.name, tags or ())


def _read_variant(
    buffer: Buffer, union: Union, tag: int, target: int, owner: Owner, step: _Step
) -> TableView | None:
    table = union.tables.get(tag)
    if table is None:
        if tag == 0:
            return None
        message = f"unknown type {tag} of union {union.name.rsplit('.', 1)[-1]}"
        raise _error(owner, step, message)
    return view_class(table)(buffer, target, owner, step)


class VectorView(Sequence[Any]):
    """A vector of tables, structs, strings or enum values in a buffer."""

    __slots__ = ("_get", "_size", "buffer_", "place_", "position_", "stride_")

    def __init__(
        self, element: Type, buffer: Buffer, position: int, owner: Owner, step: _Step
    ) -> None:
        self._get: Callable[[Any, int], Any]
        self.stride_, self._get = _element_reader(element)
        self.buffer_ = buffer
        self.position_ = position + 4
        self.place_ = owner, step
        self._size = buffer.extent(position, self.stride_, owner, step)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return map(partial(self._get, self), range(self._size))

    @overload
    def __getitem__(self, index: int) -> Any: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self._get(self, each) for each in range(*index.indices(self._size))]
        normal = index + self._size if index < 0 else index
        if not 0 <= normal < self._size:
            raise IndexError(str(_error(self, None, f"no element {index} of {self._size}")))
        return self._get(self, normal)

    def __repr__(self) -> str:
        return f"<vector of {self._size} at {self.position_}>"


class UnionVectorView(VectorView):
    """A vector of union values. Their tags are in a separate vector."""

    __slots__ = ("_tags", "_union")

    def __init__(
        self,
        union: Union,
        buffer: Buffer,
        position: int,
        owner: Owner,
        step: _Step,
        tags: Sequence[Any],
    ) -> None:
        super().__init__(union, buffer, position, owner, step)
        if len(tags) != len(self):
            raise _error(owner, step, f"{len(self)} values have {len(tags)} types")
        self._union, self._tags, self._get = union, tags, UnionVectorView._variant

    def _variant(self, index: int) -> Any:
        target = self.buffer_.follow(self.position_ + 4 * index, self, index)
        tag = self._union.tag.to_value(self._tags[index])
        return _read_variant(self.buffer_, self._union, tag, target, self, index)


Owner = TableView | VectorView | tuple[Any, Any] | None
"""Where a value comes from, for errors: a view, or an owner and a step from it; None for the
file.
"""


@lru_cache(maxsize=MAX_KEPT)
def _element_reader(element: Type) -> tuple[int, Callable[[Any, int], Any]]:
    """Return the inline size of a vector's element in bytes, and the function that reads an
    element.
    """
    stride = inline_size(element)
    if scalar := scalar_of(element):
        unpack = scalar.unpack_from
        return stride, lambda view, index: _value(
            element, scalar, unpack(view.buffer_.data, view.position_ + index * stride)[0]
        )
    if isinstance(element, Struct):
        return stride, lambda view, index: _read_struct(
            view.buffer_, element, view.position_ + index * stride
        )
    if isinstance(element, Union):
        return stride, UnionVectorView._variant  # pyright: ignore[reportPrivateUsage]
    read_target = out_of_line_reader(element)

    def read(view: VectorView, index: int) -> Any:
        buffer = view.buffer_
        target = buffer.follow(view.position_ + 4 * index, view, index)
        return read_target(buffer, target, view, index)

    return stride, read


def inline_size(type_: Type) -> int:
    """Return the size in bytes of a field or element inside its table or vector; 4 for an
    offset.
    """
    if isinstance(type_, Struct):
        return type_.size
    scalar = scalar_of(type_)
    return scalar.size if scalar else 4


def default_value(field: Field) -> Any:
    """Return the value of a field that is absent."""
    scalar = scalar_of(field.type)
    if scalar is None or field.default is None:
        return None
    return _value(field.type, scalar, field.default)


def converter(type_: Type) -> Callable[[Any], Any] | None:
    """Return the function that converts a stored number to a value, or None if it stays a
    number.
    """
    if not isinstance(type_, Enum):
        return None
    names = type_.names
    return type_.to_name if type_.bit_flags else lambda number: names.get(number, number)


def _value(type_: Type, scalar: Scalar, number: float) -> Any:
    if isinstance(type_, Enum):
        return type_.to_name(int(number))
    return bool(number) if scalar.code == "?" else number


@lru_cache(maxsize=256)
def _struct_class(type_: Struct) -> Any:
    name = type_.name.rsplit(".", 1)[-1]
    return namedtuple(name, list(type_.fields), rename=True)  # pyright: ignore[reportUntypedNamedTuple]


def _read_struct(buffer: Buffer, type_: Struct, position: int) -> Any:
    """Return a struct as a named tuple. The caller must check the bounds."""
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
    """A converter of views to plain Python objects, with limits on their number and depth."""

    def __init__(self, buffer: Buffer, *, raw_bytes: bool = False) -> None:
        self._budget = MIN_BUDGET + BUDGET_PER_BYTE * buffer.size
        self._raw_bytes = raw_bytes

    def table(self, view: TableView, depth: int) -> dict[str, Any]:
        fields = view.table_.fields
        if depth > MAX_DEPTH:
            raise _error(view, None, f"tables are nested deeper than {MAX_DEPTH}")
        self._spend(1 + len(fields), view, None)
        copied: dict[str, Any] = {}
        for name, field in fields.items():
            value = view[name]
            if value is not None and not field.deprecated:
                copied[name] = self.value(value, view, name, depth)
        return copied

    def value(self, value: Any, owner: Owner, step: _Step, depth: int) -> Any:
        if isinstance(value, TableView):
            return self.table(value, depth + 1)
        if isinstance(value, str):
            self._spend(1 + len(value) // 64, owner, step)
            return value
        if arrays.is_array(value):
            if self._raw_bytes and value.itemsize == 1:
                self._spend(1 + value.size // 64, owner, step)
                return value.tobytes()
            self._spend(value.size, owner, step)
            return value.tolist()
        if isinstance(value, VectorView):
            self._spend(len(value), owner, step)
            return [self.value(item, value, index, depth) for index, item in enumerate(value)]
        return _struct_dict(value)

    def _spend(self, cost: int, owner: Owner, step: _Step) -> None:
        self._budget -= cost
        if self._budget < 0:
            raise _error(owner, step, "shared parts of the file expand beyond the limit")


def _struct_dict(value: Any) -> Any:
    if not hasattr(value, "_asdict"):
        return value
    return {name: _struct_dict(member) for name, member in value._asdict().items()}
