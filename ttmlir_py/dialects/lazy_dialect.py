"""Dialects that import a module of ops when one of the ops is looked up.

The class statements of a dialect's modules are the only list of its ops. Their text is scanned, up
to the module with the op, since importing all modules would make every tool start more slowly.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from xdsl.ir import Attribute, Dialect, Operation

from ttmlir_py.ir.definition.operations import op_classes


def attributes_and_types(package: str) -> list[type[Attribute]]:
    """Return the attribute and type classes in the modules `attributes` and `types` of `package`,
    in order.
    """
    found: dict[type[Attribute], None] = {}
    if not hasattr(import_module(package), "__path__"):
        return []  # A dialect in a plain module has no attributes of its own.
    prefix = f"{package.rpartition('.')[2]}."
    for part in ("attributes", "types"):
        try:
            module = import_module(f"{package}.{part}")
        except ModuleNotFoundError as error:
            if error.name != f"{package}.{part}":
                raise
            continue
        for value in vars(module).values():
            if isinstance(value, type) and getattr(value, "name", "").startswith(prefix):
                found[cast(type[Attribute], value)] = None
    return list(found)


@dataclass
class LazyDialect(Dialect):
    """A dialect whose ops are in several modules of a package, imported on first lookup.

    Iterating over its operations or attributes imports all modules. Contexts of the project look up
    each op by name, and load attributes when they meet one.
    """

    package: str = ""

    @cached_property
    def _files(self) -> dict[str, str]:
        """The files of the package by the names of their modules, in alphabetical order."""
        (folder,) = import_module(self.package).__path__
        names = sorted(each for each in os.listdir(folder) if each.endswith(".py"))
        return {each.removesuffix(".py"): f"{folder}/{each}" for each in names}

    @property
    def declarations(self) -> dict[str, dict[str, str]]:
        """Maps each module with ops to a map from op names to class names."""
        found = {module: _scan(file) for module, file in self._files.items()}
        return {module: classes for module, classes in found.items() if classes}

    @property
    def operations(self) -> Iterator[type[Operation]]:
        """All op classes of the dialect, module by module. Reading this imports all modules."""
        for module in self.declarations:
            yield from self.operations_of(module)

    @property
    def attributes(self) -> Iterator[type[Attribute]]:
        """All attribute and type classes of the dialect."""
        return iter(attributes_and_types(self.package))

    def operation_names(self) -> list[str]:
        """Return the names of all ops without importing their modules."""
        return [name for classes in self.declarations.values() for name in classes]

    def operations_of(self, module: str) -> list[type[Operation]]:
        """Return the op classes of the module `module`, in the order of their definitions."""
        loaded = self._import(module)
        return [op for op in op_classes(vars(loaded)) if op.__module__ == loaded.__name__]

    def module_of(self, name: str) -> str | None:
        """Return the name of the module that defines the op `name`, or None if the dialect has no
        such op.
        """
        return next((each for each, file in self._files.items() if name in _scan(file)), None)

    def find_operation(self, name: str) -> type[Operation] | None:
        """Return the class of the op `name`, or None if the dialect has no such op."""
        module = self.module_of(name)
        if module is None:
            return None
        return getattr(self._import(module), _scan(self._files[module])[name])

    def find_name(self, name: str, names: dict[str, object]) -> Any:
        """Return the public object `name` of the dialect's modules, for the package's
        `__getattr__`.

        An op class imports only its module. Any other name imports modules until one has it. The
        public names of imported modules are added to `names`, the namespace of the package.
        """
        if not name.startswith("_"):
            has_op = (k for k, file in self._files.items() if name in _scan(file).values())
            found = next(has_op, None)
            for module in self.declarations if found is None else (found,):
                loaded = vars(self._import(module))
                names.update({k: v for k, v in loaded.items() if not k.startswith("_")})
                if name in names:
                    return names[name]
        raise AttributeError(f"module {self.package!r} has no attribute {name!r}")

    def public_names(self) -> list[str]:
        """Return the names of all op classes, sorted."""
        return sorted(cls for ops in self.declarations.values() for cls in ops.values())

    def _import(self, module: str) -> ModuleType:
        return import_module(f"{self.package}.{module}")


_CLASS = b"\n@op_definition\nclass "
_NAME = b'\n    name = "'


@cache
def _scan(path: str) -> dict[str, str]:
    """Return the classes that the file `path` declares under `@op_definition`, keyed by op name."""
    with open(path, "rb") as file:
        _, *declarations = file.read().split(_CLASS)
    return {_quoted_name(each): each[: each.index(b"(")].decode() for each in declarations}


def _quoted_name(declaration: bytes) -> str:
    start = declaration.index(_NAME) + len(_NAME)
    return declaration[start : declaration.index(b'"', start)].decode()
