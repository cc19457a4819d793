"""Canonicalization patterns of TTIR ops, in the order in which they are tried."""

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    IntegerType,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.dialects.ttir.creation import ConstantOp
from ttmlir_py.dialects.ttir.data_movement import PermuteOp, ReverseOp, TransposeOp
from ttmlir_py.dialects.ttir.elementwise import BitwiseXorOp
from ttmlir_py.dialects.ttir.matmul import LinearOp, MatmulOp
from ttmlir_py.ir.definition.constraints import SI32


def _replace(rewriter: PatternRewriter, op: Operation, replacement: Operation) -> None:
    replacement.location = op.location
    rewriter.replace(op, replacement)


def _forward(rewriter: PatternRewriter, result: SSAValue, value: SSAValue) -> None:
    """Replace `result` by `value`, unless the types differ."""
    if result.type == value.type:
        rewriter.replace_all_uses_with(result, value)


class XorOfEquals(RewritePattern):
    """A pattern that replaces `x ^ x` by 0.

    Law: `bitwise_xor(x, x) == 0`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BitwiseXorOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a constant."""
        result = op.result_if_single
        if result is None or op.operands[0] is not op.operands[1]:
            return
        type_ = tensor_type(result)
        if not type_.has_static_shape():
            return
        if isinstance(type_.element_type, IntegerType):
            zeros = DenseIntOrFPElementsAttr.from_list(cast(TensorType[IntegerType], type_), [0])
        elif isinstance(type_.element_type, AnyFloat):
            zeros = DenseIntOrFPElementsAttr.from_list(cast(TensorType[AnyFloat], type_), [0.0])
        else:
            return
        constant = ConstantOp.build(
            properties={"value": cast(Attribute, zeros)}, result_types=[type_]
        )
        _replace(rewriter, op, constant)


class TransposeOfOneDimension(RewritePattern):
    """A pattern that removes the transposition of a dimension with itself.

    Law: `transpose(x, a, a) == x`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: TransposeOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by its input."""
        if op.dim0 == op.dim1:
            _forward(rewriter, op.result, op.input)


class OrderTransposeDimensions(RewritePattern):
    """A pattern that exchanges the dimensions of a transposition if `dim0 > dim1`.

    Law: `transpose(x, a, b) == transpose(x, b, a)`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: TransposeOp, rewriter: PatternRewriter, /) -> None:
        """Exchange the attributes `dim0` and `dim1` of `op`."""
        if op.dim0.value.data <= op.dim1.value.data:
            return
        swapped = TransposeOp.build(
            operands=[op.input, op.output],
            properties={"dim0": op.dim1, "dim1": op.dim0},
            result_types=[op.result.type],
        )
        _replace(rewriter, op, swapped)


class PositiveTransposeDimensions(RewritePattern):
    """A pattern that makes the dimensions of a transposition non-negative.

    Law: `transpose(x, a, b) == transpose(x, a + rank, b)`, if `a < 0`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: TransposeOp, rewriter: PatternRewriter, /) -> None:
        """Add the rank to the negative dimensions of `op`."""
        rank = len(shape_of(op.input))
        dims = {"dim0": op.dim0, "dim1": op.dim1}
        negative = {name: dim for name, dim in dims.items() if dim.value.data < 0}
        for name, dim in negative.items():
            op.properties[name] = IntegerAttr(dim.value.data + rank, SI32)
        if negative:
            rewriter.notify_op_modified(op)


class TransposeOfTranspose(RewritePattern):
    """A pattern that removes two transpositions of the same dimensions.

    Law: `transpose(transpose(x, a, b), a, b) == x`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: TransposeOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by the input of the first op."""
        producer = op.input.owner
        if isinstance(producer, TransposeOp) and producer.properties == op.properties:
            _forward(rewriter, op.result, producer.input)


class ReverseOfReverse(RewritePattern):
    """A pattern that merges two reversals; dimensions reversed twice cancel.

    Law: `reverse(reverse(x, A), B) == reverse(x, A ^ B)`, the symmetric difference.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReverseOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` and the reversal before it by one reversal."""
        producer = op.input.owner
        if not isinstance(producer, ReverseOp):
            return
        dimensions = set(integers(op.dimensions)) ^ set(integers(producer.dimensions))
        merged = ReverseOp.build(
            operands=[producer.input, op.output],
            properties={"dimensions": _i64_array(sorted(dimensions))},
            result_types=[op.result.type],
        )
        _replace(rewriter, op, merged)


class ReverseOfNothing(RewritePattern):
    """A pattern that removes the reversal of no dimension.

    Law: `reverse(x, []) == x`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReverseOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by its input."""
        if not integers(op.dimensions):
            _forward(rewriter, op.result, op.input)


class PermuteOfPermute(RewritePattern):
    """A pattern that merges two permutations: `permutation[i] = first[second[i]]`.

    Law: `permute(permute(x, p), q) == permute(x, r)`, where `r[i] = p[q[i]]`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PermuteOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` and the permutation before it by one permutation."""
        producer = op.input.owner
        if not isinstance(producer, PermuteOp):
            return
        first, second = integers(producer.permutation), integers(op.permutation)
        merged = PermuteOp.build(
            operands=[producer.input, op.output],
            properties={"permutation": _i64_array([first[i] for i in second])},
            result_types=[op.result.type],
        )
        _replace(rewriter, op, merged)


class IdentityPermute(RewritePattern):
    """A pattern that removes the identity permutation.

    Law: `permute(x, [0, 1, 2, ...]) == x`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PermuteOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by its input."""
        permutation = integers(op.permutation)
        if list(permutation) == sorted(permutation):
            _forward(rewriter, op.result, op.input)


class LinearWithoutBias(RewritePattern):
    """A pattern that replaces `linear` without a bias by `matmul`.

    Law: `linear(a, b) == matmul(a, b)`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: LinearOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a `ttir.matmul`, unless it has a bias."""
        if op.bias is not None:
            return
        product = MatmulOp.build(operands=[op.a, op.b, op.output], result_types=[op.result.type])
        _replace(rewriter, op, product)


def _i64_array(values: Sequence[int]) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(i64, values)


TRANSPOSE_PATTERNS = (
    TransposeOfOneDimension(),
    OrderTransposeDimensions(),
    PositiveTransposeDimensions(),
    TransposeOfTranspose(),
)
REVERSE_PATTERNS = (ReverseOfReverse(), ReverseOfNothing())
PERMUTE_PATTERNS = (PermuteOfPermute(), IdentityPermute())
LINEAR_PATTERNS = (LinearWithoutBias(),)
XOR_PATTERNS = (XorOfEquals(),)
