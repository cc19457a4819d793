"""Canonicalization of `affine`: loops without a body, and loops that never run."""

from collections.abc import Callable, Iterable
from typing import Any

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, DenseArrayBase, i32
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineMap
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ttmlir_py.dialects.upstream.canonicalization.regions import terminator_of
from ttmlir_py.dialects.upstream.known import known_integer


def trip_count(op: affine.ForOp) -> int | None:
    """Return how often a loop runs, or None if its bounds are not constant."""
    bounds = list(map(_constant_bound, (op.lowerBoundMap, op.upperBoundMap)))
    if bounds[0] is None or bounds[1] is None:
        return None
    step: int = op.step.value.data
    return max(0, -(-(bounds[1] - bounds[0]) // step))


def _constant_bound(map_: AffineMapAttr) -> int | None:
    if len(map_.data.results) != 1:
        return None
    (result,) = map_.data.results
    return result.value if isinstance(result, AffineConstantExpr) else None


def fold_loop(op: Any) -> list[SSAValue] | None:
    """Replace bounds of known numbers by constants, in place.

    Return the initial values of a loop that never runs, an empty list if only bounds were replaced,
    otherwise None.

    Law: a loop without iterations returns its initial values.
    """
    changed = [_fold_bound(op, "lower", max), _fold_bound(op, "upper", min)]
    if op.inits and trip_count(op) == 0:
        return list(op.inits)
    return [] if any(changed) else None


def _fold_bound(op: Any, name: str, choose: Callable[[Iterable[int]], int]) -> bool:
    """Replace a bound by a constant if all its operands are known; return whether it changed.

    The lower bound is the greatest result of its map, the upper bound the least one.
    """
    map_ = op.properties[f"{name}BoundMap"].data
    numbers = [known_integer(each) for each in getattr(op, f"{name}BoundOperands")]
    if _constant_bound(AffineMapAttr(map_)) is not None or None in numbers:
        return False
    known = [number for number in numbers if number is not None]
    try:
        value = choose(map_.eval(known[: map_.num_dims], known[map_.num_dims :]))
    except ZeroDivisionError:
        return False
    op.properties[f"{name}BoundMap"] = AffineMapAttr(AffineMap.constant_map(value))
    sizes = [len(op.lowerBoundOperands), len(op.upperBoundOperands), len(op.inits)]
    place = 0 if name == "lower" else 1
    start = sum(sizes[:place])
    op.operands = [*op.operands[:start], *op.operands[start + sizes[place] :]]
    sizes[place] = 0
    op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
    return True


class AffineForEmptyLoopFolder(RewritePattern):
    """A pattern that removes a loop whose body only yields values from outside, or carried values.

    The induction variable must not be yielded. A permutation of carried values must be applied
    exactly once. A value from outside is the result only if the loop runs at all.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.ForOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by the values that its last iteration yields."""
        end, body = terminator_of(op.body), op.body.block
        if not op.inits or end.prev_op is not None or body.args[0] in end.operands:
            return
        carried: list[SSAValue] = list(body.args[1:])
        initial = dict(zip(carried, op.inits, strict=True))
        values = [initial.get(value, value) for value in end.operands]
        has_outside = any(value not in carried for value in end.operands)
        is_permuted = any(
            value in carried and value is not argument
            for value, argument in zip(end.operands, carried, strict=True)
        )
        count = trip_count(op)
        if (count is None and (has_outside or is_permuted)) or (count != 1 and is_permuted):
            return
        rewriter.replace(op, [], values)


PATTERNS: dict[str, tuple[RewritePattern, ...]] = {"affine.for": (AffineForEmptyLoopFolder(),)}
"""Maps operation names to canonicalization patterns, in MLIR's order."""
