"""Dialects whose operations are in a module for each family, which is loaded when one of them is looked up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any

from xdsl.ir import Dialect, Operation

from ttmlir_py.ir.definition.operations import op_classes


@dataclass
class FamilyDialect(Dialect):
    """A dialect in a package. Who lists its operations gets them all; contexts of the project look each up by its name."""

    package: str = ""
    families: Mapping[str, str] = field(default_factory=dict[str, str])
    """By the name of a module: the operations in it, without the dialect's name, separated by spaces."""

    @property
    def operations(self) -> Iterator[type[Operation]]:
        """All operations, family by family."""
        for family in self.families:
            yield from self._operations_of(family)

    def find_operation(self, name: str) -> type[Operation] | None:
        """The class of an operation of the dialect; None if there is none of that name."""
        _, _, mnemonic = name.partition(".")
        for family, members in self.families.items():
            if mnemonic in members.split():
                return next(op for op in self._operations_of(family) if op.name == name)
        return None

    def _operations_of(self, family: str) -> list[type[Operation]]:
        module = _module(self.package, family)
        return [op for op in op_classes(vars(module)) if op.__module__ == module.__name__]

    def find_name(self, name: str, names: dict[str, object]) -> Any:
        """For a package that is asked for a name it does not have: it gets the public names of all families."""
        if not name.startswith("_"):
            for family in self.families:
                module = _module(self.package, family)
                names.update({k: v for k, v in vars(module).items() if not k.startswith("_")})
            if name in names:
                return names[name]
        raise AttributeError(f"module {self.package!r} has no attribute {name!r}")


def _module(package: str, family: str) -> ModuleType:
    return import_module(f"{package}.{family}")
