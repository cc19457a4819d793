"""Fast reading of selected fields from many tables, as tuples.

```python
pairs = Record(schema.types["sd.graph.IntPair"], ("first", "second"))
variables = Record(schema.types["sd.graph.FlatVariable"], ("name", "shape", "id"), {"id": pairs})
for name, shape, pair in variables.reader(root).all(root.variables): ...     # 'x', (2, 3), (1, 0)
```

A record only speeds up views: if a check fails, the view reads the fields again and reports the
error.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Any, NamedTuple

from ttmlir_py.common.data_formats import nan_of_bits
from ttmlir_py.schemas import arrays
from ttmlir_py.schemas.reader import (
    MAX_KEPT,
    BinaryError,
    Buffer,
    Owner,
    TableView,
    VectorView,
    converter,
    default_value,
    inline_size,
    out_of_line_reader,
)
from ttmlir_py.schemas.schema import (
    STRING,
    Field,
    Scalar,
    SchemaError,
    Struct,
    Table,
    Type,
    Union,
    Vector,
    scalar_of,
)

_READ_U32 = struct.Struct("<I").unpack_from
_READ_I32 = struct.Struct("<i").unpack_from
_READ_F32 = struct.Struct("<f").unpack_from
_WRITE_U32 = struct.Struct("<I").pack
_SHORT = 16
"""Largest vector length for which an unpacker is cached."""

Values = tuple[Any, ...]


class _CheckError(BinaryError):
    """An error for a table that a fast read refuses. It names no place, because the table is then
    read through a view, which reports the place.
    """


class _Plan(NamedTuple):
    """The plan for reading all tables with a certain vtable: first all inline values at once, then
    the targets of offsets.
    """

    reach: int
    """Size of the table, or the end of the last field read if that is larger."""
    unpack: Callable[[memoryview, int], Values]
    absent: Values
    arrange: Callable[[Values], Values]
    """Puts unpacked values and defaults of absent fields into the order of the record's fields."""
    converts: tuple[tuple[int, Callable[[Any], Any]], ...]
    """Pairs of the index of a field and the conversion of its number to a name."""
    follows: tuple[tuple[int, int, Callable[[int, Owner], Any]], ...]
    """One entry per offset field: its index, its position in the table, and the reader of its
    target.
    """


class Record:
    """A selection of fields of a table.

    Values are those of views, but vectors of numbers are tuples, and so are tables with a record in
    `nested`. `kept` is the number of cached values, for tables that many others share. Raises
    `SchemaError` for fields that are unions or structs.
    """

    def __init__(
        self,
        table: Table,
        fields: Sequence[str],
        nested: Mapping[str, Record] | None = None,
        *,
        kept: int = 0,
    ) -> None:
        self.table = table
        self.fields = tuple(table.fields[name] for name in fields)
        self.nested = nested or {}
        self.kept = kept
        for field in self.fields:
            if isinstance(field.type, Struct | Union) or _is_vector_of_unions(field.type):
                raise SchemaError(f"field '{field.name}' is of no type that records have")

    def reader(self, view: TableView) -> RecordReader:
        """Return a reader of such records in the file of `view`."""
        return RecordReader(self, view.buffer_)


def _is_vector_of_unions(type_: Type) -> bool:
    return isinstance(type_, Vector) and isinstance(type_.element, Union)


class RecordReader:
    """A reader of one file's records. Values and errors are those of views."""

    def __init__(self, record: Record, buffer: Buffer) -> None:
        self._record, self._buffer = record, buffer
        self._data, self._size = buffer.data, buffer.size
        self._plans: dict[int, _Plan] = {}
        self._kept: dict[int, Values] = {}
        nested = {name: RecordReader(each, buffer) for name, each in record.nested.items()}
        self._nested = nested
        self._follow = {
            field.name: _follower(field, buffer, nested.get(field.name))
            for field in record.fields
            if scalar_of(field.type) is None
        }

    def all(self, vector: VectorView) -> Iterator[Values]:
        """Yield the record of each table of a vector, in order."""
        return map(partial(self.at, vector), range(len(vector)))

    def at(self, vector: VectorView, index: int) -> Values:
        """Return the record of the table at `index` of a vector, which must be in range."""
        position = vector.position_ + 4 * index
        try:
            offset = _READ_U32(self._data, position)[0]
            return self.read(position + offset if offset else self._size, (vector, index))
        except BinaryError:
            return self._slow(vector[index])

    def read(self, position: int, place: Owner) -> Values:
        """Return the record of the table at `position`. `place` is only for the caller's errors.

        Raises `BinaryError`, without a place.
        """
        if position in self._kept:
            return self._kept[position]
        data, size = self._data, self._size
        if position + 4 > size:
            raise _CheckError
        vtable = position - _READ_I32(data, position)[0]
        plan = self._plans.get(vtable) or self._plan(vtable, position)
        if position + plan.reach > size:
            raise _CheckError
        values = list(plan.arrange(plan.unpack(data, position) + plan.absent))
        for at, convert in plan.converts:
            values[at] = convert(values[at])
        for at, where, follow in plan.follows:
            offset = values[at]
            values[at] = follow(position + where + offset if offset else size, place)
        made = tuple(values)
        if len(self._kept) < self._record.kept:
            self._kept[position] = made
        return made

    def _slow(self, view: TableView) -> Values:
        """Return the record by reading a view, which raises an error at the first wrong field."""
        values: list[Any] = []
        for field in self._record.fields:
            value = view[field.name]
            if arrays.is_array(value):
                value = tuple(value.tolist())
            elif isinstance(value, TableView) and field.name in self._nested:
                value = self._nested[field.name]._slow(value)
            values.append(value)
        return tuple(values)

    def _plan(self, vtable: int, position: int) -> _Plan:
        """Return the plan for a vtable. A limited number of plans is cached. Raises
        `BinaryError`.
        """
        offsets = self._buffer.offsets(position, None, None)
        found: list[tuple[int, int, Field]] = []
        absent: list[tuple[int, Any]] = []
        for at, field in enumerate(self._record.fields):
            slot = field.slot + 1
            offset = offsets[slot] if slot < len(offsets) else 0
            if offset:
                found.append((offset, at, field))
            elif field.required:
                raise _CheckError
            else:
                absent.append((at, default_value(field)))
        found.sort(key=itemgetter(0))
        plan = _make_plan(offsets[0], found, absent, self._follow)
        if len(self._plans) == MAX_KEPT:
            self._plans.clear()
        self._plans[vtable] = plan
        return plan


def _make_plan(
    extent: int,
    found: Sequence[tuple[int, int, Field]],
    absent: Sequence[tuple[int, Any]],
    follow: Mapping[str, Callable[[int, Owner], Any]],
) -> _Plan:
    """Return a plan for reading tables.

    `found` has offset, index in the record and field of each stored field, sorted by offset.
    `absent` has index and value of the others. Raises `_CheckError` for overlapping fields.
    """
    format_, end = "<", 0
    for offset, _, field in found:
        if offset < end:
            raise _CheckError
        scalar = scalar_of(field.type)
        # Floats are read as bits, because struct makes a signalling NaN quiet.
        code = scalar.code if scalar and scalar.code != "f" else "I"
        format_ += f"{offset - end}x{code}"
        end = offset + inline_size(field.type)
    order = [at for _, at, _ in found] + [at for at, _ in absent]
    places = sorted(range(len(order)), key=order.__getitem__)
    converts = ((at, _converter(field.type)) for _, at, field in found)
    return _Plan(
        max(extent, end),
        struct.Struct(format_).unpack_from,
        tuple(value for _, value in absent),
        itemgetter(*places) if len(places) > 1 else tuple,
        tuple((at, convert) for at, convert in converts if convert),
        tuple((at, offset, follow[each.name]) for offset, at, each in found if each.name in follow),
    )


def _converter(type_: Type) -> Callable[[Any], Any] | None:
    """Return the function that converts a number of a plan to the field's value, or None if the
    value is the number itself.
    """
    scalar = scalar_of(type_)
    return _float_of_bits if scalar is not None and scalar.code == "f" else converter(type_)


def _float_of_bits(bits: int) -> float:
    (value,) = _READ_F32(_WRITE_U32(bits), 0)
    return value if value == value else nan_of_bits(bits, 8, 23)


# ---- targets of offsets


def _follower(
    field: Field, buffer: Buffer, nested: RecordReader | None
) -> Callable[[int, Owner], Any]:
    """Return the function that reads the target of an offset field. Its arguments are the position
    of the target, and the owner of the table, which errors name.
    """
    type_, name = field.type, field.name
    if type_ is STRING:
        return partial(_text, buffer.data, buffer.size)
    if isinstance(type_, Vector) and isinstance(type_.element, Scalar):
        return partial(_numbers, type_.element, buffer.data, buffer.size)
    if nested is not None:
        return lambda target, place: nested.read(target, (place, name))
    read = out_of_line_reader(type_)
    return lambda target, place: read(buffer, _checked(target, buffer.size), place, name)


def _checked(target: int, size: int) -> int:
    if target + 4 > size:
        raise _CheckError
    return target


def _text(data: memoryview, size: int, target: int, _: Owner) -> str:
    if target + 4 > size:
        raise _CheckError
    end = target + 4 + _READ_U32(data, target)[0]
    if end >= size or data[end]:
        raise _CheckError
    return str(data[target + 4 : end], "utf-8", "backslashreplace")


def _numbers(element: Scalar, data: memoryview, size: int, target: int, _: Owner) -> Values:
    if target + 4 > size:
        raise _CheckError
    count = _READ_U32(data, target)[0]
    if target + 4 + count * element.size > size:
        raise _CheckError
    if count <= _SHORT:
        return _unpacker(element.code, count)(data, target + 4)
    return tuple(arrays.numbers(element.code, data, count, target + 4).tolist())


@cache
def _unpacker(code: str, count: int) -> Callable[[memoryview, int], Values]:
    return struct.Struct(f"<{count}{code}").unpack_from
