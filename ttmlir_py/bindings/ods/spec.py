"""The data from which the Python class of an operation is generated."""

import keyword
import re
from dataclasses import dataclass

_RESERVED = frozenset({"attributes", "context", "ip", "loc", "location", "operands", "operation"})
_RESERVED_OF_VIEWS = _RESERVED | {"regions", "result_", "results", "successors", "type", "callable"}


def python_name(name: str) -> str:
    """Return the Python name for a member or a parameter, changed in the same way as by MLIR's
    generator.
    """
    is_reserved = keyword.iskeyword(name) or name in _RESERVED_OF_VIEWS
    return f"{name}_" if is_reserved else name


_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def snake_case(name: str) -> str:
    """Return a name of the form `camelCase` as `camel_case`, for parameters of functions."""
    return _HUMPS.sub("_", name).lower()


@dataclass(frozen=True)
class Argument:
    """An argument of an operation: an operand, an attribute or a successor."""

    kind: str
    """`operand`, `attribute` or `successor`."""
    name: str
    """The name of the parameter and of the member."""
    mode: str = ""
    """Empty for exactly one value, `?` for an optional value, `*` for a list of values."""
    attribute: str = ""
    """The name of the attribute in the IR."""
    constraint: str = ""
    """The name of the attribute's constraint in ODS, which selects a builder; may be empty."""

    @property
    def is_keyword(self) -> bool:
        """Whether the parameter must be given by name."""
        return self.mode == "?" and self.kind != "successor"


@dataclass(frozen=True)
class Part:
    """A result or a region of an operation."""

    name: str
    mode: str = ""


@dataclass(frozen=True)
class OperationSpec:
    """The facts about an operation from which its Python class is generated."""

    name: str
    class_name: str
    arguments: tuple[Argument, ...]
    results: tuple[Part, ...]
    regions: tuple[Part, ...]
    infers: bool = False
    """Whether the types of results are inferred."""
    takes_results: bool = False
    """Whether the keyword `results` may give the types that are inferred otherwise."""
    sized_operands: bool = False
    """Whether an attribute holds the sizes of the groups of operands."""
    sized_results: bool = False
    """Whether an attribute holds the sizes of the groups of results."""
    documentation: str = ""

    @property
    def function_name(self) -> str:
        """The name of the function that builds the operation."""
        return python_name(re.sub(r"\W", "_", self.name.partition(".")[2]))

    def of_kind(self, kind: str) -> tuple[Argument, ...]:
        """Return the arguments of one kind, for example all operands."""
        return tuple(each for each in self.arguments if each.kind == kind)
