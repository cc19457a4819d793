"""`ttir-constant-as-fill`: create constants at run time."""

from dataclasses import dataclass

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ttmlir_py.dialects import ttir
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttmetal.layouts import new_empty
from ttmlir_py.rewriting.greedy import apply_patterns_greedily, patterns_for
from ttmlir_py.rewriting.mutation import create


class FillInsteadOfConstant(RewritePattern):
    """A pattern that replaces a `ttir.constant` by a `ttir.fill` of an empty tensor."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        """Replace `op` by a `ttir.fill`."""
        (type_,) = op.result_types
        empty = new_empty(type_, op.location)
        value = {"value": op.properties["value"]}
        rewriter.replace(
            op, [empty, create(ttir.FillOp, empty.results, (type_,), value, op.location)]
        )


@dataclass(frozen=True)
class TTIRConstantAsFillPass(Pass):
    """Converts constant ops to empty + fill

    Every `ttir.constant` becomes a `tensor.empty` and a `ttir.fill`. Equal constants share them.
    Like every greedy rewrite, the pass also folds ops and erases dead ones.
    """

    name = "ttir-constant-as-fill"
    cpp_name = "TTIRConstantAsFill"

    def run(self, context: MlirContext, op: Operation) -> None:
        """Replace the constants inside of `op`."""
        patterns = patterns_for([(ttir.ConstantOp, FillInsteadOfConstant())])
        apply_patterns_greedily(op, context, patterns)
