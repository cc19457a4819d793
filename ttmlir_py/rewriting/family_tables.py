"""Tables by class of op whose rows are in modules, each for a family of a dialect: a pass loads those of the ops that it meets."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar

from xdsl.ir import Operation

from ttmlir_py.dialects.families import FamilyDialect

RowT = TypeVar("RowT")


class FamilyTable(Mapping[Any, RowT]):
    """What `rows_of` says of the modules that a pass has for families, by their names, as one table.

    `others` are rows of ops of other dialects, by class or name. Who lists all rows loads all of the dialect.
    """

    def __init__(
        self,
        dialect: FamilyDialect,
        modules: Mapping[str, str],
        rows_of: Callable[[ModuleType], Mapping[Any, RowT]],
        others: Mapping[Any, RowT] = MappingProxyType({}),
    ):
        self._dialect = dialect
        self._modules = modules
        self._rows_of = rows_of
        self._others = others

    def __getitem__(self, op: type[Operation] | str) -> RowT:
        family = None if isinstance(op, str) else self._dialect.family_of(op.name)
        module = self._modules.get(family or "")
        rows = self._others if module is None else self._rows_of(import_module(module))
        return rows[op]

    def __iter__(self) -> Iterator[type[Operation] | str]:
        yield from (op for op in self._dialect.operations if op in self)
        yield from self._others

    def __len__(self) -> int:
        return sum(1 for _ in self)
