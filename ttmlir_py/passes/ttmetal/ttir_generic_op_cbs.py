"""`ttir-generic-op-cbs`: give `ttir.generic` buffers for operands on other grids."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.rewriter import InsertPoint

from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr
from ttmlir_py.dialects.tt.tile import TileType, without_sign
from ttmlir_py.dialects.ttir.generic import GenericOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import TTIR_WITH_METAL_LAYOUTS
from ttmlir_py.passes.ttmetal.layouts import metal_layout_of, new_empty, with_metal_layout
from ttmlir_py.rewriting.attributes import segments
from ttmlir_py.rewriting.greedy import apply_patterns_greedily, patterns_for

NO_BUFFER = -1
"""The entry in `operand_cb_mapping` of an operand that is read in place."""


class AddCircularBuffers(RewritePattern):
    """A pattern that adds circular buffers to a `ttir.generic` that has no mapping to buffers
    yet.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        """Replace `op` by a `ttir.generic` with buffers for the operands on other grids.

        The buffers are created at the start of its block.
        """
        assert isinstance(op, GenericOp)
        if len(op.operand_cb_mapping):
            return
        buffers, mapping = list[SSAValue](), list[int]()
        assert op.parent is not None
        start = InsertPoint.at_start(op.parent)
        try:
            for operand in op.operands:
                buffer_type = _buffer_type(operand, op)
                mapping.append(NO_BUFFER if buffer_type is None else len(buffers))
                if buffer_type is not None:
                    buffer = rewriter.insert(new_empty(buffer_type, op.location), start)
                    buffers.append(buffer.results[0])
        except ValueError as error:
            raise OperationError(op, str(error)) from error
        sizes = segments(len(op.inputs), len(buffers), len(op.outputs))
        new = GenericOp.create(
            operands=[*op.inputs, *buffers, *op.outputs],
            result_types=op.result_types,
            properties=op.properties
            | {
                "operandSegmentSizes": sizes,
                "operand_cb_mapping": DenseArrayBase.from_list(i64, mapping),
            },
            regions=[op.detach_region(op.region)],
        )
        new.location = op.location
        rewriter.replace(op, new)


def _buffer_type(operand: SSAValue, op: GenericOp) -> RankedTensor | None:
    """Return the type of the L1 buffer through which `op` reads `operand`.

    Return None if the operand is on the same grid as `op`.
    """
    if metal_layout_of(operand.type).grid == op.grid:
        return None
    type_ = tensor_type(operand)
    tile = TileType.get(without_sign(type_.element_type))
    layout = MetalLayoutAttr.get(type_.get_shape(), tile, MemorySpace.DeviceL1, op.grid)
    return with_metal_layout(type_, layout)


@dataclass(frozen=True)
class TTIRGenericOpCBsPass(Pass):
    """Insert circular buffer operands for generic ops

    Requires metal layouts. An operand of a `ttir.generic` on another grid than the op's is
    streamed. A `tensor.empty` of its shape, in tiles on the op's grid in L1, becomes an operand in
    `cbs`. `operand_cb_mapping` has the number of each operand's buffer, or -1. Also folds ops and
    erases dead ones.
    """

    name = "ttir-generic-op-cbs"
    cpp_name = "TTIRGenericOpCBs"
    requires = (TTIR_WITH_METAL_LAYOUTS,)

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        patterns = patterns_for([(GenericOp, AddCircularBuffers())])
        apply_patterns_greedily(op, context, patterns)
