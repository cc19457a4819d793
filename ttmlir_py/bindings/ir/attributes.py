"""The builtin attributes, except for constants with many elements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from xdsl.dialects import builtin
from xdsl.ir import TypeAttribute

from ttmlir_py.bindings.ir.affine import AffineMap
from ttmlir_py.bindings.ir.core import (
    Attribute,
    NamedAttribute,
    Type,
    TypeID,
    raw_attribute,
    raw_type,
    register_wrapper,
    set_type_attribute,
    to_attribute,
    to_type,
    wrapper_of,
)
from ttmlir_py.bindings.ir.foreign_self import CheckedClass
from ttmlir_py.bindings.ir.integer_sets import IntegerSet
from ttmlir_py.bindings.ir.kinds import expect, is_a
from ttmlir_py.bindings.ir.sequences import invalid_item
from ttmlir_py.bindings.ir.shaped_types import invalid
from ttmlir_py.bindings.ir.state import resolve_context
from ttmlir_py.bindings.ir.types import DYNAMIC, FloatType, location_context, whole_number
from ttmlir_py.ir.construction import integer_attribute
from ttmlir_py.ir.literals import to_bytes
from ttmlir_py.ir.writing.names import signed_value

__all__ = [
    "AffineMapAttr",
    "ArrayAttr",
    "ArrayAttributeIterator",
    "BoolAttr",
    "DictAttr",
    "FlatSymbolRefAttr",
    "FloatAttr",
    "IntegerAttr",
    "IntegerSetAttr",
    "OpaqueAttr",
    "StridedLayoutAttr",
    "StringAttr",
    "SymbolRefAttr",
    "TypeAttr",
    "UnitAttr",
]


@wrapper_of(builtin.AffineMapAttr)
class AffineMapAttr(Attribute):
    """`affine_map<(d0) -> (d0)>`."""

    attr_name: ClassVar[str] = "builtin.affine_map"

    @classmethod
    def get(cls, affine_map: AffineMap) -> Self:
        """Return the attribute for an affine map."""
        return cls.wrap(
            builtin.AffineMapAttr(expect(affine_map, AffineMap).xdsl), affine_map.context
        )

    @property
    def value(self) -> AffineMap:
        """The affine map."""
        return AffineMap.wrap(self.xdsl.data, self.context)


@wrapper_of(builtin.AffineSetAttr)
class IntegerSetAttr(Attribute):
    """`affine_set<(d0) : (d0 == 0)>`."""

    attr_name: ClassVar[str] = "builtin.integer_set"

    @classmethod
    def get(cls, integer_set: IntegerSet) -> Self:
        """Return the attribute for an integer set."""
        return cls.wrap(
            builtin.AffineSetAttr(expect(integer_set, IntegerSet).xdsl), integer_set.context
        )

    @property
    def value(self) -> IntegerSet:
        """The integer set."""
        return IntegerSet.wrap(self.xdsl.data, self.context)


class ArrayAttributeIterator(metaclass=CheckedClass):
    """An iterator of the elements of an array."""

    def __init__(self, array: ArrayAttr):
        self._context = expect(array, ArrayAttr).context
        self._items = iter(array.xdsl.data)

    def __iter__(self) -> ArrayAttributeIterator:
        return self

    def __next__(self) -> Any:
        return to_attribute(next(self._items), self._context)


@wrapper_of(builtin.ArrayAttr)
class ArrayAttr(Attribute):
    """`[1 : i32, unit]`."""

    attr_name: ClassVar[str] = "builtin.array"

    @classmethod
    def get(cls, attributes: Sequence[Attribute], context: Any = None) -> Self:
        """Return an array of attributes."""
        context = resolve_context(context)
        items: list[Any] = []
        for each in attributes:
            if not isinstance(each, Attribute):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise invalid_item("attribute", "ArrayAttribute", each)
            items.append(each.xdsl)
        return cls.wrap(builtin.ArrayAttr(items), context)

    def __len__(self) -> int:
        return len(self.xdsl.data)

    def __getitem__(self, index: int) -> Any:
        items = self.xdsl.data
        if not -len(items) <= index < len(items):
            raise IndexError("ArrayAttribute index out of range")
        return to_attribute(items[index], self.context)

    def __iter__(self) -> ArrayAttributeIterator:
        return ArrayAttributeIterator(self)

    def __add__(self, other: Sequence[Attribute]) -> ArrayAttr:
        return ArrayAttr.get([*self, *other], self.context)


@wrapper_of(builtin.DictionaryAttr)
class DictAttr(Attribute):
    """`{a = 1 : i32}`."""

    attr_name: ClassVar[str] = "builtin.dictionary"

    @classmethod
    def get(cls, value: Mapping[str, Attribute] | None = None, context: Any = None) -> Self:
        """Return a dictionary of attributes."""
        context = resolve_context(context)
        if not isinstance(value, Mapping | None):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"expected dict, found {type(value).__name__}")
        items = {expect(key, str): raw_attribute(each) for key, each in (value or {}).items()}
        return cls.wrap(builtin.DictionaryAttr(items), context)

    def _items(self) -> list[tuple[str, Any]]:
        return sorted(self.xdsl.data.items())

    def __len__(self) -> int:
        return len(self.xdsl.data)

    def __contains__(self, name: object) -> bool:
        return name in self.xdsl.data

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            if key not in self.xdsl.data:
                raise KeyError("attempt to access a non-existent attribute")
            return to_attribute(self.xdsl.data[key], self.context)
        items: Any = self._items()
        if not 0 <= key < len(items):
            raise IndexError("attempt to access out of bounds attribute")
        name, raw = items[key]
        return NamedAttribute(name, to_attribute(raw, self.context))

    def __iter__(self) -> Iterator[NamedAttribute]:
        for name, raw in self._items():
            yield NamedAttribute(name, to_attribute(raw, self.context))


@wrapper_of(builtin.SymbolRefAttr)
class SymbolRefAttr(Attribute):
    """`@module::@function`."""

    attr_name: ClassVar[str] = "builtin.symbol_ref"

    @classmethod
    def get(cls, symbols: Sequence[str], context: Any = None) -> Self:
        """Return a reference to a symbol in nested symbol tables."""
        context = resolve_context(context)
        if not symbols:
            raise RuntimeError("SymbolRefAttr must be composed of at least one symbol.")
        return cls.wrap(builtin.SymbolRefAttr(symbols[0], list(symbols[1:])), context)

    @property
    def value(self) -> Any:
        """The names in the reference, the outermost symbol table first."""
        raw = self.xdsl
        return [raw.root_reference.data, *(each.data for each in raw.nested_references.data)]


class FlatSymbolRefAttr(Attribute):
    """`@function`."""

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an attribute of xDSL is a symbol reference with only one name."""
        return isinstance(raw, builtin.SymbolRefAttr) and not raw.nested_references.data

    @classmethod
    def get(cls, value: str, context: Any = None) -> Self:
        """Return a reference to a symbol."""
        return cls.wrap(builtin.SymbolRefAttr(expect(value, str)), resolve_context(context))

    @property
    def value(self) -> str:
        """The name."""
        return self.xdsl.root_reference.data


def _symbol_class(raw: Any) -> type[Attribute]:
    return SymbolRefAttr if raw.nested_references.data else FlatSymbolRefAttr


register_wrapper(builtin.SymbolRefAttr, choose=_symbol_class)


@wrapper_of(builtin.IntegerAttr)
class IntegerAttr(Attribute):
    """`1 : i32`."""

    attr_name: ClassVar[str] = "builtin.integer"

    @classmethod
    def get(cls, type: Type, value: Any) -> Self:
        """Return the attribute for an integer of the given type. Bits above the width of the type
        are dropped.
        """
        raw: Any = raw_type(type)
        number = whole_number(value)
        if is_a(raw, builtin.IndexType):
            pass
        elif not is_a(raw, builtin.IntegerType):
            raise ValueError(f"expected an integer or index type, found {type}")
        elif raw.signedness.data is builtin.Signedness.UNSIGNED:
            number %= 1 << raw.width.data
        elif raw.width.data:
            number = signed_value(number, raw)
        return cls.wrap(integer_attribute(number, raw), type.context)

    @property
    def value(self) -> int:
        """The value as a Python integer."""
        return self.xdsl.value.data

    def __int__(self) -> int:
        return self.xdsl.value.data


class BoolAttr(Attribute):
    """`true` or `false`."""

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an attribute of xDSL is an integer of type `i1`."""
        return is_a(raw, builtin.IntegerAttr) and raw.type == builtin.i1

    @classmethod
    def get(cls, value: Any, context: Any = None) -> Self:
        """Return the attribute for a truth value."""
        if not isinstance(value, bool):
            raise TypeError(f"get(): expected bool, found {type(value).__name__}")
        context = resolve_context(context)
        return cls.wrap(integer_attribute(-1 if value else 0, builtin.i1), context)

    @property
    def value(self) -> bool:
        """The truth value."""
        return bool(self.xdsl.value.data)

    def __bool__(self) -> bool:
        return bool(self.xdsl.value.data)


def _integer_class(raw: Any) -> type[Attribute]:
    return BoolAttr if raw.type == builtin.i1 else IntegerAttr


register_wrapper(builtin.IntegerAttr, choose=_integer_class)


@wrapper_of(builtin.FloatAttr)
class FloatAttr(Attribute):
    """`1.0 : f32`."""

    attr_name: ClassVar[str] = "builtin.float"

    @classmethod
    def get(cls, type: Type, value: float, loc: Any = None) -> Self:
        """Return the attribute for a number of a floating-point type. Raise MLIRError for another
        type.
        """
        context = location_context(loc)
        raw: Any = raw_type(type)
        if not isinstance(raw, FloatType.XDSL):
            raise invalid("attribute", "expected floating point type", loc, context)
        return cls.wrap(_float(raw, value), context)

    @classmethod
    def get_unchecked(cls, type: Type, value: float, context: Any = None) -> Self:
        """Return the attribute for a number of a floating-point type, without a check of the
        type.
        """
        return cls.wrap(_float(raw_type(type), value), resolve_context(context))

    @classmethod
    def get_f32(cls, value: float, context: Any = None) -> Self:
        """Return the attribute for a number of type `f32`."""
        return cls.wrap(_float(builtin.f32, value), resolve_context(context))

    @classmethod
    def get_f64(cls, value: float, context: Any = None) -> Self:
        """Return the attribute for a number of type `f64`."""
        return cls.wrap(_float(builtin.f64, value), resolve_context(context))

    @property
    def value(self) -> float:
        """The value as a Python number."""
        return self.xdsl.value.data

    def __float__(self) -> float:
        return self.xdsl.value.data


def _float(kind: Any, value: Any) -> builtin.FloatAttr[Any]:
    """Return a number rounded to the given floating-point type."""
    if not hasattr(value, "__float__") and not hasattr(value, "__index__"):
        raise TypeError(
            f"incompatible function arguments: expected a number, found {type(value).__name__}"
        )
    number = float(value)
    try:
        [number] = kind.unpack(kind.pack((number,)), 1)
    except OverflowError:
        number = float("-inf") if number < 0 else float("inf")
    except NotImplementedError:
        pass  # xDSL cannot store f80 and f128; they are wider than Python's float
    return builtin.FloatAttr(number, kind)


@wrapper_of(builtin.StringAttr)
class StringAttr(Attribute):
    """`"text"`."""

    attr_name: ClassVar[str] = "builtin.string"

    @classmethod
    def get(cls, value: str | bytes, context: Any = None) -> Self:
        """Return the attribute for a string."""
        context = resolve_context(context)
        text = value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value
        return cls.wrap(builtin.StringAttr(expect(text, str)), context)

    @classmethod
    def get_typed(cls, type: Type, value: str) -> Self:
        """Return the attribute for a string with a type. Only `none` is supported: xDSL's strings
        have no type.
        """
        if not isinstance(raw_type(type), builtin.NoneType):
            raise NotImplementedError(f"a string attribute of type {type} is not supported")
        return cls.wrap(builtin.StringAttr(expect(value, str)), type.context)

    @property
    def value(self) -> str:
        """The string."""
        return self.xdsl.data

    @property
    def value_bytes(self) -> bytes:
        """The bytes of the string."""
        return to_bytes(self.xdsl.data)


class TypeAttr(Attribute):
    """A type that is used as an attribute."""

    attr_name: ClassVar[str] = "builtin.type"
    HAS_OWN_TYPEID = True

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an attribute of xDSL is a type."""
        return isinstance(raw, TypeAttribute)

    @property
    def typeid(self) -> TypeID:
        """The identity of the class, which is not that of the type."""
        return TypeID(TypeAttr)

    @classmethod
    def get(cls, value: Type, context: Any = None) -> Self:
        """Return the attribute for a type."""
        raw = raw_type(value)
        return cls.wrap(raw, value.context if context is None else context)

    @property
    def value(self) -> Any:
        """The type."""
        return to_type(self.xdsl, self.context)


set_type_attribute(TypeAttr)


@wrapper_of(builtin.UnitAttr)
class UnitAttr(Attribute):
    """`unit`."""

    attr_name: ClassVar[str] = "builtin.unit"

    @classmethod
    def get(cls, context: Any = None) -> Self:
        """Return the unit attribute."""
        return cls.wrap(builtin.UnitAttr(), resolve_context(context))


@wrapper_of(builtin.StridedLayoutAttr)
class StridedLayoutAttr(Attribute):
    """`strided<[4, 1], offset: 2>`."""

    attr_name: ClassVar[str] = "builtin.strided_layout"

    @classmethod
    def get(cls, offset: int, strides: Sequence[int], context: Any = None) -> Self:
        """Return the layout with the given offset and strides."""
        offset, strides = whole_number(offset), [whole_number(each) for each in strides]
        numbers = [None if each == DYNAMIC else each for each in strides]
        raw = builtin.StridedLayoutAttr(numbers, None if offset == DYNAMIC else offset)
        return cls.wrap(raw, resolve_context(context))

    @classmethod
    def get_fully_dynamic(cls, rank: int, context: Any = None) -> Self:
        """Return the layout whose offset and strides are all unknown."""
        return cls.get(DYNAMIC, [DYNAMIC] * rank, context)

    @property
    def offset(self) -> int:
        """The offset."""
        raw = self.xdsl.offset
        return DYNAMIC if isinstance(raw, builtin.NoneAttr) else raw.data

    @property
    def strides(self) -> list[int]:
        """The strides."""
        return [
            DYNAMIC if isinstance(each, builtin.NoneAttr) else each.data
            for each in self.xdsl.strides
        ]


class OpaqueAttr(Attribute):
    """`#dialect<text>`, an attribute of an unregistered dialect."""

    attr_name: ClassVar[str] = "builtin.opaque"
    HAS_OWN_TYPEID = True

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an attribute of xDSL is unregistered."""
        return isinstance(raw, builtin.UnregisteredAttr) and not raw.is_type.data

    @classmethod
    def get(
        cls, dialect_namespace: str, buffer: bytes | str, type: Type, context: Any = None
    ) -> Any:
        """Return the attribute of an unregistered dialect, given the dialect's name and the text
        after it.
        """
        text = buffer.decode("utf-8", "surrogateescape") if isinstance(buffer, bytes) else buffer
        return Attribute.parse(f"#{dialect_namespace}<{text}>", context)

    @property
    def dialect_namespace(self) -> str:
        """The name of the dialect."""
        return self.text()[1:].partition(".")[0].partition("<")[0]

    @property
    def data(self) -> bytes:
        """The text after the name of the dialect."""
        body = self.text()[1 + len(self.dialect_namespace) :]
        text = body[1:] if body.startswith(".") else body.removeprefix("<").removesuffix(">")
        return to_bytes(text)


def _unregistered_class(raw: Any) -> Any:
    from ttmlir_py.bindings.ir.types import OpaqueType

    return OpaqueType if raw.is_type.data else OpaqueAttr


register_wrapper(builtin.UnregisteredAttr, choose=_unregistered_class)
