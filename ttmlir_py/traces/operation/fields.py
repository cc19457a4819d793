"""Attributes of operations, with names and types from the fields of their FlatBuffer tables."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

import numpy as np

from ttmlir_py.runtime.kernels import ELEMENTWISE, KERNELS, Kernel
from ttmlir_py.runtime.kernels.reduction import REDUCTIONS
from ttmlir_py.runtime.kernels.registry import AttributePath
from ttmlir_py.schemas import Schema, TableView, VectorView, load_schema
from ttmlir_py.schemas.schema import Enum, Scalar, Struct, Table, Type, Union, Vector, scalar_of
from ttmlir_py.traces.graph.operations import function_name
from ttmlir_py.traces.operation.record import Kind, Property

_NAMESPACE = "tt.target.ttnn."
_DATA_TYPE = "tt.target.DataType"
_REFERENCES = ("tt.target.TensorRef", "tt.target.DeviceRef")
_FUNCTION = "type"
"""Name of the field that selects an operation's function. It is part of the operation's label."""
_KINDS: dict[str, Kind] = {"?": "bool", "f": "float", "d": "float"}
_BYTES = "B"
"""Type code of the field with a constant's elements, which are data and not an attribute."""
_OTHER_NAMES = {
    "embedding_bw": "EmbeddingBackwardOp",
    "from_buffer": "ConstantOp",
    "moreh_cumsum": "MorehCumSumOp",
    "prod": "ReductionProdOp",
}
"""Maps TTNN functions to the names of their operations in binaries, where these differ."""
OPERATIONS: Mapping[str, tuple[str, str | None]] = {
    **{row.library_name: ("EltwiseOp", row.case) for row in ELEMENTWISE.values()},
    **{function_name(op_type, row): (op_type, None) for op_type, row in KERNELS.items()},
    **{name.lower(): ("ReductionOp", name) for name in REDUCTIONS},
    **{name: (op_type, None) for name, op_type in _OTHER_NAMES.items()},
}
"""Maps each TTNN function to its table, and to its function within this table or None."""


@cache
def _schema() -> Schema:
    return load_schema("TTNN/binary.fbs")


def _kind(type_: Type) -> Kind | None:
    """Return the kind of a field's values, or None for tables, tensors and bytes."""
    if isinstance(type_, Vector):
        element = type_.element
        is_bytes = isinstance(element, Scalar) and element.code == _BYTES
        return None if is_bytes else _kind(element)
    if isinstance(type_, Enum):
        return "dtype" if type_.name == _DATA_TYPE else "string"
    scalar = scalar_of(type_)
    if scalar is not None:
        return _KINDS.get(scalar.code, "int")
    return None if isinstance(type_, Table | Struct | Union) else "string"


def _is_reference(type_: Type) -> bool:
    element = type_.element if isinstance(type_, Vector) else type_
    return isinstance(element, Table) and element.name in _REFERENCES


def table_properties(op_type: str, view: TableView) -> tuple[Property, ...]:
    """Return all attributes in an operation's table, without tensors, devices and elements."""
    table = _schema().types[_NAMESPACE + op_type]
    assert isinstance(table, Table)
    return tuple(_properties(table, view, ""))


def _properties(table: Table, view: TableView, prefix: str) -> Iterator[Property]:
    fields = table.fields
    for name, field in fields.items():
        is_tag = name.endswith("_type") and name.removesuffix("_type") in fields
        if is_tag or (name == _FUNCTION and not prefix) or _is_reference(field.type):
            continue
        value = view[name]
        if value is None:
            continue
        path = prefix + name
        if isinstance(value, TableView):
            inner = _schema().types[_full_name(field.type, value)]
            yield from _properties(cast(Table, inner), value, path + ".")
        elif isinstance(field.type, Struct):
            for each in field.type.fields:
                yield Property(f"{path}.{each}", "int", getattr(value, each))
        elif (kind := _kind(field.type)) is not None:
            yield Property(path, kind, _plain(value))


def _full_name(type_: Type, view: TableView) -> str:
    """Return the full name of the table that a field holds. The field's type may be a union."""
    if isinstance(type_, Table):
        return type_.name
    tables = cast(Union, type_).tables.values()
    return next(each.name for each in tables if each.name.endswith("." + view.table_name))


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return tuple(cast(list[Any], value.tolist()))
    return tuple(cast(Any, value)) if isinstance(value, VectorView) else value


def keyword_properties(
    op_type: str, kernel: Kernel, keywords: Mapping[str, Any]
) -> tuple[Property, ...]:
    """Return the attributes of a kernel call, named like table fields. Absent ones are omitted."""
    found: list[Property] = []
    for keyword, path in kernel.attributes.items():
        if keyword in keywords:
            found += _named(op_type, path, keywords[keyword])
    return tuple(found)


def _named(op_type: str, path: AttributePath, value: Any) -> Iterator[Property]:
    if isinstance(path, tuple):
        for part, each in zip(path, value, strict=True):
            yield from _named(op_type, part, each)
    elif value is not None and path != _FUNCTION:
        made = field_property(op_type, path, value)
        if made is not None:
            yield made


def field_property(op_type: str, path: str, value: Any) -> Property | None:
    """Return the attribute for the field at `path`, or None if the table has no such field."""
    table: Type = _schema().types[_NAMESPACE + op_type]
    *outer, last = path.split(".")
    for step in outer:
        table = cast(Table, table).fields[step].type
    tables = table.tables.values() if isinstance(table, Union) else (cast(Table, table),)
    fields = [each.fields[last] for each in tables if last in each.fields]
    kind = _kind(fields[0].type) if fields else None
    if kind is None:
        return None
    convert = {"int": int, "float": float, "bool": bool}.get(kind, str)
    is_list = isinstance(value, list | tuple)
    values = tuple(map(convert, cast(list[Any], value))) if is_list else convert(value)
    return Property(path, kind, values)
