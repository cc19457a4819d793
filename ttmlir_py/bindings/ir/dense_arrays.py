"""`array<i32: 1, 2>`: arrays of numbers as attributes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from xdsl.dialects import builtin

from ttmlir_py.bindings.ir.core import Attribute, register_wrapper
from ttmlir_py.bindings.ir.foreign_self import CheckedClass
from ttmlir_py.bindings.ir.kinds import is_a
from ttmlir_py.bindings.ir.state import resolve_context

__all__ = [
    "DenseArrayIterator",
    "DenseBoolArrayAttr",
    "DenseBoolArrayIterator",
    "DenseF32ArrayAttr",
    "DenseF32ArrayIterator",
    "DenseF64ArrayAttr",
    "DenseF64ArrayIterator",
    "DenseI8ArrayAttr",
    "DenseI8ArrayIterator",
    "DenseI16ArrayAttr",
    "DenseI16ArrayIterator",
    "DenseI32ArrayAttr",
    "DenseI32ArrayIterator",
    "DenseI64ArrayAttr",
    "DenseI64ArrayIterator",
]


class DenseArrayIterator(metaclass=CheckedClass):
    """An iterator of the numbers of an array."""

    def __init__(self, values: Iterator[Any]):
        self._values = values

    def __iter__(self) -> DenseArrayIterator:
        return self

    def __next__(self) -> Any:
        return next(self._values)


_WHOLE = ("__index__", "__int__")
"""The methods that integers have, and attributes of integers."""


def _wrapped(number: int, width: int) -> int:
    """Return the signed integer that the lowest bits of a number encode."""
    half = 1 << (width - 1)
    return (number + half) % (2 * half) - half


class _DenseArray(Attribute):
    """An array of numbers of one type."""

    ELEMENT: ClassVar[Any]
    NUMBER: ClassVar[Any] = int

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an attribute of xDSL is an array of this element type."""
        return is_a(raw, builtin.DenseArrayBase) and raw.elt_type == cls.ELEMENT

    @classmethod
    def get(cls, values: Sequence[Any], context: Any = None) -> Self:
        """Return an array of numbers, which may be attributes."""
        context = resolve_context(context)
        numbers: list[Any] = []
        for value in values:
            whole = _WHOLE[isinstance(value, Attribute)]
            if isinstance(value, str) or not hasattr(
                value, whole if cls.NUMBER is int else "__float__"
            ):
                raise TypeError(
                    f"get(): incompatible function arguments: {cls.__name__} holds numbers, found "
                    f"{type(value).__name__}"
                )
            number = cls.NUMBER(value)
            if cls.NUMBER is int and number != _wrapped(number, cls.ELEMENT.width.data):
                raise TypeError(
                    f"get(): incompatible function arguments: {number} is out of range for "
                    f"{cls.ELEMENT}"
                )
            numbers.append(number)
        try:
            raw = builtin.DenseArrayBase.from_list(cls.ELEMENT, numbers)
        except (OverflowError, ValueError) as error:
            raise TypeError(f"get(): incompatible function arguments: {error}") from None
        return cls.wrap(raw, context)

    def _values(self) -> Sequence[Any]:
        return self.xdsl.get_values()

    def __len__(self) -> int:
        return len(self.xdsl)

    def __getitem__(self, index: int) -> Any:
        values = self._values()
        if not -len(values) <= index < len(values):
            raise IndexError("DenseArray index out of range")
        return values[index]

    def __iter__(self) -> DenseArrayIterator:
        return DenseArrayIterator(iter(self._values()))

    def __add__(self, other: Sequence[Any]) -> Self:
        return self.get([*self, *other], self.context)


class DenseBoolArrayAttr(_DenseArray):
    """`array<i1: true, false>`."""

    ELEMENT = builtin.i1
    NUMBER = bool

    @classmethod
    def get(cls, values: Sequence[Any], context: Any = None) -> Self:
        """Return an array of truth values."""
        raw = builtin.DenseArrayBase.from_list(builtin.i1, [-1 if each else 0 for each in values])
        return cls.wrap(raw, resolve_context(context))

    def _values(self) -> Sequence[Any]:
        return [bool(each) for each in self.xdsl.get_values()]


class DenseI8ArrayAttr(_DenseArray):
    """`array<i8: 1, 2>`."""

    ELEMENT = builtin.i8


class DenseI16ArrayAttr(_DenseArray):
    """`array<i16: 1, 2>`."""

    ELEMENT = builtin.IntegerType(16)


class DenseI32ArrayAttr(_DenseArray):
    """`array<i32: 1, 2>`."""

    ELEMENT = builtin.i32


class DenseI64ArrayAttr(_DenseArray):
    """`array<i64: 1, 2>`."""

    ELEMENT = builtin.i64


class DenseF32ArrayAttr(_DenseArray):
    """`array<f32: 1.0, 2.0>`."""

    ELEMENT = builtin.f32
    NUMBER = float


class DenseF64ArrayAttr(_DenseArray):
    """`array<f64: 1.0, 2.0>`."""

    ELEMENT = builtin.f64
    NUMBER = float


_CLASSES: dict[Any, type[_DenseArray]] = {
    cls.ELEMENT: cls
    for cls in (
        *(DenseBoolArrayAttr, DenseI8ArrayAttr, DenseI16ArrayAttr, DenseI32ArrayAttr),
        *(DenseI64ArrayAttr, DenseF32ArrayAttr, DenseF64ArrayAttr),
    )
}
DenseBoolArrayIterator = DenseI8ArrayIterator = DenseI16ArrayIterator = DenseArrayIterator
DenseI32ArrayIterator = DenseI64ArrayIterator = DenseArrayIterator
DenseF32ArrayIterator = DenseF64ArrayIterator = DenseArrayIterator


def _choose(raw: Any) -> type[Attribute]:
    return _CLASSES.get(raw.elt_type, Attribute)


register_wrapper(builtin.DenseArrayBase, choose=_choose)
