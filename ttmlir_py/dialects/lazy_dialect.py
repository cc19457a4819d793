"""Dialects that import a module of ops when one of the ops is looked up.

The class statements of a dialect's modules are the only list of its ops. Their text is scanned,
since importing all modules would make every tool start more slowly.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
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
    def declarations(self) -> dict[str, dict[str, str]]:
        """Maps each module with ops to a map from op names to class names."""
        (folder,) = import_module(self.package).__path__
        found: dict[str, dict[str, str]] = {}
        for file in sorted(os.listdir(folder)):
            module, extension = os.path.splitext(file)
            if extension == ".py" and (classes := _scan(os.path.join(folder, file))):
                found[module] = classes
        return found

    @property
    def operations(self) -> Iterator[type[Operation]]:
        """All op classes of the dialect, module by module. Reading this imports all modules."""
        for module in self.declarations:
            yield from self.operations_of(module)

    @property
    def attributes(self) -> Iterator[type[Attribute]]:
        """All attribute and type classes of the dialect."""
        return iter(attributes_and_types(self.package))

    def operations_of(self, module: str) -> list[type[Operation]]:
        """Return the op classes of the module `module`, in the order of their definitions."""
        loaded = self._import(module)
        return [op for op in op_classes(vars(loaded)) if op.__module__ == loaded.__name__]

    def module_of(self, name: str) -> str | None:
        """Return the name of the module that defines the op `name`, or None if the dialect has no
        such op.
        """
        return next((each for each, ops in self.declarations.items() if name in ops), None)

    def find_operation(self, name: str) -> type[Operation] | None:
        """Return the class of the op `name`, or None if the dialect has no such op."""
        module = self.module_of(name)
        if module is None:
            return None
        return getattr(self._import(module), self.declarations[module][name])

    def find_name(self, name: str, names: dict[str, object]) -> Any:
        """Return the public object `name` of the dialect's modules, for the package's
        `__getattr__`.

        An op class imports only its module. Any other name imports modules until one has it. The
        public names of imported modules are added to `names`, the namespace of the package.
        """
        if not name.startswith("_"):
            has_op = {k: name in ops.values() for k, ops in self.declarations.items()}
            for module in sorted(has_op, key=has_op.__getitem__, reverse=True):
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


def _scan(path: str) -> dict[str, str]:
    """Return the classes that the file `path` declares under `@op_definition`, keyed by op name."""
    with open(path, encoding="utf-8") as file:
        _, *declarations = file.read().split("\n@op_definition\nclass ")
    return {_quoted_name(each): each[: each.index("(")] for each in declarations}


def _quoted_name(declaration: str) -> str:
    return declaration.split('\n    name = "', 1)[1].split('"', 1)[0]
