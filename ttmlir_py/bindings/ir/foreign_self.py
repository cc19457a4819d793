"""Methods and properties that are called through their class, such as `Operation.clone(op)`.

MLIR's bindings raise TypeError if such a call has an object of another class as `self`. Here the
metaclass of the classes returns versions of methods and properties that check it. Calls through
objects do not use the metaclass, and cost nothing.
"""

from abc import ABCMeta
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import TYPE_CHECKING, Any

__all__ = ["CheckedClass", "CheckedSequence"]

_UNCHECKED = ("__new__", "unwrap")
"""Functions that accept other objects: constructors a class, and `DeviceAttr.unwrap` any attribute.
"""
_checked: dict[Any, Any] = {}
"""Maps the functions and properties of the classes to their versions that check `self`."""


class CheckedClass(type):
    """The metaclass of classes whose methods raise TypeError for an object of another class."""

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **_: Any):
        super().__init__(name, bases, namespace)
        # The classes of programs and of operations are classes of Python in MLIR's bindings too.
        if cls.__module__.startswith("ttmlir_py.") and "OPERATION_NAME" not in namespace:
            for key, member in namespace.items():
                if key in _UNCHECKED:
                    continue
                if isinstance(member, FunctionType):
                    _checked[member] = _checked_method(cls, member)
                elif type(member) is property:
                    accessors: list[Any] = [member.fget, member.fset, member.fdel]
                    checked: list[Any] = [each and _checked_method(cls, each) for each in accessors]
                    _checked[member] = property(*checked, doc=member.__doc__)

    if not TYPE_CHECKING:  # a type checker would accept every attribute

        def __getattribute__(cls, name):
            found = type.__getattribute__(cls, name)
            kind = type(found)
            if kind is FunctionType or kind is property:
                return _checked.get(found, found)
            return found


class CheckedSequence(CheckedClass, ABCMeta):
    """The same for classes that implement an abstract base class."""


def _checked_method(cls: type, method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call(self: Any, *arguments: Any, **options: Any) -> Any:
        if not isinstance(self, cls):
            raise TypeError(
                f"{method.__name__}(): incompatible function arguments: expected "
                f"{cls.__name__} as self, found {type(self).__name__}"
            )
        return method(self, *arguments, **options)

    return call
