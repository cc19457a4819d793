"""Canonicalization of `memref`: known sizes, unread allocations, and copies onto themselves."""

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ttmlir_py.dialects.upstream.known import known_sizes


class SimplifyAllocConst(RewritePattern):
    """A pattern that moves known size operands of an allocation into the type."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: memref.AllocOp | memref.AllocaOp, rewriter: PatternRewriter, /
    ) -> None:
        """Replace `op` by an allocation with a more static type, and a cast."""
        old = op.memref.type
        found = known_sizes(old.get_shape(), op.dynamic_sizes)
        if found is None:
            return
        shape, sizes = found
        type_ = MemRefType(old.element_type, shape, old.layout, old.memory_space)
        new = op.__class__.build(
            operands=[sizes, op.symbol_operands],
            result_types=[type_],
            properties={"alignment": op.alignment},
        )
        rewriter.replace(op, [new, memref.CastOp.get(new.memref, old)])


class SimplifyDeadAlloc(RewritePattern):
    """A pattern that erases allocations that are never read."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: memref.AllocOp | memref.AllocaOp, rewriter: PatternRewriter, /
    ) -> None:
        """Erase `op` and the operations that write or free the allocation."""
        users = [use.operation for use in op.memref.uses]
        if all(self._is_for_nothing(op, user) for user in users):
            for user in users:
                rewriter.erase(user)
            rewriter.erase(op)

    @staticmethod
    def _is_for_nothing(op: memref.AllocOp | memref.AllocaOp, user: Operation) -> bool:
        if isinstance(user, memref.StoreOp):
            return user.value is not op.memref
        return isinstance(user, memref.DeallocOp)


class FoldSelfCopy(RewritePattern):
    """A pattern that erases copies of a memref onto itself."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: memref.CopyOp, rewriter: PatternRewriter, /) -> None:
        """Erase `op`, a copy onto itself."""
        if op.source is op.destination:
            rewriter.erase(op)


_ALLOCATION = (SimplifyAllocConst(), SimplifyDeadAlloc())

PATTERNS = {
    "memref.alloc": _ALLOCATION,
    "memref.alloca": _ALLOCATION,
    "memref.copy": (FoldSelfCopy(),),
}
