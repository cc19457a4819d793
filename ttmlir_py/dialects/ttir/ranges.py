"""The range of the elements of a tensor."""

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple, cast

from xdsl.dialects.builtin import AnyFloat, DenseIntOrFPElementsAttr, IntegerType, i1
from xdsl.ir import Attribute

from ttmlir_py.dialects.tensor_types import is_splat


class Range(NamedTuple):
    """The smallest and the largest possible element, and whether all elements are integers."""

    low: float
    high: float
    is_whole: bool = True

    @property
    def is_truth(self) -> bool:
        """Whether all elements in the range are 0 or 1."""
        return self.is_whole and self.low >= 0 and self.high <= 1


TRUTH = Range(0, 1)


def elements_range(elements: Attribute) -> Range | None:
    """Return the range of the elements of a constant.

    Return None if the text does not contain the elements, or they include infinities or NaN.
    """
    if not isinstance(elements, DenseIntOrFPElementsAttr):
        return None
    dense = cast(DenseIntOrFPElementsAttr[IntegerType | AnyFloat], elements)
    if dense.get_element_type() == i1:
        return TRUTH
    values = cast("Sequence[float]", dense.get_values())
    values = values[:1] if is_splat(dense) else values
    if not values or not all(map(isfinite, values)):
        return None
    return Range(min(values), max(values), all(value == int(value) for value in values))
