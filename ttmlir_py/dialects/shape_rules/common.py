"""Helpers that several modules of shape rules use: broadcasting, pairs of integers, bounds."""

from collections.abc import Iterable
from typing import Any, cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tensor_types import Shape, integers, shape_of
from ttmlir_py.ir.definition.operations import OdsOperation


def broadcast_shapes(a: Shape, b: Shape) -> Shape | None:
    """Return the shape to which shapes `a` and `b` broadcast (NumPy's rule), or None if
    incompatible.
    """
    if a == b or not b:
        return a
    if not a:
        return b
    rank = max(len(a), len(b))
    a = (1,) * (rank - len(a)) + a
    b = (1,) * (rank - len(b)) + b
    if any(x != y and 1 not in (x, y) for x, y in zip(a, b, strict=True)):
        return None
    return tuple(y if x == 1 else x for x, y in zip(a, b, strict=True))


def broadcast_all(shapes: Iterable[Shape]) -> Shape | None:
    """Return the shape to which all `shapes` broadcast, or None if they are incompatible.

    Without shapes, it is that of a scalar.
    """
    result: Shape = ()
    for shape in shapes:
        both = broadcast_shapes(result, shape)
        if both is None:
            return None
        result = both
    return result


def integer_pair(attribute: Attribute) -> tuple[int, int]:
    """Return two integers from an attribute with one integer, which is repeated, or an array of
    two.

    Raises VerifyException for other attributes.
    """
    if isinstance(attribute, IntegerAttr):
        return (attribute.value.data, attribute.value.data)
    values = integers(cast(DenseArrayBase[Any], attribute))
    if len(values) != 2:
        raise VerifyException(
            f"Expected integer or pair of integers, got tuple of size {len(values)}"
        )
    return (values[0], values[1])


def integer_quadruple(attribute: Attribute) -> tuple[int, int, int, int]:
    """Return four integers from an attribute with one integer, two (a, b) for (a, b, a, b), or
    four.

    Raises VerifyException for other attributes.
    """
    if isinstance(attribute, IntegerAttr):
        value = attribute.value.data
        return (value, value, value, value)
    values = integers(cast(DenseArrayBase[Any], attribute))
    if len(values) not in (2, 4):
        raise VerifyException(
            f"Expected integer, pair, or tuple of size 4, but got tuple of size {len(values)}"
        )
    return cast(tuple[int, int, int, int], values * (4 // len(values)))


def verify_dimension_in_bounds(dimension: int, rank: int, message: str) -> None:
    """Raise VerifyException with `message` if `dimension` is not an index of a shape of rank
    `rank`.

    Negative indices count from the end.
    """
    if not -rank <= dimension < rank:
        raise VerifyException(message)


def verify_4d(shape: Shape, name: str) -> None:
    """Check that `shape` has rank 4; messages call the tensor `name`."""
    if len(shape) != 4:
        raise VerifyException(f"{name} must be a 4D tensor")


def output_shape(op: OdsOperation) -> Shape:
    """Return the shape of the operand `output` that `op` writes into, otherwise of its result."""
    return shape_of(getattr(op, "output", op.results[0]))
