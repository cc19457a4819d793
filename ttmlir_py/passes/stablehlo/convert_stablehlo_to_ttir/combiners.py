"""Analysis of regions that combine two elements: their op, TTIR's reduction, and the neutral
element.
"""

from math import inf
from typing import NamedTuple

from xdsl.dialects.builtin import AnyFloat, IntegerType, Signedness
from xdsl.ir import Attribute, Block, Operation

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import is_boolean


class Reduction(NamedTuple):
    """The TTIR op that reduces a tensor, and the one that combines two results of reductions."""

    reduce: type[Operation]
    combine: type[Operation]


_SUM = Reduction(ttir.SumOp, ttir.AddOp)
_MAX = Reduction(ttir.MaxOp, ttir.MaximumOp)
_MIN = Reduction(ttir.MinOp, ttir.MinimumOp)
_PROD = Reduction(ttir.ProdOp, ttir.MultiplyOp)
_ALL = Reduction(ttir.ReduceAndOp, ttir.LogicalAndOp)

_OF_NUMBERS: dict[type[Operation], Reduction] = {
    stablehlo.AddOp: _SUM,
    stablehlo.MaxOp: _MAX,
    stablehlo.MinOp: _MIN,
    stablehlo.MulOp: _PROD,
}
_OF_BOOLEANS: dict[type[Operation], Reduction] = {
    stablehlo.AddOp: _MAX,
    stablehlo.OrOp: _MAX,
    stablehlo.MaxOp: _MAX,
    stablehlo.MinOp: _MIN,
    stablehlo.MulOp: _PROD,
    stablehlo.AndOp: _ALL,
}
"""Maps StableHLO ops to reductions of booleans. A sum of booleans is true if any of them is."""


def combiner(block: Block) -> type[Operation] | None:
    """Return the class of the only op in `block`, if it combines the two arguments in any order, or
    None.
    """
    inner, terminator = block.first_op, block.last_op
    if inner is None or terminator is None or inner.next_op is not terminator:
        return None
    is_whole = (
        len(block.args) == 2
        and set(inner.operands) == set(block.args)
        and isinstance(terminator, stablehlo.ReturnOp)
        and tuple(terminator.operands) == tuple(inner.results)
    )
    return inner.__class__ if is_whole else None


def reduction_by(cls: type[Operation] | None, element: Attribute) -> Reduction | None:
    """Return TTIR's reduction for the op class `cls` and the element type `element`, or None."""
    reductions = _OF_BOOLEANS if is_boolean(element) else _OF_NUMBERS
    return None if cls is None else reductions.get(cls)


def neutral_element(cls: type[Operation] | None, element: Attribute) -> float | None:
    """Return the neutral element of the op class `cls` for the element type `element`, or None if
    unknown.
    """
    if cls in (stablehlo.AddOp, stablehlo.OrOp):
        return 0
    if cls is stablehlo.MulOp or (cls is stablehlo.AndOp and is_boolean(element)):
        return 1
    if is_integer_type(element):
        return _integer_limit(element, is_low=cls is stablehlo.MaxOp)
    if isinstance(element, AnyFloat):
        return -inf if cls is stablehlo.MaxOp else inf
    return None


def selection_by(element: Attribute) -> tuple[Reduction, float]:
    """Return a reduction that selects the only unmasked element of type `element`, and the number
    that must replace the masked elements.

    The reduction is the maximum, which does not round. Signed integers of 8 and 16 bits are summed
    with zeros instead, because a maximum would compare them as unsigned integers.
    """
    if (
        is_integer_type(element)
        and 1 < element.width.data < 32
        and element.signedness.data is not Signedness.UNSIGNED
    ):
        return _SUM, 0
    lowest = neutral_element(stablehlo.MaxOp, element)
    assert lowest is not None
    return _MAX, lowest


def _integer_limit(element: IntegerType, *, is_low: bool) -> int:
    width = element.width.data
    if width == 1 or element.signedness.data is Signedness.UNSIGNED:
        return 0 if is_low else (1 << width) - 1
    return -(1 << (width - 1)) if is_low else (1 << (width - 1)) - 1
