"""Dominance and isolation: whether the definition of each value comes before its uses and in their
scope, with MLIR's messages.

The verifier calls this module only if its one-pass check cannot decide, so it is exact rather than
fast. Two kinds of regions have no order within a block: those of unregistered operations, and graph
regions (`builtin.module`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import ModuleOp, UnregisteredOp
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.traits import IsolatedFromAbove

from ttmlir_py.ir.diagnostics import Diagnostic, OperationError, note


def has_ssa_dominance(region: Region) -> bool:
    """Whether each definition in a block of `region` must come before its uses."""
    return not isinstance(region.parent, UnregisteredOp | ModuleOp)


def is_isolated(op: Operation) -> bool:
    """Whether the regions of `op` cannot use values from outside of `op`."""
    return op.has_trait(IsolatedFromAbove, value_if_unregistered=False)


def check_isolation(isolated: Operation) -> None:
    """Raise an error if an operation in `isolated` uses a value from outside of `isolated`."""
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
    """Raise an error if an operation in `isolated` uses a value whose definition does not dominate
    the use.
    """
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


def _check_operands(op: Operation, dominance: _Dominance) -> None:
    for index, operand in enumerate(op.operands):
        if not dominance.properly_dominates(operand, op):
            raise OperationError(
                op,
                f"operand #{index} does not dominate this use",
                [_definition_note(op, operand)],
                op_prefix=False,
            )


def _definition_note(op: Operation, operand: SSAValue) -> Diagnostic:
    """Return a note at the definition of `operand`. It says how the definition's place relates to
    the user `op`.
    """
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
    """Return a phrase that says where the block of the definition is, relative to the block of the
    user `op`.
    """
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
    """A cache of operation positions and dominator trees, computed on demand."""

    def __init__(self):
        self._positions: dict[int, int] = {}
        self._numbered: set[int] = set()
        self._trees: dict[int, DominatorTree] = {}

    def is_reachable(self, block: Block) -> bool:
        """Whether `block` is reachable from the entry block of its region."""
        region = block.parent
        assert region is not None
        return region.first_block is block or self._tree_of(region).holds(block)

    def properly_dominates(self, value: SSAValue, user: Operation) -> bool:
        """Whether `value` is defined on every path to `user`."""
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
        tree = self._tree_of(region)
        return not tree.holds(other) or tree.dominates(block, other)

    def _tree_of(self, region: Region) -> DominatorTree:
        tree = self._trees.get(id(region))
        if tree is None:
            tree = self._trees[id(region)] = DominatorTree(region)
        return tree


class DominatorTree:
    """The dominator tree of a region, by the algorithm of Lengauer and Tarjan.

    Construction takes O(n log n) for n blocks and branches.
    """

    def __init__(self, region: Region):
        blocks, parents, predecessors = _depth_first(region)
        self.blocks: Sequence[Block] = blocks
        """The reachable blocks, ordered such that a block comes after its dominators."""
        self._numbers = {id(block): number for number, block in enumerate(blocks)}
        self._parents = _immediate_dominators(parents, predecessors)
        children: list[list[int]] = [[] for _ in blocks]
        for number in range(1, len(blocks)):
            children[self._parents[number]].append(number)
        self._children = children
        self._entered, self._left = _intervals(children)

    def holds(self, block: Block) -> bool:
        """Whether `block` is reachable."""
        return id(block) in self._numbers

    def children(self, block: Block) -> list[Block]:
        """Return the blocks whose immediate dominator is `block`."""
        return [self.blocks[number] for number in self._children[self._numbers[id(block)]]]

    def dominates(self, block: Block, other: Block) -> bool:
        """Whether `block` dominates `other`, which must be reachable. A block dominates itself."""
        a, b = self._numbers.get(id(block)), self._numbers[id(other)]
        return a is not None and self._entered[a] <= self._entered[b] <= self._left[a]


def _depth_first(region: Region) -> tuple[list[Block], list[int], list[list[int]]]:
    """Return three lists about the reachable blocks, in depth-first order.

    They are the blocks, the number of each block's parent in the search, and the numbers of its
    predecessors.
    """
    entry = region.first_block
    blocks: list[Block] = []
    parents: list[int] = []
    numbers: dict[int, int] = {}
    pending = [] if entry is None else [(entry, 0)]
    while pending:
        block, parent = pending.pop()
        if id(block) not in numbers:
            number = numbers[id(block)] = len(blocks)
            blocks.append(block)
            parents.append(parent)
            pending += [(successor, number) for successor in reversed(_successors(block))]
    predecessors: list[list[int]] = [[] for _ in blocks]
    for number, block in enumerate(blocks):
        for successor in _successors(block):
            predecessors[numbers[id(successor)]].append(number)
    return blocks, parents, predecessors


def _immediate_dominators(parents: list[int], predecessors: list[list[int]]) -> list[int]:
    """Return the number of each node's immediate dominator; nodes are numbered in depth-first
    order.

    The first node is its own dominator.
    """
    count = len(parents)
    semi, best = list(range(count)), list(range(count))
    found = [0] * count
    forest: list[int | None] = [None] * count
    waiting: list[list[int]] = [[] for _ in parents]
    for node in range(count - 1, 0, -1):
        for predecessor in predecessors[node]:
            semi[node] = min(semi[node], semi[_least(predecessor, forest, best, semi)])
        waiting[semi[node]].append(node)
        parent = forest[node] = parents[node]
        for other in waiting[parent]:
            least = _least(other, forest, best, semi)
            found[other] = least if semi[least] < semi[other] else parent
        waiting[parent] = []
    for node in range(1, count):
        if found[node] != semi[node]:
            found[node] = found[found[node]]
    return found


def _least(node: int, forest: list[int | None], best: list[int], semi: list[int]) -> int:
    """Return the node with the least semidominator between `node` and the root of its tree.

    The root is excluded. Also compress the path to the root in `forest`.
    """
    path: list[int] = []
    above = forest[node]
    while above is not None and forest[above] is not None:
        path.append(node)
        node, above = above, forest[above]
    for each in reversed(path):
        above = forest[each]
        assert above is not None
        if semi[best[above]] < semi[best[each]]:
            best[each] = best[above]
        forest[each] = forest[above]
    return best[path[0]] if path else best[node]


def _intervals(children: list[list[int]]) -> tuple[list[int], list[int]]:
    """Return two lists for the nodes of a tree: preorder positions, and last positions in the
    subtrees.

    `children` lists the children of each node.
    """
    entered, left = [0] * len(children), [0] * len(children)
    clock = -1
    pending = [0] if children else []
    while pending:
        node = pending.pop()
        if node < 0:
            left[~node] = clock
            continue
        clock += 1
        entered[node] = clock
        pending.append(~node)
        pending += children[node]
    return entered, left


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
    """Return the operation directly in `region` that is `op` or contains `op`, or None."""
    current: Operation | None = op
    while current is not None and current.parent_region() is not region:
        current = current.parent_op()
    return current
