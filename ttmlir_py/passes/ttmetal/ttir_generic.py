"""`ttir-generic`: turn ops into loops over a grid of cores."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import AffineMapAttr, AnyFloat, ArrayAttr, DenseArrayBase, NoneAttr, i64
from xdsl.ir import Block, Operation, Region
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.rewriter import InsertPoint

from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.attributes import IteratorTypeAttr
from ttmlir_py.dialects.tt.layout import GridAttr, MetalLayoutAttr
from ttmlir_py.dialects.ttir.generic import GenericOp
from ttmlir_py.dialects.ttir.generic_region import GenericElementwiseOp, GenericRegionOp
from ttmlir_py.dialects.ttir.reduction import ReductionOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.ttmetal.grids import is_streamed_whole
from ttmlir_py.passes.ttmetal.layouts import (
    TILE_SIZE,
    in_generic,
    metal_layout_of,
    new_to_layout,
    padded_to_tiles,
)
from ttmlir_py.passes.ttmetal.reductions import is_of_whole_tiles, reduced_dims
from ttmlir_py.rewriting.attributes import segments
from ttmlir_py.rewriting.greedy import apply_patterns_greedily

DEFAULT_GRID = GridAttr((1, 1))
"""The grid of an op whose result has no layout."""


@dataclass(frozen=True)
class WrapInGeneric(RewritePattern):
    """A pattern that moves an op into the region of a `ttir.generic`, as an op on blocks."""

    floats_only: bool = False
    whole_tiles_only: bool = False
    """Whether reductions that no kernel for blocks can compute are left alone."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        """Replace `op` by a `ttir.generic`, unless it is already in one."""
        assert isinstance(op, GenericRegionOp)
        if in_generic(op) or (self.floats_only and _is_elementwise_on_integers(op)):
            return
        if self.whole_tiles_only and _is_more_than_blocks(op):
            return
        if isinstance(op, GenericElementwiseOp):
            if self.floats_only:
                _require_one_type(op)
            _bring_to_one_grid(op, rewriter)
        try:
            rewriter.replace(op, _generic_of(op))
        except ValueError as error:
            raise OperationError(op, str(error)) from error


def _is_elementwise_on_integers(op: Operation) -> bool:
    """Whether `op` is element-wise on integers; the ops in a `ttir.generic` are for floats."""
    return isinstance(op, GenericElementwiseOp) and not isinstance(
        tensor_type(op.results[0]).element_type, AnyFloat
    )


def _require_one_type(op: Operation) -> None:
    """Raise OperationError if the tensors of `op` have different element types.

    The op in the region needs one element type.
    """
    *others, last = (f"'{tensor_type(value).element_type}'" for value in op.operands)
    if {*others} != {last}:
        raise OperationError(
            op,
            "computes with elements of one type if tensors have layouts, but has "
            f"{', '.join(others)} and {last}",
        )


def _is_more_than_blocks(op: GenericRegionOp) -> bool:
    """Whether the reduction `op` is more than a reduction of blocks.

    It has padding, or reduces other dimensions than the last two of one matrix.
    """
    if not isinstance(op, ReductionOp):
        return False
    type_ = tensor_type(op.input)
    layout = type_.encoding
    if isinstance(layout, MetalLayoutAttr) and len(layout.grid.shape) == 2:
        rows, columns = layout.get_physical_shape(type_.get_shape())
        whole = tuple(-(-size // TILE_SIZE) * TILE_SIZE for size in (rows, columns))
        if padded_to_tiles(layout).get_padded_shape() != whole:
            return True
    if len(reduced_dims(op)) == 1 and not is_streamed_whole(op, type_):
        return True
    return not is_of_whole_tiles(op)


def _bring_to_one_grid(op: GenericElementwiseOp, rewriter: PatternRewriter) -> None:
    """Convert inputs that have the result's shape to the result's layout, if the inputs differ in
    layout.

    The op in the region needs blocks of one type.
    """
    wanted = tensor_type(op.results[0])
    if len({value.type for value in op.dps_inputs}) == 1:
        return
    for index, value in enumerate(op.dps_inputs):
        type_ = tensor_type(value)
        layouts = (type_.encoding, wanted.encoding)
        if (
            type_ != wanted
            and type_.get_shape() == wanted.get_shape()
            and type_.element_type == wanted.element_type
            and all(isinstance(layout, MetalLayoutAttr) for layout in layouts)
        ):
            empty, move = new_to_layout(value, wanted, op.location)
            rewriter.insert([empty, move], InsertPoint.before(op))
            op.operands[index] = move.results[0]


def _generic_of(op: GenericRegionOp) -> GenericOp:
    """Return a `ttir.generic` for `op`, on the grid of its result."""
    result = op.results[0]
    has_layout = not isinstance(tensor_type(result).encoding, NoneAttr)
    maps = [AffineMapAttr(each) for each in op.indexing_maps()]
    iterators = [IteratorTypeAttr(each) for each in op.iterator_types()]
    inputs, outputs = op.dps_inputs, op.dps_inits
    block = Block(arg_types=[value.type for value in (*inputs, *outputs)])
    for argument in block.args:
        argument.location = op.location
    op.build_generic_region(block)
    generic = GenericOp.create(
        operands=[*inputs, *outputs],
        result_types=op.result_types,
        properties={
            "grid": metal_layout_of(result.type).grid if has_layout else DEFAULT_GRID,
            "indexing_maps": ArrayAttr(maps),
            "iterator_types": ArrayAttr(iterators),
            "operand_cb_mapping": DenseArrayBase.from_list(i64, []),
            "operandSegmentSizes": segments(len(inputs), 0, len(outputs)),
        },
        regions=[Region(block)],
    )
    generic.location = op.location
    return generic


@dataclass(frozen=True)
class TTIRGenericRegionPass(Pass):
    """Wrap ops in generic ops

    Element-wise ops and reductions with the base class `GenericRegionOp` become a `ttir.generic` on
    the grid of their result, with an `arith` or `math` op or a `ttir.kernel` in its region. Inputs
    of an element-wise op that differ in layout are first converted to the result's layout. Fails if
    the operands differ in rank. `floats-only` leaves element-wise ops on integers alone.
    `whole-tiles-only` leaves reductions alone that are not of whole tiles of one matrix. Also folds
    ops and erases dead ones.
    """

    name = "ttir-generic"
    cpp_name = "TTIRGenericRegion"

    floats_only: bool = option(False, "leave element-wise ops on integers alone", own=True)
    whole_tiles_only: bool = option(
        False, "leave reductions alone that do not reduce whole tiles of one matrix", own=True
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        patterns = (WrapInGeneric(self.floats_only, self.whole_tiles_only),)
        apply_patterns_greedily(
            op, context, lambda cls: patterns if issubclass(cls, GenericRegionOp) else ()
        )
