"""Conversion of tables between revisions whose tables and fields have the same names.

The numbers of fields, enum values and union members may differ, because schemas map them to names.
"""

from typing import Any, cast

from ttmlir_py.schemas.reader import BinaryError
from ttmlir_py.schemas.revisions.rows import NOTHING, FbTable, refuse
from ttmlir_py.schemas.schema import Enum, Field, Struct, Table, Type, Union, Vector


class Converter:
    """A converter of tables, as read from a binary, to tables of another revision."""

    def __init__(self, revision: str) -> None:
        self._revision = revision

    def table(self, value: FbTable, source: Table, target: Table) -> FbTable:
        """Return `value`, a table of type `source`, as a table of type `target`.

        Raises BinaryError for a field or a union member that the target lacks.
        """
        made: FbTable = {}
        for name, each in value.items():
            field = source.fields[name]
            if _is_tag(name, source):
                continue
            own = target.fields.get(name)
            if own is not None:
                tag = value.get(f"{name}_type")
                made[name] = self._value(each, tag, field.type, own.type)
            elif each not in NOTHING and each != _default(field):
                what = f"{_short(source.name)} with {name} = {each}"
                raise refuse(what, self._revision)
        return made

    def _value(self, value: Any, tag: Any, source: Type, target: Type) -> Any:
        if isinstance(source, Vector) and isinstance(target, Vector):
            if isinstance(value, bytes | memoryview):
                return value
            tags = tag or [None] * len(value)
            pairs = zip(value, tags, strict=True)
            return [self._value(*pair, source.element, target.element) for pair in pairs]
        if isinstance(source, Union) and isinstance(target, Union):
            return self._member(value, str(tag), source, target)
        if isinstance(source, Table) and isinstance(target, Table):
            return self.table(cast(FbTable, value), source, target)
        if isinstance(source, Enum) and isinstance(target, Enum):
            unknown = [each for each in str(value).split() if each not in target.values]
            if unknown and not isinstance(value, int):
                raise refuse(f"{_short(source.name)}.{unknown[0]}", self._revision)
            return value
        if type(source) is not type(target):
            raise BinaryError(f"a field has another type in {self._revision}")
        return dict(value) if isinstance(source, Struct) else value

    def _member(self, value: Any, tag: str, source: Union, target: Union) -> Any:
        if tag not in target.tag.values:
            raise refuse(tag, self._revision)
        members = source.tables[source.tag.values[tag]], target.tables[target.tag.values[tag]]
        return tag, self.table(cast(FbTable, value), *members)


def _is_tag(name: str, table: Table) -> bool:
    """Whether the field `name` is the tag of a union, which is written together with the union."""
    value = table.fields.get(name.removesuffix("_type")) if name.endswith("_type") else None
    if value is None:
        return False
    type_ = value.type.element if isinstance(value.type, Vector) else value.type
    return isinstance(type_, Union)


def _default(field: Field) -> Any:
    """Return the value that a reader returns for an absent field."""
    if isinstance(field.type, Enum):
        names = {number: name for name, number in field.type.values.items()}
        return names.get(int(field.default or 0))
    return field.default


def _short(name: str) -> str:
    return name.rpartition(".")[2]
