"""Contents of `building.ttir` and `building.ttnn`: one function per op, created at its first
use.
"""

from collections.abc import Callable
from keyword import iskeyword
from typing import Any, cast

from xdsl.ir import Dialect

from ttmlir_py.building.operations import op_function
from ttmlir_py.ir.definition.operations import OdsOperation

Functions = dict[str, type[OdsOperation]]


def op_names(dialect: Dialect) -> Functions:
    """Map function names to the ops of `dialect`.

    A function has the name of the op without prefix, with a trailing underscore if that is a
    keyword.
    """
    classes = cast(list[type[OdsOperation]], list(dialect.operations))
    names = ((op.name.partition(".")[2], op) for op in classes)
    return {f"{name}_" if iskeyword(name) else name: op for name, op in names}


def make_function(ops: Functions, module: dict[str, Any], name: str) -> Callable[..., Any]:
    """Create the function that builds op `name`, and store it in the namespace `module`.

    Raises AttributeError if the dialect has no op of that name.
    """
    if name not in ops:
        raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")
    function = module[name] = op_function(ops[name])
    return function
