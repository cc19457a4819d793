"""Functions that a module needs from another module which imports it, so that it cannot import that
module.

The module that defines a function sets it here when it is imported.
"""

from collections.abc import Callable
from typing import Any
from weakref import ref

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Block, Operation


def _unset(*_: Any) -> Any:
    raise AssertionError("import the package that contains this module")


class Links:
    """The functions that other modules set. Each is named after the object that it makes."""

    location: Callable[[LocationAttr, Any], Any] = staticmethod(_unset)
    """Makes a `Location` for a location of xDSL."""
    operation: Callable[[Operation, Any], Any] = staticmethod(_unset)
    """Makes a new `Operation` for an operation of xDSL."""
    block: Callable[[Block, Any], Any] = staticmethod(_unset)
    """Makes a `Block` for a block of xDSL."""


def bind(raw: Operation, operation: Any) -> None:
    """Remember the `Operation` of an operation of xDSL as long as a program refers to it."""
    vars(raw)["_binding"] = ref(operation)


def bound_operation(raw: Operation) -> Any:
    """Return the `Operation` of an operation of xDSL, None if no program refers to one."""
    found = vars(raw).get("_binding")
    return None if found is None else found()


def unbind(raw: Operation) -> None:
    """Forget the `Operation` of an operation of xDSL."""
    vars(raw).pop("_binding", None)


def operation_of(raw: Operation, context: Any) -> Any:
    """Return the `Operation` for an operation of xDSL. It is the same object as long as a
    program refers to it.
    """
    found = bound_operation(raw)
    return Links.operation(raw, context) if found is None else found


def raw_operation(operation: Any) -> Operation:
    """Return the operation of xDSL of an `Operation` or a view. Raise TypeError for other objects,
    and RuntimeError if the operation was erased.
    """
    found = getattr(operation, "operation", None)
    if found is None:
        raise TypeError(f"expected an operation, found {type(operation).__name__}")
    return found.checked


def raw_operation_of(context: Any, operation: Any) -> Operation:
    """Return the operation of xDSL of an `Operation` or a view. Raise ValueError if it belongs to
    another context.
    """
    raw = raw_operation(operation)
    if operation.operation.context is not context:
        raise ValueError("the operation belongs to another context")
    return raw


def view_of(raw: Operation, context: Any) -> Any:
    """Return the most specific `OpView` for an operation of xDSL."""
    return operation_of(raw, context).opview


def block_of(raw: Block, context: Any) -> Any:
    """Return the `Block` for a block of xDSL."""
    return Links.block(raw, context)
