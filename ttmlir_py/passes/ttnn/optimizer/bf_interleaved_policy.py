"""The policy `BFInterleaved`: results go into L1, interleaved, while there is space.

A result is freed when all its users are scheduled. Of the ready ops, the one that increases the use
of L1 least comes next. An op that frees more than it takes comes last, because upstream compares
the change as an unsigned number.
"""

from collections.abc import Iterable
from heapq import heappop, heappush

from xdsl.ir import Block, Operation

from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.passes.ttnn.optimizer.legal_layouts import Refusal, describe_layout
from ttmlir_py.passes.ttnn.optimizer.plan import (
    InterleavedChoice,
    Plan,
    PolicyInput,
    l1_bytes,
    operand_ops,
    use_count,
    users,
)
from ttmlir_py.passes.ttnn.optimizer.schedule import Scheduler

_UNSIGNED = 1 << 64


Key = tuple[int | None, int]
"""The bytes of L1 for an op's result (None if it cannot be in L1), and the bytes that the op
frees.
"""


class _BestFirst:
    """One run of the policy.

    Ready ops with the same key share a heap, so that a step looks at each key instead of each op.
    An op whose key changes is added to the new heap, and skipped when it comes up in the old heap.
    """

    def __init__(self, block: Block, given: PolicyInput):
        self._given = given
        self._choice = InterleavedChoice(given)
        self._scheduler = Scheduler(block)
        self._ops = list(self._scheduler.position)
        self._keys: dict[Operation, Key] = {}
        self._heaps: dict[Key, list[int]] = {}
        self._uses_left: dict[Operation, int] = {}
        self._bytes: dict[Operation, int] = {}
        self._used = 0
        self._size = IdentityMemo(l1_bytes)

    def run(self) -> Plan:
        """Return the plan after scheduling all ops."""
        self.plan = Plan(order=self._scheduler.order)
        self._place(self._scheduler.ready)
        while self._keys:
            op = self._next()
            self._allocate(op)
            del self._keys[op]
            self._scheduler.schedule(op)
            for each in (op, *self._free(op)):
                self._place(user for user in users(each) if user in self._scheduler.position)
        return self.plan

    def _place(self, ops: Iterable[Operation]) -> None:
        """Add the ready ops `ops` to the heaps of their current keys."""
        for op in ops:
            if self._scheduler.is_ready(op):
                l1 = self._choice.l1(op)
                needed = operand_ops(op, self._scheduler)
                freed = sum(self._bytes[each] for each in needed if self._uses_left.get(each) == 1)
                key = None if l1 is None else self._size(l1), freed
                if self._keys.get(op) != key:
                    self._keys[op] = key
                    heappush(self._heaps.setdefault(key, []), self._scheduler.position[op])

    def _next(self) -> Operation:
        """Return the ready op that increases the use of L1 least. Of equal ops, the first one
        wins.
        """
        changes: list[tuple[int, int]] = []
        for key, heap in self._heaps.items():
            while heap and self._keys.get(self._ops[heap[0]]) != key:
                heappop(heap)
            if heap:
                size, freed = key
                taken = size if size is not None and self._fits(size) else 0
                changes.append(((taken - freed) % _UNSIGNED, heap[0]))
        return self._ops[min(changes)[1]]

    def _fits(self, size: int) -> bool:
        return self._used + size <= self._choice.capacity

    def _allocate(self, op: Operation) -> None:
        l1, size = self._choice.l1(op), self._keys[op][0]
        if l1 is None or size is None:
            return
        room = f"of {self._choice.capacity} bytes per core"
        if self._fits(size):
            self.plan.layouts[op] = l1
            self._bytes[op] = size
            self._uses_left[op] = use_count(op)
            self._used += size
            self.plan.reasons[op] = f"in L1: {self._used} {room} used"
        elif self._given.explain:
            reason = f"no room in L1: takes {size}, {self._used} {room} used"
            self.plan.refused[op] = [Refusal(describe_layout(l1), reason)]

    def _free(self, op: Operation) -> list[Operation]:
        """Free the results whose last user is `op`. Return the ops whose results have one use
        left.
        """
        for each in operand_ops(op, self._scheduler):
            if each in self._uses_left:
                self._uses_left[each] -= 1
                if self._uses_left[each] == 0:
                    self._used -= self._bytes[each]
                    del self._uses_left[each]
        return [e for e in operand_ops(op, self._scheduler) if self._uses_left.get(e) == 1]


def bf_interleaved(block: Block, given: PolicyInput) -> Plan:
    """Return a plan that puts results of a function's body into L1 while there is space."""
    return _BestFirst(block, given).run()
