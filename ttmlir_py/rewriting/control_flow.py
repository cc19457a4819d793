"""Regions and control flow: fast walks, operands that branches pass, and removal of dead blocks."""

from collections.abc import Iterator, Sequence
from enum import Enum

from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation, SingleBlockRegionDef
from xdsl.traits import SingleBlockImplicitTerminator

from ttmlir_py.ir.external_models import models_for
from ttmlir_py.rewriting.effects import would_be_trivially_dead

# pyright: reportPrivateUsage=false


def ops_in(regions: Sequence[Region], *, inner_first: bool = False) -> Iterator[Operation]:
    """Yield all ops in `regions`, in order. An op comes before the ops inside of it.

    With `inner_first`, an op comes after the ops inside of it. The current op may be moved, or
    erased with the ops inside of it. The walk follows the links of xDSL's lists directly, which
    takes a tenth of the time of xDSL's `walk`. Ops that are handled during the walk are also still
    in the processor's cache, unlike the ops of a list.
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
            if op.regions and op.parent is not None:
                pending.append(following)
                pending += [each._first_block for each in reversed(op.regions)]
                break
            op = following


def ops_of(block: Block) -> Iterator[Operation]:
    """Yield the ops of `block`. The current op may be erased or moved during the iteration."""
    op = block._first_op
    while op is not None:
        following = op._next_op
        yield op
        op = following


class Simplified(Enum):
    """The result of a simplification: whether it erased ops, only block arguments, or nothing.

    MLIR continues simplifying only if an op was erased.
    """

    NOTHING = 0
    ARGUMENTS = 1
    OPS = 2


def simplify_region(region: Region) -> Simplified:
    """Erase unreachable blocks and dead block arguments of `region`, but not of nested regions."""
    if region._first_block is region._last_block:
        return Simplified.NOTHING
    unreachable = erase_unreachable_blocks(region)
    erased = erase_dead_values(region)
    return Simplified.OPS if unreachable else erased


def reachable_blocks(region: Region) -> dict[Block, None]:
    """Return the blocks reachable from the entry block as keys, in the order in which they are
    found.
    """
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
    """Erase the blocks that are unreachable from the entry block. Return whether there were any."""
    reached = reachable_blocks(region)
    dead = [block for block in region.blocks if block not in reached]
    for block in dead:
        for op in block.ops:
            op.drop_all_references()
    for block in dead:
        region.erase_block(block, safe_erase=False)
    return bool(dead)


def takes_single_blocks(op: Operation) -> bool:
    """Whether the definition of `op` allows only one block per region."""
    if op.has_trait(SingleBlockImplicitTerminator):
        return True
    definition = op.get_irdl_definition() if isinstance(op, IRDLOperation) else None
    regions = () if definition is None else definition.regions
    return any(isinstance(region, SingleBlockRegionDef) for _, region in regions)


def branch_ways(op: Operation) -> list[tuple[Block, range]] | None:
    """Return each target block of a branch, with the indices of the operands passed to the block.

    Returns None if the passed operands are unknown.
    """
    model = models_for(op.__class__).branches.get(op.name)
    return None if model is None else list(zip(op.successors, model.passed(op), strict=True))


def erase_dead_values(region: Region) -> Simplified:
    """Erase block arguments and ops whose values are used only by each other, as happens in loops.

    The arguments of the entry block remain.
    """
    live = _Liveness(region)
    dead = [op for op in ops_in((region,)) if op.parent_region() is region and op not in live.ops]
    arguments = [
        argument
        for block in list(region.blocks)[1:]
        for argument in block.args
        if argument not in live.values
    ]
    for block in region.blocks:
        if block.last_op is not None:
            _drop_passed(block.last_op, live)
    for op in dead:
        op.detach()
        op.drop_all_references()
    for argument in reversed(arguments):
        argument.block.erase_arg(argument, safe_erase=False)
    if dead:
        return Simplified.OPS
    return Simplified.ARGUMENTS if arguments else Simplified.NOTHING


class _Liveness:
    """The live ops and values of a region with several blocks: those that affect an op with
    effects.
    """

    def __init__(self, region: Region):
        self.values: set[SSAValue] = set()
        self.ops: set[Operation] = set()
        self._region = region
        self._pending: list[SSAValue] = []
        self._passed: dict[SSAValue, list[SSAValue]] = {}
        for block in region.blocks:
            self._note_passed(block.last_op)
        for op in ops_in((region,)):
            if not would_be_trivially_dead(op):
                self._mark(op)
        while self._pending:
            value = self._pending.pop()
            for source in self._passed.get(value, ()):
                self._need(source)
            if isinstance(value.owner, Operation):
                self._mark(value.owner)

    def _note_passed(self, terminator: Operation | None) -> None:
        for block, numbers in (branch_ways(terminator) or ()) if terminator else ():
            for argument, number in zip(block.args, numbers, strict=True):
                assert terminator is not None
                self._passed.setdefault(argument, []).append(terminator.operands[number])

    def _need(self, value: SSAValue) -> None:
        if value not in self.values:
            self.values.add(value)
            self._pending.append(value)

    def _mark(self, op: Operation) -> None:
        """Mark `op`, the ops around it, and its operands as live.

        Operands that a branch only passes to blocks are live if the block's arguments are.
        """
        while op not in self.ops:
            self.ops.add(op)
            ways = branch_ways(op) if op.parent_region() is self._region else None
            passed = {number for _, numbers in ways or () for number in numbers}
            for number, operand in enumerate(op.operands):
                if number not in passed:
                    self._need(operand)
            for inner in ops_in(op.regions):
                for operand in inner.operands:
                    self._need(operand)
            parent = op.parent_op()
            if parent is None or op.parent_region() is self._region:
                return
            op = parent


def _drop_passed(terminator: Operation, live: _Liveness) -> None:
    """Remove the operands that the branch `terminator` passes to dead block arguments."""
    ways = branch_ways(terminator) or []
    dead = {
        number
        for block, numbers in ways
        for argument, number in zip(block.args, numbers, strict=True)
        if argument not in live.values
    }
    if not dead:
        return
    kept = [len([number for number in numbers if number not in dead]) for _, numbers in ways]
    terminator.operands = [
        operand for number, operand in enumerate(terminator.operands) if number not in dead
    ]
    models_for(terminator.__class__).branches[terminator.name].resize(terminator, kept)
