"""`convert-scf-to-cf`: lower loops to branches between blocks."""

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects import arith, cf, scf
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, i1, i32, i64
from xdsl.ir import Block, Operation, SSAValue

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_partial_conversion
from ttmlir_py.rewriting.mutation import erase, replace

_TARGET = ConversionTarget(illegal=("scf",), legal=("scf.yield",))
"""The ops to lower. `scf.yield` is legal because a loop is lowered together with its terminator."""
_LESS = IntegerAttr(2, i64)
_NO_ARGUMENTS = DenseArrayBase.from_list(i32, [1, 0, 0])
_OVERFLOW = arith.IntegerOverflowAttr("none")


@dataclass(frozen=True)
class SCFToControlFlowPass(Pass):
    """Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG

    `scf.for` becomes a header block and the blocks of its body. The header takes the induction
    variable and the loop-carried values as arguments, and compares. Other ops of `scf` are errors.
    """

    name = "convert-scf-to-cf"
    cpp_name = "SCFToControlFlow"
    anchor = None

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        apply_partial_conversion(op, _TARGET, {scf.ForOp: _lower_for}, None)


def _lower_for(op: scf.ForOp, state: None) -> None:
    before = op.parent
    region = op.parent_region()
    assert before is not None
    assert region is not None
    after = before.split_before(op)
    condition = Block(arg_types=op.body.block.arg_types)
    for new, old in zip(condition.args, op.body.block.args, strict=True):
        new.location = old.location
    blocks = list(op.body.blocks)
    last = blocks[-1].last_op
    assert isinstance(last, scf.YieldOp)
    region.insert_block_before(condition, after)
    for block in blocks:
        op.body.detach_block(block)
        region.insert_block_before(block, after)
    _branch(before, op, condition, (op.lb, *op.iter_args))
    following = Builder(last).value(
        arith.AddiOp, (condition.args[0], op.step), op.step.type, overflowFlags=_OVERFLOW
    )
    carried = last.operands
    erase(last)
    _branch(blocks[-1], op, condition, (following, *carried))
    for new, old in zip(condition.args, blocks[0].args, strict=True):
        old.replace_all_uses_with(new)
    for argument in reversed(blocks[0].args):
        blocks[0].erase_arg(argument)
    end = Builder.at_end(condition, op.location)
    test = end.value(arith.CmpiOp, (condition.args[0], op.ub), i1, predicate=_LESS)
    leave = cf.ConditionalBranchOp.create(
        operands=(test,),
        successors=(blocks[0], after),
        properties={"operandSegmentSizes": _NO_ARGUMENTS},
    )
    end.insert(leave)
    replace(op, condition.args[1:])


def _branch(block: Block, op: Operation, target: Block, operands: Sequence[SSAValue]) -> None:
    """End `block` with a branch that replaces `op`."""
    Builder.at_end(block, op.location).insert(cf.BranchOp(target, *operands))
