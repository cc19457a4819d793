"""TTIR: the generic loop nest over blocks, and the ops in its region."""

from typing import ClassVar

from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.ir import SSAValue
from xdsl.irdl import opt_prop_def, prop_def, region_def, var_operand_def, var_result_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TT_GridAttr, TT_IteratorTypeArrayAttr
from ttmlir_py.dialects.tensor_types import integers
from ttmlir_py.dialects.ttir.interfaces import TTIROperation
from ttmlir_py.ir.definition.constraints import (
    AffineMapArrayAttr,
    AnyRankedTensor,
    AnyRankedTensorOrMemRef,
    DenseI64ArrayAttr,
    FlatSymbolRefAttr,
)
from ttmlir_py.ir.definition.operations import (
    SEGMENTED_OPERANDS,
    DestinationStyle,
    Terminator,
    local_verifier,
    op_definition,
)


@op_definition
class GenericOp(DestinationStyle, TTIROperation):
    """A loop nest over `grid` that runs its region on the blocks of its operands.

    `indexing_maps` and `iterator_types` describe the loops.
    """

    name = "ttir.generic"
    DPS_INITS: ClassVar[str] = "outputs"
    KEEPS_CONSTANTS: ClassVar[bool] = True
    """Constants stay in the region, because it becomes a kernel."""
    irdl_options = SEGMENTED_OPERANDS
    inputs = var_operand_def(AnyRankedTensor)
    cbs = var_operand_def(AnyRankedTensor)
    outputs = var_operand_def(AnyRankedTensor)
    grid = prop_def(TT_GridAttr)
    indexing_maps = prop_def(AffineMapArrayAttr)
    iterator_types = prop_def(TT_IteratorTypeArrayAttr)
    operand_cb_mapping = opt_prop_def(DenseI64ArrayAttr, DenseArrayBase.from_list(i64, []))
    results_ = var_result_def(AnyRankedTensor)
    region = region_def()

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.generic`: block arguments match inputs and outputs and circular buffers
        exist.
        """
        block = self.region.first_block
        if len(self.inputs) + len(self.outputs) != (0 if block is None else len(block.args)):
            raise VerifyException(
                "The number of input and output operands and region/block arguments must match"
            )
        if any(not -1 <= index < len(self.cbs) for index in integers(self.operand_cb_mapping)):
            raise VerifyException("CB index out of bounds")

    def matching_operand(self, argument_index: int) -> SSAValue:
        """Return the input or output that region argument `argument_index` refers to.

        Circular buffers have no argument.
        """
        inputs = len(self.inputs)
        return self.operands[argument_index + (len(self.cbs) if argument_index >= inputs else 0)]


@op_definition
class KernelOp(DestinationStyle, TTIROperation):
    """A call of a named kernel inside `ttir.generic`."""

    name = "ttir.kernel"
    DPS_INITS: ClassVar[str] = "outputs"
    irdl_options = SEGMENTED_OPERANDS
    inputs = var_operand_def(AnyRankedTensorOrMemRef)
    outputs = var_operand_def(AnyRankedTensorOrMemRef)
    op = prop_def(FlatSymbolRefAttr)
    kind = prop_def(FlatSymbolRefAttr)
    results_ = var_result_def(AnyRankedTensorOrMemRef)


@op_definition
class YieldOp(Terminator, TTIROperation):
    """The end of a `ttir.generic` region."""

    name = "ttir.yield"
    values = var_operand_def(AnyRankedTensorOrMemRef)
