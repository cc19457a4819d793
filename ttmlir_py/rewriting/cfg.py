"""Regions and their control flow: quick walks, and clean-up of blocks that are never reached."""

from collections.abc import Iterator, Sequence

from xdsl.ir import Block, Operation, Region

# pyright: reportPrivateUsage=false


def ops_in(regions: Sequence[Region], *, inner_first: bool = False) -> Iterator[Operation]:
    """All ops of the regions, in order, an op before those inside of it, or else after them.

    The op at hand may be erased or moved. Follows the links of xDSL's lists itself, which takes a tenth of the time of xDSL's
    `walk`; and an op that is handled when it is met is still in the processor's cache, unlike those of a list.
    """
    if inner_first:
        for region in regions:
            for block in region.blocks:
                for op in ops_of(block):
                    yield from ops_in(op.regions, inner_first=True)
                    yield op
        return
    pending: list[Block | Operation | None] = [each._first_block for each in reversed(regions)]
    while pending:
        op = pending.pop()
        if isinstance(op, Block):
            pending.append(op._next_block)
            op = op._first_op
        while op is not None:
            following = op._next_op
            yield op
            if op.regions:
                pending.append(following)
                pending += [each._first_block for each in reversed(op.regions)]
                break
            op = following


def ops_of(block: Block) -> Iterator[Operation]:
    """The ops of a block; the one at hand may be erased or moved."""
    op = block._first_op
    while op is not None:
        following = op._next_op
        yield op
        op = following


def simplify_region(region: Region) -> bool:
    """Erase unreachable blocks, and arguments of blocks that nothing needs; whether any went. Nested regions stay as they are."""
    if region._first_block is region._last_block:
        return False
    from ttmlir_py.rewriting.branches import erase_dead_values

    changed = erase_unreachable_blocks(region)
    return erase_dead_values(region) or changed


def reachable_blocks(region: Region) -> dict[Block, None]:
    """The blocks that some path from the entry block reaches, in the order in which a search finds them."""
    entry = region.first_block
    reached = {} if entry is None else {entry: None}
    pending = list(reached)
    while pending:
        last = pending.pop().last_op
        for successor in () if last is None else last.successors:
            if successor not in reached:
                reached[successor] = None
                pending.append(successor)
    return reached


def erase_unreachable_blocks(region: Region) -> bool:
    """Erase the blocks that no path from the entry block reaches; whether there were any."""
    reached = reachable_blocks(region)
    dead = [block for block in region.blocks if block not in reached]
    for block in dead:
        for op in block.ops:
            op.drop_all_references()
    for block in dead:
        region.erase_block(block, safe_erase=False)
    return bool(dead)
