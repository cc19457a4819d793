"""Search for the range of a tensor's elements, as known at compile time.

Passes look it up before they warn of a wrong value. The search follows constants, truth values and
ops that only move or select elements. The range of everything else, such as arguments, is unknown.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.ttir.interfaces import TTIROperation
from ttmlir_py.dialects.ttir.ranges import TRUTH, Range
from ttmlir_py.ir.definition.operations import DestinationStyle

_LONGEST_CHAIN = 64
"""The maximum number of ops that the search follows, which bounds its time."""


def known_range(value: SSAValue) -> Range | None:
    """Return the range of the elements of `value`, or None if it is unknown."""
    return _Question().range_of(value)


class _Question:
    """One search, which visits each op at most once."""

    def __init__(self) -> None:
        self._known: dict[SSAValue, Range | None] = {}

    def range_of(self, value: SSAValue) -> Range | None:
        if value not in self._known:
            too_many = len(self._known) >= _LONGEST_CHAIN
            self._known[value] = None
            self._known[value] = None if too_many else self._find(value)
        return self._known[value]

    def _find(self, value: SSAValue) -> Range | None:
        op = value.owner
        if tensor_type(value).element_type == i1:
            return TRUTH
        if not isinstance(op, TTIROperation):
            return None
        if op.CHOOSES_ELEMENTS or op.KEEPS_TRUTH_VALUES:
            return self._combined(op)
        return op.elements_range()

    def _combined(self, op: TTIROperation) -> Range | None:
        """Return the smallest range that contains the ranges of all inputs from which `op` takes
        elements. Return None if one is unknown.
        """
        ranges = [self.range_of(value) for value in inputs_of(op)]
        known = [each for each in ranges if each is not None]
        if not known or len(known) < len(ranges):
            return None
        combined = Range(
            min(each.low for each in known),
            max(each.high for each in known),
            all(each.is_whole for each in known),
        )
        return combined if op.CHOOSES_ELEMENTS or combined.is_truth else None


def inputs_of(op: Operation) -> Sequence[SSAValue]:
    """Return the operands that `op` reads."""
    return op.dps_inputs if isinstance(op, DestinationStyle) else op.operands
