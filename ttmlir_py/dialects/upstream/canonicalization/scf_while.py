"""Canonicalization of `scf.while`: the values that its regions pass to each other."""

from collections.abc import Mapping, Sequence

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import BoolAttr
from xdsl.ir import Block, BlockArgument, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ttmlir_py.dialects.upstream.arith_folding import INVERTED_PREDICATES
from ttmlir_py.dialects.upstream.canonicalization.regions import (
    append_block,
    block_with,
    is_unused,
    location_of,
    move_blocks,
    replace_terminator,
    terminator_of,
)


def _condition(op: scf.WhileOp) -> scf.ConditionOp:
    end = terminator_of(op.before_region)
    assert isinstance(end, scf.ConditionOp)
    return end


def _locate_taken(op: scf.WhileOp) -> None:
    """Set the locations of the first region's arguments to those of the operands, as the builder of
    a loop does.
    """
    for argument, value in zip(op.before_region.block.args, op.arguments, strict=True):
        argument.location = location_of(value)


def _locate_passed(op: scf.WhileOp) -> None:
    """Set the locations of the second region's arguments to that of the loop, as the builder of a
    loop does.
    """
    for argument in op.after_region.block.args:
        argument.location = op.location


def _with_results(
    rewriter: PatternRewriter,
    op: scf.WhileOp,
    kept: Sequence[int],
    instead: dict[int, SSAValue | int],
) -> None:
    """Replace `op` by a loop with only the results `kept`.

    `instead` maps each result that is dropped to its value, or to the index of an equal result.
    """
    end = _condition(op)
    passed = [end.args[number] for number in kept]
    replace_terminator(rewriter, end, scf.ConditionOp(end.condition, *passed))
    old = op.after_region.block
    locations = [old.args[number].location for number in kept]
    body = block_with([value.type for value in passed], locations)
    types = [value.type for value in passed]
    new = scf.WhileOp(op.arguments, types, Region(), Region(body))
    rewriter.insert(new)
    position = {number: index for index, number in enumerate(kept)}
    arguments: list[SSAValue] = []
    results: list[SSAValue | None] = []
    for number in range(len(op.results)):
        value = instead.get(number, number)
        if isinstance(value, SSAValue):
            arguments.append(value)
            results.append(value)
        elif value in position:
            arguments.append(body.args[position[value]])
            results.append(new.results[position[value]])
        else:  # the result is unused
            arguments.append(end.condition)
            results.append(None)
    move_blocks(op.before_region, new.before_region)
    append_block(rewriter, old, body, arguments)
    rewriter.replace(op, [], results)


def _with_arguments(
    rewriter: PatternRewriter, op: scf.WhileOp, dropped: Mapping[int, SSAValue | None]
) -> None:
    """Replace `op` by a loop without the operands in `dropped`.

    `dropped` maps the index of an operand to its replacement, or to None if it is unused.
    """
    end, old = terminator_of(op.after_region), op.before_region.block
    kept = [number for number in range(len(old.args)) if number not in dropped]
    replace_terminator(rewriter, end, scf.YieldOp(*[end.operands[number] for number in kept]))
    initial = [op.arguments[number] for number in kept]
    locations = [old.args[number].location for number in kept]
    before = block_with([value.type for value in initial], locations)
    new = scf.WhileOp(initial, [result.type for result in op.results], Region(before), Region())
    rewriter.insert(new)
    values = [dropped.get(number) or value for number, value in enumerate(op.arguments)]
    for position, number in enumerate(kept):
        values[number] = before.args[position]
    append_block(rewriter, old, before, values)
    move_blocks(op.after_region, new.after_region)
    rewriter.replace(op, [], new.results)


class RemoveLoopInvariantArgsFromBeforeBlock(RewritePattern):
    """A pattern that removes arguments of the first region that never change."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.WhileOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a loop with fewer operands."""
        end = terminator_of(op.after_region)
        triples = zip(op.arguments, end.operands, op.before_region.block.args, strict=True)
        invariant: dict[int, SSAValue | None] = {
            number: initial
            for number, (initial, value, argument) in enumerate(triples)
            if self._stays(op, value, initial, argument)
        }
        if invariant:
            _with_arguments(rewriter, op, invariant)

    @staticmethod
    def _stays(
        op: scf.WhileOp, yielded: SSAValue, initial: SSAValue, argument: BlockArgument
    ) -> bool:
        """Whether the value passed back is the initial value, or the argument unchanged."""
        if yielded is initial:
            return True
        if isinstance(yielded, BlockArgument) and yielded.block is op.after_region.block:
            passed = _condition(op).args[yielded.index]
            return passed is argument or passed is initial
        return False


class RemoveLoopInvariantValueYielded(RewritePattern):
    """A pattern that uses values from outside of the loop directly instead of passing them as
    results.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.WhileOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a loop with fewer results."""
        before = op.before_region.block
        passed = _condition(op).args
        outside: dict[int, SSAValue | int] = {
            number: value for number, value in enumerate(passed) if _block_of(value) is not before
        }
        if outside:
            kept = [number for number in range(len(passed)) if number not in outside]
            _with_results(rewriter, op, kept, outside)


def _block_of(value: SSAValue) -> Block | None:
    owner = value.owner
    return owner if isinstance(owner, Block) else owner.parent


class WhileConditionTruth(RewritePattern):
    """A pattern that replaces the condition by true inside of the second region."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.WhileOp, rewriter: PatternRewriter, /) -> None:
        """Replace the uses of the condition in the second region of `op` by a constant."""
        end = _condition(op)
        true: SSAValue | None = None
        for passed, argument in zip(end.args, op.after_region.block.args, strict=True):
            if passed is end.condition and not is_unused(argument):
                if true is None:
                    true = rewriter.insert(arith.ConstantOp(BoolAttr.from_bool(True))).result
                rewriter.replace_all_uses_with(argument, true)


class WhileCmpCond(RewritePattern):
    """A pattern that replaces comparisons in the second region that equal the condition or its
    opposite.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.WhileOp, rewriter: PatternRewriter, /) -> None:
        """Replace comparisons in the second region of `op` that equal the condition, or its
        opposite, by constants.
        """
        end = _condition(op)
        compared = end.condition.owner
        if not isinstance(compared, arith.CmpiOp):
            return
        predicate = compared.predicate.value.data
        holds = {predicate: True, INVERTED_PREDICATES[predicate]: False}
        for passed, argument in zip(end.args, op.after_region.block.args, strict=True):
            for index in (0, 1):
                if passed is not compared.operands[index]:
                    continue
                for use in list(argument.uses):
                    other = use.operation
                    if (
                        isinstance(other, arith.CmpiOp)
                        and other.operands[1 - index] is compared.operands[1 - index]
                        and (known := holds.get(other.predicate.value.data)) is not None
                    ):
                        rewriter.replace(other, arith.ConstantOp(BoolAttr.from_bool(known)))


class WhileUnusedResult(RewritePattern):
    """A pattern that removes results that neither the second region nor later code uses."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.WhileOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a loop with fewer results."""
        pairs = list(zip(op.results, op.after_region.block.args, strict=True))
        kept = [number for number, pair in enumerate(pairs) if not all(map(is_unused, pair))]
        if len(kept) < len(pairs):
            _locate_passed(op)
            _with_results(rewriter, op, kept, {})


class WhileRemoveDuplicatedResults(RewritePattern):
    """A pattern that removes duplicate results of a loop."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.WhileOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a loop with fewer results."""
        first: dict[SSAValue, int] = {}
        equal: dict[int, SSAValue | int] = {}
        for number, value in enumerate(_condition(op).args):
            if (earlier := first.setdefault(value, number)) != number:
                equal[number] = earlier
        if equal:
            _locate_taken(op)
            _locate_passed(op)
            _with_results(rewriter, op, list(first.values()), equal)


class WhileRemoveUnusedArgs(RewritePattern):
    """A pattern that removes unused arguments of the first region."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.WhileOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a loop with fewer operands."""
        arguments = op.before_region.block.args
        unused = {number: None for number, each in enumerate(arguments) if is_unused(each)}
        if unused:
            _locate_taken(op)
            _locate_passed(op)
            _with_arguments(rewriter, op, unused)


class WhileOpAlignBeforeArgs(RewritePattern):
    """A pattern that orders the values that the first region passes on like its arguments."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.WhileOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a loop whose first region passes on its arguments in order."""
        passed, arguments = _condition(op).args, op.before_region.block.args
        order = {value: number for number, value in enumerate(passed)}
        if len(order) == len(passed) == len(arguments) and all(map(order.__contains__, arguments)):
            positions = [order[argument] for argument in arguments]
            if positions != sorted(positions):
                _locate_taken(op)
                _locate_passed(op)
                _with_results(rewriter, op, positions, {})


WHILE_PATTERNS = (
    RemoveLoopInvariantArgsFromBeforeBlock(),
    RemoveLoopInvariantValueYielded(),
    WhileConditionTruth(),
    WhileCmpCond(),
    WhileUnusedResult(),
    WhileRemoveDuplicatedResults(),
    WhileRemoveUnusedArgs(),
    WhileOpAlignBeforeArgs(),
)
