"""Attributes and types: wrappers that compare by value, and their conversion to subclasses.

Each wrapper holds the attribute of xDSL (`xdsl`) and its context. `to_attribute` and `to_type`
choose the most specific class that is registered for the class of the xDSL attribute.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from xdsl.dialects.builtin import NoneAttr, NoneType, UnregisteredAttr
from xdsl.ir import Attribute as XdslAttribute
from xdsl.ir import TypeAttribute, TypedAttribute

from ttmlir_py.bindings.ir.capsules import HasCapsule
from ttmlir_py.bindings.ir.diagnostics import raising
from ttmlir_py.bindings.ir.foreign_self import CheckedClass
from ttmlir_py.bindings.ir.kinds import expect
from ttmlir_py.bindings.ir.state import resolve_context
from ttmlir_py.ir.writing.attributes import attribute_text

__all__ = ["Attribute", "NamedAttribute", "Type", "TypeID"]

WrapperT = TypeVar("WrapperT", bound="_Wrapper")
_new = object.__new__

Choose = Callable[[Any], "type[Any]"]
_choices: dict[type, type[Any] | Choose] = {}
"""Maps classes of xDSL to their wrapper: a class, or a function that chooses a class for an xDSL
attribute.
"""
_found: dict[type, type[Any] | Choose | None] = {}
_casters: dict[type, Callable[..., Any]] = {}
"""Maps classes of xDSL to the functions that `register_type_caster` has registered."""


class TypeID:
    """The identity of a class of attributes or types."""

    def __init__(self, cls: type):
        self.cls = cls

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypeID) and self.cls is other.cls

    def __hash__(self) -> int:
        return hash(self.cls)


class _Wrapper(HasCapsule):
    """The base of attributes and types."""

    XDSL: ClassVar[Any] = None
    """The class of xDSL that the class wraps, or a tuple of such classes."""
    HAS_OWN_TYPEID: ClassVar[bool] = False
    """Whether `typeid` identifies the wrapper class instead of the class of xDSL. This is True if
    no class of xDSL corresponds to the wrapper alone: for types used as attributes, and for
    unregistered attributes and types.
    """
    _KIND: ClassVar[str] = ""
    xdsl: Any
    context: Any
    """The context that the object belongs to."""

    def __init__(self, cast_from: Any):
        base: Any = Type if isinstance(self, Type) else Attribute
        if not isinstance(cast_from, base):
            raise TypeError(
                f"__init__(): incompatible constructor arguments: expected {base.__name__}, "
                f"found {type(cast_from).__name__}"
            )
        cls: Any = type(self)
        if not cls.accepts(cast_from.xdsl):
            raise ValueError(
                f"Cannot cast {self._KIND} to {cls.__name__} "
                f"(from {base.__name__}({cast_from.text()}))"
            )
        self.xdsl = cast_from.xdsl
        self.context = cast_from.context

    @classmethod
    def wrap(cls: type[WrapperT], raw: Any, context: Any) -> WrapperT:
        """Return an object of this class for an attribute of xDSL."""
        wrapper = _new(cls)
        wrapper.xdsl = raw
        wrapper.context = context
        return wrapper

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an xDSL attribute is of the kind that this class wraps."""
        return cls.XDSL is None or isinstance(raw, cls.XDSL)

    @classmethod
    def isinstance(cls, other: Any) -> bool:
        """Whether an attribute or a type is of the kind that this class wraps."""
        if not isinstance(other, _Wrapper):
            raise TypeError(f"expected Attribute or Type, found {type(other).__name__}")
        return cls.accepts(other.xdsl)

    @property
    def typeid(self) -> TypeID:
        """The identity of the class of the attribute or type."""
        raw = self.xdsl
        if isinstance(raw, UnregisteredAttr):
            choose: Any = _lookup(type(raw))
            return TypeID(choose(raw))
        return TypeID(raw.__class__)

    def text(self) -> str:
        """Return the text of the attribute or type."""
        return attribute_text(self.xdsl)

    def dump(self) -> None:
        """Write the text to stderr."""
        sys.stderr.write(self.text() + "\n")

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text()})"

    def plain_text(self) -> str:
        """Return the text with the name of the base class, which messages of MLIR have."""
        return f"{self._KIND.capitalize()}({self.text()})"

    def _equals(self, other: _Wrapper) -> bool:
        return self.context is other.context and self.xdsl == other.xdsl


class StaticTypeID:
    """The class property `static_typeid`."""

    def __get__(self, instance: Any, owner: Any) -> TypeID:
        if owner.HAS_OWN_TYPEID:
            return TypeID(owner)
        if "XDSL" not in vars(owner) or not isinstance(owner.XDSL, type):
            raise AttributeError(f"{owner.__name__} has no typeid.")
        return TypeID(owner.XDSL)


class Attribute(_Wrapper):
    """An attribute."""

    _KIND = "attribute"
    _CAPI_NAME = "ir.Attribute"
    static_typeid: Any = StaticTypeID()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Attribute) and self._equals(other)

    def __hash__(self) -> int:
        return hash(self.xdsl)

    @staticmethod
    def parse(asm: str | bytes, context: Any = None) -> Any:
        """Parse an attribute from its text."""
        return _parse(asm, resolve_context(context), is_type=False)

    @property
    def type(self) -> Type:
        """The type of the attribute; the type `none` for an attribute without a type."""
        raw = self.xdsl
        if isinstance(raw, TypedAttribute):
            return to_type(raw.get_type(), self.context)
        return to_type(NoneType(), self.context)

    def get_named(self, name: str) -> NamedAttribute:
        """Return the attribute together with a name."""
        return NamedAttribute(name, self)

    def maybe_downcast(self) -> Any:
        """Return the attribute as the most specific registered class."""
        return to_attribute(self.xdsl, self.context)


class Type(_Wrapper):
    """A type."""

    _KIND = "type"
    _CAPI_NAME = "ir.Type"
    static_typeid: Any = StaticTypeID()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Type) and self._equals(other)

    def __hash__(self) -> int:
        return hash(self.xdsl)

    @staticmethod
    def parse(asm: str | bytes, context: Any = None) -> Any:
        """Parse a type from its text."""
        return _parse(asm, resolve_context(context), is_type=True)

    def maybe_downcast(self) -> Any:
        """Return the type as the most specific registered class."""
        return to_type(self.xdsl, self.context)


class NamedAttribute(metaclass=CheckedClass):
    """An attribute with a name, as in a dictionary or an operation."""

    def __init__(self, name: str, attr: Attribute):
        self._name = name
        self._attr = attr

    @property
    def name(self) -> str:
        """The name."""
        return self._name

    @property
    def attr(self) -> Any:
        """The attribute."""
        return self._attr

    def __repr__(self) -> str:
        return f"NamedAttribute({self._name}={self._attr})"


def text_of(asm: Any) -> str:
    """Return the text to parse. Raise TypeError if it is neither a string nor bytes."""
    if isinstance(asm, bytes):
        return asm.decode("utf-8", "surrogateescape")
    if not isinstance(asm, str):
        raise TypeError(
            "parse(): incompatible function arguments: expected the text as str or bytes, found "
            f"{type(asm).__name__}"
        )
    return asm


def _parse(asm: str | bytes, context: Any, *, is_type: bool) -> Any:
    from ttmlir_py.ir.reading.parser import parse_attribute_text

    text = text_of(asm)
    kind = "type" if is_type else "attribute"
    with raising(context, f"Unable to parse {kind}"):
        raw = parse_attribute_text(text, context.xdsl, text, is_type=is_type)
    return to_type(raw, context) if is_type else to_attribute(raw, context)


# Conversion of attributes between xDSL and this package.


def register_wrapper(*raw_classes: type, choose: type[Any] | Choose) -> None:
    """Register the wrapper for attributes of the given classes of xDSL: a class, or a function that
    returns a class.
    """
    for raw_class in raw_classes:
        _choices[raw_class] = choose
    _found.clear()


def wrapper_of(*raw_classes: type) -> Callable[[type[WrapperT]], type[WrapperT]]:
    """Return a decorator that registers a class as the wrapper for the given classes of xDSL."""

    def register(cls: type[WrapperT]) -> type[WrapperT]:
        cls.XDSL = raw_classes[0] if len(raw_classes) == 1 else raw_classes
        register_wrapper(*raw_classes, choose=cls)
        return cls

    return register


def register_type_caster(typeid: TypeID, caster: Any = None, *, replace: bool = False) -> Any:
    """Register a function that converts types or attributes with this `typeid` to Python
    objects.
    """

    expect(typeid, TypeID)

    def register(function: Any) -> Any:
        if typeid.cls in _casters and not replace:
            raise RuntimeError("Type caster is already registered with caster: " + str(function))
        _casters[typeid.cls] = function
        return function

    return register if caster is None else register(caster)


def _lookup(raw_class: type[Any]) -> type[Any] | Choose | None:
    choice = next((_choices[each] for each in raw_class.__mro__ if each in _choices), None)
    _found[raw_class] = choice
    return choice


def _converted(raw: Any, context: Any, base: Any) -> Any:
    raw_class = raw.__class__
    choice: Any = _found[raw_class] if raw_class in _found else _lookup(raw_class)
    cls: Any
    if choice is None:
        cls = base
    elif isinstance(choice, type):
        cls = choice
    else:
        cls = choice(raw)
    wrapper = _new(cls)
    wrapper.xdsl = raw
    wrapper.context = context
    if _casters and raw_class in _casters:
        return _casters[raw_class](wrapper)
    return wrapper


def to_type(raw: XdslAttribute, context: Any) -> Any:
    """Return a type of xDSL as an object of the most specific registered class."""
    return _converted(raw, context, Type)


def to_attribute(raw: XdslAttribute, context: Any) -> Any:
    """Return an attribute of xDSL as an object of the most specific registered class.

    In xDSL a type is an attribute. MLIR wraps a type that is used as an attribute in a `TypeAttr`.
    """
    if isinstance(raw, TypeAttribute) or (
        isinstance(raw, UnregisteredAttr) and bool(raw.is_type.data)
    ):
        return _type_attribute[0].wrap(raw, context)
    return _converted(raw, context, Attribute)


_type_attribute: list[type[Attribute]] = [Attribute]


def set_type_attribute(cls: type[Attribute]) -> None:
    """Set the class that wraps types which are used as attributes."""
    _type_attribute[0] = cls


def optional_attribute(raw: XdslAttribute, context: Any) -> Any:
    """Return the Python object for an attribute of xDSL, or None for `NoneAttr`."""
    return None if isinstance(raw, NoneAttr) else to_attribute(raw, context)


def raw_attribute(value: Any, what: str = "Attribute") -> XdslAttribute:
    """Return the xDSL attribute that an attribute wraps. Raise TypeError for other objects."""
    if not isinstance(value, Attribute):
        raise TypeError(f"expected {what}, found {type(value).__name__}")
    return value.xdsl


def raw_type(value: Any) -> XdslAttribute:
    """Return the xDSL type that a type wraps. Raise TypeError for other objects."""
    if not isinstance(value, Type):
        raise TypeError(f"expected Type, found {type(value).__name__}")
    return value.xdsl
