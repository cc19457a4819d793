"""What the elements of dense constants are, bit for bit."""

from math import prod
from typing import Any

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr


def element_size(attribute: DenseIntOrFPElementsAttr[Any]) -> int:
    """The bytes of one element of a constant that has any; one that xDSL made of a splat may hold it only once."""
    count, size = prod(attribute.get_shape()), len(attribute.data.data)
    return size // count if size % count == 0 and size >= count else size


def splat_data(attribute: DenseIntOrFPElementsAttr[Any]) -> bytes | None:
    """The little-endian bytes of the element that all elements are; None if they differ or there are none.

    Bits are compared, as MLIR does: NaN is equal to itself, and 0.0 differs from -0.0.
    """
    data = attribute.data.data
    if 0 in attribute.get_shape():
        return None
    element = data[: element_size(attribute)]
    return element if data == element * (len(data) // len(element)) else None
