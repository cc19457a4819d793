"""`reconcile-unrealized-casts`: erase pairs of casts that cancel."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import UnrealizedConversionCastOp
from xdsl.ir import Operation

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.effects import is_unused
from ttmlir_py.rewriting.mutation import erase, replace_uses


@dataclass(frozen=True)
class ReconcileUnrealizedCastsPass(Pass):
    """Simplify and eliminate unrealized conversion casts

    A value that is cast to another type and back is used directly. Casts without uses are erased.
    Other casts are left alone.
    """

    name = "reconcile-unrealized-casts"
    cpp_name = "ReconcileUnrealizedCasts"
    anchor = None

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        casts = [each for each in op.walk() if isinstance(each, UnrealizedConversionCastOp)]
        for each in casts:
            source = each.operands[0].owner if len(each.operands) == 1 else None
            if (
                isinstance(source, UnrealizedConversionCastOp)
                and source.operand_types == each.result_types
            ):
                for old, new in zip(each.results, source.operands, strict=True):
                    replace_uses(old, new)
        for each in reversed(casts):
            if is_unused(each):
                erase(each)
