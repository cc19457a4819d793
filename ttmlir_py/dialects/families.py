"""What the packages of dialects have: attributes and types, and operations in a module for each family, which is loaded when one of them is looked up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from xdsl.ir import Attribute, Dialect, Operation

from ttmlir_py.ir.definition.operations import op_classes


def attributes_and_types(package: str) -> list[type[Attribute]]:
    """What the modules `attributes` and `types` of a dialect's package define or pass on, in order."""
    found: dict[type[Attribute], None] = {}
    if not hasattr(import_module(package), "__path__"):
        return []  # a plain module: its dialect has no attributes of its own
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
class FamilyDialect(Dialect):
    """A dialect in a package. Who lists its operations or attributes gets them all; contexts of the project look each operation up by its name, and ask for attributes when they meet one."""

    package: str = ""
    families: Mapping[str, str] = field(default_factory=dict[str, str])
    """By the name of a module: the operations in it, without the dialect's name, separated by spaces."""

    @property
    def operations(self) -> Iterator[type[Operation]]:
        """All operations, family by family."""
        for family in self.families:
            yield from self.operations_of(family)

    @property
    def attributes(self) -> Iterator[type[Attribute]]:
        """All attributes and types."""
        return iter(attributes_and_types(self.package))

    def operations_of(self, family: str) -> list[type[Operation]]:
        """The operations of a family, in the order of its module."""
        module = _module(self.package, family)
        return [op for op in op_classes(vars(module)) if op.__module__ == module.__name__]

    def family_of(self, name: str) -> str | None:
        """The family of an operation of the dialect; None if there is none of that name."""
        dialect, _, mnemonic = name.partition(".")
        families = self.families.items() if dialect == self.name else ()
        return next((each for each, members in families if mnemonic in members.split()), None)

    def find_operation(self, name: str) -> type[Operation] | None:
        """The class of an operation of the dialect; None if there is none of that name."""
        family = self.family_of(name)
        operations = [] if family is None else self.operations_of(family)
        return next((op for op in operations if op.name == name), None)

    def find_name(self, name: str, names: dict[str, object]) -> Any:
        """For a package that is asked for a name it does not have: it gets the public names of families until one has it.

        The first is the one with an operation that is called as the class, but for underscores: `ToLayoutOp` is of the
        family of `to_layout`. Of other names, as `EqualOp` for `eq`, all families are asked.
        """
        if not name.startswith("_"):
            mnemonic = name.removesuffix("Op").lower()
            has_op = {k: mnemonic in v.replace("_", "").split() for k, v in self.families.items()}
            for family in sorted(self.families, key=has_op.__getitem__, reverse=True):
                module = _module(self.package, family)
                names.update({k: v for k, v in vars(module).items() if not k.startswith("_")})
                if name in names:
                    return names[name]
        raise AttributeError(f"module {self.package!r} has no attribute {name!r}")

    def public_names(self) -> list[str]:
        """Return the names of the operations' classes, sorted; all families are loaded."""
        classes = (cls for family in self.families for cls in self.operations_of(family))
        return sorted({cls.__name__ for cls in classes})


def _module(package: str, family: str) -> ModuleType:
    return import_module(f"{package}.{family}")
