"""Operation classes that are defined on first use, because a program uses few operations.

xDSL derives the definition of an operation, its accessors and its traits from the fields of the
class as soon as the class is decorated. After `make_lazy`, placeholders replace these attributes
until one of them is first accessed through the class, a derived class or an operation. This is only
for processes of the command-line tools; users of the library get xDSL's own decorator.
"""

from __future__ import annotations

from _thread import RLock
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

    from xdsl.ir import Operation

_DECORATOR = "irdl_op_definition"
_LOCK = RLock()
_OF_ALL = ("traits", "get_irdl_definition", "verify_")
"""Attributes that xDSL's decorator sets in every operation class."""
_OF_FORMAT = ("parse", "print")
"""Attributes that xDSL's decorator sets in classes with an assembly format."""
_OF_ONE = ("__dict__", "__weakref__")
"""Attributes that cannot be copied to another class."""


def make_lazy(module: ModuleType) -> None:
    """Replace the operation decorator in xDSL's module `module` by a lazy one."""
    decorate: Callable[[type[Operation]], type[Operation]] = getattr(module, _DECORATOR)
    field_class: type = module._OpDefField

    @cache
    def fields_of(cls: type) -> tuple[str, ...]:
        return tuple(
            name
            for name, value in vars(cls).items()
            # "name" is the operation's name, not a field
            if isinstance(value, field_class) and name != "name"
        )

    def irdl_op_definition(cls: type[Operation]) -> type[Operation]:
        """Decorate an operation class on its first use."""
        fields = [name for parent in cls.__mro__ for name in fields_of(parent)]
        formatted = getattr(cls, "assembly_format", None) is not None
        define_later(cls, decorate, (*fields, *_OF_ALL, *(_OF_FORMAT if formatted else ())))
        return cls

    setattr(module, _DECORATOR, irdl_op_definition)


class _Placeholder:
    """A placeholder for an attribute that the decorator will set."""

    def __init__(self, define: Callable[[], None], name: str) -> None:
        self._define = define
        self._name = name

    def __get__(self, instance: object | None, owner: type | None = None) -> Any:
        self._define()
        return getattr(owner if instance is None else instance, self._name)

    def __set__(self, instance: object, value: object) -> None:
        self._define()
        setattr(instance, self._name, value)


def define_later(
    cls: type[Operation],
    decorate: Callable[[type[Operation]], type[Operation]],
    names: tuple[str, ...],
) -> None:
    """Let `decorate` set the attributes `names` of a class later, when one of them is first
    accessed.

    Attributes that were replaced in the meantime are kept.
    """
    namespace = {name: value for name, value in vars(cls).items() if name not in _OF_ONE}
    pending: list[Mapping[str, Any]] = [namespace]

    def define() -> None:
        with _LOCK:
            if not pending:
                return
            # Decorate a copy of the class without placeholders, which would hide the fields.
            metaclass: Any = type(cls)
            made = decorate(metaclass(cls.__name__, cls.__bases__, {**pending[0]}))
            pending.clear()
            for name, placeholder in placeholders.items():
                if vars(cls).get(name) is placeholder:
                    setattr(cls, name, vars(made)[name])

    placeholders = {name: _Placeholder(define, name) for name in names}
    for name, placeholder in placeholders.items():
        setattr(cls, name, placeholder)
