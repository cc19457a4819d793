"""Base classes of the classes for Tenstorrent's attributes and types, and the conversion of
enums.
"""

from collections.abc import Callable, Sequence
from enum import Flag, IntEnum, IntFlag
from functools import wraps
from operator import index
from typing import Any, ClassVar

from xdsl.utils.exceptions import VerifyException

from ttmlir_py.bindings.ir.affine import AffineMap
from ttmlir_py.bindings.ir.context import Context
from ttmlir_py.bindings.ir.core import Attribute, Type, to_type
from ttmlir_py.bindings.ir.state import resolve_context
from ttmlir_py.dialects.tt.enums import TTEnumAttr


class _Downcast:
    """The class property `maybe_downcast`: a function that returns an attribute as an object of the
    class, or None.
    """

    def __get__(self, instance: Any, owner: Any) -> Callable[..., Any]:
        base: Any = Type if issubclass(owner, Type) else Attribute

        def maybe_downcast(attribute: Any = instance) -> Any:
            if not isinstance(attribute, base):
                raise TypeError(f"maybe_downcast(): expected {base.__name__}, found {attribute!r}")
            raw = attribute.xdsl
            return owner.wrap(raw, attribute.context) if isinstance(raw, owner.XDSL) else None

        return maybe_downcast


def _reporting(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a version of a function that raises ValueError if a verifier rejects the attribute to
    be made. A first parameter `ctx` must be a context, or None for the current one.
    """
    takes_context = function.__code__.co_varnames[:1] == ("ctx",)

    @wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        if takes_context and "ctx" in options:
            options["ctx"] = checked_context(options["ctx"])
        elif takes_context and arguments:
            arguments = (checked_context(arguments[0]), *arguments[1:])
        try:
            return function(*arguments, **options)
        except VerifyException as error:
            raise ValueError(str(error)) from None

    return call


class _Reporting:
    """Base class that lets static methods raise ValueError for attributes that a verifier
    rejects.
    """

    def __init_subclass__(cls) -> None:
        for name, member in list(vars(cls).items()):
            if isinstance(member, staticmethod):
                setattr(cls, name, staticmethod(_reporting(member.__func__)))


class OwnAttribute(_Reporting, Attribute):
    """An attribute of Tenstorrent's dialects."""

    maybe_downcast: Any = _Downcast()


class OwnType(_Reporting, Type):
    """A type of Tenstorrent's dialects."""

    maybe_downcast: Any = _Downcast()


class EnumAttribute(OwnAttribute):
    """An attribute that holds a member of an enum."""

    XDSL: ClassVar[Any] = TTEnumAttr
    ENUM: ClassVar[Any]

    @classmethod
    def get(cls, ctx: Any, value: Any) -> Any:
        """Return the attribute for an enum member, given as the member or as its number."""
        case = checked(cls.ENUM, value)
        return cls.wrap(cls.XDSL.get(case), checked_context(ctx))

    @property
    def value(self) -> int:
        """The number of the enum member."""
        return self.xdsl.value.value


def checked_context(context: Any) -> Any:
    """Return a context; the current one for None. Raise TypeError for other objects."""
    if context is not None and not isinstance(context, Context):
        raise TypeError(f"ctx: expected Context, found {type(context).__name__}")
    return resolve_context(context)


def checked(enum: Any, value: Any) -> Any:
    """Return the enum member with this number. Raise ValueError for an unknown number."""
    [number] = numbers([value])
    try:
        return enum(number)
    except ValueError:
        raise ValueError(f"{value} is not a case of {enum.__name__}") from None


def raw(attribute: Any, expected: Any, what: str) -> Any:
    """Return the xDSL attribute that an object of one of the given classes wraps. Raise TypeError
    for other objects.
    """
    found = getattr(attribute, "xdsl", None)
    if not isinstance(found, expected):
        raise TypeError(f"{what}: expected {expected.__name__}, found {attribute!r}")
    return found


def numbers(values: Sequence[Any]) -> tuple[int, ...]:
    """Return integers as a tuple. Raise TypeError for other objects."""
    try:
        return tuple(map(index, values))
    except TypeError:
        raise TypeError(f"expected integers, found {values!r}") from None


def raw_map(map: Any) -> Any:
    """Return the xDSL map that an affine map wraps. Raise TypeError for other objects."""
    if not isinstance(map, AffineMap):
        raise TypeError(f"expected AffineMap, found {map!r}")
    return map.xdsl


def map_of(self: Any, map: Any) -> AffineMap:
    """Return the affine map that an attribute holds."""
    return AffineMap.wrap(map, self.context)


def type_of(self: Any, type: Any) -> Any:
    """Return the type that an attribute holds."""
    return to_type(type, self.context)


def python_enum(source: Any) -> Any:
    """Return an enum of the project converted to Python's `IntEnum` or `IntFlag`, like the enums
    that MLIR generates.
    """
    is_flag = issubclass(source, Flag)
    cases = {name: each.value for name, each in source.__members__.items()}
    if is_flag:
        cases = {name: value for name, value in cases.items() if value}
    base: Any = IntFlag if is_flag else IntEnum
    enum: Any = base(source.__name__, cases, module=__name__)
    enum.__doc__ = source.__doc__

    def text(self: Any) -> str:
        return str(source(int(self)))

    enum.__str__ = text
    return enum


class QualifiedEnum(IntEnum):
    """An enum whose members print as `Class.member`, like the enums of pybind11."""

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


def qualified_enum(source: Any) -> Any:
    """Return an enum of the project as an enum whose members print as `Class.member`."""
    cases = {name: each.value for name, each in source.__members__.items()}
    enum: Any = QualifiedEnum(source.__name__, cases, module=__name__)  # pyright: ignore
    enum.__doc__ = source.__doc__
    return enum
