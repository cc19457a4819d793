"""Sequences that show the parts of an operation. They always read the current state, and support
slices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from ttmlir_py.bindings.ir.foreign_self import CheckedSequence

ItemT = TypeVar("ItemT")

__all__ = ["View"]


class View(Sequence[ItemT], Generic[ItemT], metaclass=CheckedSequence):
    """A sequence that shows parts of an object. A slice of it shows the same object."""

    def __init__(self, owner: Any, positions: range | None = None):
        self._owner = owner
        self._positions = positions

    def raw(self) -> Sequence[Any]:
        """Return the parts of the object as xDSL has them."""
        raise NotImplementedError

    def wrap(self, raw: Any, position: int) -> ItemT:
        """Return the Python object for a part."""
        raise NotImplementedError

    def _range(self) -> range:
        return range(len(self.raw())) if self._positions is None else self._positions

    def __len__(self) -> int:
        return len(self.raw()) if self._positions is None else len(self._positions)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return type(self)(self._owner, self._range()[key])
        position = self._position(key)
        return self.wrap(self.raw()[position], position)

    def _position(self, index: int) -> int:
        try:
            return self._range()[index]
        except IndexError:
            raise IndexError("index out of range") from None
        except TypeError:
            raise ValueError("expected integer or slice") from None

    def __iter__(self) -> Iterator[ItemT]:
        raw = self.raw()
        for position in self._range():
            yield self.wrap(raw[position], position)

    def __add__(self, other: Sequence[ItemT]) -> list[ItemT]:
        return [*self, *other]

    def __radd__(self, other: Sequence[ItemT]) -> list[ItemT]:
        return [*other, *self]


def invalid_item(kind: str, made: str, item: object) -> RuntimeError:
    """Return the error for an item of a sequence from which an attribute or a map is made."""
    if item is None:
        return RuntimeError(f"Invalid {kind} (None?) when attempting to create an {made}")
    found = type(item).__name__
    return RuntimeError(f"Invalid {kind} when attempting to create an {made} (found {found})")
