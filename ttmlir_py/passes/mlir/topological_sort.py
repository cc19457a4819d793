"""`topological-sort`: order operations so that definitions come before uses."""

from collections import deque
from collections.abc import Container, Sequence
from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.traits import IsTerminator

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass


@dataclass(frozen=True)
class TopologicalSortPass(Pass):
    """Sort regions without SSA dominance in topological order

    In a module, an operation may come before the operations whose results it uses. The pass moves
    each operation after the definitions that it uses, and otherwise keeps the order. An operation
    in a cycle stays before the operations after it.
    """

    name = "topological-sort"
    cpp_name = "TopologicalSort"
    anchor = None

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        changed = False
        for each in op.walk():
            if isinstance(each, ModuleOp):
                for block in each.body.blocks:
                    changed |= _sort(block)
        return changed


def _sort(block: Block) -> bool:
    """Sort the operations of `block` except its terminator. Return whether the order changed."""
    ops = list(block.ops)
    if ops and ops[-1].has_trait(IsTerminator, value_if_unregistered=False):
        ops.pop()
    ordered = _ordered(ops)
    if all(a is b for a, b in zip(ops, ordered, strict=True)):
        return False
    following = ops[-1].next_op if ops else None
    for op in ops:
        op.detach()
    if following is None:
        block.add_ops(ordered)
    else:
        block.insert_ops_before(ordered, following)
    return True


def _ordered(ops: Sequence[Operation]) -> list[Operation]:
    """Return `ops` in the order of MLIR's algorithm, which works in rounds.

    Each round takes the operations that are ready, in their original order, or the first one if no
    operation is ready. An operation is in the same round as one that it needs if it comes after
    that operation in the original order. Otherwise it is in the next round.
    """
    positions = {op: index for index, op in enumerate(ops)}
    users: dict[Operation, list[Operation]] = {op: [] for op in ops}
    missing: dict[Operation, int] = {}
    for op in ops:
        needed = _needed(op, positions)
        missing[op] = len(needed)
        for each in needed:
            users[each].append(op)
    rounds = dict.fromkeys(ops, 0)
    ready = deque(op for op in ops if not missing[op])
    scheduled: set[Operation] = set()
    last = 0
    first = iter(ops)
    while len(scheduled) < len(ops):
        is_forced = not ready
        op = next(each for each in first if each not in scheduled) if is_forced else ready.popleft()
        if is_forced:
            rounds[op] = last + 1
        scheduled.add(op)
        last = max(last, rounds[op])
        for user in users[op]:
            if user in scheduled:  # A cycle has forced the user to come first.
                continue
            follows = positions[op] < positions[user] and not is_forced
            rounds[user] = max(rounds[user], rounds[op] + (not follows))
            missing[user] -= 1
            if not missing[user]:
                ready.append(user)
    return sorted(ops, key=lambda op: (rounds[op], positions[op]))


def _needed(op: Operation, ops: Container[Operation]) -> set[Operation]:
    """Return the operations in `ops` whose results `op`, or an operation inside of it, uses."""
    found: set[Operation] = set()
    for inner in op.walk():
        for operand in inner.operands:
            producer = operand.owner
            current = producer if isinstance(producer, Operation) else None
            while current is not None and current is not op:
                if current in ops:
                    found.add(current)
                current = current.parent_op()
    return found
