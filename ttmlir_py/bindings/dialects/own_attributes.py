"""Base classes of the classes for Tenstorrent's attributes and types, and the conversion of
enums.
"""

from collections.abc import Callable, Sequence
from enum import Flag, IntEnum, IntFlag
from functools import wraps
from typing import Any, ClassVar

from xdsl.utils.exceptions import VerifyException

from ttmlir_py.bindings.ir.affine import AffineMap
from ttmlir_py.bindings.ir.core import Attribute, Type, to_type
from ttmlir_py.dialects.tt.enums import TTEnumAttr


class _Downcast:
    """The class property `maybe_downcast`: a function that returns an attribute as an object of the
    class, or None.
    """

    def __get__(self, instance: Any, owner: Any) -> Callable[..., Any]:
        def maybe_downcast(attribute: Any = instance) -> Any:
            raw = attribute.xdsl
            return owner.wrap(raw, attribute.context) if isinstance(raw, owner.XDSL) else None

        return maybe_downcast


def _reporting(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a version of a function that raises ValueError if a verifier rejects the attribute to
    be made.
    """

    @wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
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
        return cls.wrap(cls.XDSL.get(case), ctx)

    @property
    def value(self) -> int:
        """The number of the enum member."""
        return self.xdsl.value.value


def checked(enum: Any, value: Any) -> Any:
    """Return the enum member with this number. Raise ValueError for an unknown number."""
    try:
        return enum(int(value))
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
    """Return integers as a tuple."""
    return tuple(int(each) for each in values)


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
