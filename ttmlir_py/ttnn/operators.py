"""Operators and members of tensors that call functions of the library.

`FUNCTIONS` holds these functions. The package fills it, because the functions' modules import the
class of tensors.
"""

from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

FUNCTIONS: dict[str, Callable[..., Any]] = {}
"""Maps names to the functions of the library that operators call."""


def define(functions: Mapping[str, Callable[..., Any]]) -> None:
    """Set the functions that operators call."""
    FUNCTIONS.update(functions)


class Operators:
    """The operators of a tensor. Other operands are tensors or numbers."""

    __slots__ = ()
    __array_ufunc__ = None
    """Lets numpy's numbers leave `number * tensor` to the tensor."""

    def _with(self, name: str, other: Any) -> Any:
        if not isinstance(other, Operators | Real):
            return NotImplemented
        return FUNCTIONS[name](self, other)

    def __add__(self, other: Any) -> Any:
        return self._with("add", other)

    def __radd__(self, other: Any) -> Any:
        return self._with("add", other)

    def __sub__(self, other: Any) -> Any:
        return self._with("subtract", other)

    def __rsub__(self, other: Any) -> Any:
        return self._with("rsub", other)

    def __mul__(self, other: Any) -> Any:
        return self._with("multiply", other)

    def __rmul__(self, other: Any) -> Any:
        return self._with("multiply", other)

    def __truediv__(self, other: Any) -> Any:
        return self._with("divide", other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._with("rdiv", other)

    def __pow__(self, other: Any) -> Any:
        return self._with("pow", other)

    def __matmul__(self, other: Any) -> Any:
        return FUNCTIONS["matmul"](self, other) if isinstance(other, Operators) else NotImplemented

    def __neg__(self) -> Any:
        return FUNCTIONS["neg"](self)

    def __abs__(self) -> Any:
        return FUNCTIONS["abs"](self)

    def __eq__(self, other: Any) -> Any:
        return self._with("eq", other)

    def __ne__(self, other: Any) -> Any:
        return self._with("ne", other)

    def __lt__(self, other: Any) -> Any:
        return self._with("lt", other)

    def __le__(self, other: Any) -> Any:
        return self._with("le", other)

    def __gt__(self, other: Any) -> Any:
        return self._with("gt", other)

    def __ge__(self, other: Any) -> Any:
        return self._with("ge", other)

    __hash__ = object.__hash__

    def __getitem__(self, places: Any) -> Any:
        """Return the elements at these places, like an array of numpy indexed by numbers and
        slices.
        """
        return FUNCTIONS["getitem"](self, places)
