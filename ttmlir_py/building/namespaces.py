"""What the modules `building.ttir` and `building.ttnn` consist of: a function for each op of a dialect, made when asked for."""

from collections.abc import Callable
from keyword import iskeyword
from typing import Any, cast

from xdsl.ir import Dialect

from ttmlir_py.building.operations import op_function
from ttmlir_py.ir.definition.operations import OdsOperation

Functions = dict[str, type[OdsOperation]]


def op_names(dialect: Dialect) -> Functions:
    """The ops of a dialect by name, without the dialect's; one that Python reserves gets an underscore."""
    classes = cast(list[type[OdsOperation]], list(dialect.operations))
    names = ((op.name.partition(".")[2], op) for op in classes)
    return {f"{name}_" if iskeyword(name) else name: op for name, op in names}


def make_function(ops: Functions, module: dict[str, Any], name: str) -> Callable[..., Any]:
    """The function of the op called `name`, from now on in the module; AttributeError if there is none."""
    if name not in ops:
        raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")
    function = module[name] = op_function(ops[name])
    return function
