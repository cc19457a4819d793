"""TTIR: base classes of ops that can become a `ttir.generic`. Its parts are imported only when an
op does.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

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
    """An op that can become a `ttir.generic`: it provides its loops and its computation on
    blocks.
    """

    def iterator_types(self) -> "list[IteratorType]":
        """Return the kind of each loop; each dimension of the first operand has one."""
        from ttmlir_py.dialects.tt.enums import IteratorType

        return [IteratorType.Parallel] * len(shape_of(self.operands[0]))

    def indexing_maps(self) -> list[AffineMap]:
        """Return the loops' indexing map of each operand. Raises ValueError for operands that do
        not match the loops.
        """
        return [affine.identity(len(shape_of(self.operands[0])))] * len(self.operands)

    def region_op(self, arguments: tuple[SSAValue, ...]) -> Operation:
        """Return the op that computes on blocks."""
        raise NotImplementedError(self.name)

    def build_generic_region(self, block: Block) -> None:
        """Fill the region of the `ttir.generic`; the arguments of `block` are the operands'
        blocks.
        """
        from ttmlir_py.dialects.ttir.generic import YieldOp

        work = self.region_op(tuple(block.args))
        end = YieldOp.create(operands=work.results)
        work.location = end.location = self.location
        block.add_ops((work, end))


class GenericElementwiseOp(GenericRegionOp):
    """An element-wise op with a counterpart in xDSL's `arith` or `math`."""

    def indexing_maps(self) -> list[AffineMap]:
        """Return identity maps, because there is no broadcast."""
        if len({len(shape_of(operand)) for operand in self.operands}) != 1:
            raise ValueError("For now all operands must have the same rank")
        return super().indexing_maps()

    def region_op(self, arguments: tuple[SSAValue, ...]) -> Operation:
        """Return the op on the inputs; the output's argument is not read."""
        return self.element_op(arguments[:-1])

    def element_op(self, inputs: Sequence[SSAValue]) -> Operation:
        """Return the counterpart of `arith` or `math`, which is imported when it is needed."""
        raise NotImplementedError(self.name)


class GenericReductionOp(GenericRegionOp):
    """A reduction: a call of the kernel `reduce` with the kind in the op's name."""

    def region_op(self, arguments: tuple[SSAValue, ...]) -> Operation:
        """Return the call of the kernel."""
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
