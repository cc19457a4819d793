"""`buffer-deallocation-pipeline`: free buffers at the end of the functions that allocate them."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects import memref
from xdsl.dialects.bufferization import CloneOp
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import func
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_memref_type
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.running.manager import build_nested_pipeline
from ttmlir_py.passes.running.pass_manager import PassRunner
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import ConversionTarget, require_legal

_VIEWS = (memref.CastOp, memref.CollapseShapeOp)


@dataclass(frozen=True)
class BufferDeallocationPipelinePass(Pass):
    """The default pipeline for automatically inserting deallocation operations after one-shot
    bufferization

    The caller owns the buffers that a function returns, so a returned buffer that the function did
    not allocate is cloned. A function frees the buffers that it allocates and does not return, just
    before it returns. Supported are functions of one block that allocate in that block. The
    pipeline canonicalizes before and after, and merges equal ops.
    """

    name = "buffer-deallocation-pipeline"
    cpp_name = "BufferDeallocation"

    private_function_dynamic_ownership: bool = option(
        False,
        "Allows to add additional arguments to private functions to dynamically pass ownership of "
        "memrefs to callees."
        " This can enable earlier deallocations.",
    )

    @override
    def run_nested(self, runner: PassRunner, op: Operation) -> None:
        if self.private_function_dynamic_ownership:
            message = "'private-function-dynamic-ownership' is not supported"
            raise OperationError(op, message, op_prefix=False)
        build_nested_pipeline("builtin.module", "canonicalize").run(runner, op)
        for each in op.walk():
            if isinstance(each, func.FuncOp) and each.body.blocks:
                _free(each)
        build_nested_pipeline("builtin.module", "cse,canonicalize").run(runner, op)


def _free(function: func.FuncOp) -> None:
    block = function.body.block if len(function.body.blocks) == 1 else None

    def is_legal(op: Operation) -> bool:
        allocated_elsewhere = isinstance(op, memref.AllocOp) and op.parent is not block
        return not (allocated_elsewhere or isinstance(op, memref.DeallocOp))

    require_legal(function, ConversionTarget(legal_if=is_legal))
    allocations = [op.results[0] for op in function.walk() if isinstance(op, memref.AllocOp)]
    last = None if block is None else block.last_op
    if last is None:
        return
    builder = Builder(last)
    returned = [_buffer(operand) for operand in last.operands]
    last.operands = [
        operand
        if buffer in allocations or not is_memref_type(operand.type)
        else builder.value(CloneOp, (operand,), operand.type)
        for operand, buffer in zip(last.operands, returned, strict=True)
    ]
    for buffer in allocations:
        if buffer not in returned:
            builder.op(memref.DeallocOp, (buffer,))


def _buffer(value: SSAValue) -> SSAValue:
    """Return the buffer that the memref `value` is a view of, or `value` if it is not a view."""
    while isinstance(value.owner, _VIEWS):
        value = value.owner.operands[0]
    return value
