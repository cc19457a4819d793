"""Operation classes that are defined at their first use, because a program uses only a few
operations.

xDSL derives the definition of an operation, its accessors and its traits from the fields of the
class as soon as the class is decorated. Here, placeholders replace these attributes until one of
them is first accessed through the class, a derived class or an operation.
"""

from _thread import RLock
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from xdsl.ir import Operation
from xdsl.irdl.operations import (
    OpDef,
    _OpDefField,  # pyright: ignore[reportPrivateUsage]
    get_accessors_from_op_def,
)

_LOCK = RLock()
_OF_ALL = ("traits", "get_irdl_definition")
"""The attributes that a definition gives every class."""
_OF_FORMAT = ("parse", "print")
"""The attributes that a definition gives classes with an assembly format."""
_OF_ONE = ("__dict__", "__weakref__")
"""The attributes that cannot be copied to another class."""


class _StandIn:
    """A placeholder for an attribute that the definition will give a class."""

    def __init__(self, define: Callable[[], None], name: str):
        self.define = define
        self._name = name

    def __get__(self, instance: object | None, owner: type | None = None) -> Any:
        self.define()
        return getattr(owner if instance is None else instance, self._name)

    def __set__(self, instance: object, value: object) -> None:
        self.define()
        setattr(instance, self._name, value)


def define_later(cls: type[Operation], derive: Callable[[], Mapping[str, Any]]) -> None:
    """Set the attributes of a class to the result of `derive` when one of them, or one of its
    fields, is first accessed.
    """
    pending: list[Callable[[], Mapping[str, Any]]] = [derive]

    def define() -> None:
        with _LOCK:
            if pending:
                attributes = pending[0]()
                pending.clear()
                for name, value in attributes.items():
                    setattr(cls, name, value)

    fields = (name for parent in cls.__mro__ for name in _fields_of(parent))
    of_format = () if getattr(cls, "assembly_format", None) is None else _OF_FORMAT
    for name in (*fields, *_OF_ALL, *of_format):
        setattr(cls, name, _StandIn(define, name))


def derivation(cls: type[Operation]) -> Callable[[], Mapping[str, Any]]:
    """Return a function that computes what xDSL derives from the current class: accessors by field
    name, traits and `get_irdl_definition`.
    """
    fields = {name: value for name, value in vars(cls).items() if name not in _OF_ONE}

    def derive() -> Mapping[str, Any]:
        # `cls` has placeholders for fields, so the definition is taken from a copy without them.
        metaclass: Any = type(cls)
        source = metaclass(cls.__name__, cls.__bases__, fields)
        attributes = get_accessors_from_op_def(OpDef.from_pyrdl(source), None)
        del attributes["verify_"]
        return attributes

    return derive


@cache
def _fields_of(cls: type) -> tuple[str, ...]:
    """Return the names of the fields in the body of a class."""
    return tuple(
        name
        for name, value in vars(cls).items()
        if isinstance(value, _OpDefField) and name != "name"  # `name` belongs to the operation
    )
