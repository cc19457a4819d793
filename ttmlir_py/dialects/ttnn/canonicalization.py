"""Canonicalization patterns of TTNN ops."""

from xdsl.ir import Attribute
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr
from ttmlir_py.dialects.ttnn.layout import ToLayoutOp


class MergeToLayouts(RewritePattern):
    """A pattern that merges two consecutive `ttnn.to_layout` ops, if the first has no other user.

    The merged op has the layout and device of the second, and its data type and memory where the
    second gives them. A round trip is removed. Upstream keeps an op there, which its own
    ttnn-decompose-layouts then rejects as redundant.

    Law: `to_layout(to_layout(x, a), b) == to_layout(x, b)`, except for rounding to the type of `a`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ToLayoutOp, rewriter: PatternRewriter, /) -> None:
        """Replace `op` and the `to_layout` before it by one `to_layout`."""
        previous = op.input.owner
        if not isinstance(previous, ToLayoutOp) or not previous.result.has_one_use():
            return
        source = previous.input
        if source.type == op.result.type and _has_layout(source.type):
            rewriter.replace(op, (), (source,))
            rewriter.erase(previous)
            return
        merged = ToLayoutOp.build(
            operands=[previous.input, op.device],
            properties={
                "layout": op.layout,
                "dtype": op.dtype or previous.dtype,
                "memory_config": op.memory_config or previous.memory_config,
            },
            result_types=[op.result.type],
        )
        merged.location = previous.location
        rewriter.replace(op, merged)
        rewriter.erase(previous)


def _has_layout(type_: Attribute) -> bool:
    """Whether the tensor type `type_` has a layout. If not, only the ops' attributes describe
    it.
    """
    return isinstance(getattr(type_, "encoding", None), TTNNLayoutAttr)


TO_LAYOUT_PATTERNS = (MergeToLayouts(),)
