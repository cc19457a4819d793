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


class DominatorTree:
    """Which blocks of a region dominate which; only those that can be reached from the first one are in the tree.

    The tree is found as by Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"): blocks are numbered in reverse
    post-order, and the immediate dominator of a block is where the paths up the tree from its predecessors meet.
    """

    def __init__(self, region: Region):
        entry = region.first_block
        order = [] if entry is None else _reverse_post_order(entry)
        self._numbers = {id(block): number for number, block in enumerate(order)}
        self._parents = self._immediate_dominators(order)
        self._sizes = [1] * len(order)
        for number in range(len(order) - 1, 0, -1):
            self._sizes[self._parents[number]] += self._sizes[number]
        # The blocks below one are those with the numbers that follow its own in the order of a walk down the tree.
        self._walk = [0] * len(order)
        self._depths = [0] * len(order)
        free = [1] * len(order)
        for number in range(1, len(order)):
            parent = self._parents[number]
            self._depths[number] = self._depths[parent] + 1
            self._walk[number] = free[parent]
            free[parent] += self._sizes[number]
            free[number] = self._walk[number] + 1
        self._order = order

    def _immediate_dominators(self, order: list[Block]) -> list[int]:
        """The number of each block's immediate dominator, which is a smaller one; the first block's is its own."""
        predecessors: list[list[int]] = [[] for _ in order]
        for number, block in enumerate(order):
            for successor in _successors(block):
                predecessors[self._numbers[id(successor)]].append(number)
        unknown = -1
        parents = [unknown] * len(order)
        parents[:1] = [0]
        changed = True
        while changed:
            changed = False
            for number in range(1, len(order)):
                found = unknown
                for other in predecessors[number]:
                    if parents[other] == unknown:
                        continue
                    while found not in (unknown, other):
                        if found > other:
                            found = parents[found]
                        else:
                            other = parents[other]
                    found = other
                if parents[number] != found:
                    parents[number] = found
                    changed = True
        return parents

    def __contains__(self, block: Block) -> bool:
        """Whether control can get to the block from the first one."""
        return id(block) in self._numbers

    def dominates(self, block: Block, other: Block) -> bool:
        """Whether control gets to the other block only through this one; both are in the tree. A block dominates itself."""
        first, second = self._numbers[id(block)], self._numbers[id(other)]
        return 0 <= self._walk[second] - self._walk[first] < self._sizes[first]

    def walk(self) -> list[tuple[Block, int]]:
        """All blocks, each after those that dominate it, which are as many as the number that comes with it."""
        blocks = zip(self._walk, self._order, self._depths, strict=True)
        return [(block, depth) for _, block, depth in sorted(blocks, key=lambda each: each[0])]


class _Dominance:
    """Positions of operations and dominators of blocks, found when asked for."""

    def __init__(self):
        self._positions: dict[int, int] = {}
        self._numbered: set[int] = set()
        self._trees: dict[int, DominatorTree] = {}

    def is_reachable(self, block: Block) -> bool:
        """Whether control can get to the block from the entry of its region."""
        region = block.parent
        assert region is not None
        return region.first_block is block or block in self._tree(region)

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
        """Whether it does; every block dominates what cannot be reached."""
        region = block.parent
        assert region is not None
        tree = self._tree(region)
        return other not in tree or (block in tree and tree.dominates(block, other))

    def _tree(self, region: Region) -> DominatorTree:
        known = self._trees.get(id(region))
        if known is None:
            known = self._trees[id(region)] = DominatorTree(region)
        return known


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
