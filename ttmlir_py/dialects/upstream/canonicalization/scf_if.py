"""Canonicalization of `scf.if`."""

from collections.abc import Sequence

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import BoolAttr, i1
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ttmlir_py.dialects.upstream.canonicalization.regions import (
    append_block,
    is_unused,
    is_within,
    move_blocks,
    replace_by_region,
    replace_silently,
    replace_terminator,
    replace_use,
    terminator_of,
)
from ttmlir_py.dialects.upstream.known import known_integer


def _else_block(op: scf.IfOp) -> Block | None:
    return op.false_region.first_block


def _yields(op: scf.IfOp) -> list[tuple[SSAValue, SSAValue]]:
    """Return, for each result of `op`, the values that the two regions yield."""
    then, otherwise = (terminator_of(region).operands for region in op.regions)
    return list(zip(then, otherwise, strict=True))


def _negated(value: SSAValue) -> SSAValue | None:
    """Return `x` if `value` is `not x`, otherwise None."""
    owner = value.owner
    if isinstance(owner, arith.XOrIOp) and known_integer(owner.rhs) in (1, -1):
        return owner.lhs
    return None


def _new_if(
    rewriter: PatternRewriter, op: scf.IfOp, condition: SSAValue, kept: Sequence[int]
) -> scf.IfOp:
    """Create an `scf.if` before `op`, with the results `kept` and without blocks."""
    types = [op.results[number].type for number in kept]
    new = scf.IfOp.create(operands=[condition], result_types=types, regions=[Region(), Region()])
    new.location = op.location
    return rewriter.insert(new)


def _yield_some(rewriter: PatternRewriter, region: Region, kept: Sequence[int]) -> None:
    """Replace the terminator of `region` by one that yields only the values with the indices
    `kept`.
    """
    end = terminator_of(region)
    replace_terminator(rewriter, end, scf.YieldOp(*[end.operands[number] for number in kept]))


class CombineIfs(RewritePattern):
    """A pattern that merges two consecutive `scf.if` ops with equal or opposite conditions."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IfOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` and the `scf.if` before it by one."""
        before = op.prev_op
        if not isinstance(before, scf.IfOp):
            return
        if op.cond is before.cond:
            ways: list[Region] = [op.true_region, op.false_region]
        elif _negated(op.cond) is before.cond or _negated(before.cond) is op.cond:
            ways = [op.false_region, op.true_region]
        else:
            return
        results = list(before.results)
        for result, values in zip(results, _yields(before) if results else [], strict=True):
            for use in list(result.uses):
                for value, way in zip(values, ways, strict=True):
                    if is_within(use.operation, way):
                        replace_use(rewriter, use, value)
        types = [result.type for result in (*before.results, *op.results)]
        regions = [Region(), Region()]
        new = scf.IfOp.create(operands=[before.cond], result_types=types, regions=regions)
        rewriter.insert(new)
        for region, first, second in zip(new.regions, before.regions, ways, strict=True):
            _append_region(rewriter, region, first, second)
        count = len(before.results)
        rewriter.replace(before, [], new.results[:count])
        rewriter.replace(op, [], new.results[count:])


def _append_region(
    rewriter: PatternRewriter, region: Region, first: Region, second: Region
) -> None:
    """Move the ops of `first` and `second` into the empty `region`, and yield the values of both.

    Each of them has at most one block.
    """
    if first.first_block is None or second.first_block is None:
        move_blocks(second if first.first_block is None else first, region)
        return
    move_blocks(first, region)
    block = region.block
    ends = [terminator_of(region), terminator_of(second)]
    append_block(rewriter, second.block, block)
    both = scf.YieldOp(*(value for end in ends for value in end.operands))
    both.location = ends[1].location
    rewriter.insert(both, InsertPoint.at_end(block))
    for end in ends:
        rewriter.erase(end)


class CombineNestedIfs(RewritePattern):
    """A pattern that merges an `scf.if` that contains only another `scf.if`, and has both
    conditions.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IfOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` and the `scf.if` inside of it by one."""
        inner = op.true_region.block.first_op
        if not isinstance(inner, scf.IfOp) or inner.next_op is not terminator_of(op.true_region):
            return
        if not (_only_yields(op.false_region) and _only_yields(inner.false_region)):
            return
        found = self._yielded(op, inner)
        if found is None:
            return
        values, chosen = found
        condition = rewriter.insert(arith.AndIOp(op.cond, inner.cond)).result
        others = terminator_of(op.false_region).operands if op.results else ()
        new = _new_if(rewriter, op, condition, range(len(op.results)))
        results: list[SSAValue] = list(new.results)
        for number in chosen:
            select = arith.SelectOp(op.cond, values[number], others[number])
            results[number] = rewriter.insert(select, InsertPoint.before(new)).result
        move_blocks(inner.true_region, new.true_region)
        replace_terminator(rewriter, terminator_of(new.true_region), scf.YieldOp(*values))
        if others:
            new.false_region.add_block(block := Block())
            rewriter.insert(scf.YieldOp(*others), InsertPoint.at_end(block))
        rewriter.replace(op, [], results)

    def _yielded(self, op: scf.IfOp, inner: scf.IfOp) -> tuple[list[SSAValue], list[int]] | None:
        """Return the values yielded if both conditions are true, and the results that the outer
        condition selects.

        Return None if the two ops cannot be merged.
        """
        values: list[SSAValue] = []
        chosen: list[int] = []
        for number, (value, other) in enumerate(_yields(op) if op.results else ()):
            if value.owner is inner and isinstance(value, OpResult):
                then, otherwise = _yields(inner)[value.index]
                if otherwise is not other:
                    return None
                values.append(then)
            elif _is_defined_in(value, op.true_region):
                return None
            else:
                values.append(value)
                chosen.append(number)
        return values, chosen


def _only_yields(region: Region) -> bool:
    block = region.first_block
    return block is None or block.first_op is block.last_op


def _is_defined_in(value: SSAValue, region: Region) -> bool:
    owner = value.owner
    return isinstance(owner, Operation) and owner.parent_region() is region


class ConditionPropagation(RewritePattern):
    """A pattern that replaces uses of the condition inside of the regions, where its value is
    known.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IfOp, rewriter: PatternRewriter, /) -> None:
        """Replace uses of the condition in the regions of `op` by constants."""
        if known_integer(op.cond) is not None:
            return
        constants: dict[int, SSAValue] = {}
        for use in list(op.cond.uses):
            for number, region in enumerate(op.regions):
                if not is_within(use.operation, region):
                    continue
                if number not in constants:
                    constant = arith.ConstantOp(BoolAttr.from_bool(number == 0))
                    constants[number] = rewriter.insert(constant).result
                replace_use(rewriter, use, constants[number])


class ConvertTrivialIfToSelect(RewritePattern):
    """A pattern that replaces results chosen among values from outside by selections."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IfOp, rewriter: PatternRewriter, /) -> None:
        """Replace the results of `op` that both regions take from outside by `arith.select`. The
        other results remain.
        """
        pairs = _yields(op) if op.results else []
        kept = [
            number
            for number, pair in enumerate(pairs)
            if any(map(_is_defined_in, pair, op.regions))
        ]
        if len(kept) == len(pairs):
            return
        new = _new_if(rewriter, op, op.cond, kept)
        results: list[SSAValue] = []
        for number, (then, otherwise) in enumerate(pairs):
            if number in kept:
                results.append(new.results[kept.index(number)])
            elif then is otherwise:
                results.append(then)
            else:
                select = arith.SelectOp(op.cond, then, otherwise)
                results.append(rewriter.insert(select, InsertPoint.before(new)).result)
        for old, region in zip(op.regions, new.regions, strict=True):
            move_blocks(old, region)
            _yield_some(rewriter, region, kept)
        rewriter.replace(op, [], results)


class RemoveEmptyElseBranch(RewritePattern):
    """A pattern that removes an else region that does nothing."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IfOp, rewriter: PatternRewriter, /) -> None:
        """Remove the else region of `op`."""
        if op.results or _else_block(op) is None or not _only_yields(op.false_region):
            return
        new = _new_if(rewriter, op, op.cond, ())
        new.attributes = dict(op.attributes)
        move_blocks(op.true_region, new.true_region)
        rewriter.erase(op)


class RemoveStaticCondition(RewritePattern):
    """A pattern that removes an `scf.if` with a known condition."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IfOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by the region that is executed."""
        known = known_integer(op.cond)
        if known is None:
            return
        if known:
            replace_by_region(rewriter, op, op.true_region)
        elif _else_block(op) is not None:
            replace_by_region(rewriter, op, op.false_region)
        else:
            rewriter.erase(op)


class RemoveUnusedResults(RewritePattern):
    """A pattern that removes unused results of an `scf.if`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IfOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by one with fewer results."""
        kept = [number for number, result in enumerate(op.results) if not is_unused(result)]
        if len(kept) == len(op.results):
            return
        new = _new_if(rewriter, op, op.cond, kept)
        for old, region in zip(op.regions, new.regions, strict=True):
            move_blocks(old, region)
            _yield_some(rewriter, region, kept)
        results: list[SSAValue | None] = [None] * len(op.results)
        for position, number in enumerate(kept):
            results[number] = new.results[position]
        rewriter.replace(op, [], results)


class ReplaceIfYieldWithConditionOrValue(RewritePattern):
    """A pattern that replaces results equal in both regions, or equal to the condition or its
    negation.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IfOp, rewriter: PatternRewriter, /) -> None:
        """Replace the results of `op` that are equal in both regions by that value, and those that
        equal the condition or its negation by the condition or its negation.
        """
        for result, (then, otherwise) in zip(
            op.results, _yields(op) if op.results else [], strict=True
        ):
            if is_unused(result):
                continue
            if then is otherwise:
                replace_silently(rewriter, result, then)
            elif result.type == i1:
                known = known_integer(then), known_integer(otherwise)
                if known == (0, -1):
                    true = rewriter.insert(arith.ConstantOp(BoolAttr.from_bool(True)))
                    negated = rewriter.insert(arith.XOrIOp(op.cond, true.result))
                    replace_silently(rewriter, result, negated.result)
                elif known == (-1, 0):
                    replace_silently(rewriter, result, op.cond)


IF_PATTERNS = (
    CombineIfs(),
    CombineNestedIfs(),
    ConditionPropagation(),
    ConvertTrivialIfToSelect(),
    RemoveEmptyElseBranch(),
    RemoveStaticCondition(),
    RemoveUnusedResults(),
    ReplaceIfYieldWithConditionOrValue(),
)
