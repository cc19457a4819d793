"""Canonicalization of `scf`: loops, regions that run once, and switches."""

from xdsl.dialects import arith, cf, scf
from xdsl.ir import Block, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.upstream.canonicalization.regions import (
    append_block,
    block_with,
    empty,
    is_unused,
    is_within,
    location_of,
    replace_by_region,
    replace_terminator,
    terminator_of,
)
from ttmlir_py.dialects.upstream.canonicalization.scf_if import IF_PATTERNS
from ttmlir_py.dialects.upstream.canonicalization.scf_while import WHILE_PATTERNS
from ttmlir_py.dialects.upstream.known import known_integer


def _is_carried(initial: SSAValue, argument: SSAValue, result: SSAValue, new: SSAValue) -> bool:
    """Whether a loop must carry a value, because the value changes and is used."""
    if new is argument:
        return False
    return not is_unused(argument) or not (new is initial or is_unused(result))


class ForOpIterArgsFolder(RewritePattern):
    """A pattern that removes values carried by a loop that never change or are unused."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.ForOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a loop with fewer carried values."""
        end, old = terminator_of(op.body), op.body.block
        values = zip(op.iter_args, old.args[1:], op.results, end.operands, strict=True)
        kept = [number for number, each in enumerate(values) if _is_carried(*each)]
        if len(kept) == len(op.iter_args):
            return
        initial = [op.iter_args[number] for number in kept]
        types = [op.lb.type, *(value.type for value in initial)]
        body = block_with(types, [op.location, *map(location_of, initial)])
        new = scf.ForOp(op.lb, op.ub, op.step, initial, body)
        new.attributes = dict(op.attributes)
        rewriter.insert(new)
        empty(new.body)
        arguments: list[SSAValue] = [body.args[0], *op.iter_args]
        results: list[SSAValue] = list(op.iter_args)
        for position, number in enumerate(kept):
            arguments[1 + number] = body.args[1 + position]
            results[number] = new.results[position]
        append_block(rewriter, old, body, arguments)
        yielded = [end.operands[number] for number in kept]
        replace_terminator(rewriter, end, scf.YieldOp(*yielded))
        rewriter.replace(op, [], results)


def _distance(lower: SSAValue, upper: SSAValue) -> int | None:
    """Return `upper - lower`, or None if it is unknown."""
    ends = known_integer(lower), known_integer(upper)
    if ends[0] is not None and ends[1] is not None:
        return ends[1] - ends[0]
    if isinstance(upper.owner, arith.AddiOp):
        for operand, other in (upper.owner.operands, upper.owner.operands[::-1]):
            if operand is lower:
                return known_integer(other)
    return None


class SimplifyTrivialLoops(RewritePattern):
    """A pattern that removes loops that never run, run once, or compute nothing."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.ForOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by its initial values, by its body, or by the values that it yields."""
        distance = 0 if op.lb is op.ub else _distance(op.lb, op.ub)
        if distance is None:
            return
        if distance <= 0:
            rewriter.replace(op, [], op.iter_args)
            return
        step = known_integer(op.step)
        if step is None:
            return
        if step >= distance:
            replace_by_region(rewriter, op, op.body, (op.lb, *op.iter_args))
            return
        end = terminator_of(op.body)
        if end.prev_op is None and not any(_is_inside(value, op) for value in end.operands):
            rewriter.replace(op, [], end.operands)


def _is_inside(value: SSAValue, op: scf.ForOp) -> bool:
    owner = value.owner
    if isinstance(owner, Block):
        return owner is op.body.block
    return is_within(owner, op.body)


class SingleBlockExecuteInliner(RewritePattern):
    """A pattern that removes an `scf.execute_region` with one block."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.ExecuteRegionOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by its body."""
        if op.region.first_block is op.region.last_block:
            replace_by_region(rewriter, op, op.region)


class MultiBlockExecuteInliner(RewritePattern):
    """A pattern that inlines the blocks of an `scf.execute_region` into the op around it.

    That is a function or another `scf.execute_region`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.ExecuteRegionOp, rewriter: PatternRewriter, /) -> None:
        """Branch to the inlined blocks, and from these to the rest of the enclosing block."""
        block, parent = op.parent, op.parent_op()
        if block is None or not isinstance(parent, FuncOp | scf.ExecuteRegionOp):
            return
        after = block.split_before(op, arg_types=[result.type for result in op.results])
        for argument in after.args:
            argument.location = op.location
        entry = op.region.blocks[0]
        rewriter.insert(cf.BranchOp(entry), InsertPoint.at_end(block))
        for each in list(op.region.blocks):
            if isinstance(end := each.last_op, scf.YieldOp):
                replace_terminator(rewriter, end, cf.BranchOp(after, *end.operands))
            op.region.detach_block(each)
            region = after.parent
            assert region is not None
            region.insert_block_before(each, after)
        rewriter.replace(op, [], list(after.args))


class FoldConstantCase(RewritePattern):
    """A pattern that removes an `scf.index_switch` on a known number."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IndexSwitchOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by the chosen region."""
        chosen = known_integer(op.arg)
        if chosen is None:
            return
        cases = dict(zip(op.cases.get_values(), op.case_regions, strict=True))
        replace_by_region(rewriter, op, cases.get(chosen, op.default_region))


PATTERNS = {
    "scf.for": (ForOpIterArgsFolder(), SimplifyTrivialLoops()),
    "scf.execute_region": (SingleBlockExecuteInliner(), MultiBlockExecuteInliner()),
    "scf.index_switch": (FoldConstantCase(),),
    "scf.if": IF_PATTERNS,
    "scf.while": WHILE_PATTERNS,
}
