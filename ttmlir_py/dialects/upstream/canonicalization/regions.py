"""Helpers of patterns on operations with regions: moving blocks, and replacing terminators and
values.
"""

from collections.abc import Iterable, Sequence

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue, Use
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint


def is_unused(value: SSAValue) -> bool:
    """Whether `value` has no uses."""
    return value.first_use is None


def location_of(value: SSAValue) -> LocationAttr:
    """Return the location of the definition of `value`."""
    if isinstance(value, BlockArgument):
        return value.location
    owner = value.owner
    assert isinstance(owner, Operation)
    return owner.location


def block_with(types: Sequence[Attribute], locations: Iterable[LocationAttr]) -> Block:
    """Return an empty block with arguments of the given types and locations."""
    block = Block(arg_types=types)
    for argument, location in zip(block.args, locations, strict=True):
        argument.location = location
    return block


def terminator_of(region: Region) -> Operation:
    """Return the last op of a region that has one block."""
    end = region.block.last_op
    assert end is not None
    return end


def append_block(
    rewriter: PatternRewriter, source: Block, target: Block, values: Sequence[SSAValue] = ()
) -> None:
    """Move the ops of `source` to the end of `target`, and erase `source`.

    `values` replace the arguments of `source`.
    """
    rewriter.inline_block(source, InsertPoint.at_end(target), values)


def move_blocks(source: Region, target: Region) -> None:
    """Move all blocks of `source` to the end of `target`."""
    for block in list(source.blocks):
        source.detach_block(block)
        target.add_block(block)


def empty(region: Region) -> Block:
    """Erase the initial terminator in the region of a new op, and return the region's block."""
    block = region.block
    for op in list(block.ops):
        op.detach()
        op.erase()
    return block


def replace_terminator(rewriter: PatternRewriter, old: Operation, new: Operation) -> None:
    """Replace the terminator `old` by `new`, which is already in the same block."""
    new.location = old.location
    rewriter.replace(old, new)


def replace_use(rewriter: PatternRewriter, use: Use, value: SSAValue) -> None:
    """Replace the operand of one use by `value`."""
    use.operation.operands[use.index] = value
    rewriter.notify_op_modified(use.operation)


def replace_silently(rewriter: PatternRewriter, old: SSAValue, new: SSAValue) -> None:
    """Replace `old` by `new` without revisiting the users of `old`.

    Where MLIR does not revisit them, the order of its output depends on it.
    """
    old.replace_all_uses_with(new)
    rewriter.has_done_action = True


def replace_by_region(
    rewriter: PatternRewriter, op: Operation, region: Region, values: Sequence[SSAValue] = ()
) -> None:
    """Replace `op` by the ops of its region, which has one block.

    `values` replace the block's arguments, and the operands of its terminator replace the results
    of `op`.
    """
    end = terminator_of(region)
    rewriter.inline_block(region.block, InsertPoint.before(op), values)
    rewriter.replace(op, (), end.operands)
    rewriter.erase(end)


def is_within(op: Operation, region: Region) -> bool:
    """Whether `op` is in `region` or in a nested region."""
    current = op.parent_region()
    while current is not None and current is not region:
        parent = current.parent_op()
        current = None if parent is None else parent.parent_region()
    return current is region
