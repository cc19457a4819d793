"""Functions that one module needs of another module which imports it.

The module that defines a function sets it here when it is imported.
"""

from collections.abc import Callable
from typing import Any

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Block, Operation


def _unset(*_: Any) -> Any:
    raise AssertionError("import the package that contains this module")


class Links:
    """The functions, by what they make."""

    location: Callable[[LocationAttr, Any], Any] = staticmethod(_unset)
    """The `Location` of a location of xDSL."""
    operation: Callable[[Operation, Any], Any] = staticmethod(_unset)
    """A new `Operation` of an operation of xDSL."""
    block: Callable[[Block, Any], Any] = staticmethod(_unset)
    """A `Block` of a block of xDSL."""


def operation_of(raw: Operation, context: Any) -> Any:
    """Return the `Operation` of an operation of xDSL; the same one as long as it is alive."""
    found = vars(raw).get("_binding")
    return Links.operation(raw, context) if found is None else found


def view_of(raw: Operation, context: Any) -> Any:
    """Return the most specific `OpView` of an operation of xDSL."""
    return operation_of(raw, context).opview


def block_of(raw: Block, context: Any) -> Any:
    """Return the wrapper of a block of xDSL."""
    return Links.block(raw, context)
