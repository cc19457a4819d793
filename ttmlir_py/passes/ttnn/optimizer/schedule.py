"""The order of ops: which op can come next, and application of a chosen order to a block."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from xdsl.ir import Block, Operation
from xdsl.traits import MemoryWriteEffect

from ttmlir_py.dialects import ttnn
from ttmlir_py.ir.definition.operations import DestinationStyle

_NOT_SCHEDULED = (ttnn.EmptyOp, ttnn.GetDeviceOp)


def is_schedulable(op: Operation) -> bool:
    """Whether `op` computes something.

    That is the case for TTNN and TTIR ops with a result, except ops that create a destination or
    open the device.
    """
    if op.name.startswith("ttnn."):
        return bool(op.results) and not isinstance(op, _NOT_SCHEDULED)
    return op.name.startswith("ttir.") and bool(op.results)


class Scheduler:
    """A scheduler of the ops of a block, which schedules operands before their users.

    Of several ready ops, the first in the program comes first.
    """

    def __init__(self, block: Block):
        self.order: list[Operation] = []
        ops = [op for op in block.ops if is_schedulable(op)]
        self.position = {op: index for index, op in enumerate(ops)}
        self._ops = ops
        self._missing = [
            sum(owner in self.position for owner in {operand.owner for operand in op.operands})
            for op in ops
        ]
        self._ready: list[int] = []
        self._ready_layout_changes: list[int] = []
        for index, missing in enumerate(self._missing):
            if not missing:
                self._release(index)

    @property
    def ready(self) -> list[Operation]:
        """The ops whose operands are all scheduled, in program order."""
        return [self._ops[index] for index in self._ready]

    @property
    def first_ready(self) -> Operation | None:
        """The first ready op, or None if all ops are scheduled."""
        return self._ops[self._ready[0]] if self._ready else None

    @property
    def first_ready_layout_change(self) -> Operation | None:
        """The first ready `ttnn.to_layout`, or None."""
        changes = self._ready_layout_changes
        return self._ops[changes[0]] if changes else None

    def is_ready(self, op: Operation) -> bool:
        """Whether all operands of `op` are scheduled, and `op` is not."""
        index = self.position[op]
        return self._missing[index] == 0

    def schedule(self, op: Operation) -> None:
        """Schedule `op`, which must be ready, as the next op."""
        index = self.position[op]
        for ready in (self._ready, self._ready_layout_changes):
            place = bisect_left(ready, index)
            if place < len(ready) and ready[place] == index:
                del ready[place]
        self._missing[index] = -1
        self.order.append(op)
        for user in {use.operation for result in op.results for use in result.uses}:
            number = self.position.get(user)
            if number is not None:
                self._missing[number] -= 1
                if not self._missing[number]:
                    self._release(number)

    def _release(self, index: int) -> None:
        insort(self._ready, index)
        if isinstance(self._ops[index], ttnn.ToLayoutOp):
            insort(self._ready_layout_changes, index)


def apply_schedule(block: Block, order: Sequence[Operation]) -> None:
    """Move the ops in `order` behind the first of them, in this order.

    Each op comes after its destination. The other ops keep their positions, unless an op that moves
    needs one. Values are defined before they are used. An op that writes into a cache keeps its
    order relative to other users of the cache.
    """
    if len(order) <= 1:
        return
    final = _respect_dependencies(block, _wanted_order(block, order))
    if all(op is other for op, other in zip(block.ops, final, strict=True)):
        return
    for op in final:
        op.detach()
    block.add_ops(final)


def _wanted_order(block: Block, order: Sequence[Operation]) -> Iterable[Operation]:
    """Yield the ops of `block` in the chosen order.

    Destinations of moved ops are left out, because they come right before these ops, like all
    dependencies.
    """
    first, *rest = order
    inits = (op.dps_inits[-1].owner for op in rest if isinstance(op, DestinationStyle))
    moved = {*rest, *inits}
    for op in block.ops:
        if op not in moved:
            yield op
        if op is first:
            yield from rest


def _write_dependencies(block: Block) -> dict[Operation, list[Operation]]:
    """Map each user of an overwritten tensor to the users that must stay before it."""
    result: dict[Operation, list[Operation]] = {}
    writers = [op for op in block.ops if op.has_trait(MemoryWriteEffect) and op.operands]
    position = {op: index for index, op in enumerate(block.ops)} if writers else {}
    for value in dict.fromkeys(op.operands[0] for op in writers):
        users = sorted({use.operation for use in value.uses}, key=position.__getitem__)
        written = 0
        for index, op in enumerate(users):
            writes = op in writers
            result.setdefault(op, []).extend(users[:index] if writes else users[:written])
            if writes:
                written = index + 1
    return result


def _respect_dependencies(block: Block, wanted: Iterable[Operation]) -> list[Operation]:
    """Return all ops of `block` in the order `wanted`, each after the ops that it depends on."""
    members, final, more = set(block.ops), dict[Operation, None](), _write_dependencies(block)
    for root in wanted:
        stack = [] if root in final else [root]
        while stack:
            op = stack[-1]
            missing = [
                each
                for each in (*_owners(op), *more.get(op, ()))
                if isinstance(each, Operation) and each in members and each not in final
            ]
            if missing:
                stack.extend(reversed(missing))
            else:
                final[stack.pop()] = None
    return list(final)


def _owners(op: Operation) -> list[Operation | Block]:
    """Return the ops and blocks that define the values which `op`, or an op inside of it, uses."""
    inside = op.walk() if op.regions else (op,)
    return [operand.owner for each in inside for operand in each.operands]
