"""The policy `DFSharding`: chains of ops pass sharded tensors in L1.

The program is scheduled depth first. An op starts or continues a chain if its result has one user
that can run right after it, and if both results fit in L1, sharded over as many cores as possible.
The shard solver then chooses the layouts of the chain. The last op of a chain, and ops outside of
chains, keep their first legal layout.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Block, Operation

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.dialects.tt.types import TileType
from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr
from ttmlir_py.dialects.ttnn.enums import BufferType, TensorMemoryLayout
from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.passes.ttnn.optimizer.legal_layouts import LegalLayouts, Refusal, describe_layout
from ttmlir_py.passes.ttnn.optimizer.memory_reconfig import resharded
from ttmlir_py.passes.ttnn.optimizer.op_model import OpModelError, OutOfL1Error
from ttmlir_py.passes.ttnn.optimizer.plan import Plan, PolicyInput, use_count, users
from ttmlir_py.passes.ttnn.optimizer.schedule import Scheduler
from ttmlir_py.passes.ttnn.optimizer.shard_solver import (
    ChainEdge,
    Node,
    ShardSolver,
    Solution,
    bits,
)

MAX_CANDIDATES: Final = 64
"""The maximum number of sharded layouts per result that are considered. Upstream keeps sets of 64
bits.
"""

_L1_SHARE: Final = (4, 5)
"""The fraction of L1 that the tensors of two neighbouring ops may take, which upstream measured."""


@dataclass(frozen=True)
class _Candidates:
    """The sharded layouts that the solver considers for a result."""

    layouts: tuple[TTNNLayoutAttr, ...]
    sizes: tuple[int, ...]
    """The bytes per core of each layout."""
    cores: tuple[int, ...]
    preferred: tuple[bool, ...]
    enterable: int
    """A bit mask of the layouts that `ttnn.to_memory_config` can create.

    Block sharding needs at least a 32x32 tile per core.
    """

    @classmethod
    def of(cls, legal: LegalLayouts, device: DeviceAttr) -> _Candidates:
        layouts = tuple(
            each for each in legal.layouts if each.has_sharded_l1_tensor_memory_layout()
        )[:MAX_CANDIDATES]
        in_blocks = [
            each.get_mem_layout_opt() is TensorMemoryLayout.BlockSharded for each in layouts
        ]
        enterable = sum(
            1 << number
            for number, (layout, block) in enumerate(zip(layouts, in_blocks, strict=True))
            if not block or not any(size % 32 for size in layout.get_shard_shape())
        )
        return cls(
            layouts,
            tuple(each.get_tensor_size_in_bytes(legal.shape, device) for each in layouts),
            tuple(each.grid.get_grid_volume() for each in layouts),
            tuple(not block for block in in_blocks),
            enterable,
        )


class _Sharding:
    """One run of the policy."""

    def __init__(self, block: Block, given: PolicyInput):
        self._given = given
        self._scheduler = Scheduler(block)
        device = given.device
        self._candidates = IdentityMemo[LegalLayouts, _Candidates](
            lambda legal: _Candidates.of(legal, device)
        )
        self._rows: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}
        self.plan = Plan(order=self._scheduler.order)

    def run(self) -> Plan:
        """Return the plan after scheduling all ops and solving each chain as it ends."""
        scheduler = self._scheduler
        chain: list[Operation] = []
        current: Operation | None = None
        while (first := scheduler.first_ready) is not None:
            if not chain:
                current = scheduler.first_ready_layout_change
            current = current or first
            scheduler.schedule(current)
            if not chain and isinstance(current, ttnn.ToLayoutOp):
                continue
            following, reason = self._following(current, starts=not chain)
            if following is not None:
                chain.append(current)
            elif chain:
                self._solve(chain)
                chain = []
            if reason:
                self.plan.reasons[current] = f"not in a sharded chain: {reason}"
            current = following
        return self.plan

    def candidates(self, op: Operation) -> _Candidates | None:
        """Return the sharded layouts of the result of `op`, or None if there are no such
        layouts.
        """
        legal = self._given.legal.get(op)
        found = None if legal is None else self._candidates(legal)
        return found if found is not None and found.layouts else None

    def _fits(self, *sizes: int) -> bool:
        part, whole = _L1_SHARE
        return sum(sizes) * whole < self._given.usable_l1 * part

    def _following(self, op: Operation, *, starts: bool) -> tuple[Operation | None, str]:
        """Return the op that reads the result of `op` sharded from L1, or None and the reason."""
        if use_count(op) != 1:
            return None, "its result has several uses"
        (following,) = users(op)
        if following not in self._scheduler.position or not self._scheduler.is_ready(following):
            return None, "the user of its result cannot run right after it"
        mine, theirs = self.candidates(op), self.candidates(following)
        if mine is None or theirs is None:
            who = "its result" if mine is None else f"the result of the {following.name} after it"
            return None, f"{who} cannot be sharded"
        sizes = mine.sizes[0], theirs.sizes[0]
        if not self._fits(*sizes):
            return None, f"L1 is too small for {sizes[0]} + {sizes[1]} bytes per core"
        if self._given.op_model.layout_dependent:
            refusal = self._refusal(following, op, mine.layouts[0], theirs.layouts[0])
            if isinstance(refusal, OutOfL1Error):
                return None, str(refusal)
        if starts and (op, 0) in self._given.reshard:
            size = self._input_size(op, mine.layouts[0])
            if not self._fits(size, sizes[0]):
                return None, f"L1 is too small for an input of {size} bytes per core"
        return following, ""

    def _input_size(self, op: Operation, layout: TTNNLayoutAttr) -> int:
        """Return the bytes per core of the first input of `op`, sharded like its result."""
        tensor = tensor_type(op.operands[0])
        sharded = resharded(tensor, layout)
        return sharded.get_tensor_size_in_bytes(tensor.get_shape(), self._given.device)

    def _solve(self, chain: list[Operation]) -> None:
        """Choose the layouts of the ops of `chain`, and the edges where the sharding changes."""
        found = [each for each in map(self.candidates, chain) if each is not None]
        allowed = [-1] * len(chain)
        if (chain[0], 0) in self._given.reshard:
            room = self._with_room_for_input(chain[0], found[0])
            allowed[0] = room & found[0].enterable or room
        uses = [next(use for result in op.results for use in result.uses) for op in chain[:-1]]
        operands = [(use.operation, use.index) for use in uses]
        edges = [
            ChainEdge(number, number + 1, self._compatible(chain, found, number))
            for number in range(len(uses))
        ]
        forced = {number for number, each in enumerate(operands) if each in self._given.reshard}
        solution = _solve(found, edges, forced, allowed)
        self.plan.chains += 1
        self.plan.reconfigured += (operands[number] for number in sorted(solution.resharded))
        for op, each, choice in zip(chain, found, solution.choices, strict=True):
            self.plan.layouts[op] = each.layouts[choice]
        if self._given.explain:
            self._explain(chain, found, solution)

    def _with_room_for_input(self, op: Operation, candidates: _Candidates) -> int:
        """Return the mask of candidates that leave space for the first input of `op`, sharded
        likewise.
        """
        pairs = enumerate(zip(candidates.layouts, candidates.sizes, strict=True))
        return sum(
            1 << number
            for number, (layout, size) in pairs
            if self._fits(self._input_size(op, layout), size)
        )

    def _compatible(
        self, chain: list[Operation], found: list[_Candidates], number: int
    ) -> list[int]:
        """Return, for each candidate of op `number` in `chain`, a mask of the next op's candidates.

        Both must fit in L1 together, and the op model must accept the combination.
        """
        before, after = found[number : number + 2]
        key = before.sizes, after.sizes
        rows = self._rows.get(key)
        if rows is None:
            rows = self._rows[key] = [
                sum(1 << other for other, size in enumerate(after.sizes) if self._fits(own, size))
                for own in before.sizes
            ]
        op = chain[number + 1]

        def accepts(sharded: TTNNLayoutAttr, output: TTNNLayoutAttr) -> bool:
            return self._refusal(op, chain[number], sharded, output) is None

        if not self._given.op_model.layout_dependent:
            return rows if accepts(before.layouts[0], after.layouts[0]) else [0] * len(rows)
        return [
            sum(1 << other for other in bits(row) if accepts(layout, after.layouts[other]))
            for row, layout in zip(rows, before.layouts, strict=True)
        ]

    def _refusal(
        self, op: Operation, before: Operation, sharded: TTNNLayoutAttr, output: TTNNLayoutAttr
    ) -> OpModelError | None:
        """Return the op model's error for `op` with the sharded result of the op `before` as input.

        Return None if the op model accepts it.
        """
        inputs = self._inputs(op, tensor_type(before.results[0]))
        layouts = [sharded if each is None else each for each in inputs]
        try:
            self._given.op_model.constraints(op, layouts, output)
        except OpModelError as error:
            return error
        return None

    def _inputs(self, op: Operation, tensor: RankedTensor) -> list[TTNNLayoutAttr | None]:
        """Return the layouts of the inputs of `op`: tiles in DRAM.

        The first input with the shape of `tensor` is None instead.
        """
        operands = op.operands[:-1] if len(op.operands) > 1 else op.operands
        inputs = [tensor_type(each) for each in operands if isinstance(each.type, TensorType)]
        memory = BufferType.DRAM, self._given.device.get_chip_grid(), TensorMemoryLayout.Interleaved
        layouts: list[TTNNLayoutAttr | None] = []
        for each in inputs:
            if None not in layouts and each.get_shape() == tensor.get_shape():
                layouts.append(None)
            else:
                tile = TileType.get(each.element_type)
                layouts.append(TTNNLayoutAttr.get(each.get_shape(), tile, *memory))
        return layouts

    def _explain(
        self, chain: list[Operation], candidates: list[_Candidates], solution: Solution
    ) -> None:
        for number, (op, each) in enumerate(zip(chain, candidates, strict=True)):
            live, choice = solution.remaining[number], solution.choices[number]
            self.plan.reasons[op] = f"op {number + 1} of {len(chain)} in a sharded chain"
            why = ("goes with no layout of a neighbour in the chain", "keeps fewer cores busy")
            self.plan.refused[op] = [
                Refusal(describe_layout(layout), why[live >> other & 1])
                for other, layout in enumerate(each.layouts)
                if other != choice
            ]


def _solve(
    found: list[_Candidates], edges: list[ChainEdge], forced: set[int], allowed: list[int]
) -> Solution:
    """Solve a chain repeatedly until no resharding needs a layout that cannot be created."""
    while True:
        nodes = [Node(f.cores, f.preferred, mask) for f, mask in zip(found, allowed, strict=True)]
        solution = ShardSolver(nodes, edges, forced).solve()
        wrong = [
            number + 1
            for number in solution.resharded
            if not found[number + 1].enterable >> solution.choices[number + 1] & 1
            and found[number + 1].enterable & allowed[number + 1]
        ]
        if not wrong:
            return solution
        for number in wrong:
            allowed[number] &= found[number].enterable


def df_sharding(block: Block, given: PolicyInput) -> Plan:
    """Return a plan with chains of ops that pass sharded tensors, for a function's body."""
    return _Sharding(block, given).run()
