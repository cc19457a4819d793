"""Comparison of floats in their total order, by lexicographic keys.

The order of the bits would do, but TTIR does not expose bits. NaN comes after all numbers. Its sign
does not matter, because neither TTIR nor JAX distinguishes it. -0 comes before 0.
"""

from collections.abc import Iterable, Sequence
from functools import reduce

from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import ConversionBuilder


def keys_of_floats(
    builder: ConversionBuilder, value: SSAValue, *, tells_zeros: bool
) -> list[SSAValue]:
    """Return tensors that order the floats `value` if compared lexicographically. They contain no
    NaN.

    The first tells whether the float is NaN, and the second is the number. With `tells_zeros`, the
    third tells whether it is +0.
    """
    is_nan = builder.truth(ttir.NotEqualOp, value, value)
    zero = builder.scalar(0, tensor_type(value).element_type)
    keys = [is_nan, builder.where(is_nan, zero, value)]
    if tells_zeros:
        is_zero = builder.truth(ttir.EqualOp, value, zero)
        inverse = builder.unary(ttir.ReciprocalOp, value)
        is_positive = builder.truth(ttir.GreaterThanOp, inverse, zero)
        keys.append(builder.truth(ttir.LogicalAndOp, is_zero, is_positive))
    return keys


def compare(
    builder: ConversionBuilder,
    direction: ComparisonDirection,
    left: Sequence[SSAValue],
    right: Sequence[SSAValue],
) -> SSAValue:
    """Return the comparison of two values that have the sort keys `left` and `right`."""
    swaps = direction in (ComparisonDirection.GT, ComparisonDirection.LE)
    pairs = list(zip(right, left, strict=True) if swaps else zip(left, right, strict=True))
    if direction in (ComparisonDirection.EQ, ComparisonDirection.NE):
        found = _equal(builder, pairs)
    else:
        *others, last = pairs
        terms = ((ttir.LessThanOp, *pair) for pair in reversed(others))
        found = precedes(builder, terms, builder.truth(ttir.LessThanOp, *last))
    is_inverse = direction in (
        ComparisonDirection.NE,
        ComparisonDirection.LE,
        ComparisonDirection.GE,
    )
    return builder.truth(ttir.LogicalNotOp, found) if is_inverse else found


_Pairs = Sequence[tuple[SSAValue, SSAValue]]


def _equal(builder: ConversionBuilder, pairs: _Pairs) -> SSAValue:
    return reduce(
        lambda a, b: builder.truth(ttir.LogicalAndOp, a, b),
        [builder.truth(ttir.EqualOp, *pair) for pair in pairs],
    )


def precedes(
    builder: ConversionBuilder,
    terms: Iterable[tuple[type[Operation], SSAValue, SSAValue]],
    rest: SSAValue,
) -> SSAValue:
    """Return the result of a lexicographic comparison of `terms`. It is `rest` where all compared
    values are equal.

    A term is an order and two values. The last term is the most significant.
    """
    for cls, one, other in terms:
        is_first = builder.truth(cls, one, other)
        is_equal = builder.truth(ttir.EqualOp, one, other)
        is_next = builder.truth(ttir.LogicalAndOp, is_equal, rest)
        rest = builder.truth(ttir.LogicalOrOp, is_first, is_next)
    return rest
