"""Helpers of verifiers: checks that raise VerifyException, and queries of values and attributes."""

from collections.abc import Iterable
from typing import Any

from xdsl.dialects.builtin import AnyFloat, IntegerType
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tensor_types import Shape, integers, joined, shape_of, tensor_type


def require(holds: object, message: str) -> None:
    """Raise VerifyException with `message` unless `holds` is true."""
    if not holds:
        raise VerifyException(message)


def listed(numbers: Iterable[int]) -> str:
    """Return `numbers` as text, in the form in which diagnostics show arrays."""
    return joined(numbers, ", ")


def number(attribute: Any, default: int = 0) -> int:
    """Return the integer in `attribute`, or `default` if the attribute is missing."""
    return default if attribute is None else attribute.value.data


def is_set(attribute: Any) -> bool:
    """Whether the boolean `attribute` is present and true."""
    return bool(number(attribute))


def rank_of(value: SSAValue) -> int:
    """Return the number of dimensions of the tensor `value`."""
    return len(shape_of(value))


def element_of(value: SSAValue) -> Attribute:
    """Return the element type of the tensor `value`."""
    return tensor_type(value).element_type


def has_floats(*values: SSAValue) -> bool:
    """Whether the elements of all tensors in `values` are floats."""
    return all(isinstance(element_of(value), AnyFloat) for value in values)


def has_integers(value: SSAValue) -> bool:
    """Whether the elements of the tensor `value` are integers."""
    return isinstance(element_of(value), IntegerType)


def require_same_shape(name: str, value: SSAValue | None, other: str, shape: Shape) -> None:
    """Check that the tensor `value`, if present, has the shape `shape`.

    Messages call the tensors `name` and `other`.
    """
    if value is not None:
        require(shape_of(value) == shape, f"{name} must have the same shape as {other}")


def normalized(dim: int, rank: int) -> int:
    """Return the index of dimension `dim`, which may be counted from the end, as a non-negative
    number.
    """
    return dim + rank if dim < 0 else dim


def integer_triple(attribute: Any) -> tuple[int, ...]:
    """Return three integers from an attribute with one integer, which is repeated, or three."""
    if hasattr(attribute, "value"):
        return (number(attribute),) * 3
    values = integers(attribute)
    require(
        len(values) == 3,
        f"Expected integer or array of size 3, but got array of size {len(values)}",
    )
    return values


def dilated(op: Any, kernel: Shape) -> Shape:
    """Return the sizes of a 3-D kernel with its dilation, which convolutions have since 2026-10."""
    dilation = getattr(op, "dilation", None)
    steps = (1, 1, 1) if dilation is None else integer_triple(dilation)
    require(min(steps) > 0, "Dilation attribute values must be > 0.")
    return tuple(step * (size - 1) + 1 for step, size in zip(steps, kernel, strict=True))
