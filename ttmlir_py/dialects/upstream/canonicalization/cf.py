"""Canonicalization of `cf`: xDSL's patterns in MLIR's order, one more, and one restricted."""

from xdsl.dialects import arith, cf
from xdsl.ir import Block, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.transforms.canonicalization_patterns.cf import (
    CondBranchTruthPropagation,
    DropSwitchCasesThatMatchDefault,
    SimplifyConstCondBranchPred,
    SimplifyConstSwitchValue,
    SimplifyPassThroughCondBranch,
    SimplifyPassThroughSwitch,
    SimplifySwitchFromSwitchOnSameCondition,
    SimplifySwitchWithOnlyDefault,
)


class SimplifyCondBranchIdenticalSuccessors(RewritePattern):
    """A pattern that replaces a conditional branch whose successors are the same block by a branch.

    Operands that differ are selected, unless other blocks branch there too; then the selection
    would only add code.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: cf.ConditionalBranchOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a branch."""
        target = op.then_block
        if target is not op.else_block:
            return
        pairs = list(zip(op.then_arguments, op.else_arguments, strict=True))
        if any(a is not b for a, b in pairs) and any(
            use.operation.parent is not op.parent for use in target.uses
        ):
            return
        passed: list[SSAValue] = []
        for if_true, if_false in pairs:
            if if_true is not if_false:
                if_true = rewriter.insert(arith.SelectOp(op.cond, if_true, if_false)).result
            passed.append(if_true)
        rewriter.replace(op, cf.BranchOp(target, *passed))


class SimplifyCondBranchFromCondBranchOnSameCondition(RewritePattern):
    """A pattern that replaces a conditional branch whose condition is known from the branch before.

    The block must have no other predecessor edge.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: cf.ConditionalBranchOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a branch."""
        block = op.parent
        before = None if block is None else _only_branch_to(block)
        if not isinstance(before, cf.ConditionalBranchOp) or before.cond is not op.cond:
            return
        if block is before.then_block:
            rewriter.replace(op, cf.BranchOp(op.then_block, *op.then_arguments))
        else:
            rewriter.replace(op, cf.BranchOp(op.else_block, *op.else_arguments))


def _only_branch_to(block: Block) -> object:
    """Return the branch to `block`, if only one operation branches there and does so once;
    otherwise return None.
    """
    use = block.get_unique_use()
    return None if use is None else use.operation


PATTERNS = {
    "cf.cond_br": (
        SimplifyConstCondBranchPred(),
        SimplifyPassThroughCondBranch(),
        SimplifyCondBranchIdenticalSuccessors(),
        SimplifyCondBranchFromCondBranchOnSameCondition(),
        CondBranchTruthPropagation(),
    ),
    "cf.switch": (
        SimplifySwitchWithOnlyDefault(),
        DropSwitchCasesThatMatchDefault(),
        SimplifyConstSwitchValue(),
        SimplifyPassThroughSwitch(),
        SimplifySwitchFromSwitchOnSameCondition(),
    ),
}
