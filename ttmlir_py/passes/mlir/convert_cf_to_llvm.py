"""`convert-cf-to-llvm`: branches of LLVM's dialect."""

from dataclasses import dataclass

from xdsl.dialects import cf
from xdsl.ir import Operation

from ttmlir_py.dialects.upstream import llvm
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.mlir.lowering import lowered_type


@dataclass(frozen=True)
class ConvertControlFlowToLLVMPass(Pass):
    """Convert ControlFlow operations to the LLVM dialect

    `cf.br` and `cf.cond_br` become branches of LLVM's, unless they pass values whose types LLVM does not have: then the
    blocks' arguments must change as well, which `convert-func-to-llvm` does. Other ops are left alone.
    """

    name = "convert-cf-to-llvm"
    cpp_name = "ConvertControlFlowToLLVMPass"
    anchor = None

    def run(self, context: MlirContext, op: Operation) -> None:
        """Lower the branches inside of `op`."""
        for each in list(op.walk()):
            if all(lowered_type(operand.type) == operand.type for operand in each.operands):
                lower_branch(each)


_BRANCHES: dict[type[Operation], type[Operation]] = {
    cf.BranchOp: llvm.BrOp,
    cf.ConditionalBranchOp: llvm.CondBrOp,
}


def lower_branch(op: Operation) -> None:
    """Replace a branch by LLVM's with the same operands; other ops are left alone."""
    cls = _BRANCHES.get(op.__class__)
    if cls is None:
        return
    new = cls.create(
        operands=op.operands,
        successors=op.successors,
        properties=op.properties,
        attributes=op.attributes,
    )
    new.location = op.location
    block = op.parent
    assert block is not None
    block.insert_op_before(new, op)
    block.erase_op(op)
