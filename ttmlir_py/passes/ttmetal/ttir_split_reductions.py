"""`ttir-split-reductions`: split reductions without a kernel into steps that have one."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from typing_extensions import override
from xdsl.dialects.builtin import AnyFloat, ArrayAttr, IntegerAttr, NoneAttr, TensorType, f32, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.dialects.ttir.reduction import ReductionOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import HAS_DEVICE
from ttmlir_py.passes.ttmetal.grids import fills_cores, is_streamed_whole
from ttmlir_py.passes.ttmetal.layouts import TILE_SIZE, new_empty
from ttmlir_py.passes.ttmetal.reductions import (
    combines_tiles,
    has_its_shape,
    is_of_whole_tiles,
    reduced_dims,
)
from ttmlir_py.rewriting.attributes import bool_attr, i32_array, si32
from ttmlir_py.rewriting.greedy import apply_patterns_greedily
from ttmlir_py.rewriting.mutation import create


class SplitReduction(RewritePattern):
    """A pattern that splits a reduction into reductions of one dimension each, which is kept.

    Transpositions and reshapes are inserted between and after them.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        """Replace `op`, unless a kernel can compute it in one step, or its operands have an
        encoding.
        """
        assert isinstance(op, ReductionOp)
        types = [tensor_type(value) for value in (op.input, op.output)]
        if any(not isinstance(type_.encoding, NoneAttr) for type_ in types):
            return
        if 0 in types[0].get_shape():
            return  # an empty tensor cannot be placed in memory, so it is not split
        if is_of_whole_tiles(op) and not combines_tiles(op) and _is_streamed(op):
            return
        if _is_one_step(op) or not has_its_shape(op):
            return
        steps = _Steps(op)
        steps.reduce()
        rewriter.replace(op, steps.ops, [steps.value])


def _is_streamed(op: ReductionOp) -> bool:
    """Whether a `ttir.generic` can stream the operand of `op`, on any grid."""
    return fills_cores(op, shape_of(op.input)) and is_streamed_whole(op, tensor_type(op.input))


def _is_one_step(op: ReductionOp) -> bool:
    """Whether a kernel can compute `op`: it reduces one dimension, which is kept.

    If no kernel reduces within tiles, the dimension must be before the last two.
    """
    dims, rank = reduced_dims(op), len(shape_of(op.input))
    keeps = len(dims) == 1 and len(shape_of(op.output)) == rank
    return keeps and not (combines_tiles(op) and dims[0] >= rank - 2)


def _neighbours(dims: Sequence[int], shape: Sequence[int], alone: int) -> list[tuple[int, int]]:
    """Return the first and last dimension of each group of neighbouring dimensions in `dims`, from
    the end.

    The last `alone` dimensions of the tensor are not grouped. Dimensions of size 1 are left out,
    unless there are no others.
    """
    groups: list[tuple[int, int]] = []
    for dim in reversed(dims):
        if groups and groups[-1][0] == dim + 1 < len(shape) - alone:
            groups[-1] = (dim, groups[-1][1])
        else:
            groups.append((dim, dim))
    needed = [group for group in groups if prod(shape[group[0] : group[1] + 1]) > 1]
    return needed or groups[:1]


class _Steps:
    """The ops that replace a reduction, and the value after the steps so far."""

    def __init__(self, op: ReductionOp):
        self._op = op
        self.ops: list[Operation] = []
        self.value: SSAValue = op.input
        dims = reduced_dims(op)
        element = tensor_type(op.input).element_type
        # Sums and products of several dimensions are rounded only once, at the end.
        self._element = f32 if len(dims) > 1 and isinstance(element, AnyFloat) else element

    def reduce(self) -> None:
        """Reduce the last dimension, then groups of neighbours, and restore the shape and type of
        the result.
        """
        op, shape = self._op, shape_of(self._op.input)
        result = tensor_type(op.output)
        # An op that combines tiles keeps its last two dimensions ungrouped: grouping the rows would
        # make matrices of one row each, and each would be padded to a whole tile.
        alone = 2 if combines_tiles(op) else 1
        groups = _neighbours(reduced_dims(op), shape, alone)
        for number, (first, last) in enumerate(groups):
            is_last = number == len(groups) - 1
            current = shape_of(self.value)
            together = prod(current[first : last + 1])
            self._reshape((*current[:first], together, *current[last + 1 :]))
            self._reduce(first, result.element_type if is_last else self._element)
            ones = (1,) * (last - first + 1)
            self._reshape((*current[:first], *ones, *current[last + 1 :]))
        kept = [dim for dim in range(len(shape)) if dim not in reduced_dims(op)]
        if shape_of(self.value) == result.get_shape():
            return
        if kept and kept[-1] != len(shape) - 1:
            self._bring_last(kept[-1])
        self._reshape(result.get_shape())

    def _bring_last(self, dim: int) -> None:
        """Move dimension `dim` to the end, if only dimensions of size 1 follow it."""
        *outer, size = shape_of(self.value)[: dim + 1]
        self._reshape((*outer, size, 1))
        self._transpose()

    def _reduce(self, dim: int, element: Attribute) -> None:
        shape = shape_of(self.value)
        rank = len(shape)
        if not combines_tiles(self._op) or dim < rank - 2:
            self._reduce_one(dim, element)
        elif dim == rank - 1:
            self._reduce_columns(element)
        elif prod(shape[:-2]) == 1:
            self._reduce_rows(element)
        else:
            self._transpose()
            self._reduce_columns(element)
            self._transpose()

    def _reduce_columns(self, element: Attribute) -> None:
        """Reduce the last dimension, with values of type `element`.

        The rows of all matrices become columns of one matrix, so that few matrices have padding.
        """
        *outer, columns = shape_of(self.value)
        self._reshape((prod(outer), columns))
        self._transpose()
        self._reduce_rows(element)
        self._transpose()
        self._reshape((*outer, 1))

    def _reduce_rows(self, element: Attribute) -> None:
        """Reduce the second-to-last dimension: a reshape turns it into a dimension before the last
        two, along which whole tiles are combined.

        The rows of integers are first reduced to the rows of one tile. For floats, that step would
        round once more.
        """
        *outer, rows, columns = shape_of(self.value)
        if not isinstance(element, AnyFloat) and rows >= 2 * TILE_SIZE:
            self._reduce_whole_tiles(element)
            rows = shape_of(self.value)[-2]
        self._reshape((*outer, rows, 1, columns))
        self._reduce_one(len(outer), element)
        self._reshape((*outer, 1, columns))

    def _reduce_whole_tiles(self, element: Attribute) -> None:
        """Reduce the rows of each matrix to as many rows as a tile has, plus the rows that do not
        fill a tile.

        Few matrices then have padding.
        """
        *outer, rows, columns = shape_of(self.value)
        together, behind = divmod(rows, TILE_SIZE)
        value, rest = self.value, None
        if behind:
            self._slice_rows(rows - behind, rows)
            self.value, rest = value, self.value
            self._slice_rows(0, rows - behind)
        self._reshape((*outer, together, TILE_SIZE, columns))
        self._reduce_one(len(outer), element)
        self._reshape((*outer, TILE_SIZE, columns))
        if rest is not None:
            shape = (*outer, TILE_SIZE + behind, columns)
            self._add(ttir.ConcatOp, shape, element, rest, dim=si32(len(outer)))

    def _add(
        self,
        cls: type[Operation],
        shape: Sequence[int],
        element: Attribute,
        /,
        *others: SSAValue,
        **properties: Attribute,
    ) -> None:
        type_ = TensorType(element, shape)
        empty = new_empty(type_, self._op.location)
        operands = (self.value, *others, empty.results[0])
        self.ops += (empty, create(cls, operands, (type_,), properties, self._op.location))
        self.value = self.ops[-1].results[0]

    def _reduce_one(self, dim: int, element: Attribute) -> None:
        shape = list(shape_of(self.value))
        shape[dim] = 1
        dims = ArrayAttr([IntegerAttr(dim, i32)])
        self._add(type(self._op), shape, element, keep_dim=bool_attr(True), dim_arg=dims)

    def _slice_rows(self, start: int, stop: int) -> None:
        """Replace the current value by rows `start` to `stop` (exclusive) of each matrix."""
        *outer, _, columns = shape_of(self.value)
        element = tensor_type(self.value).element_type
        bounds = {"begins": [0] * len(outer) + [start, 0], "ends": [*outer, stop, columns]}
        bounds["step"] = [1] * (len(outer) + 2)
        properties = {name: i32_array(each) for name, each in bounds.items()}
        self._add(ttir.SliceOp, (*outer, stop - start, columns), element, **properties)

    def _transpose(self) -> None:
        """Swap the last two dimensions of the current value."""
        *outer, rows, columns = shape_of(self.value)
        rank = len(outer) + 2
        element = tensor_type(self.value).element_type
        dims = {"dim0": si32(rank - 2), "dim1": si32(rank - 1)}
        self._add(ttir.TransposeOp, (*outer, columns, rows), element, **dims)

    def _reshape(self, shape: Sequence[int]) -> None:
        """Reshape the current value to `shape`, if necessary."""
        if tuple(shape) != tuple(shape_of(self.value)):
            assert prod(shape) == prod(shape_of(self.value))
            element = tensor_type(self.value).element_type
            self._add(ttir.ReshapeOp, shape, element, shape=i32_array(list(shape)))


@dataclass(frozen=True)
class TTIRSplitReductionsPass(Pass):
    """Split reductions into steps that have a kernel

    Requires a device on the module. The pass splits reductions of tensors without encoding that the
    matrix unit cannot do in whole tiles. They become reductions of one dimension each, which is
    kept with size 1: first the last dimension, then groups of neighbours. A product of one of the
    last two dimensions, or any reduction of integers, becomes a reduction of rows that are separate
    matrices. If the result does not keep its dimensions, it is transposed and reshaped at the end.
    Values between steps are f32. Also folds ops and erases dead ones.
    """

    name = "ttir-split-reductions"
    cpp_name = "TTIRSplitReductions"
    requires = (HAS_DEVICE,)

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        apply_patterns_greedily(
            op, context, lambda cls: (SplitReduction(),) if issubclass(cls, ReductionOp) else ()
        )
