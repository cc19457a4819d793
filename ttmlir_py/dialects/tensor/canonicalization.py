"""Canonicalization of `tensor.empty`: known sizes move into the type."""

from typing import Any, cast

from xdsl.dialects.builtin import TensorType
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ttmlir_py.dialects.tensor.empty import EmptyOp
from ttmlir_py.dialects.upstream.known import known_sizes


class ReplaceEmptyTensorStaticShapeDims(RewritePattern):
    """A pattern that moves known size operands into the result type.

    Law: `empty(n) : tensor<?xT> == cast(empty() : tensor<nxT>)`, if `n` is known.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: EmptyOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` by an empty tensor with a more static type, and a cast."""
        old: TensorType[Any] = cast(Any, op.tensor.type)
        if (
            not op.dynamic_sizes
            or (found := known_sizes(old.get_shape(), op.dynamic_sizes)) is None
        ):
            return
        from xdsl.dialects.tensor import CastOp

        shape, sizes = found
        new = EmptyOp(sizes, TensorType(old.element_type, shape, old.encoding))
        rewriter.replace(op, [new, CastOp(new.tensor, old)])
