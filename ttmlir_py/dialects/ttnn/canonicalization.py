"""Canonicalization patterns of TTNN ops."""

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ttmlir_py.dialects.ttnn.layout import ToLayoutOp


class MergeToLayouts(RewritePattern):
    """A `to_layout` that only another one uses need not run: the second says what to end up with.

    The merged op has the layout and device of the second, and its data type and memory where it gives them.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ToLayoutOp, rewriter: PatternRewriter, /) -> None:
        """Replace both ops by one."""
        previous = op.input.owner
        if not isinstance(previous, ToLayoutOp) or not previous.result.has_one_use():
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


TO_LAYOUT_PATTERNS = (MergeToLayouts(),)
