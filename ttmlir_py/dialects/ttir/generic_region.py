"""Base classes of ops that can become a `ttir.generic`.

Modules for that are imported only when an op does become one.
"""

from __future__ import annotations

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

    def iterator_types(self) -> list[IteratorType]:
        """Return the iterator type of each loop. There is one loop per dimension of the first
        operand.
        """
        from ttmlir_py.dialects.tt.enums import IteratorType

        return [IteratorType.Parallel] * len(shape_of(self.operands[0]))

    def indexing_maps(self) -> list[AffineMap]:
        """Return the indexing map from the loops to each operand.

        Raises ValueError for operands that do not match the loops.
        """
        return [affine.identity(len(shape_of(self.operands[0])))] * len(self.operands)

    def region_op(self, arguments: tuple[SSAValue, ...]) -> Operation:
        """Return the op that computes on blocks, the region's `arguments`."""
        raise NotImplementedError(self.name)

    def build_generic_region(self, block: Block) -> None:
        """Append the op that computes on blocks to `block`, whose arguments are the operands'
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
        """Return identity maps, because no operand is broadcast."""
        if len({len(shape_of(operand)) for operand in self.operands}) != 1:
            raise ValueError("For now all operands must have the same rank")
        return super().indexing_maps()

    def region_op(self, arguments: tuple[SSAValue, ...]) -> Operation:
        """Return the op on the blocks of the inputs. The output's block is not read."""
        return self.element_op(arguments[:-1])

    def element_op(self, inputs: Sequence[SSAValue]) -> Operation:
        """Return the `arith` or `math` op for the element-wise op; its module is imported on
        demand.
        """
        raise NotImplementedError(self.name)


class GenericReductionOp(GenericRegionOp):
    """A reduction: a call of the kernel `reduce` with the kind in the op's name."""

    def region_op(self, arguments: tuple[SSAValue, ...]) -> Operation:
        """Return the `ttir.kernel` op that computes on the blocks."""
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
