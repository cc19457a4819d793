"""Tables keyed by op class whose entries are in modules that are imported on demand."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar

from xdsl.ir import Operation

from ttmlir_py.dialects.lazy_dialect import LazyDialect

RowT = TypeVar("RowT")


class LazyTable(Mapping[Any, RowT]):
    """A table of entries keyed by op class, taken from several modules of a pass by `rows_of`.

    `modules` maps each op module of the dialect to the pass's module for these ops, which is
    imported at the first lookup of one of the ops. `others` are entries for ops of other dialects,
    keyed by class or name. Iterating over all entries imports the whole dialect.
    """

    def __init__(
        self,
        dialect: LazyDialect,
        modules: Mapping[str, str],
        rows_of: Callable[[ModuleType], Mapping[Any, RowT]],
        others: Mapping[Any, RowT] = MappingProxyType({}),
    ):
        self._dialect = dialect
        self._modules = modules
        self._rows_of = rows_of
        self._others = others

    def __getitem__(self, op: type[Operation] | str) -> RowT:
        op_module = None if isinstance(op, str) else self._dialect.module_of(op.name)
        module = self._modules.get(op_module or "")
        rows = self._others if module is None else self._rows_of(import_module(module))
        return rows[op]

    def __iter__(self) -> Iterator[type[Operation] | str]:
        yield from (op for op in self._dialect.operations if op in self)
        yield from self._others

    def __len__(self) -> int:
        return sum(1 for _ in self)
