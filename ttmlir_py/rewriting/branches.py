"""Branches: where they may go with what, and erasing what is only passed around."""

from xdsl.ir import Block, Operation, Region, SSAValue

from ttmlir_py.ir.external_models import models_for
from ttmlir_py.rewriting.cfg import ops_in
from ttmlir_py.rewriting.effects import would_be_trivially_dead


def branch_ways(op: Operation) -> list[tuple[Block, range]] | None:
    """The blocks that a branch may go to, with the numbers of the operands that it passes; None if nobody knows."""
    model = models_for(op.__class__).branches.get(op.name)
    return None if model is None else list(zip(op.successors, model.passed(op), strict=True))


def erase_dead_values(region: Region) -> bool:
    """Erase block arguments and ops that only each other need, as around a loop; whether there were any.

    The entry block keeps its arguments.
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
    return bool(dead) or bool(arguments)


class _Liveness:
    """The ops and values of a region with several blocks that something with an effect needs."""

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
        """An op is live, with those that hold it, and with the operands that it does not just pass on."""
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
    """Remove the operands that a branch passes to dead arguments."""
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
