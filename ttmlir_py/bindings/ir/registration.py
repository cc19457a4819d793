"""The registration of dialect and operation classes, and the search for dialect modules."""

from collections.abc import Callable
from typing import Any, TypeVar

from ttmlir_py.bindings.ir.context import DIALECT_CLASSES, Dialect
from ttmlir_py.bindings.ir.core import register_type_caster
from ttmlir_py.bindings.ir.dialect_modules import (
    SEARCH_PACKAGES,
    add_search_package,
    load_dialect_module,
)
from ttmlir_py.bindings.ir.operations import OPERATION_CLASSES, OpView
from ttmlir_py.bindings.ir.values import register_value_caster

__all__ = [
    "globals",
    "register_dialect",
    "register_operation",
    "register_type_caster",
    "register_value_caster",
]

DialectT = TypeVar("DialectT", bound=type[Dialect])
ViewT = TypeVar("ViewT", bound=type[OpView])


class Globals:
    """The registry of the process, `_mlir.globals` in MLIR's bindings."""

    dialect_search_modules = SEARCH_PACKAGES

    def append_dialect_search_prefix(self, module_name: str) -> None:
        """Look for dialect modules in another package as well."""
        add_search_package(module_name)

    def _check_dialect_module_loaded(self, dialect_namespace: str) -> bool:
        return load_dialect_module(dialect_namespace)

    def _register_dialect_impl(
        self, dialect_namespace: str, dialect_class: Any, *, replace: bool = False
    ) -> None:
        if dialect_namespace in DIALECT_CLASSES and not replace:
            raise RuntimeError(f"Dialect namespace '{dialect_namespace}' is already registered.")
        DIALECT_CLASSES[dialect_namespace] = dialect_class

    def _register_operation_impl(
        self, operation_name: str, operation_class: Any, *, replace: bool = False
    ) -> None:
        if operation_name in OPERATION_CLASSES and not replace:
            raise RuntimeError(f"Operation '{operation_name}' is already registered.")
        OPERATION_CLASSES[operation_name] = operation_class


globals = Globals()


def register_dialect(dialect_class: DialectT) -> DialectT:
    """Register the class of a dialect. It is a decorator."""
    DIALECT_CLASSES[dialect_class.DIALECT_NAMESPACE] = dialect_class  # pyright: ignore
    return dialect_class


def register_operation(
    dialect_class: type[Dialect], *, replace: bool = False
) -> Callable[[ViewT], ViewT]:
    """Return a decorator that registers a class of operations of a dialect."""

    def register(cls: ViewT) -> ViewT:
        name = cls.OPERATION_NAME
        if name in OPERATION_CLASSES and not replace:
            raise RuntimeError(f"Operation '{name}' is already registered.")
        OPERATION_CLASSES[name] = cls
        setattr(dialect_class, cls.__name__, cls)
        return cls

    return register
