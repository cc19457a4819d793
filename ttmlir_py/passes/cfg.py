"""Control flow clean-up: erasing blocks that are never reached."""

from xdsl.ir import Block, Region


def simplify_region(region: Region) -> bool:
    """Erase unreachable blocks, also in nested regions; whether any went."""
    changed = False
    if region.first_block is not region.last_block:
        changed = erase_unreachable_blocks(region)
    for block in region.blocks:
        for op in block.ops:
            for nested in op.regions:
                changed |= simplify_region(nested)
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
