"""Sequences whose elements are made on demand."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class LazySequence(Sequence[T]):
    """A sequence defined by a method for one element and, where that is cheaper, one for a
    range.
    """

    @abstractmethod
    def at(self, index: int) -> T:
        """Return the element at an index from 0 to the length."""

    def between(self, start: int, stop: int) -> Iterable[T]:
        """Return the elements from one index up to another."""
        return map(self.at, range(start, stop))

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if not isinstance(index, slice):
            return self.at(range(len(self))[index])
        start, stop, step = index.indices(len(self))
        if step == 1:
            return list(self.between(start, stop))
        return list(map(self.at, range(start, stop, step)))
