"""`convert-bufferization-to-memref`: clone buffers by copying them."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects import memref
from xdsl.dialects.bufferization import CloneOp
from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Operation

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.mlir.memref_types import identity_memref
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_partial_conversion
from ttmlir_py.rewriting.mutation import replace


@dataclass(frozen=True)
class ConvertBufferizationToMemRefPass(Pass):
    """Convert operations from the Bufferization dialect to the MemRef dialect

    `bufferization.clone` becomes an allocation and a copy. The allocation does not keep the layout
    of the source. Other ops of the dialect are errors.
    """

    name = "convert-bufferization-to-memref"
    cpp_name = "ConvertBufferizationToMemRef"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        target = ConversionTarget(illegal=("bufferization",))
        apply_partial_conversion(op, target, {CloneOp: _clone}, None, context)


def _clone(op: CloneOp, state: None) -> None:
    builder, target_type = Builder(op), op.output.type
    segments = {"operandSegmentSizes": DenseArrayBase.from_list(i32, [0, 0])}
    copy = builder.value(memref.AllocOp, (), identity_memref(target_type), **segments)
    if copy.type != target_type:
        copy = builder.value(memref.CastOp, (copy,), target_type)
    builder.op(memref.CopyOp, (op.input, copy))
    replace(op, (copy,))
