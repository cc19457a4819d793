"""Canonicalization of `tensor`: casts of casts, and casts and sizes of tensors with known sizes."""

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ttmlir_py.dialects.tensor.empty import EmptyOp
from ttmlir_py.dialects.upstream.known import known_dimension, preserves_static_sizes, size_operand
from ttmlir_py.ir.narrowing import is_tensor_type

Shape = Sequence[int] | None
"""A shape, or None if the rank is unknown."""


def _shape_of(value: SSAValue) -> Shape:
    return value.type.get_shape() if is_tensor_type(value.type) else None


class _NoShapeError(Exception):
    """An error raised if two shapes contradict each other."""


def _join(one: Shape, two: Shape) -> Shape:
    """Return the most that is known about a shape which satisfies two given shapes."""
    if one is None or two is None:
        return one or two
    if len(one) != len(two):
        raise _NoShapeError
    return tuple(map(_join_sizes, one, two))


def _join_sizes(one: int, two: int) -> int:
    if one != two and DYNAMIC_INDEX not in (one, two):
        raise _NoShapeError
    return two if one == DYNAMIC_INDEX else one


class ChainedTensorCast(RewritePattern):
    """A pattern that skips the inner of two casts if it checks nothing that the other types do not.

    Law: `cast(cast(x)) == cast(x)`, if the inner type implies no other check.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: tensor.CastOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by a cast of the source of the inner cast."""
        inner = op.source.owner
        if not isinstance(inner, tensor.CastOp):
            return
        first, between, last = map(_shape_of, (inner.source, inner.dest, op.dest))
        try:
            if _join(_join(first, between), last) != _join(first, last):
                return
        except _NoShapeError:
            return
        rewriter.replace(op, tensor.CastOp(inner.source, cast(Any, op.dest.type)))


class FoldEmptyTensorWithCastOp(RewritePattern):
    """A pattern for the cast of an empty tensor to a type with more known sizes.

    Law: `cast(empty(n) : tensor<?xT>) == empty() : tensor<nxT>`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: tensor.CastOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by an empty tensor of the type of the cast."""
        empty, type_ = op.source.owner, op.dest.type
        if not isinstance(empty, EmptyOp) or not is_tensor_type(type_):
            return
        if not preserves_static_sizes(op.source.type, type_):
            return
        remaining = iter(empty.dynamic_sizes)
        left: list[SSAValue] = []
        for old, new in zip(_static_shape(empty), type_.get_shape(), strict=True):
            if old == DYNAMIC_INDEX:
                operand = next(remaining)
                if new == DYNAMIC_INDEX:
                    left.append(operand)
        made = EmptyOp(left, TensorType(type_.element_type, type_.get_shape()))
        rewriter.replace(op, made)


def _static_shape(op: EmptyOp) -> Sequence[int]:
    return op.tensor.type.get_shape()


class FoldEmptyTensorWithDimOp(RewritePattern):
    """A pattern for a dynamic size of an empty tensor.

    Law: `dim(empty(n), i) == n`, if `n` is the size of dimension `i`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: tensor.DimOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by the size operand of the empty tensor."""
        empty, dimension = op.source.owner, known_dimension(op.source, op.index)
        if isinstance(empty, EmptyOp) and dimension is not None:
            shape = _static_shape(empty)
            if shape[dimension] == DYNAMIC_INDEX:
                rewriter.replace(op, [], [size_operand(shape, dimension, empty.dynamic_sizes)])


class DimOfCastOp(RewritePattern):
    """A pattern for the dimension of a cast.

    Law: `dim(cast(x), i) == dim(x, i)`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: tensor.DimOp, rewriter: PatternRewriter, /) -> None:
        """Make `op` read the dimension of the tensor before the cast."""
        inner = op.source.owner
        if isinstance(inner, tensor.CastOp):
            rewriter.replace(op, tensor.DimOp(inner.source, op.index))


PATTERNS = {
    "tensor.cast": (ChainedTensorCast(), FoldEmptyTensorWithCastOp()),
    "tensor.dim": (DimOfCastOp(), FoldEmptyTensorWithDimOp()),
}
