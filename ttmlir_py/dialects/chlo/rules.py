"""Rules for the result types of CHLO ops."""

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX, UnrankedTensorType, i32
from xdsl.ir import Attribute

from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    bounds_encoding,
    bounds_of,
    element_type,
    is_dynamic,
    tensor,
)
from ttmlir_py.dialects.tensor_types import Shape
from ttmlir_py.ir.narrowing import is_tensor_type


def _broadcast_size(a: int, b: int) -> int | None:
    """Return the size to which sizes `a` and `b` broadcast, or None if they are incompatible."""
    if a == b or b == 1:
        return a
    if a == 1:
        return b
    if is_dynamic(a) or is_dynamic(b):
        return b if is_dynamic(a) else a
    return None


def _broadcast_shape(a: Shape, b: Shape) -> list[int] | None:
    rank = max(len(a), len(b))
    pairs = zip((1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b, strict=True)
    sizes = [_broadcast_size(*pair) for pair in pairs]
    known = [size for size in sizes if size is not None]
    return known if len(known) == rank else None


def broadcast_type(
    lhs: Attribute, rhs: Attribute, element: Attribute, dimensions: Sequence[int] | None = None
) -> Attribute:
    """Return the type to which `lhs` and `rhs` broadcast, with elements of type `element`.

    It is unranked if they are incompatible or one is unranked. `dimensions` maps the dimensions of
    the operand of lower rank to those of the other.
    """
    unknown = UnrankedTensorType(element)
    if not (is_tensor_type(lhs) and is_tensor_type(rhs)):
        return unknown
    a, b = lhs.get_shape(), rhs.get_shape()
    if len(a) == len(b) or dimensions is None:
        shape = _broadcast_shape(a, b)
        return unknown if shape is None else tensor(shape, element)
    small, large = sorted((a, b), key=len)
    if len(dimensions) != len(small) or any(not 0 <= d < len(large) for d in dimensions):
        return unknown
    shape = _broadcast_shape(small, tuple(large[d] for d in dimensions))
    if shape is None:
        return unknown
    sizes = list(large)
    for dimension, size in zip(dimensions, shape, strict=True):
        sizes[dimension] = size
    return tensor(sizes, element)


def top_k_types(operand: Attribute, k: int) -> list[Attribute]:
    """Return the types of the `k` largest elements of `operand` and of their indices."""
    element = element_type(operand)
    if not is_tensor_type(operand):
        return [UnrankedTensorType(element), UnrankedTensorType(i32)]
    shape, bounds = list(operand.get_shape()), list(bounds_of(operand))
    if not shape:
        raise Violation("operand's rank must be at least 1")
    if not is_dynamic(shape[-1]) and shape[-1] < k:
        raise Violation(f"operand's last dimension must be at least {k}")
    shape[-1] = k
    if bounds:
        bounds[-1] = DYNAMIC_INDEX
    encoding = bounds_encoding(operand.encoding, bounds)
    return [tensor(shape, element, encoding), tensor(shape, i32, encoding)]
