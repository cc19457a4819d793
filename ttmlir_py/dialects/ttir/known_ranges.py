"""What is known of a tensor's elements without running the program: the range that they lie in.

It is what is asked before it is said that a value may be wrong. Constants, truth values and what only moves or selects
elements are followed; of all else, arguments included, nothing is known.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.ttir.interfaces import TTIROperation
from ttmlir_py.dialects.ttir.ranges import TRUTH, Range
from ttmlir_py.ir.definition.operations import DestinationStyle

_LONGEST_CHAIN = 64
"""How many ops are followed, so that a question takes bounded time."""


def known_range(value: SSAValue) -> Range | None:
    """The range of a tensor's elements; None if it is not known."""
    return _Question().range_of(value)


class _Question:
    """One question, in which an op is asked once."""

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
        """The range of what an op chooses its elements from."""
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
    """The operands that an op reads."""
    return op.dps_inputs if isinstance(op, DestinationStyle) else op.operands
