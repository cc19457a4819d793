"""TTIR: the generic loop nest, what lives in it, and the bases of ops that can become one."""

from importlib import import_module
from typing import ClassVar

from xdsl.dialects.builtin import DenseArrayBase, SymbolRefAttr, i32, i64
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.irdl import opt_prop_def, prop_def, region_def, var_operand_def, var_result_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TT_GridAttr, TT_IteratorTypeArrayAttr
from ttmlir_py.dialects.tensor_types import integers, shape_of
from ttmlir_py.dialects.tt.enums import IteratorType
from ttmlir_py.dialects.ttir.interfaces import TTIROperation
from ttmlir_py.ir import affine
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
    op_definition,
)


@op_definition
class GenericOp(DestinationStyle, TTIROperation):
    """A loop nest over `grid` that runs its region on the blocks of its operands; `indexing_maps` and `iterator_types` say how."""

    name = "ttir.generic"
    DPS_INITS: ClassVar[str] = "outputs"
    KEEPS_CONSTANTS: ClassVar[bool] = True
    """Constants stay in the region: it is a kernel."""
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

    def verify_op(self) -> None:
        """Block arguments stand for inputs and outputs; circular buffers exist."""
        block = self.region.first_block
        if len(self.inputs) + len(self.outputs) != (0 if block is None else len(block.args)):
            raise VerifyException(
                "The number of input and output operands and region/block arguments must match"
            )
        if any(not -1 <= index < len(self.cbs) for index in integers(self.operand_cb_mapping)):
            raise VerifyException("CB index out of bounds")

    def matching_operand(self, argument_index: int) -> SSAValue:
        """The input or output that an argument of the region stands for; circular buffers have none."""
        inputs = len(self.inputs)
        return self.operands[argument_index + (len(self.cbs) if argument_index >= inputs else 0)]


@op_definition
class KernelOp(DestinationStyle, TTIROperation):
    """A call of a named kernel, within `ttir.generic`."""

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
    """End of a `ttir.generic` region."""

    name = "ttir.yield"
    values = var_operand_def(AnyRankedTensorOrMemRef)


class GenericRegionOp(DestinationStyle, TTIROperation):
    """An op that can become a `ttir.generic`: it knows its loops, and how to compute with the blocks of its operands."""

    def iterator_types(self) -> list[IteratorType]:
        """How each loop runs; there is one for each dimension of the first operand."""
        return [IteratorType.Parallel] * len(shape_of(self.operands[0]))

    def indexing_maps(self) -> list[AffineMap]:
        """Where in each operand the loops are. Raises ValueError for operands that the loops do not fit."""
        return [affine.identity(len(shape_of(self.operands[0])))] * len(self.operands)

    def region_op(self, arguments: tuple[SSAValue, ...]) -> Operation:
        """The op that does the work on blocks."""
        raise NotImplementedError(self.name)

    def build_generic_region(self, block: Block) -> None:
        """Fill the region of the `ttir.generic`; the arguments of `block` stand for the operands."""
        work = self.region_op(tuple(block.args))
        end = YieldOp.create(operands=work.results)
        work.location = end.location = self.location
        block.add_ops((work, end))


class GenericElementwiseOp(GenericRegionOp):
    """An element-wise op that is one op of xDSL's `arith` or `math`."""

    REGION_OP: ClassVar[tuple[str, str]]
    """The module and class of that op; not imported before it is needed."""

    def indexing_maps(self) -> list[AffineMap]:
        """The identity: nothing is broadcast."""
        if len({len(shape_of(operand)) for operand in self.operands}) != 1:
            raise ValueError("For now all operands must have the same rank")
        return super().indexing_maps()

    def region_op(self, arguments: tuple[SSAValue, ...]) -> Operation:
        """The op on the inputs; the output's argument is not read."""
        module, name = self.REGION_OP
        return getattr(import_module(module), name)(*arguments[:-1])


class GenericReductionOp(GenericRegionOp):
    """A reduction: a call of the kernel `reduce`, of the kind that the op's name says."""

    def region_op(self, arguments: tuple[SSAValue, ...]) -> Operation:
        """The call of the kernel."""
        source, target = arguments
        return KernelOp.create(
            operands=[source, target],
            result_types=[target.type],
            properties={
                "op": SymbolRefAttr("reduce"),
                "kind": SymbolRefAttr(self.name.removeprefix("ttir.").removeprefix("reduce_")),
                "operandSegmentSizes": DenseArrayBase.from_list(i32, [1, 1]),
            },
        )
