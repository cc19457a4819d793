"""`convert-cf-to-llvm`: lower branches to the LLVM dialect."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects import cf
from xdsl.ir import Operation

from ttmlir_py.dialects.upstream import llvm
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.mlir.llvm_types import lowered_type
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_partial_conversion
from ttmlir_py.rewriting.mutation import erase


@dataclass(frozen=True)
class ConvertControlFlowToLLVMPass(Pass):
    """Convert ControlFlow operations to the LLVM dialect

    `cf.br` and `cf.cond_br` become `llvm.br` and `llvm.cond_br`. A branch that passes values of
    types that LLVM does not have is left alone, because the arguments of its target must change as
    well: `convert-func-to-llvm` does both. Other ops are left alone.
    """

    name = "convert-cf-to-llvm"
    cpp_name = "ConvertControlFlowToLLVMPass"
    anchor = None

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        target = ConversionTarget(legal=("llvm",))
        apply_partial_conversion(op, target, dict.fromkeys(BRANCHES, _lower), None, context)


BRANCHES: dict[type[Operation], type[Operation]] = {
    cf.BranchOp: llvm.BrOp,
    cf.ConditionalBranchOp: llvm.CondBrOp,
}


def _lower(op: Operation, state: None) -> bool:
    if any(lowered_type(operand.type) != operand.type for operand in op.operands):
        return False
    lower_branch(op)
    return True


def lower_branch(op: Operation) -> None:
    """Replace the branch `op` by the branch of the LLVM dialect with the same operands."""
    new = BRANCHES[op.__class__].create(
        operands=op.operands,
        successors=op.successors,
        properties=op.properties,
        attributes=op.attributes,
    )
    Builder(op).insert(new)
    erase(op)
