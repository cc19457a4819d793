"""Tests of the class of an object."""

from typing import Any, TypeVar

T = TypeVar("T")


def is_a(value: Any, *classes: Any) -> bool:
    """Whether a value is an instance of one of the classes.

    Type checkers do not narrow the value afterwards. Narrowing to xDSL's generic classes would
    leave type parameters unknown.
    """
    return isinstance(value, classes)


def expect(value: Any, kind: type[T]) -> T:
    """Return `value`. Raise TypeError if it is not of the class `kind`."""
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, found {type(value).__name__}")
    return value
