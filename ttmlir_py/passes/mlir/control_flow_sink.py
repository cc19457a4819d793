"""`control-flow-sink`: compute values only where they are used."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.ir import Block, Operation, Region
from xdsl.traits import IsTerminator

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.statistics import Statistic
from ttmlir_py.rewriting.control_flow import ops_in, reachable_blocks
from ttmlir_py.rewriting.effects import is_memory_effect_free
from ttmlir_py.rewriting.mutation import insert_at_start

_RUN_AT_MOST_ONCE = frozenset(("affine.if", "scf.if", "scf.index_switch"))
"""Names of the operations that run each of their regions at most once."""


@dataclass(frozen=True)
class ControlFlowSinkPass(Pass):
    """Sink operations into conditional blocks

    If the results of an operation without effects are used in one branch only, the operation moves
    to the start of that branch, together with the operations that only it uses. Branches are the
    regions of `scf.if`, `scf.index_switch` and `affine.if`. The program computes the same values.
    """

    name = "control-flow-sink"
    cpp_name = "ControlFlowSink"
    anchor = None

    num_sunk = Statistic("num-sunk", "Number of operations sunk")

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        sunk = sum(
            _sink_into(region)
            for branch in (*ops_in(op.regions, inner_first=True), op)
            if branch.name in _RUN_AT_MOST_ONCE
            for region in branch.regions
        )
        self.num_sunk.add(sunk)
        return sunk > 0


def _sink_into(region: Region) -> int:
    """Move operations that are used only in `region` to its start; return the number of moved
    operations.
    """
    entry = region.first_block
    if entry is None:
        return 0
    blocks = reachable_blocks(region)
    stack = [op for block in region.blocks for op in block.ops]
    sunk = 0
    while stack:
        user = stack.pop()
        for operand in user.operands:
            producer = operand.owner
            if isinstance(producer, Block) or producer.parent_region() is region:
                continue
            if _is_used_in(producer, region, blocks) and is_memory_effect_free(producer):
                producer.detach()
                insert_at_start(entry, producer)
                stack.append(producer)
                sunk += 1
    return sunk


def _is_used_in(op: Operation, region: Region, blocks: dict[Block, None]) -> bool:
    """Whether all users of `op` are in one of the reachable `blocks` of `region`, or in regions
    nested in them. It is False for terminators.
    """
    if op.has_trait(IsTerminator, value_if_unregistered=False):
        return False
    for result in op.results:
        for use in result.uses:
            block = use.operation.parent
            while block is not None and block.parent is not region:
                parent = block.parent_op()
                block = None if parent is None else parent.parent
            if block is None or block not in blocks:
                return False
    return True
