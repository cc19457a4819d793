"""`ttir-simplify`: the simplifications of TTIR together, until nothing changes."""

from __future__ import annotations

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.dialects.tt.target import is_for_later
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttir import (
    later_attention_rules,
    later_rules,
    ttir_fold_batch_norm,
    ttir_fold_constants,
    ttir_form_linear,
    ttir_move_reshapes,
    ttir_recognize_functions,
    ttir_simplify_arithmetic,
    ttir_simplify_movement,
)
from ttmlir_py.passes.ttir.rules import apply_rules
from ttmlir_py.passes.ttir.ttir_merge_equal_ops import TTIRMergeEqualOpsPass
from ttmlir_py.passes.ttir.ttir_share_head_splits import TTIRShareHeadSplitsPass

RULES = (
    ttir_fold_constants.RULES,
    ttir_recognize_functions.RULES,
    ttir_fold_batch_norm.RULES,
    ttir_form_linear.RULES,
    ttir_simplify_arithmetic.RULES,
    ttir_simplify_movement.RULES,
    ttir_move_reshapes.RULES,
)
"""The rules in the order in which they are tried: those that remove most first."""


class TTIRSimplifyPass(Pass):
    """Simplify a program before it is lowered

    Applies the rules of `ttir-fold-constants`, `ttir-simplify-arithmetic`,
    `ttir-simplify-movement`, `ttir-move-reshapes`, `ttir-recognize-functions`,
    `ttir-fold-batch-norm` and `ttir-form-linear` together, because each makes others possible. Then
    `ttir-share-head-splits` runs. Equal ops are merged before and after.
    All front ends run it before the lowering to TTNN.
    """

    name = "ttir-simplify"
    cpp_name = "TTIRSimplify"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        merge = TTIRMergeEqualOpsPass()
        changed = merge.run(context, op)
        later = (later_rules.RULES, later_attention_rules.RULES) if is_for_later(op) else ()
        changed |= apply_rules(op, context, (*RULES, *later))
        changed |= TTIRShareHeadSplitsPass().run(context, op)
        return merge.run(context, op) or changed
