"""Sequences whose elements are created on demand."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class LazySequence(Sequence[T]):
    """A sequence defined by a method for one element and optionally, if faster, one for a range."""

    @abstractmethod
    def at(self, index: int) -> T:
        """Return the element at `index`, which is not negative."""

    def between(self, start: int, stop: int) -> Iterable[T]:
        """Return the elements from index `start` up to `stop`."""
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
