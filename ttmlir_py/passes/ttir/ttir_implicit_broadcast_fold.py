"""`ttir-implicit-broadcast-fold`: drop broadcasts before ops that broadcast implicitly."""

from itertools import zip_longest
from typing import cast

from typing_extensions import override
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.tt.target import is_for_later
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp, ImplicitBroadcast
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.operations import inherits
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.builder import maker_name
from ttmlir_py.rewriting.greedy import apply_patterns_greedily


class FoldBroadcastOperand(RewritePattern):
    """A pattern that lets an element-wise op read the input of a `ttir.broadcast` instead of its
    result.

    Only one operand may be smaller than the result, so nothing happens if one already is. Of the
    operands that the op can broadcast, the first one that is a `ttir.broadcast` is folded.

    Later revisions broadcast both operands of an op with two operands.

    Law: `f(broadcast(x), y) == f(x, y)`, if `f` broadcasts its operands.
    """

    def __init__(self, *, folds_both: bool = False) -> None:
        self._folds_both = folds_both

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        """Replace an operand of `op` that is broadcast by the input of the broadcast."""
        op = cast(ElementwiseOp, op)
        if not op.results:
            return
        count = 1 if op.IMPLICIT_BROADCAST is ImplicitBroadcast.FIRST_OPERAND else 2
        for index, operand in zip(range(count), op.operands, strict=False):
            if maker_name(operand) == "ttir.broadcast":
                shape = shape_of(op.results[0])
                folds_both = self._folds_both and len(op.inputs) == 2
                if not folds_both and any(shape_of(operand) != shape for operand in op.operands):
                    return
                source = cast("ttir.BroadcastOp", operand.owner).input
                read = list(op.inputs)
                read[index] = source
                sizes = zip_longest(*(reversed(shape_of(value)) for value in read), fillvalue=1)
                if tuple(map(max, sizes)) != shape[::-1]:
                    continue  # no other operand would have the size of the result
                new = op.clone(clone_name_hints=False)
                new.operands[index] = source
                rewriter.replace(op, new)
                return


class TTIRImplicitBroadcastFoldPass(Pass):
    """Broadcast operation is folded to all the consumers

    A `ttir.broadcast` is bypassed if its user broadcasts that operand implicitly, and erased when
    it has no more users. Like every greedy rewrite, the pass also folds ops and erases dead ops.
    """

    name = "ttir-implicit-broadcast-fold"
    cpp_name = "TTIRImplicitBroadcastFold"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        patterns = (FoldBroadcastOperand(folds_both=is_for_later(op)),)
        return apply_patterns_greedily(
            op, context, lambda cls: patterns if _stretches(cls) else ()
        ).changed


def _stretches(cls: type[Operation]) -> bool:
    """Whether an op broadcasts operands."""
    return inherits(cls, ElementwiseOp) and (cls.IMPLICIT_BROADCAST is not ImplicitBroadcast.NONE)
