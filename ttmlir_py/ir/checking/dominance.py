"""Dominance and isolation: whether each use of a value may see its definition, in MLIR's words.

The verifier asks only when its one-pass check cannot tell; so this is exact rather than quick. A region of an
unregistered operation, or of one whose region is a graph (`builtin.module`), has no order within a block.
"""

from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp, UnregisteredOp
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.traits import IsolatedFromAbove

from ttmlir_py.ir.diagnostics import Diagnostic, OperationError, note


def has_ssa_dominance(region: Region) -> bool:
    """Whether definitions must come before uses in the blocks of a region."""
    return not isinstance(region.parent, UnregisteredOp | ModuleOp)


def is_isolated(op: Operation) -> bool:
    """Whether the operation's regions see no values from outside."""
    return op.has_trait(IsolatedFromAbove, value_if_unregistered=False)


def check_isolation(isolated: Operation) -> None:
    """Raise if an operation within `isolated` uses a value from outside the region."""
    for region in isolated.regions:
        pending = [region]
        while pending:
            for op in _operations(pending.pop()):
                for operand in op.operands:
                    defined_in = _region_of(operand)
                    if defined_in is None or not _is_within(defined_in, region):
                        raise OperationError(
                            op,
                            "using value defined outside the region",
                            [note(isolated.location, "required by region isolation constraints")],
                        )
                if op.regions and not is_isolated(op):
                    pending.extend(op.regions)


def check_dominance(isolated: Operation) -> None:
    """Raise if an operation within `isolated` uses a value that does not dominate it."""
    dominance = _Dominance()
    pending = [isolated]
    while pending:
        for region in pending.pop().regions:
            for block in region.blocks:
                reachable = dominance.is_reachable(block)
                for op in block.ops:
                    if reachable:
                        _check_operands(op, dominance)
                    if op.regions and not is_isolated(op):
                        pending.append(op)


def _check_operands(op: Operation, dominance: "_Dominance") -> None:
    for index, operand in enumerate(op.operands):
        if not dominance.properly_dominates(operand, op):
            raise OperationError(
                op,
                f"operand #{index} does not dominate this use",
                [_definition_note(op, operand)],
                op_prefix=False,
            )


def _definition_note(op: Operation, operand: SSAValue) -> Diagnostic:
    """The note that says where the operand is defined, relative to its use."""
    if not isinstance(operand, BlockArgument):
        definition = operand.owner
        assert isinstance(definition, Operation)
        where = _relation(op, definition.parent, "op")
        return note(definition.location, f"operand defined here (op {where})")
    block = operand.block
    region = block.parent
    assert region is not None
    location = op.location if region.parent is None else region.parent.location
    where = _relation(op, block, f"block #{list(region.blocks).index(block)}")
    return note(location, f"operand defined as a block argument ({where})")


def _relation(op: Operation, block: Block | None, kind: str) -> str:
    """Where the definition's block is, seen from its use."""
    region, use_region = None if block is None else block.parent, op.parent_region()
    if kind == "op" and block is op.parent:
        return "in the same block"
    prefix = "" if kind == "op" else f"{kind} "
    if region is use_region:
        return f"{prefix}in the same region"
    assert region is not None
    assert use_region is not None
    if _is_within(use_region, region):
        return f"{prefix}in a parent region"
    if _is_within(region, use_region):
        return f"{prefix}in a child region"
    return f"{prefix}neither in a parent nor in a child region"


class _Dominance:
    """Positions of operations and dominators of blocks, found when asked for."""

    def __init__(self):
        self._positions: dict[int, int] = {}
        self._numbered: set[int] = set()
        self._dominators: dict[int, dict[int, set[int]]] = {}

    def is_reachable(self, block: Block) -> bool:
        """Whether control can get to the block from the entry of its region."""
        region = block.parent
        assert region is not None
        return region.first_block is block or id(block) in self._dominators_in(region)

    def properly_dominates(self, value: SSAValue, user: Operation) -> bool:
        """Whether `value` is defined wherever control gets to `user`."""
        region = _region_of(value)
        if region is None:
            return False
        enclosing = _ancestor_in(region, user)
        if enclosing is None or enclosing.parent is None:
            return False
        if isinstance(value, BlockArgument):
            block = value.block
            return block is enclosing.parent or self._block_dominates(block, enclosing.parent)
        definition = value.owner
        assert isinstance(definition, Operation)
        if definition.parent is enclosing.parent:
            if not has_ssa_dominance(region):
                return True
            return self._position(definition) < self._position(enclosing)
        assert definition.parent is not None
        return self._block_dominates(definition.parent, enclosing.parent)

    def _position(self, op: Operation) -> int:
        block = op.parent
        assert block is not None
        if id(block) not in self._numbered:
            self._numbered.add(id(block))
            self._positions.update((id(other), i) for i, other in enumerate(block.ops))
        return self._positions[id(op)]

    def _block_dominates(self, block: Block, other: Block) -> bool:
        region = block.parent
        assert region is not None
        dominators = self._dominators_in(region).get(id(other))
        return dominators is None or id(block) in dominators

    def _dominators_in(self, region: Region) -> dict[int, set[int]]:
        """For each block that can be reached, the blocks that dominate it, itself included."""
        known = self._dominators.get(id(region))
        if known is None:
            known = self._dominators[id(region)] = dominators(region)
        return known


def dominators(region: Region) -> dict[int, set[int]]:
    """For the id of each block that can be reached, the ids of the blocks that dominate it, itself included."""
    entry = region.first_block
    if entry is None:
        return {}
    order = _reverse_post_order(entry)
    predecessors: dict[int, list[int]] = {id(block): [] for block in order}
    for block in order:
        for successor in _successors(block):
            predecessors[id(successor)].append(id(block))
    everything = {id(block) for block in order}
    dominators = {key: set(everything) for key in everything}
    dominators[id(entry)] = {id(entry)}
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            key = id(block)
            found = set(everything)
            for predecessor in predecessors[key]:
                found &= dominators[predecessor]
            found.add(key)
            if found != dominators[key]:
                dominators[key] = found
                changed = True
    return dominators


def _reverse_post_order(entry: Block) -> list[Block]:
    seen = {id(entry)}
    finished: list[Block] = []
    stack: list[tuple[Block, Iterator[Block]]] = [(entry, iter(_successors(entry)))]
    while stack:
        block, successors = stack[-1]
        following = next((s for s in successors if id(s) not in seen), None)
        if following is None:
            finished.append(block)
            stack.pop()
        else:
            seen.add(id(following))
            stack.append((following, iter(_successors(following))))
    return finished[::-1]


def _successors(block: Block) -> tuple[Block, ...]:
    last = block.last_op
    return () if last is None else tuple(last.successors)


def _operations(region: Region) -> Iterator[Operation]:
    for block in region.blocks:
        yield from block.ops


def _region_of(value: SSAValue) -> Region | None:
    owner = value.owner
    return owner.parent if isinstance(owner, Block) else owner.parent_region()


def _is_within(region: Region, outer: Region) -> bool:
    current: Region | None = region
    while current is not None:
        if current is outer:
            return True
        current = None if current.parent is None else current.parent.parent_region()
    return False


def _ancestor_in(region: Region, op: Operation) -> Operation | None:
    """The operation of `region` that is `op` or encloses it."""
    current: Operation | None = op
    while current is not None and current.parent_region() is not region:
        current = current.parent_op()
    return current
