"""TTIR: the bases of ops that can become a `ttir.generic`; what that is made of is loaded when one does."""

from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from xdsl.dialects.builtin import DenseArrayBase, SymbolRefAttr, i32
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineMap

from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.ttir.interfaces import TTIROperation
from ttmlir_py.ir import affine
from ttmlir_py.ir.definition.operations import DestinationStyle

if TYPE_CHECKING:
    from ttmlir_py.dialects.tt.enums import IteratorType


class GenericRegionOp(DestinationStyle, TTIROperation):
    """An op that can become a `ttir.generic`: it knows its loops, and how to compute with the blocks of its operands."""

    def iterator_types(self) -> "list[IteratorType]":
        """How each loop runs; there is one for each dimension of the first operand."""
        from ttmlir_py.dialects.tt.enums import IteratorType

        return [IteratorType.Parallel] * len(shape_of(self.operands[0]))

    def indexing_maps(self) -> list[AffineMap]:
        """Where in each operand the loops are. Raises ValueError for operands that the loops do not fit."""
        return [affine.identity(len(shape_of(self.operands[0])))] * len(self.operands)

    def region_op(self, arguments: tuple[SSAValue, ...]) -> Operation:
        """The op that does the work on blocks."""
        raise NotImplementedError(self.name)

    def build_generic_region(self, block: Block) -> None:
        """Fill the region of the `ttir.generic`; the arguments of `block` stand for the operands."""
        from ttmlir_py.dialects.ttir.generic import YieldOp

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
        from ttmlir_py.dialects.ttir.generic import KernelOp

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
