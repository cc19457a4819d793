"""Canonicalization of TOSA: padding values, concatenations, slices, transposes, selections, clamps
and poolings.
"""

from math import inf
from typing import Any, cast

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    Signedness,
    TensorType,
    i32,
    i64,
)
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ttmlir_py.dialects.tosa.convolution import MaxPool2dOp
from ttmlir_py.dialects.tosa.creation import ConstOp
from ttmlir_py.dialects.tosa.data_movement import (
    ConcatOp,
    PadOp,
    ReshapeOp,
    SliceOp,
    TransposeOp,
)
from ttmlir_py.dialects.tosa.elementwise import ClampOp, LogicalNotOp, SelectOp
from ttmlir_py.ir.narrowing import is_integer_type, is_tensor_type


class MaterializePadValue(RewritePattern):
    """A pattern that states the padding value, if it is implied.

    Law: `pad(x, p) == pad(x, p, 0)`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PadOp, rewriter: PatternRewriter, /) -> None:
        """Give `op` a constant as third operand."""
        element = cast(Any, op.input1.type).element_type
        if op.pad_const is not None or op.quantization_info is not None:
            return
        is_float = isinstance(element, AnyFloat)
        if not is_float and not is_integer_type(element):
            return
        type_: Any = TensorType(cast(Any, element), [])
        zero = 0.0 if is_float else 0
        constant = ConstOp.create(
            result_types=[type_],
            properties={"value": DenseIntOrFPElementsAttr.from_list(type_, [zero])},
        )
        padded = PadOp.create(
            operands=[op.input1, op.padding, constant.output],
            result_types=[op.output.type],
            properties=op.properties,
            attributes=op.attributes,
        )
        rewriter.replace(op, [constant, padded])


class ConcatOptimization(RewritePattern):
    """A pattern that removes the concatenation of one tensor.

    Law: `concat(x) == x`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConcatOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by its only operand."""
        if len(op.operands) == 1 and op.operands[0].type == op.results[0].type:
            rewriter.replace(op, [], [op.operands[0]])


class ConcatSliceOptimization(RewritePattern):
    """A pattern that slices one operand of a concatenation.

    Law: `slice(concat(x, y), s, n) == slice(x, s, n)`, if the slice is inside of `x`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SliceOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op`, a slice of a concatenation, by a slice of the only operand that it
        reads.
        """
        concat = op.input.owner
        if not isinstance(concat, ConcatOp):
            return
        axis = concat.axis.value.data
        start, size = list(op.start.get_values()), op.size.get_values()
        for operand in concat.operands:
            type_ = operand.type
            if not is_tensor_type(type_) or type_.get_shape()[axis] == DYNAMIC_INDEX:
                return
            length = type_.get_shape()[axis]
            if start[axis] >= 0 and start[axis] + size[axis] <= length:
                new = SliceOp.create(
                    operands=[operand],
                    result_types=[op.output.type],
                    properties={"start": DenseArrayBase.from_list(i64, start), "size": op.size},
                )
                rewriter.replace(op, new)
                return
            start[axis] -= length


class TransposeIsReshape(RewritePattern):
    """A pattern that reshapes instead of transposing, if only dimensions of size 1 move.

    Law: `transpose(x, p) == reshape(x, shape)`, if `p` keeps the order of the other dimensions.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: TransposeOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a reshape, unless another transpose is before or after it, because
        transposes are combined first.
        """
        order, type_ = op.constant_order(), op.input1.type
        neighbors = (op.input1.owner, *(use.operation for use in op.output.uses))
        if order is None or not is_tensor_type(type_):
            return
        if any(isinstance(each, TransposeOp) for each in neighbors):
            return
        shape = type_.get_shape()
        if shape.count(DYNAMIC_INDEX) > 1:
            return
        moved = [dim for dim in order if shape[dim] != 1]
        if moved != sorted(moved):
            return
        sizes = [-1 if shape[dim] == DYNAMIC_INDEX else shape[dim] for dim in order]
        new = ReshapeOp.create(
            operands=[op.input1],
            result_types=[op.output.type],
            properties={"new_shape": DenseArrayBase.from_list(i64, sizes)},
        )
        rewriter.replace(op, new)


class ConsolidateTransposeOptimization(RewritePattern):
    """A pattern that combines two transposes.

    Law: `transpose(transpose(x, p), q) == transpose(x, p[q])`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: TransposeOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a transpose of the input of the transpose before it."""
        inner = op.input1.owner
        if not isinstance(inner, TransposeOp):
            return
        first, second = inner.constant_order(), op.constant_order()
        if not first or not second or len(first) != len(second):
            return
        type_: Any = TensorType(i32, [len(first)])
        order = DenseIntOrFPElementsAttr.from_list(type_, [first[dim] for dim in second])
        constant = ConstantOp(order)
        new = TransposeOp.create(
            operands=[inner.input1, constant.result], result_types=[op.output.type]
        )
        rewriter.replace(op, [constant, new])


class SelectNotPredicate(RewritePattern):
    """A pattern that exchanges the values of a selection by a negated predicate.

    Law: `select(logical_not(p), x, y) == select(p, y, x)`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SelectOp, rewriter: PatternRewriter, /) -> None:
        """Change `op` in place."""
        negation = op.pred.owner
        if isinstance(negation, LogicalNotOp):
            op.operands = [negation.operands[0], op.on_false, op.on_true]
            rewriter.notify_op_modified(op)


class ClampIsNoOp(RewritePattern):
    """A pattern that removes a clamp to all numbers of the type.

    Law: `clamp(x, low, high) == x`, if no number is outside of the bounds.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ClampOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by its input."""
        type_: Any = op.input.type
        element = type_.element_type
        if is_integer_type(element):
            width, is_unsigned = element.width.data, element.signedness.data is Signedness.UNSIGNED
            least = 0 if is_unsigned else -(1 << (width - 1))
            greatest = (1 << (width if is_unsigned else width - 1)) - 1
            is_whole = op.min_int.value.data <= least and op.max_int.value.data >= greatest
        else:
            bounds = [cast(Any, each).value.data for each in (op.min_fp, op.max_fp)]
            is_whole = bounds == [-inf, inf]
        if is_whole and type_ == op.output.type:
            rewriter.replace(op, [], [op.input])


class ClampClampOptimization(RewritePattern):
    """A pattern that combines two clamps.

    Law: `clamp(clamp(x, a, b), c, d) == clamp(x, max(a, c), min(b, d))`, if the ranges overlap.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ClampOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a clamp of the input of the clamp before it."""
        inner = op.input.owner
        if not isinstance(inner, ClampOp):
            return
        is_integral = is_integer_type(cast(Any, op.input.type).element_type)
        low, high = ("min_int", "max_int") if is_integral else ("min_fp", "max_fp")
        properties = dict(inner.properties)
        for name, choose in ((low, max), (high, min)):
            pair = (properties[name], op.properties[name])
            properties[name] = choose(pair, key=lambda each: cast(Any, each).value.data)
        bounds = [cast(Any, properties[name]).value.data for name in (low, high)]
        if not bounds[0] <= bounds[1]:
            return
        new = ClampOp.create(
            operands=[inner.input], result_types=[op.output.type], properties=properties
        )
        rewriter.replace(op, new)


class MaxPool2dIsNoOp(RewritePattern):
    """A pattern that removes a pooling of images of one pixel.

    Law: `max_pool2d(x) == x`, if input and output have one pixel.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MaxPool2dOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by its input."""
        types = [op.input.type, op.output.type]
        if types[0] != types[1] or not is_tensor_type(types[0]):
            return
        if types[0].get_shape()[1:3] == (1, 1) and DYNAMIC_INDEX not in types[0].get_shape():
            rewriter.replace(op, [], [op.input])


CLAMP_PATTERNS = (ClampIsNoOp(), ClampClampOptimization())
MAX_POOL2D_PATTERNS = (MaxPool2dIsNoOp(),)
CONCAT_PATTERNS = (ConcatOptimization(),)
PAD_PATTERNS = (MaterializePadValue(),)
SELECT_PATTERNS = (SelectNotPredicate(),)
SLICE_PATTERNS = (ConcatSliceOptimization(),)
TRANSPOSE_PATTERNS = (TransposeIsReshape(), ConsolidateTransposeOptimization())
