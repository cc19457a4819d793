"""Contents of `building.ttir` and `building.ttnn`: a lazily created function per op."""

from collections.abc import Callable
from keyword import iskeyword
from typing import Any, cast

from xdsl.ir import Dialect

from ttmlir_py.building.operations import op_function
from ttmlir_py.ir.definition.operations import OdsOperation

Functions = dict[str, type[OdsOperation]]


def op_names(dialect: Dialect) -> Functions:
    """Return a dialect's ops by name without prefix; Python keywords get a trailing underscore."""
    classes = cast(list[type[OdsOperation]], list(dialect.operations))
    names = ((op.name.partition(".")[2], op) for op in classes)
    return {f"{name}_" if iskeyword(name) else name: op for name, op in names}


def make_function(ops: Functions, module: dict[str, Any], name: str) -> Callable[..., Any]:
    """Create the function of op `name` and store it in the module. Raises AttributeError."""
    if name not in ops:
        raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")
    function = module[name] = op_function(ops[name])
    return function
