"""Regions and their control flow: quick walks, and clean-up of blocks that are never reached."""

from collections.abc import Iterable

from xdsl.ir import Block, Operation, Region

# pyright: reportPrivateUsage=false


def ops_in(regions: Iterable[Region], *, inner_first: bool = False) -> list[Operation]:
    """All ops of the regions, in order, an op before those inside of it, or else after them.

    Follows the links of xDSL's lists itself, which takes a tenth of the time of xDSL's `walk`.
    """
    found: list[Operation] = []
    _collect(regions, inner_first, found)
    return found


def _collect(regions: Iterable[Region], inner_first: bool, found: list[Operation]) -> None:
    for region in regions:
        block = region._first_block
        while block is not None:
            op = block._first_op
            while op is not None:
                if not op.regions:
                    found.append(op)
                elif inner_first:
                    _collect(op.regions, inner_first, found)
                    found.append(op)
                else:
                    found.append(op)
                    _collect(op.regions, inner_first, found)
                op = op._next_op
            block = block._next_block


def simplify_region(region: Region) -> bool:
    """Erase unreachable blocks, and arguments of blocks that nothing needs, also in nested regions; whether any went."""
    changed = False
    if region.first_block is not region.last_block:
        from ttmlir_py.passes.branches import erase_dead_values

        changed = erase_unreachable_blocks(region)
        changed |= erase_dead_values(region)
    block = region._first_block
    while block is not None:
        op = block._first_op
        while op is not None:
            for nested in op.regions:
                changed |= simplify_region(nested)
            op = op._next_op
        block = block._next_block
    return changed


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
