"""Functions that convert Python values to attributes, found by the name that ODS gives the kind of
attribute.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ttmlir_py.bindings.ir.affine import AffineMap
from ttmlir_py.bindings.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    BoolAttr,
    DictAttr,
    FlatSymbolRefAttr,
    FloatAttr,
    IntegerAttr,
    IntegerSetAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from ttmlir_py.bindings.ir.core import Attribute
from ttmlir_py.bindings.ir.dense_arrays import (
    DenseBoolArrayAttr,
    DenseF32ArrayAttr,
    DenseF64ArrayAttr,
    DenseI8ArrayAttr,
    DenseI16ArrayAttr,
    DenseI32ArrayAttr,
    DenseI64ArrayAttr,
)
from ttmlir_py.bindings.ir.types import F32Type, F64Type, IndexType, IntegerType

__all__ = ["AttrBuilder", "register_attribute_builder"]

Build = Callable[..., Any]
_builders: dict[str, Build] = {}


class AttrBuilder:
    """The registry of functions that build attributes from Python values."""

    @staticmethod
    def contains(attribute_kind: str) -> bool:
        """Whether a builder is registered for a kind of attribute."""
        return attribute_kind in _builders

    @staticmethod
    def get(attribute_kind: str) -> Build:
        """Return the builder for a kind of attribute. Raise KeyError for an unknown kind."""
        if attribute_kind not in _builders:
            raise KeyError(attribute_kind)
        return _builders[attribute_kind]

    @staticmethod
    def insert(
        attribute_kind: str,
        attr_builder: Build,
        replace: bool = False,
        allow_existing: bool = False,
    ) -> None:
        """Register a builder for a kind of attribute."""
        if attribute_kind in _builders and not replace:
            if allow_existing:
                return
            raise RuntimeError(
                f"Attribute builder for '{attribute_kind}' is already registered with func: "
                f"{_builders[attribute_kind]}"
            )
        _builders[attribute_kind] = attr_builder


def register_attribute_builder(
    kind: str, replace: bool = False, allow_existing: bool = False
) -> Callable[[Build], Build]:
    """Return a decorator that registers a builder for a kind of attribute."""

    def register(function: Build) -> Build:
        AttrBuilder.insert(kind, function, replace, allow_existing)
        return function

    return register


def _integer(make: Callable[[Any], Any], value: int, context: Any = None) -> Any:
    return IntegerAttr.get(make(context), value)


def _signless(width: int, context: Any) -> Any:
    return IntegerType.get_signless(width, context)


def _signed(width: int, context: Any) -> Any:
    return IntegerType.get_signed(width, context)


def _unsigned(width: int, context: Any) -> Any:
    return IntegerType.get_unsigned(width, context)


def _integers(width: int, values: Sequence[int], context: Any = None) -> Any:
    type = IntegerType.get_signless(width, context)
    return ArrayAttr.get([IntegerAttr.get(type, value) for value in values], context)


def _floats(type: Any, values: Sequence[float], context: Any = None) -> Any:
    items = [FloatAttr.get_unchecked(type.get(context), value, context) for value in values]
    return ArrayAttr.get(items, context)


def _symbol(value: Any, context: Any = None) -> Any:
    if isinstance(value, str):
        return FlatSymbolRefAttr.get(value, context)
    return SymbolRefAttr.get(value, context)


def _plain(cls: Any) -> Build:
    """Return a builder that calls the constructor of an attribute class."""

    def build(value: Any, context: Any = None) -> Any:
        return cls.get(value, context)

    return build


def _of_own_context(cls: Any) -> Build:
    """Return a builder for attributes whose values carry their own context."""

    def build(value: Any, context: Any = None) -> Any:
        return cls.get(value)

    return build


def _list_of(build: Build) -> Build:
    """Return a builder for arrays whose elements `build` makes."""

    def build_all(values: Sequence[Any], context: Any = None) -> Any:
        return ArrayAttr.get([build(value, context) for value in values], context)

    return build_all


def _unit(value: Any, context: Any = None) -> Any:
    return UnitAttr.get(context) if value else None


def _float32(value: float, context: Any = None) -> Any:
    return FloatAttr.get_f32(value, context)


def _float64(value: float, context: Any = None) -> Any:
    return FloatAttr.get_f64(value, context)


def _map(value: AffineMap | Attribute, context: Any = None) -> Any:
    return value if isinstance(value, Attribute) else AffineMapAttr.get(value)


_PLAIN: dict[str, Any] = {
    "BoolAttr": BoolAttr,
    "StrAttr": StringAttr,
    "SymbolNameAttr": StringAttr,
    "FlatSymbolRefAttr": FlatSymbolRefAttr,
    "ArrayAttr": ArrayAttr,
    "DictionaryAttr": DictAttr,
    "TypeAttr": TypeAttr,
}
_DENSE_ARRAYS: tuple[Any, ...] = (
    DenseBoolArrayAttr,
    DenseI8ArrayAttr,
    DenseI16ArrayAttr,
    DenseI32ArrayAttr,
    DenseI64ArrayAttr,
    DenseF32ArrayAttr,
    DenseF64ArrayAttr,
)
_LISTS: dict[str, Any] = {
    "DictArrayAttr": DictAttr,
    "StrArrayAttr": StringAttr,
    "FlatSymbolRefArrayAttr": FlatSymbolRefAttr,
    "BoolArrayAttr": BoolAttr,
    "TypeArrayAttr": TypeAttr,
}


def _register() -> None:
    """Register the builders that MLIR's bindings have."""
    add = AttrBuilder.insert
    for kind, cls in _PLAIN.items():
        add(kind, _plain(cls))
    for kind, cls in _LISTS.items():
        add(kind, _list_of(_plain(cls)))
    add("IndexAttr", partial(_integer, IndexType.get))
    for width in (1, 2, 8, 16, 32, 64):
        add(f"I{width}Attr", partial(_integer, partial(_signless, width)))
        add(f"SI{width}Attr", partial(_integer, partial(_signed, width)))
        add(f"UI{width}Attr", partial(_integer, partial(_unsigned, width)))
    add("F32Attr", _float32)
    add("F64Attr", _float64)
    add("SymbolRefAttr", _symbol)
    add("I32ArrayAttr", partial(_integers, 32))
    add("I64ArrayAttr", partial(_integers, 64))
    add("I64SmallVectorArrayAttr", _list_of(partial(_integers, 64)))
    add("IndexListArrayAttr", _list_of(partial(_integers, 64)))
    add("F32ArrayAttr", partial(_floats, F32Type))
    add("F64ArrayAttr", partial(_floats, F64Type))
    add("UnitAttr", _unit)
    add("IntegerSetAttr", _of_own_context(IntegerSetAttr))
    add("AffineMapAttr", _map)
    add("AffineMapArrayAttr", _list_of(_map))
    for cls in _DENSE_ARRAYS:
        add(cls.__name__, _plain(cls))


_register()
