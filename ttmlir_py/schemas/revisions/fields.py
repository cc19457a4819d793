"""Shared code for converting operations: mapping the fields of one table to another."""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, cast

from ttmlir_py.schemas.revisions.rows import (
    HINTS,
    NOTHING,
    FbTable,
    kind_of,
    need,
    refuse,
)
from ttmlir_py.schemas.revisions.tensors import Tensors
from ttmlir_py.schemas.schema import Table, load_schema


class Converter:
    """A converter of a program's tables from one schema to another, whose paths are `schemas`.

    `revision` names the target in errors. `make` converts tensors, `config` returns their memory
    configuration, and `renamed` maps field names, by table.
    """

    def __init__(
        self,
        revision: str,
        schemas: tuple[str, str],
        make: Callable[[FbTable], FbTable],
        config: Callable[[FbTable], FbTable | None],
        renamed: Mapping[str, Mapping[str, str]],
    ) -> None:
        self.revision = revision
        self.tensor = Tensors(make).of
        self._config, self._renamed = config, renamed
        self._schemas = load_schema(schemas[0]), load_schema(schemas[1])

    def fields(
        self,
        name: str,
        target: str,
        table: FbTable,
        given: Mapping[str, Any] = MappingProxyType({}),
        gone: Collection[str] = (),
    ) -> FbTable:
        """Convert a table of the type `name` to the type `target` of the other revision.

        Fields that both types have are converted, and `given` is added. Fields in `gone` are left
        out, because `given` has their information. Raises BinaryError if another field would be
        lost.
        """
        source, wanted = self._table(0, name).fields, self._table(1, target).fields
        renamed, made = self._renamed.get(name, {}), dict(given)
        for field, value in table.items():
            own = renamed.get(field, field)
            is_tag = field.endswith("_type") and field.removesuffix("_type") in source
            if own in made or field in gone or is_tag:
                continue
            if own in wanted:
                made[own] = self._value(kind_of(source[field].type), table, field, value)
            elif field not in HINTS and value not in NOTHING:
                raise refuse(f"{name} with {field} = {value}", self.revision)
        return made

    def has_field(self, table: str, field: str) -> bool:
        """Whether a table of the target has the field."""
        return field in self._table(1, table).fields

    def _table(self, index: int, name: str) -> Table:
        found = self._schemas[index].types[f"tt.target.ttnn.{name}"]
        assert isinstance(found, Table)
        return found

    def _value(self, kind: str, table: FbTable, field: str, value: Any) -> Any:
        if kind == "TensorRef":
            if isinstance(value, dict):
                return self.tensor(cast(FbTable, value))
            return [self.tensor(each) for each in value]
        if kind == "MemoryConfigDesc":
            return self._config(self.tensor(need(table, "out", field)))
        return (table[f"{field}_type"], value) if f"{field}_type" in table else value
