"""The policy `GreedyL1Interleaved`: as many results as fit go into L1, decided op by op.

When an op is scheduled, the policy decides which results are in L1: that of the op, and those of
its operands that are in L1 so far. It takes the combination that uses most of L1, such that the
operands can be computed in some order without running out. The function is then reordered so that
each op's operands are computed in that order right before it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from xdsl.ir import Block, Operation

from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr
from ttmlir_py.passes.ttnn.optimizer.legal_layouts import Refusal, describe_layout
from ttmlir_py.passes.ttnn.optimizer.plan import (
    InterleavedChoice,
    Plan,
    PolicyInput,
    l1_bytes,
    operand_ops,
    use_count,
)
from ttmlir_py.passes.ttnn.optimizer.schedule import Scheduler

EXHAUSTIVE = 10
"""The maximum number of ops for which all combinations are tried.

For more ops, only sets of those with the smallest results are tried.
"""


@dataclass(frozen=True)
class L1Usage:
    """The bytes of L1 per core of an op's result, and the peak while the op and its operands are
    computed.
    """

    output: int
    required: int


class _Greedy:
    """One run of the policy."""

    def __init__(self, block: Block, given: PolicyInput):
        self._block = block
        self._given = given
        self._choice = InterleavedChoice(given)
        self._scheduler = Scheduler(block)
        self._required: dict[Operation, int] = {}
        self._before: dict[Operation, list[Operation]] = {}
        self.plan = Plan()

    def run(self) -> Plan:
        """Return the plan after deciding for all ops, in rounds of ready ops."""
        while ready := self._scheduler.ready:
            for op in ready:
                self._scheduler.schedule(op)
                self._decide(op)
        self.plan.order = list(self._depth_first())
        if self._given.explain:
            self._explain()
        return self.plan

    def _decide(self, op: Operation) -> None:
        """Choose the layouts of `op` and of its operands in L1, and the order of the operands."""
        choice, layouts = self._choice, self.plan.layouts
        usages: dict[Operation, L1Usage] = {}
        dram, l1 = choice.dram(op), choice.l1(op)
        layout = dram or l1
        if layout is not None:
            layouts[op] = layout
            if l1 is not None and dram is not None and use_count(op) == 1:
                usages[op] = L1Usage(l1_bytes(l1), 0)
        operands = operand_ops(op, self._scheduler)
        before: list[Operation] = []
        for each in operands:
            layout = layouts.get(each)
            if layout is not None and layout.has_interleaved_l1_tensor_memory_layout():
                usages[each] = L1Usage(l1_bytes(layout), self._required[each])
            else:
                before.append(each)
        in_l1, order = best_in_l1(usages, op, choice.capacity, self._scheduler.position)
        if in_l1:
            for each in usages:
                chosen = choice.l1(each) if each in in_l1 else choice.dram(each)
                layouts[each] = chosen or layouts[each]
        self._before[op] = [*before, *order]
        if op in layouts:
            self._required[op] = self._peak(op, operands, layouts)

    def _peak(
        self,
        op: Operation,
        operands: Iterable[Operation],
        layouts: Mapping[Operation, TTNNLayoutAttr],
    ) -> int:
        """Return the peak bytes of L1 for computing `operands` one after the other, and then
        `op`.
        """
        peak = used = 0
        for each in operands:
            if each in layouts:
                peak = max(peak, used + self._required[each])
                used += l1_bytes(layouts[each])
        return max(peak, used + l1_bytes(layouts[op]))

    def _depth_first(self) -> Iterator[Operation]:
        """Yield the ops that compute the first returned value.

        Each op comes right after its operands, in their chosen order.
        """
        last = self._block.last_op
        root = last.operands[0].owner if last is not None and last.operands else None
        if not isinstance(root, Operation) or root not in self._before:
            return
        done, stack = {root}, [(root, iter(self._before[root]))]
        while stack:
            op, rest = stack[-1]
            following = next((each for each in rest if each not in done), None)
            if following is None:
                yield op
                stack.pop()
            else:
                done.add(following)
                stack.append((following, iter(self._before[following])))

    def _explain(self) -> None:
        room = f"{self._choice.capacity} bytes per core"
        for op, layout in self.plan.layouts.items():
            l1 = self._choice.l1(op)
            if layout == l1:
                self.plan.reasons[op] = f"in L1: fits into the {room}"
            elif l1 is not None:
                why = (
                    "it has several uses" if use_count(op) != 1 else f"others use the {room} better"
                )
                self.plan.refused[op] = [Refusal(describe_layout(l1), why)]


def best_in_l1(
    usages: Mapping[Operation, L1Usage],
    base: Operation,
    capacity: int,
    position: Mapping[Operation, int],
) -> tuple[frozenset[Operation], list[Operation]]:
    """Return the ops whose results should be in L1, such that they use most of its memory, and the
    order of all ops except `base`.

    In that order, ops in DRAM come first. Both are empty if nothing fits. Of equally good
    combinations, the one with the lowest binary number wins, where the first op in `usages` is the
    lowest bit. Of equally good orders, the one nearest to the program wins.
    """
    ops = list(usages)
    others = [op for op in ops if op is not base]
    for chosen in _combinations(usages, capacity):
        in_l1 = frozenset(chosen)
        first = [op for op in others if op not in in_l1]
        then = sorted((op for op in others if op in in_l1), key=position.__getitem__)
        if _lowest_peak([usages[op] for op in then]) < capacity:
            return in_l1, [*first, *(then[i] for i in _first_order([usages[op] for op in then]))]
    return frozenset(), others


def _combinations(usages: Mapping[Operation, L1Usage], capacity: int) -> Iterator[list[Operation]]:
    """Yield combinations of ops whose results fit in L1 together, those that use most of it
    first.
    """
    ops = list(usages)
    numbers = sorted(range(len(ops)), key=lambda number: usages[ops[number]].output)
    if len(ops) > EXHAUSTIVE:
        sets = (tuple(numbers[: count + 1]) for count in range(len(ops)))
    else:
        sets = (each for count in range(len(ops)) for each in combinations(numbers, count + 1))
    ranked: list[tuple[int, int]] = []
    for members in sets:
        used = sum(usages[ops[number]].output for number in members)
        if 0 < used <= capacity:
            ranked.append((-used, sum(1 << number for number in members)))
    for _, mask in sorted(ranked):
        yield [op for number, op in enumerate(ops) if mask >> number & 1]


def _lowest_peak(usages: Iterable[L1Usage]) -> int:
    """Return the lowest peak of any order: ops that free most of their own peak come first."""
    peak = used = 0
    for usage in sorted(usages, key=lambda usage: usage.output - usage.required):
        peak = max(peak, used + usage.required)
        used += usage.output
    return peak


def _first_order(usages: Sequence[L1Usage]) -> Iterator[int]:
    """Yield the lexicographically first of the orders with the lowest peak, as indices."""
    lowest = _lowest_peak(usages)
    remaining, used = list(range(len(usages))), 0
    while remaining:
        for index in remaining:
            rest = [usages[other] for other in remaining if other != index]
            behind = used + usages[index].output + _lowest_peak(rest) if rest else 0
            if max(used + usages[index].required, behind) <= lowest:
                break
        else:
            raise AssertionError("no op can come next")
        yield index
        remaining.remove(index)
        used += usages[index].output


def greedy_l1_interleaved(block: Block, given: PolicyInput) -> Plan:
    """Return a plan that puts results of a function's body into L1 greedily."""
    return _Greedy(block, given).run()
