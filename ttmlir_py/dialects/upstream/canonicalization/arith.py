"""Canonicalization of `arith`: MLIR's rules that match two operations, where a folder matches only
one.

A rule is a function of the matched operation. It returns the new operations, of which the last one
replaces the matched operation. It also returns the values whose definitions contribute their
locations to the new operations, in addition to the location of the matched operation. If such a
definition has a constant operand, MLIR's generated matchers take the location of the constant
instead. A constant operand of the matched operation itself never contributes a location.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from xdsl.dialects import arith
from xdsl.dialects.arith import IntegerOverflowAttr
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.traits import ConstantLike

from ttmlir_py.dialects.upstream.arith_folding import (
    INVERTED_PREDICATES,
    complement_of,
    integer_attr,
    integer_of,
    width_of,
)
from ttmlir_py.ir.locations import fuse
from ttmlir_py.ir.narrowing import is_integer_type


class Replacement(NamedTuple):
    """The result of a rule."""

    made: Sequence[Operation]
    """The new operations; the last one replaces the matched operation."""
    seen: Sequence[SSAValue]
    """The values whose definitions contribute locations to the new operations."""


Rewrite = Callable[[Any], Replacement | None]


class Rule(RewritePattern):
    """A rewrite pattern that applies one rule."""

    def __init__(self, rewrite: Rewrite):
        self._rewrite = rewrite

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        """Replace `op` if the rule applies."""
        found = self._rewrite(op)
        if found is None:
            return
        owners = [value.owner for value in found.seen]
        matched = [owner for owner in owners if isinstance(owner, Operation)]
        location = fuse([op.location, *(each.location for each in matched)])
        for made in found.made:
            made.location = location
        rewriter.replace(op, found.made)


def _rule(label: str, rewrite: Rewrite) -> Rule:
    """Return a pattern for the function `rewrite`; its class is called `label` in options and
    actions.
    """
    return type(label, (Rule,), {})(rewrite)


def _known(value: SSAValue) -> int | None:
    """Return the integer from 0 to 2^width - 1 that `value` is known to be, or None."""
    return integer_of(ConstantLike.get_constant_value(value))


def _constant(value: int, type_: Attribute) -> arith.ConstantOp:
    return arith.ConstantOp(cast("IntegerAttr[Any]", integer_attr(value, type_)))


def _common_flags(op: Operation, inner: Operation) -> IntegerOverflowAttr:
    """Return the overflow flags that both operations have."""
    one, two = (each.properties.get("overflowFlags") for each in (op, inner))
    if isinstance(one, IntegerOverflowAttr) and isinstance(two, IntegerOverflowAttr):
        return IntegerOverflowAttr(sorted({*one.data} & {*two.data}, key=lambda flag: flag.value))
    return IntegerOverflowAttr("none")


class _Sum(NamedTuple):
    """The computation of an operation on one value and a constant: `value + constant`, or `constant
    - value`.
    """

    value: SSAValue
    negated: bool
    constant: int
    constant_operand: SSAValue


def _sum_of(op: object) -> _Sum | None:
    if not isinstance(op, arith.AddiOp | arith.SubiOp):
        return None
    subtracts = isinstance(op, arith.SubiOp)
    if (constant := _known(op.rhs)) is not None:
        return _Sum(op.lhs, False, -constant if subtracts else constant, op.rhs)
    if subtracts and (constant := _known(op.lhs)) is not None:
        return _Sum(op.rhs, True, constant, op.lhs)
    return None


def _merge_constants(op: arith.AddiOp | arith.SubiOp) -> Replacement | None:
    """Merge two constants: `(x + 1) + 2` becomes `x + 3`, `1 - (x - 2)` becomes `3 - x`."""
    outer = _sum_of(op)
    if outer is None or (inner := _sum_of(outer.value.owner)) is None:
        return None
    inner_op = cast(Operation, outer.value.owner)
    type_, flags = op.result.type, _common_flags(op, inner_op)
    total = outer.constant + (-inner.constant if outer.negated else inner.constant)
    subtracts = isinstance(op, arith.SubiOp), isinstance(inner_op, arith.SubiOp)
    if subtracts == (True, False) and not outer.negated:
        flags = IntegerOverflowAttr("none")
    if outer.negated != inner.negated:
        constant = _constant(total, type_)
        made = arith.SubiOp(constant.result, inner.value, overflow=flags)
    elif subtracts == (True, True) and not outer.negated:
        constant = _constant(-total, type_)
        made = arith.SubiOp(inner.value, constant.result, overflow=flags)
    else:
        constant = _constant(total, type_)
        made = arith.AddiOp(inner.value, constant.result, overflow=flags)
    return Replacement((constant, made), (inner.constant_operand,))


def _add_negated(op: arith.AddiOp) -> Replacement | None:
    """Rewrite `x + y * -1` to `x - y`."""
    for product, other in ((op.rhs, op.lhs), (op.lhs, op.rhs)):
        factor = product.owner
        if isinstance(factor, arith.MuliOp) and _is_all_ones(factor.rhs):
            made = arith.SubiOp(other, factor.lhs)
            return Replacement((made,), (factor.rhs,))
    return None


def _is_all_ones(value: SSAValue) -> bool:
    known = _known(value)
    return known is not None and known == (1 << width_of(value.type)) - 1


def _subtract_first(op: arith.SubiOp) -> Replacement | None:
    """Rewrite `(x - y) - x` to `0 - y`."""
    inner = op.lhs.owner
    if not isinstance(inner, arith.SubiOp) or inner.lhs is not op.rhs:
        return None
    zero = _constant(0, op.result.type)
    made = arith.SubiOp(zero.result, inner.rhs, overflow=_common_flags(op, inner))
    return Replacement((zero, made), (op.lhs,))


def _merge_factors(op: arith.MuliOp) -> Replacement | None:
    """Rewrite `(x * 2) * 3` to `x * 6`."""
    inner = op.lhs.owner
    if not isinstance(inner, arith.MuliOp):
        return None
    first, second = _known(inner.rhs), _known(op.rhs)
    if first is None or second is None:
        return None
    constant = _constant(first * second, op.result.type)
    made = arith.MuliOp(inner.lhs, constant.result, overflow=_common_flags(op, inner))
    return Replacement((constant, made), (inner.rhs,))


def _invert_comparison(op: arith.XOrIOp) -> Replacement | None:
    """Rewrite `not (x < y)` to `x >= y`."""
    compared = op.lhs.owner
    if not isinstance(compared, arith.CmpiOp) or _known(op.rhs) != 1:
        return None
    predicate = INVERTED_PREDICATES[compared.predicate.value.data]
    return Replacement((arith.CmpiOp(compared.lhs, compared.rhs, predicate),), (op.lhs,))


def _extended(op: Operation) -> Replacement | None:
    """Rewrite `extui(x) & extui(y)` to `extui(x & y)`; likewise for other bit operations and for
    `extsi`.
    """
    lhs, rhs = (operand.owner for operand in op.operands)
    for kind in (arith.ExtUIOp, arith.ExtSIOp):
        if isinstance(lhs, kind) and isinstance(rhs, kind):
            if lhs.input.type != rhs.input.type:
                return None
            made: Any = op.__class__
            inner = made(lhs.input, rhs.input)
            outer = kind(inner.result, cast(Any, op.results[0].type))
            return Replacement((inner, outer), op.operands)
    return None


def _compare_narrow(op: arith.CmpiOp) -> Replacement | None:
    """Rewrite an equality or inequality of extended values to one of the values before."""
    lhs, rhs, predicate = op.lhs.owner, op.rhs.owner, op.predicate.value.data
    for kind in (arith.ExtSIOp, arith.ExtUIOp):
        if not isinstance(lhs, kind) or not isinstance(rhs, kind) or predicate not in (0, 1):
            continue
        if lhs.input.type == rhs.input.type:
            made = arith.CmpiOp(lhs.input, rhs.input, predicate)
            return Replacement((made,), (op.lhs, op.rhs))
    return None


def _select_of_select(op: arith.SelectOp) -> Replacement | None:
    """Rewrite a selection among selections with the same condition to one selection."""
    for value, index in ((op.rhs, 2), (op.lhs, 1)):
        inner = value.owner
        if isinstance(inner, arith.SelectOp) and inner.cond is op.cond:
            values = [op.lhs, op.rhs]
            values[index - 1] = inner.operands[index]
            return Replacement((arith.SelectOp(op.cond, *values),), (value,))
    return None


def _select_negated(op: arith.SelectOp) -> Replacement | None:
    """Rewrite `select(not c, x, y)` to `select(c, y, x)`."""
    condition = complement_of(op.cond)
    if condition is None or not isinstance(negation := op.cond.owner, arith.XOrIOp):
        return None
    return Replacement((arith.SelectOp(condition, op.rhs, op.lhs),), (negation.rhs,))


def _select_false(op: arith.SelectOp) -> Replacement | None:
    """Rewrite `select(c, false, true)` to `not c`."""
    if width_of(op.result.type) != 1 or (_known(op.lhs), _known(op.rhs)) != (0, 1):
        return None
    true = _constant(-1, op.result.type)
    return Replacement((true, arith.XOrIOp(op.cond, true.result)), ())


def _select_one(op: arith.SelectOp) -> Replacement | None:
    """Rewrite `select(c, 1, 0)` to `extui(c)`, and `select(c, 0, 1)` to `extui(not c)`."""
    type_ = op.result.type
    known = _known(op.lhs), _known(op.rhs)
    if not is_integer_type(type_) or type_.width.data == 1 or known not in ((1, 0), (0, 1)):
        return None
    if known == (1, 0):
        return Replacement((arith.ExtUIOp(op.cond, type_),), ())
    true = _constant(-1, op.cond.type)
    negated = arith.XOrIOp(op.cond, true.result)
    return Replacement((true, negated, arith.ExtUIOp(negated.result, type_)), ())


def _extend_unsigned(op: arith.ExtSIOp) -> Replacement | None:
    """Rewrite `extsi(extui(x))` to `extui(x)`."""
    inner = op.input.owner
    if not isinstance(inner, arith.ExtUIOp):
        return None
    return Replacement((arith.ExtUIOp(inner.input, cast(Any, op.result.type)),), (op.input,))


def _extend_less(op: arith.TruncIOp) -> Replacement | None:
    """Rewrite the truncation of an extension to a single extension, if the original value is
    narrower.
    """
    inner, type_ = op.input.owner, op.result.type
    for kind in (arith.ExtSIOp, arith.ExtUIOp):
        if isinstance(inner, kind) and width_of(inner.input.type) < width_of(type_):
            return Replacement((kind(inner.input, cast(Any, type_)),), (op.input,))
    return None


def _truncate_shifted(op: arith.TruncIOp) -> Replacement | None:
    """Rewrite a truncated signed shift to an unsigned one, if the truncation cuts off its sign
    bits.
    """
    shift = op.input.owner
    if not isinstance(shift, arith.ShRSIOp):
        return None
    if _known(shift.rhs) != width_of(op.input.type) - width_of(op.result.type):
        return None
    unsigned = arith.ShRUIOp(shift.lhs, shift.rhs)
    made = arith.TruncIOp(unsigned.result, cast(Any, op.result.type))
    return Replacement((unsigned, made), (shift.rhs,))


def _cast_extended(op: arith.IndexCastOp) -> Replacement | None:
    """Rewrite `index_cast(extsi(x))` to `index_cast(x)`."""
    inner = op.input.owner
    if not isinstance(inner, arith.ExtSIOp):
        return None
    return Replacement((arith.IndexCastOp(inner.input, op.result.type),), (op.input,))


class CastOfCast(RewritePattern):
    """A pattern that removes an index cast back to the type before another index cast."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by the original value."""
        inner = op.operands[0].owner
        if isinstance(inner, arith.IndexCastOp) and inner.input.type == op.results[0].type:
            rewriter.replace(op, [], [inner.input])


def _bitcast_of_bitcast(op: arith.BitcastOp) -> Replacement | None:
    """Rewrite `bitcast(bitcast(x))` to `bitcast(x)`."""
    inner = op.input.owner
    if not isinstance(inner, arith.BitcastOp):
        return None
    return Replacement((arith.BitcastOp(inner.input, cast(Any, op.result.type)),), (op.input,))


def _drop_negations(op: arith.MulfOp | arith.DivfOp) -> Replacement | None:
    """Rewrite `-x * -y` to `x * y`, and likewise for division."""
    lhs, rhs = op.lhs.owner, op.rhs.owner
    if not isinstance(lhs, arith.NegfOp) or not isinstance(rhs, arith.NegfOp):
        return None
    return Replacement((op.__class__(lhs.operand, rhs.operand, op.fastmath),), op.operands)


_RULES: dict[str, tuple[RewritePattern, ...]] = {
    "addi": (_rule("MergeConstants", _merge_constants), _rule("AddNegated", _add_negated)),
    "subi": (_rule("MergeConstants", _merge_constants), _rule("SubtractFirst", _subtract_first)),
    "muli": (_rule("MergeFactors", _merge_factors),),
    "andi": (_rule("Extended", _extended),),
    "ori": (_rule("Extended", _extended),),
    "xori": (_rule("InvertComparison", _invert_comparison), _rule("Extended", _extended)),
    "cmpi": (_rule("CompareNarrow", _compare_narrow),),
    "select": (
        _rule("SelectOfSelect", _select_of_select),
        _rule("SelectNegated", _select_negated),
        _rule("SelectFalse", _select_false),
        _rule("SelectOne", _select_one),
    ),
    "extsi": (_rule("ExtendUnsigned", _extend_unsigned),),
    "trunci": (_rule("ExtendLess", _extend_less), _rule("TruncateShifted", _truncate_shifted)),
    "index_cast": (CastOfCast(), _rule("CastExtended", _cast_extended)),
    "mulf": (_rule("DropNegations", _drop_negations),),
    "divf": (_rule("DropNegations", _drop_negations),),
    "bitcast": (_rule("BitcastOfBitcast", _bitcast_of_bitcast),),
}

PATTERNS = {
    op.name: _RULES.get(op.name.removeprefix("arith."), ()) for op in arith.Arith.operations
}
