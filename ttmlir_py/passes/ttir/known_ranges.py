"""What is known of a tensor's elements without running the program: the range that they lie in.

It is what passes ask before they say that a value may be wrong. Constants, truth values and what only moves or selects
elements are followed; of all else, arguments included, nothing is known.
"""

from collections.abc import Sequence
from math import inf, isfinite
from typing import NamedTuple, cast

from xdsl.dialects.builtin import AnyFloat, DenseIntOrFPElementsAttr, IntegerType, UnknownLoc, i1
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import ConstantLike

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.ttir.interfaces import makes_truth_values
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.diagnostics import DiagnosticEngine
from ttmlir_py.rewriting.destination_style import init_range
from ttmlir_py.warning_kinds import WarningKind


class Range(NamedTuple):
    """The smallest and the largest that an element can be, and whether all are whole numbers."""

    low: float
    high: float
    is_whole: bool = True

    @property
    def is_truth(self) -> bool:
        """Whether all elements are 0 or 1."""
        return self.is_whole and self.low >= 0 and self.high <= 1


TRUTH = Range(0, 1)
_MOVING_OPS = (
    *(ttir.ReshapeOp, ttir.TransposeOp, ttir.PermuteOp, ttir.ConcatOp, ttir.SliceOp),
    *(ttir.RepeatOp, ttir.RepeatInterleaveOp, ttir.BroadcastOp, ttir.SqueezeOp, ttir.UnsqueezeOp),
    *(ttir.IndexOp, ttir.SelectOp, ttir.ReverseOp, ttir.ToLayoutOp, ttir.TypecastOp),
    *(ttir.MaximumOp, ttir.MinimumOp, ttir.MaxOp, ttir.MinOp),
)
"""Ops whose elements are all elements of inputs, at most in another format."""
_TRUTH_PRESERVING_OPS = (*_MOVING_OPS, ttir.MultiplyOp, ttir.ProdOp)
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
        if tensor_type(value).element_type == i1 or makes_truth_values(op):
            return TRUTH
        if isinstance(op, ttir.ConstantOp | ttir.FillOp):
            return elements_range(op.properties["value"])
        if isinstance(op, ttir.ZerosOp):
            return Range(0, 0)
        if isinstance(op, ttir.OnesOp):
            return Range(1, 1)
        if isinstance(op, ttir.AbsOp) and not isinstance(
            tensor_type(value).element_type, IntegerType
        ):
            return Range(0, inf, is_whole=False)
        if isinstance(op, ttir.ArangeOp):
            return _arange_range(op)
        return self._combined(op) if isinstance(op, _TRUTH_PRESERVING_OPS) else None

    def _combined(self, op: Operation) -> Range | None:
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
        return combined if isinstance(op, _MOVING_OPS) or combined.is_truth else None


def inputs_of(op: Operation) -> list[SSAValue]:
    """The operands that an op reads."""
    inits = init_range(op) if isinstance(op, DestinationStyle) else range(0)
    return [value for index, value in enumerate(op.operands) if index not in inits]


def elements_range(elements: Attribute) -> Range | None:
    """The range of a constant's elements; None for those that are not written as numbers, of infinities and NaN."""
    if not isinstance(elements, DenseIntOrFPElementsAttr):
        return None
    dense = cast(DenseIntOrFPElementsAttr[IntegerType | AnyFloat], elements)
    if dense.get_element_type() == i1:
        return TRUTH
    values = cast("Sequence[float]", dense.get_values())
    values = values[:1] if dense.is_splat() else values
    if not values or not all(map(isfinite, values)):
        return None
    return Range(min(values), max(values), all(value == int(value) for value in values))


def _arange_range(op: ttir.ArangeOp) -> Range:
    """From the start to before the end."""
    start, end, step = op.start.value.data, op.end.value.data, op.step.value.data
    last = start + (abs(end - start) - 1) // abs(step) * step
    return Range(min(start, last), max(start, last))


def warn_at(diagnostics: DiagnosticEngine, kind: WarningKind, op: Operation, message: str) -> None:
    """Warn of an op at its place; of a constant, which loses its place when constants are merged, at the first op that uses it."""
    use = next(iter(op.results[0].uses), None) if op.results else None
    if isinstance(op.location, UnknownLoc) and op.has_trait(ConstantLike) and use is not None:
        place = use.operation.location
        diagnostics.warn(kind, place, f"'{op.name}' op {message}")
    else:
        diagnostics.warn(kind, op, message)
