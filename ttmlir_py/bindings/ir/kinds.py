"""An `isinstance` test that does not narrow types."""

from typing import Any


def is_a(value: Any, *classes: Any) -> bool:
    """Whether a value is an instance of one of the classes.

    Type checkers do not narrow the value afterwards. Narrowing to xDSL's generic classes would
    leave type parameters unknown.
    """
    return isinstance(value, classes)
