"""Shared code for converting operations: mapping the fields of one table to another."""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, cast

from ttmlir_py.schemas.revisions.rows import (
    HINTS,
    NOTHING,
    SCHEMA,
    FbTable,
    kind_of,
    need,
    refuse,
)
from ttmlir_py.schemas.revisions.tensors import Tensors
from ttmlir_py.schemas.schema import Table, load_schema


class Converter:
    """The base class of converters of a program's tables to `revision`.

    `make` converts tensors, `config` returns their memory configuration, and `renamed` maps field
    names, by table.
    """

    def __init__(
        self,
        revision: str,
        make: Callable[[FbTable], FbTable],
        config: Callable[[FbTable], FbTable | None],
        renamed: Mapping[str, Mapping[str, str]],
    ) -> None:
        self.revision = revision
        self.tensor = Tensors(make).of
        self._config, self._renamed = config, renamed
        later, earlier = load_schema(f"2026-08/{SCHEMA}"), load_schema(SCHEMA)
        self._schemas = (later, earlier) if revision == "2025-02" else (earlier, later)

    def fields(
        self,
        name: str,
        target: str,
        table: FbTable,
        given: Mapping[str, Any] = MappingProxyType({}),
        gone: Collection[str] = (),
    ) -> FbTable:
        """Return the fields that both tables have, plus those in `given`.

        Fields in `gone` are dropped, because `given` replaces them. Raises BinaryError for fields
        whose information would be lost.
        """
        source, wanted = self._table(0, name).fields, self._table(1, target).fields
        renamed, made = self._renamed.get(name, {}), dict(given)
        for field, value in table.items():
            own = renamed.get(field, field)
            if own in made or field in gone or field.endswith("_type"):
                continue
            if own in wanted:
                made[own] = self._value(kind_of(source[field].type), table, field, value)
            elif field not in HINTS and value not in NOTHING:
                raise refuse(f"{name} with {field} = {value}", self.revision)
        return made

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
